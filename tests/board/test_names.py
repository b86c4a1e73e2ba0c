"""Names as people type them: every script, accents, and the apostrophes and dashes of word processors."""

from __future__ import annotations

import unicodedata

import pytest

import normandy_lab as nl
from normandy_lab.breakout import parse
from normandy_lab.breakout.board.graph import compile_board, load_map
from normandy_lab.breakout.board.names import PlaceNames, fold, plain

TABLES = load_map()
NAMES = PlaceNames(compile_board(TABLES), TABLES.aliases)
SETTING = nl.load_scenario("d_day")
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d"
APOSTROPHES = "\u2018\u2019\u02bc\u2032\u0060\u00b4\uff07"


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("Pont-l\u2019Abb\u00e9", "49"),
        ("St\u2013L\u00f4", "34"),
        ("SAINT-L\u00d4", "34"),
        (unicodedata.normalize("NFD", "Sainte-M\u00e8re-\u00c9glise"), "50"),
        ("Ste.\u00a0M\u00e8re \u00c9glise", "50"),
        ("Care\u00adntan", "44"),  # a soft hyphen, which nobody sees
        ("\u200bCaen\ufeff", "9"),
        ("\uff10\uff19", None),  # nine with a zero in front is no number of an area
        ("\u00b2", None),  # a square is no area 2
        ("", None),
    ],
)
def test_places_as_typed(typed: str, place: str | None) -> None:
    assert NAMES.find(typed) == place


@pytest.mark.parametrize("char", APOSTROPHES)
def test_every_apostrophe_is_the_plain_one(char: str) -> None:
    assert NAMES.find(f"Pont L{char}Abbe") == "49"
    assert plain(f"L{char}A") == "L'A"


@pytest.mark.parametrize("char", DASHES)
def test_every_dash_is_the_hyphen(char: str) -> None:
    """In a name, in a border, in a unit's id, in an action and in a file."""
    assert NAMES.find(f"Port{char}en{char}Bessin") == NAMES.find("Port-en-Bessin") is not None
    assert NAMES.border(f"7{char}8") == NAMES.border(f"Merville{char}Sword") == ("7", "8")
    setting = nl.new_game(SETTING).log.setting
    typed = f"secure US{char}82{char}507 Pont L\u2019Abbe{char}Valognes"
    assert parse(setting, typed) == parse(setting, "secure US-82-507 Pont L'Abbe-Valognes")
    patch = {f"GE{char}6FS": {"at": "Caen"}, "GE-X": {"copy_of": f"GE{char}6FS", "at": "A"}}
    assert SETTING.with_({"units": patch}) == SETTING.with_(
        {"units": {"GE-6FS": {"at": "Caen"}, "GE-X": patch["GE-X"]}}
    )


def test_a_unit_under_two_spellings_is_given_twice() -> None:
    with pytest.raises(nl.ScenarioError, match="this unit is given twice"):
        SETTING.with_({"units": {"GE-6FS": {"at": "Caen"}, "GE\u20136FS": {"at": "A"}}})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u041a\u0430\u043d", "\u0428\u0435\u0440\u0431\u0443\u0440"),  # Caen and Cherbourg in Cyrillic
        ("\u30ab\u30fc\u30f3", "\u30b7\u30a7\u30eb\u30d6\u30fc\u30eb"),  # in Katakana
        ("\u5361\u6602", "\u745f\u5821"),  # in Chinese
        ("\u03a7\u03b1\u03bd\u03b9\u03ac", "\u03a0\u03ac\u03c4\u03c1\u03b1"),  # Greek
        ("\u0643\u0627\u0646", "\u0634\u064a\u0631\u0628\u0648\u0631"),  # Arabic
        ("\u05e7\u05d0\u05df", "\u05e9\u05e8\u05d1\u05d5\u05e8"),  # Hebrew
        ("\u0915\u093e", "\u0915\u0940"),  # two syllables of Devanagari that differ in the vowel alone
        ("\u304c", "\u304b"),  # ga and ka
        ("Orne", "\u00d8rne B"),
    ],
)
def test_letters_of_every_script_count(one: str, other: str) -> None:
    assert fold(one)
    assert fold(one) != fold(other)
    assert fold(one) == fold(unicodedata.normalize("NFD", one)) == fold(f" {one}. ")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Cr\u00e8vec\u0153ur", "CREVECOEUR"), ("Stra\u00dfe", "strasse"), ("\u0141\u00f3d\u017a", "lodz"), ("\u00c6r\u00f8", "aero"),
        ("\u041a\u0410\u041d", "\u043a\u0430\u043d"), ("\u03ac", "\u0391"),
    ],
)  # fmt: skip
def test_accents_case_and_joined_letters_do_not(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_no_two_places_of_the_board_read_alike() -> None:
    assert NAMES.clashes == {}


def test_what_is_too_long_for_a_name_is_answered_at_once() -> None:
    game = nl.new_game(SETTING)
    for typed in ("x" * 1_000_000, "a " * 500_000, "-" * 500_000, "\u0301" * 500_000):
        assert NAMES.find(typed) is None
        assert NAMES.border(typed) is None
        NAMES.nearest(typed)
        with pytest.raises(nl.NotationError) as caught:
            game.play(f"secure {typed}")
        assert len(str(caught.value)) < 700
