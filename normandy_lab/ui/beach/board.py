"""The board to be edited by a teacher: bunkers on, off or elsewhere, obstacles, shells; every fault is said before the start."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import ipywidgets as widgets

from normandy_lab.beach.position import as_scenario
from normandy_lab.errors import NormandyError, ScenarioError
from normandy_lab.ui.beach.many import faults
from normandy_lab.ui.beach.session import BeachSession
from normandy_lab.ui.beach.view import BeachView
from normandy_lab.ui.beach.words import many
from normandy_lab.ui.panels.base import Panel, Pool, html, set_children, styled, visible
from normandy_lab.ui.panels.html import box

DICE, MARKED, CHOOSE = "dice", "marked", "choose"
SHELLS = tuple(range(7))


class Board(NamedTuple):
    """What the panel shows of a scenario: the text of the obstacles, where bunkers stand, shells."""

    obstacles: str
    how: str  # marked, dice, choose
    marks: frozenset[int]  # sections from 1 with a bunker that is in action
    each: int  # bunkers of a German player
    shells: int
    wrecks: bool  # whether destroyed bunkers throw shells too


def board_of(spec: Any) -> Board:
    """The board of a scenario, or of the position in which it begins."""
    found, position = spec.in_force, spec.document.get("position")
    obstacles = position["obstacles"] if position else found["obstacles.segments"]
    if position and not obstacles:
        obstacles = [0] * len(spec.setting().segments)
    sections = found["bunkers.sections"]
    gone = {int(name) for name in position["destroyed"]} if position else set()
    marks = () if isinstance(sections, str) else (s for n, s in enumerate(sections, 1) if n not in gone)
    return Board(
        DICE if isinstance(obstacles, str) else ", ".join(map(str, obstacles)),
        sections if isinstance(sections, str) else MARKED,
        frozenset(marks),
        found["players.bunkers_per_german"],
        found["artillery.shells"],
        found["artillery.from_destroyed_bunkers"],
    )


def edited(spec: Any, board: Board) -> Any:
    """The scenario with this board; an error says everything that is wrong with it."""
    obstacles = _numbers(board.obstacles, len(spec.setting().segments))
    patch: dict[str, Any] = {"artillery": {"shells": board.shells, "from_destroyed_bunkers": board.wrecks}}
    position = spec.document.get("position")
    if position:
        if isinstance(obstacles, str):
            raise NormandyError("Obstacles by dice are for a game from the beginning. Write how many are left.")
        before = position["began"] or position["obstacles"] or [0] * len(obstacles)
        began = [max(pair) for pair in zip(before, obstacles, strict=False)] if len(before) == len(obstacles) else []
        patch["position"] = {"obstacles": obstacles, "began": began}
    else:
        patch["obstacles"] = {"segments": obstacles}
    if board.how != MARKED:
        patch |= {"bunkers": {"sections": board.how}, "players": {"bunkers_per_german": board.each}}
    elif position:
        sections, gone = _moved(spec, position, board.marks)
        patch["bunkers"] = {"sections": sections}
        patch["position"] |= {"destroyed": gone}
    else:
        patch |= _placed(spec, board.marks)
    found = spec.with_(patch)
    return spec if found.digest == spec.digest else found


def _numbers(text: str, segments: int) -> Any:
    words = text.replace(",", " ").split()
    if [word.lower() for word in words] == [DICE]:
        return DICE
    if not words or not all(word.isdecimal() for word in words):
        raise NormandyError(
            f"Obstacles: write a whole number for each of the {segments} segments, such as {', '.join('1021'[n % 4] for n in range(segments))}, "
            "or the word dice."
        )
    return [int(word) for word in words]


def _of_players(spec: Any) -> list[range]:
    """The sections of each German player."""
    each = spec.setting().sections_each
    return [range(n * each + 1, (n + 1) * each + 1) for n in range(spec.in_force["players.german"])]


def _placed(spec: Any, marks: frozenset[int]) -> dict[str, Any]:
    """Bunkers where the marks are, for a game from the beginning: every German player has as many."""
    counts = [sum(s in marks for s in mine) for mine in _of_players(spec)]
    if not marks:
        raise NormandyError("No bunker is marked. Mark at least one section. SA 4")
    if len(set(counts)) > 1:
        told = ", ".join(f"player {n} has {count}" for n, count in enumerate(counts, 1))
        raise NormandyError(f"Every German player has as many bunkers as the others: {told}. SA 1")
    return {"bunkers": {"sections": sorted(marks)}, "players": {"bunkers_per_german": counts[0]}}


def _moved(spec: Any, position: Any, marks: frozenset[int]) -> tuple[list[int], dict[str, int]]:
    """Bunkers of a position: those marked are in action, those without a mark are destroyed; who must move, moves."""
    sections, count = spec.in_force["bunkers.sections"], spec.in_force["players.bunkers_per_german"]
    if isinstance(sections, str):
        raise NormandyError(
            "The bunkers of this position are placed by dice. Choose that, or start from the beginning."
        )
    before = {int(name): turn for name, turn in position["destroyed"].items()}
    placed: dict[int, int] = {}
    gone: dict[str, int] = {}
    for player, own in enumerate(_of_players(spec)):
        mine = list(range(player * count + 1, (player + 1) * count + 1))
        wanted = [s for s in own if s in marks]
        if len(wanted) > count:
            text = f"German player {player + 1} has {many(count, 'bunker')} and {len(wanted)} marks. More need a game from the beginning."
            raise NormandyError(f"{text} SA 1")
        placed |= {n: sections[n - 1] for n in mine if sections[n - 1] in wanted}
        open_marks = [s for s in wanted if s not in placed.values()]
        rest = sorted((n for n in mine if n not in placed), key=lambda n: (n in before, n))
        placed |= dict(zip(rest, open_marks, strict=False))
        for n in rest[len(open_marks) :]:
            free = [s for s in (sections[n - 1], *own) if s not in placed.values()]
            placed[n], gone[str(n)] = free[0], before.get(n, position["turn"])
    if len(gone) == len(sections):
        raise NormandyError("No bunker is marked. Mark at least one section. SA 4")
    return [placed[n] for n in sorted(placed)], gone


class BoardPanel(Panel):
    """The board of the game in the lab as a form; it starts a game on what the form says."""

    def __init__(self, session: BeachSession, start: Callable[[Any], None]) -> None:
        super().__init__(session)
        self._start = start
        self._spec: Any = None  # the edited scenario; None where something is wrong
        self._node: tuple[str, int] = ("", -1)
        self.origin = widgets.Dropdown(options=[("the beginning", "beginning")])
        self.obstacles = styled(widgets.Text(continuous_update=True), "nl-boardobstacles")
        self.how = widgets.Dropdown(options=[("as marked", MARKED), ("by dice", DICE), ("Germans choose", CHOOSE)])
        self.each = widgets.Dropdown(options=[(str(n), n) for n in range(1, 13)])
        self.shells = widgets.Dropdown(options=[(str(n), n) for n in SHELLS])
        self.wrecks = widgets.Dropdown(options=[("yes", True), ("no", False)])
        self.sections = styled(widgets.Box(), "nl-squadrow", "nl-sections")
        self._pool: Pool[Any] = Pool(self._section)
        rows = (
            ("Start from", self.origin), ("Obstacles by segment", self.obstacles), ("Bunkers stand", self.how),
            ("Bunkers each", self.each), ("Shells of a bunker", self.shells), ("Also if destroyed", self.wrecks),
        )  # fmt: skip
        self.rows = {words: styled(widgets.HBox([widgets.HTML(words), field]), "nl-labelled") for words, field in rows}
        fields = styled(widgets.Box(list(self.rows.values())), "nl-fields")
        self.message = html("nl-boardnote")
        self.begin = self.button("Start on this board", self._begin, "nl-beginboard")
        self.reset = self.button("Forget the changes", self._take_over, "nl-resetboard")
        buttons = styled(widgets.HBox([self.begin, self.reset]), "nl-buttons")
        self.widget = styled(widgets.VBox([fields, self.sections, self.message, buttons]), "nl-board", "nl-off")
        for field in (self.obstacles, self.how, self.each, self.shells, self.wrecks):
            self.observe(field, lambda _: self._check())
        self.observe(self.origin, lambda _: self._take_over(keep=True))

    def _section(self, number: int) -> Any:
        made = styled(widgets.ToggleButton(tooltip=f"A bunker in section {number + 1}"), "nl-section")
        self.observe(made, lambda _: self._check())
        return made

    def toggle(self, on: bool) -> None:
        """Open or close it; it opens with the board of the present game."""
        visible(self.widget, on)
        if on:
            self._take_over()

    @property
    def open(self) -> bool:
        return "nl-off" not in self.widget._dom_classes

    def _base(self) -> Any:
        return as_scenario(self.game.state) if self.origin.value == "here" else self.game.spec

    def _take_over(self, keep: bool = False) -> None:
        """Show the board as it is, at the beginning or now."""
        self._node = (self.game.spec.digest, self.game.log.at.n)
        options = [("the beginning", "beginning")]
        try:
            as_scenario(self.game.state)
            options.append((f"here, turn {self.game.state.turn}", "here"))
        except NormandyError:
            pass  # a position can be taken only before anybody has acted
        with self.filling():
            chosen = self.origin.value if keep else "beginning"
            if list(self.origin.options) != options:
                self.origin.options = options
            self.origin.value = chosen if chosen in [value for _, value in options] else "beginning"
            board = board_of(self._base())
            self.obstacles.value, self.how.value, self.each.value = board.obstacles, board.how, board.each
            if board.shells not in SHELLS:
                self.shells.options = [(str(n), n) for n in (*SHELLS, board.shells)]
            self.shells.value, self.wrecks.value = board.shells, board.wrecks
            count = len(self._base().setting().sections)
            buttons = self._pool.take(count)
            for number, button in enumerate(buttons, 1):
                button.value = number in board.marks
            set_children(self.sections, buttons)
        self._check()

    def board(self) -> Board:
        """What the form says."""
        marks = frozenset(n for n, button in enumerate(self.sections.children, 1) if button.value)
        each = int(self.each.value)
        return Board(
            str(self.obstacles.value), str(self.how.value), marks, each, int(self.shells.value), bool(self.wrecks.value)
        )

    def _check(self) -> None:
        """Say what is wrong, or what the board will be."""
        board = self.board()
        visible(self.sections, board.how == MARKED)
        visible(self.rows["Bunkers each"], board.how != MARKED)
        for number, button in enumerate(self.sections.children, 1):
            button.description = f"{'✓ ' if button.value else ''}section {number}{': bunker' if button.value else ''}"
        try:
            self._spec = edited(self._base(), board)
            self.message.value = box("info", words_of(self._spec, self.game.spec))
        except ScenarioError as error:
            self._spec = None
            rules = dict.fromkeys(problem.rule for problem in error.problems if problem.rule)
            self.message.value = box("refusal", faults(error), next(iter(rules), ""))
        except NormandyError as error:
            self._spec = None
            self.message.value = box("refusal", str(error))
        self.begin.disabled = self._spec is None

    def _begin(self) -> None:
        if self._spec is not None:
            self._start(self._spec)

    def fill(self, _shown: BeachView) -> None:
        if self.open and self._node != (self.game.spec.digest, self.game.log.at.n):
            self._take_over()


def words_of(spec: Any, before: Any) -> str:
    """The board of a scenario in a line."""
    board, found = board_of(spec), spec.in_force
    bunkers = len(board.marks) if board.how == MARKED else found["players.bunkers_per_german"] * found["players.german"]
    where = {MARKED: f"in {_sections(sorted(board.marks))}", DICE: "by dice", CHOOSE: "where the Germans choose"}[
        board.how
    ]
    lie = (
        "obstacles by dice"
        if board.obstacles == DICE
        else f"{many(sum(map(int, board.obstacles.split(', '))), 'obstacle')} in all"
    )
    same = "The board as it is: " if spec.digest == before.digest else ""
    shells = many(board.shells, "shell")
    text = f"{same}{many(bunkers, 'bunker')} {where}, {lie}, {shells} each{'' if board.wrecks else ' while in action'}."
    return text[:1].upper() + text[1:]


def _sections(numbers: Sequence[int]) -> str:
    return f"section{'' if len(numbers) == 1 else 's'} {', '.join(map(str, numbers))}"
