"""Which orders are somebody's to give at a table, by their verbs, and in whose name one is given."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from comeout.play.orders import CREW_VERBS
from comeout.rules.layout import Layout
from comeout.table.duties import READS_ONLY, grounds_of, is_duty
from comeout.table.messages import Command
from comeout.table.settings import Settings
from comeout.table.transcript import VERBS

_OF_REAL_DICE = ("call-roll", "correct-roll", "rule")
"""Where the house throws the dice, nobody calls them."""


def orders_of(layout: Layout, settings: Settings, roles: Iterable[str], *, real_dice: bool) -> list[str]:
    """The orders that somebody in these roles may give."""
    working = [role for role in roles if role != READS_ONLY]
    wanted = [verb for verb in CREW_VERBS if real_dice or verb not in _OF_REAL_DICE]
    return [verb for verb in wanted if any(is_duty(layout, settings, VERBS[verb], role) for role in working)]


def reasons_of(layout: Layout, settings: Settings, verb: str, roles: Iterable[str]) -> list[str]:
    """Of the reasons a book lists for an order, those that somebody in these roles may give."""
    return [ground.code for ground in grounds_of(layout, settings, VERBS[verb], roles)]


def spoken_by(command: Command, role: str) -> Command:
    """The same order in somebody's name."""
    return dataclasses.replace(command, by=role)  # type: ignore[arg-type]  # an order has a role for its giver


def is_of_crew(command: Command) -> bool:
    """Whether a command is for the crew to give."""
    return hasattr(command, "by")


def of_seat(command: Command, seat: int) -> Command:
    """The same command from a player's own seat."""
    return dataclasses.replace(command, seat=seat)  # type: ignore[arg-type]  # a player's command has a seat
