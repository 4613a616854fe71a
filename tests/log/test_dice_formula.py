"""The format chain-1, worked out here a second time with nothing but hashlib and hmac."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest

from comeout.dice import ROLLS
from comeout.house.dice.collect import chi_square
from comeout.log.dice_formula import blocks_of, decide, freeze, message, place_in

LINK = bytes(range(32))


def test_the_message_is_compact_json_of_format_table_roll_and_seeds() -> None:
    assert (
        message("main", 17, ((2, "lucky"), (5, 'a "q"\n'))) == rb'["chain-1","main",17,[[2,"lucky"],[5,"a \"q\"\n"]]]'
    )
    assert message("main", 1, ((3, "Würfel ⚅"),)).decode() == '["chain-1","main",1,[[3,"Würfel ⚅"]]]'


@pytest.mark.parametrize("seeds", [(), ((1, "x"),), ((2, "lucky"), (5, "Würfel ⚅"))])
def test_the_first_byte_below_252_of_the_hmac_decides(seeds: tuple[tuple[int, str], ...]) -> None:
    text = json.dumps(["chain-1", "main", 9, seeds], ensure_ascii=False, separators=(",", ":"))
    block = hmac.new(LINK, text.encode(), hashlib.sha256).digest()
    byte = next(each for each in block if each < 252)
    assert decide(blocks_of(LINK, "main", 9, seeds)) == (byte % 36, block)


def test_the_answer_is_known() -> None:
    place, block = decide(blocks_of(LINK, "main", 1, ()))
    assert block.hex() == "a245e41b20eb7b52ee05622828e8265edd5ab82e5f31591d5b02a642a56ec9ff"
    assert str(ROLLS[place]) == "4-1"


def test_bytes_from_252_on_are_passed_over() -> None:
    assert place_in(bytes([252, 253, 254, 255, 251])) == 251 % 36
    assert place_in(bytes([252, 255] * 16)) is None


def test_a_block_that_decides_nothing_is_followed_by_the_next_one() -> None:
    assert decide([bytes([255] * 32), bytes([36])]) == (0, bytes([36]))


def test_further_blocks_sign_the_message_with_their_number() -> None:
    blocks = blocks_of(LINK, "main", 1, ())
    assert next(blocks) == hmac.new(LINK, b'["chain-1","main",1,[]]', hashlib.sha256).digest()
    assert next(blocks) == hmac.new(LINK, b'["chain-1","main",1,[],1]', hashlib.sha256).digest()


@pytest.mark.claim("dice-even")
def test_the_accepted_bytes_fall_on_each_roll_seven_times() -> None:
    places = [place_in(bytes([byte])) for byte in range(256)]
    assert [places.count(place) for place in range(36)] == [7] * 36
    assert places.count(None) == 4


@pytest.mark.claim("dice-even")
def test_three_hundred_and_sixty_thousand_rolls_of_a_chain_are_even() -> None:
    counts, link = [0] * 36, LINK
    for number in range(360_000):
        link = hashlib.sha256(link).digest()
        counts[decide(blocks_of(link, "main", number, ()))[0]] += 1
    assert 14 < chi_square(counts) < 67  # 35 degrees: beyond either end one time in two thousand


def test_seeds_are_frozen_in_seat_order_and_empty_ones_contribute_nothing() -> None:
    assert freeze({5: "b", 2: "a", 3: ""}) == ((2, "a"), (5, "b"))


def test_a_seed_longer_than_64_characters_or_of_half_a_character_is_refused() -> None:
    assert freeze({1: "⚅" * 64}) == ((1, "⚅" * 64),)
    with pytest.raises(ValueError, match="at most 64 characters, this one has 65"):
        freeze({1: "x" * 65})
    with pytest.raises(ValueError, match="half a character"):
        freeze({1: "\ud83c"})
