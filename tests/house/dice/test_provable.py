"""Dice from the chain: what is published, what a throw reveals, and that a restart changes nothing."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from comeout.house.dice.provable import ChainSource
from comeout.house.dice.source import DiceFailure, DiceSource, Thrown
from tests.kit.exports import counting

SEEDS = ((2, "lucky"),)


def broken(_: int) -> bytes:
    raise OSError("no more")


def throw(source: DiceSource, first: int, last: int) -> list[Thrown]:
    return [source.throw(number, SEEDS) for number in range(first, last + 1)]


def body(data: bytes | None) -> dict[str, Any]:
    assert data
    found = json.loads(data)
    assert isinstance(found, dict)
    return found


def test_the_anchor_is_published_before_the_first_roll_and_reveals_nothing() -> None:
    source = ChainSource("main", counting(), length=10)
    published = body(source.publish())
    assert {**published, "anchor": ""} == {"format": "chain-1", "chain": 1, "anchor": "", "length": 10}
    assert published["anchor"] != body(source.secret())["seed"]


def test_the_same_publication_is_given_until_the_first_roll_and_none_after_it() -> None:
    source = ChainSource("main", counting(), length=10)
    assert source.publish() == source.publish()
    source.throw(1, ())
    assert source.publish() is None


def test_every_roll_reveals_the_link_that_hashes_to_the_one_before() -> None:
    source = ChainSource("main", counting(), length=10)
    before = body(source.publish())["anchor"]
    for number, thrown in enumerate(throw(source, 1, 10), start=1):
        proof = body(thrown.proof)
        assert (proof["roll"], proof["chain"], proof["index"]) == (number, 1, number)
        assert proof["dice"] == list(thrown.roll)
        assert hashlib.sha256(bytes.fromhex(proof["link"])).hexdigest() == before
        before = proof["link"]


def test_a_used_up_chain_is_followed_by_a_new_one_that_must_be_published_first() -> None:
    source = ChainSource("main", counting(), length=3)
    first, old_secret = body(source.publish()), source.secret()
    throw(source, 1, 3)
    with pytest.raises(DiceFailure, match="used up and no new one was published"):
        source.throw(4, ())
    second = body(source.publish())
    assert (second["chain"], second["length"]) == (2, 3)
    assert second["anchor"] != first["anchor"]
    assert source.secret() != old_secret
    proof = body(source.throw(4, ()).proof)
    assert (proof["chain"], proof["index"]) == (2, 1)
    assert hashlib.sha256(bytes.fromhex(proof["link"])).hexdigest() == second["anchor"]


def test_a_roll_asked_for_again_is_the_same_roll_and_costs_no_link() -> None:
    source = ChainSource("main", counting(), length=5)
    assert source.throw(1, SEEDS) == source.throw(1, SEEDS)
    assert body(source.throw(2, SEEDS).proof)["index"] == 2


def test_a_roll_is_not_thrown_again_with_other_seeds_nor_out_of_turn() -> None:
    source = ChainSource("main", counting(), length=5)
    throw(source, 1, 2)
    with pytest.raises(DiceFailure, match="roll 2 was thrown with other seeds"):
        source.throw(2, ((2, "unlucky"),))
    for number in (1, 4):
        with pytest.raises(DiceFailure, match=f"after roll 2 of this table there is no roll {number}"):
            source.throw(number, SEEDS)


def test_a_players_seed_has_a_say_in_the_roll_and_in_no_earlier_one() -> None:
    def rolls(late: str) -> list[Thrown]:
        source = ChainSource("main", counting(), length=40)
        return [*throw(source, 1, 20), *(source.throw(number, ((2, late),)) for number in range(21, 41))]

    one, other = rolls("one"), rolls("other")
    assert one[:20] == other[:20]
    assert [thrown.roll for thrown in one[20:]] != [thrown.roll for thrown in other[20:]]


@pytest.mark.parametrize("used", [0, 1, 3, 4, 5, 8, 9])
def test_a_restored_chain_throws_the_same_dice_as_one_that_never_stopped(used: int) -> None:
    def run(source: ChainSource, first: int, last: int) -> tuple[bytes | None, list[bytes]]:
        published, proofs = None, []
        for number in range(first, last + 1):
            published = source.publish() or published
            proofs.append(source.throw(number, SEEDS).proof)
        return published, proofs

    whole = run(ChainSource("main", counting(), length=4), 1, 12)[1]
    source = ChainSource("main", counting(), length=4)
    published, proofs = run(source, 1, used)
    reads = counting(2 + max(0, (used - 1) // 4))  # the entropy a restart finds is not the same call
    again = ChainSource.restore(
        source.secret(), "main", reads, published=published, thrown=proofs[-1] if proofs else None
    )
    in_chain = 4 * -(-max(used, 1) // 4)
    assert proofs + run(again, used + 1, in_chain)[1] == whole[:in_chain]


def test_a_restart_between_keeping_a_new_chain_and_publishing_it_goes_on_with_it() -> None:
    source = ChainSource("main", counting(), length=2)
    published = source.publish()
    thrown = throw(source, 1, 2)[-1].proof
    renewed = source.publish()
    again = ChainSource.restore(source.secret(), "main", broken, published=published, thrown=thrown)
    assert again.publish() == renewed
    assert again.throw(3, SEEDS) == source.throw(3, SEEDS)


def test_the_chain_after_a_restored_one_is_as_long() -> None:
    made = ChainSource("main", counting(), length=1)
    source = ChainSource.restore(made.secret(), "main", counting(9), published=made.publish(), thrown=None)
    source.throw(1, ())
    assert body(source.publish())["length"] == 1


def test_a_chain_that_is_not_the_one_of_the_log_is_refused() -> None:
    source, stranger = ChainSource("main", counting(), length=5), ChainSource("main", counting(50), length=5)
    published, thrown = source.publish(), throw(source, 1, 3)[-1].proof
    foreign = throw(stranger, 1, 3)[-1].proof
    for secret, logged, last in (
        (stranger.secret(), published, thrown),
        (source.secret(), published, foreign),
        (source.secret(), None, thrown),
        (b"", published, thrown),
        (b"", published, None),
        (source.secret().replace(b'"chain":1', b'"chain":2'), published, thrown),
        (source.secret().replace(b'"chain":1', b'"chain":2'), None, None),
    ):
        with pytest.raises(DiceFailure, match="not the one the log has published"):
            ChainSource.restore(secret, "main", counting(), published=logged, thrown=last)


def test_with_no_secret_kept_and_nothing_published_a_first_chain_is_made() -> None:
    source = ChainSource.restore(b"", "main", counting(), published=None, thrown=None)
    assert body(source.publish())["chain"] == 1


@pytest.mark.parametrize("secret", [b"not json", b"[]", b"{}", b'{"chain":1,"length":5,"seed":"00"}', b"\xff"])
def test_a_chain_that_cannot_be_read_back_is_refused(secret: bytes) -> None:
    with pytest.raises(DiceFailure, match="cannot be read back"):
        ChainSource.restore(secret, "main", counting(), published=None, thrown=None)


def test_a_link_that_went_bad_in_memory_is_never_thrown() -> None:
    source = ChainSource("main", counting(), length=9)
    source.throw(1, ())
    source._chain._spread[:] = [bytes(32)] * len(source._chain._spread)
    source._chain._marks[:] = [bytes(32)] * len(source._chain._marks)
    with pytest.raises(DiceFailure, match="the chain is broken"):
        source.throw(2, ())


def test_no_new_chain_is_made_when_the_entropy_fails() -> None:
    with pytest.raises(DiceFailure, match="cannot be read: no more"):
        ChainSource("main", broken)
    made = ChainSource("main", counting(), length=1)
    source = ChainSource.restore(made.secret(), "main", broken, published=made.publish(), thrown=None)
    source.throw(1, ())
    with pytest.raises(DiceFailure, match="cannot be read"):
        source.publish()


def test_a_chain_of_dice_does_not_show_its_secret_when_printed() -> None:
    source = ChainSource("main", counting(), length=3)
    assert body(source.secret())["seed"] not in repr(source)
