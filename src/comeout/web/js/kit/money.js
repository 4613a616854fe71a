// Formats and parses money. Everywhere else money is an integer number of cents.

/**
 * Format cents as "12.50", with separators for thousands.
 * @param {number} cents
 */
export function money(cents) {
  const [whole, part] = (Math.abs(cents) / 100).toFixed(2).split(".");
  return `${cents < 0 ? "−" : ""}${grouped(whole)}.${part}`;
}

/** Separate thousands. @param {string} whole */
const grouped = (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ",");

/** Return a text of the house with its amounts as `money` writes them. @param {string} text */
export const amountsIn = (text) => text.replace(/(?<![\w.,-])(-?)(\d+)(\.\d\d)(?![\d%])/g, (_, minus, whole, part) => `${minus ? "−" : ""}${grouped(whole)}${part}`);

/**
 * Format cents with their sign: "+12.50", "−3.00", "0.00".
 * @param {number} cents
 */
export function signed(cents) {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

/**
 * Format cents short enough for a chip: "5", "12.50", "1k".
 * @param {number} cents
 */
export function short(cents) {
  if (cents >= 1_000_000) {
    const tenths = Math.floor(cents / 10_000);
    return `${tenths % 10 ? (tenths / 10).toFixed(1) : tenths / 10}k`;
  }
  return cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100);
}

/**
 * Parse what somebody typed as cents; null if it is no amount.
 * @param {string} text
 */
export function parseMoney(text) {
  const plain = text.trim().replace(/,(?=\d{3}(\D|$))/g, "").replace(",", ".");
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return null;
  return Math.round(Number(plain) * 100);
}

/**
 * Format seconds as "1:05:09" or "4:30".
 * @param {number} seconds
 */
export function clock(seconds) {
  const all = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
