"""The revision of the engine. A log says which revision decided each part of it."""

from __future__ import annotations

ENGINE = 2
"""It rises when the same command in the same state is decided differently than before.

There is one engine, the present one. What an earlier revision decided stays as it was logged and folds as it always
did. Only what the present revision decided can be decided again.
"""
