"""The buttons of an impulse: what the selection is sent as, with the attack that it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from normandy_lab.breakout import ahead, improve, paths, questions
from normandy_lab.breakout.improve import Change
from normandy_lab.breakout.paths import Path
from normandy_lab.breakout.query import bits
from normandy_lab.breakout.rules import s08_record
from normandy_lab.core.terms import counted
from normandy_lab.errors import NormandyError
from normandy_lab.ui.breakout import day, drafts
from normandy_lab.ui.breakout.drafts import Order
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.breakout.words import place_name


def order(game: Any, view: View, found: day.Ways, aim: str, draft: tuple[str, ...], point: str) -> Order | None:
    """What the primary button sends in an impulse, or None when there is nothing to send."""
    what = view.decision.step if view.decision is not None else ""
    if what == questions.ORDERS:
        if aim in found.paths:
            return _march(game, view, found.paths[aim], draft)
        return _landing(game, view, draft)
    if what == questions.LANDING:
        return _landing(game, view, draft)
    if what == questions.MUSTER:
        return _fight(game, draft, point)
    return _fire(game, draft) if what == questions.GUNS else None


def aside(view: View, found: day.Ways, aim: str, game: Any) -> Order | None:
    """The second button: to march without declaring the assault at once, so that others can follow."""
    if view.decision is None or view.decision.step != questions.ORDERS or aim not in found.paths:
        return None
    way = found.paths[aim]
    if not day.enemy_at(game, aim):
        return None
    orders = game.orders
    return Order("Move only", lambda: orders.move(list(way.moving), aim), None, orders)


def _march(game: Any, view: View, way: Path, draft: tuple[str, ...]) -> Order:
    part = (
        counted(len(way.moving), "unit")
        if len(way.moving) == len(draft)
        else f"{len(way.moving)} of {len(draft)} units"
    )
    name = place_name(view, way.place)
    units, orders = list(way.moving), game.orders
    if not day.enemy_at(game, way.place):
        return Order(f"Move {part} to {name}", lambda: orders.move(units, way.place), None, orders)
    attack = day.attack_after(game, way)
    words = f"Move {part} to {name} and assault{drafts.against(attack)}"
    return Order(words, lambda: orders.declare(units, way.place), attack, orders)


def _landing(game: Any, view: View, draft: tuple[str, ...]) -> Order | None:
    options = view.decision.options if view.decision is not None else ()
    beaches = {option.split()[2] for option in options if option.startswith("land ") and option.split()[1] in draft}
    if not beaches:
        return None
    beach = beaches.pop()
    units = [unit for unit in draft if f"land {unit} {beach}" in options]
    words = f"Land {counted(len(units), 'unit')} at {place_name(view, beach)}"
    return Order(words, lambda: game.orders.land(beach, units))


def named(game: Any, draft: tuple[str, ...]) -> list[str]:
    """The draft as the actions that name it, in the order of the options."""
    asked = game.decision
    return [
        str(option) for option in asked.options if option.verb in ("join", "support") and option.split()[1] in draft
    ]


def mustered(game: Any, draft: tuple[str, ...]) -> Any:
    """The position in which everybody of the draft is named; guns come after the units that bring them in (16.12)."""
    named = [*(f"join {unit}" for unit in draft), *(f"support {unit}" for unit in draft)]
    return ahead.after(game.state, named, lucky=True)


def _fight(game: Any, draft: tuple[str, ...], point: str) -> Order | None:
    units, guns = split(game, draft)
    state = mustered(game, draft)
    attack = game.system.attack(state)
    if attack is None:
        return None
    if point and point in attack.attackers:
        attack = _led(game, state, point) or attack
    words = f"Attack{drafts.against(attack)}"
    return Order(words, lambda: game.orders.fight(units, guns, attack.point), attack)


def _led(game: Any, state: Any, point: str) -> Any:
    """The attack under the Point Unit that was chosen."""
    state = ahead.after(state, ["end"])
    option = ahead.option(state, f"point {point}")
    return game.system.attack(state, option) if option is not None else None


def split(game: Any, draft: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The draft as units that join and guns that support."""
    table = game.state.setting.forces
    guns = [unit for unit in draft if table.units[table.index[unit]].field_artillery]
    return [unit for unit in draft if unit not in guns], guns


def _fire(game: Any, draft: tuple[str, ...]) -> Order | None:
    attack = game.system.attack(_fired(game, draft))
    if attack is None:
        return None
    return Order(f"Bombard{drafts.against(attack)}", lambda: game.orders.fire(list(draft)), attack)


def _fired(game: Any, draft: tuple[str, ...]) -> Any:
    """The position in which every gun of the draft supports the one that leads (10.2)."""
    return ahead.after(game.state, [f"support {gun}" for gun in draft])


def point_options(game: Any, view: View, draft: tuple[str, ...]) -> tuple[str, ...]:
    """Who may be the Point Unit of the assault that is being put together."""
    if view.decision is None or view.decision.step != questions.MUSTER:
        return ()
    state = mustered(game, draft)
    attack = game.system.attack(state)
    table = game.state.setting.forces
    attackers = attack.attackers if attack is not None else ()
    return tuple(unit for unit in attackers if table.units[table.index[unit]].point)


def changes(game: Any, view: View, draft: tuple[str, ...], point: str, way: Path | None = None) -> list[Change]:
    """What one unit, one gun, the sky or a reroll would change in the attack at hand."""
    step = view.decision.step if view.decision is not None else ""
    try:
        if step == questions.MUSTER:
            return improve.changes(mustered(game, draft), point)
        if step == questions.GUNS:
            return improve.changes(_fired(game, draft))
        if step == questions.ORDERS and way is not None:
            return _after(game, way, draft)
        asked = view.decision is not None and view.decision.kind == "point"
        return improve.changes(game.state, point) if asked else []
    except NormandyError:
        return []


def _after(game: Any, way: Path, draft: tuple[str, ...]) -> list[Change]:
    """The same for the attack that a march leads to: further units may march along."""
    there = ahead.after(game.state, way.steps, lucky=True)
    opened = ahead.option(there, f"assault {way.place}")
    if opened is None:
        return []
    found = improve.changes(ahead.after(there, [opened]))
    return [*found[:1], *_along(game, way, draft, there), *found[1:]]


def _along(game: Any, way: Path, draft: tuple[str, ...], there: Any) -> Iterator[Change]:
    """One more unit of the same place: where it can follow, the attack with it."""
    table = game.state.setting.forces
    start = game.state.at[table.index[way.moving[0]]]
    frame = s08_record.current(game.state)
    for index in bits(game.state.here[frame.side][start] & frame.eligible):
        unit = table.units[index]
        if unit.id in draft or unit.field_artillery:
            continue
        follows = paths.path(there, [unit.id], way.place)
        if isinstance(follows, Path):
            after = ahead.after(there, follows.steps, lucky=True)
            option = ahead.option(after, f"assault {way.place}")
            made = game.system.attack(after, option) if option is not None else None
            if made is not None:
                yield improve.line(improve.MORE, f"{unit.name} comes along", "9.2B", made)
