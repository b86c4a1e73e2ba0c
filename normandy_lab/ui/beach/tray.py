"""Real dice thrown together: they lie in a tray, and each roll of the same phase takes its own from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from normandy_lab.beach import questions
from normandy_lab.beach.frames import Fire, Morale
from normandy_lab.beach.rules import s42_act
from normandy_lab.beach.rules.s42_paths import touching
from normandy_lab.beach.rules.s43_fire import targets
from normandy_lab.beach.rules.s45_morale import lost
from normandy_lab.beach.state import State, live
from normandy_lab.beach.suggest import useful

EVERYBODY = "everybody"
TRIES = (questions.CLEAR, questions.ASSAULT)  # rolls of one die, of which only a success counts


class Order(NamedTuple):
    """An order that waits for dice: what to do, and the squad; "" for all of them."""

    what: str
    squad: str = ""


class Tray:
    """Faces that were typed for this phase of this turn and not yet thrown."""

    def __init__(self) -> None:
        self.faces: list[int] = []
        self._when = (-1, -1)

    def fill(self, faces: Sequence[int], state: State) -> None:
        """Put dice in; what lay there is gone."""
        self.faces, self._when = list(faces), (state.turn, state.phase)

    def clear(self) -> int:
        """Take out what is left; how many dice that were."""
        left, self.faces = len(self.faces), []
        return left

    def take(self, game: Any) -> Any:
        """The action of the roll that waits, with dice from the tray; None where there are not enough, or of another phase."""
        asked, state = game.decision, game.state
        if asked is None or asked.roll is None or not self.faces:
            return None
        if (state.turn, state.phase) != self._when or asked.step == questions.SHELL:
            return None
        count = sum(asked.roll.counts)
        if len(self.faces) < count:
            return None
        now, self.faces = self.faces[:count], self.faces[count:]
        return asked.roll.action(asked.roll.split(now))


def together(game: Any, order: Order | None) -> int:
    """How many dice may be thrown at once: those that wait, and those that follow in this phase or by the same order."""
    asked, state = game.decision, game.state
    now = sum(asked.roll.counts)
    if asked.step in TRIES:
        return now + (_tries(state, order) if order is not None else 0)
    if asked.step == questions.VOLLEY:
        return now + _volleys(state)
    if asked.step == questions.MORALE:
        return max(now, _tests(state))
    return now


def _tries(state: State, order: Order) -> int:
    """Figures that will clear or assault as they were ordered (FP 2.2, 2.3)."""
    setting = state.setting
    mine = [f for f in s42_act.to_act(state) if order.squad in ("", setting.squads[f // setting.size])]
    return sum(_WILL.get(order.what, _sensible)(state, figure) for figure in mine)


def _clears(state: State, figure: int) -> bool:
    return not s42_act.no_clearing(state, figure)


def _assaults(state: State, figure: int) -> bool:
    return bool(touching(state, s42_act.place(state, figure)))


def _sensible(state: State, figure: int) -> bool:
    action = useful(state, figure)
    return action is not None and action.verb in ("clear", "assault")


_WILL: dict[str, Callable[[State, int], bool]] = {
    "clear": _clears,
    "assault": _assaults,
    "advance": lambda _s, _f: False,
}


def _volleys(state: State) -> int:
    """Dice of the bunkers that have still to fire (FP 3)."""
    fire = next(frame for frame in reversed(state.frames) if isinstance(frame, Fire))
    if fire.targets:
        later = sum(squad >= 0 for squad in fire.targets[fire.shot :])
    else:
        later = sum(bunker >= fire.bunker for bunker in live(state)) if targets(state) else 0
    return later * state.setting.dice


def _tests(state: State) -> int:
    """Dice of every squad that has still to test its morale (FP 5)."""
    frame = state.frames[-1]
    first = frame.squad if isinstance(frame, Morale) else 0
    return sum(int(lost(state, squad)) for squad in range(first, len(state.squads)))
