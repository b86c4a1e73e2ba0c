"""What every lab's session does: show, play, say why not, travel in time. What a game looks like, its own session adds.

Panels and pictures only call a session and get ``show(view)``. Nothing here knows a widget or a game system.
"""

from __future__ import annotations

import os
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, Protocol, TypeVar

from normandy_lab.core.terms import Refusal
from normandy_lab.errors import IllegalAction, NormandyError, RuleNotModelled
from normandy_lab.files import TakenError
from normandy_lab.game import load_game
from normandy_lab.ui import autosave

Command = Callable[[], object]
Called = TypeVar("Called", bound=Callable[..., Any])


class Listener(Protocol):
    """A panel: it is told to show the position anew."""

    def show(self, shown: Any) -> None: ...


@dataclass(frozen=True, slots=True)
class Message:
    """A line for the person at the lab: kind is "refusal", "error" or "info"."""

    kind: str
    text: str
    rule: str = ""
    details: str = ""


def strict() -> bool:
    """Whether a fault in a callback is raised again after it is shown: tests set NORMANDY_STRICT."""
    return bool(os.environ.get("NORMANDY_STRICT"))


def guarded(function: Called) -> Called:
    """Show what goes wrong in a callback of a panel or of a session: Jupyter would swallow it."""

    @wraps(function)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        session: Desk = self if isinstance(self, Desk) else self.session
        try:
            return function(self, *args, **kwargs)
        except NormandyError as error:
            session.refuse(error)
        except Exception as error:  # noqa: BLE001 - the last line before Jupyter swallows it
            session.fail(error)
        return None

    return call  # type: ignore[return-value]


class Desk:
    """The one object that panels and picture talk to.

    Parameters
    ----------
    game
        A ``Game``.
    save
        Where to keep the game while it is played; None keeps nothing.
    """

    def __init__(self, game: Any, save: autosave.Autosave | None = None) -> None:
        self.game = game
        self.save = save
        self.taken: TakenError | None = None  # the file that the last save_as would have replaced
        self.message: Message | None = None
        self.view: Any = None
        self.listeners: list[Listener] = []
        self._flash: list[Callable[[str], None]] = []
        self._settle()

    # -- what a session of a game system says ----------------------------------------------------

    def _settle(self) -> None:
        """Begin the selection of the present decision, and look at the position."""
        raise NotImplementedError

    def _look(self) -> None:
        """Make the picture of the position anew."""
        raise NotImplementedError

    def _place_in(self, action: str) -> str:
        """The place that an action is about, so that it can blink."""
        raise NotImplementedError

    # -- showing ---------------------------------------------------------------------------------

    def listen(self, listener: Listener) -> None:
        """Have this panel redrawn after every change."""
        self.listeners.append(listener)

    def let_go(self) -> None:
        """Nobody is shown anything any more."""
        self.listeners.clear()
        self._flash.clear()

    def on_flash(self, call: Callable[[str], None]) -> None:
        """Have this called with the id of a place that shall blink once."""
        self._flash.append(call)

    @guarded
    def show(self) -> None:
        """Make the picture anew and hand it to every listener."""
        self._look()
        for listener in self.listeners:
            self.redraw(listener)

    def redraw(self, listener: Listener) -> None:
        """Have one panel show the present picture; a fault in it stops no other panel."""
        try:
            listener.show(self.view)
        except Exception as error:  # noqa: BLE001 - the last line before Jupyter swallows it
            self.fail(error, listener)

    @guarded
    def attempt(self, call: Command) -> object:
        """Run the callback of a widget; what goes wrong in it is shown."""
        return call()

    def refresh(self) -> None:
        """Show the game as it is now, after it was played elsewhere, with a new selection."""
        self._settle()
        self.show()

    def replace(self, game: Any) -> None:
        """Put another game into the lab: a resumed or a new one."""
        self.game = game
        self.message = None
        self.refresh()

    def say(self, kind: str, text: str, rule: str = "", details: str = "") -> None:
        self.message = Message(kind, text, rule, details)

    # -- refusals and faults -------------------------------------------------------------------

    def refuse(self, error: NormandyError, place: str = "") -> None:
        """Say why something is not allowed; the draft stays as it is."""
        if isinstance(error, IllegalAction):
            self.refusal(error.refusal, place or self._place_in(error.action))
            return
        rule = error.rule if isinstance(error, RuleNotModelled) else ""
        self.say("refusal", str(error), rule)
        self.show()

    def told(self, text: str) -> str:
        """Words of the rules as this lab says them; a session may put names for ids."""
        return text

    def has_sums(self, node: int) -> bool:  # noqa: ARG002 - a session of a game with values says
        """Whether there are terms to open behind the dice of a node of the log."""
        return False

    def sums(self, node: int) -> str:  # noqa: ARG002 - a session of a game with values says
        """Those terms as HTML; "" where there are none."""
        return ""

    def refusal(self, why: Refusal, place: str = "") -> None:
        """Say why, with the rule, and let the place blink."""
        self.say("refusal", self.told(f"{_sentence(why.text)} {_sentence(why.fix)}".strip()), why.rule)
        self.show()
        for call in self._flash if place else ():
            call(place)

    def fail(self, error: BaseException, faulty: Listener | None = None) -> None:
        """Show a fault of the program itself in one sentence with details to copy."""
        details = "".join(traceback.format_exception(error))
        self.message = Message("error", f"Something went wrong: {error}. Undo or try again.", "", details)
        for listener in self.listeners:
            if listener is not faulty and getattr(listener, "shows_messages", False):
                with suppress(Exception):
                    listener.show(self.view)
        if strict():
            raise error

    # -- playing -------------------------------------------------------------------------------

    @guarded
    def dispatch(self, command: str | Command, place: str = "") -> bool:
        """Play one action, or carry out a Plan: any callable that plays. Says whether it was accepted."""
        before = self.game.log.at
        report: object = None
        try:
            report = self.game.play(command) if isinstance(command, str) else command()
        except NormandyError as error:
            if self.game.log.at is not before:  # a Plan stopped on the way: what was played stays
                self._played()
            self.refuse(error, place)
            return False
        self.message = None
        self._played()
        stopped = getattr(report, "refusal", None)  # of a Plan that could not go on
        if stopped is not None:
            self.refusal(stopped, place)
            return False
        self.show()
        return True

    def _played(self) -> None:
        self._settle()
        self._keep()

    def _keep(self) -> None:
        if self.save is not None and len(self.game.log.nodes) > 1:
            before = self.save.fault
            self.save.keep(self.game)
            if self.save.fault and self.save.fault != before:
                self.say("error", self.save.fault)

    @guarded
    def accept(self) -> None:
        """Play the suggestion for the present decision, up to the next one of another kind."""
        self.dispatch(self.game.orders.accept)

    @guarded
    def type_dice(self, text: str) -> None:
        """Play the faces of real dice, attacker first: ``5+2:3+3``."""
        self.dispatch(f"roll {text.strip()}")

    # -- time ----------------------------------------------------------------------------------

    @guarded
    def undo(self, count: int | None = None) -> None:
        """Go back to the last real choice, or over so many actions."""
        self._travel(self.game.undo if count is None else lambda: self.game.undo(count), "Nothing to undo.")

    @guarded
    def redo(self, count: int | None = None) -> None:
        self._travel(self.game.redo if count is None else lambda: self.game.redo(count), "Nothing to redo.")

    @guarded
    def goto(self, node: int) -> None:
        """Go to a node of the log by its number."""
        if node != self.game.log.at.n:
            self._travel(lambda: self.game.goto(node), "")

    @guarded
    def goto_moment(self, said: str) -> None:
        """Go to where a phase or impulse begins, as the log writes it or in words."""
        if said.strip():
            self._travel(lambda: self.game.goto(said.strip()), "")

    @guarded
    def switch(self, branch: str | int) -> None:
        """Go to the end of a line of play: a branch by its name, a side line by the number of its last action."""
        self._travel(lambda: self.game.goto(branch), "")

    @guarded
    def rename(self, name: str) -> None:
        """Give the branch that is being played another name."""
        line = self.game.log.line
        self.game.rename(line, name)
        self.say("info", f'The branch "{line}" is called "{name.strip()}" now.')
        self._keep()
        self.show()

    @guarded
    def branch(self, name: str) -> None:
        """Start a named line of play here."""
        name = name.strip()
        if name:
            self.game.branch(name)
            self.say("info", f'A branch "{name}" starts here. The main line is kept.')
            self._keep()
        else:
            self.say("info", "Write a name for the branch.")
        self.show()

    def _travel(self, go: Command, nothing: str) -> None:
        before = self.game.log.at
        go()
        self.message = None
        if self.game.log.at is before and nothing:
            self.say("info", nothing)
        self._played()
        self.show()

    def load(self, path: str | Path) -> list[str]:
        """Put a saved game into the lab, what can be read of it; returns what there is to note about it."""
        with warnings.catch_warnings(record=True) as noted:
            warnings.simplefilter("always")
            game = load_game(path, repair=True)
        if game.spec.system != self.game.spec.system:
            raise NormandyError(f"{path} is a game of the {game.spec.system}; open it in that lab")
        if self.save is not None:
            self.save = autosave.Autosave(game.spec.name, self.save.where, game.spec.digest)
        self.replace(game)
        return [str(each.message) for each in noted]

    @guarded
    def open(self, path: str) -> None:
        """Open a saved game in place of this one, which stays among the kept ones."""
        path = path.strip()
        if path:
            notes = self.load(path if Path(path).suffix else f"{path}.jsonl")
            self.say("info", " ".join([f"Opened {path}.", *notes]))
        else:
            self.say("info", "Choose a saved game, or write the name of its file.")
        self.show()

    @guarded
    def save_as(self, path: str, replace: bool = False) -> None:
        """Write the game, with every branch, to a file; its name ends in .jsonl, by which a lab knows it again.

        A file that is there is replaced only with ``replace``; else ``taken`` says which one it is and what name is free.
        """
        self._write(path, ".jsonl", lambda file: self.game.save(file, overwrite=replace))

    @guarded
    def take_home(self, path: str, replace: bool = False) -> None:
        """Write the game step by step as one page (``game.export``), under the same conditions."""
        self._write(path, ".html", lambda file: self._export(file, replace))

    def _export(self, file: Path, replace: bool) -> Path:
        return self.game.export(file, overwrite=replace)

    def _write(self, path: str, suffix: str, write: Callable[[Path], Path]) -> None:
        self.taken, path = None, path.strip()
        try:
            if path:
                file = Path(path) if Path(path).suffix else Path(f"{path}{suffix}")
                self.say("info", f"Saved to {write(file)}.")
            else:
                self.say("info", "Write a name for the file.")
        except TakenError as error:
            self.taken = error
            self.say("info", f"{error.path} is there already. Save it as {error.free.name}, or replace it.")
        self.show()


def _sentence(text: str) -> str:
    """With a capital at the start and a full stop at the end."""
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")
