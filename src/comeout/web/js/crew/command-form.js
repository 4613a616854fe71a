// The command form builds one input for each field of a crew command, from the fields that the house describes.

import { clauseLink } from "../kit/clause-link.js";
import { capital, fill, h } from "../kit/dom.js";
import { facePicker } from "./face-picker.js";
import { parseMoney } from "../kit/money.js";

/** @typedef {import("../protocol.d.ts").ChoiceAnswer} Choice */
/** @typedef {import("../protocol.d.ts").DutyAnswer} Duty */
/** @typedef {import("../protocol.d.ts").FieldAnswer} Field */
/** @typedef {{element: HTMLElement, read: () => {[field: string]: any}}} Asked one or more fields, and a function that reads them */
/** @typedef {{book: string, settings: Choice[], posted: {[name: string]: string}, spotName: (spot: string) => string}} Around */

/** A field is missing or invalid; the message says what is needed. */
export class Unsaid extends Error {}

/**
 * Return the form of a command.
 * @param {Duty} duty
 * @param {Around} around
 * @returns {Asked}
 */
export function orderForm(duty, around) {
  const parts = duty.fields.filter((field) => field.kind !== "value").map((field) => part(field, around));
  return {
    element: h("div", { class: "order-form" }, parts.map((each) => each.element)),
    read: () => Object.assign({}, ...parts.map((each) => each.read())),
  };
}

/**
 * @param {Field} field
 * @param {Around} around
 * @returns {Asked}
 */
function part(field, around) {
  if (field.kind === "setting") return setting(field, around);
  if (field.kind === "faces") return twoFaces(field);
  if (field.kind === "flag") return flag(field);
  if (field.kind === "word") return words(field, around.book);
  if (field.options.length) return chosen(field);
  return typed(field);
}

/**
 * Return the input for two faces. If they may be left out, that takes an explicit choice, so that a void is never sent
 * by accident.
 * @param {Field} field
 * @returns {Asked}
 */
function twoFaces(field) {
  const none = h("input", { type: "checkbox", name: `no-${field.name}` });
  const picker = facePicker(() => (none.checked &&= !picker.begun), capital(field.says));
  none.addEventListener("change", () => none.checked && picker.clear());
  const read = () => {
    if (picker.faces) return { [field.name]: picker.faces };
    if (picker.begun) throw new Unsaid("Tap the second face too.");
    if (field.needed) throw new Unsaid("Tap both faces first.");
    if (!none.checked) throw new Unsaid("Tap both faces, or tick that the throw is void.");
    return {};
  };
  const free = field.needed ? null : h("label", { class: "switch" }, none, "The throw is void: no faces");
  return { element: h("div", { class: "field" }, h("span", null, capital(field.says)), picker.element, free), read };
}

/** @param {Field} field @returns {Asked} */
function flag(field) {
  const box = h("input", { type: "checkbox", name: field.name, checked: field.default === true });
  return { element: h("label", { class: "switch" }, box, capital(field.says)), read: () => ({ [field.name]: box.checked }) };
}

/**
 * Return the input for one of the book's own words, each with its clause.
 * @param {Field} field
 * @param {string} book
 * @returns {Asked}
 */
function words(field, book) {
  const name = `word-${field.name}-${Math.random().toString(36).slice(2)}`;
  const list = field.options.map((option) => {
    const input = h("input", { type: "radio", name, value: option.value, checked: option.value === preset(field) });
    const says = h("span", null, capital(option.says), option.must ? h("span", { class: "tag" }, "must be called") : null);
    return { input, row: h("div", { class: "word" }, h("label", null, input, says), clauseLink(book, option.clause)) };
  });
  const read = () => {
    const found = list.find(({ input }) => input.checked);
    if (!found && field.needed) throw new Unsaid(`Choose the ${field.says} first.`);
    return found ? { [field.name]: found.input.value } : {};
  };
  return { element: h("fieldset", { class: "words" }, h("legend", null, capital(field.says)), list.map(({ row }) => row)), read };
}

/** Return the preselected option: the usual one, or the only one. @param {Field} field */
const preset = ({ needed, options, default: usual }) => (needed && options.length === 1 ? options[0].value : usual);

/** @param {Field} field @returns {Asked} */
function chosen(field) {
  const none = field.needed ? "Choose …" : "None";
  const first = preset(field);
  const free = field.needed || !field.options.some((option) => option.value === first);
  const select = h(
    "select",
    { name: field.name },
    free ? h("option", { value: "" }, none) : null,
    field.options.map((option) => h("option", { value: option.value, selected: option.value === first }, capital(option.says))),
  );
  const read = () => {
    if (!select.value && field.needed) throw new Unsaid(`Choose the ${field.says} first.`);
    const option = field.options.find((each) => String(each.value) === select.value);
    return option ? { [field.name]: option.value } : {};
  };
  return { element: labelled(field.says, select), read };
}

/** @param {Field} field @returns {Asked} */
function typed(field) {
  const text = field.kind === "text";
  const input = text
    ? h("textarea", { name: field.name, rows: 2, maxlength: 400 })
    : h("input", { name: field.name, inputmode: field.kind === "amount" ? "decimal" : "numeric", autocomplete: "off", placeholder: field.kind === "amount" ? "12.50" : "" });
  const read = () => {
    const said = input.value.trim();
    if (!said && !field.needed) return {};
    const value = text ? said : field.kind === "amount" ? parseMoney(said) : /^\d{1,6}$/.test(said) ? Number(said) : null;
    if (value === null || value === "") throw new Unsaid(`Enter the ${field.says} first.`);
    return { [field.name]: value };
  };
  return { element: labelled(field.says, input), read };
}

/**
 * Return the input for a setting of the table and its new value, within what the book allows.
 * @param {Field} field
 * @param {Around} around
 * @returns {Asked}
 */
function setting(field, { book, settings, posted, spotName }) {
  const which = h("select", { name: field.name }, settings.map((choice) => h("option", { value: choice.name }, capital(choice.says))));
  const rest = h("div", { class: "setting-rest", "aria-live": "polite" });
  /** @type {{spot: () => string, value: () => string}} */
  let said = { spot: () => "", value: () => "" };

  function draw() {
    const choice = /** @type {Choice} */ (settings.find((each) => each.name === which.value));
    const spot = h("select", { name: "spot" }, choice.spots.map((each) => h("option", { value: each }, spotName(each))));
    const value = valueOf(choice);
    const now = h("p", { class: "small quieter" });
    const tell = () => fill(now, `Now: ${posted[choice.spots.length ? `${choice.name} ${spot.value}` : choice.name] ?? choice.default}. `, range(choice), " ", clauseLink(book, choice.clause));
    spot.addEventListener("change", tell);
    tell();
    said = { spot: () => (choice.spots.length ? ` ${spot.value}` : ""), value: value.read };
    fill(rest, choice.spots.length ? labelled("spot", spot) : null, value.element, now);
  }
  which.addEventListener("change", draw);
  draw();
  const read = () => {
    const value = said.value();
    if (!value) throw new Unsaid("Enter the new value first.");
    return { [field.name]: `${which.value}${said.spot()}`, value };
  };
  return { element: h("div", null, labelled("what the notice changes", which), rest), read };
}

/** @param {Choice} choice */
function range(choice) {
  if (choice.least === null || choice.most === null) return "";
  return choice.kind === "amount" ? `An amount like 12.50${choice.words.length ? `, or ${choice.words.join(", ")}` : ""}.` : `From ${choice.least} to ${choice.most}.`;
}

/**
 * @param {Choice} choice
 * @returns {{element: HTMLElement, read: () => string}}
 */
function valueOf(choice) {
  if (choice.kind === "word") {
    const select = h("select", { name: "value" }, choice.words.map((word) => h("option", { value: word, selected: word === choice.default }, word)));
    return { element: labelled("new value", select), read: () => select.value };
  }
  if (choice.kind === "names") {
    const now = choice.default.split(",");
    const boxes = choice.words.filter((word) => word !== "none").map((word) => h("input", { type: "checkbox", value: word, checked: now.includes(word) }));
    const read = () => boxes.filter((box) => box.checked).map((box) => box.value).join(",") || "none";
    return { element: h("fieldset", { class: "choice names" }, h("legend", null, "New value"), boxes.map((box) => h("label", null, box, box.value))), read };
  }
  const input = h("input", { name: "value", autocomplete: "off" });
  return { element: labelled("new value", input), read: () => input.value.trim() };
}

/**
 * @param {string} label
 * @param {HTMLElement} input
 */
const labelled = (label, input) => h("label", { class: "field" }, h("span", null, capital(label)), input);
