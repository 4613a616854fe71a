"""The names of bets: ids, words of players and of books, several numbers, whole wagers and calls, and slips."""

from __future__ import annotations

import re

import pytest

from comeout.errors import RulebookError
from comeout.rules.library import book_names, load_book, load_text
from comeout.table import messages as m
from comeout.table.decide import decide
from comeout.table.notation.bet_names import (
    ALL,
    SPOKEN,
    Target,
    bet_named,
    bets_named,
    call_named,
    meant_bet,
    names_of,
    nearest_bet,
    stakes_named,
)
from comeout.table.notation.spoken import hear, whole
from comeout.table.state import Phase, SeatState, new_state

ADELAIDE = load_book("adelaide")


@pytest.mark.parametrize("book", book_names())
def test_every_wager_and_every_spot_is_named_by_its_id_and_by_its_words(book: str) -> None:
    layout = load_book(book)
    for name in (*layout.rulebook.wager, *layout.by_id):
        assert bet_named(layout, name) == name
        assert bet_named(layout, name.replace("-", " ").upper()) == name


@pytest.mark.parametrize("book", book_names())
def test_every_spot_is_named_by_what_its_book_calls_it(book: str) -> None:
    layout = load_book(book)
    for spot in layout.spots:
        found = names_of(layout).find(hear(re.sub(r"[(),-]", " ", spot.name)))
        if spot.made_here and spot.name != "Craps":  # which players take for the bets on 2, 3 and 12
            assert found, spot.name
            number = whole(found.figures[0].text) if found.figures else found.target.number
            assert layout.by_id[found.target._replace(number=number).spot].name == spot.name


@pytest.mark.parametrize("name", SPOKEN)
def test_what_players_call_a_bet_names_it_where_the_book_has_it(name: str) -> None:
    for phrase in SPOKEN[name].split("; "):
        found = names_of(ADELAIDE).find(hear(phrase))
        assert found
        assert found.target in (Target(name), Target(*_parts(name)))


def _parts(name: str) -> tuple[str, int | None]:
    wager, _, number = name.rpartition("-")
    return (wager, int(number)) if number.isdecimal() else (name, None)


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("place 6", "place-6"),
        ("Don't Pass", "dont-pass"),
        ("dont come odds", "dont-come-odds"),
        ("hard way 8", "hard-8"),
        ("8 the hard way", "hard-8"),
        ("place the six", "place-6"),
        ("place 4 to lose", "place-lose-4"),
        ("buy lose 10", "lay-10"),
        ("seven", "any-seven"),
        ("snake eyes", "craps-2"),
        ("yo", "eleven"),
        ("hardways", "hard"),
        ("c & e", "c-and-e"),
    ],
)
def test_one_bet_is_named_in_any_of_the_usual_ways(said: str, named: str) -> None:
    layout = next(
        load_book(book) for book in book_names() if named in {**load_book(book).by_id, **load_book(book).rulebook.wager}
    )
    assert bet_named(layout, said) == named


@pytest.mark.parametrize(
    ("said", "spots"),
    [
        ("place 6 and 8", "place-6 place-8"),
        ("place 6 and 6", "place-6"),
        ("every hard", "hard-4 hard-6 hard-8 hard-10"),
        ("all hardways", "hard-4 hard-6 hard-8 hard-10"),
        ("come", "come"),
        ("inside", "place-5 place-6 place-8 place-9"),
        ("Outside", "place-4 place-5 place-9 place-10"),
        ("across", "place-4 place-5 place-6 place-8 place-9 place-10"),
    ],
)
def test_several_bets_are_named_at_once(said: str, spots: str) -> None:
    assert bets_named(ADELAIDE, said) == tuple(spots.split())


def test_an_amount_on_a_name_goes_on_each_bet_and_a_call_shares_it_out() -> None:
    assert stakes_named(ADELAIDE, "place 6 and 8", 12_00) == (("place-6", 12_00), ("place-8", 12_00))
    assert stakes_named(ADELAIDE, "inside", 66_00) == (
        ("place-5", 15_00),
        ("place-6", 18_00),
        ("place-8", 18_00),
        ("place-9", 15_00),
    )
    across = dict(stakes_named(ADELAIDE, "across", 64_00))
    assert across == {
        "place-4": 10_00,
        "place-5": 10_00,
        "place-6": 12_00,
        "place-8": 12_00,
        "place-9": 10_00,
        "place-10": 10_00,
    }
    assert dict(stakes_named(ADELAIDE, "inside", 5_50, chip=25))["place-6"] == 1_50


@pytest.mark.parametrize(("amount", "instead"), [(65_00, "44.00 or 66.00"), (5_00, "22.00")])
def test_an_amount_that_a_call_cannot_share_out_is_answered_with_the_nearest(amount: int, instead: str) -> None:
    with pytest.raises(RulebookError, match="inside does not come out even") as refused:
        stakes_named(ADELAIDE, "inside", amount)
    assert refused.value.hint == instead


def test_a_call_is_known_only_where_the_book_has_all_its_spots() -> None:
    assert call_named(ADELAIDE, "inside")
    assert not call_named(ADELAIDE, "place")
    assert not call_named(ADELAIDE, "horn"), "a bet of its own"


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("plcae-6", 'did you mean "place-6"?'),
        ("odds", "which one: pass-odds, dont-pass-odds, come-odds or dont-come-odds?"),
        ("dont odds", "which one: dont-pass-odds or dont-come-odds?"),
        ("", "known: any-craps, any-seven, "),
        ("6", "known: "),
        ("place 7", 'did you mean "place'),
    ],
)
def test_a_name_that_no_bet_has_is_answered_with_the_nearest_or_with_all_that_share_it(asked: str, hint: str) -> None:
    with pytest.raises(RulebookError, match=f'there is no bet "{asked}"') as refused:
        bet_named(ADELAIDE, asked)
    assert refused.value.hint.startswith(hint)


def test_a_bet_of_other_books_is_answered_with_who_has_it_and_what_is_on_its_number_here() -> None:
    without = load_book("exhibit-a")
    with pytest.raises(RulebookError) as refused:
        bets_named(without, "buy-4")
    assert (
        str(refused.value)
        == 'exhibit-a: there is no bet "buy-4"; adelaide and sentosa have it (here on 4: place-4, hard-4)'
    )
    with pytest.raises(RulebookError, match=r'"big-6"; adelaide has it \(here on 6'):
        bets_named(without, "big-6")
    with pytest.raises(RulebookError, match=r'"horn"; adelaide and exhibit-a and sentosa have it$'):
        bets_named(load_book("evolution"), "horn")


def test_nobody_bets_where_bets_only_travel() -> None:
    with pytest.raises(RulebookError, match='a come bet travels there; ask for "come"'):
        bets_named(ADELAIDE, "come-4")


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("everything", ALL),
        ("the", ALL),
        ("8", Target("", 8)),
        ("1000", None),
        ("$10", Target("", 10)),
        ("come 6", Target("come", 6)),
        ("field 5", None),
        ("place 6 8", None),
        ("place-6 now", None),
        ("nonsense", None),
    ],
)
def test_what_is_no_name_of_a_bet_names_none(text: str, target: Target | None) -> None:
    assert names_of(ADELAIDE).target(text) == target


def test_an_amount_beside_a_name_is_left_over_and_never_part_of_it() -> None:
    names = names_of(ADELAIDE)
    found = names.find(hear("place 10 on 6"))
    assert found
    assert (found.target, [said.text for said in found.figures]) == (Target("place"), ["10", "6"])
    found = names.find(hear("any $7"))
    assert not found
    found = names.find(hear("pass-odds 20"))
    assert found
    assert (found.target, found.after[0].text) == (Target("pass-odds"), "20")
    assert names.numbers("odds") == (4, 5, 6, 8, 9, 10)
    found = names.find(hear("10 8 the hard way"))
    assert found
    assert (found.backwards, found.plural, len(found.before)) == (True, False, 2)


def test_the_table_asks_whether_a_misspelt_spot_was_meant_by_any_of_its_names() -> None:
    assert meant_bet(ADELAIDE, "feild") == 'did you mean "field"?'
    assert meant_bet(ADELAIDE, "hard way 8") == 'did you mean "hard-8"?'
    assert meant_bet(ADELAIDE, "hardways") == "", "all of them"
    assert meant_bet(ADELAIDE, "x" * 100_000) == ""
    assert nearest_bet(ADELAIDE, "yo") == 'did you mean "eleven"?'
    assert nearest_bet(ADELAIDE, "xyzzy").startswith("known: any-craps, ")
    state = new_state(ADELAIDE)
    state.phase, state.seats[1] = Phase.BETTING, SeatState("Ann", 100_00)
    answer = decide(ADELAIDE, state, m.PlaceBet(1, "red", 5_00))
    assert isinstance(answer, m.Rejected)
    assert answer.says == 'adelaide has no wager "red"; did you mean "any-seven"?'


def test_the_names_of_a_book_are_gathered_once() -> None:
    assert names_of(ADELAIDE) is names_of(load_text(ADELAIDE.text))
