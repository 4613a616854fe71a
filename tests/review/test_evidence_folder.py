"""The folder that an evidence pack is written to."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from comeout.review.evidence import MANIFEST, PackError, write_pack
from comeout.rules.layout import Layout
from comeout.rules.library import load_book
from tests.kit.packs import FILES, SMALL, packed


def content_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Layout:
    """A layout whose pack is at hand."""
    monkeypatch.setattr("comeout.review.evidence.pack", lambda layout: dict(packed(layout.id)))
    return load_book(SMALL)


def test_a_pack_is_written_into_a_new_folder_or_an_empty_one(quick: Layout, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "a" / "b", tmp_path / "empty"):
        assert write_pack(quick, folder) == tuple(FILES)
        assert content_of(folder) == packed(SMALL)


def test_an_earlier_pack_is_overwritten_and_leaves_nothing_behind(quick: Layout, tmp_path: Path) -> None:
    earlier = {"comeout": "0.0.1", "files": {"book.toml": {}, "odds.json": {}}}
    (tmp_path / MANIFEST).write_text(json.dumps(earlier), encoding="utf-8")
    (tmp_path / "odds.json").write_text("{}", encoding="utf-8")
    write_pack(quick, tmp_path)
    assert content_of(tmp_path) == packed(SMALL)
    write_pack(quick, tmp_path)
    assert content_of(tmp_path) == packed(SMALL)


@pytest.mark.parametrize(
    ("there", "told"),
    [
        ({"book.toml": "mine"}, "holds book.toml, which is no part of a pack; name another folder"),
        ({"thesis.txt": "mine", "a.txt": "mine"}, "holds a.txt and 1 more, which is no part of a pack"),
        ({MANIFEST: '{"files": {"a.txt": 1}}', "a.txt": "mine"}, "holds a.txt and 1 more"),
        ({MANIFEST: "not JSON"}, "holds manifest.json, which"),
        ({MANIFEST: '["comeout"]'}, "holds manifest.json, which"),
        ({MANIFEST: '{"comeout": "0.1.0"}'}, "holds manifest.json, which"),
        ({MANIFEST: '{"comeout": "0.1.0", "files": {}}', "a.txt": "mine"}, "holds a.txt, which"),
    ],
)
def test_a_folder_with_anything_else_in_it_is_left_alone(
    there: dict[str, str], told: str, quick: Layout, tmp_path: Path
) -> None:
    for name, text in there.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(PackError, match=re.escape(told)):
        write_pack(quick, tmp_path)
    assert content_of(tmp_path) == {name: text.encode() for name, text in there.items()}


def test_a_file_is_no_folder(quick: Layout, tmp_path: Path) -> None:
    path = tmp_path / "pack"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(PackError, match="is a file; name a folder for the pack"):
        write_pack(quick, path)


def test_a_full_disk_leaves_the_earlier_pack_whole_and_nothing_beside_it(
    quick: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_pack(quick, tmp_path)
    before = content_of(tmp_path)
    write = Path.write_bytes

    def until_full(path: Path, data: bytes) -> int:
        if path.name == "figures.json":
            raise OSError(28, "No space left on device", str(path))
        return write(path, b"newer" + data)

    monkeypatch.setattr(Path, "write_bytes", until_full)
    with pytest.raises(OSError, match="No space left"):
        write_pack(quick, tmp_path)
    assert content_of(tmp_path) == before
