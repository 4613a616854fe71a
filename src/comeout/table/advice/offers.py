"""Lists what a seat can do now, as commands ready to send, with the amounts that would be accepted (dry runs)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from comeout.errors import ComeoutError
from comeout.money import LARGEST, Amount, ceil_to, floor_to, show_money, to_cents
from comeout.rules.layout import Layout
from comeout.table.advice.prospects import Prospect, prospects, refusal_of
from comeout.table.messages import (
    BuyIn,
    CallBet,
    ComeBack,
    Command,
    DeclineDice,
    KeepBet,
    Leave,
    PassDice,
    PlaceBet,
    ReduceBet,
    RemoveBet,
    TakeDice,
)
from comeout.table.settings import Settings
from comeout.table.stakes.amounts import minimum_on, rule_multiple
from comeout.table.state import TableState

Act = Literal[
    "bet", "reduce", "remove", "call", "keep", "buy_in", "take_dice", "decline_dice", "pass_dice", "come_back", "leave"
]
"""An act of a seat, by the name of the table's method for it."""


class NotOffered(ComeoutError, ValueError):
    """An amount is not among those of an offer; one line says so."""


@dataclass(frozen=True, slots=True, repr=False)
class Offer:
    """One thing that a seat can do now. Its command is accepted, and so is the command `of` each of its amounts."""

    act: Act
    command: Command
    """The command, with the smallest amount if it needs one."""
    spot: str = ""
    amounts: range = range(0)
    """Every amount that would be accepted, in cents; empty for an act without an amount."""
    even: tuple[Amount, ...] = ()
    """Those near the chips of a rack that are paid without rounding."""

    def of(self, amount: Amount | str) -> Command:
        """Return the command with one of the offered amounts."""
        try:
            cents = to_cents(amount)
        except ValueError as bad:
            raise NotOffered(str(bad)) from None
        command = self.command
        if cents not in self.amounts or not isinstance(command, (PlaceBet, ReduceBet, BuyIn)):
            raise NotOffered(f"{show_money(cents)} is not offered here: {self!r}")
        return replace(command, amount=cents)

    def __repr__(self) -> str:
        words = [self.act.replace("_", " "), self.spot]
        if isinstance(self.command, CallBet):
            words.append(self.command.call)
        if isinstance(self.command, KeepBet) and not self.command.keep:
            words.append("no longer")
        return f"<Offer: {' '.join(filter(None, words))}{self._range()}>"

    def _range(self) -> str:
        if not self.amounts:
            return ""
        least, most = show_money(self.amounts[0]), show_money(self.amounts[-1])
        if least == most:
            return f" {least}"
        return f" {least} to {most}" + (f" in steps of {show_money(self.amounts.step)}" * (self.amounts.step > 1))


def offers(layout: Layout, state: TableState, seat: int) -> list[Offer]:
    """Return everything a seat can do now about its bets, the dice and itself. A dispute is always possible as well."""
    found = [offer for each in prospects(layout, state, seat).values() for offer in _at_spot(layout, state, seat, each)]
    alone: dict[Act, Command] = {
        "buy_in": BuyIn(seat, 1),
        "take_dice": TakeDice(seat),
        "decline_dice": DeclineDice(seat),
        "pass_dice": PassDice(seat),
        "come_back": ComeBack(seat),
        "leave": Leave(seat),
    }
    for act, command in alone.items():
        if not refusal_of(layout, state, command):
            found.append(Offer(act, command, amounts=range(1, LARGEST + 1) if act == "buy_in" else range(0)))
    return found


def _at_spot(layout: Layout, state: TableState, seat: int, found: Prospect) -> Iterator[Offer]:
    """Yield what the seat can do with one spot."""
    spot, room = found.spot.id, found.room
    if not room.refusal:
        amounts = range(room.least, room.most + 1, room.step)
        yield Offer("bet", PlaceBet(seat, spot, room.least), spot, amounts, room.even)
    if amounts := _reductions(layout, state, seat, found):
        yield Offer("reduce", ReduceBet(seat, spot, amounts[0]), spot, amounts)
    if found.taking and not found.taking.refusal:
        yield Offer("remove", RemoveBet(seat, spot), spot)
    calls: tuple[Command, ...] = (CallBet(seat, spot, "on"), CallBet(seat, spot, "off")) if found.calls else ()
    for call in calls:
        if not refusal_of(layout, state, call):
            yield Offer("call", call, spot)
    keep = KeepBet(seat, spot, not found.keeps)
    if (found.bet or found.keeps) and not refusal_of(layout, state, keep):
        yield Offer("keep", keep, spot)


def _reductions(layout: Layout, state: TableState, seat: int, found: Prospect) -> range:
    """Return by how much a bet can be reduced: the rest must be a legal bet, by its own terms or by those now."""
    bet = found.bet
    if not bet:
        return range(0)
    terms = (state.settings, state.terms[bet.terms])
    amounts = max((_leaving(each, found, bet.amount) for each in terms), key=len)
    if not amounts:
        return amounts
    refused = refusal_of(layout, state, ReduceBet(seat, found.spot.id, amounts[-1]))
    if refused:  # only what was placed since the last roll, or nothing at all
        amounts = range(amounts[0], min((0, *refused.instead)[-1], amounts[-1]) + 1, amounts.step)
    return range(0) if amounts and refusal_of(layout, state, ReduceBet(seat, found.spot.id, amounts[-1])) else amounts


def _leaving(settings: Settings, found: Prospect, amount: Amount) -> range:
    """Return what can be taken from an amount so that the rest is a legal multiple and not too small."""
    step = rule_multiple(settings, found.spot)
    least = ceil_to(max(1, minimum_on(settings, found.spot)), step)
    return range(amount - floor_to(amount - 1, step), amount - least + 1, step)
