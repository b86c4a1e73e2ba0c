"""The debrief of a beach game as one HTML page that stands alone: cost, turns, closest calls, what the odds said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from normandy_lab.beach import odds
from normandy_lab.beach.state import State, standing
from normandy_lab.ui.beach.guess import RANGES, Guess, breaking, guessed
from normandy_lab.ui.beach.rounds import Round, rounds_html
from normandy_lab.ui.beach.words import capital, many
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.panels.html import esc, percent
from normandy_lab.ui.panels.log_lines import lines

RARE = 0.1  # a result less likely than this is told
TOLD = 6  # calls at most
FEW = 3  # calls of a game in which nothing was close
NOTE = (
    "This is a model for a lesson of one period, and not the event. Its numbers were chosen so that the game fits into an hour. It has no "
    "weather, no tide, no ships, no aircraft, no wounded and nobody who lives there. On June 6, 1944 the landings cost thousands of "
    "people their lives, soldiers and civilians; a figure that is taken off the sand stands for nobody in particular."
)


class Thrown(NamedTuple):
    """One roll of the game, with the chances that were known before it."""

    moment: str
    kind: str  # clear, assault, fire, shell, morale
    text: str
    chances: tuple[float, ...]  # of each thing that could count
    counted: int
    share: float  # how likely the result that came was, or something at least as far out on its side
    close: bool = False
    node: int = 0  # of the log


class Account(NamedTuple):
    """What one kind of roll was expected to bring, and what it brought."""

    words: str
    rolls: int
    expected: float
    happened: int
    more: float | None  # the chance of that many or more; None where it is not computed
    fewer: float | None


def thrown(game: Any, shells: bool = True) -> list[Thrown]:
    """Every roll on the way to the present position, replayed; the chances of shells take long, and can be left out."""
    system, state, found = game.system, game.system.initial(game.log.setting), []
    for node in game.log.at.path():
        before = state
        state, _ = system.apply(state, node.action)
        if node.roll is not None:
            tell = _TELL.get(node.step)
            if tell is not None and (shells or tell is not _shell):
                found.append(tell(before, state, node)._replace(node=node.n))
    return found


def _moment(node: Any) -> str:
    return str(node.parent.moment)


def _attempt(before: State, _after: State, node: Any) -> Thrown:
    setting, (kind, _, figure) = before.setting, node.roll.key
    least = setting.clears_on if kind == "clear" else setting.destroys_on
    share = float(odds.at_least(1, 1, least))
    die = node.action.args[0][0][0]
    good = die >= least
    verb = ("removes an obstacle" if kind == "clear" else "destroys a bunker") if good else "has no luck"
    return Thrown(
        _moment(node), kind, f"{figure} {verb} with a {die}", (share,), int(good), share if good else 1 - share
    )


def _volley(before: State, _after: State, node: Any) -> Thrown:
    setting = before.setting
    squad = node.roll.purpose.rpartition(" ")[2]
    figures = len(standing(before, setting.squads.index(squad)))
    faces = node.action.args[0][0]
    hits = sum(face >= setting.hit_on for face in faces)
    share = float(odds.at_least(1, 1, setting.hit_on))
    as_many = odds.successes(len(faces), setting.hit_on)
    high = float(as_many.chance(lambda n: n >= hits))
    low = float(as_many.chance(lambda n: n <= hits))
    words = f"bunker {node.roll.key[2]} hits {many(min(hits, figures), 'figure')} of squad {squad} with {many(len(faces), 'die')}"
    return Thrown(_moment(node), "fire", words, (share,) * len(faces), hits, min(high, low))


def _morale(before: State, _after: State, node: Any) -> Thrown:
    """Whether the squad goes back is told by its dice: afterwards it may have landed again already (FP 5, B-17)."""
    setting, name = before.setting, str(node.roll.key[2])
    share, faces = float(breaking(before, name)), node.action.args[0][0]
    total = sum(faces)
    broke, empty = total >= setting.breaks_at, not standing(before, setting.squads.index(name))
    fate = "goes back" if broke else "has nobody left: it goes back" if empty else "holds"
    broke = broke or empty
    words = f"squad {name} lost {len(faces)}, rolls {total} and {fate}"
    close = 0 < share < 1 and total in (setting.breaks_at - 1, setting.breaks_at)
    return Thrown(_moment(node), "morale", words, (share,), int(broke), share if broke else 1 - share, close)


def _shell(before: State, after: State, node: Any) -> Thrown:
    from normandy_lab.beach.report import odds_now

    mean = float(odds_now(before)[0]["probability"])
    number = len(before.shells) + 1
    judged = after.shells and after.shells[-1].fate and len(after.shells) == number
    hits = sum(shell.hits for shell in after.shells) if judged else 0
    return Thrown(_moment(node), "shell", f"shell {number} comes to rest", (mean,), hits, 1.0)


_TELL = {"clear": _attempt, "assault": _attempt, "volley": _volley, "morale": _morale, "shell": _shell}
ACCOUNTS = (
    ("fire", "German fire: figures hit by dice"),
    ("shell", "Artillery: figures touched by shells"),
    ("clear", "Clearing: sixes"),
    ("assault", "Assaults: sixes"),
    ("morale", "Morale: squads sent back"),
)


def accounts(rolls: Iterable[Thrown]) -> list[Account]:
    """Expected and real counts of each kind of roll."""
    every, found = list(rolls), []
    for kind, words in ACCOUNTS:
        mine = [roll for roll in every if roll.kind == kind]
        if not mine:
            continue
        chances = [share for roll in mine for share in roll.chances]
        happened = sum(roll.counted for roll in mine)
        more = fewer = None
        if kind != "shell":  # a shell may touch several: the sum is no count of yes and no
            counts = spread(chances)
            more, fewer = sum(counts[happened:]), sum(counts[: happened + 1])
        found.append(Account(words, len(mine), sum(chances), happened, more, fewer))
    return found


def spread(chances: Sequence[float]) -> list[float]:
    """The chance of each number of successes in independent trials.

    >>> [round(share, 3) for share in spread([0.5, 0.5])]
    [0.25, 0.5, 0.25]
    """
    counts = [1.0]
    for share in chances:
        counts = [
            (counts[n] if n < len(counts) else 0.0) * (1 - share) + (counts[n - 1] * share if n else 0.0)
            for n in range(len(counts) + 1)
        ]
    return counts


def calls(rolls: Iterable[Thrown]) -> list[Thrown]:
    """The closest and the least likely results, in the order in which they came."""
    every = [roll for roll in rolls if roll.kind in ("fire", "morale")]
    told = [roll for roll in every if roll.close or roll.share < RARE]
    if not told:
        told = sorted(every, key=lambda roll: roll.share)[:FEW]
        return [roll for roll in every if roll in told]
    best = sorted(told, key=lambda roll: (not roll.close, roll.share))[:TOLD]
    return [roll for roll in told if roll in best]


# ------------------------------------------------------------------------------------------ the page


MANY_HERE = "<!-- the same game over many seeds -->"


def debrief_html(game: Any, guesses: Sequence[Guess] = (), many: str = MANY_HERE, rounds: Sequence[Round] = ()) -> str:
    """The whole page, with everything in it that it needs; ``many`` is the section about other seeds."""
    title = esc(f"Debrief: {game.spec.title}")
    parts = f"{_head(game)}{debrief_parts(game, thrown(game), guesses, many, rounds)}"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title><meta name="viewport" '
        f'content="width=device-width"><style>{_PAGE}{STYLE}</style></head><body><main>{parts}</main></body></html>\n'
    )


def debrief_parts(
    game: Any,
    rolls: Sequence[Thrown],
    guesses: Sequence[Guess] | None = None,
    many: str = "",
    rounds: Sequence[Round] = (),
) -> str:
    """What the page says below its heading; the guesses are those of the log unless given."""
    return "".join((
        _figures(game), _turns(game), _calls(rolls), _odds(rolls), many, rounds_html(rounds),
        _guesses(guessed(game) if guesses is None else guesses), f"<h2>What this is</h2><p>{NOTE}</p>", _settings(game), _log(game),
    ))  # fmt: skip


_PAGE = f"""
body {{ margin: 0; background: {COLOURS["paper"]}; color: {COLOURS["ink"]}; font: 16px/1.45 Arial, "Liberation Sans", sans-serif; }}
main {{ max-width: 900px; margin: 0 auto; padding: 24px; background: {COLOURS["panel"]}; }}
@media print {{ body {{ background: #fff; }} details {{ display: block; }} }}
h1 {{ font-size: 28px; margin: 0 0 4px; }}
"""
STYLE = f"""
h2 {{ font-size: 20px; margin: 28px 0 8px; border-bottom: 1px solid {COLOURS["rule"]}; }}
table {{ border-collapse: collapse; width: 100%; }} th, td {{ text-align: left; padding: 5px 8px; border-bottom: 1px solid {COLOURS["rule"]}; }}
th {{ background: {COLOURS["panel_tint"]}; font-size: 14px; }} td.n, th.n {{ text-align: right; font-variant-numeric: tabular-nums; }}
.big {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 12px; margin: 16px 0; }}
.big div {{ border-left: 6px solid {COLOURS["primary"]}; padding-left: 10px; }} .big b {{ display: block; font-size: 26px; }}
.soft {{ color: {COLOURS["ink_soft"]}; }} details {{ margin-top: 20px; }} summary {{ cursor: pointer; font-weight: bold; }}
ol.log {{ font-size: 14px; padding-left: 0; list-style: none; }} ol.log b {{ display: inline-block; width: 3.2em; }}
"""


def ending(game: Any) -> str:
    """How the game ended, or where it stands."""
    result, clock = game.result, game.system.clock(game.state)
    if result is None:
        return f"The game stands in turn {clock['number']}, {clock['phase']}."
    who = {"american": "The Americans got off the beach.", "german": "The Germans held the beach."}
    return f"{who.get(result.winner, '')} {result.how}.".strip()


def _head(game: Any) -> str:
    question = game.spec.about.get("question", "")
    asked = f'<p class="soft">{esc(question)}</p>' if question else ""
    return f"<h1>{esc(game.spec.title)}</h1>{asked}<p><b>{esc(ending(game))}</b></p>"


def _figures(game: Any) -> str:
    clock, state = game.system.clock(game.state), game.state
    lost = {
        name: sum(getattr(row, name) for row in state.past)
        for name in ("landed", "fire", "artillery", "eliminated", "sent_back")
    }
    through = f"turn {clock['breakthrough']}" if clock["breakthrough"] else "none"
    cells = (
        (clock["number"], "turns"), (through, "breakthrough"), (lost["fire"] + lost["artillery"], "figures hit"),
        (lost["fire"], "of them by fire"), (lost["artillery"], "of them by artillery"), (lost["eliminated"], "squads sent back"),
        (lost["sent_back"], "figures sent back unhurt"), (lost["landed"], "squads landed, the first wave included"),
    )  # fmt: skip
    return '<div class="big">' + "".join(f"<div><b>{value}</b>{words}</div>" for value, words in cells) + "</div>"


def _turns(game: Any) -> str:
    past = [row for row in game.state.past if row.turn]
    if not past:
        return ""
    rows = "".join(
        f'<tr><td class="n">{row.turn}</td><td class="n">{row.landed}</td><td class="n">{row.fire}</td><td class="n">{row.artillery}</td>'
        f'<td class="n">{row.eliminated}</td><td class="n">{row.cleared}</td><td class="n">{row.destroyed}</td></tr>'
        for row in past
    )
    heads = (
        "turn",
        "squads landed",
        "hit by fire",
        "hit by artillery",
        "squads sent back",
        "obstacles cleared",
        "bunkers destroyed",
    )
    table = f"<table><thead><tr>{''.join(f'<th class=n>{head}</th>' for head in heads)}</tr></thead><tbody>{rows}</tbody></table>"
    return f"<h2>Turn by turn</h2>{_chart(past)}{table}"


def _chart(past: Sequence[Any]) -> str:
    """Figures hit by turn: fire hatched and below, artillery plain and above."""
    top = max(4, *(row.fire + row.artillery for row in past))
    step, height = 820 / max(8, len(past)), 130
    parts = []
    for n, row in enumerate(past):
        x, base = 40 + n * step, 150
        for count, fill in ((row.fire, "url(#fire)"), (row.artillery, COLOURS["ink_soft"])):
            tall = height * count / top
            base -= tall
            if count:
                parts.append(
                    f'<rect x="{x + 4:.1f}" y="{base:.1f}" width="{step - 8:.1f}" height="{tall:.1f}" fill="{fill}"/>'
                )
        if row.fire + row.artillery:
            parts.append(
                f'<text x="{x + step / 2:.1f}" y="{base - 5:.1f}" text-anchor="middle">{row.fire + row.artillery}</text>'
            )
        parts.append(f'<text x="{x + step / 2:.1f}" y="168" text-anchor="middle">{row.turn}</text>')
    red = COLOURS["out_repulsed"]
    return (
        f'<svg viewBox="0 0 880 200" width="100%" role="img" aria-label="figures hit in each turn" font-size="14" fill="{COLOURS["ink"]}">'
        f'<defs><pattern id="fire" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="{red}"/>'
        f'<path d="M-2 8L8 -2M4 10L10 4" stroke="#fff" stroke-width="1.6"/></pattern></defs>{"".join(parts)}'
        f'<line x1="40" y1="150" x2="870" y2="150" stroke="{COLOURS["ink"]}"/><rect x="40" y="182" width="14" height="14" fill="url(#fire)"/>'
        f'<text x="60" y="194">hit by fire</text><rect x="170" y="182" width="14" height="14" fill="{COLOURS["ink_soft"]}"/>'
        '<text x="190" y="194">hit by artillery</text><text x="320" y="194">figures hit, by turn</text></svg>'
    )


def _calls(rolls: Sequence[Thrown]) -> str:
    told = calls(rolls)
    if not told:
        return ""
    rows = "".join(
        f"<tr><td>{esc(roll.moment)}</td><td>{esc(capital(roll.text))}{', by a single pip' if roll.close else ''}.</td>"
        f'<td class="n">{percent(roll.share)}</td></tr>'
        for roll in told
    )
    return (
        f"<h2>Closest calls</h2><table><thead><tr><th>when</th><th>what happened</th><th class=n>how likely it was</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _odds(rolls: Sequence[Thrown]) -> str:
    found = accounts(rolls)
    if not found:
        return ""
    rows = "".join(
        f'<tr><td>{esc(each.words)}</td><td class="n">{each.rolls}</td><td class="n">{each.expected:.1f}</td>'
        f'<td class="n">{each.happened}</td><td>{_luck(each)}</td></tr>'
        for each in found
    )
    return (
        "<h2>What the odds said</h2><table><thead><tr><th>dice</th><th class=n>rolls</th><th class=n>expected</th><th class=n>happened</th>"
        f"<th>chance of that from these rolls</th></tr></thead><tbody>{rows}</tbody></table>"
        '<p class="soft">Expected is the sum of the exact chances before each roll; a shell that strays off the table or behind the wall touches nobody. '
        "Hits are counted by dice, those beyond the figures left included; a figure that two shells touch counts twice.</p>"
    )


def _luck(each: Account) -> str:
    if each.more is None or each.fewer is None:
        return ""
    if each.happened >= each.expected:
        return f"{percent(min(1.0, each.more))} so many or more"
    return f"{percent(min(1.0, each.fewer))} so few or fewer"


def _guesses(guesses: Sequence[Guess]) -> str:
    if not guesses:
        return ""
    rows = "".join(
        f"<tr><td>{esc(g.moment)}</td><td>{esc(g.question.text)}</td><td class=n>{percent(g.question.chance)}</td>"
        f"<td>{_hands(g)}</td></tr>"
        for g in guesses
    )
    right = sum(g.hands[g.question.range] for g in guesses)
    every = sum(sum(g.hands) for g in guesses)
    return (
        f"<h2>What the class guessed</h2><p>{right} of {every} hands were in the right range.</p><table><thead><tr><th>when</th>"
        f"<th>question</th><th class=n>the odds</th><th>hands</th></tr></thead><tbody>{rows}</tbody></table>"
    )


def _hands(guess: Guess) -> str:
    parts = [f"{words}: {count}" for words, count in zip(RANGES, guess.hands, strict=True) if count]
    return esc(", ".join(parts))


def _settings(game: Any) -> str:
    rows = "".join(
        f"<tr><td>{esc(row['what'])}</td><td>{esc(row['value'])}</td></tr>"
        for row in game.spec.describe().tables["summary"]
    )
    return f"<details><summary>The game's settings, seed {game.seed}</summary><table><tbody>{rows}</tbody></table></details>"


def _log(game: Any) -> str:
    rows: Iterator[str] = (
        f"<li><b>{esc(line.moment)}</b> {esc(line.text)} <span class=soft>{esc(line.rule)}</span></li>"
        for line in lines(game)
    )
    return f'<details><summary>The whole log</summary><ol class="log">{"".join(rows)}</ol></details>'
