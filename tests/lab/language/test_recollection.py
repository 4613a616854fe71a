"""Remembered numbers, one event at a time."""

from __future__ import annotations

from fractions import Fraction

from comeout.dice import Roll
from comeout.lab.language.recollection import RollFacts, Slots, counter, made_by_shooter, pressed, seen, won_by_shooter
from comeout.money import Amount
from comeout.table.messages import BetPlaced, BetTakenDown, Line, Outcome, RollSettled


def line(spot: str, outcome: Outcome, stake: Amount, *, at_risk: Amount, paid: Amount = 0, back: Amount = 0) -> Line:
    return Line(1, spot, stake, at_risk, outcome, paid, at_risk, Fraction(0), "", back, "", "", "")


def settled(*lines: Line, seven_out: bool = False) -> RollSettled:
    return RollSettled("mine", 1, Roll(1, 2), 6, 6, seven_out, bool(lines), lines, (), (), (), False, "", ())


def placed(spot: str, amount: Amount, vigorish: Amount = 0) -> BetPlaced:
    return BetPlaced(1, spot, amount, vigorish, "")


def test_what_was_never_at_risk_is_not_lost_and_its_vigorish_comes_back() -> None:
    lost = line("buy-4", "lost", 40_00, at_risk=20_00, back=1_00)
    won = line("place-6", "won", 12_00, at_risk=12_00, paid=14_00)
    pushed = line("dont-pass", "returned", 10_00, at_risk=10_00)
    facts = RollFacts(settled(lost, won, pushed))
    assert facts.change == -20_00 + 1_00 + 14_00
    assert (facts.won, facts.lost, facts.returned) == ({"place-6": 12_00}, {"buy-4"}, {"dont-pass"})


def test_money_of_a_shooter_follows_rolls_and_vigorish_and_starts_anew_with_the_next() -> None:
    slots = (won_by_shooter(0),)
    memory = seen(slots, (0,), placed("buy-4", 20_00, 1_00))
    assert memory == (-1_00,)
    memory = seen(slots, memory, BetTakenDown(1, "buy-4", 20_00, 1_00, 0, "", ""))
    assert memory == (0,)
    memory = seen(slots, memory, settled(line("field", "won", 5_00, at_risk=5_00, paid=5_00)))
    assert memory == (5_00,)
    assert seen(slots, memory, settled(line("field", "lost", 5_00, at_risk=5_00), seven_out=True)) == (0,)


def test_a_win_is_pressed_until_it_is_bet_or_the_next_roll() -> None:
    slots = (pressed("place-6", half=False), pressed("place-6", half=True))
    won = seen(slots, (0, 0), settled(line("place-6", "won", 12_00, at_risk=12_00, paid=14_00)))
    assert won == (26_00, 19_00)
    assert seen(slots, won, placed("place-8", 12_00)) == won
    assert seen(slots, won, placed("place-6", 12_00)) == (0, 0)
    assert seen(slots, won, settled()) == (0, 0)


def test_how_often_a_bet_was_made_stops_at_the_limit() -> None:
    slots = (made_by_shooter(0, "field", 2),)
    memory: Slots = (0,)
    for spot in ("field", "eleven", "field", "field"):
        memory = seen(slots, memory, placed(spot, 5_00))
    assert memory == (2,)
    assert seen(slots, memory, settled()) == (2,)
    assert seen(slots, memory, settled(seven_out=True)) == (0,)


def test_a_counter_goes_up_and_down_between_its_ends_and_back_whatever_else_happened() -> None:
    def won(facts: RollFacts, _: Slots) -> bool:
        return bool(facts.won)

    def lost(facts: RollFacts, _: Slots) -> bool:
        return bool(facts.lost)

    def out(facts: RollFacts, _: Slots) -> bool:
        return facts.event.seven_out

    slots = (counter(0, (won,), (lost,), (out,), 2), counter(1, (won,), (), (), None))
    win, loss = line("field", "won", 5_00, at_risk=5_00, paid=5_00), line("field", "lost", 5_00, at_risk=5_00)
    rolls = [settled(loss), settled(win), settled(win), settled(win), settled(loss), settled(win, seven_out=True)]
    found = list[Slots]()
    memory: Slots = (0, 0)
    for roll in rolls:
        memory = seen(slots, memory, roll)
        found.append(memory)
    assert found == [(0, 0), (1, 1), (2, 2), (2, 3), (1, 3), (0, 4)]
