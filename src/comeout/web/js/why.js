// "Why?" of every settlement: the clause in our words, how it is read where it is unclear, the sum and its rounding.

import { Refusal, get } from "./api.js";
import { call, faces } from "./call.js";
import { clauseLink, sentence } from "./clause.js";
import { ask } from "./dialog.js";
import { dice } from "./die.js";
import { fill, h, soon } from "./dom.js";
import { signed } from "./money.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./stage.js").Settled} Settled */
/** @typedef {{seat: number, spot: string, outcome: string, paid: number, at_risk: number, vigorish: number}} Line */
/** @typedef {{seq: number, number: number, a: number, b: number, net: number, spots: string[]}} Item */
/** @typedef {{id: string, problem: string, says: string, reason: string}} Reading */
/**
 * @typedef {object} WhyLine
 * @property {string} name
 * @property {string} outcome
 * @property {string} to
 * @property {number} net_cents
 * @property {string} sum
 * @property {string} rounding
 * @property {string} clause
 * @property {string} clause_says
 * @property {string} paid_by
 * @property {string} paid_by_says
 * @property {{clause: string, says: string}[]} others
 * @property {Reading[]} readings
 */
/** @typedef {{seq: number, book: string, roll: {number: number, a: number, b: number}, clause: string, clause_says: string, lines: WhyLine[]}} Why */

const KEPT = 40;
const OUTCOMES = /** @type {{[outcome: string]: string}} */ ({ won: "Won", lost: "Lost", returned: "Came back", moved: "Travelled" });

/** What a line did to somebody's money. @param {Line} line */
const net = (line) => (line.outcome === "won" ? line.paid : line.outcome === "lost" ? -line.at_risk : 0) + line.vigorish;

/** @param {Table} table */
export function whyPart(table) {
  const { stage, bets } = table;
  const list = h("ol", { class: "settlements", "aria-label": "Your last settlements, the newest first" });
  /** @type {Item[]} newest first */
  let items = [];
  const show = () => fill(list, items.length ? items.map(item) : h("li", { class: "none" }, "No bet of yours has been decided here yet. Once one is, this says by which rule, and how the sum was made."));

  /** @param {number} seq @param {number} number @param {{a: number, b: number}} roll @param {Line[]} lines @returns {Item} */
  const made = (seq, number, { a, b }, lines) => ({ seq, number, a, b, net: lines.reduce((all, line) => all + net(line), 0), spots: lines.map((line) => line.spot) });

  /** @param {Item} each */
  function item(each) {
    const names = [...new Set(each.spots)].map((spot) => bets.name(spot));
    return h(
      "li",
      null,
      h(
        "button",
        { type: "button", class: "settlement", data: { seq: each.seq }, on: { click: () => void openWhy(table, each.seq) } },
        h("span", { class: "settlement-dice" }, dice(each.a, each.b, 22)),
        h("span", { class: "settlement-says" }, h("b", null, call(each)), h("small", null, names.join(", "))),
        h("b", { class: "figure settlement-net", data: { sign: Math.sign(each.net) } }, signed(each.net)),
        h("span", { class: "settlement-why" }, "Why?"),
      ),
    );
  }

  async function load() {
    try {
      const { rolls } = await get(`/recall?table=${encodeURIComponent(table.id)}&limit=${KEPT}`);
      const shown = stage.sight?.seq ?? 0;
      const player = stage.sight?.table.you.player;
      const old = rolls.filter((/** @type {any} */ each) => each.seq <= shown && each.player === player).map((/** @type {any} */ each) => {
        return made(each.seq, each.roll, { a: each.dice[0], b: each.dice[1] }, each.lines.filter((/** @type {Line} */ line) => line.seat === each.seat));
      });
      items = [...items, ...old.filter((/** @type {Item} */ each) => each.spots.length && !items.some((known) => known.seq === each.seq))].slice(0, KEPT);
      show();
    } catch {
      // what is settled from now on is listed in any case
    }
  }

  stage.addEventListener("settled", (event) => {
    const { seq, number, roll, lines } = /** @type {CustomEvent<Settled>} */ (event).detail;
    const mine = /** @type {Line[]} */ (/** @type {unknown} */ (lines)).filter((line) => line.seat === stage.sight?.table.you.seat);
    if (!mine.length) return;
    items = [made(seq, number, roll, mine), ...items].slice(0, KEPT);
    soon(show);
  });
  table.openWhy = (seq) => void openWhy(table, seq);
  show();
  void load();
  return { element: h("div", { class: "whys" }, h("p", { class: "small quieter" }, "Every payment has its rule. Ask any of them."), list) };
}

/**
 * Explain one settlement.
 * @param {Table} table
 * @param {number} seq
 */
export async function openWhy(table, seq) {
  try {
    /** @type {Why} */
    const why = await get(`/tables/${encodeURIComponent(table.id)}/why/${seq}`);
    await ask({ title: `Why? Roll no. ${why.roll.number}`, wide: true, body: explained(why), actions: [{ label: "Close", value: null, kind: "main" }] });
  } catch (bad) {
    table.say(bad instanceof Refusal ? bad.says : "That could not be asked just now; try again.");
  }
}

/** @param {Why} why */
function explained(why) {
  const { roll, lines, book } = why;
  const total = lines.reduce((all, line) => all + line.net_cents, 0);
  return h(
    "div",
    { class: "why" },
    h("div", { class: "why-roll" }, dice(roll.a, roll.b, 40), h("p", null, h("b", null, `${call(roll)}.`), ` ${faces(roll)}.`), lines.length > 1 && h("b", { class: "figure why-total", data: { sign: Math.sign(total) } }, signed(total))),
    lines.map((line) => lineOf(book, line)),
    !lines.length && h("p", null, "It decided no bet of yours."),
    why.clause && h("section", { class: "why-puck" }, h("h3", null, "The puck"), clauseSays(book, why.clause, why.clause_says)),
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
      line.paid_by && fact("Price", clauseSays(book, line.paid_by, line.paid_by_says)),
      fact("Sum", h("span", { class: "why-sum" }, sentence(line.sum))),
      line.rounding && fact("Rounding", sentence(line.rounding)),
      line.others.map((each) => fact("Also", clauseSays(book, each.clause, each.says))),
    ),
    line.readings.length > 0 &&
      h(
        "details",
        { class: "why-readings" },
        h("summary", null, line.readings.length === 1 ? "One clause had to be read" : `${line.readings.length} clauses had to be read`),
        line.readings.map((each) => h("div", { class: "why-reading" }, h("p", null, h("span", { class: "tag" }, each.id), ` ${sentence(each.problem)}`), h("p", null, h("b", null, "Read as: "), sentence(each.says)), h("p", { class: "quieter" }, h("b", null, "Because: "), sentence(each.reason)))),
      ),
  );
}

/** @param {string} name @param {Node | string} says */
const fact = (name, says) => h("div", null, h("dt", null, name), h("dd", null, says));

/** @param {string} book @param {string} clause @param {string} says */
const clauseSays = (book, clause, says) => h("span", null, says && `${sentence(says)} `, clauseLink(book, clause));
