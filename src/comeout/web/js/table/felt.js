// The interactive felt shows the house's picture of the layout as buttons, with chips and puck drawn on top.

import { fill, h } from "../kit/dom.js";
import { moves, preferences } from "../kit/preferences.js";
import { flyChips } from "./chip-flights.js";
import { layPuck, layStack, pending } from "./chip-stacks.js";
import { FeltFocus, viewOf } from "./felt-focus.js";
import { listenToFelt, spotOf } from "./felt-gestures.js";
import { loadPicture } from "../app/felt-picture.js";
import { FeltTabs } from "./felt-tabs.js";
import { tell } from "../bets/spot-words.js";

/** @typedef {import("../app/table-socket.js").Sight} Sight */
/** @typedef {import("../app/table-socket.js").Offer} Offer */
/** @typedef {import("../app/table-socket.js").Command} Command */
/** @typedef {import("../app/display-state.js").Settled} Settled */
/** @typedef {import("../app/felt-picture.js").FeltPicture} FeltPicture */
/** @typedef {import("./felt-gestures.js").FeltActs} FeltActs */
/** @typedef {import("../protocol.d.ts").SpotsAnswer} Facts */
/** @typedef {import("../protocol.d.ts").SpotFacts} SpotFacts */

const NARROW = matchMedia("(max-width: 43.99rem), (max-height: 30rem)");
const LOW = matchMedia("(max-height: 30rem) and (min-width: 36rem)");
const MIDDLING = matchMedia("(max-width: 61.99rem)");

/** Return the shapes of the pictures that this screen needs. */
export const shapesHere = () => (NARROW.matches ? [LOW.matches ? "low" : "wing", "centre"] : [MIDDLING.matches ? "tall" : "wide"]);

export class Felt {
  /**
   * @param {string} book
   * @param {Facts} facts
   * @param {FeltActs} told
   */
  constructor(book, facts, told) {
    this.book = book;
    this.facts = facts;
    this.element = h("div", { class: "felt" });
    /** @type {FeltPicture[]} */
    this.views = [];
    this.#focus = new FeltFocus(facts.order, () => this.views, (view) => this.#tabs && this.#tabs.view !== view && this.#tabs.turnTo(this.views.indexOf(view)));
    this.#ending = [
      preferences.on("easy", () => this.#again()),
      ...[NARROW, LOW, MIDDLING].map((size) => () => size.removeEventListener("change", this.#reshape)),
    ];
    for (const size of [NARROW, LOW, MIDDLING]) size.addEventListener("change", this.#reshape);
    listenToFelt(this.element, { ...told, look: (spot, how) => (this.#look(spot), told.look(this.#quiet ? null : spot, how)) }, (spot) => (this.#focus.rove(spot, false), this.#look(spot)));
    for (const touch of /** @type {const} */ (["touchstart", "touchend", "touchcancel"])) this.element.addEventListener(touch, (event) => (this.#held = event.touches.length > 0), { passive: true });
  }

  /** @type {FeltFocus} */ #focus;
  /** @type {FeltTabs | null} */ #tabs = null;
  /** @type {(() => void)[]} */ #ending;
  /** @type {{sight: Sight, asked: Map<string, number>} | null} */ #last = null;
  #begun = false;
  #placed = false;
  #held = false;
  /** @type {string | null} */ #looked = null;
  /** Whether the page itself moves the focus, which is no look of the player. */
  #quiet = false;
  /** @type {Set<string>} */ #wanted = new Set();
  /** @type {Set<string> | null} */ #only = null;
  /** @type {string | undefined} */ #asked;
  /** @type {string | undefined} */ #kept;

  close() {
    this.#ending.forEach((end) => end());
    this.#sized.disconnect();
  }

  #reshape = () => void this.load();

  /** Load the pictures that this screen needs. */
  async load() {
    const shapes = shapesHere();
    const views = await Promise.all(shapes.map((shape) => loadPicture(this.book, shape)));
    this.views = views.filter((view) => view.boxes.size);
    this.element.dataset.shape = this.views.length > 1 ? "phone" : shapes[0];
    this.#tabs = null;
    if (this.views.length > 1) this.#tabs = new FeltTabs(this.element, this.views, () => this.#settle());
    else fill(this.element, this.views[0].lift());
    this.#focus.rove(this.current, false);
    this.#again();
    requestAnimationFrame(this.#keep);
  }

  #settle() {
    this.#focus.settle(this.#tabs ? this.#tabs.view : this.views[0]);
  }

  /** The colours that the book gives its felt. */
  get colours() {
    const { svg } = this.views[0];
    return { felt: svg.dataset.felt ?? "", accent: svg.dataset.accent ?? "" };
  }

  /** The spot in the tab order. */
  get current() {
    return this.#focus.current;
  }

  /** Move the focus over the layout. @param {import("./felt-focus.js").Way} way */
  move(way) {
    this.#focus.move(way);
  }

  /** Put the focus on a spot, without its card: the player did not ask for it. @param {string} spot */
  focusOn(spot) {
    this.#quiet = true;
    this.#focus.rove(spot, true);
    this.#quiet = false;
  }

  /** Return where a spot is drawn. @param {string} spot */
  boxOf(spot) {
    return viewOf(this.views, spot)?.boxes.get(spot)?.querySelector(".area") ?? undefined;
  }

  /** Light the boxes that the table asks for, until something is bet; none puts the light out. @param {string[]} spots */
  want(spots) {
    this.#wanted = new Set(spots);
    for (const view of this.views) for (const [spot, box] of view.boxes) box.classList.toggle("sought", this.#wanted.has(spot));
    if (spots[0]) this.focusOn(spots[0]);
  }

  /** Draw some boxes alone, as a lesson does; the others are not there. @param {string[]} spots */
  only(spots) {
    this.#only = new Set(spots);
    this.element.dataset.only = "";
    this.#again();
  }

  /** Draw every box as printed, for somebody who only watches, or no longer. @param {boolean} on */
  watch(on) {
    if (on === ("watched" in this.element.dataset)) return;
    if (on) this.element.dataset.watched = "";
    else delete this.element.dataset.watched;
    this.#again();
  }

  /** Return whether a box is drawn. A lesson and the easy table leave out what the player has not come to. @param {string} spot */
  draws(spot) {
    if (this.#only) return this.#only.has(spot);
    if ("watched" in this.element.dataset) return true;
    const level = this.facts.spots[spot]?.level ?? 0;
    return !preferences.get("easy") || (level > 0 && level <= (preferences.get("learned").length || Infinity));
  }

  /** Return the spot at a point of the screen, for a drop. @param {number} x @param {number} y */
  spotAt(x, y) {
    const there = document.elementFromPoint(x, y);
    return (this.element.contains(there) && spotOf(there)) || null;
  }

  /**
   * Show a view of the table, with bets that are not answered yet.
   * @param {Sight} sight
   * @param {Command[]} waiting
   */
  show(sight, waiting) {
    const asked = pending(waiting);
    if (this.#last?.sight === sight && same(this.#last.asked, asked)) return;
    this.#draw(sight, asked);
  }

  /** Show the house edge on the chips that the pointer or the focus is on. @param {string | null} spot */
  #look(spot) {
    this.#looked = spot;
    for (const view of this.views) for (const [each, { group }] of view.stacks) group.classList.toggle("looked", each === spot);
  }

  /** Return the spot of a kind of box, as the picture names it: "line", "bar-line". @param {string} kind */
  spotOfKind(kind) {
    const boxes = this.views.map(({ svg }) => /** @type {SVGElement | null} */ (svg.querySelector(`.box[data-kind="${kind}"]`)));
    return boxes.find(Boolean)?.dataset.spot ?? "";
  }

  /** @param {Sight} sight @param {Map<string, number>} asked cents that wait for an answer, by spot */
  #draw(sight, asked) {
    const before = this.#last && lying(this.#last);
    this.#last = { sight, asked };
    const newest = before && [...lying(this.#last)].filter(([spot, cents]) => cents > (before.get(spot) ?? 0)).pop();
    this.element.dataset.open = String(sight.table.you.seat !== null && Object.values(sight.offers).some((offer) => offer.bet.ok || short(offer)));
    const next = this.asks(sight);
    if (next !== this.#asked && !sight.lesson) this.keepInView(next);
    this.#asked = next;
    this.element.toggleAttribute("data-easy", Boolean(preferences.get("easy")));
    for (const view of this.views) {
      for (const [spot, box] of view.boxes) {
        this.#mark(box, spot, sight.offers[spot]);
        layStack(view, spot, this.facts.spots[spot], sight, asked.get(spot) ?? 0);
      }
      // a class, since `:has` would have the browser look at the whole page again whenever a chip comes
      view.svg.classList.toggle("partial", [...view.boxes.values()].some((box) => box.classList.contains("beyond")));
      this.#printNumbers(view);
      layPuck(view, sight);
    }
    this.#look(this.#looked);
    this.#tabs?.sums(sight);
    this.#tabs?.offer();
    this.#begin(sight);
    this.#settle();
    if (newest) requestAnimationFrame(() => this.#bring(newest[0]));
  }

  /** Return the box to tap next: what the dice wait for; at the easy table the line, for a player without a bet. @param {Sight} sight */
  asks({ throw: next, table: { you, point }, lesson, offers }) {
    const line = this.spotOfKind("line");
    const begins = preferences.get("easy") && !lesson && !point && you.seat !== null && !Object.keys(you.bets).length && this.draws(line) && offers[line]?.bet.ok;
    return next.spots[0] ?? (begins ? line : undefined);
  }

  /** Bring a box into view, now and when the felt or its room changes its size; without one, nothing. @param {string | undefined} spot */
  keepInView(spot) {
    this.#kept = spot;
    for (const each of [this.element, this.element.parentElement]) if (each) this.#sized.observe(each);
    requestAnimationFrame(this.#keep);
  }

  #keep = () => void (this.#kept && this.boxOf(this.#kept)?.scrollIntoView({ block: "nearest" }));
  #sized = new ResizeObserver(() => requestAnimationFrame(this.#keep));

  /** Scroll to chips of the player that have just come to a spot out of view, unless a finger is on the felt. @param {string} spot */
  #bring(spot) {
    const frame = this.element.parentElement;
    const chips = viewOf(this.views, spot)?.stacks.get(spot)?.group;
    if (!frame || !chips || this.#held) return;
    const [here, there] = [chips.getBoundingClientRect(), frame.getBoundingClientRect()];
    if (!here.height || (here.top >= there.top + (this.#tabs?.covers ?? 0) && here.bottom <= there.bottom)) return;
    const middle = (here.top + here.bottom - there.top - there.bottom) / 2;
    frame.scrollBy({ top: middle, behavior: moves() ? "smooth" : "auto" });
  }

  /** Print the numbers that have a box, and no others. @param {FeltPicture} view */
  #printNumbers(view) {
    const point = this.#only && this.#last?.sight.puck.point; // a lesson says that the puck is on it
    const drawn = new Set([...view.boxes].filter(([, box]) => !box.classList.contains("beyond")).map(([spot]) => String(this.facts.spots[spot]?.number)));
    for (const print of /** @type {NodeListOf<SVGGElement>} */ (view.svg.querySelectorAll("[data-number]"))) print.classList.toggle("beyond", !drawn.has(print.dataset.number ?? "") && Number(print.dataset.number) !== point);
  }

  #again() {
    if (this.#last) this.#draw(this.#last.sight, this.#last.asked);
  }

  /** Start the tab order at the near side, on a basic bet that can be made. @param {Sight} sight */
  #begin(sight) {
    if (this.#begun || this.element.contains(document.activeElement)) return;
    const near = [...this.facts.order].reverse().find((spot) => {
      const offer = sight.offers[spot];
      return this.draws(spot) && offer?.bet.ok && !offer.odds_for;
    });
    const line = this.spotOfKind("line");
    const first = this.draws(line) ? line : near;
    if (near || !this.#placed) requestAnimationFrame(() => (this.#kept ? this.#keep() : first && this.boxOf(first)?.scrollIntoView({ block: "nearest" })));
    this.#placed = true; // also for somebody who has no seat yet
    if (!near) return;
    this.#begun = true;
    this.#focus.rove(near, false);
  }

  /**
   * @param {SVGGElement} box
   * @param {string} spot
   * @param {Offer | undefined} offer
   */
  #mark(box, spot, offer) {
    const facts = this.facts.spots[spot];
    const beyond = !this.draws(spot) && !offer?.there_cents;
    box.classList.toggle("beyond", Boolean(beyond));
    if (beyond) box.setAttribute("aria-hidden", "true");
    else box.removeAttribute("aria-hidden");
    box.classList.toggle("lit", Boolean(offer?.bet.ok));
    box.classList.toggle("short", short(offer));
    box.classList.toggle("mine", Boolean(offer?.there_cents));
    box.classList.toggle("wanted", this.#asked === spot);
    box.classList.toggle("sought", this.#wanted.has(spot));
    const label = [facts?.name ?? spot, ...tell(facts, offer, this.facts.chips_cents)].join(". ");
    if (box.getAttribute("aria-label") !== label) box.setAttribute("aria-label", label);
    const off = String(!offer?.bet.ok);
    if (box.getAttribute("aria-disabled") !== off) box.setAttribute("aria-disabled", off);
  }

  /** Flash the box of a bet that won, once. @param {string} spot */
  #flash(spot) {
    const box = viewOf(this.views, spot)?.boxes.get(spot);
    if (!box) return;
    box.classList.add("won");
    setTimeout(() => box.classList.remove("won"), 900);
  }

  /** Shake the box of a refused bet. @param {string} spot */
  shake(spot) {
    const box = viewOf(this.views, spot)?.boxes.get(spot);
    if (!box) return;
    box.classList.add("refused");
    setTimeout(() => box.classList.remove("refused"), 900);
    const steps = [0, -7, 6, -4, 2, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    if (moves()) box.animate(steps, { duration: 320 });
  }

  /** Animate chips to where a roll sent them. @param {Settled} settled @param {number | null} seat */
  fly(settled, seat) {
    for (const { spot, seat: whose, outcome } of settled.lines) if (whose === seat && outcome === "won") this.#flash(spot);
    for (const view of this.views) flyChips(view, settled, seat, (spot) => Boolean(this.#last?.sight.table.you.bets[spot]));
  }
}

/** Return the player's cents on each spot, with those that wait for an answer. @param {{sight: Sight, asked: Map<string, number>}} shown */
function lying({ sight, asked }) {
  const all = new Map(asked);
  for (const [spot, { amount }] of Object.entries(sight.table.you.bets)) all.set(spot, amount + (asked.get(spot) ?? 0));
  return all;
}

/** Return whether a box is closed to this player by the rack alone: it keeps its words. @param {Offer | undefined} offer */
const short = (offer) => Boolean(offer && !offer.bet.ok && offer.bet.reason === "RACK_TOO_SMALL");

/** @param {Map<string, number>} one @param {Map<string, number>} other */
const same = (one, other) => one.size === other.size && [...one].every(([spot, cents]) => other.get(spot) === cents);
