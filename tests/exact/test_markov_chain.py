"""Absorbing chains by themselves: small ones that can be solved in the head, and ones that never end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout.errors import NeverDecided
from comeout.exact.markov_chain import Absorbed, absorb, explore, lengths, long_run
from tests.kit.by_hand import F

Steps = dict[str, tuple[dict[str, int], dict[str, int]]]


def solved(steps: Steps, *starts: str, total: int) -> dict[str, Absorbed[str]]:
    return absorb(explore(starts, steps.__getitem__, total), starts)


def test_a_coin_is_tossed_twice_on_average_until_heads() -> None:
    found = solved({"toss": ({"toss": 1}, {"heads": 1})}, "toss", total=2)
    assert found["toss"] == Absorbed({"heads": F(1)}, F(2))


def test_a_gambler_with_one_of_three_chips_is_ruined_twice_in_three() -> None:
    steps: Steps = {"one": ({"two": 1}, {"ruin": 1}), "two": ({"one": 1}, {"riches": 1})}
    found = solved(steps, "one", "two", total=2)
    assert found["one"] == Absorbed({"ruin": F(2, 3), "riches": F(1, 3)}, F(2))
    assert found["two"] == Absorbed({"ruin": F(1, 3), "riches": F(2, 3)}, F(2))


def test_only_what_can_be_reached_is_explored() -> None:
    steps: Steps = {"a": ({}, {"end": 1}), "b": ({"a": 1}, {})}
    assert set(explore(["a"], steps.__getitem__, 1).states) == {"a"}


@pytest.mark.parametrize(
    "steps",
    [
        {"a": ({"a": 1}, {})},
        {"a": ({"b": 1}, {"end": 1}), "b": ({"b": 2}, {})},
        {"a": ({"b": 1}, {"end": 1}), "b": ({"c": 2}, {}), "c": ({"b": 2}, {})},
    ],
)
def test_a_chain_that_may_never_end_is_an_error(steps: Steps) -> None:
    with pytest.raises(NeverDecided):
        solved(steps, "a", total=2)


def test_lengths_are_told_from_a_mixture_of_starts() -> None:
    steps: Steps = {"toss": ({"toss": 1}, {"heads": 1}), "sure": ({}, {"heads": 2})}
    chain = explore(["toss", "sure"], steps.__getitem__, 2)
    assert lengths(chain, {"toss": F(1, 3), "sure": F(2, 3)}, 3) == (F(1, 6) + F(2, 3), F(1, 12), F(1, 24))


def test_the_long_run_of_a_drunkard_who_prefers_the_middle() -> None:
    moves = {
        "left": {"middle": F(1)},
        "middle": {"left": F(1, 2), "right": F(1, 2)},
        "right": {"middle": F(1, 2), "right": F(1, 2)},
    }
    assert long_run(moves) == {"left": F(1, 5), "middle": F(2, 5), "right": F(2, 5)}
    assert long_run({"alone": {"alone": F(1)}}) == {"alone": F(1)}


def test_states_that_do_not_lead_back_have_no_long_run() -> None:
    with pytest.raises(NeverDecided):
        long_run({"a": {"b": F(1)}, "b": {"b": F(1)}})


@given(st.lists(st.lists(st.integers(1, 9), min_size=5, max_size=5), min_size=3, max_size=3))
def test_any_chain_agrees_with_its_own_equations(weights: list[list[int]]) -> None:
    """Rows of weights to three states and two ends: each answer is the mean of the answers one step on."""
    total = 45
    steps: dict[int, tuple[dict[int, int], dict[str, int]]] = {}
    for state, row in enumerate(weights):
        steps[state] = dict(enumerate(row[:3])), {"won": row[3], "lost": total - sum(row[:4])}
    found = absorb(explore([0], steps.__getitem__, total), [0, 1, 2])
    for state, (to, ends) in steps.items():
        onward = sum(weight * found[each].ends["won"] for each, weight in to.items())
        assert found[state].ends["won"] * total == ends["won"] + onward
        assert found[state].rolls * total == total + sum(weight * found[each].rolls for each, weight in to.items())
        assert sum(found[state].ends.values()) == 1
