"""How a book takes a strategy is found by playing it there."""

from __future__ import annotations

from collections.abc import Iterable

from comeout.lab.book_response import BookResponse, response_of
from comeout.lab.language.reader import read_strategy
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


def test_bets_that_are_made_or_called_on_at_the_come_out_work_there() -> None:
    called = response_to("always: bet 12 on place 6 and 8, turn on only place 8, bet 5 on field", book="adelaide")
    assert (called.works, called.waits) == (("place-8", "field"), ("place-6",))
    assert response_to("come-out: bet 10 on pass").works == ("pass",)


def test_a_bet_that_is_pressed_without_end_is_no_refusal_to_a_player_who_can_pay() -> None:
    assert response_to("always: bet 12 on place 6, press place 6 by the win").refused == ()


def test_a_refusal_names_the_clause_and_a_position() -> None:
    class TakesPassDown(BasicStrategy):
        def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
            yield WantDown("pass") if view.point else WantBet("pass", 10_00)

    (refused,) = response_of(load_book("sentosa"), TakesPassDown()).refused
    assert (refused.spot, refused.reason, refused.clause) == ("pass", Reason.CONTRACT_BET, "1.5")
    assert refused.position.startswith("sentosa point 4 | 1 pass 10")


def response_to(*lines: str, book: str = "sentosa") -> BookResponse:
    """How a book takes the strategy of these lines, of which the first is line 2."""
    layout = load_book(book)
    text = "\n".join(("strategy mine", *lines))
    return response_of(layout, read_strategy(text).on(layout), bankroll=300_00)


def test_a_strategy_that_never_bets_is_found_by_playing() -> None:
    asked = ("count hits", "  up when field wins", "from 1 hits: bet 5 on field")
    found = response_to(*asked)
    assert (found.bets, found.never) == (False, (4,))
    assert response_to("come-out: bet 10 on come").bets is False
    assert response_to("point on: bet 10 on come").bets is True


def test_a_rule_whose_moment_never_comes_is_told_by_its_line() -> None:
    never = response_to("come-out: bet 10 on pass", "come-out and point is 6:", "  bet 10 on field")
    assert (never.bets, never.never) == (True, (3,))


def test_moments_of_poor_racks_and_of_losses_do_come() -> None:
    assert response_to("come-out: bet 10 on pass", "not the rack covers 20: bet 5 on field").never == ()
    assert response_to("down 50: bet 5 on field").bets is True


def test_what_is_too_large_to_be_played_whole_is_not_said_to_be_never() -> None:
    endless = response_to("count rolled", "  up when any roll", "from 9999 rolled: bet 5 on field")
    assert (endless.whole, endless.bets, endless.never) == (False, True, ())


def test_a_strategy_in_python_has_no_lines() -> None:
    assert response_of(load_book("sentosa"), IronCross()).never == ()
