// The strip of a phone: the line, the bet against it and their odds as buttons over the chips, wherever the felt is
// scrolled to.

import { h, reword } from "../kit/dom.js";
import { short } from "../kit/money.js";
import { fair } from "../bets/spot-words.js";

/** @typedef {import("./table-parts.d.ts").Table} Table */
/** @typedef {import("../app/table-socket.js").Sight} Sight */

/** The kinds of box that the strip repeats, as the picture of the felt names them, with the words on their buttons. */
const LINES = /** @type {const} */ ([["line", "Pass"], ["bar-line", "Don't"]]);

/**
 * @param {Table} table
 * @param {(spot: string) => void} tap
 */
export function lineStrip({ felt, bets, facts }, tap) {
  const buttons = [...LINES.map(([kind, word]) => ({ ...button(word), spot: () => felt.spotOfKind(kind) })), { ...button("Odds"), spot: odds }];
  const element = h("div", { class: "line-strip", role: "group", "aria-label": "Line bets" }, buttons.map((each) => each.element));

  /** @param {string} word */
  function button(word) {
    const sum = h("b", { class: "figure strip-sum" });
    const pays = h("small");
    const made = h("button", { type: "button", class: "strip-bet", on: { click: () => made.dataset.spot && tap(made.dataset.spot) } }, h("span", null, word), sum, pays);
    return { element: made, sum, pays };
  }

  /** Return the odds of the line bet that the player has; of the line itself if there is none. */
  function odds() {
    const lines = LINES.map(([kind]) => felt.spotOfKind(kind));
    const behind = (/** @type {string} */ line) => facts.order.find((spot) => bets.offer(spot)?.odds_for === line) ?? "";
    const mine = lines.filter((line) => bets.offer(line)?.there_cents).map(behind);
    return mine.find((spot) => bets.offer(spot)?.bet.ok) ?? mine[0] ?? behind(lines[0]);
  }

  /** @param {Sight} sight */
  function show(sight) {
    const { offers } = sight;
    const asked = felt.asks(sight);
    for (const { element: each, sum, pays, spot: find } of buttons) {
      const spot = find();
      const offer = offers[spot];
      each.hidden = !offer || !felt.draws(spot);
      each.dataset.spot = spot;
      if (!offer) continue;
      each.classList.toggle("lit", offer.bet.ok);
      each.classList.toggle("mine", Boolean(offer.there_cents));
      each.classList.toggle("wanted", asked === spot);
      reword(sum, offer.there_cents ? short(offer.there_cents) : "");
      const edge = facts.spots[spot]?.edge?.per_bet;
      reword(pays, edge && fair(edge) && offer.bet.ok && !offer.there_cents ? "no house edge" : "");
      each.setAttribute("aria-disabled", String(!offer.bet.ok));
      each.setAttribute("aria-label", `${offer.name} in the strip${offer.there_cents ? `, ${short(offer.there_cents)} there` : ""}`);
    }
  }
  return { element, show };
}
