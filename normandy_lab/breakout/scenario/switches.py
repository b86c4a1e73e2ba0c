"""The switches of a scenario's [rules] table: which rule each changes, its default, one line each.

An edition is a preset of switches. ``READ`` names the switches that the engine of this version obeys;
the others are accepted and noted when a scenario uses them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from normandy_lab.errors import shown

_FRACTION = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{1,6}|/(?P<under>[0-9]{1,6}))?")
Check = Callable[[Any], str]  # "" when the value is good, else what it must be

READ = frozenset({
    "edition", "fort_value", "air_interdiction", "coastal_interdiction", "air_attack", "air_defense",
    "naval_shoots_before_landing", "first_wave_cap", "allied_repairs", "german_repairs",
    "beach_of_another_nation", "advantage_lost", "surrender_die", "cherbourg_refit", "rangers_withdraw",
    "contested_vp_threshold",
})  # fmt: skip


def _as_it_is(value: Any) -> Any:
    return value


class Switch(NamedTuple):
    """One key of [rules]: the rule it changes, its default, a line of explanation, its check, and its one spelling."""

    name: str
    rule: str
    default: Any
    text: str
    check: Check
    spelled: Callable[[Any], Any] = _as_it_is  # a good value as it is kept, so that one value has one digest

    @property
    def modelled(self) -> bool:
        return self.name in READ


def _flag(value: Any) -> str:
    return "" if isinstance(value, bool) else "true or false"


def _whole(low: int, high: int) -> Check:
    def check(value: Any) -> str:
        good = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return "" if good else f"a whole number from {low} to {high}"

    return check


def _one_of(*choices: str) -> Check:
    def check(value: Any) -> str:
        return "" if value in choices else f"one of: {', '.join(choices)}"

    return check


def _numbers(low: int, high: int) -> Check:
    """A table of whole numbers by name, such as {WTF = 10, "Omaha Beach" = 12}."""

    def check(value: Any) -> str:
        good = isinstance(value, Mapping) and not any(map(_whole(low, high), value.values()))
        return "" if good else f"a table of whole numbers from {low} to {high}"

    return check


def _names(value: Any) -> str:
    good = isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
    return "" if good else "a list of names"


def _day(value: Any) -> str:
    from normandy_lab.breakout.forces.order_of_battle import parse_date

    return "" if value == "" or parse_date(value) else "a date such as 1944-06-07 or Jun-07, or empty"


def _iso(value: Any) -> str:
    from normandy_lab.breakout.forces.order_of_battle import parse_date

    day = parse_date(value)
    return day.isoformat() if day else ""


def _modifiers(value: Any) -> str:
    """Tables {phase, side, av, dv, place}: a modifier to AV or DV in one phase."""
    keys = {"phase", "side", "av", "dv", "place"}
    good = isinstance(value, list | tuple) and all(
        isinstance(item, Mapping) and item.keys() <= keys and "phase" in item and ("av" in item or "dv" in item)
        for item in value
    )
    return "" if good else 'a list of tables such as {phase = "amphibious", side = "allied", av = 1}'


def _threshold(value: Any) -> str:
    found = fraction_of(value)
    return "" if found is not None and found >= 0 else "a number from 0 on"


def fraction_of(value: Any) -> Fraction | None:
    """A number such as 7, "-2", 0.5 or "1/2", else None; no exponent, which could mean a number without end.

    >>> fraction_of("0.5"), fraction_of("1e999999999"), fraction_of(7)
    (Fraction(1, 2), None, Fraction(7, 1))
    """
    text = shown(value).strip("'")
    found = _FRACTION.fullmatch(text)
    return Fraction(text) if found and set(found["under"] or "1") != {"0"} else None


def _share(value: Any) -> int | str:
    """A number as it is kept: 7, or "1/2" for "0.5"."""
    number = fraction_of(value)
    assert number is not None
    return int(number) if number.denominator == 1 else str(number)


_ALL = (
    Switch("edition", "1", "AH-1993", "Which edition's preset of these switches the others start from.", lambda _: ""),
    # Fortifications, air and naval power.
    Switch("fort_value", "15.1", 2, "What a printed fortification adds to the Defense Value.", _whole(0, 9)),
    Switch("air_interdiction", "8.4", True, "Aircraft may stop German units that move through more than one place.", _flag),
    Switch("coastal_interdiction", "19.4", True, "Coastal guns fire on units that land.", _flag),
    Switch("air_attack", "9.2E", 1, "What Allied air support adds to an Allied assault in Clear weather.", _whole(0, 9)),
    Switch("air_defense", "9.3F", 2, "What Allied air support adds to an Allied defense in Clear weather.", _whole(0, 9)),
    Switch("naval_attack", "17.2", {}, "Attack Factors that replace the printed ones, by marker or by beach.", _numbers(0, 30)),
    Switch("naval_shoots_before_landing", "21.3", 1, "How often each beach is shelled before the landing.", _whole(0, 5)),
    Switch("air_targets", "21.4", 2, "How many targets the air markers may attack before the landing.", _whole(0, 5)),
    Switch("phase_modifiers", "9.2", (), "Extra Attack or Defense Value in a named phase.", _modifiers),
    # Airborne and amphibious assault.
    Switch("drop_attack_and_secure", "21.2", False, "A dropped unit that attacked may also secure a bridge.", _flag),
    Switch("drop_arrives", "21.2", "fresh", "The level at which dropped units stand in their areas.",
           _one_of("fresh", "spent", "disrupt_1", "disrupt_2")),
    Switch("drop_date", "21.2", "", "Another day for the first drop; empty keeps the dates of the counters.", _day, _iso),
    Switch("first_wave_cap", "21.5", 10, "The most units that may land at one beach in the first wave; 0 leaves only the stacking limit.", _whole(0, 20)),
    Switch("beach_of_another_nation", "19.3", False, "Units may land at beaches of the other Allied nationality.", _flag),
    Switch("beaches_not_assaulted", "21.5", (), "Beaches that need no unit in the first wave.", _names),
    Switch("land_in_storm", "24.6", False, "Landings are possible on a Storm day.", _flag),
    # The Advantage.
    Switch("advantage_lost", "11.21", "at_once", "When losses cost the Advantage: at once, or at the end of the impulse (I-45).",
           _one_of("at_once", "end_of_impulse")),
    # Bridges, withdrawal, supply, victory.
    Switch("allied_repairs", "20.2", 4, "The most bridge repairs that the Allies may try in an impulse.", _whole(0, 99)),
    Switch("german_repairs", "20.2", 1, "The most bridge repairs that the Germans may try in an impulse.", _whole(0, 99)),
    Switch("rangers_withdraw", "19.6", True, "The Rangers leave once Omaha Beach is Allied-controlled.", _flag),
    Switch("cards", "23.3", False, "Decks of cards take the place of dice.", _flag),
    Switch("surrender_die", "12.8", True, "Isolated German units roll for surrender.", _flag),
    Switch("cherbourg_refit", "12.62", 4, "The lowest die that refits a German unit in Cherbourg.", _whole(1, 7)),
    Switch("contested_vp_threshold", "22.4", 7, "Contested victory points that earn the extra point.", _threshold, _share),
)  # fmt: skip

SWITCHES: Mapping[str, Switch] = {switch.name: switch for switch in _ALL}
FORMER: Mapping[str, tuple[str, ...]] = {"interdiction_on": ("air_interdiction", "coastal_interdiction")}
EDITIONS: Mapping[str, Mapping[str, Any]] = {"AH-1993": {}}  # later editions are presets of the same names


def renamed(table: Mapping[str, Any]) -> dict[str, Any]:
    """The [rules] table with former names of switches written as today's, which win where both stand.

    >>> renamed({"interdiction_on": False, "air_interdiction": True})
    {'air_interdiction': True, 'coastal_interdiction': False}
    """
    new: dict[str, Any] = {}
    for name, value in table.items():
        new |= {each: value for each in FORMER.get(name, (name,)) if name not in FORMER or each not in table}
    return {name: new[name] for name in sorted(new)}


def resolve_rules(patch: Mapping[str, Any]) -> dict[str, Any]:
    """Every switch with its value: the default, then the edition's preset, then the scenario's own."""
    values = {switch.name: switch.default for switch in _ALL}
    values |= EDITIONS.get(str(patch.get("edition", "AH-1993")), {})
    return values | {name: value for name, value in patch.items() if name in SWITCHES}
