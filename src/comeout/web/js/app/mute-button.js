// The button in the header that mutes all sound and lets it be heard again.

import { fill, s } from "../kit/dom.js";
import { preferences } from "../kit/preferences.js";

const SPEAKER = "M4 9.5v5h3.5L12 18V6L7.5 9.5z";
const WAVES = "M15 9.2a4 4 0 0 1 0 5.6M17.6 6.8a7.4 7.4 0 0 1 0 10.4";
const CROSS = "M15.5 9.5l5 5M20.5 9.5l-5 5";

/** Make a button mute and unmute the page. @param {HTMLElement} button */
export function muteButton(button) {
  const show = () => {
    const muted = preferences.get("mute");
    button.setAttribute("aria-pressed", String(muted));
    button.setAttribute("aria-label", "Mute");
    button.title = muted ? "Sound is off" : "Sound is on";
    fill(
      button,
      s("svg", { viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" }, s("path", { d: SPEAKER }), s("path", { d: muted ? CROSS : WAVES })),
    );
  };
  button.addEventListener("click", () => preferences.set("mute", !preferences.get("mute")));
  preferences.on("mute", show);
  show();
}
