"""One beach game in one lab: who is chosen, what a click means, whole orders, steps, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from normandy_lab import files
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import NormandyError
from normandy_lab.ui import autosave
from normandy_lab.ui.beach.back import starts
from normandy_lab.ui.beach.guess import Guess, Hands, guessed, question
from normandy_lab.ui.beach.pick import Pick, pick
from normandy_lab.ui.beach.predicted import Predicted
from normandy_lab.ui.beach.rounds import People, Round, round_of
from normandy_lab.ui.beach.take_home import take_home
from normandy_lab.ui.beach.tray import EVERYBODY, Order, Tray, together
from normandy_lab.ui.beach.view import BeachView, beach_view
from normandy_lab.ui.beach.words import capital, many
from normandy_lab.ui.desk import Command, Desk, guarded

MOST_TURNS = 60  # "to the end" goes no farther than this at a time
DOCTRINES = {"german": "suggest", "american": "suggest"}
PAUSED = "The game is paused for a question. Press Continue first."
REAL_DICE = "Real dice wait: type what they show, or press Roll here."
NO_WAY = "Clear obstacles first, or move single figures along the wall."
ORDERS = {"advance": "FP 2.1", "clear": "FP 2.2", "assault": "FP 2.3", "doctrine": "FP 2"}


class BeachSession(Desk):
    """The session of the beach: dice wait to be rolled before the class, or to be typed.

    Attributes
    ----------
    typed : bool
        Whether real dice lie on the table: nothing is rolled here, shells come to rest where somebody clicks.
    germans : str
        "hand": somebody chooses for the bunkers; "doctrine": they name their targets themselves.
    americans : str
        The same for the Americans: "doctrine" moves them, the dice are left to the class.
    guess : bool
        Whether odds stay hidden until they are asked for.
    paused : bool
        Whether the game stands still for a question to the class; odds are hidden meanwhile.
    people : People
        Who commands each side.
    rounds : list of Round
        Games played before the sides were swapped.
    earlier : list of Game
        Games of the stages of a lesson that are over.
    predicted : list of Predicted
        What the class predicted on the sheets of a lesson.
    """

    view: BeachView

    def __init__(self, game: Any, save: autosave.Autosave | None = None) -> None:
        self.squad = self.figure = ""
        self.part = 0
        self.typed = False
        self.germans = self.americans = "hand"
        self.guess = self.paused = False
        self.people = People()
        self.rounds: list[Round] = []
        self.earlier: list[Any] = []
        self.predicted: list[Predicted] = []
        self.hands = Hands()
        self.since = game.log.at.n  # where the last command began
        self.marks: set[int] = set()  # nodes at which a command began
        self._covered = 0  # how many nodes the marks know of
        self._pending: Command | None = None  # an order that waits for typed dice
        self._ordered: Order | None = None  # the same, as what it is
        self.tray = Tray()
        self._open(game)
        super().__init__(game, save)

    def _open(self, game: Any) -> None:
        """Dice of this lab are never rolled behind one's back; where commands began in a game played elsewhere is guessed."""
        game.auto_roll = False
        self._cover(game)

    def _cover(self, game: Any) -> None:
        self.marks |= starts(game.log.nodes[self._covered :])
        self._covered = len(game.log.nodes)

    def refresh(self) -> None:
        self._cover(self.game)
        super().refresh()

    def replace(self, game: Any) -> None:
        """Put another game into the lab, with nothing chosen and no way back into the old one."""
        self.paused = False
        self.squad = self.figure = ""
        self.marks, self._covered, self._pending, self.hands = set(), 0, None, Hands()
        self.tray.clear()
        self._open(game)
        self.since = game.log.at.n
        super().replace(game)

    # -- looking -------------------------------------------------------------------------------

    def _look(self) -> None:
        self.view = beach_view(self.game, self.squad, self.figure, self.part)

    def _settle(self) -> None:
        """Choose the squad that acts next, and turn the picture to where something happens."""
        self._look()
        view = self.view
        able = [squad.id for squad in view.squads if squad.able]
        acting = view.asked is not None and view.asked.kind == "act"
        self.squad = (self.squad if self.squad in able else next(iter(able), "")) if acting else ""
        if not acting or not any(f.id == self.figure and f.able for f in view.figures):
            self.figure = ""
        self.part = self._follow()
        self._look()
        self.hands.ask(question(self.game), self.game.log.at)

    def _follow(self) -> int:
        """The stretch of the table that the present decision is about."""
        view, each = self.view, self.view.width / self.view.parts
        asked = view.asked
        if self.squad:
            return int(view.squad(self.squad).left // each)
        if asked is None or not asked.subject:
            return self.part
        if asked.roll in ("morale", "clear", "assault"):
            name = asked.subject.rstrip("0123456789")
            return int(view.squad(name).left // each)
        bunker = next((b for b in view.bunkers if b.id == asked.subject), None)
        return int(bunker.left // each) if bunker is not None else self.part

    def _place_in(self, action: str) -> str:  # noqa: ARG002 - the beach has no areas that blink
        return ""

    @guarded
    def turn_to(self, part: int) -> None:
        """Show another stretch of the table."""
        self.part = part % self.view.parts
        self.show()

    @guarded
    def choose_squad(self, squad: str) -> None:
        """Give the next order to this squad."""
        self.squad, self.figure, self.message = squad, "", None
        self.part = int(self.view.squad(squad).left // (self.view.width / self.view.parts))
        self.show()

    @guarded
    def choose_figure(self, figure: str) -> None:
        """Choose the figure that acts next; "" for none."""
        self.figure, self.message = figure, None
        if figure:
            self.squad = figure.rstrip("0123456789")
        self.show()

    # -- clicks ----------------------------------------------------------------------------------

    @guarded
    def click(self, x: float, y: float, squad: str = "") -> None:
        """A click on the picture, in inches along the shore and inland, perhaps on the label of a squad."""
        self.follow(pick(self.game, self.view, x, y, self.typed, squad))

    def follow(self, choice: Pick) -> None:
        """Do what a click means: play, choose, or say why not."""
        if choice.refusal is not None:
            self.refusal(choice.refusal)
        elif choice.action:
            self.dispatch(choice.action)
        elif choice.order:
            self.order(choice.order, choice.squad)
        elif choice.figure:
            self.choose_figure("" if choice.figure == self.figure else choice.figure)
        elif choice.squad:
            self.choose_squad(choice.squad)

    # -- playing ---------------------------------------------------------------------------------

    def dispatch(self, command: str | Command, place: str = "") -> bool:
        """Play, note where the command began, and let the Germans name their targets if they do so themselves."""
        if self._stands_still():
            return False
        start = self.game.log.at.n
        self._pending = None  # another command: an order that waited is not carried out behind its back

        def run() -> object:
            try:
                report = self.game.play(command) if isinstance(command, str) else command()
                report = self._go_on(None, report)
            finally:
                if self.game.log.at.n != start:  # what is refused leaves the last announcement standing
                    self.since = start
                    self.marks.add(start)
            return report

        done = bool(super().dispatch(run, place))
        self._covered = len(self.game.log.nodes)
        return done

    def _doctrines(self) -> None:
        """Sides that nobody commands choose for themselves; their dice wait to be rolled before the class."""
        chosen = {seat for seat, how in (("german", self.germans), ("american", self.americans)) if how == "doctrine"}
        while (asked := self.game.decision) is not None and asked.roll is None and asked.actor in chosen:
            self.game.orders.accept()

    def _stands_still(self) -> bool:
        """Whether the game is paused, said in words."""
        if self.paused:
            self._pending = None
            self.say("info", PAUSED)
            self.show()
        return self.paused

    @guarded
    def set_paused(self, on: bool) -> None:
        """Let the game stand still for a question, or go on."""
        self.paused, self.message = on, None
        self.show()

    @contextmanager
    def _rolling(self) -> Iterator[None]:
        """While an order or a step is carried out its dice are rolled at once, unless they are typed."""
        self.game.auto_roll = not self.typed
        try:
            yield
        finally:
            self.game.auto_roll = False

    @guarded
    def order(self, what: str, squad: str) -> None:
        """An order to a whole squad: advance, clear, assault, or what the doctrine says."""
        if (why := self._cannot(what, squad)) is not None:
            self.refusal(why)
            return
        self.dispatch(partial(self._carry_out, what, squad))

    def _carry_out(self, what: str, squad: str) -> object:
        with self._rolling():
            report = getattr(self.game.orders, what)(squad)
        if not report.done and report.stopped == "done":
            why = Refusal(ORDERS[what], f"Squad {squad} finds nothing to do that way.", NO_WAY)
            return report._replace(refusal=why)
        if self._dice_wait():
            self._pending, self._ordered = partial(self._carry_out, what, squad), Order(what, squad)
        return report

    @property
    def at_once(self) -> int:
        """How many of the dice that wait, and of those to come, may be thrown and typed together."""
        return together(self.game, self._ordered if self._pending is not None else None)

    def _dice_wait(self) -> bool:
        return self.game.decision is not None and self.game.decision.roll is not None

    def _cannot(self, what: str, squad: str) -> Refusal | None:
        """Why a whole squad cannot carry out an order, or None."""
        asked = self.view.asked
        if asked is None or asked.kind != "act":
            return self.game.why_not("end") or Refusal("FP 2", "The game is over.", "Undo, or start another game.")
        able = [figure.id for figure in self.view.of(squad) if figure.able]
        if not able:
            return Refusal(
                "FP 2", f"No figure of squad {squad} may act now.", "Choose another squad, or end the phase."
            )
        if what == "clear":
            why = [self.game.why_not(f"clear {figure}") for figure in able]
            return None if None in why else why[0]
        if what == "assault":
            live = [bunker.id for bunker in self.view.bunkers if bunker.alive]
            why = [self.game.why_not(f"assault {figure} {bunker}") for figure in able for bunker in live]
            return None if None in why else Refusal(
                "FP 2.3", f"No figure of squad {squad} started the turn in contact with a bunker.", "Advance first."
            )  # fmt: skip
        return None

    @guarded
    def everybody(self) -> None:
        """Every squad does what the doctrine says, one after the other; when nobody has anything to do, they are done."""
        self.dispatch(lambda: self._everybody(end=True))

    def _everybody(self, end: bool) -> None:
        before = self.game.log.at
        with self._rolling():
            for squad in self.view.squads:
                if self.game.decision is not None and self.game.decision.kind == "act":
                    self.game.orders.doctrine(squad.id)
        if self._dice_wait():
            self._pending, self._ordered = (lambda: self._everybody(end=False)), Order(EVERYBODY)
        elif end and self.game.log.at is before:
            self.game.orders.end()

    @guarded
    def roll(self) -> None:
        """Throw the dice that wait, or the shell."""
        self._throw(self.game.roll)

    @guarded
    def type_dice(self, text: str) -> None:
        """Play the faces of real dice."""
        self._throw(lambda: self.game.play(f"roll {text.strip()}"))

    @guarded
    def type_together(self, faces: Sequence[int]) -> None:
        """Real dice thrown at once: the roll that waits takes its own, and those after it in this phase take theirs."""
        before = self.game.log.at
        self.tray.fill(faces, self.game.state)
        if (first := self.tray.take(self.game)) is None:
            raise NormandyError(f"{capital(many(len(faces), 'die'))}: type those that wait, all of them.")
        self._throw(lambda: self.game.play(first))
        asked = self.game.decision
        if self.game.log.at is before:  # refused
            self.tray.clear()
        elif (asked is None or asked.kind != "fire") and (left := self.tray.clear()):
            self.say("info", f"{capital(many(left, 'die'))} {'was' if left == 1 else 'were'} not needed.")
            self.show()

    def _throw(self, throw: Command) -> None:
        """Throw dice; an order that waited for them goes on, also after faces that were refused."""
        pending, before = self._pending, self.game.log.at
        self.dispatch(lambda: self._go_on(pending, throw()))
        if self.game.log.at is before:
            self._pending = pending

    def _go_on(self, pending: Command | None, report: object) -> object:
        """After dice or a choice: an order that waited goes on, doctrines choose, and dice that lie in the tray are thrown."""
        while True:
            asked = self.game.decision
            if pending is not None and asked is not None and asked.kind == "act":
                self._pending = None
                report, pending = pending(), self._pending
            self._doctrines()
            action = self.tray.take(self.game)
            if action is None:
                return report
            report = self.game.play(action)

    @guarded
    def set_typed(self, on: bool) -> None:
        """Real dice on the table, or the lab's own."""
        self.typed = on
        self.tray.clear()
        self.show()

    # -- steps -----------------------------------------------------------------------------------

    def _step(self, run: Command) -> None:
        """A step by the doctrines; it rolls no dice that lie on a real table."""
        if self.typed and self._dice_wait():
            self.say("info", REAL_DICE)
            self.show()
        else:
            self.dispatch(run)

    @guarded
    def next_dice(self) -> None:
        """Play on by the doctrines until dice have been thrown."""
        self._step(self._to_dice)

    def _to_dice(self) -> None:
        log = self.game.log
        for _ in range(200):
            asked, before = self.game.decision, log.at
            if asked is None or (asked.roll is not None and self.typed):
                return
            if asked.roll is not None:
                self.game.roll()
                return
            if asked.kind == "act":
                self._squad_acts()
            else:
                self.game.orders.accept()
            if any(node.roll is not None for node in log.at.path() if node.n > before.n):
                return

    def _squad_acts(self) -> None:
        state, before = self.game.state, self.game.log.at
        size = state.setting.size
        squad = self.game.state.setting.squads[self.game.decision.options[0].args[0] // size]
        with self._rolling():
            self.game.orders.doctrine(squad)
        if self.game.log.at is before:
            self.game.orders.end()

    def _run(self, until: str | None) -> None:
        with self._rolling():
            self.game.run(players=DOCTRINES, until=until)

    @guarded
    def next_phase(self) -> None:
        """Play the rest of this phase by the doctrines."""
        turn, phase = self.view.turn, self.view.phase
        self._step(lambda: self._run(f"turn {turn} {phase}" if turn else "turn 0"))

    @guarded
    def next_turn(self) -> None:
        """Play the rest of this turn by the doctrines."""
        turn = self.view.turn
        self._step(lambda: self._run(f"turn {turn}"))

    @guarded
    def to_end(self) -> None:
        """Play on by the doctrines until the game is over."""
        turn = self.view.turn + MOST_TURNS
        self._step(lambda: self._run(f"turn {turn}"))

    # -- back ------------------------------------------------------------------------------------

    @guarded
    def undo(self, count: int | None = None) -> None:
        """Back to where the last command began, or over so many actions."""
        if count is not None:
            super().undo(count)
            return
        path = [self.game.log.nodes[0], *self.game.log.at.path()]
        marked = [node.n for node in path[:-1] if node.n in self.marks]
        go: Callable[[], object] = (lambda: self.game.goto(marked[-1])) if marked else self.game.undo
        self._back(go, "Nothing to undo.")

    @guarded
    def redo(self, count: int | None = None) -> None:
        """Forward to where the next command began, or to the end."""
        if count is not None:
            super().redo(count)
            return
        ahead = list(self.game.log.ahead())
        goal = next((node for node in ahead if node.n in self.marks), ahead[-1] if ahead else None)
        self._back((lambda: self.game.goto(goal)) if goal is not None else lambda: None, "Nothing to redo.")

    def _back(self, go: Command, nothing: str) -> None:
        self._pending = None
        self.tray.clear()
        self._travel(go, nothing)

    def _travel(self, go: Command, nothing: str) -> None:
        if self._stands_still():
            return
        before = self.game.log.at
        super()._travel(go, nothing)
        if self.game.log.at is not before:
            self.since = self.game.log.at.n
            self.show()

    def _export(self, file: Path, replace: bool) -> Path:
        """The page of a whole lesson: the games and rounds before this one, and what was predicted."""
        files.refuse(file, files.PAGE, overwrite=replace)
        page = take_home(self.game, self.rounds_with_this(), self.earlier, self.predicted)
        return files.write(file, page, files.PAGE, overwrite=replace)

    def rounds_with_this(self) -> list[Round]:
        """The rounds that were played, this one last."""
        return [*self.rounds, self.round()] if self.rounds else []

    def round(self) -> Round:
        """The game so far as a round."""
        return round_of(self.game, self.people.round, self.who("american"), self.who("german"))

    def who(self, side: str) -> str:
        """The name of those who command a side, or the plain doctrine."""
        how = self.americans if side == "american" else self.germans
        return "plain doctrine" if how == "doctrine" else str(getattr(self.people, side))

    # -- guessing --------------------------------------------------------------------------------

    @guarded
    def set_guess(self, on: bool) -> None:
        """Hide the odds until somebody asks for them, or show them at once."""
        self.guess = on
        self.hands.show(False)
        self.show()

    @guarded
    def raise_hand(self, number: int) -> None:
        """One more hand for one of the four ranges."""
        self.hands.raise_one(number)
        self._keep()
        self.show()

    @guarded
    def show_odds(self) -> None:
        self.hands.show()
        self.show()

    @property
    def guesses(self) -> list[Guess]:
        """What the class guessed before rolls that were played and not taken back."""
        return guessed(self.game)

    @property
    def odds_visible(self) -> bool:
        """Whether odds may be seen, in whatever panel."""
        return not self.paused and (not self.guess or self.hands.shown)
