"""A position as a scenario (B-20): taken after the landings, before anybody has acted."""

from __future__ import annotations

from typing import Any

from normandy_lab.beach.frames import Act
from normandy_lab.beach.setting import MIL
from normandy_lab.beach.state import GONE, State
from normandy_lab.errors import NormandyError


def as_scenario(state: State) -> Any:
    """The scenario that starts here.

    Raises
    ------
    NormandyError
        The turn's phase 2 is under way or over, or the game is.
    """
    if not state.frames or not isinstance(state.frames[-1], Act) or state.acted:
        raise NormandyError("a position can be taken at the start of phase 2, before anybody has acted")
    setting = state.setting
    spots = {name: [state.x[n] / MIL, state.y[n] / MIL] for n, name in enumerate(setting.figures) if state.status[n]}
    position = {
        "turn": state.turn,
        "figures": spots,
        "gone": [name for name, where in zip(setting.squads, state.squads, strict=True) if where == GONE],
        "obstacles": list(state.obstacles),
        "began": list(state.began),
        "destroyed": {setting.bunkers[n]: turn for n, turn in enumerate(state.destroyed) if turn},
        "landed": list(state.landed),
    }
    sections = {"sections": [section + 1 for section in state.section]}
    return setting.spec.with_({"bunkers": sections, "position": position})
