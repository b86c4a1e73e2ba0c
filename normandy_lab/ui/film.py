"""A game as one page to take home: every step with its picture, dice, words and guesses; no kernel, no network.

A ``Film`` is what a wing makes of its game; ``page`` writes it. Parts of pictures that come again stand in the page once,
and a step names them by their numbers, so that a whole game stays small.
"""

from __future__ import annotations

import copy
import json
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, NamedTuple

from normandy_lab.errors import NormandyError
from normandy_lab.ui.panels.css import variables
from normandy_lab.ui.panels.html import esc, percent
from normandy_lab.ui.svg import ROOT

MOST = 2_000_000  # bytes of a page: what a mail or a school's platform lets through
RANGES = ("under 25%", "25 to 50%", "50 to 75%", "over 75%")
KEYS = (
    ("→ or Space", "one step on"), ("←", "one step back"), ("Page Down, Page Up", "to the next or the last dice"),
    ("Home, End", "to the start, to the end"), ("1 to 4", "your guess, before the dice"), ("N", "the teacher's notes"),
)  # fmt: skip


class Dice(NamedTuple):
    """What one roller threw: faces, which of them counted, and what came of it."""

    who: str
    faces: tuple[int, ...]
    good: tuple[bool, ...] = ()
    says: str = ""


class Ask(NamedTuple):
    """The question that could be guessed before the dice of a step, the exact chance of a yes, and the hands of a class."""

    text: str
    chance: float
    hands: tuple[int, ...] = ()


class Step(NamedTuple):
    """One step: when, what is said of it, its lines of the log with their rules, its dice, the figures so far, the picture."""

    moment: str
    headline: str
    more: str
    lines: tuple[tuple[str, str], ...]
    dice: tuple[Dice, ...]
    ask: Ask | None
    figures: tuple[int, ...]  # of the film's names, in their order
    picture: Sequence[str]


@dataclass
class Film:
    """A game step by step, with what stands before and after it."""

    title: str
    question: str
    ending: str
    facts: str  # scenario, seed
    figures: tuple[str, ...]  # the names of what every step counts
    steps: list[Step]
    width: float
    height: float
    ground: str  # the colour behind the picture
    defs: str
    notes: str  # the teacher's, as HTML
    after: str  # what stands below, as HTML
    style: str = ""


def delta(before: Sequence[int], now: Sequence[int]) -> list[int]:
    """A list of numbers by what it takes from the one before: place and length of each run, and each new number n as -1 - n.

    >>> delta([7, 8, 9, 4], [7, 8, 5, 9, 4]), delta([], [0]), delta([3, 4], [3, 4])
    ([0, 2, -6, 2, 2], [-1], [0, 2])
    """
    where = {number: place for place, number in enumerate(before)}
    found: list[int] = []
    after = -1  # the place that would make the present run longer
    for number in now:
        if 0 <= after < len(before) and before[after] == number:
            found[-1] += 1
            after += 1
        elif number in where:
            found += [where[number], 1]
            after = where[number] + 1
        else:
            found.append(-1 - number)
            after = -1
    return found


def walk(game: Any, groups: Iterable[Sequence[Any]]) -> Iterator[tuple[Any, Sequence[Any]]]:
    """The game at its start, then at the end of each group of nodes, with the group; the game itself stays where it is."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what a save opens with was said when it was opened
        copied = copy.copy(game)
    copied.log.goto(0)
    yield copied, ()
    for nodes in groups:
        copied.log.goto(nodes[-1].n)
        yield copied, nodes


def page(film: Film) -> str:
    """The page, with everything in it that it needs; of a long game only some steps have pictures of their own.

    Raises
    ------
    NormandyError
        The game is too long for a page that can be handed on.
    """
    for keep in _KEPT:
        text = _written(film, keep)
        if len(text.encode()) < MOST:
            return text
    raise NormandyError(
        f"the game is too long for a page of {MOST // 1_000_000} MB; go back (game.goto) and take home what came before"
    )


def _every(_film: Film, _n: int) -> bool:
    return True


def _with_dice(film: Film, n: int) -> bool:
    return bool(film.steps[n].dice) or _last(film, n)


def _last(film: Film, n: int) -> bool:
    """Whether it is the last step of its moment."""
    return n in (0, len(film.steps) - 1) or film.steps[n].moment != film.steps[n + 1].moment


_KEPT: tuple[Callable[[Film, int], bool], ...] = (_every, _with_dice, _last)


def _written(film: Film, keep: Callable[[Film, int], bool]) -> str:
    parts: dict[str, int] = {}
    steps, before = [], []  # type: list[dict[str, Any]], list[int]
    for n, step in enumerate(film.steps):
        now = [_number(parts, part) for part in step.picture] if keep(film, n) else before
        steps.append({**_step(step), "p": delta(before, now)})
        before = now
    data = {"steps": steps, "parts": list(parts), "ranges": RANGES, "figures": film.figures}
    packed = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    colours = "; ".join(f"--nl-{name}: {value}" for name, value in variables().items())
    sheet, script = _file("css/film.css"), _file("js/film.js")
    keys = "".join(f"<div><dt>{esc(key)}</dt><dd>{esc(does)}</dd></div>" for key, does in KEYS)
    svg = (
        f'<svg id="picture" viewBox="0 0 {film.width:.0f} {film.height:.0f}" role="img" aria-labelledby="headline" {ROOT}>'
        f'<defs>{film.defs}</defs><rect width="100%" height="100%" fill="{film.ground}"/><g id="parts"></g></svg>'
    )
    question = f'<p class="soft">{esc(film.question)}</p>' if film.question else ""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{esc(film.title)}</title>'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
        f'<meta name="viewport" content="width=device-width"><style>:root {{ {colours} }}\n{sheet}\n{film.style}</style></head><body>'
        f'<section id="film"><header><h1>{esc(film.title)}</h1><span id="moment"></span><span id="count"></span></header>'
        f'<div id="left" style="background: {film.ground}">{svg}</div><div id="right"><h2 id="headline" role="status" aria-live="polite"></h2><p id="more"></p>'
        '<div id="ask"></div><div id="dice"></div><ol id="lines"></ol><dl id="figures"></dl></div>'
        f"<footer>{_BUTTONS}</footer></section><noscript><p>The steps need a browser with scripts; the log is below.</p></noscript>"
        f'<main><p><b>{esc(film.ending)}</b></p>{question}<p class="soft">{esc(film.facts)}</p>'
        f'<details><summary>Keys</summary><dl class="keys">{keys}</dl></details>'
        f'<details id="notes"><summary>For the teacher: notes and answers (N)</summary>{film.notes}</details>{film.after}</main>'
        f'<script type="application/json" id="data">{packed}</script><script>{script}</script></body></html>\n'
    )


_BUTTONS = "".join(
    f'<button id="{name}" title="{hint}">{words}</button>'
    for name, words, hint in (
        ("first", "Start", "To the start (Home)"), ("back", "◂ Back", "One step back (←)"),
        ("next", "Next ▸", "One step on (→)"), ("todice", "Next dice", "To the next dice (Page Down)"),
        ("last", "End", "To the end (End)"),
    )
) + '<input id="scrub" type="range" min="0" value="0" aria-label="step">'  # fmt: skip


def _file(name: str) -> str:
    return (files("normandy_lab") / "ui" / name).read_text("utf8")


def _number(parts: dict[str, int], part: str) -> int:
    """The number of a part of a picture; a new one is taken up, in quotes that JSON does not double."""
    return parts.setdefault(part.replace('"', "'"), len(parts))


def _step(step: Step) -> dict[str, Any]:
    """A step as the page's script reads it; what is empty is left out."""
    said = {
        "m": step.moment, "h": step.headline, "t": step.more, "l": step.lines,
        "d": [(dice.who, dice.faces, [int(good) for good in dice.good], dice.says) for dice in step.dice],
        "q": step.ask and (step.ask.text, percent(step.ask.chance), min(3, int(step.ask.chance * 4)), step.ask.hands),
        "f": step.figures,
    }  # fmt: skip
    return {key: value for key, value in said.items() if value}
