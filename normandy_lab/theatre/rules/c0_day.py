"""T-19: the phases of a day in their order, and the landings at its end, which nobody chooses."""

from __future__ import annotations

from normandy_lab.core.decisions import CHANCE, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Tally, Term
from normandy_lab.theatre import numbers
from normandy_lab.theatre.frames import Begin, Blow, Coast, Damage, Day, Fly, Guns, Harbour, Volley, Weather, Works
from normandy_lab.theatre.rules import c6_works
from normandy_lab.theatre.setting import WEATHER as WORDS
from normandy_lab.theatre.setting import Setting
from normandy_lab.theatre.state import WORKING, Past, State, Work

WEATHER, STORM, HARBOUR, AIR, SEA, LAND = range(6)
PHASES = ("weather", "storm", "harbour", "air", "sea", "landing")
# What a phase pushes, the innermost, which is asked first, last.
BEGIN: dict[int, tuple[tuple[int, ...], ...]] = {
    STORM: (Damage(),),
    HARBOUR: (Harbour(), Begin(), Works()),
    AIR: (Blow(), Fly()),
    SEA: (Coast(), Volley(), Guns()),
}


@rule("T-19")
def resume(state: State, frame: Day, events: list[Event]) -> None:
    """Begin the next phase; after the landings the next day, or the end of the summer."""
    if frame.phase == LAND and state.turn == state.setting.turns:
        state.over, state.frames = "the summer is over", ()
        return
    phase = 0 if frame.phase == LAND else frame.phase + 1
    state.phase, state.orders = phase, ()
    state.frames = (*state.frames[:-1], Day(phase))
    if phase == WEATHER:
        _dawn(state, events)
    elif phase == LAND:
        _land(state, events)
    else:
        if phase == HARBOUR:
            c6_works.start(state, events)
        state.frames = (*state.frames, *BEGIN[phase])


@rule("T-2")
def _dawn(state: State, events: list[Event]) -> None:
    """A new day; that of the first is given, not rolled (T-2)."""
    state.turn += 1
    state.hit = 0
    state.past = (*state.past, Past(state.turn, 0))
    if state.turn > 1:
        state.frames = (*state.frames, Weather())
        return
    state.weather = state.setting.weather
    state.note(weather=state.sky, storm=numbers.storm_day(state.weather))
    events.append(Event("T-2", CHANCE, "The weather is {}.", (WORDS[state.sky],)))


@rule("T-21")
def capacity(state: State, site: int) -> int:
    """What a site takes in weather that lets it be used: a damaged Mulberry 8 (CH 6.2)."""
    work, made = state.sites[site], state.setting.sites[site]
    return site_capacity(state.setting, made.mulberry, made.capacity, work)


def site_capacity(setting: Setting, mulberry: bool, whole: int, work: Work) -> int:
    """The capacity of a site that has come so far."""
    if work.stage != WORKING:
        return 0
    return min(whole, setting.charts.damaged_capacity) if mulberry and work.hits else whole


@rule("CH 5.3", "T-12", "T-21")
def landed(state: State) -> Tally:
    """What can be landed today: beaches by the weather, Mulberries without a storm, ports always."""
    setting, charts = state.setting, state.setting.charts
    terms = [Term(numbers.beaches(charts, setting.readings, state.sky, setting.boxes), "CH 5.3", "beach boxes")]
    for n, site in enumerate(setting.sites):
        usable = charts.mulberry[state.sky] if site.mulberry else charts.port[state.sky]
        what = "Mulberry" if site.mulberry else "minor port"
        if usable and capacity(state, n):
            terms.append(Term(capacity(state, n), "CH 6.1", f"{what} {site.name}"))
    for port, level in zip(setting.ports, state.levels, strict=True):
        if state.day >= port.captured and level and charts.port[state.sky]:
            terms.append(Term(level * port.per_level, "T-18", f"{port.name}, level {level}"))
    return Tally("capacity to land", terms)


def _land(state: State, events: list[Event]) -> None:
    tally = landed(state)
    setting = state.setting
    kinds = {site.name: "mulberries" if site.mulberry else "minor" for site in setting.sites}
    sums = dict.fromkeys(("beaches", "mulberries", "minor", "major"), 0)
    for term in tally.terms:
        name = term.text.rpartition(" ")[2]
        part = "beaches" if term.rule == "CH 5.3" else "major" if term.rule == "T-18" else kinds[name]
        sums[part] += int(term.value)
    state.note(**sums)
    tons = int(tally) * setting.tons
    events.append(Event("T-21", "allied", "{} points of capacity are landed: {:,} tons.", (int(tally), tons)))
