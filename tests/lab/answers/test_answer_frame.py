"""Answers as tables for other libraries, and as HTML."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from comeout.lab.answers.answer_frame import Frame
from comeout.lab.session_rules import LabError


class Two(Frame):
    def columns(self) -> Mapping[str, Sequence[Any]]:
        return {"a": [1, 2], "b": ["x", "y"]}

    def facts(self) -> Mapping[str, str]:
        return {"a < b": "1 & 2"}


@pytest.mark.parametrize(
    ("method", "library", "maker"),
    [
        ("to_pandas", "pandas", "DataFrame"),
        ("to_polars", "polars", "DataFrame"),
        ("to_arrow", "pyarrow", "table"),
    ],
)
def test_columns_are_handed_to_the_library_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, method: str, library: str, maker: str
) -> None:
    stand_in: Any = SimpleNamespace(**{maker: lambda columns: ("made of", columns)})
    monkeypatch.setitem(sys.modules, library, stand_in)
    assert getattr(Two(), method)() == ("made of", {"a": [1, 2], "b": ["x", "y"]})


def test_a_library_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(LabError, match="pip install polars"):
        Two().to_polars()


def test_a_notebook_shows_the_main_figures() -> None:
    assert "a &lt; b" in Two()._repr_html_()
    assert "1 &amp; 2" in Two()._repr_html_()
