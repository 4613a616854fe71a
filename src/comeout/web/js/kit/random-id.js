// Makes random ids. `crypto.randomUUID` needs HTTPS, and a phone on the same network may come by plain HTTP.

/** @param {number} [bytes] */
export function newId(bytes = 16) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((each) => each.toString(16).padStart(2, "0")).join("");
}
