"""Lists what a table may choose within its book, for a form: each setting with the values that it accepts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from comeout.money import LARGEST, show_amount
from comeout.rules.layout import Layout
from comeout.table.settings import MOST_DICE, CrewKind, NobodyShoots, Settings, ShooterKind, default_settings

ChoiceKind = Literal["whole", "multiple", "amount", "word", "names"]
"""A whole number, a multiple for all points ("2") or by point ("4:3,6:5"), money ("12.50"), one word, or several."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One setting: what it means, its default, and what the book allows."""

    name: str
    kind: ChoiceKind
    says: str
    default: str
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()
    spots: tuple[str, ...] = ()
    """The spots that it can be set for separately; none for a setting of the whole table."""
    clause: str = ""


def choices(layout: Layout, settings: Settings | None = None) -> tuple[Choice, ...]:
    """Return every setting that a table of this book can choose, with the book's defaults or the values given."""
    chosen = settings or default_settings(layout)
    return (
        *_numbers(layout, chosen),
        *_amounts(layout, chosen),
        *_words(layout, chosen),
        *_people(layout, chosen),
        *_names(layout, chosen),
        *_absence(layout, chosen),
    )


def _numbers(layout: Layout, chosen: Settings) -> Iterator[Choice]:
    book = layout.rulebook
    seconds = str(chosen.betting_time_s)
    yield Choice("betting-time", "whole", "seconds for betting", seconds, 1, 3600, clause=book.betting.time_clause)
    if book.odds:
        multiples = chosen.odds_multiple
        same = len(set(multiples.values())) == 1
        text = str(min(multiples.values())) if same else ",".join(f"{n}:{x}" for n, x in sorted(multiples.items()))
        says = "how many times the flat bet the odds may be"
        yield Choice("odds", "multiple", says, text, book.odds.least, book.odds.most, clause=book.odds.clause)
    dice = book.dice
    if dice.set_least != dice.set_most:
        says, most = "how many dice the shooter may choose from", dice.set_most or MOST_DICE
        clause = dice.set_clause or dice.clause
        yield Choice("dice-set", "whole", says, str(chosen.dice_set), dice.set_least, most, clause=clause)


def _amounts(layout: Layout, chosen: Settings) -> Iterator[Choice]:
    most, spots, clause = LARGEST - 1, tuple(layout.by_id), layout.rulebook.limits.clause
    for name, says in (("min", "the least on a spot"), ("max", "the most on a spot")):
        yield Choice(name, "amount", says, "none", 1, most, words=("none",), spots=spots, clause=clause)
    for name, says, cents in (
        ("betting-unit", "the unit of bets placed in equal units", chosen.betting_unit),
        ("payable-unit", "the smallest amount that is paid", chosen.payable_unit),
    ):
        yield Choice(name, "amount", says, show_amount(cents), 1, most)


def _words(layout: Layout, chosen: Settings) -> Iterator[Choice]:
    book = layout.rulebook
    if not book.breakage.fixed:
        says, now = "how a payment is rounded to the payable unit", "up" if chosen.breakage_up else "down"
        yield Choice("breakage", "word", says, now, words=("down", "up"), clause=book.breakage.clause)
    if book.limits.multiples_notice:
        says, now = "whether bets are in multiples of the minimum", _switch(chosen.multiples_notice)
        yield Choice("multiples-notice", "word", says, now, words=("off", "on"), clause=book.limits.clause)
    if book.dont_lock:
        says, now = "whether no fresh don't come follows one taken down", _switch(chosen.strict_dont_come)
        yield Choice("strict-dont-come", "word", says, now, words=("off", "on"), clause=book.dont_lock.scope_clause)


def _people(layout: Layout, chosen: Settings) -> Iterator[Choice]:
    rule = layout.rulebook.shooter
    if rule.throws != "launcher":
        says, words = "who throws: the players in turn, or somebody who is none of them", get_args(ShooterKind)
        yield Choice("shooter", "word", says, chosen.shooter, words=words, clause=rule.first_clause)
    yield Choice("crew", "word", "who runs the table; people read real dice", chosen.crew, words=get_args(CrewKind))
    callers = layout.rulebook.no_rolls
    if callers.designated:
        now = _listed(chosen.no_roll_callers)
        yield Choice("no-roll-callers", "names", "who may call No Roll", now, words=callers.by, clause=callers.clause)


def _absence(layout: Layout, chosen: Settings) -> Iterator[Choice]:
    """Yield the settings for how a live table continues without a player who is idle or away."""
    rule, kept = layout.rulebook.shooter, layout.rulebook.walk_away.settled_clause
    if rule.throws != "launcher":
        says, now = "seconds for an offer of the dice, at most the betting time", str(chosen.offer_time_s)
        yield Choice("offer-time", "whole", says, now, 1, 3600, clause=rule.first_clause)
        says, words = (
            "where no player throws: a companion does, or the table waits",
            get_args(NobodyShoots),
        )
        yield Choice("nobody-shoots", "word", says, chosen.nobody_shoots, words=words, clause=rule.stranded_clause)
    says, now = "rounds that a seat is kept for somebody who is away", str(chosen.away_rounds)
    yield Choice("away-rounds", "whole", says, now, 1, 1000, clause=kept)
    says, now = "minutes that a seat is kept for somebody who is away", str(chosen.away_minutes)
    yield Choice("away-minutes", "whole", says, now, 1, 1440, clause=kept)


def _names(layout: Layout, chosen: Settings) -> Iterator[Choice]:
    book = layout.rulebook
    optional = tuple(name for name, wager in book.wager.items() if wager.optional)
    if optional:
        clause = "; ".join(each for name in optional for each in book.wager[name].clause.values())
        now = _listed(chosen.unavailable)
        yield Choice("unavailable", "names", "bets the table leaves out", now, words=(*optional, "none"), clause=clause)
    if book.limits.shared:
        says, words = "spots whose maximum all players share", (*layout.by_id, "none")
        clause = book.limits.shared_clause
        yield Choice("shared-boxes", "names", says, _listed(chosen.shared_boxes), words=words, clause=clause)


def _switch(value: bool) -> str:
    return "on" if value else "off"


def _listed(names: Iterable[str]) -> str:
    return ",".join(sorted(names)) or "none"
