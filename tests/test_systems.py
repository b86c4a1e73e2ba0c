"""Every game system through the same tests: undo, redo, branches, replay, saves, refusals, batches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import normandy_lab as nl
from normandy_lab.core.log import Log
from normandy_lab.core.play import Position, Seats, run
from normandy_lab.errors import IllegalAction
from normandy_lab.game import Game
from normandy_lab.systems import random_player

ROOT = Path(__file__).parents[1]


class Case(NamedTuple):
    scenario: str
    until: str | None  # as far as a test plays
    phase: str  # one that ends on the way
    later: str | None = None  # how far a saved game is played on


CASES = {
    "breakout": Case("d_day", "amphibious", "naval"),
    "beach": Case("beach/with_limit", "turn 3", "turn 1 fire"),
    "theatre": Case("theatre/as_it_was", "Jun-09", "Jun-07 weather", "Jun-12"),
    "beach class": Case("beach/class_of_24", "turn 1", "act", "turn 1"),
}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    return CASES[request.param]


@pytest.fixture(params=[1, 2, 3])
def played(case: Case, request: pytest.FixtureRequest) -> Game:
    game = nl.new_game(case.scenario, seed=request.param)
    game.run(until=case.until)
    return game


def digest(game: Game) -> str:
    return game.system.digest(game.state)


def test_back_to_the_start_and_home_again(played: Game) -> None:
    end, length = digest(played), played.log.at.n
    start = played.system.digest(played.log.state_at(played.log.nodes[0]))
    digests = []
    for number in range(length + 1):
        played.goto(number)
        digests.append(digest(played))
    assert (digests[0], digests[-1]) == (start, end)
    assert played.undo(length) == length
    assert [(played.redo(1), digest(played))[1] for _ in range(length)] == digests[1:]


def test_replay_of_the_texts_needs_no_dice(played: Game) -> None:
    log = Log(played.system, played.log.setting)
    for node in played.log.at.path():
        log.play(log.read(str(node.action)))
    assert played.system.digest(log.state) == digest(played)
    assert [node.events for node in log.at.path()] == [node.events for node in played.log.at.path()]


@pytest.mark.smoke
def test_saves_open_and_go_on(case: Case, played: Game, tmp_path: Path) -> None:
    played.branch("aside", luck="x")
    played.undo(5)
    again = nl.load_game(played.save(tmp_path / "game.jsonl"))
    assert again.dumps() == played.dumps()
    again.advance()
    played.advance()
    again.run(until=case.later)
    played.run(until=case.later)
    assert again.dumps() == played.dumps()
    assert again.result == played.result


def test_a_cut_save_opens_as_far_as_it_is_sound(played: Game, tmp_path: Path) -> None:
    path = played.save(tmp_path / "game.jsonl")
    text = path.read_text("utf-8")
    first = text.index('{"n":1,')
    cut = text[: first + (len(text) - first) * 3 // 4]
    path.write_text(cut, "utf-8")
    with pytest.raises(nl.SaveError, match=r"line \d+: .*cut off"):
        nl.load_game(path)
    with pytest.warns(UserWarning, match="Opened up to action"):
        repaired = nl.load_game(path, repair=True)
    assert repaired.log.at.n == max(json.loads(line)["n"] for line in cut.split("\n")[:-1] if '"a":' in line)
    assert digest(repaired) == played.system.digest(played.log.state_at(played.log.nodes[repaired.log.at.n]))


def test_an_edited_save_is_found_out(played: Game, tmp_path: Path) -> None:
    lines = played.dumps().splitlines()
    number = max(n for n, line in enumerate(lines) if line.startswith('{"digest"'))
    lines[number] = json.dumps(json.loads(lines[number]) | {"digest": "0" * 16})
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(nl.SaveError, match="this line does not agree with its check: it was edited"):
        nl.load_game(path)


def test_a_position_without_a_log_plays_the_same(case: Case) -> None:
    game = nl.new_game(case.scenario, seed=8)
    begun = game.log.at.n
    game.run(until=case.until)
    system, setting = game.system, game.log.setting
    table = Position(system, system.initial(setting))
    done = lambda state: system.reached(state, case.until)  # noqa: E731
    run(table, Seats(nl.KeyedDice(8)), done)
    run(table, Seats(nl.KeyedDice(8), {seat: random_player(8, seat, begun) for seat in system.SEATS}), done)
    assert system.digest(table.state) == digest(game)


def test_a_refusal_changes_nothing_and_names_its_rule(case: Case) -> None:
    game = nl.new_game(case.scenario, seed=1)
    before = digest(game)
    for node in played_later(case):
        if (refusal := game.why_not(node)) is not None:
            assert refusal.rule
            assert refusal.text
            with pytest.raises(IllegalAction):
                game.play(node)
    assert (digest(game), game.log.at.n) == (before, len(game.log.nodes) - 1)


def played_later(case: Case) -> list[str]:
    game = nl.new_game(case.scenario, seed=2)
    game.run(until=case.until)
    return list(dict.fromkeys(str(node.action) for node in game.log.at.path()))[-40:]


def test_run_stops_at_the_end_of_a_phase(case: Case) -> None:
    game = nl.new_game(case.scenario, seed=1)
    game.run(until=case.phase)
    assert game.system.reached(game.state, case.phase)
    before = game.log.at.parent
    assert not game.system.reached(game.log.state_at(before), case.phase)
    with pytest.raises(nl.NotationError, match="is no phase"):
        game.run(until="teatime")


def test_undo_goes_to_the_last_choice_of_a_person(case: Case) -> None:
    game = nl.new_game(case.scenario, seed=1)
    start = digest(game)
    first = game.decision.options[0]
    game.play(first)
    game.undo()
    assert (digest(game), game.redo() > 0) == (start, True)


def test_typed_dice_wait(case: Case) -> None:
    game = nl.new_game(case.scenario, seed=1, dice=nl.TypedDice())
    players = dict.fromkeys(game.seats, "suggest")
    for _ in range(50):
        game.run(players=players)
        if game.decision is None or game.decision.roll.key[0] == "shell":
            break
        assert game.actor == "chance"
        game.play("roll " + ":".join("+".join("1" * count) for count in game.decision.roll.counts))
    if game.decision is not None and game.decision.roll.key[0] == "shell":
        assert game.why_not("roll 3").fix == 'Roll, or type what has fallen, such as "impact 12.5 8".'
        game.play("impact 3 3")
        assert game.table("dice").iloc[-1].faces == ("3", "3")


@pytest.mark.parametrize("scenario", [case.scenario for case in CASES.values()])
def test_games_do_not_depend_on_the_hash_seed(scenario: str) -> None:
    until = next(case.until for case in CASES.values() if case.scenario == scenario)
    code = f"import normandy_lab as nl; g = nl.new_game({scenario!r}, seed=9); g.run(until={until!r}); print(g.dumps())"
    texts = set()
    for hash_seed in ("0", "1"):
        env = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
        texts.add(done.stdout)
    assert len(texts) == 1


# ------------------------------------------------------------------------------------------ batches


def test_a_game_of_a_batch_can_be_played_again(case: Case) -> None:
    batch = nl.simulate(case.scenario, games=3, seed=5, until=case.until, players={}, workers=1, progress=False)
    row = batch.games.iloc[1]
    game = nl.new_game(case.scenario, seed=int(row.seed))
    game.run(players=dict.fromkeys(game.seats, "suggest"), until=case.until)
    assert game.log.at.n == row.actions
    for name, value in game.system.summary(game.state).items():
        assert row[name] == value or (value is None and row[name] != row[name]), name
