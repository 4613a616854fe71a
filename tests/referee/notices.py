"""What is posted at the table, and when it may change."""

from __future__ import annotations

from typing import Any

from .cells import split, spots
from .limits import NO_LIMIT
from .position import Notice, Position
from .shooter import companion


def post(game: Position, setting: str, value: Any) -> bool:
    """Change one notice between throws; "min" and "max" come with (spot, cents or None)."""
    if game.phase not in ("settled", "open", "closed"):
        return False
    notice = dict(game.table)
    if setting in ("min", "max"):
        name, cents = value
        limits: dict[str, int] = dict(notice.get(setting, {}))
        for spot in named(game.book, name):
            limits.pop(spot, None)
            if cents is not None:
                limits[spot] = cents
        notice[setting] = limits
        if not named(game.book, name) or any(crossed(notice, spot) for spot in named(game.book, name)):
            return False
    elif not known(game.book, setting, value):
        return False
    else:
        notice[setting] = value
    game.notices.append(notice)
    if setting == "automatic":
        game.automatic = value
    if setting == "seats_shoot" and value != game.seats_shoot:
        shooters_come_from(game, seats=value)
    return True


def shooters_come_from(game: Position, *, seats: bool) -> None:
    """From here on the seats throw, or a companion does; whoever has the dice gives them up."""
    game.seats_shoot = seats
    game.shooter = game.offered = None
    game.deciding_only = game.unbacked = False
    game.declined, game.dice.hand = set(), ()
    game.let_by.clear()
    if not seats:
        companion(game)


def named(book: str, name: str) -> list[str]:
    """The spots a notice speaks of: one, or all of a family."""
    if name in spots(book):
        return [name]
    return [spot for spot in spots(book) if split(spot)[0] == name]


def crossed(notice: Notice, spot: str) -> bool:
    """Whether a minimum would lie above its maximum."""
    least: int = notice.get("min", {}).get(spot, 0)
    most: int = notice.get("max", {}).get(spot, NO_LIMIT)
    return least > most


def known(book: str, setting: str, value: Any) -> bool:
    """Whether the book lets a table choose this."""
    if setting == "odds_multiple":
        if book == "sentosa":
            return False
        most = 10 if book == "adelaide" else 100
        chosen: list[int] = list(value.values()) if isinstance(value, dict) else [value]
        return min(chosen) >= 1 and max(chosen) <= most
    if setting == "shared_boxes":
        return book == "sentosa"
    if setting == "multiples_notice":
        return book == "adelaide"
    if setting == "breakage":
        return book != "adelaide" or bool(value == "up")
    if setting == "strict_dont_come":
        return book in ("exhibit-a", "adelaide")
    if setting == "seats_shoot":
        return book != "evolution"
    return True  # payable and betting units, who is at the table, and what is not the referee's business
