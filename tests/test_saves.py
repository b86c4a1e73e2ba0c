"""Saves outlive the program: those of every release, and one that the next version meets with its changes."""

from __future__ import annotations

import json
import shutil
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab import digests
from normandy_lab.beach.scenario import Scenario as BeachScenario
from normandy_lab.breakout import engine
from normandy_lab.breakout import state as states
from normandy_lab.breakout.scenario import load, switches
from normandy_lab.breakout.scenario.compile import _CACHE as COMPILED
from normandy_lab.breakout.tables import data_folder
from normandy_lab.systems import system_named

GOLDEN = Path(__file__).parent / "saves"
SHORTER = {
    "0.1.0-dev/opening": 62,
    "0.1.0-dev/day": 44,
}  # actions up to the second air attack, which is asked otherwise since (21.4)
FILES = sorted(GOLDEN.glob("*/*.jsonl"))


def opened(path: Path, *, repair: bool = False) -> tuple[nl.Game, str]:
    """The game and what was said when it opened."""
    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always")
        game = nl.load_game(path, repair=repair)
    return game, "\n".join(str(each.message) for each in noted)


# ------------------------------------------------------------------------------------------ of every release


def test_every_release_left_its_saves() -> None:
    releases = {path.parent.name for path in FILES}
    assert releases >= {"0.1.0-dev", "0.1.0"}
    assert {path.name for path in FILES} == {"beach.jsonl", "day.jsonl", "opening.jsonl"}
    assert len(FILES) == 3 * len(releases)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_save_of_every_release_opens(path: Path) -> None:
    """Every action that is still legal is played; what is not is named in the notice, and nothing else is missing."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    actions = [line["a"] for line in lines if "a" in line]
    game, said = opened(path)
    played = [str(node.action) for node in game.log.nodes[1:]]
    assert len(played) >= SHORTER.get(f"{path.parent.name}/{path.stem}", len(actions) // 2)
    assert played == actions or "is refused" in said or "cannot be read" in said
    assert game.seed == lines[0]["seed"]
    if played == actions:
        assert list(game.log.branches) == ["main", *(line["branch"] for line in lines if "branch" in line)]
        assert [node.note for node in game.log.nodes if node.note] == [line["note"] for line in lines if "note" in line]
        assert (game.log.line, game.log.at.n) == (lines[-1]["end"], lines[-1]["n"])
    if lines[0]["normandy_lab"] == 1:
        assert "version 0.1.0 wrote this save without checks; only its actions were looked at" in said


# ------------------------------------------------------------------------------------------ four cuts into the program

Cut = Callable[[pytest.MonkeyPatch], None]


def new_switch(patch: pytest.MonkeyPatch) -> None:
    """A switch that did not exist, at its default, which is not empty."""
    more = switches.Switch("dusk", "6.4", 3, "A switch of a later version.", lambda _: "")
    patch.setattr(switches, "_ALL", (*switches._ALL, more))
    patch.setitem(switches.SWITCHES, "dusk", more)


def new_slot(patch: pytest.MonkeyPatch) -> None:
    """A slot of the State that is empty: a list of zeros, as depots not yet placed would be."""
    begin, copied, names = states.State.__init__, states.State.copy, states.State.__slots__

    def init(self: Any, setting: Any) -> None:
        begin(self, setting)
        self.depots = [0] * len(setting.board.places)

    def copy(self: Any) -> Any:
        new, same = later.__new__(later), copied(self)
        for name in names:
            setattr(new, name, getattr(same, name))
        new.depots = self.depots[:]
        return new

    later: Any = type("State", (states.State,), {"__slots__": ("depots",), "__init__": init, "copy": copy})
    patch.setattr(states, "VIEWED", (*states.VIEWED, "depots"))
    patch.setattr(engine, "State", later)


def new_words(patch: pytest.MonkeyPatch) -> None:
    """Another name of a unit, and another day on which one comes."""
    forces = load._default_forces()
    units = [
        replace(row, name="16 Regiment") if row.id == "US-1-16"
        else replace(row, entry_date=row.entry_date.replace(day=11)) if row.id == "US-90-357" and row.entry_date
        else row
        for row in forces.units
    ]  # fmt: skip
    patch.setattr(load, "_default_forces", lambda: replace(forces, units=tuple(units)))


def new_values(patch: pytest.MonkeyPatch) -> None:
    """One value of the map and one of a unit."""
    tables, forces = load._default_map(), load._default_forces()
    areas = [replace(area, vp=area.vp + 1) if area.id == 44 else area for area in tables.areas]
    units = [replace(row, movement=row.movement + 1) if row.id == "GE-21Pz-125" else row for row in forces.units]
    patch.setattr(load, "_default_map", lambda: replace(tables, areas=tuple(areas)))
    patch.setattr(load, "_default_forces", lambda: replace(forces, units=tuple(units)))


CUTS: dict[str, tuple[Cut, tuple[str, ...]]] = {
    "switch": (new_switch, ()),
    "slot": (new_slot, ()),
    "words": (new_words, ("units.US-1-16.name: 16 Rgt is now 16 Regiment", "units.US-90-357.enters: ")),
    "values": (new_values, ("areas.Carentan.vp: ", "units.GE-21Pz-125.movement: ")),
}


@pytest.fixture
def old(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A save of this version, and its text."""
    game = nl.new_game("d_day", seed=1944)
    game.run({"allied": "suggest", "german": "suggest"}, until="naval")
    game.branch("aside", luck="x")
    game.log.at.note = "here"
    path = game.save(tmp_path / "old.jsonl")
    COMPILED.clear()
    yield path, path.read_text("utf-8")
    COMPILED.clear()


@pytest.mark.parametrize("cuts", [cuts for count in (1, 2, 3, 4) for cuts in combinations(CUTS, count)], ids="-".join)
@pytest.mark.parametrize("repair", [False, True])
def test_a_save_opens_after_each_cut_alone_and_together(
    cuts: tuple[str, ...], repair: bool, old: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, text = old
    for cut in cuts:
        CUTS[cut][0](monkeypatch)
    game, said = opened(path, repair=repair)
    actions = [json.loads(line)["a"] for line in text.splitlines() if '"a":' in line]
    assert [str(node.action) for node in game.log.nodes[1:]] == actions
    assert (game.log.line, game.log.at.note) == ("aside", "here")
    words = [each for cut in cuts for each in CUTS[cut][1]]
    assert all(each in said for each in words)
    assert said.count(" is now ") == len(words), "nothing else is told"
    assert bool(said) == bool(words)


def test_a_value_that_forbids_an_action_opens_the_game_up_to_it(
    old: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the 505 Rgt the first attack with it is refused; what does not rest on it is there."""
    path, text = old
    forces = load._default_forces()
    units = tuple(row for row in forces.units if row.id != "US-82-505")
    monkeypatch.setattr(load, "_default_forces", lambda: replace(forces, units=units))
    actions = [json.loads(line)["a"] for line in text.splitlines() if '"a":' in line]
    first = next(number for number, action in enumerate(actions, 1) if "US-82-505" in action)
    for repair in (False, True):
        game, said = opened(path, repair=repair)
        assert game.log.at.n == first - 1
        assert "units.US-82-505: " in said
        assert " is now not in play" in said
        assert f"Opened up to action {first - 1}" in said


def test_a_beach_save_holds_every_value_and_a_key_that_is_new_counts_from_its_default() -> None:
    """What its text says stays in force, whatever later defaults are; only a value that differs is told (FP 3: 4 dice)."""
    spec = nl.load_scenario("beach/with_limit")
    assert "dice = 4" in nl.new_game(spec, seed=3).dumps()
    kept = digests.plain(spec.in_force)
    assert BeachScenario.since(kept, spec) == []
    assert BeachScenario.since({key: value for key, value in kept.items() if key != "fire.dice"}, spec) == []
    found = BeachScenario.since(kept | {"fire.dice": 6}, spec)
    assert [(row.key, row.before, row.after) for row in found] == [("fire.dice", "6", "4")]
    assert spec.with_({"fire": {"dice": 4}}).digest == spec.digest != spec.with_({"fire": {"dice": 6}}).digest


# ------------------------------------------------------------------------------------------ own tables


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A scenario on tables of the user's own: Carentan is worth 7."""
    folder = tmp_path / "board"
    folder.mkdir()
    for name in ("areas.csv", "boundaries.csv", "zones.csv", "place_aliases.csv", "game_facts.csv"):
        (folder / name).write_text((data_folder() / name).read_text(encoding="utf-8"), "utf-8")
    areas = (folder / "areas.csv").read_text("utf-8").splitlines()
    header = areas[0].split(",")
    row = next(n for n, line in enumerate(areas) if line.startswith("44,"))
    cells = areas[row].split(",")
    cells[header.index("vp")] = "7"
    areas[row] = ",".join(cells)
    (folder / "areas.csv").write_text("\n".join(areas) + "\n", "utf-8")
    (tmp_path / "mine.toml").write_text('extends = "d_day"\n[board]\nareas = "board"\n', "utf-8")
    return tmp_path / "mine.toml"


def test_a_save_carries_the_users_own_tables(own: Path) -> None:
    """The folder is gone, and the game, a copy of it, a patch over it and a batch from it are played all the same."""
    game = nl.new_game(nl.load_scenario(own), seed=3)
    assert game.spec.values["areas.44.vp"] == 7
    path = game.save(own.parent / "own.jsonl")
    shutil.rmtree(own.parent / "board")
    again, said = opened(path)
    assert (again.spec.values["areas.44.vp"], said) == (7, "")
    assert again.dumps() == game.dumps()
    assert again.spec.with_({"sunset": {"drm": 1}}).values["areas.44.vp"] == 7
    rows = nl.simulate(again, games=1, until="airborne", players={"allied": "random", "german": "random"}, workers=1)
    assert len(rows.games) == 1


def test_tables_that_no_longer_matter_are_not_carried(own: Path) -> None:
    assert nl.new_game("d_day", seed=3).spec.own_tables == {}
    assert set(nl.load_scenario(own).own_tables) == {str((own.parent / "board").resolve())}


STRANGE = ("regiment", "49-50", 7, True, {"a": 1}, [], ["Jun-07"], ["Jun-07", "fresh"], ["a", ["b"]], [{}, {}], None)


@pytest.mark.parametrize("name", ["d_day", "beach/demonstration", "theatre/as_planned"])
def test_a_damaged_value_of_the_start_is_told_as_it_stands(name: str) -> None:
    """The values that a save holds may be anything once its bytes are damaged: they are listed, never a traceback."""
    spec = nl.load_scenario(name)
    system = system_named(spec.system)
    values = dict(system.values(spec))
    kinds = {(key.split(".")[0], key.split(".")[-1]): key for key in values}  # one key of each kind
    odd = ("borders.49.kind", "bridges.44-50-51.held", "areas.900.vp", "units.nobody.enters", "victory.areas", ".")
    for key in [*kinds.values(), *odd]:
        for value in STRANGE:
            found = system.since(values | {key: value}, spec)
            assert all(isinstance(part, str) for change in found for part in change), (key, value)
