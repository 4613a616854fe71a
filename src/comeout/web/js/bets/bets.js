// Sends the player's bets to the house as commands: bet, take down, undo, call on or off, several at once. The house
// decides what is allowed and what it costs.

import { announce } from "../kit/announce.js";
import { clauseLink } from "../kit/clause-link.js";
import { money } from "../kit/money.js";
import { preferences } from "../kit/preferences.js";
import { bundleParts, doubled, even, sum, within } from "./bet-batches.js";
import { callBets, changes } from "./calls.js";
import { agreed, agreedLast, willing } from "./bet-questions.js";
import { LastLayout } from "./last-layout.js";

/** @typedef {import("../app/table-socket.js").TableSocket} TableSocket */
/** @typedef {import("../app/table-socket.js").Answer} Answer */
/** @typedef {import("../app/table-socket.js").Offer} Offer */
/** @typedef {import("../app/table-socket.js").Bundle} Bundle */
/** @typedef {import("../app/display-state.js").DisplayState} DisplayState */
/** @typedef {import("../protocol.d.ts").SpotsAnswer} Facts */
/** @typedef {import("./bet-batches.js").Part} Part */
/** @typedef {{says: string, clause: string, instead_cents?: number[]}} No */

export class Bets extends EventTarget {
  /**
   * @param {TableSocket} live
   * @param {DisplayState} stage
   * @param {Facts} facts
   */
  constructor(live, stage, facts) {
    super();
    this.live = live;
    this.stage = stage;
    this.facts = facts;
    /** @type {Part[][]} the acts since the last roll that can be undone; amounts that were taken down are below zero */
    this.done = [];
    this.last = new LastLayout(this);
    stage.addEventListener("roll", () => ((this.done = []), this.changed()));
    live.addEventListener("answer", (event) => this.#came(/** @type {CustomEvent} */ (event).detail));
  }

  /** @type {string[]} messages about bets that waited for the house */ #late = [];

  /** The selected chip. */
  get chip() {
    const chosen = preferences.get("chip");
    return this.facts.chips_cents.includes(chosen) ? chosen : this.facts.chips_cents[0];
  }

  /** Return what one tap bets on a spot: the selected chip, as an amount that pays evenly unless plain chips are chosen. @param {string} spot */
  tapped(spot) {
    const offer = this.offer(spot);
    return this.evenly && offer?.bet.ok ? even(offer, this.chip) : this.chip;
  }

  /** Whether bets are brought to amounts that pay evenly: unless the player has chosen plain chips. */
  get evenly() {
    return Boolean(preferences.get("units"));
  }

  /** The key of the table's book. */
  get book() {
    return this.facts.book_key;
  }

  /** @param {string} spot @returns {Offer | undefined} */
  offer(spot) {
    return this.stage.sight?.offers[spot];
  }

  /** @param {string} spot */
  name(spot) {
    return this.offer(spot)?.name ?? this.facts.spots[spot]?.name ?? spot;
  }

  /** The player's bets in table order, odds after the bet that they support. @returns {Part[]} */
  get mine() {
    const bets = this.stage.sight?.table.you.bets ?? {};
    const order = this.facts.order;
    return Object.entries(bets)
      .map(([spot, bet]) => ({ spot, cents: bet.amount }))
      .sort((a, b) => this.#rank(a.spot) - this.#rank(b.spot) || order.indexOf(a.spot) - order.indexOf(b.spot));
  }

  /** @param {string} spot */
  #rank(spot) {
    return this.offer(spot)?.odds_for ? 1 : 0;
  }

  // ---------------------------------------------------------------- putting down

  /** Bet on a spot. @param {string} spot @param {number} [asked] by default what a tap bets */
  async place(spot, asked) {
    const cents = asked ?? this.tapped(spot);
    const offer = this.offer(spot);
    if (this.stage.rolling) return this.refuse(spot, { says: "The dice are rolling. Wait for the result.", clause: "" });
    if (offer && !offer.bet.ok) return this.refuse(spot, offer.bet);
    const yes = offer ? await agreed(this, spot, cents, offer) : true;
    if (!yes || typeof yes === "object") return yes ? this.refuse(spot, yes) : false;
    const placed = await this.put(spot, cents, asked ? undefined : offer);
    if (placed) this.done.push([{ spot, cents }]);
    this.changed();
    return placed;
  }

  /** Send a bet that the player has agreed to. @param {string} spot @param {number} cents @param {Offer} [tapped] what was offered where a tap chose the amount */
  async put(spot, cents, tapped) {
    const asked = this.live.act("PlaceBet", { spot, amount: cents });
    if (this.live.state === "away") this.say(`The house cannot be reached. Your bet of ${money(cents)} on ${this.name(spot)} waits, and is sent once when the house is back.`);
    const answer = await asked;
    if (answer.late) return answer.ok;
    if (!answer.ok) return this.refuse(spot, answer);
    announce(`${money(cents)} on ${this.name(spot)}`);
    this.dispatchEvent(new CustomEvent("placed", { detail: { spot, cents, tapped, seq: answer.seq } }));
    return true;
  }

  /**
   * Report a bet that had to wait for the house when it is accepted or refused, also after the page was reloaded.
   * @param {{command?: import("../app/table-socket.js").Command, answer: Answer}} came
   */
  #came({ command, answer }) {
    if (!command?.late || command.name !== "PlaceBet") return;
    const { spot, amount } = command.body;
    this.#late.push(answer.ok ? `${money(amount)} on ${this.name(spot)} is accepted` : `${money(amount)} on ${this.name(spot)} is refused: ${answer.says}`);
    this.say(`The house is back. ${this.#late.join("; ")}.`, answer.ok ? null : clauseLink(this.book, answer.clause));
    if (!this.live.waiting.some((each) => each.late && each.name === "PlaceBet")) this.#late = [];
  }

  /**
   * Make several bets at once if the rack covers them all. Refused bets are reported, and the rest are made.
   * @param {Part[]} parts
   * @param {string} what
   * @param {string} none the message if there is nothing to bet
   */
  async several(parts, what, none) {
    if (!parts.length) return this.say(none);
    const rack = this.stage.sight?.table.you.rack_cents ?? 0;
    if (sum(parts) > rack) return this.say(`${what} costs ${money(sum(parts))}, but your rack holds ${money(rack)}. Choose a smaller chip, or buy in.`);
    if (sum(parts) === rack && !(await agreedLast(what, rack))) return;
    const open = (/** @type {Part} */ { spot }) => Boolean(this.offer(spot)?.bet.ok);
    const placed = await this.#each(parts.filter(open));
    const odds = await this.#odds(parts.filter((part) => !open(part)), placed);
    placed.push(...(await this.#each(odds)));
    if (placed.length) this.done.push(placed);
    this.changed();
  }

  /** Make bets together; returns those that were accepted. @param {Part[]} parts */
  async #each(parts) {
    const lies = await Promise.all(parts.map(({ spot, cents }) => this.put(spot, cents)));
    return parts.filter((_, place) => lies[place]);
  }

  /** Return the odds whose bet was just made and that can follow now; the others wait for their point. @param {Part[]} parts @param {Part[]} placed the bets that were made */
  async #odds(parts, placed) {
    const quotes = await Promise.all(parts.map(({ spot, cents }) => this.live.quote("PlaceBet", { spot, amount: cents })));
    const later = parts.filter((_, place) => quotes[place]?.ok === false);
    const why = quotes.find((quote) => quote?.ok === false);
    const names = (/** @type {Part[]} */ some) => some.map(({ spot }) => this.name(spot)).join(", ");
    if (why) this.say(`${placed.length ? `${money(sum(placed))} bet: ${names(placed)}. Not yet: ${names(later)}, since ` : `${names(later)} not yet: `}${why.says}.`, clauseLink(this.book, why.clause));
    return parts.filter((_, place) => quotes[place]?.ok !== false);
  }

  // ---------------------------------------------------------------- taking back

  /** Undo the last act: bets that were made come back, and bets that were taken down are made again. */
  async undo() {
    const last = this.done.pop();
    if (!last) return this.say("Nothing to undo since the last roll.");
    if (!(await this.#willing(last.filter(({ cents }) => cents > 0).map(({ spot }) => spot), "Undo"))) return void this.done.push(last);
    const said = [];
    for (const { spot, cents } of [...last].reverse()) {
      if (!(await (cents > 0 ? this.#back(spot, cents) : this.#restore(spot, -cents)))) continue;
      said.push(cents > 0 ? `${money(cents)} from ${this.name(spot)}` : `${money(-cents)} on ${this.name(spot)}`);
    }
    if (said.length === last.length) this.say(`${last[0].cents > 0 ? "Back in your rack" : "Back on the felt"}: ${said.join(", ")}.`);
    this.changed();
  }

  /** Make a bet again that was taken down. @param {string} spot @param {number} cents */
  async #restore(spot, cents) {
    const offer = this.offer(spot);
    const yes = !offer || (offer.bet.ok ? await agreed(this, spot, cents, offer) : offer.bet);
    return typeof yes === "object" ? this.refuse(spot, yes) : yes && this.put(spot, cents);
  }

  /** Take a bet down, or part of it. @param {string} spot @param {number} [cents] by default all of it */
  async take(spot, cents) {
    const offer = this.offer(spot);
    if (offer?.take && !offer.take.ok) return this.refuse(spot, offer.take);
    if (!(await this.#willing([spot], "Take it down"))) return false;
    const taken = cents ?? offer?.there_cents ?? 0;
    const back = await this.#back(spot, taken);
    if (back) this.done.push([{ spot, cents: -taken }]);
    this.changed();
    if (back) this.say(`Back in your rack: ${money(taken)} from ${this.name(spot)}.`);
    return back;
  }

  /** Take down every bet that may be taken down; returns whether any was. */
  async clear() {
    const spots = this.mine.filter(({ spot }) => this.offer(spot)?.take?.ok).map(({ spot }) => spot);
    if (!spots.length) {
      const [stays = "You have no bets on the felt.", clause] = this.#stays([]) ?? [];
      return this.say(stays, clause);
    }
    if (!(await this.#willing(spots, "Take them down"))) return false;
    /** @type {Part[]} */
    const taken = [];
    for (const { spot, cents } of this.mine.filter((part) => spots.includes(part.spot)).reverse()) if (await this.#back(spot, cents)) taken.push({ spot, cents: -cents });
    this.done.push(taken);
    this.changed();
    const [stays = "", clause] = this.#stays(spots) ?? [];
    this.say(`Taken down: ${spots.map((spot) => this.name(spot)).join(", ")}. ${stays}`.trim(), clause);
    return taken.length > 0;
  }

  /**
   * Return which bets were not taken down, and why.
   * @param {string[]} taken
   * @returns {[string, Node | null] | null}
   */
  #stays(taken) {
    const left = this.mine.filter(({ spot }) => !taken.includes(spot));
    const why = left.map(({ spot }) => this.offer(spot)?.take).find((take) => take && !take.ok);
    if (!left.length || !why) return null;
    return [`${left.map(({ spot }) => this.name(spot)).join(", ")} ${left.length === 1 ? "stays" : "stay"}: ${why.says}`, clauseLink(this.book, why.clause)];
  }

  /** @param {string} spot @param {number} cents */
  async #back(spot, cents) {
    const there = this.live.sight?.table.you.bets[spot]?.amount ?? cents;
    const whole = cents >= there;
    const answer = await this.live.act(whole ? "RemoveBet" : "ReduceBet", whole ? { spot } : { spot, amount: cents });
    return answer.ok || this.refuse(spot, answer);
  }

  /** Ask the player to confirm what taking bets down costs. @param {string[]} spots @param {string} label */
  #willing(spots, label) {
    return willing([...new Set(spots.flatMap((spot) => this.offer(spot)?.take?.warns ?? []))], label);
  }

  // ---------------------------------------------------------------- the same, more, all at once

  #offers = (/** @type {string} */ spot) => this.offer(spot);

  /** Repeat the bets of the last roll. */
  repeat() {
    return this.several(this.last.missing, "The last layout", "Nothing of your last layout can be bet again now.");
  }

  /** Bet the same amount again on every bet that accepts it. */
  double() {
    return this.several(doubled(this.mine, this.#offers, this.evenly), "Doubling your bets", "None of your bets can be raised now.");
  }

  /** Bring bets that have won to so many times what they were. @param {Part[]} won @param {number} times @param {string} [what] */
  again(won, times, what = times > 1 ? "Pressing your bets" : "The same again") {
    const parts = won.map(({ spot, cents }) => ({ spot, cents: within(this.offer(spot), cents * times - (this.offer(spot)?.there_cents ?? 0), this.evenly) }));
    return this.several(parts.filter(({ cents }) => cents > 0), what, "The same bets lie there already.");
  }

  /** Take several bets down. @param {string[]} spots */
  async down(spots) {
    for (const spot of spots) await this.take(spot);
  }

  /** Bet the same amount again on one bet. @param {string} spot */
  async press(spot) {
    const offer = this.offer(spot);
    if (!offer?.there_cents) return this.say(`You have no bet on ${this.name(spot)} to press.`);
    const cents = within(offer, offer.there_cents, this.evenly);
    if (offer.bet.ok && !cents) return this.say(`${this.name(spot)} cannot be raised by an amount that pays evenly.`);
    return this.place(spot, cents);
  }

  /**
   * Make all the bets of a bundle: the selected chip is shared out and rounded to amounts that pay evenly.
   * @param {Bundle & {of?: number}} bundle
   */
  bundle(bundle) {
    return this.several(bundleParts(bundle, this.chip, this.#offers), bundle.name, `None of ${bundle.name} can be bet now.`);
  }

  /** Return what a bundle costs with the selected chip. @param {Bundle & {of?: number}} bundle */
  bundleCents(bundle) {
    return sum(bundleParts(bundle, this.chip, this.#offers));
  }

  /** Whether a call would change anything about a bet. @param {string} spot @param {"on" | "off"} call */
  calls(spot, call) {
    return changes(this, spot, call);
  }

  /** Call a bet on or off. @param {string} spot @param {"on" | "off"} call @param {{only?: boolean}} [how] */
  call(spot, call, how) {
    return callBets(this, [spot], call, how);
  }

  /** Call every bet on or off that the book allows to be called. @param {"on" | "off"} call */
  async callAll(call) {
    const spots = this.mine.map(({ spot }) => spot).filter((spot) => this.calls(spot, call));
    if (spots.length) await callBets(this, spots, call);
    else this.say(`None of your bets can be called ${call} now.`);
  }

  /** Repeat a bet whenever it has won, or no longer. @param {string} spot @param {boolean} keep */
  async same(spot, keep) {
    const answer = await this.live.act("KeepBet", { spot, keep });
    if (!answer.ok) return this.refuse(spot, answer);
    announce(keep ? `${this.name(spot)} repeats: the same bet is made again when it wins` : `${this.name(spot)} no longer repeats`);
    return true;
  }

  // ---------------------------------------------------------------- what was said

  /** Whether any bet is accepted now. In some books that is until the throw, whatever was announced. */
  get open() {
    const sight = this.stage.sight;
    return sight?.table.phase === "betting open" || Object.values(sight?.offers ?? {}).some((offer) => offer.bet.ok);
  }

  /** What the buttons can do now. */
  get can() {
    const mine = this.mine;
    const open = this.open;
    return { undo: open && this.done.length > 0, repeat: this.last.missing.length > 0, double: mine.some(({ spot }) => this.offer(spot)?.bet.ok), clear: mine.some(({ spot }) => this.offer(spot)?.take?.ok) };
  }

  /** @param {string} text @param {Node | null} [more] */
  say(text, more = null) {
    this.dispatchEvent(new CustomEvent("say", { detail: { text, more } }));
  }

  /**
   * @param {string} spot
   * @param {No} no
   * @returns {false}
   */
  refuse(spot, no) {
    this.dispatchEvent(new CustomEvent("refused", { detail: { spot, ...no } }));
    return false;
  }

  changed() {
    this.dispatchEvent(new Event("changed"));
  }
}
