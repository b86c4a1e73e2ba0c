"""Dawn and night in the lab, read from the game: depots, dice to come, points by area, reinforcements to come (6.2, 12, 19, 22).

Everything here only reads; what it gives back is plain values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from normandy_lab.breakout import night_report, questions
from normandy_lab.breakout.board.board import BOX, NATIONALITIES, OFFSHORE, SIDES
from normandy_lab.breakout.night_report import Chance
from normandy_lab.breakout.rules import s12_record, s12_reserves, s22_victory
from normandy_lab.breakout.state import State
from normandy_lab.core.terms import Tally, counted

STEPS = (
    questions.CHERBOURG, questions.DEPOTS, questions.SUPPLIES, questions.AIR_UNITS, questions.RESERVE,
    questions.NIGHT_UNBUILD, questions.REGROUP, questions.PLACE,
)  # fmt: skip
REFIT = STEPS[:6]  # the questions of the Refit Phase (6.4)
RESULTS = {"worse": "a level lost", "eliminated": "surrenders", "holds": "holds out"}


def asked(view: Any) -> str:
    """The step that is asked at dawn or at night; "" at any other time."""
    step = view.decision.step if view.decision is not None else ""
    return step if step in STEPS else ""


# -------------------------------------------------------------------------------------------------- chances


def percent(share: Fraction) -> str:
    """A chance as people say it."""
    return f"{float(share) * 100:.0f}%"


def chance_words(chance: Chance) -> str:
    """All results of one die, the best first: "holds out 50%, a level lost 17%, surrenders 33%"."""
    found = [(RESULTS.get(result, result), share) for result, share in chance.results.items()]
    return ", ".join(f"{words} {percent(share)}" for words, share in sorted(found, key=lambda each: -each[1]))


def option_words(state: State, option: str) -> str:
    """What the dice of an option promise, to stand behind it; "" where it throws none."""
    verb, *args = option.split()
    if verb not in ("repair", "refit", "airsupply"):
        return ""
    found = [each for each in night_report.chances(state) if _throws(each, verb, args)]
    if verb == "airsupply":
        return f": {', '.join(f'{unit_name(state, each.who)} {percent(each.success)}' for each in found)}"
    return f": {percent(found[0].success)}" if found else ""


def brief(options: Iterable[str]) -> list[str]:
    """The options with one line for each bridge: who else could pay is left to the written action."""
    found: dict[str, str] = {}
    for option in options:
        verb, *args = option.split()
        found.setdefault(f"repair {args[0]}" if verb == "repair" and args[1:] else option, option)
    return list(found.values())


def _throws(chance: Chance, verb: str, args: list[str]) -> bool:
    """Whether an option is what throws this die; the payers of a repair do not matter."""
    if verb == "repair":
        return chance.rule == "20.23" and chance.who == args[0]
    if verb == "airsupply":
        return chance.action == f"airsupply {args[0]}"
    return args[1] in ("cherbourg", "air") and chance.who == args[0] and chance.rule == DICE_OF[args[1]]


DICE_OF = {"cherbourg": "12.62", "air": "12.9"}


def unit_name(state: State, unit: str) -> str:
    """The name of a unit, on the board or not."""
    forces = state.setting.forces
    return str(forces.units[forces.index[unit]].name)


class DieRow(NamedTuple):
    """A die that the night may still bring."""

    who: str
    where: str
    terms: Tally
    words: str
    rule: str


def dice_to_come(state: State) -> list[DieRow]:
    """Surrender, Cherbourg, air supply and night repair, before any choice; who throws alike in a place stands in one row."""
    alike: dict[tuple[object, ...], list[DieRow]] = {}
    for row in (_die_row(state, chance) for chance in night_report.chances(state)):
        alike.setdefault((row.rule, row.where, row.words, row.terms.terms), []).append(row)
    return [rows[0]._replace(who=", ".join(row.who for row in rows)) for rows in alike.values()]


def _die_row(state: State, chance: Chance) -> DieRow:
    board, forces = state.setting.board, state.setting.forces
    if chance.who in forces.index:
        unit = forces.units[forces.index[chance.who]]
        who, where = unit.name, board.names[state.at[unit.index]]
    else:
        border = board.border(chance.who)
        who, where = "bridge", f"{board.names[border.a]} to {board.names[border.b]}"
    return DieRow(str(who), str(where), chance.tally, chance_words(chance), chance.rule)


# --------------------------------------------------------------------------------------------------- depots


class DepotRow(NamedTuple):
    """One depot of the night, standing or still to be placed."""

    source: str  # "Omaha Beach", "German"
    stands: str  # the name of its area; "" before it is placed
    side: str
    value: int
    spent: int
    left: int


def depots(state: State) -> list[DepotRow]:
    """Every depot of the side that refits, or of both sides at other times."""
    return [_depot_row(state, row) for row in night_report.depots(state)]


def _depot_row(state: State, row: dict[str, Any]) -> DepotRow:
    board = state.setting.board
    german = row["source"] == SIDES[0]
    source = "German" if german else board.names[board.index[row["source"]]]
    stands = board.names[board.index[row["area"]]] if row["area"] else ""
    many = f" ×{row['depots']}" if row["depots"] > 1 else ""
    side = SIDES[0] if german else SIDES[1]
    source, stands = source.replace(" Beach", ""), stands.replace(" Beach", "")
    return DepotRow(f"{source}{many}", stands, side, row["value"], row["spent"], row["left"])


def reserve_words(state: State) -> list[str]:
    """What both sides have saved and what it buys (12.53)."""
    said = [f"Reserves: German {state.reserves[0]}, Allied {state.reserves[1]}"]
    frame = s12_record.refit(state)
    if frame is not None and frame.stores:
        left = int(s12_reserves.unused(state, frame))
        said.append(f"{counted(left, 'point')} left in depots go there at the end")
    price, most = s12_reserves.PRICE, s12_reserves.MOST
    said.append(f"{price} points move the first impulse of the next day by one space, {most} spaces at most")
    return said


# --------------------------------------------------------------------------------------------------- points


class Points(NamedTuple):
    """The Allied points as if the week ended now, what wins, and what is missing."""

    tally: Tally
    needed: Any
    missing: Any  # 0 or less: enough
    how: str  # the verdict; "" while the game goes on


def points(game: Any) -> Points:
    """Points, terms, and the distance to what wins (22.2, 22.3)."""
    tally, needed = game.score(), s22_victory.needed(game.state)
    result = game.result
    return Points(tally, needed, needed - tally.total, result.how if result is not None else "")


class Prize(NamedTuple):
    """An area worth points that the Allies do not have: who stands there."""

    name: str
    worth: int
    words: str


def prizes(game: Any) -> list[Prize]:
    """Areas that do not count for the Allies now, and why (22.3, 22.4)."""
    state = game.state
    board, had = state.setting.board, " ".join(term.text for term in game.score().terms)
    found = []
    for area in board.areas:
        place = board.places[area]
        if place.vp and f"{place.name} is Allied-controlled" not in had:
            found.append(Prize(place.name, place.vp, _held(state, area)))
    return sorted(found, key=lambda prize: -prize.worth)


def _held(state: State, area: int) -> str:
    german, allied = (state.here[side][area].bit_count() for side in (0, 1))
    if NATIONALITIES[state.control[area]] != SIDES[0]:
        return "Allied, without a supply line"
    if german and allied:
        return f"contested, {german} German and {allied} Allied"
    return f"German, {counted(german, 'unit')}" if german else "German, nobody there"


# --------------------------------------------------------------------------------------------------- to come


class Coming(NamedTuple):
    """Units that have not entered, or wait at sea: the day, whose, where they enter."""

    day: int
    date: str
    side: str
    where: str
    units: tuple[str, ...]


def to_come(state: State) -> list[Coming]:
    """Reinforcements by day and place, in the order in which they come (19.1, 19.2)."""
    found: dict[tuple[int, int, str], list[str]] = {}
    for unit in state.setting.forces.units:
        place = state.setting.board.places[state.at[unit.index]]
        if place.id == "waiting":
            day, where = unit.entry_day, _entry(state, unit.entry_place)
        elif place.kind in (BOX, OFFSHORE):
            day, where = state.day, f"at sea: {place.name}"
        else:
            continue
        found.setdefault((day, unit.side, where), []).append(unit.name)
    return list(_comings(state, found))


def _comings(state: State, found: dict[tuple[int, int, str], list[str]]) -> Iterator[Coming]:
    calendar = state.setting.calendar
    for (day, side, where), units in sorted(found.items()):
        if 0 <= day < len(calendar):
            date = f"{calendar[day]:%a} {calendar[day].day} {calendar[day]:%b}"
            yield Coming(day, date, SIDES[side], where, tuple(units))


def _entry(state: State, place: int) -> str:
    return str(state.setting.board.names[place]) if place >= 0 else "any beach of its nationality"
