// Calls bets on and off, and says which bets a call was for: in some books one button is for all bets of a kind.

/** @typedef {import("./bets.js").Bets} Bets */
/** @typedef {"on" | "off"} Call */

/**
 * Return whether a call would change anything about a bet.
 * @param {Bets} bets
 * @param {string} spot
 * @param {Call} call
 */
export function changes({ stage }, spot, call) {
  const seen = stage.sight?.offers[spot];
  const people = stage.sight?.table.settings.crew === "people"; // a call that they have not confirmed can be withdrawn
  return Boolean(seen?.call?.[call].ok && (call === "on" ? !seen.working : seen.working || people));
}

/**
 * Call bets on or off and say which are; while the crew still has to place the button, its own message says so.
 * @param {Bets} bets
 * @param {string[]} spots
 * @param {Call} call
 * @param {{only?: boolean}} [how] only: these bets, where one call is for all such bets
 */
export async function callBets(bets, spots, call, { only = false } = {}) {
  const holds = bets.offer(spots[0])?.call?.holds ?? "";
  /** @type {Set<string>} */
  const called = new Set();
  let waits = false;
  for (const spot of spots) {
    if (called.has(spot)) continue;
    const room = bets.offer(spot)?.call;
    const may = room?.[call];
    if (may && !may.ok) return bets.refuse(spot, may);
    const answer = await bets.live.act("CallBet", { spot, call, ...(only ? { only } : {}) });
    if (!answer.ok) return bets.refuse(spot, answer);
    waits ||= bets.stage.sight?.table.settings.crew === "people" && answer.events.some(([name]) => name === "CallMade");
    for (const each of call === "on" && !only ? (room?.together ?? [spot]) : [spot]) called.add(each);
  }
  if (!waits) bets.say(`${call === "on" ? "On" : "Off"} ${holds}: ${[...called].map((spot) => bets.name(spot)).join(", ")}.`);
  return true;
}
