"""The same beach game over many seeds: what is played, where one game lies among them, and what a change changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from normandy_lab.analysis.intervals import Interval, difference_of_pairs, difference_of_shares, mean_of, wilson
from normandy_lab.errors import ScenarioError

Row = Mapping[str, Any]
LIMITS = (
    "Both sides were played by plain habits: figures go straight on, clear and assault; bunkers fire at the nearest squad. They do not "
    "plan, talk or learn, and people who coordinate will see other numbers. The intervals (95%) say how far chance alone may have moved "
    "a number with so many games. They do not say how well the habits stand for people, nor the game for June 1944."
)


class Measure(NamedTuple):
    """Something that is asked of every game."""

    words: str
    value: Callable[[Row], float]
    share: bool = False


def hit(row: Row) -> int:
    """Figures hit in a game, by fire and by shells."""
    return int(row["fire"] + row["artillery"])


MEASURES = (
    Measure("Americans win", lambda row: float(row["winner"] == "american"), share=True),
    Measure("turns of a game", lambda row: float(row["turns"])),
    Measure("figures hit", lambda row: float(hit(row))),
    Measure("squads sent back", lambda row: float(row["eliminated"])),
)


# ------------------------------------------------------------------------------------------ what if


class WhatIf(NamedTuple):
    """A changed scenario; without one where the change cannot be made, and then why not."""

    key: str
    words: str
    spec: Any
    why: str = ""


def what_ifs(spec: Any) -> tuple[WhatIf, ...]:
    """No artillery, and one more bunker for each German player."""
    found = []
    each = "one more bunker" if spec.in_force["players.german"] == 1 else "one more bunker each"
    for key, words, patch in (("silent", "no artillery", _silent), ("bunker", each, _bunker)):
        try:
            found.append(WhatIf(key, words, spec.with_(patch(spec))))
        except ScenarioError as error:
            found.append(WhatIf(key, words, None, faults(error)))
    return tuple(
        what._replace(spec=None, why="There is none in this game.") if _same(what, spec) else what for what in found
    )


def _same(what: WhatIf, spec: Any) -> bool:
    return what.spec is not None and what.spec.digest == spec.digest


def faults(error: ScenarioError) -> str:
    """What is wrong with a scenario, in sentences without the places of files."""
    return " ".join(dict.fromkeys(f"{_sentence(p.text)} {p.fix}".strip() for p in error.problems))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _silent(_spec: Any) -> dict[str, Any]:
    return {"artillery": {"shells": 0}}


def _bunker(spec: Any) -> dict[str, Any]:
    """One more bunker for each German player, in the first section that is free."""
    count, germans = spec.in_force["players.bunkers_per_german"], spec.in_force["players.german"]
    patch: dict[str, Any] = {"players": {"bunkers_per_german": count + 1}}
    sections = spec.in_force["bunkers.sections"]
    if isinstance(sections, list):
        each = spec.setting().sections_each
        listed: list[int] = []
        for player in range(germans):
            mine = sections[player * count : (player + 1) * count]
            free = [s for s in range(player * each + 1, (player + 1) * each + 1) if s not in mine]
            listed += [*mine, *free[:1]]
        patch["bunkers"] = {"sections": listed}
    position = spec.document.get("position")
    if position:  # bunkers are numbered by player: those destroyed get their new numbers
        moved = {str(n + (n - 1) // count): turn for n, turn in ((int(k), t) for k, t in position["destroyed"].items())}
        patch["position"] = {"destroyed": moved}
    return patch


# ------------------------------------------------------------------------------------------ numbers


class Difference(NamedTuple):
    """One measure of two batches with the same seeds."""

    words: str
    before: Interval
    after: Interval
    change: Interval
    share: bool

    @property
    def sure(self) -> bool:
        """Whether more than chance speaks for a difference."""
        return self.change.low > 0 or self.change.high < 0


def interval(rows: Sequence[Row], measure: Measure) -> Interval:
    """The share or the mean of a measure."""
    values = [measure.value(row) for row in rows]
    return wilson(int(sum(values)), len(values)) if measure.share else mean_of(values)


def differences(before: Sequence[Row], after: Sequence[Row]) -> list[Difference]:
    """Every measure, over as many games of both as have been played."""
    many = min(len(before), len(after))
    before, after = before[:many], after[:many]
    found = []
    for measure in MEASURES:
        one, two = ([measure.value(row) for row in rows] for rows in (before, after))
        if measure.share:
            change = difference_of_shares((int(sum(one)), many), (int(sum(two)), many))
        else:
            change = difference_of_pairs(one, two)
        found.append(
            Difference(measure.words, interval(before, measure), interval(after, measure), change, measure.share)
        )
    return found


class Place(NamedTuple):
    """Where one value lies among many: the shares below, equal and above."""

    value: int
    below: float
    equal: float
    above: float


def place(value: int, values: Sequence[int]) -> Place:
    """Where a value lies.

    >>> place(3, [1, 3, 3, 5])
    Place(value=3, below=0.25, equal=0.5, above=0.25)
    """
    many = len(values)
    below, equal = sum(v < value for v in values), sum(v == value for v in values)
    return Place(value, below / many, equal / many, (many - below - equal) / many)


def this_game(game: Any) -> dict[str, Any] | None:
    """The row of the game that was played; None while it goes on."""
    if game.result is None:
        return None
    return {"winner": game.result.winner, **game.system.summary(game.state)}
