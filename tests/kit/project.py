"""Where the project is on disk, for tests that read its documents, sources and fixtures."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
SOURCE = ROOT / "src" / "comeout"
FIXTURES = ROOT / "tests" / "fixtures"
CASES = ROOT / "tests" / "cases"
