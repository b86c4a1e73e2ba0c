"""Saved games played again: every action, check and digest is looked at, and what is legal is never refused."""

from __future__ import annotations

from typing import Any

from normandy_lab import digests
from normandy_lab.core.log import Log, Node
from normandy_lab.errors import NormandyError, SaveError
from normandy_lab.save import UNCHECKED, Fault, Line, Save, entry, slots
from normandy_lab.systems import GameSystem

ALTERED = "this line does not agree with its check: it was edited, or lines before it are missing"
CUT = "the file ends without its last line; it was cut off"
MORE = "something follows the last line; delete it"


def restore(save: Save, system: GameSystem, setting: Any, *, repair: bool = False, same: bool = True) -> Log:
    """Play a save again as far as every action is legal; ``log.notice`` says what differs from the time it was written.

    A file that was altered or cut off is refused, and with ``repair`` opened as far as it goes. ``same`` tells whether
    the scenario still has the values that it had: only then can digests be compared.
    """
    replay = _Replay(save, system, setting, same)
    replay.play()
    text = "\n".join([f"{save.name}, line {number}: {fault}" for number, fault in replay.faults[:3]])
    if replay.altered and not repair:
        raise SaveError(f"{text}\nWith repair=True (--repair) it opens {replay.kept()}.")
    if replay.faults:
        replay.log.notice = f"{text}\nOpened {replay.kept()}."
    return replay.log


class _Refused(Fault):
    """The rules of this version do not allow what the line says; nobody need have altered it."""


class _Replay:
    """One save on its way back into a log: what cannot be taken is noted, the rest goes on."""

    def __init__(self, save: Save, system: GameSystem, setting: Any, same: bool) -> None:
        self.save = save
        self.system = system
        self.log = Log(system, setting)
        self.nodes: dict[int, Node | None] = {0: self.log.nodes[0]}  # by their number in the file; None for a lost one
        self.faults: list[tuple[int, str]] = []
        self.altered = False
        self.compare = same and save.header.get("digests") == digests.VERSION

    def kept(self) -> str:
        """How far the game opens, in words."""
        lost = sum(node is None for node in self.nodes.values())
        rest = f"; {lost} actions are lost" if lost > 1 else "; one action is lost" if lost else ""
        return f"up to action {self.log.at.n} ({self.log.at.moment}){rest}"

    def play(self) -> None:
        """Take line after line, then go where the game stood."""
        self._first()
        ended = False
        for line in self.save.lines:
            if ended:
                self._spoilt(line.number, MORE)
                return
            ended = self._line(line)
        if not ended:
            self._spoilt(self.save.lines[-1].number if self.save.lines else 1, CUT)
            self.log.goto(len(self.log.nodes) - 1)

    def _spoilt(self, number: int, text: str) -> None:
        if not self.altered or text != ALTERED:  # after the first, every check differs
            self.faults.append((number, text))
        self.altered = True

    def _first(self) -> None:
        """What the lines before the first action say of the file and of the start."""
        header = self.save.header
        if header["normandy_lab"] == UNCHECKED:
            version = header.get("version", "unknown")
            self.faults.append(
                (1, f"version {version} wrote this save without checks; only its actions were looked at")
            )
        if self.save.altered:
            self._spoilt(self.save.altered, ALTERED)
        was, now = header.get("start"), slots(self.system, self.log.state)
        if self.compare and isinstance(was, dict) and was != now:
            names = ", ".join(sorted(name for name in {*was, *now} if was.get(name) != now.get(name)))
            self._differs(1, f"this version sets up the start otherwise ({names})")

    def _differs(self, number: int, text: str) -> None:
        """Positions are not those of the time of writing: said once, and then no more digests are compared."""
        self.faults.append((number, text))
        self.compare = False

    def _line(self, line: Line) -> bool:
        """Take one line; whether it is the last one."""
        said: dict[str, Any] = {}
        try:
            said = entry(line.text)
            self._take(said, line.number)
        except Fault as fault:
            if line.sound and (isinstance(fault, _Refused) or self.save.header["normandy_lab"] != UNCHECKED):
                self.faults.append((line.number, str(fault)))
            else:
                self._spoilt(line.number, str(fault))
        else:
            if not line.sound:
                self._spoilt(line.number, ALTERED)
        return "end" in said

    def _take(self, said: dict[str, Any], number: int) -> None:
        """Do what one line says."""
        if "a" in said:
            self._action(said)
        elif "branch" in said:
            self._branch(said)
        elif "note" in said:
            node = self._node(said, "n")
            if node is not None:
                node.note = str(said["note"])
        elif "digest" in said:
            self._position(said, number)
        else:
            raise Fault(f"unknown keys {', '.join(said) or '(none)'}; delete the line")

    def _node(self, said: dict[str, Any], key: str) -> Node | None:
        """The node of that number; None for one that could not be played."""
        number = said.get(key)
        if type(number) is not int or number not in self.nodes:
            which = "an earlier action, not"
            raise Fault(f"{key!r} must be the number of {which} {number!r}; lines are missing or doubled")
        return self.nodes[number]

    def _action(self, said: dict[str, Any]) -> None:
        number, expected = said.get("n"), len(self.nodes)
        if type(number) is not int or number in self.nodes:
            raise Fault(f"action {number} stands where action {expected} should; lines are missing or doubled")
        self.nodes[number] = None  # until it has been played
        parent = self._node(said, "p")
        if parent is None:
            return
        if parent is not self.log.at:
            self.log.goto(parent)
        line = str(said.get("b", parent.branch))
        if line not in self.log.branches:
            raise Fault(f"no line before it starts a branch {line!r}; delete this line and those after it")
        self.log.line = line
        try:
            self.nodes[number] = self.log.play(self.log.read(str(said["a"])), str(said.get("by", "")))
        except NormandyError as error:
            raise _Refused(f"{error}; this action and those that rest on it are left out") from None
        if number != expected:
            raise Fault(f"action {number} stands where action {expected} should; lines are missing or doubled")

    def _branch(self, said: dict[str, Any]) -> None:
        node, name = self._node(said, "n"), str(said["branch"])
        if not name or name in self.log.branches:
            raise Fault(f"a branch {name!r} is without a name or stands twice; rename it")
        if node is not None:
            self.log.goto(node)
            self.log.branch(name, str(said.get("luck", "")))

    def _position(self, said: dict[str, Any], number: int) -> None:
        """Go where the last line says, and compare a digest."""
        node = self._node(said, "n")
        if "end" in said:
            self.log.goto(len(self.log.nodes) - 1 if node is None else node)
            line = str(said["end"])
            if line not in self.log.branches and node is not None:
                raise Fault(f"no line before it starts a branch {said['end']!r}; correct the name")
            self.log.line = line if line in self.log.branches else self.log.line
        if node is None or not self.compare:
            return
        found = self.system.digest(self.log.state_at(node))
        if found != said["digest"]:
            where = f"after action {node.n} ({node.moment}) the digest is {found}, not {said['digest']}"
            self._differs(number, f"{where}; another version of the rules played it")
