"""What all tests share: a steady hypothesis."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# Machines differ and two workers share a core: no deadlines. The same examples in every run, so that a red run can be repeated.
settings.register_profile(
    "normandy", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", parent=settings.get_profile("normandy"), derandomize=False, max_examples=1000)
settings.load_profile(os.environ.get("NORMANDY_HYPOTHESIS", "normandy"))
