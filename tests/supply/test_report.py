"""What ``nl.supply`` returns: columns, words, printing, errors, and the opening of June 6."""

from __future__ import annotations

import pytest

import normandy_lab as nl
from normandy_lab.errors import NormandyError
from tests.supply.positions import SPENT, allied, at, bridges, control, german, position, route

COLUMNS = ["unit", "at", "source", "route", "boundaries", "contested", "cost", "isolated"]


@pytest.fixture(scope="module")
def evening() -> nl.Game:
    """The landings of June 6 are over."""
    game = nl.new_game("d_day", seed=1944)
    game.run(players={"german": "suggest", "allied": "suggest"}, until="amphibious")
    return game


@pytest.mark.rule("12.8", "12.71")
def test_before_the_landings_the_dropped_are_isolated_and_no_german_is() -> None:
    game = nl.new_game("d_day", seed=1)
    report = nl.supply(game, "allied")
    assert len(report.lines) == 8  # six US regiments and two British brigades; the others are afloat
    assert len(report.isolated) == 8
    assert nl.supply(game, "german").isolated == []


@pytest.mark.rule("12.71")
def test_after_the_landings_every_lander_is_fed_by_its_own_beach(evening: nl.Game) -> None:
    report = nl.supply(evening, "allied")
    landed = [line for line in report.lines if line.at in ("8", "17", "18", "30", "51")]
    assert len(landed) > 15
    assert all(line.route == (line.at,) for line in landed)


@pytest.mark.parametrize("side", ["german", "allied"])
def test_tables_agree_with_one_another(evening: nl.Game, side: str) -> None:
    report = nl.supply(evening, side)
    assert list(report.units.columns) == COLUMNS
    assert list(report.bottlenecks.columns) == ["kind", "id", "name", "isolates"]
    where = evening.table("units").set_index("id")["at"]
    for line in report.lines:
        assert line.at == where[line.unit]
        assert line.isolated == (line.unit in report.isolated) == (line.route == ())
        if line.route:
            assert (line.route[0], line.route[-1]) == (line.source, line.at)
            assert line.boundaries == len(line.route) - 1
            assert report.paths[line.unit] == line.route
            assert report.cost(line.unit) == line.cost


def test_a_report_does_not_change_with_the_game() -> None:
    game = nl.new_game("d_day", seed=2)
    report = nl.supply(game, "german")
    before = str(report)
    game.run(until="amphibious")
    assert str(report) == before
    assert "Sword Beach" in before


def test_empty_board() -> None:
    report = allied(position())
    assert (report.lines, report.isolated, report.isolated_places, report.weak_points) == ((), [], [], ())
    assert list(report.units.columns) == COLUMNS
    assert list(report.depots.columns)[:4] == ["depot", "nationality", "value", "allowed"]
    assert str(report) == "allied: 0 units; isolated (12.8): nobody"


def test_words_and_print() -> None:
    # Omaha 30 = 29 Trevieres - 32 Colombieres, Germans in 29; 33 Isigny is cut off.
    report = allied(
        position(
            units=at({"US-1-16": "32", "US-1-18": "29", "US-1-26": "34"}) | at({"GE-352-916": "29"}, SPENT),
            areas=control("us", "29", "30", "32", "34"),
            bridges=bridges("allied", "29-30"),
        )
    )
    assert report.words("US-1-16") == (
        "16 Rgt is supplied by Omaha Beach - Trevieres - Colombieres: 2 boundaries, 1 contested area on the way (12.5). "
        "A refit from there takes 4 supply points (12.51)."
    )
    assert report.words("US-1-18") == (
        "18 Rgt is supplied by Omaha Beach - Trevieres: 1 boundary (12.5). A refit from there takes 2 supply points (12.51)."
    )
    assert report.words("US-1-26") == "26 Rgt in St. Lo is isolated (12.8)."  # no supplied ground lies next to it
    text = str(report)
    assert text.splitlines()[0] == "allied: 3 units; isolated (12.8): 26 Rgt"
    assert "  Colombieres: 16 Rgt: from 30 > 29 > 32; refit 4" in text.splitlines()
    assert "  bridge Trevieres - Omaha Beach: its loss isolates 1" in text.splitlines()
    assert repr(report) == "<SupplyReport allied: 3 units; isolated (12.8): 26 Rgt>"
    html = report._repr_html_()
    assert "30 &gt; 29 &gt; 32" in html
    assert "NA" not in html


def test_words_for_a_unit_at_its_source() -> None:
    report = german(position(units=at({"GE-711-731": "A"})))
    assert report.words("GE-711-731") == (
        "731 Rgt is supplied where it stands, in Zone A (12.5). The zone refits it without supply points (12.61)."
    )


@pytest.mark.rule("12.62", "12.8")
def test_words_for_a_line_to_cherbourg_promise_no_supply() -> None:
    # 46 La Haye du Puits is American, the bridges over the floods are down: no zone, but Cherbourg 56 - 53 Valognes.
    report = german(
        position(
            units=at({"GE-709-739": "56", "GE-709-Art": "53"}, SPENT),
            areas=control("us", "46"),
            bridges=bridges("destroyed", "45-49", "44-50"),
        )
    )
    assert report.words("GE-709-739") == (
        "739 Rgt in Cherbourg has no line to a zone (12.6), but is not isolated (12.8): Cherbourg is German. "
        "It may try a die to refit there (12.62)."
    )
    assert report.words("GE-709-Art") == (
        "709 Artillery in Valognes has no line to a zone (12.6), but is not isolated (12.8): it has one to Cherbourg, "
        "Cherbourg - Valognes, 1 boundary. Nothing refits it from there (12.62)."
    )


def test_equal_stacks_print_once() -> None:
    text = str(german(position(units=at({"GE-352-914": "34", "GE-352-915": "34"}))))
    assert text.splitlines()[1:] == ["  St. Lo: 914 Rgt, 915 Rgt: from D > 38 > 34; refit 3"]


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda game: nl.supply(game, "us"), "choose german or allied"),
        (lambda game: nl.supply("d_day", "german"), r"'d_day' is no game; .*new_game"),
        (lambda game: nl.supply(None, "german"), "None is no game"),
        (lambda game: nl.supply(nl.load_scenario("d_day"), "german"), "is no game"),
        (lambda game: nl.supply(nl.new_game("beach/demonstration"), "german"), r"breakout system \(12\.5\)"),
        (lambda game: nl.supply(game, "german").words(["GE-6FS"]), "no german unit"),
        (lambda game: nl.supply(game, "german").cost("GE-XYZ"), "no german unit in an area or zone"),
        (lambda game: nl.supply(game, "german").words("US-1-16"), "no german unit"),
        (lambda game: nl.supply(game, "allied").cut("US-1-16"), "no allied unit in an area or zone"),  # afloat
        (lambda game: nl.supply(game, "allied").cost("US-82-505"), r"no line .* \(12\.51\)"),
        (lambda game: nl.supply(game, "german").cost("GE-6FS", "Caen"), "no depot at Caen"),
    ],
)
def test_bad_questions_are_answered(ask, words: str) -> None:
    game = nl.new_game("d_day", seed=1)
    with pytest.raises(NormandyError, match=words):
        ask(game)


@pytest.mark.rule("12.5")
def test_a_what_if_of_the_map() -> None:
    # The causeways of Utah as dry land: Ste. Mere Eglise hangs on the beach alone, bridge or not.
    patch = {"units": at({"US-82-505": "50"}), "areas": control("us", "50", "51")}
    report = allied(position(**patch, borders={"50-51": {"kind": "open", "bridge": False}}))
    assert (route(report, "US-82-505"), list(report.bottlenecks.id)) == ("51 50", ["51"])
