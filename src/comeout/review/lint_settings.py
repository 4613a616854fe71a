"""Lints the settings of a table: bets that it would pay below the odds that its book prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from comeout.money import even_step, pay, show_amount
from comeout.review.lint import Finding
from comeout.rules.layout import Layout
from comeout.table.settings import Settings, chosen_settings


def lint_settings(layout: Layout, settings: Mapping[str, str]) -> tuple[Finding, ...]:
    """Return the findings about a table of a book with these settings."""
    return tuple(_paid_short(layout, chosen_settings(layout, settings)))


def _paid_short(layout: Layout, settings: Settings) -> Iterator[Finding]:
    """Yield a note for every wager of which some amount is paid more than a cent below the printed odds."""
    clause = layout.rounded_by[settings.multiples_notice][0]
    told: set[str] = set()
    for spot in layout.spots:
        for odds in dict.fromkeys(odds for by_point in layout.win_odds[spot.index] for odds in by_point):
            stake = settings.betting_unit
            paid, exact = pay(stake, odds, settings.payable_unit, settings.breakage_up), pay(stake, odds, 1, True)
            if spot.wager_id in told or exact - paid <= 1:
                continue
            told.add(spot.wager_id)
            step = even_step([odds], settings.payable_unit)
            text = (
                f"the smallest payment is {show_amount(settings.payable_unit)}: {show_amount(stake)} on {spot.id} "
                f"wins {show_amount(paid)} at {layout.odds_word(odds)}, not {show_amount(exact)}; only multiples of "
                f"{show_amount(step)} are paid in full"
            )
            yield Finding("note", spot.wager_id, clause, text)
