"""What would change an attack that is being built up: one unit or gun more or less, the other sky, a reroll.

Only reads: every line is the exact odds of the attack as it would then be, from the same sums as in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from normandy_lab.breakout import ahead
from normandy_lab.breakout.attack import Attack, attack
from normandy_lab.breakout.board.board import SIDES
from normandy_lab.breakout.frames import Barrage, Muster
from normandy_lab.breakout.odds import AttackOdds, margin, points, summary
from normandy_lab.breakout.query import bits
from normandy_lab.breakout.rules import s08_muster
from normandy_lab.breakout.setting import CLEAR, OVERCAST
from normandy_lab.breakout.state import State
from normandy_lab.core.odds import Dist

NOW, MORE, LESS, SKY, REROLL = "now", "more", "less", "sky", "reroll"  # kinds of line


class Change(NamedTuple):
    """One way in which the attack could be different, and its exact odds then."""

    kind: str
    words: str
    rule: str
    av: int
    dv: int
    success: Fraction
    repulsed: Fraction
    points: Fraction  # mean casualty or attrition points
    action: str = ""  # the option that makes it so; "" where none does now


def changes(state: State, point: str = "") -> list[Change]:
    """The attack at hand as it is, then every single change; empty while no attack is being put together.

    Parameters
    ----------
    point
        The Point Unit that is meant, while it is not named yet; the best one if omitted or not among the attackers.
    """
    leader = state.setting.forces.index.get(point, -1)
    at_hand = attack(ahead.put_in(state, ahead.varied(state, leader)))
    if at_hand is None:
        return []
    return [
        line(NOW, "as it is", "9.4" if at_hand.kind == "assault" else "10.4", at_hand),
        *_units(state, leader),
        *_sky(state, leader),
        *_rerolls(at_hand),
    ]


def line(kind: str, words: str, rule: str, made: Attack, action: str = "") -> Change:
    """One line of the table: the exact odds of this attack."""
    av, dv = int(made.av), int(made.dv)
    odds = _odds(av - dv, made.bocage)
    return Change(kind, words, rule, av, dv, odds.success, odds.repulsed, odds.points.expect(), action)


@cache
def _odds(lead: int, bocage: bool) -> AttackOdds:
    return summary(margin().map(lambda roll: lead + roll), bocage)


def _units(state: State, leader: int) -> Iterator[Change]:
    """One unit or gun more, then one less."""
    top, asked = state.frames[-1], state.asked
    forces = state.setting.forces.units
    for option in asked.options if asked is not None and isinstance(top, Muster | Barrage) else ():
        if option.verb in ("join", "support"):
            made = attack(ahead.put_in(state, ahead.varied(state, leader, add=1 << option.args[0])))
            word = "joins" if option.verb == "join" else "supports"
            rule = "9.2B" if option.verb == "join" else "9.2C" if isinstance(top, Muster) else "10.2"
            if made is not None:
                yield line(MORE, f"{forces[option.args[0]].name} {word}", rule, made, str(option))
    for index, rule in _optional(state):
        made = attack(ahead.put_in(state, ahead.varied(state, leader, drop=1 << index)))
        if made is not None:
            yield line(LESS, f"without {forces[index].name}", rule, made)


def _optional(state: State) -> Iterator[tuple[int, str]]:
    """Who takes part without having to, and the rule by which they count."""
    top = state.frames[-1]
    if isinstance(top, Muster):
        forced = s08_muster.opening(state, top.area).units
        yield from ((index, "9.2B") for index in bits(top.units & ~forced))
        yield from ((index, "9.2C") for index in bits(top.support))
    elif isinstance(top, Barrage):
        yield from ((index, "10.2") for index in bits(top.support))


def _sky(state: State, leader: int) -> Iterator[Change]:
    """The other weather, where aircraft matter (9.2E, 9.3F)."""
    if state.weather not in (CLEAR, OVERCAST):
        return
    probe = ahead.under(state, OVERCAST if state.weather == CLEAR else CLEAR)
    made, before = (
        attack(ahead.put_in(probe, ahead.varied(probe, leader))),
        attack(ahead.put_in(state, ahead.varied(state, leader))),
    )
    if made is None or before is None or (int(made.av), int(made.dv)) == (int(before.av), int(before.dv)):
        return
    words = "overcast: no air support" if state.weather == CLEAR else "clear sky: air support"
    yield line(SKY, words, "9.2E" if made.side == SIDES[1] else "9.3F", made)


def _rerolls(made: Attack) -> Iterator[Change]:
    """The roll forced again by the holder of the Advantage: by the attacker when repulsed, by the defender when hit."""
    if not made.reroll:
        return
    own = made.reroll == made.side
    words = "the attacker's reroll when repulsed" if own else "the defender's reroll when hit"
    lead = int(made.av) - int(made.dv)
    again = _again(lead, made.bocage, own)
    hit = again.points.expect()
    yield Change(REROLL, words, "11.3", int(made.av), int(made.dv), again.success, again.repulsed, hit)


@cache
def _again(lead: int, bocage: bool, own: bool) -> AttackOdds:
    """The odds with one reroll; the second roll stands (11.3)."""
    differences: Dist[int] = margin().map(lambda roll: lead + roll)
    if own:
        return summary(differences.reroll(lambda difference: difference < 0), bocage)
    return summary(differences.reroll(lambda difference: points(difference, bocage) > 0), bocage)
