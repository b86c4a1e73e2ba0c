"""FP 2: each figure of the Americans moves, clears or assaults, once a turn, in any order."""

from __future__ import annotations

from collections.abc import Callable

from normandy_lab.beach.actions import make
from normandy_lab.beach.frames import Act, Attempt
from normandy_lab.beach.notation import parse
from normandy_lab.beach.rules import s05_victory
from normandy_lab.beach.rules.s42_paths import at_wall, closed, inside, touching, way
from normandy_lab.beach.setting import MIL, inches
from normandy_lab.beach.state import AFLOAT, ASHORE, State, is_open, live
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import NotationError

TENTH = MIL // 10


def to_act(state: State) -> list[int]:
    """The figures that may still act."""
    return [f for f, status in enumerate(state.status) if status == ASHORE and not state.acted >> f & 1]


def place(state: State, figure: int) -> tuple[int, int]:
    return state.x[figure], state.y[figure]


@rule("FP 2", "B-19")
def ask(state: State, frame: Act) -> Decision | None:
    if not to_act(state) or (not live(state) and not all(state.obstacles)):
        return None

    def test(text: str) -> bool:
        return not _code(state, text)

    def options() -> list[Action]:
        return [
            *(option for figure in to_act(state) for option in suggestions(state, figure)),
            make(state.setting, "end"),
        ]

    return Decision("act", "american", "FP 2", "Choose a figure: it moves, clears or assaults.", options, test=test)


def suggestions(state: State, figure: int) -> list[Action]:
    """What a figure may do: every assault, clearing, and some moves on the lattice of tenths of an inch."""
    setting, (x, y) = state.setting, place(state, figure)
    found = [make(setting, "assault", figure, bunker) for bunker in touching(state, (x, y))]
    if not no_clearing(state, figure):
        found.append(make(setting, "clear", figure))
    far = setting.move - setting.move % TENTH
    inland = y + far if y >= setting.wall else min(setting.wall, y + far)
    spots = [(x, inland), (x - far, y), (x + far, y), (x, y + (inland - y) // 2), (x, y - far // 2)]
    snapped = dict.fromkeys((_tenth(a), b if b == setting.wall else _tenth(b)) for a, b in spots)
    return found + [make(setting, "move", figure, *spot) for spot in snapped if not no_move(state, figure, *spot)]


def _tenth(length: int) -> int:
    return round(length / TENTH) * TENTH


def _code(state: State, text: str) -> str:
    """Why an action may not be played now, or ""."""
    try:
        action = text if isinstance(text, Action) and text.args else parse(state.setting, text)
    except NotationError:
        return "FP 2"
    if action.verb == "end":
        return ""
    if action.verb not in _CHECKS:
        return "FP 2"
    return unable(state, action.args[0]) or _CHECKS[action.verb](state, *action.args)


@rule("FP 2")
def unable(state: State, figure: int) -> str:
    """Why a figure may do nothing: afloat, hit, or it has acted (FP 2)."""
    status = state.status[figure]
    if status != ASHORE:
        return "FP 1 afloat" if status == AFLOAT else "FP 3 hit"
    return "FP 2 acted" if state.acted >> figure & 1 else ""


@rule("FP 2.1")
def no_move(state: State, figure: int, x: int, y: int) -> str:
    """Why a figure may not move there, or "" (FP 2.1)."""
    setting, here = state.setting, place(state, figure)
    if not (0 <= x <= setting.width and 0 <= y <= setting.depth):
        return "B-2"
    if (x - here[0]) ** 2 + (y - here[1]) ** 2 > setting.move**2:
        return "FP 2.1 far"
    if y <= setting.wall and here[1] <= setting.wall:
        return "FP 2.1 nowhere" if here == (x, y) else ""
    if min(y, here[1]) < setting.wall:
        return "FP 2.1 wall"
    if here == (x, y):
        return "FP 2.1 nowhere"
    if way(state, here, (x, y), setting.move):
        return ""
    return _no_way(state, (x, y))


def _no_way(state: State, point: tuple[int, int]) -> str:
    setting = state.setting
    for box in closed(state):
        if inside(box, point):
            return "FP 2.2 closed" if box[1] == setting.wall else "B-9"
    return "FP 2.1 way"


@rule("FP 2.2")
def no_clearing(state: State, figure: int) -> str:
    """Why a figure may not clear, or "" (FP 2.2)."""
    if not at_wall(state.setting, place(state, figure)):
        return "FP 2.2 wall"
    return "" if state.obstacles[state.setting.segment_of(state.x[figure])] else "FP 2.2 none"


@rule("FP 2.3")
def no_assault(state: State, figure: int, bunker: int) -> str:
    """Why a figure may not assault that bunker, or "" (FP 2.3)."""
    if state.destroyed[bunker]:
        return "FP 2.3 destroyed"
    return "" if bunker in touching(state, place(state, figure)) else "FP 2.3 contact"


_CHECKS: dict[str, Callable[..., str]] = {"move": no_move, "clear": no_clearing, "assault": no_assault}


def answer(state: State, frame: Act, action: Action, events: list[Event]) -> None:
    setting = state.setting
    if action.verb == "end":
        for figure in to_act(state):
            state.acted |= 1 << figure
        return
    figure = action.args[0]
    state.acted |= 1 << figure
    name, squad = setting.figures[figure], setting.squads[figure // setting.size]
    if action.verb == "move":
        _, x, y = action.args
        if at_wall(setting, (x, y)) and not at_wall(setting, place(state, figure)):
            events.append(Event("FP 2.1", "american", "{} reaches the sea wall and stops.", (name,), squad))
        else:
            events.append(Event("FP 2.1", "american", "{} moves to {}, {}.", (name, inches(x), inches(y)), squad))
        state.x[figure], state.y[figure] = x, y
        return
    bunker = action.args[1] if action.verb == "assault" else -1
    state.frames = (*state.frames, Attempt(figure, bunker))


def tried(state: State, attempt: Attempt, die: int, events: list[Event]) -> None:
    """Take the die of a figure that clears or assaults."""
    name = state.setting.figures[attempt.figure]
    if attempt.bunker < 0:
        _clear(state, attempt.figure, name, die, events)
    else:
        _assault(state, attempt.bunker, name, die, events)
    s05_victory.breakthrough(state, events)


@rule("FP 2.2")
def _clear(state: State, figure: int, name: str, die: int, events: list[Event]) -> None:
    """A six removes one obstacle; the last one opens the segment from the next turn on."""
    segment = state.setting.segment_of(state.x[figure])
    if die < state.setting.clears_on:
        events.append(
            Event("FP 2.2", "american", "{} tries to clear segment {}: a {}, no luck.", (name, segment + 1, die))
        )
        return
    state.obstacles[segment] -= 1
    state.note(cleared=1)
    if state.obstacles[segment]:
        words = "{} clears an obstacle of segment {}: a {}; {} left."
        events.append(Event("FP 2.2", "american", words, (name, segment + 1, die, state.obstacles[segment])))
        return
    state.opened[segment] = state.turn + 1
    words = "{} clears the last obstacle of segment {}: a {}. It can be passed from turn {} on."
    events.append(Event("FP 2.2", "american", words, (name, segment + 1, die, state.turn + 1)))


@rule("FP 2.3")
def _assault(state: State, bunker: int, name: str, die: int, events: list[Event]) -> None:
    """A six destroys the bunker."""
    words = (name, state.setting.bunkers[bunker], die)
    if die < state.setting.destroys_on:
        events.append(Event("FP 2.3", "american", "{} assaults bunker {}: a {}, it holds.", words, words[1]))
        return
    state.destroyed[bunker] = state.turn
    state.note(destroyed=1)
    events.append(Event("FP 2.3", "american", "{} assaults bunker {}: a {}, it is destroyed.", words, words[1]))


def refuse(state: State, frame: Act, action: Action) -> Refusal | None:
    """Why a figure may not do that, in words."""
    if action.verb not in _CHECKS:
        return None
    code = _code(state, action)
    return Refusal(rule_in(code), *_words(state, code, action)) if code else None


def rule_in(code: str) -> str:
    """The rule that a code begins with.

    >>> rule_in("FP 2.1 far"), rule_in("B-9")
    ('FP 2.1', 'B-9')
    """
    words = code.split(" ")
    return " ".join(words[:2]) if words[0] == "FP" else words[0]


def _words(state: State, code: str, action: Action) -> tuple[str, str]:
    setting, figure = state.setting, action.args[0]
    name, squad = setting.figures[figure], setting.squads[figure // setting.size]
    segment = setting.segment_of(state.x[figure]) + 1
    goal = setting.segment_of(action.args[1]) + 1 if action.verb == "move" else segment
    wall, move = inches(setting.wall), inches(setting.move)
    texts = {
        "FP 1 afloat": (f"{name} is not ashore.", f"Squad {squad} lands when it is replaced."),
        "FP 3 hit": (f"{name} has been hit this turn.", "Choose a figure that stands."),
        "FP 2 acted": (f"{name} has acted this turn; every figure acts once.", "Choose another figure, or end."),
        "B-2": ("That is not on the table's land.", f"Stay within 0 and {inches(setting.width)} along the shore."),
        "FP 2.1 far": (f"{name} moves {move} inches at most.", "Choose a nearer place."),
        "FP 2.1 nowhere": (f"{name} stands there already.", "Choose another place, or end."),
        "FP 2.1 wall": (f"{name} must stop at the sea wall.", f"Move to {wall} inland at most; go on next turn."),
        "FP 2.2 closed": (f"Segment {goal} is closed.", _when(state, goal - 1)),
        "B-9": ("A bunker stands there.", "Stop beside it."),
        "FP 2.1 way": (f"No way of {move} inches leads there past the obstacles.", "Move along the wall first."),
        "FP 2.2 wall": (f"{name} did not start the turn at the sea wall.", f"Move to {wall} inland first."),
        "FP 2.2 none": (f"Segment {segment} has no obstacles left.", "Move on, or clear another segment."),
        "FP 2.3 destroyed": ("That bunker is destroyed already.", "Move instead."),
        "FP 2.3 contact": (f"{name} is not in contact with that bunker.", _closer(state)),
    }
    return texts.get(code, ("Not now.", "Choose a figure that may act."))


def _closer(state: State) -> str:
    return f"Move to within {inches(state.setting.contact)} inches of it this turn and assault in the next."


def _when(state: State, segment: int) -> str:
    left = state.obstacles[segment]
    if left:
        return f"{left} obstacle{'s' if left > 1 else ''} must be cleared first."
    return "" if is_open(state, segment) else f"It can be passed from turn {state.opened[segment]} on."
