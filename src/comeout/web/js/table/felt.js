// The felt of a book with everything that lies on it: the picture comes from the house, chips and puck are put on top.
// Every box is a button; one of them is in the tab order, the arrow keys go on from there.

import { puck as drawPuck, stack, words } from "./chip-drawing.js";
import { choices, moves } from "../app/preferences.js";
import { fill, h, s } from "../kit/dom.js";
import { money, short, signed } from "../kit/money.js";
import { picture } from "./felt-picture.js";

/** @typedef {import("../app/table-socket.js").Sight} Sight */
/** @typedef {import("../app/table-socket.js").Offer} Offer */
/** @typedef {import("../app/table-socket.js").Command} Command */
/** @typedef {import("./display-state.js").Settled} Settled */
/** @typedef {{percent: string, fraction: string}} Figure */
/**
 * @typedef {object} SpotFacts
 * @property {string} name
 * @property {string} wager
 * @property {number | null} number
 * @property {string} price
 * @property {{per_bet: Figure, per_roll: Figure, resolved: Figure} | null} edge
 * @property {{spot: string, says: string} | null} cheaper
 * @property {string} clause
 * @property {boolean} beginner
 * @property {boolean} travels
 * @property {string} aria
 */
/** @typedef {{book: string, spots: {[spot: string]: SpotFacts}, order: string[], chips_cents: number[]}} Facts */
/** @typedef {"left" | "right" | "up" | "down"} Way */
/** @typedef {import("./felt-picture.js").View} View */
/** @typedef {import("./felt-picture.js").Room} Room */

const NARROW = matchMedia("(max-width: 43.99rem)");
const MIDDLING = matchMedia("(max-width: 61.99rem)");
const LONG_PRESS_MS = 480;
const FLIGHT_MS = 650;

/** The pictures that this screen needs. */
export const shapesHere = () => (NARROW.matches ? ["wing", "centre"] : [MIDDLING.matches ? "tall" : "wide"]);

export class Felt {
  /**
   * @param {string} book
   * @param {Facts} facts
   * @param {{tap: (spot: string) => void, card: (spot: string) => void, look: (spot: string | null) => void, away: () => void}} told
   */
  constructor(book, facts, told) {
    this.book = book;
    this.facts = facts;
    this.told = told;
    this.element = h("div", { class: "felt" });
    /** @type {View[]} */
    this.views = [];
    /** @type {string} */
    this.current = facts.order[0] ?? "";
    /** @type {HTMLButtonElement[]} */
    this.#tabs = [];
    this.#ending = [
      choices.on("easy", () => this.#again()),
      ...[NARROW, MIDDLING].map((size) => () => size.removeEventListener("change", this.#reshape)),
    ];
    for (const size of [NARROW, MIDDLING]) size.addEventListener("change", this.#reshape);
    this.#listen();
  }

  /** @type {HTMLButtonElement[]} */ #tabs;
  /** @type {(() => void)[]} */ #ending;
  /** @type {{sight: Sight, asked: Map<string, number>} | null} */ #last = null;
  #shown = 0;
  #begun = false;
  #longPressed = false;

  close() {
    this.#ending.forEach((end) => end());
  }

  #reshape = () => void this.load();

  /** Fetch the pictures this screen needs and put them up. */
  async load() {
    const shapes = shapesHere();
    const views = await Promise.all(shapes.map((shape) => picture(this.book, shape)));
    this.views = views.filter((view) => view.boxes.size);
    this.element.dataset.shape = this.views.length > 1 ? "phone" : shapes[0];
    if (this.views.length > 1) this.#putTabs();
    else fill(this.element, this.views[0].lift());
    this.#shown = 0;
    this.#rove(this.current, false);
    this.#again();
  }

  #putTabs() {
    const names = ["Main bets", "Centre bets"];
    this.#tabs = names.map((name, place) =>
      h(
        "button",
        { type: "button", role: "tab", id: `felt-tab-${place}`, "aria-controls": `felt-half-${place}`, on: { click: () => this.turnTo(place), keydown: (/** @type {KeyboardEvent} */ event) => this.#tabKey(event) } },
        h("span", null, name),
        h("span", { class: "tab-sum figure" }),
      ),
    );
    const halves = this.views.map((view, place) =>
      h("div", { role: "tabpanel", id: `felt-half-${place}`, "aria-labelledby": `felt-tab-${place}` }, view.lift()),
    );
    fill(this.element, h("div", { class: "felt-tabs", role: "tablist", "aria-label": "Part of the table" }, this.#tabs), halves);
    this.turnTo(0);
  }

  /** @param {KeyboardEvent} event */
  #tabKey(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation();
    this.turnTo(1 - this.#shown);
    this.#tabs[this.#shown].focus();
  }

  /** Show one half of a phone's table. @param {number} place */
  turnTo(place) {
    this.#shown = place;
    this.views.forEach((view, each) => {
      /** @type {HTMLElement} */ (view.svg.closest("[role=tabpanel]")).hidden = each !== place;
      this.#tabs[each].setAttribute("aria-selected", String(each === place));
      this.#tabs[each].tabIndex = each === place ? 0 : -1;
    });
    this.#settle();
  }

  /** The box in the tab order is one that is on show and not put away. */
  #settle() {
    const view = this.views[this.#shown];
    const open = (/** @type {string} */ spot) => view?.boxes.has(spot) && !view.boxes.get(spot)?.classList.contains("beyond");
    if (!open(this.current)) this.#rove(this.facts.order.find(open) ?? "", false);
  }

  /** The view that holds a spot. @param {string} spot */
  #viewOf(spot) {
    return this.views.find((view) => view.boxes.has(spot));
  }

  // ---------------------------------------------------------------- what lies on it

  /**
   * Show the table as it was seen, with bets that are not answered yet.
   * @param {Sight} sight
   * @param {Command[]} waiting
   */
  show(sight, waiting) {
    const asked = pending(waiting);
    if (this.#last?.sight === sight && same(this.#last.asked, asked)) return;
    this.#draw(sight, asked);
  }

  /** @param {Sight} sight @param {Map<string, number>} asked cents that wait for an answer, by spot */
  #draw(sight, asked) {
    this.#last = { sight, asked };
    for (const view of this.views) {
      for (const [spot, box] of view.boxes) {
        this.#mark(box, spot, sight.offers[spot]);
        this.#lay(view, spot, sight, asked.get(spot) ?? 0);
      }
      this.#putPuck(view, sight);
      for (const number of /** @type {NodeListOf<SVGElement>} */ (view.svg.querySelectorAll("[data-number]"))) {
        number.classList.toggle("point", Number(number.dataset.number) === sight.puck.point);
      }
    }
    this.#sums(sight);
    this.#begin(sight);
    this.#settle();
  }

  /** The keys begin at the near side, on a basic bet that can be made. @param {Sight} sight */
  #begin(sight) {
    if (this.#begun || this.element.contains(document.activeElement)) return;
    const near = [...this.facts.order].reverse().find((spot) => {
      const offer = sight.offers[spot];
      return this.facts.spots[spot]?.beginner && offer?.bet.ok && !offer.odds_for;
    });
    if (!near) return;
    this.#begun = true;
    this.#rove(near, false);
  }

  #again() {
    if (this.#last) this.#draw(this.#last.sight, this.#last.asked);
  }

  /**
   * @param {SVGGElement} box
   * @param {string} spot
   * @param {Offer | undefined} offer
   */
  #mark(box, spot, offer) {
    const facts = this.facts.spots[spot];
    const beyond = choices.get("easy") && !facts?.beginner && !offer?.there_cents;
    box.classList.toggle("beyond", Boolean(beyond));
    if (beyond) box.setAttribute("aria-hidden", "true");
    else box.removeAttribute("aria-hidden");
    box.classList.toggle("lit", Boolean(offer?.bet.ok));
    box.classList.toggle("mine", Boolean(offer?.there_cents));
    const label = [facts?.name ?? spot, ...tell(facts, offer, Math.min(...this.facts.chips_cents))].join(". ");
    if (box.getAttribute("aria-label") !== label) box.setAttribute("aria-label", label);
    const off = String(!offer?.bet.ok);
    if (box.getAttribute("aria-disabled") !== off) box.setAttribute("aria-disabled", off);
  }

  /**
   * @param {View} view
   * @param {string} spot
   * @param {Sight} sight
   * @param {number} asked cents that wait for an answer
   */
  #lay(view, spot, sight, asked) {
    const mine = sight.table.you.bets[spot];
    const others = othersOn(sight, spot);
    const offer = sight.offers[spot];
    const off = mine && !mine.button && offer?.working === false;
    const key = JSON.stringify([mine, others, asked, off]);
    const drawn = view.stacks.get(spot);
    if (drawn?.key === key) return;
    if (!mine && !asked && !others.length) {
      drawn?.group.remove();
      view.stacks.delete(spot);
      return;
    }
    const group = s("g", { "data-on": spot });
    const at = view.place(spot, others.length > 0);
    const facts = this.facts.spots[spot];
    others.forEach((each, place) => group.append(moved(stack({ ...each, r: at.r * 0.62, kind: "other" }), besides(at, place, others.length), at.y)));
    if (mine) {
      const lammer = offer?.vigorish ? lammerOf(facts?.name ?? "") : "";
      const edge = facts?.edge?.per_bet ? (fair(facts.edge.per_bet) ? "0%" : facts.edge.per_bet.percent) : "";
      group.append(moved(stack({ cents: mine.amount, r: at.r, kind: "mine", button: mine.button || (off ? "off" : ""), lammer, edge }), at.x, at.y));
    }
    if (asked) group.append(moved(stack({ cents: asked, r: at.r * (mine ? 0.8 : 1), kind: "waiting" }), at.x - (mine ? at.r * 1.2 : 0), at.y));
    if (drawn) drawn.group.replaceWith(group);
    else view.lying.append(group);
    view.stacks.set(spot, { key, group });
  }

  /** @param {View} view @param {Sight} sight */
  #putPuck(view, sight) {
    const at = view.pucks.get(sight.puck.point);
    if (!at) return;
    const key = `${sight.puck.on}`;
    if (view.puck.dataset.on !== key) fill(view.puck, drawPuck(at.r, sight.puck.on));
    view.puck.dataset.on = key;
    view.puck.style.transform = `translate(${at.x}px, ${at.y}px)`;
  }

  /** What of one's own lies on each half. @param {Sight} sight */
  #sums(sight) {
    if (this.views.length < 2) return;
    this.views.forEach((view, place) => {
      const mine = Object.entries(sight.table.you.bets).filter(([spot]) => view.boxes.has(spot));
      const sum = mine.reduce((all, [, bet]) => all + bet.amount, 0);
      const badge = this.#tabs[place].lastElementChild;
      if (badge) badge.textContent = sum ? short(sum) : "";
    });
  }

  /** A refusal, seen: the box shakes. @param {string} spot */
  shake(spot) {
    const box = this.#viewOf(spot)?.boxes.get(spot);
    if (!box) return;
    box.classList.add("refused");
    setTimeout(() => box.classList.remove("refused"), 900);
    const steps = [0, -7, 6, -4, 2, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    if (moves()) box.animate(steps, { duration: 320 });
  }

  /**
   * Chips go where a roll sent them: on to their number, to the rack, to the house.
   * @param {Settled} settled
   * @param {number | null} seat
   */
  fly(settled, seat) {
    for (const view of this.views) {
      const { width, height } = view;
      const rack = { x: width / 2, y: height + 60 };
      const bank = { x: width / 2, y: -60 };
      for (const line of settled.lines) {
        if (!view.boxes.has(line.spot)) continue;
        const mine = line.seat === seat;
        const at = view.place(line.spot);
        const r = mine ? at.r : at.r * 0.62;
        const kind = mine ? "mine" : "other";
        const chips = (/** @type {number} */ cents) => stack({ cents, r, kind });
        const left = line.to === "" || line.outcome === "lost" || line.outcome === "returned";
        if (mine) this.#float(view, line, at);
        if (!moves()) continue;
        if (line.outcome === "moved" && view.boxes.has(line.to)) {
          const to = view.place(line.to);
          this.#hide(view, line.to);
          send(view, chips(line.stake), [at, to], FLIGHT_MS);
        } else if (line.outcome === "lost") send(view, chips(line.stake), [at, { x: at.x, y: at.y }, bank], FLIGHT_MS);
        else if (line.outcome === "won") {
          const beside = { x: at.x - r * 2.1, y: at.y };
          if (line.paid) send(view, chips(line.paid), [bank, beside, beside, rack], FLIGHT_MS * 1.9);
          if (left && !this.#last?.sight.table.you.bets[line.spot]) send(view, chips(line.stake), [at, at, rack], FLIGHT_MS * 1.9);
        } else if (line.outcome === "returned") send(view, chips(line.stake), [at, rack], FLIGHT_MS);
      }
    }
  }

  /** Chips that are on their way are not there yet. @param {View} view @param {string} spot */
  #hide(view, spot) {
    view.stacks.get(spot)?.group.animate([{ opacity: 0 }, { opacity: 0, offset: 0.96 }, { opacity: 1 }], { duration: FLIGHT_MS });
  }

  /**
   * What a line brought, over its box for a moment.
   * @param {View} view
   * @param {import("./display-state.js").SettledLine} line
   * @param {{x: number, y: number, r: number}} at
   */
  #float(view, line, at) {
    const brought = line.outcome === "won" ? line.paid : line.outcome === "lost" ? -line.at_risk : 0;
    if (!brought) return;
    const size = view.chip * 0.95;
    const text = words(signed(brought), size, 400, brought > 0 ? "#ffd45e" : "#ffd9d2");
    text.setAttribute("class", "float");
    const group = s("g", { transform: `translate(${Math.min(Math.max(at.x, 60), view.width - 60)} ${at.y - at.r * 1.5})` }, text);
    view.flying.append(group);
    const steps = moves()
      ? [{ opacity: 0, transform: "translateY(10px)" }, { opacity: 1, transform: "none", offset: 0.15 }, { opacity: 1, transform: "none", offset: 0.75 }, { opacity: 0, transform: "translateY(-14px)" }]
      : [{ opacity: 1 }, { opacity: 1, offset: 0.95 }, { opacity: 0 }];
    text.animate(steps, { duration: 2200 }).finished.finally(() => group.remove());
  }

  // ---------------------------------------------------------------- pointing at it

  #listen() {
    const box = (/** @type {Event} */ event) => {
      const found = event.target instanceof Element ? event.target.closest(".also, .box") : null; // a symbol stands for a bet that has its own box elsewhere
      return found instanceof SVGElement && !found.closest(".beyond") ? (found.dataset.spot ?? "") : "";
    };
    /** @type {number | undefined} */
    let pressing;
    let [startX, startY] = [0, 0];
    const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) => this.element.addEventListener(name, act);
    on("click", (event) => {
      const spot = box(event);
      if (!spot && event.target.closest(".beyond")) this.told.away();
      if (!spot) return;
      this.#rove(spot, false);
      if (!this.#longPressed) this.told.tap(spot);
      this.#longPressed = false;
    });
    on("pointerdown", (event) => {
      const spot = box(event);
      this.#longPressed = false;
      if (!spot || event.button) return;
      [startX, startY] = [event.clientX, event.clientY];
      pressing = setTimeout(() => {
        this.#longPressed = true;
        this.told.card(spot);
      }, LONG_PRESS_MS);
    });
    on("pointermove", (event) => {
      if (Math.hypot(event.clientX - startX, event.clientY - startY) > 10) clearTimeout(pressing);
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) on(name, () => clearTimeout(pressing));
    on("contextmenu", (event) => {
      const spot = box(event);
      if (!spot) return;
      event.preventDefault();
      clearTimeout(pressing);
      if (!this.#longPressed) this.told.card(spot);
    });
    on("pointerover", (event) => event.pointerType === "mouse" && this.told.look(box(event) || null));
    on("pointerout", (event) => event.pointerType === "mouse" && !this.element.contains(event.relatedTarget) && this.told.look(null));
    on("focusin", (event) => {
      const spot = box(event);
      if (!spot) return;
      this.#rove(spot, false);
      this.told.look(spot);
    });
    on("keydown", (event) => this.#key(event, box(event)));
  }

  /** @param {KeyboardEvent} event @param {string} spot */
  #key(event, spot) {
    if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) this.told.card(spot);
    else if (!event.repeat) this.told.tap(spot);
  }

  /** The spot at a place of the screen, for what is dropped there. @param {number} x @param {number} y */
  spotAt(x, y) {
    const box = document.elementFromPoint(x, y)?.closest(".also, .box");
    return box instanceof SVGElement && this.element.contains(box) && !box.closest(".beyond") ? (box.dataset.spot ?? null) : null;
  }

  // ---------------------------------------------------------------- keys over it

  /** Put the focus on the layout, where it was. */
  focus() {
    this.#rove(this.current, true);
  }

  /** Whether the focus is on the layout. */
  get focused() {
    return Boolean(document.activeElement?.closest(".felt .box"));
  }

  /**
   * Go on from the current box: along the table to its ends, or over and under.
   * @param {Way} way
   */
  move(way) {
    if (!this.focused) return this.focus();
    const open = this.facts.order.filter((spot) => !this.#viewOf(spot)?.boxes.get(spot)?.classList.contains("beyond"));
    const here = open.indexOf(this.current);
    const step = way === "right" ? 1 : -1;
    const next = way === "up" || way === "down" ? this.#beyond(open, way) : open[here + step];
    if (next) this.#rove(next, true);
  }

  /**
   * The nearest box over or under the current one.
   * @param {string[]} open
   * @param {"up" | "down"} way
   */
  #beyond(open, way) {
    const view = this.#viewOf(this.current);
    const from = view?.frames.get(this.current);
    if (!view || !from) return undefined;
    const sign = way === "down" ? 1 : -1;
    const ranked = open
      .filter((spot) => view.boxes.has(spot) && spot !== this.current)
      .map((spot) => {
        const to = /** @type {Room} */ (view.frames.get(spot));
        const down = sign * (to.y + to.h / 2 - from.y - from.h / 2);
        const across = Math.max(0, Math.max(to.x - from.x - from.w, from.x - to.x - to.w)) + Math.abs(to.x + to.w / 2 - from.x - from.w / 2) / 8;
        return { spot, down, far: down + 2.5 * across };
      })
      .filter((each) => each.down > 6)
      .sort((a, b) => a.far - b.far);
    return ranked[0]?.spot;
  }

  /** @param {string} spot @param {boolean} focus */
  #rove(spot, focus) {
    const view = this.#viewOf(spot);
    this.#viewOf(this.current)?.boxes.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = spot;
    if (!view) return;
    view.boxes.get(spot)?.setAttribute("tabindex", "0");
    if (!focus) return;
    if (this.views.length > 1 && this.views[this.#shown] !== view) this.turnTo(this.views.indexOf(view));
    view.boxes.get(spot)?.focus();
  }
}

// -------------------------------------------------------------------- small things

/** Cents asked for and not answered, by spot. @param {Command[]} waiting */
function pending(waiting) {
  /** @type {Map<string, number>} */
  const asked = new Map();
  for (const each of waiting) {
    if (each.name === "PlaceBet") asked.set(each.body.spot, (asked.get(each.body.spot) ?? 0) + each.body.amount);
  }
  return asked;
}

/** @param {Map<string, number>} one @param {Map<string, number>} other */
const same = (one, other) => one.size === other.size && [...one].every(([spot, cents]) => other.get(spot) === cents);

/**
 * What other seats have on a spot.
 * @param {Sight} sight
 * @param {string} spot
 * @returns {{cents: number, seat: number | null}[]}
 */
function othersOn(sight, spot) {
  const { layout, you } = sight.table;
  const seats = layout.seats?.[spot];
  if (seats) {
    return Object.entries(seats)
      .filter(([seat]) => Number(seat) !== you.seat)
      .map(([seat, cents]) => ({ cents, seat: Number(seat) }));
  }
  const cents = (layout.total_cents[spot] ?? 0) - (you.bets[spot]?.amount ?? 0);
  return cents > 0 ? [{ cents, seat: null }] : [];
}

/**
 * Where the next stack of somebody else lies: to the left, closer together where there is little room.
 * @param {{x: number, r: number, left: number}} at
 * @param {number} place
 * @param {number} count
 */
function besides(at, place, count) {
  const small = at.r * 0.62;
  const first = at.x - at.r - small * 1.15;
  const room = Math.max(first - at.left - small, 0);
  const step = Math.min(small * 2.15, count > 1 ? room / (count - 1) : room);
  return Math.max(first - place * step, at.left + small * 0.8);
}

/**
 * @template {SVGElement} E
 * @param {E} group
 * @param {number} x
 * @param {number} y
 * @returns {E}
 */
function moved(group, x, y) {
  group.setAttribute("transform", `translate(${x} ${y})`);
  return group;
}

/**
 * Send chips along a way; they fade as they leave the table.
 * @param {View} view
 * @param {SVGElement} chips
 * @param {{x: number, y: number}[]} way
 * @param {number} duration
 */
function send(view, chips, way, duration) {
  const end = way[way.length - 1];
  const leaves = end.y < 0 || end.y > view.height;
  const steps = way.map((at, place) => ({ transform: `translate(${at.x}px, ${at.y}px)`, opacity: leaves && place === way.length - 1 ? 0 : 1 }));
  view.flying.append(chips);
  chips.animate(steps, { duration, easing: "ease-in-out", fill: "forwards" }).finished.finally(() => chips.remove());
}

/** Whether the house keeps nothing of it. @param {Figure} figure */
export const fair = (figure) => Number.parseFloat(figure.percent) === 0;

/** The word of a lammer: the bet's name without its number. @param {string} name */
function lammerOf(name) {
  return name.replace(/\s*\d+\s*/g, " ").replace(/\bBet\b/i, "").replace(/\son\s*$/, "").trim().toUpperCase();
}

/**
 * A spot in words: what lies there, what it pays and costs, whether it can be bet on.
 * @param {SpotFacts | undefined} facts
 * @param {Offer | undefined} offer
 * @param {number} smallest the smallest chip: what is open from less is open
 */
export function tell(facts, offer, smallest) {
  const told = [];
  if (offer?.there_cents) {
    const state = offer.button ? `, marked ${offer.button}` : offer.working === false ? ", not working now" : "";
    told.push(`You have ${money(offer.there_cents)} here${state}`);
  }
  if (facts?.price) told.push(`Pays ${facts.price}`);
  if (facts?.edge?.per_bet) told.push(fair(facts.edge.per_bet) ? "No house edge" : `House edge ${facts.edge.per_bet.percent} per bet`);
  if (offer?.others_cents) told.push(`Others have ${money(offer.others_cents)}`);
  if (offer) told.push(offer.bet.ok ? (offer.bet.least_cents < smallest ? "Open" : `Open from ${money(offer.bet.least_cents)}`) : `Not now: ${offer.bet.says}`);
  return told;
}
