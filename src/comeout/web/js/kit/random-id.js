// Names that nobody else has thought of. The browser's own UUIDs exist over HTTPS only, and a phone in the same house
// may well come by plain HTTP.

/** @param {number} [bytes] */
export function newId(bytes = 16) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((each) => each.toString(16).padStart(2, "0")).join("");
}
