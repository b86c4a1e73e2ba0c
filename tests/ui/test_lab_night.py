"""Dawn and night in the lab: every question has a title and options in words, and a week is played by Accept."""

from __future__ import annotations

import re

import pytest

import normandy_lab as nl
from normandy_lab.game import Game
from normandy_lab.ui.breakout import night, night_orders
from normandy_lab.ui.breakout.lab import Lab
from normandy_lab.ui.breakout.words import action_words, title
from normandy_lab.ui.hits import Hit
from tests.test_night_orders import night as refit_of
from tests.ui.positions import actions, at
from tests.ui.test_lab_panels import Person


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NORMANDY_STRICT", "1")


@pytest.fixture(scope="module")
def one() -> Lab:
    """Shared: to draw a figure takes longer than to play a night."""
    return Lab("d_day", seed=7, autosave=False)


def put(one: Lab, game: Game) -> Lab:
    one.session.replace(game)
    return one


def said(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)).strip()


IDS = re.compile(r"\b(?:US|BR|GE)-|@|\bbox:|\b\d+-\d+\b")  # what nobody should have to read


def test_a_week_is_played_by_accept_and_every_question_is_asked_in_words(one: Lab) -> None:
    lab = put(one, nl.new_game("d_day", seed=7))
    session, titles = lab.session, dict[str, str]()
    for _ in range(1500):
        decision = session.view.decision
        if decision is None:
            break
        if night.asked(session.view):
            titles.setdefault(decision.step, title(session.view))
            words = [action_words(session.view, option) for option in decision.options]
            assert not [each for each in words if IDS.search(each)]
            assert len(set(words)) == len(words)
        assert session.message is None, session.message
        session.accept()
    assert session.view.decision is None
    assert {"depots", "regroup", "place"} <= set(titles)
    assert titles["regroup"] == "Regroup"
    assert lab.side.front == "Score"
    assert "22.2" in said(lab.score.widget.value)
    assert "Game over" in said(lab.decision.what.value)


# ------------------------------------------------------------------------------------------------- in words

SPENT = ("29", "spent")


def refit(**patch: object) -> Game:
    """A spent and a disrupted German regiment in Trevieres."""
    return refit_of({"GE-352-914": SPENT, "GE-352-915": ("29", "disrupt_1")}, **patch)


def test_options_of_the_refit_name_places_and_units(one: Lab) -> None:
    session = put(one, refit()).session
    assert action_words(session.view, "depot german 29") == "German depot in Trevieres"
    assert action_words(session.view, "depot 30 33") == "Depot of Omaha Beach in Isigny"
    assert action_words(session.view, "refit GE-352-914 german@29") == "914 Rgt refits from the depot in Trevieres"
    two = action_words(session.view, "refit GE-352-914 german@29+german@33")
    assert two == "914 Rgt refits from the depot in Trevieres and the depot in Isigny"
    assert action_words(session.view, "refit US-1-16 30@33").endswith("from the depot in Isigny, from Omaha Beach")
    assert action_words(session.view, "refit GE-352-914 cherbourg") == "914 Rgt throws its die in Cherbourg"
    assert action_words(session.view, "regroup GE-352-914 33 wade") == "914 Rgt regroups to Isigny, wading"
    assert action_words(session.view, "end") == "End the refit without a depot"
    assert "earlier" in action_words(session.view, "reserve -1")


def test_a_unit_waits_off_a_beach(one: Lab) -> None:
    session = put(one, refit_of({"US-4-8": ("51", "spent")})).session
    assert action_words(session.view, "place US-4-8 box:51") == "8 Rgt waits off Utah Beach"


# -------------------------------------------------------------------------------------------------- tabs


@pytest.mark.rule("12.61", "12.51")
def test_depots_show_value_spent_and_left(one: Lab) -> None:
    """Five points on an overcast day: 1 for a spent regiment on the spot, 2 for a disrupted one; six depots a night."""
    game = refit()
    game.orders.depot("german", "29")
    game.play("refit GE-352-914 german@29")
    rows = night.depots(game.state)
    first = rows[0]
    assert (first.source, first.stands, first.spent, first.left) == ("German", "Trevieres", 1, first.value - 1)
    assert len(rows) == 6
    assert rows[1].stands == ""
    lab = put(one, game)
    assert lab.side.front == "Depots"
    assert "Trevieres" in said(lab.depots.widget.value)
    assert "12.53" in said(lab.depots.widget.value)


@pytest.mark.rule("12.62")
def test_a_die_in_cherbourg_is_known_before_it_is_thrown(one: Lab) -> None:
    """Spent: 4 or more, a half; disrupt 1 one more: a third."""
    game = refit_of({"GE-709-739": ("56", "spent"), "GE-709-729": ("56", "disrupt_1")})
    assert game.decision is not None
    assert game.decision.step == "cherbourg"
    lab = put(one, game)
    options = [button.description for button in lab.decision.options.children]
    assert (
        "1  739 Rgt throws its die in Cherbourg: 50%" in options
        or "2  739 Rgt throws its die in Cherbourg: 50%" in options
    )
    assert any(option.endswith("729 Rgt throws its die in Cherbourg: 33%") for option in options)
    assert "12.62" in said(lab.depots.widget.value)


@pytest.mark.rule("22.2", "22.3")
def test_points_by_area_and_the_distance_to_ten(one: Lab) -> None:
    """Isigny is worth 1 and supplied from Omaha; the other four beaches are German and cost 1 each."""
    american = {place: {"control": "us"} for place in ("30", "29", "32", "33")}
    game = refit_of({"US-1-16": ("33", "fresh")}, areas=american, advantage={"side": "german"})
    found = night.points(game)
    assert next((term.value, term.text.partition(" is ")[0]) for term in found.tally.terms) == (1, "Isigny")
    assert found.tally.total == 1 - 4
    assert found.missing == 13
    lab = put(one, game)
    lab.side.choose("Score")
    text = said(lab.score.widget.value)
    assert "−3 of 10 points" in text
    assert "13 short: the Germans would win if the week ended now" in text
    assert "4 Caen" in text
    assert "−3 of 10" in said(lab.clock.widget.value)
    lab.side.choose("Odds")


@pytest.mark.rule("19.1", "19.2")
def test_reinforcements_stand_by_day_and_place(one: Lab) -> None:
    """Panzer-Lehr comes by Zone B on June 7; the 175th waits for Omaha on that day."""
    lab = put(one, nl.new_game("d_day", seed=7))
    found = {(each.date, each.where): each.units for each in night.to_come(lab.game.state)}
    assert "901 PG Rgt" in found["Wed 7 Jun", "Zone B"]
    assert "175 Rgt" in found["Wed 7 Jun", "Omaha Beach"]
    lab.side.choose("To come")
    assert "Wed 7 Jun" in said(lab.coming.widget.value)
    lab.side.choose("Odds")


# ------------------------------------------------------------------------------------------------ the refit


@pytest.fixture(scope="module")
def day_played() -> Game:
    """A first day played by the suggestions."""
    game = nl.new_game("d_day", seed=7)
    while game.decision is not None and game.decision.step != "depots":
        game.orders.accept()
    return game


@pytest.fixture
def evening(day_played: Game) -> Game:
    """Its evening, whatever another test has played since."""
    node = (
        next(node.parent for node in day_played.log.at.path() if node.step == "depots")
        if any(node.step == "depots" for node in day_played.log.at.path())
        else day_played.log.at
    )
    day_played.goto(node.n)
    return day_played


def test_a_refit_takes_few_clicks_on_both_sides(one: Lab, evening: Game) -> None:
    """Depots as suggested, refits as chosen, the end: three clicks a side."""
    lab = put(one, evening)
    person = Person(lab)
    assert lab.decision.primary.description == "Place 6 depots as suggested"
    before = len(evening.log.at.path())
    while lab.game.decision is not None and lab.game.decision.step in night.REFIT:
        person.press(lab.decision.primary)
    assert person.clicks <= 15
    kinds = [action.split()[0] for action in actions(lab.game)[before:]]
    assert kinds.count("depot") == 12
    assert kinds.count("refit") > 10


def test_a_refit_night_is_accepted_in_two_and_undone(one: Lab, evening: Game) -> None:
    lab = put(one, evening)
    node, person = evening.log.at, Person(lab)
    person.press(lab.decision.accept)
    person.press(lab.decision.accept)
    assert lab.game.decision is not None
    assert lab.game.decision.step == "regroup"
    count = len(evening.log.at.path()) - len(node.path())
    lab.session.undo(count)
    assert evening.log.at is node
    assert lab.side.front == "Depots"


@pytest.mark.rule("12.51")
def test_refit_rows_show_terms_and_cost_and_the_button_counts_what_is_affordable(one: Lab) -> None:
    """Spent on the spot 1; disrupted on the spot 1+1; spent two boundaries away 1+1+1: six points, and the depot holds five."""
    units = {"GE-352-914": ("29", "spent"), "GE-352-915": ("29", "disrupt_1"), "GE-352-916": ("33", "spent")}
    lab = put(one, refit_of(units))
    lab.session.click(Hit("place", "29"))
    assert actions(lab.game) == ["depot german 29"]
    rows = {row.unit: row for row in night_orders.refit_rows(lab.game, lab.session.view)}
    terms = {unit: [term.value for term in row.price.terms] for unit, row in rows.items()}
    assert terms == {"GE-352-914": [1], "GE-352-915": [1, 1], "GE-352-916": [1, 1, 1]}
    assert rows["GE-352-915"].after == "spent"
    cheapest = [row.unit for row in night_orders.refit_rows(lab.game, lab.session.view, "price")]
    assert cheapest == ["GE-352-914", "GE-352-915", "GE-352-916"]
    plan = {button.description: button for button in lab.decision.night.plans}
    plan["Cheapest first"].click()
    assert len(lab.session.draft) == 3
    assert lab.decision.primary.description == "Refit 2 units for 3 points"
    lab.session.prefer("GE-352-914", False)
    lab.session.prefer("GE-352-915", False)
    assert lab.decision.primary.description == "Refit 1 unit for 3 points"
    lab.session.prefer("GE-352-914", True)
    assert lab.session.draft == ("GE-352-916", "GE-352-914")
    assert lab.decision.primary.description == "Refit 2 units for 4 points"
    lab.decision.primary.click()
    assert actions(lab.game)[1:3] == ["refit GE-352-916 german@29", "refit GE-352-914 german@29"]
    lab.strip.undo.click()


@pytest.mark.rule("12.51")
def test_the_map_shows_depots_with_points_left_and_the_way_to_who_is_chosen(one: Lab) -> None:
    """Trevieres pays for a regiment in Isigny over Colombieres or another area between: three places on the way."""
    units = {"GE-352-914": ("29", "spent"), "GE-352-916": ("33", "spent"), "GE-352-915": ("29", "fresh")}
    lab = put(one, refit_of(units))
    lab.game.orders.depot("german", "29")
    lab.refresh()
    marks = lab.session.view.marks
    assert marks is not None
    left = night.depots(lab.game.state)[0].left
    assert [(depot.place, depot.beach, depot.label) for depot in marks.depots] == [("29", "", str(left))]
    lab.session.deal(["GE-352-916"], "listed")
    marks = lab.session.view.marks
    assert marks is not None
    (way,) = marks.lines
    assert (way[0], way[-1], len(way)) == ("29", "33", 3)
    pale = {counter.unit: counter.dim for counter in lab.session.view.counters}
    assert pale == {"GE-352-914": False, "GE-352-916": False, "GE-352-915": True}


# ---------------------------------------------------------------------------------------------- the regroup


@pytest.mark.rule("13")
def test_a_stack_regroups_in_two_clicks(one: Lab) -> None:
    """Two regiments go from Trevieres to Colombieres, which is next to it and Free."""
    units = {"GE-352-914": ("29", "fresh"), "GE-352-915": ("29", "fresh"), "GE-352-916": ("33", "fresh")}
    lab = put(one, refit_of(units, clock={"phase": "regroup"}))
    assert lab.game.decision is not None
    assert lab.game.decision.step == "regroup"
    person = Person(lab)
    person.map("place", "29")
    assert set(lab.session.draft) == {"GE-352-914", "GE-352-915"}
    assert lab.session.view.place("32").target
    assert not lab.session.view.place("9").target
    person.map("place", "32")
    assert person.clicks == 2
    assert {at(lab.game, unit) for unit in ("GE-352-914", "GE-352-915")} == {"32"}
    assert lab.session.draft == ()
    person.map("unit", "GE-352-916")
    person.map("place", "9")
    assert lab.session.message is not None
    assert lab.session.message.rule == "13"


@pytest.mark.rule("19.3", "19.5")
def test_reinforcements_offshore_are_placed_by_two_clicks(one: Lab, evening: Game) -> None:
    """On June 8 a division waits offshore: all of it goes off one beach at once, Omaha or Utah, none of the British."""
    while evening.decision is not None and evening.decision.step != "place":
        evening.orders.accept()
    lab = put(one, evening)
    waiting = {str(option).split()[1] for option in evening.decision.options if option.verb == "place"}  # type: ignore[union-attr]
    american = {unit for unit in waiting if unit.startswith("US-")}
    assert american
    lab.session.deal(sorted(american), "listed")
    assert set(night_orders.goals(lab.game, lab.session.draft)) == {"box:30", "box:51"}
    lab.session.click(Hit("place", "51"))
    assert {at(lab.game, unit) for unit in american} == {"box:51"}
