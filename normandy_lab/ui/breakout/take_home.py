"""A game of the campaign as a page to take home: orders up to the next dice, then the dice; the map beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from normandy_lab.ui.breakout.guess import question
from normandy_lab.ui.breakout.map.mapplot import MapPlot
from normandy_lab.ui.breakout.view import CONTROL, POINTS, View, view
from normandy_lab.ui.breakout.words import place_name
from normandy_lab.ui.film import Ask, Dice, Film, Step, page, walk
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.panels.html import SIDE_NAMES, esc, tally_table
from normandy_lab.ui.panels.log_lines import lines
from normandy_lab.ui.svg import Still

FIGURES = ("victory points", "areas under Allied control", "Allied units on the board", "German units on the board")
MANY = 6  # lines after which a step ends
LAYERS = {CONTROL, POINTS}
LEFT_OUT = (
    "This game counts regiments and areas. About 20,000 civilians died in Normandy in the summer of 1944, most of them under Allied "
    "bombs and shells; towns that the game calls terrain were bombed with the people in them. None of that is on the counters. The map "
    "and the units are a reconstruction that agrees with the rulebook; do not read it as a historical map."
)
TALK = (
    "Stop before each roll: who decided to attack here, what did they know, and what would you have done?",
    "Guess the chance before the dice, then compare it with the odds. Which result was luck, which was made likely by a decision?",
    "Which rule made a decision hard? Each line names it. Do you think the real commanders met the same limit?",
    "What does the game count, and what does it not count? Whose story is missing?",
)


def take_home(game: Any) -> str:
    """The page of the game up to the present position."""
    return page(film(game))


def film(game: Any) -> Film:
    """The game step by step."""
    texts: dict[int, list[tuple[str, str]]] = {}
    for line in lines(game):
        texts.setdefault(line.node, []).append((line.text, line.rule))
    steps: list[Step] = []
    plot: MapPlot | None = None
    asked: Ask | None = None
    for here, nodes in walk(game, groups(game.log.at.path())):
        shown = view(here, layers=LAYERS)
        if plot is None:
            plot = MapPlot(None, shown)
            still = Still(plot.figure, plot._width, plot._height)
        plot.show(shown)
        told = tuple(row for node in nodes for row in texts.get(node.n, ()))
        prompt = shown.decision.prompt if shown.decision is not None else "The game is over."
        dice = tuple(row for node in nodes for row in _dice(node))
        steps.append(Step(
            str(nodes[0].parent.moment) if nodes else str(shown.clock.moment), told[-1][0] if told else shown.title, prompt,
            told, dice, asked if dice else None, _figures(here, shown), still.elements(),
        ))  # fmt: skip
        asked = _ask(here, shown)
    return Film(
        title=game.spec.title, question=game.spec.about.get("question", ""), ending=_ending(game),
        facts=f"Scenario {game.spec.name}, seed {game.seed}", figures=FIGURES, steps=steps, width=still.width, height=still.height,
        ground=COLOURS["sea"], defs=still.defs, notes=_notes(), after=_after(game),
    )  # fmt: skip


def groups(path: Sequence[Any]) -> list[Sequence[Any]]:
    """The way in steps: dice with what the game makes of them, and before them the orders that led there."""
    found: list[list[Any]] = []
    events = 0
    for node in path:
        if not found or _cut(found[-1], node, events):
            found.append([])
            events = 0
        found[-1].append(node)
        events += len(node.events)
    return list(found)


def _cut(group: Sequence[Any], node: Any, events: int) -> bool:
    """Whether a new step begins with this node."""
    thrown = any(each.roll is not None for each in group)
    if node.roll is not None or group[-1].opens:
        return True
    return not (node.kind == "reroll" or node.implied) if thrown else events >= MANY


def _dice(node: Any) -> list[Dice]:
    if node.roll is None:
        return []
    rows = node.roll.shown(node.action)
    return [
        Dice(SIDE_NAMES.get(who, who), tuple(faces), (), f"total {total}" if len(faces) > 1 else "")
        for who, faces, total in rows
    ]


def _ask(here: Any, shown: View) -> Ask | None:
    """The question about the assault whose dice wait."""
    if here.decision is None or here.decision.roll is None:
        return None
    attack = here.system.attack(here.state)
    asked = question(attack, place_name(shown, attack.place), again=False) if attack is not None else None
    return None if asked is None else Ask(asked.text[:1].upper() + asked.text[1:], float(asked.chance))


def _figures(here: Any, shown: View) -> tuple[int, ...]:
    held = sum(place.kind == "area" and place.control != "german" for place in shown.places)
    allied = sum(counter.side == "allied" for counter in shown.counters)
    return here.score().total, held, allied, len(shown.counters) - allied


def _ending(game: Any) -> str:
    result = game.result
    return (
        f"The game stands at {game.log.at.moment}." if result is None else f"{result.how[:1].upper()}{result.how[1:]}."
    )


def _notes() -> str:
    talk = "".join(f"<li>{esc(each)}</li>" for each in TALK)
    return (
        f"<p><b>Say first what is left out.</b> {esc(LEFT_OUT)}</p><p><b>How to read it.</b> A step ends before dice: the question "
        "stands there, and the odds only once somebody has guessed or the dice lie. The odds are exact, from the sums that the game "
        f"shows; the numbers in tinted tags are those of the rulebook.</p><p><b>To talk about.</b></p><ol>{talk}</ol>"
    )


def _after(game: Any) -> str:
    """The score, what the game leaves out, and the whole log."""
    score = tally_table(game.score(), "Victory points")
    rows = "".join(
        f"<li><b>{esc(line.moment)}</b> {esc(line.text)} <code>{esc(line.rule)}</code></li>" for line in lines(game)
    )
    return (
        f"<h2>Score</h2>{score}<h2>What this is</h2><p>{esc(LEFT_OUT)}</p>"
        f"<details><summary>The whole log</summary><ol>{rows}</ol></details>"
    )
