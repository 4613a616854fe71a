// Copies the table's position, one line of text with puck, seats and bets, and says so in words.

import { Refusal, get } from "../app/rest-client.js";
import { copyText } from "../kit/clipboard.js";
import { ask } from "../kit/dialog.js";
import { h } from "../kit/dom.js";

/** @typedef {import("./table-parts.d.ts").Table} Table */

/** Copy the position. If the browser does not allow it, show the line for copying by hand. @param {Table} table */
export async function copyPosition(table) {
  const asked = get(`/tables/${encodeURIComponent(table.id)}/position`).then(({ position }) => position);
  try {
    const copied = await copyText(asked);
    const line = await asked;
    if (copied) table.say(`The position is copied: “${line}”`);
    else await show(line);
  } catch (bad) {
    table.say(bad instanceof Refusal ? bad.says : "The position could not be copied. Try again.");
  }
}

/** @param {string} line */
function show(line) {
  const field = h("textarea", { readonly: true, rows: 4, "aria-label": "The position", value: line });
  field.addEventListener("focus", () => field.select());
  const body = [h("p", null, "Your browser does not let this page copy. Copy the line yourself."), field];
  return ask({ title: "Copy this line", body, actions: [{ label: "Close", value: null, kind: "main" }] });
}
