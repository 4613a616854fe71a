// The countdown ring shows the time left to bet as an arc and a number, announces ten and five seconds to screen
// readers, and ticks in the last five.

import { announce, voice } from "./announce.js";
import { h, s } from "./dom.js";
import { sound } from "./sound.js";

const RING = 2 * Math.PI * 15;
const LAST_S = 5;
const MARKS_S = [10, 5];

/** Return the countdown ring: the time left to bet as an arc and a number. */
export function countdown() {
  const arc = s("circle", { class: "ring-left", r: 15, fill: "none", "stroke-width": 4, "stroke-dasharray": RING, transform: "rotate(-90)" });
  const number = s("text", { y: 5, "text-anchor": "middle", "font-size": 14, "font-weight": 700, fill: "currentColor" });
  const words = h("span", { class: "visually-hidden" });
  const element = h(
    "span",
    { class: "countdown", role: "timer", "aria-label": "Time left to bet", hidden: true },
    s("svg", { viewBox: "-19 -19 38 38", width: 40, height: 40, "aria-hidden": "true" }, s("circle", { class: "ring-all", r: 15, fill: "none", "stroke-width": 4 }), arc, number),
    words,
  );
  /** @type {number | null} the milliseconds that were last shown */
  let last = null;
  let whole = 1;
  let said = Infinity;
  let what = "bet";

  /** Set what the time is for. @param {string} doing */
  function name(doing) {
    if (doing === what) return;
    what = doing;
    element.setAttribute("aria-label", `Time left to ${doing}`);
  }

  /** Show the milliseconds that are left; null while none are counted. The ring then keeps its place. @param {number | null} left */
  function show(left) {
    element.classList.toggle("unseen", left === null);
    if (left === null) {
      last = null;
      return;
    }
    element.hidden = false;
    if (last === null || left > last + 1000) [whole, said] = [Math.max(left, 1), Infinity];
    last = left;
    const seconds = Math.ceil(left / 1000);
    arc.style.strokeDashoffset = String(RING * (1 - left / whole));
    if (number.textContent !== String(seconds)) {
      if (seconds > 0 && seconds <= LAST_S && Number(number.textContent) > seconds) sound("tick");
      number.textContent = String(seconds);
      words.textContent = `${seconds} seconds`;
    }
    element.classList.toggle("soon", seconds <= LAST_S);
    const mark = MARKS_S.find((each) => seconds <= each && said > each && whole > each * 1000);
    if (mark) say(mark);
  }

  /** @param {number} seconds */
  function say(seconds) {
    said = seconds;
    announce(`${seconds} ${seconds === 1 ? "second" : "seconds"} to ${what}`);
    voice(`${seconds} ${seconds === 1 ? "second" : "seconds"}`);
  }

  /** Say the time that is left, when it is suddenly less. @param {number | null} left */
  function sooner(left) {
    if (left && left >= 1000) say(Math.ceil(left / 1000));
    show(left);
  }
  return { element, name, show, sooner };
}
