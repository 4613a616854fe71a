"""An attacker who reads all that the house writes, and has seats, neither foresees a roll nor chooses one.

The attacker has everything: records, snapshots, answers and backups, up to the moment between frozen seeds and the
throw. They try every chain that what they read could belong to, and choose the last text by it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from comeout.dice import ROLLS
from comeout.house.dice.provable import ChainSource
from comeout.log.dice_formula import blocks_of, decide, link_after
from comeout.log.records import Batch, Lease
from tests.kit.nights import TABLE, Night, play

ROLLED = 12
WISHED = 6
"""The index of the roll that the attacker wants: 2-1."""
LONGEST = 5


class Read:
    """Everything of 32 bytes that ever stood in the store, raw or in hexadecimal, and what it hashes to."""

    def __init__(self) -> None:
        self._texts: set[bytes] = set()
        self._before: dict[bytes, bytes] = {}
        """Links by their hash."""

    def take(self, *texts: bytes) -> None:
        """Read some bytes of the store."""
        for text in set(texts) - self._texts:
            self._texts.add(text)
            found = [bytes.fromhex(each.decode()) for each in re.findall(rb"[0-9a-f]{64}", text)]
            for link in [*found, *([text] if len(text) == 32 else ())]:
                for _ in range(LONGEST):
                    self._before[link_after(link)] = link
                    link = link_after(link)

    def links(self, revealed: bytes) -> list[bytes]:
        """The link of the next roll, if what was read gives it: it hashes to the one revealed last."""
        return [self._before[revealed]] if revealed in self._before else []


def everything(night: Night) -> list[bytes]:
    """What the store holds now, of whatever kind."""
    return list(_texts([value for name, value in vars(night.store).items() if name != "_clock"]))


def _texts(held: Any) -> Iterator[bytes]:
    if isinstance(held, bytes | str):
        yield held.encode() if isinstance(held, str) else held
    elif isinstance(held, Mapping):
        yield from _texts([*held, *held.values()])
    elif isinstance(held, Iterable):
        for each in held:
            yield from _texts(each)
    elif hasattr(held, "__dict__"):
        yield from _texts(vars(held))


def last_of(night: Night, kind: str) -> dict[str, Any]:
    found = [json.loads(record.body) for record in night.store._records[TABLE] if record.kind == kind]
    return found[-1] if found else {}


def revealed(night: Night) -> bytes:
    """The link that was revealed last, or the anchor."""
    chain, thrown = last_of(night, "chain-published"), last_of(night, "dice-thrown")
    link = thrown["link"] if thrown.get("chain") == chain["chain"] else chain["anchor"]
    return bytes.fromhex(link)


def roll_of(night: Night, link: bytes, seeds: tuple[tuple[int, str], ...]) -> int:
    chain = last_of(night, "chain-published")
    number = last_of(night, "dice-thrown").get("roll", 0) + 1
    return decide(blocks_of(link, TABLE, number, seeds, log=chain.get("log", "")))[0]


async def opened(seats: int) -> Night:
    """A table with the attacker at every seat but the first, and dice as a house has them."""
    night = Night("exhibit-a", dice="chain")
    night.make_source = lambda row, memory: ChainSource.after(memory, row.id, os.urandom, length=LONGEST)
    await night.open(shooter="companion")
    for number in range(seats):
        player = f"p{number}"
        await night.store.post([("bonus", -90_000), (f"wallet:{player}", 90_000)], why="welcome", key=player)
        assert (await night.do(player, "Sit", rack=50_000))["ok"]
        await night.do(player, "SetSeed", seed=f"first {number}")
    return night


@pytest.mark.claim("dice-unread")
@pytest.mark.parametrize("seats", [1, 16])
def test_a_reader_of_the_store_foresees_and_chooses_nothing(seats: int) -> None:
    @play
    async def scenario() -> None:
        night, read = await opened(seats), Read()
        guesses: list[set[int]] = []
        keep = night.store.append

        async def reading(lease: Lease, batch: Batch) -> None:
            """Between frozen seeds and the throw the attacker reads the store once more."""
            await keep(lease, batch)
            if any(record.kind == "seeds-frozen" for record in batch.records):
                read.take(*everything(night))
                seeds = tuple((seat, text) for seat, text in last_of(night, "seeds-frozen")["seeds"])
                guesses.append({roll_of(night, link, seeds) for link in read.links(revealed(night))})

        night.store.append = reading  # type: ignore[method-assign]
        for number in range(ROLLED):
            read.take(*everything(night))
            links = read.links(revealed(night))
            assert links == [], "the store gives the link of a roll to come"
            await night.do(f"p{seats - 1}", "SetSeed", seed=_best(night, links, number))
            await night.host.writer.snapshot()
            await night.wait()
        assert len(guesses) == ROLLED
        assert guesses == [set()] * ROLLED
        thrown = [json.loads(each.body) for each in night.store._records[TABLE] if each.kind == "dice-thrown"]
        assert len(thrown) == ROLLED
        chosen = [each for each in thrown if tuple(each["dice"]) == ROLLS[WISHED]]
        assert len(chosen) < 6  # one roll in thirty-six comes by itself
        night.prove()

    scenario()


def _best(night: Night, links: list[bytes], number: int) -> str:
    """The text for which the wished roll would come, if any link is known."""
    tries = (f"try {number} {text}" for text in range(500))
    return next((text for text in tries for link in links if roll_of(night, link, ((1, text),)) == WISHED), f"{number}")


def test_the_attack_works_on_a_store_that_holds_the_chain() -> None:
    seed = hashlib.sha256(b"the last link").digest()
    anchor = seed
    for _ in range(LONGEST):
        anchor = link_after(anchor)
    read = Read()
    read.take(b'{"seed":"' + seed.hex().encode() + b'"}')
    [link] = read.links(anchor)
    assert link_after(link) == anchor
