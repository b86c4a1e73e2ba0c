"""Who holds bridges and river lines by day, as the rulebook lets them change hands: 8.511, 20.1 to 20.4."""

from __future__ import annotations

from normandy_lab.breakout.board.board import BOX, Border
from normandy_lab.breakout.frames import Assault, BridgeWork, Impulse
from normandy_lab.breakout.state import State
from tests.properties import oracle_day
from tests.properties.oracle_day import bridge_stands_now, controlled, line_holder, wet
from tests.properties.walk import Step

GERMAN, ALLIED = 0, 1


def check_lines(step: Step, *, repulsed: bool) -> None:
    """Nothing changes hands without a reason, and whatever must change hands does."""
    before, after = step.before, step.after
    _reasons(step)
    _entered(step)
    old = next((frame for frame in before.frames if isinstance(frame, Assault)), None)
    ended = old is not None and not any(isinstance(frame, Assault) for frame in after.frames)
    if old is not None and ended and not repulsed:
        _carried(before, after, old)
    if before.control != after.control:
        _joined(before, after)


def _reasons(step: Step) -> None:
    """20.1: crossing, assault, seizure, repair, destruction, or one side at both ends."""
    before, after = step.before, step.after
    if before.held == after.held:
        return
    work = next((frame.border for frame in before.frames if isinstance(frame, BridgeWork)), -1)
    for border, old, new in zip(after.setting.board.borders, before.held, after.held, strict=True):
        if old == new:
            continue
        assert border.bridge or wet(border), border.id
        both = any(controlled(after, border.a, side) and controlled(after, border.b, side) for side in (GERMAN, ALLIED))
        assert border.index == work or both or _crossed(before, after, border), f"20.1: {border.id}"


def _crossed(before: State, after: State, border: Border) -> bool:
    """Some unit of the impulse came over this border (8.511)."""
    frames = [state.frames[2] for state in (before, after) if len(state.frames) > 2]
    return any(march.border == border.index for frame in frames for march in getattr(frame, "marches", ()))


def _entered(step: Step) -> None:
    """A unit that crosses the enemy's line into a place without enemies takes it (Example 10)."""
    before, after = step.before, step.after
    if before.at == after.at or len(after.frames) < 3 or not isinstance(after.frames[2], Impulse):
        return
    impulse, board = after.frames[2], after.setting.board
    for march in impulse.marches:
        old, new = before.at[march.unit], after.at[march.unit]
        side = after.setting.forces.units[march.unit].side
        if old == new or side != impulse.side or march.border < 0 or board.places[old].kind == BOX:
            continue
        border = board.borders[march.border]
        theirs = wet(border) and line_holder(before, border) != side
        if theirs and {old, new} == {border.a, border.b} and not after.here[1 - side][new]:
            assert line_holder(after, border) == side, f"8.511: {border.id}"


def _carried(before: State, after: State, assault: Assault) -> None:
    """8.511: after an assault that was not repulsed the lines that its units had to cross are theirs."""
    impulse = before.frames[2]
    assert isinstance(impulse, Impulse)
    for march in impulse.marches:
        fought = (assault.attackers | assault.others) >> march.unit & 1
        border = after.setting.board.borders[march.border] if march.border >= 0 else None
        if march.must and fought and border is not None and wet(border) and assault.area in (border.a, border.b):
            assert line_holder(after, border) == assault.side, f"8.511: {border.id}"


def _joined(before: State, after: State) -> None:
    """20.1: a standing bridge goes to the side that comes to control both ends."""
    for border in after.setting.board.borders:
        if not (border.bridge and wet(border) and bridge_stands_now(after, border)):
            continue
        for side in (GERMAN, ALLIED):
            now = controlled(after, border.a, side) and controlled(after, border.b, side)
            then = controlled(before, border.a, side) and controlled(before, border.b, side)
            if now and not then:
                assert oracle_day.line_holder(after, border) == side, f"20.1: {border.id}"
