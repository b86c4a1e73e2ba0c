"""An impulse in the lab: what a click does, what is shown before anything is played, and how few clicks it takes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from normandy_lab.breakout import questions
from normandy_lab.game import Game
from normandy_lab.ui.breakout.lab import Lab
from normandy_lab.ui.breakout.reading import Reading
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.words import action_words, title
from normandy_lab.ui.hits import Hit
from normandy_lab.ui.panels.log_lines import lines
from tests.ui.positions import TASK_FORCE, actions, at, day, german, isigny
from tests.ui.test_lab_panels import Person, hidden


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NORMANDY_STRICT", "1")


@pytest.fixture(scope="module")
def one() -> Lab:
    """Shared: to draw a figure takes longer than to play an impulse."""
    return Lab(isigny(), autosave=False)


def put(one: Lab, game: Game) -> Lab:
    one.session.replace(game)
    return one


def said(widget: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", widget.value)).strip()


def session_of(game: Game) -> Session:
    made = Session(game)
    made.show()
    return made


# ------------------------------------------------------------------------------------------- budgets


def test_five_units_two_areas_and_an_assault_take_at_most_eight_clicks(one: Lab) -> None:
    """From the start of the impulse; two more units stand in the area and stay there."""
    lab = put(one, isigny(units={"US-4-8": "26", "US-4-12": "26"}))
    person, panel = Person(lab), lab.decision
    person.map("place", "26")
    person.option("Assault impulse: Balleroy")
    for unit in ("US-4-8", "US-4-12"):
        person.map("unit", unit)
    person.map("place", "33")
    assert panel.primary.description == "Move 5 units to Isigny and assault, 12 against 6"
    person.press(panel.primary)
    assert lab.session.view.decision is not None
    assert lab.session.view.decision.step == questions.MUSTER
    person.press(panel.primary)
    assert person.clicks == 7
    assert {at(lab.game, unit) for unit in TASK_FORCE} == {"33"}
    assert any(action.startswith("roll ") for action in actions(lab.game))
    assert sum(action.startswith("march ") for action in actions(lab.game)) == 10


def test_a_bridge_attempt_takes_two_clicks(one: Lab) -> None:
    lab = put(one, isigny())
    lab.game.play("impulse assault 26")
    lab.refresh()
    person = Person(lab)
    person.map("bridge", "25-26")
    assert "Seizure: needs 3 or more, 67%" in said(lab.decision.what)
    assert "8.221" in said(lab.decision.what)
    person.option("16 Rgt tries to seize the bridge")
    assert person.clicks == 2
    assert [action.split()[0] for action in actions(lab.game)][:3] == ["impulse", "seize", "roll"]


def test_a_pass_is_one_click(one: Lab) -> None:
    lab = put(one, isigny())
    person = Person(lab)
    person.option("Pass")
    assert (person.clicks, actions(lab.game)[0]) == (1, "pass")


# ---------------------------------------------------------------------------------- choosing an impulse


def test_places_that_can_be_activated_are_lit_and_a_click_offers_what_they_can() -> None:
    session = session_of(isigny())
    lit = {place.id for place in session.view.places if place.target}
    assert {"26", "27", "33"} <= lit
    assert "9" not in lit
    session.click(Hit("place", "33"))
    assert {option.split()[1] for option in session.menu} >= {"bombard"}
    session.click(Hit("unit", "US-1-16"))
    assert session.menu == ("impulse assault 26",)
    session.click(Hit("bridge", "27-34"))
    assert "impulse assault 27" in session.menu
    assert actions(session.game) == []


def test_a_place_where_nothing_can_be_done_says_why() -> None:
    session = session_of(isigny())
    session.click(Hit("place", "9"))
    assert session.message is not None
    assert session.message.kind == "refusal"
    assert session.message.rule in ("8.6", "10.12")


def test_the_list_of_areas_does_what_the_map_does(one: Lab) -> None:
    lab = put(one, isigny())
    values = [value for _, value in lab.decision.day.to.options]
    assert values[0] == ""
    assert set(values[1:]) == {place.id for place in lab.session.view.places if place.target}
    lab.decision.day.to.value = "26"
    assert lab.session.menu == ("impulse assault 26",)


# ------------------------------------------------------------------------------------------ the march


def march(game: Game, place: str = "26") -> Session:
    game.play(f"impulse assault {place}")
    return session_of(game)


def test_everybody_who_can_move_is_chosen_and_what_they_reach_is_lit_with_its_cost() -> None:
    session = march(isigny())
    assert session.draft == TASK_FORCE
    assert session.view.marks is not None
    labels = {place: mark.label for place, mark in session.view.marks.places.items()}
    assert labels["27"] == "1"  # Free
    assert labels["29"] == "2"  # Vacant and the enemy's
    assert labels["33"] == "5!"  # an enemy is there
    assert "9" not in labels
    hover = session.view.place("33").hover
    assert "5 MF" in hover
    assert "must assault" in hover


def test_the_way_is_shown_before_it_is_confirmed_and_nothing_is_played(one: Lab) -> None:
    lab = put(one, isigny())
    lab.game.play("impulse assault 26")
    lab.refresh()
    lab.session.click(Hit("place", "33"))
    text = said(lab.decision.what)
    assert "Foret de Cerisy → Isigny" in text
    assert "5 = 1 8.36A 4 8.36D" in text
    assert "The assault must be made there" in text
    assert "8.51" in text
    assert lab.session.view.marks is not None
    assert lab.session.view.marks.route == ("26", "27", "33")
    assert "AV 12" in said(lab.odds.body)
    assert actions(lab.game) == ["impulse assault 26"]
    assert lab.decision.all.description == "Move only"


@pytest.mark.rule("8.4")
def test_the_risk_of_german_columns_is_shown(one: Lab) -> None:
    lab = put(one, german({"GE-21Pz-125": "9", "GE-21Pz-192": "9"}))
    lab.game.play("impulse assault 9")
    lab.refresh()
    lab.session.click(Hit("place", "20"))
    text = said(lab.decision.what)
    assert "33% 8.4" in text  # one die for each, 1 or 2 of 6
    assert "At least one of them is stopped: 56%" in text  # 5/9


def test_who_cannot_come_along_is_named_with_the_rule(one: Lab) -> None:
    lab = put(one, day({"US-1-16": "26", "BR-3-8": "26"}, areas={"26": {"control": "us"}}))
    lab.game.play("impulse assault 26")
    lab.refresh()
    lab.session.click(Hit("place", "27"))
    assert lab.decision.primary.description == "Move 1 of 2 units to Foret de Cerisy"
    assert "8.374" in said(lab.decision.what)


def test_quick_selections(one: Lab) -> None:
    lab = put(one, isigny())
    lab.game.play("impulse assault 26")
    lab.refresh()
    picks = {button.description: button for button in lab.decision.day.picks.children}
    assert list(picks) == ["All 5", "US 1, 3", "US 29, 2", "None"]
    picks["US 29, 2"].click()
    assert lab.session.draft == ("US-29-115", "US-29-116")
    picks["None"].click()
    assert lab.session.draft == ()


def test_a_place_out_of_reach_says_why_and_plays_nothing() -> None:
    session = march(isigny())
    session.click(Hit("place", "9"))
    assert session.message is not None
    assert (session.message.kind, session.message.rule) == ("refusal", "8.33")
    assert actions(session.game) == ["impulse assault 26"]


def test_move_only_leaves_the_assault_for_later(one: Lab) -> None:
    lab = put(one, isigny())
    lab.game.play("impulse assault 26")
    lab.refresh()
    lab.session.choose(["US-1-16", "US-1-18"])
    lab.session.click(Hit("place", "33"))
    lab.decision.all.click()
    assert (at(lab.game, "US-1-16"), at(lab.game, "US-1-26")) == ("33", "26")
    options = [button.description for button in lab.decision.options.children]
    assert any(text.startswith("1  Assault Isigny, 8 against 6") for text in options)
    assert not any("End" in text for text in options), "the assault must be made first (8.51)"
    assert "The impulse cannot end yet" in said(lab.decision.what)
    assert "8.51" in said(lab.decision.what)


def test_other_orders_are_in_a_list(one: Lab) -> None:
    lab = put(one, isigny(bridges={"27-34": {"held": "allied"}}))
    lab.game.play("impulse assault 27")
    lab.refresh()
    listed = {value: words for words, value in lab.decision.day.other.options}
    assert listed["demolish 27-34"].endswith("4 or more, 50%")  # 7 less 3 for the Free end
    assert "double assault 26" in listed
    assert lab.decision.day.do.disabled, "no order is chosen yet"
    lab.decision.day.other.value = "demolish 27-34"
    assert not lab.decision.day.do.disabled
    lab.decision.day.do.click()
    assert "demolish 27-34" in actions(lab.game)


def test_a_click_far_away_never_spends_the_advantage() -> None:
    """With nobody left to move a click on another area offers the second impulse, and plays nothing."""
    session = march(isigny(units={"US-4-8": "9"}))
    session.dispatch("march US-1-16 27")
    session.choose([])
    session.click(Hit("place", "9"))
    assert not session.game.state.advantage_used


# ---------------------------------------------------------------------------------------- the assault


def muster(one: Lab, chosen: list[str]) -> Lab:
    lab = put(one, isigny())
    lab.game.play("impulse assault 26")
    lab.refresh()
    lab.session.choose(chosen)
    lab.session.click(Hit("place", "33"))
    lab.decision.primary.click()
    return lab


@pytest.mark.rule("9.2B", "9.2C", "9.2D", "9.2E", "11.3")
def test_what_would_change_is_exact(one: Lab) -> None:
    # 16 and 18: 6 + 1 and 1 for the air are 8, against 5 + 1. 26 brings itself and the bonus of US 1, so do the guns;
    # 115 brings itself; clouds take the air.
    lab = put(one, isigny())
    lab.game.play("impulse assault 26")
    lab.refresh()
    lab.session.choose(["US-1-16", "US-1-18"])
    lab.session.click(Hit("place", "33"))
    found = {change.words: (change.av, change.dv) for change in lab.session.reading.changes}
    assert found == {
        "as it is": (8, 6),
        "26 Rgt comes along": (10, 6),
        "115 Rgt comes along": (9, 6),
        "116 Rgt comes along": (9, 6),
        "US 1 Div Artillery supports": (10, 6),
        "overcast: no air support": (7, 6),
        "the attacker's reroll when repulsed": (8, 6),
    }
    now, *_, again = lab.session.reading.changes
    assert again.success == now.success + now.repulsed * now.success
    assert again.repulsed == now.repulsed**2
    text = said(lab.odds.body)
    assert "What would change" in text
    assert "26 Rgt comes along 10 : 6" in text


def test_the_builder_shows_who_must_and_who_may_take_part(one: Lab) -> None:
    lab = muster(one, ["US-1-16", "US-1-18", "US-1-26"])
    rows = [row.children[1] for row in lab.decision.units.widget.children]
    by_name = {check.description: check for check in rows}
    assert by_name["16 Rgt takes part"].disabled
    assert by_name["16 Rgt takes part"].value
    guns = next(check for words, check in by_name.items() if words.startswith("US 1 Div Artillery"))
    assert (guns.value, guns.disabled) == (True, False)
    assert lab.decision.primary.description == "Attack, 11 against 6"  # 6 + 2 + guns + US 1 + air
    guns.value = False
    assert lab.decision.primary.description == "Attack, 10 against 6"
    lab.decision.point.value = "US-1-26"
    lab.decision.primary.click()
    assert "point US-1-26" in actions(lab.game)
    assert "support US-1-Art" not in actions(lab.game)


def test_the_table_goes_by_the_point_unit_that_was_chosen() -> None:
    game = isigny(units={"US-1-Art": "30"})
    game.orders.declare(["US-1-16", "US-29-115"], "33")
    session = session_of(game)
    assert session.view.decision is not None
    assert session.view.decision.kind == "point"
    for unit, value in (("US-1-16", 8), ("US-29-115", 7)):  # 6 or 5, one other unit, air
        session.name_point(unit)
        assert (session.reading.changes[0].av, int(session.attack.av)) == (value, value)


def test_folded_odds_compute_no_table(one: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    lab = muster(one, ["US-1-16", "US-1-18"])
    lab.odds.hide.click()
    monkeypatch.setattr(Reading, "changes", property(lambda self: 1 / 0))
    lab.session.show()
    monkeypatch.undo()
    lab.odds.hide.click()
    assert "What would change" in said(lab.odds.body)


# ------------------------------------------------------------------------------------ other decisions


@pytest.mark.rule("10.1", "10.2")
def test_a_bombardment_is_built_up_with_its_odds(one: Lab) -> None:
    guns = {"US-1-Art": "27", "US-29-Art": "27", "GE-352-916": "33"}
    lab = put(one, day(guns, areas={"27": {"control": "us"}}))
    person = Person(lab)
    person.map("place", "33")
    person.option("Bombard: Isigny")
    options = [button.description for button in lab.decision.options.children]
    assert any("US 1 Div Artillery leads the bombardment, 3 against 1" in text for text in options)
    person.option("US 1 Div Artillery leads")
    assert lab.session.view.decision is not None
    assert lab.session.view.decision.step == questions.GUNS
    assert lab.decision.primary.description == "Bombard, 4 against 1"
    person.press(lab.decision.primary)
    assert actions(lab.game)[:4] == ["impulse bombard 33", "lead US-1-Art", "support US-29-Art", "target GE-352-916"]


@pytest.mark.rule("19.3")
def test_a_landing_is_a_selection(one: Lab) -> None:
    lab = put(one, day({"US-4-8": "box:51", "US-4-12": "box:51"}, areas={"51": {"control": "us"}}))
    person = Person(lab)
    person.map("place", "51")
    person.option("Assault impulse: Utah")
    assert lab.decision.primary.description == "Land 2 units at Utah Beach"
    person.press(lab.decision.primary)
    assert {at(lab.game, "US-4-8"), at(lab.game, "US-4-12")} == {"51"}


def test_every_option_of_the_day_has_words() -> None:
    """No button shows the text of an action as it is written."""
    game = isigny(
        units={"US-29-Art": "27", "US-4-8": "box:51"},
        bridges={"27-34": {"held": "allied"}, "25-26": {"held": "destroyed"}},
    )
    seen = set()
    for opening in ("", "impulse assault 26", "march US-1-16 27", "march US-1-16 33", "assault 33"):
        if opening:
            game.play(opening)
        session = session_of(game)
        decision = session.view.decision
        assert decision is not None
        assert title(session.view)[0].isupper()
        for option in decision.options:
            words = action_words(session.view, option)
            assert words != option
            assert not re.search(r"\bUS-|\bGE-|_", words), words
            seen.add(option.split()[0])
    assert {"impulse", "pass", "march", "seize", "double", "assault", "support", "end"} <= seen


@pytest.mark.rule("20.2", "20.5")
def test_a_repair_shows_its_die(one: Lab) -> None:
    # Free Omaha 3, German Trevieres 0, any repair attempt -1: 5 or more makes 7.
    lab = put(one, day({"US-1-16": "30"}, areas={"30": {"control": "us"}}, bridges={"29-30": {"held": "destroyed"}}))
    lab.game.play("impulse assault 30")
    lab.refresh()
    lab.session.click(Hit("bridge", "29-30"))
    assert "Repair: needs 5 or more, 33%" in said(lab.decision.what)
    assert "−1 repair attempt 20.5" in said(lab.decision.what)
    assert [b.description for b in lab.decision.options.children] == [
        "1  Try to repair the bridge Trevieres to Omaha Beach: 5 or more, 33%"
    ]


def column_with_real_dice(one: Lab, goal: str) -> Lab:
    """Three regiments march from Caen, and somebody types what the dice show."""
    lab = put(one, german({"GE-21Pz-22": "9", "GE-21Pz-125": "9", "GE-21Pz-192": "9"}))
    lab.game.auto_roll = False
    lab.game.play("impulse assault 9")
    lab.refresh()
    lab.session.click(Hit("place", goal))
    lab.decision.primary.click()
    return lab


@pytest.mark.rule("8.4")
def test_with_real_dice_a_march_waits_for_each_die_and_goes_on(one: Lab) -> None:
    lab = column_with_real_dice(one, "20")
    for die in ("5", "1", "6"):
        assert lab.game.decision is not None
        assert lab.game.decision.roll is not None
        lab.session.type_dice(die)
    where = {unit: at(lab.game, unit) for unit in ("GE-21Pz-22", "GE-21Pz-125", "GE-21Pz-192")}
    assert sorted(where.values()) == ["16", "20", "20"], "the second die, a 1, stops one of them"
    assert lab.session.paused is None
    told = [line for line in lines(lab.game) if line.rule == "8.4"]
    assert [line.dice for line in told] == ["5", "1", "6"], "dice that let a unit through are told as well"
    assert [line.text.startswith("Aircraft do not stop") for line in told] == [True, False, True]


@pytest.mark.rule("8.4")
def test_with_real_dice_a_unit_stopped_halfway_holds_nobody_else_up(one: Lab) -> None:
    """From Caen to Caumont: dice for the second and the third area of each regiment."""
    lab = column_with_real_dice(one, "25")
    for die in ("5", "5", "2", "5", "5"):
        assert lab.game.decision is not None
        assert lab.game.decision.roll is not None
        lab.session.type_dice(die)
    where = [at(lab.game, unit) for unit in ("GE-21Pz-22", "GE-21Pz-125", "GE-21Pz-192")]
    assert where.count("25") == 2
    assert lab.session.paused is None
    message = lab.session.message
    assert message is not None
    assert (message.kind, message.rule) == ("info", "8.4")
    assert message.text.startswith("Aircraft have stopped ")


def test_undo_drops_a_march_that_waits_for_dice(one: Lab) -> None:
    lab = put(one, german({"GE-21Pz-22": "9", "GE-21Pz-125": "9"}))
    lab.game.auto_roll = False
    lab.game.play("impulse assault 9")
    lab.refresh()
    lab.session.click(Hit("place", "20"))
    lab.decision.primary.click()
    assert lab.session.paused is not None
    lab.session.undo(1)
    lab.session.undo(1)
    assert lab.session.paused is None
    lab.session.dispatch("march GE-21Pz-125 10")
    assert at(lab.game, "GE-21Pz-22") == "9"


def test_undo_in_an_impulse_goes_back_step_by_step(one: Lab) -> None:
    lab = muster(one, ["US-1-16", "US-1-18"])
    assert not hidden(lab.decision.primary)
    while lab.game.log.at.n:
        lab.strip.undo.click()
    assert lab.session.view.decision is not None
    assert lab.session.view.decision.kind == "impulse"
