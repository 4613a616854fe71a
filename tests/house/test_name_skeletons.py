"""Names that look alike share a skeleton, and nobody is called like somebody of the house."""

from __future__ import annotations

import pytest

from comeout.house.name_skeletons import is_reserved, skeletons


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "\u0410nn"),  # Cyrillic A
        ("Bob", "\u0412ob"),  # Cyrillic Ve, which is a small capital when it is small
        ("Ann", "ANN"),
        ("Ann", "\uff21nn"),  # full width
        ("Iris", "lris"),
        ("IRIS", "iris"),
        ("Bi11", "Bill"),
        ("C0rey", "Corey"),
        ("modern", "modem"),
        ("Jos\u00e9", "Jose\u0301"),
    ],
)
def test_names_that_look_alike_share_a_skeleton(one: str, other: str) -> None:
    assert skeletons(one) & skeletons(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Ann", "Ana"), ("Iris", "Aris"), ("Jose", "Jos\u00e9")])
def test_names_that_differ_share_none(one: str, other: str) -> None:
    assert not skeletons(one) & skeletons(other)


@pytest.mark.parametrize(
    "name",
    ["Boxperson", "box person", "BOX_PERSON", "B0xpers0n", "\u0412oxperson", "house", "H\u03bfuse", "admin", "Adm1n",
     "operator", "pit-supervisor", "Pit Supervisor", "inspector", "guest-3d6x", "Guest 7", "guest"],
)  # fmt: skip
def test_names_that_pass_for_the_house_or_for_a_guest_are_reserved(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name",
    ["Boxman", "Stickman", "floor-man", "Base Dealer", "mod_",
     "admin1", "7 admin", "the house", "TheHouse", "The  House!", "House1", "Dealer2", "manager", "Manager 3",
     "pit boss", "PitBoss", "casino", "Casin0", "Casin01", "the-casino", "*staff*", "support24", "Moderator_",
     "administrator 2"],
)  # fmt: skip
def test_a_reserved_word_stays_reserved_with_digits_and_signs_around_it_or_the_before_it(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Houseman",
        "Box",
        "Dealer Dan",
        "Gus",
        "Adminah",
        "Dealerson",
        "Theo",
        "Theodora",
        "The Rock",
        "Ann1",
        "007",
        "Casinova",
        "Managerie",
    ],
)
def test_other_names_are_free(name: str) -> None:
    assert not is_reserved(name)
