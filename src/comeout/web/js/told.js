// One line under the felt that speaks of the spot in question: what it is and takes, or why it was refused and what to
// do instead. It keeps its height, so that nothing on the page moves.

import { clauseLink, sentence } from "./clause.js";
import { fill, h } from "./dom.js";
import { tell } from "./felt.js";
import { money } from "./money.js";
import { announce } from "./speak.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{spot: string, says: string, clause: string, instead_cents?: number[]}} Refused */

const STAYS_MS = 9000;

/**
 * The line, and what can be said on it.
 * @param {Table} table
 * @param {(spot: string) => void} openCard
 */
export function toldLine(table, openCard) {
  const { bets, felt, facts } = table;
  const element = h("div", { class: "told" });
  let until = 0;
  /** @type {string | null} */
  let about = null;

  /** @param {string | null} spot */
  function look(spot) {
    about = spot ?? about;
    if (performance.now() < until && !spot) return;
    if (performance.now() < until - STAYS_MS + 900) return;
    until = 0;
    describe();
  }

  function describe() {
    if (performance.now() < until) return;
    const offer = about ? bets.offer(about) : undefined;
    element.className = "told";
    if (!about || !offer) {
      fill(element, h("p", null, h("b", null, "Choose a chip, then tap a lit spot. "), "Press long, or right-click, for amounts and figures."));
      return;
    }
    const spot = about;
    fill(
      element,
      h("p", null, h("b", null, facts.spots[spot]?.name ?? offer.name), h("span", null, ` ${tell(facts.spots[spot], offer).join(" · ")}`)),
      h("button", { type: "button", class: "button quiet", "aria-label": `Amounts and figures of ${offer.name}`, on: { click: () => openCard(spot) } }, "Amounts"),
    );
  }

  /** @param {Refused} no */
  function refused(no) {
    until = performance.now() + STAYS_MS;
    about = no.spot;
    const offer = bets.offer(no.spot);
    const instead = no.instead_cents?.length ? no.instead_cents : [];
    element.className = "told refused";
    fill(
      element,
      h("p", null, h("b", null, `${bets.name(no.spot)}: refused. `), sentence(no.says), " ", clauseLink(bets.book, no.clause)),
      instead.map((cents) => h("button", { type: "button", class: "button", on: { click: () => ((until = 0), void bets.place(no.spot, cents)) } }, `Bet ${money(cents)}`)),
      !instead.length && !offer?.bet.ok && neighbours(no.spot).map((spot) => h("button", { type: "button", class: "button", on: { click: () => ((until = 0), void bets.place(spot)) } }, bets.name(spot))),
      /\byour own limit\b/.test(no.says) && h("a", { class: "button", href: "/account" }, "Your limits"),
      offer?.bet.ok && h("button", { type: "button", class: "button quiet", on: { click: () => openCard(no.spot) } }, "Amounts"),
    );
    felt.shake(no.spot);
    announce(`${bets.name(no.spot)} refused: ${no.says}${instead.length ? `. Accepted: ${instead.map(money).join(", ")}` : ""}`, { urgent: true });
    setTimeout(describe, STAYS_MS + 50);
  }

  /** What is open near a spot that is not: what it supports, or the same number. @param {string} spot */
  function neighbours(spot) {
    const facts_ = facts.spots[spot];
    const base = bets.offer(spot)?.odds_for;
    return facts.order
      .filter((each) => each !== spot && bets.offer(each)?.bet.ok && (each === base || (facts_?.number && facts.spots[each]?.number === facts_.number)))
      .slice(0, 2);
  }

  /** @param {string} text @param {(Node | null)[]} [more] */
  function say(text, more = []) {
    until = performance.now() + STAYS_MS;
    element.className = "told";
    const said = sentence(text);
    fill(element, h("p", null, said), more);
    announce(said);
    setTimeout(describe, STAYS_MS + 50);
  }

  describe();
  return { element, look, describe, refused, say };
}
