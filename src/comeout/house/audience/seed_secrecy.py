"""What connections are sent of the players' seeds: your own at once, those of others with the proof of the throw."""

from __future__ import annotations

from typing import Any

import msgspec

from comeout.log.fold import Frozen, Seed
from comeout.log.records import Record

SEED_SET, SEEDS_FROZEN, DICE_THROWN = "seed-set", "seeds-frozen", "dice-thrown"


class SeedSecrecy:
    """The seeds that are frozen for the next throw, until its proof tells them to everybody."""

    def __init__(self) -> None:
        self._frozen: Frozen | None = None

    def hear(self, record: Record) -> bytes:
        """Take a record of the log; return what everybody is sent of it in place of its body, if anything."""
        if record.kind == SEEDS_FROZEN:
            self._frozen = msgspec.json.decode(record.body, type=Frozen)
        if record.kind != DICE_THROWN or self._frozen is None:
            return b""
        thrown: dict[str, Any] = msgspec.json.decode(record.body)
        frozen, self._frozen = self._frozen, None
        return msgspec.json.encode({**thrown, "seeds": frozen.seeds}) if thrown["roll"] == frozen.roll else b""


def set_by(record: Record) -> str:
    """Return the player who set a seed."""
    return msgspec.json.decode(record.body, type=Seed).player


def frozen_by_seat(record: Record) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
    """Return what is sent of frozen seeds to those who have none, and to each seat that has one: nobody else's."""
    frozen = msgspec.json.decode(record.body, type=Frozen)
    named = {"log": frozen.log} if frozen.log else {}
    nothing: dict[str, Any] = {"roll": frozen.roll, "seeds": [], **named}
    return nothing, {seat: {**nothing, "seeds": [[seat, seed]]} for seat, seed in frozen.seeds}
