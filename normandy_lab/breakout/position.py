"""A position as a Scenario, and as a networkx Graph. Here pandas-free, but not part of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from normandy_lab.breakout.board.board import ALLIED, AREA, ASIDE, GERMAN, NATIONALITIES, RIVER, SIDES, ZONE, Border
from normandy_lab.breakout.forces.units import LEVELS
from normandy_lab.breakout.frames import Air, Airborne, Dawn, Day, FirstWave, Naval, Refit, Regroup, Turn
from normandy_lab.breakout.query import bits, contested, controller
from normandy_lab.breakout.rules import s20_bridges
from normandy_lab.breakout.rules.s06_sequence import UNFINISHED
from normandy_lab.breakout.setting import PHASES, WEATHER
from normandy_lab.breakout.state import DESTROYED, HELD, LINE_ALLIED, LINE_GERMAN, State
from normandy_lab.errors import NormandyError

if TYPE_CHECKING:
    import networkx as nx


def at_boundary(state: State) -> bool:
    """Whether a phase, a side's part of one or an impulse is just beginning: only then is a position a Scenario.

    A dawn can be begun again at any time: what is placed already stays where it is (6.2). Where the game stops at a rule
    that is not played, the phase of that rule is just beginning.
    """
    if state.over:
        return state.over.startswith(UNFINISHED)
    frame = state.frames[-1]
    if isinstance(frame, Regroup):
        return not frame.moved and not state.crossed
    if len(state.frames) != 2 or not isinstance(state.frames[0], Turn):
        return False
    if isinstance(frame, Day | Dawn) or frame in (Refit(), Refit(stage="supply")):  # nobody in Cherbourg needs a die
        return True
    fresh = (Airborne(), Air(), FirstWave())
    rounds = int(state.setting.rules["naval_shoots_before_landing"])
    return frame in fresh or (isinstance(frame, Naval) and not frame.shot and frame.rounds == rounds)


def as_scenario(state: State) -> Any:
    """The position as a Scenario over the one the game began with.

    Scenario files have no word for how many impulses there were, which names the dice: the luck of a game that is
    begun from here is another.

    Raises
    ------
    NormandyError
        The phase or impulse has begun; go back to its start first.
    """
    if not at_boundary(state):
        raise NormandyError(
            "a position is taken at the start of a phase or impulse; undo to it, or play it to its end (6.1, 8.1)"
        )
    spec = state.setting.spec
    return spec.with_(patch(state))


def snapshot(state: State) -> Any:
    """What stands where as a Scenario, also in the middle of an impulse: to be compared, not to be played on."""
    return state.setting.spec.with_(patch(state))


def patch(state: State) -> dict[str, Any]:
    """What differs from the set-up, in the vocabulary of scenario files."""
    setting = state.setting
    used = [marker.id for marker in setting.forces.markers if state.used >> marker.index & 1]
    bombed = {
        setting.board.places[place].id: [NATIONALITIES[nation] for nation in bits(mask)]
        for place, mask in sorted(state.bombed.items())
    }
    turn = state.frames[-1] if state.frames else None
    day = turn if isinstance(turn, Day) else Day(turn.side if isinstance(turn, Regroup) else GERMAN)
    clock = {
        "start": setting.calendar[state.day], "phase": PHASES[state.phase], "impulse": state.impulse,
        "first_impulse": state.first_impulse, "side": SIDES[day.side], "passed": day.passed, "again": day.again,
    }  # fmt: skip
    return {
        "clock": clock,
        "units": _units(state),
        "areas": _areas(state),
        "bridges": _bridges(state),
        "rivers": _rivers(state),
        "weather": _weather(state),
        "advantage": {"side": SIDES[state.advantage]},
        "sunset": {"drm": state.sunset_drm},
        "supply": _supply(state),
        "markers": {"used": used, "bombed_today": bombed},
    }


def _supply(state: State) -> dict[str, Any]:
    """The reserves, and the beaches whose depots are barred (12.53, 12.71)."""
    german, allied = state.reserves
    barred = [place.id for place in state.setting.board.places if state.barred >> place.index & 1]
    return {"german": {"reserve": german}, "allied": {"reserve": allied, "no_depot_today": barred}}


def _weather(state: State) -> dict[str, Any]:
    """Today's changes (18.4); one that the marker has not reached lies on the next space, and is in force (17.3)."""
    changes = [{"impulse": space, "to": WEATHER[new]} for space, new in state.weather_changes]
    named = state.setting.spec.document.get("weather", {}).get("changes", [])  # those not made among them
    return {} if changes == named else {"changes": changes}


def _units(state: State) -> dict[str, dict[str, Any]]:
    setup, places = state.setting.setup, state.setting.board.places
    changed: dict[str, dict[str, Any]] = {}
    for unit in state.setting.forces.units:
        now = state.at[unit.index], state.level[unit.index]
        if now == (setup.at[unit.index], setup.level[unit.index]):
            continue
        changed[unit.id] = {"at": places[now[0]].id, "level": LEVELS[now[1]]}
    return changed


def _areas(state: State) -> dict[str, dict[str, Any]]:
    """Control and fortifications as they are: what a file leaves out is worked out anew (7.3, 15.2)."""
    board, setup = state.setting.board, state.setting.setup
    listed: dict[str, dict[str, Any]] = {}
    for index in (*board.areas, *board.zones):
        entry: dict[str, Any] = {}
        if state.control[index] or setup.control[index] or contested(state, index):
            entry["control"] = NATIONALITIES[state.control[index]]
        if board.places[index].fort or state.fort[index]:
            entry["fort"] = state.fort[index]
        if entry:
            listed[board.places[index].id] = entry
    return listed


def _bridges(state: State) -> dict[str, dict[str, Any]]:
    """Every bridge that is not plainly German; one between two Allied areas is named either way (20.1)."""
    named: dict[str, dict[str, Any]] = {
        border.id: {"held": HELD[state.held[border.index]]}
        for border in state.setting.board.borders
        if border.bridge and _worth_naming(state, border)
    }
    for border in state.setting.board.borders:
        levels = state.construct[border.index]
        if any(levels) or levels != state.setting.setup.construct[border.index]:
            named[border.id]["construct"] = dict(zip(SIDES, levels, strict=True))
    return named


def _rivers(state: State) -> dict[str, dict[str, Any]]:
    """Every river line with a Held mark (8.511); one that the set-up had and the position has not is taken back."""
    borders = [border for border in state.setting.board.borders if border.kind == RIVER]
    marks = {LINE_ALLIED: "allied", LINE_GERMAN: "german"}
    lines = {b.id: {"held": marks[state.held[b.index]]} for b in borders if state.held[b.index] in marks}
    old = state.setting.setup.held
    gone = [b for b in borders if old[b.index] in marks and state.held[b.index] not in marks]
    return lines | {border.id: {"held": _left_behind(state, border)} for border in gone}


def _left_behind(state: State, border: Border) -> str:
    """What a patch says where the set-up had a mark: "none", or the holder of the bridge that stands there now."""
    return SIDES[s20_bridges.holder(state, border)] if s20_bridges.standing(state, border) else "none"


def _worth_naming(state: State, border: Border) -> bool:
    both = controller(state, border.a) == ALLIED and controller(state, border.b) == ALLIED
    return both or state.held[border.index] != state.setting.setup.held[border.index] or state.held[border.index] != 0


def graph(state: State) -> nx.Graph[str]:
    """The map as a networkx Graph: nodes "50", "A", "box:51", "offshore"; state on nodes and edges."""
    import networkx as nx

    board = state.setting.board
    built: nx.Graph[str] = nx.Graph(day=state.day, phase=PHASES[state.phase], weather=WEATHER[state.weather])
    for place in board.places:
        if place.kind == ASIDE:
            continue
        german, allied = (state.here[side][place.index] for side in (GERMAN, ALLIED))
        built.add_node(
            place.id,
            name=place.name,
            kind=place.kind,
            tem=place.tem,
            bocage=place.bocage,
            beach=place.beach,
            vp=place.vp,
            fort=state.fort[place.index],
            control=NATIONALITIES[state.control[place.index]] if place.kind in (AREA, ZONE) else None,
            contested=contested(state, place.index),
            german=[state.setting.forces.units[index].id for index in bits(german)],
            allied=[state.setting.forces.units[index].id for index in bits(allied)],
        )
    for border in board.borders:
        a, b = board.places[border.a], board.places[border.b]
        held = HELD[state.held[border.index]] if border.bridge else None
        built.add_edge(
            a.id, b.id, kind=border.kind, bridge=border.bridge, held=held, standing=held not in (None, HELD[DESTROYED])
        )
    return built
