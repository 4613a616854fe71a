// Confirmation dialogs before a bet is made or taken down, where it binds the player or costs something.

import { clauseLink, sentence } from "../kit/clause-link.js";
import { ask } from "../kit/dialog.js";
import { h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { inCents, within } from "./bet-batches.js";
import { advice, instead } from "./coach-words.js";
import { preferences } from "../kit/preferences.js";
import { termed } from "../app/terms.js";
import { once } from "../kit/session-memory.js";

/** @typedef {import("../app/table-socket.js").Quote} Quote */
/** @typedef {import("../app/table-socket.js").Offer} Offer */
/** @typedef {import("./bets.js").Bets} Bets */

/**
 * Ask the player to confirm what a bet binds them to and what it costs; returns the refusal if the house would refuse
 * it.
 * @param {Bets} bets
 * @param {string} spot
 * @param {number} cents
 * @param {Offer} offer
 * @returns {Promise<boolean | Quote>}
 */
export async function agreed(bets, spot, cents, offer) {
  const rack = bets.stage.sight?.table.you.rack_cents ?? 0;
  if (cents === rack && !(await agreedLast(offer.name, cents))) return false;
  if (!(await coached(bets, spot, cents))) return false;
  const contract = `contract.${bets.book}.${bets.facts.spots[spot]?.wager ?? spot}`;
  if (offer.contract && !once("contract") && !once(contract)) {
    const body = h("div", null, h("p", null, termed(sentence(offer.contract))), clauseLink(bets.book, bets.facts.spots[spot]?.clause ?? ""));
    if (!(await askOnce("contract", `${offer.name}: a contract bet`, body, cents))) return false;
    once(contract, true);
  }
  if (bets.stage.sight?.table.settings["payable-unit"] && !once("short") && !(await agreedShort(bets, spot, cents, offer))) return false;
  if (!(await agreedCents(bets, spot, cents, offer))) return false;
  if (offer.vigorish && !once("vigorish")) return agreedCharge(bets, spot, cents, offer);
  return true;
}

/**
 * Let the coach speak before a bet that costs much, once for each kind of bet in a tab.
 * @param {Bets} bets
 * @param {string} spot
 * @param {number} cents
 */
async function coached(bets, spot, cents) {
  const [said, other, kind] = [advice(bets, spot, cents), instead(bets, spot, cents), `coach.${bets.facts.spots[spot]?.wager ?? spot}`];
  if (!said || !preferences.get("coach") || once(kind)) return true;
  once(kind, true);
  /** @type {import("../kit/dialog.js").Action[]} */
  const actions = [{ label: "Not now", value: "no" }, { label: `Bet ${money(cents)} all the same`, value: "yes" }];
  if (other?.open) actions.push({ label: `${money(other.cents)} on ${bets.name(other.spot)}`, value: "other", kind: "main" });
  const chosen = await ask({ title: `Coach: ${bets.name(spot)}`, body: [h("p", null, termed(said)), h("p", { class: "small quieter" }, "I say this once for each kind of bet. “Display and sound” switches me off.")], actions });
  if (chosen === "other" && other) void bets.place(other.spot, other.cents);
  return chosen === "yes";
}

/** Ask the player to confirm a bet, or several, of all that is left in the rack. @param {string} name @param {number} cents */
export function agreedLast(name, cents) {
  return ask({ title: `${name}: the last of your rack`, body: [h("p", null, `This bets all of the ${money(cents)} in your rack. Nothing is left for odds or for another bet.`)], actions: betOrNot(cents) });
}

/**
 * Ask the player to confirm a bet that this table pays short of its printed odds, because it pays in coarse steps.
 * @param {Bets} bets
 * @param {string} spot
 * @param {number} cents
 * @param {Offer} offer
 */
async function agreedShort(bets, spot, cents, offer) {
  const quote = await bets.live.quote("PlaceBet", { spot, amount: cents });
  if (!quote?.ok || !quote.short) return true;
  return askOnce("short", `${offer.name}: paid below the printed odds`, h("p", null, sentence(quote.short)), cents);
}

/**
 * Ask the player to confirm a bet that is paid or charged in cents, and offer the amount that is not; not if they have
 * chosen plain chips, or said that they want it.
 * @param {Bets} bets
 * @param {string} spot
 * @param {number} cents
 * @param {Offer} offer
 */
async function agreedCents(bets, spot, cents, offer) {
  if (!bets.evenly || once("cents") || (!inCents(offer) && (offer.there_cents + cents) % offer.bet.even_step_cents === 0)) return true;
  const quote = await bets.live.quote("PlaceBet", { spot, amount: cents });
  if (!quote?.ok || !quote.in_cents) return true;
  const instead = within(offer, cents, true) || cents;
  const actions = [{ label: "Not now", value: "" }, { label: `Bet ${money(cents)}`, value: "yes" }, { label: `Bet ${money(instead)}`, value: "even", kind: "main" }];
  const never = h("input", { type: "checkbox" });
  const chosen = await ask({ title: `${offer.name}: paid in cents`, body: [h("p", null, sentence(quote.in_cents)), h("label", { class: "switch" }, never, "I want this: do not ask again in this tab")], actions: instead === cents ? actions.slice(0, 2) : actions });
  if (chosen === "yes" && never.checked) once("cents", true);
  if (chosen === "even") void bets.place(spot, instead);
  return chosen === "yes";
}

/**
 * @param {Bets} bets
 * @param {string} spot
 * @param {number} cents
 * @param {Offer} offer
 */
async function agreedCharge(bets, spot, cents, offer) {
  const quote = await bets.live.quote("PlaceBet", { spot, amount: cents });
  if (quote && !quote.ok) return quote;
  return askOnce("vigorish", `${offer.name}: ${money(cents)}`, charged(quote, offer), cents);
}

/**
 * Ask, unless the player has chosen in this tab not to be asked again.
 * @param {string} what
 * @param {string} title
 * @param {Node} body
 * @param {number} cents
 */
async function askOnce(what, title, body, cents) {
  const never = h("input", { type: "checkbox" });
  const yes = await ask({ title, body: [body, h("label", { class: "switch" }, never, "Do not ask again in this tab")], actions: betOrNot(cents) });
  if (yes && never.checked) once(what, true);
  return Boolean(yes);
}

/** @param {number} cents */
const betOrNot = (cents) => [{ label: "Not now", value: false }, { label: `Bet ${money(cents)}`, value: true, kind: "main" }];

/**
 * Ask the player to confirm what taking down costs, if anything.
 * @param {string[]} warns
 * @param {string} label
 * @returns {Promise<boolean>}
 */
export async function willing(warns, label) {
  if (!warns.length) return true;
  return ask({
    title: "Before you take it down",
    body: warns.map((each) => h("p", null, sentence(each))),
    actions: [{ label: "Leave it", value: false }, { label, value: true, kind: "main" }],
  });
}

/**
 * Return what a bet costs beside its stake, in words.
 * @param {Quote | null} quote
 * @param {Offer} offer
 */
export function charged(quote, offer) {
  const told = h("div", { class: "charge" });
  if (quote?.vigorish_cents) {
    const stake = (quote.costs_cents ?? 0) - quote.vigorish_cents;
    told.append(h("p", { class: "figure" }, `${money(stake)} stake + ${money(quote.vigorish_cents)} vigorish = ${money(quote.costs_cents ?? 0)} from your rack.`));
  }
  if (offer.vigorish) told.append(h("p", null, sentence(offer.vigorish.says)));
  // the sum above already says this
  const warns = (quote?.warns ?? []).filter((each) => !(quote?.vigorish_cents && each.includes(`vigorish of ${money(quote.vigorish_cents)} `)));
  for (const each of warns) told.append(h("p", { class: "small" }, sentence(each)));
  return told;
}
