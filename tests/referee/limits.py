"""How much: minimum, maximum, units and odds; the vigorish; and how much of a bet a roll can win or lose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from .cells import laying, split
from .position import BASE_OF, Notice, Part, Position

NO_LIMIT = 10**18


# --- what is posted


def box_of(spot: str) -> str:
    """The box a bet on a come number was made in: its limits follow it there."""
    kind, number = split(spot)
    return kind if kind in ("come", "dont-come") and number else ""


def minimum(notice: Notice, spot: str) -> int:
    """The smallest bet, of the box it was made in and of its number, whichever is tighter."""
    posted: dict[str, int] = notice.get("min", {})
    return max(posted.get(spot, 0), posted.get(box_of(spot), 0))


def maximum(notice: Notice, spot: str) -> int:
    """The largest bet, of the box it was made in and of its number, whichever is tighter."""
    posted: dict[str, int] = notice.get("max", {})
    return min(posted.get(spot, NO_LIMIT), posted.get(box_of(spot), NO_LIMIT))


def shared(book: str, notice: Notice, spot: str) -> bool:
    """Whether a box has one maximum for all who bet in it (sentosa 3.6): every box, or the boxes named."""
    boxes = notice.get("shared_boxes", False)
    if book != "sentosa" or not boxes:
        return False
    return boxes is True or spot in boxes or box_of(spot) in boxes


def in_units(book: str, notice: Notice, spot: str, total: int) -> bool:
    """Whether an amount splits into the equal parts its bet consists of (XA-16)."""
    kind, _ = split(spot)
    unit: int = notice.get("unit", 100)
    if book in ("exhibit-a", "sentosa"):
        if kind == "horn":
            return total % (4 * unit) == 0
        if kind in ("horn-high", "world"):
            return total % (5 * unit) == 0
    if book == "exhibit-a" and kind == "c-and-e":
        return total % 2 == 0
    return True


def over_minimum(book: str, notice: Notice, spot: str, total: int) -> bool:
    """Whether a bet meets the minimum, and is a multiple of it where a notice asks for that."""
    least = minimum(notice, spot)
    if total < least:
        return False
    if book == "adelaide" and notice.get("multiples_notice") and least:
        return total % least == 0
    return True


def others_stake(game: Position, seat: int, spot: str) -> int:
    """What others have put against the maximum that this seat is under now."""
    together = set(game.layout) if shared(game.book, game.table, spot) else game.group(seat)
    others = together - {seat}
    return sum(game.layout[other][spot].stake for other in others if spot in game.layout.get(other, {}))


def under_maximum(game: Position, seat: int, spot: str, total: int) -> bool:
    """Whether a bet fits under the maximum posted now, beside partners or others in a shared box."""
    return total + others_stake(game, seat, spot) <= maximum(game.table, spot)


# --- odds and charges


def multiple(book: str, notice: Notice, number: int) -> int:
    """How many times the flat bet odds may be (taken) or win (laid)."""
    if book == "sentosa":
        if number in (4, 10):
            return 3
        return 4 if number in (5, 9) else 5
    usual = 10 if book == "adelaide" else 1
    posted = notice.get("odds_multiple", usual)
    if isinstance(posted, Mapping):
        posted = posted.get(number, posted.get(str(number), usual))
    return int(posted)


def most_odds(book: str, notice: Notice, spot: str, point: int | None, flat: int) -> int:
    """The largest stake odds may have on a flat bet of this size, 0 without a point."""
    number = split(spot)[1] or point
    if number is None:
        return 0
    most = multiple(book, notice, number) * flat
    if spot.startswith("dont") and book != "evolution":
        if rounds_up(book, notice):
            # The winnings are limited, as they would be paid.
            unit = notice.get("payable_unit", 1)
            most = most // unit * unit
        return floor(most / laying(book, number))
    return most


def supported(game: Position, seat: int, spot: str) -> int:
    """How much of the bet under these odds counts: what of it is within the maximum."""
    base = BASE_OF[spot]
    if base not in game.layout[seat]:
        return 0
    return risks(game, base)[seat]


def odds_limit(game: Position, seat: int, spot: str, notice: Notice) -> int:
    """The largest stake that these odds of this seat may have."""
    return most_odds(game.book, notice, spot, game.point, supported(game, seat, spot))


def vigorish(book: str, spot: str, stake: int) -> int:
    """The charge on a whole bet, a fraction of a cent dropped."""
    kind, number = split(spot)
    if kind == "buy":
        return stake * 5 // 100
    if kind == "lay":
        return floor(stake * laying(book, number) * 5 / 100)
    return 0


# --- payment


def rounds_up(book: str, notice: Notice) -> bool:
    """Whether a payment goes up to the next payable amount."""
    return book == "adelaide" or notice.get("breakage") == "up"


def profit(book: str, notice: Notice, spot: str, risk: int, pays: Fraction) -> int:
    """What the house pays on so much at risk."""
    unit: int = notice.get("payable_unit", 1)
    exact = risk * pays
    if not rounds_up(book, notice):
        return floor(exact / unit) * unit
    least = minimum(notice, spot)
    if book == "adelaide" and notice.get("multiples_notice") and least and risk % least and exact % unit:
        lower = risk - risk % least
        if lower:
            exact = lower * pays
    return -floor(-exact / unit) * unit


# --- at risk


def risks(game: Position, spot: str) -> dict[int, int]:
    """How much of each bet on a spot the roll can win or lose."""
    bets = {seat: mine[spot] for seat, mine in game.layout.items() if spot in mine}
    parts = in_order(game, spot)
    if game.book not in ("adelaide", "sentosa") or not any(may_be_cut(spot, lying) for lying in parts):
        return {seat: chips.stake for seat, chips in bets.items()}
    if game.book == "sentosa":
        return in_proportion(game, spot, parts)
    found = dict.fromkeys(bets, 0)
    for lying, counts in first_come(game, spot):
        found[lying.seat] += counts
    return found


@dataclass
class Lying:
    """A part of a bet with its owner and the notice it was made under."""

    seat: int
    part: Part
    notice: Notice

    @property
    def sent_back(self) -> bool:
        """Adelaide 14(g): below the minimum although its owner had been warned."""
        return self.part.below and self.part.warned


def may_be_cut(spot: str, lying: Lying) -> bool:
    """What was accepted counts in full, but for a tighter limit of the number it has travelled to."""
    return lying.part.overlooked or (box_of(spot) != "" and spot in lying.notice.get("max", {}))


def most_of(game: Position, spot: str, lying: Lying) -> int:
    """The most that may count for one part: the posted maximum, and the limit of odds."""
    if not lying.part.overlooked:
        most: int = lying.notice["max"][spot]  # of the number; the box accepted it
        return most
    most = maximum(lying.notice, spot)
    if spot in BASE_OF:
        most = min(most, odds_limit(game, lying.seat, spot, lying.notice))
    return most


def in_order(game: Position, spot: str) -> list[Lying]:
    """Every part of every bet on a spot, as they were made."""
    parts = []
    for seat, mine in game.layout.items():
        for part in mine[spot].parts if spot in mine else ():
            parts.append(Lying(seat, part, game.notices[part.notice]))
    return sorted(parts, key=lambda lying: lying.part.order)


def first_come(game: Position, spot: str) -> list[tuple[Lying, int]]:
    """What was overlooked counts for what the earlier parts leave: a partnership's, or all in a shared box."""
    found: dict[int, int] = {}
    counted = []
    for lying in in_order(game, spot):
        counts = lying.part.amount
        if lying.sent_back:
            counts = 0
        elif may_be_cut(spot, lying):
            together = set(found) if shared(game.book, lying.notice, spot) else game.group(lying.seat)
            used = sum(found.get(other, 0) for other in together)
            counts = min(counts, max(0, most_of(game, spot, lying) - used))
        found[lying.seat] = found.get(lying.seat, 0) + counts
        counted.append((lying, counts))
    return counted


def in_proportion(game: Position, spot: str, parts: list[Lying]) -> dict[int, int]:
    """Sentosa 5.1.1: bets made under the same limits share an over-full box; earlier limits go first."""
    found = dict.fromkeys((lying.seat for lying in parts), 0)
    for group in same_limits(game.book, spot, parts):
        notice = group[0].notice
        common = shared(game.book, notice, spot)
        wanted: dict[int, int] = {}
        for lying in group:
            seat, counts = lying.seat, lying.part.amount
            if may_be_cut(spot, lying) and (not common or spot in BASE_OF):
                counts = min(counts, max(0, most_of(game, spot, lying) - found[seat] - wanted.get(seat, 0)))
            wanted[seat] = wanted.get(seat, 0) + counts
        room = max(0, maximum(notice, spot) - sum(found.values()))
        if common and sum(wanted.values()) > room and any(may_be_cut(spot, lying) for lying in group):
            least = {seat: 0 if found[seat] else minimum(notice, spot) for seat in wanted}
            wanted = pro_rata(wanted, room, least)
        for seat, counts in wanted.items():
            found[seat] += counts
    return found


def same_limits(book: str, spot: str, parts: list[Lying]) -> list[list[Lying]]:
    """The parts by the limits they were made under, those posted first before the others."""
    groups: dict[tuple[int, int, bool], list[Lying]] = {}
    for lying in parts:
        key = (minimum(lying.notice, spot), maximum(lying.notice, spot), shared(book, lying.notice, spot))
        groups.setdefault(key, []).append(lying)
    return sorted(groups.values(), key=lambda group: min(lying.part.notice for lying in group))


def pro_rata(stakes: dict[int, int], most: int, least: dict[int, int]) -> dict[int, int]:
    """Sentosa 5.1.1, 5.1.2 (SE-15): what each seat in an over-full box wins or loses on."""
    risk = {seat: stake for seat, stake in stakes.items() if stake < least[seat]}
    sharing = {seat: stake for seat, stake in stakes.items() if stake >= least[seat]}
    while sharing:
        rest = max(0, most - sum(risk.values()))
        together = sum(sharing.values())
        shares = {seat: min(stake, floor(Fraction(rest * stake, together))) for seat, stake in sharing.items()}
        too_low = [seat for seat in sharing if shares[seat] < least[seat]]
        if not too_low:
            risk.update(shares)
            break
        for seat in too_low:
            risk[seat] = least[seat]
            del sharing[seat]
    return risk
