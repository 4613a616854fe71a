"""Names that look alike: skeletons of a name (Unicode Technical Standard 39), and the names that nobody may have."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import get_args

from comeout.rules.wagers import Role

RESERVED = (
    *get_args(Role), "admin", "administrator", "base dealer", "boxman", "casino", "comeout", "crew", "croupier",
    "floorman", "manager", "mod", "moderator", "operator", "pit boss", "root", "staff", "stickman", "support", "system",
)  # fmt: skip
"""The names that would pass for somebody of the house: the roles, the house itself, and the usual ones."""

GUEST = "guest"
"""What the names begin with that the house gives to guests."""


@cache
def _shapes() -> dict[int, str]:
    """Return the shape of every character that looks like another."""
    text = resources.files("comeout.house").joinpath("confusables.txt").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.split("\n") if "\t" in line]
    return {ord(letter): shape for shape, letters in rows for letter in letters}


def skeletons(name: str) -> frozenset[str]:
    """Return the skeletons of a name as it is written and in small letters; names that share one look alike."""
    plain = unicodedata.normalize("NFKC", name)
    return frozenset(_skeleton(text) for text in (plain, plain.casefold()))


def _skeleton(text: str) -> str:
    shaped = unicodedata.normalize("NFD", text).translate(_shapes())
    return unicodedata.normalize("NFD", shaped).casefold()


def is_reserved(name: str) -> bool:
    """Return whether a name could pass for a role, for the house or for a guest, whatever stands around the word."""
    mine = {_squeezed(each) for text in {name, *_trimmed(name)} for each in skeletons(text)}
    guests = {_squeezed(each) for each in skeletons(GUEST)}
    return bool(mine & _reserved()) or any(each.startswith(guest) for each in mine for guest in guests)


def _trimmed(name: str) -> Iterator[str]:
    """Yield a name with ever fewer digits and signs around it, and each without "the" before it."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    starts = [start for start in range(len(plain)) if not any(map(str.isalpha, plain[:start]))]
    ends = [end for end in range(1, len(plain) + 1) if not any(map(str.isalpha, plain[end:]))]
    for start in starts:
        for end in ends:
            bare = plain[start:end]
            yield bare
            yield bare.removeprefix("the")


@cache
def _reserved() -> frozenset[str]:
    return frozenset(_squeezed(each) for word in RESERVED for each in skeletons(word))


def _squeezed(text: str) -> str:
    """Return the letters and digits of a text, i for l: what stands between them makes no other name."""
    return "".join(letter for letter in text if letter.isalnum()).replace("l", "i")
