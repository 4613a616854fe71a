"""SessionFinisher: plays sessions to their end that arrays leave open, and takes single ones out again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from comeout.lab.answers.bet_tally import BetTallies
from comeout.lab.answers.question import Question
from comeout.lab.graph import Decision, Graph, TooLarge, collector_paused
from comeout.lab.graph_walk import walk_session
from comeout.lab.session_record import SessionRecord
from comeout.lab.simulation.dice_format import rolls_of
from comeout.lab.table_play import play_session
from comeout.money import show_amount
from comeout.table.table import Table

MOST_LIVE_NODES = 30_000
"""How large a graph grows that is found as it is met; past that the table plays."""


class SessionFinisher:
    """Walks a session over a graph that grows with it; past the cap of nodes, the table plays it."""

    def __init__(self, question: Question, graph: Graph, *, lazy: bool = False) -> None:
        """A lazy one settles only the rolls that are thrown, so it cannot tell what bets were to bring."""
        self._question, self._graph = question, graph
        self._rolls: Counter[tuple[int, int]] = Counter()
        self._decisions: Counter[Decision] = Counter()
        self.past_cap = 0
        """How many sessions the table played, because the graph had become too large."""
        graph.lazy = lazy
        graph.most_nodes = max(graph.most_nodes, MOST_LIVE_NODES)

    def __call__(self, rolls: Iterator[int]) -> SessionRecord:
        """Play one session with these rolls."""
        kept = _ReplayedRolls(rolls)
        met: list[tuple[Decision, int]] = []

        def note(decision: Decision, place: int) -> None:
            met.append((decision, place))

        try:
            with collector_paused():
                record = walk_session(self._graph, self._question.rules, kept, visit=note)
        except TooLarge:
            self.past_cap += 1
            return played(self._question, kept.again())[0]
        for decision, place in met:
            self._rolls[decision.row, place] += 1
            self._decisions[decision] += 1
        return record

    def hand_over(self, bets: BetTallies) -> None:
        """Add what the bets of the walked sessions came to, and forget it here."""
        bets.add_walked(self._graph, self._rolls, self._decisions)
        self._rolls.clear()
        self._decisions.clear()


def played(question: Question, rolls: Iterable[int]) -> tuple[SessionRecord, Table]:
    """Play one session at a public table with these rolls."""
    return play_session(question.layout, question.strategy, question.rules, rolls, settings=question.setting_texts)


def session_played(question: Question, *, seed: int | str, number: int) -> tuple[SessionRecord, Table]:
    """One session of a simulation again, at a public table whose transcript replays."""
    return played(question, rolls_of(seed, number, weights=question.weights))


def told_transcript(record: SessionRecord, table: Table) -> str:
    """The transcript of a session: what the player has in all after each roll, as comments, and the rack at the end."""
    lines, rolls = list[str](), 0
    for line in table.transcript().splitlines():
        lines.append(line)
        if line.startswith("roll "):
            rolls += 1
            lines += [f"# {show_amount(wealth)} in all" for wealth in record.wealth_by_roll[rolls : rolls + 1]]
    lines += [f"= {seat} rack {show_amount(table.rack(seat))}" for seat in table.seats]
    return "\n".join(lines) + "\n"


class _ReplayedRolls:
    """Rolls that can be played again from the first."""

    def __init__(self, rolls: Iterator[int]) -> None:
        self._rolls, self._seen = rolls, list[int]()

    def __iter__(self) -> Iterator[int]:
        for place in self._rolls:
            self._seen.append(place)
            yield place

    def again(self) -> Iterator[int]:
        """The rolls from the first on."""
        yield from list(self._seen)
        yield from self._rolls
