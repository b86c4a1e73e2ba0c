"""The beach through the library's and the command line's own words."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from pathlib import Path

import pytest

import normandy_lab as nl
from normandy_lab.cli import main
from tests.beach.helpers import OPEN, Table, line


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as done:
        main(list(words))
    out, err = capsys.readouterr()
    return int(done.value.code or 0), out, err


def test_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    words = ("run", "beach/with_limit", "--seed", "3", "--player", "suggest", "--json")
    code, first, _ = call(capsys, *words, "--save", path)
    assert code == 0
    assert call(capsys, *words)[1] == first == call(capsys, "replay", path, "--json")[1]
    rows = json.loads(first)
    assert {row["actor"] for row in rows} == {"american", "german", "chance"}
    assert rows[-1]["rule"] == "B-18"


def test_run_by_random_players_ends(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "run", "beach/with_limit", "--seed", "3", "--player", "random")
    assert code == 0
    assert "victory in turn" in out.splitlines()[-1]


def test_run_stops_where_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    out = call(capsys, "run", "beach/demonstration", "--until", "turn 2 act", "--player", "suggest")[1]
    assert out.splitlines()[-1] == "stopped: Bunker 1 fires. Choose a squad."
    code, _, err = call(capsys, "run", "beach/demonstration", "--until", "amphibious")
    assert (code, "turn 3 fire" in err) == (2, True)


def test_describe_and_validate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "12, 4 dice and 2 shells each" in call(capsys, "describe", "beach/class_of_24")[1]
    assert json.loads(call(capsys, "describe", "beach/class_of_24", "--json")[1])["settings"]
    bad = tmp_path / "bad.toml"
    bad.write_text('extends = "beach/demonstration"\n[fire]\nhit_on = 0\n[end]\nturn_limit = 0\n', "utf-8")
    code, _, err = call(capsys, "validate", str(bad))
    assert code == 2
    assert "fire.hit_on" in err
    assert "end.turn_limit" in err


def test_odds_on_demand() -> None:
    figures = line("A", 24, 3, x=1) | {"A5": [9, 24], "B1": [20, 28.6], "B2": [20, 28.6]}
    table = Table(figures=figures, obstacles=[1, 0, 2, 0], began=[1, 0, 2, 1])

    def odds() -> dict[str, Fraction]:
        return dict(nl.odds(table.game)[["what", "probability"]].itertuples(index=False))

    assert odds() == {
        "segment 1 is cleared if all 3 figures there try": Fraction(91, 216),
        "bunker 2 is destroyed if all 2 figures there try": Fraction(11, 36),
    }
    table.do("clear A1")
    assert odds() == {"the die succeeds": Fraction(1, 6)}
    table.do("roll 1").to("fire").do("fire 1 A")
    found = odds()
    assert found["2 hits"] == Fraction(8, 27)
    # four figures stand: all four are hit, or three are and three dice make twelve, or two and two sixes
    expected = Fraction(1, 81) + Fraction(8, 81) * Fraction(3, 8) + Fraction(8, 27) * Fraction(1, 36)
    assert found["squad A is eliminated by it, before shells"] == expected


def test_odds_of_a_shell_sum_over_the_figures() -> None:
    table = Table(figures={"A1": [4, 12], "A2": [8, 12], "A3": [9, 26]}, **OPEN).to("aim").do("aim 4 12")
    ((what, mean),) = nl.odds(table.game)[["what", "probability"]].itertuples(index=False)
    assert what == "figures touched on average"
    assert mean == pytest.approx(0.03077 + 0.01881, abs=2e-5), "at 0 and 4 inches; A3 is beyond the wall"


def test_scenarios_travel_to_other_processes() -> None:
    spec = nl.load_scenario("beach/class_of_24")
    assert pickle.loads(pickle.dumps(spec)) == spec  # noqa: S301 - our own bytes


def test_a_game_without_areas_says_so() -> None:
    with pytest.raises(nl.NormandyError, match="has no graph"):
        _ = nl.new_game("beach/demonstration").graph


def test_the_clock_has_what_a_heading_needs() -> None:
    game = nl.new_game("beach/with_limit", seed=1)
    clock = game.system.clock(game.state)
    assert (clock["turn"], clock["phase"], clock["moment"]) == ("turn 1", "act", "1A")
    assert (clock["limit"], clock["turns"], clock["bunkers"], clock["landed"]) == (1, 20, 2, 0)


def test_losses_of_the_debrief_add_up() -> None:
    game = nl.new_game("beach/demonstration", seed=5)
    game.run(players=dict.fromkeys(game.seats, "suggest"))
    turns, score = game.table("turns"), game.table("score").set_index("term").value
    assert len(turns) == game.state.turn
    assert turns.fire.sum() == score["figures hit by fire"]
    assert turns.artillery.sum() == score["figures hit by artillery"]
    assert game.result.points == turns.fire.sum() + turns.artillery.sum()
    ashore = (game.table("figures").status == "ashore").sum()
    assert turns.landed.sum() * 12 == ashore + turns.fire.sum() + turns.artillery.sum() + turns.sent_back.sum()
