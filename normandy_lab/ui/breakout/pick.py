"""From a click on the map to what it means now: an action, a short menu, or the reason why nothing happens.

Clicking the map and choosing from the list do the same thing: a click only selects among the options
of the present decision, by the ids that they name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from normandy_lab.core.decisions import Action, Decision
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import NormandyError
from normandy_lab.ui.breakout.view import mentions, relevant
from normandy_lab.ui.hits import Hit

PLACE, UNIT, BRIDGE, SEA = "place", "unit", "bridge", "sea"


@dataclass(frozen=True, slots=True)
class Pick:
    """What a click means: exactly one of the four is set, none for a click on the open sea."""

    action: Action | None = None
    plan: Callable[[], object] | None = None
    menu: tuple[Action, ...] = ()
    refusal: Refusal | None = None

    @property
    def nothing(self) -> bool:
        return self.action is None and self.plan is None and not self.menu and self.refusal is None


def pick(game: Any, hit: Hit, draft: Collection[str] = ()) -> Pick:
    """What a click on ``hit`` means for whoever must decide now."""
    decision: Decision | None = game.decision
    if hit.kind == SEA:
        return Pick()
    if decision is None:
        return Pick(refusal=_over(game))
    if decision.roll is not None:
        text = f"The dice are thrown first: {decision.roll.purpose}."
        return Pick(refusal=Refusal(decision.rule, text, "Roll the dice, or type the faces of real ones."))
    state = game.state
    found = naming(state, decision, hit, draft)
    if len(found) == 1:
        return Pick(action=found[0])
    if found:
        return Pick(menu=tuple(found))
    return Pick(refusal=refusal(game, decision, hit))


def naming(state: Any, decision: Decision, hit: Hit, draft: Collection[str] = ()) -> list[Action]:
    """The options that a click may mean: those that name the thing itself, else those close to it.

    A place that no option names stands for the units in it, an approach box for its beach, and a unit
    for its place where the options name places only.
    """
    options = [option for option in relevant(decision.options, draft) if isinstance(option, Action)]
    for ids, places_only in _readings(state, hit):
        found = [option for option in options if ids & set(mentions(option))]
        if places_only:
            found = [option for option in found if not _names_unit(state, option)]
        if found:
            return found
    return []


def _names_unit(state: Any, option: str) -> bool:
    return any(token in state.setting.forces.index for token in mentions(option))


def _readings(state: Any, hit: Hit) -> Iterator[tuple[set[str], bool]]:
    """What the click may stand for, the thing itself first; and whether options with units are barred."""
    board, forces = state.setting.board, state.setting.forces
    if hit.kind == BRIDGE:
        a, b = hit.id.split("-")
        yield {hit.id, f"{b}-{a}"}, False
        return
    yield {hit.id}, False
    on_unit = hit.kind == UNIT
    place = board.places[state.at[forces.index[hit.id]]].id if on_unit else hit.id
    index = board.index.get(place)
    if index is None:
        return
    if on_unit:
        yield {place}, True
    else:
        yield {unit.id for unit in forces.units if state.at[unit.index] == index}, False
    beach = board.beach_of.get(index)
    if beach is not None:
        yield {board.places[beach].id}, on_unit


def _over(game: Any) -> Refusal:
    result = game.result
    how = result.how if result is not None else ""
    rule = how.rpartition(" ")[2] if how.startswith("not modelled") else "22"
    words = f"The game stands still here: {how}." if how else "The game is over."
    return Refusal(rule, words, "Undo, or open another game.")


def refusal(game: Any, decision: Decision, hit: Hit) -> Refusal:
    """Why a click does nothing: the engine's reason for the option that was most likely meant."""
    general: Refusal | None = None
    for text in meant(game.state, decision, hit):
        try:
            reason = game.why_not(text)
        except NormandyError:
            continue
        if reason is None:
            continue
        if reason.rule:
            return reason
        general = general or reason
    return general or Refusal(decision.rule, f"{name(game.state, hit)} cannot be chosen now.", decision.prompt)


def meant(state: Any, decision: Decision, hit: Hit) -> Iterator[str]:
    """Texts that the click may have meant: options of now with the clicked thing put in."""
    board, forces = state.setting.board, state.setting.forces
    place = hit.id
    if hit.kind == UNIT:
        place = board.places[state.at[forces.index[hit.id]]].id
    seen: set[tuple[str, ...]] = set()
    for option in decision.options:
        verb, *tokens = option.split()
        shape = (verb, *(_kind(state, token) for token in tokens))
        if shape in seen or not tokens:
            continue
        seen.add(shape)
        put = {UNIT: hit.id if hit.kind == UNIT else "", PLACE: place, BRIDGE: hit.id if hit.kind == BRIDGE else ""}
        words = [put.get(kind) or token for kind, token in zip(shape[1:], tokens, strict=True)]
        if words != tokens:
            yield " ".join((verb, *words))
    if hit.kind == PLACE and place in board.index:
        index = board.index[place]
        units = [unit.id for unit in forces.units if state.at[unit.index] == index]
        for unit in units:
            yield from meant(state, decision, Hit(UNIT, unit))


def _kind(state: Any, token: str) -> str:
    """Whether a word of an option names a unit, a place, a bridge or something else."""
    if token in state.setting.forces.index:
        return UNIT
    if token in state.setting.board.index:
        return PLACE
    a, dash, b = token.partition("-")
    board = state.setting.board
    return BRIDGE if dash and a in board.index and b in board.index else "word"


def name(state: Any, hit: Hit) -> str:
    """What was clicked, in words."""
    board, forces = state.setting.board, state.setting.forces
    if hit.kind == UNIT:
        return str(forces.units[forces.index[hit.id]].name)
    if hit.kind == BRIDGE:
        border = board.border(hit.id)
        return f"The bridge from {board.names[border.a]} to {board.names[border.b]}"
    return str(board.names[board.index[hit.id]]) if hit.id in board.index else hit.id
