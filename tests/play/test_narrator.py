"""The narrator prints answers in the player's words, and keeps them for `why`."""

from __future__ import annotations

from comeout.play.game import HouseRefuses
from comeout.play.narrator import Narrator
from comeout.table import messages as m
from comeout.table.messages import Reason, Rejected
from comeout.table.notation.bet_names import Target
from tests.kit.terminal import Sheet, table_for_one


def narrator(line: str = "adelaide point 6 | 1 pass 10 place-8 12") -> tuple[Narrator, Sheet]:
    sheet = Sheet()
    return Narrator(table_for_one(line), 1, sheet), sheet


def test_a_command_is_sent_and_its_answer_printed_with_the_clause() -> None:
    speaker, sheet = narrator()
    assert speaker.send(m.PlaceBet(1, "field", 5_00), "field")
    assert sheet.lines[0].split() == ["5.00", "on", "field", "adelaide", "4(o)"]
    assert speaker.table.bets(1)["field"] == 5_00


def test_a_refusal_is_false_and_says_why_and_what_to_do() -> None:
    speaker, sheet = narrator()
    assert not speaker.send(m.RemoveBet(1, "pass"), "pass")
    assert sheet.words.startswith("Refused: ")
    assert sheet.words.endswith("It can come down while the puck is OFF.")


def test_a_bet_that_the_book_lacks_is_answered_with_the_nearest() -> None:
    speaker, sheet = narrator("exhibit-a | 1")
    assert not speaker.send(m.PlaceBet(1, "buy-4", 20_00), "buy-4")
    assert "no buy bets; on the 4 it has place-4" in sheet.words


def test_a_refusal_of_the_house_cites_no_clause() -> None:
    speaker, sheet = narrator()
    assert not speaker.refuse(HouseRefuses(Reason.WRONG_ROLE, "that is for a crew"))
    assert sheet.lines == ["Refused: that is for a crew."]


def test_a_roll_is_printed_and_explained_when_asked() -> None:
    table, sheet = table_for_one("adelaide point 6 | 1 pass 10 place-8 12"), Sheet()
    speaker = Narrator(table, 1, sheet)
    assert speaker.hear(table.roll(4, 4))
    assert "place-8 12.00 wins 14.00 at 7 to 6" in sheet.words
    sheet.out.truncate(0)
    sheet.out.seek(0)
    speaker.why(Target("place", 8))
    assert sheet.words.startswith("Your 12.00 on place-8 won 14.00 on 4-4 (8)")


def test_why_before_anything_happened_says_so() -> None:
    speaker, sheet = narrator()
    speaker.why(None)
    assert sheet.lines == ["Nothing was settled or refused yet. `rules` says what the book provides."]


def test_a_refusal_is_forgotten_once_something_is_accepted() -> None:
    speaker, sheet = narrator()
    speaker.refuse(Rejected(Reason.LOCKED, "it is locked", "5"), "dont-pass")
    assert speaker.send(m.PlaceBet(1, "field", 5_00))
    sheet.out.truncate(0)
    sheet.out.seek(0)
    speaker.why(None)
    assert sheet.words.startswith("You have 5.00 more on field.")


def test_a_line_that_was_not_understood_is_one_sentence() -> None:
    speaker, sheet = narrator()
    assert not speaker.complain("nobody says so")
    assert sheet.lines == ["Nobody says so."]
