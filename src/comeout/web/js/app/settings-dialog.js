// The settings dialog changes the preferences: theme, motion, contrast, sound, shortcuts, the easy table and the
// coach.

import { voice } from "../kit/announce.js";
import { ask } from "../kit/dialog.js";
import { h } from "../kit/dom.js";
import { preferences } from "../kit/preferences.js";
import { sound } from "../kit/sound.js";

/**
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} options
 */
function choiceOf(name, label, options) {
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", null, label),
    options.map(([value, text]) =>
      h(
        "label",
        null,
        h("input", { type: "radio", name, value, checked: preferences.get(name) === value, on: { change: () => preferences.set(name, value) } }),
        text,
      ),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} label
 */
function switchOf(name, label) {
  const box = h("input", { type: "checkbox", checked: Boolean(preferences.get(name)) });
  box.addEventListener("change", () => preferences.set(name, box.checked));
  return h("label", { class: "switch" }, box, label);
}

/**
 * Return a slider for a volume from 0 to 100; it plays a sample when it is let go.
 * @param {string} channel
 * @param {string} label
 * @param {() => void} sample
 */
function volumeSlider(channel, label, sample) {
  const name = `volume-${channel}`;
  const slider = h("input", { type: "range", min: 0, max: 100, step: 5, value: preferences.get(name) });
  slider.addEventListener("input", () => preferences.set(name, Number(slider.value)));
  slider.addEventListener("change", sample);
  return h("label", { class: "slider" }, h("span", null, label), slider);
}

/** Return the settings of what can be heard and felt. */
function soundSettings() {
  return h(
    "fieldset",
    { class: "sounds" },
    h("legend", null, "Sound"),
    volumeSlider("table", "Dice and chips", () => sound("chip")),
    volumeSlider("results", "Wins, losses, last seconds", () => sound("win")),
    volumeSlider("voice", "Voice", () => voice("Yo, eleven.")),
    switchOf("mute", "Mute all sound"),
    switchOf("voice", "Speak the dice calls and the countdown aloud"),
    switchOf("haptics", "Vibrate with dice and wins, on devices that can"),
  );
}

export function openSettings() {
  void ask({
    title: "Display and sound",
    body: [
      choiceOf("tableTheme", "Theme of the table and the lobby", [["dark", "Dark"], ["light", "Light"], ["system", "System"]]),
      choiceOf("theme", "Theme of pages to read", [["light", "Light"], ["dark", "Dark"], ["system", "System"]]),
      choiceOf("motion", "Motion", [["system", "System"], ["full", "Full"], ["less", "Reduced"]]),
      choiceOf("contrast", "Contrast", [["system", "System"], ["usual", "Normal"], ["more", "High"]]),
      choiceOf("realityCheck", "Reality check: how long you have played, and what it brought", [["15", "Every 15 minutes"], ["30", "30 minutes"], ["60", "60 minutes"], ["off", "Off"]]),
      h("p", { class: "small quieter" }, "At a regulated table it cannot be switched off: whoever plays there must always know for how long. “Off” means every 30 minutes there."),
      soundSettings(),
      switchOf("keys", "Keyboard shortcuts at the table"),
      switchOf("units", "One tap bets an amount that pays evenly (off: exactly the chip)"),
      switchOf("easy", "Easy table: show only the basic bets"),
      switchOf("edges", "Always show the house edge of my bets on their chips"),
      switchOf("coach", "Coach: tell me before a bet that costs much, and name a cheaper one"),
    ],
    actions: [{ label: "Done", value: null, kind: "main" }],
  });
}
