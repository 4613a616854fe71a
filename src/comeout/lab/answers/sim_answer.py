"""SimAnswer: what simulated sessions of a strategy came to, with standard errors and the exact values beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from comeout.lab.answers.answer_frame import Frame
from comeout.lab.answers.bet_spread import REFUSED, BetSpread
from comeout.lab.answers.bet_tally import BetTallies, BetTally, RefusalTally
from comeout.lab.answers.exact_answer import ExactAnswer, exact_if_possible, question_data
from comeout.lab.answers.exact_figures import ExactFigures, exact_figures
from comeout.lab.answers.question import Question
from comeout.lab.answers.sim_figures import (
    CONFIDENCE,
    beside_exact,
    beside_law,
    error_of_mean,
    figures_of,
    intervals_of,
    quantiles_of,
    share_data,
    share_of,
)
from comeout.lab.answers.simulation_run import SimulationRun, grown
from comeout.lab.graph_cache import GraphCache
from comeout.lab.graph_finder import Extent, FoundGraph
from comeout.lab.laws.roll_laws import roll_laws
from comeout.lab.laws.wealth_law import FigureLaw
from comeout.lab.session_rules import LabError, SessionEnd
from comeout.lab.simulation.batches import Progress
from comeout.lab.simulation.histogram import Histogram
from comeout.lab.simulation.simulate import checkpoints_for
from comeout.lab.simulation.simulation_tally import SimulationTally
from comeout.money import show_money

USUAL_SESSIONS, FEW_SESSIONS = 100_000, 2_000
"""How many sessions are played if nobody says: few where a graph is too large to be found whole, since that is slow."""
FIRST_TRY = 10_000
"""How many sessions a wanted precision is first estimated from."""

BET_FIGURES = {
    "made": "made",
    "action_cents": "action",
    "vigorish_cents": "vigorish",
    "won": "won",
    "lost": "lost",
    "returned": "returned",
    "change_cents": "change",
    "expected_change_cents": "expected_change",
}
"""By its name in plain data: what is told of each bet."""


@dataclass(frozen=True, slots=True)
class SimAnswer(Frame):
    """Simulated sessions of one strategy. They depend on the seed and the question alone."""

    question: Question
    seed: int | str
    tally: SimulationTally
    bets: BetTallies | None
    """None for a summary."""
    extent: Extent
    exact: ExactAnswer | None
    """None where there is no exact answer, or nobody asked for it."""
    asked: int = 0
    """How many sessions were to be played."""
    remark: str = ""
    """Why there are fewer than usual."""
    spread: BetSpread | None = None
    """How far the figures of bets vary; None for a summary."""
    by_roll: tuple[FigureLaw, ...] = ()
    """The exact laws of wealth at the checkpoints, where they are cheap to have."""
    precision: float | None = None
    """What standard error of the mean was asked for, in parts of the bankroll."""
    figures: ExactFigures = field(default_factory=ExactFigures)
    """What is exact beside the law of wealth."""

    @property
    def sessions(self) -> int:
        """How many sessions were played."""
        return self.tally.sessions

    def share(self, count: int) -> tuple[float, float | None]:
        """A count as a share of the sessions, with its standard error."""
        return share_of(count, self.sessions)

    def bet_error(self, each: BetTally, name: str) -> float | None:
        """The standard error of a figure of a bet, per session."""
        assert self.spread
        assert self.bets
        total, scale, times = getattr(each, name), 1, max(each.made, each.won + each.lost + each.returned)
        if name == "expected_change":
            total, scale = self.bets.expected[each.spot], self.bets.weights_sum
        elif name in ("won", "lost", "returned"):
            times = total
        error = self.spread.error((name, each.spot), total, times, sessions=self.sessions)
        return None if error is None else error / scale

    def refusal_error(self, each: RefusalTally) -> float | None:
        """The standard error of how often a bet is refused, per session."""
        assert self.spread
        return self.spread.error((REFUSED, *each[:3]), each.times, each.times, sessions=self.sessions)

    def bet_exact(self, each: BetTally, name: str) -> float | None:
        """The exact mean of a figure of a bet, per session."""
        return self.figures.of(name, each.spot)

    def refusal_exact(self, each: RefusalTally) -> float | None:
        """How often exactly a bet is refused, per session."""
        return self.figures.of(REFUSED, *each[:3])

    def ruined_by(self, roll: int) -> tuple[float, float | None]:
        """The share of sessions that are ruined by a roll, with its standard error."""
        return self.share(self.tally.rolls[SessionEnd.RUINED].at_most(roll))

    def data(self) -> dict[str, Any]:
        """The answer as plain data: amounts in cents, chances as numbers."""
        tally, bankroll, exact = self.tally, self.question.rules.bankroll, self.figures
        law = self.exact.law if self.exact else None
        mean, quantiles = (law.mean_cents, law.quantiles) if law else (None, {})
        ends = {end: share_data(*self.share(tally.ends[end]), law.p_end(end) if law else None) for end in SessionEnd}
        won, even = tally.final.above(bankroll), tally.final.at(bankroll)
        found: dict[str, Any] = {
            **question_data(self.question),
            "seed": self.seed,
            "sessions": self.sessions,
            "remark": self.remark or None,
            "precision": self._precision_data(),
            "dice_format": tally.format,
            "confidence": CONFIDENCE,
            "graph": self.extent.value,
            "final": beside_exact(figures_of(tally.final), mean, quantiles or None),
            "profit": beside_exact(
                figures_of(tally.final, shift=-bankroll),
                None if mean is None else mean - bankroll,
                {name: cents - bankroll for name, cents in quantiles.items()} or None,
            ),
            "p_ahead": share_data(*self.share(won), law.p_ahead if law else None),
            "p_even": share_data(*self.share(even), law.p_even if law else None),
            "p_end": {end.name.lower(): share for end, share in ends.items()},
            "p_ruin": ends[SessionEnd.RUINED],
            "p_goal": ends[SessionEnd.GOAL],
            "p_stop": ends[SessionEnd.STOP],
            "peak": beside_law(figures_of(tally.peak), exact.paths.peak),
            "drawdown": beside_law(figures_of(tally.drawdown), exact.paths.drawdown),
            "action": beside_exact(figures_of(tally.action), exact.action),
            "best": _extreme(tally.best),
            "worst": _extreme(tally.worst),
            "exact": self._exact_data(),
        }
        return found if tally.is_summary else found | self._more_data()

    def _precision_data(self) -> dict[str, Any] | None:
        if self.precision is None:
            return None
        error = error_of_mean(self.tally.final)
        needed = sessions_for(self.question, self.tally, self.precision)
        return {
            "asked": self.precision,
            "reached": None if error is None else error / self.question.rules.bankroll,
            "sessions_needed": None if error is None else needed,
            "fell_short": error is None or needed > self.sessions,
        }

    def _more_data(self) -> dict[str, Any]:
        tally, law = self.tally, self.exact.law if self.exact else None
        assert self.bets
        return {
            "longest_below_peak_rolls": beside_law(figures_of(tally.below), self.figures.paths.below),
            "rolls_played": beside_exact(figures_of(tally.all_rolls), law.expected_rolls if law else None),
            "rolls_to_ruin": beside_exact(
                figures_of(tally.rolls[SessionEnd.RUINED]), law.rolls_to_ruin if law else None
            ),
            "shooters_seen": beside_exact(figures_of(tally.shooters), self.figures.shooters),
            "wealth_by_roll": [
                self._wealth_data(roll, wealth, self.by_roll[number] if self.by_roll else None)
                for number, (roll, wealth) in enumerate(zip(tally.checkpoints, tally.wealth, strict=True))
            ],
            "bets": [
                {
                    "spot": each.spot,
                    "made": each.made,
                    "action_cents": each.action,
                    "vigorish_cents": each.vigorish,
                    "won": each.won,
                    "lost": each.lost,
                    "returned": each.returned,
                    "change_cents": each.change,
                    "expected_change_cents": each.expected_change,
                    "per_session": {
                        key: self._mean_data(
                            getattr(each, name), self.bet_error(each, name), self.bet_exact(each, name)
                        )
                        for key, name in BET_FIGURES.items()
                    },
                }
                for each in self.bets.bets
            ],
            "refusals": [
                each._asdict()
                | {"per_session": self._mean_data(each.times, self.refusal_error(each), self.refusal_exact(each))}
                for each in self.bets.refusals
            ],
        }

    def _mean_data(self, total: float, error: float | None, exact: float | None) -> dict[str, float | None]:
        return {"mean": total / self.sessions, "standard_error": error, "exact": exact}

    def _wealth_data(self, roll: int, wealth: Histogram, law: FigureLaw | None) -> dict[str, Any]:
        ruin = self.exact.law.p_ruin_by_roll if self.exact else ()
        exact = ruin[roll] if roll < len(ruin) else None
        return {
            "roll": roll,
            "quantiles": quantiles_of(wealth),
            "quantile_intervals": intervals_of(wealth),
            "exact_quantiles": law.quantiles if law else None,
            "p_ruin": share_data(*self.ruined_by(roll), exact),
            "exact_p_ruin": exact,
        }

    def _exact_data(self) -> dict[str, Any] | None:
        if not self.exact:
            return None
        law = self.exact.law
        chances = ("p_ahead", "p_even", "p_ruin", "p_goal", "p_stop")
        names = ("mean_cents", "sd_cents", *chances, "quantiles", "expected_rolls", "rolls_to_ruin")
        return {name: getattr(law, name) for name in names}

    def columns(self) -> dict[str, list[Any]]:
        """Wealth by roll: a row for each roll that was noted, with quantiles of all sessions; without any, the end."""
        tally = self.tally
        noted: list[tuple[int | None, Histogram]] = list(zip(tally.checkpoints, tally.wealth, strict=True))
        noted = noted or [(self.question.rules.rolls, tally.final)]
        quantiles = [quantiles_of(wealth) for _, wealth in noted]
        found: dict[str, list[Any]] = {"roll": [roll for roll, _ in noted]}
        return found | {f"q{name}_cents": [each[name] for each in quantiles] for name in quantiles[0]}

    def facts(self) -> dict[str, str]:
        """The main figures, with standard errors."""
        final = figures_of(self.tally.final) or {}
        ahead, error = self.share(self.tally.final.above(self.question.rules.bankroll))
        ruined, ruin_error = self.share(self.tally.ends[SessionEnd.RUINED])
        return {
            "strategy": f"{self.question.strategy.name} at {self.question.layout.id}",
            "sessions": f"{self.sessions:,}, seed {self.seed}",
            "mean final wealth": show_money(round(final["mean"])) + _beside(final["standard_error"], _money),
            "ahead": f"{ahead:.3%}{_beside(error, '{:.3%}'.format)}",
            "ruined": f"{ruined:.3%}{_beside(ruin_error, '{:.3%}'.format)}",
        }

    def __repr__(self) -> str:
        return f"<SimAnswer {self.question.strategy.name} at {self.question.layout.id}: {self.sessions:,} sessions>"


def _money(cents: float) -> str:
    return show_money(round(cents))


def _beside(error: float | None, told: Callable[[float], str]) -> str:
    """A standard error as it stands beside a figure."""
    return "" if error is None else f" ± {told(error)}"


def _extreme(found: Any) -> dict[str, int] | None:
    return {"wealth_cents": found.value, "session": found.session} if found else None


# ------------------------------------------------------------------ simulating


def sessions_to_play(asked: int | None, graphs: Iterable[tuple[Question, FoundGraph]]) -> tuple[int, str]:
    """How many sessions are played, and a sentence if that is fewer than usual without anybody having asked for it."""
    slow = [question.strategy.name for question, found in graphs if not found.is_whole]
    if asked is not None or not slow:
        return USUAL_SESSIONS if asked is None else asked, ""
    names = " and ".join(dict.fromkeys(slow))
    return FEW_SESSIONS, (
        f"Only {FEW_SESSIONS:,} sessions: the graph of {names} is too large to be found whole, so they are played "
        "slowly. --sessions N plays more."
    )


def answer_by_simulation(
    question: Question,
    *,
    seed: int | str = 1,
    sessions: int | None = None,
    precision: float | None = None,
    summary: bool = False,
    every: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cache: GraphCache | None = None,
    found: FoundGraph | None = None,
) -> SimAnswer:
    """Simulate sessions; with a precision, as many as the mean needs for that standard error (of the bankroll).

    With both a number of sessions and a precision, the number is the most that is played.
    `found` is the graph of the question, where it is at hand. Without a number of sessions it depends on that graph.
    """
    found = found or question.graph(cache)
    # A session that can go on for ever is an error of the exact answer, and would be an endless simulation.
    endless = question.rules.rolls is None and question.rules.shooters is None
    exact = exact_if_possible(question, found) if endless or not summary else None
    noted = () if summary else checkpoints_for(question.rules.rolls, every=every)
    run = SimulationRun(question, found, seed, noted, summary=summary)
    run.threads, run.executor, run.progress, run.cache = threads, executor, progress, cache
    if precision:
        tally, asked = _to_precision(run, precision, sessions)
        remark = _short_of(question, tally, precision, sessions)
    else:
        asked, remark = sessions_to_play(sessions, [(question, found)])
        tally = run.simulate(0, asked)
    return SimAnswer(
        question,
        seed,
        tally,
        None if summary else run.bets,
        found.extent,
        None if summary else exact,
        asked,
        remark,
        None if summary else run.bet_spread(tally.sessions),
        roll_laws(found.arrays, question.rules, noted, weights=question.weights) if exact and noted else (),
        precision,
        exact_figures(question, found) if exact and not summary else ExactFigures(),
    )


def _to_precision(run: SimulationRun, precision: float, most: int | None) -> tuple[SimulationTally, int]:
    """Play sessions until the mean has this standard error, but no more than `most`; with how many were wanted."""
    wanted = FIRST_TRY if run.found.is_whole else FEW_SESSIONS
    wanted = wanted if most is None else min(most, wanted)
    tally = run.simulate(0, wanted)
    while tally.sessions == wanted:  # otherwise somebody stopped it
        needed = sessions_for(run.question, tally, precision)
        more = (needed if most is None else min(most, needed)) - wanted
        if more <= 0:
            break
        wanted += more
        part = run.simulate(tally.sessions, more)
        tally = (tally if run.found.is_whole else grown(tally, part)) + part
    return tally, wanted


def _short_of(question: Question, tally: SimulationTally, precision: float, most: int | None) -> str:
    """Say that --sessions was too few for the precision, and how many it needs."""
    needed = sessions_for(question, tally, precision)
    error = error_of_mean(tally.final)
    if most is None or error is None or needed <= tally.sessions:
        return ""
    reached = error / question.rules.bankroll
    return (
        f"The standard error of the mean is {reached:.3%} of the bankroll, and {precision:.3%} was asked for: that "
        f"needs about {needed:,} sessions. Leave out --sessions to play as many."
    )


def sessions_for(question: Question, tally: SimulationTally, precision: float) -> int:
    """How many sessions the mean needs to have such a standard error, in parts of the bankroll."""
    if not 0 < precision < 1:
        raise LabError("a precision is a share of the bankroll, like 0.1%")
    return ceil(float(tally.final.variance) / (precision * question.rules.bankroll) ** 2)
