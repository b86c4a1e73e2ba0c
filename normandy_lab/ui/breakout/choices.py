"""The lines of the option list: what the selection, the map and the rows of a phase do not offer, in words with figures."""

from __future__ import annotations

from typing import Any, NamedTuple

from normandy_lab.breakout import questions
from normandy_lab.ui.breakout import day, drafts, night
from normandy_lab.ui.breakout.view import DecisionView, View
from normandy_lab.ui.breakout.words import action_words, in_group, unit_name

NIGHTLY = {  # what is listed; the rest is chosen on the map and in the rows of the night
    questions.DEPOTS: ("airsupply", "end"),
    questions.SUPPLIES: ("repair", "airsupply", "end"),
    questions.REGROUP: ("end",),
    questions.PLACE: ("end",),
}
GIVES_UP = ("pass", "end")  # what ends an impulse or a phase: last in the list, and no number
SINGLED = {"target": "target", "forward": "forward"}  # kinds that name one unit of a place


class Choice(NamedTuple):
    """One line of the option list."""

    action: str
    words: str
    refused: str = ""  # why it is not allowed, with the rule; "" when it is

    @property
    def gives_up(self) -> bool:
        return self.action.split(maxsplit=1)[0] in GIVES_UP and not self.refused


def choices(game: Any, shown: View, menu: tuple[str, ...], attack: Any) -> tuple[Choice, ...]:
    """The options that are not part of the selection, in the order of the keys 1-9, what is refused, what gives up.

    ``menu`` is what a click may mean, in place of the whole list; ``attack`` the attack at hand.
    """
    decision = shown.decision
    if decision is None or decision.kind in ("roll", "point"):
        return ()
    options = list(menu) or night.brief(option for option in decision.options if _listed(shown, decision, option))
    made = [Choice(option, _words(game, shown, option)) for option in options]
    if not menu:
        made += _refused(game, shown, decision, attack)
    return tuple(sorted(made, key=lambda choice: choice.gives_up))


def _listed(shown: View, decision: DecisionView, option: str) -> bool:
    """Leave out what the selection does, and what belongs to another place than the one in focus."""
    verb = option.split(maxsplit=1)[0]
    if decision.kind == "first_wave":
        return verb == "end"
    if decision.by_day:
        return _by_day(decision.step, verb)
    if night.asked(shown):
        return verb in NIGHTLY.get(decision.step, (verb,))
    if decision.kind != "airborne":
        return True
    return not in_group(shown) if verb == "end" else verb == "attack" and in_group(shown)


def _by_day(step: str, verb: str) -> bool:
    """In an impulse the selection, the map and the lists do the rest."""
    listed = {
        questions.IMPULSE: ("pass",),
        questions.ORDERS: ("assault", "end"),
        questions.LANDING: ("end",),
        questions.BOMBARD: ("shoot", "lead"),
    }
    return verb in listed.get(step, ())


def _words(game: Any, shown: View, option: str) -> str:
    """The option in words; an attack with its values, an attempt on a bridge with its die."""
    said = action_words(shown, option)
    if night.asked(shown):
        return f"{said}{night.option_words(game.state, option)}"
    verb = option.split(maxsplit=1)[0]
    if verb == "impulse":
        return f"{said}{day.opening_words(game, option)}"
    if verb in day.BRIDGE_VERBS:
        return f"{said}: {day.die_words(game, option)}"
    if verb not in ("shoot", "assault", "lead"):
        return said
    proposed = next((each for each in game.decision.options if each == option), None)
    return f"{said}{drafts.against(game.system.attack(game.state, proposed))}"


def _refused(game: Any, shown: View, decision: DecisionView, attack: Any) -> list[Choice]:
    """Units of the place under attack that may not be named, each with its reason."""
    verb = SINGLED.get(decision.kind, "")
    if not verb or attack is None:
        return []
    named = {option.split()[1] for option in decision.options}
    made = []
    for unit in attack.defenders:
        why = None if unit in named else game.why_not(f"{verb} {unit}")
        if why is not None:
            name = unit_name(shown, unit)
            said = why.text if why.text.startswith(name) else f"{name}: {why.text}"
            made.append(Choice(f"{verb} {unit}", said, why.rule))
    return made
