"""A whole table played slowly: bets, calls, rolls and the crew's procedures under each book.

Every command answers True if it was accepted; a refused command changes nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from .cells import BOOKS, BOXES, asleep_by_default, can_sleep, cell, ever_sleeps, laying, split, spots

ODDS_ON = {"pass": "pass-odds", "dont-pass": "dont-pass-odds"}
for _n in BOXES:
    ODDS_ON[f"come-{_n}"] = f"come-odds-{_n}"
    ODDS_ON[f"dont-come-{_n}"] = f"dont-come-odds-{_n}"
BASE_OF = {odds: base for base, odds in ODDS_ON.items()}


@dataclass
class Chips:
    """One seat's bet on one spot and what has to be remembered about it."""

    stake: int = 0
    fresh: int = 0  # placed since the last valid roll
    this_round: int = 0  # placed in this round of play
    seen: bool = False  # a valid roll was thrown with it on the layout
    button: str = ""  # exhibit-a, adelaide: "" none, "all" or "only" an On button
    pending: bool = False  # an On call nobody has confirmed
    call: bool | None = None  # sentosa: On or Off for the next valid roll
    overlooked: bool = False  # reached the layout past the limits
    warned_before: bool = False  # ... although its owner had been warned


class Game:
    """One table under one book, with the seats' racks and bets."""

    def __init__(self, book: str, table: Mapping[str, Any], racks: dict[int, int]) -> None:
        if book not in BOOKS:
            raise ValueError(book)
        self.book = book
        self.table = dict(table)
        self.racks = dict(racks)
        self.point: int | None = None
        self.commission = 0
        self.deciding_only = False  # exhibit-a Shooter (2)
        self.decided = False  # a bet was won or lost in this round
        self.layout: dict[int, dict[str, Chips]] = {seat: {} for seat in racks}
        self._locked: set[int] = set()  # don't pass taken down after a roll
        self._warned: set[int] = set()
        self.choices: dict[int, set[str]] = {seat: set() for seat in racks}  # bets that wait for sentosa 5.2

    @property
    def bets(self) -> dict[int, dict[str, int]]:
        """Every stake on the layout, by seat and spot."""
        return {seat: {spot: c.stake for spot, c in mine.items()} for seat, mine in self.layout.items()}

    @property
    def vig(self) -> dict[int, dict[str, int]]:
        """The vigorish paid on every bet on the layout, 0 where the bet carries none."""
        return {
            seat: {spot: self._vigorish(spot, c.stake) for spot, c in mine.items()}
            for seat, mine in self.layout.items()
        }

    # --- what the players do

    def bet(self, seat: int, spot: str, amount: int) -> bool:
        """Put an amount on a spot, on top of what is there."""
        return self._place(seat, spot, amount, noticed=True)

    def unnoticed(self, seat: int, spot: str, amount: int) -> bool:
        """Record a bet that reached the layout past the limits."""
        if self.book not in ("adelaide", "sentosa"):
            return False
        return self._place(seat, spot, amount, noticed=False)

    def late(self, seat: int, spot: str, amount: int, confirmed_by: list[str]) -> bool:
        """Take a bet while the dice are in the air."""
        if self.book != "exhibit-a" or "dealer" not in confirmed_by or "boxperson" not in confirmed_by:
            return False
        return self._place(seat, spot, amount, noticed=True)

    def remove(self, seat: int, spot: str) -> bool:
        """Take a bet down."""
        if seat not in self.racks or spot not in self.layout[seat]:
            return False
        return self.reduce(seat, spot, self.layout[seat][spot].stake)

    def reduce(self, seat: int, spot: str, by: int) -> bool:
        """Take part of a bet down; the whole of it is a removal."""
        if seat not in self.racks or spot not in self.layout[seat] or not amount_ok(by):
            return False
        chips = self.layout[seat][spot]
        if by > chips.stake or self._contract(spot):
            return False
        if self.book == "evolution" and by > chips.fresh:
            return False
        left = chips.stake - by
        if left and not (self._in_units(spot, left) and self._over_minimum(spot, left)):
            return False
        if spot == "dont-pass" and chips.seen and self.book in ("exhibit-a", "adelaide"):
            self._locked.add(seat)
        chips.overlooked = False
        self._take_down(seat, spot, by)
        self._end_decision_only_if_done()
        return True

    def call(self, seat: int, spot: str, on: bool, *, confirmed: bool = True, only: bool = False) -> bool:
        """Call a bet on or off."""
        if seat not in self.racks or spot not in self.layout[seat] or not ever_sleeps(self.book, spot):
            return False
        chips = self.layout[seat][spot]
        if self.book == "sentosa":
            chips.call = on
            return True
        if not on:
            if not chips.button and not chips.pending:
                return False
            chips.button, chips.pending = "", False
            return True
        if not confirmed:
            chips.pending = not chips.button
            return True
        chips.button, chips.pending = ("only" if only else "all"), False
        if self.book == "adelaide" and not only:
            for other, others in self.layout[seat].items():
                if split(other)[0] == split(spot)[0]:
                    others.button, others.pending = "all", False
        return True

    def walk_away(self, seat: int, pending: bool) -> bool:
        """A player leaves the table; the bets run on, but for those that sentosa 5.3 folds for want of a decision."""
        if self.book != "sentosa" or not pending:
            return True
        if not self.choices[seat]:
            return False
        for spot in self.choices[seat]:
            self.layout[seat].pop(spot, None)
            for odds in [each for each, base in BASE_OF.items() if base == spot]:
                self.layout[seat].pop(odds, None)
        self.choices[seat] = set()
        return True

    # --- may this bet be made?

    def _place(self, seat: int, spot: str, amount: int, noticed: bool) -> bool:
        if seat not in self.racks or spot not in spots(self.book) or not amount_ok(amount):
            return False
        standing = self.layout[seat][spot].stake if spot in self.layout[seat] else 0
        total = standing + amount
        if not self._open(seat, spot) or not self._in_units(spot, total):
            return False
        if noticed and not (self._over_minimum(spot, total) and self._under_maximum(seat, spot, total)):
            return False
        if spot in BASE_OF and total > self._odds_limit(seat, spot):
            return False
        charge = self._vigorish(spot, total) - self._vigorish(spot, standing)
        if self.racks[seat] < amount + charge:
            return False
        self.racks[seat] -= amount + charge
        self.commission += charge
        if not standing:
            self.layout[seat][spot] = self._new_chips(seat, spot)
        chips = self.layout[seat][spot]
        chips.stake = total
        chips.fresh += amount
        chips.this_round += amount
        chips.overlooked = not noticed
        chips.warned_before = seat in self._warned
        if spot in ("pass", "dont-pass"):
            self.deciding_only = False
        return True

    def _new_chips(self, seat: int, spot: str) -> Chips:
        chips = Chips()
        if self.book == "adelaide" and ever_sleeps("adelaide", spot):
            for other, others in self.layout[seat].items():
                if split(other)[0] == split(spot)[0] and others.button == "all":
                    chips.button = "all"  # AD-11: made while such a button lies there
        return chips

    def _open(self, seat: int, spot: str) -> bool:
        """Whether the book takes this bet now, whatever its amount."""
        kind, number = split(spot)
        if spot in BASE_OF:
            # The limit asks for the bet that the odds support, and for its point.
            return True
        if self.deciding_only:
            return spot in ("pass", "dont-pass")
        if spot == "pass":
            if self.book == "sentosa" and "pass" in self.layout[seat]:
                return True  # SE-4: a contract bet may be raised after the point
            return self.point is None
        if spot == "dont-pass":
            return self.point is None and seat not in self._locked
        if kind == "come" and number:
            return self.book == "sentosa" and self.point is not None and spot in self.layout[seat]
        if kind == "dont-come" and number:
            return False
        if kind in ("come", "dont-come"):
            return self.point is not None
        if kind == "big":
            return bool(self.table.get("big68", True))
        return True

    def _in_units(self, spot: str, total: int) -> bool:
        kind, _ = split(spot)
        unit: int = self.table.get("unit", 100)
        if self.book in ("exhibit-a", "sentosa"):
            if kind == "horn":
                return total % (4 * unit) == 0
            if kind in ("horn-high", "world"):
                return total % (5 * unit) == 0
        if self.book == "exhibit-a" and kind == "c-and-e":
            return total % 2 == 0
        return True

    def _minimum(self, spot: str) -> int:
        least: int = self.table.get("min", {}).get(spot, 0)
        return least

    def _maximum(self, spot: str) -> int | None:
        most: int | None = self.table.get("max", {}).get(spot)
        return most

    def _over_minimum(self, spot: str, total: int) -> bool:
        least = self._minimum(spot)
        if total < least:
            return False
        if self.book == "adelaide" and self.table.get("multiples_notice") and least:
            return total % least == 0
        return True

    def _under_maximum(self, seat: int, spot: str, total: int) -> bool:
        most = self._maximum(spot)
        if most is None:
            return True
        if self._shared():
            for other, mine in self.layout.items():
                if other != seat and spot in mine:
                    total += mine[spot].stake
        return total <= most

    def _shared(self) -> bool:
        return self.book == "sentosa" and bool(self.table.get("shared_boxes"))

    def _odds_limit(self, seat: int, spot: str) -> int:
        """The largest stake these odds may have, 0 without a bet on its point to support."""
        base = BASE_OF[spot]
        if base not in self.layout[seat]:
            return 0
        number = split(spot)[1] or self.point
        if number is None:
            return 0
        flat = self.layout[seat][base].stake
        most = Fraction(self._multiple(number) * flat)
        if spot.startswith("dont") and self.book != "evolution":
            most = most / laying(self.book, number)  # the winnings are limited, not the stake
        return floor(most)

    def _multiple(self, number: int) -> int:
        if self.book == "sentosa":
            if number in (4, 10):
                return 3
            return 4 if number in (5, 9) else 5
        usual = 10 if self.book == "adelaide" else 1
        posted = self.table.get("odds_multiple", usual)
        if isinstance(posted, Mapping):
            posted = posted.get(number, posted.get(str(number), usual))
        return int(posted)

    def _vigorish(self, spot: str, stake: int) -> int:
        kind, number = split(spot)
        if kind == "buy":
            return stake * 5 // 100
        if kind == "lay":
            return floor(stake * laying(self.book, number) * 5 / 100)
        return 0

    # --- taking chips down

    def _contract(self, spot: str) -> bool:
        """Whether the bet may not be touched now."""
        kind, number = split(spot)
        if self.book == "sentosa":
            return kind in ("pass", "come")
        if self.book == "evolution":
            return False
        return (kind == "pass" and self.point is not None) or (kind == "come" and number > 0)

    def _take_down(self, seat: int, spot: str, by: int, *, charge_back: bool = False) -> None:
        """Give chips back, the newest part first, and bring the odds within their limit (ALL-5)."""
        chips = self.layout[seat][spot]
        charge = self._vigorish(spot, chips.stake) - self._vigorish(spot, chips.stake - by)
        if charge_back or self.book == "adelaide":
            self.racks[seat] += charge
            self.commission -= charge
        self.racks[seat] += by
        chips.stake -= by
        chips.fresh = max(0, chips.fresh - by)
        chips.this_round = max(0, chips.this_round - by)
        if chips.stake == 0:
            del self.layout[seat][spot]
        odds = ODDS_ON.get(spot, "")
        if odds in self.layout[seat]:
            excess = self.layout[seat][odds].stake - self._odds_limit(seat, odds)
            if excess > 0:
                self._take_down(seat, odds, excess)

    # --- the dice

    def roll(self, a: int, b: int) -> None:
        """Throw the dice and settle everything they decide."""
        total = a + b
        results = []
        for seat, mine in self.layout.items():
            for spot, chips in mine.items():
                where, pays = cell(self.book, spot, self.point, self._works(spot, chips), a, b)
                results.append((seat, spot, where, pays, self._at_risk(seat, spot)))
        warned = set(self._warned)
        for seat, spot, where, pays, at_risk in results:
            if where in ("rack", "house"):
                self._settle(seat, spot, where, pays, at_risk, warned)
        for seat, spot, where, _, _ in results:
            # ALL-10: everything is paid before a come bet takes its number.
            if where not in ("rack", "house", "stay"):
                assert where not in self.layout[seat]
                self.layout[seat][where] = self.layout[seat].pop(spot)
        self._warned = warned
        self._move_puck(total)
        self._end_decision_only_if_done()

    def _works(self, spot: str, chips: Chips) -> bool:
        if not can_sleep(self.book, spot, self.point):
            return True
        if chips.call is not None:
            return chips.call
        if chips.button:
            return True
        return not asleep_by_default(self.book, spot, self.point)

    def _settle(self, seat: int, spot: str, where: str, pays: Fraction, risk: int, warned: set[int]) -> None:
        chips = self.layout[seat].pop(spot)
        # A world on seven wins at no profit; any other stake back without profit is no decision.
        decided = where == "house" or pays > 0 or spot == "world"
        if decided:
            self.decided = True
            if self.book == "adelaide" and chips.overlooked and chips.stake < self._minimum(spot):
                if chips.warned_before:
                    charge = self._vigorish(spot, chips.stake)
                    self.racks[seat] += chips.stake + charge
                    self.commission -= charge
                    return
                warned.add(seat)
        if where == "house":
            self.racks[seat] += chips.stake - risk
        else:
            self.racks[seat] += chips.stake + self._profit(spot, risk, pays)

    def _profit(self, spot: str, risk: int, pays: Fraction) -> int:
        unit: int = self.table.get("payable_unit", 1)
        exact = risk * pays
        if self.book != "adelaide":
            return floor(exact / unit) * unit
        least = self._minimum(spot)
        if self.table.get("multiples_notice") and least and risk % least and exact % unit:
            lower = risk - risk % least
            if lower:
                exact = lower * pays
        return -floor(-exact / unit) * unit

    def _at_risk(self, seat: int, spot: str) -> int:
        """How much of the bet the roll can win or lose."""
        stake = self.layout[seat][spot].stake
        most = self._maximum(spot)
        if most is None or self.book not in ("adelaide", "sentosa"):
            return stake
        if not self._shared():
            return min(stake, most)
        stakes = {other: mine[spot].stake for other, mine in self.layout.items() if spot in mine}
        return pro_rata(stakes, most, self._minimum(spot))[seat]

    def _move_puck(self, total: int) -> None:
        if self.point is None:
            established = total in BOXES and not self.deciding_only
            round_over = total not in BOXES
        else:
            established = False
            round_over = total in (self.point, 7)
        if established:
            self.point = total
        if round_over:
            self.point = None
            self.decided = False
            self._locked.clear()
        for mine in self.layout.values():
            for chips in mine.values():
                chips.fresh = 0
                chips.seen = True
                chips.call = None  # SE-18
                if established:
                    chips.button, chips.pending = "", False  # ALL-11
                if round_over:
                    chips.this_round = 0

    def no_roll(self) -> None:
        """A throw that does not count: every bet stays as it was (ALL-16), and the roll before it stands (EV-7)."""

    # --- the crew

    def decision_only(self) -> bool:
        """From here the dice only decide the come and don't come bets (exhibit-a Shooter (2))."""
        if self.book != "exhibit-a" or self.point is not None or not self._come_bets_stand():
            return False
        for mine in self.layout.values():
            if "pass" in mine or "dont-pass" in mine:
                return False  # somebody has a line bet to shoot on
        self.deciding_only = True
        return True

    def _come_bets_stand(self) -> bool:
        for mine in self.layout.values():
            for spot in mine:
                kind, number = split(spot)
                if kind in ("come", "dont-come") and number:
                    return True
        return False

    def _end_decision_only_if_done(self) -> None:
        if not self._come_bets_stand():
            self.deciding_only = False

    def interrupt(self) -> None:
        """A technical interruption: sentosa voids a round in which nothing was won or lost."""
        if self.book != "sentosa" or self.decided:
            return
        for seat in self.layout:
            for spot in list(self.layout[seat]):
                chips = self.layout[seat].get(spot)
                if chips is not None and spot in ("pass", "dont-pass"):  # SE-45: the round it is contested in
                    self._take_down(seat, spot, chips.stake, charge_back=True)
                elif chips is not None and chips.this_round:
                    self._take_down(seat, spot, chips.this_round, charge_back=True)
        self.point = None

    def malfunction(self) -> bool:
        """Evolution: open stakes go back; a settled roll stands unless it is named."""
        if self.book != "evolution":
            return False
        for seat, mine in self.layout.items():
            self.racks[seat] += sum(chips.stake for chips in mine.values())
            mine.clear()
        self.point = None
        return True


def amount_ok(amount: object) -> bool:
    """A whole number of cents, more than none."""
    return isinstance(amount, int) and not isinstance(amount, bool) and amount > 0


def pro_rata(stakes: dict[int, int], most: int, least: int) -> dict[int, int]:
    """Sentosa 5.1.1, 5.1.2 (SE-15): what each seat in an over-full box wins or loses on."""
    if sum(stakes.values()) <= most:
        return dict(stakes)
    risk = {seat: stake for seat, stake in stakes.items() if stake < least}
    sharing = {seat: stake for seat, stake in stakes.items() if stake >= least}
    while sharing:
        rest = most - sum(risk.values())
        shares = {seat: floor(Fraction(rest * stake, sum(sharing.values()))) for seat, stake in sharing.items()}
        too_low = [seat for seat in sharing if shares[seat] < least]
        if not too_low:
            risk.update(shares)
            break
        for seat in too_low:
            risk[seat] = least
            del sharing[seat]
    return risk
