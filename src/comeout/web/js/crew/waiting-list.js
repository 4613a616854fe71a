// The waiting list shows what needs the crew: a second person's approval (dual control), bets and calls to confirm,
// dice to find, disputes to decide.

import { fill, h, reword } from "../kit/dom.js";
import { lacksDice } from "./due-commands.js";
import { money } from "../kit/money.js";
import { announce } from "../kit/announce.js";

/** @typedef {import("../protocol.d.ts").DutiesAnswer} Duties */
/** @typedef {import("../protocol.d.ts").SecondAnswer} Second */
/** @typedef {import("../protocol.d.ts").FloorAnswer} Floor */
/** @typedef {import("../protocol.d.ts").Snapshot} Snapshot */
/** @typedef {{key: string, says: string, more: string, stops?: boolean, label?: string, by?: string[], act?: (by: string) => void}} Waits `stops`: play cannot continue before; `by`: your roles that may confirm it */

const CONFIRMS = "ConfirmBet";

/**
 * Return the waiting list.
 * @param {(title: string, name: string, body: {[field: string]: any}) => unknown} send
 * @param {() => string} role the chosen role
 */
export function waitingList(send, role) {
  const list = h("ul", { class: "waits" });
  const frame = h("div", { class: "waits-frame", tabindex: "0", role: "group", "aria-labelledby": "waiting-title" }, list);
  const element = h("section", { class: "panel waiting", "aria-labelledby": "waiting-title" }, h("h2", { id: "waiting-title" }, "Waiting"), frame);
  let last = "";
  /** @type {Set<string>} */
  let known = new Set();
  let until = /** @type {Map<string, number>} */ (new Map());

  /** @param {Duties} told @param {Snapshot | null} table */
  function show(told, table) {
    const all = [...told.floor.seconds.map((each) => ofSecond(each)), ...ready(told), ...onFloor(told, table)];
    until = new Map(told.floor.seconds.map((each) => [keyOf(each), performance.now() + each.seconds * 1000]));
    for (const each of all) if (!known.has(each.key) && (each.act || each.stops)) announce(`${each.says}. ${each.more}`, { urgent: true });
    known = new Set(all.map((each) => each.key));
    const key = JSON.stringify(all);
    if (key === last) return;
    last = key;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
    fill(list, all.length ? all.map(item) : h("li", { class: "quieter" }, "Nothing is waiting."));
    if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`button[data-key="${CSS.escape(focused)}"]`))?.focus();
    tick();
  }

  /** Return the role that signs a confirmation: the chosen one, if it may. @param {string[]} by */
  const signer = (by) => (by.includes(role()) ? role() : by[0]);

  /** @param {Second} each */
  const keyOf = (each) => `second-${each.name}-${JSON.stringify(each.body)}`;

  /** @param {Second} each @returns {Waits} */
  function ofSecond(each) {
    return {
      key: keyOf(each),
      says: each.says,
      more: `${each.mine ? "You" : each.asked_by} asked for it; a second person must agree${whoMay(each.may)}`,
      ...(each.by.length && !each.mine ? { label: "Agree", by: each.by, act: (/** @type {string} */ by) => void send(each.says, each.name, { by, ...each.body }) } : {}),
    };
  }

  /** Return the commands that are complete, so that one press confirms them. @param {Duties} told @returns {Waits[]} */
  function ready(told) {
    return told.duties.flatMap((duty) =>
      duty.ready
        .filter((each, place, all) => all.findIndex((other) => alike(other, each)) === place)
        .map((each) => {
          const by = duty.ready.filter((other) => alike(other, each)).map((other) => other.role);
          const offer = told.floor.offers.find(({ seat, spot }) => duty.name === CONFIRMS && seat === each.body.seat && spot === each.body.spot);
          return { key: `${duty.name}-${JSON.stringify(each.body)}`, says: each.says, more: `${duty.says.replace(/\.$/, "")}${offer ? soFar(offer) : ""}`, label: duty.title, by, act: (/** @type {string} */ as) => void send(duty.title, duty.name, { by: as, ...each.body }) };
        }),
    );
  }

  /** Return what waits and cannot be ended with one press. @param {Duties} told @param {Snapshot | null} table @returns {Waits[]} */
  function onFloor({ floor, duties }, table) {
    const due = new Set(duties.flatMap((duty) => duty.ready.map((each) => `${each.body.seat} ${each.body.spot}`)));
    const offers = floor.offers.filter((each) => !due.has(`${each.seat} ${each.spot}`));
    const calls = (floor.bets ?? []).filter((each) => each.asked && !due.has(`${each.seat} ${each.spot}`));
    return [
      ...stops(floor, table),
      ...offers.map((each) => ({ key: `offer-${each.seat}-${each.spot}`, says: `Seat ${each.seat}: ${money(each.cents)} on ${each.name}`, more: `A ${each.late ? "late" : "spoken"} bet is waiting to be confirmed${soFar(each)}` })),
      ...calls.map((each) => ({ key: `call-${each.seat}-${each.spot}`, says: `Seat ${each.seat}: ${each.name} called ${each.asked}`, more: "The call is waiting to be confirmed" })),
      ...(floor.bets ?? []).filter((each) => each.choice).map((each) => ({ key: `choice-${each.seat}-${each.spot}`, says: `Seat ${each.seat}: ${money(each.cents)} on ${each.name}`, more: "The player must still raise it or withdraw it" })),
      ...floor.disputes.filter((each) => !each.decision).map((each) => ({ key: `dispute-${each.number}`, says: `Dispute ${each.number}, seat ${each.seat}`, more: each.about })),
      ...floor.disputes.filter((each) => each.review && !each.outcome).map((each) => ({ key: `review-${each.number}`, says: `Dispute ${each.number}, seat ${each.seat}: a review is asked for`, more: `Decided: ${each.decision.replace(/\.$/, "")}` })),
    ];
  }

  /** @param {Waits} each */
  function item(each) {
    return h(
      "li",
      { class: each.act || each.stops ? "wait due" : "wait", data: { wait: each.key } },
      h("span", { class: "wait-says" }, h("b", null, each.says), h("small", null, `${each.more}.`)),
      h("span", { class: "wait-left figure", "aria-hidden": "true" }),
      each.act ? h("button", { type: "button", class: "button main", data: { key: each.key }, "aria-label": `${each.label}: ${each.says}`, on: { click: () => each.act?.(signer(each.by ?? [])) } }, each.label) : null,
    );
  }

  /** Update the time left of what waits for a second person. */
  function tick() {
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(".wait"))) {
      const end = until.get(row.dataset.wait ?? "");
      const text = end === undefined ? "" : `${Math.max(0, Math.ceil((end - performance.now()) / 1000))} s`;
      const left = /** @type {HTMLElement} */ (row.querySelector(".wait-left"));
      reword(left, text);
    }
  }
  return { element, show, tick };
}

/** Return whether two commands confirm the same thing. @param {{body: object}} one @param {{body: object}} other */
const alike = (one, other) => JSON.stringify(one.body) === JSON.stringify(other.body);

/** Join roles as a person lists them. @param {string[]} roles @param {string} word before the last */
function listed(roles, word) {
  const names = roles.map((role) => role.replaceAll("-", " "));
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(` ${word} `);
}

/** Return who may agree; if that is nearly everybody, it names nobody. @param {string[]} roles */
const whoMay = (roles) => (roles.length > 4 ? ", anybody in the crew" : roles.length ? `: ${listed(roles, "or")}` : "");

/** Return who has confirmed a bet, and who still must. @param {Floor["offers"][number]} offer */
function soFar({ confirmed, still, late }) {
  return `${confirmed.length ? `; confirmed by ${listed(confirmed, "and")}` : ""}${still.length ? `; still to confirm: ${listed(still, late ? "and" : "or")}` : ""}`;
}

/** Return what must be done before play can continue. @param {Floor} floor @param {Snapshot | null} table @returns {Waits[]} */
function stops(floor, table) {
  const { pay, dice } = floor;
  return [
    ...(pay?.disputed ? [{ key: "disputed", says: "A player objects to the dice as called", more: "Rule on it before the roll is settled", stops: true }] : []),
    ...dice.gone.map((die) => ({ key: `gone-${die}`, says: `Die ${die} is off the table`, more: "Find it, or give it up as lost", stops: true })),
    ...dice.unchecked.map((die) => ({ key: `unchecked-${die}`, says: `Die ${die} is back at the table`, more: "Check it", stops: true })),
    ...dice.lost.map((die) => ({ key: `lost-${die}`, says: `Die ${die} is lost`, more: "Put a new set of dice on the table", stops: true })),
    ...(lacksDice(floor, table) ? [{ key: "hand", says: "The shooter needs two dice", more: "Choose two dice; whoever offers the dice says which", stops: true }] : []),
  ];
}
