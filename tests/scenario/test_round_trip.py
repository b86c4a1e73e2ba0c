"""Patches, comparison and files: laid over, written, read back and compared, nothing is lost or gained."""

from __future__ import annotations

import pickle
import tomllib
from datetime import date
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from normandy_lab.breakout.scenario import Scenario, compile_setting, diff, load_scenario, read_scenario
from normandy_lab.breakout.scenario.canonical import overlay
from normandy_lab.breakout.scenario.overlay import RULES, rule_of
from normandy_lab.breakout.scenario.switches import SWITCHES
from normandy_lab.errors import ScenarioError

D_DAY = load_scenario("d_day")
BLANK = load_scenario("blank")
NAMES = D_DAY.resolved.names
TABLES = D_DAY.resolved.tables
UNITS = [unit.row for unit in D_DAY.resolved.units]

# ---------------------------------------------------------------- patches

areas = st.sampled_from(TABLES.areas)
borders = st.sampled_from(TABLES.borders)
german = st.sampled_from([row for row in UNITS if row.side == "German" and row.type != "coastal_artillery"])
allied = st.sampled_from([row for row in UNITS if row.side == "Allied"])
levels = st.sampled_from(["fresh", "spent", "disrupt_1", "disrupt_2"])
days = st.dates(min_value=date(1944, 6, 6), max_value=date(1944, 6, 12))
words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)


@st.composite
def spelled(draw: st.DrawFn, area: Any) -> str:
    """A place as a person may write it."""
    aliases = [alias for number, alias in TABLES.aliases if number == area.id]
    return draw(st.sampled_from([str(area.id), area.name, area.name.upper(), f"Area {area.id}", *aliases]))


@st.composite
def unit_patches(draw: st.DrawFn) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for _ in range(draw(st.integers(0, 4))):
        row = draw(german | allied)
        where = draw(areas)
        entry: dict[str, Any] = {"at": draw(spelled(where)), "level": draw(levels)}
        if row.side == "German":
            zone = draw(st.sampled_from("ABCDE"))
            entry = draw(st.sampled_from([entry, {"at": zone}, {"enters": {"date": draw(days), "at": f"Zone {zone}"}},
                                          {"remove": True}, {"defense": draw(st.integers(0, 9))}]))  # fmt: skip
        entries[row.id] = entry
    if draw(st.booleans()):
        entries["GE-X-1"] = {"copy_of": draw(german).id, "name": draw(words), "at": draw(st.sampled_from("ABCDE"))}
    return entries


@st.composite
def patches(draw: st.DrawFn) -> dict[str, Any]:
    def some(keys: st.SearchStrategy[str], values: st.SearchStrategy[Any]) -> dict[str, Any]:
        return draw(st.dictionaries(keys, values, max_size=3))

    bridged = st.sampled_from([b for b in TABLES.borders if b.bridge])
    dry = st.sampled_from([b for b in TABLES.borders if b.kind == "river" and not b.bridge])
    weather = st.sampled_from(["clear", "overcast", "storm"])
    patch: dict[str, Any] = {
        "units": draw(unit_patches()),
        "areas": some(areas.map(lambda a: a.name), st.fixed_dictionaries({}, optional={
            "tem": st.integers(0, 9), "bocage": st.booleans(), "vp": st.integers(0, 9)})),
        "borders": some(st.sampled_from([b for b in TABLES.borders if not b.bridge]).map(lambda b: b.id),
                        st.fixed_dictionaries({"kind": st.sampled_from(["open", "flooded", "river"])})),
        "bridges": some(bridged.map(lambda b: NAMES.border_name(b.id)),
                        st.fixed_dictionaries({"held": st.sampled_from(["german", "allied", "destroyed"])})),
        "weather": {"dawn": some(days.map(lambda d: draw(st.sampled_from([d.isoformat(), d.strftime("Jun-%d")]))), weather),
                    "lock": draw(st.booleans())},
        "supply": {"german": {"reserve": draw(st.integers(0, 99))},
                   "allied": {"beaches": some(st.sampled_from(["Omaha", "51"]), st.integers(0, 20))}},
        "victory": {"bid": draw(st.sampled_from(["0", "1", "-0.5"])), "areas": draw(st.lists(areas.map(lambda a: a.name), max_size=2))},
        "advantage": {"side": draw(st.sampled_from(["german", "allied"]))},
        "markers": {"used": draw(st.lists(st.sampled_from(["WTF", "ETF", "IXAF"]), unique=True)),
                    "bombed_today": some(areas.map(lambda a: a.name), st.sampled_from(["us", "british"]))},
        "rules": draw(st.fixed_dictionaries({}, optional={
            "fort_value": st.integers(0, 9), "cards": st.booleans(), "drop_arrives": levels,
            "naval_attack": st.dictionaries(st.sampled_from(["WTF", "Omaha", "51"]), st.integers(0, 12), max_size=2),
            "contested_vp_threshold": st.integers(0, 9)})),
        "title": draw(words),
        "about": {"question": draw(words), "sources": draw(st.lists(words, max_size=2))},
    }  # fmt: skip
    if draw(st.booleans()):
        patch["rivers"] = {draw(dry).id: {"held": "allied"}}
    keep = draw(st.sets(st.sampled_from(sorted(patch))))
    return {key: value for key, value in patch.items() if key in keep}


def lay(spec: Scenario, patch: dict[str, Any]) -> Scenario:
    """The patch laid over, unless the draw happened to break a rule."""
    try:
        return spec.with_(patch)
    except ScenarioError:
        assume(False)
        raise


slow = settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))


@slow
@given(patches(), st.sampled_from([D_DAY, BLANK]))
def test_written_and_read_back_it_is_the_same(patch: dict[str, Any], base: Scenario) -> None:
    spec = lay(base, patch)
    text = spec.to_toml()
    tomllib.loads(text)
    again = read_scenario(text)
    assert again == spec
    assert again.document == spec.document
    assert again.to_toml() == text
    assert diff(spec, again) == []
    assert [n.place for n in again.notices] == [n.place for n in spec.notices]


@slow
@given(patches())
def test_a_difference_is_seen_if_and_only_if_there_is_one(patch: dict[str, Any]) -> None:
    spec = lay(D_DAY, patch)
    rows = diff(D_DAY, spec)
    assert (rows == []) == (spec == D_DAY) == (spec.digest == D_DAY.digest)
    back = diff(spec, D_DAY)
    assert {(row.before, row.after) for row in back} == {(row.after, row.before) for row in rows}
    for row in rows:
        assert row.before != row.after, row
        assert row.rule or row.key == "rules.edition", row
        assert row.key.split(".")[0] in {*patch, "areas"}  # control and forts follow from units and rules


@slow
@given(patches(), patches())
def test_one_patch_after_another_is_one_patch(first: dict[str, Any], second: dict[str, Any]) -> None:
    step = lay(D_DAY, first)
    both = lay(step, second)
    alone = lay(D_DAY, second).document
    patch = {key: value for key, value in alone.items() if key not in ("name", "clock", "system")}
    merged = overlay(step.document, {k: v for k, v in patch.items() if k in second})
    assert both.document == {**merged, "name": both.document["name"]}
    assert lay(both, {}) == both


@slow
@given(patches())
def test_it_compiles_and_survives_pickling(patch: dict[str, Any]) -> None:
    spec = lay(D_DAY, patch)
    setting = compile_setting(spec)
    assert setting.digest == spec.digest
    assert len(setting.setup.at) == len(setting.setup.level) == len(setting.forces.units)
    assert len(setting.setup.held) == len(setting.board.borders)
    again = pickle.loads(pickle.dumps(spec))  # noqa: S301
    assert again == spec
    assert again.name == spec.name


# ---------------------------------------------------------------- single cases


def test_the_rows_of_a_difference() -> None:
    spec = D_DAY.with_({
        "units": {"GE-12SS-25": {"at": "Carentan"}, "GE-Lehr-Art": {"enters": {"date": "Jun-06", "at": "Zone B"}},
                  "US-82-505": {"remove": True}, "GE-6FS": {"level": "spent"}},
        "weather": {"dawn": {"Jun-06": "overcast"}},
        "areas": {"Omaha": {"fort": 1}},
        "bridges": {"Merville-Sword": {"held": "destroyed"}},
        "rules": {"air_attack": 2},
    })  # fmt: skip
    rows = {row.key: (row.before, row.after, row.rule) for row in diff(D_DAY, spec)}
    assert rows == {
        "weather.dawn.1944-06-06": ("clear", "overcast", "18.1"),
        "units.US-82-505": ("enters 1944-06-06 at Ste. Mere Eglise", "not in play", "5.3"),
        "units.GE-6FS.level": ("fresh", "spent", "4.5"),
        "units.GE-12SS-25.at": ("Zone A", "Carentan", "5.3"),
        "units.GE-Lehr-Art.enters": ("enters 1944-06-07 at Zone B", "enters 1944-06-06 at Zone B", "4.33"),
        "areas.Omaha Beach.fort": ("2", "1", "15.1"),
        "rules.air_attack": ("1", "2", "9.2E"),
        "bridges.Merville-Sword Beach.held": ("as by default", "destroyed", "20.1"),
    }


def test_equality_is_about_play_not_names() -> None:
    assert D_DAY.with_({"name": "other", "title": "Other"}) == D_DAY
    assert D_DAY.with_({"weather": {"dawn": {"Jun-06": "clear"}}}) == D_DAY
    assert D_DAY.with_({"units": {"GE-6FS": {"at": "Carentan"}}}) == D_DAY  # it stands there already
    assert D_DAY.with_({"units": {"GE-6FS": {"at": "Isigny"}}}) != D_DAY
    assert D_DAY != BLANK


def test_a_patched_scenario_says_so_in_its_name() -> None:
    assert D_DAY.with_({}).name == "d_day+"
    assert D_DAY.with_({}).with_({}).name == "d_day+"
    assert D_DAY.with_({"name": "what_if/x"}).name == "what_if/x"


def test_the_written_form() -> None:
    spec = BLANK.with_({
        "units": {"US-4-8": {"at": "44", "level": "spent"}, "GE-12SS-25": {"enters": {"date": "Jun-07", "at": "A"}}},
        "rivers": {"10-14": {"held": "allied"}}, "weather": {"dawn": {"Jun-06": "overcast"}},
        "markers": {"bombed_today": {"44": "us"}}, "victory": {"areas": ["9"]},
    })  # fmt: skip
    lines = spec.to_toml().splitlines()
    for line in (
        'US-4-8 = {at = "Carentan", level = "spent"}',
        'GE-12SS-25 = {enters = {date = 1944-06-07, at = "Zone A"}}',
        'Bourguebus-Evrecy = {held = "allied"}',
        'dawn = {1944-06-06 = "overcast"}',
        'bombed_today = {Carentan = "us"}',
        'areas = ["Caen"]',
        "start = 1944-06-06",
    ):
        assert line in lines


def test_every_rule_cited_by_a_comparison_exists() -> None:
    from normandy_lab.breakout.tables import Reader

    ids = {row.fields["id"] for row in Reader().rows("rule_ids.csv", ("id",))}
    assert {*RULES.values(), *(switch.rule for switch in SWITCHES.values())} - {""} <= {*ids, "1"}
    assert rule_of("supply.german.reserve") == "12.53"
    assert rule_of("units.GE-6FS.attack") == "4.32"
