"""What every decision asks first: the seat, the role, the phase, the spot and the dice."""

from __future__ import annotations

import pytest

from comeout.rules.library import load_book
from comeout.table.asking import (
    ByClause,
    bets_closed,
    come_bets,
    dice_problem,
    find_spot,
    has_line_bet,
    no_procedure,
    phase_problem,
    role_problem,
    seat_and_spot,
    seat_problem,
    takes_bets,
)
from comeout.table.messages import Reason, Rejected
from comeout.table.state import Phase
from tests.kit.positions import laid

LINE = "adelaide point 6 | 1 pass 10 come-5 10 | 2 come-8 10"


def reason(problem: object) -> Reason | None:
    return problem.reason if isinstance(problem, Rejected) else None


def test_a_seat_must_have_somebody_in_it() -> None:
    _, state = laid(LINE)
    assert seat_problem(state, 1) is None
    for nobody in (3, 0, -1, True, "1"):
        assert reason(seat_problem(state, nobody)) is Reason.UNKNOWN_SEAT  # type: ignore[arg-type]


def test_nobody_has_a_seat_or_a_role_at_a_closed_table() -> None:
    _, state = laid("adelaide shut | 1")
    assert reason(seat_problem(state, 1)) is Reason.TABLE_CLOSED
    assert reason(role_problem(state, "dealer", ("dealer",), "1")) is Reason.TABLE_CLOSED


def test_only_the_roles_of_the_book_act_and_the_house_where_the_crew_is_automatic() -> None:
    _, state = laid(LINE)
    assert role_problem(state, "dealer", ("dealer", "boxperson"), "1") is None
    assert role_problem(state, "house", ("dealer",), "1") is None
    refused = role_problem(state, "stickperson", ("dealer", "boxperson"), "9(b)")
    assert refused is not None
    assert (refused.reason, refused.clause) == (Reason.WRONG_ROLE, "9(b)")
    assert refused.says == "this is for dealer or boxperson to say, not for stickperson"
    _, with_people = laid(LINE, settings={"crew": "people"})
    assert reason(role_problem(with_people, "house", ("dealer",), "1")) is Reason.WRONG_ROLE


def test_what_is_not_possible_now_says_where_the_roll_stands_and_when_it_is() -> None:
    _, state = laid(LINE)
    assert phase_problem(state, Phase.BETTING, Phase.CLOSED) is None
    refused = phase_problem(state, Phase.DICE_OUT, Phase.CALLED)
    assert refused is not None
    assert refused.says == "bets are open; this is done when the dice are out or the roll is called"


def test_bets_are_taken_until_the_throw_where_the_book_closes_them_with_it() -> None:
    assert takes_bets(*laid(LINE))
    for book in ("adelaide", "exhibit-a", "sentosa", "evolution"):
        closed = laid(f"{book} closed")
        assert takes_bets(*closed) is (closed.layout.rulebook.betting.closes == "throw")
        assert not takes_bets(*laid(f"{book} dice-out"))
        assert not takes_bets(*laid(f"{book} closed going-out")), "the dice of an automatic crew follow at once"


def test_a_bet_while_bets_are_closed_is_told_where_the_roll_stands() -> None:
    refused = bets_closed(*laid("adelaide dice-out"))
    assert (refused.reason, refused.says) == (Reason.BETTING_CLOSED, "bets are not open (the dice are out)")


def test_a_spot_is_found_by_its_id_and_a_slip_is_asked_about() -> None:
    layout = load_book("adelaide")
    assert find_spot(layout, "place-6") is layout.by_id["place-6"]
    refused = find_spot(layout, "plaec-6")
    assert isinstance(refused, Rejected)
    assert (refused.reason, refused.says) == (
        Reason.NOT_OFFERED,
        'adelaide has no wager "plaec-6"; did you mean "place-6"?',
    )
    assert reason(find_spot(layout, 6)) is Reason.NONSENSE  # type: ignore[arg-type]


def test_a_missing_seat_is_told_before_a_missing_spot() -> None:
    assert reason(seat_and_spot(*laid(LINE), 9, "nothing")) is Reason.UNKNOWN_SEAT
    assert reason(seat_and_spot(*laid(LINE), 1, "nothing")) is Reason.NOT_OFFERED


@pytest.mark.parametrize("roll", [(0, 4), (3, 7), (3,), "3-4", None])
def test_a_roll_is_two_faces(roll: object) -> None:
    layout = load_book("adelaide")
    assert dice_problem(layout, (3, 4)) is None
    assert reason(dice_problem(layout, roll)) is Reason.BAD_DICE


def test_line_bets_and_travelled_come_bets_are_counted() -> None:
    layout, state = laid(LINE)
    assert [has_line_bet(layout, state, seat) for seat in (1, 2)] == [True, False]
    assert come_bets(layout, state) == 2


def test_what_is_said_with_every_roll_is_made_once_for_each_clause() -> None:
    said = ByClause(lambda clause: [clause])
    assert (said["5(a)"], said["5(b)"]) == (["5(a)"], ["5(b)"])
    assert said["5(a)"] is said["5(a)"]


def test_a_book_without_a_clause_says_so() -> None:
    refused = no_procedure(load_book("adelaide"), "dancing")
    assert (refused.reason, refused.says) == (Reason.NO_SUCH_PROCEDURE, "adelaide has no clause for dancing")
