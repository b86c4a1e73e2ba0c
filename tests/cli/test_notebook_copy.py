"""Copies of notebooks: refreshed while untouched, kept once changed, the newer version put beside once."""

from __future__ import annotations

from pathlib import Path

import pytest

from normandy_lab import cli
from normandy_lab.notebook_copy import RECORD, Copied, copy_notebooks


class Place:
    """A folder of shipped notebooks and a folder of the user's."""

    def __init__(self, path: Path) -> None:
        self.shipped, self.mine = path / "shipped", path / "mine"
        self.shipped.mkdir()
        self.ship("a", "one")
        self.ship("b", "one")

    def ship(self, name: str, content: str) -> None:
        (self.shipped / f"{name}.ipynb").write_text(content)

    def change(self, name: str, content: str) -> None:
        (self.mine / name).write_text(content)

    def refresh(self) -> Copied:
        return copy_notebooks(self.shipped.glob("*.ipynb"), self.mine)

    @property
    def files(self) -> dict[str, str]:
        return {path.name: path.read_text() for path in self.mine.iterdir() if path.name != RECORD}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_an_empty_folder_gets_all_and_then_nothing(place: Place) -> None:
    assert place.refresh() == Copied(["a.ipynb", "b.ipynb"], [], [])
    assert place.files == {"a.ipynb": "one", "b.ipynb": "one"}
    assert place.refresh() == Copied([], [], [])


def test_untouched_copies_are_refreshed_and_deleted_ones_come_back(place: Place) -> None:
    place.refresh()
    place.ship("a", "two")
    (place.mine / "b.ipynb").unlink()
    assert place.refresh() == Copied(["a.ipynb", "b.ipynb"], [], [])
    assert place.files == {"a.ipynb": "two", "b.ipynb": "one"}


def test_a_changed_file_is_kept_and_has_nothing_beside_it_while_nothing_is_newer(place: Place) -> None:
    place.refresh()
    place.change("a.ipynb", "mine")
    assert place.refresh() == Copied([], ["a.ipynb"], [])
    assert place.files == {"a.ipynb": "mine", "b.ipynb": "one"}


def test_a_newer_version_goes_beside_a_changed_file_once(place: Place) -> None:
    place.refresh()
    place.change("a.ipynb", "mine")
    place.ship("a", "two")
    assert place.refresh() == Copied([], ["a.ipynb"], ["a.new.ipynb"])
    assert place.files == {"a.ipynb": "mine", "a.new.ipynb": "two", "b.ipynb": "one"}
    (place.mine / "a.new.ipynb").unlink()  # not wanted
    assert place.refresh() == Copied([], ["a.ipynb"], [])
    place.ship("a", "three")
    assert place.refresh().beside == ["a.new.ipynb"]


def test_the_file_beside_is_kept_too_once_it_is_changed(place: Place) -> None:
    place.refresh()
    place.change("a.ipynb", "mine")
    place.ship("a", "two")
    place.refresh()
    place.ship("a", "three")
    assert place.refresh().beside == ["a.new.ipynb"]  # nobody changed it: replaced
    place.change("a.new.ipynb", "mine too")
    place.ship("a", "four")
    assert place.refresh().beside == ["a.new2.ipynb"]
    assert place.files == {
        "a.ipynb": "mine", "a.new.ipynb": "mine too", "a.new2.ipynb": "four", "b.ipynb": "one",
    }  # fmt: skip


def test_who_takes_over_the_newer_version_is_refreshed_again(place: Place) -> None:
    place.refresh()
    place.change("a.ipynb", "mine")
    place.ship("a", "two")
    place.refresh()
    (place.mine / "a.new.ipynb").replace(place.mine / "a.ipynb")
    assert place.refresh() == Copied([], [], [])
    place.ship("a", "three")
    assert place.refresh() == Copied(["a.ipynb"], [], [])


@pytest.mark.parametrize("record", [None, "", "{", "[]", '{"b.ipynb": 7}'])
def test_without_a_readable_record_every_other_file_is_the_users(place: Place, record: str | None) -> None:
    place.mine.mkdir()
    place.change("a.ipynb", "mine")
    place.change("b.ipynb", "one")  # the same as shipped
    if record is not None:
        place.change(RECORD, record)
    assert place.refresh() == Copied([], ["a.ipynb"], ["a.new.ipynb"])
    assert place.files == {"a.ipynb": "mine", "a.new.ipynb": "one", "b.ipynb": "one"}


def test_a_checkout_copies_when_a_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = {path.name for path in (Path(__file__).parents[2] / "notebooks").glob("*.ipynb")}
    assert cli.notebooks(tmp_path / "class") == tmp_path / "class"
    assert {path.name for path in (tmp_path / "class").glob("*.ipynb")} == wanted
    assert f"{len(wanted)} written, 0 changed by you and kept" in capsys.readouterr().out


def test_a_file_in_place_of_the_folder(call, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for target in (tmp_path / "file", tmp_path / "file" / "below"):
        done = call("lab", target, "--no-browser")
        assert (done.code, done.out) == (2, "")
        assert "file" in done.err
        assert done.err.count("\n") == 1
