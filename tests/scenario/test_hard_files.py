"""Files that no editor made on purpose: one line of bounded length with the file's name, and what mends it."""

from __future__ import annotations

import csv
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from normandy_lab.breakout.scenario import load_scenario
from normandy_lab.breakout.scenario.load import make_scenario
from normandy_lab.breakout.tables import data_folder
from normandy_lab.errors import LINE, LISTED, Problem, ScenarioError, shown
from normandy_lab.game import new_game

DATA = Path(str(data_folder()))
TABLES = ("areas.csv", "boundaries.csv", "zones.csv", "units.csv", "bombardment_markers.csv", "place_aliases.csv",
          "game_facts.csv")  # fmt: skip


def complaint(path: Path) -> str:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(path)
    said = str(caught.value)
    assert all(len(line) <= LINE for line in said.split("\n"))
    assert all(char >= " " and char != "\x7f" for char in said.replace("\n", ""))
    return said


def scenario(tmp_path: Path, text: str | bytes) -> str:
    path = tmp_path / "mine.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    said = complaint(path)
    assert "mine.toml" in said
    assert "\n" not in said, "one fault is one line"
    return said


# ------------------------------------------------------------------------------------------ TOML

HARD: list[tuple[str, str | bytes, str]] = [
    ("lists in lists", "a = " + "[" * 100_000, "more than 12 deep. Make it flatter."),
    ("tables in tables", "a = " + "{a=" * 100_000, "more than 12 deep. Make it flatter."),
    ("closed lists", "about = " + "[" * 40 + "]" * 40, "more than 12 deep."),
    ("a key of thousands of parts", "a" + ".a" * 5_000 + " = 1", "mine.toml, line 1: holds tables or lists within one another"),
    ("a header of thousands of parts", "\n[" + "a." * 5_000 + "a]", "mine.toml, line 2: holds tables or lists within one another"),
    ("quoted parts with blanks", '"a"' + ' . "a"' * 5_000 + " = 1", "mine.toml, line 1: holds tables or lists"),
    ("a number of 5,000 digits", "clock.impulse = " + "9" * 5_000, "mine.toml: holds a number of thousands of digits."),
    ("a number of 400 digits", f"clock.impulse = {'9' * 400}", "clock.impulse: a number of about 400 digits is not allowed"),
    ("a word of 200,000 characters", f'units.GE-6FS = {{at = "{"x" * 200_000}"}}', "is no place of this board (3.2)"),
    ("a key of 200,000 characters", f"{'x' * 200_000} = 1", "is no known key"),
    ("half a megabyte and more", "# " + "x" * 500_000, "mine.toml: is larger than 0.5 MB"),
    ("control characters", 'name = "\\u001b[31mred"\nclok = 1', "clok"),
    ("control characters in a name", 'units."\\u001b[2J" = {at = "Caen"}', 'there is no unit "\\x1b[2J"'),
    ("a raised digit", 'units.GE-6FS = {attack = "²"}', 'units.GE-6FS.attack: "²" is no Attack Factor.'),
    ("a digit with a line below", 'weather.dawn = {Jun-1_0 = "clear"}', '"Jun-1_0" is no date. Write 1944-06-06 or Jun-06.'),
    ("a bid beyond all numbers", 'victory.bid = "1e999999999"', '"1e999999999" is no number (23.21).'),
    ("a threshold beyond all numbers", 'rules.contested_vp_threshold = "1e999999999"', "contested_vp_threshold: '1e999999999' is not allowed (22.4)."),
    ("no number", "victory.bid = nan", 'victory.bid: "nan" is no number (23.21).'),
    ("UTF-16", 'title = "x"\n'.encode("utf-16"), "cannot be read: it is UTF-16, not UTF-8 text. Save it as UTF-8"),
    ("UTF-16 without its mark", 'title = "x"\n'.encode("utf-16-le"), "holds zero bytes, as UTF-16 and programs do. Save it as UTF-8"),
    ("Latin-1", '\ntitle = "Pont l\'Abbé"\n'.encode("latin-1"), "cannot be read: line 2 holds byte 0xe9, which is not UTF-8. Save it as UTF-8"),
    ("curly quotes", "units.GE-6FS = {at = \u201cCaen\u201d}", 'Write straight quotes " instead of \u201c \u201d.'),
    ("a Windows path", 'board.areas = "C:\\Users\\maps"', "A backslash begins an escape: write / in paths, or single quotes, such as 'C:\\maps'."),
    ("a Windows path that TOML can read", 'board.areas = "C:\\new\\tables"', "In double quotes a backslash begins an escape: write / in paths"),
    ("a Windows path to extend", 'extends = "C:\\new\\base.toml"', "In double quotes a backslash begins an escape: write / in paths"),
    ("a path with a zero in it", 'board.areas = "a\\u0000b"', "board.areas: there is no folder"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), [case[1:] for case in HARD], ids=[case[0] for case in HARD])
def test_hard_scenarios(tmp_path: Path, text: str | bytes, said: str) -> None:
    assert said in scenario(tmp_path, text)


def test_text_with_many_dots_is_no_key(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    dots = "a.b." * 2_000
    path.write_text(f'about.notes = """\n{dots}"""\nabout.question = "{dots}" # {dots}\nabout.standing = \'{dots}\'\n')
    assert len(load_scenario(path).about["notes"]) == len(dots)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices here")
def test_devices_and_pipes_are_not_read(tmp_path: Path) -> None:
    assert "/dev/zero: is a device or a pipe, not a scenario. Give the path of a TOML file." in complaint(
        Path("/dev/zero")
    )
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    assert "is a device or a pipe" in complaint(pipe)
    (tmp_path / "units.csv").symlink_to("/dev/zero")
    (tmp_path / "mine.toml").write_text(f'forces.order_of_battle = "{tmp_path.as_posix()}"')
    shutil.copy(DATA / "bombardment_markers.csv", tmp_path)
    assert complaint(tmp_path / "mine.toml").endswith(
        "units.csv: is a device or a pipe, not a file. Give the path of a file."
    )


def test_a_table_in_itself_is_refused() -> None:
    endless: dict[str, object] = {}
    endless["units"] = endless
    with pytest.raises(ScenarioError, match=r"more than 12 deep"):
        make_scenario(endless)
    with pytest.raises(ScenarioError, match=r"patch: .*more than 12 deep"):
        load_scenario("d_day").with_({"about": endless})


def test_of_many_problems_the_first_are_told(tmp_path: Path) -> None:
    lines = "\n".join(f"GE-{n}.at = 5000" for n in range(200))
    (tmp_path / "mine.toml").write_text(f"[units]\n{lines}\n")
    said = complaint(tmp_path / "mine.toml").split("\n")
    assert said[0].endswith("mine.toml: 200 problems")
    assert len(said) == 1 + LISTED + 1
    assert said[-1] == f"  and {200 - LISTED} more; mend these first"


def test_too_many_units(tmp_path: Path) -> None:
    """191 counters, of which 188 are in the base game's file, and a thousand more."""
    lines = "\n".join(f'GE-X{n} = {{copy_of = "GE-6FS", at = "A"}}' for n in range(1_000))
    (tmp_path / "mine.toml").write_text(f"[units]\n{lines}\n")
    assert "units are more than can be played (4.1). Leave at most 999." in complaint(tmp_path / "mine.toml")


# ------------------------------------------------------------------------------------------ tables


@pytest.fixture
def board(tmp_path: Path) -> Callable[..., str]:
    """Load a scenario on copies of the lab's own tables, one of which has been changed."""
    folder = tmp_path / "own"
    folder.mkdir()
    for name in TABLES:
        shutil.copy(DATA / name, folder / name)

    def load(name: str, change: Callable[[str], str | bytes]) -> str:
        changed = change((folder / name).read_text("utf-8"))
        (folder / name).write_bytes(changed if isinstance(changed, bytes) else changed.encode())
        path = tmp_path / "mine.toml"
        path.write_text('[board]\nareas = "own"\n[forces]\norder_of_battle = "own"\n')
        return complaint(path)

    return load


def cells(edit: Callable[[list[list[str]]], object]) -> Callable[[str], str]:
    """A change of a table by rows and cells."""

    def change(text: str) -> str:
        rows = list(csv.reader(text.splitlines()))
        edit(rows)
        return "".join(",".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row) + "\n" for row in rows)

    return change


def put(line: int, column: str, value: str) -> Callable[[str], str]:
    """A change of one cell; rows are counted as in the messages, the header is row 1."""
    return cells(lambda rows: rows[line - 1].__setitem__(rows[0].index(column), value))


WHOLE_FILES: list[tuple[str, str, Callable[[str], str | bytes], str]] = [
    ("semicolons", "areas.csv", lambda text: text.replace(",", ";"), "areas.csv, row 1: has semicolons between its cells. Save it with commas."),
    ("tabs", "units.csv", lambda text: text.replace(",", "\t"), "units.csv, row 1: has tabs between its cells. Save it with commas."),
    ("a line of a spreadsheet", "zones.csv", lambda text: f"sep=,\n{text}", "zones.csv, row 1: has a line about separators, and not commas, between its cells."),
    ("UTF-16", "boundaries.csv", lambda text: text.encode("utf-16"), "boundaries.csv: cannot be read: it is UTF-16, not UTF-8 text. Save it as UTF-8"),
    ("Latin-1", "areas.csv", lambda text: text.replace("Caen", "Caén", 1).encode("latin-1"), "holds byte 0xe9, which is not UTF-8."),
    ("a workbook", "units.csv", lambda _: b"PK\x03\x04 and so on", "units.csv: cannot be read: it is a workbook or an archive, not UTF-8 text."),
    ("a missing column", "areas.csv", cells(lambda rows: [row.pop(4) for row in rows]), "areas.csv, row 1: lacks the column tem. Add it."),
    ("a renamed column", "units.csv", put(1, "defense", "defence"), "units.csv, row 1: lacks the column defense. Add it; it has defence."),
    ("a doubled column", "areas.csv", cells(lambda rows: [row.append(row[1]) for row in rows]), "areas.csv, row 1: has the column name twice. Remove one of the two."),
    ("nothing", "areas.csv", lambda _: "", "areas.csv, row 1: lacks the column id, name"),
    ("the header alone", "areas.csv", lambda text: text.split("\n")[0], "areas.csv: holds no area that can be read."),
    ("a cell of 200,000 characters", "areas.csv", put(2, "name", "x" * 200_000), "areas.csv: is no table: field larger than field limit (131072)."),
    ("a quote that is never closed", "units.csv", lambda text: text.replace("\n", '\n"', 1), "units.csv, row"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "change", "said"), [case[1:] for case in WHOLE_FILES], ids=[c[0] for c in WHOLE_FILES]
)
def test_a_table_that_is_none(board: Callable[..., str], name: str, change: Callable[[str], str], said: str) -> None:
    found = board(name, change)
    assert said in found
    assert "\n" not in found, "one line that names it, and nothing after"


CELLS: list[tuple[str, str, tuple[int, str, str], str]] = [
    ("no number", "areas.csv", (2, "lat", "nan"), 'areas.csv, row 2, column lat: "nan" is not a number. Give a number from -90 to 90'),
    ("no end", "areas.csv", (2, "lon", "inf"), 'column lon: "inf" is not a number. Give a number from -180 to 180'),
    ("a line below", "areas.csv", (2, "lat", "4_9.1"), 'column lat: "4_9.1" is not a number'),
    ("a comma", "areas.csv", (2, "lat", "49,2"), 'column lat: "49,2" is not a number. Give a number from -90 to 90, with a point, such as 49.25.'),
    ("off the earth", "zones.csv", (2, "lat", "490.1"), "zones.csv, row 2, column lat: 490.1 is out of range."),
    ("a whole number with a line", "areas.csv", (2, "tem", "1_0"), 'column tem: "1_0" is not a whole number. Give a number from 0 to 9.'),
    ("a raised digit", "areas.csv", (2, "tem", "²"), 'column tem: "²" is not a whole number.'),
    ("a raised area", "boundaries.csv", (2, "a", "²"), 'boundaries.csv, row 2, column a: "²" is no area of areas.csv.'),
    ("5,000 digits", "units.csv", (2, "defense", "9" * 5_000), "is not a whole number. Give a number from 0 to 99."),
    ("a long cell", "units.csv", (2, "name", "x" * 6_000), "has 6000 characters. Give at most 5000."),
    ("an unknown entry_area", "units.csv", (2, "entry_area", "Q"), '"Q" is no place of this board (4.33).'),
    ("a spreadsheet's year", "units.csv", (190, "entry_date", "2006-06-07"), "column entry_date: 2006-06-07 lies outside May to August 1944. Check the year and the month."),
    ("no date", "units.csv", (190, "entry_date", "7 June"), 'column entry_date: "7 June" is no date. Write 1944-06-06 or Jun-06.'),
    ("a fact that is no number", "game_facts.csv", (2, "value", "ten"), 'game_facts.csv, row 2, column value: "ten" is not a whole number.'),
    ("a zone that is a number", "zones.csv", (2, "zone", "50"), '"50" is no letter. Name zones A, B, C.'),
    ("a neighbour twice", "zones.csv", (2, "adjacent_areas", "1 1"), "column adjacent_areas: names a place twice, or the zone itself."),
    ("control characters", "areas.csv", (2, "bocage", "\x1b[2J"), 'column bocage: "\\x1b[2J" is not known.'),
    ("two places that fold alike", "areas.csv", (2, "name", "CAÉN"), '"Caen" could be CAÉN (1) or Caen (9) (3.2).'),
    ("a place named like a number", "areas.csv", (2, "name", "Area 9"), '"Area 9" could be'),
    ("a name without a letter", "areas.csv", (2, "name", "---"), '"---" holds no letter (3.2). Give every place a name.'),
    ("an alias of another place", "place_aliases.csv", (2, "alias", "Saint\u2013L\u00f4"), "could be"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "cell", "said"), [case[1:] for case in CELLS], ids=[case[0] for case in CELLS])
def test_a_cell_that_cannot_be(board: Callable[..., str], name: str, cell: tuple[int, str, str], said: str) -> None:
    assert said in board(name, put(*cell))


def test_dates_of_a_spreadsheet_are_told_one_by_one(board: Callable[..., str]) -> None:
    """A spreadsheet makes 2006-06-01 of Jun-06: 38 units would wait for a day that never comes."""
    units = list(csv.DictReader((DATA / "units.csv").read_text("utf-8").splitlines()))
    count = sum(unit["entry_date"] == "Jun-06" for unit in units)
    assert count == 38
    found = board("units.csv", lambda text: text.replace("Jun-06", "2006-06-01"))
    assert f"{count} problems" in found
    assert found.count("2006-06-01 lies outside May to August 1944") == count


def test_rows_of_commas_that_a_spreadsheet_leaves_are_none(tmp_path: Path) -> None:
    for name in TABLES:
        text = (DATA / name).read_text("utf-8")
        (tmp_path / name).write_text(f"{text}{',' * text.split(chr(10))[0].count(',')}\n", "utf-8")
    (tmp_path / "mine.toml").write_text(
        f'board.areas = "{tmp_path.as_posix()}"\nforces.order_of_battle = "{tmp_path.as_posix()}"'
    )
    assert load_scenario(tmp_path / "mine.toml") == make_scenario({})


def test_what_validate_passes_can_be_played(tmp_path: Path) -> None:
    """A board of one's own without the zones that the lab's units enter by is refused, not begun."""
    for name in TABLES:
        shutil.copy(DATA / name, tmp_path / name)
    rows = (tmp_path / "zones.csv").read_text("utf-8").splitlines()
    (tmp_path / "zones.csv").write_text("\n".join([rows[0], rows[1].replace(",B,two-way", ",,two-way")]) + "\n")
    path = tmp_path / "mine.toml"
    path.write_text(f'board.areas = "{tmp_path.as_posix()}"')
    assert "is no place of this board (4.33)" in complaint(path)
    path.write_text(
        f'board.areas = "{tmp_path.as_posix()}"\nforces.order_of_battle = "none"\nunits.GE-6FS.at = "Caen"\n'
    )
    game = new_game(load_scenario(path))
    game.run()
    assert game.result is not None


def test_messages_have_bounds() -> None:
    problem = Problem("mine.toml: " + "k" * 10_000, "x" * 10_000, "3.2", "y" * 9_990 + "Mend this.")
    said = str(ScenarioError([problem], "mine.toml"))
    assert len(said) <= LINE
    assert said.startswith("mine.toml: kkk")
    assert said.endswith("Mend this.")
    assert shown([10**5_000]) == "this list"
