"""The verifier on logs of chain-2: a chain for every owner, and nothing of the log can be changed by itself."""

from __future__ import annotations

import copy
import gzip
from hashlib import sha256
from typing import Any

import pytest

from comeout.log.dice_proof import parse_line, verify_dice
from comeout.log.verification import DiceFault
from tests.kit.exports import START_AT, Game, Line, of_kind, played, rehashed
from tests.kit.forgeries import every_change, real_export
from tests.kit.project import FIXTURES

OLD = sorted((FIXTURES / "chain-1" / "exports").glob("*.gz"))


def owners() -> Game:
    """A table with five owners: one stopped, one was killed after seeds were frozen, one was restored."""
    game = Game(length=4)
    game.roll()
    game.own(in_order=True)
    for _ in range(5):
        game.roll()
    game.freeze()
    game.own()
    game.roll()
    game.own(restored=True)
    game.roll()
    return game


def refused(lines: list[Line]) -> DiceFault:
    """What is wrong with lines whose hashes are made good again."""
    fault = verify_dice(rehashed(lines)).fault
    assert fault
    return fault


def changed(lines: list[Line], kind: str, which: int, **body: Any) -> DiceFault:
    lines = copy.deepcopy(lines)
    lines[list(of_kind(lines, kind))[which]]["body"].update(body)
    return refused(lines)


def test_every_owner_has_a_chain_and_those_that_ended_early_are_counted() -> None:
    result = verify_dice(owners().lines)
    assert result.fault is None, result.fault
    assert (result.rolls, len(result.anchors), result.unfinished, result.refrozen) == (8, 5, 3, 1)
    assert str(result) == (
        "8 rolls of main verified, from 5 chains published in advance; 3 chains ended before the last link;"
        " 1 time between frozen seeds and the throw"
    )
    told = [line["body"] for line in owners().lines if line["kind"] == "chain-published"]
    assert [(each["ended"], each["after"]) for each in told] == [
        ("first", 0), ("stopped", 1), ("used-up", 4), ("interrupted", 1), ("restored", 1),
    ]  # fmt: skip


def test_why_a_chain_ended_and_after_how_many_links_must_be_what_the_log_has() -> None:
    lines = owners().lines
    for which, said in enumerate(("first", "stopped", "used-up", "interrupted", "restored")):
        for ended in {"first", "stopped", "used-up", "interrupted", "restored"} - {said}:
            assert f'and the log has "{said}"' in changed(lines, "chain-published", which, ended=ended).says
        assert f'and the log has "{said}"' in changed(lines, "chain-published", which, after=3).says


def test_a_chain_never_outlives_its_owner() -> None:
    game = Game()
    game.roll()
    game.log.epoch += 1
    game.add("started", {"owner": "second"})
    game.roll()
    assert refused(game.lines).says == "chain 1 ended with the owner that published it"


def test_an_owner_leaves_its_chain_only_at_the_end() -> None:
    game = Game()
    game.roll()
    game.own()
    lines = copy.deepcopy(game.lines)
    for line in lines[-2:]:
        line["epoch"] = 1
    del lines[-2]
    lines[-1]["body"]["log"] = lines[-2]["hash"]
    assert refused(lines).says == "the owner of a chain published another before its last link"


def test_a_used_up_chain_gives_no_more_dice() -> None:
    game = Game(length=1)
    game.roll()
    game.freeze()
    more = game.lines[next(of_kind(game.lines, "dice-thrown"))]["body"]
    game.add("dice-thrown", {**more, "roll": 2, "index": 2})
    assert refused(game.lines).says == "chain 1 is used up and no other was published"


def test_seeds_that_differ_from_what_players_set_are_refused_in_every_format() -> None:
    for lines in (played(), played(first=True)):
        says = "the seed frozen for seat 2 is not the one that its player has set"
        assert changed(lines, "seeds-frozen", 0, seeds=[[2, "unlucky"], [5, "Würfel ⚅"]]).says == says
        assert changed(lines, "seeds-frozen", 0, seeds=[[5, "Würfel ⚅"]]).says == says
        assert changed(lines, "seeds-frozen", 0, seeds=[]).says == says
        more = [[2, "lucky"], [5, "Würfel ⚅"], [7, "of nobody"]]
        assert "for seat 7" in changed(lines, "seeds-frozen", 0, seeds=more).says
        assert "who does not sit here" in changed(lines, "seed-set", 0, player="somebody").says
        assert changed(lines, "seed-set", 0, player="p5")


def test_an_anchor_published_after_the_first_roll_is_refused_whatever_else_was_made_good() -> None:
    game = Game()
    body = game.source.publish(game.log.hash)
    game.throw(game.freeze())
    game.add("chain-published", body)
    header = {"comeout": "1", "format": "log-1", "table": {"id": "main", "book": "b00c", "dice": "chain"}}
    found = verify_dice([header, *rehashed(game.lines)])
    assert found.fault
    assert (found.fault.says, found.verdict) == ("the record must hold roll, seeds and nothing else", "wrong")
    for line in game.lines:
        if line["kind"] == "seeds-frozen":
            del line["body"]["log"]
    found = verify_dice([header, *rehashed(game.lines)])
    assert found.fault
    assert (found.fault.says, found.verdict) == ("no chain was published before the first roll", "wrong")


def test_the_text_of_the_book_in_the_first_line_is_the_one_that_the_table_was_named_with() -> None:
    row = {"name": "Main", "mode": "live", "dice": "chain", "profile": "standard", "player": ""}
    head: Line = {"comeout": "1", "format": "log-1", "table": {"id": "main", "book": "b00c", **row}}
    head["book"] = {"digest": "b00c", "name": "main", "text": "pays = 2 # even"}
    head["table"]["created"] = START_AT

    def told(named: dict[str, Any], **book: str) -> str:
        game = Game()
        game.add("table-named", named)
        game.roll()
        log = {"records": len(game.lines), "hash": game.lines[-1]["hash"]}
        fault = verify_dice([{**head, "book": {**head["book"], **book}, "log": log}, *game.lines]).fault
        return fault.says if fault else ""

    hashed = {**row, "text": sha256(b"pays = 2 # even").hexdigest()}
    assert told(hashed) == ""
    assert told(hashed, text="pays = 2 # odd") == (
        "the text of the book in the first line is not the one that the table was opened with"
    )
    assert told(hashed, text="\ud800") == told(hashed, text="pays = 2 # odd")
    assert told(row, text="pays = 2 # odd") == ""  # of a table that was named before texts were bound


def test_time_goes_forward_from_chain_2_on() -> None:
    def late(lines: list[Line]) -> list[Line]:
        lines = copy.deepcopy(lines)
        lines[list(of_kind(lines, "chain-published"))[1]]["at"] += 10**9
        return rehashed(lines)

    assert verify_dice(late(played(first=True))).fault is None
    fault = verify_dice(late(played())).fault
    assert fault
    assert "is from before record" in fault.says


def test_a_log_of_chain_1_goes_on_with_chain_2_and_never_back() -> None:
    game = Game(first=True)
    game.roll()
    game.own()
    game.roll()
    assert str(verify_dice(game.lines)) == (
        "2 rolls of main verified, from 2 chains published in advance; 1 chain ended before the last link"
    )
    anchor = {"format": "chain-1", "chain": 3, "anchor": "ab" * 32, "length": 4}
    game.add("chain-published", anchor)
    assert 'the chain is of format "chain-1"' in refused(game.lines).says


@pytest.mark.parametrize("export", OLD, ids=lambda path: path.name)
def test_exports_of_chain_1_are_verified_for_ever_and_what_the_dice_hang_on_cannot_be_changed(export: Any) -> None:
    lines = [parse_line(line) for line in gzip.decompress(export.read_bytes()).splitlines()]
    assert verify_dice(lines).verdict == "right"
    last = f"record {list(of_kind(lines[1:], 'chain-published'))[-1] + 1} (chain-published): body."
    unbound = {
        "record 1 (TableOpened): epoch",
        f"record {len(lines) - 1} ({lines[-1]['kind']}): epoch",
        f"{last}length",  # of a chain that had not come to its end
        *((f"{last}anchor",) if "used-up" in export.name else ()),  # of a chain that gave no dice yet
    }
    passed = {name for name, forged in every_change(lines, of=_hung_on) if verify_dice(forged).fault is None}
    assert passed == unbound


def _hung_on(kind: str, field: str) -> bool:
    dice = kind in ("chain-published", "seed-set", "seeds-frozen", "dice-thrown") and field == "body"
    return dice or field in ("table", "seq", "book", "hash", "epoch")


@pytest.mark.claim("dice-changed")
def test_every_field_of_every_record_of_a_real_export_changed_by_itself_is_refused() -> None:
    lines = list(real_export())
    assert verify_dice(lines).verdict == "right"
    assert verify_dice(lines).unfinished == 1
    kinds = {line["kind"] for line in lines[1:]}
    assert {"seed-set", "seeds-frozen", "SeatLeft", "started", "BetPlaced", "RollSettled", "stopped"} <= kinds
    passed = [name for name, forged in every_change(lines) if verify_dice(forged).fault is None]
    assert passed == []
