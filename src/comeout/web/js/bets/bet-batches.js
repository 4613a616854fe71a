// Works out batches of bets: what is missing of a layout, as much again on every bet, or the bets of one bundle.

/** @typedef {import("../app/table-socket.js").Offer} Offer */
/** @typedef {import("../app/table-socket.js").Bundle} Bundle */
/** @typedef {{spot: string, cents: number}} Part */
/** @typedef {(spot: string) => Offer | undefined} Offers */

/** The smallest unit that is no small change. */
const UNIT_CENTS = 100;

/** @param {Part[]} parts */
export const sum = (parts) => parts.reduce((all, { cents }) => all + cents, 0);

/** Return what is missing until these bets lie there. @param {Part[]} parts @param {Offers} offer @returns {Part[]} */
export const lacking = (parts, offer) => parts.map(({ spot, cents }) => ({ spot, cents: cents - (offer(spot)?.there_cents ?? 0) })).filter(({ cents }) => cents > 0);

/** Return the same amount again on every bet that accepts it. @param {Part[]} mine @param {Offers} offer @param {boolean} evenly @returns {Part[]} */
export const doubled = (mine, offer, evenly) => mine.filter(({ spot }) => offer(spot)?.bet.ok).map(({ spot, cents }) => ({ spot, cents: within(offer(spot), cents, evenly) })).filter(({ cents }) => cents > 0);

/**
 * Return an amount, or the most that may be added.
 * @param {Offer | undefined} offer
 * @param {number} cents
 * @param {boolean} evenly whether to bring the bet to a total that pays evenly
 */
export function within(offer, cents, evenly) {
  const most = offer?.bet.most_cents;
  const fits = most ? Math.min(cents, most) : cents;
  return evenly ? whole(offer, fits) : fits;
}

/**
 * Return bets that have won with one unit more each, a unit being what a tap bets; nothing where twice as much is no more.
 * @param {Part[]} won
 * @param {(spot: string) => number} unit
 * @returns {Part[]}
 */
export function oneUp(won, unit) {
  const more = won.map(({ spot, cents }) => ({ spot, cents: cents + Math.min(unit(spot), cents) }));
  return more.some(({ cents }, place) => cents < 2 * won[place].cents) ? more : [];
}

/** Return whether no amount on a spot pays in whole units: its limit is too low for one. @param {Offer} offer */
export const inCents = ({ bet }) => bet.even_step_cents % UNIT_CENTS > 0;

/** Return the odds that can be made and are paid in whole units. @param {Offer | undefined} offer */
export const evenOdds = (offer) => (offer?.bet.ok ? offer.bet.odds.filter(({ cents, wins_cents }) => cents % UNIT_CENTS === 0 && wins_cents % UNIT_CENTS === 0) : []);

/**
 * Return the largest amount up to a wish that brings a bet to a total that pays evenly, or the smallest one above it; 0
 * if there is none.
 * @param {Offer | undefined} offer
 * @param {number} cents
 */
export function whole(offer, cents) {
  if (!offer?.bet.ok || cents <= 0) return cents;
  const { least_cents: least, even_step_cents: step, most_cents: most } = offer.bet;
  if (offer.there_cents % step) return cents; // whoever has such a bet wants it so
  if (inCents(offer)) return 0;
  const total = offer.there_cents + cents;
  const found = [Math.floor(total / step), Math.ceil(total / step)].map((times) => times * step - offer.there_cents);
  return found.find((each) => each >= least && each <= most) ?? 0;
}

/**
 * Return the bets of a bundle: the chip is shared out among them and rounded to amounts that pay evenly.
 * @param {Bundle & {of?: number}} bundle
 * @param {number} chip
 * @param {Offers} offer
 * @returns {Part[]}
 */
export function bundleParts(bundle, chip, offer) {
  return bundle.parts
    .map(({ spot, share }) => ({ spot, cents: within(offer(spot), even(offer(spot), (chip * share) / (bundle.of ?? 1)), true) }))
    .filter(({ spot, cents }) => cents > 0 && offer(spot)?.bet.ok);
}

/**
 * Return the smallest amount from a wish on that brings a bet to a total that pays evenly, or the largest such amount
 * below it. A wish that is more than may be added stays as it is, for the house to answer.
 * @param {Offer | undefined} offer
 * @param {number} wanted
 */
export function even(offer, wanted) {
  if (!offer) return Math.ceil(wanted);
  const { least_cents: least, even_step_cents: step, most_cents: most } = offer.bet;
  const there = offer.there_cents;
  if (inCents(offer)) return Math.max(least, Math.min(wanted, most));
  const above = Math.ceil((there + Math.max(wanted, least)) / step) * step - there;
  if (above <= most) return above;
  const below = Math.floor((there + most) / step) * step - there;
  return wanted <= most && below >= least ? below : wanted;
}
