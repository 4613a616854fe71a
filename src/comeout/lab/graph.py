"""Graph: everything a strategy can meet at a table, found by playing it there.

A node is the table after a settlement, with the strategy's memory. A decision is what the strategy does there, for one
interval of racks. A row is the bets that lie after it. The table itself decides every bet and settles every roll.
"""

from __future__ import annotations

import gc
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from comeout.dice import ROLLS, Roll
from comeout.lab.graph_arrays import QUIT, RUINED
from comeout.lab.recording_seat import SEAT, LabPlayer, RecordingSeat
from comeout.lab.strategy import Memory, Strategy
from comeout.lab.turn import StrategyError, StrategyTurn, is_ruined, take_turn
from comeout.money import LARGEST, Amount
from comeout.rules.layout import POINT_PLACE, Layout
from comeout.table.attendant import attend
from comeout.table.messages import Event, Line, Reason, RollSettled, Sit
from comeout.table.position import Position, position_of
from comeout.table.settings import Settings, default_settings
from comeout.table.state import Bet, Phase, TableState, new_state

RICH = LARGEST // 2
"""A rack that covers everything."""

MOST_NODES = 4_000
"""How many nodes a graph may have that is found whole."""

CLOSING = "closing"
"""The memory of a session that only plays out the bets that lie."""


@dataclass(slots=True)
class RowOutcome:
    """What the rolls of one kind do to a row."""

    places: tuple[int, ...]
    """The rolls, by their places among the thirty-six."""
    delta: Amount
    """The change of wealth, without the vigorish paid before the roll."""
    node: int
    seven_out: bool
    lines: tuple[Line, ...]


@dataclass(slots=True)
class GraphRow:
    """The bets that lie for a roll, with what was paid for them before it."""

    bets: tuple[tuple[str, Amount], ...]
    point: int
    change: Amount
    """The change of wealth before the roll: vigorish, below zero."""
    outcomes: tuple[RowOutcome, ...]
    """All of them, but for a row of a lazy graph: only those that somebody asked for."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the strategy does at a node with a rack from `low` up to, and without, `high`."""

    low: Amount
    high: Amount
    row: int
    """The row that it leads to, or RUINED or QUIT."""
    action: Amount
    placed: tuple[tuple[str, Amount, Amount], ...]
    """The stakes and raises that were accepted, each with its vigorish."""
    refused: tuple[tuple[str, Reason, str], ...]
    """By bet, reason and clause, what was refused."""


@dataclass(slots=True)
class Node:
    """The table after a settlement, with betting open, and the strategy's memory."""

    state: TableState
    memory: Memory
    on_layout: Amount
    decisions: list[Decision] = field(default_factory=list)
    """By rising rack; they do not overlap."""
    closing: int = -1

    def spans(self) -> Iterator[tuple[Amount, Decision | None]]:
        """The decisions by rising wealth, each with the smallest one that it is made for; None is not known yet."""
        known_to = 0
        for each in self.decisions:
            if each.low > known_to:
                yield self._wealth(known_to), None
            yield self._wealth(each.low), each
            known_to = each.high
        if known_to < LARGEST:
            yield self._wealth(known_to), None

    def _wealth(self, rack: Amount) -> Amount:
        """What a session with this rack has in all; from nothing on, whatever lies."""
        return rack + self.on_layout if rack else 0


class TooLarge(StrategyError):
    """A graph with more nodes than the cap."""


class Graph:
    """The graph of one strategy under one book; it grows when somebody asks for what is not known yet."""

    def __init__(
        self,
        layout: Layout,
        strategy: Strategy,
        *,
        settings: Settings | None = None,
        bankroll: Amount | None = None,
        most_nodes: int = MOST_NODES,
    ) -> None:
        self.layout, self.strategy, self.bankroll, self.most_nodes = layout, strategy, bankroll, most_nodes
        self.settings = settings or default_settings(layout)
        self.nodes: list[Node] = []
        self.rows: list[GraphRow] = []
        self.lazy = False
        """Whether a roll is settled only when somebody asks what it does, which is cheaper where few are asked for."""
        self.asked_start = False
        """Whether a decision depends on the bankroll that a session starts with."""
        self._node_of: dict[Hashable, int] = {}
        self._row_of: dict[Hashable, int] = {}
        self._groups: dict[Hashable, tuple[tuple[int, ...], ...]] = {}
        self._open_rows: dict[int, tuple[TableState, Memory]] = {}
        self._reads_dice: bool = getattr(strategy, "reads_dice", True)
        self._node(_seated(layout, self.settings), strategy.begin())

    # -------------------------------------------------------------- asking

    def decision(self, node: int, rack: Amount) -> Decision:
        """What is done at a node with a rack; the table is asked once for each interval of racks."""
        known = self.nodes[node].decisions
        place = bisect_right(known, rack, key=lambda each: each.low)
        if place and rack < known[place - 1].high:
            return known[place - 1]
        below = known[place - 1].high if place else 0
        above = known[place].low if place < len(known) else LARGEST
        found = self._decide(node, rack, below, above)
        known.insert(place, found)
        return found

    def outcome(self, row: int, place: int) -> RowOutcome:
        """What a roll does to a row; in a lazy graph the table may have to settle it first."""
        known = self.rows[row]
        for outcome in known.outcomes:
            if place in outcome.places:
                return outcome
        state, memory = self._open_rows[row]
        kind = next(places for places in self._kinds(state) if place in places)
        known.outcomes += tuple(self._outcomes(state, memory, (kind,)))
        return self.outcome(row, place)

    def explore(self, *, every_rack: bool = True) -> None:
        """Find all nodes, decisions and rows: for every rack, or for racks that cover everything.

        More nodes than the cap are a TooLarge error.
        """
        done = 0
        while done < len(self.nodes):
            for rack in self._racks(done) if every_rack else (RICH,):
                self.decision(done, rack)
            done += 1

    def close(self) -> None:
        """Find how bets are played out from every node."""
        done = 0
        while done < len(self.nodes):
            if self.nodes[done].memory is CLOSING:
                self.decision(done, 0)
            self.closing_node(done)
            done += 1

    def _racks(self, node: int) -> Iterator[Amount]:
        """A rack of each interval, from above; what is found decides which one comes next."""
        rack = RICH
        while True:
            yield rack
            low = self.decision(node, rack).low
            if not low:
                return
            rack = low - 1

    def closing_node(self, node: int) -> int:
        """The node from which the bets that lie at a node are played out without new ones; -1 where nothing lies."""
        here = self.nodes[node]
        if here.closing < 0 and here.on_layout and here.memory is not CLOSING:
            here.closing = self._node(here.state, CLOSING)
        return here.closing

    def position(self, node: int) -> Position:
        """The position of the table at a node."""
        return position_of(self.nodes[node].state)

    def acted(self, node: int, rack: Amount) -> TableState:
        """The table once the strategy has acted at a node with a rack, before the roll."""
        return self._turn(self.nodes[node], rack)[0]

    # -------------------------------------------------------------- playing

    def _decide(self, number: int, rack: Amount, below: Amount, above: Amount) -> Decision:
        node = self.nodes[number]
        if node.memory is CLOSING:
            row = self._row(node.state.copy(), CLOSING, 0) if node.on_layout else QUIT
            return Decision(below, above, row, 0, (), ())
        state, seat, turn = self._turn(node, rack)
        if not self.strategy.pure and _told(state, seat, turn) != _told(*self._turn(node, rack)):
            raise StrategyError(
                f"{self.strategy.name} is not pure: asked twice in the same position, it answered differently. Keep "
                "what it remembers in its memory, and use no clock and no chance."
            )
        self.asked_start = self.asked_start or turn.asked_start
        lies = sum(bet.amount for spot in state.occupied for bet in state.bets[spot].values())
        change = seat.rack + lies - rack - node.on_layout
        low, high = max(seat.low, below), min(seat.high, above)
        state.seats[SEAT] = seat.plain()
        if turn.ended:
            row = QUIT
        elif is_ruined(turn, lay_before=bool(node.on_layout), lies_after=bool(lies)):
            row = RUINED
        else:
            row = self._row(state, turn.memory, change)
        return Decision(low, high, row, turn.action, _placed(turn), _refused(turn))

    def _turn(self, node: Node, rack: Amount) -> tuple[TableState, RecordingSeat, StrategyTurn]:
        state = node.state.copy()
        seat = state.seats[SEAT] = RecordingSeat(state.seats[SEAT], rack)
        turn = take_turn(LabPlayer(self.layout, state), self.strategy, node.memory, start=self.bankroll)
        return state, seat, turn

    def _row(self, state: TableState, memory: Memory, change: Amount) -> int:
        key = self._hashable((_key(state), change), memory)
        found = self._row_of.get(key)
        if found is None:
            bets, point = _bets(self.layout, state), state.point
            self._dice_out(state)
            # First all outcomes, then the row: a search that ends at the cap leaves no row behind that is half known.
            outcomes = () if self.lazy else tuple(self._outcomes(state, memory, self._kinds(state)))
            found = self._row_of[key] = len(self.rows)
            if self.lazy:
                self._open_rows[found] = state, memory
            self.rows.append(GraphRow(bets, point, change, outcomes))
        return found

    def _dice_out(self, state: TableState) -> None:
        """Have the crew close betting and give out the dice."""
        player = LabPlayer(self.layout, state)
        while (command := attend(self.layout, state, ROLLS[0])) and state.phase is not Phase.DICE_OUT:
            player.carried_out(command)

    def _outcomes(self, state: TableState, memory: Memory, kinds: Iterable[tuple[int, ...]]) -> Iterator[RowOutcome]:
        """Throw the dice once for each of some kinds of roll, and have each kind settled."""
        rack = state.seats[SEAT].rack
        lies = sum(state.on_spot[spot] for spot in state.occupied)
        for places in kinds:
            after = LabPlayer(self.layout, state.copy())
            event = _settled(after, ROLLS[places[0]])
            left = sum(after.state.on_spot[spot] for spot in after.state.occupied)
            delta = after.state.seats[SEAT].rack + left - rack - lies
            after.state.last_roll = None
            for same, remembered in self._remembered(memory, event, places):
                yield RowOutcome(same, delta, self._node(after.state, remembered), event.seven_out, event.lines)

    def _remembered(
        self, memory: Memory, event: RollSettled, places: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], Memory]]:
        """The rolls that do the same to the table, parted by what the strategy makes of them."""
        if memory is CLOSING or not self.strategy.remembers:
            yield places, memory
            return
        if not self._reads_dice:
            yield places, self.strategy.see(memory, event)
            return
        found: dict[Memory, list[int]] = {}
        for place in places:
            found.setdefault(self.strategy.see(memory, event._replace(roll=ROLLS[place])), []).append(place)
        for after, same in found.items():
            yield tuple(same), after

    def _kinds(self, state: TableState) -> tuple[tuple[int, ...], ...]:
        """The thirty-six rolls, grouped by what they do to the puck and to the spots with bets or locks on them."""
        locks = tuple(sorted(state.seats[SEAT].locks))
        occupied = tuple(sorted(state.occupied))
        key = state.point, occupied, locks
        found = self._groups.get(key)
        if found is None:
            found = self._groups[key] = _grouped(self.layout, state.point, (*occupied, *self._indexes(locks)))
        return found

    def _indexes(self, spots: tuple[str, ...]) -> Iterator[int]:
        return (self.layout.by_id[spot].index for spot in spots)

    def _node(self, state: TableState, memory: Memory) -> int:
        key = self._hashable(_key(state), memory)
        found = self._node_of.get(key)
        if found is None:
            if len(self.nodes) >= self.most_nodes:
                raise TooLarge(
                    f"the graph of {self.strategy.name} under {self.layout.id} has more than {self.most_nodes} nodes"
                )
            found = self._node_of[key] = len(self.nodes)
            if self.nodes:
                _share(state, self.nodes[0].state)
            self.nodes.append(Node(state, memory, sum(state.on_spot[spot] for spot in state.occupied)))
        return found

    def _hashable(self, key: Hashable, memory: Memory) -> Hashable:
        try:
            hash(memory)
        except TypeError:
            kind = type(memory).__name__
            raise StrategyError(
                f"the memory of {self.strategy.name} is a {kind}; it must be hashable, such as a tuple"
            ) from None
        return key, memory


def _seated(layout: Layout, settings: Settings) -> TableState:
    """A new table with the player in its seat, betting open."""
    player = LabPlayer(layout, new_state(layout, settings))
    player.attended()
    player.carried_out(Sit(SEAT, "player", RICH))
    return player.state


def _settled(player: LabPlayer, roll: Roll) -> RollSettled:
    """Have the crew call and settle a roll of dice that are out, and open betting again."""
    settled: Event | None = None
    while command := attend(player.layout, player.state, None if settled else roll):
        for event in player.carried_out(command):
            if isinstance(event, RollSettled):
                settled = event
    assert isinstance(settled, RollSettled)
    return settled


def _key(state: TableState) -> Hashable:
    """What of a table the player's commands and the settlement can read, and so tells two nodes apart.

    It has no part that only voids, reversals and standing instructions read: that would make nodes by the thousand. Nor
    has it when the chips of a bet were put down: nothing is overlooked here and no notice is posted, so all of them are
    under the same terms.
    """
    owner = state.seats[SEAT]
    bets = tuple(
        (spot, bet.amount, bet.vigorish, bet.mark, bet.asked)
        for spot in sorted(state.occupied)
        if (bet := state.bets[spot].get(SEAT))
    )
    locks = tuple(sorted(owner.locks)) if owner.locks else ()
    return state.point, state.decision_only, bets, locks, owner.warned


_SHARED = (
    *("dice", "declined", "let_by", "ordered", "marked", "changed", "locked", "pending"),
    *("choices", "due", "disputes", "crew", "terms", "sitting", "records", "linked", "debts"),
)
"""Parts of a state that are often the same in many nodes."""


def _share(state: TableState, first: TableState) -> None:
    """Share with the state of the first node what is equal in both: most of it, and most of that is empty.

    The state of a node is only ever copied. Without this, large graphs take several times the memory.
    """
    for name in _SHARED:
        common = getattr(first, name)
        if getattr(state, name) == common:
            setattr(state, name, common)
    state.bets = [bets or _NO_BETS for bets in state.bets]


_NO_BETS: dict[int, Bet] = {}


def _bets(layout: Layout, state: TableState) -> tuple[tuple[str, Amount], ...]:
    return tuple((layout.spots[spot].id, state.on_spot[spot]) for spot in sorted(state.occupied))


def _grouped(layout: Layout, point: int, spots: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    effects = [layout.effects(spot, point) for spot in spots]
    puck = layout.puck[POINT_PLACE[point]]
    groups: dict[Hashable, list[int]] = {}
    for place, roll in enumerate(ROLLS):
        moved = puck[roll.a + roll.b]
        same = (moved.after, moved.seven_out, *(effect[place] for effect in effects))
        groups.setdefault(same, []).append(place)
    return tuple(tuple(places) for places in groups.values())


def _told(state: TableState, seat: RecordingSeat, turn: StrategyTurn) -> Hashable:
    """All that a turn came to. It leaves the sentences of refusals unread, since they tell what the rack holds."""
    return _key(state), seat.low, seat.high, turn.memory, turn.ended, _placed(turn), _refused(turn)


def _placed(turn: StrategyTurn) -> tuple[tuple[str, Amount, Amount], ...]:
    return tuple((event.spot, event.amount, event.vigorish) for event in turn.placed)


def _refused(turn: StrategyTurn) -> tuple[tuple[str, Reason, str], ...]:
    return tuple((spot, refused.reason, refused.clause) for spot, refused in turn.refusals)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep Python's cyclic garbage collector still for a while, if it is on.

    All that a search finds is kept, and none of it refers to itself. The collector would look through all of it again
    and again and find nothing, which took as long as the search.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
