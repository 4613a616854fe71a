// The session panel shows what the player staked, what those bets were expected to lose, and how much of the rest
// was luck. The house computes it exactly.

import { Refusal, get } from "../app/rest-client.js";
import { ask } from "../kit/dialog.js";
import { fill, h, s, soon } from "../kit/dom.js";
import { amountsIn, clock, money, signed } from "../kit/money.js";
import { notice } from "./posted-limits.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */
/** @typedef {import("../protocol.d.ts").ExactCents} Exact */
/** @typedef {import("../protocol.d.ts").SessionAnswer} Session */

const AGAIN_MS = 1200;
const WIDEST = 3;

/** @param {string} text */
const number = (text) => Number(text.replace("−", "-"));
/** @param {Exact} exact */
const rounded = (exact) => Math.round(number(exact.decimal)) || 0;
/** @param {string} id @returns {Promise<Session>} */
const sessionAt = (id) => get(`/tables/${encodeURIComponent(id)}/session`);

/** @param {Table} table */
export function summaryPart(table) {
  const { stage, live } = table;
  const tiles = h("dl", { class: "session-tiles" });
  const time = h("dd", { class: "figure" });
  const net = h("dd", { class: "figure" });
  const action = h("dd", { class: "figure" });
  const day = h("dd", { class: "figure" });
  fill(tiles, tile("Time here", time), tile("Net here", net), tile("Total bet", action), tile("Net in 24 hours", day));
  const luck = h("div", { class: "session-luck" });
  const limits = h("p", { class: "small session-limits" });
  const posted = notice(table.bets.book, (spot) => table.bets.name(spot));
  const full = h("button", { type: "button", class: "button", on: { click: () => void openSummary(table.id, "Your session") } }, "Full report");
  const saved = exportLink(table.id);
  const element = h("div", { class: "session" }, tiles, luck, h("div", { class: "row" }, full, saved), limits, h("h2", null, "Posted at this table"), posted.element, h("p", { class: "small quieter" }, "This is play money. It cannot be bought, cashed out or exchanged."));
  let open = false;
  let due = false;
  let seenAt = 0;
  /** @type {Session | null} */
  let last = null;

  async function load() {
    due = false;
    // a spectator has no session
    if (!last && stage.sight?.table.you.seat === null) return;
    try {
      const found = await sessionAt(table.id);
      tick(); // what has passed by the page's clock counts, whatever the house says now
      last = found;
      seenAt = performance.now();
    } catch (bad) {
      if (bad instanceof Refusal && bad.status) last = null; // a house that does not answer has forgotten nothing
    }
    draw();
  }

  function draw() {
    fill(net, signed(last?.net_cents ?? 0));
    net.dataset.sign = String(Math.sign(last?.net_cents ?? 0));
    fill(action, money(last?.action_cents ?? 0));
    full.hidden = saved.hidden = !last?.bets;
    fill(luck, last?.bets ? story(last) : h("p", { class: "none" }, "After your first bet you see here what your bets were expected to lose, and how much was luck."));
    tick();
  }

  /** The seconds shown of the session that began then; they never go back. */
  let past = { since: 0, seconds: 0 };

  function tick() {
    const runs = last && last.until === null ? (performance.now() - seenAt) / 1000 : 0;
    const seconds = (last?.seconds ?? 0) + runs;
    past = { since: last?.since ?? 0, seconds: past.since === last?.since ? Math.max(seconds, past.seconds) : seconds };
    fill(time, clock(past.seconds));
  }

  function show() {
    const { sight } = stage;
    if (!sight) return;
    fill(day, signed(sight.session.net_cents));
    if (open) void posted.show(sight.table.settings);
    fill(limits, h("b", null, "Your own limits: "), sight.session.limits.map(limitSays).filter(Boolean).join("; ") || "none set", ". ", h("a", { href: "/account" }, "Change them"));
    if (!open || due) return;
    due = true;
    setTimeout(() => void load(), AGAIN_MS);
  }

  stage.addEventListener("shown", () => soon(show));
  live.addEventListener("answer", (event) => {
    const { command, answer } = /** @type {CustomEvent} */ (event).detail;
    if (command?.name === "Leave" && answer.ok) void openSummary(table.id, "That was your session");
  });
  const ticking = setInterval(() => open && tick(), 1000);
  draw();
  show();
  return {
    element,
    /** @param {boolean} shown */
    turned: (shown) => {
      open = shown;
      if (!shown) return;
      show();
      void load();
    },
    close: () => clearInterval(ticking),
  };
}

/** @param {string} id */
const exportLink = (id) => h("a", { class: "button quiet", href: `/api/v1/tables/${encodeURIComponent(id)}/session/export`, download: "comeout-session.jsonl" }, "Export session");

/** @param {string} name @param {HTMLElement} value */
const tile = (name, value) => h("div", null, h("dt", null, name), value);

/** @param {{kind: string, value: number}} limit */
function limitSays({ kind, value }) {
  if (value < 0) return "";
  return { loss: `lose at most ${money(value)} in 24 hours`, stake: `at most ${money(value)} on one bet`, time: `play at most ${value} minutes in 24 hours` }[kind] ?? "";
}

/**
 * Open the summary of a session in a dialog, unless no bet was made.
 * @param {string} id
 * @param {string} title
 */
async function openSummary(id, title) {
  try {
    const session = await sessionAt(id);
    if (session.bets) await ask({ title, wide: true, body: whole(session, id), actions: [{ label: "Close", value: null, kind: "main" }] });
  } catch (bad) {
    if (!(bad instanceof Refusal)) throw bad;
  }
}

/** @param {Session} session @param {string} id */
function whole(session, id) {
  return h(
    "div",
    { class: "session whole" },
    h("dl", { class: "session-tiles" }, [["Time", clock(session.seconds)], ["Rolls", String(session.rolls)], ["Total bet", money(session.action_cents)], ["Net", signed(session.net_cents)]].map(([name, value]) => tile(name, h("dd", { class: "figure" }, value)))),
    h("div", { class: "session-two" }, h("div", null, session.says.map((each) => h("p", null, amountsIn(each)))), h("div", { class: "session-luck" }, story(session))),
    h(
      "div",
      { class: "scroll-x", tabindex: 0, role: "region", "aria-label": "Bet by bet" },
      h(
        "table",
        { class: "table-list" },
        h("thead", null, h("tr", null, ["Bet", "Times", "Staked", "Expected", "Net"].map((each, place) => h("th", { scope: "col", class: place ? "number" : "" }, each)))),
        h("tbody", null, session.by_spot.filter((each) => each.bets > 0).map((each) => h("tr", null, h("th", { scope: "row" }, each.name), [each.bets, money(each.action_cents), signed(rounded(each.expected_cents)), signed(each.net_cents)].map((value) => h("td", { class: "number" }, value))))),
      ),
    ),
    h("div", { class: "row" }, exportLink(id)),
    h("p", { class: "small quieter" }, "This is play money."),
  );
}

/** Explain how the net came about. @param {Session} session */
function story(session) {
  const parts = /** @type {[string, Exact][]} */ ([["Expected", session.expected_cents], ["Luck", session.luck_cents], ["Rounding and limits", session.rounding_cents], ["Bets not decided yet", session.unfinished_cents]]);
  const told = parts.filter(([, exact], place) => place < 2 || number(exact.decimal) !== 0);
  return [
    session.luck_sd !== null && bell(number(session.luck_sd), session.luck_sd),
    h(
      "dl",
      { class: "session-sum" },
      told.map(([name, exact]) => h("div", null, h("dt", null, name), h("dd", { class: "figure" }, signed(rounded(exact))))),
      h("div", { class: "session-net" }, h("dt", null, "Net"), h("dd", { class: "figure" }, signed(session.net_cents))),
    ),
    h(
      "details",
      { class: "small" },
      h("summary", null, "Exact figures, in cents"),
      h("dl", { class: "session-sum exact" }, told.map(([name, exact]) => h("div", null, h("dt", null, name), h("dd", { class: "figure" }, exact.fraction)))),
      session.expected_of_action && h("p", { class: "quieter" }, `Expected loss: ${session.expected_of_action.percent} of everything you bet (${session.expected_of_action.fraction}).`),
    ),
  ];
}

/**
 * Draw where a session lies in the distribution of what these bets could have brought.
 * @param {number} luck in standard deviations
 * @param {string} said
 */
function bell(luck, said) {
  const at = Math.max(-WIDEST, Math.min(WIDEST, luck)) * 30;
  const high = (/** @type {number} */ x) => 48 - 44 * Math.exp((-x * x) / 1800);
  const curve = Array.from({ length: 61 }, (_, place) => (place - 30) * 3.3).map((x) => `${x.toFixed(1)},${high(x).toFixed(1)}`);
  return h(
    "figure",
    { class: "bell" },
    s(
      "svg",
      { viewBox: "-100 0 200 52", role: "img", "aria-label": `Luck: ${said} standard deviations` },
      s("path", { class: "bell-area", d: `M${curve.join("L")}L99,48L-99,48Z` }),
      s("line", { class: "bell-middle", x1: 0, x2: 0, y1: 4, y2: 48 }),
      s("line", { class: "bell-ground", x1: -99, x2: 99, y1: 48, y2: 48 }),
      s("line", { class: "bell-here", x1: at, x2: at, y1: high(at), y2: 48 }),
      s("circle", { class: "bell-dot", cx: at, cy: high(at), r: 4 }),
    ),
    h("figcaption", null, h("b", { class: "figure" }, `Luck ${luck > 0 ? "+" : ""}${said.replace("-", "−")} `), lucky(luck)),
  );
}

/** @param {number} luck */
function lucky(luck) {
  const far = Math.abs(luck);
  if (far < 1) return "standard deviations: an ordinary session. About two sessions in three end within one of the average.";
  const side = luck > 0 ? "luckier" : "unluckier";
  if (far < 2) return `standard deviations: ${side} than most, but nothing unusual. About one session in three ends further than one from the average.`;
  return `standard deviations: much ${side} than most. About one session in twenty ends further than two from the average.`;
}
