"""The buttons of dawn and night: refits chosen from one list, depots placed as suggested, stacks that regroup (12.4, 13, 19.3).

Everything here only reads; the orders that it makes call ``game.orders`` or play single actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from normandy_lab.breakout import night_report, questions, suggest_refit
from normandy_lab.breakout.actions import CHERBOURG
from normandy_lab.breakout.frames import GERMAN_SOURCE
from normandy_lab.breakout.rules import s12_prices, s12_record
from normandy_lab.core.decisions import Decision
from normandy_lab.core.plans import Plan
from normandy_lab.core.terms import Tally, counted
from normandy_lab.rehearsal import Rehearsal
from normandy_lab.ui.breakout import night
from normandy_lab.ui.breakout.drafts import Order
from normandy_lab.ui.breakout.marks import DepotMark, Mark, Marks
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.breakout.words import depot_name, place_name

GOING = {questions.REGROUP: "regroup", questions.PLACE: "place"}  # steps at which units go to a place, and how
PRICE, WORTH, LISTED = "price", "worth", "listed"  # the orders in which refits are made
LEVELS = ("fresh", "spent", "disrupt 1", "disrupt 2")


# -------------------------------------------------------------------------------------------------- refits


class Row(NamedTuple):
    """A damaged unit that depots can refit now: its cheapest price as a sum, who pays, what it is worth."""

    unit: str
    name: str
    place: str
    before: str
    after: str
    price: Tally
    payers: str
    worth: float
    action: str


def refit_rows(game: Any, view: Any, by: str = WORTH) -> list[Row]:
    """Every unit that a depot can refit now, each at its cheapest price; sorted by worth or by price."""
    asked = game.decision
    if asked is None or asked.step != questions.SUPPLIES:
        return []
    cheapest: dict[int, tuple[int, Any]] = {}
    for option in asked.options:
        if option.verb == "refit" and option.args[1] != CHERBOURG:
            price = int(night_report.explain_refit(game.state, str(option)))
            if price < cheapest.get(option.args[0], (price + 1, None))[0]:
                cheapest[option.args[0]] = price, option
    rows = [_row(game.state, view, option) for _, option in cheapest.values()]
    return sorted(rows, key=lambda row: (int(row.price), -row.worth) if by == PRICE else (-row.worth, int(row.price)))


def _row(state: Any, view: Any, option: Any) -> Row:
    unit, level = state.setting.forces.units[option.args[0]], state.level[option.args[0]]
    text = str(option)
    return Row(
        unit=unit.id,
        name=unit.name,
        place=state.setting.board.places[state.at[unit.index]].id,
        before=LEVELS[level],
        after=LEVELS[level - 1],
        price=night_report.explain_refit(state, text),
        payers=", ".join(short(depot_name(view, depot)) for depot in text.split()[2].split("+")),
        worth=suggest_refit.worth(state, unit),
        action=text,
    )


def short(name: str) -> str:
    """The name of a beach without the word, where there is little room."""
    return name.replace(" Beach", "")


class Trial(NamedTuple):
    """What refits in this order would do: who is refitted, for how many points."""

    units: tuple[str, ...]
    points: int


def tried(game: Any, units: Iterable[str], by: str) -> Trial:
    """The refits of these units in this order, played on a copy."""
    wanted = list(units)
    if not wanted:
        return Trial((), 0)
    copy = Rehearsal(game)
    report = type(game.orders)(copy).refit(wanted, by=by)
    done = tuple(action.split()[1] for action in report.done if action.startswith("refit "))
    return Trial(done, _left(game.state) - _left(copy.state))


def _left(state: Any) -> int:
    return sum(store.left for store in s12_record.current(state).stores)


def start(game: Any) -> tuple[str, ...] | None:
    """The units chosen when a question of the night is opened; None at other times."""
    asked = game.decision
    if asked is None or asked.step not in night.STEPS:
        return None
    if asked.step != questions.SUPPLIES:
        return ()
    forces = game.state.setting.forces.units
    able = {forces[option.args[0]].id for option in asked.options if option.verb == "refit"}
    return tried(game, able, WORTH).units


# -------------------------------------------------------------------------------------------------- buttons


def order(game: Any, view: Any, draft: tuple[str, ...], by: str) -> Order | None:
    """What the primary button sends at night; None when there is nothing to send."""
    step = night.asked(view)
    if step == questions.DEPOTS:
        return suggested_depots(game)
    if step == questions.SUPPLIES:
        trial = tried(game, draft, by)
        if trial.units:
            words = f"Refit {counted(len(trial.units), 'unit')} for {counted(trial.points, 'point')}"
            return Order(words, partial(game.orders.refit, list(draft), by=by), None, game.orders)
        return Order("End the refit", lambda: game.play("end"), ends=True)
    if step in GOING and not draft:
        words = "Nobody else regroups" if step == questions.REGROUP else "The rest stay offshore"
        return Order(words, lambda: game.play("end"), ends=True)
    return None


def aside(game: Any, view: Any) -> Order | None:
    """The second button: further depots, while some can still be placed."""
    return suggested_depots(game) if night.asked(view) == questions.SUPPLIES else None


def suggested_depots(game: Any) -> Order | None:
    """All depots that the suggestion would still place tonight, in one go (12.51)."""
    depots, seat = list(_depots(game)), game.decision.actor
    if not depots:
        return None
    words = f"Place {counted(len(depots), 'depot')} as suggested"
    return Order(words, lambda: Plan("depots", seat, depots).run(game))


def _depots(game: Any) -> Iterator[str]:
    """Where they would stand if nobody threw a die, each after the refits that the ones before it pay for."""
    copy = Rehearsal(game)
    while (
        (asked := copy.decision) is not None
        and asked.kind in ("depots", "refit")
        and asked.actor == game.decision.actor
    ):
        plain = tuple(option for option in asked.options if option.verb in ("refit", "depot"))
        if not any(option.verb == "depot" for option in plain):
            return
        action = suggest_refit.supplies(copy.state, Decision(asked.kind, asked.actor, asked.rule, asked.prompt, plain))
        if action.verb == "depot":
            yield str(action)
        copy.play(action)


# ------------------------------------------------------------------------------------------------- regroup


def goals(game: Any, draft: tuple[str, ...]) -> dict[str, list[str]]:
    """Where units of the selection may go: the place -> the actions, dry-shod where both is possible (13, 8.36E)."""
    asked = game.decision
    if asked is None or asked.step not in GOING:
        return {}
    found: dict[str, dict[str, str]] = {}
    for option in map(str, asked.options):
        verb, *args = option.split()
        if verb == GOING[asked.step] and args[0] in draft:
            ways = found.setdefault(args[1], {})
            if args[0] not in ways or args[2:] == []:
                ways[args[0]] = option
    return {place: list(ways.values()) for place, ways in found.items()}


def goal_at(game: Any, draft: tuple[str, ...], place: str) -> str:
    """The goal that a click on a place means: itself, or the box off this beach; "" when the selection cannot go there."""
    found = goals(game, draft)
    board = game.state.setting.board
    box = board.box_of.get(board.index.get(place, -1))
    return next((each for each in (place, board.places[box].id if box is not None else "") if each in found), "")


def regroup(game: Any, draft: tuple[str, ...], place: str) -> Any:
    """Send everybody of the selection who may go there; who finds no room stays."""
    actions, seat = goals(game, draft).get(place, []), game.decision.actor

    def steps() -> Iterable[str]:
        for action in actions:
            asked = game.decision
            if asked is not None and any(option == action for option in asked.options):
                yield action

    return Plan(f"regroup to {place}", seat, steps()).run(game)


def marks(game: Any, draft: tuple[str, ...]) -> Marks | None:
    """What is lit at night: depots with their ways, where a selection may go, or who may go; None at other times."""
    asked = game.decision
    if asked is None or asked.step not in (*GOING, questions.DEPOTS, questions.SUPPLIES):
        return None
    if asked.step not in GOING:
        return _refit_marks(game, draft)
    state = game.state
    able = frozenset(str(option).split()[1] for option in asked.options if option.verb == GOING[asked.step])
    if draft:
        lit = {
            place: Mark("", f"click to send {counted(len(ways), 'unit')} here")
            for place, ways in goals(game, draft).items()
        }
        return Marks(lit, able)
    places, forces = state.setting.board.places, state.setting.forces
    stand = [places[state.at[forces.index[unit]]].id for unit in able]
    return Marks(
        {place: Mark("", f"{counted(stand.count(place), 'unit')} may go on from here") for place in stand}, able
    )


def _refit_marks(game: Any, draft: tuple[str, ...]) -> Marks:
    """Where depots may stand, who can be refitted, the depots and the ways to the units chosen."""
    state, options = game.state, game.decision.options
    board, forces = state.setting.board, state.setting.forces
    where = {
        board.places[option.args[1]].id: Mark("", "click to put a depot here")
        for option in options
        if option.verb == "depot"
    }
    payers = {forces.units[option.args[0]].id: option.args[1] for option in reversed(options) if option.verb == "refit"}
    bridges = frozenset(str(board.borders[option.args[0]].id) for option in options if option.verb == "repair")
    frame = s12_record.current(state)
    lines = [
        s12_prices.reach(state, frame.side, depot).route(state.at[forces.index[unit]])
        for unit in draft
        for _, depot in payers.get(unit, ())
    ]
    return Marks(
        where,
        frozenset(payers),
        bridges,
        depots=tuple(_tag(state, store) for store in frame.stores),
        lines=tuple(tuple(board.places[place].id for place in line) for line in lines),
    )


def _tag(state: Any, store: Any) -> DepotMark:
    places = state.setting.board.places
    beach = "" if store.source == GERMAN_SOURCE else places[store.source].id
    letter = f"{places[store.source].name[0]} " if beach else ""
    return DepotMark(places[store.place].id, beach, f"{letter}{store.left}")


def dimmed(shown: View) -> View:
    """The view with everybody pale who needs no refit, while units are refitted (12.4)."""
    if night.asked(shown) != questions.SUPPLIES or shown.decision is None:
        return shown
    side = shown.decision.actor
    pale = [replace(each, dim=each.side != side or each.level == "fresh") for each in shown.counters]
    return replace(shown, counters=tuple(pale))


def going_rows(game: Any, view: Any, draft: tuple[str, ...]) -> list[tuple[str, str]]:
    """The goals of the selection in words, as (place, words), in board order."""
    found = goals(game, draft)
    return [
        (
            place.id,
            f"{place.id if place.kind == 'area' else ''} {place_name(view, place.id)}: {len(found[place.id])} of {len(draft)}".strip(),
        )
        for place in view.places
        if place.id in found
    ]
