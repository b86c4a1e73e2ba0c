"""The wheel, built and installed into an environment of its own in another folder, does what the checkout does."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import time
import venv
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
RUN = ["run", "d_day", "--until", "amphibious", "--seed", "1"]


def output(command: list[str], cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``python -m build`` as it stands, but with the tools that are here: an sdist, and from it the wheel."""
    folder = tmp_path_factory.mktemp("dist")
    output([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(TOP)], folder)
    return folder


class Installed:
    """An environment with the wheel; everything else comes from the environment of the tests, so nothing is downloaded."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.folder, self.home = folder / "elsewhere", folder / "env"
        self.folder.mkdir()
        venv.create(self.home, with_pip=False)
        place = {"base": str(self.home), "platbase": str(self.home)}
        self.packages = Path(sysconfig.get_path("purelib", vars=place))
        self.bin = Path(sysconfig.get_path("scripts", vars=place))
        self.python = str(self.bin / Path(sys.executable).name)
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "--no-deps", "--no-index", str(wheel)]
        output([*pip, "--disable-pip-version-check"], folder)
        (self.packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
        shared = Path(sys.prefix) / "share" / "jupyter"
        self.environment = {
            "JUPYTERLAB_DIR": str(shared / "lab"), "JUPYTER_PATH": str(shared), "JUPYTER_RUNTIME_DIR": str(folder / "run"),
            "PYTHONPATH": "", "PYTHONUNBUFFERED": "1",
        }  # fmt: skip

    def line(self, *words: str) -> list[str]:
        return [str(self.bin / "normandy-lab"), *words]

    def say(self, *words: str) -> str:
        return output(self.line(*words), self.folder, **self.environment)

    def open_lab(self, *words: str) -> str:
        """Start the lab, wait until its server has an address, stop it; what was printed."""
        with subprocess.Popen(
            self.line("lab", *words, "--no-browser"),
            cwd=self.folder, env=os.environ | self.environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        ) as server:  # fmt: skip
            said, end = [], time.monotonic() + 60
            for line in server.stdout:
                said.append(line)
                if "is running at" in line or time.monotonic() > end:
                    break
            os.killpg(server.pid, signal.SIGKILL)
        return "".join(said)


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    (wheel,) = built.glob("*.whl")
    return Installed(wheel, tmp_path_factory.mktemp("wheel"))


def test_source_and_wheel_are_built(built: Path) -> None:
    assert [path.suffix for path in sorted(built.iterdir())] == [".whl", ".gz"]


def test_the_package_is_the_wheels(installed: Installed) -> None:
    where = [installed.python, "-c", "import normandy_lab; print(normandy_lab.__file__)"]
    found = Path(output(where, installed.folder, **installed.environment).strip())
    assert found.is_relative_to(installed.packages)


@pytest.mark.parametrize("words", [RUN, ["scenarios", "--json"], ["supply", "d_day", "--side", "allied", "--json"]])
def test_commands_print_the_same_as_in_the_checkout(installed: Installed, words: list[str]) -> None:
    here = output([sys.executable, "-m", "normandy_lab", *words], TOP)
    assert len(here.splitlines()) > 20
    assert installed.say(*words) == here


def test_types_are_shipped(installed: Installed) -> None:
    """PEP 561: without the mark a type checker takes nothing of the package."""
    assert (installed.packages / "normandy_lab" / "py.typed").is_file()


def test_scenarios_of_the_wheel_can_be_extended_by_a_file(installed: Installed) -> None:
    path = installed.folder / "what_if.toml"
    path.write_text('name = "what_if"\nextends = "d_day"\nunits."GE-6FS" = {at = "Carentan"}\n', "utf-8")
    assert installed.say("validate", path.name) == "1 of 1 files can be played\n"
    assert "what_if" in installed.say("describe", path.name)


def test_coverage_needs_the_checkout(installed: Installed) -> None:
    line = installed.line("rules", "9.2D", "--coverage")
    done = subprocess.run(
        line, cwd=installed.folder, env=os.environ | installed.environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "checkout" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_the_lab_copies_notebooks_and_keeps_changes(installed: Installed) -> None:
    shipped = {path.name: path.read_bytes() for path in (TOP / "notebooks").glob("*.ipynb")}
    first = installed.open_lab()
    mine = installed.folder / "normandy-lab"
    assert {path.name: path.read_bytes() for path in mine.glob("*.ipynb")} == shipped
    assert f"{mine}: {len(shipped)} written, 0 changed by you" in first
    assert re.search(r"is running at:?\s", first), first
    quickstart, other = mine / "00_quickstart.ipynb", mine / "02_d_day_phases.ipynb"
    record = json.loads((mine / ".normandy-lab.json").read_text("utf-8"))
    # As if an older version had shipped both: one was changed since, one was not.
    older = b"an older version"
    other.write_bytes(older)
    for path in (quickstart, other):
        record[path.name] = hashlib.sha256(older).hexdigest()
    (mine / ".normandy-lab.json").write_text(json.dumps(record), "utf-8")
    quickstart.write_bytes(b"my own")
    second = installed.open_lab("normandy-lab")
    assert "1 written, 1 changed by you and kept" in second
    assert "00_quickstart.new.ipynb" in second
    assert quickstart.read_bytes() == b"my own"
    assert other.read_bytes() == shipped[other.name]
    assert (mine / "00_quickstart.new.ipynb").read_bytes() == shipped[quickstart.name]
