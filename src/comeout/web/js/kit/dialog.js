// Modal dialogs (focus trap by the browser's `<dialog>`), forms that stay open until they are accepted, and toasts.

import { sentence } from "./clause-link.js";
import { $, fill, h } from "./dom.js";
import { announce } from "./announce.js";

/** @typedef {{label: string, value: any, kind?: string}} Action */

/** How long after a dialog has opened a tap beside it still counts as meant for what was there before. */
const MEANT_MS = 500;

/** The elements that a person fills in or presses; a link in the text is neither. */
const CONTROLS = ".dialog-body :is(button, select, textarea, input:not([type=checkbox]))";

/**
 * Open a dialog; returns the value of the chosen action, or null if it was cancelled.
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
    // the end of the long press that opened it is not a choice
    let begun = false;
    box.addEventListener("pointerdown", () => (begun = true), true);
    box.addEventListener("click", (event) => (begun || !event.detail) || (event.preventDefault(), event.stopPropagation()), true);
    // a second tap on what it now covers does not close it
    const opened = performance.now();
    box.addEventListener("click", (event) => event.target === box && performance.now() - opened > MEANT_MS && box.close());
    box.addEventListener("close", () => {
      box.remove();
      answer(chosen);
    });
    document.body.append(box);
    box.showModal();
    const first = /** @type {HTMLElement} */ (box.querySelector(CONTROLS) ?? box.querySelector(".dialog-actions .main") ?? box.querySelector(".dialog-actions button"));
    // a button at the end of a long text has the focus, so scroll back to the start of the text
    first.focus({ preventScroll: true });
    box.scrollTop = 0;
    const below = () => box.classList.toggle("goes-on", box.scrollHeight - box.scrollTop - box.clientHeight > 4);
    box.addEventListener("scroll", below);
    const sized = new ResizeObserver(below); // what it says can grow
    for (const each of [box, /** @type {Element} */ (box.querySelector(".dialog-body"))]) sized.observe(each);
    box.addEventListener("close", () => sized.disconnect());
    below();
  });
}

/**
 * Repeat a dialog until it is accepted or cancelled. Errors are shown in the dialog, and what was typed is kept.
 * @param {{title: string, body: Node[], actions: Action[], wide?: boolean}} question
 * @param {(chosen: any) => Promise<string | Node>} act returns what is wrong, or nothing when it is done
 */
export async function askUntil(question, act) {
  const wrong = h("p", { class: "refusal", role: "alert" });
  const body = [...question.body, wrong];
  for (let chosen = await ask({ ...question, body }); chosen; chosen = await ask({ ...question, body })) {
    const problem = await act(chosen);
    if (!problem) return;
    fill(wrong, typeof problem === "string" ? sentence(problem) : problem);
  }
}

/**
 * Show a toast: a short notice at the edge of the screen.
 * @param {string | Node} text
 * @param {{kind?: "good" | "bad" | "", seconds?: number, action?: {label: string, act: () => void}}} [how]
 */
export function toast(text, how = {}) {
  const gone = () => note.remove();
  const note = h(
    "div",
    { class: `toast ${how.kind ?? ""}` },
    h("div", null, typeof text === "string" ? sentence(text) : text),
    how.action &&
      h("button", { type: "button", class: "button quiet", on: { click: () => (how.action?.act(), gone()) } }, how.action.label),
    h("button", { type: "button", class: "button quiet icon", "aria-label": "Dismiss", on: { click: gone } }, "×"),
  );
  $("#toasts").append(note);
  announce(note.firstElementChild?.textContent ?? "", { urgent: how.kind === "bad" });
  setTimeout(gone, (how.seconds ?? 8) * 1000);
  return gone;
}
