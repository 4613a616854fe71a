"""The law of a difference on the same dice: by hand, by enumeration, and its mean from the two laws."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from comeout.dice import Roll
from comeout.lab.graph_arrays import QUIT, GraphArrays
from comeout.lab.laws.difference import RunsShort, difference_law
from comeout.lab.laws.long_run import long_run
from comeout.lab.laws.wealth_law import law
from comeout.lab.session_rules import LabError, SessionRules
from tests.kit.hand_graphs import Outcome, coin, graph_of, pass_line, place_six

RICH = 10_000_000


def test_a_strategy_does_not_differ_from_itself() -> None:
    found = difference_law(pass_line(), pass_line(), SessionRules(bankroll=RICH, rolls=50, play_out=True))
    assert dict(found.pairs) == pytest.approx({0: 1})
    assert (found.p_equal, found.p_first_above) == pytest.approx((1, 0))
    assert found.pairs_of_rows == 13


def test_two_stakes_on_one_coin_differ_by_what_the_smaller_one_wins() -> None:
    found = difference_law(coin(2000), coin(1000), SessionRules(bankroll=RICH, rolls=2))
    assert dict(found.pairs) == pytest.approx({-2000: 0.25, 0: 0.5, 2000: 0.25})
    assert found.p_first_above == pytest.approx(0.25)
    assert found.sd_cents == pytest.approx(1000 * 2**0.5)


def enumerated(first: GraphArrays, second: GraphArrays, rolls: int) -> dict[int, float]:
    """The law of the difference from all positions of both, roll by roll; both have money for everything."""
    now: dict[tuple[int, int, int], Fraction] = {(0, 0, 0): Fraction(1)}
    for _ in range(rolls):
        after: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
        for (one, other, difference), chance in now.items():
            rows = [int(g.row[g.first[n + 1] - 1]) for g, n in ((first, one), (second, other))]
            for place in range(36):
                delta = int(first.delta[rows[0], place] - second.delta[rows[1], place])
                nodes = int(first.node[rows[0], place]), int(second.node[rows[1], place])
                after[(*nodes, difference + delta)] += chance / 36
        now = after
    law_of: dict[int, float] = defaultdict(float)
    for (_, _, difference), chance in now.items():
        law_of[difference] += float(chance)
    return law_of


def test_pass_line_and_place_six_differ_as_every_roll_of_both_says() -> None:
    found = difference_law(pass_line(), place_six(), SessionRules(bankroll=RICH, rolls=4))
    assert dict(found.pairs) == pytest.approx(enumerated(pass_line(), place_six(), 4), abs=1e-12)


@pytest.mark.parametrize("play_out", [False, True])
def test_the_mean_of_the_difference_is_the_difference_of_the_means(play_out: bool) -> None:
    rules = SessionRules(bankroll=RICH, rolls=60, play_out=play_out)
    found = difference_law(pass_line(), place_six(), rules)
    apart = law(pass_line(), rules).mean_cents - law(place_six(), rules).mean_cents
    assert found.mean_cents == pytest.approx(apart, rel=1e-6)
    assert found.chance.sum() == pytest.approx(1)


def test_shooters_end_both_sessions() -> None:
    rules = SessionRules(bankroll=RICH, shooters=2)
    found = difference_law(pass_line(1000), pass_line(500), rules)
    alone = law(pass_line(500), rules)
    assert found.mean_cents == pytest.approx(alone.mean_cents - RICH, rel=1e-6)


def test_a_strategy_that_ends_its_session_keeps_what_it_has() -> None:
    def once(roll: Roll) -> Outcome:
        return (500 if roll.place < 18 else -500), 1, False

    found = difference_law(graph_of([once], [[(0, 0)], [(0, QUIT)]]), coin(500), SessionRules(bankroll=RICH, rolls=3))
    assert dict(found.pairs) == pytest.approx({-1000: 0.25, 0: 0.5, 1000: 0.25})
    assert long_run(coin()).cents_per_roll == pytest.approx(0)


def test_a_session_that_may_run_short_is_refused_in_a_sentence() -> None:
    with pytest.raises(RunsShort, match="simulate"):
        difference_law(coin(), coin(2000), SessionRules(bankroll=3000, rolls=10))
    with pytest.raises(LabError, match="without a goal"):
        difference_law(coin(), coin(), SessionRules(bankroll=3000, rolls=10, goal=4000))
