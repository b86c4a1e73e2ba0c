"""The charts as tables of named cells, read from the data file, and with cells of one's own in their place."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from normandy_lab.errors import NormandyError, nearest
from normandy_lab.theatre.setting import MISSIONS, NO_RESULT, WEATHER, Charts, Column, Kind, Readings

Cell = int | str
PRINTED = {"F": "fair", "OV1": "overcast_1", "OV2": "overcast_2", "ST": "storm", "-": "-"}
# A dash, which June 7 alone has, is nothing that anybody writes.
CODES = {"fair": 0, "overcast_1": 1, "overcast_2": 2, "storm": 3, "-": NO_RESULT}
HIT = ("-", "D")
FACES = ("1", "2", "3", "4", "5", "6")
NAMES = {"interdiction": "interdict", "air bombardment": "bomb", "strategic interdiction": "strategic"}


class Table(NamedTuple):
    """One chart: rows and columns by their labels, and which values a cell may have."""

    rule: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    allowed: tuple[Cell, ...] | range

    def at(self, row: str, column: str) -> Cell:
        return self.cells[self.rows.index(row)][self.columns.index(column)]

    def column(self, name: str) -> tuple[Any, ...]:
        return tuple(row[self.columns.index(name)] for row in self.cells)


@lru_cache(maxsize=1)
def source() -> Mapping[str, Any]:
    """The data file as it is."""
    return tomllib.loads((files("normandy_lab") / "data" / "theatre" / "campaign_charts.toml").read_text("utf-8"))


def _across(rule: str, rows: Any, columns: Any, by_column: list[Any], allowed: Any) -> Table:
    return Table(rule, tuple(map(str, rows)), tuple(columns), tuple(zip(*by_column, strict=True)), allowed)


@lru_cache(maxsize=1)
def tables() -> Mapping[str, Table]:
    """Every chart with dice or figures, by name.

    Two headings are lost: the second list of ships and of aircraft is read as the Commonwealth's (T-7), the number after
    a bomber's dash as its factor (T-9), and the days over storm damage as turns of the storm (T-6).
    """
    data = source()
    bomb, cuts, ports = data["bombardment"], data["strategic_interdiction"], data["ports"]
    sky, storm, radius = data["weather"], data["ports"]["storm_damage"], data["interdiction"]
    naval, air = data["naval"]["units"], data["air"]["units"]
    by_cell = [[*row, rocket] for row, rocket in zip(bomb["results"], bomb["rocket"], strict=True)]
    results = [[PRINTED[each] for each in column["results"]] for column in sky["column"]]
    return {
        "bombardment": _across("CH 1", bomb["die_rows"], [*bomb["columns"], "rocket"], list(zip(*by_cell, strict=True)), HIT),
        "naval": _units("CH 2", naval, ("count", "factors", "range")),
        "air": _units("CH 3", air, ("count", "factors")),
        "interdiction": _across(
            "CH 3.1", radius["radius"], ("points", "hexes"), [radius["points_min"], radius["hexes_covered"]], range(1000)
        ),
        "cuts": _across("CH 4", cuts["die_rows"], cuts["columns"], list(zip(*cuts["cuts"], strict=True)), range(100)),
        "weather": _across("CH 5", sky["die_rows"], [column["label"] for column in sky["column"]], results, tuple(CODES)[:4]),
        "construction": _across(
            "CH 6.1", FACES, ("mulberry", "port"), [ports["mulberry_extra_turns"], ports["port_extra_turns"]], range(87)
        ),
        "storm damage": _across(
            "CH 6.2", FACES, ("2-3", "4-5", "6"),
            [storm["rows_2_3_days"], storm["rows_4_5_days"], storm["rows_6_days"]], HIT,
        ),
        "demolition": _across("CH 6.3", FACES, ("levels",), [ports["german_demo"]], range(-99, 1)),
        "repair": _across("CH 6.4", FACES, ("levels",), [ports["allied_repair"]], range(100)),
    }  # fmt: skip


def _units(rule: str, units: list[dict[str, Any]], columns: tuple[str, ...]) -> Table:
    rows = tuple(f"{unit['nation']}-{unit['type'].upper()}" for unit in units)
    return Table(rule, rows, columns, tuple(tuple(unit[key] for key in columns) for unit in units), range(1000))


def with_cells(cells: Mapping[str, Cell]) -> Mapping[str, Table]:
    """The charts with cells of one's own: ``{"weather/Jun 8-15/6": "overcast_2"}`` is table, column, row.

    Raises
    ------
    NormandyError
        There is no such cell, or the value is none that it may have.
    """
    found = dict(tables())
    for place, value in cells.items():
        name, table, row, column = find_cell(place)
        table = found[name]
        fits = value in table.allowed and type(value) is type(table.cells[row][column])
        if not fits:
            allowed = table.allowed
            given = f"{allowed[0]} to {allowed[-1]}" if isinstance(allowed, range) else ", ".join(map(str, allowed))
            raise NormandyError(f"cell {place!r}: {value!r} is not allowed ({table.rule}); write one of: {given}")
        changed = (*table.cells[row][:column], value, *table.cells[row][column + 1 :])
        found[name] = table._replace(cells=(*table.cells[:row], changed, *table.cells[row + 1 :]))
    return found


def find_cell(place: str) -> tuple[str, Table, int, int]:
    """Table, row and column of a cell that is named by table, column and row."""
    parts = place.split("/")
    if len(parts) != 3:
        raise NormandyError(f"cell {place!r}: write table/column/row, such as weather/Jun 8-15/6 (CH 5)")
    name, column, row = parts
    if name not in tables():
        raise NormandyError(f"cell {place!r}: there is no table {name!r}. {nearest(name, list(tables()))}")
    table = tables()[name]
    for what, word, words in (("column", column, table.columns), ("row", row, table.rows)):
        if word not in words:
            raise NormandyError(f"cell {place!r} ({table.rule}): there is no {what} {word!r}; use {', '.join(words)}")
    return name, table, table.rows.index(row), table.columns.index(column)


def charts(cells: Mapping[str, Cell] | None = None, readings: Readings | None = None) -> Charts:
    """The figures that play reads, with cells of one's own; the reading of June 8 to 15 changes a cell (T-3)."""
    readings = readings or Readings()
    mine = {"weather/Jun 8-15/6": "overcast_2"} if readings.june8_15 == "as neighbours" else {}
    return _charts(tuple(sorted({**mine, **(cells or {})}.items())))


@lru_cache(maxsize=256)
def _charts(cells: tuple[tuple[str, Cell], ...]) -> Charts:
    data, own = source(), with_cells(dict(cells))
    sky, ports = data["weather"], data["ports"]
    storm = own["storm damage"]
    by_day = {day: name for name in storm.columns for day in range(int(name[0]), int(name[-1]) + 1)}
    bomb = own["bombardment"]
    return Charts(
        bombard_min=tuple(data["bombardment"]["column_min"]),
        bombard=tuple(tuple(cell == "D" for cell in row[:-1]) for row in bomb.cells),
        rocket=tuple(cell == "D" for cell in bomb.column("rocket")),
        naval=_kinds(own["naval"]), air=_kinds(own["air"]),
        radius_min=own["interdiction"].column("points"), hexes=own["interdiction"].column("hexes"),
        cuts_min=tuple(data["strategic_interdiction"]["column_min"]),
        cuts=own["cuts"].cells,  # type: ignore[arg-type]
        columns=tuple(_column(column, own["weather"]) for column in sky["column"]),
        modifier=(*(sky["modifier"][word] for word in ("F", "OV1", "OV2")), 0, sky["modifier"]["ST2"]),
        **_effects(sky["effects"]),
        mulberry_extra=own["construction"].column("mulberry"), port_extra=own["construction"].column("port"),
        storm_damage=tuple(tuple(cell == "D" for cell in storm.column(by_day[day])) for day in sorted(by_day)),
        demolition=own["demolition"].column("levels"), repair=own["repair"].column("levels"),
        least_turns=ports["minimum_turns"], delay=ports["storm_damage"]["construction_delay_per_D"],
        damaged_capacity=ports["storm_damage"]["damaged_capacity"],
        hits_to_remove=ports["storm_damage"]["hits_to_remove"], longest_storm=sky["storm_max_run"],
    )  # fmt: skip


def _kinds(table: Table) -> tuple[Kind, ...]:
    return tuple(Kind(name, *map(int, row)) for name, row in zip(table.rows, table.cells, strict=True))


def _column(column: Mapping[str, Any], table: Table) -> Column:
    first, last = column["first"], column["last"]
    assert isinstance(first, date)
    results = tuple(CODES[cell] for cell in table.column(column["label"]))
    return Column(column["label"], first.toordinal(), last.toordinal(), results)


def _effects(effects: Mapping[str, Any]) -> dict[str, Any]:
    """What each weather allows; both days of a storm are alike (CH 5.3)."""
    rows = [effects[word] for word in ("F", "OV1", "OV2", "ST", "ST")]
    assert len(rows) == len(WEATHER)
    allowed = [frozenset(NAMES.get(word, "") for word in row["air_missions"]) & set(MISSIONS) for row in rows]
    return {
        "missions": tuple(map(frozenset, allowed)),
        "naval_fire": tuple(row["naval_bombardment"] for row in rows),
        "naval_modifier": tuple(row["naval_die_modifier"] for row in rows),
        "beach": tuple(Fraction(row["beach_factor"]) for row in rows),
        "mulberry": tuple(row["mulberry_usable"] for row in rows),
        "port": tuple(row["port_usable"] for row in rows),
    }
