"""Finding scenarios, the chain of extends, own boards, notices, descriptions, switches."""

from __future__ import annotations

import shutil
import tomllib
from datetime import date
from pathlib import Path

import pytest

from normandy_lab import documents
from normandy_lab.breakout.scenario import compile_setting, load_scenario, make_scenario, shipped, shipped_names
from normandy_lab.breakout.scenario.switches import EDITIONS, SWITCHES, resolve_rules
from normandy_lab.breakout.tables import data_folder

D_DAY = load_scenario("d_day")
TABLES = ("areas", "boundaries", "zones", "place_aliases", "game_facts", "units", "bombardment_markers")


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_shipped_scenarios() -> None:
    rows = {row.name: row for row in shipped()}
    assert {"d_day", "blank"} <= set(rows) == set(shipped_names())
    assert rows["d_day"][1:5] == ("breakout", "D-Day to June 12", date(1944, 6, 6), date(1944, 6, 12))
    assert rows["d_day"].standing == "history"


def test_a_shipped_scenario_is_named_as_its_file() -> None:
    for name in shipped_names():
        assert load_scenario(name).name == name


def test_an_installed_package_finds_its_scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "scenarios" / "what_if" / "quiet.toml", 'name = "what_if/quiet"\nextends = "d_day"\n')
    shutil.copy(Path(__file__).parents[2] / "scenarios" / "d_day.toml", tmp_path / "scenarios" / "d_day.toml")
    monkeypatch.setattr(documents, "files", lambda package: tmp_path)
    assert shipped_names() == ["d_day", "what_if/quiet"]
    assert load_scenario("what_if/quiet") == D_DAY


def test_by_path_with_and_without_suffix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "mine.toml", 'extends = "d_day"\n')
    assert load_scenario(tmp_path / "mine.toml") == load_scenario(str(tmp_path / "mine")) == D_DAY
    monkeypatch.chdir(tmp_path)
    assert load_scenario("mine") == D_DAY


def test_a_chain_of_patches_the_later_wins(tmp_path: Path) -> None:
    write(
        tmp_path / "a.toml",
        'extends = "d_day"\ntitle = "A"\nunits.GE-6FS = {at = "Isigny", level = "spent"}\nareas.Caen = {tem = 3}\n',
    )
    write(
        tmp_path / "b" / "b.toml",
        'extends = "../a"\nunits.GE-6FS = {at = "Caumont"}\nareas."9" = {vp = 1}\nweather.dawn = {Jun-07 = "overcast"}\n',
    )
    spec = load_scenario(tmp_path / "b" / "b.toml")
    assert spec.title == "A"
    assert spec.document["units"]["GE-6FS"] == {"level": "spent", "at": "25"}
    assert spec.document["areas"]["9"] == {"tem": 3, "vp": 1}
    assert spec.resolved.dawn[date(1944, 6, 7)] == "overcast"


def test_plain_headers_equal_inline_tables(tmp_path: Path) -> None:
    inline = write(tmp_path / "i.toml", 'extends = "d_day"\nunits."GE-352-916" = {at = "St. Lo", level = "spent"}\n')
    header = write(tmp_path / "h.toml", 'extends = "d_day"\n[units."GE-352-916"]\nat = "St. Lo"\nlevel = "spent"\n')
    assert load_scenario(inline) == load_scenario(header)


def test_a_board_and_an_order_of_battle_of_ones_own(tmp_path: Path) -> None:
    for name in TABLES:
        text = (data_folder() / f"{name}.csv").read_text(encoding="utf-8")
        text = text.replace("9,Caen,49.183,-0.363,4", "9,Caen,49.183,-0.363,2").replace(
            "US-4-8,8 Rgt,Allied,US,US Army,US 4,infantry,regiment,6,6",
            "US-4-8,8 Rgt,Allied,US,US Army,US 4,infantry,regiment,9,6",
        )
        write(tmp_path / "mine" / f"{name}.csv", text)
    write(tmp_path / "x.toml", 'extends = "d_day"\nboard.areas = "mine"\nforces.order_of_battle = "mine"\n')
    spec = load_scenario(tmp_path / "x.toml")
    setting = compile_setting(spec)
    assert setting.board.places[8].tem == 2
    assert setting.forces.units[setting.forces.index["US-4-8"]].attack == 9
    assert spec != D_DAY
    assert compile_setting(D_DAY).board.places[8].tem == 4


# ---------------------------------------------------------------- notices and descriptions


def test_shipped_scenarios_ask_for_nothing_unplayed() -> None:
    assert D_DAY.notices == ()
    assert load_scenario("blank").notices == ()


@pytest.mark.parametrize(
    ("patch", "place", "rule"),
    [
        ({"storm": {"mode": "never"}}, "storm", "24.5"),
        ({"ports": {"delay": 3}}, "ports", "24.2"),
        ({"mulberries": {"enabled": False}}, "mulberries", "24.3"),
        ({"weather": {"changes": [{"impulse": 1, "to": "overcast"}]}}, "weather.changes", "18.4"),
        ({"clock": {"phase": "daylight"}, "weather": {"changes": [{"impulse": 2, "to": "clear"}]}}, "weather.changes", "18.4"),
        ({"weather": {"dawn": {"Jun-20": "storm"}}}, "weather.dawn", "18.1"),
        ({"weather": {"dawn": {"Jun-06": "storm"}}}, "weather", "24.6"),
        ({"clock": {"phase": "daylight", "impulse": 5}, "weather": {"changes": [{"impulse": 4, "to": "storm"}]}}, "weather", "24.6"),
        ({"units": {"GE-6FS": {"enters": {"date": "Jun-20", "at": "A"}}}}, "units", "5.3"),
        ({"units": {"GE-6FS": {"remove": True}, "US-4-8": {"at": "44"}, "BR-56": {"at": "44"}}}, 'areas."Carentan"', "7.3"),
    ],
)  # fmt: skip
def test_what_is_not_played_says_so(patch: dict[str, object], place: str, rule: str) -> None:
    spec = D_DAY.with_(patch)
    assert [(notice.place, notice.rule) for notice in spec.notices] == [(place, rule)]
    assert spec.notices[0].text in str(spec.describe())


@pytest.mark.parametrize(
    "patch",
    [
        {"storm": {"mode": "rule"}},
        {"supply": {"german": {"depots": 6, "reserve": 0}, "allied": {"reserve": 0}}},
        {"ports": {"delay": 10}},
        {"victory": {"bid": "0"}},
        {"rules": {"surrender_die": True, "fort_value": 3}},
        {"weather": {"lock": True}},
        {"sunset": {"drm": -2}},
        {"clock": {"first_impulse": -1, "phase": "daylight"}},
        {"clock": {"start": "Jun-09", "phase": "daylight", "impulse": 3, "side": "allied"}},
        {"clock": {"phase": "daylight", "impulse": 3}, "weather": {"changes": [{"impulse": 4, "to": "overcast"}]}},
        {"markers": {"used": ["WTF", "LeHavre"], "bombed_today": {"Caen": "british"}}},
    ],
)
def test_what_is_as_by_default_or_played_says_nothing(patch: dict[str, object]) -> None:
    assert D_DAY.with_(patch).notices == ()


def test_a_description_as_text_html_and_frames() -> None:
    description = D_DAY.with_({"rules": {"fort_value": 3}}).describe()
    text = str(description)
    assert "81 German, 74 Allied, 62 of them still to come" in text
    assert "fort_value" in text
    assert "box:51" in text
    html = description._repr_html_()
    assert html.count("<table>") == len([rows for rows in description.tables.values() if rows])
    assert "<svg" in html
    assert "<title>Caen, German</title>" in html
    assert ">G4</text>" in html  # Omaha Beach
    assert "<script" not in D_DAY.with_({"title": "<script>"}).describe()._repr_html_()
    units = description.frame("units")
    assert list(units["id"][:2]) == ["US-4-8", "US-4-12"]
    assert len(units) == 155
    provenance = description.frame("provenance").set_index("value")
    assert list(provenance.loc["area id", ["rulebook", "reconstructed"]]) == [8, 52]


# ---------------------------------------------------------------- switches


def test_every_switch_has_rule_default_and_explanation() -> None:
    for switch in SWITCHES.values():
        assert switch.rule, switch
        assert switch.check(switch.default) == "", switch
        assert switch.text.endswith("."), switch
    wanted = {
        "fort_value", "air_interdiction", "coastal_interdiction", "air_attack", "air_defense", "allied_repairs", "german_repairs",
        "rangers_withdraw", "first_wave_cap", "naval_shoots_before_landing", "naval_attack", "air_targets",
        "drop_attack_and_secure", "drop_arrives", "drop_date", "beach_of_another_nation", "beaches_not_assaulted",
        "land_in_storm", "phase_modifiers", "cards", "surrender_die", "cherbourg_refit", "contested_vp_threshold",
    }  # fmt: skip
    assert wanted <= set(SWITCHES)


def test_editions_are_presets_of_known_switches() -> None:
    assert "AH-1993" in EDITIONS
    for preset in EDITIONS.values():
        assert preset.keys() <= SWITCHES.keys()
    assert resolve_rules({}) == {switch.name: switch.default for switch in SWITCHES.values()}


@pytest.mark.parametrize(
    "rules",
    [
        {"naval_attack": {"Omaha": 10, "WTF": 9}},
        {"beaches_not_assaulted": ["Utah", "8"]},
        {"phase_modifiers": [{"phase": "amphibious", "side": "allied", "av": 1}]},
        {"drop_date": "Jun-07"},
        {"contested_vp_threshold": "6.5"},
    ],
)
def test_switches_of_richer_form_are_read_and_written(rules: dict[str, object]) -> None:
    spec = D_DAY.with_({"rules": rules})
    again = make_scenario(tomllib.loads(spec.to_toml()))
    assert again == spec
    assert again.document["rules"] == spec.document["rules"]


def test_switches_name_places_by_id() -> None:
    spec = D_DAY.with_({"rules": {"naval_attack": {"Omaha": 10, "WTF": 9}, "beaches_not_assaulted": ["Utah"]}})
    assert spec.resolved.rules["naval_attack"] == {"WTF": 9, "30": 10}
    assert spec.resolved.rules["beaches_not_assaulted"] == ["51"]


def test_a_bare_name_is_the_shipped_one_and_a_suffix_means_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "d_day.toml", 'extends = "d_day"\ntitle = "Mine"\n')
    monkeypatch.chdir(tmp_path)
    assert load_scenario("d_day").title == "D-Day to June 12"
    assert load_scenario("d_day.toml").title == "Mine"


def test_files_of_one_name_in_two_folders_are_no_circle(tmp_path: Path) -> None:
    write(tmp_path / "a" / "x.toml", 'extends = "../b/x.toml"\n')
    write(tmp_path / "b" / "x.toml", 'extends = "d_day"\n')
    assert load_scenario(tmp_path / "a" / "x.toml") == D_DAY
