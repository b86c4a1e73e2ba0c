"""The commands of the theatre: weather, ports, bombard, summer."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from normandy_lab.errors import NormandyError, nearest
from normandy_lab.printing import Rows, short, show
from normandy_lab.theatre.setting import iso

theatre = typer.Typer(help="The charts of the summer: weather, ports, bombardment.", no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print the same columns as JSON records.")]
Name = Annotated[str, typer.Argument(metavar="SCENARIO", help="A theatre scenario's name or file.")]
From = Annotated[str, typer.Option("--scenario", metavar="SCENARIO", help="A theatre scenario's name or file.")]
PLANNED = "theatre/as_planned"


@theatre.command()
def weather(
    day: Annotated[
        str | None, typer.Argument(metavar="DATE", help="Such as 1944-06-20; all days if not given.")
    ] = None,
    scenario: From = PLANNED,
    as_json: AsJson = False,
) -> None:
    """Print the exact chance of each weather, day by day (CH 5)."""
    import normandy_lab as nl

    rows: Rows = _records(nl.summer(scenario).weather())
    show(_of(rows, day), as_json)


@theatre.command()
def ports(
    scenario: Name = PLANNED,
    day: Annotated[str | None, typer.Option(help="One day only, such as 1944-06-30.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print how Mulberries, minor and major ports stand day by day, exactly (CH 6)."""
    import normandy_lab as nl

    found = nl.summer(scenario)
    rows: Rows = []
    for site in found.setting.sites:
        rows += [{"site": site.name, **row, "mean_level": None} for row in _records(found.site(site.name))]
    rows += [row for port in found.setting.ports for row in _levels(found, port.name)]
    show(_of(rows, day), as_json)


@theatre.command()
def bombard(
    strength: Annotated[int, typer.Argument(help="Factors on the target; of rockets how many.")],
    weather: Annotated[str, typer.Option(help="fair, overcast_1, overcast_2, storm_1 or storm_2.")] = "fair",
    fire: Annotated[str, typer.Option(help="naval, air, coastal or rocket.")] = "naval",
    modifier: Annotated[int, typer.Option(help="A modifier of the die of your own.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Print the odds of a bombardment with what leads to them (CH 1)."""
    import normandy_lab as nl

    answer = nl.theatre.bombardment(strength, weather, fire=fire, modifier=modifier)
    terms = [{"result": t.text, "probability": f"{int(t.value):+d}", "rule": t.rule} for t in answer.terms.terms]
    show(answer.rows if as_json else [*answer.rows, *terms], as_json)


@theatre.command()
def summer(
    scenario: Name = PLANNED,
    summers: Annotated[int, typer.Option(min=2, help="How many are drawn beside the exact figures.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed draws the same summers.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Print the headline figures of a summer: exact, and drawn with their standard errors."""
    import normandy_lab as nl

    found: Rows = _records(nl.summer(scenario).compared(summers, seed))
    rows = [{"what": row.pop("what"), **{key: float(value) for key, value in row.items()}} for row in found]
    show(rows if as_json else [{key: short(value) for key, value in row.items()} for row in rows], as_json)


def _records(frame: Any) -> Rows:
    return [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]


def _of(rows: Rows, day: str | None) -> Rows:
    """The rows of a day, or all; NormandyError names the days that there are."""
    if day is None:
        return rows
    found = [row for row in rows if row["day"] == day]
    days = [row["day"] for row in rows]
    if not found and days:
        raise NormandyError(f"day {day!r}: give one from {days[0]} to {days[-1]} (T-19). {nearest(day, days)}".rstrip())
    return found


def _levels(found: Any, name: str) -> Rows:
    """A major port by day: it is neither built nor damaged, and has a level."""
    names = ("building", "working", "damaged", "removed", "usable_whole", "usable_damaged")
    return [
        {"site": name, "day": iso(day), **dict.fromkeys(names), "mean_level": f"{float(level.expect()):.3f}"}
        for day, level in found.port(name).items()
    ]
