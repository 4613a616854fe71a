"""History: every roll again, by round, step by step on the felt, its dice checked in the browser, all of it to keep."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from comeout.dice import ROLLS as THIRTY_SIX
from comeout.log.dice_formula import Seeds, blocks_of, decide
from tests.page.conftest import PHONE, Visitor, player_of, profile
from tests.page.served import Served
from tests.page.test_table import open_table

Axe = Callable[[Page], list[str]]
ROLLS = 8
PLAY = """async ([id, rolls]) => {
  const { TableSocket } = await import('/js/app/table-socket.js');
  const live = new TableSocket(id);
  const seen = () => new Promise((done) => live.addEventListener('sight', done, { once: true }));
  const first = seen();
  live.open();
  await first;
  await live.act('Sit', { rack: 50000 });
  await live.act('SetSeed', { seed: 'a word of mine' });
  for (let rolled = 0; rolled < rolls; ) {
    for (const spot of ['pass', 'come', 'field']) await live.act('PlaceBet', { spot, amount: 500 });
    if ((await live.act('RollNow')).ok) rolled += 1;
  }
  live.close();
}"""
"""A hand with a bet on every roll."""


@pytest.fixture(scope="module")
def played(browser: Browser, house: Served) -> Iterator[dict[str, Any]]:
    """Somebody who has played: what their browser keeps, and at which table."""
    context = profile(browser, house)
    page = context.new_page()
    player = player_of(page)
    page.goto("/history")
    table = open_table(page, "adelaide").rpartition("/")[2]
    page.evaluate(PLAY, [table, ROLLS])
    yield {"storage_state": context.storage_state(), "table": table, "player": player}
    context.close()


@pytest.fixture
def past(visitor: Visitor, played: dict[str, Any]) -> Page:
    """Their history, open."""
    page = visitor(storage_state=played["storage_state"])
    page.goto("/history")
    expect(page.locator(".roll-row")).to_have_count(ROLLS)
    return page


def recalled(page: Page) -> list[dict[str, Any]]:
    """What the house remembers, newest first."""
    rolls: list[dict[str, Any]] = page.evaluate("async () => (await (await fetch('/api/v1/recall')).json()).rolls")
    return rolls


def test_whoever_has_not_played_is_told_what_will_be_here(page: Page) -> None:
    page.goto("/history")
    expect(page.locator("main")).to_contain_text("No rolls yet")
    expect(page.locator("main")).to_contain_text("Every roll you have a bet on is kept here")
    page.get_by_role("link", name="Back to the tables").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Pull up to the table")


def test_rolls_are_grouped_by_round_newest_first(past: Page) -> None:
    told = recalled(past)
    rounds = list(dict.fromkeys(each["round"] for each in told))
    expect(past.locator(".round")).to_have_count(len(rounds))
    for shown, number in zip(past.locator(".round").all(), rounds, strict=True):
        rolls = [each["roll"] for each in told if each["round"] == number]
        expect(shown.get_by_role("heading")).to_contain_text(f"round {number}")
        assert shown.locator(".roll-row > :first-child").all_inner_texts() == [f"Roll {roll}" for roll in rolls]


def test_a_roll_is_stepped_through_by_button_and_by_arrow_key(past: Page) -> None:
    newest, *_, before, oldest = recalled(past)
    board = past.locator(".board")
    expect(board.locator(".tag")).to_have_text("before the roll")
    expect(board).to_contain_text(f"Rack {newest['rack_before_cents'] / 100:.2f}")
    expect(board.locator("[data-on], .lying > g")).to_have_count(len(newest["bets"]))
    past.get_by_role("button", name="Next step").click()
    expect(board.locator(".tag")).to_have_text("after the roll")
    expect(board).to_contain_text(f"Rack {newest['rack_after_cents'] / 100:.2f}")
    expect(past.get_by_role("button", name="Next step")).to_be_disabled()
    for _ in range(2 * (ROLLS - 1)):
        past.keyboard.press("ArrowLeft")
    expect(board.get_by_role("heading")).to_contain_text(f"Roll {oldest['roll']}:")
    expect(board.locator(".tag")).to_have_text("after the roll")
    past.keyboard.press("ArrowLeft")
    expect(board.locator(".tag")).to_have_text("before the roll")
    expect(past.get_by_role("button", name="Previous step")).to_be_disabled()
    past.keyboard.press("ArrowRight")
    past.keyboard.press("ArrowRight")
    expect(board.get_by_role("heading")).to_contain_text(f"Roll {before['roll']}:")


def test_what_a_roll_did_is_told_with_the_clause_that_paid_it(past: Page) -> None:
    told = recalled(past)
    heading = past.locator(".board").get_by_role("heading")
    for place in (1, next(place for place, each in enumerate(told) if each["lines"])):
        past.locator(".roll-row").nth(place).click()
        expect(heading).to_contain_text(f"Roll {told[place]['roll']}:")
    rows = past.locator(".board tbody tr")
    expect(rows).to_have_count(len(told[place]["lines"]))
    expect(rows.first.locator("a.clause").first).to_be_visible()


def test_what_a_roll_won_is_what_the_house_says_it_won(past: Page) -> None:
    for each in recalled(past):
        told = past.request.get(f"/api/v1/tables/{each['table']}/why/{each['seq']}").json()
        assert [line["net_cents"] for line in each["lines"]] == [line["net_cents"] for line in told["lines"]]

    def other_sums(route: Route) -> None:
        told = route.fetch().json()
        for roll in told["rolls"]:
            for line in roll["lines"]:
                line["net_cents"] = 7
        route.fulfill(json=told)

    told = recalled(past)
    past.route("**/recall?*", other_sums)
    past.reload()
    sums = [f"+0.{7 * len(each['lines']):02}" if each["lines"] else "0.00" for each in told]
    expect(past.locator(".roll-row .net")).to_have_text(sums)


def test_the_dice_of_a_roll_are_checked_in_the_browser(past: Page, shot: Callable[..., Path], axe: Axe) -> None:
    past.get_by_role("button", name="Check these dice").click()
    checked = past.locator(".checking")
    expect(checked).to_contain_text("Checked: these dice were fixed before anybody could know them.")
    expect(checked).to_contain_text("a word of mine")
    a, b = recalled(past)[0]["dice"]
    expect(checked).to_contain_text(f"which stands for {a}-{b}")
    shot(past, "history-checked")
    assert axe(past) == []


def thrown(proof: dict[str, Any], seeds: Seeds) -> list[int]:
    """The dice that the link of a roll throws with these seeds."""
    place, _ = decide(blocks_of(bytes.fromhex(proof["link"]), proof["table"], proof["roll"], seeds, log=proof["log"]))
    return [THIRTY_SIX[place].a, THIRTY_SIX[place].b]


def other_seeds(proof: dict[str, Any]) -> Seeds:
    """Words of the same players that throw other dice: of all words, one in thirty-six throws these again."""
    words = (tuple((seat, f"another word {number}") for seat, _ in proof["seeds"]) for number in count())
    return next(seeds for seeds in words if thrown(proof, seeds) != proof["dice"])


@pytest.mark.parametrize("part", ["link", "seeds", "dice"])
def test_dice_that_were_changed_are_shown_as_bad(past: Page, part: str) -> None:
    def tamper(route: Route) -> None:
        proof = route.fetch().json()
        if part == "link":
            proof["link"] = "00" * (len(proof["link"]) // 2)
        elif part == "seeds":
            proof["seeds"] = other_seeds(proof)
        route.fulfill(json=proof)

    def lie(route: Route) -> None:
        told = route.fetch().json()
        for roll in told["rolls"]:
            roll["dice"] = [7 - roll["dice"][0], roll["dice"][1]]
        route.fulfill(json=told)

    past.route("**/proof/*", tamper)
    if part == "dice":
        past.route("**/recall?*", lie)
        past.reload()
    past.get_by_role("button", name="Check these dice").click()
    expect(past.locator(".checking")).to_contain_text("Wrong dice.")


def test_every_roll_can_be_taken_away_as_a_file(past: Page) -> None:
    with past.expect_download() as download:
        past.get_by_role("link", name="Export all my rolls").click()
    lines = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    assert download.value.suggested_filename == "comeout-rolls.jsonl"
    rounds = [json.loads(line)["rolls"] for line in lines[1:]]
    assert sorted(roll["roll"] for rolls in rounds for roll in rolls) == list(range(1, ROLLS + 1))


def test_the_history_of_one_table_leads_back_to_all(past: Page, played: dict[str, Any]) -> None:
    past.goto(f"/history?table={played['table']}")
    expect(past.locator(".roll-row")).to_have_count(ROLLS)
    past.get_by_role("link", name="All tables").click()
    expect(past).to_have_url(past.url.partition("?")[0])
    expect(past.locator(".roll-row")).to_have_count(ROLLS)


def test_the_log_of_a_table_is_offered_to_whoever_may_have_it(past: Page, played: dict[str, Any]) -> None:
    log = past.get_by_role("link", name="Export the table's log")
    past.goto(f"/history?table={played['table']}")
    expect(log).to_be_visible()
    past.route(
        f"**/api/v1/tables/{played['table']}",
        lambda route: route.fulfill(json={**route.fetch().json(), "mode": "live"}),
    )
    past.reload()
    expect(past.locator(".roll-row")).to_have_count(ROLLS)
    expect(log).to_have_count(0)


def test_an_inspector_sees_everybodys_rolls_and_whose_they_are(
    visitor: Visitor, house: Served, played: dict[str, Any], axe: Axe
) -> None:
    inspector = visitor()
    house.grant(player_of(inspector), "inspector", played["table"])
    inspector.goto(f"/history?table={played['table']}")
    expect(inspector.locator(".roll-row")).to_have_count(ROLLS)
    expect(inspector.locator(".roll-row").first).to_contain_text(f"Seat 1, {played['player']}")
    expect(inspector.locator(".board")).to_contain_text(f"Seat 1, {played['player']}")
    expect(inspector.locator("main")).to_contain_text("Every roll at this table, once for each player")
    expect(inspector.get_by_role("link", name="Export the table's log")).to_be_visible()
    assert axe(inspector) == []


def test_on_a_phone_the_felt_of_a_roll_comes_into_view(
    visitor: Visitor, played: dict[str, Any], shot: Callable[..., Path], axe: Axe
) -> None:
    phone = visitor(**PHONE, storage_state=played["storage_state"])
    phone.goto("/history")
    expect(phone.locator(".roll-row")).to_have_count(ROLLS)
    row = phone.locator(".roll-row").last
    row.tap()
    expect(phone.locator(".board-felt")).to_be_in_viewport()
    expect(row).to_have_attribute("aria-current", "true")
    shot(phone, "history-roll")
    assert axe(phone) == []
