"""Rule 3: what the rulebook says about the map, as the compiled board has it."""

from __future__ import annotations

import pytest

from tests.rules.helpers import d_day

BOARD = d_day().setting.board


def area(name: str) -> int:
    (found,) = [place.index for place in BOARD.places if place.name == name]
    return found


def border(a: str, b: str) -> tuple[str, bool] | None:
    """Kind and bridge of the boundary between two areas, None if they do not touch."""
    index = BOARD.between.get((area(a), area(b)))
    return None if index is None else (BOARD.borders[index].kind, BOARD.borders[index].bridge)


@pytest.mark.rule("3.2", "3.3", "3.4", "3.5")
def test_sixty_areas_five_zones_five_boxes_and_the_offshore_box() -> None:
    assert [BOARD.places[index].id for index in BOARD.areas] == [str(number) for number in range(1, 61)]
    assert [BOARD.places[index].id for index in BOARD.zones] == ["A", "B", "C", "D", "E"]
    assert {BOARD.places[box].id for box in BOARD.beach_of} == {"box:8", "box:17", "box:18", "box:30", "box:51"}
    assert BOARD.places[BOARD.offshore].id == "offshore"


@pytest.mark.rule("3.2", "3.21")
def test_numbers_that_the_examples_name() -> None:
    named = {
        "Merville": "7",
        "Omaha Beach": "30",
        "Ste. Mere Eglise": "50",
        "Montebourg": "52",
        "Cap de la Hague": "57",
    }
    assert {name: BOARD.places[area(name)].id for name in named} == named
    assert {BOARD.places[area(name)].id for name in ("Isigny", "St. Jean de Daye")} == {"33", "35"}  # Example 11


@pytest.mark.rule("3.21", "3.22")
def test_terrain_values_and_bocage() -> None:
    # Examples 1, 2, 3, 11; Designer's Notes: Caen and Cherbourg +4, bocage +3, everything from +1 to +4.
    known = {
        "Ste. Mere Eglise": 3, "Pont L'Abbe": 3, "Utah Beach": 1, "Omaha Beach": 1, "Grandcamp": 1, "St. Lo": 3,
        "Caen": 4, "Cherbourg": 4,
    }  # fmt: skip
    assert {name: BOARD.places[area(name)].tem for name in known} == known
    places = [BOARD.places[index] for index in BOARD.areas]
    assert {place.tem for place in places} == {1, 2, 3, 4}
    assert all(place.tem == 3 for place in places if place.bocage)
    assert BOARD.places[area("Ste. Mere Eglise")].bocage
    assert not BOARD.places[area("Bretteville")].bocage  # an Overrun there in Example 10
    assert not any(BOARD.places[index].bocage or BOARD.places[index].tem for index in BOARD.zones)


BRIDGES = [
    ("Valognes", "Pont L'Abbe", "river"),  # Examples 1 and 6
    ("Pont L'Abbe", "Ste. Mere Eglise", "flooded"),
    ("Pont L'Abbe", "St. Jores", "flooded"),  # -1 in Example 6
    ("Pont L'Abbe", "St. Sauveur", "river"),  # no -1
    ("Carentan", "Ste. Mere Eglise", "flooded"),  # Examples 7 and 12
    ("Utah Beach", "Ste. Mere Eglise", "flooded"),  # Designer's Notes
    ("Ste. Mere Eglise", "Montebourg", "river"),  # Example 12: no -1 for a flood
    ("Trevieres", "Bayeux", "river"),  # Example 9
    ("Bretteville", "Verson", "river"),  # Example 10
    ("Bretteville", "Tilly", "river"),
    ("Bretteville", "Villars-Bocage", "river"),
    ("Isigny", "St. Lo", "river"),  # Example 11
    ("St. Jean de Daye", "St. Lo", "river"),
]


@pytest.mark.rule("3.23", "3.24")
@pytest.mark.parametrize(("a", "b", "kind"), BRIDGES)
def test_bridges_that_the_examples_name(a: str, b: str, kind: str) -> None:
    assert border(a, b) == (kind, True)


@pytest.mark.rule("3.2", "3.23", "3.24")
def test_boundaries_without_a_bridge_and_areas_that_do_not_touch() -> None:
    assert border("Trevieres", "Port-en-Bessin") == ("river", False)  # Example 9
    assert border("Omaha Beach", "Grandcamp") is not None  # Examples 4 and 8
    assert border("Omaha Beach", "Trevieres") is not None
    assert border("Omaha Beach", "Port-en-Bessin") is not None
    assert border("Gold Beach", "Port-en-Bessin") is not None
    assert border("Gold Beach", "Trevieres") is None
    assert border("Gold Beach", "Grandcamp") is None
    assert border("Grandcamp", "Port-en-Bessin") is None  # Example 8
    assert border("Grandcamp", "Trevieres") is None  # Example 9 goes around by Omaha
    assert border("Cap de la Hague", "Cherbourg") is not None  # Example 5: the way to Montebourg takes three areas
    assert border("Cherbourg", "Valognes") is not None
    assert border("Valognes", "Montebourg") is not None
    assert border("Cherbourg", "Montebourg") is None
    assert border("Cap de la Hague", "Valognes") is None
    assert border("St. Jores", "Carentan") is not None  # Example 12


@pytest.mark.rule("3.23", "3.24")
def test_open_ground_has_no_bridges() -> None:
    assert not any(each.bridge for each in BOARD.borders if each.kind not in {"river", "flooded"})


@pytest.mark.rule("3.25")
def test_victory_points_of_cherbourg() -> None:
    assert BOARD.places[area("Cherbourg")].vp == 4  # 22.3
    assert sum(BOARD.places[index].vp for index in BOARD.areas) >= 10  # 22.2 can be reached


@pytest.mark.rule("3.26", "3.27", "I-4")
def test_naval_targets() -> None:
    us, british = 1, 2
    assert all(us in BOARD.places[area(name)].naval for name in ("Utah Beach", "Omaha Beach"))
    assert all(british in BOARD.places[area(name)].naval for name in ("Gold Beach", "Juno Beach", "Sword Beach"))
    assert [BOARD.places[index].id for index in BOARD.areas if BOARD.places[index].le_havre] == ["1", "2"]


@pytest.mark.rule("3.4")
def test_units_in_a_box_cannot_be_attacked_nor_attack_from_there() -> None:
    game = d_day("air")
    assert game.why("shoot IXAF box:51").rule == "21.4"
    assert not any(index in BOARD.beach_of for index, _ in BOARD.neighbours[area("Utah Beach")])
