// The help dialog explains how the table is used, and how each basic bet of this rulebook wins and loses, in the
// house's words.

import { Refusal, cached } from "../app/rest-client.js";
import { allLessons, learned, takeLesson } from "../app/lessons.js";
import { ask } from "../kit/dialog.js";
import { h } from "../kit/dom.js";
import { termed } from "../app/terms.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */

/**
 * Return how each wager of a book wins and loses, one sentence each.
 * @param {string} book
 * @returns {Promise<Map<string, string>>}
 */
export async function howBetsGo(book) {
  /** @type {{wagers: {id: string, says: string}[]}} */
  const reading = await cached(`/books/${encodeURIComponent(book)}/reading`);
  return new Map(reading.wagers.map((each) => [each.id, each.says]));
}

const STEPS = [
  "Choose a chip, then tap a lit spot: the chip is your bet, or the nearest amount that the spot pays evenly. Undo takes it back.",
  "Roll the dice. The line under the table says what you won or lost, and Why? explains it with the rule.",
  "The puck shows the point: ON and its number, or OFF while there is none.",
  "You cannot bet on a spot that is not lit. Tap it to read why.",
  "Long-press a spot (or right-click it with a mouse) to bet another amount, press a bet or take it down.",
];

/**
 * Close the help and go to a lesson, so that nothing lies over its first step.
 * @param {Table} table
 * @param {string} lesson
 * @param {MouseEvent} event
 */
function begin(table, lesson, event) {
  /** @type {HTMLElement} */ (event.currentTarget).closest("dialog")?.close();
  takeLesson(lesson).catch((bad) => table.say(bad instanceof Refusal ? bad.says : "That did not work. Try again."));
}

/** Open the help of a table. @param {Table} table */
export async function openHelp(table) {
  const { facts, bets, felt } = table;
  const [goes, lessons] = await Promise.all([howBetsGo(bets.book).catch(() => new Map()), allLessons().catch(() => [])]);
  const basic = facts.order.filter((spot) => facts.spots[spot]?.level && facts.spots[spot]?.edge && felt.draws(spot));
  const spotOf = new Map(basic.map((spot) => [facts.spots[spot].wager, spot]));
  await ask({
    title: "How to play",
    wide: true,
    body: [
      h("div", { class: "row" }, lessons.map((lesson) => h("button", { type: "button", class: "button", on: { click: (/** @type {MouseEvent} */ event) => begin(table, lesson.id, event) } }, learned().includes(lesson.id) ? `${lesson.title} ✓` : lesson.title))),
      h("ol", { class: "plain-steps" }, STEPS.map((each) => h("li", null, termed(each)))),
      h("h3", null, "The basic bets here"),
      h(
        "dl",
        { class: "basic-bets" },
        [...goes].flatMap(([wager, says]) => {
          const spot = spotOf.get(wager);
          return spot ? [h("div", null, h("dt", null, facts.spots[spot].name.replace(/ (on )?\d+(?=$|[ ,])/, "")), h("dd", null, termed(says)))] : [];
        }),
      ),
      h("p", null, h("a", { href: `/rules/${encodeURIComponent(bets.book)}` }, "All rules of this table")),
    ],
    actions: [{ label: "Close", value: null, kind: "main" }],
  });
}
