"""What the beach lab shows of a position: plain values in inches, no widget and no Bokeh. Everything here only reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from normandy_lab.beach import questions
from normandy_lab.beach.frames import Shells
from normandy_lab.beach.rules.s42_act import to_act
from normandy_lab.beach.rules.s44_artillery import throwers
from normandy_lab.beach.setting import ARTILLERY, MIL, MORALE
from normandy_lab.beach.state import AFLOAT, ASHORE, GONE, HIT, UNPLACED, State, is_open, standing

SHAPES = ("circle", "triangle", "square", "diamond", "inverted", "hexagon")
PHASE_NAMES = {
    "set-up": "Set-up",
    "landings": "Landings",
    "act": "Americans act",
    "fire": "Germans shoot",
    "artillery": "Artillery",
    "morale": "Morale",
}


@dataclass(frozen=True, slots=True)
class FigureView:
    """One figure on the picture; ``hit`` lies on its side until morale is done."""

    id: str
    squad: str
    x: float
    y: float
    hit: bool
    acted: bool
    able: bool  # may act now, or may be named now
    chosen: bool


@dataclass(frozen=True, slots=True)
class SquadView:
    """A squad with its craft: ``shape`` and ``colour`` are numbers of a list, the letter names it."""

    id: str
    shape: str
    colour: int
    state: str  # afloat, ashore, gone
    standing: int
    size: int
    lost: int  # this turn
    landed: bool  # this turn
    left: float
    right: float
    able: bool
    chosen: bool

    @property
    def words(self) -> str:
        """What its label says."""
        if self.lost:
            return f"Squad {self.id}: {self.lost} of {self.standing + self.lost} hit"
        return f"Squad {self.id}: {self.standing}" + (", just landed" if self.landed else " left")


@dataclass(frozen=True, slots=True)
class SegmentView:
    """A stretch of the obstacle belt: closed, passable from the next turn on, or open."""

    number: int
    left: float
    right: float
    obstacles: int
    state: str  # closed, next, open


@dataclass(frozen=True, slots=True)
class BunkerView:
    """A bunker in its section; ``able`` may fire or be placed now."""

    id: str
    left: float
    front: float
    right: float
    back: float
    alive: bool
    able: bool


@dataclass(frozen=True, slots=True)
class ShellView:
    """A shell that has come to rest; ``fate`` is "" until all are judged."""

    number: int
    x: float
    y: float
    fate: str
    hits: int


@dataclass(frozen=True, slots=True)
class VolleyView:
    """The dice of one bunker this turn."""

    bunker: str
    squad: str
    faces: tuple[int, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class AskedView:
    """What must be decided now."""

    kind: str
    step: str
    actor: str
    rule: str
    prompt: str
    purpose: str = ""
    dice: int = 0
    sides: int = 6
    subject: str = ""  # the squad, bunker or figure that it is about

    @property
    def roll(self) -> str:
        """What is thrown; "" where somebody must choose."""
        return self.step if self.kind == "roll" else ""


@dataclass(frozen=True, slots=True)
class BeachView:
    """A whole position."""

    title: str
    turn: int
    turns: int | None
    phase: str
    moment: str
    figures: tuple[FigureView, ...]
    squads: tuple[SquadView, ...]
    segments: tuple[SegmentView, ...]
    bunkers: tuple[BunkerView, ...]
    shells: tuple[ShellView, ...]
    volleys: tuple[VolleyView, ...]
    aim: tuple[float, float] | None
    asked: AskedView | None
    sections: tuple[tuple[float, float], ...]  # where a bunker may be placed now
    width: float
    water: float
    wall: float
    belt: float
    depth: float
    touch: float
    move: float
    hit_on: int
    breaks_at: int
    part: int  # the stretch of the table that is shown
    parts: int
    eliminated: int
    landed: int
    limit: int | None
    breakthrough: int | None
    winner: str
    how: str

    def squad(self, name: str) -> SquadView:
        return next(squad for squad in self.squads if squad.id == name)

    def of(self, squad: str) -> list[FigureView]:
        """The figures of a squad that are on the picture."""
        return [figure for figure in self.figures if figure.squad == squad]

    @property
    def chosen(self) -> FigureView | None:
        """The figure whose action is being chosen."""
        return next((figure for figure in self.figures if figure.chosen), None)

    @property
    def window(self) -> tuple[float, float]:
        """From where to where along the shore the picture goes."""
        each = self.width / self.parts
        return self.part * each, (self.part + 1) * each

    @property
    def live(self) -> int:
        return sum(bunker.alive for bunker in self.bunkers)

    @property
    def open(self) -> int:
        return sum(segment.state == "open" for segment in self.segments)


def beach_view(game: Any, squad: str = "", figure: str = "", part: int = 0) -> BeachView:
    """The position as the lab shows it, with the squad and the figure that are chosen."""
    state: State = game.state
    setting, clock = state.setting, game.system.clock(state)
    asked = _asked(game)
    able = _able(state, asked)
    frame = state.frames[-1] if state.frames else None
    aim = frame.aim if isinstance(frame, Shells) else None
    result = game.result
    return BeachView(
        title=setting.title, turn=state.turn, turns=clock["turns"], phase=clock["phase"], moment=clock["moment"],
        figures=tuple(_figures(state, able, figure)), squads=tuple(_squads(state, able, squad)),
        segments=tuple(_segments(state)), bunkers=tuple(_bunkers(state, asked)),
        shells=tuple(_shells(state)), volleys=tuple(_volleys(game)),
        aim=(aim[0] / MIL, aim[1] / MIL) if aim else None, asked=asked,
        sections=_sections(game, asked), width=setting.width / MIL, water=setting.water / MIL, wall=setting.wall / MIL,
        belt=setting.belt / MIL, depth=setting.depth / MIL, touch=setting.touch / MIL, move=setting.move / MIL,
        hit_on=setting.hit_on, breaks_at=setting.breaks_at, part=min(part, setting.german_players - 1),
        parts=setting.german_players, eliminated=clock["eliminated"], landed=clock["landed"], limit=clock["limit"],
        breakthrough=clock["breakthrough"], winner=(result.winner or "") if result else "", how=result.how if result else "",
    )  # fmt: skip


def _asked(game: Any) -> AskedView | None:
    asked = game.decision
    if asked is None:
        return None
    state: State = game.state
    roll = asked.roll
    if roll is None:
        subject = state.setting.bunkers[asked.options[0].args[0]] if asked.kind in ("fire", "place") else ""
        if asked.kind == "aim":
            subject = _thrower(state)
        return AskedView(asked.kind, asked.step, asked.actor, asked.rule, asked.prompt, subject=subject)
    about = [str(part) for part in roll.key[1:]]
    return AskedView(
        asked.kind, asked.step, asked.actor, asked.rule, asked.prompt, roll.purpose,
        0 if asked.step == questions.SHELL else sum(roll.counts), roll.sides, about[min(1, len(about) - 1)] if about else "",
    )  # fmt: skip


def _thrower(state: State) -> str:
    frame = state.frames[-1]
    assert isinstance(frame, Shells)
    return state.setting.bunkers[throwers(state)[frame.thrown]]


def _able(state: State, asked: AskedView | None) -> frozenset[int]:
    """The figures that a click may mean now."""
    kind = asked.kind if asked else ""
    if kind == "act":
        return frozenset(to_act(state))
    if kind in ("fire", "lose"):
        options = state.asked.options if state.asked else ()
        if kind == "lose":
            return frozenset(option.args[0] for option in options)
        squads = {option.args[1] for option in options if option.verb == "fire"}
        return frozenset(figure for squad in squads for figure in standing(state, squad))
    return frozenset()


def _figures(state: State, able: frozenset[int], chosen: str) -> Iterator[FigureView]:
    setting = state.setting
    for number, name in enumerate(setting.figures):
        status = state.status[number]
        if status in (ASHORE, HIT):
            yield FigureView(
                name, setting.squads[number // setting.size], state.x[number] / MIL, state.y[number] / MIL,
                status == HIT, bool(state.acted >> number & 1), number in able, name == chosen,
            )  # fmt: skip


def _squads(state: State, able: frozenset[int], chosen: str) -> Iterator[SquadView]:
    setting = state.setting
    words = {AFLOAT: "afloat", ASHORE: "ashore", GONE: "gone"}
    for number, name in enumerate(setting.squads):
        members = setting.members(number)
        left, right = setting.zones[number]
        at_water = state.squads[number] == ASHORE and all(state.y[f] == 0 for f in members if state.status[f] == ASHORE)
        yield SquadView(
            name, SHAPES[number % len(SHAPES)], number % 3, words[state.squads[number]], len(standing(state, number)),
            setting.size, state.fire[number] + state.shelled[number], at_water, left / MIL, right / MIL,
            any(figure in able for figure in members), name == chosen,
        )  # fmt: skip


def _segments(state: State) -> Iterator[SegmentView]:
    for number, (left, right) in enumerate(state.setting.segments):
        left_over = state.obstacles[number]
        known = state.opened[number] >= 0
        status = "closed" if left_over or not known else "open" if is_open(state, number) else "next"
        yield SegmentView(number + 1, left / MIL, right / MIL, left_over, status)


def _bunkers(state: State, asked: AskedView | None) -> Iterator[BunkerView]:
    for number, name in enumerate(state.setting.bunkers):
        if state.section[number] == UNPLACED:
            continue
        left, front, right, back = (length / MIL for length in state.setting.bunker_at(state.section[number]))
        able = asked is not None and asked.subject == name and asked.step in (questions.FIRE, questions.VOLLEY)
        yield BunkerView(name, left, front, right, back, not state.destroyed[number], able)


def _sections(game: Any, asked: AskedView | None) -> tuple[tuple[float, float], ...]:
    if asked is None or asked.kind != "place":
        return ()
    spans = game.state.setting.sections
    found = {option.args[1] for option in game.decision.options}
    return tuple((spans[n][0] / MIL, spans[n][1] / MIL) for n in sorted(found))


def _shells(state: State) -> Iterator[ShellView]:
    """The shells of this turn: those of the last one are kept by the game until the next are thrown."""
    if state.phase in (ARTILLERY, MORALE):
        for number, shell in enumerate(state.shells, 1):
            yield ShellView(number, shell.x / MIL, shell.y / MIL, shell.fate, shell.hits)


def _volleys(game: Any) -> Iterator[VolleyView]:
    """The dice of this turn's fire, in the order in which they fell."""
    state: State = game.state
    found = []
    for node in reversed(game.log.at.path()):
        if node.roll is not None and node.step == questions.VOLLEY and node.roll.key[1] == state.turn:
            faces = node.action.args[0][0]
            squad = node.roll.purpose.rpartition(" ")[2]
            hits = sum(face >= state.setting.hit_on for face in faces)
            found.append(VolleyView(str(node.roll.key[2]), squad, faces, hits))
        elif node.kind == "act":
            break
    return reversed(found)
