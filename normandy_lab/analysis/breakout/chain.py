"""Exact odds of a chain: the assaults and bridge attempts of one impulse in a row, walked through the engine's own rolls.

Every roll is spread over all that the dice may show, with its weight; positions that are equal are joined. What nobody
has ordered (who absorbs casualties, who goes back) is answered by a policy with a name, so the odds are those of that
policy and of no best play. Nothing is sampled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from typing import Any, NamedTuple

from normandy_lab.breakout import questions
from normandy_lab.breakout.attack import attack
from normandy_lab.breakout.board.board import SIDES
from normandy_lab.breakout.engine import play, why_not
from normandy_lab.breakout.frames import Assault, Impulse, Throw
from normandy_lab.breakout.notation import parse
from normandy_lab.breakout.odds import points
from normandy_lab.breakout.state import VIEWED, State
from normandy_lab.breakout.suggest import suggest
from normandy_lab.core.decisions import Action, Decision, Event, Roll
from normandy_lab.core.terms import Refusal, Tally, Term, counted
from normandy_lab.errors import IllegalAction, NormandyError
from normandy_lab.systems import known

LIMIT = 150_000  # actions looked at: about half a minute
SUGGESTED, LEVELS, RETREATS = "suggested", "levels", "retreats"
POLICIES = {
    SUGGESTED: "casualties as the plain suggestion takes them",
    LEVELS: "casualties as levels, from the weakest unit on, and by retreat only where nothing else is left",
    RETREATS: "casualties by retreat wherever that is allowed",
}
# What the policy answers when the plan does not; anything else ends the chain.
ANSWERED = {
    questions.POINT, questions.FORWARD, questions.CASUALTIES, questions.REPULSE, questions.WITHDRAWAL,
    questions.REROLL_ASSAULT, questions.REROLL_BOMBARDMENT, questions.REROLL_DICE, questions.MUSTER, questions.GUNS,
    questions.LANDING, questions.UNBUILD, questions.CONTROL, questions.TARGET, questions.MISTAKE, questions.ATTRITION,
}  # fmt: skip


class Line(NamedTuple):
    """Everything that tells one line of play from another: the position, what is still ordered, what happened."""

    state: State
    left: int  # steps of the plan that are still to come
    overran: int  # mask of places overrun (8.53)

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for lines that go on alike; what the Sunset DR was matters only once the impulse is over (6.3)."""
        frames = tuple(
            frame._replace(sunset=min(frame.sunset, 1)) if isinstance(frame, Impulse) else frame
            for frame in self.state.frames
        )
        slots = (_frozen(getattr(self.state, name)) for name in VIEWED if name != "frames")
        return (self.left, self.overran, frames, *slots)


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(sorted(value.items()))
    return tuple(value) if isinstance(value, list) else value


class End(NamedTuple):
    """How a line of play came out."""

    clear: bool
    overrun: bool
    lost: int  # units of the attacker


class Chances(NamedTuple):
    """What a chain leads to; each is a sum of cases that exclude one another, with their rules."""

    clear: Tally
    overrun: Tally
    lose: Tally


@dataclass(frozen=True, slots=True)
class Chain:
    """The exact odds of a chain of assaults.

    ``kept`` are the chances when no roll is made again, ``again`` those when whoever holds the Advantage forces the
    first assault roll that he dislikes (11.3): the attacker a repulse, the defender casualty points.
    """

    plan: tuple[str, ...]
    place: str  # where the last assault goes
    policy: str
    attacks: tuple[tuple[str, Tally, Tally], ...]  # title, AV and DV of each assault if all before it succeed
    kept: Chances
    again: Chances
    looked: int = field(compare=False)  # actions that were looked at

    def rows(self) -> list[dict[str, Any]]:
        """What, without and with the reroll, and the rules."""
        return [
            {
                "what": kept.title, "no reroll": kept.total, "with reroll": again.total,
                "rule": ", ".join(dict.fromkeys(term.rule for term in kept.terms)),
            }
            for kept, again in zip(self.kept, self.again, strict=True)
        ]  # fmt: skip


def chain(
    game: Any, plan: str | Iterable[str], *, policy: str = SUGGESTED, limit: int = LIMIT, progress: bool | None = None
) -> Chain:
    """The exact odds of the actions of a plan, played as far as the dice allow.

    Parameters
    ----------
    game
        A game in an impulse, or before one.
    plan
        The actions of one impulse: ``["impulse assault 26", "assault 33", "march US-1-16 34", "assault 34"]``. Who takes
        part and leads is named too (``join``, ``point``) or left to the suggestion. A step that the dice have left
        without a purpose is passed over.
    policy
        How casualties are taken by both sides: "suggested", "levels" or "retreats".
    limit
        Actions to look at before giving up.
    progress
        Whether to show a progress bar; where somebody watches if not given.

    Raises
    ------
    IllegalAction
        A step is refused although every roll before it succeeds.
    """
    known("odds: policy", policy, POLICIES)
    texts = (plan,) if isinstance(plan, str) else tuple(map(str, plan))
    state = game.state
    steps = tuple(parse(state.setting, text) for text in texts)
    assaults = [step for step in steps if step.verb == "assault"]
    if not assaults or state.asked is None or state.asked.actor not in SIDES:
        raise NormandyError('odds: the plan has no assault; name one, such as "assault 33" (8.5)')
    seat, last = state.asked.actor, int(assaults[-1].args[0])
    walk = _Walk(steps, seat, policy, limit)
    attacks = walk.best(state)
    found = [walk.spread(state, last, again, progress) for again in (False, True)]
    return Chain(texts, state.setting.board.places[last].id, POLICIES[policy], attacks, found[0], found[1], walk.looked)


class _Walk:
    """One plan under one policy."""

    def __init__(self, steps: tuple[Action, ...], seat: str, policy: str, limit: int) -> None:
        self.steps, self.seat, self.policy, self.limit = steps, seat, policy, limit
        self.side = SIDES.index(seat)
        self.looked = 0
        self.again = False

    def best(self, state: State) -> tuple[tuple[str, Tally, Tally], ...]:
        """The values of every assault when each roll succeeds; a step that is refused even then is no plan."""
        line, attacks = Line(state, len(self.steps), 0), []
        self.again = False
        while (asked := line.state.asked) is not None:
            if asked.roll is not None:
                fight = attack(line.state)
                if asked.step == questions.ASSAULT_DICE and fight is not None:
                    attacks.append((fight.title, fight.av, fight.dv))
                line = self._played(line, _lucky(asked, self.seat))
                continue
            action = self._answer(line, asked)
            if isinstance(action, Refusal):
                raise IllegalAction(str(self._step(line)), action)
            if action is None:
                break
            line = self._followed(line, action)
        if line.left:
            step = self._step(line)
            raise IllegalAction(str(step), why_not(line.state, step) or Refusal("8.1", "The impulse is over by then."))
        return tuple(attacks)

    def spread(self, state: State, last: int, again: bool, progress: bool | None) -> Chances:
        """Walk all rolls; lines that come to the same are joined."""
        from tqdm.auto import tqdm

        self.again = again
        ends: dict[End, Fraction] = {}
        front: dict[Any, tuple[Line, Fraction]] = {}
        before = _lost(state, self.side)
        _join(front, self._settled(Line(state, len(self.steps), 0)), Fraction(1))
        with tqdm(total=1.0, unit=" of all", disable=None if progress is None else not progress) as bar:
            while front:
                further: dict[Any, tuple[Line, Fraction]] = {}
                for line, weight in front.values():
                    asked = line.state.asked
                    if asked is None or asked.roll is None:
                        end = self._end(line, last, before)
                        ends[end] = ends.get(end, Fraction(0)) + weight
                        bar.update(float(weight))
                        continue
                    for faces, share in outcomes(asked.roll):
                        _join(further, self._settled(self._played(line, faces)), weight * share)
                front = further
        return _chances(state, last, ends)

    def _end(self, line: Line, last: int, before: int) -> End:
        lost = (_lost(line.state, self.side) & ~before).bit_count()
        return End(not line.state.here[1 - self.side][last], bool(line.overran >> last & 1), lost)

    # -- one line

    def _played(self, line: Line, action: Action) -> Line:
        self.looked += 1
        if self.looked > self.limit:
            raise NormandyError(
                f"odds: the plan has more than {self.limit:,} actions to look at; leave out its last assault, "
                "or give a higher limit="
            )
        place = next((frame.area for frame in reversed(line.state.frames) if isinstance(frame, Assault)), -1)
        state, events = play(line.state, action)
        overran = line.overran | (1 << place if place >= 0 and any(map(_overrun, events)) else 0)
        return Line(state, line.left, overran)

    def _settled(self, line: Line) -> Line:
        """The line up to the next dice, or to its end."""
        while (asked := line.state.asked) is not None and asked.roll is None:
            action = self._answer(line, asked)
            if isinstance(action, Refusal):
                line = line._replace(left=line.left - 1)  # the dice have left the step without a purpose
            elif action is None:
                return line
            else:
                line = self._followed(line, action)
        return line

    def _followed(self, line: Line, action: Action) -> Line:
        done = line.left > 0 and action is self._step(line)
        return self._played(line._replace(left=line.left - done), action)

    def _step(self, line: Line) -> Action:
        return self.steps[len(self.steps) - line.left]

    def _answer(self, line: Line, asked: Decision) -> Action | Refusal | None:
        """The next step of the plan if it fits the question, else the policy's answer; a Refusal of a step that cannot be."""
        mine = asked.actor == self.seat and line.left > 0
        fits = mine and self._step(line).verb in questions.STEPS[asked.step].verbs
        if fits and asked.accepts(self._step(line)):
            return self._step(line)
        if asked.step in ANSWERED and not fits:
            return self._by_policy(line.state, asked)
        if not mine:
            return None
        return why_not(line.state, self._step(line)) or Refusal("8.2", "This step answers no question that is asked.")

    def _by_policy(self, state: State, asked: Decision) -> Action:
        if asked.kind == "reroll":
            return asked.options[1 if self.again and _disliked(state, asked) else 0]
        if asked.step == questions.CASUALTIES and self.policy != SUGGESTED:
            wanted = "lose" if self.policy == LEVELS else "retreat"
            able = [option for option in asked.options if option.verb == wanted]
            return min(able, key=lambda option: _worth(state, option)) if able else suggest(state)
        return suggest(state)


def _worth(state: State, option: Action) -> tuple[int, int, int]:
    """The best level first, then the weakest unit."""
    unit = state.setting.forces.units[option.args[0]]
    return state.level[unit.index], unit.attack + unit.defense, unit.index


def _disliked(state: State, asked: Decision) -> bool:
    """Whether the holder of the Advantage forces this roll again (11.3): an assault that went against him."""
    throw = state.frames[-1]
    if asked.step != questions.REROLL_ASSAULT or not isinstance(throw, Throw) or throw.values is None:
        return False
    fight = next(frame for frame in reversed(state.frames) if isinstance(frame, Assault))
    ours, theirs = (value + sum(faces) for value, faces in zip(throw.values, throw.faces, strict=True))
    if asked.actor == SIDES[fight.side]:
        return ours < theirs
    return points(ours - theirs, state.setting.board.places[fight.area].bocage) > 0


def _lucky(asked: Decision, seat: str) -> Action:
    """The dice with which everything that this seat tries succeeds."""
    roll = asked.roll
    assert roll is not None
    groups = zip(roll.rollers, roll.counts, strict=True)
    return roll.action(
        tuple((6 if roller == seat or len(roll.counts) == 1 else 1,) * count for roller, count in groups)
    )


def _overrun(event: Event) -> bool:
    return event.rule == "8.53"


def _lost(state: State, side: int) -> int:
    """The units of a side that were eliminated."""
    return state.here[side][state.setting.board.lost]


def outcomes(roll: Any) -> Iterator[tuple[Action, Fraction]]:
    """What a roll may come to, each total of a roller once with its weight: the rules ask for totals only."""
    assert isinstance(roll, Roll), "in this game chance throws dice"
    groups = [_totals(count, roll.sides) for count in roll.counts]
    every: int = roll.sides ** sum(roll.counts)
    for shown in product(*groups):
        ways = 1
        for _, number in shown:
            ways *= number
        yield roll.action(tuple(faces for faces, _ in shown)), Fraction(ways, every)


@lru_cache(maxsize=64)
def _totals(count: int, sides: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Faces that stand for each total of so many dice, and in how many ways it comes."""
    shown: dict[int, tuple[int, ...]] = {}
    ways: Counter[int] = Counter()
    for faces in product(range(1, sides + 1), repeat=count):
        shown.setdefault(sum(faces), faces)
        ways[sum(faces)] += 1
    return tuple((faces, ways[total]) for total, faces in shown.items())


def _join(front: dict[Any, tuple[Line, Fraction]], line: Line, weight: Fraction) -> None:
    key = line.key
    front[key] = (line, weight + (front[key][1] if key in front else 0))


def _chances(state: State, last: int, ends: Mapping[End, Fraction]) -> Chances:
    name = state.setting.board.names[last]
    overrun = Term(_share(ends, lambda end: end.overrun), "8.53", f"{name} is overrun")
    cleared = Term(
        _share(ends, lambda end: end.clear and not end.overrun),
        "9.5",
        f"no enemy is left in {name}, without an Overrun",
    )
    numbers = sorted({end.lost for end in ends} - {0})
    losses = [Term(_share(ends, partial(_lost_so_many, n)), "9.5D", f"{counted(n, 'unit')} lost") for n in numbers] or [
        Term(Fraction(0), "9.5D", "no unit can be lost")
    ]
    return Chances(
        Tally(f"clear {name}", [overrun, cleared]),
        Tally(f"overrun {name}", [overrun]),
        Tally("lose a unit", losses),
    )


def _lost_so_many(number: int, end: End) -> bool:
    return end.lost == number


def _share(ends: Mapping[End, Fraction], test: Callable[[End], bool]) -> Fraction:
    return sum((share for end, share in ends.items() if test(end)), Fraction(0))
