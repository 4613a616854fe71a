// Turns table events other than rolls into messages for the player: what concerns everybody, and what concerns their
// own seat.

import { call, faces } from "../kit/roll-words.js";
import { clauseLink, sentence } from "../kit/clause-link.js";
import { capital } from "../kit/dom.js";
import { money } from "../kit/money.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
const TOGETHER_MS = 60;

/** Events whose message stays until the player does something else. */
const LASTING = new Set(["NoRollCalled", "OutcomeUndone", "BetsReturned", "DisputeDecided", "ReviewDecided", "MoneyMoved", "started"]);

/** @typedef {(body: any, around: {name: (spot: string) => string, seat: number | null, people: boolean, late?: boolean}) => string} Says */

/**
 * Messages about the dice at a table with an automatic crew, and about who can throw.
 * @type {{[event: string]: (body: any, who: string) => string}}
 */
const OF_DICE = {
  DiceDeclined: ({ clause }, who) => (clause === TIME_OVER ? `${who} did not take the dice in time` : ""),
  DiceGivenUp: ({ why }, who) => (why === "walked away" ? "" : `The dice pass on from ${who}: ${words(why)}`),
  CompanionShot: () => "A companion throws the dice",
  WalkedAway: ({ folded }, who) => `${who} ${who === "you" ? "are" : "is"} away; ${folded.length ? "bets that waited for a decision are forfeited, other bets stay up" : "the bets stay up"}`,
  CameBack: (_, who) => `${who} ${who === "you" ? "are" : "is"} back`,
};

/** The reading by which the time for an offer of the dice ends. */
const TIME_OVER = "ALL-60";

/**
 * Return what an undone roll did to a player's chips that moved since, and what they owe.
 * @param {{returned?: any[], put_back?: any[], again?: any[], debts?: any[]}} body
 * @param {number | null} seat
 */
function since({ returned = [], put_back: back = [], again = [], debts = [] }, seat) {
  const mine = (/** @type {any[]} */ parts) => parts.filter((each) => each.seat === seat).reduce((all, each) => all + each.amount, 0);
  const off = mine(returned) - mine(again);
  const told = [off && `${money(off)} that you bet since then is back in your rack`, mine(back) && `${money(mine(back))} that you took down since then is on the felt again`, mine(debts) && `you owe the house ${money(mine(debts))}`].filter(Boolean);
  return seat === null ? "" : told.map((each) => `; ${each}`).join("");
}

/** Messages for everybody. @type {{[event: string]: Says}} */
const FOR_ALL = {
  started: (_, { late }) => (late ? "" : "The house was offline and is back; everything it had confirmed still stands"), // a bet that waited has a message of its own
  NoRollCalled: ({ ground, note }) => `No roll: ${words(ground)}${note ? ` (${note})` : ""}. The throw does not count and every bet stays`,
  RollCalled: ({ roll }, { people }) => (people ? `${faces(roll)}: ${call(roll).toLowerCase()} is called` : ""),
  FaceDisputed: () => "The face of a die is disputed; the crew decides",
  OutcomeUndone: (body, { seat }) => (body.reversed ? `The last roll is undone: ${words(body.why)}. What it paid and took is put back${since(body, seat)}` : `The roll does not count: ${words(body.why)}`),
  BetsReturned: ({ why, lines }, { seat }) => {
    const mine = lines.filter((/** @type {any} */ line) => line.seat === seat).reduce((/** @type {number} */ all, /** @type {any} */ line) => all + line.amount + line.vigorish, 0);
    return `Bets are returned: ${words(why)}${mine ? `. You get ${money(mine)} back` : ""}`;
  },
  PlayContinued: ({ crew_decides }) => `The game was interrupted. Every bet stands and play goes on${crew_decides ? ", unless the crew decides otherwise" : ""}`,
  NoticePosted: ({ setting, value }) => `Posted at this table: ${words(setting)} is now ${value}`,
  ReviewDecided: ({ dispute, decision }) => `The review of dispute ${dispute} is decided: ${decision}`,
  MatterDecided: ({ decision }) => `The crew has decided: ${decision}`,
  DieOffTable: () => "A die is off the table; the crew is looking for it",
  DieLost: () => "A die is lost; a new set of dice will come",
  DiceReplaced: () => "A new set of dice is on the table",
};

/**
 * Return the message about an event for everybody, or nothing.
 * @param {string} name
 * @param {any} body
 * @param {Parameters<Says>[1]} around
 */
export const forAll = (name, body, around) => FOR_ALL[name]?.(body, around) ?? "";

/** Messages for the player in the seat. @type {{[event: string]: Says}} */
const FOR_ONE = {
  BetOffered: ({ spot, amount }, { name }) => `${money(amount)} on ${name(spot)} is waiting for the crew to accept it`,
  BetConfirmed: ({ by, spot }, { name }) => `The ${words(by)} confirms ${name(spot)}`,
  BetPlaced: ({ by, spot, amount }, { name, people }) => (people && by ? `${money(amount)} on ${name(spot)} is accepted` : ""),
  CallMade: ({ spot }, { name, people }) => (people ? `${name(spot)} is called; the crew still has to place the button` : ""),
  CallPlaced: ({ spots, call: called }, { name, people }) => (people ? `${spots.map(name).join(", ")}: called ${called}` : ""),
  LimitNoticed: ({ spot }, { name }) => `${name(spot)} is below the table's minimum: raise it or take it back`,
  RebetSkipped: ({ spot, why }, { name }) => `The same bet on ${name(spot)} was not made again: ${why}`,
  MoneyMoved: ({ amount }) => (amount > 0 ? `By a decision, the house pays you ${money(amount)}` : `By a decision, the house collects ${money(-amount)} from you`),
  SeatWarned: () => "The crew warns you",
  SeatBarred: () => "The crew accepts no more bets from you",
  BarLifted: () => "The crew accepts your bets again",
  RecordKnown: ({ barred, warned }) => (barred ? "This house accepts no bets from you" : warned ? "You were told before: bets below the minimum are returned" : ""),
  WalkedAway: ({ folded }) => `You count as having walked away; ${folded.length ? "bets that waited for your decision are forfeited" : "your bets stay up"}`,
  DisputeRaised: ({ dispute, advice_clause }) => `Your dispute has the number ${dispute}; the crew decides it${advice(advice_clause)}`,
  ReviewRequested: ({ dispute, advice_clause }) => `The decision on dispute ${dispute} goes to review${advice(advice_clause)}`,
};

/**
 * Show messages about events other than rolls; those at the same moment are shown together.
 * @param {Table} table
 */
export function aloud(table) {
  const { live, bets, stage } = table;
  /** @type {{says: string, clause: string, lasting: boolean}[]} */
  let saying = [];
  /** @type {number | undefined} */
  let due;
  const offered = new Offered();
  /** The last message about the dice, and messages that wait until rolling dice have come to rest. */
  let lately = "";
  /** @type {(() => void)[]} */
  let held = [];
  const ofDice = (/** @type {() => void} */ tell) => (stage.rolling ? void held.push(tell) : tell());
  stage.addEventListener("shown", () => {
    if (stage.rolling) return;
    const telling = held;
    held = [];
    for (const tell of telling) tell();
  });
  live.addEventListener("event", (event) => {
    const { name, body } = /** @type {CustomEvent<import("../app/table-socket.js").Happened>} */ (event).detail;
    const sight = live.sight ?? stage.sight;
    if (!sight) return;
    const seat = sight.table.you.seat;
    const around = { name: (/** @type {string} */ spot) => bets.name(spot), seat, people: sight.table.settings.crew === "people", late: live.waiting.some((each) => each.late && each.name === "PlaceBet") };
    const mine = seat !== null && body.seat === seat;
    if (sight.table.mode === "live" && !around.people) {
      const sits = sight.table.seats.find((each) => each.seat === body.seat)?.name ?? `seat ${body.seat}`;
      const dice = OF_DICE[name]?.(body, mine ? "you" : sits);
      const over = name === "DiceTaken" || (name === "DiceOffered" && lately === "CompanionShot");
      if (dice || over) {
        lately = name;
        return ofDice(() => table.happened(capital(dice ?? ""), { answered: name === "CompanionShot" }));
      }
    }
    const says = forAll(name, body, around) || (mine && FOR_ONE[name]?.(body, around)) || decided(sight, name, body);
    if (mine) offered.hear(name, body);
    if (says) saying.push({ says, clause: body.clause ?? "", lasting: LASTING.has(name) });
    const late = offered.missed(name);
    if (late.length) saying.push({ says: `${late.map(around.name).join(", ")}: not accepted, because the crew had not confirmed it`, clause: "", lasting: false });
    if (!saying.length) return;
    clearTimeout(due);
    due = setTimeout(() => {
      const told = saying;
      saying = [];
      const clauses = [...new Set(told.map((each) => each.clause).filter(Boolean))].join("; ");
      table.say(told.map((each) => sentence(each.says)).join(" "), [clauseLink(bets.book, clauses)], { stays: told.some((each) => each.lasting) });
    }, TOGETHER_MS);
  });
}

/** Bets that wait for the crew to accept them, until the roll is called without them. */
class Offered {
  /** @type {Set<string>} */ #spots = new Set();

  /** @param {string} name @param {any} body */
  hear(name, body) {
    if (name === "BetOffered") this.#spots.add(body.spot);
    if (name === "BetPlaced") this.#spots.delete(body.spot);
  }

  /** Return the bets that a roll that is called now leaves out. @param {string} name */
  missed(name) {
    if (name !== "RollCalled" && name !== "NoRollCalled") return [];
    const left = [...this.#spots];
    this.#spots.clear();
    return left;
  }
}

/** Return whom a player who raised a dispute may consult. @param {string} [clause] */
const advice = (clause) => (clause ? "; you may also ask the inspector" : "");

/** Return the decision on the player's own dispute. @param {import("../app/table-socket.js").Sight} sight @param {string} name @param {any} body */
function decided(sight, name, body) {
  const mine = name === "DisputeDecided" && sight.disputes.some((each) => each.number === body.dispute);
  return mine ? `Dispute ${body.dispute} is decided: ${body.decision}` : "";
}

/** Return a code such as "die-on-die" as words. @param {string} code */
export const words = (code) => code.replaceAll("-", " ");
