"""Every field of every record of an export, changed by itself, with the hashes of the log made good again."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from comeout.house.operator.export_writer import export_table
from comeout.log.dice_proof import parse_line
from comeout.log.hash_chain import START
from tests.kit.exports import Line, rehashed
from tests.kit.nights import TABLE, seated

Path = tuple[int | str, ...]


def every_change(
    lines: list[Line], *, of: Callable[[str, str], bool] = lambda _kind, _field: True
) -> Iterator[tuple[str, list[Line]]]:
    """Each forgery of an export by the name of what was changed; the header, its first line, stays as it is.

    `of` says of which kinds of record and which of their fields.
    """
    log = lines[1:]
    for place, line in enumerate(log):
        for path in _leaves(line):
            if of(line["kind"], str(path[0])):
                changed = copy.deepcopy(line)
                _change(changed, path, first=not place)
                name = f"record {place + 1} ({line['kind']}): {'.'.join(map(str, path))}"
                yield name, [lines[0], *log[:place], *_good_again([changed, *log[place + 1 :]], path, log[:place])]


OTHER_WORDS = {
    "live": "first-person", "first-person": "live", "chain": "entropy",
    "standard": "regulated", "regulated": "standard",
}  # fmt: skip
"""What a forger would write in place of such a word: another one that a table may have."""


def every_change_of_the_header(lines: list[Line]) -> Iterator[tuple[str, list[Line]]]:
    """Each forgery of the first line of an export by the name of the field."""
    for path in _leaves(lines[0]):
        head = copy.deepcopy(lines[0])
        holder: Any = head
        for step in path[:-1]:
            holder = holder[step]
        value = holder[path[-1]]
        if path[-1] == "text":
            holder["text"] = value.replace(" to 1", " to 2", 1)
            assert holder["text"] != value
        else:
            holder[path[-1]] = OTHER_WORDS.get(value) if value in list(OTHER_WORDS) else _other(value, 1)
        yield ".".join(map(str, path)), [head, *lines[1:]]


def _good_again(lines: list[Line], path: Path, before: list[Line]) -> list[Line]:
    """The lines with good hashes, unless it is a hash or a number that was changed."""
    if path[0] in ("hash", "seq"):
        return lines
    start = bytes.fromhex(before[-1]["hash"]) if before else START
    return rehashed(lines, before=start, seq=len(before) + 1)


def _leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(value, dict) and value:
        for name, each in value.items():
            yield from _leaves(each, (*path, name))
    elif isinstance(value, list) and value:
        for place, each in enumerate(value):
            yield from _leaves(each, (*path, place))
    else:
        yield path


def _change(line: Line, path: Path, *, first: bool) -> None:
    holder: Any = line
    for step in path[:-1]:
        holder = holder[step]
    last = path[-1]
    # Of the time only the order can be checked; the first record has none before it, so it moves behind the next.
    shift = (1 if first else -1) * 10**12 if path == ("at",) else 1
    holder[last] = _other(holder[last], shift)


def _other(value: Any, shift: int) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + shift
        case str():
            return value[:-1] + ("0" if value[-1:] == "1" else "1") if value else "x"
        case None:
            return 1
        case _:
            return [1] if value == [] else {"x": 1}


@cache
def real_export() -> tuple[Line, ...]:
    """An export of a real table: seeds, bets, rolls, an owner that was killed after seeds were frozen, and a stop."""

    async def play() -> list[bytes]:
        night = await seated("exhibit-a", dice="chain")
        await night.do("ann", "SetSeed", seed="mine")
        await night.do("bob", "SetSeed", seed="his")
        for _ in range(2):
            await night.do("ann", "PlaceBet", spot="field", amount=1_000)
            await night.wait()
        await night.crash(for_s=4)
        await night.do("bob", "SetSeed", seed="")
        await night.wait()
        await night.do("bob", "Leave")
        await night.host.stop()
        return [line async for line in export_table(night.store, TABLE)]

    return tuple(parse_line(line) for line in asyncio.run(play()))
