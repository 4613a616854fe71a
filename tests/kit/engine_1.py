"""The house that revision 1 of the engine left behind (tests/fixtures/engine-1), copied for a test to open."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from tests.kit.project import FIXTURES

HOME = FIXTURES / "engine-1"
EXPECTED: dict[str, Any] = json.loads((HOME / "expected.json").read_text(encoding="utf-8"))
TABLES: dict[str, dict[str, Any]] = EXPECTED["tables"]
CHAINS = tuple(table for table, wanted in TABLES.items() if wanted["dice"] == "chain")
BOOKS = tuple(sorted((HOME / "books").glob("*.toml")))
TRANSCRIPTS = tuple(sorted((HOME / "transcripts").glob("*.craps")))


def copy_store(folder: Path) -> Path:
    """A copy of the store in a data folder."""
    return _unpack(HOME / "house.db.gz", folder / "house.db")


def copy_export(table: str, folder: Path) -> Path:
    """A copy of the export of a table."""
    return _unpack(HOME / "exports" / TABLES[table]["export"], folder / f"{table}.jsonl")


def _unpack(source: Path, target: Path) -> Path:
    target.write_bytes(gzip.decompress(source.read_bytes()))
    return target
