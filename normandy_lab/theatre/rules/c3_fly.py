"""CH 3: the Allies send their air units on the missions that the weather allows."""

from __future__ import annotations

from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, counted
from normandy_lab.theatre.actions import make
from normandy_lab.theatre.frames import Fly
from normandy_lab.theatre.notation import meant
from normandy_lab.theatre.setting import MISSIONS, WEATHER
from normandy_lab.theatre.state import Order, State

ZONES = 9
WORDS = {"bomb": "air bombardment", "interdict": "interdiction", "strategic": "strategic interdiction"}


def left(state: State, kind: int) -> int:
    """Units of a kind that have not flown today (T-9)."""
    flown = sum(order.number for order in state.orders if order.kind == kind)
    return state.setting.charts.air[kind].number - flown


def zones(state: State) -> int:
    """Zones of interdiction that have units today."""
    return max((order.target for order in state.orders if order.verb == "interdict"), default=0)


@rule("CH 1.4", "CH 3", "CH 5.3", "T-9", "T-20")
def barred(state: State, verb: str, kind: int, number: int, target: int = 0) -> str:
    """The clause that bars a mission, or an empty text."""
    heavy = state.setting.charts.air[kind].id.endswith("HB")
    if verb not in state.setting.charts.missions[state.sky]:
        return "CH 5.3"
    if verb == "bomb" and not state.setting.charts.air[kind].id.endswith(("LB", "MB")):
        return "CH 1.4"
    if heavy and verb != "strategic":
        return "T-9"
    if verb == "bomb" and not state.setting.targets[target].first <= state.day <= state.setting.targets[target].last:
        return "T-20"
    if verb == "interdict" and not 1 <= target <= min(zones(state) + 1, ZONES):
        return "CH 3.1"
    return "" if 1 <= number <= left(state, kind) else "CH 3"


def _places(state: State, verb: str) -> list[tuple[int, ...]]:
    if verb == "strategic":
        return [()]
    if verb == "bomb":
        return [(n,) for n in range(len(state.setting.targets))]
    return [(n,) for n in range(1, min(zones(state) + 1, ZONES) + 1)]


def _options(state: State) -> list[Action]:
    setting = state.setting
    found = [
        make(setting, verb, kind, number, *place)
        for verb in MISSIONS
        for place in _places(state, verb)
        for kind in range(len(setting.charts.air))
        for number in range(left(state, kind), 0, -1)
        if not barred(state, verb, kind, number, *place)
    ]
    return [*found, make(setting, "end")]


def ask(state: State, frame: Fly) -> Decision | None:
    kinds = range(len(state.setting.charts.air))
    if not state.setting.charts.missions[state.sky] or not any(left(state, kind) for kind in kinds):
        return None

    def test(text: str) -> bool:
        action = meant(state.setting, text)
        return not barred(state, action.verb, *action.args) if action.verb in MISSIONS else action == "end"

    prompt = f"Which air units fly? In {WEATHER[state.sky]} {_allowed(state)}."
    return Decision("fly", "allied", "CH 3", prompt, lambda: _options(state), test=test)


def _allowed(state: State) -> str:
    words = [WORDS[verb] for verb in MISSIONS if verb in state.setting.charts.missions[state.sky]]
    return f"they may fly {', '.join(words)}"


def answer(state: State, frame: Fly, action: Action, events: list[Event]) -> None:
    if action.verb == "end":
        state.frames = state.frames[:-1]
        return
    kind, number, *rest = action.args
    state.orders = (*state.orders, Order(action.verb, kind, number, *rest))
    name, where = state.setting.charts.air[kind].id, f" {action.rpartition(' ')[2]}" if rest else ""
    events.append(Event("CH 3", "allied", "{} {}: {}{}.", (number, name, WORDS[action.verb], where)))


def refuse(state: State, frame: Fly, action: Action) -> Refusal | None:
    """Why units may not fly so (words of ``barred``)."""
    if action.verb not in MISSIONS:
        return None
    kind, number, *rest = action.args
    clause, name = barred(state, action.verb, *action.args), state.setting.charts.air[kind].id
    spare = counted(left(state, kind), "unit")
    words = {
        "CH 5.3": f"{WEATHER[state.sky]} allows no {WORDS[action.verb]}; {_allowed(state)}.",
        "CH 1.4": f"{name} does not bombard; light and medium bombers do.",
        "T-9": f"{name} flies the strategic mission only.",
        "T-20": f"{state.setting.targets[rest[0]].name if rest and action.verb == 'bomb' else ''} is no target today.",
        "CH 3.1": f"Zones are taken in order: 1 to {min(zones(state) + 1, ZONES)} today.",
        "CH 3": f"{name} has {spare} left today, and {number} is asked for.",
    }
    return Refusal(clause, words[clause], 'Choose another, or play "end".')
