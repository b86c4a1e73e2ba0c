"""Game: one system with its log, dice and seats; what ``nl.new_game`` and ``nl.load_game`` return."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from normandy_lab import files, log_tables, luck, moments
from normandy_lab import save as saves
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.dice import Dice, KeyedDice, TypedDice
from normandy_lab.core.log import IMPLIED, MAIN, Log, Node
from normandy_lab.core.play import Player, Seats, run
from normandy_lab.core.terms import Refusal, Tally
from normandy_lab.errors import IllegalAction, NormandyError, RuleNotModelled, SaveError, shown, whole
from normandy_lab.luck import Luck
from normandy_lab.restore import restore
from normandy_lab.systems import bot, known, load_scenario, offered, system_named
from normandy_lab.version import __version__

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd

UNFINISHED = "not modelled: "  # how a game ends at a rule that is still to come; the rule's id follows

HEADER = {"system": str, "text": str, "seed": int, "dice": str, "auto_roll": bool, "ask": dict}  # what a save must say
DICE = ("keyed", "typed")
SHOWN = 20  # differences of a scenario that a notice lists


class Result(NamedTuple):
    """How a game ended: who won, the points that decide it, and in what way."""

    winner: str | None
    points: Tally | None
    how: str


class Game:
    """A game that is being played.

    Parameters
    ----------
    spec
        The scenario.
    seed
        Names the luck of the game: the same seed and the same choices give the same game.
    dice
        ``KeyedDice(seed)`` unless given; ``TypedDice()`` waits for real dice.

    Attributes
    ----------
    log : Log
        The tree of everything that was played.
    auto_roll : bool
        Whether chance is answered by the game; if not, play ``roll 5+2:3+3`` or call ``roll()``.
    answered : tuple of Action
        What the game played itself after the last action.
    """

    def __init__(self, spec: Any, *, seed: int = 0, dice: Dice | None = None, log: Log | None = None) -> None:
        if not isinstance(getattr(spec, "system", None), str):
            raise NormandyError(f"{spec!r} is no scenario; give a name, a path, or what nl.load_scenario returns")
        self.spec = spec
        self.system = system_named(spec.system)
        self.seed = whole(seed, "seed {} is no whole number; give one, such as seed=1944")
        if dice is not None and not hasattr(dice, "throw"):
            raise NormandyError(f"{dice!r} are no dice; give nl.KeyedDice, nl.ScriptedDice or nl.TypedDice")
        self.dice = dice
        self.auto_roll = True
        self.answered: tuple[Action, ...] = ()
        self.ask = {}
        self.log = log or Log(self.system, self.system.setting_from(spec))
        if log is None:
            self.advance()

    def __repr__(self) -> str:
        asked = self.decision.prompt if self.decision else self.result.how if self.result else "over"
        return f"<Game {self.spec.name!r}, action {self.log.at.n}, {self.log.at.moment}: {asked}>"

    # -- the position --------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self.system.SEATS

    @property
    def state(self) -> Any:
        return self.log.state

    @property
    def decision(self) -> Decision | None:
        """What must be decided now; None when the game is over."""
        return self.log.decision

    @property
    def actor(self) -> str | None:
        """Who must decide: a seat or "chance"; None when the game is over."""
        return self.decision.actor if self.decision else None

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        ended = self.system.result(self.state)
        return Result(*ended) if ended else None

    @property
    def graph(self) -> nx.Graph[str]:
        """The board as a graph with the current state on its nodes and edges."""
        return cast("nx.Graph[str]", offered(self.system, "graph")(self.state))

    def as_scenario(self) -> Any:
        """The position as a Scenario."""
        return offered(self.system, "as_scenario")(self.state)

    def explain(self, what: str) -> Tally:
        """A number of the position as a sum of terms with their rules, such as "attack_value"."""
        return self.system.explain(self.state, str(what))

    def score(self) -> Tally:
        """The victory points of the position, as a sum of terms with their rules."""
        return self.explain("victory_points")

    def table(self, name: str) -> pd.DataFrame:
        """A table of the position, or the ``log`` or the ``dice`` of the way to it."""
        import pandas as pd

        if name == "log":
            return pd.DataFrame(log_tables.log_rows(self.log.at.path()), columns=list(log_tables.LOG_COLUMNS))
        if name == "dice":
            return pd.DataFrame(log_tables.dice_rows(self.log.at.path()), columns=list(log_tables.DICE_COLUMNS))
        return pd.DataFrame(self.system.table(self.state, str(name)))

    def luck(self) -> Luck:
        """How the dice fell on the way here, by side and by kind of roll, against what so many dice show.

        >>> from normandy_lab.game import new_game
        >>> new_game("d_day", seed=1).luck().note
        'No dice were thrown.'
        """
        return luck.luck(self.log.at.path())

    # -- playing -------------------------------------------------------------------------------

    def play(self, action: str) -> list[Event]:
        """Play one action, then answer chance, forced options and unasked questions.

        Raises
        ------
        IllegalAction
            The rules refuse it; ``refusal`` says which rule, why, and what would help.
        RuleNotModelled
            The game has reached a rule that this version does not play yet.
        """
        before = self.log.at
        ended = self._ended()
        if ended and ended.rule:
            raise RuleNotModelled(ended.rule, "the game ends here; undo, or start another")
        if ended:
            raise IllegalAction(str(action), ended)
        self.log.play(self._read(action))
        return self.advance(since=before)

    def why_not(self, action: str) -> Refusal | None:
        """Why an action is not allowed now; None if it is."""
        return self._ended() or self.system.why_not(self.state, self._read(action))

    def advance(self, since: Node | None = None) -> list[Event]:
        """Answer what the game answers itself, up to the next choice of a person (or dice to be typed)."""
        start, since = self.log.at, since or self.log.at
        run(self.log, Seats(self._dice() if self.auto_roll else None, default=self._default))
        self.answered = tuple(node.action for node in self._since(start))
        return [event for node in self._since(since) for event in node.events]

    def roll(self) -> list[Event]:
        """Throw the game's dice for a chance decision that waits for them, then go on as ``play`` does."""
        before, decision = self.log.at, self.decision
        if decision is None or decision.roll is None:
            raise NormandyError("no dice are to be thrown now")
        faces = self._dice().throw(decision.roll)
        if faces is None:
            return []
        self.log.play(decision.roll.action(faces), IMPLIED)
        return self.advance(since=before)

    def run(self, players: Mapping[str, str | Player] | None = None, until: str | None = None) -> list[Event]:
        """Let players play on, until a phase or day is over, the game is over, or another seat must choose.

        Parameters
        ----------
        players
            A bot's name or a callable ``(state, decision) -> action`` for a seat; all seats "random" if not given.
        until
            A phase of the first day ("amphibious"), a day ("Jun-07") or a phase of it ("Jun-07 daylight"): stop when it is
            over.
        """
        if players is not None and not isinstance(players, Mapping):
            raise NormandyError(f"players: give a mapping such as {{'allied': 'random'}}, not {players!r}")
        before = self.log.at
        named = dict.fromkeys(self.seats, "random") if players is None else players
        bots = {seat: bot(self.system, seat, player, self.seed, self.log.at.n) for seat, player in named.items()}
        done = None if until is None else lambda state: self.system.reached(state, until)
        run(self.log, Seats(self._dice() if self.auto_roll else None, bots, self._default), done)
        return [event for node in self._since(before) for event in node.events]

    @property
    def orders(self) -> Any:
        """The system's Plans: whole attacks, landings and moves, expanded into single actions."""
        return offered(self.system, "Orders")(self)

    @property
    def ask(self) -> dict[str, dict[str, str]]:
        """Which optional questions a seat wants; the others answer themselves and are logged as implied.

        ``{"allied": {"reroll": "attacks"}}``: "always", "never", or for rerolls "attacks", which leaves
        out single dice. What is not named keeps the system's default.
        """
        return self._ask

    @ask.setter
    def ask(self, wanted: Mapping[str, Mapping[str, str]]) -> None:
        if not isinstance(wanted, Mapping):
            raise NormandyError(f"ask: give a mapping of seats such as {{'allied': {{}}}}, not {wanted!r}")
        for seat, questions in wanted.items():
            known("ask: seat", seat, self.seats)
            if not isinstance(questions, Mapping):
                raise NormandyError(f"ask: {seat}: give a mapping such as {{'reroll': 'always'}}, not {questions!r}")
            for question, value in questions.items():
                known(f"ask: {seat}: question", question, getattr(self.system, "QUESTIONS", {}))
                known(f"ask: {seat}: {question}", value, self.system.QUESTIONS[question])
        self._ask = {seat: dict(wanted.get(seat, {})) for seat in self.seats}

    def _read(self, action: str) -> Action:
        return self.log.read(str(action))

    def _since(self, node: Node) -> list[Node]:
        """The nodes after ``node`` up to the current one."""
        return list(takewhile(lambda each: each is not node, reversed(self.log.at.path())))[::-1]

    def _dice(self) -> Dice:
        return self.dice or KeyedDice(self.seed, self.log.luck)

    def _default(self, decision: Decision) -> Action | None:
        """The answer to an optional question that its seat does not want to be asked."""
        optional = getattr(self.system, "optional", None)  # a system may have no optional questions
        question = optional(decision) if optional is not None else None
        if question is None:
            return None
        seat, name, default = question
        base, minor, _ = name.partition("_")  # "reroll_die" is the minor form of "reroll"
        wanted = self._ask[seat].get(base, self.system.QUESTIONS[base][0])
        return None if wanted == "always" or (wanted == "attacks" and not minor) else default

    def _ended(self) -> Refusal | None:
        """Why nothing can be played any more, once the game has ended."""
        if self.decision is not None:
            return None
        how = self.result.how if self.result else ""
        if how.startswith(UNFINISHED):
            return Refusal(how.removeprefix(UNFINISHED), "This version ends here.", "Undo, or start another game.")
        return Refusal("", f"The game is over ({how}).", "Undo, or start another game.")

    # -- back, forward, aside ------------------------------------------------------------------

    def undo(self, count: int | None = None) -> int:
        """Back to the last real choice of a person, or over so many actions; returns how many were undone."""
        if count is None:
            path = self.log.at.path()
            count = next((back for back, node in enumerate(reversed(path), 1) if node.real), 0)
        return self.log.undo(count)

    def redo(self, count: int | None = None) -> int:
        """Forward to the next real choice of a person, or over so many actions; returns how many."""
        if count is None:
            ahead = list(self.log.ahead())
            count = next((forward for forward, node in enumerate(ahead) if node.real and forward), len(ahead))
        return self.log.redo(count)

    def goto(self, node: Node | int | str) -> None:
        """Go to a node of the log by its number, to the end of a branch by its name, or to a moment such as "6G1".

        A moment is where that phase or impulse begins: on this line of play if it is there, else on the last that
        came to it. It may be said in words as well: "June 7, 2nd impulse", "June 6, refit", "June 7, Allied impulse 3".
        """
        moment = isinstance(node, str) and node not in self.log.branches
        self.log.goto(self._beginning(str(node)) if moment else node)

    def moments(self) -> list[tuple[Node, str]]:
        """Where the phases and impulses of this line of play begin, past ones and those that redo goes to, in words."""
        here = [self.log.nodes[0], *self.log.at.path(), *self.log.ahead()]
        return [(node, self.moment_words(node.moment)) for node in here if node.opens]

    def moment_words(self, moment: str) -> str:
        """A moment of the log as people say it: "7A3" is "June 7, Allied impulse 3"."""
        say = getattr(self.system, "moment_words", None)  # a system may have no words for its moments
        return say(self.log.setting, moment) if say is not None else moment

    def _beginning(self, moment: str) -> Node:
        here = self.moments()
        others = [(node, self.moment_words(node.moment)) for node in self.log.nodes[::-1] if node.opens]
        for nodes in (here, others):
            for node, _ in nodes:
                if node.moment.casefold() == moment.strip().casefold():
                    return node
        for nodes in (here, others[::-1]):
            found = moments.find(moment, [words for _, words in nodes])
            if found is not None:
                return nodes[found][0]
        known = list(dict.fromkeys(node.moment for node, _ in here))
        text = f"no branch is called {shown(moment)}, and no phase or impulse; there are {', '.join(self.log.branches)}"
        raise NormandyError(f"{text}, and on this line {', '.join(known)}")

    def rename(self, branch: str, name: str) -> None:
        """Give a branch another name; the main line keeps its own."""
        log, name = self.log, str(name).strip()
        known("branch", branch, log.branches)
        if branch == MAIN:
            raise NormandyError("the main line keeps its name; start a branch, and give that a name")
        if not name or name in log.branches:
            raise NormandyError(f"branch {branch!r} cannot be called {name!r}; give it a name not in use")
        log.branches = {
            name if each == branch else each: own._replace(name=name) if each == branch else own
            for each, own in log.branches.items()
        }
        for node in log.nodes:
            node.branch = name if node.branch == branch else node.branch
        log.line = name if log.line == branch else log.line

    def branch(self, name: str, luck: str | None = None) -> None:
        """Start a named line of play here; ``luck`` (any word) gives it dice of its own."""
        self.log.branch(name, luck)

    def tree(self) -> pd.DataFrame:
        """Every line of play that was tried, by its last action; ``goto(tip)`` goes there."""
        import pandas as pd

        return pd.DataFrame(
            log_tables.lines(self.log), columns=["branch", "fork", "tip", "moment", "luck", "here", "note"]
        )

    # -- saving --------------------------------------------------------------------------------

    def save(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write the game with all its branches to a file that stands alone; returns the path.

        A file that is there is replaced only with ``overwrite``, and only if it is a saved game.
        """
        return files.write(path, self.dumps(), files.SAVE, overwrite=overwrite)

    def dumps(self) -> str:
        """The text that ``save`` writes."""
        header = {
            "version": __version__,
            "system": self.spec.system,
            "scenario": self.spec.name,
            "digest": self.spec.digest,
            "edition": self.system.edition(self.log.setting),
            "seed": self.seed,
            "dice": "typed" if isinstance(self.dice, TypedDice) else "keyed",
            "auto_roll": self.auto_roll,
            "ask": self._ask,
            "text": self.spec.to_toml(),
        }
        return saves.dumps(self.log, header, self._extras)

    def export(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write the game as one page to take home; returns the path.

        Every step with its picture, dice, words and guesses, forward and back by keys, under 2 MB, without kernel and
        network. A file that is there is replaced only with ``overwrite``, and only if it is a page.
        """
        wing = getattr(self.system, "TAKE_HOME", None)
        if wing is None:
            raise NormandyError(f"{path}: a game of the {self.system.NAME} has no page to take home; save it instead")
        files.refuse(Path(path), files.PAGE, overwrite=overwrite)  # a long game takes seconds: say so before
        return files.write(path, import_module(wing).take_home(self), files.PAGE, overwrite=overwrite)

    @cached_property
    def _extras(self) -> dict[str, Any]:
        """What a save holds of the scenario beside its text: all values in force, and the user's own tables."""
        return {"values": saves.packed(self.system.values(self.spec)), "tables": self.spec.own_tables}

    @classmethod
    def load(cls, path: str | Path, *, dice: Dice | None = None, repair: bool = False) -> Game:
        """Read a saved game; see ``nl.load_game``."""
        return cls._restored(saves.read(path), dice, repair)

    def __reduce__(self) -> tuple[Any, tuple[str, Dice | None]]:
        """A copy is what a save would bring back: a game of its own with the same log, and dice of its own."""
        return _copied, (self.dumps(), self.dice)

    @classmethod
    def _restored(cls, save: saves.Save, dice: Dice | None, repair: bool = False) -> Game:
        head = save.header
        for key, kind in HEADER.items():
            if type(head.get(key)) is not kind:
                raise SaveError(f"{save.name}, line 1: {key!r} is missing or damaged; take the line from a copy")
        if head["dice"] not in DICE:
            raise SaveError(f"{save.name}, line 1: dice {head['dice']!r} do not exist; write {' or '.join(DICE)}")
        system = system_named(head["system"])
        spec = system.spec_from_text(head["text"], save.tables)
        changes = [] if save.kept is None else system.since(save.kept, spec)
        log = restore(save, system, system.setting_from(spec), repair=repair, same=not changes)
        dice = dice or (TypedDice() if head["dice"] == "typed" else None)
        game = cls(spec, seed=head["seed"], dice=dice, log=log)
        game.auto_roll, game.ask = head["auto_roll"], head["ask"]
        log.notice = "\n".join(filter(None, (_differences(save, changes), log.notice)))
        if log.notice:
            warnings.warn(log.notice, stacklevel=4)
        return game


def _differences(save: saves.Save, changes: Sequence[Any]) -> str:
    """What of the scenario is not as it was when the save was written; "" if all of it is."""
    if not changes:
        return ""
    version = save.header.get("version", "unknown")
    rows = [f"  {row.key}: {row.before or 'nothing'} is now {row.after or 'nothing'}" for row in changes[:SHOWN]]
    more = [f"  and {len(changes) - SHOWN} more"] if len(changes) > SHOWN else []
    return "\n".join([f"{save.name}: the scenario is not as version {version} had it", *rows, *more])


def new_game(spec: Any, *, seed: int = 0, dice: Dice | None = None) -> Game:
    """Start a game.

    Parameters
    ----------
    spec
        A Scenario, or the name or path of one.
    seed
        Names the luck of the game.
    dice
        Other dice than the keyed ones of the seed.
    """
    if isinstance(spec, str | Path):
        spec = load_scenario(spec)
    return Game(spec, seed=seed, dice=dice)


def load_game(path: str | Path, *, dice: Dice | None = None, repair: bool = False) -> Game:
    """Open a saved game by playing it again, every action, check and digest looked at.

    Where the scenario or the rules are not what they were when it was written, it opens with a warning that lists the
    differences, as far as every action is legal.

    Parameters
    ----------
    path
        A file that ``game.save`` has written.
    dice
        Dice to go on with; those of the save unless given.
    repair
        Open a damaged save as far as every action is legal, with a warning that says what was lost.

    Raises
    ------
    SaveError
        Names the line, what is wrong with it, and what would help.
    """
    return Game.load(path, dice=dice, repair=repair)


def _copied(text: str, dice: Dice | None) -> Game:
    return Game._restored(saves.loads(text, "copy"), dice)
