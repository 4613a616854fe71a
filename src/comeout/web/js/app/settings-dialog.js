// The settings dialog changes the preferences: theme, motion, contrast, sound, shortcuts, the easy table and the
// coach.

import { ask } from "../kit/dialog.js";
import { h } from "../kit/dom.js";
import { preferences } from "../kit/preferences.js";

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

export function openSettings() {
  void ask({
    title: "Display and sound",
    body: [
      choiceOf("theme", "Theme", [["system", "System"], ["dark", "Dark"], ["light", "Light"]]),
      choiceOf("motion", "Motion", [["system", "System"], ["full", "Full"], ["less", "Reduced"]]),
      choiceOf("contrast", "Contrast", [["system", "System"], ["usual", "Normal"], ["more", "High"]]),
      switchOf("voice", "Speak the dice calls and the countdown aloud"),
      switchOf("keys", "Keyboard shortcuts at the table"),
      switchOf("easy", "Easy table: show only the basic bets"),
      switchOf("coach", "Coach: tell me when there is a cheaper way to make a bet"),
    ],
    actions: [{ label: "Done", value: null, kind: "main" }],
  });
}
