"""Writes the evidence pack of a book: one folder that a regulator or a test lab can file, check and reproduce to the
byte.

`pack` is pure: the same book and the same version of Comeout give the same bytes, wherever and whenever.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from tempfile import TemporaryDirectory

from comeout import __version__
from comeout.errors import ComeoutError
from comeout.exact.figures import figure_row
from comeout.plain_data import clause_data, plain_data
from comeout.review.evidence_facts import Evidence, gather
from comeout.review.evidence_page import PackedFile, page
from comeout.rules.conformance import counts
from comeout.rules.layout import Layout
from comeout.rules.library import open_book

MANIFEST = "manifest.json"


class PackError(ComeoutError, OSError):
    """The folder is not one that a pack may be written into."""


def pack(book: str | Path | Layout) -> dict[str, bytes]:
    """Return the files of a book's pack by name."""
    return files_of(gather(open_book(book)))


def files_of(evidence: Evidence) -> dict[str, bytes]:
    """Return the gathered evidence as files by name. The manifest, which lists all others, comes last."""
    files = _data_files(evidence)
    files["index.html"] = page(evidence, __version__, _described(files)).encode()
    files[MANIFEST] = _json(_manifest(evidence, files))
    return files


def write_pack(book: str | Path | Layout, directory: Path) -> tuple[str, ...]:
    """Write the pack of a book into a new folder, an empty one, or over an earlier pack; returns the files written."""
    earlier = _earlier_pack(directory)
    files = pack(book)
    _write(files, directory)
    for name in earlier.difference(files):
        (directory / name).unlink()
    return tuple(files)


def _write(files: dict[str, bytes], directory: Path) -> None:
    """Write all files to a temporary folder, then move them into place, so that a failure leaves no partial file."""
    directory.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".writing-", dir=directory) as aside:
        for name, content in files.items():
            (Path(aside) / name).write_bytes(content)
        for name in files:
            (Path(aside) / name).replace(directory / name)


def _earlier_pack(directory: Path) -> frozenset[str]:
    """Return the files of the pack that is already there; raise PackError if the folder holds anything else."""
    if not directory.exists():
        return frozenset()
    if not directory.is_dir():
        raise PackError(f"{directory} is a file; name a folder for the pack")
    there = {entry.name for entry in directory.iterdir()}
    strangers = sorted(there - _named_in(directory / MANIFEST))
    if strangers:
        more = f" and {len(strangers) - 1} more" if len(strangers) > 1 else ""
        raise PackError(f"{directory} holds {strangers[0]}{more}, which is no part of a pack; name another folder")
    return frozenset(there)


def _named_in(manifest: Path) -> set[str]:
    """Return the files that a manifest lists, and the manifest itself; none if it is not the manifest of a pack."""
    try:
        told = json.loads(manifest.read_text(encoding="utf-8"))
        return {MANIFEST, *told["files"]} if "comeout" in told else set()
    except (OSError, ValueError, KeyError, TypeError):
        return set()


# ------------------------------------------------------------------ what the files hold


def _data_files(evidence: Evidence) -> dict[str, bytes]:
    """Return the machine-readable files: the same data that the command line prints with --json."""
    layout = evidence.layout
    findings = [{**plain_data(finding), "file": "book.toml"} for finding in evidence.findings]
    return {
        "book.toml": layout.text.encode(),
        "felt.svg": evidence.felt.encode(),
        "rules.json": _json({**plain_data(evidence.book), "wagers": evidence.wagers}),
        "clauses.json": _json(
            {
                "book": layout.id,
                "counts": counts(evidence.clauses),
                "clauses": [clause_data(each) for each in evidence.clauses],
                "readings": evidence.readings,
            }
        ),
        "figures.json": _json({"book": layout.id, "bets": [figure_row(each) for each in evidence.figures]}),
        "hand.json": _json({"book": layout.id, **plain_data(evidence.hand)}),
        "lint.json": _json({"book": layout.id, "findings": findings}),
        "examples.json": _json(evidence.examples),
    }


def _manifest(evidence: Evidence, files: dict[str, bytes]) -> dict[str, object]:
    book = evidence.book
    return {
        "book": book.id,
        "title": book.title,
        "revision": book.revision,
        "digest": book.digest,
        "higher_payouts": evidence.payouts,
        "comeout": __version__,
        "files": {each.name: {"sha256": each.sha256, "bytes": each.size} for each in _described(files)},
    }


def _described(files: dict[str, bytes]) -> tuple[PackedFile, ...]:
    return tuple(PackedFile(name, len(content), hashlib.sha256(content).hexdigest()) for name, content in files.items())


def _json(document: object) -> bytes:
    return (json.dumps(document, indent=2, ensure_ascii=False, default=plain_data) + "\n").encode()
