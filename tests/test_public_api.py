"""The public face of the lab, name by name: what a notebook of a user may rely on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import networkx as nx
import pandas as pd
import pytest

import normandy_lab as nl
from normandy_lab.cli import main

TABLES = {
    "units": "id name side nationality division type at level fresh movement left entered",
    "areas": "id name control contested german allied tem bocage fort vp",
    "bridges": "a b kind bridge held construct",
    "score": "term value rule",
    "log": "n turn impulse actor action rule text dice",
    "dice": "n purpose roller faces total",
}
KINDS = {
    "airborne", "naval", "air", "first_wave", "beach", "point", "forward", "casualties", "retreat", "target",
    "attrition", "reroll", "control", "roll", "impulse", "orders", "bombard",
    "unbuild", "sunset",
}  # fmt: skip
RULE = re.compile(r"\d{1,2}(\.\d{1,3}[A-G]?)?")


def asked(game: nl.Game) -> nl.Game:
    """Every optional question is asked, of both seats."""
    game.ask = {seat: {"reroll": "always", "retreats": "always"} for seat in ("german", "allied")}
    return game


def playthrough(seed: int) -> list[tuple[str, str, str, str]]:
    """Kind, actor, moment and the action of every decision, the last option being taken (but never an early end)."""
    game = asked(nl.new_game("d_day", seed=seed))
    game.auto_roll = False
    seen = []
    while not game.system.reached(game.state, "daylight"):
        decision, moment = game.decision, game.log.at.moment
        assert decision is not None
        if decision.roll is not None:
            seen.append((decision.kind, game.actor or "", moment, "roll"))
            game.roll()
            continue
        options = [option for option in decision.options if option != "end"] or list(decision.options)
        pick = options[(seed + game.log.at.n) % len(options)]
        seen.append((decision.kind, game.actor or "", moment, str(pick)))
        game.play(pick)
    return seen


@pytest.fixture(scope="module")
def played() -> list[tuple[str, str, str, str]]:
    return [row for seed in (1, 2, 3) for row in playthrough(seed)]


@pytest.fixture
def game() -> nl.Game:
    return nl.new_game("d_day", seed=1944)


# -- scenarios ---------------------------------------------------------------------------------


def test_scenarios_frame() -> None:
    frame = nl.scenarios()
    assert isinstance(frame, pd.DataFrame)
    assert list(frame.columns) == ["name", "system", "title", "start", "end", "standing"]
    assert {"d_day", "blank"} <= set(frame["name"])
    assert set(frame.loc[frame["name"].isin(["d_day", "blank"]), "system"]) == {"breakout"}


def test_with_diff_and_describe_as_shown() -> None:
    spec = nl.load_scenario("d_day")
    patch = {"units": {"GE-12SS-25": {"at": "Carentan"}}, "weather": {"dawn": {"Jun-06": "overcast"}}}
    changed = spec.with_(patch)
    frame = nl.diff(spec, changed)
    assert list(frame.columns) == ["key", "before", "after", "rule"]
    assert any("GE-12SS-25" in key for key in frame["key"])
    assert any("weather" in key for key in frame["key"])
    assert all(RULE.fullmatch(rule) for rule in frame["rule"])
    assert nl.diff(spec, spec).empty
    assert spec == nl.load_scenario("d_day") != changed
    assert str(spec.describe())
    assert spec.describe()._repr_html_()


def test_a_scenario_error_lists_every_problem_with_its_nearest_name() -> None:
    with pytest.raises(nl.ScenarioError) as caught:
        nl.load_scenario("d_day").with_({"units": {"GE-352-916": {"at": "Sant Lo"}}, "wheather": {}})
    problems = caught.value.problems
    assert len(problems) == 2
    assert "St. Lo" in str(caught.value)
    assert "weather" in str(caught.value)


# -- the position ------------------------------------------------------------------------------


def test_actor_and_decision(game: nl.Game) -> None:
    decision = game.decision
    assert decision is not None
    assert (game.actor, decision.kind, decision.actor, decision.rule) == ("allied", "airborne", "allied", "21.2")
    assert decision.prompt
    assert decision.roll is None
    assert decision.accepts(decision.options[0])
    assert decision.accepts(str(decision.options[0]))
    assert not decision.accepts("land US-4-8 51")


def test_kinds_actors_and_moments_of_a_whole_day(played: list[tuple[str, str, str, str]]) -> None:
    kinds = {kind for kind, *_ in played}
    assert kinds <= KINDS
    assert {"airborne", "naval", "air", "first_wave", "beach", "point", "forward", "target", "roll", "reroll"} <= kinds
    assert {actor for _, actor, *_ in played} == {"german", "allied", "chance"}
    assert {"impulse", "orders"} <= kinds
    moments = list(dict.fromkeys(moment for *_, moment, _ in played[: len(played) // 3]))
    assert moments[:6] == ["6N", "6S", "6F", "6L", "6G0", "6A0"]
    owner = {
        "airborne": "allied", "naval": "allied", "air": "allied", "first_wave": "allied", "beach": "allied", "point": "allied",
        "roll": "chance",
    }  # fmt: skip
    assert {(kind, actor) for kind, actor, *_ in played if kind in owner} <= set(owner.items())


def test_action_texts_follow_the_documented_grammar(played: list[tuple[str, str, str, str]]) -> None:
    unit, area, bridge = r"[A-Z]{2}-[\w-]+", r"(\d+|[A-E]|box:\d+)", r"\d+-\d+"
    marker = r"(WTF|ETF|IXAF|2TAF|LeHavre)"
    grammar = {
        "attack": unit, "secure": f"{unit} {bridge}", "stay": unit, "end": None, "shoot": f"{marker} {area}",
        "target": f"({unit}|{bridge})", "impulse": f"(assault|bombard) {area}", "double": f"(assault|bombard) {area}", "pass": None,
        "march": f"{unit} {area}( wade)?", "seize": f"{unit} {bridge}", "repair": bridge, "demolish": bridge, "unbuild": bridge,
        "join": unit, "support": unit, "lead": unit, "sunset": r"([+-]1|0)",
        "hit": unit, "land": f"{unit} {area}", "assault": area, "point": unit, "forward": unit, "lose": unit,
        "retreat": f"{unit} {area}", "hold": None, "keep": None, "reroll": None, "roll": None, "control": f"{area} (us|british)",
    }  # fmt: skip
    for *_, text in played:
        verb, _, rest = text.partition(" ")
        assert verb in grammar, text
        assert re.fullmatch(grammar[verb] or "", rest), text


def test_play_takes_names_and_ids_alike(game: nl.Game) -> None:
    other = nl.new_game("d_day", seed=1944)
    events = game.play("secure US-82-507 49-53")
    assert events == other.play("secure 507 Para Rgt Pont L'Abbe-Valognes")
    assert [(event.rule, bool(event.text), bool(str(event))) for event in events] == [("21.2", True, True)]
    held = game.table("bridges").set_index(["a", "b"]).loc[("49", "53")]
    assert held["held"] == "allied"


def test_a_name_that_two_units_bear_is_refused_with_both_ids() -> None:
    twin = {"US-X-1": {"copy_of": "US-82-505", "name": "507 Para Rgt", "at": "50"}}
    game = nl.new_game(nl.load_scenario("d_day").with_({"units": twin}))
    with pytest.raises(nl.NotationError, match=r"US-82-507 and US-X-1; give the id"):
        game.play("stay 507 Para Rgt")
    assert game.play("stay US-X-1")


def test_an_illegal_action_carries_its_refusal_and_why_not_gives_the_same(game: nl.Game) -> None:
    with pytest.raises(nl.IllegalAction) as caught:
        game.play("land US-4-8 51")
    refusal = game.why_not("land US-4-8 51")
    assert refusal is not None
    assert caught.value.refusal == refusal
    assert caught.value.action == "land US-4-8 51"
    assert refusal.rule == "21.2"
    assert refusal.text
    assert refusal.fix
    assert game.why_not("end") is None
    assert game.log.at.n == 0


# -- numbers -----------------------------------------------------------------------------------


def test_explain_attack_and_defense_value_of_example_1(game: nl.Game) -> None:
    here = [unit for unit in game.table("units").itertuples() if unit.at == "50" and unit.side == "allied"]
    assert len(here) == 4
    for unit in here:
        game.play(f"attack {unit.id}")
    attack, defense = game.explain("attack_value"), game.explain("defense_value")
    assert (attack.total, defense.total) == (7, 5)
    assert [(term.rule, term.value) for term in attack.terms] == [("9.2A", 3), ("9.2B", 3), ("9.2D", 1)]
    assert [(term.rule, term.value) for term in defense.terms] == [("9.3A", 2), ("9.3B", 3)]
    assert "9.2A" in str(attack)
    assert "<table" in attack._repr_html_()


def test_explain_interdiction_by_id_and_by_name(game: nl.Game) -> None:
    tally = game.explain("interdiction 51")
    assert tally.total == 2
    assert game.explain("interdiction Utah Beach") == tally
    assert {term.rule for term in tally.terms} == {"19.4"}


@pytest.mark.parametrize(
    "what", ["attack_value", "defense_value", "interdiction", "interdiction 44", "nonsense", "", "end"]
)
def test_explain_refuses_in_words(game: nl.Game, what: str) -> None:
    with pytest.raises(nl.NotationError):
        game.explain(what)


@pytest.mark.parametrize("name", list(TABLES))
def test_tables_have_their_columns(name: str) -> None:
    game = nl.new_game("d_day", seed=7)
    game.run(until="naval")
    frame = game.table(name)
    assert isinstance(frame, pd.DataFrame)
    assert list(frame.columns) == TABLES[name].split()
    assert len(frame)


def test_unknown_tables_are_refused(game: nl.Game) -> None:
    with pytest.raises(nl.NotationError, match="units"):
        game.table("unit")


def test_the_log_shows_dice_rules_and_moments() -> None:
    game = nl.new_game("d_day", seed=5)
    game.run(until="amphibious")
    log, dice = game.table("log"), game.table("dice")
    assert list(dict.fromkeys(log["impulse"])) == ["6N", "6S", "6F", "6L"]
    assert set(log["turn"]) == {"Jun-06"}
    assert all(RULE.fullmatch(rule) for rule in log["rule"])
    rolls = log[log["dice"] != ""]
    assert set(rolls["n"]) == set(dice["n"])
    assert all(sum(faces) == total for faces, total in zip(dice["faces"], dice["total"], strict=True))
    assert set(dice["roller"]) == {"german", "allied"}


def test_odds_of_the_game_and_of_values() -> None:
    columns = ["difference", "probability", "attacker", "cp", "outcome"]
    frame = nl.odds(av=7, dv=5, bocage=True)
    assert list(frame.columns) == columns
    assert sum(frame["probability"]) == 1
    assert "summary" in frame.attrs
    game = nl.new_game("d_day", seed=1)
    game.play("attack US-82-505")
    assert list(nl.odds(game).columns) == columns


# -- seats, dice, running ----------------------------------------------------------------------


def test_auto_roll_off_waits_for_typed_dice() -> None:
    game = nl.new_game("d_day", seed=1)
    game.auto_roll = False
    game.play("attack US-82-505")
    while game.actor == "allied" and game.decision.kind in ("airborne", "point"):
        game.play("end" if game.decision.kind == "airborne" else game.decision.options[0])
    assert (game.actor, game.decision.kind) == ("chance", "roll")
    assert game.decision.roll.counts == (2, 2)
    assert game.decision.options == ()
    assert game.why_not("roll 5+2:3").rule == "9.1"
    game.play("roll 5+2:3+3")
    assert list(game.table("dice")["faces"]) == [(5, 2), (3, 3)]


@pytest.mark.parametrize(("wish", "comes"), [("attacks", True), ("always", True), ("never", False)])
def test_ask_says_whether_the_reroll_is_offered(wish: str, comes: bool) -> None:
    game = nl.new_game("d_day", seed=1)
    game.ask = {"allied": {"reroll": wish}}
    game.orders.attack("50")
    assert (game.actor == "allied" and game.decision.kind == "reroll") is comes
    if not comes:
        keep = next(node for node in game.log.at.path() if node.action == "keep")
        assert keep.implied


@pytest.mark.parametrize("until", ["airborne", "naval", "air", "amphibious", "Jun-06"])
def test_run_stops_when_the_phase_or_day_is_over(until: str) -> None:
    game = nl.new_game("d_day", seed=3)
    game.run(players={"german": "random", "allied": "random"}, until=until)
    after = {"airborne": "naval", "naval": "air", "air": "first_wave", "amphibious": "impulse"}
    assert game.decision is not None
    assert game.decision.kind == after.get(until, game.decision.kind)
    assert (game.log.at.moment[0] == "7") is (until == "Jun-06")
    assert game.result is None


def test_the_result_and_what_play_says_then() -> None:
    game = nl.new_game("d_day", seed=3)
    game.run(until=None)
    assert (game.decision, game.actor) == (None, None)
    assert game.result is not None
    assert game.result.winner in ("german", "allied")
    assert game.result.points == game.score()
    assert "(22." in game.result.how
    with pytest.raises(nl.IllegalAction, match="The game is over"):
        game.play("impulse assault 50")
    refusal = game.why_not("end")
    assert refusal is not None
    assert game.result.how in refusal.text


def test_orders_that_nobody_can_carry_out_are_refused(game: nl.Game) -> None:
    for report in (game.orders.attack("5"), game.orders.land("Utah Beach")):
        assert report.stopped == "refused"
        assert report.refusal is not None
        assert RULE.fullmatch(report.refusal.rule)
    assert game.log.at.n == 0


# -- time --------------------------------------------------------------------------------------


def test_undo_redo_branch_goto_tree(game: nl.Game) -> None:
    start = game.system.digest(game.state)
    game.play("stay US-82-507")
    game.play(game.decision.options[0])
    end, n = game.system.digest(game.state), game.log.at.n
    assert game.undo(1) == 1
    assert game.log.at.n == n - 1
    assert game.redo(1) == 1
    assert game.system.digest(game.state) == end
    while game.undo():
        pass
    assert game.system.digest(game.state) == start
    game.branch("bold")
    game.play("attack US-82-505")
    assert set(game.tree()["branch"]) == {"main", "bold"}
    game.goto("main")
    assert game.system.digest(game.state) == end
    game.goto(0)
    assert game.system.digest(game.state) == start


def test_undo_goes_over_what_the_game_answered_itself(game: nl.Game) -> None:
    game.orders.attack("50")
    assert game.decision.kind == "reroll"
    game.undo()
    assert game.decision.kind == "point"  # the last real choice; chance and the only Forward Unit are implied


def test_save_and_load(game: nl.Game, tmp_path: Path) -> None:
    game.orders.attack("50")
    game.branch("aside", luck="other")
    game.ask = {"allied": {"reroll": "never"}}
    game.auto_roll = False
    again = nl.load_game(game.save(tmp_path / "game.jsonl"))
    assert again.system.digest(again.state) == game.system.digest(game.state)
    assert (again.seed, again.auto_roll, again.ask) == (1944, False, game.ask)
    assert again.tree().equals(game.tree())
    assert again.table("log").equals(game.table("log"))
    head, *body = (json.loads(line) for line in (tmp_path / "game.jsonl").read_text("utf-8").splitlines())
    assert {"version", "seed", "edition", "digest", "scenario"} <= head.keys()
    assert body.pop(0)["values"]["units"]["US-4-8"]
    assert body[0].items() >= {"n": 1, "p": 0}.items()
    assert body[0]["a"].startswith("attack US-")


@pytest.mark.parametrize("seed", [5, -3, 10**30])
def test_every_seed_that_is_accepted_can_be_saved(seed: int, tmp_path: Path) -> None:
    path = nl.new_game("d_day", seed=seed).save(tmp_path / "game.jsonl")
    assert nl.load_game(path).seed == seed


def test_numpy_seeds_are_whole_numbers(tmp_path: Path) -> None:
    numpy = pytest.importorskip("numpy")
    assert nl.load_game(nl.new_game("d_day", seed=numpy.int64(5)).save(tmp_path / "game.jsonl")).seed == 5


def test_graph_and_scenario_of_the_position(game: nl.Game) -> None:
    graph = game.graph
    assert isinstance(graph, nx.Graph)
    assert {"50", "A", "box:51", "offshore"} <= set(graph.nodes)
    assert all(isinstance(node, str) for node in graph.nodes)
    game.run(until="airborne")
    held = {(a, b) for a, b, data in game.graph.edges(data=True) if data["held"] == "allied"}
    table = game.table("bridges")
    rows = table[(table["held"] == "allied") & table["bridge"]]
    assert {frozenset(pair) for pair in held} == {frozenset((row.a, row.b)) for row in rows.itertuples()}
    spec = game.as_scenario()
    again = nl.new_game(spec, seed=1944)
    assert again.decision.kind == "naval"
    assert again.table("units").equals(game.table("units"))
    assert again.table("bridges").equals(game.table("bridges"))


# -- bad input in Python -----------------------------------------------------------------------

BAD: list[Any] = [None, 5, -1, 3.5, "", "é", "\x00", "x" * 3000, [], {}, object(), 10**30, b"x"]


def calls(bad: Any, folder: Path) -> dict[str, Any]:
    spec = nl.load_scenario("d_day")

    def fresh() -> nl.Game:
        return nl.new_game(spec, seed=1)

    def ask(wanted: Any) -> None:
        fresh().ask = wanted

    path = bad if not isinstance(bad, str) or not bad or "\x00" in bad else folder / bad / "nowhere"
    return {
        "load_scenario": lambda: nl.load_scenario(bad),
        "new_game": lambda: nl.new_game(bad),
        "seed": lambda: nl.new_game(spec, seed=bad),
        "dice": lambda: nl.new_game(spec, dice=bad),
        "with_": lambda: spec.with_(bad),
        "with_ units": lambda: spec.with_({"units": {"GE-352-916": {"at": bad}}}),
        "diff": lambda: nl.diff(spec, bad),
        "play": lambda: fresh().play(bad),
        "why_not": lambda: fresh().why_not(bad),
        "explain": lambda: fresh().explain(bad),
        "table": lambda: fresh().table(bad),
        "goto": lambda: fresh().goto(bad),
        "branch": lambda: fresh().branch(bad),
        "luck": lambda: fresh().branch("aside", bad),
        "undo": lambda: fresh().undo(bad),
        "redo": lambda: fresh().redo(bad),
        "until": lambda: fresh().run(until=bad or "?"),
        "players": lambda: fresh().run(players=bad or 5, until="airborne"),
        "player": lambda: fresh().run(players={"allied": bad}, until="airborne"),
        "ask": lambda: ask(bad),
        "ask reroll": lambda: ask({"allied": {"reroll": bad}}),
        "odds": lambda: nl.odds(bad),
        "orders": lambda: fresh().orders.attack(bad),
        "load_game": lambda: nl.load_game(path),
        "save": lambda: fresh().save(path),
    }


# What is no fault: an empty patch, default dice, an empty mapping, a whole number of steps or seed, any word of luck, zone E as é.
FINE = {
    "NoneType": {"dice", "luck", "undo", "redo", "with_ units"},
    "int": {"seed", "undo", "redo", "orders", "with_ units"},
    "str": {"luck", "branch", "orders", "with_ units"},
    "dict": {"with_", "players", "ask"},
}


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: repr(bad)[:12].split(" at ")[0])
def test_bad_input_in_python_gives_a_clear_error(bad: Any, tmp_path: Path) -> None:
    said = []
    for name, call in calls(bad, tmp_path).items():
        try:
            call()
        except nl.NormandyError as error:
            said.append((name, str(error)))
        except TypeError:
            assert not isinstance(bad, str) or name in ("undo", "redo", "goto"), (name, bad)
        else:
            assert name in FINE.get(type(bad).__name__, set()), f"{name} takes {bad!r}"
    assert all(text.strip() for _, text in said), said


@pytest.mark.parametrize("way", ["undo", "redo"])
def test_nobody_goes_back_by_less_than_nothing(game: nl.Game, way: str) -> None:
    game.play("stay US-82-507")
    with pytest.raises(nl.NormandyError, match="-1"):
        getattr(game, way)(-1)
    assert game.log.at.n == 1


# -- command line ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "scenarios", "describe d_day", "rules 9.2D", "rules --coverage", "run d_day --until airborne --seed 1",
        "odds --av 7 --dv 5 --bocage", "validate {file}", "replay {save}",
    ],
)  # fmt: skip
def test_every_verb_works_and_prints_records(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "what_if.toml").write_text('extends = "d_day"\n', "utf-8")
    save = nl.new_game("d_day", seed=1).save(tmp_path / "game.jsonl")
    line = words.format(file=tmp_path / "what_if.toml", save=save).split()
    for more in ([], ["--json"]):
        with pytest.raises(SystemExit) as caught:
            main([*line, *more])
        out, err = capsys.readouterr()
        assert not caught.value.code, err
        assert out.strip()
    assert json.loads(out) is not None


@pytest.mark.parametrize(
    "words", ["run nowhere", "describe nowhere", "replay nowhere", "validate nowhere", "rules 99.9", "odds --av 7"]
)
def test_bad_words_exit_with_2_and_no_traceback(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words.split())
    out, err = capsys.readouterr()
    assert caught.value.code == 2
    assert "Traceback" not in out + err
    assert err.strip()
