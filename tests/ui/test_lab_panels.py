"""The lab as a person uses it: real widgets, clicked and read in plain pytest, no browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import pytest

import normandy_lab as nl
from normandy_lab.core.terms import Tally, Term
from normandy_lab.ui import autosave
from normandy_lab.ui.breakout.lab import Lab
from normandy_lab.ui.breakout.panels.odds import bars, classes
from normandy_lab.ui.breakout.view import DEFAULT_LAYERS
from normandy_lab.ui.hits import Hit
from normandy_lab.ui.palette import COLOURS, contrast
from normandy_lab.ui.panels import css
from normandy_lab.ui.panels import html as pieces
from normandy_lab.ui.shell import _SHOWN


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NORMANDY_STRICT", "1")
    monkeypatch.setattr(autosave, "folder", lambda: tmp_path / "kept")


def tree(widget: Any) -> Iterator[Any]:
    yield widget
    for child in getattr(widget, "children", ()):
        yield from tree(child)


def hidden(widget: Any) -> bool:
    return "nl-off" in widget._dom_classes


class Person:
    """Clicks on what can be seen, and counts."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.clicks = 0

    def press(self, button: widgets.Button) -> None:
        assert not hidden(button), button.description
        assert not button.disabled, button.description
        self.clicks += 1
        button.click()

    def map(self, kind: str, what: str) -> None:
        self.clicks += 1
        self.lab.session.click(Hit(kind, what))

    def option(self, part: str) -> None:
        buttons = self.lab.decision.options.children
        found = [button for button in buttons if part in button.description]
        assert found, f"{part!r} is not among {[button.description for button in buttons]}"
        self.press(found[0])

    @property
    def kind(self) -> str | None:
        decision = self.lab.game.decision
        return decision.kind if decision is not None else None


@pytest.fixture(scope="module")
def one() -> Lab:
    """Shared: to draw a figure takes longer than to play a game."""
    return Lab("d_day", seed=1944, autosave=False)


@pytest.fixture
def lab(one: Lab, _home: None) -> Lab:
    """The shared lab as it opens, with a game of its own that is kept in a folder of its own."""
    game = nl.new_game("d_day", seed=1944)
    one.session.save = autosave.Autosave("d_day", digest=game.spec.digest)
    one.session.layers = frozenset(DEFAULT_LAYERS)
    one.layers.tables.value = one.layers.projector.value = False
    one.log_panel.filter.value = "all"
    if one.log_panel.tall:
        one.log_panel.open.click()
    one.session.focus = ""
    one.session.replace(game)
    return one


def test_the_drop_by_clicks(lab: Lab) -> None:
    person, panel = Person(lab), lab.decision
    assert [button.description for button in panel.groups.children] == [
        "Merville, 2",
        "Pont L'Abbe, 2",
        "Ste. Mere Eglise, 4",
    ]
    person.press(panel.groups.children[2])
    checks = [w for w in tree(panel.units.widget) if isinstance(w, widgets.Checkbox)]
    assert [check.value for check in checks] == [True] * 4
    assert checks[0].description == "505 Para Rgt, US 82 AB, attack 3, defense 3, movement 4, fresh"
    assert panel.primary.description == "Attack, 7 against 5"
    assert "AV 7" in lab.odds.body.value
    assert "DV 5" in lab.odds.body.value
    assert "9.2D" in lab.odds.body.value
    checks[3].value = False
    assert panel.primary.description == "Attack, 5 against 5"
    checks[3].value = True
    panel.point.value = "US-101-502"
    person.press(panel.primary)
    assert "attack Ste. Mere Eglise in the night" in lab.log_panel.body.value
    assert "point US-101-502" in [str(node.action) for node in lab.game.log.at.path()]


def test_a_bridge_is_taken_by_the_row_for_dropped_units(lab: Lab) -> None:
    lab.session.look_at("49")
    drop = lab.decision.drop
    assert not hidden(drop.row)
    drop.unit.value = "US-82-508"
    assert {name for name, _ in drop.bridge.options} == {"Valognes", "Ste. Mere Eglise", "St. Jores", "St. Sauveur"}
    drop.bridge.value = "49-50"
    drop.secure.click()
    assert lab.session.view.counter("US-82-508").level == "spent"
    assert next(b for b in lab.session.view.bridges if b.id == "49-50").state == "allied"


def test_selected_units_stay_fresh_by_single_actions(lab: Lab) -> None:
    lab.session.look_at("7")
    lab.decision.drop.stay.click()
    assert [str(node.action) for node in lab.game.log.at.path()] == ["stay BR-6AB-3", "stay BR-6AB-5"]


def test_the_artillery_is_greyed_with_reason_and_rule(lab: Lab) -> None:
    while lab.game.decision.kind != "first_wave":
        lab.decision.accept.click()
    lab.session.look_at("30")
    checks = [w for w in tree(lab.decision.units.widget) if isinstance(w, widgets.Checkbox)]
    denied = [check for check in checks if check.disabled]
    assert len(checks) == 8
    assert len(denied) == 1
    assert "no artillery in the first wave" in denied[0].description
    assert "21.5" in denied[0].description


def test_a_refused_target_says_why_when_it_is_clicked(lab: Lab) -> None:
    game = nl.new_game(nl.load_scenario("d_day").with_({"clock": {"phase": "naval"}}), seed=1)
    lab = Lab(game)
    person = Person(lab)
    person.option("shells Omaha Beach, 8 against")
    assert person.kind == "target"
    person.option("10.12")
    assert "nl-refusal" in lab.decision.message.value
    assert "10.12" in lab.decision.message.value
    assert person.kind == "target", "nothing was played"


@pytest.mark.parametrize("seed", [1944, 7])
@pytest.mark.smoke
def test_the_four_phases_take_at_most_forty_clicks(seed: int) -> None:
    """Attack with all, land all, assault beach by beach; what is left is accepted."""
    lab = Lab("d_day", seed=seed)
    person = Person(lab)
    panel = lab.decision
    assault = {"50"}
    while person.kind != "impulse":
        if person.kind == "airborne" and assault:
            person.map("place", assault.pop())
            person.press(panel.primary)
        elif person.kind == "first_wave":
            person.press(panel.all)
        elif person.kind == "point":
            person.press(panel.primary)
        else:
            person.press(panel.accept)
    assert lab.game.system.clock(lab.game.state)["phase"] == "daylight"
    assert person.clicks <= 40
    path = lab.game.log.at.path()
    assert len(path) > 2 * person.clicks, "each single action is logged"
    assert all(len(node.action.split("\n")) == 1 for node in path)
    while lab.game.log.at.n:
        lab.game.undo(1)
    assert lab.game.system.digest(lab.game.state) == nl.new_game("d_day", seed=seed).system.digest(
        nl.new_game("d_day", seed=seed).state
    )


def test_undo_redo_and_the_slider(lab: Lab) -> None:
    lab.session.look_at("49")
    lab.decision.drop.secure.click()
    steps = lab.game.log.at.n
    assert lab.strip.undo.disabled is False
    lab.strip.undo.click()
    assert lab.game.log.at.n == 0
    assert lab.strip.redo.disabled is False
    lab.strip.redo.click()
    assert lab.game.log.at.n == steps
    lab.strip.slider.value = 0
    assert lab.game.log.at.n == 0
    assert lab.strip.slider.max == steps


def test_a_branch_from_the_strip(lab: Lab) -> None:
    lab.session.dispatch("stay US-82-507")
    lab.strip.branch.click()
    lab.strip.branch_name.value = "other luck"
    next(w for w in tree(lab.strip.branch_row) if isinstance(w, widgets.Button)).click()
    assert lab.game.log.line == "other luck"
    assert "Branch other luck" in lab.strip.where.value


def test_save_as_and_open_again(lab: Lab, tmp_path: Path) -> None:
    lab.session.dispatch("stay US-82-507")
    lab.session.save_as(str(tmp_path / "game.jsonl"))
    again = Lab(tmp_path / "game.jsonl")
    assert again.game.system.digest(again.game.state) == lab.game.system.digest(lab.game.state)


def test_a_lab_that_comes_back_offers_the_kept_game(lab: Lab) -> None:
    assert hidden(lab.resume.widget)
    lab.session.dispatch("secure US-82-507 49-53")
    again = Lab("d_day", seed=3)
    assert not hidden(again.resume.widget)
    next(w for w in tree(again.resume.widget) if "nl-resumego" in w._dom_classes).click()
    assert hidden(again.resume.widget)
    assert again.game.system.digest(again.game.state) == lab.game.system.digest(lab.game.state)
    assert again.game.seed == 1944
    fresh = Lab("d_day", seed=3)
    fresh.session.dispatch("stay US-82-507")
    assert hidden(fresh.resume.widget), "a new game is under way"


def test_another_kept_game_can_be_chosen_from_the_list(lab: Lab) -> None:
    lab.session.dispatch("secure US-82-507 49-53")
    longer = Lab("d_day", seed=3)
    assert hidden(longer.resume.chosen), "there is one game only"
    for _ in range(3):
        longer.session.dispatch(str(longer.game.decision.options[-1]))
    again = Lab("d_day", seed=4)
    assert not hidden(again.resume.chosen)
    lengths = [label.rsplit(": ", 1)[1] for label, _ in again.resume.chosen.options]
    assert lengths == [
        f"{longer.game.log.at.n} actions",
        f"{lab.game.log.at.n} action" + "s" * (lab.game.log.at.n != 1),
    ]
    again.resume.chosen.value = 1
    next(w for w in tree(again.resume.widget) if "nl-resumego" in w._dom_classes).click()
    assert again.game.seed == 1944


def test_real_dice_are_clicked(lab: Lab) -> None:
    lab.dice.real.value = True
    assert lab.game.auto_roll is False
    lab.session.look_at("50")
    lab.decision.primary.click()
    assert not hidden(lab.dice.entry)
    assert lab.dice.use.disabled
    for face in (6, 5, 2, 1):
        lab.dice.faces[face - 1].click()
    assert not lab.dice.use.disabled
    lab.dice.use.click()
    assert "roll 6+5:2+1" in [str(node.action) for node in lab.game.log.at.path()]
    lab.strip.undo.click()
    lab.decision.primary.click()
    lab.dice.throw.click()
    assert hidden(lab.dice.entry) or lab.game.decision.roll is not None


def test_layers_tables_and_the_way_to_an_area(lab: Lab) -> None:
    lab.layers.toggles["provenance"].value = True
    assert "provenance" in lab.session.view.layers
    assert hidden(lab.tables.widget)
    lab.layers.tables.value = True
    assert "Ste. Mere Eglise" in lab.tables.body.value
    lab.tables.name.value = "units"
    lab.tables.find.value = "Martin"
    assert lab.tables.body.value.count("<tr>") == 2
    lab.layers.goto.box.value = "merville"
    assert lab.session.focus == "7"
    lab.layers.goto.box.value = "Atlantis"
    assert "No area is called Atlantis" in lab.decision.message.value


def test_the_log_filters_and_opens(lab: Lab) -> None:
    lab.session.look_at("50")
    lab.decision.primary.click()
    lab.log_panel.filter.value = "dice"
    assert lab.log_panel.body.value.count("nl-line") > 0
    assert "attack Ste. Mere Eglise" not in lab.log_panel.body.value
    lab.log_panel.open.click()
    assert "nl-open" in lab.log_panel.widget._dom_classes


def test_projector_mode_is_a_class_of_the_lab(lab: Lab) -> None:
    lab.layers.projector.value = True
    assert "nl-projector" in lab._dom_classes
    lab.layers.projector.value = False
    assert "nl-projector" not in lab._dom_classes


def test_the_end_says_where_the_game_stops(lab: Lab) -> None:
    while lab.game.decision is not None:
        lab.decision.accept.click()
    assert "Game over" in lab.decision.what.value
    assert "22." in lab.decision.what.value
    assert "nl-empty" in lab.decision.accept._dom_classes, "it keeps its place"
    lab.session.dispatch("pass")
    assert "The game is over" in lab.decision.message.value


def test_playing_in_code_is_shown_after_refresh(lab: Lab) -> None:
    lab.game.play("secure US-82-507 49-53")
    lab.refresh()
    assert "secures the bridge" in lab.log_panel.body.value


def test_a_cell_that_is_run_again_closes_the_lab_it_replaces(monkeypatch: pytest.MonkeyPatch) -> None:
    lab = Lab("d_day", seed=1)
    monkeypatch.setattr("normandy_lab.ui.shell._cell_id", lambda: "cell-1")
    monkeypatch.setattr("normandy_lab.ui.bokeh_bridge.display", lambda *a, **k: None)
    other = Lab("d_day", seed=2)
    lab._repr_mimebundle_()
    lab._repr_mimebundle_()
    assert _SHOWN["cell-1"] is lab
    other._repr_mimebundle_()
    assert _SHOWN["cell-1"] is other
    assert lab.comm is None, "closed"
    assert other.comm is not None
    assert "application/vnd.jupyter.widget-view+json" in str(other._repr_mimebundle_())
    _SHOWN.clear()


def test_every_control_has_words(lab: Lab) -> None:
    for widget in tree(lab):
        if isinstance(widget, widgets.Button | widgets.ToggleButton) and not hidden(widget) and widget in _shown(lab):
            assert widget.description, widget._dom_classes


def _shown(lab: Lab) -> list[Any]:
    """Widgets that no hidden box contains."""

    def walk(widget: Any) -> Iterator[Any]:
        if not hidden(widget):
            yield widget
            for child in getattr(widget, "children", ()):
                yield from walk(child)

    return list(walk(lab))


# ------------------------------------------------------------------------------------- pieces


class FakeAttack:
    """Two values; what the odds panel needs of an Attack."""

    def __init__(self, av: int, dv: int, kind: str = "assault", bocage: bool = False) -> None:
        self.av = Tally("attack value", [Term(av, "9.2A", "Point Unit")])
        self.dv = Tally("defense value", [Term(dv, "9.3A", "Forward Unit")])
        self.kind, self.bocage, self.note, self.reroll, self.side = kind, bocage, "", "allied", "allied"


def test_the_outcomes_of_omaha_are_those_of_the_dice() -> None:
    # 14 against 10: repulsed below a roll difference of -4, a tie at -4, of 1,296.
    shares = {c.outcome: c.share for c in classes(FakeAttack(14, 10))}
    assert shares == {"repulsed": Fraction(126, 1296), "tie": Fraction(80, 1296), "success": Fraction(1090, 1296)}
    assert len(bars(FakeAttack(14, 10))) == 21


def test_a_bombardment_needs_two_points() -> None:
    # 8 against 3: no point at a difference of 0 and less (Germans five better), one at 1 (four better).
    shares = {c.outcome: c.share for c in classes(FakeAttack(8, 3, "bombardment"))}
    assert shares["repulsed"] == Fraction(126, 1296)
    assert shares["tie"] == Fraction(80, 1296)


def test_rule_tags_carry_the_title_of_the_rule() -> None:
    tag = pieces.rule_tag("9.2D")
    assert re.search(r'title="9\.2D: .+"', tag)
    assert pieces.rule_tag("9.1 9.2").count("<code") == 2


def test_words_from_outside_are_escaped() -> None:
    assert "<b>" not in pieces.box("info", "<b>bold</b>")
    assert "&lt;b&gt;" in pieces.box("info", "<b>bold</b>")


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("ink", "paper"), ("ink", "panel"), ("ink_soft", "panel"), ("ink_soft", "panel_tint"), ("primary_ink", "primary"),
        ("warn_ink", "warn_bg"), ("error_ink", "error_bg"), ("vp_ink", "vp"), ("ink_soft", "paper"),
    ],
)  # fmt: skip
def test_text_of_the_panels_has_contrast(ink: str, ground: str) -> None:
    assert contrast(COLOURS[ink], COLOURS[ground]) >= 4.5


def test_rule_and_side_tags_have_contrast() -> None:
    assert contrast(COLOURS["link"], css.RULE_BG) >= 4.5
    for ink in css.SIDE_INK.values():
        assert contrast("#FFFFFF", ink) >= 4.5


def test_no_small_print_is_under_eleven_pixels() -> None:
    sizes = [float(size) for size in re.findall(r"(?:font(?:-size)?:[^;}]*?)(\d+(?:\.\d+)?)px", css.style_sheet())]
    assert sizes
    assert min(sizes) >= 11


def test_the_style_sheet_has_no_marks_left() -> None:
    assert not re.search(r"@(sans|mono|rule|german|allied|chance)\b", css.style_sheet())
