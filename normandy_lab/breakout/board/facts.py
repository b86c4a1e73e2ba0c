"""Every fact that the rulebook states about the map, each with where it is stated.

The board is a reconstruction: these are the points at which it must not deviate. "Ex.4" is Example of
Play 4, "DN" the designer's notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from normandy_lab.breakout.board.board import BRITISH, FLOODED, OPEN, RIVER, US
from normandy_lab.breakout.board.graph import AreaRow, BorderRow, MapTables

Test = Callable[["Atlas"], bool]


class Fact(NamedTuple):
    """One statement of the rulebook and its test."""

    rule: str
    text: str
    holds: Test


class Atlas:
    """Areas and borders by name, as the rulebook speaks of them."""

    def __init__(self, tables: MapTables) -> None:
        self.tables = tables
        self.areas = {area.name: area for area in tables.areas}
        self.names = {area.id: area.name for area in tables.areas}
        self.pairs = {frozenset((self.names[b.a], self.names[b.b])): b for b in tables.borders}

    def area(self, name: str) -> AreaRow:
        return self.areas[name]

    def border(self, a: str, b: str) -> BorderRow | None:
        return self.pairs.get(frozenset((a, b)))

    def near(self, name: str) -> set[str]:
        return {other for pair in self.pairs if name in pair for other in pair if other != name}

    def bridges(self, name: str) -> set[str]:
        return {o for pair, b in self.pairs.items() if name in pair and b.bridge for o in pair if o != name}


def _number(rule: str, name: str, number: int) -> Fact:
    return Fact(rule, f"{name} is area {number}", lambda m: m.area(name).id == number)


def _tem(rule: str, name: str, tem: int) -> Fact:
    return Fact(rule, f"the Terrain Effects Modifier of {name} is {tem}", lambda m: m.area(name).tem == tem)


def _border(rule: str, a: str, b: str, kind: str = "", bridge: bool | None = None) -> Fact:
    words = {None: "", True: " with a bridge", False: " without a bridge"}[bridge]

    def holds(m: Atlas) -> bool:
        border = m.border(a, b)
        return border is not None and kind in ("", border.kind) and bridge in (None, border.bridge)

    return Fact(rule, f"{a} adjoins {b}{f', {kind}' if kind else ''}{words}", holds)


def _apart(rule: str, a: str, b: str) -> Fact:
    return Fact(rule, f"{a} does not adjoin {b}", lambda m: m.border(a, b) is None)


def _passable(rule: str, a: str, b: str) -> Fact:
    def holds(m: Atlas) -> bool:
        border = m.border(a, b)
        return border is not None and (border.kind == OPEN or border.bridge)

    return Fact(rule, f"{a} to {b} is open or bridged", holds)


def _floods(rule: str, river: str, pairs: Iterable[tuple[str, str]]) -> Fact:
    """Flooding lies along a river: at least one of the borders on it is flooded."""
    pairs = tuple(pairs)

    def holds(m: Atlas) -> bool:
        found = [m.border(a, b) for a, b in pairs]
        return any(border is not None and border.kind == FLOODED for border in found)

    return Fact(rule, f"there is flooding along the {river}", holds)


STE = "Ste. Mere Eglise"
PONT = "Pont L'Abbe"
UTAH, OMAHA, GOLD, JUNO, SWORD = "Utah Beach", "Omaha Beach", "Gold Beach", "Juno Beach", "Sword Beach"
PORT, TREVIERES, BRETTEVILLE = "Port-en-Bessin", "Trevieres", "Bretteville"
US_BEACHES, BRITISH_BEACHES = {UTAH, OMAHA}, {GOLD, JUNO, SWORD}
AROUND_OMAHA = {PORT, TREVIERES, "Grandcamp"}

FACTS: tuple[Fact, ...] = (
    # Counts and classes.
    Fact("3.2", "60 numbered areas", lambda m: sorted(m.names) == list(range(1, 61))),
    Fact("3.3", "five zones, A to E", lambda m: [z.zone for z in m.tables.zones] == list("ABCDE")),
    Fact("3.22", "Terrain Effects Modifiers run from 1 to 4", lambda m: all(1 <= a.tem <= 4 for a in m.tables.areas)),
    Fact("3.23", "borders are open, river or flooded", lambda m: all(b.kind in (OPEN, RIVER, FLOODED) for b in m.tables.borders)),
    Fact("3.24", "bridges cross rivers and floods only", lambda m: not any(b.bridge and b.kind == OPEN for b in m.tables.borders)),
    Fact("3.4", "five invasion beaches", lambda m: {a.name for a in m.tables.beaches} == US_BEACHES | BRITISH_BEACHES),
    Fact("Ex.2", "US units land at Utah and Omaha", lambda m: {a.name for a in m.tables.beaches if a.beach_of == US} == US_BEACHES),
    Fact("Ex.2", "British units land at Gold, Juno and Sword",
         lambda m: {a.name for a in m.tables.beaches if a.beach_of == BRITISH} == BRITISH_BEACHES),
    Fact("15.1", "every beach is fortified", lambda m: all(a.fortified for a in m.tables.beaches)),
    Fact("Ex.2", "the Western Task Force reaches Utah and Omaha", lambda m: all(m.area(n).naval_us for n in US_BEACHES)),
    Fact("Ex.2", "the Eastern Task Force reaches Gold, Juno and Sword", lambda m: all(m.area(n).naval_uk for n in BRITISH_BEACHES)),
    Fact("3.27", "the Le Havre Batteries reach areas 1 and 2", lambda m: {a.id for a in m.tables.areas if a.le_havre} == {1, 2}),
    Fact("DN", "bocage goes with a modifier of 3", lambda m: all(a.bocage == (a.tem == 3) for a in m.tables.areas)),
    Fact("24.2", "minor ports: Carentan, Isigny, St. Vaast, Barfleur",
         lambda m: {a.name for a in m.tables.areas if a.minor_port} == {"Carentan", "Isigny", "St. Vaast", "Barfleur"}),
    Fact("22.3", "Cherbourg is worth 4 victory points", lambda m: m.area("Cherbourg").vp == 4),
    # Numbers.
    _number("Ex.1", "Merville", 7),
    _number("Ex.8", OMAHA, 30),
    _number("Ex.1", STE, 50),
    _number("Ex.5", "Montebourg", 52),
    _number("Ex.5", "Cap de la Hague", 57),
    Fact("Ex.11", "33 and 35 are Isigny and St. Jean de Daye",
         lambda m: {m.names[33], m.names[35]} == {"Isigny", "St. Jean de Daye"}),
    Fact("Ex.12", "area 45 adjoins Carentan", lambda m: m.names[45] in m.near("Carentan")),
    # Terrain.
    _tem("DN", "Caen", 4),
    _tem("DN", "Cherbourg", 4),
    _tem("Ex.1", STE, 3),
    _tem("Ex.1", PONT, 3),
    _tem("Ex.11", "St. Lo", 3),
    _tem("Ex.2", UTAH, 1),
    _tem("Ex.2", OMAHA, 1),
    _tem("Ex.3", "Grandcamp", 1),
    Fact("Ex.1", "Ste. Mere Eglise is bocage", lambda m: m.area(STE).bocage),
    Fact("Ex.10", "Bretteville is no bocage", lambda m: not m.area(BRETTEVILLE).bocage),
    # The Cotentin.
    Fact("Ex.1", "the bridges of Pont L'Abbe lead to Valognes, St. Sauveur, St. Jores and Ste. Mere Eglise",
         lambda m: m.bridges(PONT) == {"Valognes", "St. Sauveur", "St. Jores", STE}),
    _border("Ex.6", PONT, "Valognes", RIVER, True),
    _border("Ex.6", PONT, "St. Sauveur", RIVER, True),
    _border("Ex.6", PONT, "St. Jores", FLOODED, True),
    _border("Ex.1", PONT, STE, bridge=True),
    _border("Ex.7", STE, "Carentan", FLOODED, True),
    _border("Ex.12", STE, "Montebourg", RIVER, True),
    _border("DN", STE, UTAH, FLOODED, True),
    _border("Ex.4", UTAH, "Montebourg"),
    _border("Ex.5", "Cap de la Hague", "Cherbourg"),
    _border("Ex.5", "Cherbourg", "Valognes"),
    _border("Ex.5", "Valognes", "Montebourg"),
    _border("Ex.6", "Valognes", "St. Sauveur"),
    _passable("Ex.12", "St. Jores", "Carentan"),
    # The Bessin.
    Fact("Ex.4", "Omaha adjoins Grandcamp, Trevieres and Port-en-Bessin only", lambda m: m.near(OMAHA) == AROUND_OMAHA),
    _border("Ex.4", PORT, GOLD),
    _apart("Ex.4", TREVIERES, GOLD),
    _apart("Ex.4", "Grandcamp", GOLD),
    _apart("Ex.8", "Grandcamp", PORT),
    _border("Ex.8", TREVIERES, PORT, RIVER, False),
    _passable("Ex.9", TREVIERES, "Bayeux"),
    _passable("Ex.9", "Bayeux", PORT),
    _passable("Ex.9", TREVIERES, OMAHA),
    _passable("Ex.9", OMAHA, "Grandcamp"),
    _border("Ex.11", "Isigny", "St. Lo", RIVER, True),
    _border("Ex.11", "St. Lo", "St. Jean de Daye", RIVER, True),
    # Around Caen.
    _border("Ex.10", GOLD, BRETTEVILLE, OPEN),
    _border("Ex.10", BRETTEVILLE, "Verson", bridge=True),
    _border("Ex.10", BRETTEVILLE, "Villars-Bocage", bridge=True),
    _border("Ex.10", BRETTEVILLE, "Tilly", bridge=True),
    # Floods.
    _floods("DN", "Dives", (("Cabourg", "Dozule"), ("Cabourg", "Troarn"), ("Dozule", "Troarn"), ("Dozule", "Argences"))),
    _floods("DN", "Orne", (("Merville", "Caen"), ("Merville", SWORD))),
    _floods("DN", "Aure", (("Grandcamp", "Isigny"), ("Grandcamp", "Colombieres"))),
    _floods("DN", "Douve", (("Carentan", STE), ("St. Jores", STE), ("St. Jores", PONT))),
    _floods("DN", "Merderet", ((PONT, STE), (PONT, "Montebourg"))),
)  # fmt: skip


def broken_facts(tables: MapTables) -> list[Fact]:
    """The facts that a board does not keep; an area that is missing breaks every fact about it."""
    atlas = Atlas(tables)
    broken = []
    for fact in FACTS:
        try:
            kept = fact.holds(atlas)
        except KeyError:
            kept = False
        if not kept:
            broken.append(fact)
    return broken
