"""Notebooks as a reader meets them: code folded under a line that says what it does, checks apart, ways to each part."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

TOP = Path(__file__).parents[1]
BOOKS = sorted((TOP / "notebooks").glob("*.ipynb"))
LONGEST = 400  # lines of words and code: a lesson, not a course


def code(book: Any) -> list[Any]:
    return [cell for cell in book.cells if cell.cell_type == "code"]


def prose(book: Any) -> str:
    return "\n\n".join(cell.source for cell in book.cells if cell.cell_type == "markdown")


@pytest.fixture(params=BOOKS, ids=lambda path: path.stem)
def book(request: pytest.FixtureRequest) -> Any:
    return nbformat.read(request.param, as_version=4)


def test_code_is_folded_under_a_line_that_says_what_it_does(book: Any) -> None:
    for cell in code(book):
        assert cell.metadata.get("jupyter", {}).get("source_hidden"), cell.source
        first = cell.source.splitlines()[0]
        assert re.fullmatch(r"# [A-Z0-9].{8,}", first), first


def test_what_the_text_says_last_is_checked_apart(book: Any) -> None:
    """Asserts with nothing but what is shown after them have a cell of their own."""
    for cell in code(book):
        body = ast.parse(cell.source).body
        if not cell.source.startswith("# Check"):
            assert not isinstance(body[-1], ast.Assert), cell.source


def test_every_part_can_be_reached_from_the_top(book: Any) -> None:
    heads = re.findall(r"^## (.+)$", prose(book), re.MULTILINE)
    if len(heads) > 1:
        top = book.cells[0].source
        for head in heads:
            assert f"[{head}](#{head.replace(' ', '-')})" in top


def test_pictures_of_the_board_are_those_of_the_lab(book: Any) -> None:
    sources = "\n".join(cell.source for cell in code(book))
    charts = "analysis.theatre" in sources  # diagrams of the summer, no board
    assert not re.search(r"matplotlib|<svg|ui\.breakout" if charts else r"bokeh|matplotlib|<svg|ui\.breakout", sources)


def test_a_notebook_is_one_lesson(book: Any) -> None:
    assert sum(len(cell.source.splitlines()) for cell in book.cells) <= LONGEST


def test_the_phases_of_june_6_have_a_picture_an_example() -> None:
    book = nbformat.read(TOP / "notebooks" / "02_d_day_phases.ipynb", as_version=4)
    parts = re.split(r"(?=## Example )", "\n".join(cell.source for cell in book.cells))
    examples = [part for part in parts if part.startswith("## Example ")]
    assert len(examples) == 4
    assert all("nl.picture(" in part for part in examples if not part.startswith("## Example 3"))
