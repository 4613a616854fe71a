// The why panel explains each settlement: the clause in plain words, how an unclear one is read, the sum and its
// rounding.

import { Refusal, get } from "../app/rest-client.js";
import { call, faces, news } from "../kit/roll-words.js";
import { clauseLink, sentence } from "../kit/clause-link.js";
import { ask } from "../kit/dialog.js";
import { dice } from "../kit/die-face.js";
import { fill, h, soon } from "../kit/dom.js";
import { money, signed } from "../kit/money.js";
import { chargedAgain } from "../bets/settled-words.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("../app/display-state.js").Settled} Settled */
/** @typedef {{seat: number, spot: string, net_cents: number}} Line */
/** @typedef {{seq: number, a: number, b: number, net: number | null, spots: string[]}} Item the net is null until the house has sent it */
/** @typedef {import("../protocol.d.ts").WhyAnswer} Why */
/** @typedef {import("../protocol.d.ts").WhyLine} WhyLine */

const KEPT = 40;
const OUTCOMES = /** @type {{[outcome: string]: string}} */ ({ won: "Won", lost: "Lost", returned: "Returned", moved: "Moved" });

/** Return what lines did to somebody's money. @param {Line[]} lines */
const netOf = (lines) => lines.reduce((all, line) => all + line.net_cents, 0);
/** @param {string} table @param {number} seq @returns {Promise<Why>} */
const whyOf = (table, seq) => get(`/tables/${encodeURIComponent(table)}/why/${seq}`);

/** @param {Table} table */
export function whyPart(table) {
  const { stage, bets } = table;
  const list = h("ol", { class: "settlements", "aria-label": "Your last settlements, the newest first" });
  /** @type {Item[]} newest first */
  let items = [];
  /** @type {Map<number, Settled>} by sequence number */
  const decisions = new Map();
  /** @param {number} seq */
  const open = (seq) => {
    const settled = decisions.get(seq);
    void openWhy(table, seq, settled ? chargedAgain(settled, stage.sight?.table.you.seat ?? null) : 0);
  };
  const show = () => fill(list, items.length ? items.map(item) : h("li", { class: "none" }, "None of your bets has been decided here yet. When one is, you see here which rule decided it and how the payment was worked out."));

  /** @param {Item} each */
  function item(each) {
    const names = [...new Set(each.spots)].map((spot) => bets.name(spot));
    return h(
      "li",
      null,
      h(
        "button",
        { type: "button", class: "settlement", data: { seq: each.seq }, on: { click: () => open(each.seq) } },
        h("span", { class: "settlement-dice" }, dice(each.a, each.b, 22)),
        h("span", { class: "settlement-says" }, h("b", null, call(each)), h("small", null, names.join(", "))),
        h("b", { class: "figure settlement-net", data: { sign: Math.sign(each.net ?? 0) } }, each.net !== null && signed(each.net)),
        h("span", { class: "settlement-why" }, "Why?"),
      ),
    );
  }

  async function load() {
    try {
      const { rolls } = await get(`/recall?table=${encodeURIComponent(table.id)}&limit=${KEPT}`);
      const shown = stage.sight?.seq ?? 0;
      const player = stage.sight?.table.you.player;
      const old = rolls
        .filter((/** @type {any} */ each) => each.seq <= shown && each.player === player)
        .map((/** @type {any} */ { seq, dice: [a, b], lines }) => ({ seq, a, b, net: netOf(lines), spots: lines.map((/** @type {Line} */ line) => line.spot) }));
      items = [...items, ...old.filter((/** @type {Item} */ each) => each.spots.length && !items.some((known) => known.seq === each.seq))].slice(0, KEPT);
      show();
    } catch {
      // later settlements are listed in any case
    }
  }

  /** Fetch what a roll did to the money of a seat. @param {Item} each @param {number} seat */
  async function reckon(each, seat) {
    try {
      each.net = netOf((await whyOf(table.id, each.seq)).lines.filter((line) => line.seat === seat));
      soon(show);
    } catch {
      // it stays on the list without its figure and can be opened
    }
  }

  stage.addEventListener("settled", (event) => {
    const settled = /** @type {CustomEvent<Settled>} */ (event).detail;
    const { seq, roll, lines } = settled;
    const seat = stage.sight?.table.you.seat;
    const mine = lines.filter((line) => line.seat === seat);
    if (!seat || !mine.length) return;
    decisions.set(seq, settled);
    const decided = { seq, a: roll.a, b: roll.b, net: null, spots: mine.map((line) => line.spot) };
    items = [decided, ...items].slice(0, KEPT);
    soon(show);
    void reckon(decided, seat);
  });
  table.openWhy = open;
  show();
  void load();
  return { element: h("div", { class: "whys" }, h("p", { class: "small quieter" }, "Every payment follows a rule. Choose one to see why."), list) };
}

/**
 * Open the explanation of one settlement.
 * @param {Table} table
 * @param {number} seq
 * @param {number} [charged] the vigorish of bets that were made again, in cents
 */
export async function openWhy(table, seq, charged = 0) {
  try {
    const why = await whyOf(table.id, seq);
    await ask({ title: `Why? Roll no. ${why.roll.number}`, wide: true, body: explained(why, charged), actions: [{ label: "Close", value: null, kind: "main" }] });
  } catch (bad) {
    table.say(bad instanceof Refusal ? bad.says : "That did not work. Try again.");
  }
}

/** @param {Why} why @param {number} charged the vigorish of bets that were made again, in cents */
function explained(why, charged) {
  const { roll, lines, book } = why;
  const total = netOf(lines);
  return h(
    "div",
    { class: "why" },
    h("div", { class: "why-roll" }, dice(roll.a, roll.b, 40), h("p", null, h("b", null, `${call(roll)}.`), ` ${faces(roll)}.`), lines.length > 1 && h("b", { class: "figure why-total", data: { sign: Math.sign(total) } }, signed(total))),
    lines.map((line) => lineOf(book, line)),
    !lines.length && h("p", null, "This roll decided none of your bets."),
    charged > 0 && h("section", { class: "why-line" }, h("h3", null, h("span", null, "Made again"), h("b", { class: "figure", data: { sign: -1 } }, signed(-charged))), h("p", null, `Winners stay up: ${money(charged)} vigorish for the new bet was taken from your rack.`)),
    why.clause && news(roll) && h("section", { class: "why-puck" }, h("h3", null, "The puck"), clauseSays(book, why.clause, why.clause_says)),
  );
}

/** @param {string} book @param {WhyLine} line */
function lineOf(book, line) {
  return h(
    "section",
    { class: "why-line", data: { outcome: line.outcome } },
    h("h3", null, h("span", null, line.name), h("span", { class: "tag" }, OUTCOMES[line.outcome] ?? line.outcome), h("b", { class: "figure", data: { sign: Math.sign(line.net_cents) } }, signed(line.net_cents))),
    h(
      "dl",
      { class: "why-facts" },
      fact("Rule", clauseSays(book, line.clause, line.clause_says)),
      line.paid_by && fact("Pays", clauseSays(book, line.paid_by, line.paid_by_says)),
      fact("Sum", h("span", { class: "why-sum" }, sentence(line.sum))),
      line.rounding && fact("Rounding", sentence(line.rounding)),
      line.others.map((each) => fact("Also", clauseSays(book, each.clause, each.says))),
    ),
    line.readings.length > 0 &&
      h(
        "details",
        { class: "why-readings" },
        h("summary", null, line.readings.length === 1 ? "How an unclear clause was read" : `How ${line.readings.length} unclear clauses were read`),
        line.readings.map((each) => h("div", { class: "why-reading" }, h("p", null, sentence(each.problem)), h("p", null, h("b", null, "Read as: "), sentence(each.says)), h("p", { class: "quieter" }, h("b", null, "Because: "), sentence(each.reason)))),
      ),
  );
}

/** @param {string} name @param {Node | string} says */
const fact = (name, says) => h("div", null, h("dt", null, name), h("dd", null, says));

/** @param {string} book @param {string} clause @param {string} says */
const clauseSays = (book, clause, says) => h("span", null, says && `${sentence(says)} `, clauseLink(book, clause));
