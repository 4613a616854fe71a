// What the crew, or the house itself, says aloud at a table: a throw that does not count, bets that go back, notices,
// decisions. Everybody hears what concerns everybody, and of what concerns one seat only whoever sits there.

import { call } from "./call.js";
import { clauseLink } from "./clause.js";
import { money } from "./money.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {(body: any, around: {name: (spot: string) => string, seat: number | null, people: boolean}) => string} Says */

/** For everybody. @type {{[event: string]: Says}} */
const FOR_ALL = {
  started: () => "The house was away and is back; everything it had confirmed is as it was",
  NoRollCalled: ({ ground, note }) => `No roll: ${words(ground)}${note ? ` (${note})` : ""}. The throw does not count and every bet stays`,
  RollCalled: ({ roll }, { people }) => (people ? `${call(roll)} is called` : ""),
  FaceDisputed: () => "The face of a die is disputed; the crew rules on it",
  OutcomeUndone: ({ why, reversed }) => (reversed ? `The last roll is undone: ${words(why)}. What it paid and took is put back` : `The roll does not count: ${words(why)}`),
  BetsReturned: ({ why, lines }, { seat }) => {
    const mine = lines.filter((/** @type {any} */ line) => line.seat === seat).reduce((/** @type {number} */ all, /** @type {any} */ line) => all + line.amount + line.vigorish, 0);
    return `Bets go back to their owners: ${words(why)}${mine ? `. You have ${money(mine)} back` : ""}`;
  },
  PlayContinued: ({ crew_decides }) => `The game was interrupted. Every bet stands and play goes on${crew_decides ? ", unless the crew decides otherwise" : ""}`,
  NoticePosted: ({ setting, value }) => `Posted at this table: ${words(setting)} is now ${value}`,
  MatterDecided: ({ decision }) => `The crew has decided: ${decision}`,
  DieOffTable: () => "A die is off the table and is looked for",
  DieLost: () => "A die is lost; a new set of dice will come",
  DiceReplaced: () => "A new set of dice is on the table",
};

/** For whoever sits in the seat. @type {{[event: string]: Says}} */
const FOR_ONE = {
  BetOffered: ({ spot, amount }, { name }) => `${money(amount)} on ${name(spot)} waits for the crew to take it`,
  CallMade: ({ spot }, { name }) => `${name(spot)} is called; the button waits for the crew`,
  LimitNoticed: ({ spot }, { name }) => `${name(spot)} is below the table's minimum: raise it or take it back`,
  RebetSkipped: ({ spot, why }, { name }) => `The same bet on ${name(spot)} was not made again: ${why}`,
  SeatWarned: () => "The crew warns you",
  SeatBarred: () => "The crew takes no more bets from you",
  WalkedAway: ({ folded }) => `You are taken to have walked away; ${folded.length ? "what could not run on is folded" : "your bets run on"}`,
  DisputeRaised: ({ dispute }) => `Your dispute has the number ${dispute}; the crew decides it`,
  ReviewRequested: ({ dispute }) => `The decision on dispute ${dispute} goes to review`,
};

/**
 * Say at a table what happens there beside the rolls.
 * @param {Table} table
 */
export function aloud(table) {
  const { live, bets, stage } = table;
  live.addEventListener("event", (event) => {
    const { name, body } = /** @type {CustomEvent<import("./live.js").Happened>} */ (event).detail;
    const sight = live.sight ?? stage.sight;
    if (!sight) return;
    const seat = sight.table.you.seat;
    const around = { name: (/** @type {string} */ spot) => bets.name(spot), seat, people: sight.table.settings.crew === "people" };
    const says = FOR_ALL[name]?.(body, around) || (seat !== null && body.seat === seat && FOR_ONE[name]?.(body, around)) || decided(sight, name, body);
    if (says) table.say(says, [clauseLink(bets.book, body.clause ?? "")], { stays: true });
  });
}

/** What became of one's own dispute. @param {import("./live.js").Sight} sight @param {string} name @param {any} body */
function decided(sight, name, body) {
  const mine = name === "DisputeDecided" && sight.disputes.some((each) => each.number === body.dispute);
  return mine ? `Dispute ${body.dispute} is decided: ${body.decision}` : "";
}

/** "die-on-die" as it is said. @param {string} code */
const words = (code) => code.replaceAll("-", " ");
