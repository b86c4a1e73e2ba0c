"""The log: a tree of played actions, in which one may go back, forward, aside, and home again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from normandy_lab.core.decisions import Action, Draw, Event, System
from normandy_lab.errors import NormandyError, whole

MAIN = "main"
IMPLIED = "game"  # ``Node.by`` of what the game answered itself


@dataclass(eq=False, repr=False, slots=True)
class Node:
    """One played action, and what is worth knowing of the decision that it answered."""

    n: int
    parent: Node | None
    action: Action
    branch: str
    by: str  # "" a person, "game" implied, else the player's name
    children: list[Node] = field(default_factory=list)
    next: Node | None = None  # the child that redo goes to
    note: str = ""
    actor: str = ""
    kind: str = ""
    step: str = ""
    rule: str = ""
    choices: int = 0  # how many options there were
    roll: Draw | None = None
    events: tuple[Event, ...] = ()
    moment: str = ""  # once the action is done; when it was taken is the parent's
    turn: str = ""

    @property
    def implied(self) -> bool:
        return self.by == IMPLIED

    @property
    def real(self) -> bool:
        """Whether a person chose it among two or more options."""
        return self.by == "" and self.choices >= 2

    @property
    def opens(self) -> bool:
        """Whether a phase or impulse begins after it."""
        return self.parent is None or self.parent.moment != self.moment

    def path(self) -> list[Node]:
        """Every node from the first action up to this one."""
        nodes, node = [], self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


class Branch(NamedTuple):
    """A named line of play: where it left its parent line, after how many nodes, and its luck."""

    name: str
    at: int
    born: int
    luck: str


class Log:
    """A game being played, with everything that was ever played in it.

    States are kept where a phase or impulse begins and at the current node; others are recomputed.
    """

    def __init__(self, system: System, setting: Any) -> None:
        self.system = system
        self.setting = setting
        self.nodes = [Node(0, None, Action("start"), MAIN, IMPLIED)]
        self.branches = {MAIN: Branch(MAIN, 0, 0, "")}
        self.line = MAIN  # the branch on which the next action is played
        self.notice = ""  # what a repaired save has lost
        self._states: dict[int, Any] = {}
        self._enter(self.nodes[0], system.initial(setting))
        self._stamp(self.at)

    @property
    def luck(self) -> str:
        return self.branches[self.line].luck

    def _enter(self, node: Node, state: Any) -> None:
        self.at, self.state = node, state
        self.decision = self.system.decision(state)
        if node.parent is not None:
            node.parent.next = node

    def _stamp(self, node: Node) -> None:
        node.moment = self.system.moment(self.state)
        node.turn = self.system.turn(self.state)
        if node.opens:
            self._states[node.n] = self.state

    def read(self, text: str) -> Action:
        """The action that a text means here: one of the options, or whatever the system reads in it."""
        options = self.decision.options if self.decision else ()
        return next((option for option in options if option == text), None) or self.system.parse(self.setting, text)

    def play(self, action: Action, by: str = "") -> Node:
        """Play one action; the same action on the same branch leads to the node that is there already."""
        decision, parent = self.decision, self.at
        state, events = self.system.apply(self.state, action)
        assert decision is not None
        for child in parent.children:
            if child.action == action and child.branch == self.line:
                self._enter(child, state)
                return child
        node = Node(len(self.nodes), parent, action, self.line, by)
        node.actor, node.kind, node.step = decision.actor, decision.kind, decision.step
        node.rule, node.roll = decision.rule, decision.roll
        node.choices = 2 if decision.test else len(decision.options)
        node.events = events
        self.nodes.append(node)
        parent.children.append(node)
        self._enter(node, state)
        self._stamp(node)
        return node

    def state_at(self, node: Node) -> Any:
        """The state after a node's action, recomputed from the last one kept on its path."""
        todo = []
        while node.parent is not None and node is not self.at and node.n not in self._states:
            todo.append(node.action)
            node = node.parent
        state = self.state if node is self.at else self._states[node.n]
        for action in reversed(todo):
            state, _ = self.system.apply(state, action)
        return state

    def undo(self, count: int = 1) -> int:
        """Go back over so many actions; returns how many there were."""
        return self._go([*self.at.path()[::-1], self.nodes[0]], count)

    def redo(self, count: int = 1) -> int:
        """Go forward again over so many actions; returns how many there were."""
        return self._go([self.at, *self.ahead()], count)

    def _go(self, way: list[Node], count: int) -> int:
        count = whole(count, "{} is not a number of actions; give a whole number")
        if count < 0:
            raise NormandyError(f"{count} actions cannot be undone or done again; give 0 or more")
        self.goto(way[: count + 1][-1])
        return min(count, len(way) - 1)

    def ahead(self) -> Iterator[Node]:
        """The nodes that redo would go through."""
        node = self.at
        while node.next is not None:
            node = node.next
            yield node

    def goto(self, target: Node | int | str) -> Node:
        """Go to a node, to the node of that number, or to the last action of a branch."""
        node = self.find(target)
        if isinstance(target, str):
            self.line = target
        elif self.branches[self.line].at != node.n:  # where a branch starts one stays on it
            self.line = node.branch
        for step in node.path():
            if step.parent is not None:
                step.parent.next = step
        self._enter(node, self.state_at(node))
        return node

    def find(self, target: Node | int | str) -> Node:
        """The node meant by its number or by the name of a branch: the last action on it."""
        if isinstance(target, str):
            if target not in self.branches:
                raise NormandyError(f"no branch is called {target!r}; there are {', '.join(self.branches)}")
            own = [node for node in self.nodes[1:] if node.branch == target]
            return own[-1] if own else self.nodes[self.branches[target].at]
        number = target.n if isinstance(target, Node) else whole(target, "{} is not a node; give a whole number")
        if not 0 <= number < len(self.nodes):
            raise NormandyError(f"the log has no node {number}; its nodes are 0 to {len(self.nodes) - 1}")
        return self.nodes[number]

    def branch(self, name: str, luck: str | None = None) -> Branch:
        """Start a named line of play here; ``luck`` gives it other dice than its parent line has."""
        if not name or str(name) != name or name in self.branches:
            raise NormandyError(f"a branch {name!r} cannot be started; give it a name not in use")
        if luck is not None and str(luck) != luck:
            raise NormandyError(f"branch {name!r}: luck {luck!r} is no word; give any text, such as 'other'")
        new = Branch(name, self.at.n, len(self.nodes), self.luck if luck is None else luck)
        self.branches[name] = new
        self.line = name
        return new
