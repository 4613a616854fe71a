"""View: the table as a strategy sees it before a roll. It tells the position and compares the rack."""

from __future__ import annotations

from comeout.lab.session_rules import LabError
from comeout.money import Amount
from comeout.rules.layout import Layout, Spot, sleeps
from comeout.table.settlement import is_working
from comeout.table.state import SeatState, TableState


class View:
    """One seat's table. It is live: what became of the wishes so far can be seen in it.

    `covers` and `up` compare the rack and serve every rack on the same side of the comparison at once. `rack` tells its
    number, and an answer that rests on it serves that one rack only.
    """

    __slots__ = ("_seat", "_start", "asked_start", "layout", "state")

    def __init__(self, layout: Layout, state: TableState, seat: int, start: Amount | None = None) -> None:
        self.layout, self.state = layout, state
        self._seat, self._start = seat, start
        self.asked_start = False
        """Whether the strategy asked what it has won, so that its answer depends on the bankroll."""

    @property
    def point(self) -> int:
        """The point, or 0 while the puck is off."""
        return self.state.point

    @property
    def on_layout(self) -> Amount:
        """All chips of the seat on the layout."""
        bets = self.state.bets
        return sum(bets[spot][self._seat].amount for spot in self.state.occupied if self._seat in bets[spot])

    def bet(self, spot: str) -> Amount:
        """What lies on a spot; 0 for nothing, also where the book has no such spot."""
        found = self.layout.by_id.get(spot)
        bet = self.state.bets[found.index].get(self._seat) if found else None
        return bet.amount if bet else 0

    def bets(self) -> dict[str, Amount]:
        """What lies where."""
        spots, bets = self.layout.spots, self.state.bets
        mine = [each for each in sorted(self.state.occupied) if self._seat in bets[each]]
        return {spots[each].id: bets[each][self._seat].amount for each in mine}

    def numbers(self, wager: str) -> tuple[int, ...]:
        """The numbers on which a wager of the seat stands: come bets that have travelled, or place bets, and so on."""
        return tuple(spot.number for spot in self._standing() if spot.wager_id == wager and spot.number)

    def _standing(self) -> list[Spot]:
        return [self.layout.spots[each] for each in sorted(self.state.occupied) if self._seat in self.state.bets[each]]

    def works(self, spot: str) -> bool:
        """Whether a bet that lies there is in play on the next roll."""
        found = self.layout.by_id.get(spot)
        bet = self.state.bets[found.index].get(self._seat) if found else None
        if not bet or not found:
            return False
        return is_working(bet, asleep=sleeps(found, self.state.point))

    def has(self, spot: str) -> bool:
        """Whether the book has a spot."""
        return spot in self.layout.by_id

    def covers(self, amount: Amount) -> bool:
        """Whether the rack holds an amount."""
        return self._owner.covers(amount)

    def worth(self, amount: Amount) -> bool:
        """Whether the rack and the chips on the layout, at face value, come to at least an amount."""
        return self._owner.covers(amount - self.on_layout)

    def up(self, amount: Amount) -> bool:
        """Whether the session has won at least so much; below zero, whether it has lost at most so much.

        Chips on the layout count at face value.
        """
        self.asked_start = True
        if self._start is None:
            raise LabError("this strategy asks how much it has won, so it needs a bankroll")
        return self._owner.covers(self._start + amount - self.on_layout)

    @property
    def rack(self) -> Amount:
        """What the rack holds."""
        return self._owner.held()()

    @property
    def _owner(self) -> SeatState:
        return self.state.seats[self._seat]
