// The dealer drill deals bets and a roll, asks for every payment, and marks the answers by clause, amount and time.

import { Refusal, cached, get, post } from "../app/rest-client.js";
import { clauseLink } from "../kit/clause-link.js";
import { toast } from "../kit/dialog.js";
import { dice } from "../kit/die-face.js";
import { $, fill, h, style } from "../kit/dom.js";
import { newId } from "../kit/random-id.js";
import { clock, money, parseMoney } from "../kit/money.js";
import { announce } from "../kit/announce.js";
import { stillFelt } from "../app/still-felt.js";

/** @typedef {import("../protocol.d.ts").Drill} Drill */
/** @typedef {import("../protocol.d.ts").DrillBet} DrillBet */
/** @typedef {import("../protocol.d.ts").Marked} Marked */

const OUTCOMES = [
  ["", "Choose …"],
  ["stays", "stays"],
  ["won", "wins"],
  ["lost", "loses"],
  ["returned", "is returned"],
  ["moved", "moves"],
];

/** @type {import("../app/routes.js").Show} */
export async function show(root, _params, query) {
  await style("/css/drill.css");
  /** @type {{book: string, house: string}[]} */
  const books = await cached("/lobby/books");
  const book = h("select", { "aria-label": "Book" }, books.map((each) => h("option", { value: each.book, selected: each.book === query.get("book") }, each.house)));
  const level = h("select", { "aria-label": "Level" }, ["First shifts", "Busy table", "Full layout"].map((name, place) => h("option", { value: place + 1, selected: String(place + 1) === query.get("level") }, name)));
  const floor = h("div", { class: "drill-floor" });
  const score = { drills: 0, bets: 0, right: 0, milliseconds: 0 };
  const said = h("p", { class: "small quieter figure drill-score", role: "status" });
  /** @type {() => void} */
  let stop = () => {};
  const next = async (/** @type {string} */ seed) => {
    stop();
    stop = await deal(floor, book.value, level.value, seed, {
      again: () => void next(newSeed()),
      marked: (marked) => {
        score.drills += 1;
        score.bets += marked.bets;
        score.right += marked.right;
        score.milliseconds += marked.milliseconds;
        fill(said, `${score.drills} ${score.drills === 1 ? "drill" : "drills"}: ${score.right} of ${score.bets} bets right, ${(score.milliseconds / score.bets / 1000).toFixed(1)} s a bet`);
      },
    });
  };
  for (const each of [book, level]) each.addEventListener("change", () => void next(newSeed()));
  fill(
    root,
    h("h1", null, "Dealer drill"),
    h("p", { class: "quieter" }, "Here are some bets and a roll. Say what happens to each bet, and what you pay on top of the stake. Every mark names its clause."),
    h("div", { class: "drill-choose" }, book, level, h("button", { type: "button", class: "button", on: { click: () => void next(newSeed()) } }, "Another layout")),
    said,
    floor,
  );
  await next(query.get("seed") ?? newSeed());
  return { title: "Dealer drill", close: () => stop() };
}

const newSeed = () => newId(4);

/**
 * Show a drill; returns a function that stops its clock.
 * @param {HTMLElement} floor
 * @param {string} book
 * @param {string} level
 * @param {string} seed
 * @param {{again: () => void, marked: (marked: Marked) => void}} then
 */
async function deal(floor, book, level, seed, then) {
  const path = /** @type {const} */ (`/drill/${encodeURIComponent(book)}/${encodeURIComponent(seed)}?level=${level}`);
  const drill = await get(path);
  const felt = await stillFelt(book, `${drill.says} ${drill.bets.map((bet) => `${bet.name} ${money(bet.amount_cents)}`).join(", ")}`);
  felt.lay({ point: drill.point, bets: drill.bets.map((bet) => ({ spot: bet.spot, cents: bet.amount_cents, button: bet.button })) });
  const timer = h("span", { class: "figure drill-clock" }, "0:00");
  const began = performance.now();
  const ticking = setInterval(() => fill(timer, clock((performance.now() - began) / 1000)), 500);
  const rows = drill.bets.map((bet) => row(bet, felt.light));
  const missing = h("p", { class: "refusal drill-missing", role: "alert" });
  const mark = async () => {
    const open = rows.filter((each) => each.lacks());
    fill(missing, open.length ? `Still missing: ${open.map((each) => each.lacks()).join(", ")}.` : "");
    if (open.length) return open[0].focus();
    clearInterval(ticking);
    try {
      const answers = Object.fromEntries(rows.map((each) => [each.spot, each.read()]));
      const marked = await post(path, { answers, milliseconds: Math.round(performance.now() - began) });
      then.marked(marked);
      showMarks(form, drill, marked, then.again);
    } catch (bad) {
      toast(bad instanceof Refusal ? bad.says : "That could not be marked. Try again.", { kind: "bad" });
    }
  };
  const form = h(
    "form",
    { class: "panel drill-form", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), void mark()) } },
    h("div", { class: "spread" }, h("h2", null, "Pay it"), timer),
    rolled(drill),
    h("p", { class: "small quieter" }, `Payments are made in units of ${money(drill.payable_unit_cents)}.`),
    h("div", { class: "drill-rows" }, rows.map((each) => each.element)),
    missing,
    h("button", { class: "button main" }, "Mark it"),
  );
  fill(floor, h("div", { class: "drill-felt" }, felt.element), form);
  return () => clearInterval(ticking);
}

/**
 * Return the form row of one bet to decide.
 * @param {DrillBet} bet
 * @param {(spots: string[]) => void} light
 */
function row(bet, light) {
  const outcome = h("select", { "aria-label": `What happens to ${bet.name}` }, OUTCOMES.map(([value, name]) => h("option", { value }, name)));
  const pay = h("input", { inputmode: "decimal", autocomplete: "off", placeholder: "pays", "aria-label": `What ${bet.name} pays`, disabled: true });
  outcome.addEventListener("change", () => {
    pay.disabled = outcome.value !== "won";
    if (!pay.disabled) pay.focus();
  });
  const charge = bet.vigorish_cents ? `, charge ${money(bet.vigorish_cents)} paid` : "";
  const element = h(
    "div",
    { class: "drill-row", on: { focusin: () => light([bet.spot]), mouseenter: () => light([bet.spot]) } },
    h("div", null, h("strong", null, bet.name), h("div", { class: "small quieter figure" }, `${money(bet.amount_cents)}${charge}${bet.button ? `, button ${bet.button}` : ""}`)),
    outcome,
    pay,
  );
  const paid = () => (outcome.value === "won" ? parseMoney(pay.value) : 0);
  const lacks = () => (!outcome.value ? bet.name : paid() === null ? `what ${bet.name} pays` : "");
  const focus = () => (outcome.value ? pay : outcome).focus();
  const read = () => ({ outcome: outcome.value, pay_cents: paid() ?? 0 });
  return { spot: bet.spot, element, read, lacks, focus };
}

/** Return the roll of a drill, which stays when the answers are marked. @param {Drill} drill */
const rolled = (drill) => h("p", { class: "drill-roll" }, dice(...drill.dice, 40), h("strong", null, drill.says));

/**
 * @param {HTMLElement} form
 * @param {Drill} drill
 * @param {Marked} marked
 * @param {() => void} again
 */
function showMarks(form, drill, marked, again) {
  const { book } = drill;
  const staked = new Map(drill.bets.map((bet) => [bet.spot, money(bet.amount_cents)]));
  const all = marked.right === marked.bets;
  const verdict = `${marked.right} of ${marked.bets} right in ${clock(marked.milliseconds / 1000)}. Paid ${money(marked.told_cents)}, due ${money(marked.paid_cents)}.`;
  fill(
    form,
    h("h2", { tabindex: -1 }, all ? "All correct" : "Marked"),
    h("p", { class: "figure" }, verdict),
    rolled(drill),
    h(
      "ul",
      { class: "marks" },
      marked.marks.map((each) =>
        h(
          "li",
          { class: each.right ? "right" : "wrong" },
          h("div", null, h("span", { class: each.right ? "tag good" : "tag bad" }, each.right ? "right" : "wrong"), " ", h("strong", null, each.name), " ", h("span", { class: "figure quieter" }, staked.get(each.spot)), ` ${each.verdict}`),
          h("p", { class: "small" }, each.says.split(/ The (?:clause|reading) is /)[0]),
          h("p", { class: "small quieter" }, each.clauses.flatMap((cited) => [clauseLink(book, cited.clause), ` ${cited.says} `])),
        ),
      ),
    ),
    h("button", { type: "button", class: "button main", on: { click: again } }, "Next layout"),
  );
  announce(verdict);
  $("h2", form).focus();
}
