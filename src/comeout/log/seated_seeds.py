"""The seeds of the players at a table, followed from the log alone: who sits where, and what each of them set."""

from __future__ import annotations

from comeout.log.dice_formula import Seeds


class SeatedSeeds:
    """Seats, their players, and the seed that each player has set since they sat down."""

    def __init__(self) -> None:
        self._players: dict[int, str] = {}
        self._seeds: dict[str, str] = {}

    def taken(self, seat: int, player: str) -> None:
        """Seat a player."""
        self._players[seat] = player

    def left(self, seat: int) -> None:
        """Free a seat; the player's seed goes with them."""
        self._seeds.pop(self._players.pop(seat, ""), None)

    def sits(self, player: str) -> bool:
        """Return whether a player sits here."""
        return player in self._players.values()

    def set(self, player: str, seed: str) -> None:
        """Note the seed that a player has set."""
        self._seeds[player] = seed

    def now(self) -> Seeds:
        """Return the seeds that must be frozen now: of everybody who sits here and has one, in seat order."""
        found = ((seat, self._seeds.get(player, "")) for seat, player in sorted(self._players.items()))
        return tuple((seat, seed) for seat, seed in found if seed)
