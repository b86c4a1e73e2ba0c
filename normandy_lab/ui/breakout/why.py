"""Why not? A unit and a place are picked, on the map or from lists, and the rules answer in names.

Nobody has to know how an action is written: what the pair may mean is tried, what the present decision asks first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from normandy_lab.breakout.actions import GRAMMAR
from normandy_lab.breakout.questions import ORDERS, STEPS
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import NormandyError
from normandy_lab.ui.breakout import day
from normandy_lab.ui.breakout.pick import pick, refusal
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.breakout.words import action_words, place_name, unit_name
from normandy_lab.ui.hits import Hit

QUOTED = re.compile(r'"([^"]+)"')
OTHERWISE = ("march", "land", "regroup", "retreat", "impulse", "assault")  # tried after what is asked now


class Asked(NamedTuple):
    """What somebody asks about; "" for what is not picked yet."""

    unit: str = ""
    place: str = ""


class Answer(NamedTuple):
    """Either it is allowed, in words, or why it is not; and the place that it is about."""

    allowed: str
    refusal: Refusal | None
    place: str


def answer(game: Any, view: View, asked: Asked) -> Answer:
    """Whether the unit may do something there now, and why not."""
    place = asked.place or (view.counter(asked.unit).place if asked.unit else "")
    hit = Hit("unit", asked.unit) if asked.unit and not asked.place else Hit("place", place)
    decision = game.decision
    if decision is None or decision.roll is not None:
        return Answer("", pick(game, hit).refusal, place)
    if decision.step == ORDERS and asked.unit and asked.place:
        no_way = day.no_way(game, (asked.unit,), asked.place)
        if no_way is not None or view.counter(asked.unit).place != asked.place:
            return Answer(f"{question(view, asked)} can be reached", no_way, place)
    return _by_actions(game, view, asked, hit, place)


def _by_actions(game: Any, view: View, asked: Asked, hit: Hit, place: str) -> Answer:
    first: Refusal | None = None
    for text in meant(view, game.decision.step, asked):
        try:
            why = game.why_not(text)
        except NormandyError:  # no such border, no such landing: not what was meant
            continue
        if why is None:
            return Answer(action_words(view, str(game.log.read(text))), None, place)
        first = first or (why if why.rule else None)
    return Answer("", first or refusal(game, game.decision, hit), place)


def meant(view: View, step: str, asked: Asked) -> Iterator[str]:
    """Actions that the pair may mean, those that the decision asks for first."""
    stands = view.counter(asked.unit).place if asked.unit else ""
    ways = [(verb, *GRAMMAR[verb]) for verb in dict.fromkeys((*STEPS[step].verbs, *OTHERWISE))]
    for verb, *kinds in ways:
        words = {
            "unit": asked.unit,
            "unit_or_border": asked.unit,
            "place": _where(verb, asked, stands),
            "border": f"{stands}-{asked.place}" if stands and asked.place and stands != asked.place else "",
            "way": "assault",
            "wade": "-",
        }
        said = [words.get(kind, "") for kind in kinds]
        if kinds and all(said) and _uses(asked, kinds, words["place"] == asked.place, stands):
            yield " ".join((verb, *(word for word in said if word != "-")))


def _where(verb: str, asked: Asked, stands: str) -> str:
    """An area is activated where the unit stands, everything else is done where the place was picked."""
    return stands if verb in ("impulse", "double") and stands else asked.place


def _uses(asked: Asked, kinds: list[str], there: bool, stands: str) -> bool:
    """Whether an action is about all that was picked."""
    about_unit = not asked.unit or bool({"unit", "unit_or_border", "way"} & set(kinds))
    about_place = asked.place in ("", stands) or "border" in kinds or ("place" in kinds and there)
    return about_unit and about_place


def question(view: View, asked: Asked) -> str:
    """What is asked, in words.

    >>> import normandy_lab as nl
    >>> from normandy_lab.ui.breakout.view import view
    >>> question(view(nl.new_game("d_day", seed=1)), Asked("US-82-505", "44"))
    '505 Para Rgt, Carentan'
    """
    who, where = unit_name(view, asked.unit), place_name(view, asked.place)
    return ", ".join(filter(None, (who, where)))


def hint(view: View, asked: Asked) -> str:
    """What is still to be picked."""
    if asked.unit and asked.place:
        return question(view, asked)
    missing = "a place" if asked.unit else "a unit" if asked.place else "a unit and a place"
    already = f"{question(view, asked)}; then " if any(asked) else ""
    return f"{already}pick {missing}, here or on the map."


def in_names(game: Any, view: View, text: str) -> str:
    """Words of the rules as people read them: actions in quotes as their buttons say them, units by name."""

    def action(found: re.Match[str]) -> str:
        try:
            return f'"{action_words(view, str(game.log.read(found[1])))}"'
        except NormandyError:
            return found[0]

    said = QUOTED.sub(action, text)
    index = game.state.setting.forces.index
    return re.sub(r"[A-Z]{2}-[\w-]*\w", lambda id_: unit_name(view, id_[0]) if id_[0] in index else id_[0], said)
