"""Game: one system, its log, dice and seats; with the toy game and with D-Day."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import normandy_lab as nl
from normandy_lab import systems
from normandy_lab.core.dice import KeyedDice, ScriptedDice, TypedDice
from normandy_lab.core.terms import Tally
from normandy_lab.game import Game
from tests.core import toy


@pytest.fixture(autouse=True)
def toy_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(systems.SYSTEMS, "toy", "tests.core.toy")


def toy_game(dice: int = 3, script: tuple[str, ...] = ()) -> Game:
    return nl.new_game(toy.Spec(dice=dice), seed=5, dice=ScriptedDice(script) if script else None)


def digest(game: Game) -> str:
    return game.system.digest(game.state)


# -- playing -----------------------------------------------------------------------------------


def test_play_does_one_action_and_the_game_answers_chance() -> None:
    game = toy_game(script=("6+5",))
    events = game.play("pick two")
    assert [event.text for event in events] == ["red picks 2", "red throws 11"]
    assert game.answered == ("roll 6+5",)
    assert (game.actor, game.decision.kind) == ("red", "reroll")
    assert [node.implied for node in game.log.at.path()] == [False, True]


def test_forced_options_are_answered_from_the_start() -> None:
    game = toy_game(dice=1, script=("6",))
    assert (game.log.at.n, game.decision.kind) == (2, "reroll")


def test_refusals_carry_rule_and_fix_and_change_nothing() -> None:
    game = toy_game()
    refusal = game.why_not("keep")
    assert (refusal.rule, refusal.fix) == ("T1", "Choose one of the options.")
    assert game.why_not("pick 1") is None
    with pytest.raises(nl.IllegalAction, match="T1") as refused:
        game.play("keep")
    assert refused.value.refusal == refusal
    with pytest.raises(nl.NotationError):
        game.play("fly")
    assert game.log.at.n == 0


def test_after_the_end_play_is_refused() -> None:
    game = toy_game()
    game.run()
    assert (game.actor, game.decision) == (None, None)
    assert game.result.winner in ("red", "blue", None)
    assert isinstance(game.result.points, Tally)
    with pytest.raises(nl.IllegalAction, match=r"The game is over \(sums compared\)"):
        game.play("keep")


def test_a_rule_that_is_not_modelled_is_named() -> None:
    game = toy_game(dice=2)
    assert game.result is None
    game.run()
    assert game.result.how == "not modelled: T9"
    with pytest.raises(nl.RuleNotModelled, match="rule T9 is not modelled") as stopped:
        game.play("pick 1")
    assert stopped.value.rule == "T9"
    assert game.why_not("pick 1").rule == "T9"


# -- dice and questions ------------------------------------------------------------------------


def test_without_auto_roll_dice_are_typed_or_thrown_on_request() -> None:
    game = toy_game()
    game.auto_roll = False
    game.play("pick 2")
    assert (game.actor, game.decision.roll.counts) == ("chance", (2,))
    game.play("roll 4+4")
    assert game.state.thrown == 8
    game.play("reroll")
    expected = KeyedDice(5).throw(game.decision.roll)
    assert game.roll()[0].text == f"red throws {sum(map(sum, expected))}"
    with pytest.raises(nl.NormandyError, match="no dice"):
        game.roll()


def test_typed_dice_wait_and_go_on() -> None:
    game = nl.new_game(toy.Spec(), dice=TypedDice())
    game.play("pick 1")
    assert game.actor == "chance"
    assert game.roll() == []
    game.dice.type("6")
    assert [event.text for event in game.advance()] == ["red throws 6"]


@pytest.mark.parametrize(
    ("setting", "thrown", "asked"),
    [("attacks", "6", True), ("attacks", "3", False), ("always", "3", True), ("never", "6", False)],
)
def test_ask_decides_which_questions_come(setting: str, thrown: str, asked: bool) -> None:
    game = toy_game(script=(thrown,))
    game.ask = {"red": {"reroll": setting}}
    game.play("pick 1")
    assert (game.decision.kind == "reroll") is asked
    assert (game.answered == (f"roll {thrown}", "keep")) is not asked


def test_ask_wants_a_mapping_for_each_seat() -> None:
    game = toy_game()
    with pytest.raises(nl.NormandyError, match="ask: red: give a mapping"):
        game.ask = {"red": "never"}


@pytest.mark.parametrize(
    "wrong", [{"green": {}}, {"red": {"retreats": "always"}}, {"red": {"reroll": "sometimes"}}, {"red": {"reroll": 1}}]
)
def test_ask_refuses_what_it_does_not_know(wrong: dict) -> None:
    game = toy_game()
    with pytest.raises(nl.NormandyError, match=r"ask: .* is not known; choose one of"):
        game.ask = wrong
    assert game.ask == {"red": {}, "blue": {}}


# -- players -----------------------------------------------------------------------------------


def test_run_plays_every_seat_up_to_the_end_of_a_phase() -> None:
    game = toy_game()
    events = game.run(until="turn 1")
    assert (game.state.played, game.log.at.moment) == (3, "2T")
    assert len(events) == len(game.table("log").query("text != ''"))


def test_run_stops_for_a_seat_without_a_player() -> None:
    game = toy_game()
    game.run(players={"red": "random"})
    assert game.actor == "blue"
    game.ask = {"blue": {"reroll": "always"}}
    game.play("pick 1")
    game.play("keep")
    game.run(players={"red": lambda state, decision: decision.options[-1]})
    picks = [(node.actor, node.action, node.by) for node in game.log.at.path() if node.kind == "pick"]
    assert picks[0][2] == "random"
    assert picks[1:] == [("blue", "pick 1", ""), ("red", "pick 3", "<lambda>")]


def test_a_player_called_in_again_goes_on_with_new_luck() -> None:
    def picks(seed: int) -> list[str]:
        game = nl.new_game(toy.Spec(), seed=seed)
        game.ask = {"blue": {"reroll": "never"}}
        while game.decision is not None:
            game.run(players={"red": "random"})
            if game.decision is not None:
                game.play("pick 1")
        return [node.action for node in game.log.at.path() if node.by == "random" and node.kind == "pick"]

    assert picks(1) == picks(1)
    assert any(len(set(picks(seed))) > 1 for seed in range(9))


@pytest.mark.parametrize("players", [{"green": "random"}, {"red": "napoleon"}])
def test_unknown_seats_and_players_are_refused(players: dict[str, str]) -> None:
    with pytest.raises(nl.NormandyError, match=r"players: .* is not known; choose one of"):
        toy_game().run(players=players)


def test_a_player_may_answer_with_the_text_of_an_option_and_with_nothing_else() -> None:
    game = toy_game()
    game.run(players={"red": lambda _, asked: str(asked.options[-1])})
    assert game.actor != "red"
    for wrong in (None, 5, "fly"):
        with pytest.raises(nl.NormandyError, match=r"a player of the red side answers .* decision\.options"):
            toy_game().run(players={"red": lambda *_, wrong=wrong: wrong})


def test_the_same_seed_plays_the_same_game() -> None:
    first, second, third = (nl.new_game(toy.Spec(), seed=seed) for seed in (1, 1, 2))
    for game in (first, second, third):
        game.run()
    assert first.dumps() == second.dumps() != third.dumps()


# -- back, forward, aside ----------------------------------------------------------------------


def test_undo_goes_to_the_last_real_choice_of_a_person_and_redo_comes_back() -> None:
    game = toy_game()
    game.play("pick 1")  # and a throw
    game.play("keep")
    game.run(players={"blue": "random"})
    here, end = digest(game), game.log.at.n
    game.undo()
    assert (game.decision.kind, game.log.at.n) == ("reroll", 2), "the bot's choices and the dice are passed over"
    game.undo()
    assert (game.decision.kind, game.log.at.n) == ("pick", 0)
    assert game.undo() == 0
    assert game.redo() == 2
    assert game.redo() == end - 2
    assert digest(game) == here
    assert (game.redo(), game.undo(1), game.redo(1)) == (0, 1, 1)


def test_a_branch_may_have_luck_of_its_own() -> None:
    throws = []
    for luck in (None, "other", "third"):
        game = toy_game()
        game.branch("aside", luck=luck)
        game.play("pick 3")
        throws.append(game.answered)
    game = toy_game()
    game.play("pick 3")
    assert throws[0] == game.answered
    assert len(set(throws)) == 3


def test_the_tree_lists_every_line_of_play() -> None:
    game = toy_game()
    game.play("pick 1")
    game.branch("aside", luck="x")
    game.play("keep")
    game.goto("main")
    game.play("reroll")
    tree = game.tree()
    assert list(tree.columns) == ["branch", "fork", "tip", "moment", "luck", "here", "note"]
    assert tree[["branch", "fork", "tip", "here"]].to_numpy().tolist() == [["aside", 2, 3, False], ["main", 2, 5, True]]
    game.goto(int(tree.tip[0]))
    assert game.state.played == 1


# -- tables ------------------------------------------------------------------------------------


def test_log_and_dice_have_their_documented_columns() -> None:
    game = toy_game(script=("6+5", "2+1"))
    game.play("pick 2")
    game.play("reroll")
    log = game.table("log")
    assert list(log.columns) == ["n", "turn", "impulse", "actor", "action", "rule", "text", "dice"]
    assert log.iloc[1].tolist() == [2, "turn 1", "1T", "chance", "roll 6+5", "T2", "red throws 11", "6+5"]
    assert log.iloc[2].tolist() == [3, "turn 1", "1T", "red", "reroll", "T3", "", ""]
    dice = game.table("dice")
    assert list(dice.columns) == ["n", "purpose", "roller", "faces", "total"]
    assert dice.to_numpy().tolist() == [[2, "throw of red", "red", (6, 5), 11], [4, "throw of red", "red", (2, 1), 3]]
    assert list(toy_game().table("log").columns) == list(log.columns)


def test_the_log_as_a_table_says_an_action_and_its_dice_once() -> None:
    game = nl.new_game("d_day", seed=5)
    game.run(until="amphibious")
    log = game.table("log")
    further = log["n"].duplicated()  # lines that follow from an action of a line above
    assert further.any()
    assert set(log[further]["action"]) | set(log[further]["dice"]) == {""}
    assert all(log[~further]["action"])


# -- saving ------------------------------------------------------------------------------------


def test_a_save_stands_alone_and_goes_on(tmp_path: Path) -> None:
    game = toy_game()
    game.ask = {"blue": {"reroll": "never"}}
    game.play("pick 3")
    game.branch("aside", luck="x")
    game.play("keep")
    again = nl.load_game(game.save(tmp_path / "game.jsonl"))
    assert again.dumps() == game.dumps()
    assert (again.seed, again.ask, again.log.line) == (5, game.ask, "aside")
    game.run()
    again.run()
    assert again.dumps() == game.dumps()


def test_a_save_with_typed_dice_waits_again(tmp_path: Path) -> None:
    game = nl.new_game(toy.Spec(), dice=TypedDice())
    game.play("pick 1")
    again = nl.load_game(game.save(tmp_path / "game.jsonl"))
    assert isinstance(again.dice, TypedDice)
    assert again.actor == "chance"


def test_a_cut_save_is_refused_and_can_be_repaired(tmp_path: Path) -> None:
    game = toy_game()
    game.run()
    path = game.save(tmp_path / "game.jsonl")
    path.write_text(path.read_text("utf-8")[:-30], "utf-8")
    with pytest.raises(nl.SaveError, match=r"cut off[\s\S]*repair=True"):
        nl.load_game(path)
    with pytest.warns(UserWarning, match="Opened up to action"):
        repaired = nl.load_game(path, repair=True)
    assert repaired.log.notice
    assert digest(repaired) == digest(game)


def test_dice_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(toy_game().dumps().replace('"dice":"keyed"', '"dice":"loaded"', 1), "utf-8")
    with pytest.raises(nl.SaveError, match="line 1: dice 'loaded' do not exist; write keyed or typed"):
        nl.load_game(path)


@pytest.mark.parametrize(("key", "value"), [("seed", 4), ("digest", "0"), ("edition", "other"), ("auto_roll", False)])
def test_an_altered_header_is_noticed(key: str, value: object, tmp_path: Path) -> None:
    game = nl.new_game("d_day", seed=3)
    first, rest = game.dumps().split("\n", 1)
    path = tmp_path / "game.jsonl"
    altered = json.dumps(json.loads(first) | {key: value}, ensure_ascii=False, separators=(",", ":"))
    path.write_text(f"{altered}\n{rest}", "utf-8")
    with pytest.raises(nl.SaveError, match=r"line 1: this line does not agree with its check[\s\S]*repair=True"):
        nl.load_game(path)
    with pytest.warns(UserWarning, match="line 1: this line does not agree"):
        assert nl.load_game(path, repair=True).state.digest() == game.state.digest()


def test_an_altered_scenario_is_noticed_and_its_differences_are_listed(tmp_path: Path) -> None:
    game = nl.new_game(nl.load_scenario("d_day").with_({"sunset": {"drm": 2}}), seed=3)
    path = tmp_path / "game.jsonl"
    path.write_text(game.dumps().replace("drm = 2", "drm = 1", 1), "utf-8")
    with pytest.raises(nl.SaveError, match=r"line 1: this line does not agree"):
        nl.load_game(path)
    with pytest.warns(UserWarning, match=r"sunset\.drm: 2 is now 1"):
        assert nl.load_game(path, repair=True).state.sunset_drm == 1


@pytest.mark.parametrize("key", ["system", "text", "seed", "dice", "ask", "auto_roll"])
def test_a_damaged_header_is_named(key: str, tmp_path: Path) -> None:
    game = toy_game()
    path = tmp_path / "game.jsonl"
    path.write_text(game.dumps().replace(f'"{key}":', '"gone":', 1), "utf-8")
    with pytest.raises(nl.SaveError, match=rf"line 1: '{key}' is missing or damaged"):
        nl.load_game(path)


# -- the façade --------------------------------------------------------------------------------


def test_importing_the_lab_is_light() -> None:
    heavy = ("pandas", "bokeh", "ipywidgets", "networkx", "pydantic", "numpy")
    code = f"import sys, normandy_lab, normandy_lab.game; print([m for m in {heavy} if m in sys.modules])"
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", nl.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(nl, name) is not None
    assert name in dir(nl)


def test_later_names_say_so() -> None:
    with pytest.raises(AttributeError, match="no 'compare'; it belongs to a later version"):
        nl.compare  # noqa: B018
    with pytest.raises(AttributeError, match=r"no 'nonsense'$"):
        nl.nonsense  # noqa: B018


def test_unknown_systems_are_refused() -> None:
    with pytest.raises(nl.NormandyError, match="game system 'chess' is not known; choose one of breakout"):
        nl.new_game(toy.Spec(system="chess"))


def test_scenarios_are_listed() -> None:
    listed = nl.scenarios()
    assert list(listed.columns) == ["name", "system", "title", "start", "end", "standing"]
    assert {"d_day", "blank"} <= set(listed.name)


def test_diff_names_what_a_patch_changes() -> None:
    spec = nl.load_scenario("d_day")
    rows = nl.diff(spec, spec.with_({"units": {"GE-12SS-25": {"at": "Carentan"}}}))
    assert list(rows.columns) == ["key", "before", "after", "rule"]
    assert "GE-12SS-25" in rows.key.str.cat()
    assert nl.diff(spec, spec).empty


# -- D-Day -------------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6))
def test_d_day_goes_back_to_the_start_and_replays(seed: int, tmp_path: Path) -> None:
    game = nl.new_game("d_day", seed=seed)
    start = digest(game)
    game.run(until="amphibious")
    end = digest(game)
    assert (game.result, game.decision.kind) == (None, "impulse")
    length = game.log.at.n
    assert game.undo(length) == length
    assert digest(game) == start
    game.redo(length)
    assert digest(game) == end
    assert digest(nl.load_game(game.save(tmp_path / "game.jsonl", overwrite=True))) == end


def test_a_week_ends_in_a_verdict() -> None:
    game = nl.new_game("d_day", seed=1)
    game.run()
    assert game.decision is None
    with pytest.raises(nl.IllegalAction, match="The game is over"):
        game.play("pass")


def test_d_day_has_its_documented_tables() -> None:
    game = nl.new_game("d_day", seed=1)
    columns = {
        "units": "id name side nationality division type at level fresh movement left entered",
        "areas": "id name control contested german allied tem bocage fort vp",
        "bridges": "a b kind bridge held construct",
    }
    for name, wanted in columns.items():
        assert list(game.table(name).columns) == wanted.split()
    assert len(game.table("areas")) == 65


def test_d_day_save_with_an_illegal_action_names_line_and_rule(tmp_path: Path) -> None:
    game = nl.new_game("d_day", seed=1)
    game.play("stay US-82-505")
    text = game.dumps().replace("stay US-82-505", "shoot WTF 51")
    path = tmp_path / "game.jsonl"
    path.write_text(text, "utf-8")
    with pytest.raises(nl.SaveError, match=r"line 3: 'shoot WTF 51' is refused: .*\[21\.[23]"):
        nl.load_game(path)


# -- copies, and words that are no numbers -----------------------------------------------------


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])  # noqa: S301 our own
def test_a_copy_is_a_game_of_its_own(copied: Callable[[Game], Game]) -> None:
    game = nl.new_game(nl.load_scenario("d_day").with_({"clock": {"phase": "daylight"}}), seed=3)
    game.ask = {"german": {"reroll": "always"}}
    game.play("impulse assault 44")
    game.branch("aside")
    game.play(game.decision.options[0])
    other = copied(game)
    assert (digest(other), other.log.line, other.ask, other.seed) == (digest(game), "aside", game.ask, 3)
    before = digest(game)
    other.run()
    game.goto("main")
    assert other.result is not None
    assert digest(game) != before
    game.goto("aside")
    assert digest(game) == before


def test_a_copy_has_scripted_dice_of_its_own() -> None:
    game = toy_game(script=("6+5", "4"))
    other = copy.deepcopy(game)
    assert other.play("pick two")[-1].text == game.play("pick two")[-1].text == "red throws 11"


@pytest.mark.parametrize("wrong", ["2", 1.5, [1]])
def test_steps_and_nodes_are_whole_numbers(wrong: Any) -> None:
    game = toy_game()
    game.play("pick 1")
    for go in (game.undo, game.redo, *((game.goto,) if not isinstance(wrong, str) else ())):
        with pytest.raises(nl.NormandyError, match="give a whole number"):
            go(wrong)
    with pytest.raises(nl.NormandyError, match="give a whole number"):
        game.goto(None)


def test_a_refusal_without_a_rule_has_no_empty_brackets() -> None:
    game = toy_game()
    game.run()
    assert str(game.why_not("keep")) == "The game is over (sums compared). Undo, or start another game."


def test_a_game_is_no_scenario_and_nothing_is_no_path() -> None:
    game = toy_game()
    with pytest.raises(nl.NormandyError, match="is no scenario"):
        nl.new_game(game)
    with pytest.raises(nl.NormandyError, match="is no scenario"):
        nl.diff(game, game)
    for call in (nl.load_game, game.save):
        with pytest.raises(nl.NormandyError, match="None"):
            call(None)
