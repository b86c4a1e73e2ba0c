"""One game in one lab: what is selected, what is played, what is said, and who must redraw.

Panels and the map only call a Session and get ``show(view)``. Nothing here knows a widget.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from normandy_lab.breakout import questions
from normandy_lab.ui import autosave
from normandy_lab.ui.breakout import day, drafts, night, night_orders, sums, why
from normandy_lab.ui.breakout.outline import outline
from normandy_lab.ui.breakout.pick import Pick, pick
from normandy_lab.ui.breakout.reading import Chosen, Reading
from normandy_lab.ui.breakout.suggestion_words import suggestion
from normandy_lab.ui.breakout.view import DEFAULT_LAYERS, View, view
from normandy_lab.ui.breakout.words import action_words
from normandy_lab.ui.desk import Desk, guarded
from normandy_lab.ui.hits import Hit


class Session(Desk):
    """The session of the area-impulse game: units chosen for an attack or a landing before they are sent."""

    view: View
    reading: Reading

    def __init__(self, game: Any, save: autosave.Autosave | None = None) -> None:
        self.draft: tuple[str, ...] = ()  # units chosen but not confirmed
        self.point = ""  # Point Unit chosen for the draft
        self.focus = ""  # the place that the draft is about
        self.menu: tuple[str, ...] = ()  # what a click on the map may mean, when it means several things
        self.layers: frozenset[str] = frozenset(DEFAULT_LAYERS)
        self.aim = ""  # by day: the place where the selection shall go
        self.bridge = ""  # by day: the bridge that was clicked
        self.by = night_orders.WORTH  # at night: the order in which refits are made
        self.asked: why.Asked | None = None  # while somebody picks what to ask about
        self.ways = day.NO_WAYS  # by day: where the selection can go
        self.paused: Any = None  # a Plan that waits for real dice
        self._sent = 0  # how many actions had been played when the last button sent its order
        self._advised: tuple[Any, str] = (None, "")  # the position of the last suggestion, and the suggestion
        super().__init__(game, save)
        self._look()  # panels are made of the first picture

    def _look(self) -> None:
        self.view = self._view()
        chosen = Chosen(self.draft, self.point, self.focus, self.aim, self.bridge, self.menu, self.by, self.ways)
        self.reading = Reading(self.game, self.view, chosen, self._advice)

    def _advice(self) -> str:
        """The suggestion for the position in words, worked out once however often the selection changes."""
        here = (self.game, self.game.log.at)
        if self._advised[0] != here:
            self._advised = here, suggestion(self.game, self.view)
        return self._advised[1]

    def _view(self) -> View:
        self.ways = day.ways(self.game, self.draft, self.ways)
        if self.aim not in self.ways.paths:
            self.aim = ""
        lit = night_orders.marks(self.game, self.draft) or day.marks(self.game, self.ways, self.aim, self.focus)
        return night_orders.dimmed(view(self.game, self.draft, self.layers, lit))

    @property
    def order(self) -> drafts.Order | None:
        """What the primary button sends."""
        return self.reading.order

    @property
    def attack(self) -> Any:
        """The attack that is pending or drafted."""
        return self.reading.attack

    def _place_in(self, action: str) -> str:
        words = str(action).split()[1:]
        places = [p.id for p in self.view.places if p.id in words]
        units = [c.place for c in self.view.counters if c.unit in words]
        return next(iter([*places, *units]), "")

    def _settle(self) -> None:
        """Start the draft of the present decision."""
        self.menu, self.aim, self.bridge, self.asked = (), "", "", None
        start, self.by = drafts.start(outline(self.game), self.focus), night_orders.WORTH
        self.focus, self.draft, self.point = start.focus, start.units, ""
        at_night = night_orders.start(self.game)
        if at_night is not None:
            self.focus, self.draft = "", at_night

    # -- why not? ------------------------------------------------------------------------------

    @guarded
    def ask_why(self, on: bool) -> None:
        """Begin to pick a unit and a place to ask about, on the map or from lists, or leave off."""
        self.asked, self.message = why.Asked() if on else None, None
        self.show()

    @guarded
    def ask_about(self, unit: str, place: str) -> None:
        """Ask about this pair; what is "" is still to be picked."""
        self.asked, self.message = why.Asked(unit, place), None
        if unit and place:
            found = why.answer(self.game, self.view, self.asked)
            if found.refusal is not None:
                self.refusal(found.refusal, found.place)
                return
            self.say("info", f"Nothing speaks against it: {found.allowed}.")
        self.show()

    @guarded
    def why_not(self, action: str) -> None:
        """Say why an action of a greyed line may not be played."""
        refused = self.game.why_not(action)
        if refused is not None:
            self.refusal(refused, self._place_in(action))
        else:
            self.say("info", f"{action_words(self.view, action)}: this is allowed now.")
            self.show()

    def has_sums(self, node: int) -> bool:
        return self.game.log.nodes[node].step in sums.DICE

    def sums(self, node: int) -> str:
        return sums.sums_html(self.game, self.view, node)

    def told(self, text: str) -> str:
        return why.in_names(self.game, self.view, text)

    # -- Plans that wait for dice -------------------------------------------------------------

    @guarded
    def send(self, order: drafts.Order) -> None:
        """Carry out what a button sends; a march that waits for real dice goes on once they lie."""
        self._sent = len(self.game.log.at.path())
        self.dispatch(order.run, self.focus)
        self.paused = order.orders.paused if order.orders is not None else None
        self._tell_stopped()

    def _tell_stopped(self) -> None:
        """Say whom aircraft have stopped on the march, since the assault that was to follow is not declared then."""
        asked = self.game.decision
        if self.message is not None or asked is None or asked.step != questions.ORDERS:
            return
        held = self.game.orders.stopped_since(self._sent)
        if held:
            text = f"Aircraft have stopped {', '.join(held)}. The others have arrived; no assault is declared yet."
            self.say("info", text, "8.4")
            self.show()

    def dispatch(self, command: Any, place: str = "") -> bool:
        """Play one action or a Plan, then the rest of a Plan that has waited for these dice."""
        plan, self.paused = self.paused, None
        done = super().dispatch(command, place)
        asked = self.game.decision
        if plan is None or not done or asked is None:
            return bool(done)
        if asked.actor == plan.seat:
            done = super().dispatch(lambda: plan.run(self.game), place)
            self._tell_stopped()
            asked = self.game.decision
        self.paused = plan if asked is not None and asked.roll is not None else None
        return bool(done)

    def _travel(self, go: Any, nothing: str) -> None:
        self.paused = None
        super()._travel(go, nothing)

    def replace(self, game: Any) -> None:
        self.paused = None
        super().replace(game)

    # -- the map -------------------------------------------------------------------------------

    @guarded
    def click(self, hit: Hit) -> None:
        """A click on the map: it edits the draft where there is one, else it does what ``pick`` says."""
        if self.asked is not None:
            unit = hit.id if hit.kind == "unit" else self.asked.unit
            self.ask_about(unit, hit.id if hit.kind == "place" else self.asked.place)
            return
        if night.asked(self.view) and self._night_click(hit):
            return
        if self.view.decision is not None and (self._day_click(hit) or self._draft_click(hit)):
            return
        self.follow(pick(self.game, hit, self.draft), hit)

    def _night_click(self, hit: Hit) -> bool:
        """A click at night: a place to go to, a stack or a unit to choose, a depot to put down."""
        step = night.asked(self.view)
        if hit.kind == "place" and step in night_orders.GOING:
            goal = night_orders.goal_at(self.game, self.draft, hit.id)
            if goal:
                self.send_to(goal)
                return True
        if step in night_orders.GOING:
            return self._draft_click(hit)
        if step not in (questions.DEPOTS, questions.SUPPLIES) or self.view.decision is None:
            return False
        if hit.kind == "unit" and hit.id in drafts.allowed(self.view):
            self.prefer(hit.id, hit.id not in self.draft)
            return True
        options = tuple(o for o in self.view.decision.options if hit.id in o.split()[1:] and not o.startswith("refit "))
        if len(options) == 1 and hit.kind == "place":
            return bool(self.dispatch(options[0], hit.id)) or True
        return self._offer(options, hit)

    @guarded
    def send_to(self, place: str) -> None:
        """At night: send the selection there at once."""
        units = self.draft
        self.dispatch(lambda: night_orders.regroup(self.game, units, place), place)

    @guarded
    def prefer(self, unit: str, on: bool) -> None:
        """At night: add a unit behind those that were chosen before, or take it out."""
        rest = [each for each in self.draft if each != unit]
        self.deal([*rest, unit] if on else rest, night_orders.LISTED)

    @guarded
    def deal(self, units: Iterable[str], by: str) -> None:
        """At night: refit these units, in this order."""
        self.draft, self.by, self.message = tuple(units), by, None
        self.show()

    def _day_click(self, hit: Hit) -> bool:
        """A click by day: on a place to activate, on a place to march to, on a bridge."""
        what = self.view.decision.step if self.view.decision is not None else ""
        if hit.kind == "sea" or what not in (questions.IMPULSE, questions.ORDERS):
            return False
        if what == questions.IMPULSE:
            return self._offer(day.openings_at(self.game, hit.kind, hit.id), hit)
        if hit.kind == "bridge":
            return self._offer(day.bridge_options(self.game, hit.id, self.draft), hit)
        place = hit.id if hit.kind == "place" else self.view.counter(hit.id).place
        if any(hit.id in (*(u.unit for u in group.units), group.place) for group in drafts.groups(self.view)):
            return False  # the selection itself
        if place in self.ways.paths:
            self.aim_at(place)
            return True
        return self._beyond(place, hit)

    def _beyond(self, place: str, hit: Hit) -> bool:
        """A place that the selection does not reach: what else may be done there, and why nobody goes."""
        options = self.view.decision.options if self.view.decision is not None else ()
        other = tuple(o for o in options if o.split()[0] in ("assault", "double") and o.split()[-1] == place)
        if any(option.startswith("assault ") for option in other):
            return self._offer(other, Hit("place", place))
        why = day.no_way(self.game, self.draft or day.own_units(self.game), place)
        if why is None:
            return self._offer(other, hit)
        self.menu = other
        self.refusal(why, place)
        return True

    def _offer(self, options: tuple[str, ...], hit: Hit) -> bool:
        """Show what a click may mean as buttons; the click alone plays nothing."""
        if not options:
            return False
        self.menu, self.message = options, None
        self.focus, self.bridge = (hit.id, "") if hit.kind == "place" else (self.focus, hit.id * (hit.kind == "bridge"))
        self.show()
        return True

    @guarded
    def aim_at(self, place: str) -> None:
        """Choose where the selection shall go; nothing moves before it is confirmed."""
        self.aim, self.bridge, self.menu, self.message = place, "", (), None
        self.show()

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
        self.focus, self.draft, self.point, self.menu, self.aim = start.focus, start.units, "", (), ""
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
    def stay(self) -> None:
        """Each unit of the selection stays Fresh: single actions, one after the other (21.2)."""
        units = self.draft

        def play() -> None:
            for unit in units:
                if self.game.decision is not None and f"stay {unit}" in self.game.decision.options:
                    self.game.play(f"stay {unit}")

        self.dispatch(play, self.focus)

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
        self.aim, self.bridge = "", ""
        if self.view.decision is not None and self.view.decision.step == questions.IMPULSE:
            self.focus = ""
        self.show()

    @guarded
    def set_layers(self, layers: Collection[str]) -> None:
        self.layers = frozenset(layers)
        self.show()
