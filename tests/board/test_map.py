"""The board of rule 3: tables, graph, what the rulebook says of it, and faults by file, row and column."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from normandy_lab.breakout.board import graph
from normandy_lab.breakout.board.board import BRITISH, FLOODED, LANDING, LINK, RIVER, US
from normandy_lab.breakout.board.checks import check_board
from normandy_lab.breakout.board.facts import FACTS, Atlas, broken_facts
from normandy_lab.breakout.board.names import PlaceNames, fold
from normandy_lab.breakout.board.outlines import load_drawing
from normandy_lab.breakout.tables import data_folder
from normandy_lab.errors import FileError, ScenarioError
from normandy_lab.files import TakenError

TABLES = graph.load_map()
BOARD = graph.compile_board(TABLES)
NAMES = PlaceNames(BOARD, TABLES.aliases)


def folder(tmp_path: Path, **changes: tuple[str, str]) -> Path:
    """A copy of the board's tables with one piece of text of a file replaced."""
    for name in ("areas", "boundaries", "zones", "place_aliases", "game_facts"):
        text = (data_folder() / f"{name}.csv").read_text(encoding="utf-8")
        if name in changes:
            old, new = changes[name]
            assert text.count(old) >= 1
            text = text.replace(old, new, 1)
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    return tmp_path


# ---------------------------------------------------------------- counts and facts


@pytest.mark.rule("3.2", "3.3", "3.4", "3.5")
def test_places_in_the_order_of_the_contract() -> None:
    ids = [place.id for place in BOARD.places]
    assert ids[:60] == [str(n) for n in range(1, 61)]
    assert ids[60:65] == list("ABCDE")
    assert ids[65:70] == ["box:8", "box:17", "box:18", "box:30", "box:51"]
    assert ids[70:] == ["offshore", "waiting", "lost", "withdrawn"]


@pytest.mark.rule("3.23")
def test_borders_come_in_file_order_then_links_then_landings() -> None:
    kinds = [border.kind for border in BOARD.borders]
    assert kinds[144:].count(LINK) == 15 + 4  # zones to areas, zone to zone
    assert kinds[-5:] == [LANDING] * 5
    assert [border.id for border in BOARD.borders[:144]] == [border.id for border in TABLES.borders]
    assert all(border.a < border.b for border in BOARD.borders)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact.rule} {fact.text}")
def test_the_rulebook_says_so(fact) -> None:
    assert fact.holds(Atlas(TABLES))


def test_a_changed_board_breaks_the_facts_about_it() -> None:
    areas = [replace(area, tem=2) if area.name == "Caen" else area for area in TABLES.areas]
    borders = [border for border in TABLES.borders if border.id != "28-29"]
    broken = broken_facts(replace(TABLES, areas=tuple(areas), borders=tuple(borders)))
    assert {fact.text for fact in broken} == {
        "the Terrain Effects Modifier of Caen is 4",
        "Trevieres adjoins Port-en-Bessin, river without a bridge",
    }


def test_planar_connected_linked_both_ways_and_drawn_as_listed() -> None:
    assert check_board(TABLES, load_drawing()) == []


@pytest.mark.rule("3.4")
def test_beaches_and_their_boxes() -> None:
    us = {BOARD.places[p].id for p in BOARD.beaches if BOARD.places[p].nationality == US}
    british = {BOARD.places[p].id for p in BOARD.beaches if BOARD.places[p].nationality == BRITISH}
    assert us == {"30", "51"}
    assert british == {"8", "17", "18"}
    assert all(BOARD.beach_of[BOARD.box_of[beach]] == beach for beach in BOARD.beaches)
    assert all(BOARD.places[beach].fort == 2 for beach in BOARD.beaches)  # 15.1


# ---------------------------------------------------------------- checks can fail


def faults(tables: graph.MapTables, **kw: object) -> str:
    return "\n".join(map(str, check_board(tables, facts=False, **kw)))


def test_a_border_across_the_map_is_not_planar() -> None:
    bridge = graph.BorderRow(9, 56, "open", False)
    assert "without crossings" in faults(replace(TABLES, borders=(*TABLES.borders, bridge)))


def test_an_island_is_found() -> None:
    borders = tuple(b for b in TABLES.borders if 51 not in (b.a, b.b))
    assert "[51] stand apart" in faults(replace(TABLES, borders=borders))


def test_guns_need_bridges_to_reach_every_area() -> None:
    borders = tuple(replace(b, bridge=False) if 51 in (b.a, b.b) else b for b in TABLES.borders)
    assert "for guns, which need bridges (8.36): [51]" in faults(replace(TABLES, borders=borders))


def test_a_zone_link_one_way_is_found() -> None:
    zones = tuple(replace(z, adjacent_zones=()) if z.zone == "A" else z for z in TABLES.zones)
    assert "zone B: links to A, which does not link back" in faults(replace(TABLES, zones=zones))


def test_two_places_of_one_spelling_are_found() -> None:
    assert '"caen" could be area 9 or 10' in faults(replace(TABLES, aliases=(*TABLES.aliases, (10, "caen"))))


def test_drawing_and_list_of_borders_are_held_equal() -> None:
    drawing = load_drawing()
    assert drawing is not None
    lacking = drawing._replace(borders=drawing.borders[1:])
    text = faults(TABLES, drawing=lacking)
    assert "border 1-2 is only drawn or only listed" in text
    assert "areas 1 and 2 touch without a border" in text
    dry = replace(TABLES, borders=tuple(replace(b, kind=RIVER) if b.id == "2-3" else b for b in TABLES.borders))
    assert TABLES.borders[2].kind == FLOODED
    assert "border 2-3 is drawn as flooded or not against its kind" in faults(dry, drawing=drawing)


# ---------------------------------------------------------------- CSV and graph


def test_csv_graph_csv(tmp_path: Path) -> None:
    again = graph.from_graph(graph.to_graph(TABLES))
    assert again == TABLES
    graph.write_map(again, tmp_path)
    assert graph.load_map(tmp_path) == TABLES
    with pytest.raises(TakenError, match="areas"):
        graph.write_map(again, tmp_path)
    (tmp_path / "zones.csv").write_text("notes of my own\n", "utf-8")
    with pytest.raises(FileError, match="zones"):
        graph.write_map(again, tmp_path, overwrite=True)
    (tmp_path / "zones.csv").unlink()
    graph.write_map(again, tmp_path, overwrite=True)
    assert graph.load_map(tmp_path) == TABLES
    for name in ("areas.csv", "boundaries.csv", "zones.csv"):
        written = (tmp_path / name).read_text(encoding="utf-8").splitlines()
        assert written[0] == (data_folder() / name).read_text(encoding="utf-8").splitlines()[0]


def test_graph_nodes_are_strings_and_carry_provenance() -> None:
    built = graph.to_graph(TABLES)
    assert built.nodes["50"]["provenance"] == "rulebook"
    assert built.nodes["A"]["kind"] == "zone"
    assert built.edges["box:51", "51"]["kind"] == LANDING
    assert built.edges["45", "49"]["kind_prov"] == "rulebook"
    assert "offshore" in built


@pytest.mark.parametrize(
    ("file", "change", "message"),
    [
        ("areas", ("9,Caen,49.183,-0.363,4", "9,Caen,49.183,-0.363,x"), 'areas.csv, row 10, column tem: "x" is not a whole number'),
        ("areas", ("10,Bourguebus", "9,Bourguebus"), 'areas.csv, row 11, column id: "9" stands already in row 10'),
        ("areas", ("10,Bourguebus", "10,Caen"), 'areas.csv, row 11, column name: "Caen" stands already in row 10'),
        ("areas", ("id,name,lat", "id,title,lat"), "areas.csv, row 1: lacks the column name"),
        ("boundaries", ("1,2,river,1", "1,99,river,1"), 'boundaries.csv, row 2, column b: "99" is no area'),
        ("boundaries", ("1,2,river,1", "1,2,rivr,1"), 'boundaries.csv, row 2, column kind: "rivr" is not known. Did you mean "river"?'),
        ("boundaries", ("1,3,open,0", "1,3,open,1"), "boundaries.csv, row 3, column bridge: an open border has no bridge (3.24)"),
        ("boundaries", ("1,3,open,0,reconstructed", "1,3,open,0,guess"), 'row 3, column provenance: "guess" is not known'),
        ("boundaries", ("1,3,open,0,reconstructed,geography,", "1,3,open,0,"), "boundaries.csv, row 3: has not as many cells"),
        ("boundaries", ("1,3,open", "3,1,open"), "boundaries.csv, row 3, column b: 1 must be greater than a = 3"),
        ("zones", ("1 3 4,B", "1 3 4,C"), "zones.csv, row 2, column adjacent_zones: zone C does not list A"),
        ("zones", ("1 3 4,B", "1 3 x,B"), 'zones.csv, row 2, column adjacent_areas: "x" is no area'),
        ("place_aliases", ("50,St. Mere", "61,St. Mere"), 'place_aliases.csv, row 2, column area_id: "61" is no area'),
    ],
)  # fmt: skip
def test_a_fault_names_file_row_and_column(tmp_path: Path, file: str, change: tuple[str, str], message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        graph.load_map(folder(tmp_path, **{file: change}))
    assert message in str(caught.value)


def test_all_faults_of_all_files_come_at_once(tmp_path: Path) -> None:
    changed = folder(tmp_path, areas=("9,Caen", "x,Caen"), zones=("A,East", ",East"))
    with pytest.raises(ScenarioError) as caught:
        graph.load_map(changed)
    places = {problem.place for problem in caught.value.problems}
    assert {"areas.csv, row 10, column id", "zones.csv, row 2, column zone"} <= places


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"areas.csv: is missing"):
        graph.load_map(tmp_path)


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("50", "50"), (50, "50"), ("Ste. Mere Eglise", "50"), ("St. Mere Eglise", "50"), ("Sainte-Mère-Église", "50"),
        ("villers-bocage", "21"), ("Villars-Bocage", "21"), ("Sword", "8"), ("Sword Beach", "8"), ("A", "A"),
        ("Zone A", "A"), ("zone a", "A"), ("box:51", "box:51"), ("Utah box", "box:51"), ("Utah Approach", "box:51"),
        ("Utah Beach box", "box:51"), ("any US beach", "any:us"), ("any British beach", "any:british"),
        ("offshore", "offshore"), ("Offshore Box", "offshore"), ("waiting", "waiting"), ("Nowhere", None), ("", None),
    ],
)  # fmt: skip
def test_places_by_id_name_alias_and_box(text: object, place: str | None) -> None:
    assert NAMES.find(text) == place


def test_every_id_name_and_alias_finds_its_place() -> None:
    for place in BOARD.places:
        assert NAMES.find(place.id) == place.id
        assert NAMES.find(NAMES.name(place.id)) == place.id
    for number, alias in TABLES.aliases:
        assert NAMES.find(alias) == str(number)


def test_a_border_splits_at_the_hyphen_that_leaves_two_places() -> None:
    assert NAMES.border("Port-en-Bessin-Omaha Beach") == ("28", "30")
    assert NAMES.border("Villers-Bocage-Tilly-sur-Seulles") == ("21", "20")
    assert NAMES.border("7-8") == ("7", "8")
    assert NAMES.border("7") is None
    for border in TABLES.borders:
        assert NAMES.border(NAMES.border_name(border.id)) == (str(border.a), str(border.b))


def test_the_nearest_name_is_offered() -> None:
    assert NAMES.nearest("Carentn") == "Carentan"
    assert NAMES.nearest("St Mer Eglise") == "Ste. Mere Eglise"
    assert NAMES.nearest("qqqqqqq") == ""


def test_fold_is_stable() -> None:
    for place in BOARD.places:
        assert fold(fold(place.name)) == fold(place.name)


# ---------------------------------------------------------------- drawing


def test_drawing_of_every_place() -> None:
    drawing = load_drawing()
    assert drawing is not None
    assert len(drawing.outlines) == 71
    assert {o.id for o in drawing.outlines} == {p.id for p in BOARD.places} - {"waiting", "lost", "withdrawn"}
    assert all(len(o.slots) >= 4 and o.slot_size > 1.3 for o in drawing.outlines)
    assert drawing.corners[0][0] == ("29", "30", "31", "32")
    assert "Natural Earth" in drawing.attribution


def test_a_board_without_drawing_data_has_none(tmp_path: Path) -> None:
    assert load_drawing(tmp_path) is None


def test_damaged_drawing_data_is_named(tmp_path: Path) -> None:
    for name in ("outlines_km.json", "borders.json", "coast_km.json"):
        (tmp_path / name).write_text((data_folder() / name).read_text(encoding="utf-8"), encoding="utf-8")
    text = (tmp_path / "borders.json").read_text(encoding="utf-8")
    (tmp_path / "borders.json").write_text(text.replace('"mid"', '"middle"', 1), encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"borders.json, borders\[0\]: cannot be read: KeyError 'mid'"):
        load_drawing(tmp_path)
    (tmp_path / "borders.json").write_text("{", encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"borders.json: is not JSON"):
        load_drawing(tmp_path)
