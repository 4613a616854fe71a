"""An exported table is read line by line, replayed by its own book and proved; a line without sense is named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from comeout.log.dice_proof import parse_line, verify_dice
from comeout.log.export import NotAnExport, ReplayedExport, is_export, is_session, play_again, read_events
from comeout.rules.library import book_names, load_book
from tests.kit.exports import rehashed, written
from tests.kit.house_games import exported_evening

Lines = list[dict[str, Any]]


def replayed(lines: Lines) -> ReplayedExport:
    return play_again(written(lines).splitlines(keepends=True))


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    return exported_evening(tmp_path_factory.mktemp("evening"), "sentosa")


@pytest.mark.parametrize("book", book_names())
def test_an_exported_table_replays_and_its_dice_verify(tmp_path_factory: pytest.TempPathFactory, book: str) -> None:
    lines = exported_evening(tmp_path_factory.mktemp(book), book)
    again = replayed(lines)
    assert again.fault is None
    assert (again.name, again.layout.id) == (book, book)
    assert (again.proof.state.rolls, again.proof.records) == (4, len(lines) - 1)
    assert set(again.proof.state.seats) == {1, 2}
    assert verify_dice(parse_line(line) for line in written(lines).splitlines()).fault is None


def test_an_export_is_known_by_its_first_line(evening: Lines) -> None:
    assert is_export(json.dumps(evening[0]).encode())
    assert is_export(b'{"comeout": 1, "format": "log-9", "table": {}}'), "a later format is an export too"
    assert not is_export(b'{"examples": []}')
    assert not is_export(b"book sentosa")
    assert not is_export(b"[" * 100_000)


def _find(lines: Lines, kind: str) -> int:
    return next(place for place, line in enumerate(lines) if line.get("kind") == kind)


def test_a_changed_record_is_the_fault(evening: Lines) -> None:
    place = _find(evening, "BetPlaced")
    changed = {**evening[place], "body": [*evening[place]["body"][:2], 5, *evening[place]["body"][3:]]}
    fault = replayed([*evening[:place], changed, *evening[place + 1 :]]).fault
    assert fault is not None
    assert (fault.seq, fault.kind, fault.says) == (place, "BetPlaced", "it is not what was logged: its hash is another")
    assert fault.position == "sentosa come-out | 1 | 2"


def test_a_settlement_forged_with_good_hashes_is_held_against_the_rules(evening: Lines) -> None:
    place = _find(evening, "RollSettled")
    body = json.loads(json.dumps(evening[place]["body"]))
    body[7][0][5] += 100
    forged = rehashed([*evening[1:place], {**evening[place], "body": body}, *evening[place + 1 :]])
    fault = replayed([evening[0], *forged]).fault
    assert fault is not None
    assert (fault.seq, fault.kind) == (place, "RollSettled")
    assert "by the rules" in fault.says
    assert fault.position.startswith("sentosa come-out called=")
    assert str(fault).endswith(f" (the table was: {fault.position})")


def test_other_dice_with_good_hashes_are_held_against_the_chain(evening: Lines) -> None:
    place = _find(evening, "dice-thrown")
    body = {**evening[place]["body"], "link": "ab" * 32}
    forged = rehashed([*evening[1:place], {**evening[place], "body": body}, *evening[place + 1 :]])
    fault = replayed([evening[0], *forged]).fault
    assert fault is not None
    assert (fault.seq, fault.kind) == (place, "dice-thrown")


def test_a_game_is_replayed_only_by_the_book_it_was_played_by(evening: Lines) -> None:
    head = json.loads(json.dumps(evening[0]))
    head["book"]["text"] = load_book("adelaide").text
    fault = replayed([head, *evening[1:]]).fault
    assert fault is not None
    assert "the book in this file is not the one" in fault.says
    assert fault.position == ""


@pytest.mark.parametrize(
    "broken", ['{"comeout":"1","format":"log-1","table":{}}\n', '{"comeout":"","format":"","table":""}']
)
def test_a_header_without_sense_is_no_export(broken: str) -> None:
    with pytest.raises(NotAnExport, match="line 1: no header"):
        play_again([broken.encode()])


def test_a_format_of_the_future_is_told_as_one(evening: Lines) -> None:
    with pytest.raises(NotAnExport, match='"log-9"; this version reads log-1'):
        replayed([{**evening[0], "format": "log-9"}])


@pytest.mark.parametrize("line", [{"kind": "BetPlaced"}, {"hash": "xyz"}])
def test_a_line_that_is_no_record_is_told_with_its_number(evening: Lines, line: dict[str, str]) -> None:
    third = {**evening[2], **line} if "hash" in line else line
    with pytest.raises(NotAnExport, match="line 3: no record"):
        replayed([*evening[:2], third])


HEAD = b'{"comeout": "1", "format": "session-1", "table": "t", "name": "T", "player": "ann", "seat": 1, "point": 0'


def test_an_exported_session_is_known_by_its_first_line_and_is_no_table(evening: Lines) -> None:
    assert is_session(HEAD + b"}")
    assert not is_session(json.dumps(evening[0]).encode())
    with pytest.raises(NotAnExport, match="line 1"):
        play_again([HEAD + b"}"])


def test_a_line_of_a_session_without_sense_is_named(evening: Lines) -> None:
    with pytest.raises(NotAnExport, match="line 1: no header of an exported session"):
        read_events([HEAD + b"}"])
    header = HEAD + b', "book": %b}' % json.dumps(evening[0]["book"]).encode()
    for bad in (b"nonsense", b'{"at": 1, "kind": "Nothing", "body": {}}', b'{"at": 1, "kind": "SeatLeft", "body": {}}'):
        with pytest.raises(NotAnExport, match="line 2: no event of a session"):
            list(read_events([header, bad]).events)
