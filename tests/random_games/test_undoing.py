"""Rolls undone in random games: all is as it was if nothing moved since, and no chip is made or lost otherwise."""

from __future__ import annotations

import copy
import random
from dataclasses import fields
from typing import Any

import pytest

from comeout.dice import ROLLS
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.answer import RollAnswer
from comeout.table.apply import apply
from comeout.table.ledger import audit, transfers
from comeout.table.messages import Command, Reason
from comeout.table.position import position_of
from comeout.table.state import TableState, new_state
from comeout.table.table import Table
from tests.kit.table_games import AMOUNTS, disturb, random_game

UNDOING: dict[str, Command] = {
    "adelaide": m.InvalidateOutcome("shift-manager", "riot"),
    "sentosa": m.CorrectRoll("boxperson", None, "off-table"),
    "evolution": m.DeclareMalfunction("dealer", last_roll=True),
}
PASSING = {
    "phase",
    "due",
    "last_roll",
    "placed",
    "closed_at",
    "pending",
    "threw",
    "dice",
    "offered",
    "outside",
    "dropped",
    "changed",
}
"""What an undone roll leaves as it finds it: counters, what the betting time of the moment holds, and where chips were
put down that do not lie there any more."""
SETTINGS = {
    "adelaide": ({}, {"shooter": "seats"}, {"max field": "40", "min place-6": "12", "shooter": "seats"}),
    "sentosa": ({}, {"shooter": "seats"}, {"shared-boxes": "on", "max pass": "50", "min field": "5"}),
    "evolution": ({}, {"odds": "5"}),
}


def position(state: TableState) -> dict[str, Any]:
    """Everything that lies at a table."""
    return {each.name: getattr(state, each.name) for each in fields(state) if each.name not in PASSING}


def play(table: Table, chance: random.Random) -> RollAnswer:
    """Whatever players do, then a roll, with the dice taken by whoever they are offered to."""
    disturb(table, chance)
    for seat in (1, 2, 3):
        if seat in table.state.seats:
            table.bet(seat, chance.choice(("pass", "dont-pass")), 5_00)
    if table.state.offered:
        table.send(m.TakeDice(table.state.offered))
    return table.roll(*chance.choice(ROLLS))


def whims(table: Table, chance: random.Random) -> None:
    """What may happen between a roll and its undoing."""
    state = table.state
    disturb(table, chance)
    seat, spot = chance.randint(1, 3), chance.choice(table.layout.spots).id
    mine = list(table.bets(seat)) if seat in state.seats else []
    asked: list[Command] = [
        m.KeepBet(seat, spot),
        m.RecordBet("dealer", seat, spot, chance.choice(AMOUNTS)),
        m.MarkAway("dealer", seat, chance.random() < 0.5),
        m.ComeBack(seat),
        m.Leave(seat),
        m.Sit(seat, chance.choice(("Ann", "Cal", "Dot")), 50_00),
        m.PassDice(seat),
        m.PostNotice("boxperson", "shooter", chance.choice(("seats", "companion"))),
        m.PostNotice("shift-manager", "min pass", chance.choice(("1", "20"))),
        *(kind(seat, each) for each in mine for kind in (m.RemoveBet, m.NoticeBet) if kind is m.RemoveBet),
        *(m.ReduceBet(seat, each, 1_00) for each in mine),
        *(m.NoticeBet("dealer", seat, each) for each in mine),
    ]
    for command in chance.sample(asked, min(len(asked), chance.randint(0, 6))):
        table.send(command)
    if state.offered:
        table.send(chance.choice((m.TakeDice, m.DeclineDice))(state.offered))


def a_table(book: str, chance: random.Random) -> Table:
    table = Table(load_book(book), settings=chance.choice(SETTINGS[book]))
    for player in ("Ann", "Bob"):
        table.sit(player, chance.choice((30_00, 500_00)))
    return table


@pytest.mark.parametrize("book", ["adelaide", "sentosa"])
def test_undoing_a_roll_at_once_restores_the_exact_position_and_every_account(book: str) -> None:
    assert sum(undone_at_once(book, seed) for seed in range(40)) > 100


def undone_at_once(book: str, seed: int) -> int:
    """Play a game in which rolls are undone at once; how many were."""
    chance = random.Random(f"{book} {seed}")
    table = a_table(book, chance)
    undone = 0
    for _ in range(12):
        disturb(table, chance)
        if table.state.offered and table.bet(table.state.offered, "pass", 5_00):
            table.send(m.TakeDice(table.state.offered))
        before = copy.deepcopy(table.state)
        if not table.roll(*chance.choice(ROLLS)):
            continue
        answer = table.send(UNDOING[book])
        if answer.refused:
            assert (book, answer.refused.reason) == ("sentosa", Reason.TOO_LATE)
            continue
        undone += 1
        assert position(table.state) == position(before)
        table.roll(*chance.choice(ROLLS))
    return undone


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("book", sorted(UNDOING))
def test_undoing_a_roll_after_anything_else_conserves_chips_and_never_raises(book: str, seed: int) -> None:
    chance = random.Random(f"{book} {seed}")
    table = a_table(book, chance)
    for _ in range(10):
        play(table, chance)
        whims(table, chance)
        corrected = m.CorrectRoll("boxperson", chance.choice(ROLLS))
        command = chance.choice((UNDOING[book], corrected)) if book == "sentosa" else UNDOING[book]
        answer = table.send(command)
        if answer.refused:
            assert answer.refused.reason in (Reason.TOO_LATE, Reason.NO_SUCH_PROCEDURE)
        assert audit(table.state) == table.state.totals
        assert all(seat.rack >= 0 for seat in table.state.seats.values())
        assert all(bet.amount > 0 for bets in table.state.bets for bet in bets.values())
        assert [sum(bet.amount for bet in bets.values()) for bets in table.state.bets] == table.state.on_spot
        assert set(table.state.occupied) == {index for index, bets in enumerate(table.state.bets) if bets}
        marked = {
            (index, seat)
            for index, bets in enumerate(table.state.bets)
            for seat, bet in bets.items()
            if bet.mark or bet.asked
        }
        assert set(table.state.marked) == marked
    folded = new_state(table.layout, table.state.terms[0])
    for event in table.log:
        apply(table.layout, folded, event)
    assert position(folded) == position(table.state)
    totals: dict[str, int] = {}
    for event in table.log:
        for source, target, amount in transfers(event):
            totals[source] = totals.get(source, 0) - amount
            totals[target] = totals.get(target, 0) + amount
    racks = {f"rack {seat}": each.rack for seat, each in table.state.seats.items()}
    assert all(totals.get(name, 0) == rack for name, rack in racks.items())
    debts = {f"debt {player}": -amount for player, amount in table.state.debts.items()}
    assert {name: amount for name, amount in totals.items() if name.startswith("debt ") and amount} == debts


@pytest.mark.parametrize("seed", range(40))
def test_undoing_a_roll_restores_the_parts_of_every_bet_untouched_ones_too(seed: int) -> None:
    chance = random.Random(seed)
    table = random_game("adelaide", seed, rolls=6)
    before = position_of(table.state).seats
    table.roll(chance.randint(1, 6), chance.randint(1, 6))
    assert table.send(m.InvalidateOutcome("house", "fire"))
    assert position_of(table.state).seats == before
