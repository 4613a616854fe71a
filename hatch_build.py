"""The build hook: it compiles the walk of the laboratory, and never fails an install, since NumPy can stand in for it.

`python hatch_build.py` compiles it in place, which `make` does whenever the source is newer.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:  # compiling in place needs no build backend
    BuildHookInterface = object

SOURCE = Path(__file__).resolve().parent / "src" / "comeout" / "lab" / "simulation" / "walk.c"
LIBRARY = SOURCE.with_suffix(".compiled")
"""A shared library; the ending of its platform would make it look like a module of Python."""
FLAGS = ("-std=c11", "-O3", "-shared", "-fPIC", "-fvisibility=hidden")
ZIG_MACHINES = {"x86_64", "amd64", "aarch64", "arm64"}
"""Machines that the package `ziglang` brings a compiler for."""


class CustomBuildHook(BuildHookInterface):
    """Puts the compiled walk into wheels, which are then of one platform; without a compiler they are of any."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """A compiler from the package index, where the machine has none."""
        machine = sysconfig.get_platform().rpartition("-")[2].lower()
        return [] if compiler() or machine not in ZIG_MACHINES else ["ziglang"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatch gives it
        """Compile, also for an editable install, and name the file that git ignores as a part of the wheel."""
        told = compile_walk(LIBRARY)
        if told:
            self.app.display_warning(f"the compiled walk is left out: {told}")
            return
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["artifacts"].append(str(LIBRARY.relative_to(self.root)))
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"


def compiler() -> list[str]:
    """The command of a C compiler: CC, cc, gcc or clang, or zig from the package index; empty if there is none."""
    wanted = shlex.split(os.environ.get("CC", ""))
    if wanted and shutil.which(wanted[0]):
        return wanted
    found = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    if found:
        return [found]
    return [sys.executable, "-m", "ziglang", "cc"] if find_spec("ziglang") else []


def compile_walk(library: Path, *flags: str) -> str:
    """Compile the walk into a library, with other flags if any are given; what went wrong, or nothing."""
    command = compiler()
    if not command:
        return "there is no C compiler"
    fresh = library.with_name(f".{os.getpid()}-{library.name}")
    words = [*command, *(flags or FLAGS), f'-DWALK_SOURCE="{_digest()}"', "-o", str(fresh), str(SOURCE)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            return f"{command[0]} says: {done.stderr.strip() or done.returncode}"
        fresh.replace(library)
    except OSError as bad:
        return str(bad)
    finally:
        fresh.unlink(missing_ok=True)
    return ""


def is_fresh(library: Path) -> bool:
    """Whether a library was compiled from the source as it is now."""
    return library.exists() and _digest().encode() in library.read_bytes()


def _digest() -> str:
    return hashlib.sha256(SOURCE.read_bytes()).hexdigest()


if __name__ == "__main__":
    told = "" if is_fresh(LIBRARY) else compile_walk(LIBRARY)
    print(f"the compiled walk is left out: {told}" if told else f"{LIBRARY.name} is compiled")
