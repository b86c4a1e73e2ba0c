"""An impulse in the lab: what is asked, what a selection can do, and what the primary button sends.

Everything here only reads the game; the orders that it makes call ``game.orders``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from normandy_lab.breakout import ahead, paths, questions
from normandy_lab.breakout.board.board import SIDES
from normandy_lab.breakout.paths import Path
from normandy_lab.breakout.rules import s08_record, s20_work
from normandy_lab.core.terms import Refusal, Tally
from normandy_lab.errors import NormandyError
from normandy_lab.ui.breakout.marks import Mark, Marks

BRIDGE_VERBS = ("repair", "seize", "demolish")
NO_MARKS = Marks()
ASSAULT = "an assault impulse"


# ---------------------------------------------------------------------------------------------- ways


class Ways(NamedTuple):
    """Where the selection can go: the paths by place, and the node of the log and the units that they belong to."""

    key: tuple[Any, ...]
    paths: Mapping[str, Path]


NO_WAYS = Ways((), {})


def ways(game: Any, draft: tuple[str, ...], known: Ways) -> Ways:
    """The paths of the draft; those known already are kept while nothing has changed."""
    key = (game, game.log.at.n, draft)
    if known.key == key:
        return known
    if not ordering(game) or not draft:
        return Ways(key, {})
    return Ways(key, paths.reach(game.state, draft))


def ordering(game: Any) -> bool:
    """Whether an impulse is open for orders (8.2)."""
    return game.decision is not None and game.decision.step == questions.ORDERS


def no_way(game: Any, draft: Collection[str], place: str) -> Refusal | None:
    """Why the selection cannot go there."""
    found = paths.path(game.state, draft, place)
    return found if isinstance(found, Refusal) else None


def own_units(game: Any) -> tuple[str, ...]:
    """The units that stood Fresh in the active places when the impulse began (8.2)."""
    frame = s08_record.impulse(game.state)
    mask = frame.eligible if frame is not None else 0
    return tuple(unit.id for unit in game.state.setting.forces.units if mask >> unit.index & 1)


def enemy_at(game: Any, place: str) -> bool:
    """Whether enemies of the side to move stand there."""
    state = game.state
    frame = s08_record.impulse(state)
    index = state.setting.board.index.get(place)
    return frame is not None and index is not None and bool(state.here[1 - frame.side][index])


# --------------------------------------------------------------------------------------------- marks


def marks(game: Any, found: Ways, aim: str, focus: str = "") -> Marks | None:
    """What is lit; None where the options of the decision say it themselves. ``focus`` is the place that was clicked."""
    decision = game.decision
    if decision is not None and decision.step == questions.IMPULSE:
        return _openings(game, focus)
    if not ordering(game):
        return None
    units = {str(option).split()[1] for option in decision.options if option.verb in ("march", "land", "seize")}
    bridges = {_border(game, option) for option in decision.options if option.verb in BRIDGE_VERBS}
    places = {
        place: Mark(_label(game, way), _words(game, way), way.most, enemy_at(game, place))
        for place, way in found.paths.items()
    }
    for option in decision.options:
        if option.verb in ("assault", "land"):
            place = str(option).split()[-1]
            places.setdefault(place, _fight(option.verb))
    route = (_start(game, found), *found.paths[aim].way) if aim in found.paths else ()
    return Marks(places, frozenset(units), frozenset(bridges), aim, route)


def _openings(game: Any, focus: str) -> Marks:
    """Every place that can be activated or bombarded, and how."""
    how: dict[str, list[str]] = {}
    for option in game.decision.options:
        if option.verb == "impulse":
            _, way, place = str(option).split()
            how.setdefault(place, []).append(ASSAULT if way == "assault" else "a bombardment")
    lit = {
        place: Mark("", f"click for {' or '.join(ways)}", thin=ways == [ASSAULT] and not _fresh(game, place))
        for place, ways in how.items()
    }
    return Marks(lit, aim=focus if focus in lit else "")


def _fight(verb: str) -> Mark:
    """A place that is assaulted or landed on without a march."""
    return Mark("", "assault it now" if verb == "assault" else "land here", fight=verb == "assault")


def _fresh(game: Any, place: str) -> bool:
    """Whether Fresh units of the side that decides stand there (8.2); else only its bridges ask for an impulse."""
    state, side = game.state, SIDES.index(game.decision.actor)
    mask = state.here[side][state.setting.board.index[place]]
    return any(mask >> unit.index & 1 and state.level[unit.index] == 0 for unit in state.setting.forces.units)


def _border(game: Any, option: Any) -> str:
    return str(game.state.setting.board.borders[option.args[-1]].id)


def _start(game: Any, found: Ways) -> str:
    state = game.state
    unit = state.setting.forces.index[found.key[2][0]]
    return str(state.setting.board.places[state.at[unit]].id)


def _label(game: Any, way: Path) -> str:
    return f"{way.most}{'!' if enemy_at(game, way.place) else ''}"


def _words(game: Any, way: Path) -> str:
    """One sentence for the hover text of a place."""
    parts = [f"{len(way.moving)} of {len(way.moving) + len(way.staying)} units, {way.most} MF"]
    if way.worst:
        parts.append(f"stopped from the air: {float(way.worst):.0%} for one at least (8.4)")
    if way.must:
        parts.append("they must assault there (8.51)")
    elif enemy_at(game, way.place):
        parts.append("they may assault there (8.52)")
    if way.wading:
        parts.append(f"{len(way.wading)} wade (8.36E)")
    return "Move here: " + "; ".join(parts)


def without_units(game: Any, place: str) -> str:
    """Why a place without Fresh units is listed: its bridges, or guns and aircraft that reach it (8.21, 8.23, 10.1)."""
    verbs = [str(option).split()[1] for option in game.decision.options if str(option).endswith(f" {place}")]
    return "bridges or bombardment" if len(verbs) > 1 else "bridges only" if "assault" in verbs else "bombardment"


def opening_words(game: Any, option: str) -> str:
    """What an impulse of this kind could begin with there: Fresh units, an assault, the best bombardment."""
    system, state = game.system, game.state
    opened = ahead.after(state, [option])
    asked = system.decision(opened)
    _, way, place = option.split()
    if way == "bombard":
        found = [made for each in asked.options if (made := system.attack(opened, each)) is not None] if asked else []
        best = max(found, key=lambda made: int(made.av) - int(made.dv), default=None)
        return f", {int(best.av)} against {int(best.dv)} at best" if best is not None else ""
    able = {each.args[0] for each in asked.options if each.verb in ("march", "land", "seize")} if asked else set()
    parts = [f"{len(able)} unit{'s' * (len(able) != 1)} can move"] if able else []
    fight = ahead.option(opened, f"assault {place}")
    made = system.attack(opened, fight) if fight is not None else None
    parts += [f"assault there {int(made.av)} against {int(made.dv)}"] if made is not None else []
    works = {each.verb for each in asked.options if each.verb in ("repair", "demolish")} if asked else set()
    parts += [f"{work} bridges" for work in sorted(works, reverse=True)]
    return f": {'; '.join(parts)}" if parts else ""


# -------------------------------------------------------------------------------------------- bridges


class Work(NamedTuple):
    """What may be tried on a bridge now: the modifiers, the least die that succeeds, and by whom."""

    kind: str
    tally: Tally
    needed: int
    chance: Any
    options: tuple[str, ...]


def work_on(game: Any, bridge: str) -> tuple[Work, ...]:
    """The attempts that are possible on a bridge, each with its die."""
    if not ordering(game) or not bridge:
        return ()
    state = game.state
    border = state.setting.board.border(bridge)
    side = s08_record.current(state).side
    found: dict[str, list[str]] = {}
    for option in game.decision.options:
        if option.verb in BRIDGE_VERBS and option.args[-1] == border.index:
            found.setdefault(option.verb, []).append(str(option))
    made = []
    for kind, options in found.items():
        tally = s20_work.tally_of(state, kind, side, border)
        made.append(Work(kind, tally, s20_work.needed(tally), s20_work.chance(tally), tuple(options)))
    return tuple(made)


def die_words(game: Any, option: str) -> str:
    """What an attempt on a bridge needs: "4 or more, 50%"; "" for other options."""
    verb, *args = option.split()
    if verb not in BRIDGE_VERBS:
        return ""
    state = game.state
    tally = s20_work.tally_of(state, verb, s08_record.current(state).side, state.setting.board.border(args[-1]))
    needed = s20_work.needed(tally)
    if needed > 6:
        return "no die is enough"
    return "any die" if needed <= 1 else f"{needed} or more, {float(s20_work.chance(tally)):.0%}"


# ----------------------------------------------------------------------------------------- what a click offers


def openings_at(game: Any, kind: str, what: str) -> tuple[str, ...]:
    """The impulses that a click on a place, a unit or a bridge may mean."""
    state = game.state
    board = state.setting.board
    if kind == "bridge":
        places: Iterable[str] = what.split("-")
    elif kind == "unit":
        places = [board.places[state.at[state.setting.forces.index[what]]].id]
    else:
        places = [what]
    wanted = set(places)
    wanted |= {board.places[board.box_of[board.index[p]]].id for p in places if board.index[p] in board.box_of}
    return tuple(
        str(option)
        for option in game.decision.options
        if option.verb == "impulse" and str(option).split()[-1] in wanted
    )


def bridge_options(game: Any, bridge: str, draft: Collection[str]) -> tuple[str, ...]:
    """What may be done on a bridge now; by units of the draft if they can seize it."""
    options = [option for work in work_on(game, bridge) for option in work.options]
    state = game.state
    border = state.setting.board.border(bridge).index
    options += [str(o) for o in game.decision.options if o.verb == "unbuild" and o.args[0] == border]
    chosen = [option for option in options if set(option.split()) & set(draft)]
    others = [option for option in options if not option.startswith("seize ")]
    return tuple([*others, *chosen] if chosen else options)


# ------------------------------------------------------------------------------------------- previews


def attack_after(game: Any, way: Path) -> Any:
    """The attack that the march leads to, with everybody who must or may join; None where nobody is attacked."""
    if not enemy_at(game, way.place):
        return None
    try:
        state = ahead.after(game.state, way.steps, lucky=True)
        option = ahead.option(state, f"assault {way.place}")
        return game.system.attack(state, option) if option is not None else None
    except NormandyError:
        return None


def side_to_move(game: Any) -> str:
    """The side whose impulse it is."""
    frame = s08_record.impulse(game.state)
    return SIDES[frame.side] if frame is not None else ""
