"""A summer as a whole: exact answers, and Monte Carlo beside them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from normandy_lab.analysis.theatre import harbours, weather
from normandy_lab.analysis.theatre.rail import PLAN, damage
from normandy_lab.core.odds import Dist
from normandy_lab.errors import NormandyError, nearest, shown, whole
from normandy_lab.systems import load_scenario
from normandy_lab.theatre.numbers import weather_of
from normandy_lab.theatre.setting import WEATHER, Setting, iso

if TYPE_CHECKING:
    import pandas as pd

    from normandy_lab.analysis.theatre.monte_carlo import Drawn

MOST = 10_000_000  # summers


class Summer:
    """Exact answers about a theatre scenario; nobody chooses anything but what the plain doctrine does.

    The Germans demolish a port whenever they may, sites begin on their dates, the railways get the points of
    ``rail``. What depends on dice only is exact: fractions, no sampling.

    Examples
    --------
    >>> summer("theatre/as_planned").first_storm()[date(1944, 6, 19).toordinal()] < Fraction(1, 20)
    True
    """

    def __init__(self, spec: Any, rail: Mapping[str, int] = PLAN) -> None:
        self.spec = spec
        self.setting: Setting = spec.setting()
        self.rail_points = dict(rail)

    def __repr__(self) -> str:
        return f"<Summer {self.spec.name!r}, {self.setting.turns} days>"

    # weather

    @cached_property
    def chain(self) -> dict[int, tuple[Fraction, ...]]:
        """Day -> probability of the nine states: fair, overcast_1, overcast_2, days 1 to 6 of a storm."""
        return weather.daily(self.setting)

    def weather(self) -> pd.DataFrame:
        """The exact probability of each weather, day by day."""
        import pandas as pd

        rows = [
            {"day": iso(day), **dict(zip(WEATHER, weather.by_weather(p), strict=True))} for day, p in self.chain.items()
        ]
        return pd.DataFrame(rows)

    def first_storm(self) -> Dist[int]:
        """The day on which the first storm begins, 0 for a summer without one."""
        return weather.first_storm(self.setting)

    def longest_storm(self) -> Dist[int]:
        """Days of the longest storm."""
        return weather.longest_storm(self.setting)

    def storm_days(self) -> Dist[int]:
        """Days of storm in the summer."""
        return weather.storm_days(self.setting)

    def storms(self) -> Dist[int]:
        """Storms that begin in the summer."""
        return weather.storms(self.setting)

    # harbours

    def site(self, name: str) -> pd.DataFrame:
        """The fate of a Mulberry or minor port by day: building, working, damaged, removed, and what can be used."""
        import pandas as pd

        n = self._site(name)
        rows = []
        for day, shares in harbours.joint(self.setting, [n]):
            row = dict.fromkeys(
                ("building", "working", "damaged", "removed", "usable_whole", "usable_damaged"), Fraction(0)
            )
            for (state, (fate,)), share in shares.items():
                row[fate] += share
                mulberry = self.setting.sites[n].mulberry
                open_ = self.setting.charts.mulberry[weather_of(state)] or not mulberry
                if open_ and fate in ("working", "damaged"):
                    row["usable_whole" if fate == "working" else "usable_damaged"] += share
            rows.append({"day": iso(day), **row})
        return pd.DataFrame(rows)

    @cached_property
    def mulberries(self) -> dict[int, dict[tuple[int, tuple[str, ...]], Fraction]]:
        """Day -> state of the weather and fates of all Mulberries together."""
        return dict(harbours.joint(self.setting, harbours.sites_of(self.setting, True)))

    def both(self) -> dict[int, Dist[tuple[str, ...]]]:
        """The fates of all Mulberries together, by day: they share the storms."""
        return {
            day: Dist((fates, share) for (_, fates), share in shares.items()) for day, shares in self.mulberries.items()
        }

    def port(self, name: str) -> dict[int, Dist[int]]:
        """The level of a major port, by day."""
        ports = {port.name: port for port in self.setting.ports}
        if name not in ports:
            raise NormandyError(f"there is no major port {shown(name)}. {nearest(str(name), list(ports))}".rstrip())
        return dict(harbours.levels(self.setting, ports[name]))

    def _site(self, name: str) -> int:
        names = [site.name for site in self.setting.sites]
        if name not in names:
            raise NormandyError(f"there is no site {shown(name)}. {nearest(str(name), names)}".rstrip())
        return names.index(name)

    # landing

    @cached_property
    def capacity(self) -> dict[int, Dist[int]]:
        """Day -> the distribution of the points landed."""
        return dict(harbours.capacity(self.setting, self.mulberries))

    def tons_on(self, day: str) -> Dist[int]:
        """The exact distribution of the tons landed on a day."""
        try:
            found = self.capacity[date.fromisoformat(day).toordinal()]
        except (KeyError, TypeError, ValueError):
            span = f"{iso(self.setting.first)} to {iso(self.setting.last)}"
            raise NormandyError(f"day: {shown(day)} is no day of this summer; give one from {span} (T-19)") from None
        return found.map(lambda points: points * self.setting.tons)

    def tons(self) -> pd.DataFrame:
        """Tons landed by day: mean, the band from p10 to p90, the mean so far; exact."""
        import pandas as pd

        rows, so_far, unit = [], Fraction(0), self.setting.tons
        for day, points in self.capacity.items():
            mean = points.expect() * unit
            so_far += mean
            bands = {f"p{share}": _quantile(points, Fraction(share, 100)) * unit for share in (10, 50, 90)}
            rows.append({"day": iso(day), "mean": mean, **bands, "so_far": so_far})
        return pd.DataFrame(rows)

    @property
    def total(self) -> Fraction:
        """The mean of all tons landed."""
        return sum((points.expect() for points in self.capacity.values()), Fraction(0)) * self.setting.tons

    @cached_property
    def rail(self) -> Dist[int]:
        """The damage of the railways at the end."""
        return damage(self.setting, self.rail_points)

    # Monte Carlo

    def draw(self, summers: int = 100_000, seed: int = 1) -> Drawn:
        """Summers by numpy, the same for the same seed."""
        from normandy_lab.analysis.theatre import monte_carlo

        summers = whole(summers, "summers: {} is no whole number")
        if not 2 <= summers <= MOST:
            raise NormandyError(f"summers: {summers} cannot be drawn; give 2 to {MOST:,}")
        seed = whole(seed, "seed: {} is no whole number")
        if seed < 0:
            raise NormandyError(f"seed: {seed} is below zero; give 0 or more")
        return monte_carlo.draw(self.setting, summers, seed, self.rail_points)

    def compared(self, summers: int = 100_000, seed: int = 1) -> pd.DataFrame:
        """Quantities by both ways: ``what exact mean error z``, error the standard error of the mean."""
        import pandas as pd

        from normandy_lab.analysis.theatre.compared import quantities

        rows = [
            {"what": what, "exact": exact, "mean": mean, "error": error,
             "z": (mean - float(exact)) / error if error else 0.0 if mean == exact else float("inf")}
            for what, exact, mean, error in quantities(self, self.draw(summers, seed))
        ]  # fmt: skip
        return pd.DataFrame(rows)


def _quantile(dist: Dist[int], share: Fraction) -> int:
    below = Fraction(0)
    for value in sorted(value for value, _ in dist.items()):
        below += dist[value]
        if below >= share:
            return value
    raise AssertionError("the shares of a distribution sum to 1")


def summer(start: Any, rail: Any = PLAN) -> Summer:
    """Exact answers about a theatre scenario, with Monte Carlo beside them.

    Parameters
    ----------
    start
        A theatre scenario, or the name or path of one.
    rail
        Points of strategic interdiction by weather, such as ``{"fair": 6}``.

    Examples
    --------
    >>> found = summer("theatre/as_planned")
    >>> round(float(found.storm_days().expect()), 3)
    7.253
    """
    spec = load_scenario(start) if isinstance(start, str) else start
    if getattr(spec, "system", None) != "theatre":
        raise NormandyError(f"summer: {shown(start)} is no theatre scenario; give one such as theatre/as_planned")
    if not isinstance(rail, Mapping) or set(rail) - set(WEATHER):
        raise NormandyError(f"rail: {shown(rail)} is no table of points by weather ({', '.join(WEATHER)}; CH 4)")
    for word, points in rail.items():
        if whole(points, f"rail: {word}: {{}} is no whole number (CH 4)") < 0:
            raise NormandyError(f"rail: {word}: {points} points cannot be sent; give 0 or more (CH 4)")
    return Summer(spec, rail)
