// The coach, when switched on, shows where a bet of the player's could be made at a lower house edge. The house
// compares.

import { preferences } from "../kit/preferences.js";
import { fill, h } from "../kit/dom.js";
import { money } from "../kit/money.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("../protocol.d.ts").CheaperAnswer} Cheaper */

/** @param {Table} table */
export function coach(table) {
  const { stage, bets, spots } = table;
  const element = h("div", { class: "coach-strip", role: "status", hidden: true });
  let said = "";

  function show() {
    const mine = Object.entries(stage.sight?.table.you.bets ?? {});
    const tips = mine.filter(([spot]) => spots[spot]?.cheaper);
    const key = JSON.stringify(tips);
    element.hidden = !preferences.get("coach");
    if (element.hidden || key === said) return;
    said = key;
    fill(element, h("b", { class: "coach-name" }, "Coach"), tips.length ? tips.map(([spot, bet]) => tip(spot, bet.amount)) : h("p", null, mine.length ? "There is no cheaper way to make your bets here." : "Make a bet, and I tell you if there is a cheaper way."));
  }

  /** @param {string} spot @param {number} cents */
  function tip(spot, cents) {
    const { says, parts } = /** @type {Cheaper} */ (spots[spot].cheaper);
    const instead = (parts ?? []).map((part) => `${money(shareOf(cents, part.share))} on ${bets.name(part.spot)}`);
    return h("details", null, h("summary", null, `${money(cents)} on ${bets.name(spot)}: ${instead.length ? `${instead.join(" and ")} wins as much at a lower cost` : "there is a cheaper way"}`), h("p", { class: "small quieter" }, says));
  }

  stage.addEventListener("shown", show);
  const stop = preferences.on("coach", () => {
    said = "";
    show();
  });
  show();
  return { element, close: stop };
}

/** @param {number} cents @param {string} share a fraction in text */
function shareOf(cents, share) {
  const [above, below] = share.split("/").map(Number);
  return Math.round((cents * above) / (below || 1));
}
