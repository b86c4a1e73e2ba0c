"""The Scenario: a checked document with everything in force, equal to another that plays the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from normandy_lab.breakout.scenario.overlay import flat
from normandy_lab.breakout.scenario.resolve import Resolved
from normandy_lab.breakout.scenario.switches import SWITCHES
from normandy_lab.breakout.scenario.write import write_toml
from normandy_lab.digests import digest_of
from normandy_lab.documents import Digested
from normandy_lab.errors import Problem, ScenarioError

if TYPE_CHECKING:
    from normandy_lab.breakout.scenario.describe import Description


def usual(key: str, value: Any) -> bool:
    """Whether a value says nothing: a switch at its default, and anything else that is empty.

    >>> usual("rules.fort_value", 2), usual("rules.fort_value", 0), usual("areas.51.fort", 0)
    (True, False, True)
    """
    section, _, name = key.partition(".")
    if section == "rules" and name in SWITCHES:
        default = SWITCHES[name].default
        return bool(value == default or (isinstance(default, tuple) and tuple(value) == default))
    return not value


class Scenario(Digested):
    """A scenario that has passed its checks; never changed, only laid over with ``with_``.

    Two scenarios are equal when they play the same, whatever their names and titles: ``digest`` is taken
    over every value in force, printed or patched. Empty values and switches at their default are left out, so that
    a key that a later version adds leaves the digests of older scenarios alone.
    """

    def __init__(
        self,
        resolved: Resolved,
        notices: tuple[Problem, ...] = (),
        base: Callable[[], Scenario | None] = lambda: None,
        own_tables: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.resolved = resolved
        self._base = base
        self.own_tables = own_tables or {}
        self.notices = notices  # what the scenario asks for and this version does not play, and other remarks

    @property
    def document(self) -> Mapping[str, Any]:
        """The whole document, chain merged, places by id and units one by one."""
        return self.resolved.doc

    @property
    def name(self) -> str:
        return str(self.document.get("name", "unnamed"))

    @property
    def title(self) -> str:
        return str(self.document.get("title", self.name))

    @property
    def system(self) -> str:
        return "breakout"

    @property
    def about(self) -> Mapping[str, Any]:
        about: Mapping[str, Any] = self.document.get("about", {})
        return about

    @cached_property
    def base(self) -> Scenario | None:
        """The scenario that this one extends or was laid over; None if it stands for itself."""
        return self._base()

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """Every value in force by its key, as ``diff`` compares them."""
        return flat(self.resolved)

    @cached_property
    def digest(self) -> str:
        return digest_of({key: value for key, value in self.values.items() if not usual(key, value)})

    def with_(self, patch: Mapping[str, Any]) -> Scenario:
        """Return this scenario with a patch over it; ScenarioError lists every problem.

        Examples
        --------
        >>> from normandy_lab.breakout.scenario import load_scenario
        >>> spec = load_scenario("d_day").with_({"units": {"GE-12SS-25": {"at": "Carentan"}}})
        >>> spec.document["units"]
        {'GE-12SS-25': {'at': '44'}}
        """
        from normandy_lab.breakout.scenario.load import lay_over

        if not hasattr(patch, "items"):
            fix = 'Give a mapping such as {"weather": {"lock": True}}.'
            raise ScenarioError([Problem("patch", f"{patch!r} is no table", "", fix)], self.name)
        return lay_over(self, patch)

    def to_toml(self) -> str:
        """The scenario as one file of its own: units by id, places by name, ISO dates."""
        return write_toml(self.document, self.resolved.names)

    def describe(self) -> Description:
        """Tables of the scenario; prints as text and shows as HTML in a notebook."""
        from normandy_lab.breakout.scenario.describe import Description

        return Description(self)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        from normandy_lab.breakout.scenario.load import read_scenario

        return read_scenario, (self.to_toml(), self.name, self.own_tables)
