"""Dealer drills: always legal, always the same for a seed, and marked by outcome, amount, rounding and clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest

from comeout.dice import Roll
from comeout.drill.deal import DECIDED_LEAST, SEAT, Dealt, Level, Lot, deal
from comeout.drill.marking import DrillMark, Payment, mark
from comeout.rules.describe import group_of
from comeout.rules.library import book_names, load_book
from comeout.table.notation.position_text import parse_position
from comeout.table.position import state_of
from comeout.table.settings import default_settings
from comeout.table.settlement import settle
from tests.kit.servers import running

BOOKS = book_names()
LEVELS: tuple[Level, ...] = (1, 2, 3)
SEEDS = [str(number) for number in range(25)]


def solved(dealt: Dealt) -> dict[str, Payment]:
    """How the house would settle it."""
    return {line.spot: Payment(line.outcome, line.paid) for line in dealt.settled.lines}


def drills(level: Level, book: str) -> list[Dealt]:
    return [deal(book, seed, level) for seed in SEEDS]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Somebody who asks a running house."""
    with (
        running(tmp_path_factory.mktemp("drill")) as house,
        httpx.Client(base_url=f"{house.url}/api/v1", timeout=60) as client,
    ):
        yield client


# ---- made


def test_lots_are_decided_by_their_words_alone() -> None:
    assert [Lot("a", 1).below(1000) for _ in range(3)] == [Lot("a", 1).below(1000)] * 3
    assert [Lot("a", 1).below(10**6), Lot("a", 2).below(10**6)] == [584095, 84318]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_drill_decides_at_least_three_bets_and_the_same_seed_is_the_same_drill(book: str, level: Level) -> None:
    for dealt in drills(level, book):
        assert len(dealt.settled.lines) >= DECIDED_LEAST
        assert len(dealt.drill.bets) == len(dealt.settled.lines) + len(dealt.staying)
        assert all(line.seat == SEAT for line in dealt.settled.lines)
    deal.cache_clear()
    assert deal(book, "7", level) == deal(book, "7", level)
    assert deal(book, "7", level) != deal(book, "8", level)


@pytest.mark.parametrize("book", BOOKS)
def test_drills_vary_in_dice_puck_and_bets_and_nearly_all_pay_something(book: str) -> None:
    found = [dealt for level in LEVELS for dealt in drills(level, book)]
    assert {dealt.drill.total for dealt in found} >= set(range(3, 12))
    assert {dealt.drill.point for dealt in found} >= {0, 4, 6, 9}
    layout = load_book(book)
    kinds = {layout.by_id[bet.spot].wager_id for dealt in found for bet in dealt.drill.bets}
    assert len(kinds) >= len(layout.rulebook.wager) - 1
    paying = sum(any(line.paid for line in dealt.settled.lines) for dealt in found)
    assert paying > len(found) * 0.9


@pytest.mark.parametrize("book", BOOKS)
def test_the_first_level_has_plain_bets_in_amounts_that_pay_evenly(book: str) -> None:
    layout = load_book(book)
    for dealt in drills(1, book):
        for bet in dealt.drill.bets:
            wager = layout.by_id[bet.spot].wager
            assert group_of(layout, layout.by_id[bet.spot].wager_id) in ("The line", "Numbers", "One roll")
            assert not wager.parts
            assert not bet.vigorish_cents
        for line in dealt.settled.lines:
            assert line.paid == line.basis * line.odds


@pytest.mark.parametrize("book", BOOKS)
def test_the_first_levels_are_bet_in_chips_and_the_first_mostly_in_fives(book: str) -> None:
    stakes = [bet.amount_cents for dealt in drills(1, book) for bet in dealt.drill.bets]
    assert all(each % 100 == 0 for each in stakes)
    assert sum(each % 500 == 0 for each in stakes) > len(stakes) * 0.8
    layout = load_book(book)
    bets = [bet for dealt in drills(2, book) for bet in dealt.drill.bets]
    assert all(bet.amount_cents % 100 == 0 for bet in bets if layout.by_id[bet.spot].base < 0)


@pytest.mark.parametrize("book", BOOKS)
def test_only_four_six_eight_and_ten_are_called_the_hard_way(book: str) -> None:
    called = {
        dealt.drill.total
        for level in LEVELS
        for dealt in drills(level, book)
        if dealt.drill.says.endswith("the hard way.")
    }
    pairs = {dealt.drill.total for level in LEVELS for dealt in drills(level, book) if len(set(dealt.drill.dice)) == 1}
    assert {2, 12} & pairs
    assert called == pairs - {2, 12}


@pytest.mark.parametrize("book", BOOKS)
def test_the_last_level_has_payments_to_round(book: str) -> None:
    lines = [line for dealt in drills(3, book) for line in dealt.settled.lines]
    assert any(line.paid != line.basis * line.odds for line in lines)
    assert all(line.paid % 100 == 0 for line in lines)


# ---- marked


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("level", LEVELS)
def test_whoever_settles_as_the_house_does_is_right_about_every_bet(book: str, level: Level) -> None:
    for dealt in drills(level, book):
        marked = mark(dealt, solved(dealt), 4200)
        assert marked.right == marked.bets == len(dealt.drill.bets)
        assert (marked.milliseconds, marked.told_cents) == (4200, marked.paid_cents)
        for each in marked.marks:
            assert each.verdict == "Right."
            assert each.clauses
            assert all(cited.says for cited in each.clauses), each


def test_whoever_leaves_everything_is_right_about_what_stays_only() -> None:
    dealt = deal("adelaide", "left", 2)
    marked = mark(dealt, {}, 0)
    assert {each.spot for each in marked.marks if each.right} == set(dealt.staying)


def marked_wrong(dealt: Dealt, outcome: str, change: Payment) -> DrillMark:
    """The first bet of an outcome, settled otherwise."""
    line = next(line for line in dealt.settled.lines if line.outcome == outcome)
    told = {**solved(dealt), line.spot: change}
    return next(each for each in mark(dealt, told, 0).marks if each.spot == line.spot)


def test_a_wrong_outcome_is_put_right_with_its_clause() -> None:
    dealt = deal("sentosa", "abc", 3)
    wrong = marked_wrong(dealt, "won", Payment("lost"))
    assert not wrong.right
    assert not wrong.right_outcome
    assert wrong.verdict == "The bet wins and pays 144.00; you said it loses."
    assert [each.clause for each in wrong.clauses] == ["D.12(a)", "4.1 Hardways 8"]
    assert wrong.says.startswith("16.00 on Hardways 8 won 144.00 on 4-4 (8): 16.00 at 9 to 1.")


def test_a_bet_that_travels_is_told_where_to() -> None:
    dealt = deal("sentosa", "abc", 3)
    wrong = marked_wrong(dealt, "moved", Payment("stays"))
    assert wrong.verdict == "The bet travels; you said it stays."
    assert wrong.to == "dont-come-8"
    assert wrong.says.startswith("8.00 on Don't Come travelled to Don't Come on 8 on 4-4 (8).")


def test_an_amount_that_is_wrong_only_by_its_rounding_is_told_so() -> None:
    dealt, line = next(
        (dealt, line)
        for dealt in drills(3, "sentosa")
        for line in dealt.settled.lines
        if line.paid != line.basis * line.odds
    )
    exact = int(line.basis * line.odds)
    near = next(
        each
        for each in mark(dealt, {**solved(dealt), line.spot: Payment("won", exact)}, 0).marks
        if each.spot == line.spot
    )
    assert near.only_rounding
    assert near.right_outcome
    assert not near.right
    assert near.verdict.endswith("is not rounded as the book says.")
    assert near.clauses[-1].clause in dealt.settled.rounded_by
    far = next(
        each
        for each in mark(dealt, {**solved(dealt), line.spot: Payment("won", exact + 5000)}, 0).marks
        if each.spot == line.spot
    )
    assert not far.only_rounding
    assert ", not " in far.verdict


def test_a_payment_on_a_bet_that_stays_is_wrong() -> None:
    dealt = deal("adelaide", "left", 2)
    spot = next(iter(dealt.staying))
    wrong = next(each for each in mark(dealt, {spot: Payment("stays", 500)}, 0).marks if each.spot == spot)
    assert (wrong.right, wrong.right_outcome, wrong.right_amount) == (False, True, False)
    assert wrong.verdict == "It pays 0.00, not 5.00."


def test_a_bet_that_is_off_stays_and_says_so() -> None:
    dealt, spot = next(
        (dealt, spot) for dealt in drills(3, "adelaide") for spot, why in dealt.staying.items() if not why.working
    )
    told = next(each for each in mark(dealt, {}, 0).marks if each.spot == spot)
    assert told.says.startswith("It stays: it is off, so ")


# ---- over HTTP


def test_a_drill_is_given_and_marked_over_http(client: httpx.Client) -> None:
    drill = client.get("/drill/sentosa/abc", params={"level": 3}).json()
    assert (drill["dice"], drill["total"], drill["level"]) == ([4, 4], 8, 3)
    assert drill["says"] == "The puck is ON 9; the dice are 4 and 4: 8 the hard way."
    told = {
        spot: {"outcome": each.outcome, "pay_cents": each.pay_cents}
        for spot, each in solved(deal("sentosa", "abc", 3)).items()
    }
    answer = client.post("/drill/sentosa/abc?level=3", json={"answers": told, "milliseconds": 81234})
    assert answer.status_code == 200
    marked = answer.json()
    assert (marked["right"], marked["bets"], marked["milliseconds"]) == (9, 9, 81234)


def test_a_drill_without_its_solution_is_what_is_given(client: httpx.Client) -> None:
    assert set(client.get("/drill/adelaide/x").json()) == {
        *("book", "title", "seed", "level", "point", "says", "dice", "total", "bets", "payable_unit_cents"),
        "position",
    }


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("/drill/sentosa/abc?level=3", {"answers": {"nowhere": {"outcome": "won"}}}, 'no bet lies on "nowhere"'),
        ("/drill/sentosa/abc?level=9", {"answers": {}}, '"level" is 9; it should be 1, 2 or 3'),
        ("/drill/sentosa/abc", {"answers": {"pass": {"outcome": "guessed"}}}, '"answers[...].outcome" is '),
        (
            "/drill/sentosa/abc",
            {"answers": {"pass": {"outcome": "won", "pay_cents": -1}}},
            '"answers[...].pay_cents" should be at least 0',
        ),
        (
            "/drill/sentosa/abc",
            {"answers": {}, "milliseconds": "long"},
            '"milliseconds" should be a whole number, not a text',
        ),
        ("/drill/sentosa/abc", {"answers": {}, "cheat": True}, 'there is no field "cheat"; there is answers'),
    ],
)
def test_an_answer_that_makes_no_sense_is_refused(
    client: httpx.Client, path: str, body: dict[str, object], says: str
) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code == 400
    assert answer.json()["says"].startswith(says)


def test_a_drill_of_no_book_is_answered_with_the_books(client: httpx.Client) -> None:
    assert client.get("/drill/none/abc").status_code == 404
    assert client.post("/drill/none/abc", json={"answers": {}}).status_code == 404
    assert client.get(f"/drill/sentosa/{'x' * 65}").status_code == 400


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_drill_tells_its_position_and_that_position_is_settled_like_it(level: Level, book: str) -> None:
    layout = load_book(book)
    for dealt in drills(level, book)[:5]:
        position = parse_position(dealt.drill.position)
        settings = replace(default_settings(layout), payable_unit=dealt.drill.payable_unit_cents)
        state = state_of(layout, position, {SEAT: 0}, settings)
        settled = settle(layout, state, Roll(*dealt.drill.dice))
        assert sorted(settled.lines, key=str) == sorted(dealt.settled.lines, key=str)
