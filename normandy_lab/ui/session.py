"""One game in one lab: what is selected, what is played, what is said, and who must redraw.

Panels and the map only call a Session and get ``show(view)``. Nothing here knows a widget.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol, TypeVar

from normandy_lab.core.terms import Refusal
from normandy_lab.errors import IllegalAction, NormandyError, RuleNotModelled
from normandy_lab.ui import autosave, drafts
from normandy_lab.ui.hits import Hit
from normandy_lab.ui.pick import Pick, pick
from normandy_lab.ui.view import DEFAULT_LAYERS, View, view

Command = Callable[[], object]
Called = TypeVar("Called", bound=Callable[..., Any])


class Listener(Protocol):
    """A panel: it is told to show the position anew."""

    def show(self, shown: View) -> None: ...


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
    """Show what goes wrong in a callback of a panel or of a Session: Jupyter would swallow it."""

    @wraps(function)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        session: Session = self if isinstance(self, Session) else self.session
        try:
            return function(self, *args, **kwargs)
        except NormandyError as error:
            session.refuse(error)
        except Exception as error:  # noqa: BLE001 - the last line before Jupyter swallows it
            session.fail(error)
        return None

    return call  # type: ignore[return-value]


class Session:
    """The one object that panels and map talk to.

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
        self.draft: tuple[str, ...] = ()  # units chosen but not confirmed
        self.point = ""  # Point Unit chosen for the draft
        self.focus = ""  # the place that the draft is about
        self.message: Message | None = None
        self.menu: tuple[str, ...] = ()  # what a click on the map may mean, when it means several things
        self.layers: frozenset[str] = frozenset(DEFAULT_LAYERS)
        self.view: View = view(game, (), self.layers)
        self.order: drafts.Order | None = None  # what the primary button sends
        self.attack: Any = None  # the attack that is pending or drafted
        self._listeners: list[Listener] = []
        self._flash: list[Callable[[str], None]] = []
        self._settle()

    # -- showing -------------------------------------------------------------------------------

    def listen(self, listener: Listener) -> None:
        """Have this panel redrawn after every change."""
        self._listeners.append(listener)

    def on_flash(self, call: Callable[[str], None]) -> None:
        """Have this called with the id of a place that shall blink once."""
        self._flash.append(call)

    @guarded
    def show(self) -> None:
        """Make the picture anew and hand it to every listener."""
        self.view = view(self.game, self.draft, self.layers)
        self.order = drafts.order(self.game, self.view, self.focus, self.draft, self.point)
        self.attack = self._attack()
        for listener in self._listeners:
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

    def _attack(self) -> Any:
        """The attack to show odds of: the draft's, the one with the Point Unit chosen, or the pending one."""
        if self.order is not None and self.order.attack is not None:
            return self.order.attack
        return self.game.system.attack(self.game.state)

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

    def refusal(self, why: Refusal, place: str = "") -> None:
        """Say why, with the rule, and let the place blink."""
        self.say("refusal", f"{_sentence(why.text)} {_sentence(why.fix)}".strip(), why.rule)
        self.show()
        for call in self._flash if place else ():
            call(place)

    def fail(self, error: BaseException, faulty: Listener | None = None) -> None:
        """Show a fault of the program itself in one sentence with details to copy."""
        details = "".join(traceback.format_exception(error))
        self.message = Message("error", f"Something went wrong: {error}. Undo or try again.", "", details)
        for listener in self._listeners:
            if listener is not faulty and getattr(listener, "shows_messages", False):
                with suppress(Exception):
                    listener.show(self.view)
        if strict():
            raise error

    def _place_in(self, action: str) -> str:
        words = str(action).split()[1:]
        places = [p.id for p in self.view.places if p.id in words]
        units = [c.place for c in self.view.counters if c.unit in words]
        return next(iter([*places, *units]), "")

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
            self.save.keep(self.game)

    def _settle(self) -> None:
        """Start the draft of the present decision."""
        self.menu = ()
        self.view = view(self.game, (), self.layers)
        start = drafts.start(self.view, self.focus)
        self.focus, self.draft, self.point = start.focus, start.units, ""

    @guarded
    def accept(self) -> None:
        """Play the suggestion for the present decision, up to the next one of another kind."""
        self.dispatch(self.game.orders.accept)

    @guarded
    def type_dice(self, text: str) -> None:
        """Play the faces of real dice, attacker first: ``5+2:3+3``."""
        self.dispatch(f"roll {text.strip()}")

    @guarded
    def why_not(self, text: str) -> None:
        """Answer the question why an action may not be played."""
        text = text.strip()
        if not text:
            self.say("info", 'Write an action, such as "land US-1-Art 30", or click a greyed line.')
        elif (why := self.game.why_not(text)) is None:
            self.say("info", f"{text} is allowed now.")
        else:
            self.refusal(why, self._place_in(text))
            return
        self.show()

    # -- the map -------------------------------------------------------------------------------

    @guarded
    def click(self, hit: Hit) -> None:
        """A click on the map: it edits the draft where there is one, else it does what ``pick`` says."""
        if self.view.decision is not None and self._draft_click(hit):
            return
        self.follow(pick(self.game, hit, self.draft), hit)

    def _draft_click(self, hit: Hit) -> bool:
        change = drafts.click(self.view, hit.kind, hit.id, self.focus, self.draft)
        if change is None:
            return False
        self.focus, self.draft = change.focus, change.units
        self.message = None
        self.show()
        return True

    def follow(self, choice: Pick, hit: Hit) -> None:
        """Do what a click means: play, offer a menu, or say why not."""
        place = hit.id if hit.kind == "place" else ""
        if choice.refusal is not None:
            self.refusal(choice.refusal, place or self._place_in(f"? {hit.id}"))
        elif choice.menu:
            self.menu, self.message = tuple(map(str, choice.menu)), None
            self.show()
        else:
            command = choice.plan if choice.plan is not None else choice.action
            if command is not None:
                self.dispatch(command, place)

    # -- the draft -----------------------------------------------------------------------------

    @guarded
    def look_at(self, place: str) -> None:
        """Make the draft about another place, with its usual selection."""
        start = drafts.start(self.view, place)
        self.focus, self.draft, self.point, self.menu = start.focus, start.units, "", ()
        self.show()

    @guarded
    def choose(self, units: Iterable[str]) -> None:
        """Make exactly these units the draft."""
        wanted = set(units)
        self.draft = tuple(unit for unit in drafts.allowed(self.view) if unit in wanted)
        if self.point not in self.draft:
            self.point = ""
        self.show()

    @guarded
    def toggle(self, unit: str, on: bool | None = None) -> None:
        """Add a unit to the draft or take it out."""
        add = unit not in self.draft if on is None else on
        self.choose([*self.draft, unit] if add else [each for each in self.draft if each != unit])

    @guarded
    def name_point(self, unit: str) -> None:
        """Choose the Point Unit of the draft."""
        if unit != self.point:
            self.point = unit
            self.show()

    @guarded
    def clear(self) -> None:
        """Drop the draft, the menu and the message."""
        self.draft, self.point, self.menu, self.message = (), "", (), None
        self.show()

    @guarded
    def set_layers(self, layers: Collection[str]) -> None:
        self.layers = frozenset(layers)
        self.show()

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
    def branch(self, name: str) -> None:
        """Start a named line of play here."""
        self.game.branch(name.strip())
        self.say("info", f'A branch "{name.strip()}" starts here. The main line is kept.')
        self._keep()
        self.show()

    def _travel(self, go: Command, nothing: str) -> None:
        before = self.game.log.at
        go()
        self.message = None
        if self.game.log.at is before and nothing:
            self.say("info", nothing)
        self._played()
        self.show()

    @guarded
    def save_as(self, path: str) -> None:
        """Write the game, with every branch, to a file."""
        written = self.game.save(path.strip())
        self.say("info", f"Saved to {written or path.strip()}.")
        self.show()


def _sentence(text: str) -> str:
    """With a capital at the start and a full stop at the end."""
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")
