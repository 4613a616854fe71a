"""Every figure of every bet, against values worked out by hand from the ways to roll each total."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout.dice import ROLLS
from comeout.errors import NeverDecided
from comeout.exact.bets import even_flat
from comeout.exact.figures import Figures, Undecided, all_figures, figure_row, figures
from comeout.exact.weights import FAIR, Weights
from comeout.rules.library import load_book
from tests.kit.by_hand import (
    LINE_ROLLS,
    POINTS,
    PUCK_ON,
    TRUE,
    WAYS,
    F,
    come_odds_awake,
    come_with_sleeping_odds,
    dont,
    line,
    mean,
    outlay,
    sleeping_rolls,
    variance,
)
from tests.kit.rulebooks import house
from tests.kit.small_books import BOOKS, BY_HAND, every_figure, figure

ONES = dict.fromkeys(POINTS, F(1))
THREE_FOUR_FIVE = {4: F(3), 5: F(4), 6: F(5), 8: F(5), 9: F(4), 10: F(3)}
EXHIBIT_TAKEN = {**TRUE, 6: F(1), 8: F(1)}
EXHIBIT_LAID = {**TRUE, 5: F(4, 3), 6: F(4, 3), 8: F(4, 3), 9: F(4, 3)}
"""What exhibit-a pays odds laid, turned over: 3 to 4 on 5, 6, 8 and 9."""


def flat_bets(book: str) -> dict[str, Figures]:
    """The bets of a book that need no other bet, without odds."""
    odds = ("pass-odds", "dont-pass-odds", "come-odds", "dont-come-odds")
    return {name: each for name, each in every_figure(book).items() if "+" not in name and not name.startswith(odds)}


def weighted(by_total: dict[int, int]) -> Weights:
    """Dice that roll one pair of faces of each total so often."""
    left, weights = dict(by_total), []
    for roll in ROLLS:
        weights.append(left.pop(roll.total, 0))
    return Weights(tuple(weights), sum(weights))


# ------------------------------------------------------------------ the price list


@pytest.mark.parametrize("book", BOOKS)
def test_every_bet_of_a_book_is_worked_out_by_hand(book: str) -> None:
    assert flat_bets(book).keys() == BY_HAND[book].keys()


@pytest.mark.parametrize("book", BOOKS)
def test_chances_value_and_variance_are_those_worked_out_by_hand(book: str) -> None:
    for name, found in flat_bets(book).items():
        hand = BY_HAND[book][name]
        assert found.results.win == sum(chance for chance, net in hand if net > 0), name
        assert found.results.lose == sum(chance for chance, net in hand if net < 0), name
        assert found.results.push == sum(chance for chance, net in hand if not net), name
        assert found.results.ev_per_bet_made == mean(hand), name
        assert found.results.variance == variance(hand), name


@pytest.mark.parametrize(
    ("book", "bet", "value"),
    [
        ("exhibit-a", "pass", "-7/495"),
        ("exhibit-a", "place-5", "-1/10"),
        ("exhibit-a", "horn-high-2", "-23/180"),
        ("adelaide", "place-6", "-1/66"),
        ("adelaide", "craps-2", "-1/12"),
        ("adelaide", "lay-6", "-1/24"),
        ("sentosa", "buy-4", "-1/20"),
        ("sentosa", "field", "-1/18"),
        ("evolution", "place-lose-4", "-1/33"),
        ("evolution", "hard-8", "-1/11"),
        ("evolution", "any-seven", "-1/6"),
    ],
)
def test_some_values_that_everybody_knows(book: str, bet: str, value: str) -> None:
    assert figure(book, bet).results.ev_per_bet_made == F(value)


# ------------------------------------------------------------------ the line


@pytest.mark.parametrize("book", BOOKS)
def test_a_pass_bet_wins_244_times_in_495(book: str) -> None:
    found = figure(book, "pass")
    assert (found.results.win, found.results.ev_per_bet_made) == (F(244, 495), F(-7, 495))
    assert found.results.ev_per_bet_resolved == F(-7, 495)
    assert found.always_working.mean == LINE_ROLLS == F(557, 165)
    assert found.results.ev_per_roll == F(-7, 1671)
    assert found.results.variance == 1 - F(7, 495) ** 2


@pytest.mark.parametrize("book", ["exhibit-a", "adelaide", "evolution"])
def test_a_dont_pass_bet_that_a_12_sends_back_has_two_values(book: str) -> None:
    found = figure(book, "dont-pass").results
    assert found.push == F(1, 36)
    assert found.ev_per_bet_made == F(-3, 220)
    assert found.ev_per_bet_resolved == F(-3, 220) / F(35, 36) == F(-27, 1925)
    assert (found.ev_on_outlay, found.ev_on_outlay_resolved) == (F(-3, 220), F(-27, 1925))


def test_a_dont_pass_bet_that_a_12_leaves_up_pushes_nothing() -> None:
    found = figure("sentosa", "dont-pass")
    assert found.results.push == 0
    assert found.results.ev_per_bet_made == found.results.ev_per_bet_resolved == F(-27, 1925)
    assert found.always_working.mean == LINE_ROLLS * F(36, 35)


def test_a_come_bet_is_worth_a_pass_bet_but_is_made_with_the_point_on() -> None:
    for book in BOOKS:
        come, passed = figure(book, "come"), figure(book, "pass")
        assert come.results == passed.results
        assert (come.made_before_come_out, passed.made_point_on) == (None, None)
        assert come.made_point_on == passed.made_before_come_out


# ------------------------------------------------------------------ odds


@pytest.mark.parametrize("book", ["adelaide", "evolution", "sentosa"])
@pytest.mark.parametrize(("multiple", "times"), [("2x", dict.fromkeys(POINTS, F(2))), ("3-4-5x", THREE_FOUR_FIVE)])
def test_true_odds_add_no_value_but_variance_and_outlay(book: str, multiple: str, times: dict[int, F]) -> None:
    found = figure(book, f"pass+odds:{multiple}").results
    assert found.ev_per_bet_made == F(-7, 495)
    assert found.variance == variance(line(times))
    assert found.ev_on_outlay == F(-7, 495) / outlay(times)


def test_odds_of_exhibit_a_cost_what_the_short_price_on_6_and_8_takes() -> None:
    for multiple, times in (("1x", ONES), ("3-4-5x", THREE_FOUR_FIVE)):
        found = figure("exhibit-a", f"pass+odds:{multiple}").results
        hand = line(times, EXHIBIT_TAKEN)
        assert (found.ev_per_bet_made, found.variance) == (mean(hand), variance(hand))
        assert found.ev_on_outlay == mean(hand) / outlay(times)


@pytest.mark.parametrize(("book", "prices"), [("exhibit-a", EXHIBIT_LAID), ("adelaide", TRUE), ("evolution", TRUE)])
@pytest.mark.parametrize("bet", ["dont-pass", "dont-come"])
def test_odds_are_laid_as_so_much_staked_or_as_so_much_to_win(book: str, prices: dict[int, F], bet: str) -> None:
    to_win = {number: times * prices[number] for number, times in THREE_FOUR_FIVE.items()}
    for way, times in (("lay", THREE_FOUR_FIVE), ("lay-to-win", to_win)):
        found = figure(book, f"{bet}+{way}:3-4-5x").results
        hand = dont(times, prices)
        assert (found.ev_per_bet_made, found.variance) == (mean(hand), variance(hand))
        assert found.ev_per_bet_resolved == mean(hand) / F(35, 36)
        assert found.ev_on_outlay == mean(hand) / outlay(times)
        assert found.ev_on_outlay_resolved == mean(hand) / (outlay(times) - F(1, 36))


def test_odds_laid_behind_a_bet_that_a_12_leaves_up() -> None:
    found = figure("sentosa", "dont-pass+lay-to-win:3-4-5x").results
    times = {number: each * TRUE[number] for number, each in THREE_FOUR_FIVE.items()}
    assert found.variance == variance(dont(times, bar=False))
    assert found.ev_on_outlay == F(-27, 1925) / (1 + (outlay(times) - 1) * F(36, 35))


def test_come_odds_that_sleep_are_worth_less_often_what_their_price_takes() -> None:
    for book, prices in (("exhibit-a", EXHIBIT_TAKEN), ("adelaide", TRUE)):
        for multiple, times in (("1x", ONES), ("3-4-5x", THREE_FOUR_FIVE)):
            found = figure(book, f"come+odds:{multiple}").results
            hand = come_with_sleeping_odds(times, prices)
            assert (found.ev_per_bet_made, found.variance) == (mean(hand), variance(hand))
            assert found.ev_on_outlay == mean(hand) / outlay(times)


def test_come_odds_that_never_sleep_have_the_variance_of_pass_odds() -> None:
    for book in ("sentosa", "evolution"):
        assert figure(book, "come+odds:2x").results == figure(book, "pass+odds:2x").results


def test_sleeping_come_odds_alone_come_back_when_the_come_bet_is_decided_on_a_come_out_roll() -> None:
    for number in POINTS:
        found, awake = figure("adelaide", f"come-odds-{number}").results, come_odds_awake(number)
        assert found.push == 1 - awake
        assert found.win == awake * F(WAYS[number], WAYS[number] + 6)
        assert figure("sentosa", f"come-odds-{number}").results.push == 0


@pytest.mark.parametrize("book", BOOKS)
def test_odds_at_the_true_price_are_worth_nothing_at_all(book: str) -> None:
    for name, found in every_figure(book).items():
        number = int(name.rpartition("-")[2]) if name[-1].isdigit() else 0
        if name.split("-odds")[0] in ("pass", "dont-pass", "come", "dont-come") and "-odds" in name:
            untrue = book == "exhibit-a" and (not number or number in (6, 8) or (name[0] == "d" and number in (5, 9)))
            assert (found.results.ev_per_bet_made == 0) != untrue, name
            assert found.kept_up is None  # odds go behind another bet


# ------------------------------------------------------------------ charges, and nets of nothing


def test_a_charge_on_the_stake_is_a_twentieth_of_the_bet_and_a_21st_of_the_outlay() -> None:
    for book in ("adelaide", "sentosa"):
        found = figure(book, "buy-4").results
        assert (found.ev_per_bet_made, found.ev_on_outlay) == (F(-1, 20), F(-1, 21))


def test_a_charge_on_the_win_is_a_twentieth_of_it() -> None:
    for number, win in ((4, F(1, 2)), (5, F(2, 3)), (6, F(5, 6))):
        found = figure("adelaide", f"lay-{number}").results
        assert found.ev_per_bet_made == -win / 20
        assert found.ev_on_outlay == -win / 20 / (1 + win / 20)


def test_a_world_bet_that_nets_nothing_on_a_7_is_decided_all_the_same() -> None:
    found = figure("exhibit-a", "world").results
    assert (found.push, found.win, found.lose) == (F(1, 6), F(1, 6), F(2, 3))
    assert found.ev_per_bet_resolved == found.ev_per_bet_made == F(-2, 15)


# ------------------------------------------------------------------ rolls


@pytest.mark.parametrize("bet", ["place", "buy", "lay"])
def test_a_sleeping_bet_takes_longer_by_the_rolls_it_sleeps(bet: str) -> None:
    for number in POINTS:
        found, waits = figure("sentosa", f"{bet}-{number}"), sleeping_rolls(number)
        working = F(36, WAYS[number] + 6)
        assert found.always_working.mean == working
        assert found.made_before_come_out is not None
        assert found.made_before_come_out.mean == waits[0]
        assert found.made_point_on is not None
        assert found.made_point_on.mean == sum(F(WAYS[point], 24) * waits[point] for point in POINTS)
        assert found.kept_up is not None
        assert found.kept_up.mean == working / PUCK_ON


def test_a_place_6_of_adelaide_by_the_moment_it_is_made() -> None:
    found = figure("adelaide", "place-6")
    assert {name: value for name, value in found.values().items() if name.startswith("mean")} == {
        "mean_rolls": F(36, 11),
        "mean_rolls_made_before_come_out": F(1815516, 351461),
        "mean_rolls_made_point_on": F(2576649, 702922),
        "mean_rolls_kept_up": F(5013, 1078),
    }
    assert F(5013, 1078) == 1 / (F(392, 557) * F(11, 36))
    assert found.results.ev_per_roll == F(-1, 66) / F(36, 11)


def kept_up_with_the_puck_on(number: int) -> float:
    """Rolls a place bet takes that sleeps and is made again as soon as the puck is on, by pushing chances along."""
    lying = dict.fromkeys((0, *POINTS), 0.0)  # by puck, just before a roll, with the bet up
    lying[4], waiting, rolls, ended = 1.0, 0.0, 0.0, 0.0
    for turn in range(4000):
        count = turn >= 2000  # by then the start is forgotten
        after = dict.fromkeys((0, *POINTS), 0.0)
        after[0] = lying[0] * 12 / 36
        off = waiting * 12 / 36
        for point in POINTS:
            after[point] += (lying[0] + waiting) * WAYS[point] / 36  # where it is not up yet it is made now
        for puck in POINTS:
            for total, ways in WAYS.items():
                moved = lying[puck] * ways / 36
                decided = total in (7, number)
                ended += moved * (decided and count)
                if total not in (7, puck):
                    after[puck] += moved  # still up, or made again at once
                elif decided:
                    off += moved
                else:
                    after[0] += moved
        rolls += sum(lying.values()) * count
        lying, waiting = after, off
    return rolls / ended


def test_a_bet_made_only_with_the_puck_on_waits_for_the_next_point() -> None:
    make = 'make = { when = "any", clause = "4(g)" }'
    found = figures(house("adelaide", (make, make.replace("any", "point"))), "place-6")
    assert found.made_before_come_out is None
    assert found.made_point_on == figure("adelaide", "place-6").made_point_on
    assert found.kept_up is not None
    assert float(found.kept_up.mean) == pytest.approx(kept_up_with_the_puck_on(6), abs=1e-9)


def test_a_bet_that_never_sleeps_takes_as_long_whenever_it_is_made() -> None:
    found = figure("evolution", "place-6")
    assert found.always_working == found.made_before_come_out == found.made_point_on == found.kept_up


def test_the_first_rolls_of_a_pass_bet() -> None:
    first, second, third = figure("adelaide", "pass").always_working.chances[:3]
    assert first == F(12, 36)
    assert second == sum(F(WAYS[point], 36) * F(WAYS[point] + 6, 36) for point in POINTS)
    assert third == sum(F(WAYS[point], 36) * F(30 - WAYS[point], 36) * F(WAYS[point] + 6, 36) for point in POINTS)


@pytest.mark.parametrize("book", BOOKS)
def test_chances_by_roll_are_chances_and_stay_within_the_mean(book: str) -> None:
    for name, found in every_figure(book).items():
        for rolls in filter(None, (found.always_working, *found.moments().values())):
            assert len(rolls.chances) == 12
            assert all(chance >= 0 for chance in rolls.chances), name
            assert sum(rolls.chances) <= 1, name
            told = sum(n * chance for n, chance in enumerate(rolls.chances, 1))
            assert told + 13 * (1 - sum(rolls.chances)) <= rolls.mean, name


# ------------------------------------------------------------------ what holds for every bet


@pytest.mark.parametrize("book", BOOKS)
def test_a_bet_wins_loses_or_pushes(book: str) -> None:
    for name, found in every_figure(book).items():
        results = found.results
        assert results.win + results.lose + results.push == 1, name
        assert min(results.win, results.lose, results.push) >= 0, name
        assert results.variance > 0, name


@pytest.mark.parametrize("book", BOOKS)
def test_mirror_bets_have_the_same_figures(book: str) -> None:
    mirror = {"2": "12", "3": "11", "4": "10", "5": "9", "6": "8"}
    found = every_figure(book)
    pairs = 0
    for name in found:
        bet, _, number = name.rpartition("-")
        other = f"{bet}-{mirror.get(number, '')}"
        if number in mirror and other in found:
            pairs += 1
            assert found[name].values() == found[other].values(), name
            assert found[name].moments() == found[other].moments(), name
    assert pairs >= 11


@pytest.mark.parametrize("book", BOOKS)
def test_dice_that_roll_everything_twice_as_often_are_the_fair_dice(book: str) -> None:
    doubled = Weights((2,) * 36, 72)
    for found in all_figures(load_book(book), ["pass", "come", "place-6", "hard-4"], dice=doubled):
        assert found == figure(book, found.bet)


# ------------------------------------------------------------------ other dice

dice = st.lists(st.integers(1, 9), min_size=36, max_size=36).map(lambda each: Weights(tuple(each), sum(each)))


def by_total(weights: Weights) -> dict[int, F]:
    chances = dict.fromkeys(WAYS, F(0))
    for roll, weight in zip(ROLLS, weights.of, strict=True):
        chances[roll.total] += F(weight, weights.total)
    return chances


@given(dice)
def test_one_roll_bets_shift_with_the_dice_as_their_totals_do(weights: Weights) -> None:
    chance = by_total(weights)
    craps = chance[2] + chance[3] + chance[12]
    expected = {
        "any-seven": 5 * chance[7] - 1,
        "any-craps": 8 * craps - 1,
        "eleven": 16 * chance[11] - 1,
        "c-and-e": (8 * craps + 16 * chance[11]) / 2 - 1,
        "field": 1 - 2 * sum(chance[total] for total in (5, 6, 7, 8)) + chance[2] + chance[12],
        "craps-2": 31 * chance[2] - 1,
    }
    for found in all_figures(load_book("evolution"), expected, dice=weights):
        assert isinstance(found, Figures)
        assert found.results.ev_per_bet_made == expected[found.bet]


@given(dice)
def test_line_and_number_bets_shift_with_the_dice_as_their_totals_do(weights: Weights) -> None:
    chance = by_total(weights)
    won = chance[7] + chance[11] + sum(chance[p] ** 2 / (chance[p] + chance[7]) for p in POINTS)
    laid = chance[7] / (chance[7] + chance[4])
    hard = F(weights.of[ROLLS.index((2, 2))], weights.total)
    layout = load_book("evolution")
    assert figures(layout, "pass", dice=weights).results.win == won
    assert figures(layout, "place-lose-4", dice=weights).results.win == laid
    assert figures(layout, "hard-4", dice=weights).results.win == hard / (chance[7] + chance[4])
    assert figures(layout, "place-4", dice=weights).always_working.mean == 1 / (chance[7] + chance[4])


def test_dice_that_never_roll_a_seven_leave_a_bet_up_until_its_number_comes_or_for_ever() -> None:
    no_seven = weighted({total: 1 for total in WAYS if total != 7})
    found = figures(load_book("adelaide"), "place-lose-4", dice=no_seven)
    assert (found.results.lose, found.always_working.mean) == (F(1), F(10))  # the four still comes, once in ten
    no_four = weighted({total: 1 for total in WAYS if total not in (4, 7)})
    (lying,) = all_figures(load_book("adelaide"), ["place-lose-4"], dice=no_four)
    assert lying == Undecided("place-lose-4", "Place Bet 4 to Lose")


@pytest.mark.parametrize(
    ("totals", "undecided", "decided"),
    [
        ({7: 1}, {"come", "place-6", "pass-odds", "come-odds-4"}, {"pass", "place-lose-4", "field"}),
        ({2: 1}, {"place-lose-4", "big-6", "come", "hard-6"}, {"pass", "dont-pass", "any-craps"}),
        ({4: 1}, {"place-6", "hard-6", "come-odds-5"}, {"pass", "place-4", "come"}),
        ({4: 1, 11: 1}, {"come-odds-4"}, {"come+odds:1x"}),  # they always come back: the puck is off when it wins
        ({5: 1, 9: 1}, {"hard-4", "place-4", "come-odds-4"}, {"pass", "come", "dont-come", "come-odds-5"}),
        ({12: 1}, {"dont-pass"}, {"pass", "craps-12"}),
    ],
)
def test_dice_of_a_few_totals_give_figures_or_say_that_there_are_none(
    totals: dict[int, int], undecided: set[str], decided: set[str]
) -> None:
    bets = sorted({"field", *undecided, *decided})
    found = {each.bet: each for each in all_figures(load_book("adelaide"), bets, dice=weighted(totals))}
    assert {name for name in undecided if isinstance(found[name], Figures)} == set()
    assert {name for name in decided if isinstance(found[name], Undecided)} == set()
    assert found["field"].name == "Field Bet"


def test_a_bet_that_cannot_be_made_or_ended_is_told_from_a_mistake() -> None:
    with pytest.raises(NeverDecided):
        figures(load_book("adelaide"), "come", dice=weighted({7: 1}))


def test_a_book_in_which_a_bet_stands_where_it_has_no_cell_has_no_figures_for_it() -> None:
    seven = '  { roll = "seven", then = "lose", clause = "1 7 Out" },\n'
    broken = house("adelaide", (seven, seven.replace('"lose"', '"stay"')))
    found = {each.bet: type(each) for each in all_figures(broken, ["pass-odds", "pass+odds:2x", "pass"])}
    assert found == {"pass-odds": Undecided, "pass+odds:2x": Undecided, "pass": Figures}


# ------------------------------------------------------------------ stakes


@pytest.mark.parametrize("book", BOOKS)
def test_a_stake_that_everything_divides_has_the_figures_of_one_unit(book: str) -> None:
    layout = load_book(book)
    stake = even_flat(layout) * 2000
    for name in every_figure(book):
        if name.endswith((":1x", ":10x")):  # the other multiples are enough
            continue
        found = figures(layout, name, stake=stake)
        assert found.rounding_cost == 0, name
        assert found.stake_cents == stake
        assert found.results == figure(book, name).results, name


def test_a_stake_is_paid_in_what_the_table_can_pay() -> None:
    layout = load_book("sentosa")
    found = figures(layout, "place-6", stake=5_00, settings={"payable-unit": "1"})
    assert found.results.ev_per_bet_made == F(5, 11) * F(5, 5) - F(6, 11)  # 5.83 is paid as 5.00
    assert found.rounding_cost == F(-1, 66) - F(-1, 11)
    up = figures(load_book("adelaide"), "place-6", stake=5_00, settings={"payable-unit": "1"})
    assert up.results.ev_per_bet_made == F(5, 11) * F(6, 5) - F(6, 11)
    assert up.rounding_cost == F(-1, 66)


def test_a_part_of_a_cent_is_dropped_from_a_charge() -> None:
    found = figures(load_book("sentosa"), "buy-4", stake=30)
    assert found.results.ev_per_bet_made == F(-1, 30)  # one cent of thirty, where a twentieth is a cent and a half


# ------------------------------------------------------------------ as plain data


def test_figures_as_plain_data_write_fractions_and_leave_out_nothing() -> None:
    row = figure_row(figure("adelaide", "place-6"))
    assert (row["bet"], row["name"], row["stake_cents"]) == ("place-6", "Place Bet 6 to Win", None)
    assert (row["ev_per_bet_made"], row["mean_rolls_kept_up"], row["rounding_cost"]) == ("-1/66", "5013/1078", None)
    root = math.isqrt(5070 * 10**24) // 66  # the variance is 5/11 of 49/36 and 6/11 of 1, less a 4356th: 5070/4356
    assert row["standard_deviation"] == f"1.{root - 10**12:012d}"
    chances = row["chances_by_roll"]
    assert isinstance(chances, dict)
    assert chances["rolls"][:2] == ["11/36", "275/1296"]
    passed = figure_row(figures(load_book("adelaide"), "pass", stake=5_00))
    assert (passed["mean_rolls_made_point_on"], passed["rounding_cost"]) == (None, "0")


def test_a_bet_without_figures_is_plain_data_too() -> None:
    (found,) = all_figures(load_book("adelaide"), ["come"], dice=weighted({7: 1}))
    row = figure_row(found)
    assert (row["bet"], row["undecided"], row["win"], row["mean_rolls"]) == ("come", True, None, None)
    assert row.keys() - {"undecided"} <= figure_row(figure("adelaide", "come")).keys()


def test_fair_dice_are_what_is_meant_when_none_are_named() -> None:
    layout = load_book("adelaide")
    assert figures(layout, "pass", dice=FAIR) == figures(layout, "pass")
