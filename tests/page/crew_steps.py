"""What the tests of the crew's console do in one step: come to the table, speak in a role, throw, call, undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.test_table import ALL_BETS, SEATED, bet

Axe = Callable[[Page], list[str]]
Shot = Callable[..., Path]

"""A player in a browser, without the page of the table."""

SIGN = """async () => {
  const { waitingList } = await import('/js/crew/waiting-list.js');
  const signed = [];
  let role = 'dealer';
  const list = waitingList((title, name, body) => signed.push(body.by), () => role);
  const by = ['dealer', 'boxperson'];
  const asked = { name: 'CallRoll', says: 'Call it', body: {}, by, asked_by: 'Eve', mine: false, seconds: 30, may: by };
  const dice = { gone: [], unchecked: [], lost: [] };
  list.show({ duties: [], floor: { seconds: [asked], offers: [], bets: [], disputes: [], dice, pay: null } });
  for (role of ['dealer', 'boxperson', 'inspector']) list.element.querySelector('button').click();
  return signed;
}"""
"""Agrees to one thing in three roles, the last of which may not."""

THROWS = """window.thrown = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.thrown += Number(this.classList.contains("die-way"));
  return animate.apply(this, how);
};"""
"""Counts the dice that tumble."""

CYCLES = """async () => {
  const { rollsPart } = await import('/js/panels/rolls-panel.js');
  const roll = (seq, a, b, point_before, point_after, undone = false) =>
    ({ seq, number: seq, a, b, point_before, point_after, seven_out: a + b === 7 && point_before > 0, undone });
  const rolls = [roll(1, 4, 2, 0, 6, true), roll(2, 3, 2, 0, 5), roll(3, 3, 4, 5, 0, true), roll(4, 6, 5, 5, 5)];
  const { element } = rollsPart(Object.assign(new EventTarget(), { rolls }));
  return [...element.querySelectorAll('.cycle')].map((each) => each.querySelector('.cycle-point').textContent);
}"""
"""The points that the panel of rolls names: six was undone before five came, and so was a seven out."""


def of(book: str) -> pytest.MarkDecorator:
    """Play a test at a table of this book."""
    return pytest.mark.parametrize("table", [book], indirect=True)


def at(page: Page, table: str) -> Page:
    page.goto(f"/crew/{table}")
    expect(page.locator(".crew-phase")).not_to_have_text("Connecting to the table")
    return page


def speak(page: Page, role: str) -> None:
    tab = page.locator(".role-tab", has_text=role)
    tab.click()
    expect(tab).to_have_attribute("aria-pressed", "true")


def give(page: Page, name: str, phase: str = "") -> None:
    """Press a command, and see the table reach a phase."""
    page.locator(f"[data-duty={name}]").click()
    if phase:
        expect(page.locator(".crew-phase")).to_have_text(phase)


def try_to(page: Page, name: str) -> None:
    """Press a command that says it is not its time: a browser does not mind, and neither does a person."""
    button = page.locator(f"[data-duty={name}]")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)


def throw(page: Page, ann: Callable[..., None]) -> None:
    """Bets are taken and the dice are out."""
    give(page, "OpenBetting", "Betting open")
    ann(("PlaceBet", {"spot": "pass", "amount": 1_000}), ("PlaceBet", {"spot": "field", "amount": 500}))
    give(page, "CloseBetting", "No more bets")
    give(page, "ThrowDice", "Dice out")


def undo_the_roll(one: Page, other: Page) -> None:
    """There is a fire: two people invalidate the outcome."""
    speak(one, "Pit supervisor")
    give(one, "InvalidateOutcome")
    dialog = one.get_by_role("dialog")
    dialog.get_by_label("Fire").check()
    dialog.get_by_role("button", name="Ask for it").click()
    dialog.get_by_text("Nothing happens until").wait_for()
    dialog.get_by_role("button", name="Ask for it").click()
    other.get_by_role("button", name="Agree: Invalidate outcome: fire").click()


def tap(page: Page, *faces: int) -> None:
    for face in faces:
        page.locator(f'.call [data-face="{face}"]').click()


def no_roll(page: Page) -> None:
    """A throw that does not count."""
    give(page, "CallNoRoll")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("One die came to rest on top of the other").check()
    dialog.get_by_role("button", name="Call no roll").click()


def at_felt(page: Page, table: str) -> Page:
    """A player with chips before a table that people run."""
    page.add_init_script(ALL_BETS)
    page.goto(f"/table/{table}?sit")
    page.wait_for_function(SEATED)
    return page


def say_to_crew(page: Page, what: str) -> None:
    """Say it from the menu, which holds what could be done when it was opened; if that was too early, open it again."""
    said = page.get_by_role("dialog").get_by_role("button", name=what)
    page.get_by_role("button", name="More", exact=True).click()
    try:
        expect(said).to_be_visible(timeout=3000)
    except AssertionError:
        page.keyboard.press("Escape")
        page.get_by_role("button", name="More", exact=True).click()
    said.click()


def object_to_the_dice(page: Page) -> None:
    say_to_crew(page, "Object to the dice as called")
    page.get_by_role("dialog").get_by_role("button", name="Object", exact=True).click()


def throw_with(crew: Page, player: Page) -> None:
    """A player bets on the page, and the dice are out."""
    give(crew, "OpenBetting", "Betting open")
    bet(player, "pass")
    give(crew, "CloseBetting", "No more bets")
    give(crew, "ThrowDice", "Dice out")


def called(one: Page, other: Page, a: int, b: int) -> None:
    """Two people read the same dice."""
    tap(one, a, b)
    one.locator(".call-it").click()
    other.get_by_role("button", name=f"Agree: Call roll: {a} and {b}").click()
    expect(one.locator(".crew-phase")).to_have_text("Roll called")
