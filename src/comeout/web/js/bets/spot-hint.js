// The card beside a spot tells its facts while the pointer or the focus is on it, and goes when they go, and while dice
// roll: what lies there and whose it is, what it pays and costs, and whether it can be bet on.

import { fill, h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { chipsOf, tell } from "./spot-words.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */

const GAP = 10;
/** From here on a box is long, and its card stands by the pointer. */
const LONG_PX = 160;
const POINTER_PX = 20;

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

  /** @type {{x: number, y: number} | undefined} where the pointer is; a long box has its card there */
  let at;
  /** @type {number | undefined} the end of a look that does not end by itself */
  let ends;

  /** Show the card of a spot, or none. @param {string | null} spot @param {{at?: {x: number, y: number}, ms?: number}} [how] where the pointer is, and how long to look */
  function look(spot, how = {}) {
    clearTimeout(ends);
    ends = how.ms ? setTimeout(() => look(null), how.ms) : undefined;
    [shown, at] = [spot, how.at];
    draw();
  }

  function draw() {
    const offer = shown ? bets.offer(shown) : undefined;
    const box = shown ? boxOf(shown) : undefined;
    element.hidden = !offer || !box || stage.rolling;
    if (!shown || !offer || !box || stage.rolling) return;
    const lines = [...tell(facts.spots[shown], offer, facts.chips_cents), ...stacks(shown)];
    fill(element, h("b", null, facts.spots[shown]?.name ?? offer.name), h("ul", null, lines.map((each) => h("li", null, each))));
    place(box);
  }

  /** Return the chips of each other player on a spot. @param {string} spot */
  function stacks(spot) {
    const sight = stage.sight;
    const { you, layout, seats } = sight?.table ?? {};
    const others = Object.entries(layout?.seats?.[spot] ?? {}).filter(([seat]) => Number(seat) !== you?.seat);
    return others.map(([seat, cents]) => `${seats?.find((each) => each.seat === Number(seat))?.name ?? `Seat ${seat}`}: ${money(cents)} (${chipsOf(cents, facts.chips_cents)})`);
  }

  /** Stand beside a box, on the cloth: above it, below it, or to a side, where there is room. @param {Element} box */
  function place(box) {
    const { offsetWidth: w, offsetHeight: t } = element;
    const around = box.getBoundingClientRect();
    const [left, right] = near(around.left, around.right, at?.x);
    const [top, bottom] = near(around.top, around.bottom, at?.y);
    const cloth = (box.closest(".cloth") ?? document.body).getBoundingClientRect();
    const within = (/** @type {number} */ wish, /** @type {number} */ from, /** @type {number} */ to) => Math.max(from + GAP, Math.min(wish, to - GAP));
    const along = within((left + right - w) / 2, cloth.left, cloth.right - w);
    const beside = within((top + bottom - t) / 2, cloth.top, cloth.bottom - t);
    const places = [[along, top - t - GAP], [along, bottom + GAP], [right + GAP, beside], [left - w - GAP, beside]];
    const free = places.find(([across, down]) => across >= cloth.left && across + w <= cloth.right && down >= cloth.top && down + t <= cloth.bottom);
    const [across, down] = free ?? [along, within(top - t - GAP, cloth.top, cloth.bottom - t)];
    element.style.left = `${across}px`;
    element.style.top = `${down}px`;
  }

  const hide = () => look(null);
  const roll = () => (ends ? hide() : draw());
  const touch = (/** @type {PointerEvent} */ event) => event.pointerType !== "mouse" && hide();
  stage.addEventListener("shown", draw);
  stage.addEventListener("rolling", roll);
  addEventListener("scroll", draw, { passive: true, capture: true });
  addEventListener("pointerdown", touch, true);

  function close() {
    hide();
    removeEventListener("scroll", draw, true);
    removeEventListener("pointerdown", touch, true);
    element.remove();
  }
  return { element, look, close };
}

/** Return the part of a side of a box to stand beside: all of it, or where the pointer is if it is long. @param {number} from @param {number} to @param {number | undefined} pointer */
const near = (from, to, pointer) => (pointer === undefined || to - from < LONG_PX ? [from, to] : [pointer - POINTER_PX, pointer + POINTER_PX]);
