"""What groups of a class have made of one scenario: a table of their games, and what was left out of it and why."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from normandy_lab.errors import NormandyError
from normandy_lab.game import Game, load_game
from normandy_lab.systems import diff, load_scenario, offered

MOST = 8  # groups: as many as a class has tables
TOLD = 4  # changes of a set-up that a cell lists
COLUMNS = ("group", "change", "result", "losses", "seed")


class Played(NamedTuple):
    """A group's game."""

    group: str
    game: Game

    @property
    def base(self) -> str:
        """The scenario that the set-up is made from: a changed one is called after it."""
        return str(self.game.spec.name).rstrip("+")


class Gathered(pd.DataFrame):
    """The table of ``nl.gather``: a DataFrame; ``left_out`` says which games are missing, and why."""

    _metadata = ["left_out"]  # noqa: RUF012 - as pandas wants it

    def __init__(self, rows: Sequence[Sequence[Any]], left_out: Sequence[str]) -> None:
        super().__init__(rows, columns=list(COLUMNS))  # type: ignore[call-arg]
        self.left_out = list(left_out)

    @property
    def _constructor(self) -> type[pd.DataFrame]:
        return pd.DataFrame

    def _repr_html_(self) -> str:
        missing = "".join(f"<p><b>Left out.</b> {escape(text)}</p>" for text in self.left_out)
        return f"{pd.DataFrame(self).to_html(index=False)}{missing}"


def gather(games: Mapping[str, Any] | Sequence[Any], scenario: Any = None) -> Gathered:
    """The games of up to eight groups that played one scenario, each with a set-up of its own, in one table.

    A save is sealed: whatever was altered in it is noticed. A file that is damaged, or that belongs to another scenario, is
    named in a warning and in ``left_out``, and the others are gathered.

    Parameters
    ----------
    games
        Paths of saved games, labs or Games; as a mapping with the names of the groups, else a file's name is the group's.
    scenario
        What changes are told against; by default the scenario that the set-ups are made from.

    Returns
    -------
    DataFrame
        group, change, result, losses, seed.

    Examples
    --------
    >>> import normandy_lab as nl
    >>> even = nl.load_scenario("beach/with_limit")
    >>> quiet = nl.new_game(even.with_({"artillery": {"shells": 0}}), seed=3)
    >>> nl.gather({"Red": nl.new_game(even, seed=3), "Blue": quiet}).change.tolist()
    ['none', 'artillery.shells: 2, now 0']
    """
    named = list(games.items()) if isinstance(games, Mapping) else [("", each) for each in games]
    if not 0 < len(named) <= MOST:
        raise NormandyError(f"gather: {len(named)} games; give one to {MOST}")
    left_out: list[str] = []
    played = list(_opened(named, left_out))
    base = _base(played, scenario)
    ours = [each for each in played if _belongs(each, base, left_out)]
    for text in left_out:
        warnings.warn(f"left out: {text}", stacklevel=2)
    return Gathered([_row(each, base) for each in ours], left_out)


def _opened(named: Sequence[tuple[str, Any]], left_out: list[str]) -> Iterator[Played]:
    for number, (name, what) in enumerate(named, 1):
        game = getattr(what, "game", what)  # of a lab
        if isinstance(game, Game):
            yield Played(name or f"group {number}", game)
        elif isinstance(game, str | Path):
            try:
                yield Played(name or Path(game).stem, load_game(game))
            except NormandyError as error:
                said = str(error).splitlines()[0].removeprefix(f"{game}, ").removeprefix(f"{game}: ")
                left_out.append(f"{name or Path(game).name}: {said}")
        else:
            raise NormandyError(f"gather: {what!r} is no game; give the path of a saved game, a lab or a Game")


def _base(played: Sequence[Played], scenario: Any) -> Any:
    """The scenario that most of them are made from, as it is shipped or lies in its file; else the first one's set-up."""
    if scenario is not None:
        return load_scenario(scenario) if isinstance(scenario, str | Path) else scenario
    if not played:
        raise NormandyError("gather: none of the files is a sound saved game; take copies from the groups again")
    name = Counter(each.base for each in played).most_common(1)[0][0]
    try:
        return load_scenario(name)
    except NormandyError:
        return next(each.game.spec for each in played if each.base == name)


def _belongs(each: Played, base: Any, left_out: list[str]) -> bool:
    if each.base == str(base.name).rstrip("+") and each.game.spec.system == base.system:
        return True
    left_out.append(f"{each.group}: a game of {each.base}, not of {base.name}; gather it with its own")
    return False


def _row(each: Played, base: Any) -> tuple[Any, ...]:
    game = each.game
    rows: Sequence[Any] = diff(base, game.spec)
    changes = [f"{row.key}: {row.before}, now {row.after}" for row in rows]
    more = [f"and {len(changes) - TOLD} more"] if len(changes) > TOLD else []
    result = game.result
    how = result.how if result is not None else f"not finished: {game.system.turn(game.state)}"
    return (
        each.group,
        "; ".join([*changes[:TOLD], *more]) or "none",
        how,
        offered(game.system, "lost")(game.state),
        game.seed,
    )
