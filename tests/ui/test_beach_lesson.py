"""What breaks a lesson: a debrief that tells it wrong, a button that does nothing, a way back that ends, guesses that are lost."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.beach.state import HIT
from normandy_lab.game import Game
from normandy_lab.ui import autosave
from normandy_lab.ui.beach.debrief import Thrown, accounts, calls, debrief_parts, thrown
from normandy_lab.ui.beach.lab import BeachLab
from tests.ui.test_beach_lab import at, figure, morale_of_five, press, said, why

BOTH = {"american": "suggest", "german": "suggest"}


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NORMANDY_STRICT", "1")
    monkeypatch.setattr(autosave, "folder", lambda: tmp_path / "kept")


# ------------------------------------------------------------------------------------------ debrief


def told(node: Any) -> tuple[str, int]:
    """The line of the debrief as the log's own events tell it, and how much it counts."""
    for event in node.events:
        args, words = event.args, event.template
        if node.step == "volley" and event.rule == "FP 3" and "fires at" in words:
            hits = sum(face in "56" for face in str(args[2]).split())
            standing = re.match(r"(No|One|\d+) ", str(args[3]))
            assert standing is not None
            down = {"No": "no figures", "One": "one figure"}.get(standing[1], f"{standing[1]} figures")
            names = ("2", "two"), ("3", "three"), ("4", "four")
            for digit, word in names:
                down = down.replace(digit, word)
            return f"bunker {args[0]} hits {down} of squad {args[1]} with four dice", hits
        if node.step == "morale" and event.rule in ("FP 5", "B-17") and args[0] == node.roll.key[2]:
            faces = node.action.args[0][0]
            left = args[2] if "holds" in words else 0  # nobody left: it goes back whatever it rolls (B-17)
            fate = "holds" if left else "goes back" if "holds" not in words else "has nobody left: it goes back"
            return f"squad {args[0]} lost {len(faces)}, rolls {sum(faces)} and {fate}", not left
        if node.step == "clear" and event.rule == "FP 2.2":
            good = " clears " in words
            die = args[2]
            return f"{args[0]} {'removes an obstacle' if good else 'has no luck'} with a {die}", good
        if node.step == "assault" and event.rule == "FP 2.3":
            good = "destroyed" in words
            return f"{args[0]} {'destroys a bunker' if good else 'has no luck'} with a {args[2]}", good
    raise AssertionError(f"{node.step}: {node.events}")


BREAKS = {
    1: 0.0,
    2: 1 / 36,
    3: 3 / 8,
    4: 493 / 648,
    5: 7319 / 7776,
    6: 7699 / 7776,
    7: 46601 / 46656,
}  # specification, 9


def hits(game: Game) -> dict[int, Counter[str]]:
    """Turn -> figures hit by fire and by artillery, squads gone back, counted in the positions along the log."""
    found: dict[int, Counter[str]] = {}
    state = game.system.initial(game.log.setting)
    for node in game.log.at.path():
        before = state
        state, _ = game.system.apply(state, node.action)
        row = found.setdefault(before.turn, Counter())
        down = sum(status == HIT for status in state.status) - sum(status == HIT for status in before.status)
        row["artillery" if node.step == "shell" else "fire"] += max(0, down)  # fire, where its owner or chance says who
        row["back"] += sum(row.eliminated for row in state.past) - sum(row.eliminated for row in before.past)
    return found


def check_turns(game: Game, page: str) -> None:
    """The table of turns and the large figures."""
    body = page.partition("<h2>Turn by turn</h2>")[2].partition("</table>")[0]
    rows = [[int(cell) for cell in re.findall(r'class="n">(\d+)', row)] for row in body.split("<tr>")[2:]]
    counted = hits(game)
    assert [row[0] for row in rows] == list(range(1, game.state.turn + 1))
    for turn, _, fire, artillery, back, _, _ in rows:
        row = counted[turn]
        assert (fire, artillery, back) == (row["fire"], row["artillery"], row["back"]), turn
    total = sum((row["fire"] + row["artillery"] for row in counted.values()), 0)
    assert f"<b>{total}</b>figures hit" in page
    assert f"<b>{sum(row['back'] for row in counted.values())}</b>squads sent back" in page


def check_accounts(rolls: list[Any], lines: list[Thrown]) -> None:
    """What the odds said: of each kind the number of rolls, the sum of the exact chances, and what came."""
    found = {account.words.partition(":")[0]: account for account in accounts(lines)}
    by_step = {step: [node for node in rolls if node.step == step] for step in ("volley", "clear", "assault", "morale")}
    dice = {step: [face for n in nodes for face in n.action.args[0][0]] for step, nodes in by_step.items()}
    for name, step, each, least in (
        ("German fire", "volley", 4 / 3, 5), ("Clearing", "clear", 1 / 6, 6), ("Assaults", "assault", 1 / 6, 6),
    ):  # fmt: skip
        if not by_step[step]:
            assert name not in found
            continue
        account = found[name]
        assert (account.rolls, account.happened) == (len(by_step[step]), sum(face >= least for face in dice[step]))
        assert account.expected == pytest.approx(each * len(by_step[step]))
    tests = [node.action.args[0][0] for node in by_step["morale"]]
    if tests and max(map(len, tests)) < 8:
        emptied = sum(line.chances == (1.0,) for line in lines if line.kind == "morale")
        expected = sum(BREAKS[len(faces)] for faces in tests)
        assert found["Morale"].rolls == len(tests)
        assert expected <= found["Morale"].expected + 1e-9 <= expected + emptied + 2e-9
        assert found["Morale"].happened == sum(line.counted for line in lines if line.kind == "morale")


def check_debrief(scenario: str, seeds: range, shells: bool = True) -> int:
    """Every line against the log; how many squads went back."""
    spec, back = nl.load_scenario(scenario), 0
    for seed in seeds:
        game = nl.new_game(spec, seed=seed)
        game.run(players=BOTH)
        rolls = [
            n for n in game.log.at.path() if n.roll is not None and n.step in ("volley", "morale", "clear", "assault")
        ]
        lines: list[Thrown] = [line for line in thrown(game, shells=shells) if line.kind != "shell"]
        assert len(rolls) == len(lines)
        for node, line in zip(rolls, lines, strict=True):
            assert (line.text, line.counted) == told(node), f"seed {seed}, {line.moment}"
        check_turns(game, debrief_parts(game, lines))
        check_accounts(rolls, lines)
        assert {line.node for line in calls(lines)} <= {node.n for node in rolls}
        counted = sum(line.counted for line in lines if line.kind == "morale")
        assert counted == sum(row.eliminated for row in game.state.past)
        back += counted
    return back


@pytest.mark.parametrize("scenario", ["beach/demonstration", "beach/with_limit"])
def test_the_debrief_tells_what_the_log_tells(scenario: str) -> None:
    assert check_debrief(scenario, range(4)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["beach/demonstration", "beach/with_limit"])
def test_the_debrief_of_two_hundred_games(scenario: str) -> None:
    assert check_debrief(scenario, range(100, 300), shells=False) > 200


@pytest.mark.slow
def test_the_debrief_of_a_whole_class() -> None:
    """Three games of twelve turns by twenty-four: each has as many rolls as ten of the others."""
    assert check_debrief("beach/class_of_24", range(100, 103), shells=False) > 20


# ------------------------------------------------------------------------------------------ no dead button


@pytest.mark.parametrize(
    ("scenario", "seed"), [("beach/demonstration", 1), ("beach/demonstration", 2), ("beach/with_limit", 3)]
)
def test_a_whole_game_by_the_primary_button_alone(scenario: str, seed: int) -> None:
    by_the_primary_button(scenario, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(11, 23))
def test_twelve_more_by_the_primary_button_alone(seed: int) -> None:
    by_the_primary_button("beach/demonstration" if seed % 2 else "beach/with_limit", seed)


def by_the_primary_button(scenario: str, seed: int) -> None:
    """Every press plays something, until the game is over."""
    lab = BeachLab(scenario, seed=seed, autosave=False)
    for _ in range(900):
        if lab.session.view.asked is None:
            break
        before = lab.game.log.at.n
        lab.decision.primary.click()
        assert lab.game.log.at.n > before, f"{lab.decision.primary.description}: {said(lab)} {why(lab)}"
    assert lab.game.result is not None


def test_everybody_acts_ends_when_nobody_has_anything_to_do() -> None:
    lab = at(figures={"A1": [4, 24], "B1": [12, 10]}, obstacles=[1, 0, 2, 1])
    press(lab.decision.primary)
    press(lab.decision.primary) if lab.session.view.asked.kind == "act" else None
    assert lab.session.view.asked.kind != "act"


def test_steps_say_that_real_dice_wait() -> None:
    lab = morale_of_five()
    press(lab.decision.type)
    before = lab.game.log.at.n
    for button in (lab.steps.dice, lab.steps.phase, lab.steps.turn, lab.steps.end):
        press(button)
        assert lab.game.log.at.n == before
        assert why(lab).startswith("info  Real dice wait"), button.description


def test_an_order_that_waits_is_forgotten_when_another_is_given() -> None:
    lab = at(figures={"A1": [2, 24], "A2": [3, 24], "B1": [12, 0]})
    press(lab.decision.type)
    press(lab.decision.orders[1])  # clear: A1 must throw
    press(lab.decision.type)
    press(lab.steps.back)
    press(lab.decision.type)
    lab.session.choose_figure("A1")
    lab.session.dispatch("clear A1")
    lab.session.type_dice("1")
    assert lab.session.view.asked.kind == "act", "A2 was not sent to clear behind the class's back"
    assert not figure(lab, "A2").acted


def test_an_order_goes_on_after_a_die_that_cannot_be() -> None:
    lab = at(figures={"A1": [2, 24], "A2": [3, 24], "B1": [12, 0]})
    press(lab.decision.type)
    press(lab.decision.orders[1])
    lab.session.type_dice("7")
    assert why(lab)
    lab.session.type_dice("1")
    assert lab.session.view.asked.subject == "A2"


# ------------------------------------------------------------------------------------------ back


def test_back_goes_command_by_command_to_the_start_of_a_saved_game(tmp_path: Path) -> None:
    lab = BeachLab("beach/with_limit", seed=5, autosave=False)
    for _ in range(6):
        press(lab.steps.phase)
    path = lab.game.save(tmp_path / "lesson.jsonl")
    again = BeachLab(str(path), autosave=False)
    steps, places = 0, [again.game.log.at.n]
    while again.game.log.at.n:
        press(again.steps.back)
        steps += 1
        places.append(again.game.log.at.n)
        assert places[-1] < places[-2], "every press goes back"
    rolls = [n for n in lab.game.log.at.path() if n.roll is not None and n.step not in ("clear", "assault")]
    assert steps >= len(rolls), "every roll is a step of its own"
    acts = [n for n in lab.game.log.at.path() if n.kind == "act"]
    assert steps < len(rolls) + len(acts), "what a squad does is one step"


def test_back_after_a_game_was_played_in_code() -> None:
    lab = BeachLab(seed=5, autosave=False)
    lab.game.orders.advance("A")
    lab.game.orders.advance("B")
    lab.refresh()
    press(lab.steps.back)
    assert sorted({node.action.args[0] // 12 for node in lab.game.log.at.path()}) == [0], (
        "squad B's order is taken back"
    )
    press(lab.steps.back)
    assert lab.game.log.at.n == 0


# ------------------------------------------------------------------------------------------ guesses


def guessing() -> BeachLab:
    lab = morale_of_five()
    lab.bar.guess.value = True
    for number in (3, 3, 0):
        press(lab.odds.guess.ranges[number])
    return lab


def test_hands_are_kept_with_the_game_and_taken_back_with_the_roll(tmp_path: Path) -> None:
    lab = guessing()
    press(lab.decision.primary)
    assert [guess.hands for guess in lab.session.guesses] == [(1, 0, 0, 2)]
    path = lab.game.save(tmp_path / "guessed.jsonl")
    press(lab.steps.back)
    assert lab.session.guesses == [], "taken back with its roll"
    assert lab.session.hands.counts == (1, 0, 0, 2), "the hands are still there"
    press(lab.decision.primary)
    assert len(lab.session.guesses) == 1, "one guess a roll"
    again = BeachLab(str(path), autosave=False)
    assert [guess.hands for guess in again.session.guesses] == [(1, 0, 0, 2)]
    assert "2 of 3 hands were in the right range" in again.debrief()


def test_no_hand_is_counted_once_the_odds_are_known() -> None:
    lab = guessing()
    press(lab.odds.guess.reveal)
    lab.session.raise_hand(3)
    assert lab.session.hands.counts == (1, 0, 0, 2)


def test_a_refused_roll_counts_no_guess() -> None:
    lab = guessing()
    press(lab.decision.type)
    lab.session.type_dice("9+9")
    press(lab.steps.dice)
    assert lab.session.guesses == []


def test_the_guess_about_a_shell_reveals_the_chance_that_was_asked_for() -> None:
    """The closed form of the specification, 1 - exp(-1/32) for a shell right at its aim: 3.1%."""
    lab = at({"fire": {"dice": 0}}, figures={"A1": [4, 10], "A2": [1, 20], "B1": [12, 10]})
    lab.bar.guess.value = True
    press(lab.decision.other)
    lab.plan.plot.click(12, 10)
    assert "Will the shell touch a figure right at its aim?" in lab.odds.guess.words.value
    press(lab.odds.guess.reveal)
    assert "<b>3.1%</b> Will the shell touch a figure right at its aim?" in lab.odds.odds.value


def test_nothing_gives_the_answer_away_before_it_is_shown() -> None:
    lab = morale_of_five()
    lab.bar.projector.value = lab.bar.guess.value = lab.bar.tables.value = True
    lab.tables.name.value = "odds"

    def seen(widget: Any) -> str:
        parts = [str(getattr(widget, name, "") or "") for name in ("value", "description", "tooltip")]
        return " ".join([*parts, *(seen(child) for child in getattr(widget, "children", ()))])

    assert "94.1" not in seen(lab)
    assert "0.94" not in seen(lab)
    press(lab.odds.guess.reveal)
    assert "94.1" in seen(lab)


# ------------------------------------------------------------------------------------------ set-up


def test_set_up_opens_on_the_board_being_played() -> None:
    spec = nl.load_scenario("beach/with_limit").with_(
        {"end": {"turn_limit": 8}, "artillery": {"shells": 1}, "bunkers": {"sections": [1, 3]}}
    )
    lab = BeachLab(spec, seed=1, autosave=False)
    lab.bar.setup.value = True
    setup = lab.setup
    assert setup.scenario.value == "beach/with_limit"
    assert (setup.limit.value, setup.turns.value) == (1, 8)
    setup.hits.value = 6
    found = setup.scenario_now().in_force
    assert (found["fire.hit_on"], found["end.turn_limit"], found["artillery.shells"]) == (6, 8, 1)
    assert list(found["bunkers.sections"]) == [1, 3], "the edited board stays"
    setup.scenario.value = "beach/demonstration"
    assert setup.scenario_now().name == "beach/demonstration", "another scenario begins as it is written"
