"""A referee of random days: the books of daylight kept from the rulebook alone, compared after every action.

It reads positions, actions and dice, and calls no rules module: who may act, what is lost, what the clock shows.
"""

from __future__ import annotations

from collections.abc import Iterable

from normandy_lab.breakout.board.board import AREA, BOX, FLOODED, RIVER, ZONE, Border
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import Assault, Bombardment, Day, Impulse
from normandy_lab.breakout.setting import DAYLIGHT
from normandy_lab.breakout.state import State
from tests.properties import oracle_day
from tests.properties.lines import check_lines
from tests.properties.oracle import FOOT, GUNS, bridge_stands, units_in
from tests.properties.walk import Step, check_step, dusk

GERMAN, ALLIED = 0, 1
SEATS = ("german", "allied")
FRESH = 0
CLEAR, OVERCAST = 0, 1
LAST_SPACE = 13  # 3.8
BUSY = 200  # decisions of one impulse; the longest random one has a quarter of it
# What makes an impulse more than a pass (8.6), and what a unit does that is then Spent (8.32, 12.1).
ACTS = {"repair", "march", "land", "seize", "assault", "demolish", "shoot", "lead"}
BY_UNIT = {"march", "land", "seize", "join", "support", "lead"}
AFTER_DEMOLITION = {"march", "land", "seize", "assault", "repair"}  # 8.2, 8.23


class Books:
    """One impulse as the rulebook would have it written down."""

    def __init__(self, state: State, side: int, *, holder: int) -> None:
        self.side = side
        self.at, self.level = list(state.at), list(state.level)
        self.active: set[int] = set()
        self.acting: set[int] = set()
        self.entered: dict[int, int] = {}  # unit -> areas entered
        self.bridges: dict[int, set[int]] = {}  # border -> units over its bridge (8.371)
        self.attacked: set[int] = set()
        self.tries: dict[str, list[int]] = {"repair": [], "seize": [], "demolish": []}
        self.verbs: list[str] = []
        self.doubled = self.demolishing = False
        self.markers: list[str] = []
        self.sunset = self.drm = 0  # the natural Sunset DR, and the marker when it was made (11.23)
        self.sunset_key: tuple[str | int, ...] = ()
        self.holder, self.used, self.forfeited = holder, False, False
        self.lost, self.owed, self.shifted = [0, 0], [0, 0], 0
        self.steps, self.repulsed = 0, False
        self.worn: set[int] = set()  # units that bombardments of this impulse took a level of (10.4)


def judge(played: Iterable[Step]) -> None:
    """Every step of a play, the opening phases by their own rules."""
    referee = None
    for step in played:
        if step.before.phase != DAYLIGHT:
            check_step(step)
            continue
        referee = referee or Referee(step.before)
        referee.see(step)


class Referee:
    """Looks at every step of a day; an assertion names the rule that was broken."""

    def __init__(self, state: State) -> None:
        day = state.frames[1]
        assert isinstance(day, Day)
        self.side, self.passed = day.side, day.passed
        self.impulse, self.weather, self.holder = state.impulse, state.weather, state.advantage
        self.locked = state.setting.setup.weather_lock
        self.late = state.setting.rules["advantage_lost"] == "end_of_impulse"  # I-45
        self.done: set[int] = set()  # units that acted in an earlier impulse of the day
        self.books: Books | None = None

    def see(self, step: Step) -> None:
        """One action of the day."""
        before, after = step.before, step.after
        check_step(step)
        if step.asked.kind == "impulse":
            assert self.books is None
            assert step.asked.actor == SEATS[self.side], "6.1, 8.1: by turns"
            self.books = Books(before, self.side, holder=self.holder)
        books = self.books
        assert books is not None
        books.steps += 1
        assert books.steps < BUSY, "an impulse without end"
        self._declared(step, books)
        self._interdicted(step, books)
        self._dice(step, books)
        if before.at != after.at:
            self._moved(step, books)
        _control(before, after)
        _toll(before, after)
        books.repulsed = books.repulsed or any(event.rule == "9.41" for event in step.events)
        check_lines(step, repulsed=books.repulsed)
        books.repulsed = books.repulsed and any(isinstance(frame, Assault) for frame in after.frames)
        self._losses(step, books)
        _worn(step, books)
        if isinstance(before.frames[-1], Impulse):
            ending(before, {option.verb for option in step.asked.options})
        if dusk(after) or isinstance(after.frames[-1], Day):
            self._closed(after, books)
            self.books = None
        else:
            assert (after.impulse, after.weather) == (self.impulse, self.weather), "18.4: not within an impulse"
            assert after.advantage == books.holder, "11.2"

    # ------------------------------------------------------------------------------- who acts

    def _declared(self, step: Step, books: Books) -> None:
        verb, args, before = step.action.verb, step.action.args, step.before
        books.verbs.append(verb)
        if verb in ("impulse", "double") and args[0] == 0:
            books.active.add(args[1])
        if verb in ("double", "reroll"):
            self._advantage(step, books)
        if verb in BY_UNIT:
            self._acts(before, books, args[0], verb)
        if verb == "assault":
            assert args[0] not in books.attacked, "8.22: an area is attacked once"
            books.attacked.add(args[0])
        if verb in books.tries:
            border = args[-1]
            assert border not in books.tries[verb], "8.221, 20.2, 20.4: one try a bridge"
            books.tries[verb].append(border)
        if verb == "shoot":
            books.markers.append(before.setting.forces.markers[args[0]].kind)
            assert not before.used >> args[0] & 1, "10.11"
            assert books.markers[-1] != "air" or self.weather == CLEAR, "17.3, 18.3"
        books.demolishing = books.demolishing or verb == "demolish"
        assert not (books.demolishing and verb in AFTER_DEMOLITION), "8.2: demolition is the last step"
        frame = before.frames[-1]
        if isinstance(frame, Assault) and verb == "point":
            for index in range(len(before.at)):
                if (frame.attackers | frame.support) >> index & 1:
                    assert before.level[index] == FRESH, "12.1"
                    books.acting.add(index)

    def _advantage(self, step: Step, books: Books) -> None:
        """Used once an impulse by its holder, for a second half of his own impulse or to force a roll (11.3, 11.4)."""
        assert not books.used, "11.3, 11.4"
        assert step.asked.actor == SEATS[books.holder], "11.3, 11.4"
        books.used = True
        if step.action.verb == "double":
            assert not books.doubled, "11.4"
            assert books.holder == books.side, "11.4"
            books.doubled, books.demolishing = True, False

    def _acts(self, state: State, books: Books, index: int, verb: str) -> None:
        unit = state.setting.forces.units[index]
        assert unit.side == books.side, "8.12"
        assert state.level[index] == FRESH == books.level[index], f"12.1: {unit.id}"
        assert index not in self.done, f"8.32: {unit.id} acted in an earlier impulse"
        assert unit.type != "coastal_artillery", "8.373"
        if verb in ("march", "land", "seize", "join"):
            assert books.at[index] in books.active, f"8.2: {unit.id} began elsewhere"
        if verb in ("support", "lead"):
            assert unit.type in GUNS, "9.7, 10.2"
            assert index not in books.entered, "9.7: guns that support do not move"
        books.acting.add(index)
        nations = {state.setting.forces.units[each].nationality for each in books.acting}
        assert len(nations) == 1 or books.doubled, "8.374"

    # ------------------------------------------------------------------------------- dice

    def _dice(self, step: Step, books: Books) -> None:
        roll = step.asked.roll
        if roll is None:
            return
        assert hasattr(roll, "key")
        switch = {"interdiction": "coastal_interdiction", "air interdiction": "air_interdiction"}.get(str(roll.key[0]))
        if switch is not None:
            assert step.before.setting.rules[switch], "8.4, 19.4"
        if roll.key[0] == "interdiction":
            assert self._coastal(step.before, str(roll.key[3])), "19.4: no gun, no die"
        if books.side != ALLIED:
            return
        assert books.sunset or not books.doubled or roll.key[0] == "sunset", "11.5: before the second half"
        for roller, faces in zip(roll.rollers, step.action.args[0], strict=True):
            forced = bool(books.sunset_key) and roll.key == (*books.sunset_key, "reroll")
            if roller == "allied" and len(faces) == 2 and (not books.sunset or forced):  # 6.3, 11.5
                books.sunset, books.drm, books.sunset_key = sum(faces), step.before.sunset_drm, roll.key

    def _interdicted(self, step: Step, books: Books) -> None:
        """8.4: a die is rolled where it can matter, and nowhere else."""
        if step.action.verb == "march":
            unit = step.before.setting.forces.units[step.action.args[0]]
            asked = step.after.asked
            rolling = asked is not None and asked.roll is not None and asked.roll.key[0] == "air interdiction"
            assert rolling == self._aircraft(step.before, books, unit), f"8.4: {unit.id}"

    def _coastal(self, state: State, beach: str) -> int:
        """Fresh coastal artillery in and next to the beach (19.4)."""
        board = state.setting.board
        places = [board.index[beach], *(place for place, _ in board.neighbours[board.index[beach]])]
        guns = [unit for place in places for unit in units_in(state, place, GERMAN)]
        return sum(unit.type == "coastal_artillery" and state.level[unit.index] == FRESH for unit in guns)

    def _aircraft(self, state: State, books: Books, unit: Unit) -> bool:
        """Whether a die must be rolled before this step: 8.4, with the FLAK of 16.2."""
        if unit.side != GERMAN or self.weather != CLEAR or not state.setting.rules["air_interdiction"]:
            return False
        there = units_in(state, state.at[unit.index], GERMAN)
        flak = [u for u in there if u.type == "flak" and state.level[u.index] == FRESH and u.index not in books.entered]
        return books.entered.get(unit.index, 0) > 0 and 1 + len(flak) < 3

    # ------------------------------------------------------------------------------- movement

    def _moved(self, step: Step, books: Books) -> None:
        before, after = step.before, step.after
        board = before.setting.board
        march = self._march(step)
        for unit in before.setting.forces.units:
            old, new = before.at[unit.index], after.at[unit.index]
            if old == new or new == board.lost:
                continue
            if board.places[old].kind == BOX:
                assert (board.beach_of[old], after.here[ALLIED][new] >> unit.index & 1) == (new, 1), "19.3"
                books.entered[unit.index] = 1
            elif march is not None and unit.index == march.index:
                border, wade = board.borders[board.between[old, new]], self._wades(step)
                self._crosses(before, books, unit, border, wade)
                _accounts(step, unit, new, border, wade)
                books.entered[unit.index] = books.entered.get(unit.index, 0) + 1
            else:
                self._retreats(step, books, unit)
        for border, users in books.bridges.items():
            assert len(users) <= 5, f"8.371: {board.borders[border].id}"
            assert users == {index for index in range(len(after.at)) if after.crossed.get(border, 0) >> index & 1}

    def _march(self, step: Step) -> Unit | None:
        """The unit that marches with this action: declared now, or before its interdiction die (8.4)."""
        before = step.before
        if step.action.verb == "march":
            return before.setting.forces.units[step.action.args[0]]
        for frame in before.frames:
            if type(frame).__name__ == "Step":
                return before.setting.forces.units[frame.unit]
        return None

    def _wades(self, step: Step) -> bool:
        if step.action.verb == "march":
            return bool(step.action.args[2])
        return any(type(frame).__name__ == "Step" and frame.wade for frame in step.before.frames)

    def _crosses(self, before: State, books: Books, unit: Unit, border: Border, wade: bool) -> None:
        if border.kind not in (RIVER, FLOODED):
            assert not wade
            return
        if wade:
            assert border.kind == RIVER, "8.371: nobody wades a flood"
            assert unit.type in FOOT, "8.36E: infantry only"
            assert not books.entered.get(unit.index), "8.36E: all MF"
            return
        assert bridge_stands(before, border), "8.371: no bridge stands"
        books.bridges.setdefault(border.index, set()).add(unit.index)

    def _retreats(self, step: Step, books: Books, unit: Unit) -> None:
        """9.6: over a flood by bridge; over a river by bridge, or on foot (9.63A)."""
        before, after, board = step.before, step.after, step.before.setting.board
        old, new = before.at[unit.index], after.at[unit.index]
        assert unit.type != "coastal_artillery", "8.373"
        assert board.places[new].kind in (AREA, ZONE), "9.63B"
        assert after.level[unit.index] > FRESH, "9.62"
        index = board.between.get((old, new))
        if index is None or _through(after, unit, old, new):  # through full areas (9.66)
            books.bridges = {
                b: {i for i in range(len(after.at)) if users >> i & 1} for b, users in after.crossed.items()
            }
            return
        border = board.borders[index]
        if border.kind not in (RIVER, FLOODED):
            return
        counted = after.crossed.get(index, 0) >> unit.index & 1
        assert counted or (border.kind == RIVER and unit.type in FOOT), f"9.63A, 9.63B: {unit.id} over {border.id}"
        if counted:
            assert bridge_stands(before, border), "9.63B"
            books.bridges.setdefault(index, set()).add(unit.index)

    # ------------------------------------------------------------------------------- losses

    def _losses(self, step: Step, books: Books) -> None:
        """11.21-11.24: the first losses cost the Advantage, the others let the enemy move the Sunset marker."""
        before, after = step.before, step.after
        if step.action.verb == "sunset":
            shift = step.action.args[0]
            mover = SEATS.index(step.asked.actor)
            assert after.sunset_drm == before.sunset_drm + shift, "11.23"
            assert books.owed[mover] > 0, "11.21, 11.22"
            books.owed[mover] -= 1
            books.shifted += bool(shift)
            assert books.shifted <= 3, "11.24"
        else:
            assert dusk(after) or after.sunset_drm == before.sunset_drm, "11.23"
        lost = after.setting.board.lost
        for unit in after.setting.forces.units if before.at != after.at else ():
            if after.at[unit.index] == lost != before.at[unit.index]:
                self._one_lost(books, unit.side)

    def _one_lost(self, books: Books, side: int) -> None:
        books.lost[side] += 1
        if books.lost[side] < (3, 1)[side]:
            return
        if books.holder == side and not ((books.used or self.late) and books.forfeited):
            books.forfeited = True
            if not books.used and not self.late:
                books.holder = 1 - side
        else:
            books.owed[1 - side] += 1

    # ------------------------------------------------------------------------------- the end of an impulse

    def _closed(self, after: State, books: Books) -> None:
        for index in books.acting:
            assert after.level[index] > FRESH or after.setting.board.places[after.at[index]].kind == BOX, "8.32"
        self.done |= books.acting
        self.holder = books.holder ^ (books.used or (self.late and books.forfeited))
        assert after.advantage == self.holder, "11.2, 11.21, 11.22"
        assert not after.advantage_used
        passing = not ACTS & set(books.verbs)
        over = passing and self.passed  # 8.6
        if books.side == ALLIED:
            over = self._sunset(books) or over
        self.passed, self.side = passing, 1 - books.side
        assert dusk(after) == over, "6.3, 8.6"
        if over:
            assert after.phase > DAYLIGHT
            assert after.sunset_drm == 0, "11.24"
            return
        assert (after.impulse, after.weather) == (self.impulse, self.weather), "6.3, 17.3, 18.4"
        assert not after.crossed

    def _sunset(self, books: Books) -> bool:
        """6.3, 11.23, 18.4: whether the day ends; else the marker advances and the weather may change."""
        assert 2 <= books.sunset <= 12, "6.3: a Sunset DR is made in every Allied impulse"
        if books.sunset + books.drm < self.impulse:
            return True
        if books.sunset == self.impulse and not self.locked:
            self.weather = OVERCAST if self.weather == CLEAR else CLEAR
        flying = set(books.markers) == {"air"} and not books.active and "lead" not in books.verbs
        if not flying:
            self.impulse += 1
        return self.impulse > LAST_SPACE


def _through(state: State, unit: Unit, old: int, new: int) -> bool:
    """Whether the unit may have passed through a full area between the two (9.66)."""
    near = [place for place, _ in state.setting.board.neighbours[old]]
    full = [place for place in near if state.here[unit.side][place].bit_count() >= 10]
    return any((place, new) in state.setting.board.between for place in full)


def _accounts(step: Step, unit: Unit, place: int, border: Border, wade: bool) -> None:
    """The MF that the march took, and whether its unit must assault (8.34, 8.36, 8.38, 8.51)."""
    before, frame = step.before, step.before.frames[2]
    assert isinstance(frame, Impulse)
    now = step.after.frames[2]
    assert isinstance(now, Impulse)
    march = oracle_day.record(now, unit)
    used = oracle_day.spent(before, frame, unit) + oracle_day.price(before, frame, unit, place, border, wade)
    assert march.used == used, f"8.36: {unit.id}"
    assert march.must == oracle_day.obliged(before, frame, unit, place, border), f"8.51: {unit.id}"


def _worn(step: Step, books: Books) -> None:
    """10.4: bombardments take one level of a unit in an impulse, both halves of a double one together."""
    before, after = step.before, step.after
    if not any(isinstance(frame, Bombardment) for frame in before.frames):
        return
    for unit in after.setting.forces.units if before.level != after.level else ():
        if before.level[unit.index] < after.level[unit.index] and unit.index not in books.acting:
            assert unit.index not in books.worn, f"10.4: {unit.id}"
            assert after.level[unit.index] == before.level[unit.index] + 1, f"10.4: {unit.id}"
            books.worn.add(unit.index)


def _toll(before: State, after: State) -> None:
    """Whoever began in an active contested area has used MF once an assault is made there (8.54)."""
    old, new = before.frames[-1], after.frames[3] if len(after.frames) > 3 else None
    if isinstance(new, Assault) and not any(isinstance(frame, Assault) for frame in before.frames):
        frame, now = before.frames[2], after.frames[2]
        assert isinstance(frame, Impulse), old
        assert isinstance(now, Impulse)
        if (frame.active & frame.contested) >> new.area & 1:
            assert dict(now.toll)[new.area] == oracle_day.toll(before, frame, new.area), "8.54"


def _control(before: State, after: State) -> None:
    """Control changes for a sole occupant only, and between the Allies when the last unit of the first leaves (7.3)."""
    moved = {old for old, new in zip(before.at, after.at, strict=True) if old != new}
    changed = {place for place, old in enumerate(before.control) if old != after.control[place]}
    for place in moved | changed:
        old, new = before.control[place], after.control[place]
        left = [u for u in _allies(before, place) if after.at[u.index] != place and u.nationality == old]
        stay = _allies(after, place) if left or old != new else []
        passed = bool(left and stay) and not after.here[GERMAN][place] and all(u.nationality != old for u in stay)
        if old != new:
            side = GERMAN if new == GERMAN else ALLIED
            assert after.here[side][place], f"7.3: {place}"
            assert not after.here[1 - side][place], f"7.3: {place}"
            assert GERMAN in (old, new) or passed, f"7.3: {place}"
        elif old != GERMAN:
            assert not passed, f"7.3: {place}"


def _allies(state: State, place: int) -> list[Unit]:
    if not state.here[ALLIED][place]:
        return []
    return units_in(state, place, ALLIED)


def ending(state: State, verbs: set[str]) -> None:
    """An impulse can be ended once something was done; a Mandatory Assault that is due can be made (8.51)."""
    impulse = state.frames[2]
    due = any(march.must and not impulse.attacked >> state.at[march.unit] & 1 for march in impulse.marches)
    assert ("end" in verbs) == (not due and impulse.acted), "8.51, 8.6"
    assert "assault" in verbs or not due, "8.51"
    assert verbs - {"unbuild"}
