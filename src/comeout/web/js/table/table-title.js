// What a table is called: by a name of its own, with its house beside it, or by its house.

import { cached } from "../app/rest-client.js";

/**
 * @param {{book: string, name: string}} table
 * @returns {Promise<{title: string, house: string}>} the house is empty where the title names it
 */
export async function titleOf({ book, name }) {
  /** @type {import("../pages/lobby.js").Special[]} */
  const books = await cached("/lobby/books");
  const house = books.find((each) => each.book === book)?.house ?? book;
  return !name || name === book || name.startsWith(house) ? { title: house, house: "" } : { title: name, house };
}
