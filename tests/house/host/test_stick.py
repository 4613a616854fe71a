"""No more bets, dice, settlement; and what becomes of a roll whose dice cannot be trusted."""

from __future__ import annotations

import asyncio
import json

import pytest

from comeout.dice import Roll
from comeout.house.dice.provable import ChainSource
from comeout.house.dice.source import DiceFailure, DiceSource
from comeout.house.store.contract import StoreTrouble
from comeout.log.dice_proof import verify_dice
from comeout.log.fold import Memory
from comeout.log.proof import line_of
from comeout.log.records import TableRow
from comeout.table.state import Phase
from tests.kit.nights import BETTING_S, TABLE, Loaded, names, play, seated, stopped_in


@play
async def test_a_roll_in_first_person_goes_in_one_turn_and_as_separate_events() -> None:
    night = await seated("exhibit-a", (3, 3), mode="first-person", shooter="companion")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    before, batches = len(night.kinds), len(night.store.batches)
    assert (await night.do("ann", "RollNow"))["ok"]
    events = [
        "BettingClosed",
        "seeds-frozen",
        "DiceThrown",
        "dice-thrown",
        "RollCalled",
        "RollSettled",
        "BettingOpened",
    ]
    assert night.since(before) == events
    kept = [[record.kind for record in batch.records] for batch in night.store.batches[batches:] if batch.records]
    assert kept == [events[:2], events[2:5], events[5:]]


@play
async def test_the_chain_is_published_before_and_seeds_are_frozen_at_no_more_bets() -> None:
    night = await seated("exhibit-a", dice="chain")
    assert night.kinds.index("chain-published") < night.kinds.index("SeatTaken")
    await night.do("ann", "SetSeed", seed="mine")
    await night.wait()
    frozen = next(record for record in night.store._records[TABLE] if record.kind == "seeds-frozen")
    before = night.store._records[TABLE][frozen.seq - 2]
    assert json.loads(frozen.body) == {"roll": 1, "seeds": [[1, "mine"]], "log": before.hash.hex()}
    for _ in range(12):
        await night.wait()
    assert night.kinds.count("chain-published") == 3  # five rolls each
    night.prove()


@pytest.mark.claim("dice-counted")
@play
async def test_an_owner_that_ends_between_frozen_seeds_and_the_throw_is_counted_and_another_chain_decides() -> None:
    night = await seated("exhibit-a", dice="chain")
    await night.do("ann", "SetSeed", seed="mine")
    await stopped_in(night, "seeds-frozen")
    await night.crash(for_s=4)
    of_dice = [kind for kind in night.kinds if kind in ("chain-published", "seeds-frozen", "dice-thrown")]
    assert of_dice == ["chain-published", "seeds-frozen", "chain-published", "seeds-frozen", "dice-thrown"]
    found = verify_dice(line_of(record, night.row.book) for record in night.store._records[TABLE])
    assert (found.fault, found.rolls, found.unfinished, found.refrozen) == (None, 1, 1, 1)
    night.prove()


@pytest.mark.claim("dice-unread")
@play
async def test_nothing_that_a_chain_needs_to_go_on_is_ever_written() -> None:
    night = await seated("exhibit-a", dice="chain")
    await night.wait()
    await night.host.stop()
    source = night.host.stick._source
    assert isinstance(source, ChainSource)
    held = b"".join(record.body for record in night.store._records[TABLE]) + night.store._snapshots[TABLE].body
    for index in range(2, 6):
        link = source._chain.link(index)
        assert link not in held
        assert link.hex().encode() not in held


@play
async def test_dice_are_committed_before_anybody_is_told() -> None:
    night = await seated("exhibit-a", (3, 3))
    watching = night.watch()
    night.store.before = [None, StoreTrouble("full")]
    night.clock.advance(BETTING_S)
    turning = asyncio.ensure_future(night.host.turn())
    for _ in range(5):
        await asyncio.sleep(0)
    assert "RollCalled" not in names(watching)
    night.loaded.rolls = [Roll(5, 5)]
    night.clock.advance(1)
    await turning
    await night.host.turn()
    assert names(watching)[-3:] == ["RollCalled", "RollSettled", "BettingOpened"]
    assert night.host.state.point == 10  # play went on by itself


@pytest.mark.parametrize("book", ["exhibit-a", "adelaide", "sentosa", "evolution"])
def test_dice_that_fail_close_the_table_with_a_notice_and_everybody_keeps_their_chips(book: str) -> None:
    async def scenario() -> None:
        night = await seated(book)
        watching = night.watch()
        await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
        await night.wait()
        assert "dice-failed" in names(watching)
        assert night.host.state.phase is Phase.SHUT
        assert "RollCalled" not in night.kinds
        assert (await night.store.table(TABLE))._replace(closed=False) == night.row  # type: ignore[union-attr]
        assert await night.store.tables() == []
        assert [await night.store.balance(f"wallet:{player}") for player in ("ann", "bob")] == [100_000, 100_000]
        night.prove()

    asyncio.run(scenario())


BOOKS = ["exhibit-a", "adelaide", "sentosa", "evolution"]
HOME = ["SeatLeft", "SeatLeft", "TableClosed"]


def void_roll(book: str) -> list[str]:
    """What a book does with a roll that cannot be trusted: its malfunction, where it has one."""
    return ["DiceThrown", "OutcomeUndone", "BetsReturned"] if book == "evolution" else []


def told_first(book: str) -> list[str]:
    """Whom a book has told before a table closes."""
    return ["InspectorNotified"] if book == "adelaide" else []


@pytest.mark.parametrize("book", BOOKS)
def test_a_roll_whose_dice_fail_is_void_by_its_book_and_the_roll_before_stands(book: str) -> None:
    async def scenario() -> None:
        night = await seated(book, (3, 4))
        await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
        await night.wait()
        before = len(night.kinds)
        await night.wait()
        failed = ["BettingClosed", "seeds-frozen", "dice-failed"]
        assert night.since(before) == [*failed, *void_roll(book), *told_first(book), *HOME]
        assert await night.store.balance("wallet:ann") == 101_000
        night.prove()

    asyncio.run(scenario())


def lost_chain(_row: TableRow, _memory: Memory) -> DiceSource | None:
    """A chain of which nothing is left."""
    raise DiceFailure("the chain of the dice cannot be read back")


@pytest.mark.parametrize("book", BOOKS)
def test_a_chain_that_cannot_be_read_back_closes_the_table_instead_of_the_house(book: str) -> None:
    async def scenario() -> None:
        night = await seated(book, dice="chain")
        await stopped_in(night, "BettingClosed")
        night.make_source = lost_chain
        before = len(night.kinds)
        await night.crash()
        stop = ["started", "BetsReturned" if book == "sentosa" else "PlayContinued", "dice-failed"]
        returned = ["BetsReturned"] if book in ("exhibit-a", "adelaide") else []
        assert night.since(before) == [*stop, *void_roll(book), *told_first(book), *returned, *HOME]
        assert await night.store.balance("wallet:ann") == 100_000
        night.prove()

    asyncio.run(scenario())


@pytest.mark.parametrize("book", BOOKS)
def test_a_last_throw_that_its_chain_cannot_have_given_is_reversed_where_the_book_says_so(book: str) -> None:
    async def scenario() -> None:
        night = await seated(book, dice="chain")
        await night.do("ann", "PlaceBet", spot="field", amount=1_000)
        await night.wait()
        rack = night.host.state.seats[1].rack
        await night.host.stop()
        kept = night.host.fold
        kept.memory.thrown = kept.memory.thrown.replace(b'"link":"', b'"link":"0')
        night.store._snapshots[TABLE] = kept.snapshot()
        before = len(night.kinds)
        await night.crash()
        undone = ["OutcomeUndone", "BetsReturned"] if book == "evolution" else []
        assert night.since(before) == ["dice-failed", *undone, *told_first(book), *HOME]
        assert await night.store.balance("wallet:ann") == 50_000 + (50_000 if undone else rack)
        assert rack != 50_000
        night.prove()

    asyncio.run(scenario())


@play
async def test_a_chain_that_is_lost_between_two_rolls_undoes_no_roll() -> None:
    night = await seated("evolution", dice="chain")
    await night.do("ann", "PlaceBet", spot="field", amount=1_000)
    await night.wait()
    rack = night.host.state.seats[1].rack
    night.make_source = lost_chain
    await night.crash(for_s=4)
    assert "OutcomeUndone" not in night.kinds
    assert await night.store.balance("wallet:ann") == 50_000 + rack


@play
async def test_a_crew_member_who_closes_bets_has_the_house_throw_at_once() -> None:
    night = await seated("exhibit-a", (3, 3))
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    assert (await night.do("eve", "CloseBetting", by="stickperson"))["ok"]
    assert night.kinds.count("RollSettled") == 1
    night.prove()


@play
async def test_a_shooter_who_passes_the_dice_as_bets_close_breaks_nothing() -> None:
    night = await seated("sentosa", (3, 3), shooter="seats")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    assert (await night.do("ann", "TakeDice"))["ok"]
    night.ask("eve", "CloseBetting", by="stickperson")
    night.ask("ann", "PassDice")
    await night.host.turn()
    assert night.host.state.phase is Phase.BETTING
    assert "RollCalled" not in night.kinds


class Dry(Loaded):
    """Dice that cannot even be published."""

    def publish(self, log: bytes) -> bytes | None:  # noqa: ARG002 - the log is the chain's
        raise DiceFailure("the entropy has run dry")


@play
async def test_dice_that_fail_as_their_table_opens_close_it_instead_of_the_house() -> None:
    night = await seated("exhibit-a")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    night.make_source = lambda _row, _memory: Dry([])
    await night.crash()
    assert night.host.state.phase is Phase.SHUT
    assert await night.store.balance("wallet:ann") == 100_000
