"""Dice from the chain: what is published, what a throw reveals, and that nothing of it outlives its owner."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from comeout.house.dice.provable import ChainBefore, ChainSource, chain_before, leads_back
from comeout.house.dice.source import DiceFailure, DiceSource, Thrown
from comeout.log.fold import Memory
from comeout.log.hash_chain import START
from tests.kit.exports import counting

SEEDS = ((2, "lucky"),)
LOG = bytes(range(32))


def broken(_: int) -> bytes:
    raise OSError("no more")


def published(*, length: int, start: int = 0, **more: Any) -> ChainSource:
    """A source whose first chain is published."""
    source = ChainSource("main", counting(start), length=length, **more)
    source.publish(LOG)
    return source


def throw(source: DiceSource, first: int, last: int) -> list[Thrown]:
    return [source.throw(number, SEEDS) for number in range(first, last + 1)]


def body(data: bytes | None) -> dict[str, Any]:
    assert data
    found = json.loads(data)
    assert isinstance(found, dict)
    return found


def remembered(source: ChainSource, anchor: bytes, first: int = 1, last: int = 0, **more: Any) -> Memory:
    """What the log of some throws folds to."""
    proofs = [thrown.proof for thrown in throw(source, first, last)]
    return Memory(published=anchor, thrown=proofs[-1] if proofs else b"", throws=last, **more)


def test_the_anchor_is_published_before_the_first_roll_and_binds_the_log_before_it() -> None:
    source = ChainSource("main", counting(), length=10)
    told = body(source.publish(LOG))
    assert {**told, "anchor": ""} == {
        "format": "chain-2", "chain": 1, "anchor": "", "length": 10, "ended": "first", "after": 0, "log": LOG.hex(),
    }  # fmt: skip
    assert hashlib.sha256(bytes.fromhex(body(source.throw(1, ()).proof)["link"])).hexdigest() == told["anchor"]


def test_a_chain_is_published_once_and_must_be() -> None:
    source = ChainSource("main", counting(), length=10)
    with pytest.raises(DiceFailure, match="no chain was published"):
        source.throw(1, ())
    assert source.publish(LOG)
    assert source.publish(LOG) is None
    source.throw(1, ())
    assert source.publish(LOG) is None


def test_every_roll_reveals_the_link_that_hashes_to_the_one_before() -> None:
    source = ChainSource("main", counting(), length=10)
    before = body(source.publish(LOG))["anchor"]
    for number, thrown in enumerate(throw(source, 1, 10), start=1):
        proof = body(thrown.proof)
        assert (proof["roll"], proof["chain"], proof["index"]) == (number, 1, number)
        assert proof["dice"] == list(thrown.roll)
        assert hashlib.sha256(bytes.fromhex(proof["link"])).hexdigest() == before
        before = proof["link"]


def test_a_used_up_chain_is_followed_by_a_new_one_that_must_be_published_first() -> None:
    source = ChainSource("main", counting(), length=3)
    first = body(source.publish(LOG))
    throw(source, 1, 3)
    with pytest.raises(DiceFailure, match="no chain was published that has a link left"):
        source.throw(4, ())
    second = body(source.publish(START))
    assert (second["chain"], second["length"], second["ended"], second["after"]) == (2, 3, "used-up", 3)
    assert second["anchor"] != first["anchor"]
    proof = body(source.throw(4, ()).proof)
    assert (proof["chain"], proof["index"]) == (2, 1)
    assert hashlib.sha256(bytes.fromhex(proof["link"])).hexdigest() == second["anchor"]


def test_a_roll_asked_for_again_is_the_same_roll_and_costs_no_link() -> None:
    source = published(length=5)
    assert source.throw(1, SEEDS) == source.throw(1, SEEDS)
    assert body(source.throw(2, SEEDS).proof)["index"] == 2


def test_a_roll_is_not_thrown_again_with_other_seeds_nor_out_of_turn() -> None:
    source = published(length=5)
    throw(source, 1, 2)
    with pytest.raises(DiceFailure, match="roll 2 was thrown with other seeds"):
        source.throw(2, ((2, "unlucky"),))
    for number in (1, 4):
        with pytest.raises(DiceFailure, match=f"after roll 2 of this table there is no roll {number}"):
            source.throw(number, SEEDS)


def test_a_players_seed_has_a_say_in_the_roll_and_in_no_earlier_one() -> None:
    def rolls(late: str) -> list[Thrown]:
        source = published(length=40)
        return [*throw(source, 1, 20), *(source.throw(number, ((2, late),)) for number in range(21, 41))]

    one, other = rolls("one"), rolls("other")
    assert one[:20] == other[:20]
    assert [thrown.roll for thrown in one[20:]] != [thrown.roll for thrown in other[20:]]


def test_the_log_before_the_anchor_has_a_say_in_every_roll() -> None:
    one, other = ChainSource("main", counting(), length=20), ChainSource("main", counting(), length=20)
    one.publish(LOG)
    other.publish(START)
    assert [each.roll for each in throw(one, 1, 20)] != [each.roll for each in throw(other, 1, 20)]


# ---- another owner


@pytest.mark.parametrize(
    ("links", "more", "ended"),
    [
        (3, {"clean": True}, "stopped"),
        (3, {"clean": False}, "interrupted"),
        (3, {"clean": True, "restored": True}, "restored"),
        (0, {"clean": False}, "interrupted"),
        (5, {"clean": True, "restored": True}, "used-up"),
    ],
)
def test_a_new_owner_has_a_new_chain_and_says_why_the_last_one_ended(links: int, more: Any, ended: str) -> None:
    first = ChainSource("main", counting(), length=5)
    anchor = first.publish(LOG) or b""
    memory = remembered(first, anchor, 1, links, **more)
    second = ChainSource.after(memory, "main", counting(50), length=5)
    told = body(second.publish(LOG))
    assert (told["chain"], told["ended"], told["after"]) == (2, ended, links)
    assert told["anchor"] != body(anchor)["anchor"]
    assert body(second.throw(links + 1, SEEDS).proof)["index"] == 1


def test_the_first_owner_of_a_table_has_its_first_chain() -> None:
    assert chain_before(Memory()) == ChainBefore(0, "first", 0)


def test_a_chain_of_the_format_before_is_left_where_it_is() -> None:
    old = {"format": "chain-1", "chain": 7, "anchor": "ab" * 32, "length": 10_000}
    assert chain_before(Memory(published=json.dumps(old).encode(), clean=False)) == ChainBefore(7, "interrupted", 0)


@pytest.mark.parametrize("last", [b"not json", b"[]", b'{"chain":1}', b"\xff"])
def test_a_chain_of_the_log_that_cannot_be_read_is_refused(last: bytes) -> None:
    with pytest.raises(DiceFailure, match="cannot be read"):
        chain_before(Memory(published=last))


def test_a_last_throw_that_its_chain_cannot_have_given_is_refused() -> None:
    source = ChainSource("main", counting(), length=5)
    anchor = source.publish(LOG) or b""
    memory = remembered(source, anchor, 1, 2)
    assert leads_back(memory.published, memory.thrown)
    memory.thrown = memory.thrown.replace(b'"link":"', b'"link":"0')
    with pytest.raises(DiceFailure, match="cannot have come from its chain"):
        chain_before(memory)


# ---- the same owner, after its log was replayed


@pytest.mark.parametrize("kept", [0, 1, 3])
def test_after_a_replay_the_same_owner_throws_the_same_dice(kept: int) -> None:
    whole = throw(published(length=4), 1, 4)
    source = ChainSource("main", counting(), length=4)
    anchor = source.publish(LOG) or b""
    memory = remembered(source, anchor, 1, kept)
    throw(source, kept + 1, kept + 1)  # and the log lacks it
    source.resume(memory)
    assert source.publish(LOG) is None
    assert throw(source, kept + 1, 4) == whole[kept:]


def test_a_chain_whose_publication_was_not_kept_is_published_after_what_was() -> None:
    source = ChainSource("main", counting(), length=4)
    told = body(source.publish(LOG))
    source.resume(Memory())
    again = body(source.publish(START))
    assert (again["anchor"], again["log"]) == (told["anchor"], START.hex())
    anchor = json.dumps(again).encode()
    memory = remembered(source, anchor, 1, 4)
    renewed = body(source.publish(LOG))
    source.resume(memory)
    assert body(source.publish(LOG)) == renewed
    assert renewed["ended"] == "used-up"


def test_an_owner_does_not_go_on_with_a_chain_that_is_not_the_logs() -> None:
    source, stranger = ChainSource("main", counting(), length=5), ChainSource("main", counting(50), length=5)
    ours, theirs = source.publish(LOG) or b"", stranger.publish(LOG) or b""
    foreign = throw(stranger, 1, 2)[-1].proof
    for memory in (
        Memory(published=theirs),
        Memory(published=ours, thrown=foreign, throws=2),
        Memory(published=ours, thrown=b"nonsense"),
        Memory(published=b"[]"),
    ):
        with pytest.raises(DiceFailure, match="another chain than this owner's"):
            source.resume(memory)


def test_a_link_that_went_bad_in_memory_is_never_thrown() -> None:
    source = published(length=9)
    source.throw(1, ())
    source._chain._spread[:] = [bytes(32)] * len(source._chain._spread)
    source._chain._marks[:] = [bytes(32)] * len(source._chain._marks)
    with pytest.raises(DiceFailure, match="the chain is broken"):
        source.throw(2, ())


def test_no_new_chain_is_made_when_the_entropy_fails() -> None:
    with pytest.raises(DiceFailure, match="cannot be read: no more"):
        ChainSource("main", broken)
    calls = iter([counting(), counting(), broken])
    source = ChainSource("main", lambda count: next(calls)(count), length=1)
    source.publish(LOG)
    source.throw(1, ())
    with pytest.raises(DiceFailure, match="cannot be read"):
        source.publish(LOG)


def test_a_chain_of_dice_does_not_show_its_secret_when_printed() -> None:
    source = published(length=3)
    assert source._chain.link(3).hex() not in repr(source) + repr(source._chain)
