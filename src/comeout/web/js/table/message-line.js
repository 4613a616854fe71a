// The message line under the felt belongs to the table: it says what happened, what the player wants now and what to
// do, or why a bet was refused. Its height is fixed, so that nothing on the page moves.

import { preferences } from "../kit/preferences.js";
import { clauseLink, sentence } from "../kit/clause-link.js";
import { fill, h } from "../kit/dom.js";
import { chipsLeft } from "./sit-down.js";
import { termed } from "../app/terms.js";
import { even } from "../bets/bet-batches.js";
import { money } from "../kit/money.js";
import { announce } from "../kit/announce.js";

/** @typedef {import("./table-parts.d.ts").Table} Table */
/** @typedef {{spot: string, reason: string, says: string, clause: string, instead_cents?: number[]}} Refused */

const STAYS_MS = 9000;
const EMPTY = "Your rack is empty.";

/**
 * Return the message line and its functions.
 * @param {Table} table
 * @param {{card: (spot: string) => void}} how
 */
export function toldLine(table, { card: openCard }) {
  const { bets, felt, facts } = table;
  const element = h("div", { class: "told" });
  let until = 0;
  const nothing = () => "";
  /** @type {{words: (brief?: boolean) => string, more: (Node | null)[], next: () => string}} the last message; the result of a roll is told as the table is now */
  let last = { words: nothing, more: [], next: nothing };
  /** The words of the last message as they were drawn. */
  let drawn = "";
  /** What the table asks for, and the last news about the dice; both are shown after the result of a roll. */
  let [asks, aside] = ["", ""];
  /** @type {number | undefined} */
  let fades;
  /** @type {string | null} */
  let about = null;

  /** Show what the player wants now and what to do, unless a message still stands. */
  function describe() {
    if (until === Infinity && drawn !== current() && !table.stage.rolling) draw();
    if (performance.now() < until) return;
    element.className = "told";
    const [first, ...rest] = next();
    fill(element, h("p", null, first && h("b", null, termed(first)), rest.length > 0 && [" ", ...termed(rest.join(" "))]), ...buttons());
  }

  /** Return what stands after the line: chips, or help for beginners. */
  function buttons() {
    if (watching()) return [];
    if (broke()) return [offers];
    return easy() ? [button("How to play", async () => void (await import("../bets/how-to-play.js")).openHelp(table))] : [];
  }

  const easy = () => Boolean(preferences.get("easy"));
  const watching = () => table.stage.sight?.table.you.seat === null;
  const button = (/** @type {string} */ label, /** @type {() => void} */ act) => h("button", { type: "button", class: "button", on: { click: act } }, label);
  const offers = h("span", { class: "row" });
  let asking = false;

  /** Return whether the rack is empty and nothing lies on the felt; what there is instead is asked for once. */
  function broke() {
    const you = table.stage.sight?.table.you;
    const empty = Boolean(you && you.seat !== null && !you.rack_cents && !Object.keys(you.bets).length);
    if (empty && !asking) chips();
    asking = empty;
    return empty;
  }

  /** Ask for the way to chips, to offer it beside the words. */
  const chips = () => void chipsLeft(table).then(({ more }) => fill(offers, more), () => {});

  /** Return what the player wants now, and what to do next: what the dice wait for, or when bets open. */
  function next() {
    const sight = table.stage.sight;
    if (!sight) return [];
    const { you, phase, mode, offered, seats } = sight.table;
    const open = phase === "betting open" || bets.open;
    const closed = !seats.length ? "The game starts when somebody sits down." : phase === "settled" ? "Bets open soon." : "No more bets. Betting opens again when this roll is paid.";
    if (phase === "table closed") return ["This table is closed."];
    if (watching()) return ["You are watching this table.", ...(open || mode !== "live" ? [] : [closed])];
    if (broke()) return [EMPTY];
    const wanted = sight.wanted ? [sentence(sight.wanted)] : [];
    if (!open && mode === "live") return [...wanted, closed];
    const take = mode === "live" && offered === you.seat ? sight.actions.TakeDice : undefined;
    const first = take && !take.ok ? sentence(take.says) : needs(sight);
    if (first) return [first, ...wanted];
    const how = matchMedia("(pointer: coarse)").matches ? "Long-press for amounts." : "Long-press or right-click for amounts and house edge.";
    return wanted.length ? wanted : (joining(table, sight) ?? ["Choose a chip, then tap a lit spot.", how]);
  }

  /** @param {Refused} no */
  function refused(no) {
    until = performance.now() + STAYS_MS;
    about = no.spot;
    const offer = bets.offer(no.spot);
    const instead = fitting(no.spot, no.instead_cents ?? []);
    const short = !instead.length && (no.reason === "RACK_TOO_SMALL" || !table.stage.sight?.table.you.rack_cents);
    if (short) chips();
    element.className = "told refused";
    fill(
      element,
      h("p", null, h("b", null, `${bets.name(no.spot)}: refused. `), termed(sentence(no.says))),
      clauseLink(bets.book, no.clause),
      instead.map((cents) => h("button", { type: "button", class: "button", on: { click: () => ((until = 0), void bets.place(no.spot, cents)) } }, `Bet ${money(cents)}`)),
      !instead.length && !offer?.bet.ok && neighbours(no.spot).map((spot) => h("button", { type: "button", class: "button", on: { click: () => ((until = 0), void bets.place(spot)) } }, bets.name(spot))),
      short && offers,
      no.reason === "OWN_LIMIT" && h("a", { class: "button", href: "/account" }, "Your limits"),
      offer?.bet.ok && h("button", { type: "button", class: "button quiet", on: { click: () => openCard(no.spot) } }, "Amounts"),
    );
    felt.shake(no.spot);
    void late(no.spot);
    announce(`${bets.name(no.spot)} refused: ${sentence(no.says)}${instead.length ? ` Accepted: ${instead.map(money).join(", ")}` : ""}`, { urgent: true });
    setTimeout(describe, STAYS_MS + 50);
  }

  /**
   * Return what to offer in place of a refused amount: the largest chip that fits, and amounts that the house names,
   * but never all of the rack.
   * @param {string} spot
   * @param {number[]} instead
   */
  function fitting(spot, instead) {
    const offer = bets.offer(spot);
    const rack = table.stage.sight?.table.you.rack_cents ?? 0;
    const most = offer?.bet.most_cents ?? 0;
    const fits = offer?.bet.ok ? facts.chips_cents.map((chip) => even(offer, chip)).filter((cents) => cents <= most && cents < rack && cents >= offer.bet.least_cents) : [];
    const chip = instead.length && Math.max(...instead) >= Math.min(rack, most) ? fits.slice(-1) : [];
    return [...new Set([...instead.filter((cents) => cents < rack && (!chip.length || cents < most)), ...chip])].sort((a, b) => a - b);
  }

  /** Offer a late bet, at a table that people run. @param {string} spot */
  async function late(spot) {
    const sight = table.stage.sight;
    if (sight?.table.settings.crew !== "people" || sight.table.phase === "betting open") return;
    const { lateButton } = await import("./player-disputes.js");
    const button = await lateButton(table, spot);
    if (button && about === spot && element.classList.contains("refused")) element.append(button);
  }

  /** Clear the message when a bet is accepted. */
  function calm() {
    if (performance.now() >= until) return;
    until = 0;
    describe();
  }

  /** Return open bets near a spot that is closed: the bet that it supports, or the same number. @param {string} spot */
  function neighbours(spot) {
    const facts_ = facts.spots[spot];
    const base = bets.offer(spot)?.odds_for;
    return facts.order
      .filter((each) => each !== spot && bets.offer(each)?.bet.ok && (each === base || (facts_?.number && facts.spots[each]?.number === facts_.number)))
      .slice(0, 2);
  }

  /**
   * Show a message. The result of a roll stays until the player does something else, and what the player wants next
   * stands after it.
   * @param {string | ((brief?: boolean) => string)} text
   * @param {(Node | null)[]} [more]
   * @param {{stays?: boolean, next?: () => string}} [how]
   */
  function say(text, more = [], { stays = false, next: wants = nothing } = {}) {
    until = stays ? Infinity : performance.now() + STAYS_MS;
    last = { words: typeof text === "string" ? () => text : text, more, next: wants };
    draw();
    announce(current());
    if (!stays) setTimeout(describe, STAYS_MS + 50);
  }

  /** Return all words of the last message, as the table is now. */
  const current = (brief = false) => [sentence(last.words(brief)), last.next()].filter(Boolean).join(" ");

  /** Return whether words of the line are cut off. */
  const over = () => {
    const said = element.firstElementChild;
    return Boolean(said && said.scrollHeight > said.clientHeight + 1);
  };

  /**
   * Draw the message. After the result of a roll come what the player wants next and the news about the dice, as far as
   * there is room, and what the table asks for. The result itself is shorter where it would be cut off.
   */
  function draw() {
    drawn = current();
    put(drawn, aside);
    if (aside && over()) put(drawn, "");
    if (until !== Infinity) return;
    for (const shorter of [current(true), sentence(last.words()), sentence(last.words(true))]) if (over()) put(shorter, "");
  }

  /** Draw the result of a roll anew where its room has changed. */
  const refit = () => {
    if (until === Infinity) draw();
  };

  /** @param {string} said @param {string} between */
  function put(said, between) {
    const empty = until === Infinity && broke();
    const after = until === Infinity ? [between, asks || (empty ? EMPTY : "")].filter(Boolean).join(" ") : "";
    element.className = after ? "told both" : "told";
    fill(element, h("p", null, termed(said), after && h("b", { class: "asks" }, " ", termed(after))), last.more, empty && offers);
  }

  /** Set or clear what the table asks for. The result of a roll stays before it. @param {string} text */
  function request(text) {
    if (text === asks) return;
    asks = text;
    if (until === Infinity) {
      draw();
      if (asks) announce(asks);
    } else if (asks) say([aside, asks].filter(Boolean).join(" "));
  }

  /**
   * Show news about the dice for a while, beside the result of a roll, without replacing an earlier message.
   * @param {string} text
   * @param {{answered?: boolean}} [how] answered: what the table asked for is done
   */
  function happened(text, { answered = false } = {}) {
    clearTimeout(fades);
    const told = (aside = sentence(text));
    if (answered) asks = "";
    if (told) fades = setTimeout(() => happened(""), STAYS_MS);
    if (until === Infinity) draw();
    if (told && until !== Infinity) say(`${told} ${asks}`.trim());
    else if (told) announce(told);
  }

  describe();
  /** Return whether the line holds words that go by themselves, and so may take the room of the offers meanwhile. */
  const passing = () => until !== Infinity && performance.now() < until;
  return { element, passing, describe, refused, say, calm, request, happened, fit: refit };
}

/**
 * Return how a player without a bet comes into the game at the easy table; nothing for anybody else.
 * @param {Table} table
 * @param {import("../app/table-socket.js").Sight} sight
 * @returns {string[] | null}
 */
export function joining({ felt, facts }, sight) {
  const { you, point, mode } = sight.table;
  const line = felt.spotOfKind("line");
  if (!preferences.get("easy") || sight.lesson || you.seat === null || Object.keys(you.bets).length || !felt.draws(line)) return null;
  const open = facts.order.some((spot) => felt.draws(spot) && sight.offers[spot]?.bet.ok);
  if (!point && sight.offers[line]?.bet.ok) return mode === "live" ? ["Bet PASS: the dice are thrown when the bets close."] : ["Bet PASS first: the dice roll for you then.", "Or roll without a bet, to watch."];
  return open || !point ? null : ["You are not in this round.", `${mode === "live" ? "Wait" : "Roll"} until the puck is OFF, then bet PASS.`];
}

/** Return the line bets that are drawn, as words on the felt. @param {Table} table */
export const linesDrawn = ({ felt }) => /** @type {const} */ ([["line", "PASS"], ["bar-line", "DON'T"]]).filter(([kind]) => felt.spotOfKind(kind) && felt.draws(felt.spotOfKind(kind))).map(([, word]) => word).join(" or ");

/** Return what a player at a private table must do before the dice roll, if anything. @param {import("../app/table-socket.js").Sight} sight */
export const needs = ({ table, throw: next }) => (table.mode !== "live" && next.spots.length ? sentence(next.says) : "");
