"""A live table in three browsers with its crew beside them: all see the same, and one who drops out comes back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, WebSocketRoute, expect

from comeout.rules.library import load_book, own_copy
from tests.page.conftest import PHONE, Visitor, player_of
from tests.page.crew_steps import at, called, give
from tests.page.served import Served
from tests.page.test_bets import SPEAKS, card
from tests.page.test_table import ALL_BETS, bet, see_it_lie, tap

NEEDS = re.compile("has the dice and needs a Pass or Don't Pass bet")


def take_a_seat(page: Page, table: str) -> None:
    """Sit down at a live table."""
    page.goto(f"/table/{table}")
    page.locator(".roll", has_text="Sit down").click()
    expect(page.locator(".seat.mine")).to_be_visible()


def take_the_dice(page: Page) -> None:
    """Take the dice; whoever sits alone is offered them until they do."""
    page.locator(".roll", has_text="Take the dice").click()
    expect(page.locator(".roll")).to_have_text(re.compile("Your dice|Bet PASS to roll|Roll"))


def throw(one: Page, other: Page, a: int, b: int) -> None:
    """No more bets; the dice are out, two people read them, and the table pays."""
    give(one, "CloseBetting", "No more bets")
    give(one, "ThrowDice", "Dice out")
    called(one, other, a, b)
    give(one, "SettleRoll", "Settled")


class Line:
    """Somebody's way to the house, which can be cut as in a lift."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._sockets: list[WebSocketRoute] = []
        self._cut = False
        page.route_web_socket(re.compile("/live$"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self._cut:
            socket.close(code=1001, reason="in a lift")
        else:
            socket.connect_to_server()
            self._sockets.append(socket)

    def cut(self) -> None:
        """Nothing comes or goes."""
        self._cut = True
        for socket in self._sockets:
            socket.close(code=1001, reason="in a lift")
        self._sockets.clear()

    def mend(self) -> None:
        """The browser hears that there is a way again."""
        self._cut = False
        self._page.evaluate("dispatchEvent(new Event('online'))")


def test_three_players_and_the_crew_see_one_table_and_one_of_them_drops_out_and_comes_back(
    visitor: Visitor, house: Served, shot: Callable[..., object], axe: Callable[[Page], list[str]]
) -> None:
    table = house.open_live("exhibit-a", "Live", dice="crew", crew="people")
    ann, bob, cy, eve, fay = visitor(), visitor(**PHONE), visitor(), visitor(), visitor()
    line = Line(cy)
    for crew in (eve, fay):
        house.grant(player_of(crew), "stickperson", table)
        at(crew, table)
    take_a_seat(ann, table)
    give(eve, "OfferDice")
    take_the_dice(ann)
    for player in (bob, cy):
        take_a_seat(player, table)
    give(eve, "OpenBetting", "Betting open")
    bet(ann, "pass")
    for player in (ann, bob, cy):
        expect(player.locator(".seat")).to_have_count(3)
        bet(player, "field")
    expect(ann.locator('.lying [data-on="field"] > g')).to_have_count(3)
    line.cut()
    expect(cy.locator(".banner")).to_contain_text("cannot be reached")
    throw(eve, fay, 5, 4)
    for player in (ann, bob):
        expect(player.locator(".totals")).to_contain_text("505.00" if player is bob else "500.00")
    assert cy.locator(".rolled").count() == 0
    line.mend()
    seq, says = ann.locator(".rolled").evaluate("each => [each.dataset.seq, each.title]")
    for player in (bob, cy):
        expect(player.locator(f'.rolled[data-seq="{seq}"]')).to_have_attribute("title", says)
        expect(player.locator(".totals")).to_contain_text("505.00")
        see_it_lie(player)
    give(eve, "OpenBetting", "Betting open")
    bet(cy, "field")
    expect(bob.locator('.lying [data-on="field"] > g')).to_have_count(1)
    throw(eve, fay, 2, 2)
    expect(cy.locator(".totals")).to_contain_text("510.00")
    for player in (ann, bob, cy):
        expect(player.locator(".rolled")).to_have_count(2)
    shot(ann, "live")
    shot(bob, "live")
    shot(eve, "live-crew", full=True)
    assert axe(ann) == []


def test_the_house_throws_by_itself_when_the_time_is_up_and_the_shooter_has_a_line_bet(
    page: Page, house: Served
) -> None:
    table = house.open_live("exhibit-a", "By itself", betting_time="3")
    take_a_seat(page, table)
    take_the_dice(page)
    bet(page, "field")
    expect(page.locator(".status .phase")).to_contain_text(NEEDS)
    tap(page, "pass")  # which may be decided before anybody sees it lie
    expect(page.locator(".rolled")).not_to_have_count(0)
    first = page.request.get(f"/api/v1/recall?table={table}").json()["rolls"][-1]
    assert first["bets"] == {"field": 500, "pass": 500}


def test_the_last_seconds_to_bet_are_counted_shown_and_said(page: Page, house: Served) -> None:
    table = house.open_live("adelaide", "Slow", betting_time="60", shooter="companion")
    page.add_init_script(SPEAKS)
    page.add_init_script("localStorage.setItem('comeout.choices', '{\"voice\": true}')")
    page.clock.install()
    take_a_seat(page, table)
    timer = page.get_by_role("timer", name="Time left to bet")
    expect(timer).to_contain_text(re.compile(r"\d+ seconds"))
    left = int(timer.inner_text().split()[0])
    page.clock.fast_forward((left - 10) * 1000)
    expect(page.locator("#says")).to_have_text("10 seconds to bet")
    expect(timer).not_to_have_class(re.compile("soon"))
    page.clock.fast_forward(5_000)
    expect(page.locator("#says")).to_have_text("5 seconds to bet")
    expect(timer).to_have_class(re.compile("soon"))
    assert page.evaluate("spoken") == ["10 seconds", "5 seconds"]


def test_dice_that_everybody_let_go_by_can_be_taken_and_all_are_told(phone: Page, house: Served) -> None:
    table = house.open_live("exhibit-a", "Let by", betting_time="60", shooter="seats")
    take_a_seat(phone, table)
    told = phone.locator(".told")
    expect(told).to_contain_text("The dice are offered to you: take them, or pass them on.")
    expect(phone.get_by_role("timer", name="Time left to take the dice")).to_be_visible()
    phone.get_by_role("button", name="Pass them on").click()
    expect(told).to_contain_text("Nobody has the dice: anybody may take them, or a companion throws.")
    expect(phone.get_by_role("timer", name="Time left to bet")).to_be_visible()
    take_the_dice(phone)
    expect(told).to_contain_text("You have the dice: make a Pass or Don't Pass bet.")


def test_what_a_roll_brought_stands_before_what_the_table_asks_for(phone: Page, house: Served) -> None:
    table = house.open_live("sentosa", "Asked after", betting_time="60", shooter="seats")
    take_a_seat(phone, table)
    expect(phone.locator(".roll")).to_have_text("Bet to get the dice")
    phone.set_viewport_size({"width": 390, "height": 664})
    brought = "Seven: seven out. Pass Line loses 10.00; Pass Line Odds loses 20.00."
    asks = "Nobody has the dice: bet on Pass or Don't Pass to get them, or a companion throws."
    whole = phone.evaluate(
        """async ([brought, asks]) => {
          const { toldLine } = await import('/js/table/message-line.js');
          const { h } = await import('/js/kit/dom.js');
          const bets = { offer: () => undefined };
          const table = { bets, felt: {}, facts: { chips_cents: [100] }, stage: { sight: null } };
          const told = toldLine(table, { card: () => {} });
          document.querySelector('.told').replaceWith(told.element);
          told.say(brought, [h('button', { class: 'button' }, 'Why?')], { stays: true });
          told.request(asks);
          const p = told.element.querySelector('p');
          const whole = [p.textContent, ...[p, told.element].map((each) => each.scrollHeight <= each.clientHeight + 1)];
          told.happened('Somebody with a name so long that it takes a whole line let the dice go by');
          return [...whole, told.element.querySelector('p').textContent];
        }""",
        [brought, asks],
    )
    assert whole == [f"{brought} {asks}", True, True, f"{brought} {asks}"]  # what has no room is only said
    expect(phone.locator(".told").get_by_role("button", name="Why?")).to_be_visible()
    expect(phone.locator("#says")).to_have_text(re.compile("let the dice go by"))


def test_a_player_whose_seat_was_freed_meanwhile_is_told_where_the_rack_is(phone: Page, house: Served) -> None:
    table = house.open_live("exhibit-a", "Freed", betting_time="60")

    def freed(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda told: socket.send(str(told).replace('"freed_cents":null', '"freed_cents":50500')))

    phone.route_web_socket(re.compile("/live$"), freed)
    phone.goto(f"/table/{table}")
    told = phone.locator(".told")
    expect(told).to_contain_text(
        "You were away, so your seat is free again. 505.00 from your rack went to your wallet."
    )
    phone.locator(".roll", has_text="Sit down").click()
    expect(phone.locator(".seat.mine")).to_be_visible()


def test_what_became_of_the_dice_is_over_when_somebody_takes_them(phone: Page, house: Served) -> None:
    table = house.open_live("exhibit-a", "Taken", betting_time="60", offer_time="1", shooter="seats")
    take_a_seat(phone, table)
    told = phone.locator(".told")
    expect(told).to_contain_text("You did not take the dice in time. Nobody has the dice")
    take_the_dice(phone)
    expect(told).to_have_text("You have the dice: make a Pass or Don't Pass bet.")


def test_a_book_of_your_own_is_played_shown_and_read_like_ours(
    page: Page, visitor: Visitor, house: Served, tmp_path: Path
) -> None:
    text, _ = own_copy(load_book("adelaide"), "My house")
    old = 'odds = "4 to 1", clause = "6(c) Any Seven"'
    assert text.count(old) == 1
    path = tmp_path / "my-house.toml"
    path.write_text(text.replace(old, old.replace("4 to 1", "5 to 1")), encoding="utf-8")
    table = house.open_live(str(path), "My table", betting_time="3", shooter="companion")
    page.add_init_script(ALL_BETS)
    take_a_seat(page, table)
    expect(page.locator('.box[data-spot="any-seven"]')).to_contain_text("5 to 1")
    opened = card(page, "any-seven")
    expect(opened).to_contain_text("Pays 5 to 1")
    expect(opened.locator(".clause").first).to_have_text("Rule 4(p)")
    page.keyboard.press("Escape")
    bet(page, "any-seven")
    expect(page.locator(".rolled")).not_to_have_count(0)
    inspector = visitor()
    house.grant(player_of(inspector), "inspector", table)
    for whose, path_of, felt in (
        (page, f"/room/{table}", ".room-felt"),
        (inspector, f"/crew/{table}", ".still-felt"),
        (page, "/history", ".board-felt"),
    ):
        whose.goto(path_of)
        expect(whose.locator(f'{felt} [data-spot="any-seven"]').first).to_contain_text("5 to 1")
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("dialog").get_by_role("link", name="Rules of this table").click()
    expect(page.locator("#bet-any-seven")).to_contain_text("5 to 1")
