// The bet card of a spot shows what it pays, its house edge and the amounts that pay evenly, and offers all that can
// be done with a bet there. Every figure comes from the house.

import { within } from "./bet-batches.js";
import { charged } from "./bet-questions.js";
import { clauseLink, sentence } from "../kit/clause-link.js";
import { preferences } from "../kit/preferences.js";
import { ask } from "../kit/dialog.js";
import { fill, h } from "../kit/dom.js";
import { chipsOf, fair } from "./spot-words.js";
import { termed } from "../app/terms.js";
import { howBetsGo } from "./how-to-play.js";
import { money, parseMoney } from "../kit/money.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("../app/table-socket.js").Offer} Offer */

/**
 * Open the card of a spot.
 * @param {Table} table
 * @param {string} spot
 */
export async function card(table, spot) {
  const { bets, stage, facts } = table;
  const body = h("div", { class: "spot-card" });
  const close = () => body.closest("dialog")?.close();
  const how = h("p", { class: "how-it-goes" });
  void howBetsGo(bets.book).then((goes) => fill(how, termed(goes.get(facts.spots[spot]?.wager ?? "") ?? "")), () => {});
  const draw = () => {
    const offer = bets.offer(spot);
    const typed = body.querySelector("input")?.value;
    if (!offer) return;
    fill(body, how, lying(table, spot, offer), amounts(table, spot, offer, close, typed), acts(table, spot, offer, close), figures(table, spot, offer));
  };
  draw();
  stage.addEventListener("shown", redraw);
  /** Redraw the card, unless somebody is typing in it. The focus of a button that is gone moves to the next. */
  function redraw() {
    const held = document.activeElement;
    if (!body.contains(held)) return draw();
    if (held instanceof HTMLInputElement) return;
    const buttons = () => [...body.querySelectorAll("button, summary")];
    const place = buttons().indexOf(/** @type {Element} */ (held));
    draw();
    /** @type {HTMLElement | undefined} */ (buttons()[Math.min(place, buttons().length - 1)])?.focus();
  }
  await ask({ title: facts.spots[spot]?.name ?? bets.name(spot), body, actions: [{ label: "Close", value: null }] });
  stage.removeEventListener("shown", redraw);
}

/**
 * @param {Table} table
 * @param {string} spot
 * @param {Offer} offer
 */
function lying({ facts }, spot, offer) {
  const price = facts.spots[spot]?.price;
  const state = offer.button ? `marked ${offer.button}` : offer.working === false ? "not working now" : offer.there_cents ? "working" : "";
  return h(
    "p",
    { class: "lying-line" },
    price && h("span", null, `Pays ${price}`),
    offer.there_cents > 0 && h("span", { class: "figure" }, `You have ${money(offer.there_cents)} (${chipsOf(offer.there_cents, facts.chips_cents)}), `, termed(state)),
    offer.others_cents > 0 && h("span", { class: "figure" }, `Others ${money(offer.others_cents)}`),
  );
}

/**
 * Return amounts to choose from and a field to type one. The cost is shown before anything is bet.
 * @param {Table} table
 * @param {string} spot
 * @param {Offer} offer
 * @param {() => void} close
 * @param {string} [typed]
 */
function amounts(table, spot, offer, close, typed) {
  const { bets, live, facts } = table;
  const { bet } = offer;
  const rack = table.stage.sight?.table.you.rack_cents ?? 0;
  if (!bet.ok) return h("p", { class: "refusal" }, h("b", null, "Not now. "), sentence(bet.says), " ", clauseLink(bets.book, bet.clause));
  /** @type {[string, number][]} */
  const ladder = [
    ...(bet.least_cents >= facts.chips_cents[0] ? [/** @type {[string, number]} */ (["Minimum", bet.least_cents])] : []), // in chips that there are
    ...bet.even_cents.map((cents) => /** @type {[string, number]} */ ([offer.there_cents ? `${money(offer.there_cents + cents)} in all` : "Pays evenly", cents])),
    ...bet.odds.map((step) => /** @type {[string, number]} */ ([`${step.times ? `${step.times}x odds` : "Full odds"} win ${money(step.wins_cents)}`, step.cents])),
    ...(bet.most_cents && bet.most_cents < rack ? [/** @type {[string, number]} */ (["Maximum", bet.most_cents])] : []), // never the whole rack
  ];
  const first = Math.max(bet.least_cents, Math.min(bets.tapped(spot), bet.most_cents || bets.chip));
  const input = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", value: typed ?? money(first), "aria-describedby": "card-cost" });
  const cost = h("div", { class: "card-cost small", id: "card-cost", "aria-live": "polite" });
  const go = h("button", { type: "submit", class: "button main" });
  const choose = (/** @type {number} */ cents) => {
    input.value = money(cents);
    void price();
  };
  /** @type {number | undefined} */
  let due;
  async function price() {
    const cents = parseMoney(input.value);
    fill(go, cents ? `Bet ${money(cents)}` : "Bet");
    go.disabled = !cents;
    if (!cents) return void fill(cost, "Type an amount, such as 25 or 12.50.");
    const quote = await live.quote("PlaceBet", { spot, amount: cents });
    if (parseMoney(input.value) !== cents) return;
    if (!quote) fill(cost, "The house cannot be reached. Your bet waits and is sent once.");
    else if (!quote.ok) fill(cost, h("span", { class: "bad" }, sentence(quote.says)), " ", clauseLink(bets.book, quote.clause), quote.instead_cents.map((each) => amountButton("Instead", each, choose)));
    else fill(cost, charged(quote, { ...offer, vigorish: null }), quote.in_cents && h("p", null, sentence(quote.in_cents)), offer.vigorish && h("p", null, sentence(offer.vigorish.says)));
  }
  input.addEventListener("input", () => {
    clearTimeout(due);
    due = setTimeout(() => void price(), 150);
  });
  void price();
  return h(
    "form",
    {
      class: "amounts",
      on: {
        submit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const cents = parseMoney(input.value);
          if (!cents) return;
          close();
          void bets.place(spot, cents);
        },
      },
    },
    h("div", { class: "ladder", role: "group", "aria-label": "Amounts" }, unique(ladder).map(([says, cents]) => amountButton(says, cents, choose))),
    h("div", { class: "typed" }, h("label", null, h("span", { class: "visually-hidden" }, "Amount to add"), input), go),
    cost,
  );
}

/**
 * Return the amounts without duplicates, each under its last and most telling name.
 * @param {[string, number][]} ladder
 */
function unique(ladder) {
  const named = new Map(ladder.map(([says, cents]) => [cents, says]));
  return /** @type {[string, number][]} */ ([...named].map(([cents, says]) => [says, cents]).sort((a, b) => Number(a[1]) - Number(b[1])));
}

/**
 * @param {string} says
 * @param {number} cents
 * @param {(cents: number) => void} choose
 */
function amountButton(says, cents, choose) {
  return h("button", { type: "button", class: "button amount", on: { click: () => choose(cents) } }, h("b", { class: "figure" }, money(cents)), h("small", null, says));
}

/**
 * Return the buttons for the bet that is there.
 * @param {Table} table
 * @param {string} spot
 * @param {Offer} offer
 * @param {() => void} close
 */
function acts({ bets }, spot, offer, close) {
  const row = h("div", { class: "row card-acts" });
  const add = (/** @type {string} */ label, /** @type {() => unknown} */ act, /** @type {string} */ why = "", /** @type {string} */ says = why) =>
    row.append(
      h(
        "button",
        { type: "button", class: "button", "aria-disabled": why ? "true" : null, title: says || null, on: { click: () => (close(), void act()) } },
        label,
      ),
    );
  if (offer.there_cents) {
    const more = within(offer, offer.there_cents, bets.evenly);
    if (offer.bet.ok && more) add(`Press to ${money(offer.there_cents + more)}`, () => bets.press(spot));
    if (offer.take) add(`Take down ${money(offer.there_cents)}`, () => bets.take(spot), offer.take.ok ? "" : offer.take.says);
    const step = bets.evenly ? Math.max(offer.bet.even_step_cents, 1) : 1;
    const part = Math.ceil(bets.chip / step) * step; // what stays pays evenly
    if (offer.take?.ok && offer.there_cents > part) add(`Take ${money(part)} back`, () => bets.take(spot, part));
    const alike = (offer.call?.together ?? []).filter((each) => bets.calls(each, "on"));
    const several = alike.length > 1;
    if (bets.calls(spot, "on")) add(several ? "Turn only this on" : "Turn it on", () => bets.call(spot, "on", { only: several }));
    if (bets.calls(spot, "on") && several) add(alike.length > 2 ? `Turn all ${alike.length} on` : "Turn both on", () => bets.call(spot, "on"), "", alike.map((each) => bets.name(each)).join(", "));
    if (bets.calls(spot, "off")) add("Turn it off", () => bets.call(spot, "off"));
    const byHand = !offer.keep && bets.stage.sight?.table.profile === "regulated";
    add(offer.keep ? "Stop repeating this bet" : "Repeat this bet when it wins", () => bets.same(spot, !offer.keep), byHand ? "At a regulated table every bet is made by hand" : "");
  }
  const calls = offer.call ? h("p", { class: "small quieter" }, termed(sentence(offer.call.says))) : null;
  const refused = offer.take && !offer.take.ok ? h("p", { class: "small refusal" }, sentence(offer.take.says), " ", clauseLink(bets.book, offer.take.clause)) : null;
  return row.childElementCount ? h("div", null, row, calls, refused) : null;
}

/**
 * Return the house edge of the bet, and the clause.
 * @param {Table} table
 * @param {string} spot
 * @param {Offer} offer
 */
function figures({ facts, bets }, spot, offer) {
  const known = facts.spots[spot];
  const edge = known?.edge;
  const row = (/** @type {string} */ says, /** @type {import("../protocol.d.ts").StakePart} */ figure) =>
    h("tr", null, h("th", { scope: "row" }, says), h("td", { class: "number" }, figure.percent), h("td", { class: "number" }, figure.fraction));
  return h(
    "div",
    { class: "card-figures small" },
    edge &&
      h(
        "details",
        null,
        h("summary", null, fair(edge.per_bet) ? "No house edge" : `House edge ${edge.per_bet.percent} per bet, ${edge.per_roll.percent} per roll`),
        h("table", { class: "table-list" }, h("tbody", null, row("of each bet made", edge.per_bet), row("of each bet decided", edge.resolved), row("of the bet, per roll", edge.per_roll))),
      ),
    offer.contract && h("p", null, termed(sentence(offer.contract))),
    preferences.get("coach") && known?.cheaper && h("p", { class: "coach" }, sentence(known.cheaper.says)),
    h("p", null, "See ", clauseLink(bets.book, known?.clause ?? "")),
  );
}
