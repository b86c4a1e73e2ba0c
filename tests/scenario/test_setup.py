"""From scenario to Setting: who stands where, who controls what, and the position of a saved game."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest

from normandy_lab.breakout.board.board import ALLIED, BRITISH, GERMAN, RIVER, US
from normandy_lab.breakout.forces.units import DISRUPT_1, FRESH, SPENT
from normandy_lab.breakout.scenario import Scenario, compile_setting, load_scenario, make_scenario
from normandy_lab.breakout.setting import AIRBORNE, DAYLIGHT, OVERCAST, Setting
from normandy_lab.breakout.state import DESTROYED, HELD_ALLIED, HELD_GERMAN, LINE_GERMAN, State

D_DAY = load_scenario("d_day")
BLANK = load_scenario("blank")


def compiled(**patch: object) -> Setting:
    return compile_setting(BLANK.with_(patch))


def place(setting: Setting, unit: str) -> str:
    return setting.board.places[setting.setup.at[setting.forces.index[unit]]].id


def held(setting: Setting, border: str) -> int:
    return setting.setup.held[setting.board.border(border).index]


def control(setting: Setting, area: str) -> int:
    return setting.setup.control[setting.board.place(area)]


def fort(setting: Setting, area: str) -> int:
    return setting.setup.fort[setting.board.place(area)]


# ---------------------------------------------------------------- d_day


@pytest.mark.rule("5.1", "5.2", "5.3")
def test_d_day_at_the_start() -> None:
    setting = compile_setting(D_DAY)
    setup = setting.setup
    assert len(setting.forces.units) == 155  # the base game
    assert setting.calendar[0] == date(1944, 6, 6)
    assert setting.calendar[-1] == date(1944, 6, 12)
    assert (setup.day, setup.phase, setup.impulse) == (0, AIRBORNE, 0)
    assert setup.advantage == ALLIED
    assert set(setup.level) == {FRESH}
    assert set(setup.control) == {GERMAN}
    unmarked = {border.index for border in setting.board.borders if border.kind == RIVER and not border.bridge}
    assert {index for index, held in enumerate(setup.held) if held != HELD_GERMAN} == unmarked
    assert {setup.held[index] for index in unmarked} == {DESTROYED}  # no bridge, no Held mark (8.511)
    assert [area for area in map(str, range(1, 61)) if fort(setting, area)] == ["8", "17", "18", "30", "51"]
    assert setting.dawn[0] == 0  # clear (3.7)


@pytest.mark.rule("21.2", "21.5")
def test_d_day_forces_stand_in_drop_areas_and_boxes() -> None:
    setting = compile_setting(D_DAY)
    assert [place(setting, u) for u in ("US-82-505", "US-82-507", "BR-6AB-3")] == ["50", "49", "7"]  # Ex.1
    counts = Counter(place(setting, unit.id) for unit in setting.forces.units if unit.side == ALLIED)
    assert counts["50"] == 4
    assert counts["49"] == 2
    assert [counts[box] for box in ("box:8", "box:17", "box:18", "box:30", "box:51")] == [6, 6, 6, 8, 4]
    assert place(setting, "US-101-327") == "waiting"
    assert place(setting, "GE-12SS-25") == "A"


@pytest.mark.rule("4.33")
def test_units_know_when_and_where_they_come() -> None:
    setting = compile_setting(D_DAY)
    board, units = setting.board, setting.forces
    by_id = {unit.id: unit for unit in units.units}
    assert by_id["US-4-8"].entry_day == 0
    assert board.places[by_id["US-4-8"].entry_place].id == "51"
    assert (by_id["GE-Lehr-901"].entry_day, board.places[by_id["GE-Lehr-901"].entry_place].id) == (1, "B")
    assert by_id["US-2-9"].entry_place == -1  # any US beach
    assert by_id["GE-352-916"].entry_day == -1
    assert (by_id["GE-21Pz-FLAK"].attack, by_id["GE-21Pz-FLAK"].attack_text) == (0, "*")


@pytest.mark.rule("5.3", "24.1")
def test_the_extended_game_brings_its_units() -> None:
    longer = compile_setting(D_DAY.with_({"clock": {"end": "Jun-26"}}))
    assert len(longer.forces.units) == 191
    assert place(longer, "GE-2Pz-3") == "waiting"
    assert longer.calendar[-1] == date(1944, 6, 26)


def test_provenance_goes_with_the_setting() -> None:
    provenance = compile_setting(D_DAY).provenance
    assert provenance["area:50:tem"] == "rulebook"
    assert provenance["area:9:vp"] == "reconstructed"
    assert provenance["border:45-49:kind"] == "rulebook"
    assert provenance["unit:US-4-8"] == "rulebook"
    assert provenance["marker:ETF"] == "reconstructed"
    changed = compile_setting(D_DAY.with_({"areas": {"Caen": {"vp": 9}}})).provenance
    assert changed["area:9:vp"] == "scenario"


def test_compiled_once_for_each_digest() -> None:
    assert compile_setting(load_scenario("d_day")) is compile_setting(D_DAY)
    assert compile_setting(BLANK) is not compile_setting(D_DAY)


# ---------------------------------------------------------------- positions


def test_blank_is_the_board_with_nobody_on_it() -> None:
    setting = compile_setting(BLANK)
    assert setting.forces.units == ()
    assert set(setting.setup.control) == {GERMAN}
    assert setting.setup.phase == AIRBORNE
    assert sum(setting.setup.fort) == 10


def test_naming_a_unit_puts_it_in_play() -> None:
    setting = compiled(units={"US 4/*": {"at": "Utah box"}, "GE-709-1-919": {"level": "spent"}})
    assert {unit.id for unit in setting.forces.units} == {"US-4-8", "US-4-12", "US-4-22", "US-4-Art", "GE-709-1-919"}
    assert place(setting, "US-4-8") == "box:51"
    assert place(setting, "GE-709-1-919") == "51"  # its printed area
    assert setting.setup.level[setting.forces.index["GE-709-1-919"]] == SPENT


@pytest.mark.rule("7.3")
def test_units_that_stand_alone_control_their_area() -> None:
    setting = compiled(
        units={
            "US-4-8": {"at": "Carentan"},
            "BR-56": {"at": "Bayeux"},
            "US-4-12": {"at": "Isigny"},
            "GE-6FS": {"at": "Isigny"},
        }
    )
    assert [control(setting, area) for area in ("44", "19", "33")] == [US, BRITISH, GERMAN]
    assert control(compiled(areas={"Caen": {"control": "british"}}), "9") == BRITISH


@pytest.mark.rule("20.1", "8.511")
def test_bridges_between_allied_areas_are_allied_unless_named() -> None:
    areas = {"Carentan": {"control": "us"}, "Ste. Mere Eglise": {"control": "us"}, "Evrecy": {"control": "british"},
             "Bourguebus": {"control": "british"}, "Juno": {"control": "british"}, "Sword": {"control": "british"}}  # fmt: skip
    setting = compiled(areas=areas)
    assert held(setting, "44-50") == HELD_ALLIED
    assert held(setting, "50-52") == HELD_GERMAN
    assert held(setting, "10-14") == DESTROYED  # a river without a bridge: no mark, Allied as long as both ends are
    assert held(setting, "8-17") == HELD_GERMAN  # open ground is held by nobody
    named = compiled(areas=areas, bridges={"44-50": {"held": "destroyed", "construct": {"allied": 2}}},
                     rivers={"10-14": {"held": "german"}})  # fmt: skip
    assert held(named, "44-50") == DESTROYED
    assert held(named, "10-14") == LINE_GERMAN
    assert named.setup.construct[named.board.border("44-50").index] == (0, 2)


@pytest.mark.rule("15.1", "15.2")
def test_forts_fall_with_control_and_before_spent_units() -> None:
    german = {"GE-352-916": {"at": "Omaha"}}
    assert fort(compiled(units=german), "30") == 2
    for level, standing in (("fresh", 2), ("spent", 0), ("disrupt_1", 2)):
        setting = compiled(units={**german, "US-1-16": {"at": "Omaha", "level": level}})
        assert fort(setting, "30") == standing, level
    assert fort(compiled(areas={"Omaha": {"control": "us"}}), "30") == 0
    assert fort(compiled(areas={"Omaha": {"fort": 1}}), "30") == 1
    assert fort(compiled(rules={"fort_value": 3}), "30") == 3


def test_the_clock_of_a_position() -> None:
    setting = compiled(
        clock={"start": "Jun-08", "phase": "daylight", "impulse": 4, "first_impulse": -1, "side": "allied"},
        weather={"changes": [{"impulse": 3, "to": "overcast"}]},
        advantage={"side": "german"},
        sunset={"drm": -2},
        supply={"german": {"reserve": 7}, "allied": {"reserve": 12}},
        markers={"used": ["WTF", "2TAF"], "bombed_today": {"Carentan": "us"}},
    )
    setup = setting.setup
    assert (setup.day, setup.phase, setup.impulse, setup.first_impulse, setup.side) == (2, DAYLIGHT, 4, -1, ALLIED)
    assert setting.calendar[setup.day] == date(1944, 6, 8)
    assert setup.weather_changes == ((3, OVERCAST),)
    assert State(setting).weather == OVERCAST
    assert (setup.advantage, setup.sunset_drm, setup.reserves) == (GERMAN, -2, (7, 12))
    assert setup.used == 0b1001
    assert setup.bombed == ((setting.board.place("44"), US),)


def test_entries_before_the_first_moment_are_made() -> None:
    spec = D_DAY.with_({"units": {"Pz Lehr/*": {"enters": {"date": "Jun-06", "at": "Zone B"}}}})
    assert place(compile_setting(spec), "GE-Lehr-901") == "B"
    dawn = compile_setting(D_DAY.with_({"clock": {"start": "Jun-08"}}))
    assert dawn.setup.phase == 4  # dawn, since D-Day is over
    assert place(dawn, "GE-Lehr-901") == "B"  # due on June 7
    assert place(dawn, "GE-346-857") == "waiting"  # due at this dawn
    early = compile_setting(D_DAY.with_({"clock": {"start": "Jun-05"}, "weather": {"dawn": {"Jun-05": "overcast"}}}))
    assert early.calendar[0] == date(1944, 6, 5)
    assert early.forces.units[early.forces.index["US-4-8"]].entry_day == 1


def test_lost_and_withdrawn_units_keep_their_counters() -> None:
    setting = compiled(units={"US-Rgr-2": {"at": "withdrawn"}, "US-4-8": {"at": "lost"}})
    assert (place(setting, "US-Rgr-2"), place(setting, "US-4-8")) == ("withdrawn", "lost")


def test_added_units_are_copies_with_changes() -> None:
    setting = compiled(units={
        "GE-X-1": {"copy_of": "GE-346-857", "name": "X 1", "defense": 7, "enters": {"date": "Jun-09", "at": "A"}},
        "GE-X-2": {"copy_of": "GE-346-857", "at": "Caen", "level": "disrupt_1"},
    })  # fmt: skip
    one, two = (setting.forces.units[setting.forces.index[unit]] for unit in ("GE-X-1", "GE-X-2"))
    assert (one.name, one.attack, one.defense, one.entry_day) == ("X 1", 4, 7, 3)
    assert (place(setting, "GE-X-1"), place(setting, "GE-X-2")) == ("waiting", "9")
    assert setting.setup.level[two.index] == DISRUPT_1
    assert setting.provenance["unit:GE-X-1"] == "scenario"


def test_the_last_word_on_a_unit_holds() -> None:
    spec = D_DAY.with_({"units": {"12 SS Pz/*": {"at": "Isigny"}, "GE-12SS-25": {"at": "Carentan"}}})
    setting = compile_setting(spec)
    assert [place(setting, f"GE-12SS-{n}") for n in ("25", "26", "Pz")] == ["44", "33", "33"]
    back = spec.with_({"units": {"GE-12SS-25": {"enters": {"date": "Jun-07", "at": "A"}}}})
    assert place(compile_setting(back), "GE-12SS-25") == "waiting"
    gone = back.with_({"units": {"12 SS Pz/*": {"remove": True}}})
    assert "GE-12SS-25" not in compile_setting(gone).forces.index
    again = gone.with_({"units": {"GE-12SS-26": {"at": "Caen"}}})
    assert place(compile_setting(again), "GE-12SS-26") == "9"
    assert "GE-12SS-25" not in compile_setting(again).forces.index


def test_printed_columns_say_the_same_as_at_and_enters() -> None:
    columns = {
        "units": {
            "GE-6FS": {"entry_date": "start", "entry_area": 33},
            "GE-12SS-25": {"entry_date": "Jun-08", "entry_place": "Zone C"},
        }
    }
    words = {"units": {"GE-6FS": {"at": "Isigny"}, "GE-12SS-25": {"enters": {"date": "1944-06-08", "at": "C"}}}}
    assert D_DAY.with_(columns) == D_DAY.with_(words)


def test_terrain_and_borders_are_patched_in_the_board() -> None:
    setting = compiled(
        areas={"Caen": {"tem": 2, "bocage": True, "vp": 0}},
        borders={"Sword-Caen": {"kind": "river", "bridge": True}, "50-51": {"kind": "open"}},
    )
    caen = setting.board.places[setting.board.place("9")]
    assert (caen.tem, caen.bocage, caen.vp) == (2, True, 0)
    assert (setting.board.border("8-9").kind, setting.board.border("8-9").bridge) == ("river", True)
    assert (setting.board.border("50-51").kind, setting.board.border("50-51").bridge) == ("open", False)
    printed = compile_setting(BLANK).board.places[8]
    assert (printed.tem, printed.bocage) == (4, False)  # other scenarios keep the printed board


def test_rules_reach_the_setting_with_defaults() -> None:
    rules = compiled(rules={"fort_value": 3}).rules
    assert (rules["fort_value"], rules["air_attack"], rules["air_interdiction"]) == (3, 1, True)
    assert (rules["naval_shoots_before_landing"], rules["first_wave_cap"], rules["drop_attack_and_secure"]) == (
        1,
        10,
        False,
    )


def test_a_document_in_python_may_extend(tmp_path: object) -> None:
    spec: Scenario = make_scenario({"name": "x", "extends": "d_day", "units": {"GE-6FS": {"remove": True}}})
    assert spec == D_DAY.with_({"units": {"GE-6FS": {"remove": True}}})
