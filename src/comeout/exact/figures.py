"""Computes every figure of a bet exactly, each with its denominator: chances, value, variance, rolls to a decision.

Results and value follow the book's own on and off; `mean_rolls` and the value of a roll take the bet as always working.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import lru_cache
from html import escape
from pathlib import Path

from comeout.errors import NeverDecided, OddsError
from comeout.exact.bets import bet_ids, check_stake, find_bet, one_bet
from comeout.exact.markov_chain import Absorbed, MarkovChain, absorb, explore, lengths, long_run
from comeout.exact.numbers import show_decimal, show_percent, show_root
from comeout.exact.ride import End, Ride, RideRules, RidingBet
from comeout.exact.weights import FAIR, Weights, check_weights
from comeout.money import Amount, show_money, to_cents
from comeout.rules.layout import POINT_PLACE, POINTS, WORKING, Layout, Spot, is_time
from comeout.rules.library import open_book
from comeout.table.settings import chosen_settings

ROLLS_TOLD = 12
"""How many rolls the distribution of rolls to a decision covers."""

MOMENTS = ("mean_rolls_made_before_come_out", "mean_rolls_made_point_on", "mean_rolls_kept_up")

Shares = Mapping[int, Fraction]
"""The probability of each puck position when a bet is made (0 is off)."""


@dataclass(frozen=True, slots=True)
class Results:
    """The chances to win, lose and push, and the expected value (EV) to the player as a share of the flat bet."""

    win: Fraction
    lose: Fraction
    push: Fraction
    ev_per_bet_made: Fraction
    """Expected value per bet made; a bet that comes back undecided counts too."""
    ev_per_bet_resolved: Fraction
    """Expected value per decided bet."""
    ev_per_roll: Fraction
    """Expected value per roll while the bet works."""
    ev_on_outlay: Fraction
    """Expected value as a share of all that is staked and charged, odds and vigorish included."""
    ev_on_outlay_resolved: Fraction
    """The same for decided bets only."""
    variance: Fraction
    """Variance of one bet made, in flat bets squared."""


@dataclass(frozen=True, slots=True, repr=False)
class Rolls:
    """The rolls until a bet is decided: the mean, and the chance of each number from 1."""

    mean: Fraction
    chances: tuple[Fraction, ...]

    def __repr__(self) -> str:
        return f"<Rolls: {self.mean} on average, {show_decimal(self.mean, 4)}>"


@dataclass(frozen=True, slots=True, repr=False)
class Figures:
    """All figures of one bet. A moment at which the bet cannot be made has none."""

    bet: str
    name: str
    stake_cents: Amount | None
    results: Results
    always_working: Rolls
    made_before_come_out: Rolls | None
    made_point_on: Rolls | None
    kept_up: Rolls | None
    rounding_cost: Fraction | None
    """What a stake loses to rounding, as a share of it, compared with exact payment."""

    @property
    def house_edge(self) -> Fraction:
        """The house edge: what the house wins on average, as a share of the flat bet, per bet made."""
        return -self.results.ev_per_bet_made

    def values(self) -> dict[str, Fraction | None]:
        """Return every figure that is a single number, by name."""
        results = {field.name: getattr(self.results, field.name) for field in fields(Results)}
        rolls = {"mean_rolls": self.always_working, **self.moments()}
        return {**results, **{name: each and each.mean for name, each in rolls.items()}}

    def moments(self) -> dict[str, Rolls | None]:
        """Return the rolls to a decision with the bet on and off as the book says, by when the bet is made."""
        return dict(zip(MOMENTS, (self.made_before_come_out, self.made_point_on, self.kept_up), strict=True))

    def __repr__(self) -> str:
        stake = "" if self.stake_cents is None else f" at {show_money(self.stake_cents)}"
        chances = f"win {self.results.win}, lose {self.results.lose}, push {self.results.push}"
        edge = f"house edge {self.house_edge} ({show_percent(self.house_edge)})"
        return f"<Figures: {self.bet}{stake}, {chances}, {edge}>"

    def _repr_html_(self) -> str:
        """Return the figures as HTML for a notebook: every single number, exact and as a decimal."""
        rows = [
            f"<tr><td>{name.replace('_', ' ')}</td><td>{value}</td><td>{show_decimal(value, 6)}</td></tr>"
            for name, value in self.values().items()
            if value is not None
        ]
        head = f"<caption>{escape(self.name)} ({escape(self.bet)})</caption>"
        return f"<table>{head}<tr><th>figure</th><th>exactly</th><th>about</th></tr>{''.join(rows)}</table>"


@dataclass(frozen=True, slots=True)
class Undecided:
    """A bet without figures: with these dice it may never be decided, or can never be made."""

    bet: str
    name: str


def all_figures(
    book: str | Path | Layout,
    bets: Iterable[str] = (),
    *,
    stake: Amount | str | None = None,
    settings: Mapping[str, str] | None = None,
    dice: Weights = FAIR,
) -> Iterator[Figures | Undecided]:
    """Return the figures of some bets by id, or of every bet of a book."""
    layout = open_book(book)
    chosen = chosen_settings(layout, settings)
    for bet_id in bets or bet_ids(layout, chosen):
        try:
            yield figures(layout, bet_id, stake=stake, settings=settings, dice=dice)
        except NeverDecided:
            yield Undecided(bet_id, bet_name(layout, bet_id))


def figures(
    book: str | Path | Layout,
    bet: str,
    *,
    stake: Amount | str | None = None,
    settings: Mapping[str, str] | None = None,
    dice: Weights = FAIR,
) -> Figures:
    """Return the figures of one bet by its name: per unit, or for a stake with all rounding included.

    >>> from comeout import book_names, figures
    >>> figures(book_names()[0], "place-6")
    <Figures: place-6, win 5/11, lose 6/11, push 0, house edge 1/66 (1.515%)>
    """
    layout = open_book(book)
    return _figures_of(layout, one_bet(layout, bet), _cents(stake), settings, check_weights(dice))


def _figures_of(
    layout: Layout, bet_id: str, stake: Amount | None, settings: Mapping[str, str] | None, dice: Weights
) -> Figures:
    chosen = chosen_settings(layout, settings)
    bet = find_bet(layout, chosen, bet_id, stake)
    game = RideRules(layout, dice)
    if stake is None:
        return _figures(game, bet, None)
    check_stake(layout, chosen, bet.spot, stake)
    rounded = replace(game, payable_unit=chosen.payable_unit, breakage_up=chosen.breakage_up)
    found = _figures(rounded, bet, stake)
    even = _figures(game, find_bet(layout, chosen, bet_id, None), None)
    return replace(found, rounding_cost=even.results.ev_per_bet_made - found.results.ev_per_bet_made)


def _cents(stake: Amount | str | None) -> Amount | None:
    try:
        return None if stake is None else to_cents(stake)
    except ValueError as bad:
        raise OddsError(str(bad)) from None


def bet_name(layout: Layout, bet_id: str) -> str:
    """Return the name of a bet as the book writes it, with its odds as requested."""
    flat, plus, odds = bet_id.partition("+")
    way, _, multiple = odds.partition(":")
    words = {"odds": f"{multiple} odds", "lay": f"{multiple} odds laid", "lay-to-win": f"odds laid to win {multiple}"}
    return layout.by_id[flat].name + (f", {words[way]}" if plus else "")


def figure_row(found: Figures | Undecided) -> dict[str, object]:
    """Return a bet's figures as plain data: fractions as text, null where there is none."""
    if isinstance(found, Undecided):
        nothing = dict.fromkeys([*(field.name for field in fields(Results)), "mean_rolls", *MOMENTS])
        return {"bet": found.bet, "name": found.name, "stake_cents": None, **nothing, "undecided": True}
    rolls = {"mean_rolls": found.always_working, **found.moments()}
    return {
        "bet": found.bet,
        "name": found.name,
        "stake_cents": found.stake_cents,
        **{name: None if value is None else str(value) for name, value in found.values().items()},
        "standard_deviation": show_root(found.results.variance, 12),
        "rounding_cost": None if found.rounding_cost is None else str(found.rounding_cost),
        "chances_by_roll": {
            name.removeprefix("mean_"): None if each is None else [str(chance) for chance in each.chances]
            for name, each in rolls.items()
        },
    }


def _figures(game: RideRules, bet: RidingBet, stake: Amount | None) -> Figures:
    chain, made = _chain(game, bet)
    pucks = {ride.point: each for ride, each in made.items()}
    start = start_shares(game, bet.spot)
    results = _mixed(pucks, start)
    working = _working(game, bet, start) or (chain, results.rolls)
    points = point_shares(game)
    moments: dict[str, Shares | None] = {
        "made_before_come_out": {0: Fraction(1)} if 0 in pucks else None,
        "made_point_on": points if points and points.keys() <= pucks.keys() else None,
        "kept_up": None if bet.spot.base >= 0 else _kept_up(pucks, points),
    }
    return Figures(
        bet=bet.id,
        name=bet_name(game.layout, bet.id),
        stake_cents=stake,
        results=_results(results, bet.stake, working[1]),
        always_working=Rolls(working[1], _lengths(working[0], bet, start)),
        rounding_cost=None,
        **{
            name: Rolls(_mixed(pucks, shares).rolls, _lengths(chain, bet, shares)) if shares else None
            for name, shares in moments.items()
        },
    )


def _chain(game: RideRules, bet: RidingBet) -> tuple[MarkovChain[Ride, End], dict[Ride, Absorbed[End]]]:
    """Return the Markov chain of a bet from every puck at which it can be made, and its absorbed ends."""
    starts = [bet.made(point) for point in _pucks(game, bet.spot)]
    if not starts:
        raise NeverDecided
    chain = explore(starts, lambda ride: game.step(bet, ride), game.dice.total)
    return chain, absorb(chain, starts)


def _working(game: RideRules, bet: RidingBet, start: Shares) -> tuple[MarkovChain[Ride, End], Fraction] | None:
    """Return the chain of a bet that is always working; None for a bet that is never off anyway."""
    spots = (each for each in game.layout.spots if each.wager_id == bet.spot.wager_id)
    behind = (game.layout.spots[place].wager for each in spots for place in (each.index, *each.supported_by))
    if not any(wager.sleep for wager in behind):
        return None
    awake = replace(game, always_working=True)
    chain, made = _chain(awake, bet)
    return chain, _mixed({ride.point: each for ride, each in made.items()}, start).rolls


def _pucks(game: RideRules, spot: Spot) -> list[int]:
    """Return the puck positions at which a bet can be made: off, and the points that these dice can set."""
    standing = game.layout.cells[spot.index][WORKING]
    return [
        point
        for point in POINTS
        if is_time(spot.make_rule.when, point)
        and standing[POINT_PLACE[point]] is not None
        and (not point or point in point_shares(game))
    ]


def point_shares(game: RideRules) -> Shares:
    """Return the probability of each point, given that one is set."""
    return _shares(game.dice, game.layout.rulebook.puck.sets)


@lru_cache(maxsize=8)
def _shares(dice: Weights, points: tuple[int, ...]) -> Shares:
    weights = {point: dice.of_total(point) for point in points}
    whole = sum(weights.values())
    return {point: Fraction(weight, whole) for point, weight in weights.items() if weight}


def start_shares(game: RideRules, spot: Spot) -> Shares:
    """Return the puck when a bet is first made: off, or just set; for odds, as their flat bet reaches its number."""
    if spot.base < 0:
        return {0: Fraction(1)} if 0 in _pucks(game, spot) else point_shares(game)
    base = game.layout.spots[spot.base]
    flat = RidingBet(base.wager_id, game.layout.by_id[base.wager_id], 1)

    def until_there(ride: Ride) -> tuple[dict[Ride, int], dict[int, int]]:
        goes_on, _ = game.step(flat, ride)
        there = {each: weight for each, weight in goes_on.items() if _can_support(each, spot)}
        gone = game.dice.total - sum(goes_on.values())
        ends = {-1: gone} if gone else {}
        for each, weight in there.items():
            ends[each.point] = ends.get(each.point, 0) + weight
        return {each: weight for each, weight in goes_on.items() if each not in there}, ends

    first = start_shares(game, flat.spot)
    starts = {flat.made(point): share for point, share in first.items()}
    found = absorb(explore(starts, until_there, game.dice.total), starts)
    arrived: dict[int, Fraction] = {}
    for ride, share in starts.items():
        for point, chance in found[ride].ends.items():
            arrived[point] = arrived.get(point, Fraction(0)) + share * chance
    arrived.pop(-1, None)
    whole = sum(arrived.values())
    if not whole:
        raise NeverDecided
    return {point: share / whole for point, share in arrived.items()}


def _can_support(ride: Ride, spot: Spot) -> bool:
    return any(place == spot.base for place, _ in ride.chips) and is_time(spot.make_rule.when, ride.point)


def _mixed(made: Mapping[int, Absorbed[End]], shares: Shares) -> Absorbed[End]:
    """Return how a bet ends if it is made at a puck with these probabilities."""
    ends: dict[End, Fraction] = {}
    for point, share in shares.items():
        for end, chance in made[point].ends.items():
            ends[end] = ends.get(end, Fraction(0)) + share * chance
    return Absorbed(ends, sum((share * made[point].rolls for point, share in shares.items()), Fraction(0)))


def _lengths(chain: MarkovChain[Ride, End], bet: RidingBet, shares: Shares) -> tuple[Fraction, ...]:
    return lengths(chain, {bet.made(point): share for point, share in shares.items()}, ROLLS_TOLD)


def _kept_up(made: Mapping[int, Absorbed[End]], points: Shares) -> Shares:
    """Return the long-run distribution of the puck for a player who makes the bet again as soon as the book allows."""
    moves: dict[int, dict[int, Fraction]] = {}
    for point, absorbed in made.items():
        row = moves.setdefault(point, {})
        for end, chance in absorbed.ends.items():
            again = {end.point: Fraction(1)} if end.point in made else {0: Fraction(1)} if end.point else points
            for puck, share in again.items():
                row[puck] = row.get(puck, Fraction(0)) + chance * share
    return long_run(moves)


def _results(ended: Absorbed[End], flat: Amount, working_rolls: Fraction) -> Results:
    ends = ended.ends.items()

    def mean(values: Iterator[Fraction]) -> Fraction:
        return sum(values, Fraction(0))

    value = mean(chance * end.net for end, chance in ends)
    decided = mean(chance for end, chance in ends if end.decided)
    outlay_decided = mean(chance * end.outlay for end, chance in ends if end.decided)
    if not decided:
        raise NeverDecided
    return Results(
        win=mean(chance for end, chance in ends if end.net > 0),
        lose=mean(chance for end, chance in ends if end.net < 0),
        push=mean(chance for end, chance in ends if not end.net),
        ev_per_bet_made=value / flat,
        ev_per_bet_resolved=value / flat / decided,
        ev_per_roll=value / flat / working_rolls,
        ev_on_outlay=value / mean(chance * end.outlay for end, chance in ends),
        ev_on_outlay_resolved=value / outlay_decided,
        variance=mean(chance * end.net**2 for end, chance in ends) / flat**2 - (value / flat) ** 2,
    )
