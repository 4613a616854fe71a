// The next-roll panel shows what each total, and each hard way, would win or lose for the player. The house works it
// out.

import { fill, h, s, soon } from "../kit/dom.js";
import { signed } from "../kit/money.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("../app/table-socket.js").NextRoll} NextRoll */

const HALF = 50;

/** @param {Table} table */
export function numbersPart(table) {
  const { stage, bets } = table;
  const list = h("ul", { class: "numbers-list" });
  const none = h("p", { class: "none" }, "You have no bets on the felt. Make a bet, and you see here what each roll would win or lose.");
  const head = h("p", { class: "small quieter" }, "What the next roll would win or lose.");
  const element = h("div", { class: "numbers" }, head, list, none);
  /** @type {Map<string, ReturnType<typeof row>>} */
  const rows = new Map();

  function show() {
    const numbers = stage.sight?.numbers ?? null;
    none.hidden = Boolean(numbers);
    list.classList.toggle("unknown", !numbers); // it keeps its place, so that nothing moves when a bet comes or goes
    if (!numbers) return;
    const keys = Object.keys(numbers).sort((one, other) => parseInt(one, 10) - parseInt(other, 10) || one.length - other.length);
    if (keys.join() !== [...rows.keys()].join()) {
      rows.clear();
      for (const key of keys) rows.set(key, row(key, `${parseInt(key, 10)}h` in numbers));
      fill(list, [...rows.values()].map((each) => each.element));
    }
    const most = Math.max(1, ...keys.map((key) => Math.abs(numbers[key].net_cents)));
    for (const key of keys) rows.get(key)?.show(numbers[key], most, bets.name.bind(bets));
  }
  stage.addEventListener("shown", () => soon(show));
  show();
  return { element };
}

/**
 * Return the row of one number with its bar; it opens to show which bets make the figure.
 * @param {string} key
 * @param {boolean} hasHard
 */
function row(key, hasHard) {
  const hard = key.endsWith("h");
  const bar = s("rect", { y: 4, height: 10 });
  const figure = h("b", { class: "figure number-net" });
  const lines = h("ul", { class: "number-lines" });
  const details = h(
    "details",
    { name: "my-numbers" },
    h(
      "summary",
      null,
      h("span", { class: "number-name" }, h("b", { class: "figure" }, parseInt(key, 10)), hasHard && h("small", null, hard ? "hard" : "easy")),
      s("svg", { viewBox: `${-HALF} 0 ${2 * HALF} 18`, preserveAspectRatio: "none", class: "number-bar", "aria-hidden": "true" }, s("line", { x1: 0, x2: 0, y1: 0, y2: 18 }), bar),
      figure,
    ),
    lines,
  );
  const element = h("li", { data: { number: key } }, details);

  /**
   * @param {NextRoll} next
   * @param {number} most
   * @param {(spot: string) => string} name
   */
  function show(next, most, name) {
    const long = (Math.abs(next.net_cents) / most) * (HALF - 1);
    bar.setAttribute("x", String(next.net_cents < 0 ? -long : 0));
    bar.setAttribute("width", String(long));
    element.dataset.sign = String(Math.sign(next.net_cents));
    element.dataset.net = String(next.net_cents);
    figure.textContent = next.lines.length || next.net_cents ? signed(next.net_cents) : "–";
    fill(
      lines,
      next.lines.length
        ? next.lines.map((line) => h("li", null, h("span", null, `${name(line.spot)} ${said(line.outcome)}`), h("span", { class: "figure" }, signed(line.net_cents))))
        : h("li", null, "None of your bets is decided."),
    );
  }
  return { element, show };
}

/** @param {string} outcome */
function said(outcome) {
  return { won: "wins", lost: "loses", returned: "is returned", moved: "moves" }[outcome] ?? outcome;
}
