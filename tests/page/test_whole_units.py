"""At the lobby's tables no cents pile up, whatever is tapped, dragged, pressed or repeated, unless asked for."""

from __future__ import annotations

import os
from typing import Any

from playwright.sync_api import Page, expect

from comeout.house.store.contract import Store
from tests.page.conftest import player_of
from tests.page.served import Served
from tests.page.test_bets import card, mine, plain_chips
from tests.page.test_line import open_from_the_lobby
from tests.page.test_table import EVERY_BOOK, WHERE, bet

ROLLS = int(os.getenv("COMEOUT_PAGE_ROLLS", "50"))

PLAYS = """async ([table, rolls, seed]) => {
  const [{ TableSocket }, { Bets }, { preferences }] = await Promise.all(
    ['/js/app/table-socket.js', '/js/bets/bets.js', '/js/kit/preferences.js'].map((each) => import(each)));
  const { evenOdds } = await import('/js/bets/bet-batches.js');
  preferences.set('coach', false);
  const facts = await (await fetch(`/api/v1/tables/${table}/spots`)).json();
  const live = new TableSocket(table);
  const stage = Object.assign(new EventTarget(), { sight: null, rolling: false });
  const asked = new Set(), odd = [], acts = {};
  let doing = '';
  new MutationObserver(() => document.querySelectorAll('dialog[open]').forEach((box) => {
    const cents = box.querySelector('h2').textContent.endsWith('paid in cents');
    if (cents) asked.add(doing);
    setTimeout(() => box.querySelector(`.dialog-actions button:${cents ? 'first' : 'last'}-child`).click());
  })).observe(document.body, { childList: true });
  const heard = (name) => new Promise((told) => live.addEventListener('event', function hear({ detail }) {
    if (detail.name !== name) return;
    live.removeEventListener('event', hear);
    told(detail);
  }));
  live.addEventListener('sight', ({ detail }) => ((stage.sight = detail), stage.dispatchEvent(new Event('shown'))));
  const reached = (seq) => new Promise((done) => {
    const look = () => stage.sight?.seq >= seq && (live.removeEventListener('sight', look), done());
    live.addEventListener('sight', look);
    look();
  });
  live.open();
  const bets = new Bets(live, stage, facts);
  const say = async (name, body) => {
    const answer = await live.act(name, body);
    if (answer.ok) await reached(answer.seq);
    return answer;
  };
  const sat = await say('Sit', { rack: 5_000_000 });
  if (!sat.ok) throw new Error(sat.says);
  const random = () => ((seed = (seed * 48271) % 2147483647) - 1) / 2147483646;
  const one = (all) => all[Math.floor(random() * all.length)];
  const open = (wanted = () => true) => facts.order.filter((spot) => bets.offer(spot)?.bet.ok && wanted(spot));
  let won = [];
  const can = {
    tap: () => one(open()),
    line: () => one(open((spot) => /^(dont-)?(pass|come)$/.test(spot))),
    odds: () => one(open((spot) => evenOdds(bets.offer(spot)).length)),
    bundle: () => one(stage.sight.bundles),
    press: () => one(open((spot) => bets.offer(spot).there_cents)),
    repeat: () => bets.can.repeat,
    double: () => bets.can.double && stage.sight.table.you.rack_cents > 40_000,
    again: () => won.length && won,
    take: () => one(bets.mine.map(({ spot }) => spot).filter((spot) => bets.offer(spot)?.take?.ok)),
  };
  const does = {
    tap: (spot) => bets.place(spot),
    line: (spot) => bets.place(spot),
    odds: (spot) => bets.place(spot, one(evenOdds(bets.offer(spot))).cents),
    bundle: (bundle) => bets.bundle(bundle),
    press: (spot) => bets.press(spot),
    repeat: () => bets.repeat(),
    double: () => bets.double(),
    again: (parts) => bets.again(parts, random() < 0.5 ? 1 : 2),
    take: (spot) => bets.take(spot),
  };
  const { you } = stage.sight.table;
  let played = 0;
  for (; played < rolls && stage.sight.table.you.rack_cents > 5_000; played++) {
    preferences.set('chip', one([100, 500, 500, 2500]));
    for (let act = 0; act < 5; act++) {
      const name = one(Object.keys(can));
      const what = can[name]();
      if (!what) continue;
      acts[name] = (acts[name] ?? 0) + 1;
      doing = name;
      await does[name](what);
    }
    won = [];
    const settled = heard('RollSettled');
    const answer = await live.act('RollNow');
    if (!answer.ok) throw new Error(answer.says);
    const { body, seq } = await settled;
    await reached(seq);
    stage.dispatchEvent(new Event('roll'));
    won = body.lines
      .filter((line) => line.seat === you.seat && line.outcome === 'won' && !bets.offer(line.spot)?.odds_for)
      .map((line) => ({ spot: line.spot, cents: line.stake }));
    const uneven = body.lines.filter((line) => line.seat === you.seat && line.paid % 100);
    odd.push(...uneven.map((line) => `${line.spot} of ${line.stake} was paid ${line.paid}`));
    const now = stage.sight.table.you;
    const amounts = { rack: now.rack_cents, ...Object.fromEntries(bets.mine.map(({ spot, cents }) => [spot, cents])) };
    odd.push(...Object.entries(amounts).filter(([, cents]) => cents % 100).map(([spot, cents]) => `${spot} ${cents}`));
  }
  live.close();
  return { played, odd: [...new Set(odd)], acts, asked: [...asked] };
}"""
"""Plays through what the house offers, with the page's own bets; dialogs are agreed to, but no bet in cents."""


def rich(house: Served, player: str) -> None:
    """Give somebody play money for a long evening."""

    async def giving(store: Store) -> None:
        await store.post(
            [("bonus", -10_000_000), (f"wallet:{player}", 10_000_000)], why="welcome", key=f"rich {player}"
        )

    house.with_store(giving)


@EVERY_BOOK
def test_taps_bundles_repeats_presses_and_odds_leave_whole_units_in_the_rack(
    calm: Page, house: Served, book: str
) -> None:
    rich(house, player_of(calm))
    calm.goto("/drill")
    opened = calm.request.post("/api/v1/tables", data={"book": book, "posted": True}).json()
    told: Any = calm.evaluate(PLAYS, [opened["id"], ROLLS, 7])
    print(book, told)
    assert told["odd"] == []
    assert set(told["asked"]) <= {"tap"}, "only a tap where nothing pays evenly asks whether cents are wanted"
    assert told["played"] == ROLLS, "nobody goes broke"
    assert min(told["acts"].get(each, 0) for each in ("tap", "odds", "bundle", "press", "repeat", "double")) > 0


def test_a_chip_that_is_dragged_and_a_card_that_is_opened_propose_what_pays_evenly(calm: Page) -> None:
    open_from_the_lobby(calm, "sentosa")
    plain = calm.locator('.box[data-spot="place-6"]')
    x, y = plain.evaluate(WHERE)
    chip = calm.get_by_role("radio", name="Chip of 25.00")
    chip.hover()
    calm.mouse.down()
    calm.mouse.move(x, y, steps=4)
    calm.mouse.up()
    expect(mine(calm, "place-6")).to_have_attribute("data-cents", "3000")
    expect(card(calm, "place-8").get_by_label("Amount to add")).to_have_value("30.00")


def test_an_amount_that_would_be_paid_in_cents_asks_first_and_names_one_that_is_not(calm: Page) -> None:
    open_from_the_lobby(calm, "sentosa")

    def type_in(amount: str) -> None:
        dialog = card(calm, "place-6")
        dialog.get_by_label("Amount to add").fill(amount)
        expect(dialog).to_contain_text("At 7 to 6 25.00 wins 29.16; 24.00 wins 28.00.")
        dialog.get_by_role("button", name=f"Bet {amount}", exact=True).click()

    asks = calm.locator("dialog", has_text="paid in cents")
    type_in("25.00")
    expect(asks).to_contain_text("At 7 to 6 25.00 wins 29.16; 24.00 wins 28.00.")
    asks.get_by_role("button", name="Bet 24.00").click()
    expect(mine(calm, "place-6")).to_have_attribute("data-cents", "2400")
    calm.get_by_role("button", name="Undo").click()
    expect(mine(calm, "place-6")).to_have_count(0)
    type_in("25.00")
    asks.get_by_label("I want this").check()
    asks.get_by_role("button", name="Bet 25.00").click()
    expect(mine(calm, "place-6")).to_have_attribute("data-cents", "2500")
    calm.get_by_role("button", name="Undo").click()
    type_in("25.00")
    expect(mine(calm, "place-6")).to_have_attribute("data-cents", "2500")


def test_whoever_bets_plain_chips_is_not_asked(calm: Page) -> None:
    open_from_the_lobby(calm, "sentosa")
    plain_chips(calm)
    calm.get_by_role("radio", name="Chip of 25.00").click()
    bet(calm, "place-6")
    expect(mine(calm, "place-6")).to_have_attribute("data-cents", "2500")


def test_odds_that_are_repeated_follow_the_new_point(page: Page) -> None:
    page.goto("/")
    assert page.evaluate(REPEATED) == [[["pass-odds", 400], ["field", 700]], [["pass-odds", 500], ["field", 700]]]


def test_a_place_bet_that_came_down_when_it_won_is_repeated_until_a_roll_without_it_after_the_seven_out(
    page: Page,
) -> None:
    page.goto("/")
    at_once, later, at_the_seven, next_hand = page.evaluate(WON)
    assert at_once == [["place-8", 1200], ["field", 500]]
    assert later == at_the_seven == [["place-8", 1200]]
    assert next_hand == []


def test_odds_are_repeated_after_a_come_out_that_could_not_have_them(page: Page) -> None:
    page.goto("/")
    assert page.evaluate(WAITING) == [["pass-odds", 400]]


FAKE = """
  const { LastLayout } = await import('/js/bets/last-layout.js');
  const open = (step) => ({ ok: true, least_cents: 100, most_cents: 10_000, even_step_cents: step });
  const stage = Object.assign(new EventTarget(), { sight: { table: { you: { seat: 1 } } } });
  const edge = { per_bet: { fraction: '1/66' }, per_roll: { fraction: '1/216' } };
  const plain = { number: null, made_here: true, edge };
  const facts = { spots: { pass: plain, field: plain, 'place-8': { ...plain, number: 8 } } };
  const offer = (spot) => offers[spot];
  const bets = { live: { table: `t${Math.random()}` }, stage, facts, mine: [], evenly: true, offer };
  const layout = new LastLayout(bets);
  const tell = (name, detail) => stage.dispatchEvent(new CustomEvent(name, { detail }));
  const again = () => layout.missing.map(({ spot, cents }) => [spot, cents]);
"""
"""A player's bets and the table they are at, as the last layout sees them."""


REPEATED = f"""async () => {{{FAKE}
  const offered = (odds_for) => ({{ there_cents: 0, odds_for, bet: open(200) }});
  const offers = {{ 'pass-odds': offered('pass'), field: offered('') }};
  bets.mine = [{{ spot: 'pass-odds', cents: 500 }}, {{ spot: 'field', cents: 700 }}];
  tell('roll');
  return [true, false].map((evenly) => ((bets.evenly = evenly), again()));
}}"""


WAITING = f"""async () => {{{FAKE}
  const offers = {{
    pass: {{ there_cents: 0, odds_for: '', bet: open(100) }},
    'pass-odds': {{ there_cents: 0, odds_for: 'pass', bet: open(200) }},
  }};
  bets.mine = [{{ spot: 'pass', cents: 500 }}, {{ spot: 'pass-odds', cents: 400 }}];
  tell('roll');
  offers['pass-odds'].bet = {{ ok: false }};
  bets.mine = [{{ spot: 'pass', cents: 500 }}];
  tell('roll'); // at which the point is set
  offers.pass.there_cents = 500;
  offers['pass-odds'].bet = open(200);
  return again();
}}"""


WON = f"""async () => {{{FAKE}
  const offered = () => ({{ there_cents: 0, odds_for: '', bet: open(100) }});
  const offers = {{ pass: offered(), field: offered(), 'place-8': offered() }};
  const pass = {{ spot: 'pass', cents: 500 }};
  const line = (spot, stake) => ({{ seat: 1, spot, stake, outcome: 'won' }});
  const settle = (...lines) => tell('settled', {{ lines, point_before: 6, point_after: 6, seven_out: false }});
  bets.mine = [pass, {{ spot: 'place-8', cents: 1200 }}, {{ spot: 'field', cents: 500 }}];
  tell('roll');
  offers.pass.there_cents = 500;
  bets.mine = [pass];
  settle(line('place-8', 1200), line('field', 500));
  const seen = [again()];
  tell('roll');
  settle();
  seen.push(again());
  tell('roll');
  tell('settled', {{ lines: [line('pass', 500)], point_before: 6, point_after: 0, seven_out: true }});
  seen.push(again());
  tell('roll');
  return [...seen, again()];
}}"""
