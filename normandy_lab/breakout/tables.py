"""Reading CSV tables so that every fault names file, row and column; nothing stops at the first one.

A folder of tables is either the package's own data or one that a scenario names.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files

from normandy_lab.documents import Folder
from normandy_lab.errors import Problem, ScenarioError, nearest

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
        return value

    def whole(self, column: str, low: int = 0, high: int = 99) -> int:
        value = self.text(column)
        try:
            number = int(value)
        except ValueError:
            if value:
                self.fault(column, f'"{value}" is not a whole number', f"Give a number from {low} to {high}.")
            return low
        if not low <= number <= high:
            self.fault(column, f"{number} is out of range", f"Give a number from {low} to {high}.")
        return number

    def decimal(self, column: str) -> float:
        value = self.text(column)
        try:
            return float(value)
        except ValueError:
            if value:
                self.fault(column, f'"{value}" is not a number')
            return 0.0

    def flag(self, column: str) -> bool:
        return self.choice(column, ("0", "1")) == "1"

    def choice(self, column: str, choices: Sequence[str]) -> str:
        value = self.text(column)
        if value and value not in choices:
            self.fault(column, f'"{value}" is not known', nearest(value, choices))
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

    def rows(self, name: str, columns: Sequence[str], *, optional: bool = False) -> Iterator[Row]:
        """Each row of a CSV file as a Row; row numbers count the header as row 1."""
        text = self._text(name, optional)
        if text is None:
            return
        reader = csv.DictReader(io.StringIO(text), restkey="", restval=None)
        missing = [column for column in columns if column not in (reader.fieldnames or ())]
        if missing:
            self.faults.append(Problem(f"{name}, row 1", f"lacks the column {', '.join(missing)}"))
            return
        for fields in reader:
            line = reader.line_num
            if "" in fields or None in fields.values():
                self.faults.append(
                    Problem(
                        f"{name}, row {line}", "has not as many cells as the header", "", "Check commas and quotes."
                    )
                )
                continue
            yield Row(name, line, fields, self.faults)

    def _text(self, name: str, optional: bool) -> str | None:
        try:
            return (self.folder / name).read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            if not optional:
                self.faults.append(Problem(name, "is missing", "", f"Put it into {self.folder}."))
        except (OSError, UnicodeDecodeError) as error:
            self.faults.append(Problem(name, f"cannot be read: {error}", "", "Save it as UTF-8."))
        return None

    def unique(self, row: Row, column: str, value: object, seen: dict[object, int]) -> bool:
        """Whether the value is new in its column; the first row that has it is named otherwise."""
        if value in seen:
            row.fault(column, f'"{value}" stands already in row {seen[value]}', "Keep one of the two.")
            return False
        seen[value] = row.line
        return True

    def finish(self, name: str) -> None:
        """Raise one error with every fault found, if there was any."""
        if self.faults:
            raise ScenarioError(self.faults, name)
