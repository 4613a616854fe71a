// The event log lists what happened at the table since the page was opened, newest first, for its crew and its
// inspector.

import { forAll, words } from "../panels/event-messages.js";
import { call, faces } from "../kit/roll-words.js";
import { clauseLink, sentence } from "../kit/clause-link.js";
import { h } from "../kit/dom.js";
import { money } from "../kit/money.js";

/** @typedef {import("../app/table-socket.js").Happened} Happened */
/** @typedef {(body: any, name: (spot: string) => string) => string} Says */

const MOST = 100;

/** Messages for the crew, where they differ from what everybody is told. @type {{[event: string]: Says}} */
const FOR_CREW = {
  BettingOpened: () => "Bets are open",
  BettingClosed: () => "No more bets",
  DiceOffered: ({ seat }) => `The dice are offered to seat ${seat}`,
  DiceTaken: ({ seat }) => `Seat ${seat} takes the dice`,
  DiceDeclined: ({ seat }) => `Seat ${seat} declines the dice`,
  DiceGivenUp: ({ seat, why }) => `Seat ${seat} gives up the dice: ${words(why)}`,
  DiceChosen: ({ dice }) => `Dice ${dice.join(" and ")} are chosen`,
  CompanionShot: () => "A companion throws for the table",
  DiceThrown: () => "The dice are out",
  FaceDisputed: ({ seat }) => `Seat ${seat} objects to the dice as called`,
  RollSettled: ({ number, roll }) => `Roll ${number} is paid: ${faces(roll).toLowerCase()}, ${call(roll).toLowerCase()}`,
  BetOffered: ({ seat, spot, amount, late }, name) => `Seat ${seat} offers ${money(amount)} on ${name(spot)}${late ? ", late" : ""}`,
  BetConfirmed: ({ seat, spot }, name) => `${name(spot)} of seat ${seat} is confirmed`,
  CallPlaced: ({ seat, spots, call: called }, name) => `Seat ${seat}: ${spots.map(name).join(", ")} called ${called}`,
  LimitNoticed: ({ seat, spot }, name) => `Seat ${seat} is told that ${name(spot)} is below the minimum`,
  SeatWarned: ({ seat }) => `Seat ${seat} is warned`,
  SeatBarred: ({ seat }) => `No more bets are taken from seat ${seat}`,
  BarLifted: ({ seat }) => `Bets are taken from seat ${seat} again`,
  CameBack: ({ seat }) => `Seat ${seat} is back`,
  "seat-freed": ({ seat }) => `Seat ${seat} was away too long and is free now; the rack went to the player's wallet`,
  WalkedAway: ({ seat }) => `Seat ${seat} counts as having walked away`,
  PartnersFlagged: ({ seat, partner }) => `Seats ${seat} and ${partner} count as one against the maximum`,
  DisputeRaised: ({ dispute, seat, about }) => `Seat ${seat} raises dispute ${dispute}: ${about}`,
  DisputeDecided: ({ dispute, decision }) => `Dispute ${dispute} is decided: ${decision}`,
  ReviewRequested: ({ dispute, seat }) => `Seat ${seat} asks for a review of dispute ${dispute}`,
  ReviewDecided: ({ dispute, decision }) => `The review of dispute ${dispute} is decided: ${decision}`,
  MoneyMoved: ({ seat, amount }) => (amount > 0 ? `The house pays seat ${seat} ${money(amount)}` : `The house collects ${money(-amount)} from seat ${seat}`),
  NoRollNoted: ({ note }) => `What was wrong with the throw: ${note}`,
  ErrorNoted: ({ note }) => `An error is noted: ${note}`,
  DieOffTable: ({ die }) => `Die ${die} is off the table`,
  DieRecovered: ({ die }) => `Die ${die} is back at the table`,
  DieChecked: ({ die }) => `Die ${die} is checked`,
  DieLost: ({ die }) => `Die ${die} is lost`,
  CrewAppointed: ({ position, person }) => `${person} is ${words(position)} now`,
  InspectorNotified: () => "The inspector is notified",
  TableClosed: () => "The table is closed",
};

/**
 * Return the card with the event log.
 * @param {string} book
 * @param {(spot: string) => string} spotName
 */
export function saidCard(book, spotName) {
  const none = h("li", { class: "quieter" }, "Nothing yet.");
  const list = h("ol", { class: "said-list", tabindex: "0", "aria-labelledby": "said-title" }, none);
  const element = h("section", { class: "panel", "aria-labelledby": "said-title" }, h("h2", { id: "said-title" }, "What was said"), list, h("p", { class: "small quieter" }, "Since you opened this page, the newest first. The whole log can be exported."));

  /** @param {Happened} happened */
  function hear({ name, at, body }) {
    const says = FOR_CREW[name]?.(body, spotName) ?? forAll(name, body, { name: spotName, seat: null, people: true, late: false });
    if (!says) return;
    none.remove();
    const by = body.by ? h("small", { class: "quieter" }, `${sentence(words(body.by))} `) : null;
    list.prepend(h("li", null, h("time", { class: "figure quieter" }, new Date(at / 1000).toLocaleTimeString()), h("span", null, `${sentence(says)} `, by, clauseLink(book, body.clause ?? ""))));
    if (list.children.length > MOST) list.lastElementChild?.remove();
  }
  return { element, hear };
}
