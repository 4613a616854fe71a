// A player's requests to a crew of people: object to the dice as called, raise a dispute, ask for a review, ask for
// a late bet.

import { call, faces } from "../kit/roll-words.js";
import { clauseLink } from "../kit/clause-link.js";
import { ask } from "../kit/dialog.js";
import { h } from "../kit/dom.js";
import { money } from "../kit/money.js";

/** @typedef {import("./table-parts.d.ts").Table} Table */

/** Send a request to the crew, and show why it was refused. @param {Table} table @param {string} name @param {{[field: string]: any}} [body] */
async function tell(table, name, body) {
  const answer = await table.live.act(name, body);
  if (!answer.ok) table.say(answer.says, [clauseLink(table.bets.book, answer.clause)]);
}

/** Dispute the face that was called. @param {Table} table */
export async function objectToFace(table) {
  const { called } = table.stage;
  const yes = await ask({
    title: "Object to the dice as called?",
    body: `${called ? `${faces(called)} are called: ${call(called).toLowerCase()}. ` : ""}The crew looks at the dice again and decides before anything is paid.`,
    actions: [{ label: "Not now", value: false }, { label: "Object", value: true, kind: "main" }],
  });
  if (yes) await tell(table, "DisputeFace");
}

/** Raise a dispute. @param {Table} table */
export async function complain(table) {
  const about = h("textarea", { rows: 3, maxlength: 500, required: true });
  const covered = h("input", { type: "checkbox" });
  const yes = await ask({
    title: "Raise a dispute",
    body: [h("label", { class: "field" }, h("span", null, "What was not right?"), about), h("label", { class: "switch" }, covered, "A rule of this table covers it")],
    actions: [{ label: "Not now", value: false }, { label: "Raise it", value: true, kind: "main" }],
  });
  if (!yes) return;
  if (!about.value.trim()) return table.say("Nothing was sent. Please say what was not right.");
  await tell(table, "RaiseDispute", { about: about.value.trim(), covered: covered.checked });
}

/** Ask for the review of a decision. @param {Table} table @param {{number: number, about: string, decision: string}} dispute */
export async function review(table, { number, about, decision }) {
  const yes = await ask({
    title: `Dispute ${number}`,
    body: [h("p", null, h("strong", null, "You said: "), about), h("p", null, h("strong", null, "Decided: "), decision)],
    actions: [{ label: "Leave it", value: false }, { label: "Ask for a review", value: true, kind: "main" }],
  });
  if (yes) await tell(table, "RequestReview", { dispute: number });
}

/**
 * Return a button that offers a late bet, if the book and the crew may still accept it.
 * @param {Table} table
 * @param {string} spot
 */
export async function lateButton(table, spot) {
  const amount = table.bets.chip;
  const quote = await table.live.quote("LateBet", { spot, amount });
  if (!quote?.ok) return null;
  return h("button", { type: "button", class: "button", on: { click: () => void tell(table, "LateBet", { spot, amount }) } }, `Ask the crew to take ${money(amount)} late`);
}
