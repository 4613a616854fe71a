"""The parts of bets in a position: the terms each was accepted under, what was overlooked, and who came first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby, pairwise
from typing import NamedTuple

from comeout.money import Amount
from comeout.table.settings import Settings
from comeout.table.state import Bet, TableState


class BetTerms(NamedTuple):
    """Terms of the table that a bet was accepted under and that are no longer in force."""

    odds: tuple[tuple[int, int], ...] = ()
    payable_unit: Amount = 1
    betting_unit: Amount = 100
    minimum: tuple[tuple[str, Amount], ...] = ()
    maximum: tuple[tuple[str, Amount], ...] = ()
    multiples_notice: bool = False
    shared_boxes: tuple[str, ...] = ()
    breakage_up: bool = False


class BetPart(NamedTuple):
    """A part of a bet that was put down at one moment."""

    amount: Amount
    terms: int = 0
    """0 for the terms in force, n for the nth of Position.terms."""
    overlooked: bool = False
    after_warning: bool = False
    in_time: bool = False
    """Whether an overlooked part can still be noticed, because bets have not closed since."""
    order: int = 0
    """Its rank among all parts on the spot, first come first served; 0 if the order of seats is the order."""


Parts = dict[tuple[int, int], tuple[BetPart, ...]]
"""The parts, by spot and seat, of every bet that is not simply under the terms in force."""


def parts_of(state: TableState) -> tuple[Parts, tuple[BetTerms, ...]]:
    """Return the parts of all bets that are not simply under the terms in force, and their earlier terms."""
    numbers, terms = _numbered_terms(state)
    found: Parts = {}
    for index in state.occupied:
        bets = state.bets[index]
        ranked = index in state.layout_name.ranked
        for seat, parts in _on_spot(state, bets, numbers, ranked=ranked).items():
            if parts != (BetPart(bets[seat].amount),):
                found[index, seat] = parts
    return found, terms


def _numbered_terms(state: TableState) -> tuple[dict[int, int], tuple[BetTerms, ...]]:
    """Number every set of terms that a bet is under; return also those no longer in force, in order.

    Terms equal to the next ones that a bet is under are merged with them: no bet can tell the two apart.
    """
    now = len(state.terms) - 1
    used = {now}
    for index in state.occupied:
        for bet in state.bets[index].values():
            used.add(bet.terms)
            used.update(part.terms for part in bet.extra)
    if len(used) == 1:
        return {now: 0}, ()
    order = sorted(used)
    said = [_terms_of(state.terms[each]) for each in order]
    kept = [terms for terms, following in pairwise(said) if terms != following]
    numbers, number = {}, 1
    for place, each in enumerate(order):
        numbers[each] = number if number <= len(kept) else 0
        number += place + 1 < len(order) and said[place] != said[place + 1]
    return numbers, tuple(kept)


def _terms_of(settings: Settings) -> BetTerms:
    return BetTerms(
        tuple(sorted(settings.odds_multiple.items())),
        settings.payable_unit,
        settings.betting_unit,
        tuple(sorted(settings.minimum.items())),
        tuple(sorted(settings.maximum.items())),
        settings.multiples_notice,
        tuple(sorted(settings.shared_boxes)),
        settings.breakage_up,
    )


class _Laid(NamedTuple):
    """A part of a seat's bet in the state of the table."""

    order: int
    seat: int
    amount: Amount
    terms: int
    overlooked: bool
    after_warning: bool


def _on_spot(
    state: TableState, bets: Mapping[int, Bet], numbers: Mapping[int, int], *, ranked: bool
) -> dict[int, tuple[BetPart, ...]]:
    """Return the parts of every bet on one spot.

    Chips that were put down one after the other under the same terms are one part, except overlooked chips: each of
    these is judged separately. The order of parts is kept only where it can matter: on ranked spots, and before or
    after an overlooked part. Everything else is in the order of the seats.
    """
    laid = sorted(each for seat, bet in bets.items() for each in _laid(seat, bet))
    if not ranked:
        laid = [each for run in _plain_runs(laid) for each in run]
    runs: list[tuple[int, BetPart]] = []
    for each in laid:
        part = BetPart(
            each.amount,
            numbers[each.terms],
            each.overlooked,
            each.after_warning,
            each.overlooked and each.order > state.closed_at,
        )
        if runs and not part.overlooked and runs[-1] == (each.seat, part._replace(amount=runs[-1][1].amount)):
            part = part._replace(amount=runs.pop()[1].amount + part.amount)
        runs.append((each.seat, part))
    usual = all(one[0] <= other[0] for one, other in pairwise(runs))
    found: dict[int, tuple[BetPart, ...]] = {}
    for order, (seat, part) in enumerate(runs, 1):
        found[seat] = (*found.get(seat, ()), part if usual else part._replace(order=order))
    return found


def _plain_runs(laid: list[_Laid]) -> Iterator[list[_Laid]]:
    """Yield the parts between two overlooked parts, by seat, and each overlooked part alone."""
    for _, run in groupby(laid, key=lambda each: each.overlooked and each.order):
        yield sorted(run, key=lambda each: each.seat)


def _laid(seat: int, bet: Bet) -> Iterator[_Laid]:
    first = bet.amount - sum(part.amount for part in bet.extra)
    yield _Laid(bet.order, seat, first, bet.terms, bet.overlooked, bet.after_warning)
    for part in bet.extra:
        yield _Laid(part.order, seat, part.amount, part.terms, part.overlooked, part.after_warning)


Orders = dict[tuple[int, str], list[int]]
"""When each part of a bet was placed, by seat and spot."""


def orders_of(bets: Iterable[tuple[int, str, tuple[BetPart, ...]]]) -> tuple[Orders, int]:
    """Number the parts on every spot in their order; return also the last number before bets closed.

    Parts that are in time have higher numbers than all others.
    """
    on_spot: dict[str, list[tuple[int, int, int, bool]]] = {}
    for seat, spot, parts in bets:
        told = ((part.order, seat, place, part.in_time) for place, part in enumerate(parts))
        on_spot.setdefault(spot, []).extend(told)
    before: list[tuple[int, str]] = []
    after: list[tuple[int, str]] = []
    for spot, laid in on_spot.items():
        placed = before
        for _, seat, _, in_time in sorted(laid):
            placed = after if in_time else placed
            placed.append((seat, spot))
    found: Orders = {}
    for order, place in enumerate(before + after, 1):
        found.setdefault(place, []).append(order)
    return found, len(before)


def settings_of(now: Settings, terms: BetTerms) -> Settings:
    """Return earlier terms as settings. What no bet reads is as it is now."""
    return replace(
        now,
        odds_multiple=dict(terms.odds),
        payable_unit=terms.payable_unit,
        betting_unit=terms.betting_unit,
        minimum=dict(terms.minimum),
        maximum=dict(terms.maximum),
        multiples_notice=terms.multiples_notice,
        shared_boxes=frozenset(terms.shared_boxes),
        breakage_up=terms.breakage_up,
    )
