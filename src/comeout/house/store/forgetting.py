"""Part of the SQL stores that deletes what is kept only for a while: answers of commands, and guests."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from comeout.house.store.covered_rows import Cover, Row
from comeout.house.store.row_checks import RowChecks
from comeout.log.records import Micros

Statement = tuple[str, Sequence[Any]]
"""A statement in standard SQL with a question mark for each value, and the values."""

MOST_COMMANDS = 200
"""How many answers one query looks up."""

_UNUSED = "password = '' AND id NOT IN (SELECT player FROM sessions WHERE expires > ?)"
_ONE_COMMAND = "player = ? AND command = ?"


class Forgetting(RowChecks):
    """Answers of commands, which are kept for a day, and guests, who are kept while they are used."""

    @abstractmethod
    async def _change(self, *statements: Statement, covers: Sequence[Cover] = ()) -> int:
        """Run statements durably in one transaction, or raise Clash; return how many rows the first one changed.

        What they change of the rows that `covers` names is entered in the log of the house.
        """

    async def answers(self, commands: Sequence[tuple[str, str]]) -> dict[tuple[str, str], bytes]:
        """Return the stored answers that some commands have, by player and id."""
        found: list[Row] = []
        for start in range(0, len(commands), MOST_COMMANDS):
            part = commands[start : start + MOST_COMMANDS]
            query = f"SELECT player, command, reply FROM answers WHERE {' OR '.join([_ONE_COMMAND] * len(part))}"
            found += await self._rows(query, *(value for command in part for value in command))
        return {(player, command): bytes(reply) for player, command, reply in found}

    async def forget_answers(self, before: Micros) -> None:
        """Delete the answers of commands from before a moment."""
        await self._change(("DELETE FROM answers WHERE at < ?", (before,)))

    async def unused_guests(self, *, before: Micros, after: str = "", limit: int = 100) -> Sequence[str]:
        """Return the ids of guests who came before a moment and have no session, in their order after an id."""
        query = f"SELECT id FROM players WHERE {_UNUSED} AND created < ? AND id > ? ORDER BY id LIMIT ?"
        return [row[0] for row in await self._rows(query, self._clock.now(), before, after, limit)]

    async def remove_guest(self, player: str) -> None:
        """Delete a guest who has no session, with limits and roles; the id stays in the logs and the ledger."""
        gone = "player = ? AND player NOT IN (SELECT id FROM players)"
        await self._change(
            (f"DELETE FROM players WHERE {_UNUSED} AND id = ?", (self._clock.now(), player)),
            (f"DELETE FROM limits WHERE {gone}", (player,)),
            (f"DELETE FROM grants WHERE {gone}", (player,)),
            (f"DELETE FROM sessions WHERE {gone}", (player,)),
            covers=[
                Cover("players", "id = ?", (player,)),
                *(Cover(what, "player = ?", (player,)) for what in ("limits", "grants", "sessions")),
            ],
        )
