"""What one roll does to one bet: where the stake goes and what the house pays, book by book."""

from fractions import Fraction
from functools import cache

BOOKS = ("exhibit-a", "adelaide", "sentosa", "evolution")
BOXES = (4, 5, 6, 8, 9, 10)
HARD = (4, 6, 8, 10)
HORN = (2, 3, 11, 12)

NOTHING = Fraction(0)
EVENS = Fraction(1)


def split(spot: str) -> tuple[str, int]:
    """The kind of a spot and its number, 0 if it has none: come-odds-6 is ("come-odds", 6)."""
    head, _, tail = spot.rpartition("-")
    if tail.isdigit():
        return head, int(tail)
    return spot, 0


@cache
def spots(book: str) -> tuple[str, ...]:
    """Every spot a bet can lie on in this book."""
    found = ["pass", "dont-pass", "come", "dont-come", "pass-odds", "dont-pass-odds"]
    for n in BOXES:
        found += [f"come-{n}", f"dont-come-{n}", f"come-odds-{n}", f"dont-come-odds-{n}", f"place-{n}"]
        if book in ("adelaide", "evolution"):
            found.append(f"place-lose-{n}")
        if book in ("adelaide", "sentosa"):
            found += [f"buy-{n}", f"lay-{n}"]
    found += [f"hard-{n}" for n in HARD]
    found += ["field", "any-seven", "any-craps", "eleven", "c-and-e"]
    if book != "exhibit-a":
        # XA-5: exhibit-a prices craps 2, 3, 12 only as parts of the horn and the world.
        found += ["craps-2", "craps-3", "craps-12"]
    if book != "evolution":
        found.append("horn")
    if book in ("exhibit-a", "sentosa"):
        found += [f"horn-high-{n}" for n in HORN]
    if book in ("exhibit-a", "adelaide"):
        found.append("world")
    if book == "adelaide":
        found += ["big-6", "big-8"]
    return tuple(found)


def stands(book: str, spot: str, point: int | None) -> bool:
    """Whether a bet can lie on this spot while the puck shows this point (None: off)."""
    if spot not in spots(book):
        return False
    if spot in ("pass-odds", "dont-pass-odds", "come"):
        return point is not None
    if spot == "dont-come":
        # SE-6: after a 12 it waits in its box, whatever the puck does.
        return point is not None or book == "sentosa"
    return True


def ever_sleeps(book: str, spot: str) -> bool:
    """Whether bets of this kind are ever not working."""
    kind, _ = split(spot)
    if spot not in spots(book):
        return False
    if book == "exhibit-a":
        return kind in ("place", "come-odds", "hard")
    if book == "adelaide":
        return kind in ("place", "buy", "come-odds", "hard")
    if book == "sentosa":
        return kind in ("place", "buy", "lay", "hard")
    return False


def can_sleep(book: str, spot: str, point: int | None) -> bool:
    """Whether the bet may be not working, by default or by a call, with this puck."""
    if book == "sentosa":
        return ever_sleeps(book, spot)
    return ever_sleeps(book, spot) and point is None


def asleep_by_default(book: str, spot: str, point: int | None) -> bool:
    """Whether the bet does not work with this puck unless its player calls it on."""
    return ever_sleeps(book, spot) and point is None


def taking(book: str, n: int) -> Fraction:
    """What odds taken on a number pay."""
    if n in (4, 10):
        return Fraction(2, 1)
    if n in (5, 9):
        return Fraction(3, 2)
    if book == "exhibit-a":
        return Fraction(1, 1)  # XA-1
    return Fraction(6, 5)


def laying(book: str, n: int) -> Fraction:
    """What odds laid against a number pay."""
    if n in (4, 10):
        return Fraction(1, 2)
    if book == "exhibit-a":
        return Fraction(3, 4)  # XA-2
    if n in (5, 9):
        return Fraction(2, 3)
    return Fraction(5, 6)  # AD-1: the printed "6 & 9" means 6 and 8


def placing(book: str, n: int) -> Fraction:
    """What a place bet to win pays."""
    if book == "exhibit-a":
        if n in (4, 10):
            return Fraction(7, 4)
        if n in (5, 9):
            return Fraction(5, 4)
        return Fraction(1, 1)
    if n in (4, 10):
        return Fraction(9, 5)
    if n in (5, 9):
        return Fraction(7, 5)
    return Fraction(7, 6)


def placing_to_lose(n: int) -> Fraction:
    """What a place bet to lose pays."""
    if n in (4, 10):
        return Fraction(5, 11)
    if n in (5, 9):
        return Fraction(5, 8)
    return Fraction(4, 5)


def one_number(book: str, total: int) -> int:
    """What craps 2, 3, 12 and eleven pay to one, alone or as a part of a horn or a world."""
    if total in (3, 11):
        return 15
    if book == "adelaide":
        return 32
    return 30


def won(profit: Fraction) -> tuple[str, Fraction]:
    return "rack", profit


LOST = ("house", NOTHING)
STAYS = ("stay", NOTHING)
RETURNED = ("rack", NOTHING)


def cell(book: str, spot: str, point: int | None, working: bool, a: int, b: int) -> tuple[str, Fraction]:
    """Where the stake goes and the net profit as a fraction of the whole stake."""
    if not stands(book, spot, point):
        raise ValueError(f"{book}: no bet lies on {spot} with the puck at {point}")
    if not working and not can_sleep(book, spot, point):
        raise ValueError(f"{book}: {spot} always works with the puck at {point}")
    total = a + b
    kind, n = split(spot)
    if not working:
        # ALL-3: odds cannot stand without their bet, and asleep they neither win nor lose.
        if kind == "come-odds" and total in (n, 7):
            return RETURNED
        return STAYS
    if kind in ("pass", "dont-pass", "come", "dont-come"):
        return line(book, kind, n, point, total)
    if kind in ("pass-odds", "dont-pass-odds"):
        assert point is not None
        return odds(book, kind, point, total)
    if kind in ("come-odds", "dont-come-odds"):
        return odds(book, kind, n, total)
    if kind in ("place", "buy", "place-lose", "lay", "big"):
        return box(book, kind, n, total)
    if kind == "hard":
        return hardway(n, a, b)
    return one_roll(book, kind, n, total)


def line(book: str, kind: str, n: int, point: int | None, total: int) -> tuple[str, Fraction]:
    """Pass, don't pass, come and don't come, on their first roll or on their point."""
    number = (point or 0) if kind in ("pass", "dont-pass") else n
    right = kind in ("pass", "come")
    if number:
        if total == number:
            return won(EVENS) if right else LOST
        if total == 7:
            return LOST if right else won(EVENS)
        return STAYS
    if total in (7, 11):
        return won(EVENS) if right else LOST
    if total in (2, 3):
        return LOST if right else won(EVENS)
    if total == 12:
        if right:
            return LOST
        # SE-5, SE-6: Inactive, the bet stays. Elsewhere void or a push, the bet goes back (ALL-2).
        return STAYS if book == "sentosa" else RETURNED
    if kind in ("come", "dont-come"):
        return f"{kind}-{total}", NOTHING
    return STAYS


def odds(book: str, kind: str, n: int, total: int) -> tuple[str, Fraction]:
    """Odds on a line or come bet whose point is n."""
    if kind in ("pass-odds", "come-odds"):
        if total == n:
            return won(taking(book, n))
        if total == 7:
            return LOST
        return STAYS
    if total == 7:
        return won(laying(book, n))
    if total == n:
        return LOST
    return STAYS


def box(book: str, kind: str, n: int, total: int) -> tuple[str, Fraction]:
    """Bets for or against one number, decided by it or a seven."""
    if kind in ("place", "buy", "big"):
        if total == n:
            if kind == "place":
                return won(placing(book, n))
            if kind == "buy":
                return won(taking(book, n))
            return won(EVENS)
        if total == 7:
            return LOST
        return STAYS
    if total == 7:  # AD-2: place to lose wins when the seven comes first
        return won(placing_to_lose(n)) if kind == "place-lose" else won(laying(book, n))
    if total == n:
        return LOST
    return STAYS


def hardway(n: int, a: int, b: int) -> tuple[str, Fraction]:
    """The pair wins, the easy way and any seven lose."""
    if a + b == n:
        if a != b:
            return LOST
        return won(Fraction(7)) if n in (4, 10) else won(Fraction(9))
    if a + b == 7:
        return LOST
    return STAYS


def one_roll(book: str, kind: str, n: int, total: int) -> tuple[str, Fraction]:
    """Bets decided by every roll. Of a composite the parts that are not hit lose (ALL-8, AD-15)."""
    if kind == "field":
        if total in (2, 12):
            return won(Fraction(2))
        return won(EVENS) if total in (3, 4, 9, 10, 11) else LOST
    if kind == "any-seven":
        return won(Fraction(4)) if total == 7 else LOST
    if kind == "any-craps":
        return won(Fraction(7)) if total in (2, 3, 12) else LOST
    if kind == "craps":
        return won(Fraction(one_number(book, n))) if total == n else LOST
    if kind == "eleven":
        return won(Fraction(one_number(book, 11))) if total == 11 else LOST
    if kind == "c-and-e":
        if total in (2, 3, 12):
            return won(Fraction(7 - 1, 2))
        return won(Fraction(15 - 1, 2)) if total == 11 else LOST
    if kind == "world" and total == 7:
        return won(Fraction(4 - 4, 5))
    if total not in HORN:
        return LOST
    pays = one_number(book, total)
    if kind == "horn":
        return won(Fraction(pays - 3, 4))
    if kind == "horn-high" and total == n:
        return won(Fraction(2 * pays - 3, 5))
    return won(Fraction(pays - 4, 5))
