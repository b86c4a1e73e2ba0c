"""The session and the drafts: what a click or a check does, without any widget."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.ui import autosave
from normandy_lab.ui.breakout import drafts
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.hits import Hit

REGIMENTS = ("US-82-505", "US-101-501", "US-101-502", "US-101-506")


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NORMANDY_STRICT", "1")


@pytest.fixture
def session() -> Session:
    game = nl.new_game("d_day", seed=1944)
    game.ask = {"allied": {"reroll": "never"}, "german": {"reroll": "never"}}
    made = Session(game)
    made.show()
    return made


def at(session: Session, phase: str) -> Session:
    """The session with the game at the start of that phase."""
    game = session.game
    while game.decision is not None and session.game.system.clock(game.state)["phase"] != phase:
        game.orders.accept()
    session.refresh()
    return session


def test_a_click_on_a_drop_area_selects_all_who_may_attack(session: Session) -> None:
    session.click(Hit("place", "50"))
    assert session.focus == "50"
    assert session.draft == REGIMENTS
    assert session.order is not None
    assert session.order.words == "Attack, 7 against 5"
    assert session.game.log.at.n == 0, "nothing is played before the selection is confirmed"


def test_the_map_and_the_list_make_the_same_selection(session: Session) -> None:
    session.click(Hit("place", "50"))
    by_map = (session.focus, session.draft, session.order.words if session.order else "")
    session.clear()
    session.look_at("50")
    assert (session.focus, session.draft, session.order.words if session.order else "") == by_map


@pytest.mark.parametrize(
    ("chosen", "words"), [(4, "7 against 5"), (3, "5 against 5"), (2, "4 against 5"), (1, "3 against 5")]
)
def test_the_values_follow_the_selection(session: Session, chosen: int, words: str) -> None:
    # 3 for the Point Unit, 1 a further unit, and 1 for three of the 101st, which only all four or the last three have.
    session.look_at("50")
    session.choose(REGIMENTS[:chosen])
    assert session.order is not None
    assert session.order.words == f"Attack, {words}"


def test_a_click_on_a_unit_takes_it_out_and_in(session: Session) -> None:
    session.look_at("50")
    session.click(Hit("unit", "US-101-501"))
    assert session.draft == ("US-82-505", "US-101-502", "US-101-506")
    session.click(Hit("unit", "US-101-501"))
    assert session.draft == REGIMENTS


def test_a_unit_of_another_area_starts_another_selection(session: Session) -> None:
    session.look_at("50")
    session.click(Hit("unit", "BR-6AB-3"))
    assert (session.focus, session.draft) == ("7", ("BR-6AB-3",))


def test_the_point_unit_is_the_one_that_was_named(session: Session) -> None:
    session.look_at("50")
    session.name_point("US-101-506")
    assert session.attack.point == "US-101-506"
    session.dispatch(session.order.run if session.order else "")
    played = [str(node.action) for node in session.game.log.at.path()]
    assert played[:4] == [f"attack {unit}" for unit in REGIMENTS]
    assert "point US-101-506" in played


def test_a_refused_click_says_why_and_keeps_the_selection(session: Session) -> None:
    flashed: list[str] = []
    session.on_flash(flashed.append)
    session.look_at("50")
    session.click(Hit("place", "44"))
    assert session.message is not None
    assert session.message.kind == "refusal"
    assert session.message.rule
    assert flashed == ["44"]
    assert session.draft == REGIMENTS
    assert session.game.log.at.n == 0


def test_a_refused_action_is_a_message_and_no_traceback(session: Session) -> None:
    assert session.dispatch("land US-1-Art 30") is False
    assert session.message is not None
    assert session.message.kind == "refusal"
    assert session.dispatch("fly US-1-Art 30") is False
    assert session.message.kind == "refusal"
    assert session.game.log.at.n == 0


def test_why_not_answers_with_the_rule(session: Session) -> None:
    session.why_not("secure US-82-505 44-45")
    assert session.message is not None
    assert session.message.rule == "21.2"
    session.why_not("stay US-82-505")
    assert session.message.kind == "info"


def test_a_bridge_may_mean_several_things_and_offers_a_menu(session: Session) -> None:
    session.look_at("50")
    session.choose([])
    session.click(Hit("bridge", "44-50"))
    assert {option.split()[0] for option in session.menu} == {"secure"}
    assert len(session.menu) == 4


def test_undo_goes_back_to_the_last_choice_and_redo_forward(session: Session) -> None:
    before = session.game.system.digest(session.game.state)
    session.look_at("50")
    session.dispatch(session.order.run if session.order else "")
    assert session.game.log.at.n > 0
    while session.game.log.at.n:
        session.undo()
    assert session.game.system.digest(session.game.state) == before
    session.undo()
    assert session.message is not None
    assert session.message.text == "Nothing to undo."


def test_a_branch_keeps_the_main_line(session: Session) -> None:
    session.dispatch("secure US-82-507 49-53")
    session.branch("without the bridge")
    session.undo(1)
    session.goto(0)
    session.dispatch("stay US-82-507")
    assert set(session.game.log.branches) == {"main", "without the bridge"}


def test_all_who_may_land_are_selected_and_the_artillery_is_refused(session: Session) -> None:
    at(session, "amphibious")
    assert [group.place for group in drafts.groups(session.view)] == ["8", "17", "18", "30", "51"]
    session.click(Hit("place", "box:30"))
    assert session.focus == "30"
    assert set(session.draft) == {"US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116", "US-Rgr-2", "US-Rgr-5"}
    group = drafts.group_of(session.view, "30")
    assert group is not None
    assert [unit.unit for unit in group.denied] == ["US-1-Art"]
    assert session.order is not None
    assert session.order.words == "Land 7 units at Omaha Beach"


def test_land_all_is_one_order_of_single_actions(session: Session) -> None:
    at(session, "amphibious")
    before = len(session.game.log.at.path())
    order = drafts.land_all(session.game, session.view)
    assert order is not None
    count = len(drafts.allowed(session.view))
    assert order.words == f"Land all {count} units"
    session.dispatch(order.run)
    played = [str(node.action) for node in session.game.log.at.path()[before:]]
    assert sum(action.startswith("land ") for action in played) == count


def test_typed_dice_wait_and_are_played(session: Session) -> None:
    session.game.auto_roll = False
    session.look_at("50")
    session.dispatch(session.order.run if session.order else "")
    assert session.game.decision.roll is not None
    session.type_dice("7+1:2+2")
    assert session.message is not None
    assert session.message.kind == "refusal"
    session.type_dice("6+6:1+1")
    assert session.game.decision is None or session.game.decision.roll is None


def test_a_fault_is_shown_and_raised_again_under_tests(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError("planned")

    with pytest.raises(ZeroDivisionError):
        session.attempt(broken)
    assert session.message is not None
    assert session.message.kind == "error"
    assert "ZeroDivisionError" in session.message.details
    monkeypatch.delenv("NORMANDY_STRICT")
    session.attempt(broken)  # in a notebook it is shown only


def test_a_panel_that_fails_stops_no_other(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NORMANDY_STRICT")
    shown: list[Any] = []

    class Broken:
        def show(self, view: Any) -> None:
            raise KeyError("planned")

    class Sound:
        def show(self, view: Any) -> None:
            shown.append(view)

    session.listen(Broken())
    session.listen(Sound())
    session.show()
    assert len(shown) == 1
    assert session.message is not None
    assert session.message.kind == "error"


# ------------------------------------------------------------------------------------- autosave


def test_a_game_is_kept_after_every_action_and_offered_again(tmp_path: Path) -> None:
    game = nl.new_game("d_day", seed=7)
    first = Session(game, autosave.Autosave("d_day", tmp_path))
    assert autosave.Autosave("d_day", tmp_path).offers() == []
    first.dispatch("secure US-82-507 49-53")
    (offer,) = autosave.Autosave("d_day", tmp_path).offers()
    assert offer.actions == game.log.at.n
    again = nl.load_game(offer.path)
    assert again.system.digest(again.state) == game.system.digest(game.state)
    assert autosave.Autosave("blank", tmp_path).offers() == []


def kept_files(folder: Path, count: int, days: float) -> list[Path]:
    """Kept games of one action, written one a minute before so many days; the names say nothing of their order."""
    game = nl.new_game("d_day", seed=1)
    game.play("stay US-82-507")
    paths = []
    for number in range(count):
        path = game.save(folder / f"d_day.20260101-0000{(number * 7) % count:02d}-000000.{days:g}.jsonl")
        when = time.time() - days * 86_400 + 60 * number
        os.utime(path, (when, when))
        paths.append(path)
    return paths


def test_old_files_go_by_their_last_write_and_the_newest_stay(tmp_path: Path) -> None:
    """Of 15 that are 40 days old the 11 written to last stay beside the one of today."""
    paths = kept_files(tmp_path, autosave.KEPT + 3, 40)
    save = autosave.Autosave("d_day", tmp_path)
    Session(nl.new_game("d_day", seed=1), save).dispatch("stay US-82-507")
    assert set(tmp_path.iterdir()) == {save.path, *paths[4:]}


def test_no_file_of_the_last_thirty_days_is_dropped(tmp_path: Path) -> None:
    paths = kept_files(tmp_path, autosave.KEPT + 8, 29.5)
    save = autosave.Autosave("d_day", tmp_path)
    Session(nl.new_game("d_day", seed=1), save).dispatch("stay US-82-507")
    assert set(tmp_path.iterdir()) == {save.path, *paths}


def test_kept_games_are_listed_with_their_length_the_last_written_first(tmp_path: Path) -> None:
    short, long = kept_files(tmp_path, 2, 1)
    game = nl.new_game("d_day", seed=5)
    for _ in range(3):
        game.play(game.decision.options[-1])
    game.save(long, overwrite=True)
    os.utime(long, (time.time() - 50, time.time() - 50))
    offers = autosave.Autosave("d_day", tmp_path).offers()
    assert [(offer.path, offer.actions) for offer in offers] == [(long, game.log.at.n), (short, 1)]
    assert [offer.length for offer in offers] == [f"{game.log.at.n} actions", "1 action"]


def test_a_game_of_an_older_version_is_offered_though_its_scenario_had_another_digest(tmp_path: Path) -> None:
    (path,) = kept_files(tmp_path, 1, 1)
    assert autosave.Autosave("d_day", tmp_path, "other").offers() == []
    path.write_text(path.read_text("utf8").replace(f'"version":"{nl.__version__}"', '"version":"0.0.9"', 1), "utf8")
    assert len(autosave.Autosave("d_day", tmp_path, "other").offers()) == 1


def test_a_folder_that_cannot_be_written_stops_nothing_and_is_told_once(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", "utf8")
    session = Session(nl.new_game("d_day", seed=1), autosave.Autosave("d_day", blocked))
    assert session.dispatch("stay US-82-507")
    assert session.message is not None
    assert session.message.text.startswith("This game is not kept automatically: ")
    assert session.dispatch("stay US-82-508")
    assert session.message is None
    assert session.save is not None
    assert session.save.fault


def test_a_damaged_file_is_not_offered(tmp_path: Path) -> None:
    (tmp_path / "d_day.20260101-000000-000000.1.jsonl").write_text('{"normandy_lab": 1\n{"a": broken', "utf8")
    assert autosave.Autosave("d_day", tmp_path).offers() == []
