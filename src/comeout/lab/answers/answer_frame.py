"""Answers as tables: columns for pandas, polars and Arrow, which are imported only when asked for, and HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib import import_module
from types import ModuleType
from typing import Any

from comeout.lab.session_rules import LabError


class Frame:
    """An answer with columns. Whoever derives from it says what they are, and its main figures in a few words."""

    __slots__ = ()

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """The columns of the answer, all of one length."""
        raise NotImplementedError

    def facts(self) -> Mapping[str, str]:
        """The main figures, by what they are."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The columns as a pandas DataFrame."""
        return _library("pandas").DataFrame(dict(self.columns()))

    def to_polars(self) -> Any:
        """The columns as a polars DataFrame."""
        return _library("polars").DataFrame(dict(self.columns()))

    def to_arrow(self) -> Any:
        """The columns as an Arrow table."""
        return _library("pyarrow").table({name: list(values) for name, values in self.columns().items()})

    def _repr_html_(self) -> str:
        """The main figures as a notebook shows them."""
        rows = "".join(
            f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:right">{escape(value)}</td></tr>'
            for name, value in self.facts().items()
        )
        return f"<table>{rows}</table>"


def _library(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise LabError(f"this needs {name}, which is not installed: pip install {name}") from None
