"""Keeps the tables of players and of the lobby fair: rounding pays no amount better than the printed odds.

Where it would pay small bets better, the house posts a minimum, unless somebody has posted one. What is still left is
refused, with the amount named. An operator may allow it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from comeout.exact.rounding_edges import RoundingEdge, rounding_edges
from comeout.house.host.money_bounds import unit_problem
from comeout.log.records import TableRow
from comeout.money import Amount, show_amount
from comeout.rules.layout import Layout
from comeout.table.settings import SettingError, Settings, change_setting, default_settings

HOUSE_MINIMUM: Amount = 1_00
"""The minimum that the house posts where rounding would pay a smaller bet better than its odds."""

CACHED = 256


def rounding_problem(layout: Layout, settings: Settings) -> str:
    """Return the amount that these settings would pay better than its odds, in a sentence; empty if there is none."""
    found = _edges(layout, settings)
    return str(found[0]) if found else ""


def with_minimums(layout: Layout, settings: Settings) -> Settings:
    """Return the settings with the minimum of the house on the spots that need one and have none."""
    for edge in _edges(layout, settings):
        spot = layout.by_id[edge.bet]
        if not settings.minimum.get(spot.id):
            with suppress(SettingError):  # above a maximum that somebody has chosen; then it is refused with its amount
                settings = change_setting(layout, settings, f"min {spot.id}", show_amount(HOUSE_MINIMUM))
    return settings


def notice_problem(layout: Layout, settings: Settings, name: str, value: str) -> str:
    """Return why a notice may not be posted at a running table: it would make an edge that was not there."""
    try:
        changed = change_setting(layout, settings, name, value)
    except SettingError:
        return ""  # the book says why not
    problem = unit_problem(layout, changed) if name == "payable-unit" else ""
    return problem or ("" if rounding_problem(layout, settings) else rounding_problem(layout, changed))


def notices_due(row: TableRow, layout: Layout, settings: Settings) -> tuple[tuple[str, str], ...]:
    """Return the notices that make a table fair which was opened before the house looked at rounding.

    A table of the house with limits or units of its own is an operator's choice, and stays as it is.
    """
    usual = default_settings(layout)
    own = settings.minimum or (settings.payable_unit, settings.breakage_up) != (usual.payable_unit, usual.breakage_up)
    if (own and not row.player) or not _edges(layout, settings):
        return ()
    unit = usual.payable_unit
    due = [("payable-unit", show_amount(unit))] if settings.payable_unit != unit else []
    fair = with_minimums(layout, replace(settings, payable_unit=unit))
    raised = {spot: least for spot, least in fair.minimum.items() if least != settings.minimum.get(spot)}
    return (*due, *((f"min {spot}", show_amount(least)) for spot, least in raised.items()))


def _edges(layout: Layout, settings: Settings) -> tuple[RoundingEdge, ...]:
    """Return the edges that rounding makes, from a cache by all that they depend on."""
    limits = tuple(sorted(settings.minimum.items())), tuple(sorted(settings.maximum.items()))
    units = settings.payable_unit, settings.betting_unit, settings.breakage_up, settings.multiples_notice
    return _cached(
        layout, _Same(settings, (limits, units, settings.unavailable, *sorted(settings.odds_multiple.items())))
    )


class _Same:
    """Settings that are equal to others in all that rounding depends on."""

    __slots__ = ("key", "settings")

    def __init__(self, settings: Settings, key: tuple[object, ...]) -> None:
        self.settings, self.key = settings, key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(CACHED)
def _cached(layout: Layout, same: _Same) -> tuple[RoundingEdge, ...]:
    return tuple(rounding_edges(layout, same.settings))
