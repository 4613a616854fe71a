"""GraphCache: graphs that were found, kept in files by the digest of what they depend on.

A file holds plain arrays and JSON behind a checksum, and no code. It is written aside and renamed, so a reader never
meets half of one. A file that cannot be used is reported, and its graph is found again.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.graph_details import BetResult, GraphDetails, Placing, Refusing

if TYPE_CHECKING:
    from numpy import ndarray

FORMAT = b"comeout-graph-3\n"
"""The first line of every file. Another layout of the file, or another meaning of what it holds, has another name."""

Graphs = tuple[GraphArrays, GraphDetails]


def cache_folder() -> Path:
    """The folder for cached graphs: COMEOUT_CACHE if it is set, else the user's cache folder."""
    chosen = os.environ.get("COMEOUT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "comeout" / "graphs"


class GraphCache:
    """Graphs in a folder. What goes wrong with a file is told to `tell`, and never stops anybody."""

    def __init__(self, folder: Path | None, tell: Callable[[str], None] = lambda _: None) -> None:
        self.folder, self._tell = folder, tell

    def get(self, key: str) -> Graphs | None:
        """The graph of a key, or None if there is none that can be used."""
        if self.folder is None:
            return None
        path = self._path(self.folder, key)
        try:
            return _read(path.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError, KeyError, TypeError) as bad:
            self._tell(f"the cached graph {path} cannot be used ({bad}); it is made anew")
            return None

    def put(self, key: str, graphs: Graphs) -> None:
        """Keep a graph under its key; a folder that cannot be written is reported once."""
        if self.folder is None:
            return
        path = self._path(self.folder, key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as aside:
                try:
                    aside.write(_written(*graphs))
                    aside.close()
                    os.replace(aside.name, path)
                except OSError:
                    with suppress(OSError):
                        os.unlink(aside.name)
                    raise
        except OSError as bad:
            self._tell(f"the graph is not cached, since {path.parent} cannot be written ({bad.strerror})")
            self.folder = None

    @staticmethod
    def _path(folder: Path, key: str) -> Path:
        return folder / f"{key}.graph"


def graph_key(*parts: str) -> str:
    """The digest of everything that a graph depends on."""
    return hashlib.sha256(json.dumps([FORMAT.decode(), *parts]).encode()).hexdigest()[:40]


def _written(arrays: GraphArrays, details: GraphDetails) -> bytes:
    import numpy as np

    kept: dict[str, Any] = {each.name: getattr(arrays, each.name) for each in fields(arrays)}
    lists = {name: getattr(details, name) for name in ("results", "placings", "refusings")}
    kept |= {each.name: getattr(details, each.name) for each in fields(details) if each.name not in lists}
    kept["lists"] = np.frombuffer(json.dumps(lists).encode(), np.uint8)
    payload = io.BytesIO()
    np.savez(payload, **kept)
    body = payload.getvalue()
    return FORMAT + hashlib.sha256(body).digest() + body


def _read(data: bytes) -> Graphs:
    import numpy as np

    start = len(FORMAT) + 32
    if not data.startswith(FORMAT):
        raise ValueError("it has another format")
    if hashlib.sha256(data[start:]).digest() != data[len(FORMAT) : start]:
        raise ValueError("its checksum is wrong")
    with np.load(io.BytesIO(data[start:]), allow_pickle=False) as kept:
        arrays = GraphArrays(*(_array(kept, each.name) for each in fields(GraphArrays)))
        lists = json.loads(kept["lists"].tobytes())
        return arrays, GraphDetails(
            tuple(BetResult(*each) for each in lists["results"]),
            tuple(Placing(*each) for each in lists["placings"]),
            tuple(Refusing(*each) for each in lists["refusings"]),
            *(_array(kept, each.name) for each in fields(GraphDetails)[3:]),
        )


def _array(kept: Any, name: str) -> ndarray[Any, Any]:
    array: ndarray[Any, Any] = kept[name]
    return array
