"""The whole check of an export: whatever is changed in the log of a running table or in its first line is refused."""

from __future__ import annotations

import asyncio
import copy
import gzip
import json
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from comeout.house.operator.export_writer import export_table
from comeout.log.export_check import NO_HEADER, Checked, verify_export
from tests.kit.exports import Line, played, rehashed, written
from tests.kit.forgeries import every_change, every_change_of_the_header
from tests.kit.nights import TABLE, seated
from tests.kit.project import FIXTURES

OLD = sorted(FIXTURES.glob("*/exports/*.gz"))


LEFT = {
    "at": "the time of what came after the last record that names a hash, but for its order",
    "BetPlaced body.0": "who made a bet after that record, if the other one may make it too",
    "BetPlaced body.2": "how much was bet after that record, if the table accepts it",
    "seed-set body.seed": "the text of a seed that was not frozen yet",
}
"""What nothing else in an export of a running table binds, and `docs/fairness.md` says so."""


@cache
def running_table() -> tuple[Line, ...]:
    """An export of a table that goes on: two rolls are settled, and there are a bet and a seed for the third."""

    async def play() -> list[bytes]:
        night = await seated("exhibit-a", dice="chain")
        await night.do("ann", "SetSeed", seed="mine")
        for _ in range(2):
            await night.do("ann", "PlaceBet", spot="field", amount=1_000)
            await night.do("bob", "PlaceBet", spot="pass", amount=1_000)
            await night.wait()
        await night.do("ann", "PlaceBet", spot="field", amount=1_000)
        await night.do("bob", "SetSeed", seed="his")
        return [line async for line in export_table(night.store, TABLE)]

    return tuple(json.loads(line) for line in asyncio.run(play()))


def checked(lines: list[Line]) -> Checked:
    return verify_export(written(lines).splitlines(keepends=True))


def refused(lines: list[Line]) -> str:
    found = checked(lines)
    assert found.verdict == "wrong", str(found)
    return str(found)


def ending_anew(lines: list[Line]) -> list[Line]:
    """The export with a first line that says how its log ends now."""
    return [{**lines[0], "log": {"records": lines[-1]["seq"], "hash": lines[-1]["hash"]}}, *lines[1:]]


def _unbound(forgeries: Iterator[tuple[str, list[Line]]]) -> Iterator[str]:
    return (name for name, forged in forgeries if checked(forged).verdict == "right")


def _every_time_later(lines: list[Line]) -> Iterator[tuple[str, list[Line]]]:
    """Each record with a time that is later by a microsecond, which is in order where the clock went on after it."""
    for place, line in enumerate(lines[1:], start=1):
        log = [*lines[1:place], {**line, "at": line["at"] + 1}, *lines[place + 1 :]]
        yield f"record {place} ({line['kind']}): at", [lines[0], *rehashed(log)]


def test_an_export_of_a_running_table_holds() -> None:
    lines = list(running_table())
    kinds = [line["kind"] for line in lines[1:]]
    assert kinds[-3:] == ["BettingOpened", "BetPlaced", "seed-set"]
    assert str(checked(lines)) == "2 rolls of table verified, from 1 chain published in advance"


@pytest.mark.claim("dice-changed")
def test_every_field_of_every_record_of_a_running_table_is_bound() -> None:
    lines = list(running_table())
    assert not set(_unbound(chain(every_change(lines), _every_time_later(lines))))


@pytest.mark.claim("dice-changed")
def test_whoever_also_makes_the_end_in_the_first_line_anew_can_change_a_short_list_after_frozen_seeds() -> None:
    lines = list(running_table())
    last = max(place for place, line in enumerate(lines) if line.get("kind") == "seeds-frozen")
    passed = set()
    forgeries = chain(every_change(lines), _every_time_later(lines))
    for name in _unbound((name, ending_anew(forged)) for name, forged in forgeries):
        record, field = name.split(": ")
        assert int(record.split()[1]) >= last, name
        passed.add(field if field == "at" else f"{record.split('(')[1][:-1]} {field}")
    assert passed == set(LEFT)


@pytest.mark.claim("dice-changed")
def test_an_export_that_was_cut_off_between_two_records_is_refused() -> None:
    lines = list(running_table())
    assert all(checked(lines[:end]).verdict != "right" for end in range(1, len(lines)))
    assert "the log ends with record 24 and the hash" in refused(lines[:25])


def test_the_first_line_says_how_the_log_ends_since_the_log_names_its_book() -> None:
    lines = copy.deepcopy(list(running_table()))
    assert lines[0]["log"] == {"records": len(lines) - 1, "hash": lines[-1]["hash"]}
    del lines[0]["log"]
    assert refused(lines).endswith("the first line does not say how the log ends")
    lines[0]["log"] = None
    assert refused(lines).endswith("the record must hold records, hash and nothing else")


@pytest.mark.claim("dice-changed")
def test_every_field_of_the_first_line_is_bound_but_for_the_version_that_wrote_it() -> None:
    lines = list(running_table())
    changes = dict(every_change_of_the_header(lines))
    assert {"table.dice", "table.mode", "table.player", "table.closed", "book.digest", "book.text"} <= changes.keys()
    assert set(_unbound(iter(changes.items()))) == {"comeout"}


def test_a_changed_payment_in_the_last_roll_is_refused_by_the_rules() -> None:
    lines = copy.deepcopy(list(running_table()))
    settled = [line for line in lines if line.get("kind") == "RollSettled"][-1]
    settled["body"][7][0][5] += 100
    says = refused(ending_anew([lines[0], *rehashed(lines[1:])]))
    assert says.startswith(
        "roll 2 is bad (line 24 of the export): table, record 23 (RollSettled): by the rules a line is"
    )


def test_a_book_that_pays_otherwise_is_not_the_one_that_was_played_by() -> None:
    lines = _old_lines(FIXTURES / "chain-1" / "exports" / "thrown.jsonl.gz")
    kept = lines[0]["book"]["text"]
    lines[0]["book"]["text"] = kept.replace('"30 to 1"', '"31 to 1"')
    assert lines[0]["book"]["text"] != kept
    assert "not the one that the table was played by" in refused(lines)
    lines[0]["book"]["text"] = "no book"
    assert "its book cannot be read" in refused(lines)


@pytest.mark.claim("dice-changed")
@pytest.mark.parametrize(
    "change", [("# ", "#  "), ("\n", "\n\n"), ("[look]\n", "[look] # green\n"), ('"30 to 1"', '"31 to 1"')]
)
def test_the_text_of_the_book_is_the_one_that_the_table_was_opened_with_comments_and_spaces_included(
    change: tuple[str, str],
) -> None:
    lines = copy.deepcopy(list(running_table()))
    kept = lines[0]["book"]["text"]
    lines[0]["book"]["text"] = kept.replace(*change, 1)
    assert lines[0]["book"]["text"] != kept
    assert refused(lines).endswith(
        "the text of the book in the first line is not the one that the table was opened with"
    )


def test_half_a_surrogate_pair_anywhere_is_a_fault_and_no_crash() -> None:
    lines = list(running_table())
    for place, line in enumerate(lines[1:], start=1):
        for field in ("table", "book", "kind", "hash"):
            odd = [*lines[:place], {**line, field: "\ud800"}, *lines[place + 1 :]]
            assert verify_export([json.dumps(each).encode() + b"\n" for each in odd]).verdict == "wrong", (place, field)
    odd = [{**lines[0], "book": {**lines[0]["book"], "text": "\ud800"}}, *lines[1:]]
    assert verify_export([json.dumps(each).encode() + b"\n" for each in odd]).verdict == "wrong"


def test_an_export_without_its_first_line_is_not_called_right() -> None:
    assert refused(list(running_table())[1:]).endswith(NO_HEADER)
    assert refused(played(2)).endswith(NO_HEADER)


def test_a_table_that_was_closed_says_so_in_its_first_line_and_no_other_does() -> None:
    assert "says true of the table (closed), and the log false" in refused(_headed(closed=True))


def test_a_first_person_table_is_of_whoever_sits_at_it() -> None:
    lines = _headed(mode="first-person", player="cai")
    told = next(place for place, line in enumerate(lines) if line.get("kind") == "table-named")
    lines[told]["body"].update(mode="first-person", player="cai")
    del lines[told + 1]  # the chain, which would name another log
    assert 'says "cai" of the table (player), and the log "ann"' in refused([lines[0], *rehashed(lines[1:])])


def _headed(**table: Any) -> list[Line]:
    lines = copy.deepcopy(list(running_table()))
    lines[0]["table"].update(table)
    return lines


def _old_lines(export: Path) -> list[Line]:
    return [json.loads(line) for line in gzip.decompress(export.read_bytes()).splitlines()]


@pytest.mark.parametrize("export", OLD, ids=lambda path: f"{path.parent.parent.name}-{path.name}")
def test_exports_of_earlier_versions_hold_and_it_is_said_what_was_not_decided_again(export: Path) -> None:
    lines = _old_lines(export)
    found = checked(lines)
    real = lines[0]["table"]["dice"] != "chain"
    assert found.verdict == ("unchecked" if real else "right"), str(found)
    assert real or ("decisions are not made again" in str(found)) == (found.earlier > 0)
