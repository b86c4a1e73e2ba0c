"""A position as the panels read it: every figure is worked out once a change, when a panel first asks for it.

The session makes one Reading for each change. Panels read it and the View, and never the game: what they may say is
listed here. A tab that nobody looks at costs nothing, because nobody asks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

from normandy_lab.breakout import paths, questions
from normandy_lab.breakout.improve import Change
from normandy_lab.breakout.paths import Path
from normandy_lab.core.terms import Refusal
from normandy_lab.ui.breakout import day, day_drafts, drafts, night, night_orders, supply_view
from normandy_lab.ui.breakout.choices import Choice, choices
from normandy_lab.ui.breakout.guess import Question, question
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.breakout.words import action_words, place_name
from normandy_lab.ui.panels import log, log_lines

LAST = 24  # lines of the log among which those that say the same are put together
OTHER = ("repair", "seize", "demolish", "unbuild", "double")  # orders that are chosen from a list
# An action that would name a unit which may not be chosen now, by the step of the decision.
DENIED = {
    questions.FIRST_WAVE: "land {} {}", questions.DROP: "attack {}", questions.DROP_AREA: "attack {}",
    questions.ORDERS: "march {} {}", questions.MUSTER: "join {}", questions.LANDING: "land {} {}", questions.GUNS: "support {}",
}  # fmt: skip


class Chosen(NamedTuple):
    """What a person has selected."""

    draft: tuple[str, ...]
    point: str
    focus: str
    aim: str
    bridge: str
    menu: tuple[str, ...]
    by: str
    ways: day.Ways


class Reading:
    """What the panels say of one position under one selection."""

    def __init__(self, game: Any, shown: View, chosen: Chosen, advice: Callable[[], str]) -> None:
        self._game, self._shown, self._chosen, self._advice = game, shown, chosen, advice

    # -- what can be done ------------------------------------------------------------------------

    @cached_property
    def groups(self) -> tuple[drafts.Group, ...]:
        """The places for which units can be chosen now."""
        return drafts.groups(self._shown)

    @cached_property
    def group(self) -> drafts.Group | None:
        """The group in focus."""
        return drafts.group_of(self._shown, self._chosen.focus)

    @cached_property
    def order(self) -> drafts.Order | None:
        """What the primary button sends."""
        game, shown, chosen = self._game, self._shown, self._chosen
        if night.asked(shown):
            return night_orders.order(game, shown, chosen.draft, chosen.by)
        if shown.decision is not None and shown.decision.by_day:
            return day_drafts.order(game, shown, chosen.ways, chosen.aim, chosen.draft, chosen.point)
        return drafts.order(game, shown, chosen.focus, chosen.draft, chosen.point)

    @cached_property
    def aside(self) -> drafts.Order | None:
        """What the second button sends: a march without its assault, further depots, or everybody at every beach."""
        game, shown, chosen = self._game, self._shown, self._chosen
        return (
            day_drafts.aside(shown, chosen.ways, chosen.aim, game)
            or night_orders.aside(game, shown)
            or drafts.land_all(game, shown)
        )

    @cached_property
    def attack(self) -> Any:
        """The attack to show odds of: the draft's, the one with the Point Unit chosen, or the pending one."""
        if self.order is not None and self.order.attack is not None:
            return self.order.attack
        return self._game.system.attack(self._game.state)

    @cached_property
    def changes(self) -> list[Change]:
        """What one unit, the sky or a reroll would change in the attack at hand."""
        chosen = self._chosen
        return day_drafts.changes(self._game, self._shown, chosen.draft, chosen.point, self.way)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The option list."""
        return choices(self._game, self._shown, self._chosen.menu, self.attack)

    @cached_property
    def suggestion(self) -> str:
        """The suggestion in full, with the odds of the dice that follow."""
        return self._advice()

    @cached_property
    def points(self) -> tuple[str, ...]:
        """The units that may be the Point Unit of the attack at hand (9.2A)."""
        game, shown, draft = self._game, self._shown, self._chosen.draft
        return day_drafts.point_options(game, shown, draft) or drafts.point_units(game, shown, draft)

    @cached_property
    def denied(self) -> tuple[tuple[str, Refusal], ...]:
        """The units of the group in focus that may not be chosen, each with the reason."""
        group, asked = self.group, self._shown.decision
        kind = DENIED.get(asked.step, "") if asked is not None else ""
        if group is None or asked is None or not kind:
            return ()
        aim = group.place
        if asked.step == questions.ORDERS:  # where the selection goes, else any place next to it
            aim = str(self._chosen.aim or next(iter(self._chosen.ways.paths), group.place))
        found = ((unit.unit, self._game.why_not(kind.format(unit.unit, aim))) for unit in group.denied)
        return tuple((unit, why) for unit, why in found if why is not None)

    # -- an impulse ------------------------------------------------------------------------------

    @cached_property
    def way(self) -> Path | None:
        """The way that was chosen."""
        return self._chosen.ways.paths.get(self._chosen.aim)

    @cached_property
    def enemy_ahead(self) -> bool:
        """Whether enemies stand where the way ends."""
        return self.way is not None and day.enemy_at(self._game, self.way.place)

    @cached_property
    def staying(self) -> tuple[Refusal, ...]:
        """Why each of the selection who does not come along stays."""
        way = self.way
        if way is None:
            return ()
        name = place_name(self._shown, way.place)
        return tuple(paths.reason(self._game.state, unit, code, name) for unit, code in way.staying.items())

    @cached_property
    def works(self) -> tuple[day.Work, ...]:
        """What may be tried on the bridge that was clicked."""
        return day.work_on(self._game, self._chosen.bridge)

    @cached_property
    def others(self) -> tuple[tuple[str, str], ...]:
        """Other orders of an impulse, as (words, action)."""
        asked, made = self._shown.decision, []
        for option in asked.options if asked is not None and asked.step == questions.ORDERS else ():
            if option.split()[0] in OTHER:
                die = day.die_words(self._game, option)
                made.append((f"{action_words(self._shown, option)}{f': {die}' if die else ''}", option))
        return tuple(made)

    @cached_property
    def no_end(self) -> Refusal | None:
        """Why the impulse cannot end yet: nothing was done (8.6), or an assault must be made (8.51)."""
        asked = self._shown.decision
        return self._game.why_not("end") if asked is not None and asked.step == questions.ORDERS else None

    def without_units(self, place: str) -> str:
        """Why a place without Fresh units can be activated."""
        return day.without_units(self._game, place)

    # -- a night ---------------------------------------------------------------------------------

    def refits(self, by: str) -> list[night_orders.Row]:
        """The units that depots can refit now, in this order."""
        return night_orders.refit_rows(self._game, self._shown, by)

    @cached_property
    def goals(self) -> list[tuple[str, str]]:
        """Where the selection may regroup to, as (place, words)."""
        asked = night.asked(self._shown) in night_orders.GOING
        return night_orders.going_rows(self._game, self._shown, self._chosen.draft) if asked else []

    @cached_property
    def depots(self) -> list[night.DepotRow]:
        """The depots of the night."""
        return night.depots(self._game.state)

    @cached_property
    def reserves(self) -> list[str]:
        """What both sides have saved, in words (12.53)."""
        return night.reserve_words(self._game.state)

    @cached_property
    def dice_to_come(self) -> list[night.DieRow]:
        """The dice that the night may still bring."""
        return night.dice_to_come(self._game.state)

    # -- the game as a whole ---------------------------------------------------------------------

    @cached_property
    def score(self) -> night.Points:
        """The Allied points as if the week ended now."""
        return night.points(self._game)

    @cached_property
    def prizes(self) -> list[night.Prize]:
        """Areas that do not count for the Allies now."""
        return night.prizes(self._game)

    @cached_property
    def to_come(self) -> list[night.Coming]:
        """Reinforcements by day and place."""
        return night.to_come(self._game.state)

    def supply(self, side: str) -> Any:
        """The supply report of a side, kept while the position stays."""
        return supply_view.report(self._game.state, side)

    @cached_property
    def names(self) -> tuple[dict[str, str], dict[str, str]]:
        """The names of units and of places by id."""
        setting = self._game.state.setting
        places = {place.id: setting.board.names[place.index] for place in setting.board.places}
        return {unit.id: unit.name for unit in setting.forces.units}, places

    @cached_property
    def result(self) -> Any:
        """Who has won and how; None while the game goes on."""
        return self._game.result

    @cached_property
    def spec(self) -> Any:
        """The scenario that is played."""
        return self._game.spec

    @cached_property
    def node(self) -> tuple[int, int]:
        """Which game this is and where it stands in its log."""
        return id(self._game), self._game.log.at.n

    @cached_property
    def steps(self) -> int:
        """How many actions led here."""
        return len(self._game.log.at.path())

    @cached_property
    def untouched(self) -> bool:
        """Whether nobody has chosen anything yet."""
        return not any(node.real for node in self._game.log.at.path())

    @cached_property
    def throws_itself(self) -> bool:
        """Whether the program throws the dice."""
        return bool(self._game.auto_roll)

    @cached_property
    def last_line(self) -> log_lines.Line | None:
        """The last thing that happened."""
        return next(reversed(log_lines.gathered(list(log_lines.lines(self._game))[-LAST:])), None)

    @cached_property
    def last_dice(self) -> str:
        """The faces of the roll that the present decision is about."""
        return log.last_dice(self._game)

    @cached_property
    def last_attack(self) -> tuple[Any, Any] | None:
        """The node of the last assault or bombardment dice since the present impulse or phase began, and that attack."""
        for node in reversed(self._game.log.at.path()[-14:]):
            if node.action.verb == "roll" and node.roll is not None and len(node.roll.rollers) == 2:
                attack = self._game.system.attack(self._game.log.state_at(node.parent))
                return (node, attack) if attack is not None else None
        return None

    @cached_property
    def guess(self) -> Question | None:
        """What a class may guess before the dice of the attack at hand."""
        name = place_name(self._shown, self.attack.place) if self.attack is not None else ""
        asked = self._shown.decision
        return question(self.attack, name, again=asked is not None and asked.kind == "reroll")

    @cached_property
    def luck(self) -> Any:
        """How the dice of this game fell."""
        return self._game.luck()
