// Tab list of the panels beside the felt: next roll, rolls, settlements, session and dice.

import { aloud } from "./event-messages.js";
import { preferences } from "../kit/preferences.js";
import { coach } from "./coach.js";
import { h } from "../kit/dom.js";
import { fairPart } from "./dice-panel.js";
import { numbersPart } from "./next-roll-panel.js";
import { rollsPart } from "./rolls-panel.js";
import { summaryPart } from "./session-panel.js";
import { layDice } from "./dice-animation.js";
import { callNoMoreBets } from "./no-more-bets.js";
import { checkReality } from "./reality-check.js";
import { hearTable } from "./table-sounds.js";
import { markUnanswered } from "./unanswered.js";
import { whyPart } from "./why-panel.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {{element: HTMLElement, close?: () => void, turned?: (shown: boolean) => void}} Part */
/** @typedef {{id: string, name: string, part: Part}} Tab */

/** @param {Table} table */
export function part(table) {
  const { past } = table;
  const takeDice = layDice(table, past);
  const noMoreBets = callNoMoreBets(table);
  const advice = coach(table);
  const tabs = tabbed([
    { id: "numbers", name: "Numbers", part: numbersPart(table) },
    { id: "rolls", name: "Rolls", part: rollsPart(past) },
    { id: "why", name: "Why?", part: whyPart(table) },
    { id: "session", name: "Session", part: summaryPart(table) },
    { id: "fair", name: "Dice", part: fairPart(table) },
  ]);
  aloud(table);
  hearTable(table);
  const [marks, checks] = [markUnanswered(table), checkReality(table)];
  void past.load();
  return {
    element: h("div", { class: "beside" }, tabs.element, advice.element),
    close: () => [takeDice, noMoreBets, advice.close, tabs.close, marks, checks].forEach((end) => end()),
  };
}

/** Return a tab list whose choice is remembered. @param {Tab[]} tabs */
function tabbed(tabs) {
  const buttons = tabs.map(({ id, name }) =>
    h("button", { type: "button", role: "tab", id: `side-tab-${id}`, "aria-controls": `side-${id}`, on: { click: () => turn(id), keydown } }, name),
  );
  const places = tabs.map(({ id, part: { element } }) => h("div", { class: "side-place", role: "tabpanel", id: `side-${id}`, "aria-labelledby": `side-tab-${id}`, tabindex: 0, on: { keydown: scrolls } }, element));
  let shown = "";

  /** @param {string} id */
  function turn(id) {
    if (id === shown) return;
    shown = id;
    tabs.forEach((tab, each) => {
      const here = tab.id === id;
      buttons[each].setAttribute("aria-selected", String(here));
      buttons[each].tabIndex = here ? 0 : -1;
      places[each].hidden = !here;
      tab.part.turned?.(here);
    });
    preferences.set("side", id);
  }

  /** @param {KeyboardEvent} event */
  function keydown(event) {
    const here = tabs.findIndex((tab) => tab.id === shown);
    const next = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const { id } = tabs[(next + tabs.length) % tabs.length];
    turn(id);
    document.getElementById(`side-tab-${id}`)?.focus();
  }

  /** Stop arrow keys that scroll a panel from moving the focus over the layout. @param {KeyboardEvent} event */
  function scrolls(event) {
    if (event.key.startsWith("Arrow")) event.stopPropagation();
  }

  const kept = preferences.get("side");
  turn(tabs.some((tab) => tab.id === kept) ? kept : tabs[0].id);
  return {
    element: h("div", { class: "side-tabbed" }, h("div", { class: "side-tabs", role: "tablist", "aria-label": "About this table" }, buttons), places),
    close: () => tabs.forEach((tab) => tab.part.close?.()),
  };
}
