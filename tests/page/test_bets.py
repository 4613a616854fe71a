"""Everything that can be done with bets besides putting down one chip: dragged, pressed, doubled, cleared, repeated,
called on and off, kept, and made several at once."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from comeout.rules.library import load_book
from comeout.table.advice.bundles import bundles
from tests.kit.casebook import cites
from tests.page.conftest import PHONE, Visitor
from tests.page.test_table import EVERY_BOOK, SEATED, WHERE, bet, open_table, roll, sit, tap


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


def plain_chips(page: Page) -> None:
    """One tap bets the chip itself, whether it pays evenly or not."""
    more(page, "Bet plain chips")


def test_a_chip_can_be_carried_to_its_spot_and_dropped_beside_it_without_harm(calm: Page) -> None:
    sit(calm, "adelaide")
    chip = calm.get_by_role("radio", name="Chip of 25.00")
    box = chip.bounding_box()
    assert box
    for target, lies in ((".side", 0), ('.box[data-spot="field"]', 1)):
        calm.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        calm.mouse.down()
        if lies:
            x, y = calm.locator(target).evaluate(WHERE)
        else:
            side = calm.locator(target).bounding_box()
            assert side
            x, y = side["x"] + 40, side["y"] + 200
        calm.mouse.move(x, y, steps=4)
        expect(calm.locator(".carried")).to_be_visible()
        calm.mouse.up()
        expect(calm.locator(".carried")).to_have_count(0)
        expect(calm.locator(".lying .mine")).to_have_count(lies)
    expect_on(calm, field=2_500)
    expect(chip).to_be_checked()


@cites("sentosa C.S", "sentosa C.U", "sentosa C.V")
def test_at_sentosa_the_symbols_c_and_e_are_bets_of_their_own_and_between_them_is_the_third(calm: Page) -> None:
    sit(calm, "sentosa")
    for symbol in ("any-craps", "eleven"):
        calm.locator(f'.box[data-spot="c-and-e"] .also[data-spot="{symbol}"] .target').click()
    expect_on(calm, any_craps=500, eleven=500)
    box = calm.locator('.box[data-spot="c-and-e"] .area').bounding_box()
    assert box
    calm.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.9)
    expect_on(calm, any_craps=500, eleven=500, c_and_e=500)


def test_the_card_presses_a_bet_and_takes_it_down_in_part_and_whole(calm: Page) -> None:
    sit(calm, "adelaide")
    bet(calm, "field")
    expect(card(calm, "field").locator(".ladder")).to_contain_text("10.00 in all")
    calm.keyboard.press("Escape")
    card(calm, "field").get_by_role("button", name="Press to 10.00").click()
    expect_on(calm, field=1_000)
    card(calm, "field").get_by_role("button", name="Take 5.00 back").click()
    expect_on(calm, field=500)
    card(calm, "field").get_by_role("button", name="Take down 5.00").click()
    expect_on(calm)
    expect(calm.locator(".totals")).to_contain_text("500.00")


def test_keys_press_double_and_take_down(calm: Page) -> None:
    sit(calm, "adelaide")
    bet(calm, "field")
    bet(calm, "place-6")
    calm.locator('.box[data-spot="field"]').focus()
    calm.keyboard.press("p")
    expect_on(calm, field=1_000, place_6=600)
    calm.keyboard.press("d")
    expect_on(calm, field=2_000, place_6=1_200)
    calm.keyboard.press("Delete")
    expect_on(calm, place_6=1_200)


def test_all_is_doubled_cleared_and_after_a_roll_put_down_again(calm: Page) -> None:
    sit(calm, "adelaide", shooter="companion")
    bet(calm, "field")
    bet(calm, "any-seven")
    more(calm, "Double all")
    expect_on(calm, field=1_000, any_seven=1_000)
    more(calm, "Take all bets down")
    expect_on(calm)
    bet(calm, "field")
    bet(calm, "any-seven")
    roll(calm)
    calm.get_by_role("button", name="Repeat").click()
    expect_on(calm, field=500, any_seven=500)


def test_a_bet_is_called_on_with_words_on_how_long_that_holds_and_off_again(calm: Page) -> None:
    sit(calm, "adelaide")
    bet(calm, "place-6")
    opened = card(calm, "place-6")
    expect(opened).to_contain_text(
        "While the puck is OFF this bet is off unless called on; a call holds until a point is set."
    )
    opened.get_by_role("button", name="Turn it on").click()
    expect(calm.locator('.lying [data-on="place-6"]')).to_contain_text("ON")
    expect(calm.locator(".told")).not_to_contain_text("the crew still has to place the button")  # it has
    more(calm, "Turn all bets off")
    expect(calm.locator('.lying [data-on="place-6"]')).not_to_contain_text("ON")
    more(calm, "Turn all bets on")
    expect(calm.locator('.lying [data-on="place-6"]')).to_contain_text("ON")


def test_a_call_says_which_bets_it_turns_on_and_can_be_for_one_alone(calm: Page) -> None:
    sit(calm, "adelaide")
    lying = {spot: calm.locator(f'.lying [data-on="{spot}"]') for spot in ("place-6", "place-8")}
    for spot in lying:
        bet(calm, spot)
    card(calm, "place-6").get_by_role("button", name="Turn only this on").click()
    expect(lying["place-6"]).to_contain_text("ON")
    expect(calm.locator(".told p")).to_have_text("On until a point is set: Place Bet 6 to Win.")
    expect(lying["place-8"]).not_to_contain_text("ON")
    card(calm, "place-6").get_by_role("button", name="Turn it off").click()
    expect(lying["place-6"]).not_to_contain_text("ON")
    card(calm, "place-6").get_by_role("button", name="Turn both on").click()
    expect(calm.locator(".told p")).to_have_text("On until a point is set: Place Bet 6 to Win, Place Bet 8 to Win.")
    for each in lying.values():
        expect(each).to_contain_text("ON")


def test_a_bet_that_is_off_is_not_offered_to_be_turned_off_and_all_off_is_taken_back_by_a_second_tap(
    calm: Page,
) -> None:
    sit(calm, "sentosa")
    bet(calm, "place-6")
    opened = card(calm, "place-6")
    expect(opened.get_by_role("button", name="Turn it on")).to_be_visible()
    expect(opened.get_by_role("button", name="Turn it off")).to_have_count(0)
    opened.get_by_role("button", name="Turn it on").click()
    marked = calm.locator('.lying [data-on="place-6"]')
    expect(marked).to_contain_text("ON")
    calm.get_by_role("button", name="All off").click()
    expect(calm.locator(".told p")).to_have_text("Off for the next roll: Place 6.")
    expect(marked).to_contain_text("OFF")
    calm.get_by_role("button", name="All on").click()
    expect(calm.locator(".told p")).to_have_text("On for the next roll: Place 6.")
    expect(marked).not_to_contain_text("OFF")


def test_the_line_says_what_happened_last_to_a_bet_that_was_typed(calm: Page) -> None:
    sit(calm, "adelaide")
    calm.keyboard.press("/")
    typed = calm.locator(".typed-line input")
    typed.fill("12 six and eight")
    typed.press("Enter")
    expect(calm.locator(".typed-acts")).to_be_visible()
    typed.press("Enter")
    told = calm.locator(".told p")
    expect(told).to_contain_text("12.00 on Place Bet 6 to Win")
    card(calm, "place-6").get_by_role("button", name="Take down 12.00").click()
    expect(told).to_have_text("Back in your rack: 12.00 from Place Bet 6 to Win.")


def test_where_every_bet_is_always_in_play_nothing_can_be_called(calm: Page) -> None:
    sit(calm, "evolution", shooter="companion")
    bet(calm, "place-6")
    opened = card(calm, "place-6")
    expect(opened.get_by_role("button", name="Take down")).to_be_visible()
    expect(opened.get_by_role("button", name="Call it")).to_have_count(0)
    calm.keyboard.press("Escape")
    calm.get_by_role("button", name="More", exact=True).click()
    expect(calm.get_by_role("button", name="Double all")).to_be_visible()
    expect(calm.get_by_role("button", name="All working")).to_have_count(0)


def test_the_same_bet_is_asked_for_once_and_ended_again(calm: Page) -> None:
    sit(calm, "adelaide")
    bet(calm, "field")
    card(calm, "field").get_by_role("button", name="Repeat this bet when it wins").click()
    expect(calm.get_by_role("dialog")).to_have_count(0)
    card(calm, "field").get_by_role("button", name="Stop repeating this bet").click()
    expect(calm.get_by_role("dialog")).to_have_count(0)
    expect(card(calm, "field").get_by_role("button", name="Repeat this bet when it wins")).to_be_visible()


@EVERY_BOOK
def test_several_bets_go_down_at_once_as_the_book_has_them(calm: Page, book: str) -> None:
    sit(calm, book)
    calm.get_by_role("radio", name="Chip of 25.00").click()
    calm.get_by_role("button", name="More", exact=True).click()
    layout = load_book(book)
    offered = calm.get_by_role("dialog").locator("section", has_text="Several at once").get_by_role("button")
    expect(offered).to_have_text([re.compile(rf"^{re.escape(each.name)} [\d.,]+$") for each in bundles(layout)])
    hardways = next(each for each in bundles(layout) if each.id == "hardways")
    button = offered.filter(has_text=hardways.name)
    costs = button.locator(".figure").inner_text()
    button.click()
    expect(calm.locator(".lying .mine")).to_have_count(4)
    expect(calm.locator(".totals dd").last).to_have_text(costs)
    calm.get_by_role("button", name="Undo").click()
    expect(calm.locator(".lying .mine")).to_have_count(0)


SPEAKS = """
window.spoken = [];
Object.defineProperty(window, 'speechSynthesis', {value: {cancel() {}, speak: (saying) => spoken.push(saying.text)}});
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""
"""A browser that writes down what it says: one without a screen has no voice."""


def test_undo_makes_a_bet_again_that_was_taken_down(calm: Page) -> None:
    sit(calm, "adelaide")
    for spot in ("field", "place-6"):
        bet(calm, spot)
    card(calm, "place-6").get_by_role("button", name="Take down 6.00").click()
    expect_on(calm, field=500)
    calm.get_by_role("button", name="Undo").click()
    expect(calm.locator(".told")).to_contain_text("Back on the felt: 6.00 on Place Bet 6 to Win.")
    expect_on(calm, field=500, place_6=600)
    more(calm, "Take all bets down")
    expect_on(calm)
    calm.get_by_role("button", name="Undo").click()
    expect_on(calm, field=500, place_6=600)
    calm.get_by_role("button", name="Undo").click()
    expect_on(calm, field=500)


def test_part_of_a_bet_is_taken_back_so_that_the_rest_pays_evenly(calm: Page) -> None:
    sit(calm, "sentosa")
    for _ in range(3):
        tap(calm, "place-6")
    expect_on(calm, place_6=1800)
    card(calm, "place-6").get_by_role("button", name="Take 6.00 back").click()
    expect_on(calm, place_6=1200)


def test_a_card_offers_neither_the_whole_rack_nor_less_than_a_chip(calm: Page) -> None:
    sit(calm, "sentosa")
    amounts = card(calm, "place-8").locator(".amount")
    expect(amounts.first).to_be_visible()
    said = amounts.all_inner_texts()
    assert not any(each.startswith(("500.00", "0.")) for each in said), said


def test_bets_that_the_rack_does_not_hold_together_are_not_half_made(calm: Page) -> None:
    sit(calm, "exhibit-a")
    calm.get_by_role("radio", name="Chip of 100.00").click()
    calm.get_by_role("button", name="More").click()
    across = calm.get_by_role("dialog").get_by_role("button", name=re.compile(r"^Across"))
    expect(across).to_have_attribute("aria-disabled", "true")
    across.click(force=True)
    expect(calm.locator(".told")).to_contain_text(re.compile(r"Across costs 6\d\d\.00, but your rack holds 500\.00"))
    expect(calm.locator(".lying .mine")).to_have_count(0)


def test_the_stick_calls_are_said_aloud_only_when_that_is_switched_on(calm: Page) -> None:
    calm.add_init_script(SPEAKS)
    sit(calm, "adelaide", shooter="companion")
    roll(calm)
    assert calm.evaluate("spoken") == []
    calm.get_by_role("button", name="Display and sound").click()
    calm.get_by_role("checkbox", name="Speak the dice calls").check()
    calm.get_by_role("button", name="Done").click()
    roll(calm)
    calm.wait_for_function("spoken.length === 1")
    assert calm.evaluate("spoken")[0]


def test_what_cannot_be_taken_down_is_named_when_all_is_cleared(calm: Page) -> None:
    sit(calm, "sentosa")
    bet(calm, "pass")
    bet(calm, "field")
    more(calm, "Take all bets down")
    expect(calm.locator(".told")).to_contain_text("Pass Line stays: Pass Line may not be taken down")
    expect(calm.locator(".told a.clause")).to_have_count(1)
    expect_on(calm, **{"pass": 500})


def test_a_vigorish_is_paid_and_does_not_lie_on_the_felt(calm: Page) -> None:
    sit(calm, "sentosa")
    tap(calm, "buy-4")
    calm.get_by_role("button", name="Bet 5.00").click()
    expect_on(calm, buy_4=500)
    expect(calm.locator(".totals")).to_have_text("Rack, play money494.75On the felt5.00")


def test_a_bet_paid_below_the_printed_odds_is_told_before_it_is_made(calm: Page) -> None:
    sit(calm, "sentosa", **{"payable-unit": "1"})
    plain_chips(calm)
    tap(calm, "place-6")
    expect(calm.get_by_role("dialog")).to_contain_text("At 7 to 6 it wins 5.00 here, not 5.83")
    calm.get_by_role("button", name="Bet 5.00").click()
    expect_on(calm, place_6=500)


def test_a_refusal_is_over_once_another_bet_lies(calm: Page) -> None:
    sit(calm, "adelaide")
    tap(calm, "come")
    expect(calm.locator(".told.refused")).to_be_visible()
    bet(calm, "field")
    expect(calm.locator(".told.refused")).to_have_count(0)


def test_an_easy_table_offers_no_bets_at_once_that_it_has_put_away(calm: Page) -> None:
    calm.goto(open_table(calm, "adelaide"))
    calm.wait_for_function(SEATED)
    calm.get_by_role("button", name="More", exact=True).click()
    dialog = calm.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Inside 22.00")).to_be_visible()
    expect(dialog.get_by_role("button", name="All hardways")).to_have_count(0)


def test_a_menu_that_is_longer_than_the_screen_shows_that_it_goes_on(phone: Page) -> None:
    sit(phone, "adelaide")
    phone.get_by_role("button", name="More", exact=True).tap()
    dialog = phone.get_by_role("dialog")
    expect(dialog).to_have_class(re.compile("goes-on"))
    dialog.evaluate("each => (each.scrollTop = each.scrollHeight)")
    expect(dialog).not_to_have_class(re.compile("goes-on"))


def test_an_amount_that_makes_no_sense_is_said_where_it_was_typed(calm: Page) -> None:
    sit(calm, "adelaide")
    more(calm, "Buy in")
    dialog = calm.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("plenty")
    dialog.get_by_role("button", name="Buy in").click()
    expect(dialog.get_by_role("alert")).to_have_text("Type an amount such as 200 or 12.50.")
    expect(dialog.get_by_role("textbox")).to_have_value("plenty")
    dialog.get_by_role("textbox").fill("100")
    dialog.get_by_role("button", name="Buy in").click()
    expect(calm.locator(".totals")).to_contain_text("600.00")


COUNT_CLICKS = """() => {
  window.clicks = {begun: 0, heard: 0};
  addEventListener('click', () => clicks.begun++, true);
  addEventListener('click', () => clicks.heard++);
}"""
"""Clicks of the browser, and those that were not swallowed before anything could hear them."""


def test_a_finger_that_presses_long_opens_the_card_and_chooses_nothing_on_it(visitor: Visitor) -> None:
    phone = visitor(**PHONE)
    sit(phone, "adelaide")
    bet(phone, "field")
    x, y = phone.locator('.box[data-spot="field"]').evaluate(WHERE)
    phone.evaluate(COUNT_CLICKS)
    finger = phone.context.new_cdp_session(phone)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    card = phone.get_by_role("dialog")
    expect(card).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.wait_for_function("clicks.begun === 1")
    assert phone.evaluate("clicks.heard") == 0
    card.get_by_role("button", name="Take down 5.00").tap()
    expect_on(phone)


POSITION = "adelaide come-out shooter=nobody offered=1 | 1 pass 5 new"


def test_the_position_is_copied_from_the_menu_and_by_a_key_and_said_so(calm: Page) -> None:
    sit(calm, "adelaide")
    bet(calm, "pass")
    calm.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for key in ("", "c"):
        calm.evaluate("navigator.clipboard.writeText('')")
        if key:
            calm.keyboard.press(key)
        else:
            more(calm, "Copy position")
        expect(calm.locator(".told")).to_have_text(f"The position is copied: “{POSITION}”.")
        assert calm.evaluate("navigator.clipboard.readText()") == POSITION
        calm.evaluate("document.querySelector('.told').replaceChildren()")


def test_a_browser_without_a_clipboard_copies_all_the_same_or_shows_the_line(phone: Page) -> None:
    phone.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    sit(phone, "adelaide")
    bet(phone, "pass")
    more(phone, "Copy position")
    expect(phone.locator(".told")).to_contain_text(f"The position is copied: “{POSITION}”")
    phone.evaluate("document.execCommand = () => false")
    more(phone, "Copy position")
    expect(phone.get_by_role("dialog").get_by_label("The position")).to_have_value(POSITION)


def test_the_question_about_contracts_can_be_answered_for_good_and_a_second_tap_does_not_close_it(calm: Page) -> None:
    calm.clock.install()
    sit(calm, "sentosa", shooter="companion")
    calm.clock.pause_at(calm.evaluate("Date.now() + 1000"))
    tap(calm, "pass")
    question = calm.locator("dialog")
    expect(question).to_contain_text("contract bet")
    calm.mouse.click(5, 5)
    expect(question).to_be_visible()
    calm.clock.run_for(600)
    calm.mouse.click(5, 5)
    expect(question).to_have_count(0)
    expect(mine(calm, "pass")).to_have_count(0)
    tap(calm, "pass")
    question.get_by_label("Do not ask again in this tab").check()
    question.get_by_role("button", name="Bet 5.00").click()
    calm.clock.resume()
    expect(mine(calm, "pass")).to_have_attribute("data-cents", "500")
    assert calm.evaluate("sessionStorage.length") > 0
