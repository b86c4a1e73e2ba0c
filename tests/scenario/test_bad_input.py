"""Bad scenarios: every problem at once, each with its place, its rule and what would mend it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from normandy_lab.breakout.scenario import load_scenario, make_scenario, read_scenario
from normandy_lab.errors import ScenarioError
from normandy_lab.game import new_game

D_DAY = load_scenario("d_day")


def complaint(patch: dict[str, Any]) -> str:
    with pytest.raises(ScenarioError) as caught:
        D_DAY.with_(patch)
    return str(caught.value)


ELEVEN = {"units": {key: {"at": "Caen"} for key in ("12 SS Pz/*", "709/*", "GE-6FS")}}

CASES: list[tuple[str, dict[str, Any], str]] = [
    # Names.
    ("mistyped area", {"units": {"GE-6FS": {"at": "Carentn"}}},
     'patch: units.GE-6FS.at: "Carentn" is no place of this board (3.2). Did you mean "Carentan"?'),
    ("mistyped area key", {"areas": {"Omaha Beech": {"fort": 1}}}, 'areas."Omaha Beech": "Omaha Beech" is no place of this board (3.2). Did you mean "Omaha Beach"?'),
    ("mistyped unit", {"units": {"GE-352-961": {"at": "Caen"}}}, 'there is no unit "GE-352-961" (4.1). Did you mean "GE-352-916"?'),
    ("a unit by name", {"units": {"916 Rgt": {"at": "Caen"}}}, 'there is no unit "916 Rgt" (4.1). Did you mean "GE-352-916"?'),
    ("mistyped division", {"units": {"12 S Pz/*": {"at": "Caen"}}}, 'there is no division "12 S Pz" (4.31). Did you mean "12 SS Pz"?'),
    ("empty division", {"units": {"/*": {"at": "Caen"}}}, 'there is no division ""'),
    ("mistyped border", {"bridges": {"Merville-Swrd": {"held": "allied"}}}, '"Swrd" is no place of this board (3.2). Did you mean "Sword Beach"?'),
    ("no border at all", {"borders": {"seven": {"kind": "open"}}}, 'borders.seven: is not two places with a hyphen between them (3.23). Write "7-8" or "Merville-Sword".'),
    ("not adjacent", {"borders": {"7-50": {"kind": "open"}}}, "the two do not share a border (3.2). Merville adjoins Cabourg, Troarn, Sword Beach, Caen."),
    ("mistyped marker", {"markers": {"used": ["WTP"]}}, 'there is no marker "WTP" (4.4). Did you mean "WTF"?'),
    ("mistyped switch", {"rules": {"fort_valu": 1}}, 'rules.fort_valu: there is no switch "fort_valu". Did you mean "fort_value"?'),
    ("mistyped edition", {"rules": {"edition": "AH-1994"}}, 'rules.edition: there is no edition "AH-1994". Did you mean "AH-1993"?'),
    ("copy of nothing", {"units": {"GE-X-1": {"copy_of": "GE-346-8577"}}}, 'units.GE-X-1.copy_of: there is no unit "GE-346-8577" (4.1). Did you mean "GE-346-857"?'),
    # Keys, words and types.
    ("unknown key", {"clok": {}}, 'patch: clok: "clok" is no known key. Did you mean "clock"?'),
    ("unknown key deep down", {"units": {"GE-6FS": {"levl": "fresh"}}}, 'units.GE-6FS.levl: "levl" is no known key. Did you mean "level"?'),
    ("unknown key in supply", {"supply": {"german": {"depot": 3}}}, 'supply.german.depot: "depot" is no known key. Did you mean "depots"?'),
    ("unknown word", {"units": {"GE-6FS": {"level": "frsh"}}}, 'units.GE-6FS.level: "frsh" is not allowed. Did you mean "fresh"?'),
    ("unknown weather", {"weather": {"dawn": {"Jun-06": "sunny"}}}, 'weather.dawn.1944-06-06: "sunny" is not allowed. Use one of: clear, overcast, storm.'),
    ("unknown type", {"units": {"GE-6FS": {"type": "tank"}}}, 'units.GE-6FS.type: "tank" is not allowed.'),
    ("text for a number", {"areas": {"Caen": {"tem": "four"}}}, 'areas.Caen.tem: "four" is not allowed: it should be a valid integer.'),
    ("number out of range", {"areas": {"Caen": {"tem": 12}}}, "areas.Caen.tem: 12 is not allowed: it should be less than or equal to 9."),
    ("no Attack Factor", {"units": {"GE-6FS": {"attack": "?"}}}, 'units.GE-6FS.attack: "?" is no Attack Factor. Write a number, or "*" for FLAK and PAK (4.24).'),
    ("wrong switch value", {"rules": {"fort_value": -1}}, "rules.fort_value: -1 is not allowed (15.1). It must be a whole number from 0 to 9."),
    ("no table", {"weather": {"dawn": "clear"}}, "weather.dawn: must be a table by date, such as {Jun-06 = …}."),
    ("another system", {"system": "chess"}, 'system: "chess" is not allowed. Use one of: breakout.'),
    ("extends in a patch", {"extends": "blank"}, "patch: extends: a patch is laid over this scenario already."),
    # Dates.
    ("wrong date", {"weather": {"dawn": {"Jun-31": "clear"}}}, 'weather.dawn: "Jun-31" is no date. Write 1944-06-06 or Jun-06.'),
    ("wrong year", {"clock": {"end": "1945-06-12"}}, "clock.end: 1945-06-12 lies outside May to August 1944. Check the year and the month."),
    ("the same day twice", {"weather": {"dawn": {"Jun-06": "clear", "1944-06-06": "overcast"}}}, "weather.dawn: 1944-06-06 is given twice. Keep one of the two."),
    ("end before start", {"clock": {"start": "Jun-08", "end": "Jun-07"}}, "clock.end: 1944-06-07 lies before the start, 1944-06-08 (6.1)."),
    ("no weather known", {"clock": {"end": "Jun-28"}}, "weather.dawn: 2 days have no weather at dawn (18.1). Add weather.dawn for 1944-06-27, 1944-06-28."),
    ("ships of the Germans", {"markers": {"bombed_today": {"Carentan": "german"}}}, '"german" is not allowed. Use one of: us, british.'),
    ("a beach that gives less than nothing", {"supply": {"allied": {"beaches": {"Omaha": -1}}}}, "supply.allied.beaches.Omaha.0: -1 is not allowed"),
    ("a change beyond the track", {"weather": {"changes": [{"impulse": 40, "to": "clear"}]}}, "weather.changes.0.impulse: 40 is not allowed: it should be less than or equal to 13."),
    ("half a change", {"weather": {"changes": [{"impulse": 4}]}}, "weather.changes.0.to: is missing. Add it."),
    ("two changes at once", {"weather": {"changes": [{"impulse": 3, "to": "clear"}, {"impulse": 3, "to": "storm"}]}}, "weather.changes: impulse 3 has two changes (18.4)."),
    ("before the first impulse", {"clock": {"phase": "daylight", "impulse": -1, "first_impulse": 1}}, "clock.impulse: the day began on space 1, and the marker never moves back (6.3). Give 1 or more, or an earlier first_impulse."),
    ("two German markers", {"bridges": {b: {"held": "destroyed", "construct": {"german": 1}} for b in ("44-50", "33-44")}}, "bridges: 2 bridges bear a Construct marker of the german side, which has 1 marker (20.21). Set construct.german = 0 on 1 bridge."),
    # Units.
    ("a unit twice", {"units": {"GE-6FS": {"copy_of": "GE-346-857"}}}, "units.GE-6FS: this unit exists already, so the same counter would stand twice (4.1)."),
    ("an area twice", {"areas": {"Omaha": {"fort": 1}, "30": {"vp": 1}}}, "Omaha Beach is given twice. Put everything about it under one name."),
    ("a border twice", {"bridges": {"7-8": {"held": "german"}, "8-7": {"held": "allied"}}}, "this border is given twice."),
    ("at and enters", {"units": {"GE-6FS": {"at": "Caen", "enters": {"date": "Jun-07", "at": "A"}}}}, "units.GE-6FS: says both at and enters (4.33)."),
    ("half an entry", {"units": {"GE-6FS": {"enters": {"date": "Jun-07"}}}}, "units.GE-6FS.enters.at: is missing. Add it."),
    ("half of the columns", {"units": {"GE-6FS": {"entry_date": "Jun-07"}}}, "units.GE-6FS: lacks entry_place (4.33)."),
    ("bad new id", {"units": {"GE X": {"copy_of": "GE-6FS"}}}, 'units."GE X": an id may not hold blanks'),
    ("eleven units", ELEVEN, "Caen: 14 German units in one area (GE-709-729, GE-709-739, GE-709-919, GE-709-1-919 and 10 more) (7.1). Move 4 elsewhere: ten of a side are the most."),
    ("two corps artillery", {"units": {"GE-ISS-Art": {"at": "St. Lo"}}}, "St. Lo: 2 German corps artillery units in one area (GE-LXXXIV-Art, GE-ISS-Art) (7.1)."),
    ("Americans at a British beach", {"units": {"US-4-8": {"enters": {"date": "Jun-06", "at": "Gold"}}}}, "units.US-4-8.enters: US-4-8 is US, and Gold Beach is British (19.3). Use Omaha Beach or Utah Beach."),
    ("British in a US box", {"units": {"BR-56": {"at": "Utah box"}}}, "units.BR-56.at: BR-56 is British, and Utah Beach is US (19.3). Use Sword Beach or Juno Beach or Gold Beach."),
    ("Americans at any British beach", {"units": {"US-2-9": {"enters": {"date": "Jun-08", "at": "any British beach"}}}}, 'US-2-9 is US and cannot land at any beach of the others (19.3). Write "any US beach".'),
    ("landing in a town", {"units": {"US-4-8": {"enters": {"date": "Jun-06", "at": "Carentan"}}}}, "US-4-8 cannot enter at Carentan: it is no beach, and only airborne units drop (19.5)."),
    ("Allies from a zone", {"units": {"US-4-8": {"enters": {"date": "Jun-08", "at": "E"}}}}, "US-4-8 cannot enter in Zone E (19.3)."),
    ("Germans by sea", {"units": {"GE-6FS": {"at": "Utah box"}}}, "units.GE-6FS.at: GE-6FS is German and cannot stand at sea (Utah Approach) (3.4)."),
    ("Germans entering in a town", {"units": {"GE-6FS": {"enters": {"date": "Jun-08", "at": "Caen"}}}}, "GE-6FS cannot enter at Caen (19.2). German units enter in a zone (A, B, C, D, E)"),
    ("guns that move", {"units": {"GE-CA-Marcouf": {"enters": {"date": "Jun-08", "at": "A"}}}}, "GE-CA-Marcouf is coastal artillery: it never moves, so it cannot enter (4.25)."),
    ("guns in a zone", {"units": {"GE-CA-Marcouf": {"at": "A"}}}, "GE-CA-Marcouf is coastal artillery and cannot stand in Zone A (4.25)."),
    ("standing at any beach", {"units": {"US-4-8": {"at": "any US beach"}}}, 'units.US-4-8.at: "any US beach" does not fit here.'),
    ("side and nationality", {"units": {"GE-6FS": {"side": "Allied"}}}, "units.GE-6FS: side Allied does not go with nationality German (4.1)."),
    # Map and position.
    ("bridge where none is", {"bridges": {"8-9": {"held": "allied"}}}, 'bridges."Sword Beach-Caen": there is no bridge on this border (3.24). Bridges of Sword Beach: Merville-Sword Beach.'),
    ("bridge on open ground", {"borders": {"8-9": {"bridge": True}}}, 'borders."Sword Beach-Caen": an open border has no bridge (3.24).'),
    ("building on a standing bridge", {"bridges": {"7-8": {"construct": {"allied": 1}}}}, "a Construct marker stands only on a destroyed bridge (20.21)."),
    ("a river that is none", {"rivers": {"8-9": {"held": "allied"}}}, 'rivers."Sword Beach-Caen": this border is open, not a river (8.511).'),
    ("a river with a bridge", {"rivers": {"7-8": {"held": "allied"}}}, "this river has a bridge, and its holder holds the river (8.511)."),
    ("a fort under Allied control", {"areas": {"Omaha": {"control": "us", "fort": 2}}, "units": {"352/*": {"at": "St. Lo"}, "GE-716-726": {"at": "St. Lo"}, "GE-CA-Vierville": {"remove": True}}}, "a fortification does not outlast Allied control (15.2)."),
    ("Allied control over Germans alone", {"areas": {"Caen": {"control": "british"}}}, 'areas."Caen".control: only German units stand there (7.3).'),
    ("a fort under a Spent Ally", {"areas": {"Omaha": {"fort": 2}}, "units": {"US-1-16": {"at": "Omaha", "level": "spent"}}}, "a fortification does not outlast a Spent Allied unit in the area (15.2)."),
    ("a Sunset marker beyond the track", {"sunset": {"drm": 14}}, "sunset.drm: 14 is not allowed: it should be less than or equal to 13."),
    ("a Sunset marker below the track", {"sunset": {"drm": -14}}, "sunset.drm: -14 is not allowed: it should be greater than or equal to -13."),
    ("a zone with a fort", {"areas": {"A": {"fort": 2}}}, 'areas."Zone A": a zone has no fort (14). Give control only.'),
    ("a bid that is none", {"victory": {"bid": "some"}}, 'victory.bid: "some" is no number (23.21).'),
]  # fmt: skip


@pytest.mark.parametrize(("patch", "message"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_one_clear_message(patch: dict[str, Any], message: str) -> None:
    assert message in complaint(patch)


@pytest.mark.parametrize("patch", [case[1] for case in CASES], ids=[case[0] for case in CASES])
def test_a_lone_fault_is_one_problem(patch: dict[str, Any]) -> None:
    with pytest.raises(ScenarioError) as caught:
        D_DAY.with_(patch)
    assert len(caught.value.problems) == 1


def test_all_problems_come_at_once() -> None:
    patch = {
        "clok": 1,
        "units": {"GE-6FS": {"at": "Carentn", "level": "frsh"}, "GE-12SS-25": {"at": "Utah box"}},
        "weather": {"dawn": {"Jun-31": "clear"}},
        "bridges": {"8-9": {"held": "allied"}},
        "rules": {"fort_valu": 3},
    }
    with pytest.raises(ScenarioError) as caught:
        D_DAY.with_(patch)
    assert len(caught.value.problems) == 7
    assert str(caught.value).startswith("d_day: 7 problems\n")


def test_every_rule_that_a_problem_cites_exists() -> None:
    ids = set()
    for line in (
        (Path(__file__).parents[2] / "normandy_lab" / "data" / "breakout" / "rule_ids.csv").read_text().splitlines()[1:]
    ):
        ids.add(line.split(",")[0])
    for _, patch, _ in CASES:
        with pytest.raises(ScenarioError) as caught:
            D_DAY.with_(patch)
        assert {p.rule for p in caught.value.problems} <= {*ids, "", *(str(n) for n in range(3, 25))}


# ---------------------------------------------------------------- files


def read(tmp_path: Path, text: str) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load_scenario(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[units."GE-6FS"]\nat = "Caen"\n[units."GE-6FS"]\nat = "Isigny"\n', 'mine.toml, line 3: "[units."GE-6FS"]" gives a key or a unit that stands above already.'),
        ('[units]\nGE-6FS = {at = "Caen"}\nGE-6FS = {at = "Isigny"}\n', "mine.toml, line 3"),
        ("[clock]\nstart = 1944-06-31\n", 'mine.toml, line 2: "start = 1944-06-31" holds a date that does not exist.'),
        ('title = "unfinished\n', 'mine.toml, line 1: "title = "unfinished" is not TOML'),
        ("[units", "mine.toml, line 1"),
        ('extends = "d_dya"\n', 'mine.toml: extends: there is no scenario or file "d_dya". Did you mean "d_day"?'),
        ("", "mine.toml: is empty."),
        ("# to be written\n", "mine.toml: is empty."),
        ('extends = "mine.toml"\n', 'mine.toml: extends: "mine.toml" extends this scenario in turn. Break the circle.'),
        ("extends = 5\n", "mine.toml: extends: 5 is not allowed"),
        ('[board]\nareas = "nowhere"\n', 'board.areas: there is no folder "nowhere".'),
        ('[forces]\norder_of_battle = "nowhere"\n', 'there is no folder "nowhere"'),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read(tmp_path: Path, text: str, message: str) -> None:
    assert message in read(tmp_path, text)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(ScenarioError, match=r"blnk: there is no such scenario or file. Did you mean"):
        load_scenario("blnk")
    with pytest.raises(ScenarioError, match="there is no such scenario"):
        load_scenario("../pyproject")


def test_a_fault_in_a_long_line_shows_its_beginning(tmp_path: Path) -> None:
    said = read(tmp_path, f'title = "{"x" * 500}\n')
    assert f'mine.toml, line 1: "title = "{"x" * 60} ... {"x" * 46}" is not TOML' in said


def test_a_save_is_no_scenario_and_is_told_apart(tmp_path: Path) -> None:
    path = new_game("d_day").save(tmp_path / "game.jsonl")
    with pytest.raises(
        ScenarioError, match=r"game\.jsonl: is a saved game, not a scenario\. Open it with load_game"
    ) as caught:
        load_scenario(path)
    assert len(str(caught.value)) < 250


def test_a_folder_is_named_as_one(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"is a folder, not a scenario\. Give the path of a TOML file in it\."):
        load_scenario(tmp_path)
    (tmp_path / "mine.toml").write_text('extends = "sub"\n')
    (tmp_path / "sub").mkdir()
    with pytest.raises(ScenarioError, match=r'mine\.toml: extends: "sub" is a folder'):
        load_scenario(tmp_path / "mine.toml")
    with pytest.raises(ScenarioError, match="no such scenario or file"):
        load_scenario("")


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ScenarioError, match=r"mine.toml: cannot be read"):
        load_scenario(tmp_path / "mine.toml")


def test_a_text_and_a_document_in_python_are_checked_alike() -> None:
    with pytest.raises(ScenarioError, match=r'save: units.X: there is no unit "X"'):
        read_scenario('units.X = {at = "Caen"}\n', "save")
    with pytest.raises(ScenarioError, match=r'scenario: clok: "clok" is no known key'):
        make_scenario({"clok": 1})


def test_faults_of_a_board_folder_come_with_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "island").mkdir()
    (tmp_path / "mine.toml").write_text('[board]\nareas = "island"\n', encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"areas.csv: is missing"):
        load_scenario(tmp_path / "mine.toml")
