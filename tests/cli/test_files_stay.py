"""The command line writes over nothing without --force, and over nothing of another kind with it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import normandy_lab as nl

RUN = ("run", "d_day", "--until", "airborne", "--player", "random", "--save")
SIMULATE = ("simulate", "beach/with_limit", "--games", "1", "--workers", "1", "--until", "turn 1", "--csv")


@pytest.mark.parametrize(("words", "name"), [(RUN, "game.jsonl"), (SIMULATE, "games.csv")])
def test_a_file_is_replaced_only_with_force(call, words: tuple[str, ...], name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    assert call(*words, path).code == 0
    first = path.read_bytes()
    done = call(*words, path, "--seed", "9")
    assert (done.code, path.read_bytes()) == (2, first)
    assert "is there already" in done.err
    assert "--force" in done.err
    assert done.out == "", "it is said before anything is played"
    assert call(*words, path, "--seed", "9", "--force").code == 0
    assert path.read_bytes() != first
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(("words", "name"), [(RUN, "notes.txt"), (SIMULATE, "game.jsonl")])
def test_a_file_of_another_kind_stays_with_force_too(call, words: tuple[str, ...], name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if name == "game.jsonl":
        nl.new_game("d_day", seed=1).save(path)
    else:
        path.write_text("my notes", "utf-8")
    before = path.read_bytes()
    done = call(*words, path, "--force")
    assert (done.code, path.read_bytes()) == (2, before)
    assert "never replaced" in done.err


@pytest.mark.skipif(os.name == "nt", reason="links and devices of Unix")
@pytest.mark.parametrize("words", [RUN, SIMULATE])
def test_links_and_devices_stay_with_force_too(call, words: tuple[str, ...], tmp_path: Path) -> None:
    target = tmp_path / "target"
    nl.new_game("d_day", seed=1).save(target)
    (tmp_path / "link").symlink_to(target)
    for path, what in ((tmp_path / "link", "a link"), (Path(os.devnull), "a device")):
        done = call(*words, path, "--force")
        assert done.code == 2
        assert f"is {what}, which is never replaced" in done.err
    assert (tmp_path / "link").is_symlink()
    assert nl.load_game(target).seed == 1
