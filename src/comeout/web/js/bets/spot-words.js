// Describes one spot of the layout in words, for screen readers, the message line and the bet card.

import { money, short } from "../kit/money.js";

/** @typedef {import("../app/table-socket.js").Offer} Offer */
/** @typedef {import("../protocol.d.ts").StakePart} Figure */
/** @typedef {import("../protocol.d.ts").SpotFacts} SpotFacts */

/** Return whether a bet has no house edge. @param {Figure} figure */
export const fair = (figure) => Number.parseFloat(figure.percent) === 0;

/**
 * Return an amount as chips, largest first: "2 × 25, 1 × 5".
 * @param {number} cents
 * @param {number[]} chips
 */
export function chipsOf(cents, chips) {
  let left = cents;
  const counted = [...chips].sort((a, b) => b - a).map((chip) => {
    const count = Math.floor(left / chip);
    left -= count * chip;
    return count ? `${count} × ${short(chip)}` : "";
  });
  return [...counted, left ? `${short(left)} in small change` : ""].filter(Boolean).join(", ");
}

/**
 * Describe a spot in words: what is there, what it pays and costs, whether you can bet on it.
 * @param {SpotFacts | undefined} facts
 * @param {Offer | undefined} offer
 * @param {number[]} chips the values of chips
 */
export function tell(facts, offer, chips) {
  const told = [];
  if (offer?.there_cents) {
    const state = offer.button ? `, marked ${offer.button}` : offer.working === false ? ", not working now" : "";
    told.push(`You have ${money(offer.there_cents)} here (${chipsOf(offer.there_cents, chips)})${state}`);
  }
  if (facts?.price) told.push(`Pays ${facts.price}`);
  if (facts?.edge?.per_bet) told.push(fair(facts.edge.per_bet) ? "No house edge" : `House edge ${facts.edge.per_bet.percent} per bet`);
  if (offer?.others_cents) told.push(`Others have ${money(offer.others_cents)}`);
  if (offer) told.push(offer.bet.ok ? (offer.bet.least_cents < Math.min(...chips) ? "Open" : `Open from ${money(offer.bet.least_cents)}`) : `Not now: ${offer.bet.says}`);
  return told;
}
