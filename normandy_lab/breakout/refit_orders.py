"""Plans of the Refit Phase (12): depots placed, units refitted one after the other, cheapest first, by worth or as listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from normandy_lab.breakout import suggest_refit
from normandy_lab.breakout.actions import depot_word
from normandy_lab.breakout.notation import argument
from normandy_lab.breakout.planner import Planner, Units
from normandy_lab.breakout.rules import s12_prices
from normandy_lab.core.decisions import Action
from normandy_lab.core.plans import Report, Step
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import NotationError

NIGHT = ("depots", "refit")  # kinds of decision while supplies are dealt out
WAYS = ("price", "worth", "listed")


class RefitOrders(Planner):
    """The part of ``game.orders`` that is for the Refit Phase."""

    def depot(self, source: str, area: str) -> Report:
        """Place one depot of a source, ``german`` or a beach (12.61, 12.71)."""
        return self.run(f"depot in {area}", [f"depot {source} {area}"])

    def refit(self, units: Units = "all", depot: str | None = None, by: str = "price") -> Report:
        """Refit units of the side whose part it is, as far as supplies go (12.51).

        Parameters
        ----------
        units
            "all", or ids and names.
        depot
            The one that pays, such as ``german@29`` or ``30@Omaha Beach``; it is placed first if it does not stand. Without
            it the depots that stand pay, dice in Cherbourg are thrown, and several depots may share a price.
        by
            "price": the cheapest first, of these the unit worth most. "worth": the best for a point first. "listed": in the
            order of ``units``.
        """
        if by not in WAYS:
            raise NotationError(f"refit: by {by!r} is no order; write {', '.join(WAYS)}.")
        title = f"refit from {depot}" if depot else "refit"
        if self.kind not in NIGHT:
            return self.refused(title, Refusal("6.4", "No supplies are dealt out now.", "Wait for the Refit Phase."))
        wanted = None if isinstance(units, str) and units == "all" else self.parse_units(units)
        payer = self._payer(depot)
        if payer is None and not self._next(wanted, None, by):
            why = Refusal("12.51", "No depot that stands can refit these units.", "Place a depot within reach.")
            return self.refused(title, why)
        return self.run(title, self._steps(wanted, payer, by))

    def _payer(self, depot: str | None) -> tuple[int, int] | None:
        if depot is None:
            return None
        setting = self.game.state.setting
        found: tuple[tuple[int, int], ...] = argument(setting, "depots", depot)
        if len(found) != 1:
            raise NotationError(f"refit: {depot!r} names several depots; name one, or none to let all pay.")
        return found[0]

    def _steps(self, wanted: list[str] | None, payer: tuple[int, int] | None, by: str) -> Iterator[Step]:
        if payer is not None and payer not in self._standing():
            source, place = depot_word(self.game.state.setting, *payer).split("@")
            yield Step(f"depot {source} {place}")
        while option := self._next(wanted, payer, by):
            yield Step(option, "refit")

    def _standing(self) -> list[tuple[int, int]]:
        frame = self.game.state.frames[1]
        return [(store.source, store.place) for store in getattr(frame, "stores", ())]

    def _next(self, wanted: list[str] | None, payer: tuple[int, int] | None, by: str) -> Action | None:
        """The refit to play next; None when no more is possible."""
        asked, state = self.game.decision, self.game.state
        if asked is None or asked.kind not in NIGHT:
            return None
        ids = [unit.id for unit in state.setting.forces.units]
        able = [
            option
            for option in asked.options
            if option.verb == "refit"
            and (wanted is None or ids[option.args[0]] in wanted)
            and (payer is None or option.args[1] == (payer,))
        ]
        keys: dict[str, Callable[[Action], Any]] = {
            "price": lambda option: (_price(state, option), -_worth(state, option)),
            "worth": lambda option: -_worth(state, option) / max(1, _price(state, option)),
            "listed": lambda option: (wanted or ids).index(ids[option.args[0]]),
        }
        return min(able, key=keys[by], default=None)


def _price(state: Any, option: Action) -> int:
    """Points; dice in Cherbourg and supply from the air take none (12.62, 12.9)."""
    index, depots = option.args
    if isinstance(depots, str):
        return 0
    return s12_prices.cost_of(state, depots, state.level[index], state.at[index])


def _worth(state: Any, option: Action) -> float:
    return suggest_refit.worth(state, state.setting.forces.units[option.args[0]])
