"""Nonsense of every sort is refused in plain words, never an exception, and changes nothing."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from comeout.dice import Roll
from comeout.rules.library import book_names, load_book
from comeout.rules.wagers import Role
from comeout.table import messages as m
from comeout.table.decide import decide
from comeout.table.messages import Command, Reason, Rejected
from comeout.table.table import Table

NAN: Any = float("nan")
NONE: Any = None
LIST: Any = ["field"]


def a_table(book: str = "adelaide", **settings: str) -> Table:
    table = Table(load_book(book), settings={name.replace("_", "-"): value for name, value in settings.items()})
    for seat in (1, 2):
        table.sit(f"player {seat}", 100_00)
    return table


def refusal(table: Table, command: Command) -> Rejected:
    before = copy.deepcopy(table.state)
    answer = table.send(command)
    assert answer.refused, answer
    assert table.state == before
    assert answer.says
    return answer.refused


NONSENSE: list[tuple[Command, Reason]] = [
    (m.PlaceBet(1, "field", 0), Reason.NONSENSE),
    (m.PlaceBet(1, "field", -5), Reason.NONSENSE),
    (m.PlaceBet(1, "field", NAN), Reason.NONSENSE),
    (m.PlaceBet(1, "field", 10**16), Reason.NONSENSE),
    (m.PlaceBet(1, "field", NONE), Reason.NONSENSE),
    (m.PlaceBet(1, "felt", 500), Reason.NOT_OFFERED),
    (m.PlaceBet(1, LIST, 500), Reason.NONSENSE),
    (m.PlaceBet(9, "field", 500), Reason.UNKNOWN_SEAT),
    (m.PlaceBet(NAN, "field", 500), Reason.UNKNOWN_SEAT),
    (m.ReduceBet(1, "field", 0), Reason.NONSENSE),
    (m.ReduceBet(1, "field", NAN), Reason.NONSENSE),
    (m.RemoveBet(1, LIST), Reason.NONSENSE),
    (m.KeepBet(1, "felt"), Reason.NOT_OFFERED),
    (m.KeepBet(1, "field", NONE), Reason.NONSENSE),
    (m.Rebet(1, "field"), Reason.NO_SUCH_BET),
    (m.LateBet(9, "field", 500), Reason.UNKNOWN_SEAT),
    (m.SpeakBet(9, "field", 500), Reason.UNKNOWN_SEAT),
    (m.SpeakBet(1, "field", 500, "shells"), Reason.NONSENSE),  # type: ignore[arg-type]
    (m.CallBet(1, "place-6", "maybe"), Reason.NONSENSE),  # type: ignore[arg-type]
    (m.ConfirmBet("dealer", 1, "field"), Reason.NOTHING_TO_CONFIRM),
    (m.Sit(0, "Cal", 500), Reason.NONSENSE),
    (m.Sit(3, " ", 500), Reason.NONSENSE),
    (m.Sit(3, "Cal", -1), Reason.NONSENSE),
    (m.Sit(1, "Cal", 500), Reason.SEAT_TAKEN),
    (m.BuyIn(1, 0), Reason.NONSENSE),
    (m.BuyIn(9, 500), Reason.UNKNOWN_SEAT),
    (m.Leave(9), Reason.UNKNOWN_SEAT),
    (m.ComeBack(1), Reason.NONSENSE),
    (m.RaiseDispute(1, " "), Reason.NOTE_NEEDED),
    (m.RequestReview(9, 1), Reason.UNKNOWN_SEAT),
    (m.RequestReview(1, 1), Reason.UNKNOWN_DISPUTE),
    (m.DecideDispute("shift-manager", 7, "so be it"), Reason.UNKNOWN_DISPUTE),
    (m.DecideMatter("shift-manager", " "), Reason.NOTE_NEEDED),
    (m.FlagPartners("boxperson", 1, 1), Reason.NONSENSE),
    (m.AppointCrew("boxperson", "house", "Dee"), Reason.NONSENSE),
    (m.AppointCrew("boxperson", "dealer", " "), Reason.NONSENSE),
    (m.OpenBetting("croupier"), Reason.WRONG_ROLE),  # type: ignore[arg-type]
    (m.CloseBetting(NONE), Reason.WRONG_ROLE),
    (m.SettleRoll("house"), Reason.WRONG_PHASE),
    (m.CallRoll("house", Roll(1, 2)), Reason.WRONG_PHASE),
    (m.MarkAway("dealer", 1, spot="felt"), Reason.NOT_OFFERED),
    (m.NoticeBet("dealer", 1, "field"), Reason.NO_SUCH_PROCEDURE),
    (m.ThrowDice(9), Reason.UNKNOWN_SEAT),
]


@pytest.mark.parametrize(("command", "reason"), NONSENSE, ids=[repr(command) for command, _ in NONSENSE])
def test_nonsense_is_refused_and_changes_nothing(command: Command, reason: Reason) -> None:
    assert refusal(a_table(), command).reason is reason


def test_what_is_no_command_at_all_is_refused() -> None:
    table = a_table()
    what: Any = "1 bet pass 10"
    assert refusal(table, what).says == "a table knows no command str"


def test_dice_that_are_none_are_refused() -> None:
    bad: Any = (0, 7)
    table = a_table("sentosa", crew="people")
    for command in (m.OpenBetting("dealer"), m.CloseBetting("dealer"), m.ThrowDice(0)):
        table.send(command)
    assert refusal(table, m.CallRoll("stickperson", bad)).reason is Reason.BAD_DICE
    assert refusal(table, m.CorrectRoll("boxperson", bad)).reason is Reason.BAD_DICE
    assert not a_table().roll(0, 7)


def test_an_automatic_roll_needs_an_automatic_crew() -> None:
    answer = a_table(crew="people").roll(3, 4)
    assert answer.refused
    assert answer.refused.reason is Reason.WRONG_ROLE


def test_a_closed_table_refuses_everybody() -> None:
    table = a_table("sentosa")
    table.send(m.CloseTable("shift-manager"))
    asked: list[Command] = [m.PlaceBet(1, "field", 500), m.Sit(3, "Cal", 0), m.OpenBetting("dealer")]
    assert {refusal(table, command).reason for command in asked} == {Reason.TABLE_CLOSED}
    answer = table.roll(3, 4)
    assert answer.refused
    assert answer.refused.reason is Reason.TABLE_CLOSED


@pytest.mark.parametrize("position", ["stickperson", "boxperson", "shift-manager", "inspector"])
def test_an_appointment_cites_the_reading_where_no_clause_speaks_of_the_position(position: Role) -> None:
    answer = a_table("sentosa").send(m.AppointCrew("boxperson", position, "Dee"))
    assert list(answer) == [m.CrewAppointed("boxperson", position, "Dee", "ALL-47")]


@pytest.mark.parametrize("book", book_names())
def test_the_automatic_crew_speaks_for_every_role_and_beside_people_for_none(book: str) -> None:
    asked: list[Command] = [m.PostNotice("house", "min field", "5"), m.AppointCrew("house", "dealer", "Dee")]
    for command in asked:
        assert a_table(book, crew="automatic").send(command)
        assert refusal(a_table(book, crew="people"), command).reason is Reason.WRONG_ROLE


def test_reasons_are_in_order_and_have_their_own_numbers() -> None:
    assert [reason.value for reason in Reason] == list(range(1, len(Reason) + 1))


def test_deciding_changes_nothing() -> None:
    table = a_table()
    before = copy.deepcopy(table.state)
    assert decide(table.layout, table.state, m.PlaceBet(1, "field", 500))
    assert table.state == before


def test_a_spoken_bet_that_has_become_impossible_is_refused_at_its_confirmation() -> None:
    table = a_table(crew="people")
    table.send(m.OpenBetting("dealer"))
    table.send(m.SpeakBet(1, "field", 60_00))
    table.bet(1, "any-seven", 60_00)
    assert refusal(table, m.ConfirmBet("dealer", 1, "field")).reason is Reason.RACK_TOO_SMALL


def test_a_decided_dispute_is_not_decided_again_nor_without_words() -> None:
    table = a_table()
    table.send(m.RaiseDispute(1, "the payment"))
    assert refusal(table, m.DecideDispute("shift-manager", 1, " ")).reason is Reason.NOTE_NEEDED
    table.send(m.DecideDispute("shift-manager", 1, "it stands"))
    assert refusal(table, m.DecideDispute("shift-manager", 1, "it falls")).reason is Reason.UNKNOWN_DISPUTE


def test_a_notice_for_a_spot_without_a_bet_is_refused() -> None:
    assert refusal(a_table("sentosa"), m.NoticeBet("dealer", 1, "field")).reason is Reason.NO_SUCH_BET


def test_nobody_leaves_while_the_dice_are_out() -> None:
    table = a_table(crew="people")
    for command in (m.OpenBetting("dealer"), m.CloseBetting("dealer"), m.ThrowDice(0)):
        table.send(command)
    assert refusal(table, m.Leave(1)).reason is Reason.WRONG_PHASE
