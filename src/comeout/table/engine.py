"""Which revision of the engine this is: a log says by which of them each part of it was decided."""

from __future__ import annotations

ENGINE = 2
"""It rises when the same command in the same state is decided otherwise than before.

There is one engine, the present one. What an earlier revision decided stands as it was logged and folds as it always
did; only what the present revision decided can be decided again.
"""
