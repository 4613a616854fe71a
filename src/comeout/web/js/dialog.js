// Questions in a dialog, and short notices that go away by themselves.

import { $, h } from "./dom.js";
import { announce } from "./speak.js";

/** @typedef {{label: string, value: any, kind?: string}} Action */

/**
 * Ask something; the value of what was chosen, or null when it was put aside.
 * @param {{title: string, body: Node | string | (Node | string)[], actions?: Action[], wide?: boolean}} question
 * @returns {Promise<any>}
 */
export function ask({ title, body, actions = [{ label: "Close", value: null }], wide = false }) {
  return new Promise((answer) => {
    /** @type {any} */
    let chosen = null;
    const id = `dialog-${Math.random().toString(36).slice(2)}`;
    const box = h(
      "dialog",
      { class: wide ? "dialog wide" : "dialog", "aria-labelledby": id },
      h("h2", { id }, title),
      h("div", { class: "dialog-body" }, typeof body === "string" ? h("p", null, body) : body),
      h(
        "div",
        { class: "dialog-actions" },
        actions.map((each) =>
          h(
            "button",
            { type: "button", class: `button ${each.kind ?? ""}`, on: { click: () => ((chosen = each.value), box.close()) } },
            each.label,
          ),
        ),
      ),
    );
    box.addEventListener("click", (event) => event.target === box && box.close());
    box.addEventListener("close", () => {
      box.remove();
      answer(chosen);
    });
    document.body.append(box);
    box.showModal();
    // the focus may go to a button at the end of a long text, which is read from its beginning
    box.scrollTop = 0;
  });
}

/**
 * A short notice at the edge of the screen.
 * @param {string | Node} text
 * @param {{kind?: "good" | "bad" | "", seconds?: number, action?: {label: string, act: () => void}}} [how]
 */
export function toast(text, how = {}) {
  const gone = () => note.remove();
  const note = h(
    "div",
    { class: `toast ${how.kind ?? ""}` },
    h("div", null, text),
    how.action &&
      h("button", { type: "button", class: "button quiet", on: { click: () => (how.action?.act(), gone()) } }, how.action.label),
    h("button", { type: "button", class: "button quiet icon", "aria-label": "Dismiss", on: { click: gone } }, "×"),
  );
  $("#toasts").append(note);
  announce(note.firstElementChild?.textContent ?? "", { urgent: how.kind === "bad" });
  setTimeout(gone, (how.seconds ?? 8) * 1000);
  return gone;
}
