// The card beside a spot tells its facts while the pointer or the focus is on it, and goes when they go: what lies
// there and whose it is, what it pays and costs, and whether it can be bet on.

import { fill, h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { chipsOf, tell } from "./spot-words.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */

const GAP = 10;

/**
 * Return the card and its functions.
 * @param {Table} table
 * @param {(spot: string) => Element | undefined} boxOf where a spot is drawn
 */
export function spotHint(table, boxOf) {
  const { bets, facts, stage } = table;
  const element = h("div", { class: "spot-hint", role: "tooltip", hidden: true });
  /** @type {string | null} */
  let shown = null;

  /** Show the card of a spot, or none. @param {string | null} spot */
  function look(spot) {
    shown = spot;
    draw();
  }

  function draw() {
    const offer = shown ? bets.offer(shown) : undefined;
    const box = shown ? boxOf(shown) : undefined;
    element.hidden = !offer || !box;
    if (!shown || !offer || !box) return;
    const lines = [...tell(facts.spots[shown], offer, facts.chips_cents), ...stacks(shown)];
    fill(element, h("b", null, facts.spots[shown]?.name ?? offer.name), h("ul", null, lines.map((each) => h("li", null, each))));
    place(box.getBoundingClientRect());
  }

  /** Return the chips of each other player on a spot. @param {string} spot */
  function stacks(spot) {
    const sight = stage.sight;
    const { you, layout, seats } = sight?.table ?? {};
    const others = Object.entries(layout?.seats?.[spot] ?? {}).filter(([seat]) => Number(seat) !== you?.seat);
    return others.map(([seat, cents]) => `${seats?.find((each) => each.seat === Number(seat))?.name ?? `Seat ${seat}`}: ${money(cents)} (${chipsOf(cents, facts.chips_cents)})`);
  }

  /** Stand beside a box: above it, or below where there is no room. @param {DOMRect} at */
  function place(at) {
    const { offsetWidth: w, offsetHeight: t } = element;
    const above = at.top - t - GAP;
    const left = Math.max(GAP, Math.min(at.left + at.width / 2 - w / 2, innerWidth - w - GAP));
    element.style.left = `${left}px`;
    element.style.top = `${above >= GAP ? above : Math.min(at.bottom + GAP, innerHeight - t - GAP)}px`;
  }

  const hide = () => look(null);
  stage.addEventListener("shown", draw);
  addEventListener("scroll", hide, { passive: true });
  return { element, look, close: () => removeEventListener("scroll", hide) };
}
