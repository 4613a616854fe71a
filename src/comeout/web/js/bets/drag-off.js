// Drag and drop of the player's own chips: off the felt they come down. A finger must rest on them first, so that
// scrolling is never taken for it.

import { stack } from "../kit/chip-drawing.js";
import { fill, h, s } from "../kit/dom.js";
import { money } from "../kit/money.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */

const DRAG_FROM = 8;
const REST_MS = 220;
const CARD_MS = 230; // after that a finger that still rests has opened the card of the spot
const NEAR_PX = 14;
const SIZE = 56;

/** @param {Table} table */
export function dragOff(table) {
  const { bets, felt, stage } = table;
  /** @type {{spot: string, cents: number, id: number, x: number, y: number, resting: boolean, ghost: HTMLElement | null} | null} */
  let held = null;
  /** @type {number | undefined} */
  let rests;
  let told = false;

  /** Return the spot whose own chips are at a point of the screen. @param {number} x @param {number} y */
  function chipsAt(x, y) {
    for (const group of /** @type {NodeListOf<SVGGElement>} */ (felt.element.querySelectorAll(".lying [data-on]"))) {
      const box = group.querySelector(".mine")?.getBoundingClientRect();
      if (box?.width && x > box.left - NEAR_PX && x < box.right + NEAR_PX && y > box.top - NEAR_PX && y < box.bottom + NEAR_PX && felt.spotAt(x, y) === group.dataset.on) return group.dataset.on ?? "";
    }
    return "";
  }

  /** @param {PointerEvent} event */
  function down(event) {
    drop();
    if (event.button || !event.isPrimary || stage.rolling) return;
    const spot = chipsAt(event.clientX, event.clientY);
    const cents = stage.sight?.table.you.bets[spot]?.amount ?? 0;
    if (!spot || !cents) return;
    held = { spot, cents, id: event.pointerId, x: event.clientX, y: event.clientY, resting: event.pointerType === "mouse", ghost: null };
    if (!held.resting) rests = setTimeout(() => (held && lift(held.x, held.y), (rests = setTimeout(drop, CARD_MS))), REST_MS);
    for (const [name, act] of HEARD) addEventListener(name, act);
  }

  /** Pick the chips up. @param {number} x @param {number} y */
  function lift(x, y) {
    if (!held) return;
    held.resting = true;
    held.ghost = h("div", { class: "lifted", "aria-hidden": "true" }, s("svg", { viewBox: "-28 -28 56 56", width: SIZE, height: SIZE }, stack({ cents: held.cents, r: 22, kind: "mine" })), h("span", null, ""));
    document.body.append(held.ghost);
    felt.element.dataset.lifted = held.spot;
    mark(true);
    follow(x, y);
  }

  /** Dim the chips that are in the hand. @param {boolean} on */
  function mark(on) {
    for (const group of felt.element.querySelectorAll(".lying [data-on]")) group.classList.toggle("in-hand", on && group instanceof SVGElement && group.dataset.on === held?.spot);
  }

  /** Return whether a point is off the felt. @param {number} x @param {number} y */
  const off = (x, y) => !document.elementFromPoint(x, y)?.closest(".picture");

  /** @param {number} x @param {number} y */
  function follow(x, y) {
    if (!held?.ghost) return;
    held.ghost.style.transform = `translate(${x - SIZE / 2}px, ${y - SIZE / 2}px)`;
    const away = off(x, y);
    held.ghost.classList.toggle("off", away);
    const label = /** @type {HTMLElement} */ (held.ghost.lastElementChild);
    fill(label, away ? `Take down ${money(held.cents)}` : "Drop off the felt");
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!held || event.pointerId !== held.id) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > DRAG_FROM;
    if (far && !held.resting) return scrolls();
    if (far) clearTimeout(rests);
    if (far && !held.ghost) lift(event.clientX, event.clientY);
    follow(event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!held || event.pointerId !== held.id) return;
    const { spot, ghost, x, y } = held;
    const [atX, atY] = [event.clientX, event.clientY];
    const moved = ghost && Math.hypot(atX - x, atY - y) > DRAG_FROM;
    drop();
    if (!moved) return;
    addEventListener("click", swallow, true); // the end of a drag is no tap
    setTimeout(() => removeEventListener("click", swallow, true));
    if (off(atX, atY)) void bets.take(spot);
    else if (felt.spotAt(atX, atY) !== spot) bets.say(`The chips stay on ${bets.name(spot)}. Drop them off the felt to take them down.`);
  }

  /** A finger that moves at once scrolls the felt; say once how chips are picked up. */
  function scrolls() {
    const quick = held && !held.resting;
    drop();
    if (!quick || told) return;
    told = true;
    bets.say("To take chips down, rest your finger on them for a moment, then drag them off the felt.");
  }

  /** @param {Event} event */
  const swallow = (event) => (event.preventDefault(), event.stopPropagation());

  /** Let go of the chips; they lie where they lay. */
  function drop() {
    clearTimeout(rests);
    for (const [name, act] of HEARD) removeEventListener(name, act);
    held?.ghost?.remove();
    held = null;
    delete felt.element.dataset.lifted;
    mark(false);
  }

  /** @param {KeyboardEvent} event */
  const escape = (event) => event.key === "Escape" && drop();
  /** @type {[string, (event: any) => void][]} */
  const HEARD = [["pointermove", move], ["pointerup", up], ["pointercancel", scrolls], ["blur", drop], ["keydown", escape]];
  /** A finger that has picked chips up does not scroll. @param {TouchEvent} event */
  const still = (event) => held?.ghost && event.cancelable && event.preventDefault();
  felt.element.addEventListener("pointerdown", down);
  felt.element.addEventListener("touchmove", still, { passive: false });
  felt.element.addEventListener("contextmenu", drop); // a long press opens the card
  felt.element.addEventListener("dragstart", swallow);
  stage.addEventListener("rolling", drop);
  return { close: drop };
}
