// Tab list of the felt on a phone: it shows the main bets or the centre bets.

import { fill, h } from "../kit/dom.js";
import { short } from "../kit/money.js";

/** @typedef {import("../app/table-socket.js").Sight} Sight */
/** @typedef {import("../app/felt-picture.js").FeltPicture} FeltPicture */

const NAMES = ["Main bets", "Centre bets"];

export class FeltTabs {
  /**
   * @param {HTMLElement} felt the parent element
   * @param {FeltPicture[]} views
   * @param {() => void} turned
   */
  constructor(felt, views, turned) {
    this.views = views;
    this.#turned = turned;
    this.#tabs = NAMES.map((name, place) =>
      h(
        "button",
        { type: "button", role: "tab", id: `felt-tab-${place}`, "aria-controls": `felt-half-${place}`, on: { click: () => this.turnTo(place), keydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) } },
        h("span", null, name),
        h("span", { class: "tab-sum figure" }),
      ),
    );
    const halves = views.map((view, place) =>
      h("div", { role: "tabpanel", id: `felt-half-${place}`, "aria-labelledby": `felt-tab-${place}` }, view.lift()),
    );
    this.#list = h("div", { class: "felt-tabs", role: "tablist", "aria-label": "Part of the table" }, this.#tabs);
    fill(felt, this.#list, halves);
    this.turnTo(0);
  }

  /** @type {HTMLElement} */ #list;
  /** @type {HTMLButtonElement[]} */ #tabs;
  /** @type {() => void} */ #turned;
  #shown = 0;
  /** @type {number[]} how far each half was scrolled when it was last seen */
  #scrolled = [];

  /** How much of the felt's upper edge the tabs can lie over, in pixels; nothing where they stand beside it. */
  get covers() {
    const { width, height } = this.#list.getBoundingClientRect();
    return width > height ? height : 0;
  }

  /** The visible half. */
  get view() {
    return this.views[this.#shown];
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation();
    this.turnTo(1 - this.#shown);
    this.#tabs[this.#shown].focus();
  }

  /** Show one half. @param {number} place */
  turnTo(place) {
    const frame = this.#list.closest(".felt-view");
    if (frame && place !== this.#shown) this.#scrolled[this.#shown] = frame.scrollTop;
    const back = place === this.#shown ? undefined : this.#scrolled[place];
    this.#shown = place;
    this.views.forEach((view, each) => {
      /** @type {HTMLElement} */ (view.svg.closest("[role=tabpanel]")).hidden = each !== place;
      this.#tabs[each].setAttribute("aria-selected", String(each === place));
      this.#tabs[each].tabIndex = each === place ? 0 : -1;
    });
    if (frame && back !== undefined) frame.scrollTop = back;
    this.#turned();
  }

  /** Offer the tabs only while both halves have a box to show: the easy table may leave one empty. */
  offer() {
    const drawn = this.views.map((view) => [...view.boxes.values()].some((box) => !box.classList.contains("beyond")));
    this.#list.hidden = !drawn.every(Boolean);
    if (!drawn[this.#shown] && drawn[1 - this.#shown]) this.turnTo(1 - this.#shown);
  }

  /** Show the player's total on each half. @param {Sight} sight */
  sums(sight) {
    this.views.forEach((view, place) => {
      const mine = Object.entries(sight.table.you.bets).filter(([spot]) => view.boxes.has(spot));
      const sum = mine.reduce((all, [, bet]) => all + bet.amount, 0);
      const badge = this.#tabs[place].lastElementChild;
      if (badge) badge.textContent = sum ? short(sum) : "";
    });
  }
}
