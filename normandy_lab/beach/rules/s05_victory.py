"""When the game is won (SA 5, B-18, B-19)."""

from __future__ import annotations

from normandy_lab.beach.state import AFLOAT, ASHORE, State, live
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule


@rule("SA 5")
def has_broken_through(state: State) -> bool:
    """A segment that had obstacles is cleared and a bunker is destroyed."""
    cleared = any(had and not left for had, left in zip(state.began, state.obstacles, strict=True))
    return cleared and any(state.destroyed)


def breakthrough(state: State, events: list[Event]) -> None:
    """Reported once; the game goes on."""
    if not state.breakthrough and has_broken_through(state):
        state.breakthrough = state.turn
        events.append(Event("SA 5", "american", "The Americans have broken through.", ()))


@rule("B-18")
def americans(state: State, events: list[Event]) -> bool:
    """Every bunker destroyed and a segment open: looked at after phase 2 (B-18)."""
    if live(state) or all(state.obstacles):
        return False
    _end(state, events, "american", f"American victory in turn {state.turn}: every bunker is destroyed")
    return True


@rule("B-18")
def germans(state: State, events: list[Event]) -> bool:
    """Looked at after phase 5: nobody ashore and none left to land, or the last turn is over (B-18)."""
    how = ""
    if ASHORE not in state.squads and AFLOAT not in state.squads:
        how = "no squad is ashore and none is left to land"
    elif state.turn >= state.setting.turn_limit:
        how = "the last turn is over"
    if how:
        kind = "Marginal German" if state.breakthrough else "German"
        _end(state, events, "german", f"{kind} victory in turn {state.turn}: {how}")
    return bool(how)


def _end(state: State, events: list[Event], winner: str, how: str) -> None:
    state.winner, state.over, state.frames = winner, how, ()
    events.append(Event("B-18", winner, "{}.", (how,)))
