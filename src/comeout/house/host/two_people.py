"""Dual control (two-person rule): a void, real dice or a late-seen bet waits for a second person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal, NamedTuple

import msgspec

from comeout.house.clock import Clock
from comeout.log.codec import read_command
from comeout.rules.wagers import Role
from comeout.table.messages import CallRoll, Command, Interrupt, RecordBet, RuleOnRoll

SECOND_SECONDS = 120.0
"""How long a command waits for a second person."""

READINGS = (CallRoll, RuleOnRoll)
"""The commands in which people read the dice of a real table."""

Agreement = Literal["waits", "agreed", "expired"]


class _Asked(NamedTuple):
    player: str
    by: Role
    until: float
    roll: int
    """The roll it is about, or 0 for any; a second person who means another roll does not agree."""


class Wanted(NamedTuple):
    """A command that waits for a second person, and for how many seconds."""

    command: Command
    player: str
    seconds: float


def write_wanted(wanted: list[Wanted]) -> bytes:
    """Serialize what waits, for another process of the house."""
    plain = [(type(each.command).__name__, msgspec.to_builtins(each.command), *each[1:]) for each in wanted]
    return msgspec.msgpack.encode(plain)


def read_wanted(data: bytes) -> list[Wanted]:
    """Deserialize what waits, as another process sent it."""
    told = msgspec.msgpack.decode(data, type=list[tuple[str, dict[str, Any], str, float]])
    return [Wanted(read_command(name, body), player, seconds) for name, body, player, seconds in told]


class SecondPerson:
    """Dual control: what was asked, who asked first and until when that counts; uncommitted requests do not count."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.asked: dict[Command, _Asked] = {}
        """Requests that wait for a second person, including those of the open batch."""
        self.kept: dict[Command, _Asked] = {}
        """The committed requests that wait for a second person."""

    @property
    def due(self) -> float | None:
        """Return when the next request expires, by the monotonic clock."""
        return min((each.until for each in self.asked.values() if each.until > 0), default=None)

    def ask(self, command: Command, player: str, *, rolls: int) -> Agreement:
        """Two-person rule: agreed if another person asked for the same in time, expired if too late, else waiting."""
        same = _with_role(command, "house")  # the second may hold another role
        roll = 0 if isinstance(command, Interrupt) else rolls
        now, first = self._clock.monotonic(), self.asked.pop(same, None)
        stands = first is not None and now < first.until and first.roll == roll
        if first is None or first.player == player:
            self.asked[same] = (
                first if first and stands else _Asked(player, _role_of(command), now + SECOND_SECONDS, roll)
            )
            return "waits"
        return "agreed" if stands else "expired"

    def in_the_first_role(self, command: CallRoll | RuleOnRoll, player: str) -> CallRoll | RuleOnRoll:
        """Return the role in which confirmed dice are called: that of the person who read them first."""
        first = self.asked.get(replace(command, by="house"))
        return replace(command, by=first.by) if first and first.player != player else command

    def witnessed(self, command: RecordBet, player: str, *, late: bool) -> RecordBet:
        """Return a late-seen bet with its witness: the first person records it, the second is the witness.

        Nobody names a witness themselves, and the first who asks waits for one.
        """
        first = self.asked.get(_with_role(command, "house"))
        by = first.by if late and first and first.player != player else command.by
        return replace(command, by=by, witness=command.by if late else "")

    def read_otherwise(self, command: Command, player: str) -> bool:
        """Return whether somebody else waits with other faces of these dice."""
        now = self._clock.monotonic()
        return isinstance(command, READINGS) and any(
            isinstance(each, READINGS) and each.roll != command.roll and asked.player != player and asked.until > now
            for each, asked in self.asked.items()
        )

    def waiting(self, *, rolls: int) -> list[Wanted]:
        """Return what a second person may agree to now, oldest first."""
        now = self._clock.monotonic()
        return [
            Wanted(command, asked.player, asked.until - now)
            for command, asked in self.kept.items()
            if asked.until > now and asked.roll in (0, rolls)
        ]

    def forget_dice(self) -> None:
        """Drop readings of dice that were called or thrown again."""
        self.asked = {command: asked for command, asked in self.asked.items() if not isinstance(command, READINGS)}

    def expire(self) -> Iterator[str]:
        """Return requests that have expired, by name; a second person who comes later is told so."""
        now = self._clock.monotonic()
        for command, asked in self.asked.items():
            if 0 < asked.until <= now:
                self.asked[command] = asked._replace(until=0.0)
                yield type(command).__name__

    def keep(self) -> None:
        """Commit the requests."""
        self.kept = dict(self.asked)

    def read_back(self) -> None:
        """Discard requests that were not committed."""
        self.asked = dict(self.kept)


def _role_of(command: Command) -> Role:
    by: Role = command.by  # type: ignore[union-attr]  # all that two people must ask for is signed
    return by


def _with_role(command: Command, by: Role) -> Command:
    if isinstance(command, RecordBet):  # who is the witness of whom depends on who asked first
        return replace(command, by=by, witness="")
    return replace(command, by=by)  # type: ignore[arg-type]  # the same: each of them has a role
