"""Who throws at the terminal: the dice are taken, passed on, left to a companion, and a refused roll is explained."""

from __future__ import annotations

from comeout.play.narrator import Narrator
from comeout.play.shooting import Shooting
from comeout.table.messages import Reason, Rejected
from tests.kit.terminal import Sheet, table_for_one


def shooting(line: str, *, alone: bool = True) -> tuple[Shooting, Narrator, Sheet]:
    sheet = Sheet()
    narrator = Narrator(table_for_one(line), 1, sheet)
    return Shooting(narrator, alone=alone), narrator, sheet


def test_where_a_launcher_throws_it_is_said_with_the_clause() -> None:
    dice, _, sheet = shooting("evolution | 1")
    dice.start()
    assert sheet.words.startswith("A launcher throws the dice (evolution ")


def test_offered_dice_are_taken_for_a_lone_player() -> None:
    dice, narrator, sheet = shooting("exhibit-a shooter=nobody offered=1 | 1 pass 10")
    dice.start()
    assert "you have the dice" in sheet.words
    assert narrator.table.state.shooter == 1


def test_dice_that_need_a_line_bet_are_mentioned_once() -> None:
    dice, _, sheet = shooting("sentosa shooter=nobody offered=1 | 1")
    dice.answer_offer()
    dice.answer_offer()
    assert sheet.words.count("The dice are offered to you: a line bet is needed to roll the dice") == 1


def test_the_player_passes_the_dice_and_they_are_not_taken_again_without_a_word() -> None:
    dice, narrator, sheet = shooting("exhibit-a shooter=1 | 1 pass 10")
    assert dice.pass_on()
    assert narrator.table.state.shooter is None
    assert "Say `take dice`, or `companion` and somebody else throws." in sheet.words
    dice.answer_offer()
    assert narrator.table.state.shooter is None


def test_the_dice_are_left_to_a_companion_and_taken_back() -> None:
    dice, narrator, sheet = shooting("exhibit-a shooter=1 | 1 pass 10")
    shooters = []
    for act in (dice.companion, dice.companion, dice.take):
        assert act()
        shooters.append(narrator.table.state.settings.shooter)
    assert shooters == ["companion", "companion", "seats"]
    assert "A companion throws the dice already." in sheet.lines


def test_a_refused_roll_suggests_a_line_bet_or_a_companion() -> None:
    dice, _, sheet = shooting("adelaide shooter=1 | 1")
    dice.suggest(Rejected(Reason.NO_LINE_BET, "no line bet"))
    assert sheet.words == (
        "Say `pass 10` or `don't pass 10`, or `companion`: then somebody else throws and you need no line bet."
    )


def test_at_a_table_with_others_it_is_said_how_one_gets_the_dice() -> None:
    dice, _, sheet = shooting("adelaide shooter=nobody last=1 | 1", alone=False)
    dice.suggest(Rejected(Reason.NO_LINE_BET, "no line bet"))
    assert sheet.words == "Nobody has the dice: type `pass 10` or `don't pass 10`, then `roll`."


def test_why_the_player_cannot_throw_is_the_answer_to_taking_the_dice() -> None:
    dice, _, _ = shooting("sentosa shooter=nobody offered=1 | 1")
    refused = dice.why_not()
    assert refused is not None
    assert refused.reason is Reason.NO_LINE_BET
    backed, narrator, _ = shooting("sentosa shooter=nobody offered=1 | 1 pass 10")
    assert backed.why_not() is None
    assert narrator.table.state.shooter == 1


def test_rolling_only_for_come_bets_is_asked_of_the_table() -> None:
    dice, _, sheet = shooting("exhibit-a shooter=1 | 1 come-6 10")
    assert dice.decide()
    assert "you roll only to decide the come bets that stand" in sheet.words
