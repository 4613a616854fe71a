"""What Comeout and its tests are built on: the libraries that extras bring, the tools from npm, and their licences."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from importlib.metadata import PackageMetadata, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.kit.project import ROOT

LOCK = ROOT / "tests" / "page" / "package-lock.json"
PYTHON, NPM = "PyPI", "npm"

PERMISSIVE = frozenset(
    ("0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0", "PSF-2.0", "Zlib")
)
"""Licences that ask for no more than a notice."""

WEAK_COPYLEFT = {
    "certifi": "MPL-2.0",
    "hypothesis": "MPL-2.0",
    "pathspec": "MPL-2.0",
    "psycopg": "LGPL-3.0-only",
    "psycopg-binary": "LGPL-3.0-only",
}
"""Libraries whose own files stay under their licence; they are used as they are, and installed by pip, not copied."""

BY_HAND = {"axe-playwright-python": "MIT"}
"""Licences that a package has in a file and not in its metadata."""

NAMES = {
    "Apache Software License": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "BSD License": "BSD",
    "ISC License": "ISC",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""Other names of licences."""


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """One package that something is built on."""

    ecosystem: str
    name: str
    version: str
    licence: str
    """An expression of SPDX identifiers; empty if the package does not say."""

    @property
    def is_allowed(self) -> bool:
        """Whether its licence is one that we accept of it."""
        if self.ecosystem == PYTHON and WEAK_COPYLEFT.get(self.name) == self.licence:
            return True
        parts = re.split(r" (?:AND|OR) ", self.licence.replace("(", "").replace(")", ""))
        wanted = any if " OR " in self.licence and " AND " not in self.licence else all
        return wanted(each in PERMISSIVE for each in parts)


def extras() -> dict[str, list[str]]:
    """Return what each extra of the package asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: dict[str, list[str]] = project["optional-dependencies"]
    return found


def libraries(*names: str) -> list[Part]:
    """Return every installed library that these extras bring, directly or not."""
    asked = [Requirement(text) for name in names for text in extras()[name]]
    found: dict[str, Part] = {}
    seen: set[str] = set()
    while asked:
        wanted = asked.pop()
        if str(wanted) in seen or not _applies(wanted, frozenset({""})):
            continue
        seen.add(str(wanted))
        if wanted.name == "comeout":
            asked += [Requirement(text) for extra in wanted.extras for text in extras()[extra]]
            continue
        name, there = canonicalize_name(wanted.name), distribution(wanted.name)
        found[name] = Part(PYTHON, name, there.version, licence_of(name))
        inner = map(Requirement, there.requires or ())
        asked += [_bare(each) for each in inner if _applies(each, frozenset({"", *wanted.extras}))]
    return sorted(found.values())


def _applies(wanted: Requirement, chosen: frozenset[str]) -> bool:
    return wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in chosen)


def _bare(wanted: Requirement) -> Requirement:
    """Return a requirement whose marker was read already."""
    wanted.marker = None
    return wanted


def licence_of(name: str) -> str:
    """Return the licence of an installed library as an expression; empty if its metadata does not say."""
    told = distribution(name).metadata
    expression = _field(told, "License-Expression")
    if expression:
        return expression
    classes = [text.split(" :: ")[-1] for text in told.get_all("Classifier") or () if text.startswith("License :: ")]
    known = [NAMES[each] for each in classes if each in NAMES]
    line = _field(told, "License").strip().partition("\n")[0].strip()
    return " OR ".join(known) or BY_HAND.get(name) or NAMES.get(line, line)


def _field(told: PackageMetadata, name: str) -> str:
    return str(told[name]) if name in told else ""


def npm_tools() -> list[Part]:
    """Return the tools from npm that the tests of the page are pinned to."""
    packages = json.loads(LOCK.read_text(encoding="utf-8"))["packages"]
    return sorted(
        Part(NPM, path.rpartition("node_modules/")[2], each["version"], each.get("license", ""))
        for path, each in packages.items()
        if path
    )
