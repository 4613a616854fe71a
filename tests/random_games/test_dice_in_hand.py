"""Whoever has the dice, wants them or is offered them: nothing breaks a table, and the crew is never refused."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import pytest

from comeout.dice import ROLLS
from comeout.rules.library import book_names, load_book
from comeout.table import messages as m
from comeout.table.apply import apply
from comeout.table.attendant import attend
from comeout.table.decide import decide
from comeout.table.messages import Command, Rejected
from comeout.table.state import COMPANION, Phase, new_state
from comeout.table.table import Table

GAMES = int(os.getenv("COMEOUT_GAMES", "2000"))
SEATS = (1, 2, 3)
PLAYERS = ("Ann", "Bob", "Cem")
LINE = ("pass", "dont-pass", "pass", "dont-pass", "come", "dont-come", "place-6", "field", "pass-odds")
POSTS = (
    ("shooter", "seats"),
    ("shooter", "companion"),
    ("shooter", "seats"),
    ("crew", "people"),
    ("crew", "automatic"),
    ("crew", "automatic"),
    ("dice-set", "6"),
    ("min pass", "7"),
)
Chance = random.Random
Ask = Callable[[Chance, Table], Command]
OFTEN: tuple[Ask, ...] = (
    lambda chance, table: m.PlaceBet(table.state.shooter or table.state.offered or 1, chance.choice(LINE), 5_00),
    lambda chance, _: m.PlaceBet(chance.choice(SEATS), chance.choice(LINE), 5_00),
    lambda chance, table: m.TakeDice(table.state.offered or chance.choice(SEATS)),
    lambda chance, table: m.DeclineDice(table.state.offered or chance.choice(SEATS)),
    lambda *_: m.OfferDice("stickperson"),
    lambda *_: m.RollForDecision("stickperson"),
    lambda chance, table: m.ThrowDice(table.state.shooter or chance.choice((0, *SEATS))),
    lambda chance, _: m.CallRoll("stickperson", chance.choice(ROLLS)),
    lambda *_: m.SettleRoll("dealer"),
    lambda *_: m.OpenBetting("dealer"),
)
SOMETIMES: tuple[Ask, ...] = (
    lambda chance, table: m.RemoveBet(seat := chance.choice(SEATS), chance.choice([*bets(table, seat), "pass"])),
    lambda chance, table: m.PassDice(table.state.shooter or chance.choice(SEATS)),
    lambda chance, table: m.ChooseDice(table.state.shooter or COMPANION, chance.randint(1, 6), chance.randint(1, 6)),
    lambda chance, _: m.CallNoRoll("boxperson", "off-table", die=chance.choice((0, 1, 2, 4))),
    lambda chance, _: m.Leave(chance.choice(SEATS)),
    lambda chance, _: m.Sit(chance.choice(SEATS), chance.choice(PLAYERS), 100_00),
    lambda chance, _: m.MarkAway("dealer", chance.choice(SEATS), chance.random() < 0.5),
    lambda chance, _: m.ComeBack(chance.choice(SEATS)),
    lambda chance, _: m.LoseDie("boxperson", chance.randint(1, 5)),
    lambda *_: m.CloseBetting("dealer"),
)
RARELY: tuple[Ask, ...] = (
    lambda chance, _: m.RecordBet("dealer", chance.choice(SEATS), "pass", 5_00),
    lambda chance, _: m.NoticeBet("dealer", chance.choice(SEATS), "pass"),
    lambda chance, _: m.CallBet(chance.choice(SEATS), "place-6", chance.choice(("on", "off"))),
    lambda chance, _: m.SpeakBet(chance.choice(SEATS), "field", 5_00, chance.choice(("cash", "chips"))),
    lambda chance, _: m.KeepBet(chance.choice(SEATS), chance.choice(LINE)),
    lambda *_: m.OrderDicePassed("boxperson", "unreasonable delay"),
    lambda *_: m.OfferDice("house"),
    lambda chance, _: m.LetCompanionShoot(chance.choice(("boxperson", "shift-manager"))),
    lambda chance, _: m.PostNotice("boxperson", *chance.choice(POSTS)),
    lambda *_: m.CallNoRoll("boxperson", "no-line-bet"),
    lambda chance, _: m.RecoverDie("stickperson", chance.randint(1, 5)),
    lambda chance, _: m.CheckDie("boxperson", chance.randint(1, 5)),
    lambda *_: m.ReplaceDice("stickperson"),
    lambda *_: m.InvalidateOutcome("shift-manager", "fire"),
    lambda chance, _: m.CorrectRoll("boxperson", chance.choice(ROLLS)),
    lambda *_: m.Interrupt("boxperson"),
)
COMMANDS = (*OFTEN, *SOMETIMES, *RARELY)
WEIGHTS = (*[9] * len(OFTEN), *[3] * len(SOMETIMES), *[1] * len(RARELY))


def bets(table: Table, seat: int) -> list[str]:
    return list(table.bets(seat)) if seat in table.state.seats else []


def check(table: Table) -> None:
    """What holds wherever a game stands."""
    layout, state = table.layout, table.state
    assert state.shooter is None or state.shooter == COMPANION or state.shooter in state.seats
    assert state.settings.shooter == "seats" or state.shooter == COMPANION
    assert state.offered is None or state.offered in state.seats
    assert attend(layout, state) is None, "the crew left something undone"
    if state.settings.crew != "automatic":
        return
    command = attend(layout, state, ROLLS[0])
    assert command is None or not isinstance(decide(layout, state, command), Rejected), command
    assert state.phase in (Phase.BETTING, Phase.CLOSED, Phase.DICE_OUT, Phase.SHUT)


def something(chance: Chance, table: Table) -> Command:
    """Something that can be done now, more often than not."""
    thoughts = [ask(chance, table) for ask in chance.choices(COMMANDS, WEIGHTS, k=4)]
    done = (each for each in thoughts if not isinstance(decide(table.layout, table.state, each), Rejected))
    return next(done, thoughts[0])


def a_game(book: str, seed: int, steps: int = 60) -> Table:
    """Players and crew say whatever comes to their minds."""
    chance = random.Random(seed)
    layout = load_book(book)
    settings = {"crew": chance.choice(("automatic", "automatic", "people"))}
    if layout.rulebook.shooter.throws == "shooter":
        settings["shooter"] = chance.choice(("seats", "seats", "companion"))
    table = Table(layout, settings=settings)
    opening = table.state.settings
    for seat in SEATS[: chance.randint(1, 3)]:
        table.sit(PLAYERS[seat - 1], 100_00)
    for _ in range(steps):
        events = len(table.log)
        if chance.random() < 0.3:
            answer = table.roll(*chance.choice(ROLLS))
            assert answer.settled or answer.no_roll or (answer.refused and len(table.log) == events), answer
        else:
            asked = table.send(something(chance, table))
            assert asked or len(table.log) == events
        check(table)
    state = new_state(layout, opening)
    for event in table.log:
        apply(layout, state, event)
    assert state == table.state
    return table


@pytest.mark.parametrize("book", book_names())
def test_no_sequence_of_commands_about_the_dice_breaks_a_table(book: str) -> None:
    for seed in range(GAMES // 20 + 20):
        a_game(book, seed)
