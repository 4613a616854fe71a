"""What the table offers at the right moment: odds by multiple, units that pay evenly, winners that stay up, chips."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from comeout.rules.library import load_book
from tests.page.between import Between, Frame
from tests.page.conftest import DESKTOP, PHONE, Visitor
from tests.page.test_bets import card, expect_on, mine, more, plain_chips
from tests.page.test_line import open_from_the_lobby
from tests.page.test_screens import unseen
from tests.page.test_table import ALL_BETS, EVERY_BOOK, SEATED, asked, bet, line_bet, roll, sit, tap


def set_a_point(page: Page, line: str) -> int:
    """Roll with a line bet until there is a point; the point."""
    for _ in range(60):
        if not mine(page, line).count():
            bet(page, line)
        roll(page)
        if point := int(asked(page)["point"]):
            return point
    raise AssertionError("no point in sixty rolls")


# ------------------------------------------------------------------ odds


@EVERY_BOOK
def test_odds_are_offered_with_what_they_win_as_soon_as_they_can_be_made_and_after_a_reload(
    calm: Page, book: str
) -> None:
    open_from_the_lobby(calm, book)
    line = line_bet(load_book(book))
    offer = calm.locator(".odds-offer")
    bet(calm, line)
    expect(offer).to_have_count(0)
    set_a_point(calm, line)
    for _ in range(2):
        expect(offer).to_be_visible()
        expect(offer.get_by_role("button", name=re.compile(r"^(\d+x|Full) \d+ wins \d+$"))).not_to_have_count(0)
        calm.reload()
        calm.wait_for_function("() => document.querySelector('.totals') !== null")
    rack = calm.locator(".totals dd").first.inner_text()
    button = offer.get_by_role("button").last
    _, cents, _, wins = button.inner_text().split()
    button.click()
    expect_odds = calm.locator(f'.lying [data-on="{line}-odds"] .mine')
    expect(expect_odds).to_have_attribute("data-cents", f"{cents}00")
    expect(calm.locator(".told p")).to_contain_text(re.compile(rf"^{cents}\.00 odds behind .*: they win {wins}\.00"))
    expect(calm.locator(f'.box[data-spot="{line}-odds"]')).to_be_focused()
    expect(calm.locator(".totals dd").first).not_to_have_text(rack)
    expect(offer).to_have_count(0)


def test_odds_in_several_taps_are_told_as_all_that_is_up_and_what_it_wins_and_amounts_are_explained_once(
    calm: Page,
) -> None:
    steps = "Not 5: odds here go in steps of 2, so that they pay evenly."
    sit(calm, "adelaide", shooter="companion")
    while set_a_point(calm, "pass") not in (5, 9):  # three to two: a chip of 5 cannot be paid in whole units
        while int(asked(calm)["point"]):
            roll(calm)
    for taps in (1, 2, 3):
        tap(calm, "pass-odds")
        told = f"{6 * taps}.00 odds behind Pass Bet: they win {9 * taps}.00 when it wins."
        for place in (".told p", "#says"):
            expect(calm.locator(place)).to_have_text(re.compile(f"{told}{f' {steps}' if taps == 1 else ''}$"))


def test_odds_that_cost_nothing_are_said_to_cost_nothing_and_others_are_not(calm: Page) -> None:
    for book, free in (("adelaide", True), ("exhibit-a", False)):
        open_from_the_lobby(calm, book)
        set_a_point(calm, line_bet(load_book(book)))
        offer = calm.locator(".odds-offer")
        expect(offer).to_be_visible()
        assert ("with no house edge" in offer.inner_text()) == free or not free
        if not free:
            expect(calm.locator(".odds-offer", has_text="with no house edge")).to_have_count(0)


MANY = ("pass-odds", "come-odds-5", "come-odds-8")
OVERLAP = """() => {
  const [offers, ...others] = ['.offers', '.cloth', '.told p', '.line-strip', '.bar'].map((each) => {
    const found = document.querySelector(each).getBoundingClientRect();
    return { name: each, ...found.toJSON() };
  });
  return others.filter((each) => each.width && each.left < offers.right - 1 && offers.left < each.right - 1
    && each.top < offers.bottom - 1 && offers.top < each.bottom - 1).map(({ name }) => name);
}"""
"""What lies under the offers."""


def with_odds(frame: Frame) -> Frame:
    """A view in which odds can be made behind three bets."""
    if frame["type"] == "sight":
        steps = [{"times": times, "cents": 500 * times, "wins_cents": 700 * times} for times in (1, 2, 3, 5, 10)]
        for spot in MANY:
            room = {"ok": True, "least_cents": 100, "most_cents": 5000, "even_step_cents": 100, "odds": steps}
            frame["offers"][spot]["bet"].update(room)
    return frame


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (390, 664), (844, 390), (360, 640)])
def test_all_odds_that_can_be_made_are_offered_and_cover_neither_felt_nor_line(
    visitor: Visitor, shot: Callable[..., object], size: tuple[int, int]
) -> None:
    screen = DESKTOP if size[0] == 1280 else PHONE
    page = visitor(**{**screen, "viewport": {"width": size[0], "height": size[1]}}, reduced_motion="reduce")
    wire = Between(page)
    sit(page, "adelaide", shooter="companion")
    wire.to_page = with_odds
    bet(page, "pass")
    offers = page.locator(".odds-offer")
    expect(offers).to_have_count(3)
    names = [re.compile(r"^Odds.* Pass Bet"), *(re.compile(rf"^Odds.* Come.* {number}\b") for number in (5, 8))]
    for offer, name in zip(offers.all(), names, strict=True):
        expect(offer.locator(".odds-base")).to_have_text(name)
        expect(offer.locator(".button")).to_have_count(5 if size[0] == 1280 else 3)  # the card of the odds has all
    page.wait_for_function(f"() => ({OVERLAP})().length === 0")
    expect(page.locator(".told p")).to_contain_text("You win")
    assert unseen(page, [".told p", ".chip-set", ".roll"]) == []
    shot(page, f"odds-{size[0]}x{size[1]}")
    last = offers.last.get_by_role("button", name=re.compile("^10x"))
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=0.95)
    expect(page.get_by_role("button", name="Close the offers")).to_be_in_viewport(ratio=1)
    last.click()
    page.wait_for_function("() => document.querySelector('.told').classList.contains('refused')")
    assert wire.bets()[-1] == ("come-odds-8", 5000), "the house knows of no such bet"
    assert unseen(page, [".told p"]) == [], "a refusal has the whole line"


WHOLE = """() => {
  const row = document.querySelector('.offers-row').getBoundingClientRect();
  return [...document.querySelectorAll('.offers-row .button')].filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    return width && left >= row.left - 1 && right <= row.right + 1 && each.scrollWidth <= each.clientWidth + 1;
  }).map((each) => each.textContent);
}"""
"""The offers that are in view from end to end."""
READ = """() => {
  const said = document.querySelector('.told p');
  return said.scrollHeight <= said.clientHeight + 2;
}"""
"""Whether all of the line is in view."""


def small_phone(visitor: Visitor) -> Page:
    return visitor(**{**PHONE, "viewport": {"width": 390, "height": 664}}, reduced_motion="reduce")


def test_on_a_phone_the_offers_that_are_used_most_are_whole_and_the_others_fade_at_the_edge(visitor: Visitor) -> None:
    page = small_phone(visitor)
    wire = Between(page)
    sit(page, "adelaide", shooter="companion")
    page.locator(".stay-up").click()
    win_on_the_field(page)
    assert page.evaluate(WHOLE)[:3] == ["Same", "Press", "Down"]
    wire.to_page = with_odds
    bet(page, "place-6")
    expect(page.locator(".odds-offer")).to_have_count(3)
    assert page.evaluate(WHOLE)[:3] == ["1x 5 wins 7", "2x 10 wins 14", "10x 50 wins 70"]
    row = page.locator(".offers-row")
    expect(row).to_have_class(re.compile("goes-on"))
    row.evaluate("(row) => { row.scrollLeft = row.scrollWidth; }")
    expect(row).not_to_have_class(re.compile("goes-on"))


def test_a_wheel_scrolls_along_the_offers_and_the_cross_closes_all_of_them(calm: Page) -> None:
    wire = Between(calm)
    sit(calm, "adelaide", shooter="companion")
    wire.to_page = with_odds
    win_on_the_field(calm)
    expect(calm.locator(".odds-offer")).to_have_count(3)
    row = calm.locator(".offers-row")
    expect(row).to_have_class(re.compile("goes-on"))
    row.hover()
    calm.mouse.wheel(0, 4000)
    expect(row).not_to_have_class(re.compile("goes-on"))
    calm.get_by_role("button", name="Close the offers").click()
    expect(calm.locator(".offers")).to_be_hidden()
    bet(calm, "place-6")
    expect(calm.locator(".offers")).to_be_hidden()


@EVERY_BOOK
def test_on_every_phone_the_odds_of_a_point_are_whole_and_say_behind_which_bet(visitor: Visitor, book: str) -> None:
    page = small_phone(visitor)
    open_from_the_lobby(page, book)
    set_a_point(page, line_bet(load_book(book)))
    for width, height in ((390, 664), (375, 667), (360, 640), (844, 390), (640, 400)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => ({WHOLE})().length === document.querySelectorAll('.odds-offer .button').length")
        expect(page.locator(".odds-base")).to_have_text(re.compile("^Odds behind Pass"))
        expect(page.locator(".offers-row")).not_to_have_class(re.compile("goes-on"))


@EVERY_BOOK
def test_in_a_wide_window_all_odds_of_a_point_are_whole(calm: Page, book: str) -> None:
    open_from_the_lobby(calm, book)
    set_a_point(calm, line_bet(load_book(book)))
    expect(calm.locator(".odds-offer")).to_have_count(1)
    assert len(calm.evaluate(WHOLE)) == calm.locator(".odds-offer .button").count()


def test_a_long_answer_has_the_whole_line_and_the_offers_come_back_after_it(visitor: Visitor) -> None:
    page = small_phone(visitor)
    wire = Between(page)
    sit(page, "adelaide", shooter="companion")
    wire.to_page = with_odds
    bet(page, "place-6")
    expect(page.locator(".offers")).to_be_visible()
    page.locator("body").press("/")
    page.locator(".typed-line input").fill(
        "5 on the 4, 5 on the 5, 6 on the 8, 5 on the 9, 5 on the 10, 5 on any seven, 5 on any craps"
    )
    page.keyboard.press("Enter")
    expect(page.locator(".typed-sum")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".told p")).to_contain_text("7 done")
    expect(page.locator(".offers")).to_be_hidden()
    assert page.evaluate(READ)
    expect(page.locator(".told p:not(.goes-on)")).to_be_visible()
    wire.pass_time(10)
    bet(page, "field")
    expect(page.locator(".told p")).not_to_contain_text("7 done")
    expect(page.locator(".offers")).to_be_visible()


def test_the_last_of_a_rack_is_asked_about(calm: Page) -> None:
    sit(calm, "adelaide")
    calm.get_by_role("radio", name="Chip of 500.00").click()
    tap(calm, "field")
    expect(calm.get_by_role("dialog")).to_contain_text("the last of your rack")
    calm.get_by_role("dialog").get_by_role("button", name="Not now").click()
    expect_on(calm)


# ------------------------------------------------------------------ one tap is one unit


@EVERY_BOOK
def test_one_tap_is_one_unit_of_the_spot_and_plain_chips_are_a_choice(calm: Page, book: str) -> None:
    sit(calm, book)
    layout = load_book(book)
    for number in (5, 6):
        bet(calm, f"place-{number}")
        (pays,) = {odds for by_puck in layout.win_odds[layout.by_id[f"place-{number}"].index] for odds in by_puck}
        unit = next(cents for cents in range(500, 5_000, 100) if cents * pays % 100 == 0)
        expect(mine(calm, f"place-{number}")).to_have_attribute("data-cents", str(unit))
    plain_chips(calm)
    tap(calm, "place-6")
    expect(mine(calm, "place-6")).to_have_attribute("data-cents", str(unit + 500))


@EVERY_BOOK
def test_a_table_from_the_lobby_has_a_minimum_and_a_maximum_and_pays_whole_units(calm: Page, book: str) -> None:
    open_from_the_lobby(calm, book)
    posted = asked(calm)["settings"]
    assert (posted["min pass"], posted["max pass"]) == ("5.00", "1000.00")
    bet(calm, "place-6")
    bet(calm, "field")
    for _ in range(8):
        roll(calm)
        if not mine(calm, "field").count():
            bet(calm, "field")
    assert asked(calm)["you"]["rack_cents"] % 100 == 0


# ------------------------------------------------------------------ winners


def win_on_the_field(page: Page) -> None:
    """Roll with a field bet until it wins."""
    for _ in range(60):
        if not mine(page, "field").count():
            bet(page, "field")
        roll(page)
        if page.locator(".win-offer").count():
            return
    raise AssertionError("the field never won")


ORDER = """async (made) => {
  const { offerStrip } = await import('/js/bets/offer-strip.js');
  const odds = [{ times: 1, cents: 500, wins_cents: 600 }];
  const room = { ok: true, least_cents: 100, most_cents: 5000, even_step_cents: 100 };
  const offers = { field: { bet: { ...room, odds: [] } } };
  const takeOdds = () => (offers['pass-odds'] = { odds_for: 'pass', there_cents: 0, bet: { ...room, odds } });
  const stage = Object.assign(new EventTarget(), { sight: { table: { you: { seat: 1 } } } });
  const bets = Object.assign(new EventTarget(), { offer: (spot) => offers[spot], name: String, tapped: () => 500 });
  const { element, settled } = offerStrip({ bets, stage, facts: { order: ['field', 'pass-odds'], spots: {} } });
  if (made === 'before the roll') takeOdds();
  stage.dispatchEvent(new Event('rolling'));
  takeOdds();
  settled({ lines: [{ seat: 1, outcome: 'won', spot: 'field', stake: 500, paid: 500 }] });
  return [...element.querySelectorAll('.offers-part')].map((each) => each.classList[1]);
}"""


def test_odds_of_a_new_point_come_before_a_win_and_odds_that_were_left_alone_after_it(page: Page) -> None:
    page.goto("/")
    assert page.evaluate(ORDER, "by the roll") == ["odds-offer", "win-offer"]
    assert page.evaluate(ORDER, "before the roll") == ["win-offer", "odds-offer"]


def test_after_a_win_the_same_bet_a_larger_one_or_none_is_one_tap_away(calm: Page) -> None:
    sit(calm, "adelaide", shooter="companion")
    for choice, lies in (("Same", "500"), ("Press", "1000"), ("Down", "")):
        if choice == "Down":
            calm.locator(".stay-up").click()
            expect(calm.locator(".stay-up")).to_have_attribute("aria-pressed", "true")
        win_on_the_field(calm)
        expect(calm.locator(".win-offer")).to_contain_text(re.compile(r"^Field Bet won \d+\.00:"))
        down = calm.locator(".win-offer").get_by_role("button", name="Down", exact=True)
        expect(down).to_have_count(0 if lies else 1)  # what has come down already is not taken down
        calm.locator(".win-offer").get_by_role("button", name=choice, exact=True).click()
        expect(calm.locator(".win-offer")).to_have_count(0)
        if lies:
            expect(mine(calm, "field")).to_have_attribute("data-cents", lies)
            more(calm, "Take all bets down")
        expect(mine(calm, "field")).to_have_count(0)


ONE_UP = """async () => {
  const { oneUp } = await import('/js/bets/bet-batches.js');
  const unit = (spot) => ({ 'place-6': 600, field: 500, hop: 0 })[spot];
  const [six, field] = [{ spot: 'place-6', cents: 3000 }, { spot: 'field', cents: 500 }];
  const hop = { spot: 'hop', cents: 500 };
  return [[six], [six, field], [field], [hop, six]].map((won) => oneUp(won, unit).map(({ cents }) => cents));
}"""


def test_a_unit_more_is_what_a_tap_bets_and_never_more_than_twice_as_much(page: Page) -> None:
    page.goto("/")
    assert page.evaluate(ONE_UP) == [[3600], [3600, 1000], [], [500, 3600]]


def test_a_bet_of_several_units_is_pressed_by_one_of_them_where_press_would_double_it(visitor: Visitor) -> None:
    page = small_phone(visitor)
    sit(page, "adelaide", shooter="companion")
    page.get_by_role("radio", name="Chip of 25.00").click()
    win_on_the_field(page)
    assert page.evaluate(WHOLE)[:2] == ["Same", "Press"], "one chip is one unit"
    page.get_by_role("radio", name="Chip of 5.00", exact=True).click()
    bet(page, "place-6")  # the offers of the win step back
    expect(page.locator(".win-offer")).to_have_count(0)
    for _ in range(60):
        if not mine(page, "field").count():
            for _ in range(3):
                tap(page, "field")
            expect(mine(page, "field")).to_have_attribute("data-cents", "1500")
        roll(page)
        if page.locator(".win-offer", has_text="Field").count():
            break
    assert page.evaluate(WHOLE)[:3] in (["Same", "+5", "Press"], ["Same", "+1 unit", "Press"])
    page.locator(".win-offer").get_by_role("button", name=re.compile(r"^\+")).click()
    expect(mine(page, "field")).to_have_attribute("data-cents", "2000")


def test_offers_take_the_room_of_the_window_also_after_a_phone_is_turned(visitor: Visitor) -> None:
    page = visitor(**{**PHONE, "viewport": {"width": 844, "height": 390}}, reduced_motion="reduce")
    wire = Between(page)
    sit(page, "adelaide", shooter="companion")
    wire.to_page = with_odds
    bet(page, "pass")
    offers = page.locator(".odds-offer").first
    for size, steps in ((844, 390), 3), ((1280, 800), 5), ((390, 664), 3):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(offers.locator(".button")).to_have_count(steps)
        assert len(page.evaluate(WHOLE)) >= steps, size


def test_winners_stay_up_as_long_as_the_switch_says_so_which_is_remembered(calm: Page) -> None:
    sit(calm, "adelaide", shooter="companion")
    switch = calm.locator(".stay-up")
    expect(switch).to_have_accessible_name("Winners come down")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    win_on_the_field(calm)
    expect(mine(calm, "field")).to_have_attribute("data-cents", "500")
    calm.reload()
    expect(calm.locator(".stay-up")).to_have_accessible_name("Winners stay up")
    assert asked(calm)["you"]["keeps"] == ["field"]
    calm.locator(".stay-up").click()
    expect(calm.locator(".told")).to_contain_text("Winners come down")
    assert asked(calm)["you"]["keeps"] == []


def open_regulated(page: Page) -> None:
    page.add_init_script(ALL_BETS)
    data = {"book": "adelaide", "posted": True, "regulated": True}
    page.goto(f"/table/{page.request.post('/api/v1/tables', data=data).json()['id']}")
    page.wait_for_function(SEATED)


def test_a_regulated_table_counts_down_in_the_button_and_every_bet_is_made_by_hand(calm: Page) -> None:
    open_regulated(calm)
    calm.locator(".stay-up").click(force=True)
    expect(calm.locator(".told")).to_contain_text("At a regulated table every bet is made by hand")
    expect(calm.locator(".stay-up")).to_have_attribute("aria-pressed", "false")
    bet(calm, "pass")
    opened = card(calm, "pass").get_by_role("button", name="Repeat this bet when it wins")
    expect(opened).to_have_attribute("aria-disabled", "true")
    opened.click(force=True)
    expect(calm.locator(".told.refused")).to_contain_text("no bet is repeated by itself")
    assert asked(calm)["you"]["keeps"] == []
    roll(calm)
    button = calm.locator(".roll")
    expect(button).to_have_text(re.compile(r"^Roll in [1-5] s$"))
    expect(button).to_have_text("Roll")
    expect(button).to_have_attribute("aria-disabled", "false")


# ------------------------------------------------------------------ racks that go home


@pytest.mark.parametrize("tables", [4])
def test_looking_at_many_casinos_does_not_empty_the_wallet(calm: Page, tables: int) -> None:
    for book in ("adelaide", "sentosa", "exhibit-a", "evolution")[:tables]:
        open_from_the_lobby(calm, book)
    wallet = calm.request.get("/api/v1/wallet").json()
    assert (wallet["wallet_cents"], wallet["racks_cents"]) == (50_000, 50_000)


def test_chips_on_the_felt_keep_a_seat_and_leave_gives_it_up(calm: Page) -> None:
    open_from_the_lobby(calm, "adelaide")
    bet(calm, "field")
    open_from_the_lobby(calm, "sentosa")
    calm.goto("/")
    were = calm.locator(".where-you-were")
    expect(were).to_have_count(2)
    calm.get_by_role("button", name=re.compile("Leave Resorts World")).click()
    expect(were).to_have_count(1)
    wallet = calm.request.get("/api/v1/wallet").json()
    assert (wallet["wallet_cents"], wallet["at_risk_cents"]) == (50_000, 500)


def test_an_empty_rack_says_so_and_offers_what_there_is(calm: Page) -> None:
    for _ in range(5):  # now and then the bet wins
        sit(calm, "adelaide", shooter="companion")
        calm.get_by_role("radio", name="Chip of 500.00").click()
        bet(calm, "craps-12")
        roll(calm)
        if not asked(calm)["you"]["rack_cents"]:
            break
    told = calm.locator(".told")
    expect(told).to_contain_text("Your rack is empty.")
    told.get_by_role("button", name="Buy in 500.00").click()
    expect(calm.locator(".totals dd").first).to_have_text("500.00")
