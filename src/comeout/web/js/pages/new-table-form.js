// The form for a new table asks for its rulebook, who may join, the limits of the line bet, and the settings that the
// rulebook leaves open.

import { cached } from "../app/rest-client.js";
import { fill, h } from "../kit/dom.js";
import { money, parseMoney } from "../kit/money.js";

/** @typedef {import("../protocol.d.ts").ChoiceAnswer} Choice */
/** @typedef {import("../protocol.d.ts").NewTable} NewTable */

/**
 * Return the form and a function that reads it, or says what is wrong with it.
 * @param {{book: string, house: string}[]} books
 * @returns {{element: HTMLElement, read: () => NewTable | string}}
 */
export function openForm(books) {
  const book = h("select", { name: "book" }, books.map((each) => h("option", { value: each.book }, each.house)));
  const mode = h(
    "select",
    { name: "mode" },
    h("option", { value: "live" }, "Live: anybody with the link"),
    h("option", { value: "first-person" }, "By myself: I roll when I am ready"),
  );
  const least = h("input", { name: "line-min", inputmode: "decimal", autocomplete: "off" });
  const most = h("input", { name: "line-max", inputmode: "decimal", autocomplete: "off" });
  const name = h("input", { name: "name", maxlength: 40, placeholder: "Friday night", autocomplete: "off" });
  const regulated = h("input", { type: "checkbox", name: "regulated" });
  const settings = h("div", { class: "grid settings-grid" });
  const nameField = field("Name", name);
  const fillSettings = async () => {
    const offered = await cached(`/books/${book.value}/settings?mode=${mode.value}`);
    least.value ||= money(offered.line_min_cents);
    most.value ||= money(offered.line_max_cents);
    fill(settings, offered.settings.filter(simple).map(setting));
  };
  const isLive = () => mode.value === "live";
  for (const each of [book, mode]) each.addEventListener("change", () => ((nameField.hidden = !isLive()), void fillSettings()));
  void fillSettings();
  const element = h(
    "div",
    null,
    field("Rulebook", book),
    field("Who plays", mode),
    h("div", { class: "grid line-limits" }, field("Smallest line bet", least), field("Largest line bet", most)),
    nameField,
    h("label", { class: "switch" }, regulated, "Regulated: at least five seconds between rolls"),
    h("details", null, h("summary", null, "Table settings"), settings),
  );

  /** @returns {NewTable | string} */
  function read() {
    const [min, max] = [parseMoney(least.value), parseMoney(most.value)];
    if (!min || !max) return "Type the smallest and the largest line bet as amounts, such as 5 or 12.50";
    if (max < min) return "The largest line bet must be at least as large as the smallest";
    const named = isLive() && name.value.trim() ? { name: name.value.trim() } : {};
    return { book: book.value, mode: isLive() ? "live" : "first-person", regulated: regulated.checked, posted: true, line_min_cents: min, line_max_cents: max, settings: chosen(settings), ...named };
  }
  return { element, read };
}

/**
 * Return whether a setting is for the whole table and for players to choose. Settings of single spots are left to the
 * operator, and so is a crew of people, who need real dice and roles.
 * @param {Choice} choice
 */
const simple = (choice) => !choice.spots.length && choice.kind !== "names" && choice.name !== "crew";

/**
 * @param {Choice} choice
 * @returns {HTMLElement}
 */
function setting(choice) {
  const props = { name: choice.name, data: { default: choice.default } };
  const input =
    choice.kind === "word"
      ? h("select", props, choice.words.map((word) => h("option", { value: word, selected: word === choice.default }, word)))
      : h("input", { ...props, value: choice.default, autocomplete: "off" });
  const range = choice.least !== null && choice.most !== null && choice.kind !== "amount" ? ` (${choice.least} to ${choice.most})` : "";
  return field(`${choice.says.charAt(0).toUpperCase()}${choice.says.slice(1)}${range}`, input);
}

/** Return the settings that differ from their defaults. @param {HTMLElement} settings */
function chosen(settings) {
  /** @type {{[name: string]: string}} */
  const found = {};
  for (const each of settings.querySelectorAll("input, select")) {
    const input = /** @type {HTMLInputElement | HTMLSelectElement} */ (each);
    if (input.value !== input.dataset.default) found[input.name] = input.value;
  }
  return found;
}

/**
 * @param {string} label
 * @param {HTMLElement} input
 */
const field = (label, input) => h("label", { class: "field" }, h("span", null, label), input);
