"""Everything that can be done with bets besides putting down one chip: dragged, pressed, doubled, cleared, repeated,
called on and off, kept, and made several at once."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from comeout.rules.library import load_book
from comeout.table.bundles import bundles
from tests.page.test_table import EVERY_BOOK, WHERE, bet, roll, sit


def mine(page: Page, spot: str) -> Locator:
    """The player's chips on a spot."""
    return page.locator(f'.lying [data-on="{spot}"] .mine')


def expect_on(page: Page, **cents: int) -> None:
    """Just these bets of the player lie there: `expect_on(page, place_6=1200)`."""
    for spot, amount in cents.items():
        expect(mine(page, spot.replace("_", "-"))).to_have_attribute("data-cents", str(amount))
    expect(page.locator(".lying .mine")).to_have_count(len(cents))


def card(page: Page, spot: str) -> Locator:
    """The card of a spot, opened."""
    page.locator(f'.box[data-spot="{spot}"]').focus()
    page.keyboard.press("Shift+Enter")
    return page.get_by_role("dialog")


def more(page: Page, what: str) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=what, exact=True).click()


def test_a_chip_can_be_carried_to_its_spot_and_dropped_beside_it_without_harm(page: Page) -> None:
    sit(page, "adelaide")
    chip = page.get_by_role("radio", name="Chip of 25.00")
    box = chip.bounding_box()
    assert box
    for target, lies in ((".side", 0), ('.box[data-spot="field"]', 1)):
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        if lies:
            x, y = page.locator(target).evaluate(WHERE)
        else:
            side = page.locator(target).bounding_box()
            assert side
            x, y = side["x"] + 40, side["y"] + 200
        page.mouse.move(x, y, steps=4)
        expect(page.locator(".carried")).to_be_visible()
        page.mouse.up()
        expect(page.locator(".carried")).to_have_count(0)
        expect(page.locator(".lying .mine")).to_have_count(lies)
    expect_on(page, field=2_500)
    expect(chip).to_be_checked()


def test_the_card_presses_a_bet_and_takes_it_down_in_part_and_whole(page: Page) -> None:
    sit(page, "adelaide")
    bet(page, "field")
    card(page, "field").get_by_role("button", name="Press to 10.00").click()
    expect_on(page, field=1_000)
    card(page, "field").get_by_role("button", name="Take 5.00 back").click()
    expect_on(page, field=500)
    card(page, "field").get_by_role("button", name="Take down 5.00").click()
    expect_on(page)
    expect(page.locator(".totals")).to_contain_text("500.00")


def test_keys_press_double_and_take_down(page: Page) -> None:
    sit(page, "adelaide")
    bet(page, "field")
    bet(page, "place-6")
    page.locator('.box[data-spot="field"]').focus()
    page.keyboard.press("p")
    expect_on(page, field=1_000, place_6=500)
    page.keyboard.press("d")
    expect_on(page, field=2_000, place_6=1_000)
    page.keyboard.press("Delete")
    expect_on(page, place_6=1_000)


def test_all_is_doubled_cleared_and_after_a_roll_put_down_again(page: Page) -> None:
    sit(page, "adelaide", shooter="companion")
    bet(page, "field")
    bet(page, "any-seven")
    more(page, "Double all")
    expect_on(page, field=1_000, any_seven=1_000)
    more(page, "Clear: take all down")
    expect_on(page)
    bet(page, "field")
    bet(page, "any-seven")
    roll(page)
    page.get_by_role("button", name="Repeat").click()
    expect_on(page, field=500, any_seven=500)


def test_a_bet_is_called_on_with_words_on_how_long_that_holds_and_off_again(page: Page) -> None:
    sit(page, "adelaide")
    bet(page, "place-6")
    opened = card(page, "place-6")
    expect(opened).to_contain_text(
        "While the puck is OFF this bet is off unless called on; a call holds until a point is set."
    )
    opened.get_by_role("button", name="Call it on").click()
    expect(page.locator('.lying [data-on="place-6"]')).to_contain_text("ON")
    more(page, "All working off")
    expect(page.locator('.lying [data-on="place-6"]')).not_to_contain_text("ON")
    more(page, "All working on")
    expect(page.locator('.lying [data-on="place-6"]')).to_contain_text("ON")


def test_where_every_bet_is_always_in_play_nothing_can_be_called(page: Page) -> None:
    sit(page, "evolution", shooter="companion")
    bet(page, "place-6")
    opened = card(page, "place-6")
    expect(opened.get_by_role("button", name="Take down")).to_be_visible()
    expect(opened.get_by_role("button", name="Call it")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("button", name="Double all")).to_be_visible()
    expect(page.get_by_role("button", name="All working")).to_have_count(0)


def test_the_same_bet_is_asked_for_once_and_ended_again(page: Page) -> None:
    sit(page, "adelaide")
    bet(page, "field")
    card(page, "field").get_by_role("button", name="Same bet again when it wins").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    card(page, "field").get_by_role("button", name="Stop the same bet").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(card(page, "field").get_by_role("button", name="Same bet again when it wins")).to_be_visible()


@EVERY_BOOK
def test_several_bets_go_down_at_once_as_the_book_has_them(page: Page, book: str) -> None:
    sit(page, book)
    page.get_by_role("radio", name="Chip of 25.00").click()
    page.get_by_role("button", name="More", exact=True).click()
    layout = load_book(book)
    offered = page.get_by_role("dialog").locator("section", has_text="Several at once").get_by_role("button")
    expect(offered).to_have_text([each.name for each in bundles(layout)])
    hardways = next(each for each in bundles(layout) if each.id == "hardways")
    offered.get_by_text(hardways.name, exact=True).click()
    expect(page.locator(".lying .mine")).to_have_count(4)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".lying .mine")).to_have_count(0)


SPEAKS = """
window.spoken = [];
Object.defineProperty(window, 'speechSynthesis', {value: {cancel() {}, speak: (saying) => spoken.push(saying.text)}});
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""
"""A browser that writes down what it says: one without a screen has no voice."""


def test_the_stick_calls_are_said_aloud_only_when_that_is_switched_on(page: Page) -> None:
    page.add_init_script(SPEAKS)
    sit(page, "adelaide", shooter="companion")
    roll(page)
    assert page.evaluate("spoken") == []
    page.get_by_role("button", name="Display and sound").click()
    page.get_by_role("checkbox", name="Say the stick calls").check()
    page.get_by_role("button", name="Done").click()
    roll(page)
    page.wait_for_function("spoken.length === 1")
    assert page.evaluate("spoken")[0]
