"""FP 3: every live bunker fires at one squad, in the order of their numbers (B-11)."""

from __future__ import annotations

from normandy_lab.beach.actions import make
from normandy_lab.beach.frames import Fire, Volley
from normandy_lab.beach.state import ASHORE, State, live, standing
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal


@rule("FP 3")
def targets(state: State) -> list[int]:
    """The squads with figures to hit; neither range nor sight limits fire (FP 3)."""
    return [s for s, where in enumerate(state.squads) if where == ASHORE and standing(state, s)]


def _next(state: State, frame: Fire) -> int:
    """The live bunker that is asked next, or -1."""
    return next((bunker for bunker in live(state) if bunker >= frame.bunker), -1)


def ask(state: State, frame: Fire) -> Decision | None:
    bunker = _next(state, frame)
    if bunker < 0 or not state.setting.dice:
        return None
    options = [make(state.setting, "fire", bunker, squad) for squad in targets(state)]
    if not options:
        return None
    options.append(make(state.setting, "hold", bunker))
    name = state.setting.bunkers[bunker]
    return Decision("fire", "german", "FP 3", f"Bunker {name} fires. Choose a squad.", options)


def answer(state: State, frame: Fire, action: Action, events: list[Event]) -> None:
    bunker = action.args[0]
    squad = action.args[1] if action.verb == "fire" else -1
    name = state.setting.bunkers[bunker]
    if squad < 0:
        events.append(Event("FP 3", "german", "Bunker {} holds its fire.", (name,), name))
    rest = state.frames[:-1]
    if state.setting.all_first:
        named = (*frame.targets, *(-1 for _ in range(bunker - len(frame.targets))), squad)
        state.frames = (*rest, frame._replace(bunker=bunker + 1, targets=named))
    else:
        volley = (Volley(bunker, squad),) if squad >= 0 else ()
        state.frames = (*rest, frame._replace(bunker=bunker + 1), *volley)


def resume(state: State, frame: Fire, events: list[Event]) -> None:
    """Every bunker is done; declared volleys are thrown now, one after the other (B-11)."""
    for bunker in range(frame.shot, len(frame.targets)):
        squad = frame.targets[bunker]
        if squad >= 0 and standing(state, squad):
            here = frame._replace(bunker=len(state.destroyed), shot=bunker + 1)
            state.frames = (*state.frames[:-1], here, Volley(bunker, squad))
            return
    state.frames = state.frames[:-1]


def refuse(state: State, frame: Fire, action: Action) -> Refusal | None:
    if action.verb not in ("fire", "hold"):
        return None
    setting, bunker = state.setting, _next(state, frame)
    name = setting.bunkers[bunker]
    if state.destroyed[action.args[0]]:
        return Refusal("FP 3", "That bunker is destroyed; it does not fire.", f"Bunker {name} fires now.")
    if action.args[0] != bunker:
        return Refusal(
            "B-11", f"The bunkers fire in the order of their numbers: bunker {name} now.", "Choose its target."
        )
    squad = setting.squads[action.args[1]]
    return Refusal("FP 3", f"Squad {squad} has no figure on the beach that stands.", "Choose another squad.")
