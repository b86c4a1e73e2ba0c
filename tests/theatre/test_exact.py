"""Exact answers: every number of section 4 of the specification, which were worked out apart from this program."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.analysis.theatre import harbours, weather
from normandy_lab.analysis.theatre.allocate import best_fire, best_zones
from normandy_lab.analysis.theatre.summer import Summer
from normandy_lab.core.odds import Dist
from normandy_lab.theatre.numbers import FACES
from normandy_lab.theatre.setting import Readings
from normandy_lab.theatre.tables import charts
from tests.theatre.helpers import BARE

OWN, READ = charts(), Readings()
FAIR = BARE.setting()


def day(text: str) -> int:
    month, number = text.split()
    return date(1944, {"Jun": 6, "Jul": 7, "Aug": 8}[month], int(number)).toordinal()


@lru_cache(maxsize=1)
def chain() -> dict[int, tuple[Fraction, ...]]:
    return weather.daily(FAIR)


def five(text: str) -> tuple[Fraction, ...]:
    return weather.by_weather(chain()[day(text)])


# -- 4.1, 4.2 ----------------------------------------------------------------------------------

COLUMNS = {
    "Jun 8-15": ("1/2 1/2 0 0", "1/3 1/2 0 1/6", "1/6 1/2 0 1/3", "1/2"),
    "Jun 16-22": ("1/2 1/3 1/6 0", "1/3 1/3 1/3 0", "1/6 1/3 1/3 1/6", "1/3"),
    "Jul 8-15": ("1/2 1/3 1/6 0", "1/3 1/3 1/3 0", "1/6 1/3 1/3 1/6", "1/3"),
    **dict.fromkeys(("Jun 23-30", "Jul 1-7", "Jul 16-22"), ("1/2 1/2 0 0", "1/3 1/2 1/6 0", "1/6 1/2 1/6 1/6", "1/3")),
    **dict.fromkeys(("Jul 23-31", "Aug 1-7", "Aug 8-15", "Aug 16-22"),
                    ("2/3 1/3 0 0", "1/2 1/3 1/6 0", "1/3 1/3 1/6 1/6", "1/3")),
    "Aug 23-31": ("1/2 1/6 1/3 0", "1/3 1/6 1/3 1/6", "1/6 1/6 1/3 1/3", "1/2"),
}  # fmt: skip
STATIONARY = {
    "Jun 8-15": "96/239 96/239 0 47/239",
    **dict.fromkeys(("Jun 16-22", "Jul 8-15"), "1458/4049 1215/4049 972/4049 404/4049"),
    **dict.fromkeys(("Jun 23-30", "Jul 1-7", "Jul 16-22"), "972/2531 1215/2531 243/2531 101/2531"),
    **dict.fromkeys(("Jul 23-31", "Aug 1-7", "Aug 8-15", "Aug 16-22"), "2187/3746 1215/3746 243/3746 101/3746"),
    "Aug 23-31": "288/811 96/811 192/811 235/811",
}


def row(label: str, state: int) -> list[Fraction]:
    (first,) = (each.first for each in OWN.columns if each.label == label)
    found = dict(weather.rolled(OWN, READ, first, state))
    return [Fraction(found.get(each, 0), 6) for each in range(9)]


@pytest.mark.parametrize("label", COLUMNS)
def test_rows_of_transition(label: str) -> None:
    *calm, goes_on = COLUMNS[label]
    for state, wanted in enumerate(calm):
        assert row(label, state) == [*map(Fraction, wanted.split()), *[Fraction(0)] * 5]
    for state in range(4, 8):  # days 2 to 5 of a storm
        found = row(label, state)
        assert (found[state + 1], found[0], sum(found)) == (Fraction(goes_on), 1 - Fraction(goes_on), 1)
    assert (row(label, 3)[4], row(label, 8)[0]) == (1, 1)


def test_june_7_follows_fair_weather() -> None:
    assert row("Jun 7", 0)[:4] == [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6), 0]


@pytest.mark.parametrize("label", STATIONARY)
def test_stationary_distributions(label: str) -> None:
    found = weather.stationary(OWN, READ, label)
    assert [*found[:3], sum(found[3:])] == list(map(Fraction, STATIONARY[label].split()))


def test_length_of_a_storm() -> None:
    assert dict(weather.storm_length(OWN, READ, "Jul 1-7").items()) == {
        2: Fraction(2, 3), 3: Fraction(2, 9), 4: Fraction(2, 27), 5: Fraction(2, 81), 6: Fraction(1, 81),
    }  # fmt: skip
    assert weather.storm_length(OWN, READ, "Jul 1-7").expect() == Fraction(202, 81)
    assert dict(weather.storm_length(OWN, READ, "Jun 8-15").items()) == {
        2: Fraction(1, 2), 3: Fraction(1, 4), 4: Fraction(1, 8), 5: Fraction(1, 16), 6: Fraction(1, 16),
    }  # fmt: skip
    assert weather.storm_length(OWN, READ, "Jun 8-15").expect() == Fraction(47, 16)


# -- 4.3 ---------------------------------------------------------------------------------------

EXACT = {
    "Jun 7": "1/2 1/3 1/6 0 0", "Jun 8": "7/18 1/2 0 1/9 0", "Jun 9": "13/36 4/9 0 1/12 1/9",
    "Jun 10": "83/216 29/72 0 2/27 5/36", "Jun 11": "19/48 85/216 0 29/432 31/216",
}  # fmt: skip
ROUNDED = {
    "Jun 15": (0.402858, 0.401942, 0, 0.066599, 0.128601), "Jun 19": (0.356310, 0.305862, 0.245114, 0.040436, 0.052277),
    "Jun 22": (0.359232, 0.299906, 0.240235, 0.040195, 0.060432),
    "Jun 30": (0.383865, 0.480392, 0.096103, 0.016004, 0.023637),
    "Jul 15": (0.360521, 0.299841, 0.239765, 0.039927, 0.059946),
    "Jul 31": (0.583840, 0.324379, 0.064870, 0.010808, 0.016103),
    "Aug 15": (0.583823, 0.324346, 0.064869, 0.010812, 0.016151),
    "Aug 31": (0.356475, 0.119051, 0.238102, 0.098710, 0.187662),
}  # fmt: skip


@pytest.mark.parametrize("text", EXACT)
def test_weather_of_the_first_days(text: str) -> None:
    assert five(text) == tuple(map(Fraction, EXACT[text].split()))


@pytest.mark.parametrize("text", ROUNDED)
def test_weather_of_later_days(text: str) -> None:
    assert [round(float(share), 6) for share in five(text)] == list(ROUNDED[text])


PERIODS = {
    ("Jun 7", "Jun 7"): (0.5, 0.3333, 0.1667, 0, "0"),
    ("Jun 8", "Jun 15"): (3.1395, 3.3347, 0, 1.5258, "10055/20736"),
    ("Jun 16", "Jun 22"): (2.6240, 2.0848, 1.6402, 0.6510, "10889/46656"),
    ("Jun 23", "Jun 30"): (3.0746, 3.7580, 0.7443, 0.4231, "13339/139968"),
    ("Jul 1", "Jul 7"): (2.6880, 3.3605, 0.6722, 0.2793, "7405/93312"),
    ("Jul 8", "Jul 15"): (2.8746, 2.4515, 1.9685, 0.7054, "453461/1679616"),
    ("Jul 16", "Jul 22"): (2.6908, 3.2784, 0.6483, 0.3826, "7405/93312"),
    ("Jul 23", "Jul 31"): (5.1989, 2.9023, 0.6179, 0.2809, "41713/559872"),
    ("Aug 1", "Aug 7"): (4.0867, 2.2704, 0.4541, 0.1887, "275/5184"),
    ("Aug 8", "Aug 15"): (4.6706, 2.5948, 0.5190, 0.2157, "53611/839808"),
    ("Aug 16", "Aug 22"): (4.0868, 2.2704, 0.4541, 0.1887, "275/5184"),
    ("Aug 23", "Aug 31"): (3.1644, 1.1413, 2.2825, 2.4118, "1272715/1679616"),
}


@pytest.mark.parametrize("period", PERIODS, ids="-".join)
def test_expected_days_of_a_period(period: tuple[str, str]) -> None:
    first, last = map(day, period)
    *wanted, begins = PERIODS[period]
    sums = [sum(weather.by_weather(chain()[at])[n] for at in range(first, last + 1)) for n in range(5)]
    assert [round(float(value), 4) for value in (*sums[:3], sums[3] + sums[4])] == wanted
    assert weather.storm_from_fair(FAIR, first, last) == Fraction(begins)


def test_expected_days_of_the_summer() -> None:
    rolled = [weather.by_weather(shares) for at, shares in chain().items() if at > day("Jun 6")]
    assert all(sum(shares) == 1 for shares in chain().values())
    sums = [sum(column) for column in zip(*rolled, strict=True)]
    assert sum(sums) == 86
    wanted = [38.7989, 29.7804, 10.1678, 7.2529]  # the last one is cut, so that the four sum to 86
    assert [float(v) for v in (*sums[:3], sums[3] + sums[4])] == pytest.approx(wanted, abs=1e-4)
    assert round(float(weather.storms(FAIR).expect()), 5) == 2.80305
    assert weather.storm_days(FAIR).expect() == sums[3] + sums[4]


BY = {"Jun 8": 0.111111, "Jun 10": 0.268519, "Jun 15": 0.547920, "Jun 22": 0.660513, "Jun 30": 0.714556,
      "Jul 15": 0.823158, "Jul 31": 0.865349, "Aug 31": 0.977052}  # fmt: skip


def test_a_storm_by_a_date() -> None:
    first = weather.first_storm(FAIR)
    for text, wanted in BY.items():
        share = sum((chance for at, chance in first.items() if 0 < at <= day(text)), Fraction(0))
        assert round(float(share), 6) == wanted


def test_long_storms() -> None:
    found = {}
    for text in ("Jun 30", "Jul 31", "Aug 31"):
        longest = weather.longest_storm(FAIR._replace(last=day(text)))
        found[text] = round(float(longest.chance(lambda days: days >= 4)), 6)
    assert found == {"Jun 30": 0.158450, "Jul 31": 0.220071, "Aug 31": 0.366640}


def test_the_storm_of_june_19() -> None:
    """It begins that day, and lasts four days or more, or exactly four; the days follow their column."""
    begins = chain()[day("Jun 19")][3]
    column = Fraction(1, 3)  # days 21 and 22: the storm goes on
    assert round(float(begins), 6) == 0.040436
    assert round(float(begins * column**2), 6) == 0.004493
    assert round(float(begins * column**2 * Fraction(2, 3)), 6) == 0.002995
    assert chain()[day("Jun 22")][6] == begins * column**2


def test_the_variant_of_june_8_to_15() -> None:
    setting = BARE.with_({"readings": {"june8_15": "as neighbours"}}).setting()
    june = setting._replace(last=day("Jun 30"))
    plain = FAIR._replace(last=day("Jun 30"))
    assert (
        round(float(weather.storm_days(plain).expect()), 4),
        round(float(weather.storm_days(june).expect()), 4),
    ) == (2.5998, 1.3369)
    assert round(float(1 - weather.first_storm(june)[0]), 6) == 0.466221


# -- 4.4, 4.5 ----------------------------------------------------------------------------------

BEFORE = {
    "Jun 10": (0.13117, 0.26235, 0.39352, 0.52469, 0.65586, 0.78704),
    "Jun 20": (0.10975, 0.26001, 0.41027, 0.56053, 0.71079, 0.90156),
    "Jun 30": (0.14404, 0.30410, 0.46416, 0.62422, 0.78428, 0.96036),
    "Jul 31": (0.15137, 0.31355, 0.47573, 0.63791, 0.80010, 0.97309),
    "Aug 31": (0.07925, 0.19819, 0.31713, 0.43607, 0.55501, 0.71363),
}


@pytest.mark.parametrize("text", BEFORE)
def test_bombardment_before_the_weather_is_known(text: str) -> None:
    shares = dict(zip(nl.theatre.WEATHER, five(text), strict=True))
    chances = [
        sum(share * nl.theatre.bombardment(s, word)["D"] for word, share in shares.items()) for s in OWN.bombard_min
    ]
    assert [round(float(chance), 5) for chance in chances] == list(BEFORE[text])


POSSIBLE = {
    "Jun 7": (0.5, 0.83333, 1, 0.916667), "Jun 10": (0.38426, 0.78704, 0.78704, 0.787037),
    "Jun 20": (0.35609, 0.65851, 0.90156, 0.780036), "Jun 30": (0.38387, 0.86426, 0.96036, 0.912308),
    "Jul 15": (0.36052, 0.66036, 0.90013, 0.780245), "Jul 31": (0.58384, 0.90822, 0.97309, 0.940655),
    "Aug 15": (0.58382, 0.90817, 0.97304, 0.940603), "Aug 31": (0.35648, 0.47553, 0.71363, 0.594577),
}  # fmt: skip


@pytest.mark.parametrize("text", POSSIBLE)
def test_whether_an_operation_is_possible(text: str) -> None:
    """Each chance from what the charts allow in each weather, not from the words of this test."""
    shares = five(text)
    missions = [{word.strip() for word in nl.theatre.effects(w)[0]["effect"].split(",")} for w in nl.theatre.WEATHER]
    air = sum(share for share, each in zip(shares, missions, strict=True) if "air bombardment" in each)
    rail = sum(share for share, each in zip(shares, missions, strict=True) if "rail interdiction" in each)
    strategic = sum(share for share, each in zip(shares, missions, strict=True) if "strategic interdiction" in each)
    assert strategic == sum(share for share, yes in zip(shares, OWN.naval_fire, strict=True) if yes)
    assert strategic == sum(share for share, yes in zip(shares, OWN.mulberry, strict=True) if yes)
    beach = sum(share * factor for share, factor in zip(shares, OWN.beach, strict=True))
    found = [round(float(air), 5), round(float(rail), 5), round(float(strategic), 5), round(float(beach), 6)]
    assert found == list(POSSIBLE[text])


# -- 4.6 ---------------------------------------------------------------------------------------

MULBERRY = {
    "Jun 20": (1, 0, 0, 0, 0, 0), "Jun 21": (0.610250, 0.389750, 0, 0, 0.354916, 0),
    "Jun 25": (0.232584, 0.749257, 0.016410, 0.001749, 0.718836, 0.010814),
    "Jun 30": (0.066856, 0.896875, 0.031425, 0.004844, 0.865987, 0.026274),
    "Jul 15": (0.000975, 0.871032, 0.106711, 0.021282, 0.794006, 0.088257),
    "Jul 31": (0.000007, 0.807171, 0.152460, 0.040363, 0.788492, 0.146246),
    "Aug 15": (0.000000, 0.773354, 0.174780, 0.051867, 0.755444, 0.168144),
    "Aug 31": (0.000000, 0.559741, 0.284623, 0.155636, 0.412373, 0.196800),
}  # fmt: skip


@lru_cache(maxsize=1)
def planned() -> Summer:
    return Summer(nl.load_scenario("theatre/as_planned"))


@lru_cache(maxsize=1)
def of_a() -> Any:
    return planned().site("A").set_index("day")


@pytest.mark.parametrize("text", MULBERRY)
def test_the_fate_of_a_mulberry(text: str) -> None:
    row = of_a().loc[date.fromordinal(day(text)).isoformat()]
    assert [round(float(value), 6) for value in row] == list(MULBERRY[text])


def test_june_21_exactly() -> None:
    assert of_a().loc["1944-06-21", "working"] == Fraction(3016536979, 7739670528)


@pytest.mark.slow
def test_both_mulberries_share_the_weather() -> None:
    both = planned().both()
    whole, lost = ("working", "working"), ("removed", "removed")
    assert round(float(both[day("Jun 30")][whole]), 6) == 0.837828
    assert round(float(both[day("Aug 31")][whole]), 6) == 0.385720
    assert round(float(both[day("Aug 31")][lost]), 6) == 0.069008
    assert both[day("Aug 31")][whole] != of_a()["working"].iloc[-1] ** 2


STORMS = {
    2: "5/6 1/6 0",
    3: "25/36 5/18 1/36",
    4: "25/72 35/72 1/6",
    5: "25/144 5/12 59/144",
    6: "25/864 185/864 109/144",
}


@pytest.mark.parametrize("days", STORMS)
def test_a_working_mulberry_through_one_storm(days: int) -> None:
    found = harbours.through_storm(FAIR, days)
    assert [found[each] for each in ("working", "damaged", "removed")] == list(map(Fraction, STORMS[days].split()))


def test_one_lost_and_one_damaged_as_in_june() -> None:
    four = harbours.through_storm(FAIR, 4)
    assert 2 * four["removed"] * four["damaged"] == Fraction(35, 216)


def test_a_minor_port() -> None:
    setting = BARE.with_({"sites": {"P": {"kind": "minor port"}}}).setting()
    by_day = dict(harbours.joint(setting, harbours.sites_of(setting, False)))
    working = [
        sum((s for (_, fates), s in by_day[day("Jun 21") + n].items() if fates == ("working",)), Fraction(0))
        for n in range(9)
    ]
    assert working == list(map(Fraction, ["1/3", "1/3", "1/2", "1/2", "2/3", "2/3", "5/6", "5/6", "1"]))


def turns_until(level: int, target: int, german: bool) -> Fraction:
    """The mean number of dice from one level to another, as a sum over the levels of the port."""
    own = OWN.demolition if german else OWN.repair
    mean: dict[int, Fraction] = {}

    def solve(at: int) -> Fraction:
        if (at <= target) if german else (at >= target):
            return Fraction(0)
        if at not in mean:
            moves = [own[face - 1] for face in FACES]
            stay = Fraction(moves.count(0), 6)
            mean[at] = (1 + sum((Fraction(1, 6) * solve(max(at + m, 0)) for m in moves if m), Fraction(0))) / (1 - stay)
        return mean[at]

    return solve(level)


def test_demolition_and_repair() -> None:
    """Mean turns from the levels; and the levels of the program day by day give the same mean."""
    assert [turns_until(n, 0, True) for n in (1, 2, 3, 4, 6)] == [
        Fraction(6, 5),
        Fraction(54, 25),
        Fraction(396, 125),
        Fraction(2604, 625),
        Fraction(96354, 15625),
    ]
    port = {"captured": "1944-08-31", "demolition": "1944-06-06", "levels": 6, "level": 6}
    spec = BARE.with_({"ports": {"Cherbourg": {**port, "use": True}}})
    levels = Summer(spec).port("Cherbourg")
    tail = 1 + sum((1 - level[0] for at, level in levels.items() if at < day("Aug 30")), Fraction(0))
    assert abs(float(tail) - 96354 / 15625) < 1e-9
    freed = BARE.with_({"ports": {"Cherbourg": {"captured": "1944-06-06", "level": 0, "use": True}}})
    one = Summer(freed).port("Cherbourg")[day("Jun 9")]
    assert [one[n] for n in range(4)] == [Fraction(1, 27), Fraction(6, 27), Fraction(12, 27), Fraction(8, 27)]


# -- landing, railways -------------------------------------------------------------------------


@pytest.mark.slow
def test_expected_capacity_from_the_fate_of_the_mulberries() -> None:
    """Beaches 30 points by their factor; each Mulberry 16 whole and 8 damaged when it can be used; Cherbourg beside."""
    for text in ("Jun 21", "Jun 30", "Aug 31"):
        shares = five(text)
        row = of_a().loc[date.fromordinal(day(text)).isoformat()]
        beaches = 30 * sum(s * f for s, f in zip(shares, OWN.beach, strict=True))
        cherbourg = planned().port("Cherbourg")[day(text)].expect() * 4
        wanted = beaches + 2 * (16 * row["usable_whole"] + 8 * row["usable_damaged"]) + cherbourg
        assert planned().capacity[day(text)].expect() == wanted


@pytest.mark.slow
def test_tons_with_their_bands() -> None:
    """June 6 is certain; on June 7 five open boxes are halved with 1/6."""
    tons = planned().tons().set_index("day")
    assert tuple(tons.loc["1944-06-06", ["mean", "p10", "p90"]]) == (30_000, 30_000, 30_000)
    assert dict(planned().tons_on("1944-06-07").items()) == {30_000: Fraction(5, 6), 15_000: Fraction(1, 6)}
    assert tons["so_far"].iloc[-1] == planned().total
    with pytest.raises(nl.NormandyError, match=r"give one from 1944-06-06 to 1944-08-31 \(T-19\)"):
        planned().tons_on("1944-09-01")


def test_rail_damage_of_a_summer() -> None:
    """The mean is the sum over days of the mean of that day's column: 3/2 for 6 points, 19/2 for 33."""
    shares = [weather.by_weather(each) for each in chain().values()]
    wanted = sum(each[0] * Fraction(3, 2) + (each[1] + each[2]) * Fraction(19, 2) for each in shares)
    found = planned().rail
    assert found.expect() == wanted
    assert sum(share for _, share in found.items()) == 1


def test_rail_damage_of_few_days_by_counting() -> None:
    """Two days, June 6 fair and June 7 by its row: every pair of dice."""
    spec = BARE.with_({"clock": {"end": "1944-06-07"}})
    own = {word: Dist((nl.theatre.rail(p).odds).items()) for word, p in (("fair", 6), ("overcast", 33))}
    wanted = own["fair"].mix(lambda had: Dist(
        [(had + more, s * Fraction(1, 2)) for more, s in own["fair"].items()]
        + [(had + more, s * Fraction(1, 2)) for more, s in own["overcast"].items()]
    ))  # fmt: skip
    assert Summer(spec).rail == wanted


# -- allocation --------------------------------------------------------------------------------


def test_the_american_fleet_spreads_its_fire() -> None:
    """Spec 4.4: nine pairs of destroyers, the rest one by one: 9/2 in clear weather, 13/6 under overcast_2."""
    ships = {"US-BB": 1, "US-CA": 3, "US-DD": 19}
    for word, wanted in (("fair", Fraction(9, 2)), ("overcast_2", Fraction(13, 6)), ("storm_1", Fraction(0))):
        found = best_fire(23, word, units=ships)
        assert found.expected == wanted
        assert found.bound == pytest.approx(float(wanted), abs=1e-6)


def test_the_best_fire_by_trying_everything() -> None:
    """Three destroyers and a cruiser at two hexes, of which one is out of the reach of destroyers and worth two."""
    ships, targets, worth = {"US-DD": 3, "US-CA": 1}, {"near": 5, "far": 7}, {"far": 2}
    best = Fraction(0)
    for pairs in range(4):
        for cruiser in (0, 1):
            near, far = 2 * pairs + 6 * cruiser, 6 * (1 - cruiser)
            value = nl.theatre.bombardment(near)["D"] + 2 * nl.theatre.bombardment(far)["D"]
            best = max(best, value)
    found = best_fire(targets, units=ships, worth=worth)
    assert (found.expected, found.bound) == (best, pytest.approx(float(best)))


def test_zones_for_air_points() -> None:
    """Spec 2.4."""
    wanted = {5: 19, 8: 37, 12: 61, 18: 81, 24: 122, 36: 183, 0: 0, 1: 1}
    assert {points: int(best_zones(points).expected) for points in wanted} == wanted
    assert best_zones(36).bound == pytest.approx(183)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: best_fire(3, units={"US-DD": 20}), r"there are 19 US-DD, not 20 \(CH 2\)"),
        (lambda: best_fire(3, units={"US-D": 2}), 'Did you mean "US-DD"'),
        (lambda: best_fire(3, fire="coastal"), "use naval or air"),
        (lambda: best_fire(-1), "give 0 to 100"),
        (lambda: best_fire(None), "neither a number of hexes nor"),
        (lambda: best_zones(-1), "CH 3.1"),
        (lambda: nl.summer("d_day"), "is no theatre scenario"),
        (lambda: nl.summer("theatre/as_planned", rail={"rain": 3}), "points by weather"),
        (lambda: nl.summer("theatre/as_planned", rail={"fair": -1}), r"give 0 or more \(CH 4\)"),
        (lambda: planned().draw(1), "give 2 to"),
        (lambda: planned().site("C"), "there is no site 'C'"),
        (lambda: planned().port("Caen"), "there is no major port"),
    ],
)
def test_bad_input_in_words(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(nl.NormandyError, match=said):
        call()


# -- sampling beside it ------------------------------------------------------------------------


@pytest.mark.slow
def test_a_hundred_thousand_summers_agree_within_three_standard_errors() -> None:
    found = planned().compared(100_000, seed=1)
    assert len(found) >= 20
    assert found["z"].abs().max() < 3, found


def test_sampling_is_the_same_for_the_same_seed() -> None:
    once, again, other = (planned().draw(500, seed).landed.sum() for seed in (7, 7, 8))
    assert once == again != other


@pytest.mark.slow
@pytest.mark.parametrize("name", ["as_it_was", "no_mulberries", "cherbourg_late", "record_weather"])
def test_other_scenarios_agree_too(name: str) -> None:
    """A bound of four for as many quantities of four scenarios."""
    assert nl.summer(f"theatre/{name}").compared(20_000, seed=5)["z"].abs().max() < 4


@pytest.mark.slow
def test_played_summers_agree_with_both() -> None:
    """Four hundred games by the doctrine, each mean within four standard errors of the exact one."""
    batch = nl.simulate("theatre/as_planned", games=400, seed=3, workers=1, progress=False)
    games, exact = batch.games, planned()
    wanted = {
        "tons": exact.total, "storm_days": exact.storm_days().expect(), "storms": exact.storms().expect(),
        "longest_storm": exact.longest_storm().expect(), "cuts": exact.rail.expect(),
    }  # fmt: skip
    for name, value in wanted.items():
        error = games[name].std() / len(games) ** 0.5
        assert abs(games[name].mean() - float(value)) < 4 * error, name
