"""One way to do each thing, held by the source: where the game looks ahead, and who may read the set-up."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import normandy_lab as nl
from normandy_lab.breakout import report
from normandy_lab.breakout.frames import Day
from normandy_lab.breakout.setting import DAYLIGHT
from tests.ui.positions import day

TOP = Path(__file__).parents[1] / "normandy_lab"
# Who carries out an action on a position: the machine, the record of a game, an order that is tried out, looking ahead,
# and the odds of a chain.
PLAYS = {
    "core/log.py",
    "core/machine.py",
    "core/play.py",
    "rehearsal.py",
    "breakout/ahead.py",
    "analysis/breakout/chain.py",
}
ENGINE = "normandy_lab.breakout.engine"
# Who copies a position: the machine, looking ahead, and the supply report, which takes units away from its own copy.
COPIES = {"core/machine.py", "breakout/ahead.py", "analysis/breakout/supply.py"}
# What a set-up says of the first moment alone; afterwards the State has it.
MOMENT = {
    "advantage", "again", "at", "barred", "bombed", "construct", "control", "day", "fort", "first_impulse", "held", "impulse", "level",
    "passed", "phase", "reserves", "side", "sunset_drm", "used", "weather_changes",
}  # fmt: skip
READS_SETUP = {
    "breakout/state.py",  # makes the first State
    "breakout/rules/s06_sequence.py",  # opens the first phase
    "breakout/position.py",  # writes a position as what differs from the file it started from
    "breakout/report.py",  # ``until`` without a day means the first one
}


def sources() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(TOP.rglob("*.py")):
        yield path.relative_to(TOP).as_posix(), ast.parse(path.read_text("utf-8"))


def called(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What is called as (what it is called on, name): "game.system.apply(...)" is ("system", "apply")."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            on = node.func.value
            yield (on.attr if isinstance(on, ast.Attribute) else getattr(on, "id", "")), node.func.attr


def imported(tree: ast.Module) -> set[str]:
    """Everything imported, by its whole name: "normandy_lab.breakout.engine", "normandy_lab.breakout.engine.play"."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_only_one_module_of_the_area_impulse_game_looks_ahead() -> None:
    plays, copies = set(), set()
    for name, tree in sources():
        if {(on, verb) for on in ("system", "MACHINE", "engine") for verb in ("apply", "play")} & set(called(tree)):
            plays.add(name)
        if imported(tree) & {f"{ENGINE}.apply", f"{ENGINE}.play"} and name != "breakout/__init__.py":
            plays.add(name)
        if any(on in ("state", "_state", "probe", "after") and verb == "copy" for on, verb in called(tree)):
            copies.add(name)
    assert {name for name in plays if "beach/" not in name} <= PLAYS
    assert "breakout/ahead.py" in plays, "the test no longer sees what it forbids"
    assert copies <= COPIES
    assert copies >= {"breakout/ahead.py"}


def test_panels_and_map_of_the_area_impulse_game_read_what_the_session_made_of_it() -> None:
    """They see a View and a Reading; the game, its engine and its rules stay behind the session (and the lab's frame)."""
    closed = (
        "normandy_lab.game",
        "normandy_lab.breakout.engine",
        "normandy_lab.breakout.rules",
        "normandy_lab.breakout.ahead",
    )
    found = []
    for name, tree in sources():
        if not name.startswith(("ui/breakout/panels/", "ui/breakout/map/")):
            continue
        found += [f"{name}: {each}" for each in imported(tree) if each.startswith(closed)]
        found += [
            f"{name}:{node.lineno} .game"
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and node.attr == "game"
        ]
    assert found == []


def test_what_a_position_says_is_not_read_from_its_set_up() -> None:
    found = set()
    for name, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in MOMENT:
                on = node.value
                if (isinstance(on, ast.Attribute) and on.attr == "setup") or (
                    isinstance(on, ast.Name) and on.id == "setup"
                ):
                    found.add(name)
    assert {each for each in found if not each.startswith(("beach/", "breakout/scenario/"))} == READS_SETUP


@pytest.mark.rule("6.3", "8.6", "12.53")
def test_a_game_that_begins_in_the_middle_of_a_day_tells_its_own_moment_and_the_next_day_its_own() -> None:
    """Clock, weather track and written position say what the State says: on the first day, and on the second."""
    clock = {"first_impulse": 2, "impulse": 5, "passed": True, "again": 3, "end": "Jun-08"}
    game = day({"US-1-16": "30", "GE-352-916": "33"}, side="allied", clock=clock, areas={"30": {"control": "us"}})
    state, lab = game.state, nl.Lab(game, autosave=False)
    shown = lab.session.view.clock
    assert (shown.impulse, shown.side, shown.phase) == (5, "allied", "daylight")
    assert (state.first_impulse, state.frames[1].passed, state.frames[1].again) == (2, True, 3)
    assert shown.sunset.passed == "german"
    assert report.weather_track(state)[0][0] == 2, "the track begins where the day did"
    written = game.as_scenario().document["clock"]
    assert (written["impulse"], written["side"], written["first_impulse"], written["passed"], written["again"]) == (
        5, "allied", 2, True, 3,
    )  # fmt: skip
    game.run(until="Jun-06")
    while game.state.phase != DAYLIGHT:
        game.orders.accept()
    lab.refresh()
    shown, state = lab.session.view.clock, game.state
    assert (shown.day, shown.impulse, shown.date) == (state.day, state.impulse, "Wed 7 June 1944")
    bought = sum(node.action == "reserve +1" for node in game.log.at.path())  # spaces, both sides together (12.53)
    assert state.first_impulse == state.impulse == bought
    day_frame = next(frame for frame in state.frames if isinstance(frame, Day))
    assert (day_frame.passed, day_frame.again, shown.side) == (False, 0, "german")
    assert report.weather_track(state)[0][0] == bought
    written = game.as_scenario().document["clock"]
    assert (written["impulse"], written.get("first_impulse", 0), written.get("passed", False)) == (
        bought,
        bought,
        False,
    )
    assert (written.get("side", "german"), written.get("again", 0)) == ("german", 0)
