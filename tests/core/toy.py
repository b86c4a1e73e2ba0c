"""A small real game to prove that the core knows nothing of Normandy.

Two players in turn pick a number of dice (1 to 3), throw them and keep the sum, or throw again once. A turn of
three rounds is a phase; after two turns the higher sum wins. Rule ids are the toy's own.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Roll, Rows
from normandy_lab.core.dice import KeyedDice
from normandy_lab.core.log import Log
from normandy_lab.core.play import Seats, run
from normandy_lab.core.terms import Refusal, Tally, Term
from normandy_lab.errors import IllegalAction, NotationError
from normandy_lab.systems import random_player

NAME = "toy"
SEATS = ("red", "blue")
QUESTIONS = {"reroll": ("attacks", "always", "never")}
ROUNDS = 6


class Spec(NamedTuple):
    name: str = "toy"
    system: str = "toy"
    dice: int = 3
    own_tables: Mapping[str, Mapping[str, str]] = {}

    @property
    def digest(self) -> str:
        return f"toy-{self.dice}"

    def to_toml(self) -> str:
        return f"dice = {self.dice}\n"


class Change(NamedTuple):
    key: str
    before: str
    after: str
    rule: str


class State(NamedTuple):
    most: int  # dice that may be picked
    sums: tuple[int, int] = (0, 0)
    played: int = 0  # rounds of both players
    picked: int = 0
    rolling: bool = False
    thrown: int = 0
    again: bool = False


def spec_from_text(text: str, tables: Mapping[str, Mapping[str, str]]) -> Spec:
    return Spec(dice=int(text.split("=")[1]))


def values(spec: Spec) -> Mapping[str, Any]:
    return {"rules.dice": spec.dice}


def since(old: Mapping[str, Any], spec: Spec) -> list[Change]:
    was = old.get("rules.dice", spec.dice)
    return [Change("rules.dice", str(was), str(spec.dice), "T1")] if was != spec.dice else []


def setting_from(spec: Spec) -> Spec:
    return spec


def edition(setting: Spec) -> str:
    return "TOY-1"


def initial(setting: Spec) -> State:
    return State(setting.dice)


def seat(state: State) -> str:
    return SEATS[state.played % 2]


def decision(state: State) -> Decision | None:
    who = seat(state)
    if state.played == ROUNDS:
        return None
    if state.rolling:
        roll = Roll((who,), (state.picked,), ("throw", state.played, int(state.again)), f"throw of {who}")
        return Decision("roll", CHANCE, "T2", "throw", roll=roll)
    if state.thrown:
        step = "reroll_low" if state.thrown < 4 else "reroll"
        return Decision("reroll", who, "T3", "keep it?", [Action("keep"), Action("reroll")], step=step)
    options = [Action(f"pick {count}", "pick", (count,)) for count in range(1, state.most + 1)]
    return Decision("pick", who, "T1", "how many dice?", options)


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    if (refusal := why_not(state, action)) is not None:
        raise IllegalAction(action, refusal)
    who = seat(state)
    if action.verb == "pick":
        return state._replace(picked=action.args[0], rolling=True), (
            Event("T1", who, "{} picks {}", (who, action.args[0])),
        )
    if action.verb == "roll":
        thrown = sum(sum(group) for group in action.args[0])
        after = state._replace(rolling=False, thrown=thrown)
        event = Event("T2", CHANCE, "{} throws {}", (who, thrown))
        return (_next(after) if state.again else after), (event,)
    if action.verb == "reroll":
        return state._replace(rolling=True, again=True), ()
    return _next(state), (Event("T3", who, "{} keeps {}", (who, state.thrown)),)


def _next(state: State) -> State:
    sums = list(state.sums)
    sums[state.played % 2] += state.thrown
    return State(state.most, (sums[0], sums[1]), state.played + 1)


def parse(setting: Spec, text: str) -> Action:
    verb, _, rest = text.strip().lower().partition(" ")
    if verb in ("keep", "reroll") and not rest:
        return Action(verb)
    try:
        if verb == "pick":
            count = {"one": 1, "two": 2, "three": 3}.get(rest) or int(rest)
            return Action(f"pick {count}", "pick", (count,))
        if verb == "roll":
            faces = tuple(int(face) for face in rest.split("+"))
            return Action(f"roll {rest}", "roll", ((faces,),))
    except ValueError:
        pass
    raise NotationError(f"{text!r} cannot be read")


def why_not(state: State, action: Action) -> Refusal | None:
    asked = decision(state)
    if asked is None:
        return Refusal("T4", "The game is over.", "Undo, or start another game.")
    if asked.accepts(action):
        return None
    return Refusal(asked.rule, f"{seat(state)} must answer: {asked.prompt}", "Choose one of the options.")


def digest(state: State) -> str:
    return hashlib.blake2b(repr(tuple(state)).encode(), digest_size=8).hexdigest()


def view(state: State) -> Mapping[str, Any]:
    return state._asdict()


def moment(state: State) -> str:
    return f"{state.played // 3 + 1}T"


def turn(state: State) -> str:
    return f"turn {state.played // 3 + 1}"


def clock(state: State) -> Mapping[str, Any]:
    return {"turn": turn(state)}


def reached(state: State, until: str) -> bool:
    if not until.startswith("turn "):
        raise NotationError(f"until {until!r} is not known; write a turn, such as 'turn 1'")
    return state.played // 3 + 1 > int(until.removeprefix("turn "))


def result(state: State) -> tuple[str | None, Tally | None, str] | None:
    if state.played < ROUNDS:
        return None
    if state.most == 2:  # the variant with two dice has no rule for its end yet
        return None, None, "not modelled: T9"
    red, blue = state.sums
    points = Tally("red above blue", [Term(red, "T4", "red"), Term(-blue, "T4", "blue")])
    return ("red" if red > blue else "blue" if blue > red else None), points, "sums compared"


def table(state: State, name: str) -> Rows:
    if name != "score":
        raise NotationError(f"no table {name!r}")
    return [{"term": who, "value": value, "rule": "T4"} for who, value in zip(SEATS, state.sums, strict=True)]


def explain(state: State, what: str) -> Tally:
    return Tally(what, [Term(value, "T4", who) for who, value in zip(SEATS, state.sums, strict=True)])


def optional(asked: Decision) -> tuple[str, str, Action] | None:
    if asked.kind != "reroll":
        return None
    return asked.actor, "reroll_die" if asked.step == "reroll_low" else "reroll", Action("keep")


def suggest(state: State) -> Action:
    asked = decision(state)
    assert asked is not None
    return asked.options[-1]


# -- helpers of the tests ----------------------------------------------------------------------


def played(seed: int = 1, actions: int = 1000) -> Log:
    """A game of random players, or its first actions."""
    log = Log(sys.modules[__name__], Spec())
    players = {who: random_player(seed, who) for who in SEATS}
    run(log, Seats(KeyedDice(seed), players), lambda _: log.at.n >= actions)
    return log


def digest_of(log: Log) -> str:
    return digest(log.state)
