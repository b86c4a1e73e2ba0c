"""Saves: text that stands alone, is checked line by line, and opens as far as it is sound."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normandy_lab import save as saves
from normandy_lab.core.log import Log
from normandy_lab.errors import SaveError
from tests.core import toy
from tests.core.toy import digest_of as digest
from tests.core.toy import played


def text_of(log: Log) -> str:
    return saves.dumps(log, {"version": "0.1.0"})


def opened(text: str, repair: bool = False) -> Log:
    return saves.restore(saves.loads(text, "game.jsonl"), toy, toy.Spec(), repair)


@given(st.integers(0, 40), st.lists(st.tuples(st.integers(0, 30), st.integers(1, 3)), max_size=4))
def test_round_trip_with_branches(seed: int, asides: list[tuple[int, int]]) -> None:
    log = played(seed)
    for number, (node, dice) in enumerate(asides):
        log.goto(min(node, len(log.nodes) - 1))
        log.branch(f"aside {number}", luck=str(number))
        if log.decision is not None and log.decision.kind == "pick":
            log.play(log.read(f"pick {dice}"))
    log.at.note = "a note"
    again = opened(text_of(log))
    assert text_of(again) == text_of(log)
    assert (again.at.n, again.line, digest(again)) == (log.at.n, log.line, digest(log))
    assert [(n.actor, n.choices, n.events, n.by) for n in again.nodes] == [
        (n.actor, n.choices, n.events, n.by) for n in log.nodes
    ]


def test_the_format_is_the_documented_one() -> None:
    lines = [json.loads(line) for line in text_of(played(actions=2)).splitlines()]
    assert lines[0] == {"normandy_lab": 1, "version": "0.1.0", "start": toy.digest(toy.initial(toy.Spec()))}
    assert lines[1] == {"n": 1, "p": 0, "a": lines[1]["a"], "by": "random"}
    assert lines[1]["a"] in ("pick 1", "pick 2", "pick 3")
    assert lines[2] == {"n": 2, "p": 1, "a": lines[2]["a"], "by": "game"}
    assert set(lines[-1]) == {"end", "digest", "n"}


def test_a_digest_stands_where_each_phase_begins() -> None:
    log = played()
    digests = [json.loads(line) for line in text_of(log).splitlines() if line.startswith('{"digest"')]
    assert [each["n"] for each in digests] == [node.n for node in log.nodes[1:] if node.opens]
    assert [each["digest"] for each in digests] == [toy.digest(log.state_at(log.nodes[each["n"]])) for each in digests]


@given(st.data())
def test_a_truncated_save_says_so_and_opens_up_to_the_last_good_digest(data: st.DataObject) -> None:
    log = played(3)
    text = text_of(log)
    head = text.index("\n") + 1
    cut = data.draw(st.integers(head, len(text) - 3))
    with pytest.raises(SaveError, match=r"game\.jsonl, line \d+: .*cut off[^\n]*\n.*repair=True"):
        opened(text[:cut])
    repaired = opened(text[:cut], repair=True)
    boundaries = [node.n for node in log.nodes if node.opens]
    assert repaired.at.n in boundaries
    assert digest(repaired) == toy.digest(log.state_at(log.nodes[repaired.at.n]))
    whole = sum('"digest"' in line and line.endswith("}") for line in text[head:cut].split("\n"))
    assert repaired.at.n == boundaries[whole]
    assert f"Opened up to action {repaired.at.n}" in repaired.notice


def edited(text: str, number: int, **changes: object) -> str:
    """The save with the line of action ``number`` changed."""
    lines = text.splitlines()
    index = next(i for i, line in enumerate(lines) if line.startswith(f'{{"n":{number},'))
    lines[index] = json.dumps(json.loads(lines[index]) | changes)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("number", "changes", "message"),
    [
        (1, {"a": "pick 9"}, r"line 2: 'pick 9' is refused: red must answer: how many dice\? .*\[T1\]; delete"),
        (1, {"a": "fly 9"}, r"line 2: 'fly 9' cannot be read; delete"),
        (3, {"p": 99}, r"line 4: 'p' must be the number of an earlier action, not 99"),
        (3, {"p": True}, r"'p' must be the number of an earlier action, not True"),
        (3, {"n": 8}, r"action 8 stands where action 3 should"),
        (3, {"b": "nowhere"}, r"no line before it starts a branch 'nowhere'"),
    ],
)
def test_a_spoiled_line_is_named_with_what_would_help(number: int, changes: dict[str, object], message: str) -> None:
    with pytest.raises(SaveError, match=message):
        opened(edited(text_of(played(3)), number, **changes))


def test_changed_dice_are_found_at_the_next_digest() -> None:
    log = played(3)
    node = next(node for node in log.nodes if node.roll and node.next.action == "keep")
    faces = [1 + face % 6 for face in node.action.args[0][0]]
    text = edited(text_of(log), node.n, a="roll " + "+".join(map(str, faces)))
    with pytest.raises(SaveError, match=r"the digest is \w+, not \w+; the file was edited"):
        opened(text)
    opens = [each.n for each in log.nodes if each.opens]
    assert opened(text, repair=True).at.n == max(number for number in opens if number < node.n)


@pytest.mark.parametrize("line", ['{"surprise":1,"n":0}', "{}", "[1]", "null", '{"branch":"main","n":0}', "[" * 9999])
def test_lines_of_no_known_kind_are_refused(line: str) -> None:
    first, *rest = text_of(played(actions=2)).splitlines()
    with pytest.raises(SaveError, match="line 2: "):
        opened("\n".join([first, line, *rest]))


@pytest.mark.parametrize(
    "line",
    [
        '{"branch":"","n":0}', '{"branch":"main","n":0}', '{"end":{},"digest":"0","n":0}', '{"end":[],"digest":"0","n":0}',
        '{"end":"away","digest":"0","n":0}',
    ],
)  # fmt: skip
def test_a_branch_has_a_name_of_its_own_and_the_last_line_knows_it(line: str) -> None:
    first, *rest = text_of(played(actions=2)).splitlines()
    with pytest.raises(SaveError, match=r"line 2: .*branch"):
        opened("\n".join([first, line, *rest]))


def test_the_line_of_play_that_was_open_is_open_again() -> None:
    log = played(actions=2)
    for name in ("one", "two"):
        log.branch(name)
    log.goto("one")
    assert opened(text_of(log)).line == "one"


def test_every_character_of_a_digest_counts() -> None:
    text = text_of(played(3))
    digests = re.findall(r'"digest":"(\w+)"', text)
    for digest_ in digests[-1:]:
        wrong = digest_[:-1] + ("0" if digest_[-1] != "0" else "1")
        with pytest.raises(SaveError, match="the digest is"):
            opened(text[::-1].replace(digest_[::-1], wrong[::-1], 1)[::-1])


def test_nothing_may_follow_the_last_line() -> None:
    with pytest.raises(SaveError, match="something follows the last line"):
        opened(text_of(played(actions=2)) + '{"note":"more","n":0}\n')


def test_another_scenario_is_refused() -> None:
    save = saves.loads(text_of(played()), "game.jsonl")
    with pytest.raises(SaveError, match=r"line 1: its scenario was edited, or version 0\.1\.0 set it up otherwise"):
        saves.restore(save, toy, toy.Spec(dice=2))


@pytest.mark.parametrize("text", ["", "\n", "no json", '{"name":"d_day"}', '{"normandy_lab":2}'])
def test_what_is_no_save_is_refused(text: str) -> None:
    with pytest.raises(SaveError, match=r"game\.jsonl, line 1: "):
        saves.loads(text, "game.jsonl")


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"missing\.jsonl: cannot be read"):
        saves.read(tmp_path / "missing.jsonl")
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(SaveError, match="is not text"):
        saves.read(tmp_path / "picture")
    with pytest.raises(SaveError, match="cannot be written"):
        saves.write(tmp_path / "no" / "folder.jsonl", "")


def test_writing_replaces_the_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    saves.write(path, "old")
    assert saves.write(path, "new") == path
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]
    assert path.read_text("utf-8") == "new"
