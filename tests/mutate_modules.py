"""Empties the main function of each module in turn, and runs the test file of its name, which must fail.

`make mutate-modules` runs it; `only="cli/odds table/advice"` chooses modules and rooms. It works on a copy of the
sources; a module's main function is its longest public one.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.kit.project import SOURCE
from tests.test_mirror import MODULES, mirror_of

Function = ast.FunctionDef | ast.AsyncFunctionDef
SECONDS = 300
EMPTIED = "emptied"
PASSED, NO_TESTS, HANGS = 0, 5, -1
"""How pytest ends when every test passed and when there was none; the last is ours."""


def main_function(text: str) -> Function | None:
    """The longest public function or method of a module."""
    found = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, Function) and not node.name.startswith("_") and not _only_declares(node)
    ]
    return max(found, key=lambda node: (node.end_lineno or 0) - node.lineno, default=None)


def _only_declares(node: Function) -> bool:
    """Whether a function has nothing but a docstring and an error, as those of a protocol or a base class have."""
    rest = [each for each in node.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
    return all(isinstance(each, ast.Raise) for each in rest)


def emptied(text: str, node: Function) -> str:
    """The module with nothing in a function but an error."""
    lines = text.splitlines(keepends=True)
    first = node.body[0]
    indent = " " * first.col_offset
    lines[first.lineno - 1 : node.end_lineno] = [f'{indent}raise NotImplementedError("{EMPTIED}")\n']
    return "".join(lines)


def tried_on(module: Path, copy: Path) -> str:
    """What became of a module without its main function: its test file missed it, or it SURVIVES."""
    text = (SOURCE / module).read_text(encoding="utf-8")
    node = main_function(text)
    if node is None:
        return "has no public function"
    target = copy / "comeout" / module
    target.write_text(emptied(text, node), encoding="utf-8")
    try:
        code, said = _run(mirror_of(module), copy)
    finally:
        target.write_text(text, encoding="utf-8")
    if code in (PASSED, NO_TESTS):
        return f"{node.name} SURVIVES"
    if EMPTIED not in said and _run(mirror_of(module), copy)[0] != PASSED:
        return f"{node.name} cannot be tried: the test file FAILS as it is"
    return f"{node.name} missed"


def _run(test_file: Path, copy: Path) -> tuple[int, str]:
    """How a test file ends on the copy of the sources, and what it says; one that hangs has not passed."""
    pytest = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    tried = [*pytest, str(test_file)]
    try:
        done = subprocess.run(
            tried, cwd=ROOT, env=environment, capture_output=True, timeout=SECONDS, check=False, text=True
        )
    except subprocess.TimeoutExpired:
        return HANGS, ""
    return done.returncode, done.stdout


def main(wanted: list[str]) -> int:
    """Try every module that has a test file of its name, or those whose path begins with a given name."""
    tried = [module for module in MODULES if mirror_of(module).exists()]
    tried = [module for module in tried if not wanted or any(module.as_posix().startswith(each) for each in wanted)]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(SOURCE, Path(folder) / "comeout")
        for number, module in enumerate(tried, start=1):
            said = tried_on(module, Path(folder))
            bad += "SURVIVES" in said or "FAILS" in said
            print(f"{number}/{len(tried)} {module.as_posix()}: {said}", flush=True)
    print(f"{len(tried)} modules emptied, {bad} survivors")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
