"""What a click on the beach means: a figure or squad chosen, an action, an order, or a refusal with its rule."""

from __future__ import annotations

from math import dist
from typing import Any, NamedTuple

from normandy_lab.beach.setting import MIL
from normandy_lab.core.terms import Refusal
from normandy_lab.ui.beach.view import BeachView, BunkerView, FigureView, SegmentView

ON = 0.55  # inches from a figure within which a click is on it
NEAR = 3.0  # inches within which a click names a squad
STICKY = 0.45  # inches about the wall that count as the wall


class Pick(NamedTuple):
    """The meaning of a click: exactly one of figure, squad, action, order (for the squad), refusal."""

    figure: str = ""
    squad: str = ""
    action: str = ""
    order: str = ""
    refusal: Refusal | None = None


def inches(length: float) -> str:
    """To a tenth, as actions are written."""
    return f"{round(length, 1):g}"


def pick(game: Any, view: BeachView, x: float, y: float, typed: bool, label: str = "") -> Pick:
    """What a click at ``x`` along the shore and ``y`` inland means now; ``label`` is the squad whose name lies there."""
    asked = view.asked
    if label and asked is not None and not asked.roll and (found := _labelled(game, view, label)) is not None:
        return found
    if asked is None:
        return Pick(refusal=Refusal("B-18", f"The game is over: {view.how}.", "Go back, or set up another game."))
    if asked.roll == "shell":
        if typed:
            return _played(game, f"impact {inches(x)} {inches(y)}")
        return Pick(
            refusal=Refusal(
                "FP 4",
                "The shell is on its way.",
                "Throw it, or press Type dice and click where a real one came to rest.",
            )
        )
    if asked.roll:
        return Pick(
            refusal=Refusal(asked.rule, f"The dice come first: {asked.purpose}.", "Roll them, or type what they show.")
        )
    if asked.kind == "act":
        return _act(game, view, x, y)
    if asked.kind == "aim":
        return _played(game, f"aim {inches(x)} {inches(y)}")
    return _german(game, view, x, y)


def _labelled(game: Any, view: BeachView, squad: str) -> Pick | None:
    """A click on a squad's label names the squad; where a place is asked for, the label does not matter."""
    asked = view.asked
    if asked is None or asked.kind not in ("act", "fire") or view.chosen is not None:
        return None
    if asked.kind == "fire":
        return _played(game, f"fire {asked.subject} {squad}")
    return Pick(squad=squad) if view.squad(squad).able else None


def _played(game: Any, action: str) -> Pick:
    why = game.why_not(action)
    return Pick(refusal=why) if why is not None else Pick(action=action)


def _german(game: Any, view: BeachView, x: float, y: float) -> Pick:
    """A target for a bunker, a figure that is hit, a section for a bunker."""
    asked = view.asked
    assert asked is not None
    if asked.kind == "place":
        spans = game.state.setting.sections
        for option in game.decision.options:
            left, right = spans[option.args[1]]
            if left <= x * MIL < right:
                return Pick(action=str(option))
        return Pick(refusal=Refusal("B-3", "No bunker can stand there.", "Click one of the framed sections."))
    figure = nearest(view, x, y, NEAR if asked.kind == "fire" else ON)
    if asked.kind == "lose":
        if figure is None:
            return Pick(refusal=Refusal("B-10", "That is no figure.", "Click the figure that is hit."))
        return _played(game, f"lose {figure.id}")
    squad = figure.squad if figure is not None else _craft(view, x, y)
    if not squad:
        return Pick(refusal=Refusal("FP 3", "A bunker fires at a squad.", "Click one of its figures."))
    return _played(game, f"fire {asked.subject} {squad}")


def _act(game: Any, view: BeachView, x: float, y: float) -> Pick:
    clicked = nearest(view, x, y, ON)
    if clicked is not None:
        return Pick(figure=clicked.id) if clicked.able else Pick(refusal=game.why_not(f"clear {clicked.id}"))
    squad = _craft(view, x, y)
    if squad:
        if view.squad(squad).able:
            return Pick(squad=squad)
        return Pick(refusal=Refusal("FP 2", f"Squad {squad} has no figure that may act now.", "Choose another squad."))
    chosen, bunker, segment = view.chosen, bunker_at(view, x, y), segment_at(view, x, y)
    if chosen is None:
        return _order(view, x, y, bunker, segment)
    if bunker is not None:
        return _played(game, f"assault {chosen.id} {bunker.id}")
    if segment is not None and segment.obstacles and _stands_before(view, chosen, segment):
        return _played(game, f"clear {chosen.id}")
    return _played(game, f"move {chosen.id} {inches(min(max(x, 0), view.width))} {inches(_inland(view, chosen, y))}")


def _order(view: BeachView, x: float, y: float, bunker: BunkerView | None, segment: SegmentView | None) -> Pick:
    """Without a figure chosen a click gives an order to the squad, or chooses one."""
    squad = next((each.id for each in view.squads if each.chosen), "")
    if squad and bunker is not None:
        return Pick(order="assault", squad=squad)
    if squad and segment is not None and segment.obstacles:
        return Pick(order="clear", squad=squad)
    close = nearest(view, x, y, NEAR)
    if close is not None and view.squad(close.squad).able:
        return Pick(squad=close.squad)
    return Pick(
        refusal=Refusal("FP 2", "Nobody is chosen to go there.", "Click a figure first, or give the squad an order.")
    )


def nearest(view: BeachView, x: float, y: float, within: float) -> FigureView | None:
    """The standing figure nearest to a place; a figure that lies there only if none stands."""
    found = [figure for figure in view.figures if dist((figure.x, figure.y), (x, y)) <= within]
    return min(found, key=lambda each: (each.hit, not each.able, dist((each.x, each.y), (x, y))), default=None)


def _craft(view: BeachView, x: float, y: float) -> str:
    """The squad whose craft was clicked."""
    if not -view.water <= y < -0.6:
        return ""
    return next((squad.id for squad in view.squads if squad.left <= x < squad.right), "")


def bunker_at(view: BeachView, x: float, y: float) -> BunkerView | None:
    """The bunker at a place."""
    return next((b for b in view.bunkers if b.left <= x <= b.right and b.front <= y <= b.back), None)


def segment_at(view: BeachView, x: float, y: float) -> SegmentView | None:
    """The segment of the obstacle belt at a place."""
    if not view.wall + STICKY < y <= view.belt:
        return None
    return next((segment for segment in view.segments if segment.left <= x < segment.right), None)


def _stands_before(view: BeachView, figure: FigureView, segment: SegmentView) -> bool:
    at_edge = figure.x == view.width and segment.right == view.width
    return figure.y == view.wall and (segment.left <= figure.x < segment.right or at_edge)


def _inland(view: BeachView, figure: FigureView, y: float) -> float:
    """A click close to the wall means the wall, one just off the water line the line."""
    if figure.y <= view.wall and abs(y - view.wall) <= STICKY:
        return view.wall
    return 0.0 if -0.6 <= y < 0 else y
