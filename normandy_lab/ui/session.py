"""One game in one lab: what is selected, what is played, what is said, and who must redraw.

Panels and the map only call a Session and get ``show(view)``. Nothing here knows a widget.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from normandy_lab.ui import autosave, drafts
from normandy_lab.ui.desk import Desk, guarded
from normandy_lab.ui.hits import Hit
from normandy_lab.ui.pick import Pick, pick
from normandy_lab.ui.view import DEFAULT_LAYERS, View, view


class Session(Desk):
    """The session of the area-impulse game: units chosen for an attack or a landing before they are sent."""

    view: View

    def __init__(self, game: Any, save: autosave.Autosave | None = None) -> None:
        self.draft: tuple[str, ...] = ()  # units chosen but not confirmed
        self.point = ""  # Point Unit chosen for the draft
        self.focus = ""  # the place that the draft is about
        self.menu: tuple[str, ...] = ()  # what a click on the map may mean, when it means several things
        self.layers: frozenset[str] = frozenset(DEFAULT_LAYERS)
        self.order: drafts.Order | None = None  # what the primary button sends
        self.attack: Any = None  # the attack that is pending or drafted
        self._seen: tuple[Any, ...] = ()  # what the view was made of
        super().__init__(game, save)

    def _look(self) -> None:
        if self._seen != self._sight():  # else nothing was chosen after the view was made to settle the draft
            self.view = view(self.game, self.draft, self.layers)
        self._seen = ()
        self.order = drafts.order(self.game, self.view, self.focus, self.draft, self.point)
        self.attack = self._attack()

    def _attack(self) -> Any:
        """The attack to show odds of: the draft's, the one with the Point Unit chosen, or the pending one."""
        if self.order is not None and self.order.attack is not None:
            return self.order.attack
        return self.game.system.attack(self.game.state)

    def _place_in(self, action: str) -> str:
        words = str(action).split()[1:]
        places = [p.id for p in self.view.places if p.id in words]
        units = [c.place for c in self.view.counters if c.unit in words]
        return next(iter([*places, *units]), "")

    def _settle(self) -> None:
        """Start the draft of the present decision."""
        self.menu, self.draft = (), ()
        self.view = view(self.game, (), self.layers)
        self._seen = self._sight()
        start = drafts.start(self.view, self.focus)
        self.focus, self.draft, self.point = start.focus, start.units, ""

    def _sight(self) -> tuple[Any, ...]:
        return self.game, self.game.log.at, self.draft, self.layers

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
