"""What the game shows of a State: clock, tables, explained numbers. Plain rows, no pandas."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from normandy_lab.beach import odds
from normandy_lab.beach.engine import decision
from normandy_lab.beach.frames import Attempt, Morale, Shells, Volley
from normandy_lab.beach.rules import s43_fire, s44_artillery, s45_morale
from normandy_lab.beach.rules.s42_act import to_act
from normandy_lab.beach.rules.s42_paths import at_wall, touching
from normandy_lab.beach.scatter import chance_to_touch
from normandy_lab.beach.setting import LETTERS, MIL, MORALE, NEVER, PHASES, Setting
from normandy_lab.beach.state import STATUS, UNPLACED, State, is_open, live, standing
from normandy_lab.core.decisions import Rows
from normandy_lab.core.terms import Tally, Term
from normandy_lab.errors import NotationError

_TURN = re.compile(r"[0-9]{1,9}")


def moment(state: State) -> str:
    """Turn and phase: 3L landings, 3A Americans act, 3F fire, 3S shells, 3M morale; 0 is the set-up."""
    return f"{state.turn}{LETTERS[state.phase]}" if state.turn else "0"


def moment_words(setting: Setting, moment: str) -> str:  # noqa: ARG001 - systems with a calendar need it
    """A moment of the log in words: "3F" is "Turn 3, fire"; "0" is the set-up."""
    if moment == "0":
        return "Set-up"
    return f"Turn {moment[:-1]}, {PHASES[LETTERS.index(moment[-1])]}"


def turn(state: State) -> str:
    """The turn, as tables name it."""
    return f"turn {state.turn}" if state.turn else "set-up"


def clock(state: State) -> dict[str, Any]:
    """Turn, phase, limits and what is left, for panels and headings."""
    setting = state.setting
    return {
        "scenario": setting.title,
        "turn": turn(state),
        "number": state.turn,
        "turns": None if setting.turn_limit == NEVER else setting.turn_limit,
        "phase": PHASES[state.phase] if state.turn else "set-up",
        "phases": list(PHASES),
        "moment": moment(state),
        "landed": sum(state.landed),
        "limit": None if setting.limit == NEVER else setting.limit * (len(state.landed) if setting.pool_each else 1),
        "eliminated": sum(row.eliminated for row in state.past),
        "bunkers": len(live(state)),
        "open": sum(is_open(state, segment) for segment in range(len(setting.segments))) if state.turn else 0,
        "breakthrough": state.breakthrough or None,
        "over": bool(state.over),
    }


def reached(state: State, until: str) -> bool:
    """Whether a phase (of turn 1), a turn ("turn 3") or the phase of a turn ("turn 3 fire") is over.

    Raises
    ------
    NotationError
        ``until`` is none of these.
    """
    words = str(until).split()
    turn, phase = 1, MORALE
    if len(words) >= 2 and words[0] == "turn" and _TURN.fullmatch(words[1]):
        turn, words = int(words[1]), words[2:]
    elif len(words) != 1 or words[0] not in PHASES:
        words = ["?"]
    if words:
        if words[0] not in PHASES or len(words) > 1:
            raise NotationError(
                f"{until!r} is no phase ({', '.join(PHASES)}) and no turn, such as 'turn 3' or 'turn 3 fire'"
            )
        phase = PHASES.index(words[0])
    return bool(state.over) or (state.turn, state.phase) > (turn, phase)


def result(state: State) -> tuple[str | None, Tally | None, str] | None:
    """Winner, what the Americans paid, and how the game ended; None while it goes on."""
    return (state.winner, explain(state, "losses"), state.over) if state.over else None


# ------------------------------------------------------------------------------------------ tables


def table(state: State, name: str) -> Rows:
    """The rows of a table: figures, squads, segments, bunkers, shells, turns, odds, score."""
    if name not in TABLES:
        raise NotationError(f"there is no table {name!r}; choose one of {', '.join(TABLES)}, log, dice")
    return TABLES[name](state)


def _length(length: int) -> float:
    return length / MIL


def _figures(state: State) -> Rows:
    setting = state.setting
    return [
        {
            "id": name, "squad": setting.squads[n // setting.size], "status": STATUS[state.status[n]],
            "x": _length(state.x[n]) if state.status[n] else None,
            "y": _length(state.y[n]) if state.status[n] else None,
            "acted": bool(state.acted >> n & 1),
        }
        for n, name in enumerate(setting.figures)
    ]  # fmt: skip


def _squads(state: State) -> Rows:
    setting = state.setting
    return [
        {
            "id": name, "zone": n + 1, "size": setting.size, "state": STATUS[state.squads[n]],
            "standing": len(standing(state, n)), "fire": state.fire[n], "artillery": state.shelled[n],
            "player": setting.player_of[n] + 1,
        }
        for n, name in enumerate(setting.squads)
    ]  # fmt: skip


def _segments(state: State) -> Rows:
    return [
        {
            "id": n + 1, "from": _length(left), "to": _length(right), "began": state.began[n],
            "obstacles": state.obstacles[n], "open_from": state.opened[n] if state.opened[n] >= 0 else None,
            "open": is_open(state, n),
        }
        for n, (left, right) in enumerate(state.setting.segments)
    ]  # fmt: skip


def _bunkers(state: State) -> Rows:
    rows = []
    for n, name in enumerate(state.setting.bunkers):
        placed = state.section[n] != UNPLACED
        box = state.setting.bunker_at(state.section[n]) if placed else (0, 0, 0, 0)
        rows.append({
            "id": name, "section": state.section[n] + 1 if placed else None,
            "left": _length(box[0]), "front": _length(box[1]), "right": _length(box[2]), "back": _length(box[3]),
            "alive": not state.destroyed[n], "destroyed_turn": state.destroyed[n] or None,
        })  # fmt: skip
    return rows


def _shells(state: State) -> Rows:
    return [
        {
            "shell": n, "bunker": state.setting.bunkers[shell.bunker], "x": _length(shell.x), "y": _length(shell.y),
            "fate": shell.fate, "hits": shell.hits,
        }
        for n, shell in enumerate(state.shells, 1)
    ]  # fmt: skip


def _turns(state: State) -> Rows:
    return [row._asdict() for row in state.past]


def losses(state: State) -> dict[str, int]:
    """Running totals of the whole game."""
    names = ("landed", "cleared", "destroyed", "fire", "artillery", "eliminated", "sent_back")
    return {name: sum(getattr(row, name) for row in state.past) for name in names}


def lost(state: State) -> int:
    """Figures hit so far, by fire and by artillery."""
    found = losses(state)
    return found["fire"] + found["artillery"]


SCORE = {
    "landed": ("squads landed", "FP 1"), "eliminated": ("squads eliminated", "FP 5"),
    "fire": ("figures hit by fire", "FP 3"), "artillery": ("figures hit by artillery", "FP 4"),
    "sent_back": ("figures sent back unhurt", "FP 5"), "cleared": ("obstacles cleared", "FP 2.2"),
    "destroyed": ("bunkers destroyed", "FP 2.3"),
}  # fmt: skip


def _score(state: State) -> Rows:
    found = losses(state)
    rows: Rows = [{"term": text, "value": found[name], "rule": rule} for name, (text, rule) in SCORE.items()]
    rows.append({"term": "replacements used", "value": sum(state.landed), "rule": "FP 1"})
    rows.append({"term": "turns played", "value": state.turn, "rule": "FP 0"})
    return rows


# ------------------------------------------------------------------------------------------ odds


def odds_now(state: State) -> Rows:
    """What the present decision or roll may bring: what, probability, rule."""
    asked = decision(state)
    if asked is None:
        return []
    finder = {"act": _odds_act, "fire": _odds_fire, "aim": _odds_aim}.get(asked.kind, _odds_roll)
    return [{"what": what, "probability": share, "rule": rule} for what, share, rule in finder(state)]


Line = tuple[str, Fraction | float, str]


def _odds_act(state: State) -> list[Line]:
    setting = state.setting
    lines: list[Line] = []
    figures = to_act(state)
    places = {figure: (state.x[figure], state.y[figure]) for figure in figures}
    for segment, left in enumerate(state.obstacles):
        there = [f for f in figures if at_wall(setting, places[f]) and setting.segment_of(places[f][0]) == segment]
        if left and there:
            share = odds.at_least(left, len(there), setting.clears_on)
            lines.append((f"segment {segment + 1} is cleared if all {len(there)} figures there try", share, "FP 2.2"))
    for bunker in live(state):
        there = [figure for figure in figures if bunker in touching(state, places[figure])]
        if there:
            share = odds.at_least(1, len(there), setting.destroys_on)
            name = setting.bunkers[bunker]
            lines.append((f"bunker {name} is destroyed if all {len(there)} figures there try", share, "FP 2.3"))
    return lines


def _share(state: State, squad: int, volleys: int) -> Fraction:
    setting = state.setting
    lost = int(s45_morale.lost(state, squad))
    return odds.eliminated(len(standing(state, squad)), volleys, lost, setting.dice, setting.hit_on, setting.breaks_at)


def _odds_fire(state: State) -> list[Line]:
    lines: list[Line] = [
        (f"squad {state.setting.squads[squad]} is eliminated if this bunker fires at it, before shells", share, "FP 5")
        for squad in s43_fire.targets(state)
        for share in (_share(state, squad, 1),)
    ]
    return lines


def _odds_aim(state: State) -> list[Line]:
    setting = state.setting
    middle = setting.width // 2
    sand, wall = (
        chance_to_touch(setting.kernel, setting.stray, setting.touch, (0, 0), kept(state, (middle, y)))
        for y in (setting.wall // 2, setting.wall)
    )
    what = "a shell touches the figure at which it is thrown"
    return [(f"{what}, half way up the beach", sand, "B-14"), (f"{what}, at the sea wall", wall, "B-14")]


def kept(state: State, aim: tuple[int, int]) -> tuple[float, float, float, float]:
    """The part of the table on which a shell counts, as seen from its aim: left, low, right, high (FP 4)."""
    setting = state.setting
    return -aim[0], -setting.water - aim[1], setting.width - aim[0], setting.wall - aim[1]


def _odds_roll(state: State) -> list[Line]:
    setting, frame = state.setting, state.frames[-1]
    if isinstance(frame, Attempt):
        least = setting.clears_on if frame.bunker < 0 else setting.destroys_on
        return [("the die succeeds", odds.at_least(1, 1, least), "FP 2.2" if frame.bunker < 0 else "FP 2.3")]
    if isinstance(frame, Volley) and frame.hits < 0:
        name = setting.squads[frame.squad]
        hits = odds.successes(setting.dice, setting.hit_on)
        lines: list[Line] = [(f"{count} hits", share, "FP 3") for count, share in hits.items()]
        return [*lines, (f"squad {name} is eliminated by it, before shells", _share(state, frame.squad, 1), "FP 5")]
    if isinstance(frame, Morale):
        squad = next(s for s in range(frame.squad, len(state.squads)) if state.fire[s] or state.shelled[s])
        left = standing(state, squad)  # with nobody left it goes back whatever it throws (B-17)
        share = odds.breaks(int(s45_morale.lost(state, squad)), setting.breaks_at) if left else Fraction(1)
        name = setting.squads[squad]
        return [(f"squad {name} is eliminated", share, "FP 5"), (f"squad {name} holds", 1 - share, "FP 5")]
    return _odds_shell(state, frame) if isinstance(frame, Shells) else []


def _odds_shell(state: State, frame: Shells) -> list[Line]:
    """Mean number of figures that the shell on its way touches; behind the wall and off the table it is lost."""
    setting, aim = state.setting, frame.aim or (0, 0)
    offs = [(state.x[f] - aim[0], state.y[f] - aim[1]) for f in s44_artillery.exposed(state)]
    bounds = kept(state, aim)
    mean = sum(chance_to_touch(setting.kernel, setting.stray, setting.touch, off, bounds) for off in offs)
    return [("figures touched on average", mean, "B-14")]


TABLES = {
    "figures": _figures, "squads": _squads, "segments": _segments, "bunkers": _bunkers, "shells": _shells,
    "turns": _turns, "odds": odds_now, "score": _score,
}  # fmt: skip


def explain(state: State, what: str) -> Tally:
    """A number as a sum of cited terms: ``losses`` of the Americans, or ``losses A`` of a squad this turn."""
    word, _, squad = what.strip().partition(" ")
    if word != "losses":
        raise NotationError(f"{what!r} cannot be explained; try losses, or losses A")
    if squad:
        if squad.upper() not in state.setting.squads:
            raise NotationError(f"{what!r}: the squads are {', '.join(state.setting.squads)}")
        return s45_morale.lost(state, state.setting.squads.index(squad.upper()))
    found = losses(state)
    terms = [
        Term(found["fire"], "FP 3", "figures hit by fire"),
        Term(found["artillery"], "FP 4", "figures hit by artillery"),
    ]
    return Tally("American losses", terms)
