// The reality check: after so much time of play, a dialog says how long somebody has played and what it brought. It
// comes between rolls, at a calm moment, in one tab; the time counts over reloads and tables.

import { BettingClock } from "../app/betting-clock.js";
import { playClock } from "../app/play-clock.js";
import { get } from "../app/rest-client.js";
import { fill, h } from "../kit/dom.js";
import { clock, money, signed } from "../kit/money.js";
import { preferences } from "../kit/preferences.js";
import { newId } from "../kit/random-id.js";
import { keep, kept } from "../kit/session-memory.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {{player: string, checked: number, open: {tab: string, beat: number} | null}} Checks checked: the seconds played at the last check; open: the tab that shows one */

const KEY = "comeout.checks";
const TAB = "comeout.tab";
const TICK_MS = 500;
/** How often a regulated table checks whoever has switched it off. */
const REGULATED_MIN = 30;
/** After how long a tab that shows a check and is silent, hidden or closed, loses it to another. */
const BEAT_MS = 3_000;
/** How long hands must have been still, and how long the dialog takes no answer: a tap or a key may be meant for the felt. */
const CALM_MS = 1_000;
/** A check does not come in the last seconds of the betting time, unless it has waited for so long. */
const LAST_MS = 5_000;
const PATIENCE_S = 120;
const TOUCHES = /** @type {const} */ (["pointerdown", "pointermove", "pointerup", "pointercancel", "keydown"]);

/** Return every how many seconds of play a check is due; 0 for never. @param {string} profile of the table */
function interval(profile) {
  const minutes = Number(preferences.get("realityCheck")) || (profile === "regulated" ? REGULATED_MIN : 0);
  return minutes * 60;
}

/** Watch the time of play at a table; returns a function that stops. @param {Table} table */
export function checkReality(table) {
  const { live, stage } = table;
  const betting = new BettingClock(live, stage);
  const tab = kept(TAB) || newId();
  keep(TAB, tab);
  let touched = -Infinity;
  let held = false;
  /** @type {HTMLDialogElement | null} */
  let shown = null;

  const touch = (/** @type {Event} */ { type }) => {
    if (type === "pointermove" && !held) return;
    held = type === "pointerdown" || (held && !["pointerup", "pointercancel"].includes(type));
    touched = performance.now();
  };

  function tick() {
    const sight = stage.sight;
    if (!sight || sight.lesson || !playClock.player) return;
    playClock.tick();
    const every = interval(sight.table.profile);
    const checks = read(every);
    const over = every ? playClock.total - checks.checked - every : -1;
    if (shown) return follow(checks, over);
    if (!every) return write({ ...checks, checked: playClock.total, open: null });
    if (over >= 0 && sight.table.you.seat !== null && calm(over) && free(checks, over)) open(every);
  }

  /** Give the check up if another tab has it, or if it was answered there. @param {Checks} checks @param {number} over */
  function follow(checks, over) {
    if (over < 0 || (checks.open && checks.open.tab !== tab)) shown?.close();
    else if (!document.hidden) write({ ...checks, open: { tab, beat: Date.now() } });
  }

  /** Return whether nothing moves: no dice, no hand, no dialog, and no bet on its way. @param {number} over for how many seconds it has been due */
  function calm(over) {
    if (document.hidden || stage.rolling || live.waiting.length || live.state !== "open" || document.querySelector("dialog[open]")) return false;
    const last = betting.left !== null && betting.left < LAST_MS && over < PATIENCE_S;
    return !held && performance.now() - touched >= CALM_MS && !last;
  }

  /** Return whether no other tab shows it; of several, the one that has the focus comes first. @param {Checks} checks @param {number} over */
  function free({ open: by }, over) {
    if (by && by.tab !== tab && Math.abs(Date.now() - by.beat) < BEAT_MS) return false;
    return document.hasFocus() || over > BEAT_MS / 1000;
  }

  /** @param {number} every */
  function open(every) {
    write({ ...read(every), open: { tab, beat: Date.now() } });
    const since = performance.now();
    const here = h("dd", { class: "figure" }, "…");
    const regulated = stage.sight?.table.profile === "regulated";
    const choose = (/** @type {() => unknown} */ act) => (/** @type {Event} */ event) => {
      if (performance.now() - since < CALM_MS) return event.preventDefault();
      write({ player: playClock.player, checked: playClock.total, open: null });
      box.close();
      void act();
    };
    const button = (/** @type {string} */ label, /** @type {string} */ kind, /** @type {() => unknown} */ act) => h("button", { type: "button", class: `button ${kind}`, on: { click: choose(act) } }, label);
    const title = h("h2", { id: "reality-title", tabindex: -1 }, `You have played for ${Math.floor(playClock.seconds / 60)} minutes`);
    const box = h(
      "dialog",
      { class: "dialog reality-check", "aria-labelledby": "reality-title", "aria-describedby": "reality-facts" },
      title,
      h(
        "div",
        { class: "dialog-body", id: "reality-facts" },
        h("dl", { class: "facts" }, [
          fact("Time played", h("dd", { class: "figure" }, clock(playClock.seconds))),
          fact("Won or lost", h("dd", { class: "figure", data: { sign: Math.sign(playClock.net) } }, signed(playClock.net))),
          fact("Bet at this table", here),
        ]),
        h("p", { class: "small quieter" }, "Time and result are of all tables, since your last break of an hour. In “Display and sound” you choose how often you are told.", regulated && " At a regulated table it cannot be switched off: whoever plays there must always know for how long."),
      ),
      h("div", { class: "dialog-actions" }, h("a", { class: "button quiet", href: "/account", on: { click: choose(() => {}) } }, "Your limits"), button("Leave the table", "", () => void import("../table/more-menu.js").then(({ leave }) => leave(table, { agreed: true }))), button("Go on", "main", () => {})),
    );
    box.addEventListener("cancel", choose(() => {}));
    box.addEventListener("close", () => {
      box.remove();
      shown = null;
    });
    shown = box;
    document.body.append(box);
    box.showModal();
    title.focus();
    get(`/tables/${encodeURIComponent(table.id)}/session`).then(({ action_cents }) => fill(here, money(action_cents)), () => here.parentElement?.remove());
  }

  /** Return the checks of this player so far; whoever is new here gets the next one at the next full interval. @param {number} every @returns {Checks} */
  function read(every) {
    try {
      const found = JSON.parse(localStorage.getItem(KEY) ?? "null");
      if (found?.player === playClock.player) return (memory = found);
    } catch {
      // without storage, this tab remembers
    }
    if (memory?.player !== playClock.player) write({ player: playClock.player, checked: every ? playClock.total - (playClock.total % every) : playClock.total, open: null });
    return /** @type {Checks} */ (memory);
  }

  /** @type {Checks | null} */
  let memory = null;

  /** @param {Checks} checks */
  function write(checks) {
    memory = checks;
    try {
      localStorage.setItem(KEY, JSON.stringify(checks));
    } catch {
      // without storage, this tab remembers
    }
  }

  for (const name of TOUCHES) addEventListener(name, touch, { capture: true, passive: true });
  stage.addEventListener("shown", tick);
  const ticking = setInterval(tick, TICK_MS);
  return () => {
    clearInterval(ticking);
    stage.removeEventListener("shown", tick);
    for (const name of TOUCHES) removeEventListener(name, touch, { capture: true });
    shown?.close();
  };
}

/** @param {string} name @param {HTMLElement} value */
const fact = (name, value) => h("div", null, h("dt", null, name), value);
