// The coach, when switched on, says beside the felt what the player's bets cost and what would cost less, and that
// odds are free. The house compares.

import { preferences } from "../kit/preferences.js";
import { fill, h } from "../kit/dom.js";
import { advice, freeOdds } from "../bets/coach-words.js";
import { sentence } from "../kit/clause-link.js";
import { termed } from "../app/terms.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */

/** @param {Table} table */
export function coach(table) {
  const { stage, bets, spots } = table;
  const element = h("div", { class: "coach-strip", role: "status", hidden: true });
  let said = "";

  function show() {
    const mine = Object.entries(stage.sight?.table.you.bets ?? {});
    const tips = [...mine.map(([spot, bet]) => tip(spot, bet.amount)), freeOdds(bets)].filter(Boolean);
    const key = JSON.stringify([mine.length, tips]);
    element.hidden = !preferences.get("coach");
    if (element.hidden || key === said) return;
    said = key;
    const none = mine.length ? "Your bets cost little: nothing here serves the same wish for less." : "Before a bet that costs much, I say what it costs and what costs less.";
    fill(element, h("b", { class: "coach-name" }, "Coach"), (tips.length ? tips : [none]).map((each) => h("p", null, termed(each))));
  }

  /** Return what is to be said about a bet on the felt. @param {string} spot @param {number} cents */
  function tip(spot, cents) {
    const { cheaper } = spots[spot] ?? {};
    return advice(bets, spot, cents) || (cheaper ? sentence(cheaper.says) : "");
  }

  stage.addEventListener("shown", show);
  const stop = preferences.on("coach", () => {
    said = "";
    show();
  });
  show();
  return { element, close: stop };
}
