// The dialog for the player's own buttons and saved layouts: choose what each button does; save the bets that lie now,
// put a layout down, rename it or delete it.

import { PLACES, WITH_ALL, choices, missingOf, putDown } from "./own-acts.js";
import { sum } from "./bet-batches.js";
import { LONGEST_NAME, deleteLayout, layoutsOf, renameLayout, saveLayout } from "./saved-layouts.js";
import { RAIL_KEYS } from "./rail.js";
import { ask, askUntil } from "../kit/dialog.js";
import { announce } from "../kit/announce.js";
import { fill, h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { preferences } from "../kit/preferences.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("./own-acts.js").Choice} Choice */
/** @typedef {import("./saved-layouts.js").SavedLayout} SavedLayout */

const NONE = "none";

/** @param {Choice} choice */
const keyOf = ({ does, id }) => (id === undefined ? does : `${does}:${id}`);

/**
 * Let the player choose what the buttons do, and look after the layouts.
 * @param {Table} table
 * @param {number} [place] the button to begin with
 */
export async function changeOwn(table, place = 0) {
  const body = h("div", { class: "own-dialog" });
  const buttons = h("fieldset", { class: "own-buttons" });
  const layouts = h("section", { class: "own-layouts" });
  const draw = () => {
    fill(buttons, h("legend", null, "Your four buttons"), choices(table).map((choice, at) => chooser(table, choice, at)));
    fill(layouts, h("h3", null, "Saved layouts of this book"), list(table, changed, close), saving(table, changed));
  };
  const changed = () => {
    draw();
    preferences.set("rail", preferences.get("rail")); // the rail may show a layout that has changed
  };
  const close = () => body.closest("dialog")?.close();
  draw();
  body.append(buttons, layouts);
  const asked = ask({ title: "Your buttons and layouts", body, actions: [{ label: "Done", value: null, kind: "main" }] });
  buttons.querySelectorAll("select")[place]?.focus({ preventScroll: true });
  await asked;
}

/**
 * Return the choice of what one button does.
 * @param {Table} table
 * @param {Choice} chosen
 * @param {number} place
 */
function chooser(table, chosen, place) {
  const { bets, stage } = table;
  /** @type {[string, Choice[]][]} */
  const groups = [
    ["Bets of this book", (stage.sight?.bundles ?? []).map(({ id, name }) => ({ does: "bundle", id, name }))],
    ["Your layouts", layoutsOf(bets.facts.book).map(({ name }) => ({ does: "layout", id: name, name }))],
    ["All your bets", Object.entries(WITH_ALL).map(([does, [name]]) => ({ does, name }))],
    ["Nothing", [{ does: NONE, name: "Empty" }]],
  ];
  const known = new Map(groups.flatMap(([, each]) => each).map((each) => [keyOf(each), each]));
  const elsewhere = known.has(keyOf(chosen)) ? [] : [h("option", { value: keyOf(chosen) }, `${chosen.name ?? chosen.id} (not at this table)`)];
  const select = h(
    "select",
    null,
    elsewhere,
    groups.filter(([, each]) => each.length).map(([label, each]) => h("optgroup", { label }, each.map((one) => h("option", { value: keyOf(one) }, one.name)))),
  );
  select.value = keyOf(chosen);
  select.addEventListener("change", () => {
    const now = choices(table);
    now[place] = known.get(select.value) ?? chosen;
    preferences.set("rail", now.slice(0, PLACES));
  });
  return h("label", { class: "own-choice" }, h("span", null, `Button ${place + 1} `, h("kbd", null, RAIL_KEYS[place].toUpperCase())), select);
}

/**
 * Return the saved layouts, each with its bets and what it costs now.
 * @param {Table} table
 * @param {() => void} changed
 * @param {() => void} close
 */
function list(table, changed, close) {
  const { bets, facts, stage } = table;
  const all = layoutsOf(facts.book);
  if (!all.length) return h("p", { class: "quieter" }, "None yet. Put bets down, then save them here under a name.");
  const button = (/** @type {string} */ label, /** @type {string} */ name, /** @type {() => unknown} */ act, kind = "") => h("button", { type: "button", class: `button ${kind}`, "aria-label": `${label}: ${name}`, on: { click: () => void act() } }, label);
  const seated = stage.sight?.table.you.seat !== null;
  return h(
    "ul",
    { class: "own-list" },
    all.map(({ name, parts }) => {
      const cents = sum(missingOf(table, parts));
      return h(
        "li",
        null,
        h("div", null, h("b", null, name), h("p", { class: "small quieter" }, parts.map((part) => `${money(part.cents)} on ${bets.name(part.spot)}`).join(", "))),
        h(
          "div",
          { class: "row" },
          seated && cents > 0 && button(`Put down ${money(cents)}`, name, () => (close(), putDown(table, name, parts)), "main"),
          seated && !cents && h("span", { class: "quieter" }, "On the felt already"),
          button("Rename", name, async () => (await renamed(facts.book, name), changed())),
          button("Delete", name, async () => (await gone(facts.book, name), changed())),
        ),
      );
    }),
  );
}

/** Ask for another name. @param {string} book @param {string} name */
async function renamed(book, name) {
  const input = h("input", { type: "text", maxlength: LONGEST_NAME, autocomplete: "off", value: name });
  const question = { title: "Rename the layout", body: [h("label", { class: "field" }, h("span", null, "Its new name"), input)], actions: [{ label: "Not now", value: false }, { label: "Rename", value: true, kind: "main" }] };
  await askUntil(question, async () => {
    const wrong = renameLayout(book, name, input.value);
    const now = preferences.get("rail");
    const moved = input.value.replace(/\s+/g, " ").trim();
    if (!wrong && Array.isArray(now)) preferences.set("rail", now.map((each) => (each?.does === "layout" && each.id === name ? { ...each, id: moved, name: moved } : each)));
    return wrong;
  });
}

/** Delete a layout, if the player means it. @param {string} book @param {string} name */
async function gone(book, name) {
  const yes = await ask({ title: "Delete the layout?", body: `“${name}” is gone for good. Bets that lie on the felt stay.`, actions: [{ label: "Keep it", value: false }, { label: "Delete", value: true, kind: "main" }] });
  if (!yes) return;
  deleteLayout(book, name);
  announce(`${name} is deleted`);
}

/**
 * Return the form that saves the bets that lie now.
 * @param {Table} table
 * @param {() => void} changed
 */
function saving(table, changed) {
  const { bets, facts } = table;
  const mine = bets.mine.filter(({ spot }) => facts.spots[spot]?.made_here);
  const made = new Set(mine.map(({ spot }) => spot));
  const parts = mine.filter(({ spot }) => !bets.offer(spot)?.odds_for || made.has(bets.offer(spot)?.odds_for ?? ""));
  const left = bets.mine.filter(({ spot }) => !parts.some((part) => part.spot === spot));
  if (!parts.length) return h("p", { class: "small quieter" }, left.length ? "Bets that have travelled to a number cannot be saved." : "You have no bets on the felt to save.");
  const input = h("input", { type: "text", maxlength: LONGEST_NAME, autocomplete: "off", placeholder: "My layout" });
  const told = h("p", { class: "small", role: "status" });
  const save = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const { ok, says, name } = saveLayout(facts.book, input.value, parts);
    if (!ok) return void fill(told, says);
    announce(`${name} is saved. ${says}`);
    if (says) table.say(says);
    changed();
  };
  return h(
    "form",
    { class: "own-save", on: { submit: save } },
    h("label", null, h("span", { class: "small" }, `Save the ${money(sum(parts))} that lie now under a name: ${parts.map(({ spot, cents }) => `${money(cents)} on ${bets.name(spot)}`).join("; ")}`), input),
    h("button", { type: "submit", class: "button" }, "Save"),
    left.length > 0 && h("p", { class: "small quieter" }, `Without ${left.map(({ spot }) => bets.name(spot)).join("; ")}: bets that have travelled to a number, and their odds, cannot be saved.`),
    told,
  );
}
