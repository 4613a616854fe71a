"""Converts records to plain data, for --json on the command line and for evidence packs."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

from comeout.rules.conformance import Conforming


def plain_data(value: Any) -> Any:
    """Convert records to objects and fractions to text, recursively. Fields only for comparing books are left out."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = (field.name for field in dataclasses.fields(value) if field.name != "short")
        return {name: plain_data(getattr(value, name)) for name in fields}
    if isinstance(value, dict):
        return {key: plain_data(each) for key, each in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain_data(each) for each in value]
    return str(value) if isinstance(value, Fraction) else value


def clause_data(each: Conforming) -> dict[str, Any]:
    """Return a clause as plain data: where it is implemented, and what it lacks."""
    return {**plain_data(each.row), "lives": list(each.places), "missing": each.missing}
