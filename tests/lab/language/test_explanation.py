"""A strategy in plain English: everything that its text says, in the order in which it is done."""

from __future__ import annotations

import pytest

from comeout.lab.language.explanation import explain
from comeout.lab.language.reader import load_strategy, read_strategy, strategy_names
from comeout.lab.language.text_errors import NotInBook
from comeout.rules.library import load_book

ALL = """\
# Everything at once.
strategy everything
only at sentosa or exhibit-a
let unit be 10
let odds be 3-4-5x
let laid be 2x to win
count hits for each of place 6 and 8
  up when it wins and hits is below 3
  down when 7 is rolled
  back when the shooter sevens out or the point is made
ladder stake: unit, 2 units, 40
  up when pass loses
  back when it was the last step or pass pushes
stage bold when up 100
stage shy when down 50
stage calm otherwise
stop when up 200 or down 100
come-out and stage calm: bet stake on pass
point on: take odds on pass as much as the rack covers, lay odds to win laid on don't pass
always: take full odds on every come, lay odds risking 1x on every don't come
point is 5 or 9 and fewer than 2 come numbers: bet unit on come at most 3 times a shooter
point is not 6 and at least 1 don't come numbers counting the point: bet exactly 7 on field
hits is 1 and it is not up: have 24 on it
after field wins: have at least 12 on place 6 and 8 except the point and come numbers
after 3 losses in a row on pass: take down everything
exactly 2 come bets: take down every place
not (come is in transit or nothing is up): turn off only place 6, press place 8 by half the win
this shooter is above -60 and the rack covers 20 and stake is on the last step: turn on every place
only while point on: bet 66 inside, press place 5 by the win
with 20 on pass: bet 5 on eleven
by rack: 10-19 20-59 60-
  bet on eleven 1 1 1
  lay odds on 6 0 0 12
"""

SAID = """\
everything: Everything at once.
It is meant for sentosa or exhibit-a only.
Values that can be given: unit = 10, odds = 3-4-5x, laid = 2x to win.
hits is a count, one for each of place 6 and 8. It starts at 0, goes up by one when it wins and hits is at most 2, \
goes down by one when 7 is rolled, goes back to its start when the shooter sevens out or the point is made.
stake is a ladder of $10.00, $20.00, $40.00. It starts on its first step, goes up by one when pass loses, \
goes back to its start when it would go above its last step or pass pushes.
Stage bold: while the session has won at least $100.00.
Stage shy: while the session has lost at least $50.00 and no stage before it holds.
Stage calm: otherwise.
The session ends when the session has won at least $200.00 or the session has lost at least $100.00.
Before every roll, in this order:
  1. When it is the come-out and it is in stage calm: bet the step of stake on pass, where nothing lies yet.
  2. When the point is on: take odds on pass of 3 times the bet (4 and 10), 4 times (5 and 9) or 5 times (6 and 8), \
within the book's limit, as much as the rack covers; lay odds on don't pass to win 2 times the bet, \
within the book's limit, none if the rack does not cover them.
  3. Always: take odds on every come, all that the book allows, none if the rack does not cover them; \
lay odds on every don't come of 1 times the bet, within the book's limit, none if the rack does not cover them.
  4. When the point is 5 or 9 and come bets stand on fewer than 2 numbers: \
bet $10.00 on come, where nothing lies yet, at most 3 times a shooter.
  5. When the point is not 6 and don't come bets stand on at least 1 numbers, the point included: \
bet exactly $7.00 on field, where nothing lies yet.
  6. When hits is 1 and it is not up: bring it to $24.00, up or down.
  7. When field wins on the last roll: \
raise place 6 and 8, except the point and come numbers to $12.00 each, and leave more as it is.
  8. When pass has lost 3 times in a row: take down everything that the book gives back.
  9. When 2 come bets are up, one in transit included: take down every place.
 10. When not (come is in transit or nothing is up): call only place 6 off; \
raise place 8 by half its win, if it won on the last roll.
 11. When the money of this shooter is above -$60.00 and the rack holds at least $20.00 and stake is on its last step: \
call every place on.
 12. When the point is on: bet $66.00 on inside, where nothing lies yet; \
raise place 5 by its win, if it won on the last roll. As soon as this no longer holds, these bets come down.
 13. When exactly $20.00 lies on pass: bet $5.00 on eleven, where nothing lies yet.
 14. By rack, from $10.00 upwards, in 3 steps: bet on eleven, lay odds on don't pass 6."""


def test_every_sentence_of_the_language_has_its_words() -> None:
    assert explain(read_strategy(ALL)) == SAID


def test_with_a_book_it_says_what_lies_where_and_with_values_how_much() -> None:
    said = explain(load_strategy("inside-66"), load_book("sentosa"), {"amount": "132"})
    assert "bet $132.00 ($30.00 on place-5, $36.00 on place-6, $36.00 on place-8, $30.00 on place-9) on inside" in said
    assert "bet $12.00 each on place 6 and 8" in explain(load_strategy("place-6-8"), load_book("sentosa"))


def test_an_amount_on_several_bets_lies_on_each_and_any_of_several_numbers_wins() -> None:
    text = (
        "strategy several\ncount hits\n  up when place 6 or 8 wins or place 5 and 9 loses\n"
        "ladder stake: 12, 24\n  up when any roll\n"
        "place 6 or 8 is not up: bet 12 on every place\nhits is 1: have stake on place 6 and 8\n"
        "place 6 or 8 or 5 is up: bet 5 on place 4"
    )
    said = explain(read_strategy(text))
    assert "up by one when place 6 or 8 wins or place 5 or 9 loses" in said
    assert "When not (place 6 or 8 is up): bet $12.00 each on every place, where" in said
    assert "bring place 6 and 8 to the step of stake each, up or down" in said
    assert "When place 6 or 8 or 5 is up: bet $5.00 on place 4," in said


def test_a_book_that_cannot_play_it_is_an_error() -> None:
    with pytest.raises(NotInBook, match='evolution has no bet "horn"'):
        explain(load_strategy("horn-every-roll"), load_book("evolution"))


@pytest.mark.parametrize("name", strategy_names())
def test_every_preset_explains_itself(name: str) -> None:
    first, *rest = explain(load_strategy(name)).splitlines()
    assert first.startswith(f"{name}: ")
    assert rest[-1].lstrip()[0].isdecimal()
