"""Bundles the scripts of the page into a few files, so that a first visit makes few requests, and drops their comments.

Each script stays a module with a scope of its own. An import map sends every import to the bundle that has the script,
so that no script is ever loaded twice. Scripts in no bundle are served one by one.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

BUNDLES = {
    "/js/bundle-lobby.js": ("app/main", "pages/lobby"),
    "/js/bundle-table.js": ("pages/table",),
    "/js/bundle-panels.js": ("panels/side-panels",),
    "/js/bundle-crew.js": ("pages/crew",),
}
"""The entry points of each bundle, by its address. A bundle holds them and their imports that no earlier bundle has."""

IMPORT = re.compile(r'^import \{ ([^}]+) \} from "(\.{1,2}/[\w/.-]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) ([\w$]+))", re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.{1,2}/[\w/.-]+)\.js"\)')
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
STYLE = re.compile(r'\bstyle\("(/css/[\w-]+\.css)"\)')
BLOCK = r"/\*(?:(?!\*/).)*\*/"
COMMENT = re.compile(rf"^[ \t]*(?://[^\n]*|{BLOCK}[ \t]*)\n|{BLOCK} ?", re.MULTILINE | re.DOTALL)
"""A comment that has its lines for itself, or a type within a line. A comment after code on its line stays."""

Read = Callable[[str], str]
"""A function that returns the text of a script by its path without the ending: `read("kit/dom")`."""


@dataclass(frozen=True, slots=True)
class Scripts:
    """The script bundles, and the bundle of each script of the page."""

    files: dict[str, str]
    """The text of each bundle by its address."""
    places: dict[str, str]
    """The bundle that has a script, by the script's own address."""
    read: Read

    @property
    def import_map(self) -> str:
        """Return the import map that sends an import of a script to its bundle."""
        return msgspec.json.encode({"imports": self.places}).decode()

    def needed(self, name: str) -> tuple[list[str], list[str]]:
        """Return the files to load before a script can run, and the style sheets it asks for when it does."""
        closure = list(_closure(name, self.read))
        files = dict.fromkeys(self.places.get(_address(each), _address(each)) for each in closure)
        return list(files), STYLE.findall(self.read(name))


def without_comments(text: str) -> str:
    """Return a script without its comments, which are a quarter of its compressed bytes.

    >>> without_comments("// The rack.\\nconst rack = /** @type {number} */ (sum);\\n")
    'const rack = (sum);\\n'
    """
    return COMMENT.sub("", text)


def gather(read: Read) -> Scripts:
    """Build the bundles of the page's scripts."""
    files: dict[str, str] = {}
    places: dict[str, str] = {}
    for address, needing in BUNDLES.items():
        wanted = dict.fromkeys(each for name in needing for each in _closure(name, read))
        fresh = [name for name in wanted if _address(name) not in places]
        files[address] = _together([(name, read(name)) for name in fresh])
        places |= {_address(name): address for name in fresh}
    return Scripts(files, places, read)


def _address(name: str) -> str:
    return f"/js/{name}.js"


def _resolved(name: str, path: str) -> str:
    """Resolve a relative import of a script."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _imports(name: str, text: str) -> list[str]:
    return [_resolved(name, path) for _, path in IMPORT.findall(text)]


def _closure(name: str, read: Read) -> Iterator[str]:
    """Return a script and all its static imports (transitive closure), imports first."""
    seen: set[str] = set()

    def walk(each: str) -> Iterator[str]:
        seen.add(each)
        for imported in _imports(each, read(each)):
            if imported not in seen:
                yield from walk(imported)
        yield each

    return walk(name)


def _together(scripts: Sequence[tuple[str, str]]) -> str:
    """Bundle scripts into one file, each in a scope of its own; the file exports what any of them does."""
    here = {name for name, _ in scripts}
    elsewhere: dict[str, None] = {}
    exported: dict[str, str] = {}
    parts = []
    for name, text in scripts:
        body, names = _scoped(name, text)
        elsewhere |= dict.fromkeys(each for each in _imports(name, text) if each not in here)
        for each in names:
            if each in exported:
                raise ValueError(f"{name}.js and {exported[each]}.js both export {each}, and are in one bundle")
            exported[each] = name
        given = ", ".join(names)
        parts.append(f"// {name}.js\nconst {_scope(name)} = (() => {{\n{body}return {{ {given} }};\n}})();\n")
        if names:
            parts.append(f"export const {{ {given} }} = {_scope(name)};\n")
    return "".join([*(f'import * as {_scope(each)} from "{_address(each)}";\n' for each in elsewhere), *parts])


def _scoped(name: str, text: str) -> tuple[str, list[str]]:
    """Return the body of a script without its imports and exports, and what it exports.

    Lazy imports get absolute addresses: relative paths would start from the bundle.
    """

    def taken(found: re.Match[str]) -> str:
        return f"const {{ {found[1].replace(' as ', ': ')} }} = {_scope(_resolved(name, found[2]))};\n"

    def later(found: re.Match[str]) -> str:
        return f'import("{_address(_resolved(name, found[1]))}")'

    names = EXPORT.findall(text)
    body = LATER.sub(later, EXPORT.sub("", IMPORT.sub(taken, text)))
    if left := LEFT.search(body):
        raise ValueError(f"this way to import or export cannot be bundled: {left[0]}")
    return body, names


def _scope(name: str) -> str:
    return f"of_{re.sub(r'[^a-z0-9]', '_', name)}"
