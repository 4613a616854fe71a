// Says of odds that were just made what is up behind the bet now and what that wins, and once why a tap bet another
// amount than the chip. All figures are the house's.

import { money, short } from "../kit/money.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("../app/table-socket.js").Offer} Offer */
/** @typedef {import("../app/table-socket.js").Sight} Sight */
/** @typedef {{spot: string, cents: number, seq: number, tapped?: Offer}} Placed what was offered before, where a tap chose the amount */

/** @param {Table} table */
export function oddsSaid({ bets, stage, say }) {
  /** @type {Placed | null} */
  let due = null;
  /** The reasons that were given. @type {Set<string>} */
  const explained = new Set();

  /** @param {Placed} placed */
  function placed(placed) {
    if (!bets.offer(placed.spot)?.odds_for) return;
    due = placed;
    if (stage.sight) show(stage.sight);
  }

  /** Say it once the page has a view of the table with these odds. @param {Sight} sight */
  function show(sight) {
    const up = due && sight.table.you.bets[due.spot];
    if (!due || sight.seq < due.seq) return;
    const { spot, cents, tapped } = due;
    due = null;
    const base = sight.offers[spot]?.odds_for;
    if (!up || !base) return;
    const wins = Object.values(sight.numbers ?? {}).flatMap(({ lines }) => lines).find((line) => line.spot === spot && line.outcome === "won");
    say(`${money(up.amount)} odds behind ${bets.name(base)}${wins ? `: they win ${money(wins.net_cents)} when it wins` : ""}.${tapped ? why(tapped, cents) : ""}`);
  }

  /** Return why a tap bet another amount than the chip; each reason once. @param {Offer} offer @param {number} cents */
  function why({ bet }, cents) {
    const [least, step] = [bet.least_cents, bet.even_step_cents];
    const reason = bets.chip < least ? `odds here start at ${short(least)}` : `odds here go in steps of ${short(step)}, so that they pay evenly`;
    if (cents === bets.chip || explained.has(reason)) return "";
    explained.add(reason);
    return ` Not ${short(bets.chip)}: ${reason}.`;
  }
  return { placed, show };
}
