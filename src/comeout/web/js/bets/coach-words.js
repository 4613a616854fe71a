// What the coach says about a bet: what it costs, by the hour too, and the bet that serves the same wish for less.

import { even } from "./bet-batches.js";
import { fair } from "./spot-words.js";
import { money } from "../kit/money.js";

/** @typedef {import("./bets.js").Bets} Bets */
/** @typedef {{spot: string, cents: number}} Instead */

/** The pace by which an hour is reckoned. */
const ROLLS_AN_HOUR = 100;

/** Return a fraction in text as a number. @param {string} text */
function ratio(text) {
  const [above, below] = text.split("/").map(Number);
  return above / (below || 1);
}

/**
 * Return what a bet costs on average: "16.67% of each bet, about 83.33 an hour".
 * @param {Bets} bets
 * @param {string} spot
 * @param {number} cents
 */
export function costs(bets, spot, cents) {
  const edge = bets.facts.spots[spot]?.edge;
  return edge ? `${edge.per_bet.percent} of each bet, about ${money(hourly(bets, spot, cents))} an hour at ${ROLLS_AN_HOUR} rolls` : "";
}

/** Return what a bet costs in an hour on average, in cents. @param {Bets} bets @param {string} spot @param {number} cents */
const hourly = (bets, spot, cents) => Math.round(ratio(bets.facts.spots[spot]?.edge?.per_roll.fraction ?? "0/1") * cents * ROLLS_AN_HOUR);

/**
 * Return the bet for the same wish that can be made now and costs less, in chips that pay evenly; if none is open, the
 * best. A bet that costs less of each chip can take so many more that it does not save any.
 * @param {Bets} bets
 * @param {string} spot
 * @param {number} cents
 * @returns {(Instead & {open: boolean}) | null}
 */
export function instead(bets, spot, cents) {
  const known = bets.facts.spots[spot]?.same_wish ?? [];
  const found = known.flatMap((each) => {
    const offer = bets.offer(each);
    return offer?.bet.ok ? [{ spot: each, cents: even(offer, cents), open: true }] : [];
  });
  if (!found.length) return known.length ? { spot: known[0], cents, open: false } : null;
  return found.find((each) => hourly(bets, each.spot, each.cents) < hourly(bets, spot, cents)) ?? null;
}

/**
 * Return the advice about a bet that costs much; nothing about any other.
 * @param {Bets} bets
 * @param {string} spot
 * @param {number} cents
 */
export function advice(bets, spot, cents) {
  if (!bets.facts.spots[spot]?.dear) return "";
  const other = instead(bets, spot, cents);
  const cost = `${money(cents)} on ${bets.name(spot)} costs ${costs(bets, spot, cents)}.`;
  if (!other) return `${cost} No other bet here does the same for less.`;
  const when = other.open ? "" : ", when it is open,";
  return `${cost} For the same wish, ${money(other.cents)} on ${bets.name(other.spot)}${when} costs ${costs(bets, other.spot, other.cents)}.`;
}

/**
 * Return what odds without a house edge are worth, if some that are drawn can be made now.
 * @param {Bets} bets
 * @param {(spot: string) => boolean} drawn
 */
export function freeOdds(bets, drawn) {
  const found = bets.facts.order.find((each) => {
    const [offer, edge] = [bets.offer(each), bets.facts.spots[each]?.edge];
    return drawn(each) && offer?.bet.ok && offer.odds_for && edge && fair(edge.per_bet);
  });
  return found ? `Odds behind ${bets.name(bets.offer(found)?.odds_for ?? "")} have no house edge: on average they cost nothing. They can be lost like any bet.` : "";
}
