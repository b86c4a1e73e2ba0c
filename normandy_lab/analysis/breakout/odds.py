"""Exact odds of an attack: the pending one, one that an action would make, or plain numbers (9.4, 10.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from normandy_lab.analysis.breakout.chain import SUGGESTED, chain
from normandy_lab.breakout.odds import REPULSED, SUCCESS, TIE, AttackOdds, margin, outcome, points, summary
from normandy_lab.core.odds import Dist
from normandy_lab.errors import NormandyError, whole

if TYPE_CHECKING:
    import pandas as pd

    from normandy_lab.game import Game

ASSAULT, BOMBARDMENT = "assault", "bombardment"
ATTACKER, DEFENDER = "attacker", "defender"

# What becomes of the attacker (9.41-9.43); a bombarding marker is used whatever happens (10.4).
LOT = {REPULSED: "disrupt 1", TIE: "spent, Point Unit disrupt 1", SUCCESS: "spent"}


class Row(NamedTuple):
    """One difference of the totals, how likely it is, and what follows."""

    difference: int  # Attack Total minus Defense Total
    probability: Fraction
    attacker: str
    cp: int  # Casualty Points (9.5), or Attrition Points in a bombardment (10.4)
    outcome: str


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact odds of one attack before its dice are thrown.

    ``reroll`` gives the odds if that side holds the Advantage and uses it when it pays: the attacker
    when repulsed (a bombardment: when nothing is hit), the defender when points must be taken. The second
    roll stands, better or worse (11.3).

    >>> odds = Odds(av=7, dv=5)
    >>> str(odds.now.success), odds.reroll("attacker").success > odds.now.success
    ('287/432', True)
    """

    av: int
    dv: int
    bocage: bool = False
    kind: str = ASSAULT

    @property
    def differences(self) -> Dist[int]:
        return margin().map(lambda roll: self.av - self.dv + roll)

    @property
    def now(self) -> AttackOdds:
        """The odds without a reroll."""
        return summary(self.differences, self.bocage)

    def reroll(self, holder: str) -> AttackOdds:
        """The odds when the ``holder``, "attacker" or "defender", may force one reroll."""
        return summary(self.differences.reroll(self._disliked(holder)), self.bocage)

    def _disliked(self, holder: str) -> Callable[[int], bool]:
        if holder == DEFENDER:
            return lambda difference: points(difference, self.bocage) > 0
        if self.kind == BOMBARDMENT:
            return lambda difference: difference <= 0
        return lambda difference: difference < 0

    def rows(self) -> list[Row]:
        """Every difference from the worst to the best for the attacker."""
        rows = []
        for difference, probability in sorted(self.differences.items()):
            kind = outcome(difference)
            lot = LOT[kind] if self.kind == ASSAULT else "used"
            rows.append(Row(difference, probability, lot, points(difference, self.bocage), kind))
        return rows


def odds_of(game: Game, action: str | None = None) -> Odds:
    """The odds of the game's pending attack, or of the attack that ``action`` would make."""
    attack = _attack(game, action)
    return Odds(int(attack.av), int(attack.dv), attack.bocage, attack.kind)


def odds(
    game: Game | None = None,
    action: str | Sequence[str] | None = None,
    *,
    av: int | None = None,
    dv: int | None = None,
    bocage: bool = False,
    kind: str = ASSAULT,
    policy: str = SUGGESTED,
) -> pd.DataFrame:
    """Exact odds of an attack.

    Parameters
    ----------
    game
        Its pending attack; or give the values themselves.
    action
        The attack that this action would make, such as ``shoot WTF 51``; or a list of actions of one impulse with one
        assault or more: the odds of the whole chain.
    av, dv
        Attack Value and Defense Value.
    bocage
        The defender loses one point less (9.5).
    kind
        "assault" or "bombardment".
    policy
        How casualties are taken in a chain: "suggested", "levels" or "retreats".

    Returns
    -------
    DataFrame
        ``difference probability attacker cp outcome``, probabilities as exact fractions. Its ``attrs`` hold
        ``summary`` (a row for no reroll and one for each side's), and for a game the ``attack`` with its terms.
        A chain gives ``what, no reroll, with reroll, rule`` (to clear the last area, to overrun it, to lose a unit), and its
        ``attrs`` the ``chain`` with the terms of each chance and of each assault.
        A system without attack values (the beach) gives ``what probability rule`` of its present decision.
    """
    import pandas as pd

    attack = None
    if game is not None and not hasattr(game, "system"):
        raise NormandyError(f"odds: {game!r} is no game; give what nl.new_game returns, or av= and dv=")
    _at_odds(
        game, action, {"av": av, "dv": dv, "bocage": bocage or None, "kind": None if kind == ASSAULT else kind}, policy
    )
    if game is not None and hasattr(game.system, "odds_now"):
        return pd.DataFrame(game.system.odds_now(game.state), columns=["what", "probability", "rule"])
    if game is not None and not (action is None or isinstance(action, str)):
        linked = chain(game, action, policy=policy)
        frame = pd.DataFrame(linked.rows())
        frame.attrs = {"chain": linked}
        return frame
    if game is not None:
        assert action is None or isinstance(action, str)
        attack = _attack(game, action)
        found = Odds(int(attack.av), int(attack.dv), attack.bocage, attack.kind)
    elif av is None or dv is None:
        raise NormandyError("odds need a game, or av= and dv=, such as odds(av=7, dv=5, bocage=True)")
    else:
        if kind not in (ASSAULT, BOMBARDMENT):
            raise NormandyError(f"odds: kind {kind!r} is not known; write {ASSAULT} or {BOMBARDMENT}")
        found = Odds(_value("av", av), _value("dv", dv), bool(bocage), kind)
    frame = pd.DataFrame(found.rows(), columns=list(Row._fields))
    frame.attrs = {
        "summary": _summary(found),
        "av": found.av,
        "dv": found.dv,
        "bocage": found.bocage,
        "kind": found.kind,
    }
    if attack is not None:
        frame.attrs["attack"] = attack
    return frame


def _at_odds(game: Any, action: Any, values: Mapping[str, Any], policy: str) -> None:
    """Refuse what would be dropped: values beside a game, an action without one, a policy without a chain."""
    given = ", ".join(f"{name}=" for name, value in values.items() if value is not None)
    if game is not None and given:
        raise NormandyError(f"odds: {given} stands beside a game, whose attack has its own; leave out one of the two")
    if action is not None and (game is None or hasattr(game.system, "odds_now")):
        raise NormandyError(f"odds: the action {action!r} needs a game with attack values before it; leave it out")
    if policy != SUGGESTED and (action is None or isinstance(action, str)):
        raise NormandyError(f"odds: policy={policy!r} belongs to a chain; give a list of actions, or leave it out")


def _value(name: str, number: Any) -> int:
    return whole(number, f"odds: {name} {{}} is no whole number; give one, such as {name}=7")


def _summary(found: Odds) -> dict[str, dict[str, Fraction]]:
    """Outcome classes and mean points: without a reroll, and with one in each side's hands (11.3)."""
    cases = {"no reroll": found.now} | {f"{side} may reroll": found.reroll(side) for side in (ATTACKER, DEFENDER)}
    return {
        name: {REPULSED: case.repulsed, TIE: case.tie, SUCCESS: case.success, "mean points": case.points.expect()}
        for name, case in cases.items()
    }


def _attack(game: Game, action: str | None) -> Any:
    proposed = None if action is None else game.log.read(str(action))
    attack = game.system.attack(game.state, proposed)
    if attack is None:
        raise NormandyError("no attack is pending (9.1, 10.1); name one by its action, or give av= and dv=")
    return attack
