"""The lines of the log: what happened, said once for units that fared alike, with dice, totals and values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from normandy_lab.core.decisions import CHANCE

AGAINST = re.compile(r"(\d+) against (\d+)")
SHOWN = "{}: the dice show {}."  # of a roll of two sides; its result, if it follows, says the same with the values
EACH = "{} {}."  # how a template ends whose last words are a unit and how it fared
PLURAL = {
    "is": "are", "takes": "take", "enters": "enter", "lands": "land", "retreats": "retreat", "regroups": "regroup",
    "goes": "go", "waits": "wait", "stays": "stay", "refits": "refit", "wades": "wade", "puts": "put", "marches": "march",
}  # fmt: skip
RUN = re.compile(r"\{\} (" + "|".join(PLURAL) + r")\b")


@dataclass(frozen=True, slots=True)
class Line:
    """One fact of the log; ``values`` are what was added to the dice of each side, ``roll`` is the node that threw them."""

    node: int
    moment: str
    actor: str
    text: str
    rule: str
    dice: str
    event: Any = None
    roll: int = 0
    values: tuple[int, ...] = ()


def lines(game: Any) -> Iterator[Line]:
    """What happened on the way to the present position, oldest first, as it is recorded."""
    thrown, roll = "", 0
    for node in game.log.at.path():
        if node.action.verb == "roll":
            thrown, roll = str(node.action).partition(" ")[2], node.n
        for event in node.events:
            moment, actor = node.parent.moment, event.actor or (CHANCE if node.kind == "reroll" else node.actor)
            yield Line(node.n, moment, actor, event.text, event.rule, thrown, event, roll if thrown else 0)
            thrown = ""


def gathered(raw: Iterable[Line]) -> list[Line]:
    """The lines as they are read: the dice of a roll with its result, one sentence for units that fared alike."""
    found: list[Line] = []
    run: list[Line] = []
    for line in _with_results(raw):
        if run and _key(run[0]) != _key(line):
            found += _said(run)
            run = []
        run.append(line)
    return found + _said(run)


# ------------------------------------------------------------------------------------------ dice and results


def totals(dice: str) -> list[int]:
    """What each side's dice add up to.

    >>> totals("6+6:1+3"), totals("4")
    ([12, 4], [4])
    """
    return [sum(map(int, group.split("+"))) for group in dice.split(":")] if re.fullmatch(r"[\d+:]+", dice) else []


def _with_results(raw: Iterable[Line]) -> Iterator[Line]:
    """The line of the dice goes into that of the result, where one follows."""
    held: Line | None = None
    for line in raw:
        if held is not None:
            values = _values(held, line) if not line.dice else ()
            if values:
                line = replace(line, dice=held.dice, roll=held.roll, values=values)
                held = None
            else:
                yield held
                held = None
        if line.dice and line.event is not None and line.event.template == SHOWN:
            held = line
        else:
            yield replace(line, values=_values(line, line)) if line.dice else line
    if held is not None:
        yield held


def _values(thrown: Line, result: Line) -> tuple[int, ...]:
    """Attack and Defense Value, by the totals that the result names less what the dice show (9.4, 10.4)."""
    found, dice = AGAINST.search(result.text), totals(thrown.dice)
    if found is None or len(dice) != 2:
        return ()
    values = int(found[1]) - dice[0], int(found[2]) - dice[1]
    return values if min(values) >= 0 else ()


# ------------------------------------------------------------------------------------------ one sentence


def _key(line: Line) -> tuple[Any, ...]:
    """What lines have in common that say the same of one unit each."""
    event = line.event
    if event is not None and RUN.match(event.template) and not line.dice:
        return (event.template, event.args[1:], line.actor, line.moment)
    if event is not None and _of_each(event):
        return (event.template, event.args[0], line.actor, line.moment)
    return (line,)


def _of_each(event: Any) -> bool:
    """Whether an event is about a die of one unit: the place first, unit and fate last."""
    return len(event.args) > 3 and event.template.endswith(f", {EACH}") and ": " in event.template


def _said(run: Sequence[Line]) -> list[Line]:
    if len(run) < 2:
        return list(run)
    first = run[0]
    if _of_each(first.event):
        text = _fates(run)
        dice = "+".join(line.dice for line in run)
        return [replace(first, text=text, dice=dice, node=run[-1].node)]
    names = list(dict.fromkeys(str(line.event.args[0]) for line in run))
    if len(names) < 2:
        return list(run)
    text = _plural(first.event.template).format(listed(names), *first.event.args[1:])
    return [replace(first, text=text, node=run[-1].node)]


def _plural(template: str) -> str:
    """A sentence about one unit as one about several; what each of them takes stays its own."""
    said = RUN.sub(lambda verb: f"{{}} {PLURAL[verb[1]]}", template, count=1).replace(" and is ", " and are ")
    return said.replace("take {}", "take {} each").replace("({} MF)", "({} MF each)")


def _fates(run: Sequence[Line]) -> str:
    """Who fared how, where each unit had a die of its own."""
    first = run[0].event
    fates: dict[str, list[str]] = {}
    for line in run:
        fates.setdefault(str(line.event.args[-1]), []).append(str(line.event.args[-2]))
    parts = [f"{listed(names)} {_agreed(fate, len(names))}" for fate, names in fates.items()]
    return f"{first.template.partition(': ')[0].format(*first.args)}: {'; '.join(parts)}."


def _agreed(fate: str, count: int) -> str:
    verb, blank, rest = fate.partition(" ")
    return f"{PLURAL.get(verb, verb)}{blank}{rest}" if count > 1 else fate


def listed(names: Sequence[str]) -> str:
    """Names as a sentence has them.

    >>> listed(["16 Rgt"]), listed(["16 Rgt", "18 Rgt", "26 Rgt"])
    ('16 Rgt', '16 Rgt, 18 Rgt and 26 Rgt')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else ""
