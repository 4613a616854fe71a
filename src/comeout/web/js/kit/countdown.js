// The countdown ring shows the time left to bet as an arc and a number, announces ten and five seconds to screen
// readers, and ticks in the last five.

import { announce, voice } from "./announce.js";
import { h, s } from "./dom.js";
import { sound } from "./sound.js";

const RING = 2 * Math.PI * 15;
const LAST_S = 5;

/** Return the countdown ring: the time left to bet as an arc and a number. */
export function countdown() {
  const arc = s("circle", { class: "ring-left", r: 15, fill: "none", "stroke-width": 4, "stroke-dasharray": RING, transform: "rotate(-90)" });
  const number = s("text", { y: 5, "text-anchor": "middle", "font-size": 14, "font-weight": 700, fill: "currentColor" });
  const element = h(
    "span",
    { class: "countdown", role: "timer", "aria-label": "Time left to bet", hidden: true },
    s("svg", { viewBox: "-19 -19 38 38", width: 40, height: 40, "aria-hidden": "true" }, s("circle", { class: "ring-all", r: 15, fill: "none", "stroke-width": 4 }), arc, number),
    h("span", { class: "visually-hidden" }),
  );
  /** @type {number | null} */
  let closes = null;
  let whole = 1;
  let said = Infinity;
  let what = "bet";

  /** Set what the time is for. @param {string} doing */
  function name(doing) {
    if (doing === what) return;
    what = doing;
    element.setAttribute("aria-label", `Time left to ${doing}`);
  }

  /** @param {number | null | undefined} ms */
  function set(ms) {
    if (ms === null || ms === undefined) {
      closes = null;
      element.hidden = true;
      return;
    }
    const end = performance.now() + ms;
    if (closes === null || end > closes + 1000) {
      whole = Math.max(ms, 1);
      said = Infinity;
    }
    closes = end;
    element.hidden = false;
    tick();
  }

  function tick() {
    if (closes === null) return;
    const left = Math.max(0, closes - performance.now());
    const seconds = Math.ceil(left / 1000);
    arc.style.strokeDashoffset = String(RING * (1 - left / whole));
    if (number.textContent !== String(seconds)) {
      if (seconds > 0 && seconds <= LAST_S && Number(number.textContent) > seconds) sound("tick");
      number.textContent = String(seconds);
      /** @type {HTMLElement} */ (element.lastElementChild).textContent = `${seconds} seconds`;
    }
    element.classList.toggle("soon", seconds <= LAST_S);
    for (const mark of [10, 5]) {
      if (seconds <= mark && said > mark && whole > mark * 1000) {
        said = mark;
        announce(`${mark} seconds to ${what}`);
        voice(`${mark} seconds`);
        break;
      }
    }
  }
  return { element, name, set, tick };
}
