"""Every cell of the charts: as printed here by hand, as the data file has it, and as a lookup answers it."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

import normandy_lab as nl
from normandy_lab.theatre import numbers
from normandy_lab.theatre.setting import Readings, day_of
from normandy_lab.theatre.tables import CODES, charts, find_cell, tables

TOML = tomllib.loads(
    (Path(__file__).parents[2] / "normandy_lab/data/theatre/campaign_charts.toml").read_text(encoding="utf-8")
)
T = nl.theatre
WORD = {"F": "fair", "OV1": "overcast_1", "OV2": "overcast_2", "ST": "storm", "-": "-"}

# The charts once more, typed from the page: rows are dice.
BOMBARDMENT = ["-----D-", "----DD-", "---DDD-", "--DDDD-", "-DDDDD-", "DDDDDDD"]
WEATHER = [
    "F F F F F F F F F F F F",
    "F F F F F F F F F F F F",
    "F F F F F F F F F F F F",
    "OV1 OV1 OV1 OV1 OV1 OV1 OV1 F F F F OV1",
    "OV1 OV1 OV1 OV1 OV1 OV1 OV1 OV1 OV1 OV1 OV1 OV2",
    "OV2 OV1 OV2 OV1 OV1 OV2 OV1 OV1 OV1 OV1 OV1 OV2",
    "- ST OV2 OV2 OV2 OV2 OV2 OV2 OV2 OV2 OV2 ST",
    "- ST ST ST ST ST ST ST ST ST ST ST",
]
CUTS = [
    (0, 0, 0, 3, 4, 5),
    (0, 0, 3, 4, 5, 6),
    (1, 3, 4, 6, 7, 9),
    (2, 4, 5, 7, 8, 10),
    (3, 5, 6, 8, 9, 12),
    (3, 6, 7, 9, 10, 15),
]
PORTS = {
    "construction/mulberry": [0, 0, 0, 2, 3, 4], "construction/port": [0, 0, 2, 4, 6, 8],
    "storm damage/2-3": list("-----D"), "storm damage/4-5": list("---DDD"), "storm damage/6": list("-DDDDD"),
    "demolition/levels": [0, -1, -1, -1, -1, -2], "repair/levels": [0, 0, 1, 1, 1, 1],
}  # fmt: skip


def test_every_cell_as_it_is_printed() -> None:
    found = tables()
    assert ["".join(row) for row in found["bombardment"].cells] == BOMBARDMENT
    assert list(found["weather"].cells) == [tuple(WORD[w] for w in line.split()) for line in WEATHER]
    assert list(found["cuts"].cells) == CUTS
    for place, column in PORTS.items():
        name, _, head = place.partition("/")
        assert list(found[name].column(head)) == column, place


def test_every_cell_against_the_data_file() -> None:
    found = tables()
    for name, rows in (
        ("bombardment", TOML["bombardment"]["results"]),
        ("cuts", TOML["strategic_interdiction"]["cuts"]),
    ):
        assert [list(row)[:6] for row in found[name].cells] == rows
    for column in TOML["weather"]["column"]:
        assert list(found["weather"].column(column["label"])) == [WORD[each] for each in column["results"]]
    assert list(found["interdiction"].column("points")) == TOML["interdiction"]["points_min"]
    assert list(found["interdiction"].column("hexes")) == TOML["interdiction"]["hexes_covered"]
    for name in ("naval", "air"):
        wanted = {f"{unit['nation']}-{unit['type'].upper()}": unit for unit in TOML[name]["units"]}
        assert list(wanted) == list(found[name].rows)
        for row, unit in wanted.items():
            assert [found[name].at(row, key) for key in found[name].columns] == [
                unit[key] for key in found[name].columns
            ]


def test_totals_of_the_fleet_and_the_air_force() -> None:
    own = charts()
    fleet = {nation: sum(k.number * k.factors for k in own.naval if k.id.startswith(nation)) for nation in ("US", "CW")}
    assert fleet == {"US": 61, "CW": 163}
    points = {kind.id: kind.number * kind.factors for kind in own.air}
    assert points["US-FB"] + points["CW-FB"] == 36
    assert sum(points[each] for each in ("US-LB", "US-MB", "CW-LB", "CW-MB")) == 27
    assert points["US-HB"] == 6


EDGES = {0: -1, 1: 0, 3: 0, 4: 1, 9: 1, 10: 2, 15: 2, 16: 3, 22: 3, 23: 4, 30: 4, 31: 5, 99: 5}


@pytest.mark.parametrize(("strength", "at"), EDGES.items())
def test_bombardment_at_the_edges_of_its_columns(strength: int, at: int) -> None:
    """Spec 4.4: column i (1 to 6) disrupts when the modified roll is at least 7 - i."""
    for modifier in (0, -1, -2):
        rolls = [min(max(face + modifier, 1), 6) for face in range(1, 7)]
        wanted = Fraction(sum(at >= 0 and roll >= 6 - at for roll in rolls), 6)
        assert T.bombardment(strength, modifier=modifier)["D"] == wanted


@pytest.mark.parametrize(
    ("points", "at"), {5: -1, 6: 0, 10: 0, 11: 1, 15: 1, 16: 2, 23: 2, 24: 3, 27: 3, 28: 4, 31: 4, 32: 5}.items()
)
def test_rail_cuts_at_the_edges_of_their_columns(points: int, at: int) -> None:
    wanted = [row[at] for row in CUTS] if at >= 0 else [0] * 6
    answer = T.rail(points)
    assert {each: answer[each] for each in set(wanted)} == {
        each: Fraction(wanted.count(each), 6) for each in set(wanted)
    }


MEANS = [(6, "3/2", "19/12", "1/3"), (11, "3", "16/3", "1/3"), (16, "25/6", "185/36", "1/6"),
         (24, "37/6", "161/36", "0"), (28, "43/6", "161/36", "0"), (32, "19/2", "139/12", "0")]  # fmt: skip


@pytest.mark.parametrize(("points", "mean", "variance", "none"), MEANS)
def test_means_of_rail_cuts(points: int, mean: str, variance: str, none: str) -> None:
    """Spec 2.5."""
    answer = T.rail(points)
    assert answer.mean == Fraction(mean)
    assert answer.odds.expect(lambda cuts: cuts * cuts) - answer.mean**2 == Fraction(variance)
    assert answer[0] == Fraction(none)
    assert T.rail(points, days=7).mean == 7 * Fraction(mean)


def test_radius_and_hexes() -> None:
    """3r(r - 1) + 1 hexes lie within r - 1 of a hex."""
    hexes = {0: 0, 1: 1, 2: 1, 3: 7, 4: 7, 5: 19, 7: 19, 8: 37, 11: 37, 12: 61, 40: 61}
    assert {points: T.interdiction(points).total for points in hexes} == hexes


@pytest.mark.parametrize("column", TOML["weather"]["column"], ids=lambda column: column["label"])
def test_the_table_rolls_what_it_prints(column: dict) -> None:
    """Each cell, reached by every weather before and every die."""
    modifiers = {"fair": -1, "overcast_1": 0, "overcast_2": 1}
    for after, modifier in modifiers.items():
        rows = [min(max(face + modifier, 0), 7) for face in range(1, 7)]
        if column["label"] == "Jun 7" and max(rows) > 5:
            continue
        wanted = [{"storm": "storm_1"}.get(WORD[column["results"][row]], WORD[column["results"][row]]) for row in rows]
        for day in (column["first"], column["last"]):
            answer = T.weather(day.isoformat(), after)
            assert {word: answer[word] for word in set(wanted)} == {
                word: Fraction(wanted.count(word), 6) for word in set(wanted)
            }
    storms = sum(column["results"][min(face + 2, 7)] == "ST" for face in range(1, 7))
    if column["label"] != "Jun 7":
        for number in range(2, 6):
            assert T.weather(column["last"].isoformat(), "storm_2", number)["storm_2"] == Fraction(storms, 6)
        assert T.weather(column["last"].isoformat(), "storm_1")["storm_2"] == 1
        assert T.weather(column["last"].isoformat(), "storm_2", 6)["fair"] == 1


def test_probabilities_of_disruption_of_the_specification() -> None:
    """Spec 4.4, whole rows."""
    strengths = (1, 4, 10, 16, 23, 31)
    rows = {"fair": "1/6 1/3 1/2 2/3 5/6 1", "overcast_1": "1/6 1/3 1/2 2/3 5/6 1", "overcast_2": "0 1/6 1/3 1/2 2/3 1",
            "storm_1": "0 0 0 0 0 0", "storm_2": "0 0 0 0 0 0"}  # fmt: skip
    for word, shares in rows.items():
        assert [T.bombardment(s, word)["D"] for s in strengths] == [Fraction(share) for share in shares.split()]
    both = [T.bombardment(s, "overcast_2", fortified=True, fort_modifier=-1)["D"] for s in strengths]
    assert both == [Fraction(share) for share in ["0", "0", "1/6", "1/3", "1/2", "1"]]
    assert T.bombardment(1, fire="rocket")["D"] == Fraction(1, 6)
    assert T.bombardment(2, fire="rocket")["D"] == Fraction(11, 36)


def test_the_minus_one_is_for_ships_alone() -> None:
    assert T.bombardment(18, "overcast_2", fire="coastal")["D"] == Fraction(2, 3)
    assert T.bombardment(18, "storm_1", fire="coastal")["D"] == Fraction(2, 3)
    with pytest.raises(nl.NormandyError, match="T-14"):
        T.bombardment(18, "storm_1", fire="coastal", coast_in_storms=False)
    with pytest.raises(nl.NormandyError, match=r"no air bombardment in overcast_1; .*CH 5.3"):
        T.bombardment(18, "overcast_1", fire="air")


def test_what_each_weather_allows() -> None:
    """Spec 2.6; the box of 5 rounds down to 2, that of 1 to nothing."""
    missions = {word: T.effects(word)[0]["effect"] for word in T.WEATHER}
    assert missions["overcast_1"] == "rail interdiction, strategic interdiction, air supply"
    assert missions["overcast_2"] == "strategic interdiction"
    assert (missions["storm_1"], missions["storm_2"]) == ("none", "none")
    assert missions["fair"].count(",") == 4
    takes = lambda word, boxes, **more: T.effects(word, boxes, **more)[2]["effect"]  # noqa: E731
    assert [takes(word, (5, 1)) for word in T.WEATHER] == ["6 of 6", "6 of 6", "2 of 6", "0 of 6", "0 of 6"]
    assert takes("overcast_2", (5, 1), halve="total") == "3 of 6"
    assert [T.effects(word)[3]["effect"] for word in T.WEATHER] == ["full", "full", "full", "closed", "closed"]
    assert {T.effects(word)[4]["effect"] for word in T.WEATHER} == {"full"}


def test_harbours_by_their_dice() -> None:
    assert [T.storm_damage(day)["D"] for day in range(1, 7)] == [Fraction(n, 6) for n in (0, 1, 1, 3, 3, 5)]
    assert T.construction("mulberry").mean == 14 + Fraction(3, 2)
    assert T.construction("port").mean == 14 + Fraction(10, 3)
    assert (T.harbour("demolition").mean, T.harbour("repair").mean) == (-1, Fraction(2, 3))


def test_fortifications_row_by_row() -> None:
    rows = TOML["fortification"]["row"]
    assert len(rows) == 11
    for row in rows:
        assert T.fortification(row["units_in"], row["on"]) == (tuple(map(str, row["defense"])), tuple(row["class"]))
    with pytest.raises(nl.NormandyError, match=r"CH 7"):
        T.fortification(False, ["INF", "ARM"])


# -- readings and cells ------------------------------------------------------------------------


def test_june_8_to_15_with_its_variant() -> None:
    assert T.weather("1944-06-10", "overcast_2")["storm_1"] == Fraction(1, 3)
    other = T.weather("1944-06-10", "overcast_2", june8_15="as neighbours")
    assert (other["storm_1"], other["overcast_2"]) == (Fraction(1, 6), Fraction(1, 6))


def test_june_7_after_other_weather_is_refused_or_read_beside() -> None:
    with pytest.raises(nl.NormandyError, match=r"no result for a modified roll of 6 \(CH 5, T-2\)"):
        T.weather("1944-06-07", "overcast_1")
    assert T.weather("1944-06-07", "overcast_1", june7="Jun 8-15")["storm_1"] == Fraction(1, 6)
    assert T.weather("1944-06-07", "fair")["overcast_2"] == Fraction(1, 6)


def test_one_step_holds_the_marker_back() -> None:
    """From fair the 5 of June 20 is overcast_2; a marker that moves one step stops at overcast_1."""
    assert T.weather("1944-06-20", "fair")["overcast_2"] == Fraction(1, 6)
    assert T.weather("1944-06-20", "fair", one_step=True)["overcast_2"] == 0
    assert T.weather("1944-06-20", "overcast_1", one_step=True)["storm_1"] == 0
    assert T.weather("1944-06-20", "overcast_2", one_step=True)["fair"] == 0


def test_a_cell_of_ones_own() -> None:
    cells = {"weather/Jun 16-22/7+": "overcast_2", "bombardment/16-22/3": "-", "cuts/16-23/1": 6}
    assert T.weather("1944-06-20", "overcast_2", cells=cells)["storm_1"] == 0
    assert T.bombardment(18, cells=cells)["D"] == Fraction(1, 2)
    assert T.rail(16, cells=cells).mean == Fraction(31, 6)
    assert T.rail(16).mean == Fraction(25, 6)


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"weather/Jun 16-22": "fair"}, "write table/column/row"),
        ({"wether/Jun 16-22/6": "fair"}, 'Did you mean "weather"'),
        ({"weather/Jun 16-22/8": "fair"}, "there is no row '8'"),
        ({"weather/Jun 17/6": "fair"}, "there is no column 'Jun 17'"),
        ({"weather/Jun 16-22/6": "-"}, "fair, overcast_1, overcast_2, storm"),
        ({"cuts/16-23/1": "D"}, "0 to 99"),
        ({"cuts/16-23/1": True}, "0 to 99"),
    ],
)
def test_cells_that_do_not_exist(cells: dict, said: str) -> None:
    with pytest.raises(nl.NormandyError, match=said):
        T.rail(16, cells=cells)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: T.bombardment(-1), r"strength: -1 is not allowed \(CH 1\); give 0 or more"),
        (lambda: T.bombardment(1.5), r"1.5 is no whole number \(CH 1\)"),
        (lambda: T.bombardment(3, "fare"), r'weather: \'fare\' is not known \(CH 5\). Did you mean "fair"'),
        (lambda: T.bombardment(3, None), "Use one of: fair, overcast_1"),
        (lambda: T.bombardment(3, fire="land"), "CH 1.1"),
        (lambda: T.bombardment(3, fire="rocket"), r"3 rockets .* give 1 or 2 \(CH 1.3\)"),
        (lambda: T.bombardment(1, "overcast_2", fire="rocket"), "June 6 only"),
        (lambda: T.bombardment(3, fort_modifer=1), 'Did you mean "fort_modifier"'),
        (lambda: T.weather("1944-06-06"), "from 1944-06-07 to 1944-08-31"),
        (lambda: T.weather("1944-09-01"), "from 1944-06-07 to 1944-08-31"),
        (lambda: T.weather("June 20"), "write one such as 1944-06-20"),
        (lambda: T.weather("1944-06-20", "storm_2", 7), "day 2 to 6"),
        (lambda: T.rail(-3), r"points: -3 is not allowed \(CH 4\)"),
        (lambda: T.rail(6, days=0), "give 1 to 87"),
        (lambda: T.storm_damage(7), "give 1 to 6"),
        (lambda: T.construction("harbour"), "mulberry, port"),
        (lambda: T.interdiction(-1), "CH 3.1"),
    ],
)
def test_bad_input_names_the_clause_and_what_is_allowed(call, said: str) -> None:
    with pytest.raises(nl.NormandyError, match=said):
        call()


def test_a_storm_never_follows_fair_weather() -> None:
    """Spec 4.1: whatever the column."""
    own, read = charts(), Readings()
    days = range(day_of("1944-06-07"), day_of("1944-08-31") + 1)
    assert all(
        numbers.next_state(own, read, day, CODES["fair"], face) != CODES["storm"]
        for day in days
        for face in range(1, 7)
    )


def test_a_cell_is_found_by_its_name() -> None:
    name, table, row, column = find_cell("weather/Jun 8-15/6")
    assert (name, table.cells[row][column], table.rule) == ("weather", "storm", "CH 5")
