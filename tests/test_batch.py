"""Batches: the same table whatever the number of workers, intervals, refusals, the command."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import normandy_lab as nl
from normandy_lab.analysis import batch
from normandy_lab.analysis.batch import Batch
from normandy_lab.analysis.games import seed_of
from normandy_lab.analysis.intervals import difference_of_pairs, difference_of_shares
from normandy_lab.analysis.plots import command, lengths
from normandy_lab.core.decisions import Action
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import Problem, RuleNotModelled

SCENARIO = "beach/with_limit"
QUICK = {"end": {"turn_limit": 3}}  # nobody has won by then but the Germans


def quick(**more):
    spec = nl.load_scenario(SCENARIO).with_(QUICK)
    return nl.simulate(spec, **({"games": 24, "seed": 3, "progress": False} | more))


@pytest.mark.smoke
def test_the_same_table_whatever_the_workers() -> None:
    alone = quick(workers=1)
    pd.testing.assert_frame_equal(alone.games, quick(workers=2).games)
    with ThreadPoolExecutor(3) as threads:
        pd.testing.assert_frame_equal(alone.games, quick(executor=threads).games)
    assert list(alone.games.game) == list(range(24))
    assert list(alone.games.columns[:5]) == ["game", "seed", "winner", "how", "actions"]


def test_more_games_begin_with_the_same_ones() -> None:
    pd.testing.assert_frame_equal(quick(games=10).games, quick(games=12).games.head(10))
    assert not quick(games=10, seed=4).games.equals(quick(games=10).games)
    assert len({seed_of(1, game) for game in range(1000)} | {seed_of(2, game) for game in range(1000)}) == 2000


def made(wins: int, games: int) -> Batch:
    rows = [
        {"game": n, "seed": n, "winner": "american" if n < wins else "german", "how": "", "actions": 1, "turns": n % 5}
        for n in range(games)
    ]
    return Batch(pd.DataFrame(rows), nl.load_scenario(SCENARIO), {}, 0)


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (4, 10), (563, 1000), (7, 7)])
def test_shares_have_wilson_intervals(wins: int, games: int) -> None:
    row = made(wins, games).summary().set_index("what").loc["american wins"]
    z, p = 1.959963984540054, wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(p * (1 - p) / games + z * z / (4 * games**2)) / (1 + z * z / games)
    assert (row["n"], row.value) == (games, p)
    assert (row.low, row.high) == (pytest.approx(middle - half, abs=1e-9), pytest.approx(middle + half, abs=1e-9))


@pytest.mark.smoke
def test_means_with_student_intervals_and_quantiles() -> None:
    row = made(5, 10).summary().set_index("what").loc["turns"]
    # 0 1 2 3 4 twice: mean 2, variance 20/9, and 2.262157 is the 97.5% point of t with 9 degrees of freedom
    assert row.value == 2
    assert row.high == pytest.approx(2 + 2.2621572 * sqrt(20 / 9 / 10), abs=1e-6)
    assert (row["median"], row.p90) == (2, 4)
    won = made(3, 10).summary(winner="american").set_index("what")
    assert (won.loc["turns", "n"], won.loc["turns", "value"]) == (3, 1)
    assert won.loc["american wins", "n"] == 10


def test_a_batch_goes_on_from_a_game() -> None:
    game = nl.new_game("beach/demonstration", seed=1)
    game.run(players=dict.fromkeys(game.seats, "suggest"), until="turn 5")
    batch = nl.simulate(game, games=4, seed=1, progress=False)
    assert (batch.games.turns > 5).all()
    assert (batch.games.actions > game.log.at.n).all()
    assert batch.games.turns.nunique() > 1


def test_a_function_may_play() -> None:
    def idle(state, decision):
        return decision.options[-1]

    batch = quick(games=2, players={"american": idle, "german": "finish"}, workers=1)
    assert set(batch.games.winner) == {"german"}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"players": {"allied": "random"}}, "players: seat 'allied' is not known; choose one of german, american"),
        ({"players": {"german": "rommel"}}, "players: german: player 'rommel' is not known; choose one of random"),
        ({"players": {"american": "finish"}}, "for the german seat"),
        ({"games": 0}, "0 games cannot be played"),
    ],
)
def test_wrong_input_is_refused_before_anything_is_played(wrong: dict, said: str) -> None:
    with pytest.raises(nl.NormandyError, match=said):
        quick(**wrong)


def test_whole_weeks_by_day() -> None:
    """A verdict each, and points, impulses and losses of every day that was played."""
    batch = nl.simulate("d_day", games=3, players={"german": "random", "allied": "random"}, progress=False)
    games = batch.games
    assert set(games.winner) <= {"german", "allied"}
    assert games.how.str.contains("(22.", regex=False).all()
    assert games.beaches.between(0, 5).all()
    whole = games[games.how.str.contains("Jun-12")]
    days = [f"Jun-{day:02}" for day in range(6, 13)]
    assert (whole["points"] == whole["points_Jun-12"]).all()
    assert whole[[f"impulses_{day}" for day in days]].ge(1).all(axis=None)
    assert {"german_lost", "allied_lost"} <= set(games.columns)


def test_june_6_up_to_its_evening() -> None:
    players = {"german": "random", "allied": "random"}
    games = nl.simulate("d_day", games=2, players=players, until="daylight", progress=False).games
    assert games.winner.isna().all()
    assert games["impulses_Jun-06"].ge(1).all()
    assert games["impulses_Jun-07"].isna().all()


def test_wins_are_left_out_while_no_game_has_a_winner() -> None:
    """It depends on the results, not on the system: the same beach stopped early has none either."""
    spec = nl.load_scenario(SCENARIO)
    early = nl.simulate(spec, games=3, until="turn 1", workers=1, progress=False)
    found = early.summary()
    assert not found.what.str.endswith(" wins").any()
    assert found.attrs["notes"] == early.notes
    (note,) = early.notes
    assert note == "Wins are left out, as no game has a winner: stopped after turn 1 (3 games)"
    assert note in early._repr_html_()
    with pytest.raises(nl.NormandyError, match=r"winner: Wins are left out.*stopped after turn 1"):
        early.summary(winner="german")
    whole = made(0, 1).games.assign(winner=["german"])
    mixed = Batch(pd.concat([early.games.assign(winner=None), whole]), spec, {}, 0)
    assert mixed.notes == ()
    row = mixed.summary().set_index("what").loc["german wins"]
    assert (row["n"], row.value) == (4, 0.25)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from normandy_lab.cli import main

    table = tmp_path / "games.csv"
    with pytest.raises(SystemExit) as done:
        main(["simulate", SCENARIO, "--games", "3", "--player", "american=bunch", "--csv", str(table), "--json"])
    assert not done.value.code
    rows = json.loads(capsys.readouterr().out)
    assert [row["what"] for row in rows][:3] == ["german wins", "american wins", "turns"]
    assert pd.read_csv(table).shape[0] == 3
    with pytest.raises(SystemExit) as done:
        main(["simulate", SCENARIO, "--player", "american"])
    assert (done.value.code, "SEAT" in capsys.readouterr().err) == (2, False)


class Wrong:
    """A player that names an action nobody may play; it can be sent to another process."""

    def __call__(self, state: object, decision: object) -> Action:
        return Action("end", "end")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"games": 2.5}, "games: 2.5 is no whole number"),
        ({"games": "10"}, "games: '10' is no whole number"),
        ({"workers": 0}, "workers: 0 processes cannot play"),
        ({"workers": -1}, "workers: -1 processes cannot play"),
        ({"workers": 1.5}, "workers: 1.5 is no whole number"),
        ({"seed": None}, "seed: None is no whole number"),
        ({"seed": 1.5}, "seed: 1.5 is no whole number"),
        ({"until": "noon"}, "'noon' is no phase"),
        ({"until": 3}, "3 is no phase"),
        (
            {"players": {"american": lambda state, decision: decision.options[0]}, "workers": 2},
            "sent to another process",
        ),
        ({"players": {"german": Wrong()}, "workers": 2}, "'end' is refused: Not now: the Germans must decide"),
    ],
)
def test_more_wrong_input_is_refused_in_words(wrong: dict, said: str) -> None:
    with pytest.raises(nl.NormandyError, match=said):
        quick(**wrong)


def test_a_start_that_is_none() -> None:
    with pytest.raises(nl.NormandyError, match="5 is no scenario and no game"):
        nl.simulate(5, games=1)


def test_a_seed_of_the_table_plays_the_game_again() -> None:
    row = quick(games=3).games.iloc[1]
    game = nl.new_game(nl.load_scenario(SCENARIO).with_(QUICK), seed=row.seed)
    game.run(players=dict.fromkeys(game.seats, "suggest"))
    assert (game.result.how, len(game.log.at.path())) == (row.how, row.actions)
    assert quick(games=3, seed=np.int64(3)).games.equals(quick(games=3).games)


def test_a_summary_refuses_what_it_does_not_know() -> None:
    with pytest.raises(nl.NormandyError, match="winner 'amercan' is not known; choose one of german, american"):
        made(3, 10).summary("amercan")
    with pytest.raises(nl.NormandyError, match="confidence: 95 is no share; give one between 0 and 1"):
        made(3, 10).summary(confidence=95)


def test_a_stream_gives_the_same_rows_and_stops_when_it_is_closed() -> None:
    spec = nl.load_scenario(SCENARIO).with_(QUICK)
    rows = [row for chunk in batch.stream(spec, 7, seed=3, workers=1, size=3) for row in chunk]
    pd.testing.assert_frame_equal(pd.DataFrame(rows), quick(games=7).games)
    parts = batch.stream(spec, 60, seed=3, workers=2, size=5)
    assert [row["game"] for row in next(parts)] == list(range(5))
    parts.close()
    assert list(parts) == []


def test_newcombe_and_pairs() -> None:
    # Newcombe 1998, table II: 9 of 10 against 3 of 10, 0.6 (0.1705 to 0.8090); 10 of 10 against 0 of 20, 1 (0.6791 to 1)
    found = difference_of_shares((3, 10), (9, 10))
    assert found == pytest.approx((0.6, 0.1705, 0.8090), abs=1e-4)
    assert difference_of_shares((0, 20), (10, 10)) == pytest.approx((1, 0.6791, 1), abs=1e-4)
    # differences 1 2 3: mean 2, standard deviation 1, and 4.302653 is the 97.5% point of t with 2 degrees of freedom
    assert difference_of_pairs([0, 0, 0], [1, 2, 3]) == pytest.approx((2, 2 - 4.302653 / 3**0.5, 2 + 4.302653 / 3**0.5))


@pytest.mark.smoke
def test_the_picture_of_a_batch_shows_shares_and_lengths() -> None:
    found = made(4, 10)
    picture = found.plot()
    shares = picture.select_one({"name": "shares"})
    data = shares.renderers[0].data_source.data
    row = found.summary().set_index("what").loc["american wins"]
    at = data["name"].index("american")
    assert (data["share"][at], data["low"][at], data["high"][at]) == pytest.approx((0.4, row.low, row.high))
    assert data["words"][at] == "40% (17% to 69%)", "Wilson, 4 of 10"
    assert len({*data["hatch"]}) == 2, "not by colour alone"
    bars = lengths(found)  # 0 1 2 3 by the Americans, then 4 0 1 2 3 4 by the Germans
    tops = {(bar.winner, bar.left + 0.5): (bar.bottom, bar.top) for bar in bars}
    assert tops["german", 4] == (0, 2)
    assert tops["german", 0] == (0, 1)
    assert tops["american", 0] == (1, 2)
    assert sum(bar.top - bar.bottom for bar in bars) == 10
    head = picture.children[0].text
    assert "nl.simulate(&#x27;beach/with_limit&#x27;, games=10, seed=0)" in head
    with pytest.raises(nl.NormandyError, match="confidence: 95"):
        found.plot(95)


def test_the_picture_of_a_stopped_june_6_says_why_it_has_no_shares() -> None:
    batch = nl.simulate("d_day", games=3, seed=2, until="airborne", progress=False, players={"allied": "random"})
    picture = batch.plot()
    assert picture.select_one({"name": "shares"}) is None
    assert "no game has a winner: stopped after airborne (3 games)" in picture.children[0].text
    assert {bar.winner for bar in lengths(batch)} == {"nobody"}
    assert command(batch) == "nl.simulate('d_day', games=3, seed=2, players={'allied': 'random'}, until='airborne')"


def test_a_game_without_a_winner_beside_others_is_nobodys() -> None:
    found = made(1, 4)
    found.games.loc[3, "winner"] = None
    data = found.plot().select_one({"name": "shares"}).renderers[0].data_source.data
    assert dict(zip(data["name"], data["share"], strict=True)) == {"german": 0.5, "american": 0.25, "nobody": 0.25}


def test_long_games_share_bars() -> None:
    rows = [{"game": n, "seed": n, "winner": None, "how": "", "actions": 100 + n} for n in range(90)]
    bars = lengths(Batch(pd.DataFrame(rows), nl.load_scenario(SCENARIO), {}, 0))
    assert [bar.top for bar in bars] == [3] * 30
    assert (bars[0].left, bars[0].right, bars[-1].right) == (99.5, 102.5, 189.5)


def test_errors_travel_between_processes() -> None:
    problem = Problem("place", "text", "B-1", "fix")
    for error in (
        nl.IllegalAction("end", Refusal("B-1", "No.", "Else.")), nl.ScenarioError([problem], "name"),
        RuleNotModelled("6.4", "what"),
    ):  # fmt: skip
        again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
        assert (str(again), vars(again)) == (str(error), vars(error))
