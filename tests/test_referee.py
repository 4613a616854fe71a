"""The referee against the worked examples, the readings and the well-known house edges."""

import json
from collections.abc import Callable
from fractions import Fraction
from importlib import resources
from typing import Any

import pytest

from tests.referee import BOOKS, Game, asleep_by_default, can_sleep, cell, spots, stands

EXAMPLES: list[dict[str, Any]] = json.loads(
    resources.files("comeout.rules").joinpath("examples.json").read_text(encoding="utf-8")
)["examples"]
POINTS = (None, 4, 5, 6, 8, 9, 10)
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]
NONE = Fraction(0)


def seat_of(player: str) -> int:
    return int(player.removeprefix("p"))


def take_step(game: Game, step: dict[str, Any]) -> bool:
    seat = seat_of(step.get("player", "p1"))
    if "call" in step:
        confirmed, only = step.get("confirmed", True), step.get("only", False)
        return game.call(seat, step["bet"], step["call"] == "on", confirmed=confirmed, only=only)
    if "late" in step:
        return game.late(seat, step["bet"], step["amount"], step["confirmed_by"])
    if "unnoticed" in step:
        return game.unnoticed(seat, step["bet"], step["amount"])
    if "bet" in step:
        return game.bet(seat, step["bet"], step["amount"])
    if "remove" in step:
        return game.remove(seat, step["remove"])
    if "reduce" in step:
        return game.reduce(seat, step["reduce"], step["by"])
    if "decision_only" in step:
        return game.decision_only()
    if "malfunction" in step:
        return game.malfunction()
    if "walk_away" in step:
        pending = step["walk_away"] == "decisions pending"
        if pending:  # the example says that the player had still to decide
            game.choices = {(seat, spot) for spot in game.layout[seat]}
        return game.walk_away(seat, pending)
    happenings: dict[str, Callable[[], bool]] = {
        "roll": lambda: game.roll(*step["roll"]),
        "no_roll": game.no_roll,
        "invalidated": game.no_roll,
        "interrupt": game.interrupt,
    }
    (name,) = happenings.keys() & step.keys()
    return happenings[name]()


def check(game: Game, seat: int, wanted: dict[str, Any], where: str) -> None:
    bets = game.bets[seat]
    found = {
        "bankroll": game.racks[seat],
        "on_table": sum(bets.values()),
        "total": game.racks[seat] + sum(bets.values()),
        "bets": bets,
        "point": game.point,
    }
    for key, value in wanted.items():
        assert found[key] == value, f"{where}: {key}"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e['rulebook']}: {e['name']}")
def test_the_referee_agrees_with_the_worked_example(example: dict[str, Any]) -> None:
    purses = example.get("bankrolls") or {"p1": example["bankroll"]}
    racks = {seat_of(player): cents for player, cents in purses.items()}
    game = Game(example["rulebook"], example.get("table", {}), racks)
    game.open()
    for step in example["steps"]:
        if "check" in step:
            check(game, seat_of(step.get("player", "p1")), step["check"], str(step))
            continue
        before = (dict(game.racks), game.bets, game.point)
        accepted = take_step(game, step)
        assert accepted is not step.get("refused", False), step
        if not accepted:
            assert (game.racks, game.bets, game.point) == before
    wanted = dict(example["expect"])
    assert game.point == wanted["point"]
    for player, state in wanted.pop("players", {"p1": wanted}).items():
        check(game, seat_of(player), state, "at the end")


@pytest.mark.parametrize(
    ("book", "spot", "point", "roll", "wanted"),
    [
        ("exhibit-a", "pass-odds", 6, (3, 3), ("rack", Fraction(1))),  # XA-1
        ("exhibit-a", "come-odds-8", 5, (4, 4), ("rack", Fraction(1))),  # XA-1
        ("exhibit-a", "dont-pass-odds", 5, (3, 4), ("rack", Fraction(3, 4))),  # XA-2
        ("exhibit-a", "dont-come-odds-8", None, (3, 4), ("rack", Fraction(3, 4))),  # XA-2, ALL-4
        ("exhibit-a", "place-10", 4, (5, 5), ("rack", Fraction(7, 4))),  # XA-3
        ("exhibit-a", "world", None, (3, 4), ("rack", NONE)),  # XA-6
        ("exhibit-a", "horn", None, (1, 1), ("rack", Fraction(27, 4))),
        ("exhibit-a", "horn-high-12", None, (6, 6), ("rack", Fraction(57, 5))),
        ("exhibit-a", "horn-high-12", None, (5, 6), ("rack", Fraction(11, 5))),
        ("adelaide", "dont-pass-odds", 9, (3, 4), ("rack", Fraction(2, 3))),  # AD-1
        ("adelaide", "dont-pass-odds", 8, (3, 4), ("rack", Fraction(5, 6))),  # AD-1
        ("adelaide", "place-lose-4", None, (3, 4), ("rack", Fraction(5, 11))),  # AD-2, AD-14
        ("adelaide", "place-lose-4", None, (2, 2), ("house", NONE)),  # AD-2
        ("adelaide", "come-5", None, (3, 4), ("house", NONE)),  # AD-3
        ("adelaide", "horn", 8, (1, 1), ("rack", Fraction(29, 4))),  # AD-15
        ("adelaide", "world", 8, (6, 6), ("rack", Fraction(28, 5))),  # AD-15
        ("adelaide", "world", 8, (3, 4), ("rack", NONE)),  # AD-16
        ("adelaide", "hard-6", 8, (5, 1), ("house", NONE)),  # AD-24
        ("adelaide", "big-8", None, (6, 2), ("rack", Fraction(1))),  # AD-25
        ("adelaide", "dont-pass", None, (6, 6), ("rack", NONE)),  # ALL-2
        ("evolution", "dont-come", 8, (6, 6), ("rack", NONE)),  # EV-8
        ("sentosa", "dont-pass", None, (6, 6), ("stay", NONE)),  # SE-5
        ("sentosa", "dont-come", None, (6, 6), ("stay", NONE)),  # SE-6
        ("sentosa", "dont-come", 8, (5, 4), ("dont-come-9", NONE)),
        ("sentosa", "come-odds-9", None, (3, 4), ("house", NONE)),  # SE-2
        ("sentosa", "c-and-e", None, (5, 6), ("rack", Fraction(7))),
        ("evolution", "pass-odds", 4, (2, 2), ("rack", Fraction(2))),  # EV-1
        ("evolution", "dont-pass-odds", 5, (3, 4), ("rack", Fraction(2, 3))),  # EV-1
        ("evolution", "c-and-e", None, (1, 2), ("rack", Fraction(3))),  # EV-1
        ("evolution", "place-6", None, (3, 4), ("house", NONE)),  # EV-4
    ],
)
def test_a_cell_follows_its_reading(
    book: str, spot: str, point: int | None, roll: tuple[int, int], wanted: tuple[str, Fraction]
) -> None:
    assert cell(book, spot, point, True, *roll) == wanted


def test_sleeping_come_odds_go_back_with_their_bet_and_sleeping_places_stay() -> None:
    for book in ("exhibit-a", "adelaide"):
        assert cell(book, "come-odds-9", None, False, 3, 4) == ("rack", NONE)
        assert cell(book, "come-odds-9", None, False, 5, 4) == ("rack", NONE)
        assert cell(book, "come-odds-9", None, False, 5, 5) == ("stay", NONE)
        assert cell(book, "place-9", None, False, 3, 4) == ("stay", NONE)
    assert asleep_by_default("sentosa", "lay-4", None)  # SE-1
    assert not asleep_by_default("sentosa", "come-odds-4", None)  # SE-2
    assert can_sleep("sentosa", "hard-4", 8)
    assert not can_sleep("adelaide", "lay-4", None)


def test_every_roll_sends_every_stake_to_the_rack_the_house_or_a_spot_where_it_can_stand() -> None:
    for book in BOOKS:
        for spot in spots(book):
            for point in POINTS:
                if not stands(book, spot, point):
                    continue
                for working in (True, False) if can_sleep(book, spot, point) else (True,):
                    for a, b in ROLLS:
                        where, pays = cell(book, spot, point, working, a, b)
                        assert where in ("rack", "house", "stay") or where in spots(book)
                        assert pays == 0 or where == "rack"
                        assert cell(book, spot, point, working, b, a) == (where, pays)


def test_a_cell_that_cannot_arise_is_an_error() -> None:
    with pytest.raises(ValueError, match="no bet lies"):
        cell("adelaide", "come", None, True, 1, 1)
    with pytest.raises(ValueError, match="always works"):
        cell("exhibit-a", "place-6", 6, False, 1, 1)


@pytest.mark.parametrize(
    ("book", "spot", "edge"),
    [
        ("exhibit-a", "place-4", Fraction(1, 12)),
        ("exhibit-a", "place-5", Fraction(1, 10)),
        ("exhibit-a", "place-6", Fraction(1, 11)),
        ("sentosa", "place-4", Fraction(1, 15)),
        ("sentosa", "place-5", Fraction(1, 25)),
        ("sentosa", "place-6", Fraction(1, 66)),
        ("evolution", "place-lose-4", Fraction(1, 33)),
        ("evolution", "place-lose-5", Fraction(1, 40)),
        ("evolution", "place-lose-6", Fraction(1, 55)),
        ("adelaide", "buy-4", NONE),
        ("adelaide", "lay-8", NONE),
        ("adelaide", "big-6", Fraction(1, 11)),
        ("sentosa", "hard-4", Fraction(1, 9)),
        ("sentosa", "hard-6", Fraction(1, 11)),
        ("sentosa", "field", Fraction(1, 18)),
        ("evolution", "any-seven", Fraction(1, 6)),
        ("evolution", "any-craps", Fraction(1, 9)),
        ("evolution", "craps-2", Fraction(5, 36)),
        ("adelaide", "craps-12", Fraction(1, 12)),
        ("evolution", "craps-3", Fraction(1, 9)),
        ("evolution", "eleven", Fraction(1, 9)),
        ("sentosa", "horn", Fraction(1, 8)),
        ("exhibit-a", "world", Fraction(2, 15)),
        ("exhibit-a", "dont-come-odds-5", Fraction(-1, 20)),  # XA-2: the player has the edge
    ],
)
def test_bets_with_one_decision_have_their_known_edge_per_bet_resolved(book: str, spot: str, edge: Fraction) -> None:
    results = [cell(book, spot, 4, True, a, b) for a, b in ROLLS]
    decided = [pays if where == "rack" else Fraction(-1) for where, pays in results if where != "stay"]
    assert -sum(decided) / len(decided) == edge


def edge_of_the_line(book: str, spot: str) -> Fraction:
    """What one line bet loses on average, per bet made; a bet that stays on 12 is thrown again."""
    first = [(a + b, *cell(book, spot, None, True, a, b)) for a, b in ROLLS]
    gain = Fraction(0)
    ways = 0
    for total, where, pays in first:
        if where == "stay" and total == 12:
            continue
        ways += 1
        if where == "rack":
            gain += pays
        elif where == "house":
            gain -= 1
        else:
            later = [cell(book, spot, total, True, a, b) for a, b in ROLLS]
            ends = [pays if where == "rack" else Fraction(-1) for where, pays in later if where != "stay"]
            gain += sum(ends, NONE) / len(ends)
    return -gain / ways


def test_the_line_bets_have_their_known_edges() -> None:
    for book in BOOKS:
        assert edge_of_the_line(book, "pass") == Fraction(7, 495)
    assert edge_of_the_line("adelaide", "dont-pass") == Fraction(3, 220)
    assert edge_of_the_line("sentosa", "dont-pass") == Fraction(27, 1925)


# --- the table's own rules, where the examples are silent


def table(book: str, settings: dict[str, Any] | None = None, seats: int = 1) -> Game:
    game = Game(book, settings or {}, dict.fromkeys(range(1, seats + 1), 100_000))
    game.open()
    return game


def test_an_on_button_lies_until_it_is_withdrawn_or_a_point_is_established() -> None:
    game = table("exhibit-a")
    game.bet(1, "place-6", 1000)
    assert not game.call(1, "place-6", False)
    assert game.call(1, "place-6", True)
    game.roll(1, 1)
    game.roll(5, 5)
    game.roll(6, 4)
    game.roll(3, 4)
    assert game.bets[1] == {"place-6": 1000}
    assert game.call(1, "place-6", True)
    assert game.call(1, "place-6", False)
    game.roll(3, 4)
    assert game.bets[1] == {"place-6": 1000}


def test_an_adelaide_button_spreads_to_its_kind_and_an_only_button_does_not() -> None:
    game = table("adelaide")
    for spot in ("place-6", "place-8", "hard-8"):
        game.bet(1, spot, 600)
    game.call(1, "place-6", True)
    game.bet(1, "place-5", 600)
    game.call(1, "place-8", False)
    game.roll(3, 4)
    assert game.bets[1] == {"place-8": 600, "hard-8": 600}
    game.call(1, "place-8", True, only=True)
    game.bet(1, "place-5", 600)
    game.roll(3, 4)
    assert game.bets[1] == {"hard-8": 600, "place-5": 600}


def test_a_sentosa_call_holds_for_one_valid_roll() -> None:
    game = table("sentosa")
    game.roll(4, 4)
    game.bet(1, "place-6", 600)
    game.call(1, "place-6", False)
    game.no_roll()
    game.roll(3, 4)
    assert game.bets[1] == {"place-6": 600}
    game.roll(4, 4)
    game.roll(3, 4)
    assert game.bets[1] == {}


def test_vigorish_is_reckoned_on_the_whole_bet_and_goes_back_at_adelaide_only() -> None:
    for book, kept in (("adelaide", 0), ("sentosa", 2)):
        game = table(book)
        game.bet(1, "buy-4", 30)
        assert game.commission == 1
        game.bet(1, "buy-4", 10)
        assert (game.commission, game.vig[1]) == (2, {"buy-4": 2})
        game.reduce(1, "buy-4", 10)
        assert game.vig[1] == {"buy-4": 1}
        game.remove(1, "buy-4")
        assert (game.commission, game.racks[1]) == (kept, 100_000 - kept)


def test_an_adelaide_bet_under_the_minimum_stands_once_then_goes_back() -> None:
    game = table("adelaide", {"min": {"field": 500, "hard-6": 500}})
    game.unnoticed(1, "field", 200)
    game.unnoticed(1, "hard-6", 200)
    game.roll(6, 2)
    assert game.racks[1] == 99_600
    game.unnoticed(1, "field", 200)
    game.roll(6, 6)
    assert game.racks[1] == 99_600 + 200 - 200
    game.roll(3, 4)
    assert game.racks[1] == 99_600


def test_evolution_takes_back_only_what_this_betting_time_placed() -> None:
    game = table("evolution")
    game.bet(1, "place-6", 600)
    game.no_roll()
    assert game.reduce(1, "place-6", 100)
    game.roll(4, 4)
    game.bet(1, "place-6", 200)
    assert not game.reduce(1, "place-6", 201)
    assert not game.remove(1, "place-6")
    assert game.reduce(1, "place-6", 200)


def test_a_malfunction_voids_the_roll_in_hand_and_open_play_whether_or_not_somebody_has_bet_since() -> None:
    for bet_since in (False, True):
        game = table("evolution")
        game.bet(1, "field", 500)
        game.roll(6, 6)
        if bet_since:
            game.bet(1, "field", 500)
        assert game.malfunction()
        assert (game.racks[1], game.bets[1], game.point) == (101_000, {}, None)
    assert not table("adelaide").malfunction()


def test_a_malfunction_takes_back_a_settled_roll_that_is_named() -> None:
    game = table("evolution")
    game.bet(1, "field", 500)
    game.roll(6, 6)
    assert game.malfunction(last_roll=True)
    assert (game.racks[1], game.bets[1], game.point) == (100_000, {}, None)


def test_a_void_round_returns_only_what_the_round_placed() -> None:
    game = table("sentosa")
    game.roll(4, 4)
    game.bet(1, "come", 1000)
    game.roll(4, 5)
    game.bet(1, "come-odds-9", 4000)
    game.bet(1, "buy-4", 30)
    game.roll(4, 4)
    game.roll(6, 4)
    game.bet(1, "come-9", 500)
    game.bet(1, "come-odds-9", 2000)
    game.bet(1, "buy-4", 30)
    assert game.commission == 3
    game.interrupt()
    assert game.bets[1] == {"come-9": 1000, "come-odds-9": 4000, "buy-4": 30}
    assert (game.commission, game.point) == (1, None)
    assert game.racks[1] + 5030 + game.commission == 100_000


def test_decision_only_sets_no_point_and_takes_only_odds_and_line_bets() -> None:
    game = table("exhibit-a")
    assert not game.decision_only()
    game.roll(4, 4)
    game.bet(1, "dont-come", 1000)
    game.roll(4, 5)
    assert not game.decision_only()
    game.roll(4, 4)
    assert game.decision_only()
    game.roll(5, 5)
    assert game.point is None
    assert not game.bet(1, "field", 500)
    assert game.bet(1, "dont-come-odds-9", 1000)
    assert game.bet(1, "pass", 500)
    assert game.bet(1, "field", 500)
    assert not game.decision_only()
    game.roll(5, 5)
    assert game.point == 10


def test_amounts_are_whole_positive_cents_that_the_rack_covers() -> None:
    game = table("adelaide")
    for amount in (0, -5, True, 100_001):
        assert not game.bet(1, "field", amount)
    assert not game.bet(1, "buy-4", 100_000)
    assert not game.bet(2, "field", 100)
    assert not game.bet(1, "come-6", 100)
    assert game.racks == {1: 100_000}
