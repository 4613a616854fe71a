"""What a table answers: a sequence of events that is false only when it is a refusal, and says why."""

from __future__ import annotations

import pickle

import pytest

from comeout.dice import Roll
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.answer import Answer, CommandRefused, RollAnswer
from comeout.table.messages import Reason, Rejected
from comeout.table.table import Table

PLACED = m.BetPlaced(1, "pass", 10, 0, "4(a)")
OPENED = m.BettingOpened("house", "5(a)")
SMALL = Rejected(Reason.UNDER_MINIMUM, "the minimum on field is 5.00", "5(f)", (5_00,))


def rolled(*rolls: tuple[int, int], bet: str = "pass") -> RollAnswer:
    """The answer to the last of some rolls after a bet of ten."""
    table = Table(load_book("adelaide"))
    for player in ("Ann", "Bob"):
        table.sit(player, 100_00)
    table.bet(1, bet, 10_00)
    for dice in rolls[:-1]:
        table.roll(*dice)
    return table.roll(*rolls[-1])


def test_an_answer_is_the_sequence_of_what_happened() -> None:
    answer = Answer([PLACED, OPENED], book="adelaide", seq=7, rack=90_00)
    assert (len(answer), answer[0], answer[:], list(answer)) == (2, PLACED, (PLACED, OPENED), [PLACED, OPENED])
    assert PLACED in answer
    assert answer.index(OPENED) == 1
    assert (answer.seq, answer.rack, answer.waiting) == (7, 90_00, "")
    assert answer == Answer([PLACED, OPENED])
    assert hash(answer) == hash(Answer([PLACED, OPENED]))
    assert answer != Answer([PLACED])
    assert answer != [PLACED, OPENED]


@pytest.mark.parametrize("answer", [Answer([PLACED]), Answer(), RollAnswer(), Answer(waiting="a second person")])
def test_an_answer_is_false_only_when_it_was_refused(answer: Answer) -> None:
    assert answer
    assert answer.refused is None
    assert answer.or_raise() is answer
    assert (answer.reason, answer.instead) == ("", ())
    assert not Answer(refused=SMALL)


def test_a_refusal_says_why_by_what_and_what_would_be_accepted() -> None:
    answer = Answer(refused=SMALL, book="adelaide")
    assert (answer.refused, answer.reason, answer.clause, answer.instead) == (SMALL, "UNDER_MINIMUM", "5(f)", (5_00,))
    assert answer.says == "the minimum on field is $5.00"
    assert answer.why() == (
        "Refused: the minimum on field is $5.00. The clause is adelaide 5(f). $5.00 would be accepted."
    )
    assert (list(answer), answer[:]) == ([], ())


def test_a_refusal_is_raised_where_it_is_not_looked_at() -> None:
    answer = Answer(refused=SMALL)
    for reach in (lambda: answer.or_raise(), lambda: answer[0], lambda: RollAnswer(refused=SMALL).roll):
        with pytest.raises(CommandRefused, match=r"^the minimum on field is \$5.00; \$5.00 would be accepted$") as bad:
            reach()
        assert bad.value.says == str(bad.value)
    again = pickle.loads(pickle.dumps(bad.value))
    assert (again.says, again.answer) == (bad.value.says, answer)


def test_a_house_may_refuse_for_a_reason_of_its_own() -> None:
    answer = Answer(refused=Rejected(Reason.NOT_AVAILABLE_NOW, "not so fast"), reason="TOO_MANY")
    assert answer.reason == "TOO_MANY"
    assert repr(answer) == "<Answer, refused (TOO_MANY): not so fast>"
    assert answer.why() == "Refused: not so fast. No clause provides for it."


def test_an_answer_shows_itself_in_one_line_with_its_currency() -> None:
    assert repr(Answer([PLACED, OPENED])) == "<Answer: Seat 1 has $0.10 more on pass>"
    assert repr(Answer([OPENED])) == "<Answer: Betting opened: by house>"
    assert repr(Answer()) == "<Answer: nothing happened>"
    assert repr(Answer(waiting="a second person")) == "<Answer: a second person>"
    told = "<Answer, refused by 5(f) (UNDER_MINIMUM): the minimum on field is $5.00; $5.00 would be accepted>"
    assert repr(Answer(refused=SMALL)) == told


def test_an_answer_explains_its_events_without_those_of_every_roll() -> None:
    assert Answer([PLACED, OPENED], book="adelaide").why() == (
        "Seat 1 has 0.10 more on pass. The clause is adelaide 4(a)."
    )


def test_a_roll_tells_what_was_rolled_the_lines_the_point_and_the_net_of_every_seat() -> None:
    answer = rolled((4, 4), (5, 3))
    assert answer.roll == Roll(5, 3)
    assert [(line.spot, line.outcome, line.paid) for line in answer.lines] == [("pass", "won", 10_00)]
    assert (answer.point, answer.net) == (None, {1: 10_00, 2: 0})
    assert answer.settled
    assert answer.settled.lines == answer.lines
    assert answer.no_roll is None
    assert repr(answer) == "<RollAnswer 5-3: puck off, seat 1 +$10.00>"
    assert answer.why().startswith("Seat 1's 10.00 on pass won 10.00 on 5-3 (8)")


def test_a_roll_that_decides_nothing_and_one_that_loses_say_so() -> None:
    assert repr(rolled((4, 4))) == "<RollAnswer 4-4: point 8>"
    assert repr(rolled((1, 1))) == "<RollAnswer 1-1: puck off, seat 1 -$10.00>"
    assert RollAnswer(rolled((1, 1))).net == {1: -10_00}


def test_what_was_rolled_is_read_from_the_events_where_nobody_gives_it() -> None:
    assert RollAnswer(rolled((4, 4))).roll == Roll(4, 4)


def test_a_throw_that_does_not_count_has_no_lines() -> None:
    answer = RollAnswer([m.NoRollCalled("dealer", "off-table", "3")], roll=Roll(1, 2), seats=[1])
    assert answer.no_roll
    assert (answer.settled, answer.lines, answer.net) == (None, (), {1: 0})
    assert repr(answer) == "<RollAnswer 1-2: No Roll>"


def test_a_refused_roll_has_no_lines_and_no_roll() -> None:
    answer = RollAnswer(refused=SMALL, point=4, seats=[1])
    assert (answer.lines, answer.net, answer.point) == ((), {1: 0}, 4)
    assert repr(answer).startswith("<RollAnswer, refused by 5(f)")


def test_answers_pickle() -> None:
    for answer in (Answer([PLACED], book="adelaide", rack=5), Answer(refused=SMALL), rolled((4, 4), (3, 5))):
        again = pickle.loads(pickle.dumps(answer))
        assert again == answer
        assert (type(again), repr(again), again.rack) == (type(answer), repr(answer), answer.rack)
