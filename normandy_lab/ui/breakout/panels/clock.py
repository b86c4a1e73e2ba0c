"""The clock bar: scenario, date, phase, impulse track, weather, Advantage, points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from normandy_lab.errors import NormandyError
from normandy_lab.systems import diff, load_scenario
from normandy_lab.ui.breakout import night
from normandy_lab.ui.breakout.clock_view import ClockView, Space, Sunset
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.breakout.words import PHASE_STEPS
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.panels.base import Panel, html
from normandy_lab.ui.panels.html import SIDE_NAMES, esc, rule_tag

NEAR = 2  # spaces on both sides of the marker that a narrow track still shows
MOST = 8  # changes of a scenario that the hover text names
FIRST_DAY = ("airborne", "naval", "air", "amphibious", "daylight", "refit", "regroup")  # 21.1
OTHER_DAYS = ("dawn", "daylight", "refit", "regroup")  # 6.1
_ICONS = {
    "clear": '<circle cx="9" cy="9" r="4" fill="#FFC21A" stroke="#5C4200"/><path d="M9 1v3M9 14v3M1 9h3M14 9h3M3.5 3.5l2 2M12.5 '
    '12.5l2 2M3.5 14.5l2-2M12.5 5.5l2-2" stroke="#5C4200"/>',
    "overcast": '<path d="M4 13a3.4 3.4 0 0 1 .4-6.7 4.6 4.6 0 0 1 8.8 1A2.9 2.9 0 0 1 13.6 13z" fill="#D8DEE5" stroke="#1B2430"/>',
    "storm": '<path d="M4 11a3 3 0 0 1 .4-5.7 4.6 4.6 0 0 1 8.8 0A2.9 2.9 0 0 1 13.6 11z" fill="#8B95A2" stroke="#1B2430"/>'
    '<path d="M9 10l-2 4h3l-2 3" fill="none" stroke="#1B2430"/>',
}
_STAR = "M9 1l2.3 5.1 5.6.6-4.2 3.7 1.2 5.5L9 13.1l-4.9 2.8 1.2-5.5L1.1 6.7l5.6-.6z"


def _icon(inner: str, px: int = 18) -> str:
    return f'<svg width="{px}" height="{px}" viewBox="0 0 18 18" aria-hidden="true" style="vertical-align:-3px">{inner}</svg>'


def steps_html(clock: ClockView) -> str:
    """The phases of the day; the present one stands out and is announced as current."""
    phases = FIRST_DAY if clock.day == 0 else OTHER_DAYS
    now = phases.index(clock.phase) if clock.phase in phases else len(phases)
    parts = []
    for number, phase in enumerate(phases):
        look = "nl-now" if number == now and not clock.over else "nl-todo" if number > now else ""
        current = ' aria-current="step"' if look == "nl-now" else ""
        parts.append(f'<span class="{look}"{current}>{PHASE_STEPS[phase][0]}</span>')
    return f'<div class="nl-steps">{"".join(parts)}</div>'


def _current(now: bool) -> str:
    return ' aria-current="step"' if now else ""


def track_html(clock: ClockView) -> str:
    """The impulse track from C to 13: the marker's space is boxed; signs show the weather of spaces so far (18.4)."""
    here = next((space.number for space in clock.track if space.here), 0)
    spaces = "".join(_space_html(space, bool(clock.over), abs(space.number - here) > NEAR) for space in clock.track)
    return f'<div class="nl-track">{spaces}</div>'


def _space_html(space: Space, over: bool, far: bool) -> str:
    told = [f"impulse {space.letter}"]
    told += ["the marker is here"] * space.here
    told += [space.weather] if space.weather else []
    told += [f"{space.change} from here on (18.4)"] if space.change else []
    told += [f"Sunset marker, {'added' if space.sunset > 0 else 'subtracted'} (11.23)"] * bool(space.sunset)
    sky = space.weather or space.change
    sign = _icon(_ICONS[sky], 13) if sky else ""
    sunset = f'<b class="nl-dusk">{"+" if space.sunset > 0 else "−"}</b>' if space.sunset else ""
    look = ("nl-now" if space.here else "nl-was" if space.weather else "") + " nl-far" * far
    title = esc(", ".join(told))
    return (
        f'<span class="{look}" title="{title}"{_current(space.here and not over)}>{space.letter}{sunset}{sign}</span>'
    )


def percent(share: Fraction) -> str:
    """A chance with one decimal; certainties without."""
    return f"{float(share) * 100:.0f}%" if share.denominator == 1 else f"{float(share) * 100:.1f}%"


def sunset_html(sunset: Sunset | None) -> str:
    """What the Sunset DR of this space will do, or has done; "" outside daylight."""
    if sunset is None:
        return ""
    drm = f" {'Sun +' if sunset.drm > 0 else 'Moon −'}{abs(sunset.drm)}" if sunset.drm else ""
    if sunset.made:
        fate = "ends the day" if sunset.ends else "weather turns" if sunset.changes else "goes on"
        return _cell("nl-sunset", f"Sunset roll {rule_tag('6.3')}", f"<b>{sunset.made}{drm}: {fate}</b>")
    told = (
        f"the Sunset DR of two dice{' with the Sunset marker' if sunset.drm else ''} below {sunset.number} ends the day (6.3); "
        f"dice that show {sunset.number} change the weather (18.4)"
    )
    if sunset.passed:
        told += f"; {'Germans' if sunset.passed == 'german' else 'Allies'} passed: another pass ends it (8.6)"
    ends = f"<b>{percent(sunset.ends)}</b>{' after a pass' if sunset.passed else drm}"
    return (
        f'<div class="nl-twocells">{_cell("nl-ends", "Day ends now", ends, told)}'
        f"{_cell('nl-turns', 'Weather turns', f'<b>{percent(sunset.changes)}</b>', told)}</div>"
    )


def phase_words(clock: ClockView) -> str:
    """The phase with its moment, and by day whose impulse it is."""
    if clock.over:
        return "Game over"
    name, rule = PHASE_STEPS.get(clock.phase, (clock.phase, ""))
    moment = f"{clock.moment}, " if clock.moment else ""
    whose = f"<b>{SIDE_NAMES[clock.side]} impulse</b>" if clock.side else name.lower()
    return f"{moment}{whose} {rule_tag(rule)}"


def clock_html(view: View, points: str, changed: str = "") -> str:
    """The whole bar."""
    clock = view.clock
    star = f'<path d="{_STAR}" fill="{COLOURS["us" if clock.advantage == "allied" else "wehrmacht"]}"/>'
    used = " used: passes on" if clock.used else ""
    told = (
        "used: it passes to the other side at the end (11.2)" if clock.used else "who may have a roll made again (11.3)"
    )
    score = f"<b>{esc(points)}</b>"
    cells = [
        _cell("nl-date", changed or esc(view.title), f"<b>{esc(clock.date)}</b>", view.title),
        _cell("nl-phases", f"Day {clock.day + 1} of {clock.days}", steps_html(clock), f"Phase {clock.moment}"),
        _cell("nl-trackcell", f"{phase_words(clock)}", track_html(clock)),
        sunset_html(clock.sunset),
        _cell(
            "nl-weather", "Weather", f"<b>{_icon(_ICONS.get(clock.weather, ''))} {esc(clock.weather.capitalize())}</b>"
        ),
        _cell("nl-advantage", f"Advantage{used}", f"<b>{_icon(star)} {esc(clock.advantage.capitalize())}</b>", told),
        _cell("nl-points", f"Points {rule_tag('22.3')}", score),
    ]
    return f'<div class="nl-clockbar">{"".join(cells)}</div>'


def _cell(name: str, label: str, value: str, told: str = "") -> str:
    """One fact of the bar: a caption over a value."""
    title = f' title="{esc(told)}"' if told else ""
    return f'<div class="{name}"{title}><span class="nl-cap">{label}</span>{value}</div>'


def victory_points(points: night.Points) -> str:
    """The Allied points of now and what wins, "3 of 10" (22.2)."""
    return f"{points.tally.total} of {points.needed}".replace("-", "−")


def changed_html(spec: Any) -> str:
    """That a scenario is not the one whose name it bears, and in what; the name of one's own; "" for a shipped one."""
    try:
        origin = load_scenario(str(spec.name).rstrip("+"))
        changes: Any = diff(origin, spec)
        keys = [str(change.key) for change in changes]
    except NormandyError:
        return f'<span class="nl-changed" title="A scenario of your own">{esc(spec.name)}</span>'
    more = f" and {len(keys) - MOST} more" if len(keys) > MOST else ""
    told = f"Differs from {origin.name} in {', '.join(keys[:MOST])}{more}"
    return f'<span class="nl-changed" title="{esc(told)}">changed scenario</span>' if keys else ""


class ClockPanel(Panel):
    """The bar along the top."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._changed: tuple[Any, str] = (None, "")
        self.widget = html("nl-panel", "nl-clock")

    def fill(self, shown: View) -> None:
        read = self.session.reading
        if self._changed[0] is not read.spec:
            self._changed = read.spec, changed_html(read.spec)
        self.widget.value = clock_html(shown, victory_points(read.score), self._changed[1])
