"""What all tests share: a steady hypothesis, and the order in which they run."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# Machines differ and two workers share a core: no deadlines. The same examples in every run, so that a red run can be repeated.
settings.register_profile(
    "normandy", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", parent=settings.get_profile("normandy"), derandomize=False, max_examples=1000)
settings.load_profile(os.environ.get("NORMANDY_HYPOTHESIS", "normandy"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Lint first, browsers last; with several workers each notebook, and all browser tests, stay with one of them."""
    for item in items:
        if item.path.suffix == ".ipynb":
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
        elif item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.xdist_group("browser"))
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    if item.name.startswith("test_checks_pass"):
        return 0
    return 3 if item.get_closest_marker("browser") else 2 if item.get_closest_marker("slow") else 1
