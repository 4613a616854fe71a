// Keyboard shortcuts of the table, in one list that the page also shows. They can be switched off; Tab, arrows on
// the layout, Enter and Escape always work.

import { preferences } from "./preferences.js";
import { ask } from "./dialog.js";
import { h } from "./dom.js";

const PAUSE_MS = 500;
/** Keys that belong to tabs and chips while the focus is on them. */
const MOVES = /^(Arrow\w+|Home|End|Enter| )$/;
const TYPED = /^[\p{L}\p{N} ]$/u;

/** @typedef {{keys: string[], shown: string, says: string, act: (key: string) => void}} Key */

/**
 * Listen for the shortcuts of a table; returns a function that stops.
 * @param {Key[]} map
 */
export function listen(map) {
  const byKey = new Map(map.flatMap((each) => each.keys.map((key) => [key, each])));
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[role='tablist'], [role='radiogroup']") && MOVES.test(event.key)) return;
    if (target?.closest("input, select, textarea, dialog") || document.querySelector("dialog[open]")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = byKey.get(key);
    if (!found) return;
    const onLayout = key.startsWith("Arrow") && target?.closest(".felt");
    if (!preferences.get("keys") && !onLayout) return;
    event.preventDefault();
    if (!event.repeat || key.startsWith("Arrow")) found.act(key);
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

/**
 * Let letters, digits and the space key do nothing on the page until nobody has typed for a moment, after a field to type
 * in has closed under the fingers.
 */
export function pauseTyping() {
  /** @type {number | undefined} */
  let ends;
  /** @param {KeyboardEvent} event */
  const stop = (event) => {
    const field = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
    if (field || event.ctrlKey || event.metaKey || event.altKey || !TYPED.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    wait();
  };
  const names = /** @type {const} */ (["keydown", "keyup"]);
  const wait = () => {
    clearTimeout(ends);
    ends = setTimeout(() => names.forEach((name) => document.removeEventListener(name, stop, true)), PAUSE_MS);
  };
  names.forEach((name) => document.addEventListener(name, stop, true));
  wait();
}

/**
 * Show all shortcuts in a dialog, where they can also be switched off.
 * @param {Key[]} map
 */
export function list(map) {
  const on = h("input", { type: "checkbox", checked: preferences.get("keys") });
  on.addEventListener("change", () => preferences.set("keys", on.checked));
  const rows = map.map((each) => h("tr", null, h("th", { scope: "row" }, each.shown.split(" ").map((key) => h("kbd", null, key))), h("td", null, each.says)));
  return ask({
    title: "Keyboard shortcuts",
    body: [
      h("table", { class: "table-list keys" }, h("tbody", null, rows)),
      h("label", { class: "switch" }, on, "Keyboard shortcuts are on"),
    ],
    actions: [{ label: "Close", value: null, kind: "main" }],
  });
}
