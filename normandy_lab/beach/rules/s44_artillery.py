"""FP 4: shells are thrown one after the other, then judged together (B-12 to B-16)."""

from __future__ import annotations

from normandy_lab.beach import questions
from normandy_lab.beach.actions import make
from normandy_lab.beach.frames import Shells
from normandy_lab.beach.notation import parse
from normandy_lab.beach.scatter import Scatter
from normandy_lab.beach.setting import MIL, inches
from normandy_lab.beach.state import ASHORE, HIT, Shell, State
from normandy_lab.core.decisions import CHANCE, Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import NotationError

TENTH = MIL // 10


@rule("FP 4")
def throwers(state: State) -> list[int]:
    """The bunkers that throw, destroyed ones included, once for each of their shells (FP 4)."""
    setting = state.setting
    bunkers = [b for b, turn in enumerate(state.destroyed) if setting.shells_of_destroyed or not turn]
    return [bunker for bunker in bunkers for _ in range(setting.shells)]


def exposed(state: State) -> list[int]:
    """The figures that a shell can hit: ashore, standing, not beyond the wall (FP 4, B-16)."""
    wall = state.setting.wall
    return [f for f, status in enumerate(state.status) if status == ASHORE and state.y[f] <= wall]


@rule("FP 4", "B-13")
def ask(state: State, frame: Shells) -> Decision | None:
    if ASHORE not in state.squads:
        return None  # nobody is ashore: phases 3 to 5 are empty (spec 6)
    order = throwers(state)
    if frame.thrown == len(order):
        return None
    setting, bunker = state.setting, order[frame.thrown]
    name = setting.bunkers[bunker]
    number = order[: frame.thrown + 1].count(bunker)
    if frame.aim is None:
        prompt = f"Shell {number} of bunker {name}: choose where to throw it."
        return Decision("aim", "german", "FP 4", prompt, lambda: _aims(state), test=lambda text: not _off(state, text))
    purpose = f"shell {number} of bunker {name}, thrown at {inches(frame.aim[0])}, {inches(frame.aim[1])}"
    key = ("shell", state.turn, name, number)
    scatter = Scatter("german", key, purpose, frame.aim, setting.kernel, setting.stray)
    prompt = f"See where it comes to rest: {purpose}."
    return Decision("roll", CHANCE, "FP 4", prompt, roll=scatter, step=questions.SHELL)


def _aims(state: State) -> list[Action]:
    """Places to throw at, on the lattice: a figure of each squad and the middle of the beach."""
    spots: dict[int, list[tuple[int, int]]] = {}
    for figure in exposed(state):
        spots.setdefault(figure // state.setting.size, []).append((state.x[figure], state.y[figure]))
    points = [squad[len(squad) // 2] for squad in spots.values()]
    points.append((state.setting.width // 2, state.setting.wall // 2))
    snapped = dict.fromkeys((round(x / TENTH) * TENTH, round(y / TENTH) * TENTH) for x, y in points)
    aims = [make(state.setting, "aim", x, y) for x, y in snapped]
    on_table = [aim for aim in aims if not _off(state, aim)]  # its edge need not lie on the lattice
    return on_table or [make(state.setting, "aim", 0, 0)]


def _off(state: State, text: str) -> str:
    """Why that is no place to throw at, or ""."""
    try:
        action = text if isinstance(text, Action) and text.args else parse(state.setting, text)
    except NotationError:
        return "FP 4"
    if action.verb != "aim":
        return "FP 4"
    setting, (x, y) = state.setting, action.args
    return "" if 0 <= x <= setting.width and -setting.water <= y <= setting.depth else "B-12"


def answer(state: State, frame: Shells, action: Action, events: list[Event]) -> None:
    rest = state.frames[:-1]
    if action.verb == "aim":
        x, y = action.args
        state.frames = (*rest, frame._replace(aim=(x, y)))
        return
    bunker = throwers(state)[frame.thrown]
    state.shells = (*state.shells, Shell(bunker, *action.args))
    state.frames = (*rest, Shells(frame.thrown + 1))


@rule("FP 4")
def fate(state: State, x: int, y: int) -> tuple[str, list[int]]:
    """What becomes of a shell, and the standing figures that it touches (FP 4, B-15, B-16)."""
    setting = state.setting
    if y > setting.wall:
        return "wall", []
    if not (0 <= x <= setting.width and y >= -setting.water):
        return "off", []
    reach = setting.touch**2
    hit = [f for f in exposed(state) if (state.x[f] - x) ** 2 + (state.y[f] - y) ** 2 <= reach]
    return ("hit" if hit else "empty"), hit


WORDS = {
    "wall": "Shell {} falls behind the sea wall: a miss.",
    "off": "Shell {} goes astray, off the table.",
    "empty": "Shell {} falls on empty sand.",
    "hit": "Shell {} touches {}.",
}


def resume(state: State, frame: Shells, events: list[Event]) -> None:
    """All have been thrown: judge them together, so that a figure is hit once (FP 4)."""
    setting = state.setting
    judged, hit = [], dict[int, None]()
    for number, shell in enumerate(state.shells, 1):
        what, figures = fate(state, shell.x, shell.y)
        judged.append(shell._replace(fate=what, hits=len(figures)))
        names = ", ".join(setting.figures[figure] for figure in figures)
        events.append(Event("FP 4", "german", WORDS[what], (number, names), str(number)))
        hit |= dict.fromkeys(figures)
    state.shells = tuple(judged)
    for figure in hit:
        state.status[figure] = HIT
        state.shelled[figure // setting.size] += 1
    state.note(artillery=len(hit))
    state.frames = state.frames[:-1]


def refuse(state: State, frame: Shells, action: Action) -> Refusal | None:
    if action.verb == "aim" and frame.aim is None:
        return Refusal("B-12", "Shells are thrown at a place on the table.", "Choose one on beach, wall or water.")
    if action.verb == "impact" and frame.aim is None:
        return Refusal("FP 4", "Nobody has thrown a shell yet.", "Choose an aim first.")
    return None
