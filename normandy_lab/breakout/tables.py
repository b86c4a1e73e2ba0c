"""Reading CSV tables so that every fault names file, row and column; nothing stops at the first one.

A folder of tables is either the package's own data or one that a scenario names.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from normandy_lab.errors import LONGEST, Problem, ScenarioError, cut, nearest
from normandy_lab.text_files import Folder, UnreadableError, decimal_of, kind_of, text_of, whole_of

CELL = 5_000  # characters of a cell; sources are told in a few hundred
SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "bars", "sep=": "a line about separators, and not commas,"}
PROVENANCES = ("rulebook", "public", "reconstructed")


def data_folder() -> Folder:
    """The package's own tables and drawing data."""
    return files("normandy_lab") / "data" / "breakout"


class Row:
    """One row of a table; the accessors note a fault and return a harmless value."""

    def __init__(self, file: str, line: int, fields: Mapping[str, str], faults: list[Problem]) -> None:
        self.file, self.line, self.fields, self.faults = file, line, fields, faults

    def fault(self, column: str, text: str, fix: str = "") -> None:
        self.faults.append(Problem(f"{self.file}, row {self.line}, column {column}", text, "", fix))

    def text(self, column: str, *, empty: bool = False) -> str:
        value = self.fields.get(column, "").strip()
        if not value and not empty:
            self.fault(column, "is empty", "Give a value.")
        if len(value) > CELL:
            self.fault(column, f'"{cut(value, LONGEST)}" has {len(value)} characters', f"Give at most {CELL}.")
            return value[:CELL]
        return value

    def whole(self, column: str, low: int = 0, high: int = 99) -> int:
        value = self.text(column)
        number = whole_of(value)
        if number is None:
            if value:
                self.fault(
                    column, f'"{cut(value, LONGEST)}" is not a whole number', f"Give a number from {low} to {high}."
                )
            return low
        if not low <= number <= high:
            self.fault(column, f"{number} is out of range", f"Give a number from {low} to {high}.")
        return number

    def decimal(self, column: str, low: float, high: float) -> float:
        value = self.text(column)
        number = decimal_of(value)
        if number is None:
            if value:
                fix = f"Give a number from {low:g} to {high:g}, with a point, such as 49.25."
                self.fault(column, f'"{cut(value, LONGEST)}" is not a number', fix)
            return low
        if not low <= number <= high:
            self.fault(column, f"{value} is out of range", f"Give a number from {low:g} to {high:g}.")
        return number

    def flag(self, column: str) -> bool:
        return self.choice(column, ("0", "1")) == "1"

    def choice(self, column: str, choices: Sequence[str]) -> str:
        value = self.text(column)
        if value and value not in choices:
            self.fault(column, f'"{cut(value, LONGEST)}" is not known', nearest(value, choices))
            return choices[0]
        return value or choices[0]

    def words(self, column: str) -> tuple[str, ...]:
        return tuple(self.text(column, empty=True).split())

    def provenance(self, column: str = "provenance") -> str:
        return self.choice(column, PROVENANCES)


class Reader:
    """Reads tables of one folder and collects the faults of all of them."""

    def __init__(self, folder: Folder | None = None) -> None:
        self.folder: Folder = data_folder() if folder is None else folder
        self.faults: list[Problem] = []
        self.broken: list[Problem] = []  # files that could not be read at all: what follows from them is not told

    def rows(self, name: str, columns: Sequence[str], *, optional: bool = False) -> Iterator[Row]:
        """Each row of a CSV file as a Row; row numbers count the header as row 1."""
        text = self._text(name, optional)
        if text is None:
            return
        try:
            yield from self._read(name, columns, csv.DictReader(io.StringIO(text), restval=None))
        except csv.Error as error:  # a cell without end, mostly a quote that is never closed
            fix = f"Give cells of at most {CELL} characters, and close every quote."
            self.broken.append(Problem(name, f"is no table: {error}", "", fix))

    def _read(self, name: str, columns: Sequence[str], reader: csv.DictReader[str]) -> Iterator[Row]:
        header = [column.strip() for column in reader.fieldnames or ()]
        if fault := _header_fault(header, columns):
            self.broken.append(Problem(f"{name}, row 1", fault[0], "", fault[1]))
            return
        reader.fieldnames = header
        for fields in reader:
            line = reader.line_num
            if not any(map(_filled, fields.values())):
                continue  # spreadsheets leave rows of commas behind
            if None in fields or None in fields.values():
                self.faults.append(
                    Problem(
                        f"{name}, row {line}", "has not as many cells as the header", "", "Check commas and quotes."
                    )
                )
                continue
            yield Row(name, line, fields, self.faults)

    def _text(self, name: str, optional: bool) -> str | None:
        path = self.folder / name
        if not (kind_of(path) if isinstance(path, Path) else path.is_file()):
            if not optional:
                self.broken.append(Problem(name, "is missing", "", f"Put it into {self.folder}."))
            return None
        try:
            return text_of(path)
        except UnreadableError as error:
            self.broken.append(Problem(name, error.text, "", error.fix))
            return None

    def unique(self, row: Row, column: str, value: object, seen: dict[object, int]) -> bool:
        """Whether the value is new in its column; the first row that has it is named otherwise."""
        if value in seen:
            row.fault(column, f'"{value}" stands already in row {seen[value]}', "Keep one of the two.")
            return False
        seen[value] = row.line
        return True

    def finish(self, name: str) -> None:
        """Raise one error with every fault found, if there was any; where a file is broken, with that alone."""
        if self.broken or self.faults:
            raise ScenarioError(self.broken or self.faults, name)


def _filled(cell: object) -> bool:
    return bool(cell.strip()) if isinstance(cell, str) else bool(cell)


def _header_fault(header: Sequence[str], columns: Sequence[str]) -> tuple[str, str] | None:
    """What is wrong with the first row of a table, and what mends it."""
    missing = [column for column in columns if column not in header]
    for char, what in SEPARATORS.items():
        if missing and len(header) < len(columns) and any(char in cell for cell in header):
            return f"has {what} between its cells", "Save it with commas."
    if missing:
        others = ", ".join(column for column in header if column not in columns)
        return f"lacks the column {', '.join(missing)}", f"Add it{f'; it has {others}' if others else ''}."
    twice = sorted({column for column in header if header.count(column) > 1 and column})
    if twice:
        return f"has the column {', '.join(twice)} twice", "Remove one of the two."
    return None
