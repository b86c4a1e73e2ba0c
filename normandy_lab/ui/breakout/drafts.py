"""Selections that are made before they are confirmed: who attacks together, who lands.

A draft belongs to one place (its focus). A click on the map and a check in the list change it alike;
one Plan sends it. Everything here only reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from normandy_lab.breakout import ahead, questions
from normandy_lab.core.decisions import Action
from normandy_lab.errors import NormandyError
from normandy_lab.ui.breakout.outline import Outline
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.breakout.words import in_group, place_name

# The words that choose units, by the step of the decision.
VERBS = {
    **dict.fromkeys((questions.DROP, questions.DROP_AREA, questions.DROP_GROUP), ("attack", "stay", "secure")),
    questions.FIRST_WAVE: ("land",),
    questions.ORDERS: ("march", "land", "seize"),
    questions.MUSTER: ("join", "support"),
    questions.LANDING: ("land",),
    questions.GUNS: ("support",),
    questions.SUPPLIES: ("refit",),
    questions.REGROUP: ("regroup",),
    questions.PLACE: ("place",),
}
ABOUT = (questions.MUSTER, questions.GUNS)  # all units, wherever they stand, are chosen for one place


class Draft(NamedTuple):
    """A place and the units chosen for it."""

    focus: str = ""
    units: tuple[str, ...] = ()


class Group(NamedTuple):
    """The units of one place that may be chosen, and those there that may not."""

    place: str  # where the draft is aimed: the drop area, the beach
    stands: str  # where the units stand: the drop area, the approach box
    units: tuple[Any, ...]  # CounterViews, or Stands while the selection begins
    denied: tuple[Any, ...]


class Order(NamedTuple):
    """A button that sends something: its words, what it plays, its Attack when it is one, and who keeps its Plan.

    ``ends`` says that it does nothing but end a phase.
    """

    words: str
    run: Callable[[], object]
    attack: Any = None
    orders: Any = None  # ``game.orders`` that carry it out: they know whether it waits for dice
    ends: bool = False


def _verbs(view: View | Outline) -> tuple[str, ...]:
    decision = view.decision
    return VERBS.get(decision.step, ()) if decision is not None else ()


def groups(view: View | Outline) -> tuple[Group, ...]:
    """The places for which units can be chosen now, in board order; empty when nothing is drafted."""
    verbs = _verbs(view)
    if not verbs or view.decision is None:
        return ()
    able: dict[str, str] = {}
    for option in view.decision.options:
        word, *args = option.split()
        if word in verbs and (word == verbs[0] or args[0] not in able):
            able[args[0]] = args[1] if word == "land" else ""
    by_place: dict[str, list[Any]] = {}
    about = view.decision.place if view.decision.step in ABOUT else ""
    for counter in view.counters:
        if counter.unit in able:
            by_place.setdefault(about or able[counter.unit] or counter.place, []).append(counter)
    return tuple(_group(view, place, units) for place, units in sorted(by_place.items(), key=_board_order(view)))


def _board_order(view: View | Outline) -> Callable[[tuple[str, Any]], int]:
    places: tuple[Any, ...] = view.places
    order = {place.id: number for number, place in enumerate(places)}
    return lambda item: order.get(item[0], 0)


def _group(view: View | Outline, place: str, units: list[Any]) -> Group:
    decision = view.decision
    about = decision is not None and decision.step in ABOUT
    stands = place if about else units[0].place
    known = {unit.unit for unit in units} | set(decision.fixed if decision is not None else ())
    denied = [c for c in view.at(stands) if c.side == units[0].side and c.unit not in known]
    return Group(place, stands, tuple(units), tuple(denied))


def group_of(view: View | Outline, focus: str) -> Group | None:
    """The group of this place, or the only group there is."""
    found = groups(view)
    by_day = view.decision is not None and view.decision.by_day
    return next(
        (g for g in found if focus in (g.place, g.stands)),
        found[0] if found[:1] and (by_day or len(found) == 1) else None,
    )


def allowed(view: View) -> tuple[str, ...]:
    """Every unit that may be in a draft now, in the order of the list."""
    return tuple(unit.unit for group in groups(view) for unit in group.units)


def start(view: View | Outline, focus: str) -> Draft:
    """The selection to begin with: every unit of the place, none when a group is being put together."""
    group = group_of(view, focus)
    if group is None:
        return Draft()
    if view.decision is not None and view.decision.kind == "airborne" and not attackable(view, group):
        return Draft(group.place)
    return Draft(group.place, tuple(unit.unit for unit in group.units))


def attackable(view: View | Outline, group: Group) -> bool:
    """Whether the units of a drop area may attack (Germans are there, and it was not attacked yet)."""
    options = view.decision.options if view.decision else ()
    return any(f"attack {unit.unit}" in options for unit in group.units)


def click(view: View, kind: str, what: str, focus: str, draft: tuple[str, ...]) -> Draft | None:
    """What a click on the map makes of the draft; None when the click is about something else."""
    found = groups(view)
    if kind == "unit":
        group = next((g for g in found if what in {unit.unit for unit in g.units}), None)
        if group is None:
            return None
        same = draft if group.place == focus else ()
        units = tuple(u for u in same if u != what) if what in same else (*same, what)
        order = [unit.unit for unit in group.units]
        return Draft(group.place, tuple(sorted(units, key=order.index)))
    group = next((g for g in found if what in (g.place, g.stands)), None) if kind == "place" else None
    return start(view, group.place) if group is not None else None


# ---------------------------------------------------------------------------------------- orders


def order(game: Any, view: View, focus: str, draft: tuple[str, ...], point: str) -> Order | None:
    """What the primary button sends, or None when there is nothing to send."""
    if view.decision is not None and view.decision.kind == "point":
        unit = point or best_point(game, ())
        attack = preview(game, [f"point {unit}"])
        return Order(f"Attack{against(attack)}", lambda: game.play(f"point {unit}"), attack) if unit else None
    group = group_of(view, focus)
    if group is None or view.decision is None:
        return None
    if view.decision.kind == "first_wave":
        return _landing(game, view, group, draft)
    if in_group(view):
        attack = game.system.attack(game.state)
        return Order(f"Attack{against(attack)}", lambda: game.play("end"), attack)
    return _assault(game, view, group, draft, point)


def _landing(game: Any, view: View, group: Group, draft: tuple[str, ...]) -> Order | None:
    if not draft:
        return None
    words = f"Land {_units(len(draft))} at {place_name(view, group.place)}"
    return Order(words, lambda: game.orders.land(group.place, list(draft)))


def _assault(game: Any, view: View, group: Group, draft: tuple[str, ...], point: str) -> Order | None:
    if not draft or not attackable(view, group):
        return None
    actions = [f"attack {unit}" for unit in draft] + ["end"]
    attack = preview(game, [*actions, f"point {point or best_point(game, actions)}"])
    units = list(draft)
    return Order(f"Attack{against(attack)}", lambda: game.orders.attack(group.place, units, point or None), attack)


def against(attack: Any) -> str:
    """Both values, as they stand on a button; "" without an attack."""
    return f", {int(attack.av)} against {int(attack.dv)}" if attack is not None else ""


def land_all(game: Any, view: View) -> Order | None:
    """All units at all beaches, once every beach has units to land."""
    count = len(allowed(view))
    if view.decision is None or view.decision.kind != "first_wave" or not count:
        return None
    return Order(f"Land all {count} units", game.orders.land_all)


def _units(count: int) -> str:
    return f"{count} unit{'s' if count != 1 else ''}"


# --------------------------------------------------------------------------------------- previews


def preview(game: Any, actions: Iterable[str]) -> Any:
    """The attack that these actions lead to, with its values, or None."""
    try:
        return game.system.attack(ahead.after(game.state, actions))
    except NormandyError:
        return None


def point_options(game: Any, actions: Iterable[str]) -> tuple[str, ...]:
    """The units that may be the Point Unit once these actions are played."""
    decision = ahead.after(game.state, actions).asked
    options: tuple[Action, ...] = decision.options if decision is not None else ()
    return tuple(option.split()[1] for option in options if option.startswith("point "))


def best_point(game: Any, actions: Iterable[str]) -> str:
    """The Point Unit with the highest attack factor; the first of equals."""
    table = game.state.setting.forces
    units = point_options(game, actions)
    return max(units, key=lambda unit: table.units[table.index[unit]].attack, default="")


def point_units(game: Any, view: View, draft: tuple[str, ...]) -> tuple[str, ...]:
    """The Point Units to choose from: of the draft, or of the attack that is declared."""
    if view.decision is None:
        return ()
    if view.decision.kind == "point":
        return tuple(option.split()[1] for option in view.decision.options)
    if view.decision.kind == "airborne" and draft and not in_group(view):
        return point_options(game, [*(f"attack {unit}" for unit in draft), "end"])
    return ()
