// The form for a new table asks for its rulebook, who may join, and the settings that the rulebook leaves open.

import { cached } from "../app/rest-client.js";
import { fill, h } from "../kit/dom.js";

/** @typedef {import("../protocol.d.ts").ChoiceAnswer} Choice */

/**
 * Return the form and a function that reads it.
 * @param {{book: string, house: string}[]} books
 * @returns {{element: HTMLElement, read: () => {settings: {[name: string]: string}}}}
 */
export function openForm(books) {
  const book = h("select", { name: "book" }, books.map((each) => h("option", { value: each.book }, each.house)));
  const mode = h(
    "select",
    { name: "mode" },
    h("option", { value: "live" }, "Live: anybody with the address can join"),
    h("option", { value: "first-person" }, "By myself: I roll when I am ready"),
  );
  const name = h("input", { name: "name", maxlength: 40, placeholder: "Friday night", autocomplete: "off" });
  const regulated = h("input", { type: "checkbox", name: "regulated" });
  const settings = h("div", { class: "grid settings-grid" });
  const nameField = field("Name", name);
  const fillSettings = async () => fill(settings, (await cached(`/books/${book.value}/settings`)).settings.filter(simple).map(setting));
  book.addEventListener("change", () => void fillSettings());
  mode.addEventListener("change", () => (nameField.hidden = mode.value !== "live"));
  void fillSettings();
  const element = h(
    "div",
    null,
    field("Rulebook", book),
    field("Who plays", mode),
    nameField,
    h("label", { class: "switch" }, regulated, "Regulated: at least five seconds between rolls"),
    h("details", null, h("summary", null, "Table settings"), settings),
  );
  return { element, read: () => read(book, mode, name, regulated, settings) };
}

/**
 * Return whether a setting is for the whole table. Settings of single spots are left to the operator.
 * @param {Choice} choice
 */
const simple = (choice) => !choice.spots.length && choice.kind !== "names";

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

/**
 * @param {HTMLSelectElement} book
 * @param {HTMLSelectElement} mode
 * @param {HTMLInputElement} name
 * @param {HTMLInputElement} regulated
 * @param {HTMLElement} settings
 */
function read(book, mode, name, regulated, settings) {
  /** @type {{[name: string]: string}} */
  const chosen = {};
  for (const each of settings.querySelectorAll("input, select")) {
    const input = /** @type {HTMLInputElement | HTMLSelectElement} */ (each);
    if (input.value !== input.dataset.default) chosen[input.name] = input.value;
  }
  const named = mode.value === "live" && name.value.trim() ? { name: name.value.trim() } : {};
  return { book: book.value, mode: mode.value, regulated: regulated.checked, settings: chosen, ...named };
}

/**
 * @param {string} label
 * @param {HTMLElement} input
 */
const field = (label, input) => h("label", { class: "field" }, h("span", null, label), input);
