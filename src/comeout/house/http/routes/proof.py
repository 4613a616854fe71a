"""REST route of the proof of one roll: what was published before it, the seeds, and what was revealed after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from msgspec import Meta

from comeout.house.http.authentication import Asked, TableId, house_of, table_of, who_asks
from comeout.house.http.bad_requests import refusals
from comeout.house.store.contract import Store
from comeout.log.fold import Frozen
from comeout.log.records import LATEST, Record
from comeout.protocol.rest_answers import DiceFaces
from comeout.table.messages import RollSettled

BEHIND = 200
"""How many records before a settlement its throw is looked for: players and crew say little while dice are out."""
PAGE = 5_000


class RollProof(msgspec.Struct):
    """Everything a program needs to check one roll by itself."""

    table: str
    seq: Annotated[int, Meta(description="The number of the settlement in the log.")]
    roll: Annotated[int, Meta(description="The number of the throw, as the chain counts them.")]
    format: str
    chain: Annotated[int, Meta(description="Which of the chains of the table it was.")]
    anchor: Annotated[str, Meta(description="The end of the chain, published before its first roll, in hexadecimal.")]
    published_seq: Annotated[int, Meta(description="The record that published it.")]
    frozen_seq: Annotated[int, Meta(description="The record that froze the players' seeds.")]
    thrown_seq: Annotated[int, Meta(description="The record that revealed the link.")]
    index: Annotated[int, Meta(description="Which link it was: hashed so many times it gives the anchor.")]
    link: Annotated[str, Meta(description="The link that was revealed, in hexadecimal.")]
    seeds: Annotated[list[tuple[int, str]], Meta(description="The players' seeds by seat.")]
    dice: DiceFaces


class _Thrown(msgspec.Struct):
    roll: int
    chain: int
    index: int
    link: str
    dice: tuple[int, int]


class _PublishedBody(msgspec.Struct):
    format: str
    chain: int
    anchor: str


@get("/tables/{table:str}/proof/{seq:int}", responses=refusals(400, 401, 404))
async def proof(request: Asked, table: TableId, seq: FromPath[int]) -> RollProof:
    """Return the proof of a settled roll, for anybody who may see the table; only published chains have one."""
    host, _ = await table_of(request, table, await who_asks(request))
    if host.row.dice != "chain":
        raise NotFoundException(
            "the dice of this table come from no published chain: there is nothing to check them by"
        )
    store = house_of(request).store
    behind = await store.records(table, after=max(0, min(seq, LATEST) - BEHIND), limit=BEHIND)
    if not any(each.seq == seq and each.kind == RollSettled.__name__ for each in behind):
        raise NotFoundException(f"record {seq} of this table is no settled roll")
    thrown, frozen = _before(behind, seq, "dice-thrown"), _before(behind, seq, "seeds-frozen")
    told = msgspec.json.decode(thrown.body, type=_Thrown)
    published = await _published(store, table, told.chain)
    chain = msgspec.json.decode(published.body, type=_PublishedBody)
    return RollProof(
        table=table,
        seq=seq,
        roll=told.roll,
        format=chain.format,
        chain=told.chain,
        anchor=chain.anchor,
        published_seq=published.seq,
        frozen_seq=frozen.seq,
        thrown_seq=thrown.seq,
        index=told.index,
        link=told.link,
        seeds=list(msgspec.json.decode(frozen.body, type=Frozen).seeds),
        dice=told.dice,
    )


def _before(records: Sequence[Record], seq: int, kind: str) -> Record:
    """Return the last record of a kind before a settlement."""
    found = next((each for each in reversed(records) if each.seq < seq and each.kind == kind), None)
    if found is None:
        raise NotFoundException(f"the throw of record {seq} lies far back in the log; export the table to check it")
    return found


async def _published(store: Store, table: str, chain: int) -> Record:
    """Return the record that published a chain: a table has few, and the first is at the start of its log."""
    after = 0
    while page := await store.records(table, after=after, limit=PAGE):
        for record in page:
            if (
                record.kind == "chain-published"
                and msgspec.json.decode(record.body, type=_PublishedBody).chain == chain
            ):
                return record
        after = page[-1].seq
    raise NotFoundException(f"chain {chain} was never published at this table")


PROOF = (proof,)
"""Every route here."""
