"""Warns before a decision about its side effects: charges, chips that come down along with it, dice given up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from comeout.money import Amount, nearest_multiple, pay, show_amount
from comeout.rules.layout import Layout, Spot, sleeps
from comeout.rules.procedures import listed, percent
from comeout.rules.rulebook import Calls
from comeout.table import messages as m
from comeout.table.messages import Event
from comeout.table.stakes.amounts import even_multiple, vigorish_on, whole_multiple, win_odds
from comeout.table.stakes.bounds import bounds
from comeout.table.state import TableState

_NO_WHOLE = "no amount that is accepted here is paid in whole units"
_LOCKED = {"decision": "until it would have been decided", "come-out": "until the next come-out roll"}


def warnings(layout: Layout, state: TableState, events: Iterable[Event]) -> tuple[str, ...]:
    """Return a sentence for everything that would happen with these events beside what was asked for."""
    return tuple(says for event in events for says in _of(layout, state, event))


def contract(spot: Spot) -> str:
    """Return the sentence about a bet that can never be taken down; empty for one that can."""
    if spot.remove_rule.when != "never":
        return ""
    return f"{spot.name} is a contract bet: it stays until it is decided and cannot be reduced or taken down"


def call_lasts(calls: Calls) -> str:
    """Return when a bet that can be called is off, and how long a call lasts."""
    return f"while the puck is OFF this bet is off unless called on; a call holds {call_holds(calls)}"


def call_holds(calls: Calls) -> str:
    """Return how long a call lasts."""
    return {"button": "until a point is set", "roll": "for the next roll"}[calls.lasts]


def charge(spot: Spot) -> str:
    """Return the vigorish of a spot in words; empty if none is charged."""
    rule = spot.wager.vigorish
    if not rule:
        return ""
    base = {"stake": "the stake", "win": "what it can win"}[rule.base]
    stays = "comes back" if "removal" in rule.returned else "is not given back"
    return f"a vigorish of {percent(rule.rate)} of {base} is taken with the bet, and {stays} if it is taken down"


def paid_short(layout: Layout, state: TableState, spot: Spot, total: Amount) -> str:
    """Return the sentence about a bet that is paid more than a cent below the printed odds here; empty for others."""
    settings = state.settings
    for odds in win_odds(layout, spot, state.point):
        paid, exact = pay(total, odds, settings.payable_unit, settings.breakage_up), pay(total, odds, 1, True)
        if exact - paid > 1:
            even = show_amount(even_multiple(layout, state, spot, settings.payable_unit))
            printed = show_amount(pay(total, odds, 1, False))
            wins = f"at {layout.odds_word(odds)} it wins {show_amount(paid)} here, not {printed}"
            step = show_amount(settings.payable_unit)
            return f"{wins}: this table pays in steps of {step}; multiples of {even} are paid in full"
    return ""


def paid_in_cents(layout: Layout, state: TableState, spot: Spot, seat: int, total: Amount) -> str:
    """Return the sentence about a bet that leaves less than a betting unit in the rack; empty for others.

    It names the nearest total that does not, or says that there is none.
    """
    settings, (_, highest) = state.settings, bounds(layout, state, spot, seat)
    step = whole_multiple(layout, state, spot, highest)
    whole = step % settings.betting_unit == 0
    if whole and not total % step:
        return ""
    even = nearest_multiple(total, step, least=step)

    def paid(amount: Amount, odds: Fraction) -> Amount:
        return pay(amount, odds, settings.payable_unit, settings.breakage_up)

    for odds in win_odds(layout, spot, state.point):
        if paid(total, odds) % settings.betting_unit:
            wins = f"at {layout.odds_word(odds)} {show_amount(total)} wins {show_amount(paid(total, odds))}"
            return (
                f"{wins}; {show_amount(even)} wins {show_amount(paid(even, odds))}" if whole else f"{wins}; {_NO_WHOLE}"
            )
    charged = vigorish_on(layout, spot, total)
    if charged % settings.betting_unit:
        charges = f"the vigorish on {show_amount(total)} is {show_amount(charged)}"
        return f"{charges}; on {show_amount(even)} it is {show_amount(vigorish_on(layout, spot, even))}"
    return ""


def placed_short(layout: Layout, state: TableState, event: Event) -> str:
    """Return the sentence of `paid_short` about the bet that an event would place; empty for any other event."""
    placed = _total(layout, state, event)
    return paid_short(layout, state, *placed[1:]) if placed else ""


def placed_in_cents(layout: Layout, state: TableState, event: Event) -> str:
    """Return the sentence of `paid_in_cents` about the bet that an event would place; empty for any other event."""
    placed = _total(layout, state, event)
    return paid_in_cents(layout, state, placed[1], placed[0], placed[2]) if placed else ""


def _total(layout: Layout, state: TableState, event: Event) -> tuple[int, Spot, Amount] | None:
    """Return the seat and the spot of a bet that an event would place, and what would then be there."""
    if not isinstance(event, m.BetPlaced):
        return None
    spot = layout.by_id[event.spot]
    bet = state.bet(spot.index, event.seat)
    return event.seat, spot, event.amount + (bet.amount if bet else 0)


def _of(layout: Layout, state: TableState, event: Event) -> Iterator[str]:
    match event:
        case m.BetPlaced():
            yield from _placed(layout, state, event)
        case m.BetTakenDown():
            yield from _taken_down(layout, event)
        case m.CallPlaced(spots=(_, _, *_)):
            yield f"the button speaks for {listed(event.spots)}"
        case m.CallMade():
            yield "the crew has to confirm it before the next roll"
        case m.DiceGivenUp():
            yield "you give up the dice"
        case m.DecisionOnlyEnded():
            yield "the rolls that only decide come bets end with it"


def _placed(layout: Layout, state: TableState, event: m.BetPlaced) -> Iterator[str]:
    spot = layout.by_id[event.spot]
    rule = spot.wager.vigorish
    if event.vigorish and rule:
        stays = "" if "removal" in rule.returned else " and is not given back if it is taken down"
        yield f"a vigorish of {show_amount(event.vigorish)} is taken with it{stays}"
    if contract(spot):
        yield contract(spot)
    short = placed_short(layout, state, event)
    if short:
        yield short
    if sleeps(spot, state.point) and not event.on:
        yield "it is off while the puck is OFF, unless it is called on"


def _taken_down(layout: Layout, event: m.BetTakenDown) -> Iterator[str]:
    spot = layout.by_id[event.spot]
    if event.why != "asked":
        yield f"{show_amount(event.amount)} comes down from {spot.name}: {event.why}"
    if event.kept:
        yield f"its vigorish of {show_amount(event.kept)} is not given back"
    if event.locks:
        lock = layout.rulebook.dont_lock
        assert lock
        yield f"{spot.name} may not be put back {_LOCKED[lock.until]}"
