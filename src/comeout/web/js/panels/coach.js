// The coach, when switched on, says beside the felt what the player's bets cost and what would cost less, and that
// odds have no house edge. The house compares.

import { preferences } from "../kit/preferences.js";
import { fill, h } from "../kit/dom.js";
import { advice, freeOdds } from "../bets/coach-words.js";
import { sentence } from "../kit/clause-link.js";
import { termed } from "../app/terms.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */

/** @param {Table} table */
export function coach(table) {
  const { stage, bets, spots } = table;
  const element = h("div", { class: "coach-strip", role: "status", tabindex: 0, hidden: true });
  let said = "";

  function show() {
    const mine = Object.entries(stage.sight?.table.you.bets ?? {});
    const tips = [...mine.map(([spot, bet]) => tip(spot, bet.amount)), freeOdds(bets, (spot) => table.felt.draws(spot))].filter(Boolean);
    const key = JSON.stringify([mine.length, tips]);
    element.hidden = !preferences.get("coach");
    if (element.hidden || key === said) return;
    said = key;
    const none = mine.length ? "Your bets cost little. No other bet here does the same for less." : "Before a bet that costs much, I say what it costs and what costs less.";
    fill(element, h("b", { class: "coach-name" }, "Coach"), (tips.length ? tips : [none]).map((each) => h("p", null, termed(each))));
  }

  /** Return what is to be said about a bet on the felt. @param {string} spot @param {number} cents */
  function tip(spot, cents) {
    const { cheaper } = spots[spot] ?? {};
    return advice(bets, spot, cents) || (cheaper ? sentence(cheaper.says) : "");
  }

  stage.addEventListener("shown", show);
  const ending = [
    preferences.on("easy", show), // other odds are drawn
    preferences.on("coach", () => {
      said = "";
      show();
    }),
  ];
  show();
  return { element, close: () => ending.forEach((end) => end()) };
}
