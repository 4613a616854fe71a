// What a button of the player's own can do: a bundle of the book, a saved layout, or something with all bets; and
// whether it can be done at this table now.

import { lacking, sum } from "./bet-batches.js";
import { layoutsOf } from "./saved-layouts.js";
import { preferences } from "../kit/preferences.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("./bet-batches.js").Part} Part */
/** @typedef {{does: string, id?: string, name?: string}} Choice what a button was chosen to do; the name is for tables that lack it */
/** @typedef {{name: string, says: string, cents: number, ok: boolean, here: boolean, why: string, brief: string, act: () => unknown}} OwnAct */

export const PLACES = 4;
/** The bundles that are on the buttons until the player chooses, where a book has them. */
const FIRST = ["inside", "across"];
const THEN = ["double", "off", "down", "repeat", "type"];

/** Open the line to type a bet in. @param {Table} table */
export const openTyped = async (table) => (await import("./typed-bet.js")).typeBet(table);

/** Open the dialog for the buttons and the layouts. @param {Table} table @param {number} [place] the button to change first */
export const openOwn = async (table, place) => (await import("./own-dialog.js")).changeOwn(table, place);

/** Return whether bets on numbers are drawn. @param {Table} table */
export const drawsNumbers = ({ felt, facts }) => facts.order.some((spot) => facts.spots[spot]?.number && facts.spots[spot]?.made_here && felt.draws(spot));

/** Return bets to type, for an example: of numbers, where these are drawn. @param {Table} table */
export const example = (table) => (drawsNumbers(table) ? "12 six and eight, press the 8" : "10 pass, full odds");

/** What can be done with all bets at once: the name on a button, and what it means. @type {{[does: string]: [string, string]}} */
export const WITH_ALL = {
  double: ["Double", "Bet as much again on every bet"],
  repeat: ["Repeat", "Put your last layout down again"],
  off: ["All off", "Turn all bets off"],
  on: ["All on", "Turn all bets on"],
  down: ["All down", "Take all bets down"],
  type: ["Type a bet", "Type bets in words"],
};

/** Return the bets of a layout that this table has, as far as they do not lie there already. @param {Table} table @param {Part[]} parts */
export const missingOf = ({ bets, facts }, parts) => lacking(parts.filter(({ spot }) => facts.spots[spot]?.made_here), (spot) => bets.offer(spot));

/** Put a saved layout down, as far as it does not lie there already. @param {Table} table @param {string} name @param {Part[]} parts */
export const putDown = (table, name, parts) => table.bets.several(missingOf(table, parts), `“${name}”`, `All of “${name}” lies there already.`);

/** Return the bundles that the table draws. @param {Table} table */
export const bundlesOf = ({ stage, felt }) => (stage.sight?.bundles ?? []).filter(({ parts }) => !preferences.get("easy") || parts.every(({ spot }) => felt.draws(spot)));

/** Return what the four buttons do: as chosen, or what suits the book, so no "All off" where bets in play cannot be called off. @param {Table} table @returns {Choice[]} */
export function choices(table) {
  const chosen = preferences.get("rail");
  const suits = [...FIRST.filter((id) => bundlesOf(table).some((each) => each.id === id)).map((id) => ({ does: "bundle", id })), ...THEN.filter((does) => does !== "off" || table.facts.off_calls).map((does) => ({ does }))];
  if (!Array.isArray(chosen)) return suits.slice(0, PLACES);
  return Array.from({ length: PLACES }, (_, place) => (typeof chosen[place]?.does === "string" ? chosen[place] : suits[place]));
}

/**
 * Return what a choice does at this table.
 * @param {Table} table
 * @param {Choice} choice
 * @returns {OwnAct}
 */
export function ownAct(table, { does, id = "", name = "" }) {
  const { bets, stage } = table;
  const no = (/** @type {string} */ why) => ({ name: name || id || "Empty", says: why, cents: 0, ok: false, here: false, why, brief: "not here", act: () => {} });
  if (does === "bundle") {
    const bundle = stage.sight?.bundles.find((each) => each.id === id);
    if (!bundle) return no(`This book has no bet called “${name || id}”.`);
    if (!bundlesOf(table).includes(bundle)) return { ...no("The easy table does not show these bets. “More” has a button that shows all bets."), name: bundle.name };
    const cents = bets.bundleCents(bundle);
    return { name: bundle.name, says: bundle.says, cents, ok: cents > 0, here: true, why: `None of ${bundle.name} can be bet now.`, brief: "–", act: () => bets.bundle(bundle) };
  }
  if (does === "layout") {
    const layout = layoutsOf(bets.facts.book).find((each) => each.name === id);
    if (!layout) return { ...no(`There is no layout “${id}” for this book.`), name: id };
    const cents = sum(missingOf(table, layout.parts));
    const says = layout.parts.map((part) => bets.name(part.spot)).join(", ");
    return { name: id, says, cents, ok: cents > 0, here: true, why: `All of “${id}” lies there already.`, brief: "–", act: () => putDown(table, id, layout.parts) };
  }
  const [label, says] = WITH_ALL[does] ?? ["Empty", "Nothing is chosen for this button."];
  const calls = (/** @type {"on" | "off"} */ call) => bets.mine.some(({ spot }) => bets.calls(spot, call));
  if (does === "off" && !calls("off") && calls("on")) return ownAct(table, { does: "on" }); // a second tap takes it back
  const can = bets.can;
  /** @type {{[does: string]: [boolean, () => unknown, string]}} */
  const acts = {
    double: [can.double, () => bets.double(), "None of your bets can be raised now."],
    repeat: [can.repeat, () => bets.repeat(), "Nothing of your last layout can be bet again now."],
    off: [calls("off"), () => bets.callAll("off"), "None of your bets can be called off now."],
    on: [calls("on"), () => bets.callAll("on"), "None of your bets can be called on now."],
    down: [can.clear, () => bets.clear(), "None of your bets can be taken down now."],
    type: [true, () => openTyped(table), ""],
  };
  const [ok, act, why] = acts[does] ?? [false, () => {}, says];
  const brief = ok || does in acts ? "" : "not here"; // names are whole; the title and a tap say why not now
  return { name: label, says, cents: 0, ok, here: does in acts, why, brief, act };
}
