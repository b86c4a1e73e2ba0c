"""The card at the top right: what is asked, dice, squads and figures, and one primary button."""

from __future__ import annotations

from functools import partial
from typing import Any

import ipywidgets as widgets

from normandy_lab.ui.beach.charts import dice_row, icon
from normandy_lab.ui.beach.session import BeachSession
from normandy_lab.ui.beach.tray import TRIES
from normandy_lab.ui.beach.view import AskedView, BeachView
from normandy_lab.ui.beach.words import action_words, capital, explain, many, title
from normandy_lab.ui.panels.base import Panel, Pool, html, set_children, styled, visible
from normandy_lab.ui.panels.html import SIDE_NAMES, box, esc, rule_tag
from normandy_lab.ui.panels.typed import DicePanel

ORDER_WORDS = (("advance", "Advance"), ("clear", "Clear"), ("assault", "Assault"))
AIMED = {"act": "Move there", "aim": "Throw there", "shell": "It lies there"}


class BeachDice(DicePanel):
    """Faces of real dice, all that may be thrown together in one row; of tries also how many succeeded.

    Shells are clicked on the picture instead.
    """

    def __init__(self, session: BeachSession) -> None:
        super().__init__(session)
        self.counting = False
        self.count = self.button("", self._count, "nl-countsixes", hint="Type only how many succeeded (S)")
        self.entry.children = (*self.entry.children, self.count)

    def _set_real(self, on: bool) -> None:
        self.session.set_typed(on)

    def _throw(self) -> None:
        self.session.roll()

    def _real(self) -> bool:
        return bool(self.session.typed)

    def _waits(self) -> bool:
        asked = self.session.view.asked
        return asked is not None and bool(asked.roll) and asked.roll != "shell" and self.session.typed

    def _rows(self) -> list[tuple[str, int]]:
        return [("", self.session.at_once)] if self._waits() else []

    def _face(self, number: int) -> None:
        if self.counting:
            self._typed = [6] * min(number, self.session.at_once)
            self._ready()
        else:
            super()._face(number)

    def _count(self) -> None:
        """Faces one by one, or only how many dice succeeded; those who roll first have the successes."""
        self.counting, self._typed = not self.counting, []
        self._ready()

    def _use(self) -> None:
        rest = [1] * (self.session.at_once - len(self._typed)) if self.counting else []
        self.session.type_together([*self._typed, *rest])

    def fill(self, shown: BeachView) -> None:
        tries = self._waits() and shown.asked is not None and shown.asked.roll in TRIES
        self.counting = self.counting and tries
        super().fill(shown)
        visible(self.count, tries)
        self.count.description = "Type every face" if self.counting else "Only how many 6s"
        for number, button in enumerate(self.faces, 1):
            button.tooltip = f"{number} dice show a 6" if self.counting else f"A die shows {number}"
        if self.counting:
            for number, button in enumerate(self.faces, 1):
                visible(button, number <= self.session.at_once)
            self.use.disabled = False
            self.use.description = f"Use: {many(len(self._typed), 'six')} of {many(self.session.at_once, 'die')}"
        elif self._waits():
            self.use.description = "Use these dice"

    def _shown(self) -> str:
        count, wait = self.session.at_once, len(self._typed)
        if self.counting:
            return f"<p>{capital(many(count, 'die'))} thrown: how many show a 6? Who rolls first has them.</p>"
        more = "" if count < 2 else f"<p>{capital(many(count, 'die'))} may be thrown together; {wait} typed.</p>"
        return more + super()._shown()


class BeachDecision(Panel):
    """The decision card."""

    shows_messages = True

    def __init__(self, session: BeachSession, steps: Any) -> None:
        super().__init__(session)
        self.what = html("nl-asked")
        self.dice = html("nl-dicebox")
        self.squads = styled(widgets.Box(), "nl-squadrow", "nl-squads")
        self.orders = [
            self.button(words, partial(self._order, what), "nl-order", f"nl-order-{what}")
            for what, words in ORDER_WORDS
        ]
        self.order_row = styled(widgets.Box(self.orders), "nl-squadrow")
        self.figure = styled(widgets.Dropdown(tooltip="A figure"), "nl-figure")
        self.figure_row = styled(widgets.HBox([widgets.HTML("Figure"), self.figure]), "nl-labelled")
        self.options = styled(widgets.VBox(), "nl-rows", "nl-options")
        self.where = styled(widgets.Text(placeholder="along, inland: 12.4, 6", continuous_update=False), "nl-where-to")
        self.go = self.button("Move there", self._go, "nl-goto-there")
        self.where_row = styled(widgets.HBox([widgets.HTML("Place"), self.where, self.go]), "nl-labelled")
        self.off = self.button("It fell off the table", self._off, "nl-offtable")
        self.message = html("nl-message", "nl-says-message")
        self.head = html("nl-headline")
        self.typed = BeachDice(session)
        self.primary = self.button("", self._primary, "nl-primary")
        self.type = self.button("Type dice", self._type, "nl-typedice", hint="Real dice: type or click what they show")
        self.other = self.button("", self._other, "nl-accept", "nl-giveup")
        last = styled(widgets.Box([*self.typed.buttons, self.primary, self.type, self.other]), "nl-do")
        asked = [
            self.what, self.typed.entry, self.squads, self.order_row, self.dice, self.figure_row, self.options, self.where_row,
            self.off,
        ]  # fmt: skip
        scroll = styled(widgets.Box(asked), "nl-scroll")
        rows = styled(widgets.Box([last, steps]), "nl-actions")
        self.widget = styled(widgets.Box([self.head, scroll, self.message, rows]), "nl-panel", "nl-decision")
        self.big = False  # dice for the back row
        self.debrief: Any = None  # what the primary button does when the game is over
        self._squad_pool: Pool[widgets.Button] = Pool(lambda n: self.button("", lambda: self._squad(n), "nl-squad"))
        self._option_pool: Pool[widgets.Button] = Pool(lambda n: self.button("", lambda: self._option(n), "nl-option"))
        self._squads: list[str] = []
        self._options: list[str] = []
        self.observe(self.figure, session.choose_figure)

    # -- callbacks -----------------------------------------------------------------------------

    def _primary(self) -> None:
        session, asked = self.session, self.session.view.asked
        self.primary.disabled = True  # a second click while the kernel works would play twice
        try:
            if asked is None:
                if self.debrief is not None:
                    self.debrief()
            elif asked.roll:
                session.roll()
            elif asked.kind == "act":
                session.everybody()
            else:
                session.dispatch(str(self.game.system.suggest(self.game.state)))
        finally:
            self.primary.disabled = False

    def _order(self, what: str) -> None:
        self.session.order(what, self.session.squad)

    def _other(self) -> None:
        self.session.dispatch("end")

    def _type(self) -> None:
        self.session.set_typed(not self.session.typed)

    def _squad(self, number: int) -> None:
        self.session.choose_squad(self._squads[number])

    def _option(self, number: int) -> None:
        action = self._options[number]
        why = self.game.why_not(action)
        if why is not None:
            self.session.refusal(why)
        else:
            self.session.dispatch(action)

    def _go(self) -> None:
        words = str(self.where.value).replace(",", " ").split()
        view = self.session.view
        kind = view.asked.step if view.asked is not None else ""
        verb = {"act": f"move {view.chosen.id}" if view.chosen else "", "aim": "aim", "shell": "impact"}.get(kind, "")
        if not verb:
            self.session.say("info", "Choose a figure first." if kind == "act" else "No place is asked for now.")
            self.session.show()
        elif len(words) != 2:
            self.session.say("info", "Write two lengths in inches, along the shore and inland, such as 12.4, 6.")
            self.session.show()
        else:
            self.session.dispatch(f"{verb} {words[0]} {words[1]}")

    def _off(self) -> None:
        self.session.dispatch(f"impact -5 {-self.session.view.water - 5:g}")

    # -- showing -------------------------------------------------------------------------------

    def fill(self, shown: BeachView) -> None:
        asked = shown.asked
        side = asked.actor if asked is not None else ""
        who = (
            f"{SIDE_NAMES[side]}: your decision"
            if side in ("american", "german")
            else "Dice"
            if side
            else "Nothing to decide"
        )
        self.head.value = f'<div class="nl-head nl-head-{side}"><span>{who}</span></div>'
        self.what.value = heading(shown)
        self.dice.value = self._dice(shown)
        self._fill_squads(shown)
        self._fill_figures(shown)
        self._fill_options(shown)
        kind = asked.step if asked is not None else ""
        shell = kind == "shell" and self.session.typed
        visible(self.where_row, (kind == "act" and bool(shown.chosen)) or kind == "aim" or shell)
        visible(self.off, shell)
        self.go.description = AIMED.get(kind, "Go")
        message = self.session.message
        self.message.value = (
            box(message.kind, message.text, message.rule, message.details) if message is not None else ""
        )
        self._fill_buttons(shown, kind)

    def _dice(self, shown: BeachView) -> str:
        """The dice that wait, as empty boxes; else those that have just been thrown."""
        asked, px = shown.asked, 68 if self.big else 46
        if asked is not None and asked.dice:
            if self.session.typed:
                return ""
            total = "<b>total ?</b>" if asked.roll == "morale" else ""
            return f'<div class="nl-bigdice">{dice_row("?" * asked.dice, px if asked.dice < 6 else px // 3 * 2)}{total}</div>'
        return last_dice(self.session, px)

    def _fill_squads(self, shown: BeachView) -> None:
        acting = shown.asked is not None and shown.asked.kind == "act"
        self._squads = [squad.id for squad in shown.squads if squad.able] if acting else []
        buttons = self._squad_pool.take(len(self._squads))
        for button, name in zip(buttons, self._squads, strict=True):
            squad = shown.squad(name)
            ready = sum(figure.able for figure in shown.of(name))
            button.description = f"{'✓ ' if squad.chosen else ''}{name}, {ready}"
            button.tooltip = f"Squad {name}: {many(ready, 'figure')} may act"
            (button.add_class if squad.chosen else button.remove_class)("nl-on")
        set_children(self.squads, buttons)
        visible(self.squads, acting)
        visible(self.order_row, acting)
        for button, (_, words) in zip(self.orders, ORDER_WORDS, strict=True):
            button.description = f"{words} {self.session.squad}".strip()
            button.tooltip = f"All figures of squad {self.session.squad}: {words.lower()}"

    def _fill_figures(self, shown: BeachView) -> None:
        acting = shown.asked is not None and shown.asked.kind == "act"
        visible(self.figure_row, acting)
        able = [figure for figure in shown.of(self.session.squad) if figure.able] if acting else []
        labels = [("none: order the squad", ""), *((f"{f.id} at {f.x:g}, {f.y:g}", f.id) for f in able)]
        if list(self.figure.options) != labels:
            self.figure.options = labels
        chosen = shown.chosen.id if shown.chosen is not None else ""
        self.figure.value = chosen if chosen in [value for _, value in labels] else ""

    def _fill_options(self, shown: BeachView) -> None:
        self._options = options(self.game, shown)
        buttons = self._option_pool.take(len(self._options))
        for number, (button, action) in enumerate(zip(buttons, self._options, strict=True), 1):
            why = self.game.why_not(action)
            button.description = (
                f"{number}  {action_words(shown, action)}" if why is None else f"{why.text}  {why.rule}"
            )
            button.tooltip = action
            (button.add_class if why is not None else button.remove_class)("nl-denied")
        set_children(self.options, buttons)
        visible(self.options, bool(buttons))

    def _fill_buttons(self, shown: BeachView, kind: str) -> None:
        asked = shown.asked
        self.primary.description = self.primary.tooltip = self._primary_words(shown, asked)
        visible(self.primary, asked is None or not asked.roll or not self.session.typed or kind == "shell")
        if kind == "shell" and self.session.typed:
            self.primary.description = "Throw it for me"
        visible(self.type, asked is not None)
        self.type.description = "Roll here" if self.session.typed else "Type dice"
        visible(self.other, kind == "act")
        self.other.description = "Done acting"
        for button in (self.primary, self.type, self.other, *self.orders):
            button.disabled = self.session.paused

    def _primary_words(self, shown: BeachView, asked: AskedView | None) -> str:
        if asked is None:
            return "Debrief"
        if asked.roll == "shell":
            return "Throw the shell"
        if asked.roll:
            return f"Roll {many(asked.dice, 'die')}"
        if asked.kind == "act":
            far = all(figure.y < shown.wall for figure in shown.figures if figure.able)
            return "Everybody advances" if far else "Everybody acts"
        return action_words(shown, str(self.game.system.suggest(self.game.state)))


def options(game: Any, shown: BeachView) -> list[str]:
    """The list: what the chosen figure may do, or every answer to the question; some refused ones with their reason."""
    asked = shown.asked
    if asked is None or asked.roll:
        return []
    found = [str(option) for option in game.decision.options]
    if asked.kind == "act":
        figure = shown.chosen.id if shown.chosen is not None else None
        mine = [option for option in found if option.split()[1:2] == [figure]]
        return [*mine, *(f"{verb} {figure}" for verb in ("clear",) if f"{verb} {figure}" not in mine)] if figure else []
    if asked.kind == "fire":
        return [
            *found,
            *(f"fire {asked.subject} {s.id}" for s in shown.squads if f"fire {asked.subject} {s.id}" not in found),
        ]
    return found


def heading(shown: BeachView) -> str:
    """Who or what it is about, the question, its rule."""
    asked = shown.asked
    if asked is None:
        who = {"american": "The Americans win.", "german": "The Germans win."}.get(shown.winner, "")
        return f"<h3>Game over</h3><p>{who} {esc(shown.how)}.</p>"
    name = asked.subject.rstrip("0123456789") if asked.roll in ("morale", "clear", "assault") else ""
    squad = next((each for each in shown.squads if each.id == name), None)
    mark = icon(squad) if squad is not None else ""
    return (
        f"<h3>{mark}{esc(title(shown))} {rule_tag(asked.rule)}</h3><p>{esc(explain(shown, asked) or asked.prompt)}</p>"
    )


def last_dice(session: BeachSession, px: int) -> str:
    """The dice that the last command has thrown, up to a dozen; "" when it threw none."""
    nodes = [n for n in session.game.log.at.path() if n.n > session.since and n.action.verb == "roll"]
    if not nodes or session.view.turn == 0:
        return ""
    step, setting = nodes[-1].step, session.game.state.setting
    same = [node for node in nodes if node.step == step][-12:]
    least = {"volley": setting.hit_on, "clear": setting.clears_on, "assault": setting.destroys_on}.get(step, 0)
    shown = same if step in ("clear", "assault") else same[-1:]
    faces = [face for node in shown for group in node.action.args[0] for face in group]
    total = f"<b>total {sum(faces)}</b>" if step == "morale" else ""
    words = "The last dice" if len(faces) > 1 else "The last die"
    return f'<div class="nl-cap">{words}</div><div class="nl-bigdice">{dice_row(faces, px if len(faces) < 6 else px // 3 * 2, least)}{total}</div>'
