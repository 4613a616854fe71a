"""Players who speak to the crew: calls, late bets, disputes, and what the console shows of them."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.page.conftest import Somebody
from tests.page.crew_steps import (
    CYCLES,
    SIGN,
    THROWS,
    Axe,
    at,
    at_felt,
    called,
    give,
    no_roll,
    object_to_the_dice,
    of,
    say_to_crew,
    speak,
    throw_with,
)
from tests.page.test_table import SEATED, bet
from tests.page.test_table import tap as felt_tap

# ------------------------------------------------------------------ players who speak to the crew


def test_a_player_objects_to_the_dice_as_called_and_the_boxperson_rules(
    somebody: Somebody, table: str, axe: Axe
) -> None:
    bob = at_felt(somebody(), table)
    eve, fay = (at(somebody("stickperson", "boxperson"), table) for _ in range(2))
    speak(eve, "Stickperson")
    throw_with(eve, bob)
    called(eve, fay, 5, 4)
    expect(bob.locator(".told")).to_contain_text("nine is called.")
    expect(eve.locator("[data-duty=RuleOnRoll].due")).to_have_count(0)
    say_to_crew(bob, "Object to the dice as called")
    expect(bob.get_by_role("dialog")).to_contain_text("Five and four are called: nine.")
    bob.get_by_role("dialog").get_by_role("button", name="Object", exact=True).click()
    expect(bob.locator(".told")).to_contain_text("The face of a die is disputed; the crew decides.")
    assert axe(bob) == []
    speak(eve, "Boxperson")
    expect(eve.locator(".wait.due")).to_contain_text("A player objects to the dice as called")
    expect(eve.locator(".wait.due")).to_contain_text("Rule on it before the roll is settled.")
    expect(eve.locator("[data-duty=RuleOnRoll]")).to_have_class("duty due")
    give(eve, "RuleOnRoll")
    dialog = eve.get_by_role("dialog")
    rule, void = dialog.locator(".button.main"), dialog.get_by_label("The throw is void: no faces")
    rule.click()
    expect(dialog.get_by_role("alert")).to_have_text("Tap both faces, or tick that the throw is void.")
    void.check()
    dialog.locator('[data-face="6"]').click()
    expect(void).not_to_be_checked()
    rule.click()
    expect(dialog.get_by_role("alert")).to_have_text("Tap the second face too.")
    assert axe(eve) == []
    dialog.locator('[data-face="5"]').click()
    rule.click()
    expect(bob.locator(".told")).to_contain_text("eleven is called.")
    lie_on_felt(bob, 6, 5, "Eleven")
    expect(eve.locator(".waits")).to_have_text("Nothing is waiting.")


def lie_on_felt(player: Page, a: int, b: int, words: str) -> None:
    """The dice lie in the middle of a player's felt, with what the stick says."""
    expect(player.locator(".thrown")).to_have_attribute("data-at", "middle")
    for cube, face in zip(player.locator(".cube").all(), (a, b), strict=True):
        expect(cube).to_have_attribute("data-face", str(face))
    expect(player.locator(".stick-call")).to_have_text(words)


def test_dice_lie_on_the_felt_when_they_are_called_and_are_paid_where_they_lie(somebody: Somebody, table: str) -> None:
    bob = somebody()
    bob.add_init_script(THROWS)
    at_felt(bob, table)
    eve, fay = at(somebody("stickperson"), table), at(somebody("stickperson"), table)
    throw_with(eve, bob)
    expect(bob.locator(".thrown")).to_be_hidden()
    called(eve, fay, 5, 4)
    lie_on_felt(bob, 5, 4, "Nine")
    expect(bob.locator(".puck-words")).to_have_text("The puck is OFF")
    give(eve, "SettleRoll", "Settled")
    lie_on_felt(bob, 5, 4, "NineThe point is nine")
    expect(bob.locator(".puck-words")).to_have_text("The puck is ON 9")
    assert bob.evaluate("thrown") == 0


def test_dice_that_were_called_and_do_not_count_leave_the_felt(somebody: Somebody, table: str) -> None:
    bob = at_felt(somebody(), table)
    eve, fay = at(somebody("stickperson"), table), at(somebody("stickperson"), table)
    throw_with(eve, bob)
    called(eve, fay, 5, 4)
    lie_on_felt(bob, 5, 4, "Nine")
    no_roll(eve)
    expect(bob.locator(".thrown")).to_be_hidden()


def test_a_disputed_throw_is_void_only_if_the_boxperson_says_so(somebody: Somebody, table: str) -> None:
    bob = at_felt(somebody(), table)
    eve, fay = (at(somebody("stickperson", "boxperson"), table) for _ in range(2))
    speak(eve, "Stickperson")
    throw_with(eve, bob)
    called(eve, fay, 5, 4)
    object_to_the_dice(bob)
    speak(eve, "Boxperson")
    give(eve, "RuleOnRoll")
    dialog = eve.get_by_role("dialog")
    for face in (6, 5):
        dialog.locator(f'[data-face="{face}"]').click()
    dialog.get_by_label("The throw is void: no faces").check()
    expect(dialog.locator(".faces-says")).to_have_text("Tap both faces")
    dialog.locator(".button.main").click()
    expect(bob.locator(".told")).to_contain_text("No roll: ")


def test_players_hear_of_a_throw_that_does_not_count(somebody: Somebody, table: str) -> None:
    bob = at_felt(somebody(), table)
    eve = at(somebody("stickperson"), table)
    throw_with(eve, bob)
    no_roll(eve)
    expect(bob.locator(".told")).to_contain_text("No roll: ")
    expect(bob.locator(".told")).to_contain_text("The throw does not count and every bet stays.")
    expect(bob.locator(".told a.clause")).to_have_count(1)


def test_a_dispute_is_decided_and_its_owner_asks_for_a_review(somebody: Somebody, table: str, axe: Axe) -> None:
    bob = at_felt(somebody(), table)
    eve = at(somebody("pit-supervisor"), table)
    say_to_crew(bob, "Raise a dispute")
    assert axe(bob) == []
    bob.get_by_role("dialog").get_by_label("What was not right?").fill("my chips were moved")
    bob.get_by_role("dialog").get_by_role("button", name="Raise it").click()
    expect(bob.locator(".told")).to_contain_text("Your dispute has the number 1; the crew decides it")
    expect(eve.locator(".wait")).to_contain_text("my chips were moved")
    give(eve, "DecideDispute")
    eve.get_by_role("dialog").locator("select[name=dispute]").select_option("1")
    eve.get_by_role("dialog").locator("textarea").fill("they lay on the line")
    eve.get_by_role("dialog").locator(".button.main").click()
    expect(bob.locator(".told")).to_contain_text("Dispute 1 is decided: they lay on the line.")
    bob.reload()
    bob.wait_for_function(SEATED)
    say_to_crew(bob, "Dispute 1: the decision")
    expect(bob.get_by_role("dialog")).to_contain_text("they lay on the line")
    bob.get_by_role("dialog").get_by_role("button", name="Ask for a review").click()
    expect(bob.locator(".told")).to_contain_text("The decision on dispute 1 goes to review")
    expect(eve.locator(".wait")).to_contain_text("Dispute 1, seat 1: a review is asked for")
    expect(eve.locator(".wait")).to_contain_text("Decided: they lay on the line.")


@of("exhibit-a")
def test_a_late_bet_is_asked_for_and_lies_once_two_of_the_crew_have_confirmed_it(
    somebody: Somebody, table: str
) -> None:
    bob = at_felt(somebody(), table)
    eve, fay = at(somebody("stickperson", "dealer"), table), at(somebody("boxperson"), table)
    speak(eve, "Stickperson")
    throw_with(eve, bob)
    felt_tap(bob, "field")
    bob.locator(".told.refused").get_by_role("button", name="Ask the crew to take").click()
    expect(bob.locator(".told")).to_contain_text("is waiting for the crew to accept it")
    expect(bob.locator('.lying [data-on="field"] .mine')).to_have_count(0)
    eve.locator(".wait").get_by_role("button", name="Confirm bet").click()
    expect(fay.locator(".wait")).to_contain_text("confirmed by ")
    expect(fay.locator(".wait")).to_contain_text("still to confirm: ")
    fay.locator(".wait").get_by_role("button", name="Confirm bet").click()
    expect(bob.locator('.lying [data-on="field"] .mine')).to_be_visible()


@of("sentosa")
def test_players_hear_that_a_round_is_void_and_what_they_have_back(somebody: Somebody, table: str) -> None:
    bob = at_felt(somebody(), table)
    eve, fay = at(somebody("boxperson", "dealer"), table), at(somebody("shift-manager"), table)
    speak(eve, "Dealer")
    give(eve, "OpenBetting", "Betting open")
    bet(bob, "pass")
    speak(eve, "Boxperson")
    give(eve, "Interrupt")
    eve.get_by_role("dialog").locator(".button.main").click()
    fay.get_by_role("button", name="Agree: Interrupt").click()
    told = bob.locator(".told")
    expect(told).to_contain_text("Bets are returned")
    expect(told).to_contain_text("You get 5.00 back.")
    expect(told.locator("a.clause")).to_have_count(1)
    expect(bob.locator(".totals")).to_contain_text("500.00")


def test_whoever_agrees_signs_in_the_role_they_speak_in_when_they_press(page: Page) -> None:
    page.goto("/drill")
    assert page.evaluate(SIGN) == ["dealer", "boxperson", "dealer"]


def test_a_roll_that_was_undone_names_no_point(page: Page) -> None:
    page.goto("/drill")
    assert page.evaluate(CYCLES) == ["Point5"]
