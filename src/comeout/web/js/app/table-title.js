// The title of a table is its own name with its house beside it, or its house alone.

import { cached } from "./rest-client.js";

/**
 * @param {{book: string, name: string}} table
 * @returns {Promise<{title: string, house: string}>} `house` is empty if the title names it
 */
export async function titleOf({ book, name }) {
  const books = await cached("/lobby/books");
  const house = books.find((each) => each.book === book)?.house ?? book;
  return !name || name === book || name.startsWith(house) ? { title: house, house: "" } : { title: name, house };
}
