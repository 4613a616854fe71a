// The list of last rolls on the crew console opens a roll to show what it paid.

import { dice } from "../kit/die-face.js";
import { fill, h } from "../kit/dom.js";
import { call } from "../kit/roll-words.js";

/** @typedef {import("../protocol.d.ts").RolledAnswer} Rolled */

/** Return the list of the last rolls; each can be opened. @param {(roll: Rolled) => void} look */
export function lastRolls(look) {
  const list = h("ol", { class: "crew-rolls" });
  const element = h("section", { class: "panel", "aria-labelledby": "rolls-title" }, h("h2", { id: "rolls-title" }, "Last rolls"), list);
  fill(list, h("li", { class: "quieter" }, "No roll yet."));
  return {
    element,
    mark: (/** @type {number} */ seq) => {
      for (const each of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("button"))) each.setAttribute("aria-pressed", String(each.dataset.seq === String(seq)));
    },
    show: (/** @type {Rolled[]} */ rolls) => {
      if (!rolls.length) return;
      fill(
        list,
        [...rolls].reverse().map((each) =>
          h("li", null, h("button", { type: "button", class: "rolled", "aria-pressed": "false", data: { seq: each.seq }, on: { click: () => look(each) } }, dice(each.a, each.b, 24), h("span", null, `Roll ${each.number}: ${call(each).toLowerCase()}${each.undone ? ", undone" : each.seven_out ? ", seven out" : ""}`))),
        ),
      );
    },
  };
}
