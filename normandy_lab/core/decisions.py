"""Who must choose, and from what: actions, rolls, decisions, events, and what a system offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from normandy_lab.core.terms import Refusal

if TYPE_CHECKING:
    from normandy_lab.core.dice import Stream

CHANCE = "chance"


class Action(str):
    """One action: its own text, with the verb and the compiled arguments attached.

    Being a string it compares, hashes, prints and saves as its text.

    >>> Action("land US-4-8 51", "land", (0, 50)) == "land US-4-8 51"
    True
    """

    __slots__ = ("args", "verb")

    verb: str
    args: tuple[Any, ...]

    def __new__(cls, text: str, verb: str = "", args: tuple[Any, ...] = ()) -> Action:
        action = super().__new__(cls, text)
        action.verb = verb or text.split(" ", 1)[0]
        action.args = args
        return action

    def __reduce__(self) -> tuple[type[Action], tuple[str, str, tuple[Any, ...]]]:
        return Action, (str(self), self.verb, self.args)


Faces = tuple[tuple[int, ...], ...]


class Draw(Protocol):
    """What chance must decide: dice (``Roll``), or whatever else luck chooses, such as where a shell falls."""

    @property
    def rollers(self) -> tuple[str, ...]: ...
    @property
    def counts(self) -> tuple[int, ...]: ...
    @property
    def key(self) -> tuple[str | int, ...]: ...
    @property
    def purpose(self) -> str: ...
    @property
    def sides(self) -> int: ...
    @property
    def example(self) -> str: ...
    def split(self, flat: Sequence[int]) -> Faces: ...
    def draw(self, stream: Callable[[str], Stream]) -> Faces: ...
    def action(self, faces: Faces) -> Action: ...
    def fits(self, action: str) -> bool: ...
    def shown(self, action: Action) -> list[tuple[str, tuple[Any, ...], int | None]]: ...


class Roll(NamedTuple):
    """Dice that chance must throw: one group a roller, attacker first."""

    rollers: tuple[str, ...]
    counts: tuple[int, ...]
    key: tuple[str | int, ...]  # names the purpose, so that two variants of a game meet the same luck
    purpose: str
    sides: int = 6

    def outcomes(self) -> Iterator[tuple[Action, Fraction]]:
        """Every result with its exact probability (1,296 for an attack with two dice a side)."""
        total = sum(self.counts)
        each = Fraction(1, self.sides**total)
        for flat in product(range(1, self.sides + 1), repeat=total):
            yield roll_action(self.split(flat)), each

    def split(self, flat: Sequence[int]) -> Faces:
        faces = iter(flat)
        return tuple(tuple(islice(faces, count)) for count in self.counts)

    def draw(self, stream: Callable[[str], Stream]) -> Faces:
        """The faces that the luck of each roller gives; a roller's groups follow one another on one stream."""
        luck = {roller: stream(roller) for roller in dict.fromkeys(self.rollers)}
        groups = zip(self.rollers, self.counts, strict=True)
        return tuple(tuple([1 + luck[roller].below(self.sides) for _ in range(count)]) for roller, count in groups)

    def action(self, faces: Faces) -> Action:
        return roll_action(faces)

    @property
    def example(self) -> str:
        """How a result is typed."""
        return roll_action(tuple((1,) * count for count in self.counts))

    def fits(self, action: str) -> bool:
        """Whether the action throws as many dice as the roll asks for."""
        faces: Faces = action.args[0] if isinstance(action, Action) and action.verb == "roll" and action.args else ()
        fitting = tuple(map(len, faces)) == self.counts
        return fitting and all(1 <= face <= self.sides for group in faces for face in group)

    def shown(self, action: Action) -> list[tuple[str, tuple[Any, ...], int | None]]:
        """Roller, faces and total of each group."""
        return [(roller, faces, sum(faces)) for roller, faces in zip(self.rollers, action.args[0], strict=True)]


@lru_cache(maxsize=4096)
def roll_action(faces: Faces) -> Action:
    """The action of throwing these faces.

    >>> roll_action(((5, 2), (3, 3)))
    'roll 5+2:3+3'
    """
    text = ":".join("+".join(map(str, group)) for group in faces)
    return Action(f"roll {text}", "roll", (faces,))


Options = Sequence[Action] | Callable[[], Sequence[Action]]


class Decision:
    """What must be decided now.

    ``step`` names the exact question within its kind; a kind that asks one question only is its own step.
    ``options`` are complete where the space is finite; elsewhere ``test`` decides and they are suggestions, perhaps a
    function so that they are made only when somebody reads them. A decision of chance carries its ``roll`` instead.
    """

    __slots__ = ("_options", "actor", "kind", "prompt", "roll", "rule", "step", "test")

    def __init__(
        self, kind: str, actor: str, rule: str, prompt: str, options: Options = (),
        roll: Draw | None = None, test: Callable[[str], bool] | None = None, step: str = "",
    ) -> None:  # fmt: skip
        self.kind, self.step = kind, step or kind
        self.actor, self.rule, self.prompt = actor, rule, prompt
        self._options = options if callable(options) else tuple(options)
        self.roll, self.test = roll, test

    @property
    def options(self) -> tuple[Action, ...]:
        if callable(self._options):
            self._options = tuple(self._options())
        return self._options

    def accepts(self, action: str) -> bool:
        """Whether the action (an option or its canonical text) may be played now."""
        if self.test is not None:
            return self.test(action)
        return self.roll.fits(action) if self.roll is not None else action in self.options

    def __repr__(self) -> str:
        return f"Decision({self.step}, {self.actor}, {self.rule}: {self.prompt!r})"


class Question(NamedTuple):
    """What a step asks: its kind, the verbs of its answers, and the question in words."""

    kind: str
    verbs: tuple[str, ...]
    words: str


class Event(NamedTuple):
    """One thing that happened. The words are made when somebody reads them, not in play."""

    rule: str
    actor: str
    template: str
    args: tuple[Any, ...] = ()
    place: str = ""  # the id of the area concerned, so that the map can point at it

    @property
    def text(self) -> str:
        return self.template.format(*self.args)

    def __str__(self) -> str:
        return f"{self.text} {self.rule}"


Rows = list[dict[str, Any]]


class System(Protocol):
    """What the core needs of a game system: plain functions of a module, no base class (more in ``systems.GameSystem``).

    ``state`` is the system's own immutable-by-convention value; nobody but its engine writes to it.
    """

    def initial(self, setting: Any) -> Any: ...
    def decision(self, state: Any) -> Decision | None: ...
    def apply(self, state: Any, action: Action) -> tuple[Any, tuple[Event, ...]]: ...  # IllegalAction if refused
    def why_not(self, state: Any, action: Action) -> Refusal | None: ...
    def parse(self, setting: Any, text: str) -> Action: ...
    def digest(self, state: Any) -> str: ...  # equal for equal positions
    def moment(self, state: Any) -> str: ...  # "6N", "7A3": the players' style
    def turn(self, state: Any) -> str: ...  # "Jun-07"
