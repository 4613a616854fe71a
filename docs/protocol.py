"""Writes the documents of the protocol from the code: asyncapi.json for the socket, openapi.json for REST."""

from __future__ import annotations

import json
from pathlib import Path

from comeout.house.app import make_app
from comeout.house.asyncapi import asyncapi
from comeout.house.clock import WallClock
from comeout.house.service import House
from comeout.house.sqlite import SqliteStore

FOLDER = Path(__file__).parent


def pages() -> dict[str, str]:
    """Every document by its file name."""
    app = make_app(House(SqliteStore(FOLDER / "never-opened.db"), WallClock()))
    found = {"asyncapi.json": asyncapi(), "openapi.json": app.openapi_schema.to_schema()}
    return {name: json.dumps(page, indent=1, ensure_ascii=False, sort_keys=True) + "\n" for name, page in found.items()}


if __name__ == "__main__":
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
