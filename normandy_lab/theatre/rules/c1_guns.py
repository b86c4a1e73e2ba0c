"""CH 1.3, CH 2: the Allies lay their ships on hexes in range."""

from __future__ import annotations

from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal
from normandy_lab.theatre.actions import make
from normandy_lab.theatre.frames import Guns
from normandy_lab.theatre.notation import meant
from normandy_lab.theatre.setting import Kind
from normandy_lab.theatre.state import Order, State

ROCKETS = 2  # on a hex


def is_rocket(kind: Kind) -> bool:
    return kind.id.endswith("ROCKET")


@rule("T-8")
def left(state: State, kind: int) -> int:
    """Ships of a kind that have not fired today; where they may split their fire, their factors (T-8)."""
    ships = state.setting.charts.naval[kind]
    split = state.setting.readings.split_fire and not is_rocket(ships)
    fired = sum(order.number for order in state.orders if order.kind == kind)
    return ships.number * (ships.factors if split else 1) - fired


def factors(state: State, order: Order) -> int:
    """What an order is worth in factors."""
    return order.number * (1 if state.setting.readings.split_fire else state.setting.charts.naval[order.kind].factors)


def rockets_at(state: State, target: int) -> int:
    naval = state.setting.charts.naval
    return sum(order.number for order in state.orders if order.target == target and is_rocket(naval[order.kind]))


@rule("CH 1.3", "CH 2", "T-20")
def barred(state: State, kind: int, number: int, target: int) -> str:
    """The clause that bars fire, or an empty text."""
    ships, hex_ = state.setting.charts.naval[kind], state.setting.targets[target]
    if not hex_.first <= state.day <= hex_.last:
        return "T-20"
    if is_rocket(ships):
        early = state.turn == 1 and hex_.coastal
        if not early or rockets_at(state, target) + number > ROCKETS:
            return "CH 1.3"
    elif hex_.range > ships.range:
        return "CH 2"
    return "" if 1 <= number <= left(state, kind) else "CH 2"


def _options(state: State) -> list[Action]:
    setting = state.setting
    found = [
        make(setting, "fire", kind, number, target)
        for target in range(len(setting.targets))
        for kind in range(len(setting.charts.naval))
        for number in range(left(state, kind), 0, -1)
        if not barred(state, kind, number, target)
    ]
    return [*found, make(setting, "end")]


def ask(state: State, frame: Guns) -> Decision | None:
    setting = state.setting
    open_ = [n for n, each in enumerate(setting.targets) if each.first <= state.day <= each.last]
    may = setting.charts.naval_fire[state.sky] and any(
        not barred(state, kind, 1, target) for target in open_ for kind in range(len(setting.charts.naval))
    )
    if not may:
        return None

    def test(text: str) -> bool:
        action = meant(setting, text)
        return action == "end" if action.verb != "fire" else not barred(state, *action.args)

    prompt = "Which ships fire at which hex? All that fire at one hex are one attack."
    return Decision("guns", "allied", "CH 1.3", prompt, lambda: _options(state), test=test)


def answer(state: State, frame: Guns, action: Action, events: list[Event]) -> None:
    if action.verb == "end":
        state.frames = state.frames[:-1]
        return
    kind, number, target = action.args
    state.orders = (*state.orders, Order("fire", kind, number, target))
    name, what = state.setting.targets[target].name, state.setting.charts.naval[kind].id
    events.append(Event("CH 1.3", "allied", "{} {} at {}.", (number, what, name), name))


def refuse(state: State, frame: Guns, action: Action) -> Refusal | None:
    """Why ships may not fire so (words of ``barred``)."""
    if action.verb != "fire":
        return None
    kind, number, target = action.args
    ships, hex_ = state.setting.charts.naval[kind], state.setting.targets[target]
    clause = barred(state, *action.args)
    unit = "factors" if state.setting.readings.split_fire and not is_rocket(ships) else "units"
    few = f"{ships.id} has {left(state, kind)} {unit} left today, and {number} is asked for."
    far = f"{hex_.name} is {hex_.range} hexes away and {ships.id} reaches {ships.range}."
    words = {
        "T-20": f"{hex_.name} is no target today.",
        "CH 1.3": f"Rockets fire on the first day at coastal hexes, at most {ROCKETS} at each.",
        "CH 2": few if is_rocket(ships) or hex_.range <= ships.range else far,
    }
    return Refusal(clause, words[clause], 'Choose another, or play "end".')
