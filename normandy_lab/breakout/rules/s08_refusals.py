"""Why an order of an impulse is not allowed: the rule, the reason, and the smallest change that would make it legal."""

from __future__ import annotations

from functools import lru_cache

from normandy_lab.breakout.actions import BOMBARD
from normandy_lab.breakout.board.board import RIVER, ZONE, Board
from normandy_lab.breakout.forces.units import FRESH, Unit
from normandy_lab.breakout.frames import Assault, Bombardment, Impulse
from normandy_lab.breakout.query import fresh, name, playable, units
from normandy_lab.breakout.rules import (
    s08_idle,
    s08_movement,
    s08_muster,
    s08_record,
    s10_barrage,
    s16_artillery,
    s19_reinforcements,
    s20_bridges,
    s20_demolition,
    s20_repair,
    s20_seizure,
)
from normandy_lab.breakout.rules.s08_movement import Mover
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action
from normandy_lab.core.terms import Refusal

STEP = {
    "8.33": ("{place} is not next to {at}.", "{between}"),
    "3.4": ("Nobody goes back to sea.", "Choose a land area."),
    "19.3": ("{unit} is at sea.", "Land it{landing}."),
    "8.33 enemy": ("{unit} has entered an area with an enemy and must stop there.", "Assault, or end its move here."),
    "14.2": ("{place} is a zone, and only a unit that began the impulse next to it may enter it.",
             "Begin an impulse next to it."),
    "14.2 stop": ("{unit} has entered a zone in this impulse, and its move ends there.", "Choose another unit."),
    "8.31": ("{place} was assaulted in this impulse; nobody else may enter it.", "Enter it in a later impulse."),
    "8.36E open": ("No river lies between {at} and {place}.", "Leave out the word wade."),
    "8.371 flood": ("No bridge stands over the flood between {at} and {place}.", "{repair}"),
    "8.371 river": ("No bridge stands over the river between {at} and {place}.", "{wade}"),
    "8.371 full": ("Five units have used the bridge between {at} and {place} in this impulse.", "{beside}"),
    "8.36E infantry": ("Only infantry crosses a river without a bridge.", "Cross by a bridge."),
    "8.36E used": ("{unit} has used {used} MF; wading takes all of them.", "Wade as the first step of an impulse."),
    "8.372": ("The enemy holds the {line} between {at} and {place}, and {at} is contested.",
              "Leave over a line that your side holds."),
    "8.34": ("{unit} leaves a contested area, and {place} is not Free.", "Choose a Free area, or clear {at} first."),
    "8.35": ("An area with or of the enemy is entered from a Vacant one, and {at} is contested.",
             "Choose a Free area first, or clear {at}."),
    "8.375": ("{place} is the enemy's, and {unit} is no Point Unit.", "Let infantry or armor enter it first."),
    "8.35 guns": ("Only enemies are in {place}, and {unit} is no Point Unit.", "Let infantry or armor enter it first."),
    "8.375 led": ("{unit} would have to assault in {place}, and no Point Unit leads it.",
                  "Let infantry or armor cross there first."),
    "7.1": ("Ten friendly units are in {place}.", "Move one of them on first."),
    "16.13": ("A corps artillery unit is in {place}.", "Move it on first, or go elsewhere."),
    "8.36 none": ("{unit} has no MF left.", "Choose another unit."),
    "8.36": ("{place} takes {cost} MF, and {unit} has {left} left.", "Choose a nearer area, or a unit with more MF."),
    "8.221": ("{place} takes {cost} MF, one of them for the bridge seized in this impulse, and {unit} has {left} left.",
              "Choose another way, or a unit with more MF."),
    "8.38": ("{place} takes {cost} MF over a bridge seized in this impulse, and {unit} has {left}.",
             "No Minimum Move there: choose a unit with more MF{or_wade}."),
}  # fmt: skip
# What bars the step in every impulse, so that activating the unit's place would not help.
ALWAYS = {"8.33", "3.4", "19.3", "8.36E open", "8.36E infantry", "8.371 flood"}


def step(state: State, unit: Unit, place: int, wade: bool) -> Refusal | None:
    """Why the unit may not march there; None if it may."""
    frame = s08_record.current(state)
    code = s08_idle.illegal(state, frame, unit)
    mover = s08_movement.mover(state, unit.index)
    barred = s08_movement.illegal(state, mover, place, wade)
    if code and (barred not in ALWAYS or code != "8.2" or s08_idle.absent(state, unit)):
        return s08_idle.refusal(state, unit, code)
    if not barred:
        return None
    if barred == "19.3":
        landing = s19_reinforcements.refusal(state, unit, state.setting.board.beach_of[mover.at])
        if landing is not None:
            return Refusal("19.3", f"{unit.name} is at sea. {landing.text}", landing.fix)
    stuck = barred == "8.36" and s08_record.allowance(state, unit) <= mover.used
    code = "8.36 none" if stuck else barred
    text, fix = STEP[code]
    words = _words(state, frame, mover, place)
    return Refusal(
        code.split(" ")[0], f"{unit.name} to {name(state, place)}: {text.format(**words)}", fix.format(**words)
    )


def _words(state: State, frame: Impulse, mover: Mover, place: int) -> dict[str, object]:
    board, unit = state.setting.board, mover.unit
    border = board.borders[board.between[mover.at, place]] if (mover.at, place) in board.between else None
    standing = border is not None and s20_bridges.standing(state, border)
    left = s08_record.allowance(state, unit) - mover.used
    wades = border is not None and border.kind == RIVER and not s08_movement.illegal(state, mover, place, wade=True)
    repair = "Go another way, or repair the bridge in an impulse of that area."
    repair = repair if border is not None and border.bridge else "Go another way."
    beside = playable(state, f"march {unit.id} {board.places[place].id} wade")
    wade = f"Infantry may wade with all its MF: {beside}." if beside else "Infantry may wade with all its MF."
    return {
        "unit": unit.name,
        "id": unit.id,
        "place": board.names[place],
        "at": board.names[mover.at],
        "between": _between(state, mover, place) if border is None else "",
        "beach": board.places[board.beach_of[mover.at]].id if mover.at in board.beach_of else "",
        "landing": _landing(state, unit, mover.at),
        "used": mover.used,
        "left": left,
        "line": "bridge" if standing else "river",
        "wade": wade if wades else repair,
        "repair": repair,
        "beside": wade if wades else "Go another way, or cross in a later impulse.",
        "or_wade": ", or wade" if wades else "",
        "cost": sum(_price(frame, mover, border.index, entry)) if border and (entry := _entry(state, frame, mover, place)) else 0,
    }  # fmt: skip


def _landing(state: State, unit: Unit, box: int) -> str:
    """How to land the unit, where it may (19.3)."""
    board = state.setting.board
    beach = board.places[board.beach_of[box]].id if box in board.beach_of else ""
    action = playable(state, f"land {unit.id} {beach}")
    return f": {action}" if action else ""


def _entry(state: State, frame: Impulse, mover: Mover, place: int) -> int:
    return s08_movement.entry(state, frame, mover, place)[0]


def _price(frame: Impulse, mover: Mover, border: int, entry: int) -> tuple[int, int]:
    return entry, int(s08_movement.surcharge(frame, mover, border, wade=False))


def _between(state: State, mover: Mover, goal: int) -> str:
    """How to get to a place that is not adjacent: by where the unit may go now, if any such place is no detour."""
    board = state.setting.board
    far = _distances(board, goal)
    near = [other for other, _ in board.neighbours[mover.at] if other in far and board.places[other].kind != ZONE]
    if not near:
        return "Choose a place on the map."
    ahead = [other for other in near if far[other] <= far.get(mover.at, 0)]
    open_now = [other for other in ahead if not s08_movement.illegal(state, mover, other)]
    first = min(open_now or near, key=lambda other: far[other])
    by = board.names[first]
    if open_now:
        step = playable(state, f"march {mover.unit.id} {board.places[first].id}")
        return f"Go by {by}: {step}." if step else f"Go by {by}."
    return f"The way leads by {by}, which is closed to it now: choose another goal."


@lru_cache(maxsize=256)
def _distances(board: Board, goal: int) -> dict[int, int]:
    """Steps from every place to the goal, whatever they cost; nobody passes through a zone (14.2)."""
    far, ring = {goal: 0}, [goal]
    for place in ring:
        if place == goal or board.places[place].kind != ZONE:
            for other, _ in board.neighbours[place]:
                if other not in far:
                    far[other] = far[place] + 1
                    ring.append(other)
    return far


# -- the other orders


ORDER = {
    "8.51": ("A Mandatory Assault is still to be made.", "Assault first: play one of the listed assaults."),
    "8.6": ("Nothing was done in this impulse; that is a pass, and a pass is declared.", "Give an order, or undo and pass."),
    "8.22": ("{place} was assaulted in this impulse.", "Assault it in a later impulse."),
    "8.5 enemy": ("No enemy is in {place}.", "Choose a place with an enemy."),
    "8.2": ("Bridges are being blown: movement and assaults are over.", "End, or use the Advantage for a second impulse."),
    "8.5 units": ("No unit that could assault is in {place}.", "March units there first."),
    "8.375": ("No infantry or armor could lead an assault in {place}.", "March a Point Unit there first."),
}  # fmt: skip


def order(state: State, frame: Impulse, action: Action) -> Refusal | None:
    """Why an order of this impulse is refused."""
    if frame.stage != "orders":
        return None
    verb, args = action.verb, action.args
    all_units = state.setting.forces.units
    if verb in ("join", "support", "lead") and (late := _too_late(state, action)) is not None:
        return late
    if verb in ("march", "land", "seize", "assault") and not frame.moving:
        return plain("8.2", "")
    if verb == "march":
        return step(state, all_units[args[0]], args[1], bool(args[2]))
    if verb == "land":
        return s19_reinforcements.refusal(state, all_units[args[0]], args[1])
    if verb == "seize":
        return s20_seizure.refusal(state, all_units[args[0]], state.setting.board.borders[args[1]])
    if verb == "repair":
        return s20_repair.refusal(state, state.setting.board.borders[args[0]])
    if verb == "demolish":
        if s08_record.may_not_end(state, frame) == "8.51":
            return plain("8.51", "")
        return s20_demolition.refusal(state, state.setting.board.borders[args[0]])
    return _rest(state, frame, action)


def _too_late(state: State, action: Action) -> Refusal | None:
    """Somebody is named for an assault or a bombardment that has begun: what barred the unit, or that it is late."""
    for frame in reversed(state.frames):
        if isinstance(frame, Assault):
            return s08_muster.too_late(state, frame, action) if action.verb != "lead" else None
        if isinstance(frame, Bombardment):
            return s10_barrage.too_late(state, frame, action) if action.verb != "join" else None
    return None


def _rest(state: State, frame: Impulse, action: Action) -> Refusal | None:
    verb, args = action.verb, action.args
    if verb == "assault":
        code = s08_muster.illegal(state, args[0])
        return plain(code, name(state, args[0])) if code else None
    if verb == "end":
        return plain(s08_record.may_not_end(state, frame), "")
    if verb == "double":
        return _double(state, frame, args[0], args[1])
    if verb == "unbuild":
        return s20_bridges.unbuild_refusal(state, frame.side, state.setting.board.borders[args[0]])
    if verb == "pass":
        return Refusal("8.6", "An impulse has been begun.", "Give orders and end it, or undo and pass.")
    if verb == "impulse":
        return Refusal("8.1", "An impulse is being played.", "End it first, or double it (11.4).")
    if verb == "shoot" and _double(state, frame, BOMBARD, args[1]) is not None:
        return no_shot(state, frame.side, action, "in an impulse of its own")
    way = "double" if s08_record.may_double(state, frame) else "impulse"
    return too_early(state, frame.side, action, way, "assault")


def plain(code: str, place: str) -> Refusal:
    text, fix = ORDER[code]
    return Refusal(code.split(" ", maxsplit=1)[0], text.format(place=place), fix)


def _double(state: State, frame: Impulse, way: int, place: int) -> Refusal | None:
    if frame.doubled:
        return Refusal("11.4", "This impulse is doubled already.", "End it.")
    if state.advantage != frame.side:
        return Refusal("11.4", "The enemy holds the Advantage.", "Wait until you hold it.")
    if state.advantage_used:
        return Refusal("11.6", "The Advantage has been used in this impulse.", "Wait for another impulse.")
    if not frame.active and not frame.acted:
        return Refusal("11.4", "The first half has not begun.", "Name who bombards first.")
    if way == BOMBARD and s08_record.may_not_end(state, frame) == "8.51":
        return plain("8.51", "")
    if way == BOMBARD:
        return s10_barrage.area_refusal(state, frame.side, place)
    where = name(state, place)
    return Refusal("11.4", f"Nobody could act in {where} in the second half.", "Choose a place with Fresh units.")


def too_early(state: State, side: int, action: Action, way: str, fight: str) -> Refusal | None:
    """Words of a bombardment or an assault that has not been opened; ``way`` and ``fight`` are what opens them."""
    if action.verb in ("join", "support"):
        fix = _opening(state, side, action, fight) or "Begin an assault in which it can take part."
        return _never(state, side, action) or Refusal("8.5", "No assault is being made ready.", fix)
    if action.verb == "unbuild":
        border = state.setting.board.borders[action.args[0]]
        opens = [text for text in state.asked.options if text.startswith("impulse assault")] if state.asked else []
        fix = f"Play {playable(state, *opens)} first." if opens else "Wait for an assault impulse."
        none = Refusal("8.2", "No place has been activated.", fix)
        return s20_bridges.unbuild_refusal(state, side, border) or none
    if action.verb == "lead":
        gun = state.setting.forces.units[action.args[0]]
        code = s16_artillery.unready(state, side, gun)
        if code:
            return s10_barrage.gun_refusal(state, code, gun, state.at[gun.index])
        aims = [place for place in state.setting.board.areas if not s10_barrage.illegal_lead(state, side, gun, place)]
        first = playable(state, *(f"{way} bombard {state.setting.board.places[place].id}" for place in aims))
        fix = f"Play {first} first." if first else "Let it bombard in an impulse of its own."
        return Refusal("10.1", "No target area has been named.", fix)
    if action.verb == "shoot":
        where = state.setting.board.places[action.args[1]]
        first = playable(state, f"{way} bombard {where.id}")
        return no_shot(state, side, action, f"after {first}" if first else "in an impulse of its own")
    return None


def _opening(state: State, side: int, action: Action, fight: str) -> str:
    """The assault to begin with, for a unit that is to join or support it: where it stands, or guns stand next to."""
    board, at = state.setting.board, state.at[action.args[0]]
    near = [place for place, _ in board.neighbours[at]] if action.verb == "support" else []
    fought = [place for place in (at, *near) if _can_begin(state, side, place)]
    first = playable(state, *(f"{fight} {board.places[place].id}" for place in fought))
    return f"Play {first} first." if first else ""


def _never(state: State, side: int, action: Action) -> Refusal | None:
    """What bars the unit from any assault of the side now, so that beginning one would not help."""
    unit = state.setting.forces.units[action.args[0]]
    if action.verb == "support" and (unit.side != side or not unit.field_artillery):
        return Refusal("9.7", f"{unit.name} is no field artillery of the attacker.", "Name a field artillery unit.")
    if unit.side != side:
        return Refusal("8.12", f"{unit.name} is not of the side whose impulse it is.", "Choose one of your own units.")
    if unit.coastal:
        return Refusal("8.373", f"{unit.name} is coastal artillery and never attacks.", "Choose another unit.")
    if action.verb == "join" and unit.field_artillery:
        return Refusal("9.7", f"{unit.name} is field artillery and takes no part in an assault.", "Let it support.")
    fresh_now = state.level[unit.index] == FRESH
    return (
        None
        if fresh_now
        else Refusal("8.32", f"{unit.name} is not Fresh; only Fresh units act.", "Choose a Fresh unit.")
    )


def _can_begin(state: State, side: int, place: int) -> bool:
    """Whether an enemy and Fresh infantry or armor are there, so that its impulse leads to an assault (8.5)."""
    ready = units(state, fresh(state, state.here[side][place]))
    return bool(state.here[1 - side][place]) and any(unit.point for unit in ready)


def no_shot(state: State, side: int, action: Action, when: str) -> Refusal:
    """A marker named before its target area: why it may not attack that area at all, or when it may."""
    marker, area = state.setting.forces.markers[action.args[0]], action.args[1]
    code = s10_barrage.illegal_marker(state, side, marker, area)
    if code:
        return s10_barrage.marker_refusal(state, code, marker, area)
    where = name(state, area)
    return Refusal("10.1", f"{where} has not been named as the target area.", f"Bombard it {when}.")
