"""What leaves the program: texts on any console, graphs in any format, moments by name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import normandy_lab as nl
from normandy_lab.breakout.board.graph import load_map, to_graph

# ------------------------------------------------------------------------------------------ consoles


def call(encoding: str, *words: object) -> tuple[int, str, str]:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "normandy_lab", *map(str, words)]
    done = subprocess.run(command, env=environment, capture_output=True, timeout=120, check=False)
    return done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)


@pytest.fixture
def titled(tmp_path: Path) -> Path:
    """A scenario whose title no small encoding has, and which would clear the screen."""
    path = tmp_path / "mine.toml"
    path.write_text('title = "Caf\u00e9 \u2013 \u041a\u0430\u043d \u2192 \\u001b[2J\\u202e"\n', "utf-8")
    return path


@pytest.mark.parametrize(
    ("encoding", "title"),
    [
        ("ascii", r"Cafe - ??? -> \x1b[2J\u202e"),
        ("cp1252", "Caf\u00e9 \u2013 ??? -> \\x1b[2J\\u202e"),
        ("utf-8", "Caf\u00e9 \u2013 \u041a\u0430\u043d \u2192 \\x1b[2J\\u202e"),
    ],
)
def test_any_console(titled: Path, encoding: str, title: str) -> None:
    code, out, err = call(encoding, "describe", titled)
    assert (code, err) == (0, "")
    assert out.startswith(title)
    code, out, err = call(encoding, "describe", titled, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["summary"], "JSON stays JSON"
    assert all(char >= " " or char == "\n" for char in out)


def test_an_error_on_a_small_console(tmp_path: Path) -> None:
    code, out, err = call("ascii", "describe", tmp_path / "\u041a\u0430\u043d\u2013Abb\u00e9.toml")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "???-Abbe.toml" in err


@pytest.mark.parametrize(
    "words",
    [
        ["run", "d_day", "--seed", "9" * 5_000],
        ["run", "d_day", "--seed", "\u00b2"],
        ["run", "d_day", "--until", "x" * 100_000],
        ["run", "d_day", "--player", "\x1b[2J"],
        ["describe", "x" * 100_000],
        ["describe", "d_day\x1b[2J"],
        ["describe", "/dev/zero"],
        ["odds", "--av", "9" * 4_000, "--dv", "5"],
        ["rules", "\u00b2\x1b[2J" * 1_000],
        ["supply", "d_day", "--side", "german", "--depot", f"Caen:{'9' * 5_000}:german"],
        ["supply", "d_day", "--side", "german", "--depot", "Caen:\u00b2:german"],
        ["a" * 100_000],
        ["--option\x1b[2J"],
    ],
    ids=lambda words: " ".join(words)[:40].encode("ascii", "replace").decode().replace("\x1b", "ESC"),
)
def test_one_line_of_bounded_length(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    from normandy_lab.cli import main

    with pytest.raises(SystemExit) as exit_:
        main(words)
    out, err = capsys.readouterr()
    assert (exit_.value.code, out) == (2, "")
    assert err.count("\n") == 1
    assert len(err) <= 700
    assert err[:-1].isprintable()


def test_validate_shortens_the_name_of_a_file_too(capsys: pytest.CaptureFixture[str]) -> None:
    from normandy_lab.cli import main

    with pytest.raises(SystemExit):
        main(["validate", "x" * 100_000])
    assert all(len(line) <= 1_000 for line in capsys.readouterr().err.split("\n"))


@pytest.mark.parametrize("number", [10**5_000, -(10**5_000)], ids=["above", "below"])
@pytest.mark.parametrize(
    "ask",
    [
        lambda number: nl.new_game("d_day", seed=number),
        nl.KeyedDice,
        lambda number: nl.odds(av=number, dv=5),
        lambda number: nl.simulate("beach/with_limit", games=1, seed=number),
        lambda number: nl.new_game("d_day").undo(number),
        lambda number: nl.new_game("d_day").goto(number),
        lambda number: nl.supply(nl.new_game("d_day"), "german", depots=[("Caen", number, "german")]),
        lambda number: nl.load_scenario("d_day").with_({"areas": {"Caen": {"tem": number}}}),
        lambda number: nl.load_scenario("beach/with_limit").with_({"figures": {"move": number}}),
    ],
)
def test_numbers_that_python_does_not_write(ask: Callable[[int], Any], number: int) -> None:
    with pytest.raises(nl.NormandyError) as caught:
        ask(number)
    assert "a number of about 5000 digits" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("confidence", ["nonsense", None, [0.9], float("nan"), 0, 1, 95, 1 + 0j])
def test_a_confidence_that_is_none(confidence: Any) -> None:
    batch = nl.simulate("beach/with_limit", games=1, seed=1, workers=1)
    for ask in (batch.plot, batch.summary):
        with pytest.raises(nl.NormandyError, match=r"^confidence: .* is no share; give one between 0 and 1"):
            ask(confidence=confidence)


# ------------------------------------------------------------------------------------------ graphs


def json_and_back(graph: Any, path: Path) -> Any:
    path.write_text(json.dumps(nx.node_link_data(graph, edges="edges")), "utf-8")
    return nx.node_link_graph(json.loads(path.read_text("utf-8")), edges="edges")


def through(write: Callable[..., Any], read: Callable[..., Any]) -> Callable[[Any, Path], Any]:
    def there_and_back(graph: Any, path: Path) -> Any:
        write(graph, path)
        return read(path)

    return there_and_back


FORMATS = {
    "GraphML": through(nx.write_graphml, nx.read_graphml),
    "GEXF": through(nx.write_gexf, nx.read_gexf),
    "GML": through(nx.write_gml, nx.read_gml),
    "JSON": json_and_back,
}
ADDED = {"GEXF": {"label", "id"}}  # what a format's reader writes beside what it read


def day() -> nl.Game:
    game = nl.new_game("d_day", seed=1)
    game.run(until="amphibious")
    return game


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("make", [lambda: nl.graph_for(day()), lambda: nl.graph_for(to_graph(load_map()))],
                         ids=["position", "printed map"])  # fmt: skip
def test_graphs_are_written_and_read_back(tmp_path: Path, form: str, make: Callable[[], Any]) -> None:
    graph = make()
    again = FORMATS[form](graph, tmp_path / "map.txt")
    more = ADDED.get(form, set())
    assert {node: without(data, more) for node, data in again.nodes(data=True)} == dict(graph.nodes(data=True))
    assert links(again, more) == links(graph, set())


def without(data: dict[str, Any], keys: set[str]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in keys}


def links(graph: Any, more: set[str]) -> dict[frozenset[str], dict[str, Any]]:
    return {frozenset((a, b)): without(data, more) for a, b, data in graph.edges(data=True)}


def test_a_graph_for_files_says_the_same() -> None:
    game = day()
    graph, plain = game.graph, nl.graph_for(game)
    assert dict(nl.graph_for(graph).nodes(data=True)) == dict(plain.nodes(data=True))
    for node, data in graph.nodes(data=True):
        assert plain.nodes[node]["german"].split() == data["german"]
        assert plain.nodes[node]["control"] == (data["control"] or "")
    assert (plain.graph["day"], plain.graph["phase"]) == (graph.graph["day"], graph.graph["phase"])
    with pytest.raises(nl.NormandyError, match="'d_day' is no game and no graph"):
        nl.graph_for("d_day")


# ------------------------------------------------------------------------------------------ moments


def test_a_moment_is_a_place_to_go_to() -> None:
    """6G1: the impulse on space 1 on June 6, begun by the Germans; the log of the table names it so."""
    game = nl.new_game("d_day", seed=3)
    game.run()
    last = game.log.at.n
    opened = [node for node in game.log.at.path() if node.opens]
    german = next(node.moment for node in opened if node.moment.startswith("6G"))
    for moment in (german, german.lower()):
        game.goto(moment)
        assert game.log.at.moment == german
        assert game.log.at.parent is not None
        assert game.log.at.parent.moment != german, "the impulse begins here"
        assert game.log.at.n < last
    game.goto(last)
    game.goto("6G1")
    assert game.log.at.moment == "6G1"


def test_a_moment_of_this_line_comes_first() -> None:
    game = nl.new_game("d_day", seed=3)
    game.run(until="amphibious")
    landing = next(node for node in game.log.at.path() if node.opens and node.moment == "6F")
    game.goto(0)
    game.branch("other", luck="other")
    game.run(until="amphibious")
    game.goto("6F")
    assert game.log.at.branch == "other"
    game.goto("main")
    game.goto("6F")
    assert game.log.at is landing
    with pytest.raises(nl.NormandyError, match=r"no branch is called '7G1', and no phase or impulse; there are main"):
        game.goto("7G1")
