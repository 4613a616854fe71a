// The rail: four buttons of the player's own and the line to type a bet in. On a phone it takes turns with the strip of
// line bets, so that the felt loses nothing.

import { PLACES, choices, example, openOwn, openTyped, ownAct } from "./own-acts.js";
import { fill, h, reword, s } from "../kit/dom.js";
import { money, short } from "../kit/money.js";
import { preferences } from "../kit/preferences.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("../app/table-socket.js").Sight} Sight */

export const RAIL_KEYS = ["q", "w", "e", "t"];
const LONG_PRESS_MS = 480;
const STEADY_PX = 10;
const DRAWN = { type: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8", change: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3", turn: "M4 8h13M13 4l4 4-4 4M20 16H7M11 12l-4 4 4 4" };

/** @param {keyof typeof DRAWN} name */
const icon = (name) => s("svg", { viewBox: "0 0 24 24", width: 20, height: 20, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" }, s("path", { d: DRAWN[name] }));

/**
 * @param {Table} table
 * @param {HTMLElement} strip the strip of line bets
 * @param {() => boolean} watches returns whether whoever looks on has no chips
 */
export function rail(table, strip, watches) {
  const { bets, stage } = table;
  const buttons = RAIL_KEYS.slice(0, PLACES).map((key, place) => {
    const [name, cost] = [h("span", { class: "rail-name" }), h("small", { class: "figure" })];
    const made = h("button", { type: "button", class: "button rail-button", "aria-keyshortcuts": key.toUpperCase() }, name, cost);
    holdable(made, () => press(place), () => void openOwn(table, place));
    return { made, name, cost };
  });
  const hint = h("span");
  const typing = h("button", { type: "button", class: "button rail-type", "aria-keyshortcuts": "/", "aria-haspopup": "dialog", on: { click: () => void openTyped(table) } }, icon("type"), h("span", { class: "rail-word" }, "Type", h("span", { class: "rail-rest" }, " a bet")), h("span", { class: "rail-hint", "aria-hidden": "true" }, hint, h("kbd", null, "/")));
  const change = h("button", { type: "button", class: "button worded rail-change", "aria-haspopup": "dialog", "aria-label": "Change your buttons", title: "Change your buttons", on: { click: () => void openOwn(table) } }, icon("change"), h("span", { class: "under" }, "Change"));
  const row = h("div", { class: "rail", role: "group", "aria-label": "Your own buttons" }, buttons.map(({ made }) => made), typing, change);
  const other = h("span", { class: "under" });
  const turn = h("button", { type: "button", class: "button worded rail-turn", on: { click: () => preferences.set("strip", preferences.get("strip") === "rail" ? "line" : "rail") } }, icon("turn"), other);
  const element = h("div", { class: "strips" }, strip, row, turn);

  /** Show which of the two a phone has in its strip. */
  function face() {
    const own = preferences.get("strip") === "rail";
    element.dataset.shows = own ? "rail" : "line";
    turn.setAttribute("aria-pressed", String(own));
    turn.setAttribute("aria-label", own ? "Your own buttons: back to Pass, Don't and Odds" : "Your own buttons");
    other.textContent = own ? "Line" : "Yours";
    turn.title = own ? "Pass, Don't and Odds" : "Your own buttons";
  }

  /** @param {Sight | null} sight */
  function show(sight) {
    if (!sight || watches()) return;
    const seated = sight.table.you.seat !== null;
    reword(hint, example(table));
    choices(table).forEach((choice, place) => {
      const { made, name, cost } = buttons[place];
      const { name: called, says, cents, ok, why, brief } = ownAct(table, choice);
      const costs = cents ? short(cents) : brief; // a tap says why it does nothing
      if (name.textContent !== called) fill(name, called);
      if (cost.textContent !== costs) fill(cost, costs);
      made.setAttribute("aria-disabled", String(!seated || !ok || stage.rolling));
      made.title = `${ok ? says : why}${cents ? ` (${money(cents)})` : ""} · key ${RAIL_KEYS[place].toUpperCase()}`;
    });
  }

  /** Do what a button does, or say why it does not. @param {number} place */
  function press(place) {
    const sight = stage.sight;
    if (!sight || watches() || sight.lesson) return;
    if (sight.table.you.seat === null) return bets.say("Sit down first.");
    if (stage.rolling) return bets.say("The dice are rolling. Wait for the result.");
    const { ok, why, act, here } = ownAct(table, choices(table)[place]);
    if (ok) return void act();
    bets.say(why, here ? null : h("button", { type: "button", class: "button", on: { click: () => void openOwn(table, place) } }, "Change it"));
  }

  /** Open the line to type in, where bets can be typed. */
  function type() {
    if (!watches() && !stage.sight?.lesson) void openTyped(table);
  }

  const again = () => show(stage.sight);
  const ending = [preferences.on("rail", again), preferences.on("chip", again), preferences.on("easy", again), preferences.on("strip", face)];
  face();
  return { element, show, press, type, close: () => ending.forEach((end) => end()) };
}

/**
 * Tell a press from a long press, a right click and Shift+Enter, which change a button.
 * @param {HTMLElement} button
 * @param {() => void} pressed
 * @param {() => void} held
 */
function holdable(button, pressed, held) {
  /** @type {number | undefined} */
  let waits;
  let [long, x, y] = [false, 0, 0];
  const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) => button.addEventListener(name, act);
  const hold = () => {
    clearTimeout(waits);
    if (!long) held();
    long = true;
  };
  on("pointerdown", (event) => {
    [long, x, y] = [false, event.clientX, event.clientY];
    clearTimeout(waits);
    if (!event.button) waits = setTimeout(hold, LONG_PRESS_MS);
  });
  on("pointermove", (event) => Math.hypot(event.clientX - x, event.clientY - y) > STEADY_PX && clearTimeout(waits));
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) on(name, () => clearTimeout(waits));
  on("contextmenu", (event) => (event.preventDefault(), hold()));
  on("click", (event) => {
    if (!long || !event.detail) pressed();
    long = false;
  });
  on("keydown", (event) => {
    if (event.key !== "Enter" || !event.shiftKey) return;
    event.preventDefault();
    held();
  });
}
