"""Which versions the smoke tests run on: the lowest packages that pyproject.toml allows, and the Pythons at hand.

``versions.py lowest`` prints the lower bounds as requirements and ``versions.py plain`` the same packages within their
bounds; ``versions.py oldest`` and ``versions.py newest`` print the path of an interpreter. It needs nothing but the standard library, for it runs before anything is installed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
PROBE = "import sys, ensurepip, venv; print(*sys.version_info[:3], sys.version_info.releaselevel)"
SHIPPED = "Programming Language :: Python :: "


class Python(NamedTuple):
    """An interpreter that can make environments."""

    version: tuple[int, int, int]
    path: str


def run(requirements: Iterable[str]) -> list[str]:
    """The requirements without stubs, which only the type checker reads.

    >>> run(["bokeh>=3.8,<4", "types-tqdm>=4.66,<5", "pandas-stubs>=2.2.3,<4"])
    ['bokeh>=3.8,<4']
    """
    return [each for each in requirements if not re.match(r"types-|[\w-]+-stubs\b", each)]


def lowest(requirements: Iterable[str]) -> list[str]:
    """Each requirement at its lower bound.

    >>> lowest(["bokeh>=3.8,<4"])
    ['bokeh==3.8']
    """
    return [re.sub(r">=([\w.]+),.*", r"==\1", each) for each in requirements]


def promised(classifiers: Iterable[str]) -> list[tuple[int, int]]:
    """The versions of Python that the project names.

    >>> promised(["Programming Language :: Python :: 3.11", "Typing :: Typed"])
    [(3, 11)]
    """
    names = [each.removeprefix(SHIPPED) for each in classifiers if each.startswith(SHIPPED)]
    return [(int(major), int(minor)) for major, _, minor in (name.partition(".") for name in names)]


def candidates() -> Iterator[Path]:
    """Everything on the path, and in pyenv's folder, that is called as Python is."""
    for folder in map(Path, os.environ.get("PATH", "").split(os.pathsep)):
        yield from folder.glob("python3")
        yield from folder.glob("python3.[0-9]*")
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from pyenv.glob("versions/*/bin/python3")


def at_hand(paths: Iterable[Path]) -> list[Python]:
    """The interpreters that run, are no preview, and can make environments; oldest first."""
    found: dict[tuple[int, int, int], Python] = {}
    for path in paths:
        if not re.fullmatch(r"python3(\.\d+)?", path.name):
            continue
        done = subprocess.run([path, "-c", PROBE], capture_output=True, text=True, check=False)
        words = done.stdout.split()
        if done.returncode == 0 and len(words) == 4 and words[3] == "final":
            version = (int(words[0]), int(words[1]), int(words[2]))
            found.setdefault(version, Python(version, str(path)))
    return sorted(found.values())


def main(arguments: Sequence[str]) -> None:
    """Print what is asked for."""
    (what,) = arguments
    needed = run([*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]])
    if what in ("lowest", "plain"):
        print(*(lowest(needed) if what == "lowest" else needed), sep="\n")
        return
    versions = promised(PROJECT["classifiers"])
    pythons = [python for python in at_hand(candidates()) if python.version[:2] >= min(versions)]
    if what == "oldest":  # one for which the old packages were built
        pythons = [python for python in pythons if python.version[:2] in versions][:1]
    print(*(python.path for python in pythons[-1:]))


if __name__ == "__main__":
    main(sys.argv[1:])
