// The table page puts its parts together (felt, chips, bets, dice, panels) and knows no rule of the game.

import { Refusal, cached } from "../app/rest-client.js";
import { actionBar } from "../table/action-bar.js";
import { Bets } from "../bets/bets.js";
import { copyPosition } from "../table/copy-position.js";
import { call, news } from "../kit/roll-words.js";
import { callSpots, sentence } from "../kit/clause-link.js";
import { preferences } from "../kit/preferences.js";
import { fill, h, style } from "../kit/dom.js";
import { Felt, shapesHere } from "../table/felt.js";
import { list, listen } from "../kit/keyboard-shortcuts.js";
import { TableSocket } from "../app/table-socket.js";
import { money } from "../kit/money.js";
import { loadBeside } from "../panels/load-panels.js";
import { rackAsked, sitDown, takeSeat } from "../table/sit-down.js";
import { DisplayState } from "../app/display-state.js";
import { RollHistory } from "../app/roll-history.js";
import { lineStrip } from "../table/line-strip.js";
import { panelSheet } from "../table/panel-sheet.js";
import { recentRolls } from "../table/recent-rolls.js";
import { rollSum } from "../table/roll-sum.js";
import { seatsRow, status } from "../table/status-bar.js";
import { banner } from "../app/trouble-banner.js";
import { isLesson } from "../app/lessons.js";
import { titleOf } from "../app/table-title.js";
import { joining, linesDrawn, needs, toldLine } from "../table/message-line.js";
import { oddsSaid } from "../bets/odds-words.js";
import { offerStrip } from "../bets/offer-strip.js";
import { firstDown, settledWords } from "../bets/settled-words.js";
import { dragOff } from "../bets/drag-off.js";
import { RAIL_KEYS, rail } from "../bets/rail.js";
import { spotHint } from "../bets/spot-hint.js";
import { fetchPicture } from "../app/felt-picture.js";

/** @typedef {import("../app/table-socket.js").Sight} Sight */
/** @typedef {import("../app/display-state.js").Settled} Settled */
/** @typedef {import("../protocol.d.ts").SpotsAnswer} Facts */
/** @typedef {import("../table/table-parts.d.ts").Table} Table */

/**
 * Prefetch what is the same at every table, or at every table of a book, because requests are slow on a slow
 * connection.
 * @param {string} [book]
 */
export function ahead(book) {
  cached("/lobby/books").catch(() => {});
  void style("/css/table.css");
  if (book) for (const shape of shapesHere()) fetchPicture(book, shape).catch(() => {});
}

/**
 * Show a table.
 * @param {HTMLElement} root
 * @param {{[name: string]: string}} params
 * @param {URLSearchParams} query
 */
export async function show(root, params, query) {
  const live = new TableSocket(params.id);
  const here = location.pathname;
  const rack = rackAsked(query);
  const seated = rack ? takeSeat(live, rack) : null;
  live.open();
  const asked = cached(`/tables/${params.id}/spots`);
  asked.then(({ book_key }) => ahead(book_key), () => {});
  try {
    const [facts, sight] = await Promise.all([asked, firstSight(live), style("/css/table.css")]);
    if (query.has("sit") && location.pathname === here) history.replaceState(null, "", here);
    return await compose(root, live, facts, sight, { watching: query.has("watch"), joining: query.has("sit"), inviting: query.has("invite"), seated });
  } catch (bad) {
    live.close();
    throw bad;
  }
}

/** @param {TableSocket} live @returns {Promise<Sight>} */
function firstSight(live) {
  return new Promise((seen, never) => {
    live.addEventListener("sight", (event) => seen(/** @type {CustomEvent<Sight>} */ (event).detail), { once: true });
    live.addEventListener("ended", (event) => never(new Refusal(404, /** @type {CustomEvent} */ (event).detail.says || "There is no such table, or you may not see it.")), { once: true });
  });
}

/**
 * @param {HTMLElement} root
 * @param {TableSocket} live
 * @param {Facts} facts
 * @param {Sight} sight
 * @param {{watching: boolean, joining: boolean, inviting: boolean, seated: Promise<import("../app/table-socket.js").Answer> | null}} how
 */
async function compose(root, live, facts, sight, { watching, joining, inviting, seated }) {
  callSpots(facts.spots);
  const stage = new DisplayState(live);
  const bets = new Bets(live, stage, facts);
  const called = { ...(await titleOf(sight.table)), ...(isLesson(live.table) ? { house: "" } : {}) };
  /** @type {(() => void)[]} what to clean up; nothing once the table was left */
  const ending = [() => live.close()];
  const leave = () => ending.splice(0).forEach((end) => end());
  const openCard = async (/** @type {string} */ spot) => void (await import("../bets/bet-card.js")).card(table, spot);
  const watches = ({ table: { you } } = stage.sight ?? sight) => you.seat === null && (watching || you.roles.length > 0);
  const tap = (/** @type {string} */ spot) => void (watches() ? openCard(spot) : bets.place(spot, guide.cents(spot)));
  const felt = new Felt(facts.book_key, facts, {
    tap,
    card: openCard,
    look: (spot, how) => isLesson(live.table) || hint.look(spot, how), // a lesson says what there is to know
  });
  const diceStage = h("div", { class: "dice-stage" });
  /** @type {Table} */
  const table = { id: live.table, live, stage, facts, spots: facts.spots, bets, felt, past: new RollHistory({ id: live.table, live, stage }), diceStage, openWhy: null, say: (text, more, how) => told.say(text, more, how), happened: (text, how) => told.happened(text, how) };
  const sit = () => void sitDown(table);
  const invite = () => import("./invite.js").then(({ inviteOthers }) => inviteOthers(live.table, called.title));
  const acts = { sit, keys: () => void list(keys), invite };
  const told = toldLine(table, { card: openCard });
  const hint = spotHint(table, (spot) => felt.boxOf(spot));
  const offers = offerStrip(table);
  const odds = oddsSaid(table);
  const sized = new ResizeObserver((seen) => seen.forEach(({ target }) => goesOn(/** @type {HTMLElement} */ (target)))); // the line may get its width late
  const fit = new MutationObserver(() => {
    sized.disconnect();
    const said = reachable(told.element, told.passing());
    if (said) sized.observe(said);
  });
  ending.push(() => (fit.disconnect(), sized.disconnect()));
  for (const each of [told.element, offers.element]) fit.observe(each, { childList: true, attributeFilter: ["hidden"] });
  new MutationObserver(told.fit).observe(offers.element, { childList: true, attributeFilter: ["hidden"] });
  const guide = await guideOf(table);
  const warn = banner(table);
  const sheet = panelSheet();
  const recent = recentRolls(table.past, () => sheet.open("rolls"));
  const sum = rollSum((seq) => table.openWhy?.(seq));
  const top = status(table, called, warn.element, { rolls: recent.element, hand: recent.hand, panels: sheet.button });
  const seats = seatsRow(table, invite);
  const keys = keyMap(table, () => watches() || bar.roll(), { press: (place) => own.press(place), type: () => own.type() });
  const bar = actionBar(table, acts);
  const strip = lineStrip(table, tap);
  const own = rail(table, strip.element, watches);
  ending.push(top.close, bar.close, guide.close, own.close, dragOff(table).close, offers.close, sum.close, hint.close, () => felt.close());
  try {
    await felt.load();
  } catch (bad) {
    leave();
    throw bad;
  }
  root.classList.add("table-main");
  const { felt: cloth, accent } = felt.colours;
  root.style.setProperty("--felt", cloth);
  root.style.setProperty("--accent", accent);
  const whole = h("div", { class: "table-page" });
  root.append(
    fill(
      whole,
      h("div", { class: "room" }, top.element, seats.element, h("div", { class: "cloth" }, h("div", { class: "felt-view" }, felt.element), diceStage, sum.element)),
      sheet.shade,
      sheet.element,
      h("div", { class: "dock" }, offers.element, guide.element, told.element, watches(sight) ? watcherActs(table, acts) : null, own.element, bar.element),
      hint.element,
    ),
  );
  ending.push(listen(keys), () => (root.classList.remove("table-main"), root.removeAttribute("style")));

  const shown = () => {
    const now = stage.sight;
    if (!now) return;
    whole.classList.toggle("watching", watches(now));
    felt.watch(watches(now));
    if (!stage.rolling) guide.show(now);
    felt.show(now, live.waiting);
    if (stage.rolling) return; // chips are drawn in a frame of their own; everything else follows with the result of the roll
    seats.show(now);
    strip.show(now);
    bar.show(now);
    own.show(now);
    told.describe();
    told.request(asked(now));
    offers.show();
    odds.show(now);
  };
  stage.addEventListener("shown", shown);
  live.addEventListener("waiting", shown);
  live.addEventListener("state", () => (felt.element.dataset.house = live.state));
  bets.addEventListener("changed", shown);
  bets.addEventListener("say", (event) => {
    const { text, more } = /** @type {CustomEvent} */ (event).detail;
    told.say(text, [more]);
  });
  bets.addEventListener("placed", (event) => {
    felt.want([]);
    told.calm();
    odds.placed(/** @type {CustomEvent} */ (event).detail);
  });
  bets.addEventListener("refused", (event) => guide.refused(/** @type {CustomEvent} */ (event).detail) || told.refused(/** @type {CustomEvent} */ (event).detail));
  stage.addEventListener("rolling", () => (bar.show(/** @type {Sight} */ (stage.sight)), own.show(stage.sight)));
  stage.addEventListener("paid", (event) => felt.fly(/** @type {CustomEvent<Settled>} */ (event).detail, stage.sight?.table.you.seat ?? null));
  stage.addEventListener("settled", (event) => {
    const settled = /** @type {CustomEvent<Settled>} */ (event).detail;
    sum.show(settled, stage.sight?.table.you.seat ?? null);
    settle(table, settled);
    offers.settled(settled);
  });
  top.show(sight);
  warn.show();
  shown();
  void mount(table, sheet.element, ending);
  // whoever has a seat is offered the dice against the clock, so the invitations come first
  const asking = inviting ? invite() : null;
  if (sight.table.you.seat === null && (joining || sight.table.mode !== "live") && !watches(sight)) void Promise.resolve(asking).then(() => (ending.length ? sitDown(table, seated) : undefined));
  return { title: `${called.title}: the table`, close: leave };
}

/** Return the guide of a lesson, or nothing in its place at any other table. @param {Table} table */
async function guideOf(table) {
  if (isLesson(table.id)) return (await import("../table/lesson-guide.js")).lessonGuide(table);
  return { element: h("section", { class: "lesson", hidden: true }), show: () => {}, cents: () => undefined, refused: () => false, close: () => {} };
}

/**
 * Return the buttons of somebody who watches, beside the line: a seat or, for the crew, their console, and the menu.
 * @param {Table} table
 * @param {import("../table/more-menu.js").How} acts
 */
function watcherActs(table, acts) {
  const crew = table.live.sight?.table.you.roles.length;
  const more = h("button", { type: "button", class: "button", "aria-haspopup": "dialog", on: { click: () => void import("../table/more-menu.js").then(({ openMore }) => openMore(table, acts)) } }, "More");
  const first = crew ? h("a", { class: "button main", href: `/crew/${encodeURIComponent(table.id)}` }, "Crew console") : h("button", { type: "button", class: "button main", on: { click: acts.sit } }, "Sit down");
  return h("div", { class: "watcher-acts" }, first, more);
}

/**
 * Give a long message that passes the whole line, before the offers beside it; any other shows that it goes on, and can be
 * scrolled with the keyboard too.
 * @param {HTMLElement} line
 * @param {boolean} passing
 */
function reachable(line, passing) {
  const said = line.querySelector("p");
  line.classList.remove("long");
  line.classList.toggle("long", passing && Boolean(said && hidden(said)));
  if (!said) return null;
  const end = () => goesOn(said);
  end();
  void document.fonts.ready.then(end);
  said.onscroll = end;
  return said;
}

/** Return whether there is more under what is in view. @param {HTMLElement} said */
const hidden = (said) => said.scrollHeight - said.scrollTop > said.clientHeight + 2;

/** Show whether a message goes on; if it does, it can have the focus. @param {HTMLElement} said */
function goesOn(said) {
  said.classList.toggle("goes-on", hidden(said));
  if (said.scrollHeight > said.clientHeight) said.tabIndex = 0;
}

/**
 * Add the side panels. If they cannot be loaded, the table stays as it is.
 * @param {Table} table
 * @param {HTMLElement} side
 * @param {(() => void)[]} ending
 */
async function mount(table, side, ending) {
  try {
    const { part } = await loadBeside();
    if (!ending.length) return; // the player has left meanwhile
    const { element, close } = part(table);
    ending.push(close);
    // only once it is filled, so that nothing grows on the screen
    side.append(h("section", { class: "panel side-panel", "aria-label": "Rolls, numbers, settlements, your session and the dice" }, element));
  } catch (bad) {
    console.error(bad);
  }
}

/** Return what a live table waits for, in words for this player. @param {Sight} sight */
function asked({ table: { mode, waiting, whose, you, shooter, offered }, dice }) {
  if (you.seat === null && typeof you.freed_cents === "number") return `You were away, so your seat is free again. ${money(you.freed_cents)} from your rack went to your wallet.`;
  if (mode !== "live" || !waiting) return "";
  if (whose === null || whose !== you.seat) return sentence(waiting);
  if (shooter === you.seat) return "You have the dice: make a Pass or Don't Pass bet.";
  if (offered !== you.seat) return sentence(waiting);
  return dice === "bet" ? "The dice are offered to you: bet on Pass or Don't Pass to get them." : "The dice are offered to you: take them, or pass them on.";
}

/**
 * Show the result of a roll that has been paid.
 * @param {Table} table
 * @param {Settled} settled
 */
function settle(table, settled) {
  const { felt, stage } = table;
  const seat = stage.sight?.table.you.seat ?? null;
  felt.element.dataset.roll = String(settled.number);
  const mine = settled.lines.some((line) => line.seat === seat);
  const why = mine && table.openWhy ? h("button", { type: "button", class: "button why", on: { click: () => table.openWhy?.(settled.seq) } }, "Why?") : null;
  const brought = news(settled);
  const called = `${call(settled.roll)}${brought && `: ${brought.charAt(0).toLowerCase()}${brought.slice(1)}`}.`;
  const had = Object.keys(stage.sight?.table.you.bets ?? {}).length > 0;
  const stays = firstDown(table, settled, seat) ? ". “Stay up” keeps winners up" : "";
  /** Return what the roll did. A bet that is made again may have its charge a moment later. */
  const words = (brief = false) => {
    const said = settledWords(table, settled, seat, { brief });
    const wanted = stage.sight?.wanted;
    const none = wanted ? "" : had ? " None of your bets is decided." : ` ${(stage.sight && joining(table, stage.sight)?.join(" ")) || `You have no bet on the felt${stage.sight?.table.point ? "" : `: bet ${linesDrawn(table)} to play the next round`}.`}`;
    return `${brief && stays ? `${call(settled.roll)}.` : called}${said ? ` ${said}${stays}.` : none}${brought || wanted ? "" : ` ${stage.sight?.puck.says ?? ""}.`}`;
  };
  /** Return what the player wants from the next roll, as the bets lie now. */
  const next = () => (stage.sight && (needs(stage.sight) || (stage.sight.wanted && sentence(stage.sight.wanted)))) || "";
  table.say(words, [why], { stays: true, next });
}

/**
 * @param {Table} table
 * @param {() => void} roll
 * @param {{press: (place: number) => void, type: () => void}} own
 * @returns {import("../kit/keyboard-shortcuts.js").Key[]}
 */
function keyMap(table, roll, own) {
  const { bets, felt, facts } = table;
  const ways = /** @type {{[key: string]: import("../table/felt-focus.js").Way}} */ ({ ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" });
  /** @type {import("../kit/keyboard-shortcuts.js").Key[]} */
  const map = [
    { keys: Object.keys(ways), shown: "← → ↑ ↓", says: "Move over the layout", act: (key) => felt.move(ways[key]) },
    { keys: [], shown: "Enter", says: "Bet the chip in your hand on this spot", act: () => {} },
    { keys: [], shown: "Shift Enter", says: "Open the card of this spot: amounts, house edge, take down", act: () => {} },
    { keys: facts.chips_cents.map((_, place) => String(place + 1)), shown: `1 – ${facts.chips_cents.length}`, says: "Choose a chip", act: (key) => preferences.set("chip", facts.chips_cents[Number(key) - 1]) },
    { keys: ["Backspace"], shown: "Backspace", says: "Undo", act: () => void bets.undo() },
    { keys: ["Delete"], shown: "Delete", says: "Take down the bet on this spot", act: () => void bets.take(felt.current) },
    { keys: ["r"], shown: "R", says: "Roll, be ready, or take the dice", act: roll },
    { keys: ["l"], shown: "L", says: "Repeat the last layout", act: () => void bets.repeat() },
    { keys: ["d"], shown: "D", says: "Double your bets", act: () => void bets.double() },
    { keys: ["p"], shown: "P", says: "Press the bet on this spot", act: () => void bets.press(felt.current) },
    { keys: RAIL_KEYS, shown: RAIL_KEYS.join(" ").toUpperCase(), says: "Press one of your own buttons", act: (key) => own.press(RAIL_KEYS.indexOf(key)) },
    { keys: ["/"], shown: "/", says: "Type a bet in words", act: own.type },
    { keys: ["c"], shown: "C", says: "Copy the position as text", act: () => void copyPosition(table) },
    { keys: ["m"], shown: "M", says: "Mute, or hear again", act: () => preferences.set("mute", !preferences.get("mute")) },
    { keys: ["?"], shown: "?", says: "This list", act: () => void list(map) },
  ];
  return map;
}
