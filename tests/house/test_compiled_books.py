"""A table is played by the text that was stored with it, compiled once."""

from __future__ import annotations

from comeout.house.compiled_books import CompiledBooks
from comeout.house.host.create import book_row
from comeout.rules.library import load_book, load_text
from tests.kit.memory_store import MemoryStore
from tests.kit.nights import play


@play
async def test_a_book_of_ours_needs_no_store_and_another_text_comes_from_it() -> None:
    store, ours = MemoryStore(), load_book("adelaide")
    other = load_text(ours.text.replace('title = "', 'title = "Another ', 1), file="adelaide")
    books = CompiledBooks(store)
    assert await books.of(ours.digest) is ours
    assert other.digest != ours.digest
    await store.keep_book(book_row(other))
    found = await books.of(other.digest)
    assert (found.digest, await books.of(other.digest) is found) == (other.digest, True)
