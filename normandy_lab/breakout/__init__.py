"""The area-impulse game of June 6 to 12, 1944: the functions by which ``Game`` plays it.

The rulebook's section numbers name the files in ``rules/``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from normandy_lab.breakout import questions
from normandy_lab.breakout.attack import Attack, attack
from normandy_lab.breakout.engine import apply, decision, initial, play, why_not
from normandy_lab.breakout.notation import parse
from normandy_lab.breakout.orders import Orders
from normandy_lab.breakout.report import (
    clock,
    explain,
    lost,
    moment,
    moment_words,
    reached,
    result,
    summary,
    table,
    turn,
)
from normandy_lab.breakout.setting import Setting
from normandy_lab.breakout.state import State
from normandy_lab.breakout.suggest import suggest
from normandy_lab.core.decisions import Action, Decision

NAME = "breakout"
SEATS = ("german", "allied")
TAKE_HOME = "normandy_lab.ui.breakout.take_home"  # a page of a game
# Optional questions, their settings in `game.ask`, the first being the default.
QUESTIONS = {"reroll": ("attacks", "always", "never"), "retreats": ("always", "never")}


def digest(state: State) -> str:
    """The name of the position: equal for equal positions, whatever way led there."""
    return state.digest()


def view(state: State) -> dict[str, Any]:
    """The parts of the position by name, over which its digest is taken."""
    return state.view()


def optional(asked: Decision) -> tuple[str, str, Action] | None:
    """Seat, question and default answer of a decision that a seat may wish not to be asked.

    ``reroll_die`` is the reroll of something that is no attack (11.6): asked only for ``always``.
    """
    if asked.kind == "reroll":
        question = "reroll_die" if asked.step == questions.REROLL_DICE else "reroll"
        return asked.actor, question, asked.options[0]
    if asked.kind == "retreat":
        return asked.actor, "retreats", asked.options[-1]
    return None


def spec_from_text(text: str, tables: Mapping[str, Mapping[str, str]]) -> Any:
    """The Scenario that a save holds as text, with the user's own tables that it carries."""
    from normandy_lab.breakout.scenario.load import read_scenario

    return read_scenario(text, "scenario of the save", tables)


def values(spec: Any) -> Mapping[str, Any]:
    """Every value in force, by its key."""
    found: Mapping[str, Any] = spec.values
    return found


def since(old: Mapping[str, Any], spec: Any) -> Any:
    """What differs from the values that a save holds."""
    from normandy_lab.breakout.scenario.overlay import since as found

    return found(old, spec)


def scenario_from(chain: Any, name: str) -> Any:
    """The Scenario of a document and all that it extends."""
    from normandy_lab.breakout.scenario.load import build

    return build(chain, name)


def shipped_scenarios() -> Any:
    """The scenarios of this system that come with the lab."""
    from normandy_lab.breakout.scenario.load import shipped

    return shipped()


def changes(before: Any, after: Any) -> Any:
    """What differs between two scenarios, value by value."""
    from normandy_lab.breakout.scenario.overlay import diff

    return diff(before, after)


def edition(setting: Setting) -> str:
    """The rule edition that the game is played by."""
    return str(setting.rules["edition"])


def _suggestion(seed: int, seat: str, start: int) -> Callable[[State, Decision], Action]:  # noqa: ARG001 as random_player
    def suggestion(state: State, asked: Decision) -> Action:  # noqa: ARG001
        return suggest(state)

    return suggestion


BOTS = {"suggest": _suggestion}  # beside "random"


def setting_from(spec: Any) -> Setting:
    """Compile a Scenario."""
    from normandy_lab.breakout.scenario.compile import compile_setting

    return compile_setting(spec)


def graph(state: State) -> Any:
    """The map as a networkx Graph with the present state on nodes and edges."""
    from normandy_lab.breakout.position import graph as build

    return build(state)


def as_scenario(state: State) -> Any:
    """The position as a Scenario; taken at the start of a phase."""
    from normandy_lab.breakout.position import as_scenario as build

    return build(state)


def snapshot(state: State) -> Any:
    """What stands where as a Scenario, also in the middle of an impulse: to be compared, not to be played on."""
    from normandy_lab.breakout.position import snapshot as build

    return build(state)


__all__ = [
    "BOTS", "NAME", "QUESTIONS", "SEATS", "TAKE_HOME", "Attack", "Orders", "apply", "as_scenario", "attack", "changes", "clock", "decision", "digest",
    "edition", "explain", "graph", "initial", "lost", "moment", "moment_words", "optional", "parse", "play", "reached", "result", "scenario_from",
    "setting_from", "shipped_scenarios", "since", "snapshot", "spec_from_text", "suggest", "summary", "table", "turn", "values", "view", "why_not",
]  # fmt: skip
