"""Plain doctrine for dawn and night: land where there is room, close up towards the front, keep what is held."""

from __future__ import annotations

from normandy_lab.breakout.board.board import ALLIED, GERMAN, OFFSHORE
from normandy_lab.breakout.query import contested, controller
from normandy_lab.breakout.rules import s07_control
from normandy_lab.breakout.state import State
from normandy_lab.breakout.suggest_day import front
from normandy_lab.core.decisions import Action, Decision


def place(state: State, asked: Decision) -> Action:
    """Every unit off the beach of its nationality where most room is left, Allied-controlled ones first."""
    board = state.setting.board
    options = [option for option in asked.options if option.verb == "place"]

    def crowd(option: Action) -> tuple[bool, int, int]:
        box = option.args[1]
        beach = board.beach_of[box]
        here = state.here[ALLIED]
        return controller(state, beach) == GERMAN, here[box].bit_count() + here[beach].bit_count(), beach

    return min(options, key=crowd) if options else asked.options[-1]


def regroup(state: State, asked: Decision) -> Action:
    """Land whoever may; then everybody who is not at the front goes one place nearer to it, as far as room allows."""
    steps: dict[int, int] = {}
    for option in asked.options[:-1]:
        index, goal, wade = option.args
        place = state.at[index]
        if place in state.setting.board.beach_of:
            if state.setting.board.places[goal].kind != OFFSHORE:
                return option
            continue
        if wade or contested(state, place):
            continue
        side = state.setting.forces.units[index].side
        for each in (place, goal):
            if each not in steps:
                steps[each] = front(state, side, each)
        room = state.here[side][goal].bit_count() < s07_control.STACK_LIMIT - 1
        if room and steps[place] > 1 and steps[goal] < steps[place]:
            return option
    return asked.options[-1]
