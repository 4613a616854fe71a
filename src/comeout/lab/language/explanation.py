"""Explanation: what a strategy's text says, in plain English and in the order in which it is done."""

from __future__ import annotations

import re
from collections.abc import Iterator

from comeout.lab.language.bet_spots import BetSpots
from comeout.lab.language.condition_words import condition_words
from comeout.lab.language.let_values import GivenValues, LetValues
from comeout.lab.language.reader import StrategyText
from comeout.lab.language.syntax import (
    Act,
    ActTarget,
    Always,
    BetAct,
    CallAct,
    CaseTable,
    Count,
    DownAct,
    Ladder,
    Multiple,
    OddsAct,
    PressAct,
    Program,
    RackRow,
    RackTable,
    StepChange,
)
from comeout.money import show_money
from comeout.rules.layout import Layout
from comeout.rules.procedures import listed

_MOVES = {"up": "goes up by one", "down": "goes down by one", "back": "goes back to its start"}


def explain(strategy: StrategyText, layout: Layout | None = None, values: GivenValues | None = None) -> str:
    """A strategy in plain English; with a book, where each bet lies there. What the book cannot play is an error."""
    if layout is not None:
        strategy.on(layout, values)
    return "\n".join(_Explainer(strategy.program, layout, values).lines(strategy.about))


class _Explainer:
    """Words for one program, with its values filled in."""

    def __init__(self, program: Program, layout: Layout | None, values: GivenValues | None) -> None:
        self._program, self._values = program, LetValues(program, values)
        self._spots = BetSpots(layout, program.name) if layout else None

    def lines(self, about: str) -> Iterator[str]:
        yield f"{self._program.name}: {about}" if about else self._program.name
        for books in self._program.books:
            yield f"It is meant for {listed(books.names, 'or')} only."
        shown = self._values.shown()
        if shown:
            yield f"Values that can be given: {', '.join(f'{name} = {value}' for name, value in shown.items())}."
        yield from (self._kept(kept) for kept in self._program.counts)
        yield from (self._kept(kept) for kept in self._program.ladders)
        yield from self._stages()
        for stop in self._program.stops:
            yield f"The session ends when {condition_words(stop.when, self._values)}."
        yield "Before every roll, in this order:"
        yield from self._rules()

    def _kept(self, kept: Count | Ladder) -> str:
        each = f", one for each of {kept.each.text}" if kept.each else ""
        if isinstance(kept, Ladder):
            steps = ", ".join(show_money(self._values.cents(step)) for step in kept.steps)
            first = f"{kept.name} is a ladder of {steps}{each}. It starts on its first step"
        else:
            first = f"{kept.name} is a count{each}. It starts at 0"
        return f"{first}, {', '.join(self._change(change) for change in kept.changes)}."

    def _change(self, change: StepChange) -> str:
        return f"{_MOVES[change.move]} when {condition_words(change.when, self._values)}"

    def _stages(self) -> Iterator[str]:
        for place, stage in enumerate(self._program.stages):
            when = f"while {condition_words(stage.when, self._values)}" if stage.when else "otherwise"
            yield f"Stage {stage.name}: {when}{' and no stage before it holds' if place and stage.when else ''}."

    def _rules(self) -> Iterator[str]:
        for number, rule in enumerate(self._program.rules, 1):
            if isinstance(rule, RackTable):
                yield f"{number:>3}. {self._rack_table(rule)}"
                continue
            if isinstance(rule, CaseTable):
                yield f"{number:>3}. {_case_table(rule)}"
                continue
            acts = "; ".join(self._act(act) for act in rule.acts)
            when = condition_words(rule.when, self._values)
            moment = "always" if isinstance(rule.when, Always) else f"when {when}"
            only = " As soon as this no longer holds, these bets come down." if rule.only else ""
            yield f"{number:>3}. {moment[0].upper()}{moment[1:]}: {acts}.{only}"

    def _rack_table(self, table: RackTable) -> str:
        rows = dict.fromkeys(f"{row.kind} on {_row_name(row)}" for row in table.rows)
        low, end = table.columns[0].low, table.columns[-1].end
        to = f"below {show_money(end)}" if end is not None else "upwards"
        return f"By rack, from {show_money(low)} {to}, in {len(table.columns)} steps: {', '.join(rows)}."

    # -------------------------------------------------------------- acts

    def _act(self, act: Act) -> str:
        if isinstance(act, BetAct):
            return self._bet(act)
        if isinstance(act, OddsAct):
            return self._odds(act)
        if isinstance(act, PressAct):
            win = "half its win" if act.half else "its win"
            return f"raise {_target(act.target)} by {win}, if it won on the last roll"
        if isinstance(act, CallAct):
            return f"call {'only ' if act.only else ''}{_target(act.target)} {act.call}"
        assert isinstance(act, DownAct)
        return f"take down {_target(act.target) if act.target else 'everything that the book gives back'}"

    def _bet(self, act: BetAct) -> str:
        amount = self._amount(act)
        exactly = "exactly " if act.exactly else ""
        where = _target(act.target)
        often = f", at most {act.times} times a shooter" if act.times else ""
        if act.verb == "bet":
            return f"bet {exactly}{amount} on {where}, where nothing lies yet{often}"
        if act.verb == "have":
            return f"bring {where} to {exactly}{amount}, up or down"
        return f"raise {where} to {exactly}{amount}, and leave more as it is"

    def _amount(self, act: BetAct) -> str:
        """An amount and, where a book is given that shares it out, what lies where."""
        each = " each" if _names_several(act.target.name.text) else ""
        if act.sum.ladder:
            return f"the step of {act.sum.ladder}{each}"
        cents = self._values.cents(act.sum)
        stakes = () if act.target.name.is_it or not self._spots else self._spots.stakes(act.target.name, cents)
        if len(stakes) < 2:
            return f"{show_money(cents)}{'' if stakes else each}"
        if all(amount == cents for _, amount in stakes):
            return f"{show_money(cents)} each"
        return f"{show_money(cents)} ({', '.join(f'{show_money(amount)} on {spot}' for spot, amount in stakes)})"

    def _odds(self, act: OddsAct) -> str:
        multiple = self._values.multiple(act.multiple)
        verb = "lay" if act.lay else "take"
        rack = "as much as the rack covers" if act.as_covered else "none if the rack does not cover them"
        if not multiple.times:
            return f"{verb} odds on {act.name.text}, all that the book allows, {rack}"
        return f"{verb} odds on {act.name.text} {_times(multiple)}, within the book's limit, {rack}"


def _times(multiple: Multiple) -> str:
    """How much odds, in times the bet by number."""
    of = "to win" if multiple.to_win else "of"
    if len(multiple.times) == 1:
        return f"{of} {multiple.times[0]} times the bet"
    low, middle, high = multiple.times
    return f"{of} {low} times the bet (4 and 10), {middle} times (5 and 9) or {high} times (6 and 8)"


def _names_several(bet: str) -> bool:
    """Whether a name says by itself that it is several bets, as "place 6 and 8" and "every place" do."""
    return bet.startswith("every ") or len(re.findall(r"\d+", bet)) > 1


def _target(target: ActTarget) -> str:
    but = [*(["the point"] if target.not_point else []), *(f"{name.text} numbers" for name in target.not_standing)]
    return (target.name.text or "it") + (f", except {listed(but)}" if but else "")


def _case_table(table: CaseTable) -> str:
    bets = dict.fromkeys(row.name.text for row in table.rows)
    cases = sum(len(row.cases) for row in table.rows)
    return f"By {table.counted}, point and wealth, in {cases} cases: {', '.join(bets)}."


def _row_name(row: RackRow) -> str:
    return f"{row.name.text} {listed([str(point) for point in row.points])}" if row.points else row.name.text
