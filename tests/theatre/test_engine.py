"""A day of the summer, phase by phase, with dice that are thrown by hand (spec 2 and 3)."""

from __future__ import annotations

import pytest

import normandy_lab as nl
from normandy_lab.theatre.state import REMOVED, WORKING
from tests.theatre.helpers import BARE, Summer

A = {"sites": {"A": {"kind": "mulberry", "use": True}}}
HEX = {"targets": {"Hex": {"range": 6, "coastal": True, "last": "1944-08-31"}}}


# -- weather -----------------------------------------------------------------------------------


def test_the_first_day_is_fair_and_not_rolled() -> None:
    summer = Summer()
    assert summer.day("Jun-06")["weather"] == "fair"
    assert summer.to("weather").game.decision.roll.key == ("weather", "1944-06-07")


def test_a_summer_may_begin_in_a_storm() -> None:
    summer = Summer(clock={"weather": "storm_1"}, readings={"june7": "Jun 8-15"}).to("weather")
    assert [summer.day(f"Jun-0{n}")["storm"] for n in (6, 7)] == [1, 2]
    assert summer.game.table("score").set_index("term").loc["storms", "value"] == 1


@pytest.mark.parametrize(("faces", "words"), [
    ((6,), ("overcast_2",)),  # June 7, -1 after fair: a 5
    ((5, 6), ("overcast_1", "storm_1")),  # June 8: 6 after overcast_1
    ((6, 5), ("overcast_2", "storm_1")),  # June 8: 5 + 1 after overcast_2
    ((4, 4), ("overcast_1", "overcast_1")),
])  # fmt: skip
def test_weather_by_its_column_and_the_day_before(faces: tuple[int, ...], words: tuple[str, ...]) -> None:
    summer = Summer()
    for face, word, day in zip(faces, words, ("Jun-07", "Jun-08"), strict=False):
        summer.to("weather").do(f"roll {face}")
        assert summer.day(day)["weather"] == word


def test_a_storm_goes_on_by_dice_and_ends_fair() -> None:
    """June 8 is ST-1, June 9 follows by itself, then +2: a 4 is a 6, a storm in that column; a 3 is a 5, so fair."""
    summer = Summer("1S").to("weather")
    assert [summer.day(day)["weather"] for day in ("Jun-08", "Jun-09")] == ["storm_1", "storm_2"]
    assert summer.game.explain("weather").total == 2
    summer.do("roll 4")
    assert (summer.day("Jun-10")["weather"], summer.day("Jun-10")["storm"]) == ("storm_2", 3)
    summer.to("weather").do("roll 3")
    assert summer.day("Jun-11")["weather"] == "fair"


def test_six_days_of_storm_are_followed_by_fair_weather_without_a_die() -> None:
    summer = Summer("1SSSSSS").to("weather")
    assert summer.day("Jun-13")["storm"] == 6
    assert summer.day("Jun-14")["weather"] == "fair"
    assert summer.game.decision.roll.key == ("weather", "1944-06-15")


def test_a_storm_on_the_last_day() -> None:
    summer = Summer(clock={"start": "1944-08-29", "end": "1944-08-31"})
    summer.to("weather").do("roll 5").to("weather").do("roll 6")  # 5 - 1: overcast_2 in late August; 6 + 1: a storm
    assert summer.day("Aug-31")["weather"] == "storm_1"
    summer.to("weather")
    assert summer.game.result.how == "the summer is over"
    assert summer.game.explain("landed").total == (30 + 15) * 1000


def test_beaches_by_the_weather() -> None:
    """Boxes of 5 and 1: six in fair weather, two under overcast_2, box by box; none in a storm."""
    summer = Summer("2S", landing={"boxes": [5, 1], "tons_per_point": 10}).to("weather")
    assert [summer.day(f"Jun-0{n}")["tons"] for n in (6, 7, 8, 9)] == [60, 20, 0, 0]


# -- Mulberries and ports ----------------------------------------------------------------------


def test_a_mulberry_is_rolled_for_on_the_fifteenth_day_of_its_work() -> None:
    """Begun June 7, turn 2: the die falls on turn 16, June 21; a 1 works that day."""
    summer = Summer(**A).to("works")
    assert summer.game.system.turn(summer.state) == "Jun-21"
    works = Summer(**A).to("works").do("roll 1")
    assert works.state.sites[0].stage == WORKING
    works.to("weather")
    assert works.day("Jun-21")["mulberries"] == 16


def test_more_turns_are_known_and_not_rolled_again() -> None:
    """A 5 adds three turns: June 24."""
    summer = Summer(**A).to("works").do("roll 5")
    assert (summer.state.sites[0].due, summer.state.sites[0].known) == (19, True)
    summer.to("works")
    assert [summer.day(f"Jun-{n}")["mulberries"] for n in (21, 23, 24)] == [0, 0, 16]


def test_a_storm_before_the_die_puts_it_off() -> None:
    """ST-1 on June 20, ST-2 on June 21, the day of the die: the D comes first and the die waits until June 26."""
    summer = Summer("F" * 13 + "S" + "S" + "FFFFFF", **A).to("storm")
    assert summer.game.system.turn(summer.state) == "Jun-21"
    summer.do("roll 6")
    assert summer.state.sites[0].due == 21
    summer.to("works")
    assert summer.game.system.turn(summer.state) == "Jun-26"


@pytest.mark.parametrize(("reading", "due"), [("five turns", 29), ("none", 24)])
def test_a_storm_after_the_die(reading: str, due: int) -> None:
    """A 5 on June 21 names June 24; a storm on June 22 and 23 with a D adds five turns, or nothing by the reading."""
    summer = Summer("F" * 15 + "SSFFFFFFF", **A, readings={"late_damage": reading}).to("works").do("roll 5").to("storm")
    summer.do("roll 6").to("weather")
    days = [n for n in range(21, 31) if summer.day(f"Jun-{n}")["mulberries"]]
    assert days[0] == due


def test_two_d_on_different_days_remove_a_mulberry() -> None:
    """No die on ST-1; days 2 and 3 need a 6."""
    summer = Summer("FFSSSF", sites={"A": {"use": True, "works": "1944-06-07"}}).to("storm")
    assert summer.game.system.turn(summer.state) == "Jun-10"
    summer.do("roll 6").to("storm")
    assert (summer.state.sites[0].hits, summer.game.system.turn(summer.state)) == (1, "Jun-11")
    summer.do("roll 6")
    assert summer.state.sites[0].stage == REMOVED


def test_a_damaged_mulberry_takes_eight_and_keeps_its_damage_for_the_next_storm() -> None:
    summer = Summer("FFSSFSSF", sites={"A": {"use": True, "works": "1944-06-07"}})
    summer.to("storm").do("roll 6").to("storm")
    assert [summer.day(f"Jun-{n:02}")["mulberries"] for n in (7, 9, 10, 11)] == [16, 0, 0, 8]
    summer.do("roll 6")
    assert summer.state.sites[0].stage == REMOVED


def test_minor_ports_have_their_own_column_and_are_used_in_a_storm() -> None:
    """A 3 adds two turns; a storm does not close it, nor is it rolled for."""
    patch = {"sites": {"P": {"kind": "minor port"}}}
    summer = Summer("F" * 17 + "SS", **patch).to("works").do("roll 3").to("weather")
    assert [summer.day(f"Jun-{n}")["minor"] for n in (22, 23, 24, 25)] == [0, 2, 2, 2]


def test_the_allies_choose_when_to_begin() -> None:
    summer = Summer(sites={"A": {"use": True, "begins": "choose"}})
    assert summer.game.decision.step == "begin"
    summer.do("begin A")
    assert summer.state.sites[0].due == 15


def test_a_major_port_is_demolished_held_and_repaired() -> None:
    """Levels 6: -2 on June 7, 0 on June 8, captured June 9, a repair of one on June 10."""
    port = {"captured": "1944-06-09", "demolition": "1944-06-07", "use": True}
    summer = Summer(ports={"Cherbourg": port}).to("demolish")
    assert summer.game.actor == "german"
    summer.do("demolish Cherbourg", "roll 6").to("demolish").do("demolish Cherbourg", "roll 1")
    assert summer.state.levels == (4,)
    summer.to("repair")
    assert (summer.game.system.turn(summer.state), summer.day("Jun-09")["major"]) == ("Jun-10", 16)
    summer.do("roll 3")
    assert summer.state.levels == (5,)
    spared = Summer(ports={"Cherbourg": port}).to("demolish").do("spare Cherbourg").to("demolish").do("spare Cherbourg")
    assert spared.to("weather").state.levels == (6,)


# -- aircraft ----------------------------------------------------------------------------------


def test_what_flies_where() -> None:
    summer = Summer(**HEX)
    summer.do("bomb US-MB 8 Hex", "interdict US-FB 12 1", "interdict CW-FB 3 2", "strategic US-HB 6", "end")
    assert summer.game.decision.roll.key == ("bombs", "1944-06-06", "Hex")
    summer.do("roll 3")  # 16 factors: the column 16-22
    assert summer.state.hit == 1
    summer.do("roll 5")  # 6 points
    assert (summer.state.damage, summer.day("Jun-06")["cuts"]) == (3, 3)
    assert summer.day("Jun-06")["covered"] == 61 + 7


def test_rail_damage_adds_up_and_a_scenario_may_mend_it() -> None:
    """3 on June 6 and 2 on June 7; three evenings, that of June 8 too, mend one each."""

    def after_two_days(**readings: int) -> int:
        summer = Summer("FF", readings=readings).do("strategic US-HB 6", "end", "roll 6").to("fly")
        return summer.do("strategic US-HB 6", "end", "roll 4").to("weather").state.damage

    assert (after_two_days(), after_two_days(rail_repair=1)) == (5, 2)


def test_fewer_than_six_points_roll_nothing() -> None:
    summer = Summer().do("strategic US-HB 5", "end")
    assert summer.game.decision.step == "weather"


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("bomb US-FB 1 Hex", "CH 1.4"),
        ("interdict US-HB 1 1", "T-9"),
        ("interdict US-FB 1 2", "CH 3.1"),
        ("interdict US-FB 19 1", "CH 3"),
        ("strategic US-HB 7", "CH 3"),
        ("strategic US-HB 0", "CH 3"),
        ("bomb US-MB 9 Hex", "CH 3"),
        ("fire US-DD 1 Hex", "CH 3"),
    ],
)
def test_missions_that_are_refused(action: str, rule: str) -> None:
    summer = Summer(**HEX)
    refusal = summer.game.why_not(action)
    assert (refusal.rule, bool(refusal.fix)) == (rule, True)
    with pytest.raises(nl.IllegalAction):
        summer.do(action)


def test_overcast_grounds_them() -> None:
    summer = Summer("12S", **HEX).to("fly").do("end").to("fly")
    assert summer.why("interdict US-FB 1 1") == "CH 5.3"
    assert summer.why("bomb US-MB 1 Hex") == "CH 5.3"
    assert summer.why("strategic US-FB 6") == ""
    assert "strategic" in summer.game.why_not("bomb US-MB 1 Hex").text
    summer.do("end").to("fly").do("end").to("fly")
    assert summer.game.system.turn(summer.state) == "Jun-11", "on June 9 and 10 a storm: nobody is asked"


# -- ships and coastal artillery ---------------------------------------------------------------


def test_all_ships_at_a_hex_are_one_attack() -> None:
    summer = Summer(**HEX).to("guns").do("fire US-DD 5 Hex", "fire US-CA 1 Hex", "end")
    assert "16 factors" in summer.game.decision.prompt
    summer.do("roll 2").to("guns")
    assert summer.day("Jun-06")["disrupted"] == 0
    hit = Summer(**HEX).to("guns").do("fire US-DD 5 Hex", "fire US-CA 1 Hex", "end", "roll 3").to("guns")
    assert hit.day("Jun-06")["disrupted"] == 1


def test_overcast_2_takes_one_off_the_die_of_ships() -> None:
    """16 factors, a 3 becomes a 2: no effect; with a fort of -1 a 4 does too."""
    fort = {"targets": {"Hex": {"range": 6, "fort": True, "last": "1944-08-31"}}, "readings": {"fort_modifier": -1}}
    for patch, face, hit in ((HEX, 3, 0), (HEX, 4, 1), (fort, 4, 0), (fort, 5, 1)):
        summer = Summer("2F", **patch).to("guns").do("end").to("guns").do("fire US-DD 8 Hex", "end", f"roll {face}")
        assert summer.to("guns").day("Jun-07")["disrupted"] == hit


def test_rockets_on_the_first_day_each_by_itself() -> None:
    summer = Summer(**HEX).to("guns").do("fire US-ROCKET 2 Hex")
    assert summer.why("fire CW-ROCKET 1 Hex") == "CH 1.3"
    summer.do("end")
    assert summer.game.decision.step == "rocket"
    summer.do("roll 5")
    assert summer.game.decision.step == "rocket"
    summer.do("roll 6").to("guns")
    assert summer.day("Jun-06")["disrupted"] == 1
    assert summer.why("fire US-ROCKET 1 Hex") == "CH 1.3"


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("fire US-DD 20 Hex", "CH 2"),
        ("fire CW-DD 1 Hex", "CH 2"),
        ("fire US-ROCKET 3 Hex", "CH 1.3"),
        ("fire US-DD 0 Hex", "CH 2"),
    ],
)
def test_fire_that_is_refused(action: str, rule: str) -> None:
    assert Summer(**HEX).to("guns").why(action) == rule


def test_a_hex_that_is_no_target_today() -> None:
    late = {"targets": {"Hex": {"range": 3, "first": "1944-06-08"}, "Other": {"range": 3}}}
    assert Summer(**late).to("guns").why("fire US-DD 1 Hex") == "T-20"


def test_ships_may_split_their_factors_where_a_scenario_says_so() -> None:
    two = {"targets": {"Hex": {"range": 3}, "Other": {"range": 3}}, "readings": {"split_fire": True}}
    summer = Summer(**two).to("guns").do("fire US-BB 4 Hex", "fire US-BB 1 Other")
    assert summer.why("fire US-BB 1 Hex") == "CH 2"
    plain = Summer(targets=two["targets"]).to("guns").do("fire US-BB 1 Hex")
    assert plain.why("fire US-BB 1 Other") == "CH 2"


def test_no_ship_fires_in_a_storm() -> None:
    summer = Summer("1SSF", **HEX).to("guns").do("end").to("guns").do("end").to("guns")
    assert summer.game.system.turn(summer.state) == "Jun-10"


def test_coastal_artillery_adds_up_at_each_box() -> None:
    """Boxes 1 and 2 take 6 + 4 = 10 and 4 factors: a 4 hits the first; three units lose a step each."""
    guns = {"One": {"strength": 6, "boxes": [1]}, "Two": {"strength": 4, "boxes": [1, 2]}}
    summer = Summer(batteries=guns).to("coast")
    assert "box 1: 10 factors" in summer.game.decision.prompt
    summer.do("roll 4")
    assert "box 2: 4 factors" in summer.game.decision.prompt
    summer.do("roll 4").to("weather")
    assert summer.day("Jun-06")["steps"] == 3


@pytest.mark.parametrize(("silent", "step"), [(False, "coast"), (True, "fly")])
def test_coastal_artillery_in_a_storm_by_the_reading(silent: bool, step: str) -> None:
    guns = {"One": {"strength": 6, "boxes": [1]}}
    summer = Summer("1SF", batteries=guns, readings={"coast_in_storms": not silent}).to("coast").do("roll 1")
    summer.to("coast").do("roll 1")
    while summer.game.decision.step not in ("coast", "fly"):
        summer.do("end")
    assert summer.game.decision.step == step


# -- scenarios ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("patch", "said"),
    [
        ({"clock": {"start": "1944-06-04"}}, "the charts have no 1944-06-04 (T-19). Give a day from 1944-06-05"),
        ({"clock": {"end": "June"}}, "Write one such as 1944-06-20"),
        ({"clock": {"start": "1944-07-01", "end": "1944-06-30"}}, "lies before the start"),
        ({"clock": {"weather": "rain"}}, '"rain" is not allowed. Use one of: fair, overcast_1'),
        ({"clock": {"weather": "overcast_1"}}, 'leads to a dash of the table on Jun-07 (T-2). Set june7 = "Jun 8-15"'),
        ({"clock": {"start": "1944-06-05"}}, "june7"),
        ({"weather": {"locked": {"1944-06-06": "fair"}}}, "is no day that follows the first (T-22)"),
        ({"cells": {"weather/Jun 8-15/9": "fair"}}, "there is no row '9'"),
        ({"cells": {"weather/Jun 8-15/6": "rain"}}, "Write one of: fair, overcast_1, overcast_2, storm"),
        ({"ports": {"Cherbourg": {"level": 7}}}, "stands at level 7 of 6 (T-18)"),
        ({"sites": {"A": {"works": "1944-06-01"}}}, "before it begins (CH 6.1)"),
        ({"batteries": {"One": {"strength": 3, "boxes": [6]}}}, "there is no box 6 (CH 1.5). Use boxes 1 to 5"),
        ({"targets": {"Point du Hoc": {"range": 3}}}, "letters, digits and dashes"),
        ({"readings": {"halv": "box"}}, 'Did you mean "halve"'),
        ({"sites": {"A": {"capcity": 3}}}, 'Did you mean "capacity"'),
    ],
)
def test_scenarios_that_cannot_be_played(patch: dict, said: str) -> None:
    with pytest.raises(nl.ScenarioError) as caught:
        BARE.with_(patch)
    assert said in str(caught.value)


def test_d_day_on_another_day() -> None:
    spec = BARE.with_({"clock": {"start": "1944-06-05"}, "readings": {"june7": "Jun 8-15"}})
    game = nl.new_game(spec, seed=1)
    game.run(players=dict.fromkeys(game.seats, "rest"), until="Jun-08")
    assert list(game.table("days")["day"])[:4] == ["Jun-05", "Jun-06", "Jun-07", "Jun-08"]


def test_the_locked_weather_is_that_of_the_record() -> None:
    import csv
    from importlib.resources import files

    text = (files("normandy_lab") / "data" / "breakout" / "history_weather.csv").read_text("utf-8")
    record = {row["date"]: row["weather"] for row in csv.DictReader(text.splitlines())}
    locked = nl.load_scenario("theatre/record_weather").model.weather.locked
    plain = {"fair": "clear", "overcast_1": "overcast", "storm_1": "storm", "storm_2": "storm"}
    assert {day: plain[word] for day, word in locked.items()} == {d: w for d, w in record.items() if d > "1944-06-06"}


def test_diff_describe_and_names() -> None:
    rows = nl.diff("theatre/as_planned", "theatre/no_mulberries")
    assert set(rows["key"]) == {"sites.A", "sites.B"}
    assert set(rows["rule"]) == {"CH 6.1"}
    assert "two" not in str(nl.load_scenario("theatre/as_planned").describe())
    assert "Cherbourg captured 1944-06-14" in str(nl.load_scenario("theatre/as_planned").describe())


def test_plain_words_are_read_as_actions() -> None:
    summer = Summer(**HEX).do("strategic us-hb 6").do("interdict US-FB 12 in zone 1", "end", "roll 1")
    summer.to("guns").do("fire us-dd 2 at the hex")
    with pytest.raises(nl.NotationError, match='Did you mean "US-DD"'):
        summer.do("fire US-D 2 Hex")
    with pytest.raises(nl.NotationError, match="is no number"):
        summer.do("fire US-DD two Hex")
    with pytest.raises(nl.NotationError, match="Expected: fire SHIP NUMBER TARGET"):
        summer.do("fire US-DD")
    with pytest.raises(nl.NotationError, match="roll 4"):
        summer.do("roll 7")


def test_tables_and_numbers() -> None:
    game = nl.new_game("theatre/as_planned", seed=4)
    game.run(players=dict.fromkeys(game.seats, "suggest"))
    days = game.table("days")
    assert len(days) == 87
    assert game.explain("landed").total == days["tons"].sum()
    assert game.explain("damage").total == days["damage"].iloc[-1] == days["cuts"].sum()
    for name in ("sites", "ports", "air", "ships", "targets", "score", "odds"):
        game.table(name)
    for until in ("Jun-31", "Sep-01", "Jun-20 tea", "tea"):
        with pytest.raises(nl.NotationError, match="is no phase"):
            nl.new_game("theatre/as_planned").run(until=until)


def test_moments_in_words() -> None:
    summer = Summer("1SSS").to("weather")
    words = [summer.game.system.moment_words(summer.game.log.setting, m) for m in ("Jun-06A", "Jun-19S", "Aug-31L")]
    assert words == ["June 6, air", "June 19, storm", "August 31, landing"]


def test_odds_while_orders_are_given() -> None:
    game = Summer(**HEX).to("guns").do("fire US-DD 8 Hex").game
    (row,) = game.system.odds_now(game.state)
    assert (row["what"], float(row["probability"])) == ("Hex is disrupted", pytest.approx(2 / 3))


def test_every_option_can_be_played() -> None:
    game = nl.new_game("theatre/as_it_was", seed=2)
    for _ in range(60):
        asked = game.decision
        assert all(game.why_not(option) is None for option in asked.options)
        assert all(game.system.parse(game.log.setting, str(option)) == option for option in asked.options)
        game.play(game.system.suggest(game.state))
        game.advance()
