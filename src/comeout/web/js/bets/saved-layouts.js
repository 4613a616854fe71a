// Store of the layouts that a player has saved under names, by book, kept in localStorage; without storage they last as
// long as the page.

/** @typedef {import("./bet-batches.js").Part} Part */
/** @typedef {{name: string, parts: Part[]}} SavedLayout */

const KEY = "comeout.layouts";
export const LONGEST_NAME = 40;
const MOST = 30;

/** @type {{[book: string]: SavedLayout[]} | null} what could not be stored */
let unstored = null;

/** @returns {{[book: string]: SavedLayout[]}} */
function read() {
  if (unstored) return unstored;
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return all && typeof all === "object" ? all : {};
  } catch {
    return {};
  }
}

/** Return the saved layouts of a book; what makes no sense is left out. @param {string} book @returns {SavedLayout[]} */
export function layoutsOf(book) {
  const found = read()[book];
  if (!Array.isArray(found)) return [];
  const sound = (/** @type {any} */ part) => typeof part?.spot === "string" && Number.isSafeInteger(part.cents) && part.cents > 0;
  return found.filter((each) => typeof each?.name === "string" && Array.isArray(each.parts)).map(({ name, parts }) => ({ name, parts: parts.filter(sound) }));
}

/**
 * Replace the layouts of a book; returns whether the browser stores them.
 * @param {string} book
 * @param {SavedLayout[]} layouts
 */
function write(book, layouts) {
  const all = { ...read(), [book]: layouts };
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    unstored = null;
    return true;
  } catch {
    unstored = all;
    return false;
  }
}

/** Return a name without what cannot be printed, and what is wrong with it, if anything. @param {string} text */
function named(text) {
  const name = text.replace(/\s+/g, " ").trim();
  if (!name) return { name, wrong: "Type a name for the layout." };
  if (name.length > LONGEST_NAME) return { name, wrong: `A name has at most ${LONGEST_NAME} characters.` };
  return { name, wrong: /[\p{C}\p{Zl}\p{Zp}]/u.test(name) ? "A name has only characters that can be printed." : "" };
}

const NOT_STORED = "This browser stores nothing, so the layout is here only until you close the page.";

/**
 * Save bets under a name; returns what is wrong, or a remark.
 * @param {string} book
 * @param {string} text
 * @param {Part[]} parts
 * @returns {{ok: boolean, says: string, name: string}}
 */
export function saveLayout(book, text, parts) {
  const { name, wrong } = named(text);
  const others = layoutsOf(book).filter((each) => each.name !== name);
  if (wrong) return { ok: false, says: wrong, name };
  if (!parts.length) return { ok: false, says: "None of your bets can be saved: put some down first.", name };
  if (others.length >= MOST) return { ok: false, says: `There are ${MOST} layouts already. Delete one of them first.`, name };
  const stored = write(book, [...others, { name, parts: parts.map(({ spot, cents }) => ({ spot, cents })) }]);
  return { ok: true, says: stored ? "" : NOT_STORED, name };
}

/**
 * Give a layout another name; returns what is wrong, or nothing.
 * @param {string} book
 * @param {string} from
 * @param {string} to
 */
export function renameLayout(book, from, to) {
  const { name, wrong } = named(to);
  const all = layoutsOf(book);
  if (wrong || name === from) return wrong;
  if (all.some((each) => each.name === name)) return "There is a layout of this name already.";
  write(book, all.map((each) => (each.name === from ? { ...each, name } : each)));
  return "";
}

/** @param {string} book @param {string} name */
export function deleteLayout(book, name) {
  write(book, layoutsOf(book).filter((each) => each.name !== name));
}
