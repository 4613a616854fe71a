"""The coach speaks before a bet that costs much, in chips that exist, and says what serves the same wish for less."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.test_bets import expect_on, mine, more
from tests.page.test_line import open_from_the_lobby
from tests.page.test_offers import set_a_point
from tests.page.test_table import SEATED, asked, bet, roll, tap
from tests.page.test_typed_bets import type_bet

COACH = """localStorage.setItem('comeout.choices', JSON.stringify({easy: false, coach: true}))"""


def with_coach(page: Page, book: str) -> None:
    page.add_init_script(COACH)
    open_from_the_lobby(page, book)


def test_before_any_seven_the_coach_names_its_cost_an_hour_and_a_bet_against_the_shooter(calm: Page) -> None:
    with_coach(calm, "adelaide")
    tap(calm, "any-seven")
    dialog = calm.get_by_role("dialog")
    expect(dialog).to_contain_text(
        "5.00 on Any Seven costs 16.667% of each bet, about 83.33 an hour at 100 rolls. "
        "For the same wish, 5.00 on Don't Pass Bet costs 1.364% of each bet, about"
    )
    dialog.get_by_role("button", name="5.00 on Don't Pass Bet").click()
    expect(mine(calm, "dont-pass")).to_be_visible()
    expect_on(calm, dont_pass=500)


def test_the_cheaper_bet_is_in_amounts_that_the_table_takes(calm: Page) -> None:
    with_coach(calm, "adelaide")
    tap(calm, "hard-8")
    expect(calm.get_by_role("dialog")).to_contain_text("For the same wish, 6.00 on Place Bet 8 to Win costs 1.515%")


def test_a_bet_that_costs_more_chips_an_hour_because_its_least_is_higher_is_not_called_cheaper(calm: Page) -> None:
    with_coach(calm, "adelaide")
    tap(calm, "hard-4")  # a buy bet costs less of each chip, but takes twenty of them
    expect(calm.get_by_role("dialog")).to_contain_text(
        "about 13.89 an hour at 100 rolls. For the same wish, 5.00 on Place Bet 4 to Win costs 6.667% of each bet, "
        "about 8.33 an hour at 100 rolls."
    )


def test_the_coach_says_it_once_and_does_what_the_player_wants(calm: Page) -> None:
    with_coach(calm, "adelaide")
    tap(calm, "field")
    calm.get_by_role("dialog").get_by_role("button", name="Bet 5.00 all the same").click()
    expect(mine(calm, "field")).to_have_attribute("data-cents", "500")
    tap(calm, "field")
    expect(mine(calm, "field")).to_have_attribute("data-cents", "1000")
    expect(calm.locator(".coach-strip")).to_contain_text("10.00 on Field Bet costs 5.556% of each bet")


def test_a_bet_that_costs_little_is_made_without_a_word_and_odds_are_said_to_be_free(calm: Page) -> None:
    with_coach(calm, "adelaide")
    tap(calm, "pass")
    expect(mine(calm, "pass")).to_be_visible()
    expect(calm.get_by_role("dialog")).to_have_count(0)
    set_a_point(calm, "pass")
    expect(calm.locator(".coach-strip")).to_contain_text(
        "Odds behind Pass Bet have no house edge: on average they cost nothing. They can be lost like any bet."
    )


def test_the_coach_speaks_of_odds_only_where_the_easy_felt_draws_them(calm: Page) -> None:
    chosen = "{easy: true, coach: true, learned: ['first-hand']}"
    calm.add_init_script(f"localStorage['comeout.choices'] ??= JSON.stringify({chosen})")
    calm.goto("/")
    calm.locator(".first-table").get_by_role("button", name="Sit down").click()
    calm.wait_for_function(SEATED)
    for _ in range(60):
        if not asked(calm)["you"]["bets"]:
            type_bet(calm, "5 don't pass")
            expect(calm.locator(".typed-sum")).to_be_visible()
            calm.keyboard.press("Enter")
            expect(calm.locator("dialog[open]")).to_have_count(0)
            expect(mine(calm, "dont-pass")).to_be_attached()
        roll(calm)
        if asked(calm)["point"] and asked(calm)["you"]["bets"]:
            break
    strip = calm.locator(".coach-strip")
    expect(calm.locator('.box[data-spot="dont-pass-odds"]')).to_have_class(
        re.compile(r"\blit\b.*\bbeyond\b|\bbeyond\b.*\blit\b")
    )
    expect(strip).to_contain_text("Your bets cost little.")
    expect(strip).not_to_contain_text("Odds behind")
    calm.evaluate(
        "import('/js/kit/preferences.js').then(({ preferences }) => preferences.set('learned', [1, 2, 3, 4]))"
    )
    more(calm, "Show all bets")
    expect(strip).to_contain_text("Odds behind Don't Pass Bet have no house edge")


def test_without_the_coach_nothing_is_said(calm: Page) -> None:
    open_from_the_lobby(calm, "adelaide")
    bet(calm, "any-seven")
    expect(calm.locator(".coach-strip")).to_be_hidden()


def test_what_lies_on_the_felt_is_compared_too(calm: Page) -> None:
    with_coach(calm, "sentosa")
    tap(calm, "any-seven")
    calm.get_by_role("dialog").get_by_role("button", name=re.compile("all the same")).click()
    expect(calm.locator(".coach-strip")).to_contain_text("For the same wish")


def test_beside_the_coach_every_number_is_in_view(calm: Page) -> None:
    with_coach(calm, "adelaide")
    bet(calm, "pass")
    expect(calm.locator(".coach-strip")).to_be_visible()
    calm.get_by_role("tab", name="Numbers").click()
    expect(calm.locator(".numbers-list > li")).to_have_count(15)
    calm.wait_for_function("""() => {
      const room = document.querySelector('.side-place:not([hidden])').getBoundingClientRect();
      return [...document.querySelectorAll('.numbers-list > li')].every((each) => {
        const { top, bottom } = each.getBoundingClientRect();
        return room.top <= top && bottom <= room.bottom;
      });
    }""")
