"""The suggestion in full, before it is accepted: what Accept would play up to its dice, in one sentence with exact odds.

It reads a position and plays nothing in it. Nothing here knows a session, a panel or a widget, so that a view may hold
the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from normandy_lab.analysis.breakout.odds import Odds
from normandy_lab.breakout import ahead, questions
from normandy_lab.breakout.attack import attack
from normandy_lab.breakout.orders import FOLLOWS
from normandy_lab.breakout.setting import DAYLIGHT
from normandy_lab.breakout.state import State
from normandy_lab.breakout.suggest import suggest
from normandy_lab.core.decisions import Action
from normandy_lab.ui.breakout import day
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.breakout.words import action_words, marker_name, place_name, unit_name
from normandy_lab.ui.panels.log_lines import listed

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
LONGEST = 40  # actions that are looked ahead
REDUCES = 2  # attrition points that reduce a Fresh unit (10.4)
COMPLETING = ("point", "target", "end", "hold")  # said only where nothing else is
AFTERWARDS = ("keep", "reroll", "lose", "hit", "retreat", "hold")  # answers to dice that lie already
NAMED = 2  # units that are named; more are counted


class Plan(NamedTuple):
    """What Accept would play: the actions, and the position before the dice or before another question."""

    actions: tuple[Action, ...]
    state: State


def planned(state: State) -> Plan:
    """What ``game.orders.accept()`` plays of a position, up to the first dice; an impulse with the orders that follow."""
    first, actions = state.asked, []
    kinds = {first.kind, *FOLLOWS.get(first.kind, ())} if first is not None else set()
    if first is not None and first.step == questions.IMPULSE:
        kinds |= {"orders", "point", "bombard"}
    for _ in range(LONGEST):
        asked = state.asked
        if asked is None or first is None or asked.roll or asked.kind not in kinds or asked.actor != first.actor:
            break
        actions.append(suggest(state))
        if actions[-1].verb in day.BRIDGE_VERBS and asked.kind == "orders":  # what follows hangs on its die
            break
        state = ahead.after(state, [actions[-1]])
    return Plan(tuple(actions), state)


def suggestion(game: Any, view: View) -> str:
    """The sentence; "" where nothing is to be chosen.

    >>> import normandy_lab as nl
    >>> from normandy_lab.ui.breakout.view import view
    >>> game = nl.new_game("d_day", seed=1)
    >>> suggestion(game, view(game))
    'Attack Ste. Mere Eglise with four regiments, 66%'
    """
    asked = game.decision
    if asked is None or asked.roll is not None:
        return ""
    plan = planned(game.state)
    if not plan.actions:
        return ""
    return f"{_sentence(view, plan)}{_odds(plan)}"


# ------------------------------------------------------------------------------------------ words


def _sentence(view: View, plan: Plan) -> str:
    """Runs of actions of one kind, each said once; what only completes them is left to the odds."""
    verbs = {action.verb for action in plan.actions}
    if len(plan.actions) > NAMED and verbs & {"depot", "refit"}:
        said = _night(view, plan.actions)
    else:
        said = ", ".join(_parts(view, plan))
    more = ", and more" if len(plan.actions) == LONGEST else ""
    return f"{said[:1].upper()}{said[1:]}{more}"


def _parts(view: View, plan: Plan) -> list[str]:
    parts: list[str] = []
    runs = _runs(plan.actions)
    before, there = "", ""
    for verb, run in runs:
        if verb in COMPLETING and len(runs) > 1:
            continue
        if verb in ("join", "support") and before in ("assault", "join"):
            parts[-1] += f" {'and' if verb == 'support' else 'with'} {_who(view, _units(run))}"
        elif verb == "assault" and parts and there == run[0].split()[-1]:
            parts[-1] += " and assault it"
        elif verb == "impulse" and len(runs) > 1:
            parts.append(f"activate {place_name(view, run[0].split()[-1])}")
        else:
            said = SAYS.get(verb, _plain)(view, run)
            parts.append(said.replace("Try", "try", 1) if parts and said.startswith("Try ") else said)
        before, there = verb, run[-1].split()[-1]
    if before == "assault" and len(runs) < 3 and (found := attack(plan.state)) is not None:
        parts[-1] += f" with {_who(view, found.attackers)}"
    return parts


def _night(view: View, actions: Sequence[Action]) -> str:
    depots = sum(action.verb == "depot" for action in actions)
    units = list(dict.fromkeys(str(action).split()[1] for action in actions if action.verb == "refit"))
    placed = f"{_number(depots)} depot{'s' * (depots != 1)}" if depots else "the depots"
    return f"{placed} refit{'s' * (depots == 1)} {_who(view, units)}"


def _runs(actions: Sequence[Action]) -> list[tuple[str, list[str]]]:
    """Actions that follow one another with the same verb and, where it names a place, the same place."""
    runs: list[tuple[str, list[str]]] = []
    for action in actions:
        same = runs and runs[-1][0] == action.verb
        if same and _goal(runs[-1][1][-1]) != _goal(action) and action.verb == "march":
            same = False
        if same:
            runs[-1][1].append(str(action))
        else:
            runs.append((action.verb, [str(action)]))
    return runs


def _goal(action: str) -> str:
    return action.split()[2] if len(action.split()) > 2 else ""


def _who(view: View, units: Sequence[str]) -> str:
    """A unit or two by name; more of them counted, as regiments where they are."""
    if len(units) <= NAMED:
        return " and ".join(unit_name(view, unit) for unit in units)
    sizes = {counter.size for counter in view.counters if counter.unit in units}
    noun = f"{sizes.pop()}s" if len(sizes) == 1 and sizes <= {"regiment", "brigade", "battalion"} else "units"
    return f"{_number(len(units))} {noun}"


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _units(run: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(action.split()[1] for action in run))


def _places(view: View, run: Sequence[str]) -> str:
    """Where a run goes: one place by name, several counted."""
    goals = list(dict.fromkeys(action.split()[2] for action in run))
    if len(goals) == 1:
        return place_name(view, goals[0])
    beaches = all(place.beach or place.beach_of for place in view.places if place.id in goals)
    return f"{_number(len(goals))} {'beaches' if beaches else 'places'}"


def _attack(view: View, run: Sequence[str]) -> str:
    units = _units(run)
    stands = next((counter.place for counter in view.counters if counter.unit == units[0]), "")
    return f"attack {place_name(view, stands)} with {_who(view, units)}"


def _bear(words: str) -> Callable[[View, Sequence[str]], str]:
    """Who bears points, each unit named once."""
    return lambda view, run: f"{words} {listed([unit_name(view, unit) for unit in _units(run)])}"


def _secure(view: View, run: Sequence[str]) -> str:
    units = _units(run)
    return action_words(view, run[0]) if len(units) == 1 else f"{_who(view, units)} secure a bridge each"


def _refits(view: View, run: Sequence[str]) -> str:
    return f"refit {_who(view, _units(run))}"


def _shots(view: View, run: Sequence[str]) -> str:
    shots = [each.split()[1:] for each in run]
    return " and ".join(
        f"{marker_name(view, marker)} {'shells' if marker in ('WTF', 'ETF') else 'attacks'} {place_name(view, place)}"
        for marker, place in shots
    )


def _plain(view: View, run: Sequence[str]) -> str:
    more = f", and {len(run) - 1} more like it" if len(run) > 1 else ""
    return f"{action_words(view, run[0])}{more}"


SAYS: dict[str, Callable[[View, Sequence[str]], str]] = {
    "attack": _attack,
    "assault": lambda view, run: f"assault {place_name(view, run[0].split()[-1])}",
    "march": lambda view, run: _moved(view, run, "march", "marches", "to"),
    "land": lambda view, run: _moved(view, run, "land", "lands", "at"),
    "regroup": lambda view, run: _moved(view, run, "regroup", "regroups", "to"),
    "place": lambda view, run: _moved(view, run, "wait", "waits", "off"),
    "retreat": lambda view, run: _moved(view, run, "retreat", "retreats", "to"),
    "refit": _refits,
    "shoot": _shots,
    "secure": _secure,
    "hit": _bear("points to"),
    "lose": _bear("casualty points to"),
}


def _moved(view: View, run: Sequence[str], many: str, one: str, preposition: str) -> str:
    units = _units(run)
    return f"{_who(view, units)} {many if len(units) > 1 else one} {preposition} {_places(view, run)}"


# ------------------------------------------------------------------------------------------ odds


def _odds(plan: Plan) -> str:
    """The chance of what the dice decide, where they follow at once."""
    last = plan.actions[-1]
    if last.verb in day.BRIDGE_VERBS and plan.state.phase == DAYLIGHT:
        return f": {day.die_words(plan, str(last))}"
    found = attack(plan.state) if last.verb not in AFTERWARDS else None
    if found is None:
        return ""
    odds = Odds(int(found.av), int(found.dv), found.bocage, found.kind)
    if found.kind == "assault":
        return f"{'; the attack succeeds' if last.verb == 'forward' else ','} {_percent(odds.now.success)}"
    hits = sum((share for difference, share in odds.differences.items() if difference >= REDUCES), Fraction(0))
    return f", {_percent(hits)} to reduce a unit"


def _percent(share: Fraction) -> str:
    """A share in whole percent, never 0 or 100 where it is neither."""
    if 0 < share < 1:
        return f"{min(99, max(1, round(100 * share)))}%"
    return f"{int(100 * share)}%"
