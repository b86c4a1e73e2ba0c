"""Ten thousand spoilt inputs: scenarios, boards, saves and command lines, each a sound one with something wrong in it.

Run from the project folder: ``python tools/mutate_inputs.py [COUNT] [SEED]``, by default 10,000 from seed 1944. Every input
goes through the command line in this process. It must end with exit code 2 and lines of bounded length without control
characters, or be still sound; within 2 seconds of the processor, 300 MB and without a traceback. What ``validate`` passes, ``run`` plays.
The same seed makes the same inputs.
"""

from __future__ import annotations

import contextlib
import csv
import io
import random
import re
import sys
import tempfile
import time
import traceback
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import normandy_lab as nl
from normandy_lab.breakout.tables import data_folder
from normandy_lab.cli import main
from normandy_lab.errors import LINE, LISTED

SECONDS, MEGABYTES = 2.0, 300
HEAD = 200  # what a line may hold beside a message: the program's name, the kind of fault, a hint
TABLES = ("areas.csv", "boundaries.csv", "zones.csv", "units.csv", "bombardment_markers.csv", "place_aliases.csv",
          "game_facts.csv")  # fmt: skip

SCENARIO = """
name = "mine"
extends = "d_day"
title = "What if"
[about]
question = "What if the 12 SS stood nearer?"
sources = ["none"]
[clock]
start = 1944-06-06
end = "Jun-09"
phase = "airborne"
[units]
GE-6FS = {at = "Carentan", level = "spent"}
GE-12SS-25 = {enters = {date = "Jun-07", at = "A"}}
US-4-8 = {enters = {date = 1944-06-06, at = "Utah"}}
GE-New = {copy_of = "GE-6FS", at = "Zone B", attack = 4, defense = 3}
[areas]
"Omaha Beach" = {fort = 1, tem = 2, bocage = false, vp = 1}
Caen = {control = "german"}
[borders]
"7-8" = {kind = "river", bridge = true}
[bridges]
"Merville-Sword" = {held = "destroyed", construct = {german = 1}}
[weather]
dawn = {Jun-06 = "clear", 1944-06-07 = "overcast"}
lock = false
changes = [{impulse = 3, to = "clear"}]
[supply.allied]
beaches = {"Omaha Beach" = [10, 10]}
reserve = 2
[victory]
bid = "0.5"
required = {Jun-12 = 10}
areas = ["Caen"]
[markers]
used = ["WTF"]
bombed_today = {Carentan = "us"}
[rules]
fort_value = 2
naval_attack = {WTF = 10, "Omaha Beach" = 12}
phase_modifiers = [{phase = "amphibious", side = "allied", av = 1}]
contested_vp_threshold = "15/2"
beaches_not_assaulted = ["Utah"]
"""
BEACH = """
name = "sand"
extends = "beach/with_limit"
[players]
german = 1
american_per_german = 3
[beach]
zone_width = 8.0
bunker_front = 29.0
[figures]
move = 6.0
line_up = "even"
[obstacles]
segments = [1, 0, 2, 1]
[bunkers]
sections = [1, 3]
[fire]
dice = 4
casualties = "nearest"
[artillery]
stray = [4.0, 2.5]
kernel = "normal"
[end]
turn_limit = 12
"""
LINES = (
    "describe {scenario}", "run d_day --until airborne --seed 3", "run {scenario} --until airborne --player random",
    "run beach/with_limit --until landings --player american=random --json", "validate {scenario} {beach}", "scenarios --json",
    "rules 9.2D --json", "rules 21", "odds --av 7 --dv 5 --bocage", "odds --av=-3 --dv=12 --json",
    "supply d_day --side german --depot Trevieres:6:german", "supply {save} --side allied", "replay {save}",
    "replay {save} --repair --json", "simulate beach/with_limit --games 1 --workers 1 --player suggest --seed 2",
)  # fmt: skip

# What stands where something sound was due.
NASTY = (
    "nan", "inf", "-1", "1_0", "\u00b2", "\u0663", "9" * 30, "9" * 5_000, "1e999999999", "1e400", "0x10", "-0.0", "0.1", "12", "999",
    "x" * 3_000, "x" * 200_000, "\x1b[2J", "\u202e", "\u2028", "\x00", "\x7f", "\ufeff", "\u201cCaen\u201d", "Caen\u2013A", "\u041a\u0430\u043d",
    "C:\\new\\Users", "[" * 300, "{a=" * 300, "a." * 3_000, "{}", "[]", '""', "''", '"""', "'", "#", "true", "null", "1944-06-31",
    "2006-06-01", "Jun-06", "07:00:00", "1944-06-06T10:00:00Z", "Q", "A", "box:51", "offshore", "waiting", "lost", "any:us", "any US beach",
    "Caen", "Area 9", "50", "7-8", "GE-6FS", "US-4-8", "d_day", "beach/with_limit", "blank", "default", "none", "german", "allied", "us",
    "British", "start", "river", "dawn", "daylight", "storm", "refit", "*", "+", ";", "\t", ",", ",,,,", "\n", "\r", "\\u0000", "\ud800",
    "../..", "/", ".", "", " ", "%s", "{0}", "<b>", "--", "-", "--json", "--help", "--seed", "roll 6", "undo",
)  # fmt: skip


class Outcome(NamedTuple):
    """What became of one input."""

    code: int
    out: str
    err: str
    seconds: float


class Bench:
    """A folder with sound inputs, and the way from a number to a spoilt one."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.seed = folder, seed
        self.tables = {name: (data_folder() / name).read_text(encoding="utf-8") for name in TABLES}
        (folder / "own").mkdir()
        for name, text in self.tables.items():
            (folder / "own" / name).write_text(text, "utf-8")
        (folder / "sound.toml").write_text(SCENARIO, "utf-8")
        (folder / "sand.toml").write_text(BEACH, "utf-8")
        game = nl.new_game("d_day", seed=1)
        game.run(until="airborne")
        game.branch("other", luck="other")
        self.save = game.dumps()
        sand = nl.new_game("beach/with_limit", seed=1)
        sand.run(until="landings")
        self.sand = sand.dumps()
        (folder / "sound.jsonl").write_text(self.save, "utf-8")

    def input(self, number: int) -> tuple[str, list[str]]:
        """The kind of an input and its command line; files are written as it asks."""
        luck = random.Random(f"{self.seed}:{number}")
        kinds: tuple[Callable[[random.Random], list[str]], ...] = (
            self._scenario,
            self._board,
            self._saved,
            self._words,
        )
        make = kinds[number % len(kinds)]
        return make.__name__.strip("_"), make(luck)

    def _scenario(self, luck: random.Random) -> list[str]:
        return ["validate", self._write("mine.toml", spoil(luck, luck.choice((SCENARIO, SCENARIO, BEACH))))]

    def _board(self, luck: random.Random) -> list[str]:
        name = luck.choice(TABLES)
        change = luck.choice((spoil, spoil_cells, spoil_cells))
        self._write(f"own/{name}", change(luck, self.tables[name]))
        units = luck.choice(("own", "default", "none")) if name != "units.csv" else "own"
        text = f'[board]\nareas = "own"\n[forces]\norder_of_battle = "{units}"\n'
        return ["validate", self._write("mine.toml", text.encode())]

    def _saved(self, luck: random.Random) -> list[str]:
        path = self._write("mine.jsonl", spoil(luck, luck.choice((self.save, self.save, self.sand))))
        return ["replay", path, *(["--repair"] if luck.random() < 0.5 else [])]

    def _words(self, luck: random.Random) -> list[str]:
        words = luck.choice(LINES).split()
        heavy = words.index("--games") + 1 if "--games" in words else -1
        for _ in range(luck.randint(1, 2)):
            place = luck.randrange(1, len(words))
            if place == heavy or words[place] in ("--games", "--workers", "1"):
                continue  # how much is to be done is not spoilt: to do a lot is no fault
            words[place] = luck.choice(NASTY) if luck.random() < 0.7 else _letters(luck, words[place])
        files = {"{scenario}": "sound.toml", "{beach}": "sand.toml", "{save}": "sound.jsonl"}
        return [str(self.folder / files[word]) if word in files else word for word in words]

    def _write(self, name: str, text: bytes) -> str:
        path = self.folder / name
        path.write_bytes(text)
        return str(path)

    def restore(self) -> None:
        """Put the sound tables back."""
        for name, text in self.tables.items():
            (self.folder / "own" / name).write_text(text, "utf-8")


# ------------------------------------------------------------------------------------------ spoiling


def spoil(luck: random.Random, text: str) -> bytes:
    """A text with one to three faults, as the bytes of a file."""
    for _ in range(luck.choice((1, 1, 1, 2, 3))):
        text = luck.choice((_token, _token, _exchange, _exchange, _lines, _letters))(luck, text)
    data = text.encode("utf-8", "surrogatepass")
    return luck.choice((_coded, _bytes))(luck, data) if luck.random() < 0.15 else data


def _token(luck: random.Random, text: str) -> str:
    """One word or number gives way to something nasty."""
    start, end = luck.choice(_words_of(text))
    return text[:start] + luck.choice(NASTY) + text[end:]


def _exchange(luck: random.Random, text: str) -> str:
    """One word or number gives way to another of the same text, which may still be sound."""
    words = _words_of(text)
    (start, end), (first, last) = luck.choice(words), luck.choice(words)
    return text[:start] + text[first:last] + text[end:]


def _words_of(text: str) -> list[tuple[int, int]]:
    """Where the words and numbers of a text begin and end."""
    return [found.span() for found in re.finditer(r"\w[\w./-]*", text)] or [(0, 0)]


def _lines(luck: random.Random, text: str) -> str:
    """Lines are lost, doubled, moved, cut, or many."""
    lines = text.split("\n")
    place, other = luck.randrange(len(lines)), luck.randrange(len(lines))
    way = luck.randrange(6)
    if way == 0:
        del lines[place]
    elif way == 1:
        lines.insert(other, lines[place])
    elif way == 2:
        lines[place], lines[other] = lines[other], lines[place]
    elif way == 3:
        lines = lines[: place + 1]
    elif way == 4:
        lines[place] = lines[place][: luck.randrange(len(lines[place]) + 1)]
    else:
        lines[place:place] = [lines[place]] * luck.choice((50, 2_000))
    return "\n".join(lines)


def _letters(luck: random.Random, text: str) -> str:
    """A few letters are lost, changed or put in."""
    for _ in range(luck.randint(1, 3)):
        place = luck.randrange(len(text) + 1)
        text = (
            text[:place]
            + luck.choice("\"'[]{}=,;.:-_#\\ \n\t\u00e9\u00b2\x00\x1b0aZ")
            + text[place + luck.randint(0, 2) :]
        )
    return text


def _coded(luck: random.Random, data: bytes) -> bytes:
    """Another encoding."""
    text = data.decode("utf-8", "replace")
    return text.encode(luck.choice(("utf-16", "utf-16-le", "utf-8-sig", "cp1252", "utf-32")), "replace")


def _bytes(luck: random.Random, data: bytes) -> bytes:
    """Noise over a few bytes."""
    place = luck.randrange(len(data) + 1)
    return data[:place] + luck.randbytes(luck.randint(1, 20)) + data[place + 20 :]


def spoil_cells(luck: random.Random, text: str) -> bytes:
    """A table with a few cells, a column or its signs changed, as a spreadsheet or a tired hand does."""
    rows = list(csv.reader(text.splitlines()))
    for _ in range(luck.choice((1, 1, 2, 5))):
        row = luck.choice(rows)
        row[luck.randrange(len(row))] = luck.choice((*NASTY, *luck.choice(rows)))
    column = luck.randrange(len(rows[0]))
    way = luck.randrange(12)
    if way == 0:
        for row in rows:
            del row[column]
    elif way == 1:
        for row in rows:
            row.append(row[column])
    elif way == 2:
        rows = rows[:1] + luck.sample(rows[1:], luck.randrange(len(rows)))
    made = io.StringIO()
    csv.writer(made, delimiter=luck.choice(";\t|") if way == 3 else ",").writerows(rows)
    return made.getvalue().encode("utf-8", "surrogatepass")


# ------------------------------------------------------------------------------------------ judging


def call(words: list[str]) -> Outcome:
    """One command line in this process; whatever leaves it but an exit is written as a traceback."""
    out, err = io.StringIO(), io.StringIO()
    start = time.process_time()  # what others do on this machine is no fault of an input
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main(words)
    except SystemExit as exit_:
        code = exit_.code if isinstance(exit_.code, int) else 0
    except BaseException:  # noqa: BLE001 - whatever it is, it is the fault that is looked for
        code = -1
        err.write(traceback.format_exc())
    return Outcome(code, out.getvalue(), err.getvalue(), time.process_time() - start)


def judge(done: Outcome) -> Iterator[str]:
    """What is wrong with the way in which an input ended."""
    if done.code not in (0, 2):
        yield f"exit code {done.code}"
    if "Traceback" in done.out + done.err:
        yield f"a traceback: {done.err[-600:]}"
    if done.seconds > SECONDS:
        yield f"{done.seconds:.1f} s"
    if done.code == 2 and not done.err.strip():
        yield "refused without a word"
    lines = done.err.splitlines() if done.code == 2 else []
    if len(lines) > LISTED + 3:
        yield f"{len(lines)} lines of complaint"
    if any(len(line) > LINE + HEAD for line in lines):
        yield f"a line of {max(map(len, lines))} characters"
    if any(unicodedata.category(char) in ("Cc", "Cs") and char not in "\n\t" for char in done.err + done.out):
        yield "control characters"


def faults(bench: Bench, number: int) -> tuple[str, int, float, list[str]]:
    """The kind of an input, its exit code, how long it took, and what was wrong with its end."""
    kind, words = bench.input(number)
    done = call(words)
    wrong = [f"{number} {kind} {shown(words)}: {fault}" for fault in judge(done)]
    if kind in ("scenario", "board") and done.code == 0:
        until = "landings" if nl.load_scenario(words[1]).system == "beach" else "airborne"
        played = call(["run", *words[1:2], "--until", until])
        found = [] if played.code == 0 else [f"validate passes it, run does not: {played.err[-600:]}"]
        wrong += [f"{number} {kind} run: {fault}" for fault in (*found, *judge(played))]
    if kind == "board":
        bench.restore()
    return kind, done.code, done.seconds, wrong


def shown(words: list[str]) -> str:
    """A command line as a report shows it."""
    return ascii(" ".join(words))[:160]


def run(numbers: range, seed: int = 1944) -> tuple[Counter[tuple[str, int]], float, list[str]]:
    """How many of each kind ended with which code, the longest time, and everything that was wrong."""
    counts: Counter[tuple[str, int]] = Counter()
    longest, wrong = 0.0, []
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        bench = Bench(Path(folder), seed)
        call(
            ["simulate", "beach/with_limit", "--games", "1", "--workers", "1"]
        )  # what is imported once counts for none
        for number in numbers:
            kind, code, seconds, bad = faults(bench, number)
            counts[kind, code] += 1
            longest = max(longest, seconds)
            wrong += bad
    return counts, longest, wrong


def peak() -> float:
    """The most memory in megabytes that this process has held; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    count, seed = (int(word) for word in (*sys.argv[1:3], *("10000", "1944")[len(sys.argv) - 1 :]))
    begun = time.perf_counter()
    counts, longest, wrong = run(range(count), seed)
    for (kind, code), found in sorted(counts.items()):
        print(f"{kind:<9} exit {code}: {found}")
    print(f"{count} inputs of seed {seed} in {time.perf_counter() - begun:.0f} s; the longest took {longest:.2f} s; "
          f"at most {peak():.0f} MB; {len(wrong)} faults")  # fmt: skip
    print("\n".join(wrong))
    raise SystemExit(1 if wrong or peak() > MEGABYTES else 0)
