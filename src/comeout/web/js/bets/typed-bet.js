// The dialog to type bets in words. The house says what the words mean; the first Enter shows it, the second one bets it.

import { sum, within } from "./bet-batches.js";
import { drawsNumbers, example } from "./own-acts.js";
import { advice } from "./coach-words.js";
import { announce } from "../kit/announce.js";
import { clauseLink, sentence } from "../kit/clause-link.js";
import { ask } from "../kit/dialog.js";
import { fill, h } from "../kit/dom.js";
import { pauseTyping } from "../kit/keyboard-shortcuts.js";
import { money } from "../kit/money.js";
import { preferences } from "../kit/preferences.js";
import { keep, kept } from "../kit/session-memory.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("../protocol.d.ts").Understood} Understood */
/** @typedef {import("../protocol.d.ts").UnderstoodAct} UnderstoodAct */

const LONGEST = 200;
const MEMORY = "comeout.typed";
const SHOW = "Show what it does";
const ROLLING = "The dice are rolling. Wait for the result.";
const SHORT = "RACK_TOO_SMALL";
const byFinger = () => matchMedia("(pointer: coarse)").matches;
const AGAIN = () => (byFinger() ? "Tap the button" : "Press Enter again");

/** Open the line, unless it is open. @param {Table} table */
export async function typeBet(table) {
  const { bets, live, stage } = table;
  if (document.querySelector(".typed-line")) return;
  const input = h("input", { type: "text", maxlength: LONGEST, autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go", placeholder: example(table), "aria-describedby": "typed-how" });
  const go = h("button", { type: "submit", class: "button main" }, SHOW);
  const means = h("div", { class: "typed-means", role: "status" });
  /** @type {{text: string, acts: UnderstoodAct[], rolls: number} | null} what was shown and can be bet */
  let shown = null;

  /** Forget what was shown: the words have changed, or the table has. */
  function fresh() {
    shown = null;
    fill(means);
    fill(go, SHOW);
  }

  async function submit() {
    if (!byFinger()) input.focus(); // whoever types on after a click must not press the button that bets
    const text = input.value.trim();
    if (!text) return void fill(means, h("p", null, "Type what you would say to the dealer."));
    if (stage.rolling) return void fill(means, h("p", { class: "refusal" }, ROLLING));
    if (shown?.text === text && shown.rolls === stage.sight?.table.rolls) return bet(shown.acts);
    const rolls = stage.sight?.table.rolls ?? 0;
    fresh();
    const told = await live.understand(text);
    if (input.value.trim() !== text || !input.isConnected) return;
    if (!told) return void fill(means, h("p", { class: "refusal" }, "The house cannot be reached. Nothing is bet."));
    if (!told.ok) return void fill(means, h("p", { class: "refusal" }, quoted(told.says)), h("p", { class: "quieter" }, "Nothing is bet."));
    const acts = told.acts.filter(({ ok }) => ok);
    fill(means, meaning(table, told));
    if (!acts.length) return;
    shown = { text, acts, rolls };
    fill(go, told.costs_cents > 0 ? `Bet ${money(told.costs_cents)}` : "Do it");
  }

  /** Send what was shown, in the order of the words, up to the first that is refused. @param {UnderstoodAct[]} acts */
  async function bet(acts) {
    remember(input.value.trim());
    input.closest("dialog")?.close();
    pauseTyping();
    /** @type {{spot: string, cents: number}[]} */
    const changed = []; // as Undo takes it back: less than nothing for what was taken down
    const done = [];
    for (const { name, body, says } of acts) {
      if (name === "PlaceBet") {
        if (!(await bets.put(body.spot, body.amount))) break;
        changed.push({ spot: body.spot, cents: body.amount });
      } else {
        const there = live.sight?.table.you.bets[body.spot]?.amount ?? 0;
        const answer = await live.act(name, body);
        if (!answer.ok) {
          bets.refuse(body.spot, answer);
          break;
        }
        if (name === "RemoveBet" || name === "ReduceBet") changed.push({ spot: body.spot, cents: -(body.amount ?? there) });
        announce(says);
      }
      done.push(says.split(": wins")[0]);
    }
    if (changed.length) bets.done.push(changed);
    bets.changed();
    if (done.length < acts.length) return;
    const placed = changed.filter(({ cents }) => cents > 0);
    const down = placed.length ? `, ${money(sum(placed))} bet: ${placed.map(({ spot }) => bets.name(spot)).join(", ")}` : "";
    bets.say(done.length > 3 ? `${done.length} done${down}` : done.join("; "));
  }

  const several = stage.sight?.bundles.find(({ parts }) => parts.length > 1);
  const call = several && [h("q", null, `${several.parts.reduce((all, { share }) => all + share, 0)} ${several.id}`), ", "];
  const says = drawsNumbers(table) ? ["12 six and eight", ...(preferences.get("easy") ? [] : ["5 each hardway"]), "press the 8", "take down the 6"] : ["10 pass"];
  let back = 0;
  input.addEventListener("input", fresh);
  input.addEventListener("keydown", (event) => {
    const lines = remembered();
    const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (!step || !lines.length) return;
    event.preventDefault();
    back = Math.min(Math.max(back + step, 0), lines.length);
    input.value = back ? lines[lines.length - back] : "";
    fresh();
  });
  const body = h(
    "form",
    { class: "typed-line", on: { submit: (/** @type {SubmitEvent} */ event) => (event.preventDefault(), void submit()) } },
    h("div", { class: "typed" }, h("label", null, h("span", { class: "visually-hidden" }, "Bets in words"), input), go),
    h("p", { class: "small quieter", id: "typed-how" }, "Say it as to a dealer: ", says.flatMap((each) => [h("q", null, each), ", "]), call, h("q", null, "full odds"), ". Enter shows what it does, and Enter again does it."),
    means,
  );
  await ask({ title: "Type a bet", body, actions: [{ label: "Close", value: null }] });
}

/**
 * Return what the words mean: the sum, each bet with what it wins or why it is refused, and what comes with them.
 * @param {Table} table
 * @param {Understood} told
 */
function meaning({ bets }, { acts, costs_cents: costs, rack_cents: rack }) {
  const refused = acts.filter(({ ok }) => !ok);
  const wanted = acts.filter(({ name }) => name === "PlaceBet").reduce((all, { body }) => all + body.amount, 0);
  const from = costs > 0 ? `${money(costs)} from your rack of ${money(rack)}. ` : costs < 0 ? `${money(-costs)} back in your rack. ` : "";
  const some = refused.length ? `${refused.length} of ${acts.length} ${refused.length === 1 ? "is" : "are"} refused. The rest: ` : "";
  const ends = refused.length < acts.length ? `${some}${from}${AGAIN()} to ${costs > 0 ? "bet" : "do"} it.` : "Nothing of this can be done now.";
  return [
    h("p", { class: "typed-sum" }, ends),
    refused.some(({ reason }) => reason === SHORT) ? h("p", { class: "refusal" }, `All of it together is ${money(wanted)}, but your rack holds ${money(rack)}.`) : "",
    costs > 0 && costs === rack ? h("p", null, "This bets the last of your rack: nothing is left for odds or for another bet.") : "",
    h("ol", { class: "typed-acts" }, acts.map((each) => item(bets, each))),
    remarks(bets, acts).map((each) => h("p", { class: "small quieter" }, each)),
    preferences.get("coach") && acts.filter(({ ok, name }) => ok && name === "PlaceBet").map(({ body }) => advice(bets, body.spot, body.amount)).filter(Boolean).map((each) => h("p", { class: "small coach" }, each)),
  ];
}

/** Return what comes with the bets, each remark once, with the bets that it is about. @param {Table["bets"]} bets @param {UnderstoodAct[]} acts */
function remarks(bets, acts) {
  /** @type {Map<string, Set<string>>} */
  const about = new Map();
  for (const { warns, body } of acts) for (const each of warns) about.set(each, (about.get(each) ?? new Set()).add(bets.name(body.spot)));
  return [...about].map(([warn, names]) => `${names.size > 2 ? `For each of ${names.size} bets` : [...names].join(", ")}: ${warn}.`);
}

/**
 * @param {Table["bets"]} bets
 * @param {UnderstoodAct} act
 */
function item(bets, { ok, says, body, reason, refused, clause, instead_cents: named }) {
  const [what, wins] = says.split(": wins ");
  const instead = inUnits(bets, body.spot, named);
  const others = instead.length && reason !== SHORT ? ` Accepted: ${instead.map(money).join(", ")}.` : "";
  return h(
    "li",
    { class: ok ? "" : "no" },
    h("span", null, what),
    wins && h("b", { class: "good" }, ` wins ${wins}`),
    !ok && h("p", { class: "refusal small" }, `Refused: ${sentence(refused)}${others} `, clauseLink(bets.book, clause)),
  );
}

/** Return the amounts that the house would accept, as chips can make them where they can. @param {Table["bets"]} bets @param {string} spot @param {number[]} named */
function inUnits(bets, spot, named) {
  const offer = bets.offer(spot);
  return [...new Set(named.map((cents) => (cents % 100 ? (offer?.bet.ok && within(offer, cents, true)) || cents : cents)))];
}

/** Return a sentence of the house in which words to type are marked. @param {string} says */
const quoted = (says) => says.split("`").map((part, place) => (place % 2 ? h("code", null, part) : place ? part : sentence(part).replace(/\.$/, "")));

/** @returns {string[]} the last lines that were bet in this tab */
function remembered() {
  try {
    return JSON.parse(kept(MEMORY) || "[]");
  } catch {
    return [];
  }
}

/** @param {string} text */
const remember = (text) => keep(MEMORY, JSON.stringify([...remembered().filter((each) => each !== text), text].slice(-10)));
