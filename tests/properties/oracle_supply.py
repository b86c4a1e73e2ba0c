"""A second reading of supply, refits and surrender (6.4, 12, 18.41, 20.23), written from the rulebook: no rules module is called.

Slow and plain on purpose: lines are found by trying every border again and again until nothing gets cheaper.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from normandy_lab.breakout.board.board import AREA, FLOODED, RIVER, ZONE, Border
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import AirSupply, Refit, Store
from normandy_lab.breakout.state import State

GERMAN, ALLIED = 0, 1
SOURCE = -1  # of a German depot
FRESH, SPENT, DISRUPT_2 = 0, 1, 3
DESTROYED = 2
NEVER = 10**6
CHERBOURG, OMAHA = "56", "30"
TARGET = 7


# ------------------------------------------------------------------------------- ground


def land(state: State) -> list[int]:
    return [place.index for place in state.setting.board.places if place.kind in (AREA, ZONE)]


def friendly(state: State, side: int, place: int) -> bool:
    return (state.control[place] == GERMAN) == (side == GERMAN)


def present(state: State, side: int, place: int) -> list[Unit]:
    return [unit for unit in state.setting.forces.units if unit.side == side and state.at[unit.index] == place]


def contested(state: State, place: int) -> bool:
    return bool(present(state, GERMAN, place)) and bool(present(state, ALLIED, place))


def free(state: State, side: int, place: int) -> bool:
    """7.6: friendly control, and no enemy there."""
    return friendly(state, side, place) and not present(state, 1 - side, place)


def bridged(state: State, side: int, border: Border) -> bool:
    return border.bridge and state.held[border.index] == (0 if side == GERMAN else 1)


def passes(state: State, side: int, border: Border, *, into: bool) -> bool:
    """12.5: over a river only by a friendly bridge, but for the last step; over a flood always."""
    if border.kind not in (RIVER, FLOODED) or bridged(state, side, border):
        return True
    return into and border.kind == RIVER


def borders(state: State) -> Iterator[tuple[int, int, Border]]:
    """Every border of areas and zones, in both directions."""
    ground = set(land(state))
    for border in state.setting.board.borders:
        if border.a in ground and border.b in ground:
            yield border.a, border.b, border
            yield border.b, border.a, border


# ------------------------------------------------------------------------------- lines and prices


def distances(state: State, side: int, start: int) -> dict[int, int]:
    """12.51: boundaries and contested intervening areas between a depot and every place that its supply reaches."""
    through = {start: 0}  # cost at which supply stands there and may go on
    ends = {start: 0}
    if contested(state, start):
        return ends  # 12.52
    fights = {place: contested(state, place) for place in land(state)}
    while True:
        before = dict(through), dict(ends)
        for here, there, border in borders(state):
            if here not in through:
                continue
            cost = through[here] + 1 + (here != start and fights[here])
            if passes(state, side, border, into=True):
                ends[there] = min(cost, ends.get(there, NEVER))
            if passes(state, side, border, into=False) and friendly(state, side, there):
                through[there] = min(cost, through.get(there, NEVER))
        if before == (through, ends):
            return ends


def sources(state: State, nation: int) -> list[int]:
    """12.6, 12.71: German zones; for an Ally his own beaches under Allied control without an enemy."""
    places = state.setting.board.places
    if nation == GERMAN:
        return [p.index for p in places if p.kind == ZONE and state.control[p.index] == GERMAN]
    return [b for b in beaches(state) if places[b].nationality == nation and free(state, ALLIED, b)]


def beaches(state: State) -> list[int]:
    return [place.index for place in state.setting.board.places if place.kind == AREA and place.beach]


def supplied(state: State, nation: int) -> set[int]:
    """12.5, 12.8: where units of this nationality have a line; Cherbourg counts for Germans."""
    side = GERMAN if nation == GERMAN else ALLIED
    starts = sources(state, nation)
    places = state.setting.board.places
    found: set[int] = set()
    if nation == GERMAN:
        starts += [p.index for p in places if p.id == CHERBOURG and state.control[p.index] == GERMAN]
    else:
        found |= {b for b in beaches(state) if places[b].nationality == nation and contested(state, b)}
    for start in starts:
        found |= _reached(state, side, start)
    return found


def _reached(state: State, side: int, start: int) -> set[int]:
    """Where a line from a source ends; a contested zone or Cherbourg is a source all the same (I-38)."""
    through, ends = {start}, {start}
    while True:
        before = len(through), len(ends)
        for here, there, border in borders(state):
            if here in through and passes(state, side, border, into=True):
                ends.add(there)
            if here in through and passes(state, side, border, into=False) and friendly(state, side, there):
                through.add(there)
        if before == (len(through), len(ends)):
            return ends


def isolated_germans(state: State) -> list[str]:
    """12.8: the units that throw for surrender, in the order of the order of battle."""
    ground, good = set(land(state)), supplied(state, GERMAN)
    units = [unit for unit in state.setting.forces.units if unit.side == GERMAN]
    return [unit.id for unit in units if state.at[unit.index] in ground - good]


def after_surrender(level: int, die: int) -> int | None:
    """12.8: the level after the die, None for an eliminated unit."""
    number = level + 1
    if die < number:
        return None
    if die > number:
        return level
    return None if level == DISRUPT_2 else level + 1


# ------------------------------------------------------------------------------- weather


def weather(state: State) -> tuple[int, int]:
    """18.41: Clear and Overcast impulses from the first space of the day to the last one reached."""
    sky, counts = state.setting.dawn[state.day], [0, 0]
    for space in range(state.first_impulse, min(13, state.impulse) + 1):
        for change, new in state.weather_changes:
            if change == space:
                sky = new
        counts[sky] += 1
    return counts[0], counts[1]


def german_value(state: State) -> int:
    clear, overcast = weather(state)
    if state.setting.dawn[state.day] == 0:
        return 5 + (overcast + 2) // 3
    return 10 - (clear + 2) // 3


def beach_value(state: State, beach: int) -> int:
    """12.72: one less for each Fresh coastal unit in or next to the beach."""
    places = {beach} | {there for here, there, _ in borders(state) if here == beach}
    guns = [unit for place in places for unit in present(state, GERMAN, place) if unit.type == "coastal_artillery"]
    return 10 - sum(state.level[unit.index] == FRESH for unit in guns)


def air_drm(state: State, unit: Unit) -> int:
    """12.9."""
    area = state.at[unit.index]
    clear, overcast = weather(state)
    drm = 4 if free(state, ALLIED, area) else 3 if friendly(state, ALLIED, area) else 2
    drm -= state.level[unit.index] > SPENT
    if overcast and not clear:
        return drm - 3
    return drm - (2 if overcast > clear else 1 if overcast else 0)


# ------------------------------------------------------------------------------- what may be done


def tired(state: State, frame: Refit) -> list[Unit]:
    """12.4: not Fresh, on land, and no level gained tonight."""
    ground = set(land(state))
    return [
        unit
        for unit in state.setting.forces.units
        if unit.side == frame.side
        and state.at[unit.index] in ground
        and state.level[unit.index] != FRESH
        and not frame.refitted >> unit.index & 1
    ]


def options(state: State) -> set[str]:
    """What the rulebook allows at this decision of a night, as text."""
    frame = state.frames[-1]
    if isinstance(frame, AirSupply):
        night = state.frames[1]
        assert isinstance(night, Refit)
        here = [unit for unit in tired(state, night) if state.at[unit.index] == frame.area]
        return {f"refit {unit.id} air" for unit in here if not frame.units >> unit.index & 1}
    assert isinstance(frame, Refit)
    if frame.stage == "cherbourg":
        return set(_cherbourg(state, frame)) | {"end"}
    if frame.stage == "reserve":
        return set(_purchases(state, frame)) | {"end"}
    return {*_refits(state, frame), *_repairs(state, frame), *_air(state, frame), *_depots(state, frame), "end"}


def _cherbourg(state: State, frame: Refit) -> Iterator[str]:
    for unit in tired(state, frame):
        if state.setting.board.places[state.at[unit.index]].id == CHERBOURG and not frame.tried >> unit.index & 1:
            yield f"refit {unit.id} cherbourg"


def _purchases(state: State, frame: Refit) -> Iterator[str]:
    """12.53: ten points a space, three a day, on the track from C to 13."""
    if state.reserves[frame.side] >= 10 and frame.bought < 3:
        yield from (f"reserve {step:+d}" for step in (1, -1) if -3 <= frame.start + step <= 13)


def word(state: State, store: Store) -> str:
    places = state.setting.board.places
    return f"{'german' if store.source == SOURCE else places[store.source].id}@{places[store.place].id}"


def nation_of(state: State, store: Store) -> int:
    return GERMAN if store.source == SOURCE else state.setting.board.places[store.source].nationality


def ways(state: State, prices: dict[int, int], stores: tuple[Store, ...]) -> Iterator[str]:
    """12.51, I-84: one depot that can pay; or some that cannot, all emptied, and one more for the rest."""
    able = [n for n in prices if stores[n].left > 0]
    for last in able:
        others = [n for n in able if n != last]
        for size in range(len(others) + 1):
            for drained in combinations(others, size):
                paid = sum(stores[n].left for n in drained)
                price = max(prices[n] for n in (*drained, last))
                alone = bool(drained) and paid >= max(prices[n] for n in drained)
                if not alone and price <= paid + stores[last].left:
                    named = sorted(drained, key=lambda n: (stores[n].source, stores[n].place))
                    yield "+".join(word(state, stores[n]) for n in (*named, last))


def _refits(state: State, frame: Refit) -> Iterator[str]:
    places = state.setting.board.places
    reach = [distances(state, frame.side, store.place) for store in frame.stores]
    for unit in tired(state, frame):
        at = state.at[unit.index]
        if frame.side == GERMAN and places[at].kind == ZONE and state.control[at] == GERMAN:
            continue  # 12.61: the zone does it
        base = 1 + (state.level[unit.index] > SPENT)
        prices = {
            n: base + reach[n][at]
            for n, store in enumerate(frame.stores)
            if nation_of(state, store) == unit.nationality and at in reach[n]
        }
        yield from (f"refit {unit.id} {way}" for way in ways(state, prices, frame.stores))


def _repairs(state: State, frame: Refit) -> Iterator[str]:
    """20.23, 20.2, 20.21: a destroyed printed bridge, from an own end in supply, paid for like a Spent unit there."""
    tries = state.setting.rules[
        ("german_repairs", "allied_repairs")[frame.side]
    ]  # 1 and 4 unless a scenario says otherwise
    markers = (1, 4)[frame.side]
    if frame.repaired.bit_count() >= tries:
        return
    reach = [distances(state, frame.side, store.place) for store in frame.stores]
    lie = sum(levels[frame.side] > 0 for levels in state.construct)
    for border in state.setting.board.borders:
        down = border.bridge and state.held[border.index] >= DESTROYED
        if not down or frame.repaired >> border.index & 1 or (not lie and frame.worn >= markers):
            continue
        found: set[str] = set()
        for end in (border.a, border.b):
            if friendly(state, frame.side, end) and end in supplied(state, state.control[end]):
                prices = {
                    n: 1 + reach[n][end]
                    for n, store in enumerate(frame.stores)
                    if nation_of(state, store) == state.control[end] and end in reach[n]
                }
                found |= set(ways(state, prices, frame.stores))
        yield from (f"repair {border.id} {way}" for way in found)


def _air(state: State, frame: Refit) -> Iterator[str]:
    if frame.side == ALLIED and frame.flown < 0:
        places = state.setting.board.places
        wanted = {state.at[unit.index] for unit in tired(state, frame)}
        yield from (f"airsupply {places[place].id}" for place in wanted if places[place].kind == AREA)


def _depots(state: State, frame: Refit) -> Iterator[str]:
    places = state.setting.board.places
    sent: dict[int, int] = {}
    for store in frame.stores:
        sent[store.source] = sent.get(store.source, 0) + store.depots
    if frame.side == GERMAN:
        if sent.get(SOURCE, 0) < 6:
            zones = set().union(*(_reached(state, GERMAN, zone) for zone in sources(state, GERMAN)), set())
            yield from (f"depot german {places[p].id}" for p in zones if free(state, GERMAN, p))
        return
    for beach in beaches(state):
        if sent.get(beach, 0) < (2 if places[beach].id == OMAHA else 1) and not state.barred >> beach & 1:
            yield from (f"depot {places[beach].id} {places[p].id}" for p in _sendable(state, beach))


def _sendable(state: State, beach: int) -> set[int]:
    """12.71: a contested beach keeps it; a Free one moves it over Free areas of its own nationality, rivers by bridge."""
    if contested(state, beach):
        return {beach}
    if not friendly(state, ALLIED, beach):
        return set()
    nation, found = state.setting.board.places[beach].nationality, {beach}
    while True:
        more = {
            there
            for here, there, border in borders(state)
            if here in found
            and passes(state, ALLIED, border, into=False)
            and state.control[there] == nation
            and not present(state, GERMAN, there)
        }
        if more <= found:
            return found
        found |= more
