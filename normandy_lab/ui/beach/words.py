"""The beach in plain words: one short sentence for the class, then at most two that explain; actions as buttons say them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from normandy_lab.core.log import Node
from normandy_lab.ui.beach.view import PHASE_NAMES, AskedView, BeachView

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
SHORT = 60  # letters of the first sentence


class Narration(NamedTuple):
    """What is said to the class: ``headline`` first, ``more`` explains it."""

    headline: str
    more: str


def number(count: int) -> str:
    """A small number as a word.

    >>> number(5), number(13)
    ('five', '13')
    """
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def many(count: int, what: str) -> str:
    """A number with its noun.

    >>> many(1, "figure"), many(2, "die"), many(3, "squad")
    ('one figure', 'two dice', 'three squads')
    """
    plural = {"die": "dice", "six": "sixes"}.get(what, f"{what}s")
    return f"{number(count)} {what if count == 1 else plural}"


def capital(text: str) -> str:
    """With a capital at the start."""
    return text[:1].upper() + text[1:]


# ------------------------------------------------------------------------------------------ narration


def narrate(game: Any, view: BeachView, since: int) -> Narration:
    """What has just happened, and what comes next."""
    nodes = [node for node in game.log.at.path() if node.n > since]
    happened = _happened(view, nodes)
    if view.asked is None:
        return Narration(_cut(_ended(view)), _cost(view))
    asked = _headline(view, view.asked)
    if happened:
        return Narration(_cut(happened), _two(f"{asked} {explain(view, view.asked)}"))
    return Narration(_cut(asked), explain(view, view.asked))


def _cut(text: str) -> str:
    """At most so many letters, cut at a word."""
    if len(text) < SHORT:
        return text
    return text[: SHORT - 2].rpartition(" ")[0].rstrip(",;:") + "…"


def _two(text: str) -> str:
    """The first two sentences."""
    return " ".join(re.split(r"(?<=[.?!]) ", text.strip())[:2])


def _happened(view: BeachView, nodes: Sequence[Node]) -> str:
    """The last command in one sentence."""
    if not nodes:
        return ""
    turns = {(node.parent.turn if node.parent else "") for node in nodes}
    rolls = [node for node in nodes if node.step in ("volley", "shell", "morale")]
    if len(turns) > 1 or len(rolls) > 1:
        return _passed(view, nodes)
    last = nodes[-1]
    tried = last.step in ("clear", "assault")
    acting = last.kind == "act" or tried or (not rolls and any(node.kind == "act" for node in nodes))
    return _acted(nodes) if acting else _single(view, nodes[-1])


def _passed(view: BeachView, nodes: Sequence[Node]) -> str:
    """A whole phase or turn went by."""
    hits = sum(_hits(node) for node in nodes)
    out = [event for node in nodes for event in node.events if event.rule == "FP 5" and "eliminated" in event.template]
    words = f"{capital(many(hits, 'figure'))} hit" if hits else "Nobody is hit"
    if out:
        words += f", {many(len(out), 'squad')} sent back"
    done = "The turn is over" if view.phase == "act" else "The phase is over"
    return f"{done}. {words}."


def _hits(node: Node) -> int:
    """Figures that a roll of this node has hit."""
    words = [event for event in node.events if event.rule in ("FP 3", "FP 4")]
    found = 0
    for event in words:
        if event.rule == "FP 4" and "touches" in event.template:
            found += len(str(event.args[1]).split(","))
        elif event.rule == "FP 3" and event.args and "hit" in str(event.args[-1]):
            first = str(event.args[-1]).split(" ", 1)[0]
            found += {"No": 0, "One": 1}.get(first, int(first) if first.isdigit() else 0)
    return found


def _acted(nodes: Sequence[Node]) -> str:
    """What a squad or a figure has done."""
    acts = [node for node in nodes if node.kind == "act"]
    events = [event for node in nodes for event in node.events]
    for template, words in (
        ("it is destroyed", "Bunker {0} is destroyed."),
        ("clears the last obstacle", "Segment {0} is cleared."),
    ):
        found = [event for event in events if template in event.template]
        if found:
            return words.format(found[-1].args[1])
    tries = sum(node.roll is not None for node in nodes)
    if tries and not acts:  # a single figure has thrown its die
        return events[0].text.partition(". ")[0].rstrip(".") + "."
    squads = dict.fromkeys(str(node.action).split()[1].rstrip("0123456789") for node in acts if " " in node.action)
    who = _squads(list(squads))
    if tries:
        sixes = sum("clears an obstacle" in event.template for event in events)
        words = f"{capital(many(tries, 'die'))} thrown"
        return f"{who}: {words}, {'no luck' if not sixes else 'one obstacle gone' if sixes == 1 else f'{sixes} obstacles gone'}."
    if len(acts) == 1 and events:
        return events[-1].text
    if not squads:
        return "The Americans are done."
    wall = any("reaches the sea wall" in event.template for event in events)
    goes = "go" if len(squads) > 1 else "goes"
    reach = "reach" if len(squads) > 1 else "reaches"
    return f"{who} {reach} the sea wall." if wall else f"{who} {goes} on."


def _squads(names: list[str]) -> str:
    if len(names) > 3:
        return f"{capital(number(len(names)))} squads"
    if len(names) > 1:
        return f"Squads {', '.join(names[:-1])} and {names[-1]}"
    return f"Squad {names[0]}" if names else "Nobody"


def _single(view: BeachView, node: Node) -> str:
    """One roll or one choice."""
    say = _ROLLED.get(node.step)
    if say is not None:
        return say(view, node)
    if node.action.verb == "aim":
        return "A shell is on its way."
    if node.action.verb == "fire":
        _, bunker, squad = node.action.split()
        return f"Bunker {bunker} aims at squad {squad}."
    for event in node.events:
        if event.rule in ("SA 4", "B-17"):
            return event.text
    return node.events[-1].text if node.events else ""


def _obstacles(view: BeachView, _node: Node) -> str:
    count = sum(segment.obstacles for segment in view.segments)
    return f"{capital(many(count, 'obstacle'))} {'lies' if count == 1 else 'lie'} in the way."


def _volley(_view: BeachView, node: Node) -> str:
    assert node.roll is not None
    hits, squad = _hits(node), node.roll.purpose.rpartition(" ")[2]
    name = node.roll.key[2]
    return (
        f"Bunker {name} hits {many(hits, 'figure')} of squad {squad}."
        if hits
        else f"Bunker {name} misses squad {squad}."
    )


def _shell(view: BeachView, _node: Node) -> str:
    if not view.shells or not all(shell.fate for shell in view.shells):
        return f"Shell {len(view.shells)} has come to rest."
    hits = sum(shell.hits for shell in view.shells)
    return f"All shells lie. {capital(many(hits, 'figure'))} touched." if hits else "All shells lie. Nobody is touched."


def _morale(_view: BeachView, node: Node) -> str:
    assert node.roll is not None
    total, name = sum(node.action.args[0][0]), node.roll.key[2]
    about = [event for event in node.events if str(name) in event.args]
    if any("eliminated" in event.template or event.rule == "B-17" for event in about):
        return f"Squad {name} rolls {total} and goes back to its craft."
    if any("holds" in event.template and not event.args[2] for event in about):  # B-17, once all have rolled
        return f"Squad {name} rolls {total}, but nobody of it is left."
    return f"Squad {name} rolls {total} and holds."


_ROLLED = {"obstacles": _obstacles, "volley": _volley, "shell": _shell, "morale": _morale}


def _headline(view: BeachView, asked: AskedView) -> str:
    """What comes next, in one sentence."""
    dice = many(asked.dice, "die")
    ready = sum(figure.able for figure in view.figures)
    squad = next((each for each in view.squads if each.id == asked.subject), None)
    words = {
        "obstacles": f"{capital(dice)} decide how many obstacles lie in the way.",
        "section": f"A die decides where bunker {asked.subject} stands.",
        "clear": f"{asked.subject} tries to clear an obstacle.",
        "assault": f"{asked.subject} assaults a bunker.",
        "fire": f"Bunker {asked.subject} fires. At which squad?",
        "volley": f"Bunker {asked.subject} rolls {dice}.",
        "hit": "Chance decides which figure is hit.",
        "shell": f"Bunker {asked.subject} throws a shell.",
        "morale": f"Squad {asked.subject} lost {many(squad.lost, 'figure')}: it must hold." if squad else "",
        "act": f"{capital(many(ready, 'figure'))} may act." if ready != 1 else "One figure may act.",
        "aim": f"Bunker {asked.subject} may throw a shell: where?",
        "lose": "The owner chooses which figure is hit.",
        "place": f"Where does bunker {asked.subject} stand?",
    }
    return words.get(asked.step, asked.prompt)


def explain(view: BeachView, asked: AskedView) -> str:
    """At most two sentences that say why."""
    needs = f"{view.hit_on} or 6" if view.hit_on == 5 else f"{view.hit_on} or more" if view.hit_on < 6 else "6"
    words = {
        "obstacles": "One die for each segment of the belt: a 1 is none, a 6 is two, all else is one.",
        "section": "At most one bunker stands in a section.",
        "clear": "Only a 6 removes an obstacle. A cleared segment opens in the next turn.",
        "assault": "Only a 6 destroys the bunker.",
        "fire": f"It rolls dice: each {needs} hits one figure. There is no limit of range.",
        "volley": f"Each {needs} hits one figure, however far away.",
        "hit": "Every figure of the squad is equally likely.",
        "shell": "Whoever is touched is hit. Behind the wall or off the table it is a miss.",
        "morale": f"A die for each figure lost: {view.breaks_at} or more, and the whole squad goes back.",
        "act": "Each figure moves, clears or assaults, once. Everybody stops at the sea wall.",
        "aim": "It may stray. All shells are thrown before any is judged.",
        "lose": "",
        "place": "At most one bunker stands in a section.",
    }
    return words.get(asked.step, "")


def _ended(view: BeachView) -> str:
    return {
        "american": f"The Americans are off the beach in turn {view.turn}.",
        "german": "The Germans have held the beach.",
    }.get(view.winner, "The game is over.")


def _cost(view: BeachView) -> str:
    sent = f"{capital(many(view.eliminated, 'squad'))} {'was' if view.eliminated == 1 else 'were'} sent back. "
    return f"{sent}The debrief says what it cost and what the odds said."


# ------------------------------------------------------------------------------------------ actions


def action_words(view: BeachView, action: str) -> str:
    """What an action does, in the words of its button."""
    verb, *args = action.split()
    if verb == "end":
        return "Done: the rest stay where they are"
    if verb == "move":
        x, y = float(args[1]), float(args[2])
        where = "to the sea wall" if y == view.wall else f"to {args[2]} inland"
        return f"{args[0]} moves {where}, {args[1]} along" if x >= 0 else action
    if verb == "aim":
        return f"Throw at {args[0]} along, {args[1]} inland"
    say = {
        "clear": "{0} clears: one die, a 6 removes an obstacle",
        "assault": "{0} assaults bunker {1}: one die, a 6 destroys it",
        "fire": "Bunker {0} fires at squad {1}",
        "hold": "Bunker {0} holds its fire",
        "lose": "{0} is hit",
        "place": "Bunker {0} stands in section {1}",
    }.get(verb)
    return say.format(*args) if say else action


def title(view: BeachView) -> str:
    """The heading of the decision card."""
    asked = view.asked
    if asked is None:
        return "Game over"
    names = {
        "obstacles": "Obstacles",
        "section": f"Bunker {asked.subject}: where",
        "clear": f"{asked.subject} clears",
        "assault": f"{asked.subject} assaults",
        "fire": f"Bunker {asked.subject}: fire",
        "volley": f"Bunker {asked.subject}: fire",
        "hit": "Who is hit",
        "shell": f"Bunker {asked.subject}: shell",
        "morale": f"Squad {asked.subject}: morale",
        "act": "Americans act",
        "aim": f"Bunker {asked.subject}: shell",
        "lose": "Who is hit",
        "place": f"Bunker {asked.subject}: where",
    }
    return names.get(asked.step, PHASE_NAMES.get(view.phase, view.phase))
