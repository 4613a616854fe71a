"""Choosing one session of a simulation to look at: the median, the best, the worst, the widest difference, a number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from comeout.lab.answers.comparison_answer import CompareAnswer
from comeout.lab.answers.session_finisher import SessionFinisher, session_played, told_transcript
from comeout.lab.answers.sim_answer import SimAnswer
from comeout.lab.session_rules import LabError
from comeout.lab.simulation.simulate import median_session
from comeout.money import show_money


def chosen_session(found: SimAnswer, wanted: str) -> int:
    """The number of a session that was asked for in words; of several alike, the lowest."""
    tally = found.tally
    if wanted.isdecimal():
        if int(wanted) >= found.sessions:
            raise LabError(f"there is no session {wanted}: these are sessions 0 to {found.sessions - 1}")
        return int(wanted)
    if wanted == "median":
        graph = found.question.graph()
        number = median_session(
            tally,
            graph.arrays,
            found.question.rules,
            seed=found.seed,
            weights=found.question.weights,
            finish=SessionFinisher(found.question, graph.live),
        )
        assert number is not None, "the median is the wealth of one of the sessions"
        return number
    extreme = {"best": tally.best, "worst": tally.worst}.get(wanted)
    if extreme is None:
        raise LabError(f'"{wanted[:40]}" is no session; write median, best, worst or a number')
    return extreme.session


@dataclass(frozen=True, slots=True)
class WidestSession:
    """The session in which two strategies differ most, played again at two tables."""

    session: int
    names: tuple[str, str]
    wealth_cents: tuple[int, int]
    parts_at_roll: int
    """The first roll after which their wealth differs."""
    transcripts: tuple[str, str]

    @property
    def says(self) -> str:
        """One sentence for a person."""
        one, two = self.wealth_cents
        return (
            f"session {self.session}: {self.names[0]} ends with {show_money(one)}, {self.names[1]} with "
            f"{show_money(two)}; they part at roll {self.parts_at_roll}"
        )

    def data(self) -> dict[str, Any]:
        """The session as plain data."""
        return {name: getattr(self, name) for name in self.__slots__}


def widest_session(found: CompareAnswer) -> WidestSession:
    """The session in which the first two strategies of a simulated comparison differ most."""
    pair = found.pairs[0]
    assert pair.widest_session is not None, "a simulation has a session of the widest difference"
    number = pair.widest_session
    one, two = (session_played(each, seed=found.seed, number=number) for each in found.questions[:2])
    pairs = zip(one[0].wealth_by_roll, two[0].wealth_by_roll, strict=False)
    shorter = min(len(one[0].wealth_by_roll), len(two[0].wealth_by_roll))
    parts = next((roll for roll, (mine, theirs) in enumerate(pairs) if mine != theirs), shorter)
    return WidestSession(
        number,
        (pair.first, pair.second),
        (one[0].wealth, two[0].wealth),
        parts,
        (told_transcript(*one), told_transcript(*two)),
    )
