"""One answer from one chart: the whole distribution, and what leads to it as cited terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from html import escape
from typing import Any

from normandy_lab.core.decisions import Rows
from normandy_lab.core.odds import Dist
from normandy_lab.core.terms import Tally, Term
from normandy_lab.errors import NormandyError, nearest, shown, whole
from normandy_lab.theatre import numbers
from normandy_lab.theatre.numbers import CALM, FACES, STORM
from normandy_lab.theatre.setting import FIRST, LAST, STORM_1, STORM_2, WEATHER, Charts, Readings, iso, label
from normandy_lab.theatre.tables import Cell, charts, source

FIRES = ("naval", "air", "coastal", "rocket")


class Answer:
    """What a chart says: ``answer["D"]`` is a probability, ``.odds`` all of them, ``.terms`` what leads to them."""

    def __init__(self, title: str, odds: Dist[Any], terms: Tally, rule: str) -> None:
        self.title, self.odds, self.terms, self.rule = title, odds, terms, rule

    def __getitem__(self, value: Any) -> Fraction:
        return self.odds[value]

    @property
    def mean(self) -> Fraction:
        """The mean of numbers, such as rail cuts."""
        return self.odds.expect()

    @property
    def rows(self) -> Rows:
        return [{"result": value, "probability": share, "rule": self.rule} for value, share in self.odds.items()]

    def __str__(self) -> str:
        lines = [f"{self.title}  {self.rule}"]
        lines += [f"  {value!s:<12} {share!s:>8}  {float(share):.4f}" for value, share in self.odds.items()]
        return "\n".join([*lines, *(f"  {term}" for term in self.terms.terms)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        body = "".join(
            f"<tr><td>{escape(str(value))}</td><td>{share}</td><td>{float(share):.4f}</td></tr>"
            for value, share in self.odds.items()
        )
        head = f"{escape(self.title)} <code>{self.rule}</code>"
        return f"<table><caption>{head}</caption>{body}</table>{self.terms._repr_html_() if self.terms.terms else ''}"


def bombardment(
    strength: int,
    weather: str = "fair",
    *,
    fire: str = "naval",
    fortified: bool = False,
    modifier: int = 0,
    cells: Mapping[str, Cell] | None = None,
    **readings: Any,
) -> Answer:
    """The chance that fire disrupts a hex, or hits a landing box.

    Parameters
    ----------
    strength
        All factors on the target; for rockets how many of them (at most two on a hex).
    weather
        ``fair``, ``overcast_1``, ``overcast_2``, ``storm_1`` or ``storm_2``.
    fire
        ``naval``, ``air``, ``coastal`` or ``rocket``.
    fortified
        Whether the reading ``fort_modifier`` counts.
    modifier
        A modifier of one's own.
    cells, readings
        Cells and readings that differ from the charts.

    Examples
    --------
    >>> bombardment(strength=18, weather="overcast_2")["D"]
    Fraction(1, 2)
    """
    own, read = _own(cells, readings)
    strength, sky = _strength(strength), _weather(weather)
    _one_of("fire", fire, FIRES, "CH 1.1")
    if fire == "rocket":
        return _rockets(own, strength, sky)
    _may_fire(own, read, fire, sky, weather)
    terms = list(numbers.modifiers(own, read, sky, fire, fortified).terms)
    if modifier:
        terms.append(Term(whole(modifier, "modifier: {} is no whole number"), "CH 1", "modifier of one's own"))
    tally = Tally("modifier of the die", terms)
    if not own.naval_fire[sky] and fire == "naval":
        return Answer(f"{fire} fire of {strength}, {weather}", Dist([("-", 1)]), tally, "CH 5.3")
    odds = Dist(("D" if numbers.disrupts(own, strength, face + int(tally)) else "-", 1) for face in FACES)
    return Answer(f"{fire} fire of {strength}, {weather}", odds, tally, "CH 1.5" if fire == "coastal" else "CH 1")


def _may_fire(own: Charts, read: Readings, fire: str, sky: int, weather: str) -> None:
    if fire == "air" and "bomb" not in own.missions[sky]:
        raise NormandyError(f"no air bombardment in {weather}; it is allowed in fair weather (CH 1.4, CH 5.3)")
    if fire == "coastal" and sky in (STORM_1, STORM_2) and not read.coast_in_storms:
        raise NormandyError(f"coastal artillery is silent in {weather} by readings.coast_in_storms (T-14)")


def _rockets(own: Charts, count: int, sky: int) -> Answer:
    if not 1 <= count <= 2:
        raise NormandyError(f"strength: {count} rockets cannot fire at one hex; give 1 or 2 (CH 1.3)")
    if sky != 0:
        raise NormandyError(f"rockets fire on June 6 only, which is fair, not {WEATHER[sky]} (CH 1.3, T-2)")
    miss = Fraction(sum(not numbers.rocket_disrupts(own, face) for face in FACES), 6) ** count
    odds = Dist([("D", 1 - miss), ("-", miss)])
    return Answer(
        f"{count} rocket{'s' * (count > 1)} on a coastal hex", odds, Tally("modifier of the die", ()), "CH 1.3"
    )


def weather(
    day: str,
    after: str = "fair",
    storm_day: int | None = None,
    *,
    cells: Mapping[str, Cell] | None = None,
    **readings: Any,
) -> Answer:
    """The weather of a day by that of the day before.

    Parameters
    ----------
    day
        From 1944-06-07 to 1944-08-31.
    after
        The weather of the day before; with ``storm_2`` its ``storm_day``, from 2 to 6 (2 if not given).

    Examples
    --------
    >>> weather("1944-06-20", after="overcast_2")["storm_1"]
    Fraction(1, 6)
    """
    own, read = _own(cells, readings)
    when, state = _day(day), _state(after, storm_day)
    label_ = numbers.weather_column(own, when).label
    title = f"weather of {label(when)} after {after} (column {label_})"
    forced = numbers.automatic(own, state)
    if forced is not None:
        word = WEATHER[numbers.weather_of(forced)]
        return Answer(title, Dist([(word, 1)]), Tally("modifier of the die", ()), "CH 5.1")
    odds = Dist((WEATHER[numbers.weather_of(numbers.next_state(own, read, when, state, face))], 1) for face in FACES)
    term = Term(numbers.weather_modifier(own, state), "CH 5.2", f"the day before is {after}")
    return Answer(title, odds, Tally("modifier of the die", [term]), "CH 5")


def effects(weather: str, boxes: Sequence[int] = (6,), **readings: Any) -> Rows:
    """What a weather allows: air missions, fire of ships, beaches, Mulberries and ports, each with its rule."""
    own, read = _own(None, readings)
    sky = _weather(weather)
    missions = source()["weather"]["effects"][("F", "OV1", "OV2", "ST", "ST")[sky]]["air_missions"]
    ships = f"yes, {own.naval_modifier[sky]} on the die" if own.naval_modifier[sky] else "yes"
    found = {
        "air missions": ", ".join(missions) or "none",
        "naval fire": ships if own.naval_fire[sky] else "none",
        "beach boxes": f"{numbers.beaches(own, read, sky, boxes)} of {sum(boxes)}",
        "Mulberries": "full" if own.mulberry[sky] else "closed",
        "ports": "full" if own.port[sky] else "closed",
    }
    return [{"what": what, "effect": effect, "rule": "CH 5.3"} for what, effect in found.items()]


def interdiction(points: int) -> Tally:
    """The hexes that air points cover about a target, the target counted.

    Examples
    --------
    >>> interdiction(8).total
    37
    """
    own = charts()
    at = numbers.radius(own, _strength(points, "points", "CH 3.1"))
    terms = [Term(own.hexes[at - 1], "CH 3.1", f"hexes within radius {at}")] if at else []
    return Tally(f"hexes covered by {points} air points", terms)


def rail(points: int, days: int = 1, *, cells: Mapping[str, Cell] | None = None) -> Answer:
    """Rail cuts, and damage, of so many points on each of so many days.

    Examples
    --------
    >>> rail(16).mean, rail(16, days=2)[0]
    (Fraction(25, 6), Fraction(1, 36))
    """
    own, _ = _own(cells, {})
    points = _strength(points, "points", "CH 4")
    days = whole(days, "days: {} is no whole number")
    if not 1 <= days <= LAST - FIRST + 1:
        raise NormandyError(f"days: {days} is not allowed; give 1 to {LAST - FIRST + 1} (CH 4)")
    one = Dist((numbers.cuts(own, points, face), 1) for face in FACES)
    total = one
    for _ in range(days - 1):
        total = total.mix(lambda had: one.map(lambda more: had + more))
    over = f" on each of {days} days" if days > 1 else ""
    term = Term(points, "T-9", "points, pooled for one roll a day")
    return Answer(f"rail cuts of {points} points{over}", total, Tally("points", [term]), "CH 4")


def construction(what: str = "mulberry", *, cells: Mapping[str, Cell] | None = None) -> Answer:
    """On which turn after it was begun a ``mulberry`` or a minor ``port`` works, no storm meanwhile."""
    own, _ = _own(cells, {})
    _one_of("construction", what, ("mulberry", "port"), "CH 6.1")
    extra = own.mulberry_extra if what == "mulberry" else own.port_extra
    least = Term(own.least_turns, "CH 6.1", "turns at least")
    return Answer(
        f"turns until a {what} works",
        Dist((own.least_turns + each, 1) for each in extra),
        Tally("turns", [least]),
        "CH 6.1",
    )


def storm_damage(day: int, *, cells: Mapping[str, Cell] | None = None) -> Answer:
    """The chance of a D on a day of a storm, from the second on."""
    own, _ = _own(cells, {})
    day = whole(day, "day: {} is no whole number")
    if not 1 <= day <= own.longest_storm:
        raise NormandyError(f"day: {day} is no day of a storm; give 1 to {own.longest_storm} (CH 5.1)")
    odds = Dist(("D" if numbers.damaged(own, day, face) else "-", 1) for face in FACES)
    return Answer(f"a Mulberry on day {day} of a storm", odds, Tally("modifier of the die", ()), "CH 6.2")


def harbour(what: str) -> Answer:
    """Levels that a turn of German ``demolition`` takes from a port, or of Allied ``repair`` gives back."""
    own = charts()
    _one_of("harbour", what, ("demolition", "repair"), "CH 6.3, CH 6.4")
    levels, clause = (own.demolition, "CH 6.3") if what == "demolition" else (own.repair, "CH 6.4")
    return Answer(f"levels of a port: {what}", Dist((each, 1) for each in levels), Tally("levels", ()), clause)


def fortification(under: bool, on: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What defends, and as which type it counts: units under a work, and the types on top of it.

    Examples
    --------
    >>> fortification(True, ["INF", "ART"])
    (('in*', 'INF', 'ART'), ('INF', 'ART'))
    """
    wanted = sorted(word.upper() for word in on)
    rows = source()["fortification"]["row"]
    for row in rows:
        if row["units_in"] == bool(under) and sorted(row["on"]) == wanted:
            return tuple(map(str, row["defense"])), tuple(row["class"])
    given = " + ".join(wanted) or "nothing"
    known = "; ".join(" + ".join(row["on"]) or "nothing" for row in rows if row["units_in"] == bool(under))
    raise NormandyError(f"fortification: no row for {given} on a work (CH 7); there is: {known}")


# ------------------------------------------------------------------------------------------ what people give


def _own(cells: Mapping[str, Cell] | None, readings: Mapping[str, Any]) -> tuple[Charts, Readings]:
    for name in readings:
        if name not in Readings._fields:
            raise NormandyError(f"there is no reading {name!r}. {nearest(name, Readings._fields)}".rstrip())
    read = Readings(**readings)
    return charts(cells, read), read


def _one_of(what: str, word: Any, words: Sequence[str], clause: str) -> None:
    if word not in words:
        near = nearest(word, words) if isinstance(word, str) else f"Use one of: {', '.join(words)}."
        raise NormandyError(f"{what}: {shown(word)} is not known ({clause}). {near}")


def _weather(word: str) -> int:
    _one_of("weather", word, WEATHER, "CH 5")
    return WEATHER.index(word)


def _strength(value: int, what: str = "strength", clause: str = "CH 1") -> int:
    found = whole(value, f"{what}: {{}} is no whole number ({clause}); give 0 or more")
    if found < 0:
        raise NormandyError(f"{what}: {found} is not allowed ({clause}); give 0 or more")
    return found


def _day(text: str) -> int:
    try:
        found = date.fromisoformat(text).toordinal()
    except (TypeError, ValueError):
        raise NormandyError(f"day: {shown(text)} is no date; write one such as 1944-06-20 (CH 5)") from None
    if not FIRST < found <= LAST:
        raise NormandyError(f"day: the table rolls weather from {iso(FIRST + 1)} to {iso(LAST)}, not on {text} (CH 5)")
    return found


def _state(word: str, storm_day: int | None) -> int:
    sky = _weather(word)
    if sky in CALM or sky == STORM_1:
        return sky
    day = whole(2 if storm_day is None else storm_day, "storm_day: {} is no whole number (CH 5.1)")
    if not 2 <= day <= 6:
        raise NormandyError(f"storm_day: {day} is not allowed; storm_2 is day 2 to 6 of a storm (CH 5.1)")
    return STORM[day - 1]
