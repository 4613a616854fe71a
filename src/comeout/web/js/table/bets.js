// What a player does with chips: put them down, take them back, the same again, double, press, on and off, several at once.
// What is allowed and what it costs the house says; this only asks, and asks the player first where it costs something.

import { choices } from "../app/preferences.js";
import { clauseLink, sentence } from "../kit/clause-link.js";
import { ask } from "../kit/dialog.js";
import { h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { announce } from "../kit/announce.js";

/** @typedef {import("../app/table-socket.js").Live} Live */
/** @typedef {import("../app/table-socket.js").Answer} Answer */
/** @typedef {import("../app/table-socket.js").Offer} Offer */
/** @typedef {import("../app/table-socket.js").Bundle} Bundle */
/** @typedef {import("./display-state.js").Stage} Stage */
/** @typedef {import("./felt.js").Facts} Facts */
/** @typedef {{says: string, clause: string, instead_cents?: number[]}} No */
/** @typedef {{spot: string, cents: number}} Part */

export class Bets extends EventTarget {
  /**
   * @param {Live} live
   * @param {Stage} stage
   * @param {Facts} facts
   */
  constructor(live, stage, facts) {
    super();
    this.live = live;
    this.stage = stage;
    this.facts = facts;
    /** @type {Part[][]} */
    this.done = [];
    stage.addEventListener("roll", () => this.#rolled());
    live.addEventListener("answer", (event) => this.#came(/** @type {CustomEvent} */ (event).detail));
  }

  /** @type {string[]} what became of bets that waited for the house */ #late = [];

  /** The chip in hand. */
  get chip() {
    const chosen = choices.get("chip");
    return this.facts.chips_cents.includes(chosen) ? chosen : this.facts.chips_cents[0];
  }

  get book() {
    return this.stage.sight?.table.book ?? "";
  }

  /** @param {string} spot @returns {Offer | undefined} */
  offer(spot) {
    return this.stage.sight?.offers[spot];
  }

  /** @param {string} spot */
  name(spot) {
    return this.offer(spot)?.name ?? this.facts.spots[spot]?.name ?? spot;
  }

  /** Own bets, in table order: odds after what they support. @returns {Part[]} */
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

  /**
   * Put chips on a spot.
   * @param {string} spot
   * @param {number} [cents]
   */
  async place(spot, cents = this.chip) {
    const offer = this.offer(spot);
    if (this.stage.rolling) return this.#no(spot, { says: "The dice are on their way; wait for them.", clause: "" });
    if (offer && !offer.bet.ok) return this.#no(spot, offer.bet);
    if (offer && !(await this.#agreed(spot, cents, offer))) return false;
    const placed = await this.#put(spot, cents);
    if (placed) this.done.push([{ spot, cents }]);
    this.#changed();
    return placed;
  }

  /**
   * @param {string} spot
   * @param {number} cents
   */
  async #put(spot, cents) {
    const asked = this.live.act("PlaceBet", { spot, amount: cents });
    if (this.live.state === "away") this.say(`${money(cents)} on ${this.name(spot)} waits: the house cannot be reached. It is sent once, when the house is back.`);
    const answer = await asked;
    if (answer.late) return answer.ok;
    if (!answer.ok) return this.#no(spot, answer);
    announce(`${money(cents)} on ${this.name(spot)}`);
    this.dispatchEvent(new Event("placed"));
    return true;
  }

  /**
   * A bet that had to wait for the house is told when it lies or is refused, also after the page was opened again.
   * @param {{command?: import("../app/table-socket.js").Command, answer: Answer}} came
   */
  #came({ command, answer }) {
    if (!command?.late || command.name !== "PlaceBet") return;
    const { spot, amount } = command.body;
    this.#late.push(answer.ok ? `${money(amount)} lies on ${this.name(spot)}` : `${money(amount)} on ${this.name(spot)} is refused: ${answer.says}`);
    this.say(`The house was away and is back. ${this.#late.join("; ")}.`, answer.ok ? null : clauseLink(this.book, answer.clause));
    if (!this.live.waiting.some((each) => each.late && each.name === "PlaceBet")) this.#late = [];
  }

  /**
   * Put down several bets as one, if the rack holds them all; what is refused is told, the rest lies.
   * @param {Part[]} parts
   * @param {string} what
   * @param {string} none said where there is nothing to put down
   */
  async #several(parts, what, none) {
    if (!parts.length) return this.say(none);
    const rack = this.stage.sight?.table.you.rack_cents ?? 0;
    if (sum(parts) > rack) return this.say(`${what} takes ${money(sum(parts))}; your rack holds ${money(rack)}. Choose a smaller chip, or buy in.`);
    const open = (/** @type {Part} */ { spot }) => Boolean(this.offer(spot)?.bet.ok);
    const placed = await this.#each(parts.filter(open));
    placed.push(...(await this.#each(await this.#odds(parts.filter((part) => !open(part))))));
    if (placed.length) this.done.push(placed);
    this.#changed();
  }

  /** Put them down together; those that lie. @param {Part[]} parts */
  async #each(parts) {
    const lies = await Promise.all(parts.map(({ spot, cents }) => this.#put(spot, cents)));
    return parts.filter((_, place) => lies[place]);
  }

  /** Of odds whose bet was put down just now, those that can follow; the others wait for their point. @param {Part[]} parts */
  async #odds(parts) {
    const quotes = await Promise.all(parts.map(({ spot, cents }) => this.live.quote("PlaceBet", { spot, amount: cents })));
    const later = quotes.findIndex((quote) => quote?.ok === false);
    if (later >= 0) this.say(`${this.name(parts[later].spot)} not yet: ${quotes[later]?.says}.`, clauseLink(this.book, quotes[later]?.clause ?? ""));
    return parts.filter((_, place) => quotes[place]?.ok !== false);
  }

  /**
   * Whether the player goes on knowing what a bet binds them to and what it costs.
   * @param {string} spot
   * @param {number} cents
   * @param {Offer} offer
   */
  async #agreed(spot, cents, offer) {
    const contract = `contract.${this.book}.${this.facts.spots[spot]?.wager ?? spot}`;
    if (offer.contract && !once(contract)) {
      const yes = await ask({
        title: `${offer.name}: a bet that stays`,
        body: [h("p", null, sentence(offer.contract)), clauseLink(this.book, this.facts.spots[spot]?.clause ?? "") ?? ""],
        actions: [{ label: "Not now", value: false }, { label: `Bet ${money(cents)}`, value: true, kind: "main" }],
      });
      if (!yes) return false;
      once(contract, true);
    }
    if (this.stage.sight?.table.settings["payable-unit"] && !once("short") && !(await this.#agreedShort(spot, cents, offer))) return false;
    if (offer.vigorish && !once("vigorish")) return this.#agreedCharge(spot, cents, offer);
    return true;
  }

  /**
   * A table that pays in coarse steps says what a bet would really win, before it is made.
   * @param {string} spot
   * @param {number} cents
   * @param {Offer} offer
   */
  async #agreedShort(spot, cents, offer) {
    const quote = await this.live.quote("PlaceBet", { spot, amount: cents });
    if (!quote?.ok || !quote.short) return true;
    const never = h("input", { type: "checkbox" });
    const yes = await ask({
      title: `${offer.name}: paid below the printed odds`,
      body: [h("p", null, sentence(quote.short)), h("label", { class: "switch" }, never, "Do not ask again in this tab")],
      actions: [{ label: "Not now", value: false }, { label: `Bet ${money(cents)}`, value: true, kind: "main" }],
    });
    if (yes && never.checked) once("short", true);
    return Boolean(yes);
  }

  /**
   * @param {string} spot
   * @param {number} cents
   * @param {Offer} offer
   */
  async #agreedCharge(spot, cents, offer) {
    const quote = await this.live.quote("PlaceBet", { spot, amount: cents });
    if (quote && !quote.ok) return this.#no(spot, quote);
    const never = h("input", { type: "checkbox" });
    const yes = await ask({
      title: `${offer.name}: ${money(cents)}`,
      body: [charged(quote, offer), h("label", { class: "switch" }, never, "Do not ask again in this tab")],
      actions: [{ label: "Not now", value: false }, { label: `Bet ${money(cents)}`, value: true, kind: "main" }],
    });
    if (yes && never.checked) once("vigorish", true);
    return Boolean(yes);
  }

  // ---------------------------------------------------------------- taking back

  /** Take back what was put down last. */
  async undo() {
    const last = this.done.pop();
    if (!last) return this.say("Nothing to undo since the last roll.");
    if (!(await this.#willing(last.map((part) => part.spot), "Undo"))) return void this.done.push(last);
    const back = [];
    for (const part of [...last].reverse()) if (await this.#back(part.spot, part.cents)) back.push(part);
    if (back.length === last.length) this.say(`Back in your rack: ${back.map(({ spot, cents }) => `${money(cents)} from ${this.name(spot)}`).join(", ")}.`);
    this.#changed();
  }

  /**
   * Take a bet down, or part of it.
   * @param {string} spot
   * @param {number} [cents] all of it unless told
   */
  async take(spot, cents) {
    const offer = this.offer(spot);
    if (offer?.take && !offer.take.ok) return this.#no(spot, offer.take);
    if (!(await this.#willing([spot], "Take it down"))) return false;
    const back = await this.#back(spot, cents ?? offer?.there_cents ?? 0);
    this.done = this.done.map((parts) => parts.filter((part) => part.spot !== spot)).filter((parts) => parts.length);
    this.#changed();
    return back;
  }

  /** Take down everything that may be taken down. */
  async clear() {
    const spots = this.mine.filter(({ spot }) => this.offer(spot)?.take?.ok).map(({ spot }) => spot);
    if (!spots.length) {
      const [stays = "Nothing of yours lies there.", clause] = this.#stays([]) ?? [];
      return this.say(stays, clause);
    }
    if (!(await this.#willing(spots, "Take them down"))) return;
    for (const spot of spots.reverse()) await this.#back(spot, this.stage.sight?.table.you.bets[spot]?.amount ?? 0);
    this.done = [];
    this.#changed();
    const [stays = "", clause] = this.#stays(spots) ?? [];
    this.say(`Taken down: ${spots.map((spot) => this.name(spot)).join(", ")}. ${stays}`.trim(), clause);
  }

  /**
   * What was not taken down, and why.
   * @param {string[]} taken
   * @returns {[string, Node | null] | null}
   */
  #stays(taken) {
    const left = this.mine.filter(({ spot }) => !taken.includes(spot));
    const why = left.map(({ spot }) => this.offer(spot)?.take).find((take) => take && !take.ok);
    if (!left.length || !why) return null;
    return [`${left.map(({ spot }) => this.name(spot)).join(", ")} ${left.length === 1 ? "stays" : "stay"}: ${why.says}`, clauseLink(this.book, why.clause)];
  }

  /**
   * @param {string} spot
   * @param {number} cents
   */
  async #back(spot, cents) {
    const there = this.live.sight?.table.you.bets[spot]?.amount ?? cents;
    const whole = cents >= there;
    const answer = await this.live.act(whole ? "RemoveBet" : "ReduceBet", whole ? { spot } : { spot, amount: cents });
    if (!answer.ok) return this.#no(spot, answer);
    announce(`${money(Math.min(cents, there))} back from ${this.name(spot)}`);
    return true;
  }

  /**
   * Say first what taking down costs, where it costs anything.
   * @param {string[]} spots
   * @param {string} label
   */
  async #willing(spots, label) {
    const warns = [...new Set(spots.flatMap((spot) => this.offer(spot)?.take?.warns ?? []))];
    if (!warns.length) return true;
    return ask({
      title: "Before you take it down",
      body: warns.map((each) => h("p", null, sentence(each))),
      actions: [{ label: "Leave it", value: false }, { label, value: true, kind: "main" }],
    });
  }

  // ---------------------------------------------------------------- the same, more, all at once

  get #key() {
    return `comeout.layout.${this.live.table}`;
  }

  #rolled() {
    this.done = [];
    const lying = this.mine;
    if (lying.length) keep(this.#key, JSON.stringify(lying));
    this.#changed();
  }

  /** What lay at the last roll and lies there no more. @returns {Part[]} */
  get #missing() {
    /** @type {Part[]} */
    const last = JSON.parse(kept(this.#key) || "[]");
    return last
      .map(({ spot, cents }) => ({ spot, cents: cents - (this.offer(spot)?.there_cents ?? 0) }))
      .filter(({ spot, cents }) => cents > 0 && (this.offer(spot)?.bet.ok || this.offer(this.offer(spot)?.odds_for ?? "")?.bet.ok));
  }

  /** Bet what lay at the last roll. */
  repeat() {
    return this.#several(this.#missing, "The last layout", "Of the last layout nothing is missing that can be bet now.");
  }

  /** As much again on every bet that takes it. */
  double() {
    const more = this.mine.filter(({ spot }) => this.offer(spot)?.bet.ok);
    return this.#several(more.map(({ spot, cents }) => ({ spot, cents: this.#within(spot, cents) })), "As much again", "None of your bets can be raised now.");
  }

  /** As much again on one bet. @param {string} spot */
  press(spot) {
    return this.place(spot, this.#within(spot, this.offer(spot)?.there_cents ?? this.chip));
  }

  /** @param {string} spot @param {number} cents */
  #within(spot, cents) {
    const most = this.offer(spot)?.bet.most_cents;
    return most ? Math.min(cents, most) : cents;
  }

  /**
   * All the bets of a bundle, the chip in hand shared out and brought to amounts that pay evenly.
   * @param {Bundle & {of?: number}} bundle
   */
  bundle(bundle) {
    return this.#several(this.#parts(bundle), bundle.name, `None of ${bundle.name} can be bet now.`);
  }

  /** What a bundle puts down with the chip in hand. @param {Bundle & {of?: number}} bundle */
  bundleCents(bundle) {
    return sum(this.#parts(bundle));
  }

  /** @param {Bundle & {of?: number}} bundle @returns {Part[]} */
  #parts(bundle) {
    return bundle.parts
      .map(({ spot, share }) => ({ spot, cents: this.#even(spot, (this.chip * share) / (bundle.of ?? 1)) }))
      .filter(({ spot }) => this.offer(spot)?.bet.ok);
  }

  /** @param {string} spot @param {number} wanted */
  #even(spot, wanted) {
    const offer = this.offer(spot);
    if (!offer) return Math.ceil(wanted);
    const { least_cents: least, even_step_cents: step } = offer.bet;
    const there = offer.there_cents;
    const total = Math.ceil((there + Math.max(wanted, least)) / step) * step;
    return this.#within(spot, total - there);
  }

  /**
   * Call a bet on or off.
   * @param {string} spot
   * @param {"on" | "off"} call
   */
  async call(spot, call) {
    const may = this.offer(spot)?.call?.[call];
    if (may && !may.ok) return this.#no(spot, may);
    const answer = await this.live.act("CallBet", { spot, call });
    if (!answer.ok) return this.#no(spot, answer);
    if (!answer.events.some(([name]) => name === "CallMade")) announce(`${this.name(spot)} is ${call}`);
    return true;
  }

  /** Call everything on or off that the book lets one call. @param {"on" | "off"} call */
  async callAll(call) {
    const spots = this.mine.filter(({ spot }) => this.offer(spot)?.call?.[call].ok);
    if (!spots.length) return this.say(`None of your bets can be called ${call} now.`);
    for (const { spot } of spots) await this.call(spot, call);
  }

  /** Bet the same again whenever it has won, or no more. @param {string} spot @param {boolean} keep */
  async same(spot, keep) {
    const answer = await this.live.act("KeepBet", { spot, keep });
    if (!answer.ok) return this.#no(spot, answer);
    announce(keep ? `${this.name(spot)} stays up: the same bet again when it has won` : `${this.name(spot)}: no standing bet any more`);
    return true;
  }

  // ---------------------------------------------------------------- what was said

  /** Whether any bet is taken now: in some books until the throw, whatever was announced. */
  get open() {
    const sight = this.stage.sight;
    return sight?.table.phase === "betting open" || Object.values(sight?.offers ?? {}).some((offer) => offer.bet.ok);
  }

  /** What can be done at once, for the buttons. */
  get can() {
    const mine = this.mine;
    const open = this.open;
    return { undo: open && this.done.length > 0, repeat: this.#missing.length > 0, double: mine.some(({ spot }) => this.offer(spot)?.bet.ok), clear: mine.some(({ spot }) => this.offer(spot)?.take?.ok) };
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
  #no(spot, no) {
    this.dispatchEvent(new CustomEvent("refused", { detail: { spot, ...no } }));
    return false;
  }

  #changed() {
    this.dispatchEvent(new Event("changed"));
  }
}

/**
 * What a bet costs beside its stake, in words.
 * @param {Answer | null} quote
 * @param {Offer} offer
 */
export function charged(quote, offer) {
  const told = h("div", { class: "charge" });
  if (quote?.vigorish_cents) {
    const stake = (quote.costs_cents ?? 0) - quote.vigorish_cents;
    told.append(h("p", { class: "figure" }, `${money(stake)} stake + ${money(quote.vigorish_cents)} vigorish = ${money(quote.costs_cents ?? 0)} from your rack.`));
  }
  if (offer.vigorish) told.append(h("p", null, sentence(offer.vigorish.says)));
  // what the sum above has told is not told again
  const warns = (quote?.warns ?? []).filter((each) => !(quote?.vigorish_cents && each.includes(`vigorish of ${money(quote.vigorish_cents)} `)));
  for (const each of warns) told.append(h("p", { class: "small" }, sentence(each)));
  return told;
}

/** @param {string} key */
function kept(key) {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key @param {string} value */
function keep(key, value) {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // a browser that keeps nothing asks again
  }
}

/** Whether something was agreed to in this session; or note that it was. @param {string} what @param {boolean} [now] */
function once(what, now) {
  if (now) keep(`comeout.once.${what}`, "yes");
  return kept(`comeout.once.${what}`) === "yes";
}

/** @param {Part[]} parts */
const sum = (parts) => parts.reduce((all, { cents }) => all + cents, 0);
