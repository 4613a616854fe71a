"""The scripts of the page, gathered: a first visit gets them in a few files, where one by one they would queue.

Each script stays a module of its own, in a file of its own. An import map sends whoever imports one of them to the
file it was gathered into, so that no script is ever there twice. Scripts that are not gathered come as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

GATHERED = {
    "/js/gathered-lobby.js": ("app", "lobby"),
    "/js/gathered-table.js": ("table",),
    "/js/gathered-beside.js": ("beside",),
}
"""The files that scripts are gathered into, and who needs them: with all they import that is in no file before."""

IMPORT = re.compile(r'^import \{ ([^}]+) \} from "\./([\w-]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) ([\w$]+))", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
STYLE = re.compile(r'\bstyle\("(/css/[\w-]+\.css)"\)')

Read = Callable[[str], str]
"""The text of a script by its name: `read("dom")`."""


@dataclass(frozen=True, slots=True)
class Scripts:
    """The gathered files, and where each script of the page is found."""

    files: dict[str, str]
    """The text of each gathered file by its address."""
    places: dict[str, str]
    """The gathered file that has a script, by the script's own address."""
    read: Read

    @property
    def import_map(self) -> str:
        """What sends an import of a script to the file that has it."""
        return msgspec.json.encode({"imports": self.places}).decode()

    def needed(self, name: str) -> tuple[list[str], list[str]]:
        """The files to have before a script can run, and the style sheets it asks for when it does."""
        closure = list(_closure(name, self.read))
        files = dict.fromkeys(self.places.get(_address(each), _address(each)) for each in closure)
        return list(files), STYLE.findall(self.read(name))


def gather(read: Read) -> Scripts:
    """Put the scripts of the page together."""
    files: dict[str, str] = {}
    places: dict[str, str] = {}
    for address, needing in GATHERED.items():
        wanted = dict.fromkeys(each for name in needing for each in _closure(name, read))
        fresh = [name for name in wanted if _address(name) not in places]
        files[address] = _together([(name, read(name)) for name in fresh])
        places |= {_address(name): address for name in fresh}
    return Scripts(files, places, read)


def _address(name: str) -> str:
    return f"/js/{name}.js"


def _closure(name: str, read: Read) -> Iterator[str]:
    """A script and all that it imports before it runs, those it imports before itself."""
    seen: set[str] = set()

    def walk(each: str) -> Iterator[str]:
        seen.add(each)
        for _, imported in IMPORT.findall(read(each)):
            if imported not in seen:
                yield from walk(imported)
        yield each

    return walk(name)


def _together(scripts: Sequence[tuple[str, str]]) -> str:
    """Scripts in one file, each in a scope of its own; the file exports what any of them does."""
    here = {name for name, _ in scripts}
    elsewhere: dict[str, None] = {}
    exported: dict[str, str] = {}
    parts = []
    for name, text in scripts:
        body, names = _scoped(text)
        elsewhere |= dict.fromkeys(each for _, each in IMPORT.findall(text) if each not in here)
        for each in names:
            if each in exported:
                raise ValueError(
                    f"{name}.js and {exported[each]}.js both export {each}, and are gathered into one file"
                )
            exported[each] = name
        given = ", ".join(names)
        parts.append(f"// {name}.js\nconst {_scope(name)} = (() => {{\n{body}return {{ {given} }};\n}})();\n")
        if names:
            parts.append(f"export const {{ {given} }} = {_scope(name)};\n")
    return "".join([*(f'import * as {_scope(each)} from "./{each}.js";\n' for each in elsewhere), *parts])


def _scoped(text: str) -> tuple[str, list[str]]:
    """The body of a script without its imports and exports, and what it exports."""
    names = EXPORT.findall(text)
    body = EXPORT.sub("", IMPORT.sub(_taken, text))
    if left := LEFT.search(body):
        raise ValueError(f"this way to import or export cannot be gathered: {left[0]}")
    return body, names


def _taken(found: re.Match[str]) -> str:
    names = found[1].replace(" as ", ": ")
    return f"const {{ {names} }} = {_scope(found[2])};\n"


def _scope(name: str) -> str:
    return f"of_{name.replace('-', '_')}"
