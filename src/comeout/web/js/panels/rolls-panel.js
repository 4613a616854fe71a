// The rolls panel lists the rolls of each point, and compares how often each total came with how often it is
// expected.

import { call, end, faces, isHard, news } from "../kit/roll-words.js";
import { fill, h, reword, s, soon } from "../kit/dom.js";
import { handAt, handWords } from "../table/recent-rolls.js";

/** @typedef {import("../app/roll-history.js").RollHistory} RollHistory */
/** @typedef {import("../app/roll-history.js").Rolled} Rolled */

const TOTALS = Array.from({ length: 11 }, (_, place) => place + 2);
const TALL = 64;
/** How many rolls a chart needs before it says anything. */
const ENOUGH = 10;

/** Return in how many of the thirty-six ways two dice make a total. @param {number} total */
const ways = (total) => 6 - Math.abs(7 - total);

/**
 * Split rolls into cycles: each ends where the puck goes off. A roll that was undone ends none.
 * @param {Rolled[]} rolls oldest first
 */
function cycles(rolls) {
  /** @type {Rolled[][]} */
  const all = [];
  let open = false;
  for (const roll of rolls) {
    if (open) all[all.length - 1].push(roll);
    else all.push([roll]);
    open = roll.undone || !end(roll);
  }
  return all;
}

/** @param {RollHistory} past */
export function rollsPart(past) {
  const list = h("ol", { class: "cycles", tabindex: 0, "aria-label": "Rolls by point, the newest first" });
  const counts = tally();
  const chart = h("div", { class: "counts" }, counts.elements);
  const hand = h("p", { class: "hand-line figure" }); // where the head has no room for it
  const element = h("div", { class: "rolls" }, hand, list, chart, h("p", { class: "small quieter chart-later" }, `The chart of totals comes after ${ENOUGH} rolls.`));
  const none = h("li", { class: "none" }, "No roll yet. The first one starts the list.");
  /** @type {Map<string, HTMLElement>} the existing lines, by their content */
  let lines = new Map();
  const show = () => {
    const known = lines;
    lines = new Map();
    for (const rolls of cycles(past.rolls).reverse()) {
      const key = JSON.stringify(rolls);
      lines.set(key, known.get(key) ?? line(rolls));
    }
    refill(list, lines.size ? [...lines.values()] : [none]);
    fill(hand, handWords(handAt(past)));
    const counted = past.rolls.filter((each) => !each.undone);
    counts.show(counted);
    chart.classList.toggle("too-few", counted.length < ENOUGH);
  };
  past.addEventListener("changed", () => soon(show));
  show();
  return { element };
}

/**
 * Update a list to these elements without touching those that it has already.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} wanted
 */
function refill(list, wanted) {
  const keeps = new Set(wanted);
  for (const old of /** @type {HTMLElement[]} */ ([...list.children])) if (!keeps.has(old)) old.remove();
  wanted.forEach((each, place) => list.children[place] === each || list.insertBefore(each, list.children[place] ?? null));
}

/** Return the line of one cycle. @param {Rolled[]} rolls */
function line(rolls) {
  const counted = rolls.filter((each) => !each.undone);
  const point = counted.find((each) => each.point_after)?.point_after ?? counted.find((each) => each.point_before)?.point_before ?? 0;
  const newest = rolls[rolls.length - 1];
  const said = newest.undone ? "" : end(newest);
  return h(
    "li",
    { class: "cycle", data: { end: said } },
    h("span", { class: "cycle-point" }, point ? [h("small", null, "Point"), h("b", { class: "figure" }, point)] : h("small", null, "Come-out")),
    h("ol", { class: "cycle-rolls" }, rolls.map(cell)),
    said && h("span", { class: "cycle-end" }, said === "made" ? "Made" : "Out"),
  );
}

/** @param {Rolled} roll */
function cell(roll) {
  const { a, b, point_before, point_after, undone } = roll;
  const kind = end(roll) || (!point_before && point_after ? "set" : point_before ? "" : "come-out");
  const said = [`${call(roll)}, ${faces(roll).toLowerCase()}`, news(roll), undone ? "Undone" : ""].filter(Boolean).join(". ");
  return h(
    "li",
    { class: `rolled ${kind}`, title: said, data: { seq: roll.seq, hard: isHard(roll) ? "yes" : "no", undone: undone ? "yes" : "no" } },
    h("span", { class: "visually-hidden" }, said),
    h("b", { class: "figure", "aria-hidden": "true" }, a + b),
    h("small", { class: "figure", "aria-hidden": "true" }, isHard(roll) ? "hard" : `${a}·${b}`),
  );
}

/** Return the tally: how often each total came, and how often it is expected. */
function tally() {
  const caption = h("caption");
  const columns = TOTALS.map(column);
  const row = (/** @type {string} */ name, /** @type {HTMLElement[]} */ cells) => h("tr", null, h("th", { scope: "row" }, name), cells);

  /** @param {Rolled[]} rolls */
  function show(rolls) {
    const came = TOTALS.map((total) => rolls.filter((each) => each.a + each.b === total).length);
    const due = TOTALS.map((total) => (rolls.length * ways(total)) / 36);
    const most = Math.max(4, ...came, ...due);
    reword(caption, `Hits in ${rolls.length} ${rolls.length === 1 ? "roll" : "rolls"}, and how many to expect`);
    columns.forEach((each, place) => each.show(came[place], rolls.length ? due[place] : null, most));
  }

  const elements = [
    h(
      "table",
      { class: "tally" },
      caption,
      h("thead", null, h("tr", { "aria-hidden": "true", class: "tally-bars" }, h("td"), columns.map(({ bar }) => h("td", null, bar))), h("tr", null, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, "Total")), TOTALS.map((total) => h("th", { scope: "col", class: "figure" }, total)))),
      h("tbody", null, row("Hits", columns.map(({ count }) => count)), row("Exp.", columns.map(({ expected }) => expected))),
    ),
    h("p", { class: "small quieter no-memory" }, "Past rolls do not predict the next: the dice have no memory, and no number is ever due."),
  ];
  return { elements, show };
}

/** Return the column of one total: a bar with a line at the expected value, and both in figures. */
function column() {
  const full = s("rect", { class: "came", x: 4, width: 12, rx: 2 });
  const mark = s("rect", { class: "due", x: 0, width: 20, height: 2 });
  const count = h("td", { class: "figure" });
  const expected = h("td", { class: "figure" });

  /**
   * @param {number} came
   * @param {number | null} due nothing before the first roll
   * @param {number} most
   */
  function show(came, due, most) {
    const high = (/** @type {number} */ many) => (many / most) * (TALL - 4);
    full.setAttribute("y", String(TALL - high(came)));
    full.setAttribute("height", String(high(came)));
    mark.setAttribute("y", String(TALL - high(due ?? 0) - 1));
    reword(count, String(came));
    reword(expected, due === null ? "–" : due.toFixed(1));
  }

  return { bar: s("svg", { viewBox: `0 0 20 ${TALL}`, width: 20, height: TALL, class: "tally-bar" }, full, mark), count, expected, show };
}
