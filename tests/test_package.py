"""The package as other people install it: the core without any library, and each extra with its own and no other."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from comeout.extras import LIBRARIES
from tests.kit.project import ROOT, SOURCE

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
MODULE_OF = {"argon2-cffi": "argon2", "nats-py": "nats", "prometheus-client": "prometheus_client"}
"""Libraries whose module has another name."""


# ------------------------------------------------------------------ what is declared


def direct(extra: str) -> set[str]:
    """The libraries that an extra names itself."""
    named = [Requirement(each) for each in EXTRAS[extra]]
    return {each.name for each in named if each.name != "comeout"}


def brought(requirements: list[str]) -> set[str]:
    """Every library that requirements bring, those of other extras and of libraries included."""
    found: set[str] = set()
    open_ones = [Requirement(each) for each in requirements]
    seen: set[str] = set()
    while open_ones:
        wanted = open_ones.pop()
        if str(wanted) in seen:
            continue
        seen.add(str(wanted))
        if wanted.name == "comeout":
            open_ones += [Requirement(each) for extra in wanted.extras for each in EXTRAS[extra]]
            continue
        found.add(wanted.name)
        for text in distribution(wanted.name).requires or ():
            inner = Requirement(text)
            if inner.marker is None or any(inner.marker.evaluate({"extra": each}) for each in (wanted.extras or {""})):
                open_ones.append(inner)
    return found


def test_the_core_needs_no_library() -> None:
    assert PROJECT["dependencies"] == []


def test_the_extras_are_the_ones_the_documents_name() -> None:
    assert set(EXTRAS) == {"log", "cli", "client", "serve", "cluster", "lab", "dask", "ray", "all", "dev", "bench"}
    assert brought(EXTRAS["all"]) >= {name for extra in LIBRARIES for name in direct(extra)}


@pytest.mark.parametrize("extra", LIBRARIES)
def test_what_is_said_to_be_missing_is_what_the_extra_brings(extra: str) -> None:
    everything = {MODULE_OF.get(name, name) for name in brought(EXTRAS[extra])}
    assert set(LIBRARIES[extra]) <= everything
    assert {MODULE_OF.get(name, name) for name in direct(extra)} - set(LIBRARIES[extra]) <= {"uvloop"}


# ------------------------------------------------------------------ what is built


class Installed:
    """An environment that holds nothing but the wheel."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        _run("-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "--wheel-dir", folder, ROOT)
        (self.wheel,) = folder.glob("*.whl")
        self.names = zipfile.ZipFile(self.wheel).namelist()
        venv.create(folder / "venv", with_pip=False, symlinks=True)
        self.python = folder / "venv" / "bin" / "python"
        _run("-m", "pip", "--python", self.python, "install", "--quiet", "--no-deps", "--no-index", self.wheel)

    def with_extra(self, extra: str) -> Path:
        """A folder of links to the libraries that an extra brings, as they are installed here."""
        folder = self.folder / extra
        if not folder.exists():
            folder.mkdir()
            for name in brought(EXTRAS[extra]):
                self._link(name, folder)
        return folder

    def _link(self, name: str, folder: Path) -> None:
        installed = distribution(name)
        for top in {file.parts[0] for file in installed.files or () if not file.parts[0].startswith((".", "__py"))}:
            if not (folder / top).exists():
                (folder / top).symlink_to(str(installed.locate_file(top)))

    def run(self, *command: object, extra: str = "") -> subprocess.CompletedProcess[str]:
        """Run something in it, with the libraries of one extra or with none."""
        found = {"PYTHONPATH": str(self.with_extra(extra))} if extra else {}
        environment = {
            "PATH": str(self.python.parent),
            "HOME": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            **found,
        }
        return subprocess.run(
            [str(each) for each in command],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def python_says(self, code: str, *, extra: str = "") -> str:
        """What a piece of Python prints, which must go well."""
        done = self.run(self.python, "-c", code, extra=extra)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def comeout(self, *words: str, extra: str = "") -> subprocess.CompletedProcess[str]:
        """Run the command `comeout`."""
        return self.run(self.python.parent / "comeout", *words, extra=extra)

    def refusal(self, *words: str, extra: str = "") -> str:
        """The one line of a command that lacks its extra."""
        done = self.comeout(*words, extra=extra)
        assert done.returncode == 2, done.stderr
        (line,) = done.stderr.splitlines()
        return line


def _run(*words: object) -> None:
    subprocess.run([sys.executable, *map(str, words)], check=True)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel, built with the tools of this environment, in an environment of its own."""
    return Installed(tmp_path_factory.mktemp("package"))


def test_a_wheel_with_the_compiled_walk_is_of_one_platform_and_without_a_compiler_of_any(
    installed: Installed, tmp_path: Path
) -> None:
    compiled = "comeout/lab/simulation/walk.compiled" in installed.names
    assert compiled == (not installed.wheel.name.endswith("py3-none-any.whl"))
    poor = {**os.environ, "PATH": str(tmp_path), "CC": ""}
    words = ("-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "--wheel-dir", tmp_path, ROOT)
    subprocess.run([sys.executable, *map(str, words)], check=True, env=poor)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("py3-none-any.whl")
    assert "comeout/lab/simulation/walk.c" in zipfile.ZipFile(wheel).namelist()


def test_the_wheel_holds_every_file_of_the_source(installed: Installed) -> None:
    kept = {path.relative_to(SOURCE.parent).as_posix() for path in SOURCE.rglob("*") if path.is_file()}
    ours = {name for name in kept if "__pycache__" not in name}
    packed = {name for name in installed.names if name.startswith("comeout/")}
    assert packed == ours
    assert {Path(name).suffix for name in packed} >= {".toml", ".json", ".js", ".css", ".html", ".typed"}


USE_THE_CORE = """
import sys
from importlib import import_module, resources

from comeout import Table, book_names, draw_felt, figures, load_book
from comeout.replay import replay_file
from comeout.review.diff import diff_books
from comeout.review.lint import lint_book

one, other = map(load_book, book_names()[:2])
table = Table(one)
ann = table.sit("Ann", 10_000)
assert table.bet(ann, "pass", 1_000)
assert table.roll(3, 4)
assert figures(one, "pass").results.win < 1
assert draw_felt(one).startswith("<svg")
assert not diff_books(one, other).same
assert not [finding for finding in lint_book(one.id) if finding.severity == "error"]
with open("game.txt", "w") as file:
    file.write(table.transcript())
for path in ("game.txt", str(resources.files("comeout.rules") / "examples.json")):
    assert all(result.ok for result in replay_file(path))
for name in ("table.position", "table.notation.position_text", "drill.deal", "play", "review.evidence"):
    import_module(f"comeout.{name}")
print("used")
"""

IMPORT_EVERYTHING = """
import sys
from importlib import import_module
from pkgutil import walk_packages

count = 0
for room in sys.argv[1:]:
    for found in walk_packages(import_module(room).__path__, f"{room}."):
        if ".migrations" not in found.name and not found.name.startswith("comeout.house.store.postgres"):
            import_module(found.name)
            count += 1
print(count)
"""


def test_the_core_is_used_without_any_library(installed: Installed) -> None:
    assert installed.python_says(USE_THE_CORE) == "used"


def test_what_lacks_its_extra_says_in_one_line_what_to_install(installed: Installed) -> None:
    told = "comeout: the command line needs rich, which is not installed: pip install 'comeout[cli]'"
    assert installed.refusal() == told
    assert installed.refusal("books") == told
    failed = installed.run(installed.python, "-c", "import comeout.client")
    assert failed.stderr.splitlines()[-1].endswith(
        "MissingExtra: comeout.client needs msgspec, which is not installed: pip install 'comeout[client]'"
    )
    (installed.folder / "table.jsonl").write_text('{"format": "comeout-log-1"}\n')
    code = "from comeout.replay import replay_file; replay_file('table.jsonl')"
    failed = installed.run(installed.python, "-c", code)
    assert failed.stderr.rstrip().endswith("pip install 'comeout[log]'")


def test_the_command_line_has_all_it_needs_and_names_what_a_command_lacks(installed: Installed) -> None:
    for words in (["books"], ["rules", "adelaide"], ["odds", "adelaide", "pass"], ["play", "--help"]):
        done = installed.comeout(*words, extra="cli")
        assert done.returncode == 0, done.stderr
    assert installed.refusal("serve", extra="cli").endswith("pip install 'comeout[serve]'")
    assert installed.refusal("house", "tables", extra="cli").endswith("pip install 'comeout[serve]'")
    assert installed.refusal("join", "http://127.0.0.1:1", extra="cli").endswith("pip install 'comeout[client]'")
    there = ("serve", "--port", "0", "--store", "postgresql://nobody@127.0.0.1:1/none")
    assert installed.refusal(*there, extra="serve").endswith("pip install 'comeout[cluster]'")
    with_bus = ("serve", "--port", "0", "--data", "together", "--bus", "nats://127.0.0.1:1")
    assert installed.refusal(*with_bus, extra="serve") == (
        "comeout: --bus needs nats, which is not installed: pip install 'comeout[cluster]'"
    )


@pytest.mark.parametrize(
    ("extra", "rooms"),
    [
        ("log", ["comeout.log", "comeout.protocol"]),
        ("client", ["comeout.client", "comeout.play"]),
        ("serve", ["comeout.house", "comeout.cli", "comeout.client"]),
        ("lab", ["comeout.lab"]),
    ],
)
def test_an_extra_brings_all_that_its_rooms_import(installed: Installed, extra: str, rooms: list[str]) -> None:
    done = installed.run(installed.python, "-c", IMPORT_EVERYTHING, *rooms, extra=extra)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 3


def test_the_install_line_of_the_readme_names_extras_there_are() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"pip install '([^']*)'", text)
    assert lines
    assert {extra for line in lines for extra in re.findall(r"\[(\w+)\]", line)} <= set(EXTRAS)
