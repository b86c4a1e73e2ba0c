"""Saves: text that stands alone, is checked line by line, and opens as far as it is sound."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normandy_lab import save as saves
from normandy_lab.core.log import Log
from normandy_lab.errors import SaveError
from normandy_lab.restore import restore
from tests.core import toy
from tests.core.toy import digest_of as digest
from tests.core.toy import played


def text_of(log: Log) -> str:
    return saves.dumps(log, {"version": "0.1.0"})


def opened(text: str | bytes, repair: bool = False) -> Log:
    return restore(saves.loads(text, "game.jsonl"), toy, toy.Spec(), repair=repair)


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
    checks = [line.pop("c") for line in lines]
    start = saves.slots(toy, toy.initial(toy.Spec()))
    assert set(start) == {"most", "sums", "played", "picked", "rolling", "thrown", "again"}
    assert lines[0] == {"normandy_lab": 2, "version": "0.1.0", "digests": 2, "start": start}
    assert lines[1] == {"n": 1, "p": 0, "a": lines[1]["a"], "by": "random"}
    assert lines[1]["a"] in ("pick 1", "pick 2", "pick 3")
    assert lines[2] == {"n": 2, "p": 1, "a": lines[2]["a"], "by": "game"}
    assert set(lines[-1]) == {"end", "digest", "n"}
    assert all(re.fullmatch("[0-9a-f]{8}", check) for check in checks)


def test_a_check_is_over_the_line_and_all_before_it() -> None:
    """blake2b of four bytes over what stands before the check, from the first line on."""
    running = hashlib.blake2b(digest_size=4)
    for line in text_of(played(actions=2)).splitlines():
        body, check = line[: -len(',"c":"00000000"}')], json.loads(line)["c"]
        running.update(body.encode())
        assert check == running.hexdigest()


def test_a_digest_stands_where_each_phase_begins() -> None:
    log = played()
    digests = [json.loads(line) for line in text_of(log).splitlines() if line.startswith('{"digest"')]
    assert [each["n"] for each in digests] == [node.n for node in log.nodes[1:] if node.opens]
    assert [each["digest"] for each in digests] == [toy.digest(log.state_at(log.nodes[each["n"]])) for each in digests]


@given(st.data())
def test_a_truncated_save_says_so_and_opens_up_to_its_last_whole_action(data: st.DataObject) -> None:
    log = played(3)
    text = text_of(log)
    head = text.index("\n") + 1
    cut = data.draw(st.integers(head, len(text) - 3))
    with pytest.raises(SaveError, match=r"game\.jsonl, line \d+: [\s\S]*cut off[^\n]*\n.*repair=True"):
        opened(text[:cut])
    repaired = opened(text[:cut], repair=True)
    whole = sum('"a"' in line and line.endswith("}") for line in text[head:cut].split("\n"))
    assert repaired.at.n == whole
    assert digest(repaired) == toy.digest(log.state_at(log.nodes[whole]))
    assert f"Opened up to action {whole}" in repaired.notice


@given(st.data())
def test_twenty_bytes_over_a_line_spoil_that_line_and_what_rests_on_it(data: st.DataObject) -> None:
    """Bytes that are no text behave as twenty # do: the line is named, and the actions before it open."""
    log = played(3)
    rows = text_of(log).encode().splitlines(keepends=True)
    number = data.draw(st.integers(1, len(rows) - 1))
    place = data.draw(st.integers(0, len(rows[number]) - 21))
    results = []
    for spoilt in (b"#" * 20, b"\xff" * 20, data.draw(st.binary(min_size=20, max_size=20))):
        row = rows[number][:place] + spoilt.replace(b"\n", b"\xfe").replace(b"\r", b"\xfe") + rows[number][place + 20 :]
        text = b"".join([*rows[:number], row, *rows[number + 1 :]])
        with pytest.raises(SaveError, match=rf"game\.jsonl, line {number + 1}: [\s\S]*repair=True"):
            opened(text)
        repaired = opened(text, repair=True)
        results.append((repaired.at.n, len(repaired.nodes)))
        whole = sum(b'"a"' in each for each in rows[1:number])
        assert len(repaired.nodes) > whole
        assert [node.action for node in repaired.nodes[: whole + 1]] == [node.action for node in log.nodes[: whole + 1]]
    assert results[0] == results[1]


def test_a_byte_order_mark_and_line_ends_of_windows_are_accepted() -> None:
    text = text_of(played(3)).encode()
    assert text_of(opened(b"\xef\xbb\xbf" + text)) == text.decode()
    assert text_of(opened(text.replace(b"\n", b"\r\n"))) == text.decode()


@given(st.data())
def test_whatever_is_altered_is_noticed(data: st.DataObject) -> None:
    """Any other character in any place of any line, the header and its seed included."""
    text = text_of(played(3))
    place = data.draw(st.integers(0, len(text) - 2).filter(lambda at: text[at] != "\n"))
    other = data.draw(st.characters(min_codepoint=33, max_codepoint=126).filter(lambda c: c != text[place]))
    with pytest.raises(SaveError, match=r"game\.jsonl, line \d+: "):
        opened(text[:place] + other + text[place + 1 :])


@given(st.data())
def test_a_line_that_is_missing_doubled_or_moved_is_noticed(data: st.DataObject) -> None:
    lines = text_of(played(3)).splitlines(keepends=True)
    number = data.draw(st.integers(1, len(lines) - 2))
    for other in (
        [*lines[:number], *lines[number + 1 :]],
        [*lines[: number + 1], *lines[number:]],
        [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]],
    ):
        with pytest.raises(SaveError, match=r"game\.jsonl, line \d+: "):
            opened("".join(other))


def test_repair_loses_only_what_rests_on_a_lost_line() -> None:
    """Action 3 is lost and with it the main line; the branch that leaves at action 2 is not."""
    log = played(3)
    log.goto(2)
    log.branch("aside")
    log.play(log.read(str(log.decision.options[0])))
    lost = next(line for line in text_of(log).splitlines() if line.startswith('{"n":3,'))
    repaired = opened(text_of(log).replace(lost, "#" * len(lost)), repair=True)
    assert [(node.n, node.branch) for node in repaired.nodes] == [(0, "main"), (1, "main"), (2, "main"), (3, "aside")]
    assert repaired.nodes[3].action == log.nodes[-1].action
    assert f"{len(log.nodes) - 5} actions are lost" in repaired.notice


def edited(text: str, number: int, **changes: object) -> str:
    """The save with the line of action ``number`` changed."""
    lines = text.splitlines()
    index = next(i for i, line in enumerate(lines) if line.startswith(f'{{"n":{number},'))
    lines[index] = json.dumps(json.loads(lines[index]) | changes, separators=(",", ":"))
    return "\n".join(lines) + "\n"


def sealed(text: str) -> str:
    """The text with the checks that belong to it, as if another program had written it."""
    running, lines = hashlib.blake2b(digest_size=4), []
    for line in text.splitlines():
        body = json.dumps({key: value for key, value in json.loads(line).items() if key != "c"}, separators=(",", ":"))[
            :-1
        ]
        running.update(body.encode())
        lines.append(f'{body},"c":"{running.hexdigest()}"}}\n')
    return "".join(lines)


@pytest.mark.parametrize(
    ("number", "changes", "message"),
    [
        (1, {"a": "pick 9"}, r"line 2: 'pick 9' is refused: red must answer: how many dice\? .*\[T1\]; this action"),
        (1, {"a": "fly 9"}, r"line 2: 'fly 9' cannot be read; this action"),
        (3, {"p": 99}, r"line 4: 'p' must be the number of an earlier action, not 99"),
        (3, {"p": True}, r"'p' must be the number of an earlier action, not True"),
        (3, {"n": 8}, r"action 8 stands where action 3 should"),
        (3, {"b": "nowhere"}, r"no line before it starts a branch 'nowhere'"),
    ],
)
def test_a_spoiled_line_is_named_with_what_would_help(number: int, changes: dict[str, object], message: str) -> None:
    with pytest.raises(SaveError, match=message):
        opened(edited(text_of(played(3)), number, **changes))


def test_changed_dice_are_noticed_and_played_on_as_far_as_legal() -> None:
    log = played(3)
    node = next(node for node in log.nodes if node.roll and node.next.action == "keep")
    faces = [1 + face % 6 for face in node.action.args[0][0]]
    text = edited(text_of(log), node.n, a="roll " + "+".join(map(str, faces)))
    line = next(n for n, each in enumerate(text.splitlines(), 1) if each.startswith(f'{{"n":{node.n},'))
    with pytest.raises(SaveError, match=rf"line {line}: this line does not agree with its check: it was edited"):
        opened(text)
    repaired = opened(text, repair=True)
    assert repaired.nodes[node.n].action == "roll " + "+".join(map(str, faces))
    assert len(repaired.nodes) == len(log.nodes)


@pytest.mark.parametrize("dice", [1, 2])
def test_rules_that_allow_less_open_as_far_as_they_allow(dice: int) -> None:
    """Another version lets fewer dice be picked: the game opens up to the first pick that it refuses."""
    log = played(3)
    first = next(n for n, node in enumerate(log.nodes) if node.kind == "pick" and node.action.args[0] > dice)
    save = saves.loads(text_of(log), "game.jsonl")
    for repair in (False, True):
        again = restore(save, toy, toy.Spec(dice=dice), repair=repair, same=False)
        assert again.at.n == first - 1
        assert re.search(r"'pick \d' is refused: [^\n]*left out[\s\S]*Opened up to action", again.notice)
        assert f"{len(log.nodes) - first} actions are lost" in again.notice


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


def test_positions_of_another_version_are_noticed_once() -> None:
    """A save that is sound but tells of other positions opens whole, with a notice."""
    log = played(3)
    text = re.sub(r'"digest":"(\w)(\w+)"', r'"digest":"\2\1"', text_of(log))
    again = opened(sealed(text))
    assert text_of(again) == text_of(log)
    assert again.notice.count("the digest is") == 1
    assert "another version of the rules played it\nOpened up to action" in again.notice
    assert not opened(sealed(text_of(log))).notice


def test_nothing_may_follow_the_last_line() -> None:
    with pytest.raises(SaveError, match="something follows the last line"):
        opened(text_of(played(actions=2)) + '{"note":"more","n":0}\n')


def test_a_start_that_is_set_up_otherwise_is_named() -> None:
    save = saves.loads(text_of(played()), "game.jsonl")
    again = restore(save, toy, toy.Spec(dice=2))
    assert "line 1: this version sets up the start otherwise (most)" in again.notice


@pytest.mark.parametrize(
    "text", ["", "\n", "no json", '{"name":"d_day"}', '{"normandy_lab":3}', '{"normandy_lab":true}']
)
def test_what_is_no_save_is_refused(text: str) -> None:
    with pytest.raises(SaveError, match=r"game\.jsonl, line 1: "):
        saves.loads(text, "game.jsonl")


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"missing\.jsonl: cannot be read"):
        saves.read(tmp_path / "missing.jsonl")
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(SaveError, match="line 1: this is not a JSON object"):
        saves.read(tmp_path / "picture")
