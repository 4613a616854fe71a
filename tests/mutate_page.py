"""Breaks each item of the page's checklist in turn, and runs the tests that show it, of which one must fail.

`make mutate-page` runs it; `only="odds coach"` chooses items. It works on a copy of the sources.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.kit.checklist import Item, checklist
from tests.kit.project import SOURCE

PASSED, FAILED = 0, 1
"""How pytest ends when every test passed, and when one failed."""


def tried_on(item: Item, copy: Path) -> str:
    """Return what became of a broken item: a test noticed, or it SURVIVES."""
    target = copy / "comeout" / item.broken_by.file
    text = target.read_text(encoding="utf-8")
    target.write_text(item.broken_by.of(text), encoding="utf-8")
    try:
        code = _run(item, copy)
    finally:
        target.write_text(text, encoding="utf-8")
    if code == PASSED:
        return "SURVIVES"
    if code != FAILED or _run(item, copy) != PASSED:
        return "cannot be tried: its tests FAIL as they are"
    return "noticed"


def _run(item: Item, copy: Path) -> int:
    """Return how the tests of an item end on the copy of the sources."""
    tests = [f"tests/page/{each}" for each in item.shown_by]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy), "COMEOUT_PATIENCE_MS": "8000"}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False).returncode


def main(wanted: list[str]) -> int:
    """Try every item, or those that are named."""
    items = [item for item in checklist() if not wanted or item.id in wanted]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(SOURCE, Path(folder) / "comeout")
        for number, item in enumerate(items, start=1):
            said = tried_on(item, Path(folder))
            bad += said != "noticed"
            print(f"{number}/{len(items)} {item.id}: {said}", flush=True)
    print(f"{len(items)} items broken, {bad} survivors")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
