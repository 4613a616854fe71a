"""Passwords: how they are hashed and checked (argon2, in threads), and which are accepted."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from importlib import resources
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from comeout.errors import ComeoutError

T = TypeVar("T")

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200

MOST_WAITING = 64
"""How many passwords may wait to be checked; further ones are refused."""

COST = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


class PeopleError(ComeoutError):
    """A request about a person is refused, in one plain sentence."""


class Passwords:
    """Hashes and checks passwords with argon2 in threads, two at a time."""

    def __init__(self, cost: PasswordHasher = COST) -> None:
        self._cost = cost
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="passwords")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """Return the hash to store."""
        return await self._run(lambda: self._cost.hash(as_bytes(password)))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Check a password against its hash in constant time; without a hash, the answer is no and takes as long."""
        return await self._run(lambda: self._verify(password, kept))

    def close(self) -> None:
        """Stop the threads."""
        self._pool.shutdown(cancel_futures=True)

    def _verify(self, password: str, kept: str | None) -> bool:
        decoy = self._decoy
        try:
            self._cost.verify(kept or decoy, as_bytes(password))
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None

    @cached_property
    def _decoy(self) -> str:
        """Return the hash that passwords of unknown names are checked against."""
        return self._cost.hash(secrets.token_bytes(16))

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise PeopleError("too many are at the door just now; try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1


LETTERS_LEFT = 3
"""How many letters a password must have beside such words, if it has any of them."""
CONTEXT_WORDS = ("comeout", "craps", "casino", "passline", "dontpass", "boxcars", "snakeeyes", "sevenout", "hardway")
"""What somebody would try first at a house of this game."""


def check_password(password: str, name: str = "") -> None:
    """Refuse a new password that is too short, too long, among the commonest, or made of expected words."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise PeopleError(f"a password is {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")
    if password.casefold() in common_passwords():
        raise PeopleError("this password is one of the commonest, which are guessed first; choose another one")
    letters = _letters(password)
    for word in (*CONTEXT_WORDS, _letters(name)):
        letters = letters.replace(word, "") if word else letters
    if len(letters) < LETTERS_LEFT and letters != _letters(password):
        raise PeopleError("this password is little more than your name or a word of this game; choose another one")


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text.casefold()))


@cache
def common_passwords() -> frozenset[str]:
    """Return the 3,000 commonest passwords of at least eight characters, in small letters.

    They are those that rank highest in two lists of passwords from public leaks: zxcvbn's and Django's.
    """
    text = resources.files("comeout.house.players").joinpath("common_passwords.txt").read_text(encoding="utf-8")
    return frozenset(text.split("\n")[:-1])


def as_bytes(text: str) -> bytes:
    """Encode any text that a client can send, even half a surrogate pair."""
    return text.encode("utf-8", "surrogatepass")
