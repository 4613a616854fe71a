// The message line under the felt describes the spot in question, or says why a bet was refused and what to do
// instead. Its height is fixed, so that nothing on the page moves.

import { needs } from "./action-bar.js";
import { preferences } from "../kit/preferences.js";
import { clauseLink, sentence } from "../kit/clause-link.js";
import { fill, h } from "../kit/dom.js";
import { tell } from "../bets/spot-words.js";
import { howBetsGo, openHelp } from "../bets/how-to-play.js";
import { money } from "../kit/money.js";
import { announce } from "../kit/announce.js";

/** @typedef {import("./table-parts.d.ts").Table} Table */
/** @typedef {{spot: string, reason: string, says: string, clause: string, instead_cents?: number[]}} Refused */

const STAYS_MS = 9000;

/**
 * Return the message line and its functions.
 * @param {Table} table
 * @param {{card: (spot: string) => void, sit: (() => void) | null}} how sit: for a spectator
 */
export function toldLine(table, { card: openCard, sit }) {
  const { bets, felt, facts } = table;
  const element = h("div", { class: "told" });
  let [saidAt, until] = [-Infinity, 0];
  /** @type {{said: string, more: (Node | null)[]}} the last message */
  let last = { said: "", more: [] };
  /** What the table asks for, and the last news about the dice; both are shown after the result of a roll. */
  let [asks, aside] = ["", ""];
  /** @type {number | undefined} */
  let fades;
  /** @type {string | null} */
  let about = null;

  /** @param {string | null} spot */
  function look(spot) {
    about = spot ?? about;
    if (spot && easy() && !goes) {
      goes = new Map();
      void howBetsGo(bets.book).then((found) => ((goes = found), describe()), () => {});
    }
    if (performance.now() < until && !spot) return;
    if (performance.now() < saidAt + 900) return;
    until = 0;
    describe();
  }

  function describe() {
    if (performance.now() < until) return;
    const offer = about ? bets.offer(about) : undefined;
    element.className = "told";
    if (!about || !offer) {
      fill(element, h("p", null, next().map((said, place) => (place ? ` ${said}` : h("b", null, said)))), watching() && sit ? button("Sit down", sit) : easy() && button("How to play", () => void openHelp(table)));
      return;
    }
    const spot = about;
    fill(
      element,
      h("p", null, h("b", null, facts.spots[spot]?.name ?? offer.name), h("span", null, ` ${plainly(spot, tell(facts.spots[spot], offer, smallest)).join(" · ")}`)),
      h("button", { type: "button", class: "button quiet", "aria-label": `Amounts and house edge of ${offer.name}`, on: { click: () => openCard(spot) } }, "Amounts"),
    );
  }

  const easy = () => Boolean(preferences.get("easy"));
  const watching = () => table.stage.sight?.table.you.seat === null;
  const button = (/** @type {string} */ label, /** @type {() => void} */ act) => h("button", { type: "button", class: "button", on: { click: act } }, label);
  const smallest = Math.min(...facts.chips_cents);

  /** Return what to do next: what the dice wait for, if they wait for the player; when bets open, if they are closed. */
  function next() {
    const sight = table.stage.sight;
    if (!sight) return [];
    const { you, phase, mode, offered, seats } = sight.table;
    const open = phase === "betting open" || bets.open;
    const closed = !seats.length ? "The game starts when somebody sits down." : phase === "settled" ? "Bets open soon." : "No more bets. Betting opens again when this roll is paid.";
    if (phase === "table closed") return ["This table is closed."];
    if (watching()) return ["You are watching this table.", ...(open || mode !== "live" ? [] : [closed])];
    if (!open && mode === "live") return [closed];
    const take = mode === "live" && offered === you.seat ? sight.actions.TakeDice : undefined;
    const first = take && !take.ok ? sentence(take.says) : needs(sight);
    const choose = "Choose a chip, then tap a lit spot.";
    return first ? [first, choose] : [choose, matchMedia("(pointer: coarse)").matches ? "Long-press for amounts." : "Long-press or right-click for amounts and house edge."];
  }

  /** Add how a spot wins and loses, on an easy table. @param {string} spot @param {string[]} said */
  function plainly(spot, said) {
    if (!easy()) return said;
    const how = goes?.get(facts.spots[spot]?.wager ?? "");
    return how ? [...said, how.replace(/\.$/, "")] : said;
  }

  /** @param {Refused} no */
  function refused(no) {
    saidAt = performance.now();
    until = saidAt + STAYS_MS;
    about = no.spot;
    const offer = bets.offer(no.spot);
    const instead = no.instead_cents?.length ? no.instead_cents : [];
    element.className = "told refused";
    fill(
      element,
      h("p", null, h("b", null, `${bets.name(no.spot)}: refused. `), sentence(no.says)),
      clauseLink(bets.book, no.clause),
      instead.map((cents) => h("button", { type: "button", class: "button", on: { click: () => ((until = 0), void bets.place(no.spot, cents)) } }, `Bet ${money(cents)}`)),
      !instead.length && !offer?.bet.ok && neighbours(no.spot).map((spot) => h("button", { type: "button", class: "button", on: { click: () => ((until = 0), void bets.place(spot)) } }, bets.name(spot))),
      no.reason === "OWN_LIMIT" && h("a", { class: "button", href: "/account" }, "Your limits"),
      offer?.bet.ok && h("button", { type: "button", class: "button quiet", on: { click: () => openCard(no.spot) } }, "Amounts"),
    );
    felt.shake(no.spot);
    void late(no.spot);
    announce(`${bets.name(no.spot)} refused: ${no.says}${instead.length ? `. Accepted: ${instead.map(money).join(", ")}` : ""}`, { urgent: true });
    setTimeout(describe, STAYS_MS + 50);
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
   * Show a message. The result of a roll stays until the player does something else.
   * @param {string} text
   * @param {(Node | null)[]} [more]
   * @param {{stays?: boolean}} [how]
   */
  function say(text, more = [], { stays = false } = {}) {
    saidAt = performance.now();
    until = stays ? Infinity : saidAt + STAYS_MS;
    last = { said: sentence(text), more };
    draw();
    announce(last.said);
    if (!stays) setTimeout(describe, STAYS_MS + 50);
  }

  /** Draw the message. After the result of a roll come the news about the dice, if there is room, and what the table asks for. */
  function draw() {
    put(aside);
    const said = element.firstElementChild;
    if (aside && said && said.scrollHeight > said.clientHeight + 1) put("");
  }

  /** @param {string} between */
  function put(between) {
    const after = until === Infinity ? [between, asks].filter(Boolean).join(" ") : "";
    element.className = after ? "told both" : "told";
    fill(element, h("p", null, last.said, after && h("b", { class: "asks" }, ` ${after}`)), last.more);
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

  /** @type {Map<string, string> | null} loaded when it is first needed */
  let goes = null;
  describe();
  return { element, look, describe, refused, say, calm, request, happened };
}
