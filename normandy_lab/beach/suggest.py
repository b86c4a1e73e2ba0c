"""Plain doctrines for both seats (spec 7): a suggestion for a person, and the players of batches.

They know where everybody stands and the exact odds; they make no claim to be good play.
"""

from __future__ import annotations

from collections.abc import Callable
from math import dist, hypot

from normandy_lab.beach import odds
from normandy_lab.beach.actions import make
from normandy_lab.beach.engine import decision
from normandy_lab.beach.frames import Fire, Shells
from normandy_lab.beach.rules import s42_act, s43_volley, s44_artillery
from normandy_lab.beach.rules.s42_paths import Point, along, at_wall, gap_squared, touching, way
from normandy_lab.beach.setting import MIL
from normandy_lab.beach.state import State, is_open, live, standing
from normandy_lab.core.decisions import Action, Decision
from normandy_lab.core.dice import Stream
from normandy_lab.core.play import Player
from normandy_lab.errors import NormandyError

TENTH = MIL // 10
SAMPLES = 6  # figures that the Germans look at for each shell


# ------------------------------------------------------------------------------------------ the Americans


def useful(state: State, figure: int, bunch: bool = False) -> Action | None:
    """What the doctrine has a figure do, or None: in contact assault, at the wall clear, else go on."""
    setting, here = state.setting, s42_act.place(state, figure)
    near = touching(state, here)
    if near:
        return make(setting, "assault", figure, near[0])
    if here[1] < setting.wall:
        return make(setting, "move", figure, here[0], min(setting.wall, here[1] + setting.move))
    if not at_wall(setting, here) or is_open(state, setting.segment_of(here[0])):
        return advance(state, figure)
    aside = _aside(state, figure) if bunch else None
    if aside is not None:
        return aside
    return None if s42_act.no_clearing(state, figure) else make(setting, "clear", figure)


def advance(state: State, figure: int) -> Action | None:
    """A move by the shortest way towards contact with the nearest live bunker."""
    here = s42_act.place(state, figure)
    boxes = [state.setting.bunker_at(state.section[bunker]) for bunker in live(state)]
    if not boxes:
        return None
    box = min(boxes, key=lambda each: gap_squared(each, here))
    corner = (min(max(here[0], box[0]), box[2]), min(max(here[1], box[1]), box[3]))
    far = dist(here, corner)
    share = state.setting.contact * 0.8 / far if far else 0.0
    goal = (round(corner[0] + (here[0] - corner[0]) * share), round(corner[1] + (here[1] - corner[1]) * share))
    path = way(state, here, goal, 2 * far + 24 * MIL)
    if not path:
        return None
    return _towards(state, figure, along(path, state.setting.move), path)


def _towards(state: State, figure: int, goal: Point, path: list[Point]) -> Action | None:
    """The allowed move to the lattice point next to the goal that leaves the shortest way to go; else to the goal."""
    spots = [(x, y) for x in _around(goal[0]) for y in _around(goal[1])]
    spots = sorted(spots, key=lambda spot: dist(spot, goal) + dist(spot, path[-1]))
    for spot in (*spots, goal):
        if not s42_act.no_move(state, figure, *spot):
            return make(state.setting, "move", figure, *spot)
    return None


def _around(length: int) -> tuple[int, int]:
    low = length // TENTH * TENTH
    return low, low + TENTH


def _aside(state: State, figure: int) -> Action | None:
    """Along the wall towards the nearest segment that has no obstacles left."""
    setting, (x, y) = state.setting, s42_act.place(state, figure)
    free = [span for span, left in zip(setting.segments, state.obstacles, strict=True) if not left]
    goals = [min(max(x, left), max(left, right - TENTH)) for left, right in free]
    goal = min(goals, key=lambda each: abs(each - x), default=x)
    if goal == x:
        return None
    step = max(-setting.move, min(setting.move, goal - x))
    return make(setting, "move", figure, x + step, y)


def _acts(bunch: bool) -> Callable[[State, Decision, Stream], Action]:
    def choose(state: State, asked: Decision, luck: Stream) -> Action:
        for figure in s42_act.to_act(state):
            action = useful(state, figure, bunch)
            if action is not None:
                return action
        return make(state.setting, "end")

    return choose


def _lose(state: State, asked: Decision, luck: Stream) -> Action:
    """Spare the figures that have come farthest."""
    return min(asked.options, key=lambda option: state.y[option.args[0]])


# ------------------------------------------------------------------------------------------ the Germans


def _bunker(state: State) -> int:
    frame = state.frames[-1]
    assert isinstance(frame, Fire)
    return next(bunker for bunker in live(state) if bunker >= frame.bunker)


def _shots(asked: Decision) -> list[Action]:
    return [option for option in asked.options if option.verb == "fire"]


def _nearest(state: State, asked: Decision, luck: Stream) -> Action:
    """The squad with the figure nearest to the bunker."""
    bunker = _bunker(state)
    box = state.setting.bunker_at(state.section[bunker])

    def far(option: Action) -> int:
        figure = s43_volley.nearest(state, bunker, option.args[1])[0]
        return gap_squared(box, s42_act.place(state, figure))

    return min(_shots(asked), key=far)


def _largest(state: State, asked: Decision, luck: Stream) -> Action:
    """The squad with the most figures standing."""
    return max(_shots(asked), key=lambda option: len(standing(state, option.args[1])))


def _at_random(state: State, asked: Decision, luck: Stream) -> Action:
    """Any squad."""
    shots = _shots(asked)
    return shots[luck.below(len(shots))]


def _finish(state: State, asked: Decision, luck: Stream) -> Action:
    """The squad most likely to be eliminated, given what it has lost this turn."""
    return max(_shots(asked), key=lambda option: chance(state, option.args[1]))


def chance(state: State, squad: int, volleys: int = 1) -> float:
    """The chance that a squad is eliminated this turn if so many volleys more, and no shell, are fired at it."""
    setting = state.setting
    lost = state.fire[squad] + state.shelled[squad]
    figures = len(standing(state, squad))
    return float(odds.eliminated(figures, volleys, lost, setting.dice, setting.hit_on, setting.breaks_at))


def _aim(state: State, asked: Decision, luck: Stream) -> Action:
    """Of six exposed figures the one with most others about it, within one sigma."""
    setting, exposed = state.setting, s44_artillery.exposed(state)
    if not exposed:
        return make(setting, "aim", setting.width // 2, setting.wall // 2)
    chosen = [exposed[luck.below(len(exposed))] for _ in range(SAMPLES)]
    return make(setting, "aim", *s42_act.place(state, max(chosen, key=lambda figure: _crowd(state, exposed, figure))))


def _crowd(state: State, exposed: list[int], figure: int) -> int:
    (x, y), (sx, sy) = s42_act.place(state, figure), state.setting.stray
    return sum(hypot((state.x[other] - x) / sx, (state.y[other] - y) / sy) <= 1 for other in exposed)


def _place(state: State, asked: Decision, luck: Stream) -> Action:
    return asked.options[luck.below(len(asked.options))]


# ------------------------------------------------------------------------------------------ players

Choice = Callable[[State, Decision, Stream], Action]
COMMON: dict[str, Choice] = {"lose": _lose, "aim": _aim, "place": _place}
ACTS: dict[str, Choice] = {"straight": _acts(bunch=False), "bunch": _acts(bunch=True)}
FIRES: dict[str, Choice] = {"nearest": _nearest, "largest": _largest, "at_random": _at_random, "finish": _finish}


def choose(state: State, asked: Decision, seed: int, act: str = "straight", fire: str = "nearest") -> Action:
    """What the doctrines of these names do. Their luck depends on the seed and on what is decided, nothing else."""
    frame = state.frames[-1]
    number = frame.thrown if isinstance(frame, Shells) else frame.bunker if isinstance(frame, Fire) else 0
    luck = Stream(seed, "doctrine", asked.kind, state.turn, number, sum(1 for s in state.section if s >= 0))
    return {**COMMON, "act": ACTS[act], "fire": FIRES[fire]}[asked.kind](state, asked, luck)


def suggest(state: State) -> Action:
    """An option of the present decision.

    Raises
    ------
    ValueError
        Nobody has to choose: the game is over, or dice must be rolled.
    """
    asked = decision(state)
    if asked is None or asked.roll is not None:
        raise ValueError("nobody has to choose now")
    return choose(state, asked, 0)


def _player(name: str, wanted: str, options: dict[str, str]) -> Callable[[int, str, int], Player]:
    """A bot: from seed, seat and start to a player."""

    def make_player(seed: int, seat: str, start: int) -> Player:
        if wanted not in ("", seat):
            raise NormandyError(f"player {name!r} is for the {wanted} seat, not for {seat}")

        def player(state: State, asked: Decision) -> Action:
            return choose(state, asked, seed, **options)

        player.__name__ = name
        return player

    return make_player


BOTS = {
    "suggest": _player("suggest", "", {}),
    **{name: _player(name, "american", {"act": name}) for name in ACTS},
    **{name: _player(name, "german", {"fire": name}) for name in FIRES},
}
