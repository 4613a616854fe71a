"""Names bets for the figures: a spot, or a line or come bet with odds behind it, such as `pass+odds:3-4-5x`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from comeout.dice import Roll
from comeout.errors import OddsError, RulebookError, nearest
from comeout.exact.ride import RidingBet
from comeout.money import LARGEST, Amount, show_amount
from comeout.rules.layout import POINT_PLACE, POINTS, WORKING, Layout, Spot, is_time
from comeout.table.decide import decide
from comeout.table.messages import PlaceBet, Rejected
from comeout.table.notation.bet_names import bet_named, bets_named
from comeout.table.settings import Settings
from comeout.table.stakes.amounts import most_odds, vigorish_on, win_odds
from comeout.table.state import Phase, SeatState, new_state

NUMBERS = POINTS[1:]
MULTIPLES = ("1x", "2x", "3-4-5x", "10x", "max")
"""The odds multiples that are listed. You can ask for any other."""

TAKING, LAYING = ("odds",), ("lay", "lay-to-win")
SEVEN = Roll(3, 4).place


class OddsBehind(NamedTuple):
    """The odds behind a flat bet: how they are measured, and their multiples on 4 and 10, 5 and 9, 6 and 8."""

    way: str
    times: tuple[int, int, int] | None
    """None means as much as the table allows."""


def bet_ids(layout: Layout, settings: Settings) -> Iterator[str]:
    """Return every bet of a book, with the odds that a table of the book can allow after each line and come bet."""
    for spot in layout.spots:
        if spot.made_here:
            yield spot.id
            for way in ways(layout, spot):
                for multiple in MULTIPLES:
                    name = f"{spot.id}+{way}:{multiple}"
                    odds = _odds(layout, spot, name)
                    same = way == "lay-to-win" and not odds.times  # the most to win is the most to stake
                    factors = _times_flat(layout, settings, spot, odds)
                    if not same and not _too_much(layout, settings, spot, factors):
                        yield name


def bets_called(layout: Layout, text: str) -> tuple[str, ...]:
    """Return the bet ids that a person means: a spot, all spots of a wager or of one call, or a bet with odds."""
    flat, plus, behind = text.partition("+")
    try:
        if not plus:
            return bets_named(layout, flat.strip())
        name = bet_named(layout, flat.strip())
    except RulebookError as bad:
        raise OddsError(str(bad)) from None
    if name not in layout.by_id:
        raise _no_odds(layout, name)
    return (f"{name}+{behind.strip()}",)


def one_bet(layout: Layout, text: str) -> str:
    """Return the id of the one bet that a person means; otherwise raise an error that lists the candidates."""
    if type(text) is not str:
        raise OddsError(f"{layout.id}: a bet is named by text, like a spot of the book, not {text!r:.40}")
    if text.partition("+")[0] in layout.by_id:
        return text
    found = bets_called(layout, text)
    if len(found) > 1:
        raise OddsError(f'{layout.id}: "{text}" is {len(found)} bets; ask for one of them: {", ".join(found)}')
    return found[0]


def find_bet(layout: Layout, settings: Settings, bet_id: str, stake: Amount | None) -> RidingBet:
    """Return the bet of an id, with a stake in cents, or with a stake that needs no rounding."""
    spot = layout.by_id[bet_id.partition("+")[0]]
    amount = even_flat(layout) if stake is None else stake
    bet = RidingBet(bet_id, spot, amount, vigorish_on(layout, spot, amount))
    factors = odds_factors(layout, settings, bet_id)
    return replace(bet, odds={number: int(amount * factor) for number, factor in factors.items()})


def odds_factors(layout: Layout, settings: Settings, bet_id: str) -> dict[int, Fraction]:
    """Return the odds of a bet id as multiples of the flat bet, by number; refuse more than the book allows."""
    flat, plus, _ = bet_id.partition("+")
    if not plus:
        return {}
    spot = layout.by_id[flat]
    factors = _times_flat(layout, settings, spot, _odds(layout, spot, bet_id))
    if problem := _too_much(layout, settings, spot, factors):
        raise OddsError(f"{layout.id}: {bet_id} is more than any table may allow: {problem}")
    return factors


@lru_cache(maxsize=8)
def even_flat(layout: Layout) -> Amount:
    """Return an amount that needs no rounding for any payout, charge or lay of a book."""
    steps = {1}
    for spot in layout.spots:
        for odds in {each for by_point in layout.win_odds[spot.index] for each in by_point}:
            steps |= {odds.denominator, odds.numerator if spot.base >= 0 else 1}
            rule = spot.wager.vigorish
            if rule:
                steps.add((rule.rate * (odds if rule.base == "win" else 1)).denominator)
    return math.lcm(*steps)


# ------------------------------------------------------------------ odds


def ways(layout: Layout, spot: Spot) -> tuple[str, ...]:
    """Return how odds can be put behind a bet: taken, or laid; nothing if the book has none."""
    behind = odds_spots(layout, spot)
    if not behind:
        return ()
    number, first = next(iter(behind.items()))
    row = layout.cells[first.index][WORKING][POINT_PLACE[number]]
    assert row is not None
    return LAYING if row[SEVEN].paid_by else TAKING


def odds_spots(layout: Layout, spot: Spot) -> dict[int, Spot]:
    """Return the spots for the odds behind a bet, by number."""
    family = [each for each in layout.spots if each.wager_id == spot.wager_id] if spot.made_here else []
    behind = [layout.spots[place] for each in family for place in each.supported_by]
    return {number: each for each in behind for number in NUMBERS if each.number in (None, number)}


def _odds(layout: Layout, spot: Spot, bet_id: str) -> OddsBehind:
    asked = bet_id.partition("+")[2]
    way, _, multiple = asked.partition(":")
    known = ways(layout, spot)
    if not known:
        raise _no_odds(layout, spot.id)
    told = " or ".join(f"{spot.id}+{each}:2x" for each in known)
    if way not in known:
        raise OddsError(f'{layout.id}: "{bet_id}" is no bet; write it like {told}')
    if multiple == "max":
        return OddsBehind(way, None)
    found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3})-(\d{1,3}))?x", multiple)
    times = [int(each or found[1]) for each in found.groups()] if found else []
    if not all(times) or not times:
        raise OddsError(f'{layout.id}: "{multiple}" is no multiple of the bet ({nearest(multiple, MULTIPLES)})')
    return OddsBehind(way, (times[0], times[1], times[2]))


def _no_odds(layout: Layout, bet: str) -> OddsError:
    able = [each.id for each in layout.spots if ways(layout, each)]
    return OddsError(f'{layout.id}: "{bet}" takes no odds; these do: {", ".join(able)}')


def _times_flat(layout: Layout, settings: Settings, spot: Spot, odds: OddsBehind) -> dict[int, Fraction]:
    """Return how many times the flat bet goes behind it, by number."""
    factors = {}
    exactly = replace(settings, payable_unit=1)  # a multiple is a ratio: no amount to round yet
    for number, behind in odds_spots(layout, spot).items():
        price = win_odds(layout, behind, number)[0]
        if odds.times is None:
            most, _ = most_odds(layout, exactly, behind, number, price.numerator)
            factors[number] = Fraction(most, price.numerator)
        else:
            times = Fraction(odds.times[3 - abs(7 - number)])
            factors[number] = times / price if odds.way == "lay-to-win" else times
    return factors


def _too_much(layout: Layout, settings: Settings, spot: Spot, factors: Mapping[int, Fraction]) -> str:
    """Return the limit that the odds break under any settings, or nothing."""
    behind = odds_spots(layout, spot)
    most = most_times(layout, widest(layout, settings), spot)
    for number, factor in factors.items():
        if factor > most[number]:
            limit = behind[number].wager.limit
            assert limit
            price = win_odds(layout, behind[number], number)[0]
            won = limit.measure == "winnings"
            times, verb = (most[number] * price, "win") if won else (most[number], "be")
            clause = layout.cite(behind[number].odds_rows[number].clause)
            return f"on {number} odds may {verb} at most {times} times the bet ({clause})"
    return ""


def most_times(layout: Layout, settings: Settings, spot: Spot) -> dict[int, Fraction]:
    """Return the largest odds of a table as multiples of the flat bet, by number."""
    return _times_flat(layout, settings, spot, OddsBehind("", None))


def widest(layout: Layout, settings: Settings) -> Settings:
    """Return the settings with the largest odds multiple that the book allows."""
    book = layout.rulebook.odds
    return replace(settings, odds_multiple=dict.fromkeys(NUMBERS, book.most)) if book else settings


# ------------------------------------------------------------------ stakes


def check_stake(layout: Layout, settings: Settings, spot: Spot, stake: Amount) -> None:
    """Check that a table with these settings accepts the bet: a refused bet has no figures."""
    if spot.base >= 0:
        return
    state = new_state(layout, settings)
    state.phase, state.seats[1] = Phase.BETTING, SeatState("", LARGEST)
    if not is_time(spot.make_rule.when, 0):
        state.point = NUMBERS[0]  # a bet that waits for a point
    answer = decide(layout, state, PlaceBet(1, spot.id, stake))
    if isinstance(answer, Rejected):
        instead = " or ".join(show_amount(each) for each in answer.instead)
        clause = f" ({layout.cite(answer.clause)})" if answer.clause else ""
        raise OddsError(f"{spot.id}: {answer.says}{clause}" + (f"; take {instead}" if instead else ""))
