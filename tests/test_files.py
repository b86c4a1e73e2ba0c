"""The user's files: written whole or not at all, and never over anything without being asked."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import normandy_lab as nl
from normandy_lab import files
from normandy_lab.errors import FileError

SAVE = files.SAVE.begins.decode()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("kind", [files.SAVE, files.TABLE, files.PAGE])
def test_a_file_is_replaced_only_when_asked(kind: files.Kind, tmp_path: Path) -> None:
    path, old = tmp_path / "file.txt", kind.begins.decode() + "old"
    assert files.write(path, old, kind) == path
    with pytest.raises(FileError, match=r"file\.txt: is there already; .*file-2\.txt, or overwrite=True \(--force\)"):
        files.write(path, kind.begins.decode() + "new", kind)
    assert path.read_text("utf-8") == old
    files.write(path, kind.begins.decode() + "new", kind, overwrite=True)
    assert path.read_text("utf-8") == kind.begins.decode() + "new"
    assert names(tmp_path) == ["file.txt"]


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_file_of_another_kind_is_never_replaced(overwrite: bool, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes", "utf-8")
    for kind in (files.SAVE, files.TABLE, files.PAGE):
        with pytest.raises(FileError, match=r"is a file of another kind than .* and is never replaced"):
            files.write(path, "new", kind, overwrite=overwrite)
    assert path.read_text("utf-8") == "my notes"
    assert names(tmp_path) == ["notes.txt"]


@pytest.mark.skipif(os.name == "nt", reason="links and devices of Unix")
@pytest.mark.parametrize("overwrite", [False, True])
def test_links_folders_and_devices_are_never_replaced(overwrite: bool, tmp_path: Path) -> None:
    target = tmp_path / "target.jsonl"
    target.write_text(SAVE, "utf-8")
    (tmp_path / "link.jsonl").symlink_to(target)
    (tmp_path / "broken.jsonl").symlink_to(tmp_path / "nowhere.jsonl")
    (tmp_path / "folder.jsonl").mkdir()
    os.mkfifo(tmp_path / "pipe.jsonl")
    before = names(tmp_path)
    for name, what in (
        ("link.jsonl", "a link"),
        ("broken.jsonl", "a link"),
        ("folder.jsonl", "a folder"),
        ("pipe.jsonl", "a device"),
        (os.devnull, "a device"),
    ):
        with pytest.raises(FileError, match=f"is {what}, which is never replaced"):
            files.write(tmp_path / name, SAVE, files.SAVE, overwrite=overwrite)
    assert (names(tmp_path), target.read_text("utf-8")) == (before, SAVE)


def test_an_empty_file_takes_any_kind_and_its_own_rights_stay_with_the_rest(tmp_path: Path) -> None:
    """A file made with touch is no file of another kind, but it is not replaced unasked either."""
    path = tmp_path / "game.jsonl"
    path.touch()
    with pytest.raises(FileError, match="is there already"):
        files.write(path, SAVE, files.SAVE)
    path.chmod(0o600)
    files.write(path, SAVE, files.SAVE, overwrite=True)
    assert path.read_text("utf-8") == SAVE
    if os.name != "nt":
        assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["no/folder.jsonl", "", "a\0b.jsonl", "x" * 300, None, 5])
def test_what_is_no_place_for_a_file_is_named(name: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileError):
        files.write(name, "", files.SAVE)  # type: ignore[arg-type]
    assert names(tmp_path) == []


FULL = """
import resource, signal, sys
from normandy_lab import files
from normandy_lab.errors import FileError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    files.write(sys.argv[1], files.SAVE.begins.decode() + "x" * 5000, files.SAVE, overwrite=True)
except FileError as error:
    print(error)
"""


@pytest.mark.skipif(os.name == "nt", reason="limits of Unix")
def test_a_full_disk_leaves_no_part_of_a_file_and_the_old_one_whole(tmp_path: Path) -> None:
    """The disk takes 1,000 bytes of 5,000."""
    path = tmp_path / "game.jsonl"
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    for before in ([], ["game.jsonl"]):
        done = subprocess.run(
            [sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, check=True, env=env
        )
        assert "game.jsonl: cannot be written (File too large); choose another place" in done.stdout
        assert names(tmp_path) == before
        path.write_text(SAVE, "utf-8")
    assert path.read_text("utf-8") == SAVE


def test_two_who_write_one_name_do_not_tear_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    texts = [SAVE + digit * 200_000 for digit in "0123456789"]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda text: files.write(path, text, files.SAVE, overwrite=True), texts * 5))
    assert path.read_text("utf-8") in texts
    assert names(tmp_path) == ["game.jsonl"]


def test_of_two_who_were_not_asked_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    def write(number: int) -> int:
        try:
            files.write(path, f"{SAVE}{number}", files.SAVE)
        except FileError:
            return 0
        return number

    with ThreadPoolExecutor(8) as pool:
        written = [number for number in pool.map(write, range(1, 40)) if number]
    assert len(written) == 1
    assert path.read_text("utf-8") == f"{SAVE}{written[0]}"
    assert names(tmp_path) == ["game.jsonl"]


def test_a_game_is_saved_over_another_only_when_asked(tmp_path: Path) -> None:
    path = nl.new_game("d_day", seed=1).save(tmp_path / "game.jsonl")
    other = nl.new_game("d_day", seed=2)
    with pytest.raises(FileError, match="overwrite=True"):
        other.save(path)
    assert nl.load_game(path).seed == 1
    assert nl.load_game(other.save(path, overwrite=True)).seed == 2
