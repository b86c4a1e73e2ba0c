"""FP 3: the dice of one bunker, and which figures are hit (B-10)."""

from __future__ import annotations

from normandy_lab.beach import questions
from normandy_lab.beach.actions import make
from normandy_lab.beach.frames import Volley
from normandy_lab.beach.rules.s42_paths import gap_squared
from normandy_lab.beach.state import HIT, State, standing
from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Roll
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal


def ask(state: State, frame: Volley) -> Decision | None:
    setting = state.setting
    bunker, squad = setting.bunkers[frame.bunker], setting.squads[frame.squad]
    if frame.hits < 0:
        purpose = f"bunker {bunker} fires at squad {squad}"
        prompt = f"Roll {setting.dice} dice: {purpose}; {setting.hit_on} or more is a hit."
        roll = Roll(("german",), (setting.dice,), ("fire", state.turn, bunker), purpose)
        return Decision("roll", CHANCE, "FP 3", prompt, roll=roll, step=questions.VOLLEY)
    figures = standing(state, frame.squad)
    if setting.casualties == "nearest" or not 0 < frame.hits < len(figures):
        return None
    if setting.casualties == "owner":
        options = [make(setting, "lose", figure) for figure in figures]
        return Decision("lose", "american", "B-10", f"Squad {squad} has been hit. Choose the figure.", options)
    purpose = f"which of the {len(figures)} figures of squad {squad} is hit"
    roll = Roll(("german",), (1,), ("hit", state.turn, bunker, frame.hits), purpose, len(figures))
    return Decision("roll", CHANCE, "B-10", f"Draw {purpose}.", roll=roll, step=questions.HIT)


def answer(state: State, frame: Volley, action: Action, events: list[Event]) -> None:
    figures = standing(state, frame.squad)
    if frame.hits < 0:
        hits = min(count_hits(state, action.args[0][0]), len(figures))
        state.frames = (*state.frames[:-1], frame._replace(hits=hits))
        _tell(state, frame, action, hits, events)
        return
    figure = action.args[0] if action.verb == "lose" else figures[action.args[0][0][0] - 1]
    _hit(state, frame.squad, [figure])
    state.frames = (*state.frames[:-1], frame._replace(hits=frame.hits - 1))


@rule("FP 3")
def count_hits(state: State, faces: tuple[int, ...]) -> int:
    """A five or six is a hit (FP 3)."""
    return sum(face >= state.setting.hit_on for face in faces)


def _tell(state: State, frame: Volley, action: Action, hits: int, events: list[Event]) -> None:
    setting = state.setting
    shown = " ".join(map(str, action.args[0][0]))
    words = "Bunker {} fires at squad {}: {}. {}."
    result = {0: "No figure is hit", 1: "One figure is hit"}.get(hits, f"{hits} figures are hit")
    squad = setting.squads[frame.squad]
    events.append(Event("FP 3", "german", words, (setting.bunkers[frame.bunker], squad, shown, result), squad))


def resume(state: State, frame: Volley, events: list[Event]) -> None:
    """The hits that leave no choice."""
    state.frames = state.frames[:-1]
    _hit(state, frame.squad, nearest(state, frame.bunker, frame.squad)[: frame.hits])


@rule("B-10")
def nearest(state: State, bunker: int, squad: int) -> list[int]:
    """The squad's standing figures by their distance to a bunker; of equals the lowest number first."""
    box = state.setting.bunker_at(state.section[bunker])
    return sorted(standing(state, squad), key=lambda figure: gap_squared(box, (state.x[figure], state.y[figure])))


def _hit(state: State, squad: int, figures: list[int]) -> None:
    for figure in figures:
        state.status[figure] = HIT
    state.fire[squad] += len(figures)
    state.note(fire=len(figures))


def refuse(state: State, frame: Volley, action: Action) -> Refusal | None:
    if action.verb != "lose":
        return None
    squad = state.setting.squads[frame.squad]
    return Refusal("B-10", f"The figure that is hit stands in squad {squad}.", "Choose one of those.")
