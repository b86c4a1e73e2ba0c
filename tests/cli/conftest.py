"""One command line call in this process, with what it printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from normandy_lab.cli import main


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Run ``normandy-lab`` with these words; nothing but SystemExit may leave it."""

    def run(*words: object) -> Done:
        with pytest.raises(SystemExit) as exit_:
            main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Done(int(exit_.value.code or 0), out, err)

    return run
