"""A no of the house's own, beyond what the book says."""

from __future__ import annotations

from typing import NamedTuple


class No(NamedTuple):
    """Why the house will not have something."""

    reason: str
    says: str
    clause: str = ""
