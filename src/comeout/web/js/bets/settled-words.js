// Words for what a roll did to the player's bets: each bet by name, or so many together where the list would be long.

import { money } from "../kit/money.js";
import { preferences } from "../kit/preferences.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("../app/display-state.js").Settled} Settled */
/** @typedef {import("../app/display-state.js").SettledLine} SettledLine */

/** More bets than this with the same outcome are told as one sum; "Why?" has the list. */
const NAMED = 2;

/** Return the vigorish that a seat paid for bets which a standing instruction made again after a roll, in cents. @param {Settled} settled @param {number | null} seat */
export const chargedAgain = ({ again = [] }, seat) => again.filter((bet) => bet.seat === seat).reduce((sum, { vigorish }) => sum + vigorish, 0);

/**
 * Return what a roll did to the bets of a seat, in short sentences.
 * @param {Table} table
 * @param {Settled} settled
 * @param {number | null} seat
 * @param {{brief?: boolean}} [how] brief: already two bets are told as one sum, and not which bets come down
 */
export function settledWords({ bets, spots, stage }, settled, seat, { brief = false } = {}) {
  const named = brief ? 1 : NAMED;
  const mine = settled.lines.filter((line) => line.seat === seat);
  const alike = (/** @type {string} */ outcome) => mine.filter((line) => line.outcome === outcome);
  const lying = stage.sight?.table.you.bets ?? {};
  const told = new Set();
  const said = mine.map((line) => {
    const group = alike(line.outcome);
    if (group.length > named && told.has(line.outcome)) return "";
    told.add(line.outcome);
    if (group.length > named) return together(group);
    const name = bets.name(line.spot);
    if (line.outcome === "won") return `${name} wins ${money(line.paid)}${brief || lying[line.spot] ? "" : " and comes down"}`;
    if (line.outcome === "lost") return `${name} loses ${money(line.at_risk)}`;
    if (line.outcome === "moved") return `${name} moves to ${spots[line.to]?.number ?? bets.name(line.to)}`;
    return `${name} is returned`;
  });
  const charged = chargedAgain(settled, seat);
  const made = (settled.again ?? []).filter((bet) => bet.seat === seat && bet.vigorish).length;
  return [...said, charged ? `${money(charged)} vigorish for the new ${made > 1 ? "bets" : "bet"}` : ""].filter(Boolean).join("; ");
}

/** Return one sentence for bets with the same outcome. @param {SettledLine[]} lines */
function together(lines) {
  const sum = (/** @type {"paid" | "at_risk"} */ field) => money(lines.reduce((all, line) => all + line[field], 0));
  if (lines[0].outcome === "won") return `${lines.length} bets win ${sum("paid")}`;
  if (lines[0].outcome === "lost") return `${lines.length} bets lose ${sum("at_risk")}`;
  return lines[0].outcome === "moved" ? `${lines.length} bets move to their numbers` : `${lines.length} bets are returned`;
}

/**
 * Return whether a bet that won has come down for the first time in this browser: then the player learns how it would stay up.
 * @param {Table} table
 * @param {Settled} settled
 * @param {number | null} seat
 */
export function firstDown({ bets, stage, spots }, { lines }, seat) {
  const sight = stage.sight;
  if (!sight || sight.lesson || sight.table.profile === "regulated" || preferences.get("stayUp") || preferences.get("toldStayUp")) return false;
  const down = lines.some((line) => line.seat === seat && line.outcome === "won" && spots[line.spot]?.made_here && !bets.offer(line.spot)?.odds_for && !sight.table.you.bets[line.spot]);
  if (down) preferences.set("toldStayUp", true);
  return down;
}
