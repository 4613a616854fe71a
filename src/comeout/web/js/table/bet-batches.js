// Works out batches of bets: the last layout again, as much again on every bet, or the bets of one bundle.

import { keep, kept } from "../kit/session-memory.js";

/** @typedef {import("../app/table-socket.js").Offer} Offer */
/** @typedef {import("../app/table-socket.js").Bundle} Bundle */
/** @typedef {{spot: string, cents: number}} Part */
/** @typedef {(spot: string) => Offer | undefined} Offers */

/** @param {Part[]} parts */
export const sum = (parts) => parts.reduce((all, { cents }) => all + cents, 0);

/** @param {string} table */
const keyOf = (table) => `comeout.layout.${table}`;

/** Remember what lay at a roll. @param {string} table @param {Part[]} lying */
export function remember(table, lying) {
  if (lying.length) keep(keyOf(table), JSON.stringify(lying));
}

/** What lay at the last roll and lies there no more, as far as it can be bet now. @param {string} table @param {Offers} offer @returns {Part[]} */
export function missing(table, offer) {
  /** @type {Part[]} */
  const last = JSON.parse(kept(keyOf(table)) || "[]");
  return last
    .map(({ spot, cents }) => ({ spot, cents: cents - (offer(spot)?.there_cents ?? 0) }))
    .filter(({ spot, cents }) => cents > 0 && (offer(spot)?.bet.ok || offer(offer(spot)?.odds_for ?? "")?.bet.ok));
}

/** As much again on every bet that takes it. @param {Part[]} mine @param {Offers} offer @returns {Part[]} */
export const doubled = (mine, offer) => mine.filter(({ spot }) => offer(spot)?.bet.ok).map(({ spot, cents }) => ({ spot, cents: within(offer(spot), cents) }));

/** An amount, or the most that may be added. @param {Offer | undefined} offer @param {number} cents */
export function within(offer, cents) {
  const most = offer?.bet.most_cents;
  return most ? Math.min(cents, most) : cents;
}

/**
 * The bets of a bundle, a chip shared out among them and brought to amounts that pay evenly.
 * @param {Bundle & {of?: number}} bundle
 * @param {number} chip
 * @param {Offers} offer
 * @returns {Part[]}
 */
export function bundleParts(bundle, chip, offer) {
  return bundle.parts
    .map(({ spot, share }) => ({ spot, cents: even(offer(spot), (chip * share) / (bundle.of ?? 1)) }))
    .filter(({ spot }) => offer(spot)?.bet.ok);
}

/** @param {Offer | undefined} offer @param {number} wanted */
function even(offer, wanted) {
  if (!offer) return Math.ceil(wanted);
  const { least_cents: least, even_step_cents: step } = offer.bet;
  const there = offer.there_cents;
  const total = Math.ceil((there + Math.max(wanted, least)) / step) * step;
  return within(offer, total - there);
}
