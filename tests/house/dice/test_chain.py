"""The chain of hashes: what it reveals, in which order, and how quickly."""

from __future__ import annotations

import hashlib
import time

import pytest

from comeout.house.dice.provable import new_chain

SEED = bytes([7] * 32)


def naive(length: int) -> list[bytes]:
    links = [SEED]
    for _ in range(length):
        links.append(hashlib.sha256(links[-1]).digest())
    return links[::-1]


@pytest.mark.parametrize("length", [1, 2, 3, 4, 8, 9, 10, 99, 100, 101, 1000])
def test_every_link_hashes_to_the_one_before_and_the_first_to_the_anchor(length: int) -> None:
    chain = new_chain(length, SEED)
    assert [chain.anchor, *(chain.link(index) for index in range(1, length + 1))] == naive(length)


def test_links_can_be_asked_for_in_any_order() -> None:
    chain, links = new_chain(50, SEED), naive(50)
    assert [chain.link(index) for index in (50, 1, 25, 25, 2)] == [links[index] for index in (50, 1, 25, 25, 2)]


@pytest.mark.parametrize("index", [0, -1, 6])
def test_there_is_no_link_beyond_the_ends(index: int) -> None:
    with pytest.raises(IndexError, match="a chain of 5 links has no link"):
        new_chain(5, SEED).link(index)


def test_a_chain_needs_links_and_a_whole_seed() -> None:
    with pytest.raises(ValueError, match="at least one link"):
        new_chain(0, SEED)
    with pytest.raises(ValueError, match="32 bytes, not 5"):
        new_chain(5, b"short")


def test_a_chain_keeps_no_more_than_some_hundred_links_of_a_hundred_thousand() -> None:
    chain = new_chain(100_000, SEED)
    chain.link(1)
    assert len(chain._marks) + len(chain._spread) < 700


def test_setting_up_a_chain_costs_its_hashes_and_little_more() -> None:
    start = time.process_time()
    naive(100_000)
    bare = time.process_time() - start
    start = time.process_time()
    chain = new_chain(100_000, SEED)
    assert time.process_time() - start < max(3 * bare, 0.3)
    start = time.process_time()
    for index in range(1, 100_001):
        chain.link(index)
    assert time.process_time() - start < max(6 * bare, 0.6)


def test_a_chain_does_not_show_its_links_when_printed() -> None:
    assert SEED.hex() not in repr(new_chain(3, SEED))
    assert str(SEED) not in repr(new_chain(3, SEED))
