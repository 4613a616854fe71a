"""Empties the main function of each module in turn, and runs the test file of its name, which must fail.

`make mutate-modules` runs it. It works on a copy of the sources; a module's main function is its longest public one.
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


def main_function(text: str) -> Function | None:
    """The longest public function or method of a module."""
    found = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, Function) and not node.name.startswith("_") and not _only_declares(node)
    ]
    return max(found, key=lambda node: (node.end_lineno or 0) - node.lineno, default=None)


def _only_declares(node: Function) -> bool:
    """Whether a function has nothing but a docstring, as those of a protocol have."""
    return all(isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) for each in node.body)


def emptied(text: str, node: Function) -> str:
    """The module with nothing in a function but an error."""
    lines = text.splitlines(keepends=True)
    first = node.body[0]
    indent = " " * first.col_offset
    lines[first.lineno - 1 : node.end_lineno] = [f'{indent}raise NotImplementedError("emptied")\n']
    return "".join(lines)


def survives(module: Path, copy: Path) -> str:
    """The name of the function that nobody missed; empty if the test file failed, as it must."""
    text = (SOURCE / module).read_text(encoding="utf-8")
    node = main_function(text)
    if node is None:
        return ""
    target = copy / "comeout" / module
    target.write_text(emptied(text, node), encoding="utf-8")
    try:
        pytest = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        environment = {**os.environ, "PYTHONPATH": str(copy)}
        tried = [*pytest, str(mirror_of(module))]
        done = subprocess.run(tried, cwd=ROOT, env=environment, capture_output=True, timeout=SECONDS, check=False)
    finally:
        target.write_text(text, encoding="utf-8")
    return node.name if done.returncode == 0 else ""


def main(wanted: list[str]) -> int:
    """Try every module that has a test file of its name, or those that are named."""
    tried = [module for module in MODULES if mirror_of(module).exists()]
    tried = [module for module in tried if not wanted or any(module.as_posix().startswith(each) for each in wanted)]
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(SOURCE, Path(folder) / "comeout")
        for number, module in enumerate(tried, start=1):
            name = survives(module, Path(folder))
            survivors += bool(name)
            print(f"{number}/{len(tried)} {module.as_posix()}: {f'{name} SURVIVES' if name else 'missed'}", flush=True)
    print(f"{len(tried)} modules emptied, {survivors} survivors")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
