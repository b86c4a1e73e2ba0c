"""What stands about the plan: the bar on top, the picture itself, narration, cards of the turn, step buttons, set-up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as widgets

from normandy_lab.beach.scenario import Scenario
from normandy_lab.ui.beach.board import BoardPanel
from normandy_lab.ui.beach.charts import pennies_html, turn_html
from normandy_lab.ui.beach.plot import BeachPlot
from normandy_lab.ui.beach.session import BeachSession
from normandy_lab.ui.beach.view import PHASE_NAMES, BeachView
from normandy_lab.ui.beach.words import capital, narrate
from normandy_lab.ui.bokeh_bridge import BokehMap
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.html import box, esc
from normandy_lab.ui.panels.tables import TablesPanel

TABLES = ("figures", "squads", "segments", "bunkers", "shells", "turns", "odds", "score", "log", "dice")
NO_LIMIT = ("no limit", "none")


class BarPanel(Panel):
    """Turn and phase; switches for projector, real dice, guessing, tables, set-up."""

    def __init__(
        self,
        session: BeachSession,
        tables: TablesPanel,
        setup: SetupPanel,
        project: Callable[[bool], None],
        first: Sequence[Any] = (),
    ) -> None:
        super().__init__(session)
        self.words = html("nl-barwords")
        self.facts = html("nl-facts")
        self.guess = self._toggle(
            "Guess first", "nl-toguess", "Hide the odds until hands are counted", session.set_guess
        )
        self.pause = self._toggle(
            "Pause",
            "nl-topause",
            "Pause for a question: the game stands still, the odds are hidden",
            session.set_paused,
        )
        self.projector = self._toggle("Projector", "nl-toprojector", "Big type for a class", project)
        self.tables = self._toggle("Table", "nl-totables", "Everything on the picture as tables", tables.toggle)
        self.setup = self._toggle("Set up…", "nl-tosetup", "Another game: scenario, class, limits, seed", setup.toggle)
        self._hide_tables = tables.toggle
        setup.closed = lambda: setattr(self.setup, "value", False)
        full = self.button(
            "Full window", lambda: None, "nl-fullwindow", hint="Cover the whole window (F); Esc leaves"
        )  # the page does it: ui/js/room.js
        switches = [self.pause, self.guess, self.tables, self.setup, self.projector, full]
        self.switches = styled(widgets.Box(switches), "nl-switches")
        self.menu = self.button("☰ Menu", self._menu, "nl-menubutton", hint="Pause, guess first, table, set up")
        self.widget = styled(
            widgets.Box([self.words, self.facts, *first, self.menu, self.switches]), "nl-panel", "nl-bar"
        )

    def _menu(self) -> None:
        """Open or close the menu that the switches are in where the bar has no room for them."""
        on = "nl-open" not in self.switches._dom_classes
        (self.switches.add_class if on else self.switches.remove_class)("nl-open")

    def _toggle(self, words: str, name: str, hint: str, call: Callable[[bool], object]) -> widgets.ToggleButton:
        made = styled(widgets.ToggleButton(description=words, tooltip=hint), name)
        self.observe(made, lambda on: call(bool(on)))
        return made

    def fill(self, shown: BeachView) -> None:
        self.words.value = bar_html(shown)
        self.facts.value = f"<span>{esc(facts(shown))}{esc(who_plays(self.session))}</span>"
        self.guess.value, self.pause.value = self.session.guess, self.session.paused
        if self.session.paused:  # the tables tell odds
            self.tables.value = False
            self._hide_tables(False)
        self.tables.disabled = self.session.paused
        named = (
            (self.pause, "Pause"),
            (self.guess, "Guess first"),
            (self.tables, "Table"),
            (self.projector, "Projector"),
        )
        for button, words in named:
            button.description = f"✓ {words}" if button.value else words


def who_plays(session: BeachSession) -> str:
    """Who commands which side, once there is something to say."""
    if not session.people.told:
        return ""
    return f"; round {session.people.round}: {session.who('american')} attack, {session.who('german')} defend"


def facts(shown: BeachView) -> str:
    """What it has cost, and what is left."""
    limit = f" of {shown.limit}" if shown.limit is not None else ""
    return f"Sent back {shown.eliminated}{limit}, bunkers {shown.live} of {len(shown.bunkers)}"


def bar_html(shown: BeachView) -> str:
    """The turn and its five phases; the present one stands out, those done have a tick. Words go first where it is narrow."""
    names = [(key, words) for key, words in PHASE_NAMES.items() if key != "set-up"]
    keys = [key for key, _ in names]
    now = len(keys) if shown.asked is None else keys.index(shown.phase) if shown.phase in keys else -1
    actor = shown.asked.actor if shown.asked is not None else ""
    parts = []
    for n, (_, words) in enumerate(names):
        look = f"nl-now nl-by-{actor}" if n == now else "nl-todo" if n > now else ""
        current = ' aria-current="step"' if n == now else ""
        parts.append(
            f'<span class="{look}"{current} title="{words}"><i>{"✓" if n < now else n + 1}</i><em> {words}</em></span>'
        )
    turn = (
        "Beach lab, set-up"
        if not shown.turn
        else f"Beach lab, turn {shown.turn}" + (f" of {shown.turns}" if shown.turns else "")
    )
    return f'<div class="nl-phases"><b>{turn}</b>{"".join(parts)}</div>'


class BeachTables(TablesPanel):
    """Everything on the picture as tables; the one with the odds waits until they may be seen."""

    def __init__(self, session: BeachSession) -> None:
        super().__init__(session, TABLES)

    def fill(self, shown: BeachView) -> None:
        if self.open and self.name.value == "odds" and not self.session.odds_visible:
            self.body.value = box("info", "The odds are hidden until they are shown.")
            return
        super().fill(shown)


class PlanPanel(Panel):
    """The picture, the buttons that turn it to another stretch, and the line of text that says what it says."""

    def __init__(self, session: BeachSession) -> None:
        self.plot = BeachPlot(session.view)
        self.plot.on_point(session.click)
        super().__init__(session)
        self.bokeh = BokehMap(
            self.plot.figure, on_error=session.fail, layout=widgets.Layout(width="100%", height="100%")
        )
        self.where = html("nl-partwords")
        left = self.button("◂ Left", lambda: session.turn_to(session.part - 1), "nl-partleft")
        right = self.button("Right ▸", lambda: session.turn_to(session.part + 1), "nl-partright")
        self.part = styled(widgets.HBox([left, self.where, right]), "nl-part")
        self.status = html("nl-status")  # the key listener makes it a live region
        self.escape = self.button("Choose nobody", lambda: session.choose_figure(""), "nl-escape", "nl-off")
        self.picture = styled(widgets.Box([self.bokeh]), "nl-map")
        box = styled(widgets.Box([self.picture, self.status, self.escape]), "nl-mapbox")
        self.widget = styled(widgets.Box([self.part, box]), "nl-panel", "nl-picture", "nl-plan")

    def fill(self, shown: BeachView) -> None:
        self.plot.show(shown)
        visible(self.part, shown.parts > 1)
        first, last = shown.window
        self.where.value = (
            f"<b>Stretch {shown.part + 1} of {shown.parts}</b>: {first:g} to {last:g} inches along the shore"
        )
        self.status.value = esc(status(self.session, shown))


def status(session: BeachSession, shown: BeachView) -> str:
    """What is asked, who is chosen, and what has just happened, in a line for those who do not see the picture."""
    if session.message is not None:
        return f"{session.message.text} {session.message.rule}".strip()
    said = narrate(session.game, shown, session.since)
    chosen = f" Chosen: {shown.chosen.id}." if shown.chosen is not None else ""
    squad = f" Squad {session.squad} takes orders." if session.squad and not chosen else ""
    return f"{said.headline} {said.more}{chosen}{squad}"


class NarrationPanel(Panel):
    """One plain sentence in large type, and what explains it."""

    def __init__(self, session: BeachSession) -> None:
        super().__init__(session)
        self.widget = html("nl-panel", "nl-says")

    def fill(self, shown: BeachView) -> None:
        said = narrate(self.game, shown, self.session.since)
        more = f"<p>{esc(said.more)}</p>" if said.more else ""
        self.widget.value = f"<b>{esc(said.headline)}</b>{more}"


class TurnCards(Panel):
    """The dice and shells of the turn, and the red pennies."""

    def __init__(self, session: BeachSession) -> None:
        super().__init__(session)
        self.turn = html("nl-turncard")
        self.pennies = html("nl-pennycard")
        self.widget = styled(widgets.VBox([self.turn, self.pennies]), "nl-tab", "nl-cards")
        self.big = False

    def fill(self, shown: BeachView) -> None:
        self.turn.value = turn_html(shown, 44 if self.big else 34)
        self.pennies.value = pennies_html(shown)


class StepsPanel(Panel):
    """Back, and forward by dice, phase, turn, or to the end, with the plain doctrines on both sides."""

    def __init__(self, session: BeachSession) -> None:
        super().__init__(session)
        self.back = self.button("◂ Back", session.undo, "nl-back", "nl-undo", hint="Undo the last step")
        self.dice = self.button("Next dice", session.next_dice, "nl-nextdice", hint="Play on until dice are thrown")
        self.phase = self.button("Next phase", session.next_phase, "nl-nextphase", hint="Play the rest of this phase")
        self.turn = self.button("Next turn", session.next_turn, "nl-nextturn", hint="Play the rest of this turn")
        self.end = self.button("To the end", session.to_end, "nl-toend", hint="Play on until the game is over")
        row = [self.back, self.dice, self.phase, self.turn, self.end]
        self.widget = styled(widgets.Box(row), "nl-steprow")

    def fill(self, shown: BeachView) -> None:
        paused = self.session.paused
        self.back.disabled = self.game.log.at.n == 0 or paused
        for button in (self.dice, self.phase, self.turn, self.end):
            button.disabled = shown.asked is None or paused


class SetupPanel(Panel):
    """Another game: scenario, class size, limits, how far shells stray, what hits, who chooses for the Germans, seed."""

    def __init__(
        self, session: BeachSession, start: Callable[[Any, int], None], swap: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(session)
        self._start, self._swap_sides = start, swap
        self.closed: Callable[[], object] = lambda: None
        names = [(capital(row.title.removeprefix("Beach assault: ")), row.name) for row in Scenario.shipped()]
        self.scenario = widgets.Dropdown(options=names, value=names[0][1])
        self.german = widgets.Dropdown(options=[(f"{n} ({4 * n} pupils)", n) for n in range(1, 9)])
        self.limit = widgets.Dropdown(options=[NO_LIMIT, *((str(n), n) for n in range(7))])
        self.turns = widgets.Dropdown(options=[NO_LIMIT, *((str(n), n) for n in (6, 8, 10, 12, 16, 20))])
        self.stray = widgets.Dropdown(
            options=[("good arm, 2.5 inches", 2.5), ("average, 4", 4.0), ("wild, 6", 6.0)], value=4.0
        )
        self.hits = widgets.Dropdown(options=[("4, 5 or 6", 4), ("5 or 6", 5), ("6 only", 6)], value=5)
        self.germans = widgets.Dropdown(options=[("we choose", "hand"), ("plain doctrine", "doctrine")])
        self.americans = widgets.Dropdown(options=[("we choose", "hand"), ("plain doctrine", "doctrine")])
        self.american_people = widgets.Text(value=session.people.american, continuous_update=False)
        self.german_people = widgets.Text(value=session.people.german, continuous_update=False)
        self.seed = widgets.Text(value="", placeholder="any number", continuous_update=False)
        rows = (
            ("Scenario", self.scenario), ("German players", self.german), ("Replacements", self.limit),
            ("Turns", self.turns), ("Shells stray", self.stray), ("A die hits on", self.hits), ("German targets", self.germans),
            ("American moves", self.americans), ("Attackers' name", self.american_people), ("Defenders' name", self.german_people),
            ("Seed", self.seed),
        )  # fmt: skip
        fields = [styled(widgets.HBox([widgets.HTML(words), field]), "nl-labelled") for words, field in rows]
        self.note = html("nl-setupnote")
        self.board = BoardPanel(session, self._on_board)
        self.edit = styled(
            widgets.ToggleButton(description="Edit the board…", tooltip="Bunkers, obstacles, shells"), "nl-editboard"
        )
        self.observe(self.edit, self.board.toggle)
        self.swap = self.button(
            "Swap sides", self._swap, "nl-swap", hint="The same board again, with other dice: who attacked defends now"
        )
        begin = self.button("Start this game", self._begin, "nl-primary", "nl-begin")
        again = self.button(
            "Same dice again", self._again, "nl-again", hint="The same game with the same seed from the start"
        )
        self.widget = styled(
            widgets.VBox([
                styled(widgets.Box(fields), "nl-fields"), styled(widgets.HBox([self.edit, self.swap]), "nl-buttons"),
                self.board.widget, self.note, styled(widgets.HBox([begin, again]), "nl-buttons"),
            ]),
            "nl-panel", "nl-setup", "nl-off",
        )  # fmt: skip
        self.observe(self.scenario, lambda _: self._take_over())
        self.observe(self.germans, lambda value: self._command("germans", value))
        self.observe(self.americans, lambda value: self._command("americans", value))
        self.observe(self.american_people, lambda value: self._name("american", value))
        self.observe(self.german_people, lambda value: self._name("german", value))
        self._take_over()

    def _take_over(self) -> None:
        """Show the values of the chosen scenario, to be changed from there."""
        name = str(self.scenario.value)
        self._show_values(Scenario.load(name) if name in {row.name for row in Scenario.shipped()} else self.game.spec)

    def _show_values(self, spec: Any) -> None:
        self._base = spec
        with self.filling():
            for field, key in (
                (self.german, "players.german"), (self.limit, "replacements.limit"), (self.turns, "end.turn_limit"),
                (self.stray, "artillery.stray"), (self.hits, "fire.hit_on"),
            ):  # fmt: skip
                values = [value for _, value in field.options]
                field.value = spec.in_force[key] if spec.in_force[key] in values else values[0]

    def _open(self) -> None:
        """Begin from the board being played, with what was changed on it."""
        spec = self.game.spec
        name = spec.name.rstrip("+")  # a patched scenario is named after the one that it changes
        with self.filling():
            if name not in [value for _, value in self.scenario.options]:
                self.scenario.options = (*self.scenario.options, (capital(spec.title), name))
            self.scenario.value = name
        self._show_values(spec)

    def _command(self, side: str, how: str) -> None:
        setattr(self.session, side, how)
        self.session.show()

    def _name(self, side: str, name: str) -> None:
        """Who commands a side; without a name it keeps the one that it had."""
        if name.strip():
            setattr(self.session.people, side, name.strip())
        self.session.show()

    def _on_board(self, spec: Any) -> None:
        self._start(spec, -1)
        self._close()

    def _swap(self) -> None:
        self._swap_sides()
        self._close()

    def toggle(self, on: bool) -> None:
        """Open or close the set-up."""
        if on:
            self._open()
        visible(self.widget, on)

    def scenario_now(self) -> Any:
        """The chosen scenario with what was changed."""
        spec = self._base
        wanted = {
            "players": {"german": self.german.value}, "replacements": {"limit": self.limit.value},
            "end": {"turn_limit": self.turns.value}, "artillery": {"stray": self.stray.value},
            "fire": {"hit_on": self.hits.value},
        }  # fmt: skip
        if self.german.value != spec.in_force["players.german"] and spec.name.rstrip("+") == "beach/demonstration":
            wanted |= {
                "obstacles": {"segments": "dice"},
                "bunkers": {"sections": "dice"},
            }  # its board is for one player
        changed = {
            section: {key: value for key, value in table.items() if spec.in_force[f"{section}.{key}"] != value}
            for section, table in wanted.items()
        }
        patch = {section: table for section, table in changed.items() if table}
        return spec.with_(patch) if patch else spec

    def _begin(self) -> None:
        text = str(self.seed.value).strip()
        if text and not text.isdigit():
            self.note.value = "The seed is a whole number, or nothing for a new one."
            return
        self._start(self.scenario_now(), int(text) if text else -1)
        self._close()

    def _again(self) -> None:
        self._start(self.game.spec, self.game.seed)
        self._close()

    def _close(self) -> None:
        self.note.value = ""
        self.edit.value = False
        self.toggle(False)
        self.closed()

    def fill(self, _shown: BeachView) -> None:
        session = self.session
        self.germans.value, self.americans.value = session.germans, session.americans
        self.american_people.value, self.german_people.value = session.people.american, session.people.german
