"""Creates a table of the house: its book is stored, its settings are checked, and its log begins."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping

from comeout.errors import ComeoutError
from comeout.house.clock import Clock
from comeout.house.host.payouts import book_problem
from comeout.house.store.contract import LEASE_SECONDS, StaleOwner, Store
from comeout.log.codec import write_event
from comeout.log.hash_chain import Log
from comeout.log.records import Batch, BookRow, DiceKind, Micros, Mode, Profile, TableRow
from comeout.money import show_odds
from comeout.rules.layout import Layout
from comeout.table.engine import ENGINE
from comeout.table.messages import TableOpened
from comeout.table.settings import Settings, change_setting, default_settings, setting_pairs

LONGEST_NAME = 60


class OpeningError(ComeoutError):
    """A table cannot be opened, and what would work."""


async def create_table(
    store: Store,
    clock: Clock,
    layout: Layout,
    *,
    name: str,
    mode: Mode,
    dice: DiceKind,
    profile: Profile,
    settings: Mapping[str, str],
    player: str = "",
) -> TableRow:
    """Create a table: its log exists before anybody can find it."""
    chosen = opening_settings(layout, settings)
    _check(name, mode, dice, player, chosen)
    await _check_book(store, layout)
    await store.keep_book(book_row(layout))
    book = layout.rulebook.book
    opened = TableOpened(layout.id, book.revision, layout.digest, setting_pairs(layout, chosen), ENGINE)
    table, now = await _free_id(store, name, player), clock.now()
    await _begin_log(store, table, opened, now)
    row = TableRow(table, name, layout.digest, mode, dice, profile, player, now)
    await store.create_table(row)
    return row


def opening_settings(layout: Layout, settings: Mapping[str, str]) -> Settings:
    """Return the settings a table of the house opens with: players throw the dice where the book has a shooter."""
    chosen = default_settings(layout)
    if layout.rulebook.shooter.throws != "launcher":
        settings = {"shooter": "seats", **settings}
    for name, value in settings.items():
        chosen = change_setting(layout, chosen, name, value)
    return chosen


def crew_problem(crew: str, dice: DiceKind) -> str:
    """Return why this crew cannot run these dice; empty if it can."""
    if crew == "people" and dice != "crew":
        return f"people read real dice: crew=people needs dice crew, and these are {dice}"
    if dice == "crew" and crew != "people":
        return "dice read off a real table need people: set crew=people, or take dice chain or entropy"
    return ""


def book_row(layout: Layout) -> BookRow:
    """Return a book as it is stored with its tables."""
    payouts = {
        spot: {str(total): show_odds(odds) for total, odds in totals.items()} for spot, totals in layout.payouts.items()
    }
    return BookRow(layout.digest, layout.id, layout.text, json.dumps(payouts))


def _check(name: str, mode: Mode, dice: DiceKind, player: str, chosen: Settings) -> None:
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise OpeningError(f"a table has a name of 1 to {LONGEST_NAME} printable characters")
    if mode == "first-person" and not player:
        raise OpeningError("a first-person table belongs to a player; say whose it is")
    problem = crew_problem(chosen.crew, dice)
    if problem:
        raise OpeningError(problem)


async def _check_book(store: Store, layout: Layout) -> None:
    """Check that a book has an id of its own, and that the house pays alike at all its tables of a book."""
    problem = book_problem(layout)
    if problem:
        raise OpeningError(problem)
    payouts = json.loads(book_row(layout).payouts)
    rows = {row.book: row for row in await store.tables()}
    for digest, row in rows.items():
        book = await store.book(digest) if digest != layout.digest else None
        if book and book.name == layout.id and json.loads(book.payouts or "{}") != payouts:
            rule = layout.rulebook.higher_payouts
            says = f'table "{row.name}" is open under {layout.id} and pays other odds: payouts are alike in a house'
            raise OpeningError(f"{says} ({layout.cite(rule.clause)})" if rule else says)


async def _free_id(store: Store, name: str, player: str) -> str:
    """Return a free id: a table of the house is called after its name, a player's cannot be guessed."""
    if player:
        return secrets.token_hex(8)
    plain = re.sub("[^a-z0-9]+", "-", name.casefold()).strip("-") or "table"
    table, number = plain, 1
    while await store.last_record(table):
        row = await store.table(table)
        if row and not row.closed:
            raise OpeningError(f'there is a table "{table}" already; give this one another name')
        number += 1
        table = f"{plain}-{number}"
    return table


async def _begin_log(store: Store, table: str, opened: TableOpened, now: Micros) -> None:
    lease = await store.claim(table, secrets.token_hex(8), lease_s=LEASE_SECONDS)
    if lease is None:
        raise OpeningError(f'a table "{table}" is being opened by somebody else just now')
    log = Log(table, opened.digest, epoch=lease.epoch)
    try:
        await store.append(lease, Batch(records=[log.next("TableOpened", write_event(opened), now)]))
    except StaleOwner:
        raise OpeningError(f'a table "{table}" was opened by somebody else just now') from None
    finally:
        await store.release(lease)
