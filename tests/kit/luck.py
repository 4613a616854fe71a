"""One random game: who plays, where, how the table is run, and what it is mostly about."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from comeout.dice import ROLLS, Roll
from comeout.money import show_amount
from comeout.rules.layout import Layout

LEAST = (200, 500, 600, 1_000)
MOST = (600, 1_000, 2_000, 5_000)


@dataclass
class Luck:
    """One random game: who plays, where, how the table is run and what it is mostly about."""

    random: random.Random
    layout: Layout
    people: bool
    seats_shoot: bool
    theme: str
    number: int
    hot: list[str] = field(default_factory=list)

    def settings(self) -> dict[str, str]:
        """The table as it opens."""
        found = {"crew": "people" if self.people else "automatic"}
        if self.seats_shoot:
            found["shooter"] = "seats"
        for _ in range(6 if self.theme == "limits" else self.random.choice((0, 1, 3))):
            name, value = self.notice()
            if name.partition(" ")[0] not in ("crew", "shooter"):
                found[name] = value
        for spot in list(self.layout.by_id):
            low, high = f"min {spot}", f"max {spot}"
            if low in found and high in found:
                del found[low]
        return found

    def roll(self) -> Roll:
        """Two dice, of the game's number or of a seven more often than fair ones."""
        luck = self.random
        wanted = luck.choice((0, 0, 0, self.number, self.number, 7, 12 if luck.random() < 0.5 else 0))
        return luck.choice([roll for roll in ROLLS if roll.total == wanted] or ROLLS)

    def notice(self) -> tuple[str, str]:
        """One thing to post, limits more often than anything else."""
        book, luck = self.layout.rulebook, self.random
        kinds = ["min", "max", "max", "max"]
        if self.theme == "limits":
            kinds += kinds
        kinds += ["payable-unit", "betting-unit"]
        if book.odds:
            kinds.append("odds")
        if book.limits.shared:
            kinds += ["shared-boxes", "shared-boxes"]
        if book.limits.multiples_notice:
            kinds += ["multiples-notice", "unavailable"]
        if book.dont_lock:
            kinds.append("strict-dont-come")
        if not book.breakage.fixed:
            kinds.append("breakage")
        kind = luck.choice(kinds)
        if kind in ("min", "max"):
            spot = luck.choice(self.hot)
            if spot in ("come", "dont-come") and luck.random() < 0.3:
                spot = f"{spot}-{self.number}"
            amount = luck.choice(LEAST if kind == "min" else MOST)
            return f"{kind} {spot}", "none" if luck.random() < 0.2 else show_amount(amount)
        if kind in ("payable-unit", "betting-unit"):
            return kind, show_amount(luck.choice((1, 5, 25, 100)))
        if kind == "odds":
            most = 5 if luck.random() < 0.8 else 10
            by_point = ",".join(f"{n}:{luck.randint(1, most)}" for n in (4, 5, 6, 8, 9, 10))
            return kind, by_point if luck.random() < 0.5 else str(luck.randint(1, most))
        if kind == "unavailable":
            return kind, luck.choice(("none", "big"))
        if kind == "breakage":
            return kind, luck.choice(("up", "down"))
        return kind, luck.choice(("on", "off"))
