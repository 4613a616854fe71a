"""How hard the property tests try: `make test` is brisk, `make soak` patient."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "default", max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=_QUIET
)
settings.register_profile(
    "soak", max_examples=3000, stateful_step_count=80, deadline=None, suppress_health_check=_QUIET
)
settings.load_profile(os.getenv("HYPOTHESIS_PROFILE", "default"))
