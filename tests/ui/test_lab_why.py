"""Why not? by picking a unit and a place: on the map, from lists, in every phase, and in names."""

from __future__ import annotations

import re

import pytest

import normandy_lab as nl
from normandy_lab.ui.breakout.lab import Lab
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.hits import Hit

ID = re.compile(r"\b(US|BR|GE)-\w")


@pytest.fixture
def session() -> Session:
    return Session(nl.new_game("d_day", seed=1944))


def at_day(**units: object) -> Session:
    """The first German impulse of June 6."""
    spec = nl.load_scenario("d_day").with_({"clock": {"phase": "daylight"}, "units": units})
    return Session(nl.new_game(spec, seed=1))


@pytest.mark.rule("21.2")
def test_a_unit_and_a_place_are_clicked_and_the_rule_answers(session: Session) -> None:
    flashed: list[str] = []
    session.on_flash(flashed.append)
    session.ask_why(True)
    session.click(Hit("unit", "US-82-505"))
    assert session.message is None  # a place is still to be picked
    session.click(Hit("place", "44"))
    assert session.message is not None
    # 505 Para Rgt stands in Ste. Mere Eglise: the bridge to Carentan is on its boundary, and may be secured (21.2).
    assert session.message.kind == "info"
    assert "505 Para Rgt secures the bridge" in session.message.text
    session.click(Hit("place", "9"))
    assert session.message.kind == "refusal"
    assert flashed == ["9"]
    assert session.game.log.at.n == 0  # asking plays nothing
    assert not ID.search(session.message.text)


def test_the_same_in_the_other_order_and_by_lists() -> None:
    lab = Lab("d_day", seed=1944, autosave=False)
    row = lab.decision.ask
    assert "nl-off" in row.widget._dom_classes
    lab.decision.why.click()
    assert "nl-off" not in row.widget._dom_classes
    lab.session.click(Hit("place", "9"))
    assert "Caen; then pick a unit" in row.words.value
    assert row.place.value == "9"
    row.unit.value = "US-82-505"
    assert lab.session.message is not None
    assert lab.session.message.kind == "refusal"
    assert dict(row.unit.options)["505 Para Rgt, US 82 AB"] == "US-82-505"
    lab.decision.why.click()
    assert lab.session.asked is None
    assert lab.session.message is None


@pytest.mark.rule("8.2")
def test_a_march_before_the_area_is_activated() -> None:
    session = at_day()
    session.ask_why(True)
    session.ask_about("GE-243-920", "56")
    assert session.message is not None
    assert session.message.rule == "8.2"
    assert 'Play "Assault impulse: Cap de la Hague" first' in session.message.text


@pytest.mark.rule("8.33")
def test_a_march_too_far_is_answered_by_its_way() -> None:
    session = at_day()
    session.dispatch("impulse assault 57")
    session.ask_why(True)
    session.ask_about("GE-243-920", "53")
    assert session.message is not None
    assert session.message.kind == "info"  # 56 and then 53 in reach with four MF (8.36A)
    session.ask_about("GE-243-920", "9")
    assert session.message.rule == "8.33"


def test_units_of_the_other_side_and_dice_that_wait(session: Session) -> None:
    session.ask_why(True)
    session.ask_about("GE-352-916", "30")
    assert session.message is not None
    assert session.message.kind == "refusal"
    session.game.auto_roll = False
    for action in ("attack US-82-505", "end"):
        session.dispatch(action)
    assert session.game.actor == "chance"  # one regiment is its own Point Unit, so the dice come next
    session.ask_why(True)
    session.ask_about("US-82-505", "50")
    assert session.message.kind == "refusal"


def test_every_pair_of_some_gets_an_answer_in_names(session: Session) -> None:
    """Whatever is picked, an answer comes, and no id stands in it."""
    for _ in range(12):
        here = {counter.unit for counter in session.view.counters}
        for unit in here & {"US-82-505", "GE-CA-Martin", "US-4-8", "GE-12SS-25"}:
            for place in ("50", "51", "A", "box:51"):
                session.ask_why(True)
                session.ask_about(unit, place)
                assert session.message is not None, (unit, place)
                assert session.message.kind in ("info", "refusal"), session.message
                assert not ID.search(session.message.text), session.message.text
        session.accept()


def test_advice_in_a_refusal_is_said_as_its_button_says_it() -> None:
    session = at_day()
    session.dispatch("march GE-243-920 56")
    assert session.message is not None
    assert "Assault impulse: Cap de la Hague" in session.message.text
