// Announcements to screen readers through ARIA live regions, and aloud through speech synthesis when that is
// switched on.

import { preferences } from "./preferences.js";
import { $ } from "./dom.js";
import { volumeOf } from "./sound.js";

/** @type {string[]} */
let queued = [];
let due = 0;

/**
 * Announce a text to screen readers. Texts at the same moment are read together.
 * @param {string} text
 * @param {{urgent?: boolean}} [how]
 */
export function announce(text, how = {}) {
  if (how.urgent) {
    $("#says-now").textContent = text;
    return;
  }
  queued.push(text);
  cancelAnimationFrame(due);
  due = requestAnimationFrame(() => {
    $("#says").textContent = queued.join(" ");
    queued = [];
  });
}

/**
 * Speak a call with the browser's speech synthesis.
 * @param {string} text
 */
export function voice(text) {
  const volume = volumeOf("voice");
  if (!preferences.get("voice") || !volume || !("speechSynthesis" in window)) return;
  const saying = new SpeechSynthesisUtterance(text);
  saying.lang = "en-US";
  saying.rate = 1.1;
  saying.volume = volume;
  speechSynthesis.cancel();
  speechSynthesis.speak(saying);
}
