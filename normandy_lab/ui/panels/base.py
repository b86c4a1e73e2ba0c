"""What panels share: a session, a widget, callbacks that never fail silently, and reused widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

import ipywidgets as widgets

from normandy_lab.ui.desk import Desk

Item = TypeVar("Item")


def styled(widget: Any, *names: str) -> Any:
    """The widget with these CSS classes."""
    for name in names:
        widget.add_class(name)
    return widget


def html(*names: str) -> widgets.HTML:
    """An HTML widget with these CSS classes."""
    return styled(widgets.HTML(), *names)


def visible(widget: Any, on: bool) -> None:
    """Show or hide a widget without taking it out of its box."""
    (widget.remove_class if on else widget.add_class)("nl-off")


class Panel:
    """One block of a lab: it shows the View of its game, and its callbacks only call the session."""

    shows_messages = False

    def __init__(self, session: Desk) -> None:
        self.session: Any = session
        self.widget: Any = None
        self._filling = False
        session.listen(self)

    @property
    def game(self) -> Any:
        return self.session.game

    def show(self, shown: Any) -> None:
        """Show the position; panels override this."""
        with self.filling():
            self.fill(shown)

    def fill(self, shown: Any) -> None:
        raise NotImplementedError

    @contextmanager
    def filling(self) -> Iterator[None]:
        """While the panel writes into its own widgets their observers keep still."""
        was, self._filling = self._filling, True
        try:
            yield
        finally:
            self._filling = was

    def button(self, words: str, call: Callable[[], object], *names: str, hint: str = "") -> widgets.Button:
        """A button that calls a function without arguments; a click that comes after it was disabled is too late."""
        made = styled(widgets.Button(description=words, tooltip=hint or words), *names)
        made.on_click(lambda _: None if made.disabled else self.session.attempt(call))
        return made

    def observe(self, widget: Any, call: Callable[[Any], object]) -> None:
        """Call with the new value whenever a person, not the panel, changes it."""

        def changed(change: Any) -> None:
            if not self._filling:
                self.session.attempt(lambda: call(change["new"]))

        widget.observe(changed, "value")


class Pool(Generic[Item]):
    """Widgets made once and used again, so that a redraw changes texts instead of building anew."""

    def __init__(self, make: Callable[[int], Item]) -> None:
        self._make = make
        self._items: list[Item] = []

    def take(self, count: int) -> list[Item]:
        while len(self._items) < count:
            self._items.append(self._make(len(self._items)))
        return self._items[:count]


def set_children(box: Any, children: list[Any]) -> None:
    """Give the box these children, if they are not the same already."""
    if list(box.children) != children:
        box.children = children
