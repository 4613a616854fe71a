// The dice check verifies one roll in this browser, with the script of the offline dice verifier.

import { Refusal, get } from "./rest-client.js";
import { announce } from "../kit/announce.js";
import { fill, h } from "../kit/dom.js";

/** Where the house serves the dice verifier's own script. */
const VERIFIER = "/js/dice-verifier.js";

/**
 * Check the dice of a roll with the verifier's own script, in this browser.
 * @param {{table: string, seq: number, dice: [number, number]}} roll
 * @param {Event} event
 */
export async function checkDice(roll, event) {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  const place = button.parentElement;
  if (!place) return;
  button.disabled = true;
  try {
    const proof = await get(`/tables/${encodeURIComponent(roll.table)}/proof/${roll.seq}`);
    const { DiceVerifier } = await import(VERIFIER);
    const found = await DiceVerifier.verifyRoll({ ...proof, dice: roll.dice });
    fill(place, verdict(proof, found));
    announce(found.fault ? `These dice are wrong: ${found.fault}` : "The dice match the published chain and the players' seeds.");
  } catch (bad) {
    button.disabled = false;
    fill(place, button, h("p", { class: "small" }, bad instanceof Refusal ? bad.says : "The dice could not be checked here."));
  }
}

/**
 * @param {any} proof
 * @param {any} found
 */
function verdict(proof, found) {
  if (found.fault) return h("p", { class: "bad" }, h("strong", null, "Wrong dice. "), found.fault);
  const row = (/** @type {string} */ name, /** @type {string} */ value) => h("div", null, h("dt", null, name), h("dd", null, h("code", null, value)));
  return h(
    "details",
    { open: true },
    h("summary", null, h("strong", { class: "good" }, "Checked: "), "these dice were fixed before anybody could know them."),
    h(
      "dl",
      { class: "working small" },
      row(`Anchor, published in record ${proof.published_seq}`, proof.anchor),
      row(`Link ${proof.index}, revealed in record ${proof.thrown_seq}: hashed ${proof.index === 1 ? "once" : `${proof.index} times`} it gives the anchor`, proof.link),
      row(`Seeds, frozen in record ${proof.frozen_seq}`, proof.seeds.map((/** @type {[number, string]} */ [seat, text]) => `seat ${seat}: ${text}`).join(", ") || "none"),
      ...(proof.log ? [row("Hash of the log before the anchor", proof.log)] : []),
      row(`HMAC-SHA256 of table, roll${proof.log ? ", seeds and this hash" : " and seeds"}, with the link as its key`, found.mac),
      row("First byte below 252, modulo 36", `${found.place}, which stands for ${found.dice.join("-")}`),
    ),
  );
}
