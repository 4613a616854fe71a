"""Read model of a typed line: the commands that its words mean, each as it would be answered (dry run)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from comeout.house.audience.snapshot import Played
from comeout.house.host.crew import Guard
from comeout.house.views.seat_view import dry_run, quoted
from comeout.money import Amount, pay, show_amount
from comeout.protocol.frames import Typed, Understood, UnderstoodAct
from comeout.protocol.house_commands import No
from comeout.rules.layout import Layout, Spot
from comeout.rules.procedures import listed
from comeout.speech.bet_commands import BetCommand, called_already, commands_of
from comeout.speech.bet_intents import AboutBets, Puzzled
from comeout.speech.bet_parser import bet_parser
from comeout.speech.bet_words import after, in_words, parts_of, printable
from comeout.speech.nearest_bets import absence
from comeout.table.advice.warnings import call_holds
from comeout.table.apply import apply
from comeout.table.messages import CallBet, Event, KeepBet, PlaceBet, Reason, ReduceBet, Rejected, RemoveBet
from comeout.table.notation.spoken import plain
from comeout.table.stakes.amounts import win_odds
from comeout.table.state import TableState

LONGEST_TEXT = 200
MOST_ACTS = 40
"""How many commands one line may mean. Each is decided, in the time of everybody at the table."""

EXAMPLES = "type bets such as `12 six and eight` or `press the 8`"
_NO_BETS = (
    *("roll", "r", "throw", "shoot", "take dice", "take the dice", "pass dice", "pass the dice", "companion"),
    *("buy in", "help", "why", "rules", "undo", "take back", "seed", "save", "quit", "exit", "leave"),
)
"""How lines begin that mean something to the terminal, and are about no bet."""


def understand(place: Played, asked: Typed, player: str, roles: frozenset[str], *, guard: Guard) -> Understood:
    """Return what a typed line would do at a player's seat, or what was not understood; nothing happens."""
    seat = place.seats.get(player)
    if seat is None:
        return Understood(asked.id, False, "you have no seat here; sit down first", "NOT_ALLOWED")
    if roles:
        return Understood(asked.id, False, "whoever works at a table does not play there", "NOT_ALLOWED")
    intents = _parsed(place.layout, asked.text)
    acts = intents if isinstance(intents, Puzzled) else _Rehearsal(place, player, seat, guard).play(intents)
    if isinstance(acts, Puzzled):
        return Understood(asked.id, False, acts.says, "NONSENSE")
    costs, rack = sum(act.costs_cents for act in acts), place.fold.state.seats[seat].rack
    return Understood(asked.id, True, acts=acts, costs_cents=costs, rack_cents=rack)


def _parsed(layout: Layout, text: str) -> list[AboutBets] | Puzzled:
    if len(text) > LONGEST_TEXT:
        return Puzzled(f"a line has at most {LONGEST_TEXT} characters")
    if not text.strip(" ,;"):
        return Puzzled(EXAMPLES)
    for part in map(plain, parts_of(text)):
        if after(part, _NO_BETS)[0]:
            return Puzzled(f'"{printable(part)}" is about no bet; here you {EXAMPLES}, and the rest has its own button')
    found = bet_parser(layout).parse(text)
    if not isinstance(found, Puzzled):
        return list(found)
    return found if "`" in found.says else Puzzled(f"{found.says}; {EXAMPLES}")


class _Rehearsal:
    """A dry run of several commands, each after those before it."""

    def __init__(self, place: Played, player: str, seat: int, guard: Guard) -> None:
        self._place, self._layout, self._player, self._seat, self._guard = place, place.layout, player, seat, guard
        self._state, self._mine = place.fold.state, False
        """The state after the commands so far, and whether it is a copy."""

    def play(self, intents: list[AboutBets]) -> list[UnderstoodAct] | Puzzled:
        """Return every command that is meant with its answer; or what is missing to know them."""
        acts: list[UnderstoodAct] = []
        for intent in intents:
            commands = commands_of(self._layout, self._state, self._seat, intent)
            if isinstance(commands, Puzzled):
                return commands
            if len(acts) + len(commands) > MOST_ACTS:
                return Puzzled(f"that is too much for one line; at most {MOST_ACTS} bets go in one")
            acts += [self._act(command) for command in commands if not self._is_done(command)]
        return acts or Puzzled("these bets are called on already")

    def _is_done(self, command: BetCommand) -> bool:
        return called_already(self._layout, self._state, command)

    def _act(self, command: BetCommand) -> UnderstoodAct:
        body = {field: value for field, value in dataclasses.asdict(command).items() if field != "seat"}
        name, says = type(command).__name__, _words(self._layout, self._state, command)
        answer = dry_run(self._place, self._state, self._player, command, guard=self._guard)
        if isinstance(answer, No):
            return UnderstoodAct(name=name, body=body, says=says, ok=False, reason=answer.reason, refused=answer.says)
        if isinstance(answer, Rejected):
            lacking = absence(self._layout, command.spot) if answer.reason is Reason.NOT_OFFERED else ""
            return UnderstoodAct(
                name=name,
                body=body,
                says=says,
                ok=False,
                reason=answer.reason.name,
                refused=lacking or answer.says,
                clause=self._layout.cite(answer.clause),
                instead_cents=list(answer.instead),
            )
        told = quoted(self._layout, self._state, "", self._seat, answer)
        won = _wins(self._layout, self._state, command)
        self._happen(answer)
        return UnderstoodAct(
            name=name,
            body=body,
            says=f"{says}{won}",
            ok=True,
            costs_cents=told.costs_cents,
            vigorish_cents=told.vigorish_cents,
            warns=told.warns,
        )

    def _happen(self, events: Sequence[Event]) -> None:
        """Apply events to the copy, which is made when it is needed."""
        if not self._mine:
            self._state, self._mine = self._state.copy(), True
        for event in events:
            apply(self._layout, self._state, event)


def _words(layout: Layout, state: TableState, command: BetCommand) -> str:
    """Return what a command does, in words."""
    spot = layout.by_id.get(command.spot)
    name, there = spot.name if spot else in_words(command.spot), _there(state, spot, command.seat)
    match command:
        case PlaceBet():
            more = f", {show_amount(there + command.amount)} in all" if there else ""
            return f"{show_amount(command.amount)} on {name}{more}"
        case ReduceBet():
            left = f", {show_amount(there - command.amount)} stays" if there > command.amount else ""
            return f"{show_amount(command.amount)} off {name}{left}"
        case RemoveBet():
            return f"{name} comes down{f', {show_amount(there)} back in your rack' if there else ''}"
        case CallBet():
            calls = layout.rulebook.calls
            return f"{name} is called {command.call}{f' {call_holds(calls)}' if calls else ''}"
        case KeepBet():
            return f"{name}: the same again when it wins" if command.keep else f"{name}: not again when it wins"


def _wins(layout: Layout, state: TableState, command: BetCommand) -> str:
    """Return what a bet wins once it is made, in words; empty for any other command."""
    if not isinstance(command, PlaceBet):
        return ""
    spot, settings = layout.by_id[command.spot], state.settings
    total = _there(state, spot, command.seat) + command.amount
    odds = win_odds(layout, spot, state.point)
    wins = dict.fromkeys(pay(total, each, settings.payable_unit, settings.breakage_up) for each in odds)
    return f": wins {listed([show_amount(each) for each in wins], 'or')}" if wins else ""


def _there(state: TableState, spot: Spot | None, seat: int) -> Amount:
    bet = state.bet(spot.index, seat) if spot else None
    return bet.amount if bet else 0
