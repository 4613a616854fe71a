"""The crew console in a real browser: two people run real dice, rule, void and post; an inspector only looks."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Route, expect

from tests.page.conftest import PHONE, Somebody, Visitor, numbers, player_of
from tests.page.crew_steps import (
    Axe,
    Shot,
    at,
    at_felt,
    called,
    give,
    no_roll,
    speak,
    tap,
    throw,
    try_to,
    undo_the_roll,
)
from tests.page.served import Served
from tests.page.test_table import bet
from tests.page.watch import Watch


def test_two_people_read_real_dice_and_the_table_pays(
    somebody: Somebody, table: str, ann: Callable[..., None], axe: Axe, shot: Shot
) -> None:
    eve = at(somebody("stickperson", "dealer"), table)
    fay = at(somebody("stickperson", **PHONE), table)
    throw(eve, ann)
    tap(eve, 5, 4)
    expect(eve.locator(".faces-says")).to_have_text("Five and four: nine")
    expect(eve.locator(".crew-felt .stack")).to_have_count(2)
    shot(eve, "crew")
    assert axe(eve) == []
    eve.locator(".call-it").click()
    expect(eve.locator(".wait")).to_contain_text("You asked for it")
    expect(eve.locator(".crew-phase")).to_have_text("Dice out")
    agree = fay.get_by_role("button", name="Agree: Call roll: 5 and 4")
    expect(agree).to_be_visible()
    shot(fay, "crew")
    assert axe(fay) == []
    agree.click()
    expect(eve.locator("#pay-title")).to_have_text("To pay now")
    expect(eve.locator(".said")).to_have_text("")  # nobody must agree any more
    expect(fay.locator(".said")).to_have_text("Call roll: 5 and 4: done.")
    won = eve.locator('.pay [data-outcome="won"]')
    expect(won).to_contain_text("Pay 5.00")
    expect(won).to_contain_text("5.00 at")
    expect(won.locator("a.clause")).to_have_count(1)
    give(eve, "SettleRoll", "Settled")
    expect(eve.locator("#pay-title")).to_have_text("Paid on roll 1")
    expect(fay.locator(".said")).to_have_text("")
    expect(eve.locator(".crew-puck")).to_have_text("The puck is ON 9")
    expect(eve.locator(".seat-list")).to_contain_text("495.00")


def test_a_no_roll_needs_one_of_the_reasons_of_the_book_and_says_what_is_missing(
    somebody: Somebody, table: str, ann: Callable[..., None], axe: Axe, shot: Shot
) -> None:
    eve = at(somebody("stickperson", **PHONE), table)
    try_to(eve, "CallNoRoll")
    expect(eve.locator(".toast.bad")).to_contain_text("this is done when the dice are out")
    expect(eve.locator(".toast.bad a.clause")).to_have_count(1)
    throw(eve, ann)
    give(eve, "CallNoRoll")
    dialog = eve.get_by_role("dialog")
    dialog.get_by_role("button", name="Call no roll").click()
    expect(dialog.get_by_role("alert")).to_have_text("Choose the reason first.")
    shot(eve, "crew-no-roll")
    assert axe(eve) == []
    dialog.get_by_label("One die came to rest on top of the other").check()
    dialog.get_by_role("button", name="Call no roll").click()
    expect(eve.locator(".crew-phase")).not_to_have_text("Dice out")
    expect(eve.locator(".said")).to_have_text("Call no roll: done.")
    expect(eve.locator(".crew-felt .stack")).to_have_count(2)


def test_dice_that_are_missing_wait_to_be_found_checked_or_replaced(somebody: Somebody, table: str) -> None:
    eve = somebody("stickperson")

    def missing(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told["floor"]["dice"].update(gone=[2], unchecked=[3], lost=[5])
        route.fulfill(response=answer, json=told)

    eve.route("**/duties", missing)
    at(eve, table)
    says = ("Die 2 is off the table", "Die 3 is back at the table", "Die 5 is lost")
    expect(eve.locator(".wait.due b")).to_have_text(says)
    eve.unroute_all(behavior="ignoreErrors")  # the page may be asking once more


def test_the_console_leads_from_a_die_off_the_table_back_to_the_throw(
    house: Served, visitor: Visitor, axe: Axe
) -> None:
    table = house.open_live("adelaide", f"Off the table {next(numbers):02}", dice="crew", crew="people")
    eve, ann = visitor(), visitor()
    for role in ("stickperson", "boxperson", "dealer"):
        house.grant(player_of(eve), role, table)
    at_felt(ann, table)
    at(eve, table)
    speak(eve, "Stickperson")
    give(eve, "OpenBetting", "Betting open")
    bet(ann, "pass")
    due = eve.locator(".duty.due b")
    expect(eve.locator("[data-duty=OfferDice]")).to_have_class("duty due")
    give(eve, "OfferDice")
    expect(eve.locator("[data-duty=OfferDice]")).to_have_class("duty")
    ann.locator(".roll", has_text="Take the dice").click()
    expect(eve.locator(".crew-says")).to_contain_text("Shooter: seat 1")
    give(eve, "CloseBetting", "No more bets")
    give(eve, "ThrowDice", "Dice out")
    give(eve, "CallNoRoll")
    dialog = eve.get_by_role("dialog")
    dialog.get_by_label("off the table").check()
    dialog.locator("select[name=die]").select_option("2")
    dialog.get_by_role("button", name="Call no roll").click()
    for role, name, says in (
        ("Stickperson", "RecoverDie", "Die 2 is off the table"),
        ("Boxperson", "CheckDie", "Die 2 is back at the table"),
    ):
        speak(eve, role)
        expect(eve.locator(".wait.due b")).to_have_text([says, "The shooter needs two dice"])
        expect(eve.locator(f"[data-duty={name}]")).to_have_class("duty due")
        give(eve, name)
        expect(dialog.locator("select")).to_have_value("2")  # there is no other
        dialog.locator(".button.main").click()
    speak(eve, "Stickperson")
    expect(eve.locator(".wait.due b")).to_have_text(["The shooter needs two dice"])
    expect(eve.locator("[data-duty=ChooseDice]")).to_have_class("duty due")
    assert axe(eve) == []
    give(eve, "ChooseDice")
    for name, die in (("first", "1"), ("second", "2")):
        dialog.locator(f"select[name={name}]").select_option(die)
    dialog.locator(".button.main").click()
    expect(eve.locator(".waits")).to_have_text("Nothing is waiting.")
    expect(due).to_have_text(["Open betting", "Throw dice"])  # the shooter may roll again at once


def test_a_void_takes_two_people(somebody: Somebody, table: str, ann: Callable[..., None]) -> None:
    eve = at(somebody("dealer", "pit-supervisor"), table)
    fay = at(somebody("shift-manager"), table)
    speak(eve, "Dealer")
    throw(eve, ann)
    speak(eve, "Pit supervisor")
    give(eve, "InvalidateOutcome")
    dialog = eve.get_by_role("dialog")
    dialog.get_by_label("Fire").check()
    dialog.get_by_role("button", name="Ask for it").click()
    expect(dialog).to_contain_text("Nothing happens until a second person asks for the same.")
    dialog.get_by_role("button", name="Ask for it").click()
    expect(eve.locator(".crew-phase")).to_have_text("Dice out")
    expect(eve.get_by_role("button", name="Agree")).to_have_count(0)
    expect(eve.locator(".wait")).to_contain_text(
        "a second person must agree: pit supervisor, pit manager or shift manager"
    )
    fay.get_by_role("button", name="Agree: Invalidate outcome: fire").click()
    expect(fay.locator(".said")).to_have_text("Invalidate outcome: fire: done.")
    expect(eve.locator(".crew-phase")).not_to_have_text("Dice out")
    expect(eve.locator(".waits")).to_have_text("Nothing is waiting.")


def test_a_call_is_confirmed_with_one_press_and_its_button_lies_on_the_felt(
    somebody: Somebody, table: str, ann: Callable[..., None]
) -> None:
    eve = at(somebody("dealer"), table)
    give(eve, "OpenBetting", "Betting open")
    ann(("PlaceBet", {"spot": "place-6", "amount": 1_200}), ("CallBet", {"spot": "place-6", "call": "on"}))
    confirm = eve.locator(".wait").get_by_role("button", name="Confirm call")
    expect(confirm).to_be_visible()
    confirm.click()
    expect(eve.locator(".crew-felt .stack")).to_contain_text("ON")
    expect(eve.locator(".waits")).to_have_text("Nothing is waiting.")


def test_a_notice_changes_what_is_posted_within_the_book(somebody: Somebody, table: str, axe: Axe) -> None:
    eve = at(somebody("pit-supervisor"), table)
    dialog = eve.get_by_role("dialog")

    give(eve, "PostNotice")
    dialog.get_by_label("What the notice changes").select_option("min")
    dialog.locator("select[name=spot]").select_option("field")
    assert axe(eve) == []
    for value, becomes in (("much", "min field"), ("5.00", "")):  # what was refused is still there to be put right
        dialog.get_by_label("New value").fill(value)
        dialog.get_by_role("button", name="Post notice").click()
        if becomes:
            expect(dialog.get_by_role("alert")).to_contain_text(becomes, ignore_case=True)
            expect(dialog.locator("select[name=spot]")).to_have_value("field")
    expect(dialog).to_have_count(0)
    expect(eve.locator(".said")).to_have_text("Post notice: done.")
    eve.get_by_text("Notices and limits posted").click()
    expect(eve.locator(".posted")).to_contain_text("Field Betat least 5.00")


def test_a_table_closes_by_its_procedure_and_its_players_have_everything_back(somebody: Somebody, table: str) -> None:
    eve = at(somebody("pit-supervisor", "dealer"), table)
    bob = at_felt(somebody(), table)
    speak(eve, "Dealer")
    give(eve, "OpenBetting", "Betting open")
    bet(bob, "field")
    speak(eve, "Pit supervisor")
    ivy = at(somebody("inspector"), table)
    expect(ivy.locator(".notified")).to_have_text("The crew has not notified the inspector.")
    try_to(eve, "CloseTable")
    expect(eve.locator(".toast.bad")).to_contain_text("An inspector must be notified before.")
    give(eve, "NotifyInspector")
    expect(ivy.locator(".notified")).to_have_text("The crew has notified the inspector.")
    expect(eve.locator("[data-duty=CloseTable]")).to_have_attribute("aria-disabled", "false")
    give(eve, "CloseTable")
    eve.get_by_role("dialog").get_by_role("button", name="Close table").click()
    for look in (lambda: None, eve.reload):
        look()
        expect(eve.locator(".crew-phase")).to_have_text("Table closed")
        expect(eve.locator(".banner").get_by_role("link", name="Back to the tables")).to_be_in_viewport()
        for gone in ("[data-duty]", ".waiting", ".crew-puck", ".crew-felt .stack"):
            expect(eve.locator(gone)).to_have_count(0)
        expect(eve.locator(".seat-list")).to_contain_text("Nobody is seated.")
    expect(bob.locator(".banner")).to_contain_text("The table is closed")
    expect(bob.locator(".told")).to_contain_text("You get 5.00 back.")
    expect(bob.locator(".lying .mine")).to_have_count(0)
    expect(bob.locator(".box.lit")).to_have_count(0)
    expect(bob.locator(".roll")).to_have_text("Closed")
    assert bob.request.get("/api/v1/wallet").json()["wallet_cents"] == 1_000_00


def test_an_inspector_sees_everything_and_has_nothing_to_press(
    somebody: Somebody, table: str, ann: Callable[..., None], axe: Axe, shot: Shot
) -> None:
    eve = at(somebody("stickperson"), table)
    throw(eve, ann)
    ivy = at(somebody("inspector"), table)
    expect(ivy.locator(".crew-felt .stack")).to_have_count(2)
    expect(ivy.locator(".seat-list")).to_contain_text("15.00")
    expect(ivy.get_by_text("You see everything at this table and change nothing")).to_be_visible()
    expect(ivy.locator("#main button")).to_have_count(0)
    with ivy.expect_download() as log:
        ivy.get_by_role("link", name="Export the log").click()
    assert "BettingClosed" in Path(log.value.path()).read_text(encoding="utf-8")
    assert ivy.get_by_role("link", name="History of every roll").get_attribute("href") == f"/history?table={table}"
    shot(ivy, "crew-inspector")
    assert axe(ivy) == []


def test_an_inspector_reads_what_was_said_and_that_a_roll_was_undone(
    somebody: Somebody, table: str, ann: Callable[..., None], axe: Axe
) -> None:
    eve = at(somebody("stickperson", "pit-supervisor"), table)
    fay = at(somebody("shift-manager"), table)
    ivy = at(somebody("inspector"), table)
    said = ivy.locator(".said-list li")
    expect(said).to_have_text(["Nothing yet."])
    speak(eve, "Stickperson")
    throw(eve, ann)
    newest = ("The dice are out", "No more bets", "Bets are open")
    expect(said.locator("span")).to_have_text([re.compile(f"^{each}\\.") for each in newest])
    no_roll(eve)
    expect(said.first).to_contain_text("No roll: ")
    expect(said.first.locator("a.clause")).to_have_count(1)
    throw(eve, ann)
    called(eve, fay, 5, 4)
    expect(said.first).to_contain_text("Five and four: nine is called. Stickperson.")
    give(eve, "SettleRoll", "Settled")
    expect(said.first).to_contain_text("Roll 1 is paid: five and four, nine.")
    expect(ivy.locator("#pay-title")).to_have_text("Paid on roll 1")
    undo_the_roll(eve, fay)
    expect(said.first).to_contain_text("The last roll is undone: fire.")
    expect(ivy.locator("#pay-title")).to_have_text("Roll 1, undone")
    expect(ivy.locator(".pay-body")).to_contain_text("what it paid and took was put back")
    assert axe(ivy) == []


def test_whoever_has_no_role_is_told_so_with_the_way_on(somebody: Somebody, table: str, watch: Watch, axe: Axe) -> None:
    watch.expect("403")
    page = somebody()
    page.goto(f"/crew/{table}")
    expect(page.get_by_text("You hold no role at this table")).to_be_visible()
    expect(page.get_by_role("link", name="Go to the players' side")).to_be_visible()
    assert axe(page) == []


def test_the_dice_can_be_called_by_keyboard_alone(somebody: Somebody, table: str, ann: Callable[..., None]) -> None:
    eve = at(somebody("stickperson"), table)
    throw(eve, ann)
    eve.get_by_role("button", name="Face 1").focus()
    for key in ("6", "2", "Backspace", "6"):
        eve.keyboard.press(key)
    expect(eve.locator(".faces-says")).to_have_text("Six and six: twelve")
    for _ in range(7):  # the six faces, and starting over
        eve.keyboard.press("Tab")
    expect(eve.locator(".call-it")).to_be_focused()
    eve.keyboard.press("Enter")
    expect(eve.locator(".wait")).to_contain_text("Call roll: 6 and 6")


def test_what_changes_at_the_table_moves_no_control(somebody: Somebody, table: str, ann: Callable[..., None]) -> None:
    for options in ({}, PHONE):
        eve = at(somebody("stickperson", "dealer", **options), table)
        expect(eve.locator(".call")).to_be_visible()
        before = eve.locator("[data-duty]").evaluate_all("(all) => all.map((each) => each.offsetTop)")
        throw(eve, ann)
        tap(eve, 3, 3)
        eve.locator(".call-it").click()
        expect(eve.locator(".wait")).to_have_count(1)
        assert eve.locator("[data-duty]").evaluate_all("(all) => all.map((each) => each.offsetTop)") == before
        assert eve.evaluate("document.documentElement.scrollWidth <= innerWidth")
        no_roll(eve)
        expect(eve.locator(".crew-phase")).not_to_have_text("Dice out")
