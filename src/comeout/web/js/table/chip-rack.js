// The chip rack chooses the chip to bet with, also by drag and drop, and shows what is in the rack and on the felt.

import { chip } from "../kit/chip-drawing.js";
import { moves, preferences } from "../kit/preferences.js";
import { h } from "../kit/dom.js";
import { money, short } from "../kit/money.js";

/** @typedef {import("./table-parts.d.ts").Table} Table */

const DRAG_FROM = 8;
const COUNT_MS = 500;

/**
 * Return the chooser of chips.
 * @param {Table} table
 */
export function chooser(table) {
  const { facts, bets, felt } = table;
  const buttons = facts.chips_cents.map((cents, place) =>
    h(
      "button",
      {
        type: "button",
        class: "chip-button",
        role: "radio",
        data: { cents },
        "aria-label": `Chip of ${money(cents)}`,
        title: `${short(cents)} (key ${place + 1})`,
        on: {
          click: () => choose(cents),
          keydown: (/** @type {KeyboardEvent} */ event) => step(event, place),
          pointerdown: (/** @type {PointerEvent} */ event) => drag(event, cents),
        },
      },
      chip(cents, 46),
    ),
  );
  const element = h("div", { class: "chip-set", role: "radiogroup", "aria-label": "Chip to bet with" }, buttons);

  /** @param {number} cents */
  function choose(cents) {
    preferences.set("chip", cents);
  }

  /** @param {KeyboardEvent} event @param {number} place */
  function step(event, place) {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (place + way + buttons.length) % buttons.length;
    choose(facts.chips_cents[next]);
    buttons[next].focus();
  }

  function mark() {
    buttons.forEach((button, place) => {
      const chosen = facts.chips_cents[place] === bets.chip;
      button.setAttribute("aria-checked", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    });
  }

  /** Drag a chip to a spot. @param {PointerEvent} event @param {number} cents */
  function drag(event, cents) {
    if (event.button) return;
    const from = { x: event.clientX, y: event.clientY };
    /** @type {SVGSVGElement | null} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ at) => {
      if (!ghost && Math.hypot(at.clientX - from.x, at.clientY - from.y) < DRAG_FROM) return;
      if (!ghost) {
        ghost = chip(cents, 46);
        ghost.classList.add("carried");
        document.body.append(ghost);
        choose(cents);
      }
      ghost.style.transform = `translate(${at.clientX - 23}px, ${at.clientY - 23}px)`;
    };
    const end = (/** @type {PointerEvent} */ at) => {
      for (const name of /** @type {const} */ (["pointermove", "pointerup", "pointercancel"])) removeEventListener(name, name === "pointermove" ? move : end);
      ghost?.remove();
      const spot = ghost && at.type === "pointerup" ? felt.spotAt(at.clientX, at.clientY) : null;
      if (spot) void bets.place(spot);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  const stop = preferences.on("chip", mark);
  mark();
  return { element, close: stop };
}

/** Return the totals: what is in the rack and what is on the table. @param {string} chips what the rack holds, in words */
export function totals(chips) {
  const rack = h("b", { class: "figure" }, "0.00");
  const down = h("b", { class: "figure" }, "0.00");
  const element = h(
    "dl",
    { class: "totals" },
    h("div", null, h("dt", null, chips), h("dd", null, rack)),
    h("div", null, h("dt", null, "On the felt"), h("dd", null, down)),
  );
  let shown = 0;
  let counting = 0;
  /** @type {number | undefined} */
  let ending;

  /** Show what the rack holds, without counting on. */
  function finish() {
    cancelAnimationFrame(counting);
    clearTimeout(ending);
    const said = money(shown);
    if (rack.textContent !== said) rack.textContent = said;
  }

  /** Count the rack up to what it holds now. @param {number} to */
  function count(to) {
    finish();
    const from = shown;
    ending = setTimeout(finish, COUNT_MS); // also where frames are rare
    const began = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(Math.max(now - began, 0) / COUNT_MS, 1);
      rack.textContent = money(part < 1 ? Math.round((from + (to - from) * part) / 100) * 100 : to);
      if (part < 1) counting = requestAnimationFrame(step);
    };
    shown = to;
    step(began);
  }

  /** @param {import("../app/table-socket.js").Sight} sight */
  function show(sight) {
    const { rack_cents, bets } = sight.table.you;
    if (rack_cents > shown && shown && moves()) count(rack_cents);
    else if (rack_cents !== shown) {
      shown = rack_cents;
      finish();
    }
    down.textContent = money(Object.values(bets).reduce((sum, bet) => sum + bet.amount, 0));
  }
  return { element, show, finish };
}
