"""The project itself: its lists agree, its README is true, its layers hold, its files stay readable."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
import yaml

TOP = Path(__file__).parents[1]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
OURS = ("normandy_lab", "tests", "tools", "benchmarks", "notebooks", "scenarios", "docs", ".ci")
CONDA_NAMES = {"python-build": "build"}  # what conda-forge calls otherwise than PyPI
TEXTS = {".py", ".md", ".toml", ".yml", ".yaml", ".ipynb", ".csv", ".json", ".geojson", ".txt", ""}


def files(*folders: str, suffixes: set[str]) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((TOP / folder).rglob("*")):
            if (
                path.is_file()
                and path.suffix in suffixes
                and not {"__pycache__", ".ipynb_checkpoints"} & set(path.parts)
            ):
                yield path


def name_and_bounds(requirement: str) -> tuple[str, frozenset[str]]:
    name, bounds = re.fullmatch(r"([A-Za-z0-9_.-]+)(.*)", requirement).groups()
    name = name.lower().replace("_", "-")
    return CONDA_NAMES.get(name, name), frozenset(bounds.split(","))


def test_conda_environment_equals_pyproject() -> None:
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]]
    listed = yaml.safe_load((TOP / "environment.yml").read_text("utf-8"))["dependencies"]
    python = f"python{PROJECT['requires-python']}"
    assert listed[:2] == [python, "pip"]
    by_pip = listed.pop()["pip"]  # what conda-forge lacks
    assert sorted(map(name_and_bounds, listed[2:] + by_pip)) == sorted(map(name_and_bounds, wanted))


@pytest.mark.parametrize("requirement", chain(PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()))
def test_every_dependency_has_both_bounds(requirement: str) -> None:
    _, bounds = name_and_bounds(requirement)
    assert sorted(bound[0] for bound in bounds) == ["<", ">"], requirement


def test_the_lowest_versions_are_the_bounds_of_pyproject() -> None:
    done = subprocess.run(
        [sys.executable, ".ci/versions.py", "lowest"], cwd=TOP, capture_output=True, text=True, check=True
    )
    lowest = dict(line.split("==") for line in done.stdout.split())
    listed = {*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]}
    assert {f"{name}>={bound}" for name, bound in lowest.items()} <= {each.partition(",")[0] for each in listed}
    assert {each.partition(">=")[0] for each in PROJECT["dependencies"]} <= set(lowest)
    assert not any("stubs" in name or name.startswith("types-") for name in lowest)


@pytest.mark.parametrize(("mark", "needed"), [("lab", "normandy-lab lab"), ("test", "-m pytest -n logical")])
def test_readme_has_its_two_commands(mark: str, needed: str) -> None:
    text = (TOP / "README.md").read_text("utf-8")
    (command,) = re.findall(rf"<!-- command: {mark} -->\n```sh\n([^\n]+)\n```", text)
    assert command.startswith("python3 -m venv")
    assert command.endswith(needed), "the continuous integration appends options to it"
    assert command.count(" && ") == 2, "the continuous integration runs the last part by itself"


def test_readme_links_and_pictures_exist() -> None:
    for name in ("README.md", "CONTRIBUTING.md", "docs/architecture.md"):
        page = TOP / name
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
            assert target.startswith("http") or (page.parent / target).exists(), f"{name} points at {target}"


@pytest.mark.smoke
def test_readme_python_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # it writes a page
    (block,) = re.findall(r"```python\n(.*?)```", (TOP / "README.md").read_text("utf-8"), re.DOTALL)
    game: dict[str, object] = {}
    exec(compile(block.replace('nl.Lab("d_day")', 'game.why_not("pass")'), "README.md", "exec"), game)  # noqa: S102


def test_readme_names_only_commands_that_exist() -> None:
    from normandy_lab.cli import app

    known = {command.name or command.callback.__name__ for command in app.registered_commands}
    known |= {group.name for group in app.registered_groups}
    shown = set(re.findall(r"^normandy-lab (\w+)", (TOP / "README.md").read_text("utf-8"), re.MULTILINE))
    assert shown <= known
    assert known <= shown | {"lab"}


@pytest.mark.parametrize(
    "command",
    [["ruff", "check", "."], ["mypy"], ["importlinter.cli", "lint"]],
    ids=["ruff", "mypy", "layers"],
)
def test_checks_pass(command: list[str]) -> None:
    if command[0] == "importlinter.cli":  # it has no __main__
        line = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]
    else:
        line = [sys.executable, "-m", *command]
    done = subprocess.run(line, cwd=TOP, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.parametrize(
    ("page", "entry", "letter"),
    [
        ("interpretations.md", r"^### I-(\d+) · ", "I"),
        ("beach_rules.md", r"^- \*\*B-(\d+)\*\* ", "B"),
        ("theatre_rules.md", r"^- \*\*T-(\d+)\*\* ", "T"),
    ],
)
def test_readings_are_numbered_and_every_cited_one_exists(page: str, entry: str, letter: str) -> None:
    listed = re.findall(entry, (TOP / "docs" / page).read_text("utf-8"), re.MULTILINE)
    assert listed == [str(number) for number in range(1, len(listed) + 1)]
    cited = {
        number
        for path in files("normandy_lab", "tests", suffixes={".py"})
        for number in re.findall(rf"(?<![\w-]){letter}-(\d+)\b", path.read_text("utf-8"))
    }
    assert cited
    assert cited <= set(listed)


def test_every_reading_is_tested() -> None:
    listed = re.findall(r"^### I-(\d+) · ", (TOP / "docs" / "interpretations.md").read_text("utf-8"), re.MULTILINE)
    marked = {
        number
        for path in files("tests", suffixes={".py"})
        for marks in re.findall(r"mark\.rule\(([^)]*)\)", path.read_text("utf-8"))
        for number in re.findall(r'"I-(\d+)"', marks)
    }
    assert [f"I-{number}" for number in listed if number not in marked] == []


def test_the_core_stays_small() -> None:
    assert (
        sum(len(path.read_text("utf-8").splitlines()) for path in (TOP / "normandy_lab" / "core").glob("*.py")) < 1000
    )


def test_no_file_over_500_lines() -> None:
    long = {
        path.name: count
        for path in files(*OURS, suffixes={".py"})
        if (count := path.read_text("utf-8").count("\n")) > 500
    }
    assert long == {}


def test_no_paths_of_one_machine() -> None:
    here = r"(?<![\w.:/-])/(?:home|root|Users|mnt|tm[p]|wor[k])/[\w.]"
    texts = [*files(*OURS, suffixes=TEXTS), *(path for path in TOP.iterdir() if path.is_file() and path.name != ".git")]
    found = {
        str(path.relative_to(TOP)): match.group()
        for path in texts
        if (match := re.search(here, path.read_text("utf-8", errors="ignore")))
    }
    assert found == {}


def test_notebooks_are_saved_without_outputs() -> None:
    import nbformat

    for path in (TOP / "notebooks").glob("*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        assert notebook.metadata.kernelspec.name == "python3", path.name
        for cell in notebook.cells:
            if cell.cell_type == "code":
                assert cell.outputs == [], path.name
                assert cell.execution_count is None, path.name


@pytest.mark.smoke
def test_importing_the_library_is_light() -> None:
    heavy = ["pandas", "bokeh", "ipywidgets", "networkx", "numpy"]
    code = f"import sys, normandy_lab; print(sorted(set({heavy}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
