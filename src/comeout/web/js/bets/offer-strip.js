// The strip beside the line offers what fits the moment: all odds that can be made, by bet and multiple, and after a
// win the same bet again, a larger one, or none.

import { fill, h } from "../kit/dom.js";
import { money, short } from "../kit/money.js";
import { evenOdds, oneUp, sum } from "./bet-batches.js";
import { fair } from "./spot-words.js";
import { termed } from "../app/terms.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("../app/table-socket.js").Offer} Offer */
/** @typedef {import("../app/display-state.js").Settled} Settled */
/** @typedef {{spot: string, cents: number, paid: number}} Won */

const LITTLE_ROOM = matchMedia("(max-width: 43.99rem), (max-height: 30rem)");
/** How far a wheel that counts lines goes with one. */
const LINE_PX = 20;

/** @param {Table} table */
export function offerStrip(table) {
  const { bets, facts, stage, felt } = table;
  const element = h("div", { class: "offers", role: "group", "aria-label": "Offers", hidden: true });
  /** @type {Won[]} */
  let won = [];
  /** What is drawn, and the odds that the player has closed, until there are others. */
  let [drawn, dismissed] = ["", ""];
  /** The spots of odds that were offered before the last roll already. @type {Set<string>} */
  let before = new Set();

  /** Show what can be offered now. */
  function show() {
    const sight = stage.sight;
    const found = sight && sight.table.you.seat !== null && !stage.rolling ? oddsNow() : [];
    const those = JSON.stringify(found.map(([spot, offer]) => [spot, offer.bet.odds]));
    if (!found.length && !stage.rolling) dismissed = "";
    const odds = those === dismissed ? [] : found;
    const wins = stage.rolling ? [] : won;
    const key = JSON.stringify([wins, odds.length && those]);
    element.hidden = !wins.length && !odds.length;
    if (!element.hidden && key === drawn) return;
    drawn = element.hidden ? "" : key;
    if (element.hidden) return void fill(element);
    const strips = (/** @type {boolean} */ old) => odds.filter(([spot]) => before.has(spot) === old).map(([spot, offer]) => oddsStrip(spot, offer));
    const row = h("div", { class: "offers-row", on: { scroll: () => edge(row), wheel } }, strips(false), wins.length ? winStrip(wins) : null, strips(true));
    fill(
      element,
      row,
      h("button", { type: "button", class: "button quiet icon", "aria-label": "Close the offers", on: { click: () => ((dismissed = those), (won = []), show()) } }, "×"),
    );
    widen();
    edge(row);
  }

  /** Take as much of the line as the offers need; the style says how much that may be. */
  function widen() {
    element.classList.add("measured");
    const wide = element.offsetWidth + 1;
    element.classList.remove("measured");
    /** @type {HTMLElement | null} */ (element.closest(".dock"))?.style.setProperty("--wanted", `${wide}px`);
  }

  /** Scroll along the row also with a wheel that goes up and down. @param {WheelEvent} event */
  function wheel(event) {
    const row = /** @type {HTMLElement} */ (event.currentTarget);
    if (row.scrollWidth <= row.clientWidth || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    row.scrollLeft += event.deltaY * (event.deltaMode ? LINE_PX : 1);
  }

  /** Fade the edge behind which there is more. @param {HTMLElement} row */
  function edge(row) {
    row.classList.toggle("goes-on", row.scrollWidth - row.scrollLeft - row.clientWidth > 4);
  }

  /** Return the odds that a bet can get now and has none of, those of the line first. @returns {[string, Offer][]} */
  function oddsNow() {
    const found = /** @type {[string, Offer][]} */ (facts.order.map((spot) => [spot, bets.offer(spot)])).filter(([, offer]) => evenOdds(offer).length && !offer.there_cents);
    const travels = (/** @type {[string, Offer]} */ [, offer]) => Number(Boolean(facts.spots[offer.odds_for]?.number));
    return found.sort((one, other) => travels(one) - travels(other));
  }

  /** @param {string} spot @param {Offer} offer */
  function oddsStrip(spot, offer) {
    const base = bets.name(offer.odds_for);
    const edge = facts.spots[spot]?.edge;
    const flat = bets.offer(offer.odds_for)?.there_cents ?? 0;
    /** Name odds of exactly so many times the bet, by what is staked or won; what pays evenly may be a little less. @param {Offer["bet"]["odds"][0]} step */
    const named = ({ times, cents, wins_cents: wins }) => (!times ? "Full " : !flat || [cents, wins].includes(times * flat) ? `${times}x ` : "");
    return h(
      "div",
      { class: "offers-part odds-offer", data: { spot } },
      h("span", { class: "odds-base" }, termed("Odds"), ` behind ${base}`, h("span", { class: "offers-more" }, edge && fair(edge.per_bet) ? ", with no house edge" : ""), ":"),
      fitting(evenOdds(offer)).map((step) =>
        h("button", { type: "button", class: "button", "aria-description": `Odds behind ${base}`, on: { click: () => void take(spot, step.cents) } }, h("b", null, `${named(step)}${short(step.cents)}`), h("small", null, ` wins ${short(step.wins_cents)}`)),
      ),
    );
  }

  /** Make odds, say what they do and put the focus on them. @param {string} spot @param {number} cents */
  async function take(spot, cents) {
    if (await bets.place(spot, cents)) felt.focusOn(spot);
  }

  /** @param {Won[]} wins */
  function winStrip(wins) {
    const names = wins.map(({ spot }) => bets.name(spot)).join(", ");
    const button = (/** @type {string} */ label, /** @type {string} */ says, /** @type {() => unknown} */ act) => h("button", { type: "button", class: "button", title: says, on: { click: () => ((won = []), show(), void act()) } }, label);
    const up = oneUp(wins, (spot) => bets.tapped(spot));
    const more = short(sum(up) - sum(wins));
    const stays = wins.filter(({ spot }) => bets.offer(spot)?.there_cents);
    return h(
      "div",
      { class: "offers-part win-offer" },
      h("span", null, `${names} won ${money(wins.reduce((all, { paid }) => all + paid, 0))}:`),
      button("Same", "Bet the same again", () => bets.again(wins, 1)),
      up.length > 0 && button(wins.length > 1 ? "+1 unit" : `+${more}`, `Bet one unit more: ${more}`, () => bets.again(up, 1, "One unit more")),
      button("Press", "Bet twice as much", () => bets.again(wins, 2)),
      stays.length > 0 && button("Down", "Take it down", () => bets.down(stays.map(({ spot }) => spot))),
    );
  }

  /** Remember what a roll has won. @param {Settled} settled */
  function settled({ lines }) {
    const seat = stage.sight?.table.you.seat ?? null;
    won = lines
      .filter((line) => line.seat === seat && line.outcome === "won" && (bets.offer(line.spot)?.there_cents || bets.offer(line.spot)?.bet.ok) && !bets.offer(line.spot)?.odds_for)
      .map((line) => ({ spot: line.spot, cents: line.stake, paid: line.paid }));
    show();
  }

  bets.addEventListener("changed", () => {
    won = [];
    show();
  });
  stage.addEventListener("rolling", () => {
    before = new Set(oddsNow().map(([spot]) => spot));
    won = [];
    show();
  });
  stage.addEventListener("shown", show);
  let room = "";
  const sized = new ResizeObserver(() => {
    const now = `${innerWidth} ${LITTLE_ROOM.matches}`;
    if (room && now !== room) drawn = "";
    room = now;
    show();
  });
  sized.observe(document.documentElement);
  return { element, show, settled, close: () => sized.disconnect() };
}

/** Return the steps that get a button: where there is little room, the first two and the full odds; the card of the odds has all. @template T @param {T[]} steps */
const fitting = (steps) => (LITTLE_ROOM.matches && steps.length > 3 ? [...steps.slice(0, 2), ...steps.slice(-1)] : steps);
