"""Compiled books of a house: those that its tables are played by, each compiled once."""

from __future__ import annotations

from comeout.house.store.contract import Store
from comeout.log.records import layout_of
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book


class CompiledBooks:
    """Cache of compiled books by the digest of their text."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._layouts: dict[str, Layout] = {}

    async def of(self, digest: str) -> Layout:
        """Return the compiled book of a digest, from the text stored with its tables."""
        if digest not in self._layouts:
            ours = {load_book(name).digest: name for name in book_names()}
            if digest in ours:
                self._layouts[digest] = load_book(ours[digest])
            else:
                book = await self._store.book(digest)
                assert book, f"the text of book {digest} was never kept"
                self._layouts[digest] = layout_of(book)
        return self._layouts[digest]
