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
/** How much worse it is to cover the words of the box itself than any box that can be bet on. */
const WORDS_WEIGH = 20;

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
    element.classList.toggle("glance", Boolean(ends));
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

  /**
   * Stand beside a box, on the cloth: above it, below it, or to a side, where there is room and the fewest boxes that can
   * be bet on are covered. After a tap with a finger, which taps the next box soon, stand over the felt rather than on one.
   * @param {Element} box
   */
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
    const words = [...(box.parentElement?.querySelectorAll("text") ?? [])].map((text) => text.getBoundingClientRect());
    const lit = [...document.querySelectorAll(".felt .box.lit .area")].map((area) => area.getBoundingClientRect());
    const free = places
      .filter(([across, down]) => across >= cloth.left && across + w <= cloth.right && down >= cloth.top && down + t <= cloth.bottom)
      .map((place) => ({ place, covers: lit.reduce((sum, each) => sum + overlap(each, place, w, t), 0) + WORDS_WEIGH * words.reduce((sum, each) => sum + overlap(each, place, w, t), 0) }))
      .sort((one, other) => one.covers - other.covers)[0];
    const over = Math.max(cloth.top, document.querySelector(".felt-tabs")?.getBoundingClientRect().bottom ?? 0);
    const above = ends && (!free || free.covers > 0) && over < cloth.top + cloth.height / 3;
    const [across, down] = above ? [along, Math.max(0, over - t)] : (free?.place ?? [along, within(top - t - GAP, cloth.top, cloth.bottom - t)]);
    element.style.left = `${across}px`;
    element.style.top = `${down}px`;
  }

  const hide = () => look(null);
  const roll = () => (ends ? hide() : draw());

  /** Go with the next touch. One that lands on the card is meant for it, and not for what it covers. @param {PointerEvent} event */
  function touch(event) {
    if (event.pointerType === "mouse") return;
    removeEventListener("click", swallow, true);
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const hit = !element.hidden && event.clientX > left && event.clientX < right && event.clientY > top && event.clientY < bottom;
    hide();
    if (!hit) return;
    event.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
  }
  const swallow = (/** @type {Event} */ event) => (event.stopPropagation(), event.preventDefault());
  stage.addEventListener("shown", draw);
  stage.addEventListener("rolling", roll);
  addEventListener("scroll", draw, { passive: true, capture: true });
  addEventListener("pointerdown", touch, true);

  function close() {
    hide();
    removeEventListener("scroll", draw, true);
    removeEventListener("pointerdown", touch, true);
    removeEventListener("click", swallow, true);
    element.remove();
  }
  return { element, look, close };
}

/** Return the part of a side of a box to stand beside: all of it, or where the pointer is if it is long. @param {number} from @param {number} to @param {number | undefined} pointer */
const near = (from, to, pointer) => (pointer === undefined || to - from < LONG_PX ? [from, to] : [pointer - POINTER_PX, pointer + POINTER_PX]);

/** Return the area of a rectangle that a card of this size would cover. @param {DOMRect} rect @param {number[]} place @param {number} w @param {number} t */
function overlap({ left, right, top, bottom }, [across, down], w, t) {
  return Math.max(0, Math.min(right, across + w) - Math.max(left, across)) * Math.max(0, Math.min(bottom, down + t) - Math.max(top, down));
}
