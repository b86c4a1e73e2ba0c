"""What a teacher needs beside the lesson: aim, time, answers with how sure they are, and what the game leaves out."""

from __future__ import annotations

from typing import NamedTuple

from normandy_lab.beach import odds
from normandy_lab.ui.panels.html import esc, percent, table


class Fact(NamedTuple):
    """An answer to a question of the lesson, and how sure it is."""

    question: str
    answer: str
    how: str


AIM = (
    "Pupils explain why coordination under fire matters, read a chance as a share of many tries, tell luck from decision, and say what a "
    "model leaves out. For classes of about 12 years and up, in history or mathematics. They should know that a die has six equal "
    "faces, what a percentage is, and in two sentences what happened in Normandy on June 6, 1944. Nobody reads code."
)
TIMES = (
    ("5", "the picture and the five phases, <i>Next dice</i> a few times"),
    ("10", "stage 1: two turns by hand, the second one with real dice; two predictions"),
    ("15", "stage 2: one game by <i>Next phase</i>, hands at four or five rolls, debrief"),
    ("5", "its prediction: many games"),
    ("10", "stage 3: what if"),
    ("5 to 15", "talk"),
)
TALK = (
    "Two bunkers can fire at one squad or at two. Which is worse for the Americans, and why?",
    "Artillery hits few figures. Why does it matter so much?",
    "Which decisions changed the result, and which was luck? What does the debrief say?",
    "What did a figure stand for in your mind while you played? What does the game not tell you about June 6, 1944?",
)
LEFT_OUT = (
    "This is a game of one period with numbers made for it. It has no weather and no tide, no ships and no aircraft, no radio, no fear, "
    "no wounded, and nobody who lives there. A squad that is sent back lands again fresh: people do not. More than four thousand Allied "
    "soldiers were killed on June 6, 1944, and some three thousand civilians on that day and the next; Germans died as well. "
    "Say so before the dice are thrown. The game shows why an attack over open ground needs numbers, time and coordination. It does not "
    "show what it was like, and nobody should be asked to act it out."
)
MANY = "by many simulated games with plain habits"


def answers() -> list[Fact]:
    """The answers, those that are exact computed where they stand."""
    one, two = float(odds.eliminated(12, 1)), float(odds.eliminated(12, 2))
    return [
        Fact("two hits or more by one bunker", _exact(odds.at_least(2, 4, 5)), "exact"),
        Fact("a squad that lost five is sent back", _exact(odds.breaks(5)), "exact"),
        Fact("a squad that lost three is sent back", _exact(odds.breaks(3)), "exact"),
        Fact("a figure clears or destroys", _exact(odds.at_least(1, 1)), "exact"),
        Fact("a full squad under two bunkers is sent back", percent(two), "exact"),
        Fact("one of two squads under one bunker each is sent back", percent(1 - (1 - one) ** 2), "exact"),
        Fact("Americans win the even contest (one replacement)", "54% to 58%", MANY),
        Fact("the same without artillery", "about 90%", MANY),
        Fact("the same without replacements", "about 35% to 40%", MANY),
    ]


def _exact(share: object) -> str:
    return f"{share} = {percent(float(share))}"  # type: ignore[arg-type]


def teacher_html() -> str:
    """The teacher's page as HTML; what is left out stands first."""
    times = "".join(f"<tr><td>{minutes}</td><td>{what}</td></tr>" for minutes, what in TIMES)
    talk = "".join(f"<li>{esc(question)}</li>" for question in TALK)
    return (
        f"<p><b>Say first what is left out.</b> {esc(LEFT_OUT)}</p><p><b>Aim.</b> {esc(AIM)}</p>"
        f"<p><b>Time.</b> 45 to 60 minutes.</p><table><thead><tr><th>minutes</th><th>what</th></tr></thead><tbody>{times}</tbody></table>"
        f"<p><b>Answers.</b></p>{table(('question', 'answer', 'how sure'), answers())}<p><b>To talk about.</b></p><ol>{talk}</ol>"
    )
