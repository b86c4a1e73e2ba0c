"""What all tests share: a steady hypothesis, and the order in which they run."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# Machines differ and two workers share a core: no deadlines. The same examples in every run, so that a red run can be repeated.
settings.register_profile(
    "normandy", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", parent=settings.get_profile("normandy"), derandomize=False, max_examples=1000)
settings.load_profile(os.environ.get("NORMANDY_HYPOTHESIS", "normandy"))

BROWSER = "tests/browser/"
QUICKSTART = "notebooks/00_quickstart.ipynb"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Lint first; near the end one worker takes all browsers, while the others do what is slow. Cells carry no marks."""
    for item in items:
        if item.nodeid.startswith(QUICKSTART):
            item.add_marker("smoke")
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    if item.name.startswith("test_checks_pass"):
        return 0
    return 2 if item.nodeid.startswith(BROWSER) else 3 if item.get_closest_marker("slow") else 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With several workers the cells of a notebook stay with one of them, and so do all browser tests.

    pytest-xdist has marks for this (``--dist loadgroup``), but its 3.8 does not see them under pytest 9.2.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            if nodeid.startswith(BROWSER):
                return BROWSER
            file = nodeid.partition("::")[0]
            return file if file.endswith((".ipynb", "test_wheel.py")) else nodeid

    return Scheduling(config, log)
