"""Passwords: hashed and checked in threads, two at a time, as long for a missing one as for a wrong one."""

from __future__ import annotations

import asyncio
import threading
from typing import Literal

import pytest
from argon2 import PasswordHasher

from comeout.house.players.passwords import (
    COST,
    MOST_WAITING,
    SHORTEST_PASSWORD,
    Passwords,
    PeopleError,
    check_password,
    common_passwords,
)

GOOD = "correct horse"


class Counting(PasswordHasher):
    """A hasher that counts its checks of true hashes, and how many ran at once."""

    def __init__(self, gate: threading.Event | None = None) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.checked, self.running, self.most = 0, 0, 0
        self._gate, self._lock = gate, threading.Lock()

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        with self._lock:
            self.checked += str(hash).startswith("$argon2id$")
            self.running += 1
            self.most = max(self.most, self.running)
        if self._gate:
            self._gate.wait()
        try:
            return super().verify(hash, password)
        finally:
            with self._lock:
                self.running -= 1


@pytest.mark.claim("people-passwords")
def test_a_missing_password_costs_as_much_as_a_wrong_one() -> None:
    counting = Counting()
    passwords = Passwords(counting)

    async def scenario() -> None:
        kept = await passwords.hash(GOOD)
        assert await passwords.fits(GOOD, kept)
        assert not await passwords.fits("wrong horse", kept)
        assert not await passwords.fits(GOOD, None)

    asyncio.run(scenario())
    passwords.close()
    assert counting.checked == 3
    assert (COST.memory_cost, COST.time_cost, COST.parallelism) == (19 * 1024, 2, 1)


@pytest.mark.parametrize("password", ["password", "PassWord1", "12345678", "qwertyuiop", "iloveyou", "baseball"])
def test_the_commonest_passwords_are_refused_whatever_their_case(password: str) -> None:
    with pytest.raises(PeopleError, match="one of the commonest"):
        check_password(password)


@pytest.mark.parametrize(
    "password", ["comeout1", "Craps!2026", "passline99", "CrapsCasino", "bartholomew1", "B-Artholomew"]
)
def test_a_password_of_the_game_s_words_or_one_s_own_name_is_refused(password: str) -> None:
    with pytest.raises(PeopleError, match="your name or a word of this game"):
        check_password(password, "Bartholomew")


@pytest.mark.parametrize(
    "password", ["crapshoot with dad", "93857261940", "correct horse", "é" * 64, " " * 9, "x" * 200]
)
def test_any_other_password_will_do_whatever_its_characters(password: str) -> None:
    check_password(password, "Bartholomew")


def test_a_password_counts_exactly_as_it_was_typed() -> None:
    async def scenario() -> None:
        passwords = Passwords()
        hashed = await passwords.hash("Ünïcode " + "x" * 150)
        assert await passwords.fits("Ünïcode " + "x" * 150, hashed)
        for other in ("ünïcode " + "x" * 150, "Ünïcode " + "x" * 149, " Ünïcode " + "x" * 150):
            assert not await passwords.fits(other, hashed)
        passwords.close()

    asyncio.run(scenario())


@pytest.mark.claim("people-passwords")
def test_three_thousand_passwords_are_refused_and_each_would_be_long_enough() -> None:
    assert len(common_passwords()) == 3_000
    assert all(len(each) >= SHORTEST_PASSWORD and each == each.casefold() for each in common_passwords())
    check_password(GOOD)


def test_two_passwords_are_checked_at_once_and_a_crowd_is_sent_away() -> None:
    gate = threading.Event()
    counting = Counting(gate)
    passwords = Passwords(counting)

    async def scenario() -> None:
        kept = await passwords.hash(GOOD)
        waiting = [asyncio.ensure_future(passwords.fits(GOOD, kept)) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(PeopleError, match="try again"):
            await passwords.fits(GOOD, kept)
        gate.set()
        assert all(await asyncio.gather(*waiting))
        assert await passwords.fits(GOOD, kept)

    asyncio.run(scenario())
    passwords.close()
    assert counting.most <= 2
