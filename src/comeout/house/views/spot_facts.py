"""Read model of the fixed facts about a book's spots: payouts, exact figures, cheaper ways, and their order."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import lru_cache

from comeout.errors import NeverDecided
from comeout.exact.cheaper import Cheaper, cheaper_ways
from comeout.exact.figures import figures
from comeout.exact.numbers import show_percent
from comeout.exact.same_wish import same_wishes
from comeout.felt import boxes
from comeout.felt.plan import read_plan
from comeout.felt.wording import price_of
from comeout.protocol.play_answers import CheaperAnswer, EdgeAnswer, SpotFacts, SpotsAnswer, StakeOn, StakePart
from comeout.rules.layout import Layout, Spot
from comeout.rules.library import book_names, load_book
from comeout.table.advice.prospects import CHIPS

BOOKS_MOST = 32


def book_key(book: str, digest: str) -> str:
    """Return how a client asks for a book: one of ours by name, any other text of a table as NAME@DIGEST."""
    ours = book in book_names() and load_book(book).digest == digest
    return book if ours else f"{book}@{digest}"


class BookFacts:
    """The fixed facts about the spots of one book, computed once."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._easy = easy_spots(layout)
        self._edges = {spot.id: _edge(layout, spot) for spot in layout.spots if spot.made_here}
        self._order = table_order(layout)

    def of(self, unavailable: AbstractSet[str]) -> SpotsAnswer:
        """Return every spot, for a table that leaves some wagers out."""
        layout = self._layout
        cheaper, wishes = cheaper_ways(layout, without=unavailable), same_wishes(layout, without=unavailable)
        spots = {
            spot.id: self._spot(
                spot, cheaper.get(spot.id), wishes.get(spot.id), available=spot.wager_id not in unavailable
            )
            for spot in layout.spots
        }
        key = book_key(layout.id, layout.digest)
        calls = layout.rulebook.calls
        off_calls = calls is not None and calls.off == "free"
        return SpotsAnswer(layout.id, spots, list(self._order), list(CHIPS), key, off_calls)

    def _spot(
        self, spot: Spot, cheaper: Cheaper | None, wishes: tuple[Spot, ...] | None, *, available: bool
    ) -> SpotFacts:
        return SpotFacts(
            name=spot.name,
            wager=spot.wager_id,
            number=spot.number,
            price=price_of(self._layout, spot),
            edge=self._edges.get(spot.id),
            cheaper=_cheaper(cheaper) if cheaper else None,
            same_wish=[each.id for each in wishes or ()],
            dear=wishes is not None,
            clause=self._layout.cite(spot.clause),
            level=self._easy.get(spot.id, 0),
            travels=bool(spot.wager.travels) and spot.made_here,
            made_here=spot.made_here,
            available=available,
        )


@lru_cache(maxsize=BOOKS_MOST)
def book_facts(layout: Layout) -> BookFacts:
    """Return the facts about the spots of a book, cached for the books that were asked for last."""
    return BookFacts(layout)


_LEVELS = {"pass": 1, "come": 3, "dont-pass": 4, "dont-come": 4}
"""After how many lessons an easy table shows each line, with its odds. The numbers come second, the field last."""


def easy_spots(layout: Layout) -> dict[str, int]:
    """Return what an easy table shows, by spot: after how many lessons it does.

    The lines, come, their odds, the face of each number, and the field.
    """
    plan = read_plan(layout)
    faces = plan.below[0].values() if plan.below else ()
    levels = {spot.id: 2 for spot in faces} | ({plan.field.id: 4} if plan.field else {})
    for role, line in plan.lines.items():
        for spot in (line, *plan.travelled.get(role, {}).values()):
            levels[spot.id] = _LEVELS[role]
            if spot.index in plan.odds:
                levels[plan.odds[spot.index].id] = _LEVELS[role]
    return levels


def table_order(layout: Layout) -> tuple[str, ...]:
    """Return the spots in the order they have on the felt: from the far side to the player, each row from the left."""
    places = {name: box.rect for name, box in boxes(layout).items()}
    return tuple(sorted(places, key=lambda name: (places[name].y, places[name].x)))


def _edge(layout: Layout, spot: Spot) -> EdgeAnswer | None:
    try:
        found = figures(layout, spot.id).results
    except NeverDecided:
        return None
    return EdgeAnswer(
        per_bet=part(found.ev_per_bet_made),
        resolved=part(found.ev_per_bet_resolved),
        per_roll=part(found.ev_per_roll),
    )


def part(value: Fraction) -> StakePart:
    """Return a value to the player as the share of the house."""
    return StakePart(show_percent(-value), str(-value))


def _cheaper(way: Cheaper) -> CheaperAnswer:
    alone = way.parts[0][0].id if len(way.parts) == 1 else ""
    return CheaperAnswer(alone, [StakeOn(spot.id, str(share)) for spot, share in way.parts], way.says)
