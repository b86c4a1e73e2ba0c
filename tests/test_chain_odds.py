"""nl.odds of a plan: the chain of one impulse, against counting by hand, all 1,296 rolls, and games with real luck."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.analysis.breakout.chain import Chain, chain
from normandy_lab.breakout.suggest import suggest
from tests.ui.positions import day

MARGINS = [a + b - c - d for a, b, c, d in product(range(1, 7), repeat=4)]
REGIMENTS = ("US-1-16", "US-1-18", "US-1-26")
ALONE = ["impulse assault 33", "assault 33"]
BRIDGE = ["impulse assault 27", "seize US-1-16 27-34", "march US-1-18 34", "march US-1-26 34", "assault 34"]
TWO = [
    "impulse assault 27", *(f"march {unit} 33" for unit in REGIMENTS), "assault 33",
    "march US-29-115 29", "march US-29-116 29", "assault 29",
]  # fmt: skip


def at_least(number: int) -> Fraction:
    """How often two dice beat two dice by so many, counted over all rolls."""
    return Fraction(sum(margin >= number for margin in MARGINS), len(MARGINS))


def behind(number: int) -> Fraction:
    return Fraction(sum(margin <= -number for margin in MARGINS), len(MARGINS))


def isigny(**more: object) -> nl.Game:
    """Three regiments in Isigny against one Fresh regiment: 10 against 6."""
    return day(dict.fromkeys(REGIMENTS, "33") | {"GE-352-916": "33"}, **more)  # type: ignore[arg-type]


def cerisy(seed: int = 1) -> nl.Game:
    """Five regiments and guns in Cerisy Forest; one Fresh regiment each in Isigny, Trevieres and St. Lo."""
    ours = dict.fromkeys((*REGIMENTS, "US-29-115", "US-29-116", "US-1-Art"), "27")
    theirs = {"GE-352-916": "33", "GE-352-915": "29", "GE-352-914": "34"}
    return day(ours | theirs, seed=seed, areas={"27": {"control": "us"}})


def values(found: Chain) -> list[tuple[int, int]]:
    return [(int(av), int(dv)) for _, av, dv in found.attacks]


@pytest.mark.rule("9.4", "8.53", "9.8", "11.3")
def test_one_assault_as_counted_by_hand() -> None:
    # AV 6 + 2 others + integrity + air = 10, DV 5 + terrain 1 = 6. A Fresh regiment absorbs four points: it is gone at a
    # difference of 4 (dice even or better) and overrun at 5. A repulse (dice behind by 5) is rolled again once.
    found = chain(isigny(), ALONE)
    assert values(found) == [(10, 6)]
    assert found.kept.clear == at_least(0)
    assert found.kept.overrun == at_least(1)
    assert found.kept.lose == 0
    assert found.again.clear == at_least(0) * (1 + behind(5))
    assert found.again.overrun == at_least(1) * (1 + behind(5))
    assert [(term.rule, term.value) for term in found.kept.clear.terms] == [
        ("8.53", at_least(1)), ("9.5", at_least(0) - at_least(1)),
    ]  # fmt: skip


@pytest.mark.rule("11.3")
def test_a_german_advantage_undoes_a_success_once() -> None:
    # The Germans force every roll again that costs them points: behind or even are left alone.
    hurt = at_least(-3)
    found = chain(isigny(advantage={"side": "german"}), ALONE)
    assert found.again.clear == hurt * at_least(0)
    assert found.kept.clear == at_least(0)


@pytest.mark.rule("9.4")
def test_one_assault_agrees_with_all_rolls_played_one_by_one() -> None:
    game = isigny()
    game.auto_roll = False
    for action in (*ALONE, *(f"join {unit}" for unit in REGIMENTS), "point US-1-16"):
        if game.decision is not None and game.decision.accepts(action):
            game.play(action)
    while game.decision is not None and game.decision.roll is None:
        game.play(suggest(game.state))
    assert game.decision is not None
    assert game.decision.roll is not None
    clear, rolls = Fraction(0), 0
    for action, share in game.decision.roll.outcomes():  # type: ignore[attr-defined]
        state, rolls = breakout.apply(game.state, action)[0], rolls + 1
        while (asked := state.asked) is not None and asked.kind not in ("orders", "impulse"):
            state = breakout.apply(state, asked.options[0] if asked.kind == "reroll" else suggest(state))[0]
        clear += share * (not state.here[0][state.setting.board.index["33"]])
    assert rolls == 1296
    assert chain(isigny(), ALONE).kept.clear == clear


@pytest.mark.rule("8.221", "9.3C", "9.5", "11.3")
def test_a_bridge_to_be_seized_first_as_counted_by_hand() -> None:
    # Die + 3 (Free area) - 1 (a Fresh enemy beyond) must be 7: 5 or 6. AV 6 + 1 + guns + integrity + air = 10 against
    # 5 + 3 + 1 over the bridge, one more while the Germans hold it. Bocage forgives a point: gone at a difference of 5.
    taken, held = Fraction(1, 3), Fraction(2, 3)
    found = chain(cerisy(), BRIDGE)
    assert values(found) == [(10, 9)]
    assert found.kept.clear == taken * at_least(4) + held * at_least(5)
    assert found.kept.overrun == 0, "no Overrun in bocage"
    assert found.again.clear == taken * at_least(4) * (1 + behind(2)) + held * at_least(5) * (1 + behind(1))


@pytest.mark.rule("8.5", "11.3")
def test_two_assaults_share_one_reroll() -> None:
    # 11 against 6 at Isigny (repulsed when the dice are behind by 6), 7 against 6 at Trevieres (behind by 2); Trevieres is
    # clear when the dice are ahead by 3. The reroll is there for the second only if the first did not need it.
    found = chain(cerisy(), TWO)
    assert values(found) == [(11, 6), (7, 6)]
    assert found.kept.clear == at_least(3)
    assert found.kept.overrun == at_least(4)
    used = behind(6)
    assert found.again.clear == at_least(3) * (used + (1 - used) * (1 + behind(2)))


@pytest.mark.slow
@pytest.mark.rule("8.221", "9.4")
def test_a_chain_agrees_with_games_played_with_real_luck() -> None:
    games = 600
    exact = float(chain(cerisy(), BRIDGE).kept.clear.total)
    cleared = sum(played_out(seed) for seed in range(games))
    assert abs(cleared / games - exact) <= 3 * sqrt(exact * (1 - exact) / games)


def played_out(seed: int) -> bool:
    """Whether St. Lo is clear in a game with this luck, played by hand: what the dice have made impossible is left out."""
    game, left = cerisy(seed), list(BRIDGE)
    game.ask = {side: {"reroll": "never", "retreats": "always"} for side in game.seats}
    while (asked := game.decision) is not None:
        if left and asked.actor == "allied" and asked.accepts(left[0]):
            game.play(left.pop(0))
        elif asked.kind not in ("orders", "impulse") or asked.step == "muster":
            game.play(suggest(game.state))
        elif left:
            left.pop(0)
        else:
            break
    return not game.state.here[0][game.state.setting.board.index["34"]]


@pytest.mark.rule("9.5E")
def test_a_defender_who_retreats_leaves_the_area_more_often() -> None:
    # The first point makes the Fresh regiment Spent; the second, in bocage at a difference of 3, may be a retreat.
    found = chain(cerisy(), BRIDGE, policy="retreats")
    taken, held = Fraction(1, 3), Fraction(2, 3)
    assert found.kept.clear == taken * at_least(2) + held * at_least(3)


def test_the_table_of_a_chain() -> None:
    table = nl.odds(isigny(), ALONE)
    assert list(table.columns) == ["what", "no reroll", "with reroll", "rule"]
    assert table["what"].tolist() == ["clear Isigny", "overrun Isigny", "lose a unit"]
    assert table["no reroll"].tolist() == [at_least(0), at_least(1), 0]
    assert table.attrs["chain"].place == "33"


@pytest.mark.parametrize(
    ("plan", "rule"),
    [
        (["assault 33"], "8.2"),  # the area is not active
        ([*ALONE[:1], "assault 34"], "8.5"),  # nobody is there to be assaulted
        ([*ALONE, "march US-1-16 27", "assault 27"], "8.5"),  # no enemy after an Overrun
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_with_its_rule(plan: list[str], rule: str) -> None:
    with pytest.raises(nl.IllegalAction) as refused:
        nl.odds(isigny(), plan)
    assert refused.value.refusal.rule == rule


def test_plans_without_an_assault_too_large_or_under_an_unknown_policy_are_refused() -> None:
    with pytest.raises(nl.NormandyError, match="no assault"):
        nl.odds(isigny(), ["impulse assault 33"])
    with pytest.raises(nl.NormandyError, match="more than 50 actions"):
        chain(isigny(), ALONE, limit=50)
    with pytest.raises(nl.NormandyError, match="choose one of suggested, levels, retreats"):
        nl.odds(isigny(), ALONE, policy="brave")


def test_the_game_stays_as_it_was() -> None:
    game = cerisy()
    before = game.system.digest(game.state)
    chain(game, BRIDGE)
    assert game.system.digest(game.state) == before
    assert game.log.at.n == cerisy().log.at.n
