"""The strict reader: what a table may hold, and the one error that says what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import pytest

from comeout.errors import RulebookError, nearest
from comeout.rules.schema import Colour, Odds, PerNumber, Share, read


@dataclass(frozen=True)
class Chip:
    """A small table inside another."""

    colour: str
    value: int = 1


@dataclass(frozen=True)
class Felt:
    """One field of every kind a book uses."""

    name: PerNumber
    odds: Odds
    share: Share
    clause: str = ""
    shape: Literal["tub", "oblong"] = "tub"
    lit: bool = False
    seats: tuple[int, ...] = ()
    rolls: tuple[int, ...] | Literal["any"] = "any"
    chip: Chip | None = None
    racks: dict[str, Chip] | None = None
    raise_: str = ""
    cloth: Colour | None = None


GOOD: dict[str, object] = {"name": "Pass", "odds": "7 to 4", "share": "1/4", "clause": "4(a)"}


def felt(**changes: object) -> Felt:
    return read(Felt, {**GOOD, **changes}, "felt", "house.toml")


def problem(**changes: object) -> str:
    with pytest.raises(RulebookError) as caught:
        felt(**changes)
    return str(caught.value)


def test_a_good_table_is_read_with_its_defaults() -> None:
    read_in = felt(
        shape="oblong",
        lit=True,
        seats=[1, 2],
        chip={"colour": "red"},
        racks={"left": {"colour": "green", "value": 25}},
    )
    assert read_in.odds == Fraction(7, 4)
    assert read_in.share == Fraction(1, 4)
    assert felt(cloth="#0a1b2c").cloth == "#0a1b2c"
    assert read_in.seats == (1, 2)
    assert read_in.chip == Chip("red")
    assert read_in.racks == {"left": Chip("green", 25)}


def test_a_key_that_is_a_python_word_is_written_without_its_underscore() -> None:
    assert felt(**{"raise": "any"}).raise_ == "any"


def test_a_field_that_takes_a_list_or_a_word_takes_either() -> None:
    assert felt(rolls=[7, 11]).rolls == (7, 11)
    assert felt(rolls="any").rolls == "any"


def test_one_text_stands_for_every_number_or_each_number_has_its_own() -> None:
    assert felt().name.of(6) == "Pass"
    each = felt(name={"4": "Four", "10": "Ten"}).name
    assert (each.of(4), each.of(10)) == ("Four", "Ten")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"colour": "red"}, 'house.toml, felt, clause 4(a): unknown key "colour"'),
        ({"nmae": "Pass"}, 'unknown key "nmae" (did you mean "name"?)'),
        ({"clause": 7, "nmae": "x"}, 'house.toml, felt: unknown key "nmae"'),
        ({"chip": {"value": 5}}, 'house.toml, felt, chip: missing "colour"'),
        ({"chip": "red"}, 'expected a table, found "red"'),
        ({"odds": "7 for 4"}, '"7 for 4" is not odds'),
        ({"odds": "0 to 1"}, '"0 to 1" is not odds'),
        ({"odds": 2}, "expected a text, found 2"),
        ({"share": "1/0"}, '"1/0" is not a part of a whole'),
        ({"share": "5/4"}, '"5/4" is not a part of a whole'),
        ({"share": "half"}, '"half" is not a part of a whole'),
        ({"clause": "  "}, 'felt, clause: expected a text, found "  "'),
        ({"shape": "round"}, 'felt, shape: "round" is not a word it takes'),
        ({"shape": 3}, "3 is not a word it takes"),
        ({"lit": "yes"}, 'expected true or false, found "yes"'),
        ({"seats": 4}, "expected a list, found 4"),
        ({"seats": [1, -2]}, "felt, seats[1]: expected a whole number, found -2"),
        ({"seats": [True]}, "expected a whole number, found True"),
        ({"rolls": "some"}, '"some" is not a word it takes'),
        ({"racks": ["left"]}, "expected a table, found ['left']"),
        ({"racks": {"left": {"colour": 1}}}, "felt, racks left, colour: expected a text, found 1"),
        ({"cloth": "green"}, 'felt, cloth: "green" is not a colour; write it like "#156a43"'),
        ({"cloth": "#156A43"}, '"#156A43" is not a colour'),
        ({"cloth": "#156a4g"}, '"#156a4g" is not a colour'),
        ({"cloth": "x156a43"}, '"x156a43" is not a colour'),
        ({"name": {"1": "One"}}, '"1" is not a number of the dice (2 to 12)'),
        ({"name": {"four": "Four"}}, '"four" is not a number of the dice'),
        ({"name": {"4": ""}}, 'felt, name 4: expected a text, found ""'),
    ],
)
def test_a_slip_is_told_with_its_place_and_what_would_be_accepted(changes: dict[str, object], told: str) -> None:
    assert told in problem(**changes)


def test_a_missing_field_is_named() -> None:
    with pytest.raises(RulebookError, match='missing "odds"'):
        read(Felt, {"name": "Pass"}, "", "house.toml")


def test_something_that_is_no_table_at_all_is_told() -> None:
    with pytest.raises(RulebookError, match="expected a table, found 3"):
        read(Felt, 3, "", "house.toml")


def test_a_hint_names_the_nearest_spelling_or_lists_a_few() -> None:
    assert nearest("plcae", ["place", "pass"]) == 'did you mean "place"?'
    assert nearest("zzz", ["place", "pass"]) == "known: pass, place"
    assert nearest("zzz", [f"spot-{n:02}" for n in range(20)]).endswith("spot-11, ...")
