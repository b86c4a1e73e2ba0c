"""A game of the beach as a page to take home: one step a command, with its dice, its guess and the figures so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from normandy_lab.ui.beach.back import starts
from normandy_lab.ui.beach.debrief import STYLE, debrief_parts, ending, thrown
from normandy_lab.ui.beach.guess import about, counted
from normandy_lab.ui.beach.plot import BeachPlot
from normandy_lab.ui.beach.predicted import Predicted, predicted_html
from normandy_lab.ui.beach.rounds import Round
from normandy_lab.ui.beach.teacher import teacher_html
from normandy_lab.ui.beach.view import BeachView, beach_view
from normandy_lab.ui.beach.words import capital, narrate
from normandy_lab.ui.film import Ask, Dice, Film, Step, page, walk
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.panels.log_lines import lines
from normandy_lab.ui.svg import Still

FIGURES = ("turn", "hit by fire", "hit by artillery", "squads sent back", "obstacles left", "bunkers in action")


def take_home(
    game: Any, rounds: Sequence[Round] = (), earlier: Sequence[Any] = (), predicted: Sequence[Predicted] = ()
) -> str:
    """The page of the game up to the present position, the debrief below the steps.

    A lesson has ``earlier`` games before this one, and what the class has ``predicted``.
    """
    after = f"{predicted_html(predicted)}{debrief_parts(game, thrown(game), rounds=rounds)}"
    return page(film([*earlier, game], after))


def film(games: Sequence[Any], after: str) -> Film:
    """The games step by step."""
    last = games[-1]
    plot = BeachPlot(beach_view(last))
    still = Still(plot.figure, plot._width, plot._height)
    steps = [step for game in games for step in _steps(game, plot, still)]
    return Film(
        title=last.spec.title, question=last.spec.about.get("question", ""), ending=ending(last),
        facts="; ".join(f"Scenario {game.spec.name}, seed {game.seed}" for game in games), figures=FIGURES, steps=steps,
        width=still.width, height=still.height, ground=COLOURS["panel"], defs=still.defs, notes=teacher_html(), after=after, style=STYLE,
    )  # fmt: skip


def _steps(game: Any, plot: BeachPlot, still: Still) -> Iterator[Step]:
    told = {each.node: each.text for each in thrown(game, shells=False)}
    texts: dict[int, list[tuple[str, str]]] = {}
    for line in lines(game):
        texts.setdefault(line.node, []).append((line.text, line.rule))
    since = 0
    for here, nodes in walk(game, groups(game)):
        shown = beach_view(here)
        shown = beach_view(here, part=_stretch(shown))
        plot.show(shown)
        said = narrate(here, shown, since)
        yield Step(
            str(nodes[0].parent.moment) if nodes else shown.moment, said.headline, said.more,
            tuple(row for node in nodes for row in texts.get(node.n, ())),
            tuple(_dice(node, here.state.setting, told.get(node.n, "")) for node in nodes if node.roll is not None),
            _ask(here, nodes), _figures(here, shown), still.elements(),
        )  # fmt: skip
        since = here.log.at.n


def groups(game: Any) -> Iterator[Sequence[Any]]:
    """The nodes on the way to the present position, a command at a time; a roll that was guessed stands alone."""
    path = game.log.at.path()
    begins = starts(path) | {node.parent.n for node in path if node.roll is not None and any(counted(node.parent))}
    cuts = [n for n, node in enumerate(path) if n == 0 or node.parent.n in begins] + [len(path)]
    for first, last in pairwise(cuts):
        yield path[first:last]


def _stretch(shown: BeachView) -> int:
    """The stretch of a wide table on which the present decision is taken."""
    asked, each = shown.asked, shown.width / shown.parts
    squads = {squad.id: squad.left for squad in shown.squads}
    places = squads | {bunker.id: bunker.left for bunker in shown.bunkers}
    subject = asked.subject if asked is not None else ""
    return int(places.get(subject, squads.get(subject.rstrip("0123456789"), 0.0)) // each)


def _dice(node: Any, setting: Any, text: str) -> Dice:
    assert node.roll is not None
    kind = str(node.roll.key[0])
    if node.action.verb == "impact":
        x, y = node.action.split()[1:]
        return Dice("Shell", (), (), f"{x} inches along, {y} inland")
    faces = tuple(face for group in node.action.args[0] for face in group)
    least = {"fire": setting.hit_on, "clear": setting.clears_on, "assault": setting.destroys_on}.get(kind, 7)
    return Dice(str(node.roll.purpose), faces, tuple(face >= least for face in faces), capital(text))


def _ask(here: Any, nodes: Sequence[Any]) -> Ask | None:
    """The question about the one roll of a step; a step with many dice asks nothing."""
    rolls = [node for node in nodes if node.roll is not None]
    if len(rolls) != 1 or nodes[0] is not rolls[0]:
        return None
    asked = about(here.log.state_at(here.log.nodes[rolls[0].parent.n]), rolls[0].roll)
    return None if asked is None else Ask(asked.text, asked.chance, counted(rolls[0].parent))


def _figures(here: Any, shown: BeachView) -> tuple[int, ...]:
    """The cost so far and what is left, as the bar of the lab and the debrief have it."""
    cost = here.system.losses(here.state)
    left = sum(each.obstacles for each in shown.segments)
    return shown.turn, cost["fire"], cost["artillery"], cost["eliminated"], left, shown.live
