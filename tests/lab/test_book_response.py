"""How a book takes a strategy is found by playing it there."""

from __future__ import annotations

from collections.abc import Iterable

from comeout.lab.book_response import response_of
from comeout.lab.strategy import BasicStrategy, Memory
from comeout.lab.view import View
from comeout.lab.wishes import WantBet, WantDown, Wish
from comeout.rules.library import load_book
from comeout.table.messages import Reason
from tests.kit.lab_strategies import IronCross, Molly


def test_come_odds_work_at_the_come_out_of_one_book_and_wait_in_another() -> None:
    assert "come-odds-6" in response_of(load_book("sentosa"), Molly()).works
    assert "come-odds-6" in response_of(load_book("adelaide"), Molly()).waits


def test_place_bets_are_off_at_the_come_out_where_the_book_says_so() -> None:
    assert response_of(load_book("adelaide"), IronCross()).waits == ("place-5", "place-6", "place-8")
    assert response_of(load_book("evolution"), IronCross()).works == ("place-5", "place-6", "place-8")


def test_a_refusal_names_the_clause_and_a_position() -> None:
    class TakesPassDown(BasicStrategy):
        def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
            yield WantDown("pass") if view.point else WantBet("pass", 10_00)

    (refused,) = response_of(load_book("sentosa"), TakesPassDown()).refused
    assert (refused.spot, refused.reason, refused.clause) == ("pass", Reason.CONTRACT_BET, "1.5")
    assert refused.position.startswith("sentosa point 4 | 1 pass 10")
