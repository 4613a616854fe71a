"""Extras: what is not installed is said in one line, with what to install."""

from __future__ import annotations

import pytest

from comeout import extras
from comeout.extras import LIBRARIES, MissingExtra, missing_extra, needs


def test_an_extra_that_is_installed_asks_for_nothing() -> None:
    for extra in LIBRARIES:
        needs(extra, "a test")


def test_a_missing_library_is_named_with_the_part_and_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda library: None if library == "nats" else library)
    needs("serve", "comeout serve")
    with pytest.raises(MissingExtra) as bad:
        needs("cluster", "a cluster")
    assert bad.value.says == "a cluster needs nats, which is not installed: pip install 'comeout[cluster]'"
    assert bad.value.name == "nats"


@pytest.mark.parametrize(
    ("library", "extra"), [("msgspec", "log"), ("websockets.sync", "client"), ("typer", "cli"), ("psycopg", "cluster")]
)
def test_a_failed_import_is_told_with_the_smallest_extra_that_has_the_library(library: str, extra: str) -> None:
    found = missing_extra(ModuleNotFoundError(name=library))
    assert found is not None
    assert found.says.endswith(f"pip install 'comeout[{extra}]'")


def test_a_failed_import_of_something_else_is_no_missing_extra() -> None:
    assert missing_extra(ModuleNotFoundError(name="comeout.nowhere")) is None
    assert missing_extra(ModuleNotFoundError()) is None


def test_what_was_already_said_is_said_the_same() -> None:
    said = MissingExtra("cli", "rich", "the command line")
    assert missing_extra(said) is said
