"""The best fire of whole units at hexes, and the best zones for air points, with the bound of the solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from normandy_lab.errors import NormandyError, nearest, shown, whole
from normandy_lab.theatre.lookups import bombardment
from normandy_lab.theatre.setting import Kind
from normandy_lab.theatre.tables import charts


class Allocation(NamedTuple):
    """Who goes where, what it is expected to bring (exactly), and what no allocation can beat."""

    orders: tuple[tuple[str, int, str], ...]  # kind, units, target
    expected: Fraction
    bound: float


def best_fire(
    targets: int | Mapping[str, int],
    weather: str = "fair",
    *,
    fire: str = "naval",
    units: Mapping[str, int] | None = None,
    worth: Mapping[str, int] | None = None,
) -> Allocation:
    """Whole ships, or bombers, at hexes so that most hexes are disrupted on average.

    Parameters
    ----------
    targets
        How many hexes in everybody's range, or the distance of each by its name.
    weather
        See ``nl.theatre.bombardment``.
    fire
        ``naval`` or ``air``.
    units
        How many of each kind; all that there are if not given.
    worth
        Of a hex, 1 if not given.

    Examples
    --------
    >>> best_fire(2, units={"US-BB": 1, "US-DD": 2}).expected
    Fraction(2, 3)
    """
    places = _places(targets)
    kinds, free = _units(fire, units)
    least = charts().bombard_min
    chance = [bombardment(bound, weather, fire=fire)["D"] for bound in least]
    value = [whole((worth or {}).get(name, 1), "worth: {} is no whole number") for name in places]
    spots = [(k, t) for k in range(len(kinds)) for t, reach in enumerate(places.values()) if _reaches(kinds[k], reach)]
    steps = [(t, c) for t in range(len(places)) for c in range(len(least))]
    gain = [0.0] * len(spots) + [-float(value[t] * chance[c]) for t, c in steps]
    rows, low, high = [], [], []
    for k, number in enumerate(free):  # no more units than there are
        rows.append([float(s[0] == k) for s in spots] + [0.0] * len(steps))
        low.append(0.0)
        high.append(float(number))
    for t in range(len(places)):  # the column of a hex is paid for with factors, and there is one
        power = [float(kinds[k].factors * (at == t)) for k, at in spots]
        rows.append(power + [-float(least[c] * (at == t)) for at, c in steps])
        rows.append([0.0] * len(spots) + [float(at == t) for at, _ in steps])
        low += [0.0, 0.0]
        high += [np.inf, 1.0]
    upper = [float(free[k]) for k, _ in spots] + [1.0] * len(steps)
    amounts, bound = _solved(gain, rows, low, high, upper)
    names = list(places)
    orders = tuple((kinds[k].id, n, names[t]) for (k, t), n in zip(spots, amounts, strict=False) if n)
    return Allocation(orders, expected(orders, kinds, weather, fire, dict(zip(names, value, strict=True))), bound)


def expected(
    orders: Sequence[tuple[str, int, str]], kinds: Sequence[Kind], weather: str, fire: str, worth: Mapping[str, int]
) -> Fraction:
    """What orders bring on average, by the table alone."""
    factors = {kind.id: kind.factors for kind in kinds}
    power = {name: sum(factors[kind] * n for kind, n, at in orders if at == name) for name in worth}
    return sum((worth[name] * bombardment(p, weather, fire=fire)["D"] for name, p in power.items() if p), Fraction(0))


def best_zones(points: int) -> Allocation:
    """Zones of interdiction that cover most hexes without overlap.

    Examples
    --------
    >>> best_zones(18).expected
    Fraction(81, 1)
    """
    points = whole(points, "points: {} is no whole number (CH 3.1)")
    if not 0 <= points <= 1000:
        raise NormandyError(f"points: {points} is not allowed (CH 3.1); give 0 to 1000")
    own = charts()
    gain = [-float(hexes) for hexes in own.hexes]
    amounts, bound = _solved(
        gain, [list(map(float, own.radius_min))], [0.0], [float(points)], [float(points)] * len(gain)
    )
    orders = tuple((f"radius {n + 1}", count, "zone") for n, count in enumerate(amounts) if count)
    return Allocation(orders, Fraction(sum(h * n for h, n in zip(own.hexes, amounts, strict=True))), bound)


def _solved(
    gain: list[float], rows: list[list[float]], low: list[float], high: list[float], upper: list[float]
) -> tuple[list[int], float]:
    """Whole amounts that minimise ``gain``, and the bound on what is gained."""
    if not gain:
        return [], 0.0
    done = milp(
        np.array(gain), integrality=np.ones(len(gain), np.int64), bounds=Bounds(np.zeros(len(gain)), np.array(upper)),
        constraints=LinearConstraint(np.array(rows), np.array(low), np.array(high)), options={"mip_rel_gap": 0.0},
    )  # fmt: skip
    if done.x is None:
        raise NormandyError(f"the solver found no allocation: {done.message}")
    return [round(value) for value in done.x], -float(done.mip_dual_bound)


def _reaches(kind: Kind, reach: int) -> bool:
    return reach < 0 or not kind.range or kind.range >= reach


def _places(targets: int | Mapping[str, int]) -> dict[str, int]:
    """Hexes by name with their distance, -1 where everybody reaches them."""
    if isinstance(targets, Mapping):
        return {
            str(name): whole(reach, "targets: {} is no distance in hexes (CH 2)") for name, reach in targets.items()
        }
    count = whole(targets, "targets: {} is neither a number of hexes nor a table of distances (CH 2)")
    if not 0 <= count <= 100:
        raise NormandyError(f"targets: {count} hexes cannot be planned for; give 0 to 100 (CH 1.3)")
    return {str(n + 1): -1 for n in range(count)}


def _units(fire: str, units: Mapping[str, int] | None) -> tuple[list[Kind], list[int]]:
    own = charts()
    listed = {"naval": [kind for kind in own.naval if kind.factors],
              "air": [kind for kind in own.air if kind.id.endswith(("LB", "MB"))]}  # fmt: skip
    if fire not in listed:
        raise NormandyError(f"fire: {shown(fire)} is not known; use naval or air (CH 1.1)")
    kinds = listed[fire]
    if units is None:
        return kinds, [kind.number for kind in kinds]
    names = [kind.id for kind in kinds]
    for name, count in units.items():
        if name not in names:
            raise NormandyError(f"units: {shown(name)} does not fire so. {nearest(str(name), names)}".rstrip())
        number = whole(count, f"units: {name}: {{}} is no whole number")
        most = kinds[names.index(name)].number
        if not 0 <= number <= most:
            raise NormandyError(f"units: there are {most} {name}, not {number} (CH {2 if fire == 'naval' else 3})")
    return kinds, [int(units.get(name, 0)) for name in names]
