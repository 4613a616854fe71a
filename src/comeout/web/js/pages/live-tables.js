// The lobby's cards of live tables: puck, players, last rolls and a countdown for each.

import { capital, fill, h, reword } from "../kit/dom.js";
import { clock, money } from "../kit/money.js";

/** @typedef {import("../protocol.d.ts").Special} Special */
/** @typedef {import("../protocol.d.ts").TableLine} TableLine */

/**
 * @param {HTMLElement} live
 * @param {HTMLElement} note
 * @param {() => void} create opens a table of your own
 */
export function liveSection(live, note, create) {
  return h(
    "section",
    { class: "live", "aria-labelledby": "live-title" },
    h(
      "div",
      { class: "spread" },
      h("h2", { id: "live-title" }, "Live tables"),
      h("button", { type: "button", class: "button", on: { click: create } }, "Open a table of your own"),
    ),
    note,
    live,
  );
}

/**
 * @param {HTMLElement} live
 * @param {TableLine[]} tables
 * @param {Special[]} books
 * @param {number} asked
 */
export function fillLive(live, tables, books, asked) {
  const found = tables.filter((each) => each.mode === "live" && !each.closed);
  if (!found.length) {
    fill(live, h("p", { class: "panel" }, "No live table is open now. Open one of your own and send its address to friends, or play by yourself above."));
    return;
  }
  refill(live, found.map((table) => liveCard(table, books)));
  tick(live, asked);
}

/**
 * @param {TableLine} table
 * @param {Special[]} books
 */
function liveCard(table, books) {
  const limits = table.line_min_cents
    ? table.line_max_cents ? `line bet ${money(table.line_min_cents)} to ${money(table.line_max_cents)}` : `line bet from ${money(table.line_min_cents)}`
    : "";
  const house = houseOf(books, table.book);
  const named = table.name === table.book ? house : table.name;
  const rests = table.seated ? capital(table.waiting || table.phase) : "Starts when somebody sits down";
  return h(
    "article",
    { class: "live-card panel" },
    h("h3", null, named),
    h("p", { class: "quieter small" }, [named === house ? `${table.betting_seconds} s betting time` : house, limits].filter(Boolean).join(" · ")),
    h(
      "div",
      { class: "row small" },
      h("span", { class: `puck ${table.point ? "on" : "off"}` }, puck(table)),
      h("span", null, `${table.seated} ${table.seated === 1 ? "player" : "players"}`),
      table.shooter && h("span", null, `${table.shooter} shoots`),
      h("span", { class: "countdown figure", data: { closes: table.closes_in_ms ?? "" } }, table.closes_in_ms === null ? rests : ""),
    ),
    h("div", { class: "last-rolls small figure", role: "img", "aria-label": `Last rolls: ${table.last_rolls.slice(-8).map(([a, b]) => a + b).join(", ") || "none yet"}` }, table.last_rolls.slice(-8).map(([a, b]) => h("span", null, a + b))),
    h(
      "div",
      { class: "row bottom" },
      h("a", { class: "button main", href: `/table/${table.id}?sit` }, table.sits ? "Back to your seat" : "Join"),
      h("a", { class: "button", href: `/table/${table.id}?watch` }, "Watch"),
      h("a", { class: "button quiet", href: `/room/${table.id}` }, "Room display"),
      table.roles.length > 0 && h("a", { class: "button", href: `/crew/${table.id}` }, table.roles.includes("inspector") ? "Inspect" : "Crew console"),
    ),
  );
}

/**
 * Update the countdowns between two answers of the house.
 * @param {HTMLElement} live
 * @param {number} asked
 */
export function tick(live, asked) {
  for (const each of live.querySelectorAll(".countdown[data-closes]")) {
    const closes = each.getAttribute("data-closes");
    if (!closes) continue;
    const left = Number(closes) - (performance.now() - asked);
    const text = left > 0 ? `bets close in ${clock(left / 1000)}` : "no more bets";
    reword(each, text);
  }
}

/**
 * Replace the content of an element if it changes, and restore the focus to the same link.
 * @param {HTMLElement} part
 * @param {...(HTMLElement | HTMLElement[])} children
 */
export function refill(part, ...children) {
  const next = fill(/** @type {HTMLElement} */ (part.cloneNode(false)), ...children);
  if (part.isEqualNode(next)) return;
  const here = document.activeElement;
  const href = part.contains(here) && here?.getAttribute("href");
  fill(part, [...next.childNodes]);
  if (href) /** @type {HTMLElement | null} */ (part.querySelector(`a[href="${CSS.escape(href)}"]`))?.focus({ preventScroll: true });
}

/** @param {TableLine} table */
export const puck = (table) => (table.point ? `Puck ON ${table.point}` : "Puck OFF");

/**
 * @param {Special[]} books
 * @param {string} id
 */
export const houseOf = (books, id) => books.find((each) => each.book === id)?.house ?? id;
