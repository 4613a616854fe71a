"""Creates tables: the book is stored, the settings are checked, and the log begins.

A player has a quota of tables; beyond it, an empty one closes for a new one.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import structlog

from comeout.errors import ComeoutError
from comeout.house.clock import Clock
from comeout.house.host.fair_settings import rounding_problem, with_minimums
from comeout.house.host.leaving import ask_table
from comeout.house.host.money_bounds import unit_problem
from comeout.house.players.rate_limits import address_key
from comeout.house.store.contract import LEASE_SECONDS, StaleOwner, Store
from comeout.lessons.lesson import Lesson
from comeout.log.codec import write_event
from comeout.log.hash_chain import Log
from comeout.log.records import (
    LESSON_TABLE,
    Batch,
    BookRow,
    DiceKind,
    Micros,
    Mode,
    Profile,
    TableRow,
    is_lesson,
    lesson_of,
)
from comeout.money import show_odds
from comeout.protocol.frames import Answered
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, has_rules_of, load_book
from comeout.table.engine import ENGINE
from comeout.table.messages import Reason, TableOpened
from comeout.table.settings import Settings, change_setting, default_settings, setting_pairs
from comeout.table.state import Phase

if TYPE_CHECKING:
    from comeout.house.house import House, Place

LONGEST_NAME = 60

log = structlog.get_logger("comeout.house")


class OpeningError(ComeoutError):
    """A table cannot be opened; the sentence says what would work."""


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
    lesson: str = "",
    by_operator: bool = False,
) -> TableRow:
    """Create a table: its log exists before anybody can find it. Only an operator may choose an edge by rounding."""
    chosen = await asyncio.to_thread(opening_settings, layout, settings)
    _check(name, mode, dice, player, chosen)
    if (dice == "lesson") != bool(lesson):
        raise OpeningError("lesson dice are for lessons alone; take chain or entropy, or crew with people")
    problem = unit_problem(layout, chosen) or ("" if by_operator else rounding_problem(layout, chosen))
    if problem:
        raise OpeningError(problem)
    await _check_book(store, layout)
    await store.keep_book(book_row(layout))
    book = layout.rulebook.book
    opened = TableOpened(layout.id, book.revision, layout.digest, setting_pairs(layout, chosen), ENGINE)
    table, now = await _free_id(store, name, player, lesson), clock.now()
    await _begin_log(store, table, opened, now)
    row = TableRow(table, name, layout.digest, mode, dice, profile, player, now)
    await store.create_table(row)
    return row


def opening_settings(layout: Layout, settings: Mapping[str, str]) -> Settings:
    """Return the settings a table of the house opens with: players throw the dice where the book has a shooter.

    The house posts a minimum where rounding would pay a small bet better than its odds.
    """
    chosen = default_settings(layout)
    if layout.rulebook.shooter.throws != "launcher":
        settings = {"shooter": "seats", **settings}
    for name, value in settings.items():
        chosen = change_setting(layout, chosen, name, value)
    return with_minimums(layout, chosen)


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


def _book_problem(layout: Layout) -> str:
    """Return why a book file is refused: it has the id of one of our books and another text. Empty if it is fine."""
    if layout.id not in book_names():
        return ""
    return (
        ""
        if has_rules_of(layout, layout.id)
        else (
            f'{layout.name} has the id "{layout.id}" and is not that book: give it an id of its own in [book], '
            "as `comeout books --copy` does"
        )
    )


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
    problem = _book_problem(layout)
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


async def _free_id(store: Store, name: str, player: str, lesson: str) -> str:
    """Return a free id: the name of the table in plain letters, or random characters for a player's own table."""
    if lesson:
        return f"{LESSON_TABLE}{lesson}_{secrets.token_hex(8)}"
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
    begun = Log(table, opened.digest, epoch=lease.epoch)
    try:
        await store.append(lease, Batch(records=[begun.next("TableOpened", write_event(opened), now)]))
    except StaleOwner:
        raise OpeningError(f'a table "{table}" was opened by somebody else just now') from None
    finally:
        await store.release(lease)


# ------------------------------------------------------------------ standing tables

STANDING = ":standing"
"""The name of the lease under which standing tables are opened; no table has such an id."""
STANDING_LEASE_SECONDS = 30.0
"""How long that lease lasts: longer than it takes to open a table on a machine that is busy."""
STANDING_SECONDS = 0.05
"""How often a process that waits for that lease tries again."""


async def standing_tables(house: House) -> list[TableRow]:
    """Return the live tables of a house, and make sure that every book has one of the house's own.

    Of several processes that open the same empty house at once, one opens a table and the others wait and find it.
    """
    for name in book_names():
        if name not in _standing(await house.store.tables()):
            try:
                await _open_standing(house, name)
            except OpeningError as bad:  # somebody's table has its name: the others open all the same
                log.error("table not opened", table=name, why=str(bad))
    return [row for row in await house.store.tables() if row.mode == "live"]


def _standing(rows: Sequence[TableRow]) -> set[str]:
    return {row.name for row in rows if row.mode == "live" and not row.player}


async def _open_standing(house: House, name: str) -> None:
    while (lease := await house.store.claim(STANDING, house.owner, lease_s=STANDING_LEASE_SECONDS)) is None:
        await house.clock.sleep(STANDING_SECONDS)
    try:
        if name not in _standing(await house.store.tables()):
            await house.create(load_book(name), name=name, mode="live")
    finally:
        await house.store.release(lease)


# ------------------------------------------------------------------ tables of players

MOST_TABLES: dict[Mode, int] = {"live": 5, "first-person": 20}
"""How many tables of each mode a player may have open."""

_HOUSE = frozenset({"house"})


async def open_for(
    house: House,
    player: str,
    layout: Layout,
    *,
    name: str,
    mode: Mode,
    profile: Profile,
    settings: dict[str, str],
    address: str = "",
) -> TableRow:
    """Open a table for a player; beyond the quota of the player or of the address, the oldest empty table closes."""
    async with house.opening:
        crowded = {await _crowded(house, player, mode), await _crowded_address(house, address)} - {None}
        row = await house.create(layout, name=name, mode=mode, player=player, profile=profile, settings=settings)
        house.opened_from[row.id] = address_key(address)
        log.info("table opened", table=row.id, book=layout.id, mode=mode, player=player, address=address)
        for place in crowded:
            assert place
            with suppress(TimeoutError):  # its owner does not answer: the next new table finds it again
                await close_quietly(house, place)
    return row


async def open_lesson(house: House, player: str, lesson: Lesson, *, again: bool) -> TableRow:
    """Return the table of a player's lesson: the one they left, or a new one. Their other lessons' tables close."""
    async with house.opening:
        rows = [row for row in await house.store.tables(player=player) if is_lesson(row.id)]
        left = [row for row in rows if lesson_of(row.id) == lesson.id and not again]
        row = left[-1] if left else await _new_lesson(house, player, lesson)
        for old in rows:
            place = await house.table(old.id) if old.id != row.id else None
            if place:
                with suppress(TimeoutError):  # its owner does not answer: the next lesson closes it
                    await close_quietly(house, place)
    return row


async def _new_lesson(house: House, player: str, lesson: Lesson) -> TableRow:
    return await create_table(
        house.store,
        house.clock,
        load_book(lesson.book),
        name=lesson.title,
        mode="first-person",
        dice="lesson",
        profile="standard",
        settings=lesson.settings,
        player=player,
        lesson=lesson.id,
    )


async def _crowded_address(house: House, address: str) -> Place | None:
    """Return the table that must close because its address has opened too many, if any."""
    key, most = address_key(address), house.caps.address_tables
    here = [table for table, opened in house.opened_from.items() if opened == key] if address else []
    places = [place for table in here if (place := house.places.get(table)) and not is_shut(place)]
    if len(places) < most:
        return None
    for place in places:
        if not place.fold.state.seats:
            return place
    raise OpeningError(
        f"{most} tables were opened from your address and somebody sits at each; leave one of them first"
    )


def is_shut(place: Place) -> bool:
    """Return whether a table is closed for good."""
    return place.fold.state.phase is Phase.SHUT


async def _crowded(house: House, player: str, mode: Mode) -> Place | None:
    """Return the table that must close, if any."""
    rows = await house.store.tables(player=player)
    rows = [row for row in rows if row.mode == mode and not is_lesson(row.id)]
    if len(rows) < MOST_TABLES[mode]:
        return None
    for row in rows:
        place = await house.table(row.id)
        if place and not place.fold.state.seats:
            return place
    raise OpeningError(f"you have {len(rows)} {mode} tables open and somebody sits at each; leave one of them first")


async def close_quietly(house: House, place: Place) -> None:
    """Close a table by its book, in the name of the automatic crew; if somebody sits down first it stays.

    A lesson that was left is closed with the player's seat and bets.
    """
    answer = await _ask(house, place, "CloseTable")
    if answer.reason == Reason.NOTICE_NEEDED.name:
        await _ask(house, place, "NotifyInspector")
        if place.fold.state.seats and not is_lesson(place.row.id):
            return
        answer = await _ask(house, place, "CloseTable")
    if answer.ok:
        log.info("table closed", table=place.row.id)
    else:
        log.warning("table not closed", table=place.row.id, why=answer.says)


async def _ask(house: House, place: Place, name: str) -> Answered:
    return await ask_table(house, place, name, roles=_HOUSE, body={"by": "house"})
