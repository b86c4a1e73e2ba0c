"""The command line: the same verbs as the library, one clear line on bad input, ``--json`` for programs.

Exit codes: 0 done, 1 a check failed (``rules --coverage``), 2 bad input.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from normandy_lab import files
from normandy_lab.cli_theatre import AsJson, theatre
from normandy_lab.errors import LINE, LISTED, NormandyError, cut
from normandy_lab.printing import Rows, on_any_console, progress, say, say_json, short, show
from normandy_lab.text_files import whole_of

if TYPE_CHECKING:
    from normandy_lab.rule_index import Coverage

PROGRAM = "normandy-lab"
QUICKSTART = "00_quickstart.ipynb"
USAGE_ERROR: type[BaseException] = typer.BadParameter.__mro__[2]  # ClickException, wherever typer keeps it

app = typer.Typer(
    name=PROGRAM,
    help="An interactive lab for the Normandy campaign as a board game. Without a command it opens the lab.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

app.add_typer(theatre, name="theatre")

Players = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="[SEAT=]BOT",
        help="Who chooses, such as random, or for one seat american=bunch; may be repeated; suggest by default.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file of this kind that is there already.")]


class Side(StrEnum):
    """Whose supply is traced."""

    german = "german"
    allied = "allied"


# -- the lab ----------------------------------------------------------------------------------


def _run_lab(folder: Path, browser: bool, port: int | None) -> NoReturn:
    """JupyterLab on the notebooks, without its pop-up about news and, for root, as Jupyter demands."""
    command = [sys.executable, "-m", "jupyterlab", str(folder)]
    if (folder / QUICKSTART).exists():
        command.append(f"--LabApp.default_url=/lab/tree/{QUICKSTART}")
    if port is not None:
        command.append(f"--port={port}")
    if not browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    settings = str(resources.files("normandy_lab") / "data" / "jupyter")
    paths = [settings, os.environ.get("JUPYTER_CONFIG_PATH", "")]
    env = {**os.environ, "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, paths))}
    if os.name == "posix":  # one process, so that whoever stops it stops the server
        sys.stdout.flush()
        os.execve(command[0], command, env)
    raise SystemExit(subprocess.run(command, env=env, check=False).returncode)


def checkout() -> Path | None:
    """The checkout that this package runs from, or None where it is installed."""
    top = Path(str(resources.files("normandy_lab"))).parent
    return top if (top / "pyproject.toml").exists() and (top / "notebooks").is_dir() else None


def notebooks(folder: Path | None = None) -> Path:
    """The folder to open: a checkout's own notebooks, or copies in a folder of the user's (a wheel is not written to)."""
    top = checkout()
    if folder is None and top is not None:
        return top / "notebooks"
    from normandy_lab.notebook_copy import copy_notebooks

    folder = (folder or Path(PROGRAM)).resolve()
    shipped = Path(str(resources.files("normandy_lab"))) if top is None else top
    done = copy_notebooks((shipped / "notebooks").glob("*.ipynb"), folder)
    say(f"Notebooks in {folder}: {len(done.written)} written, {len(done.kept)} changed by you and kept")
    for name in done.beside:
        say(f"A newer version of a notebook that you changed is beside it: {name}")
    return folder


@app.callback(invoke_without_command=True)
def _default(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        _run_lab(notebooks(), browser=True, port=None)


@app.command()
def lab(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="FOLDER",
            show_default=False,
            file_okay=False,
            help="Where your copies of the notebooks are; files that you changed stay as they are. "
            f"By default ./{PROGRAM}, in a checkout its own notebooks.",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser on the lab.")] = True,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port of the server; free by default.")] = None,
) -> None:
    """Open JupyterLab on the notebooks."""
    _run_lab(notebooks(folder), browser, port)


@app.command()
def classroom(
    what: Annotated[str, typer.Argument(metavar="SCENARIO|SAVE", help="A scenario, or a saved game.")] = "d_day",
    seed: Annotated[int | None, typer.Option(help="Names the luck of a new game; drawn if not given.")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser on the page.")] = True,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port of the server; free by default.")] = None,
) -> None:
    """Open the lab alone as a page, for a projector: no notebook, no code."""
    from normandy_lab.classroom import serve

    serve(what, seed=seed, browser=browser, port=port)


# -- scenarios --------------------------------------------------------------------------------


@app.command()
def scenarios(as_json: AsJson = False) -> None:
    """List the scenarios that can be played."""
    import normandy_lab as nl

    show(nl.scenarios(), as_json)


@app.command()
def validate(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files (TOML).", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Check scenario files; every problem of every file is listed, with the rule and the fix."""
    import normandy_lab as nl
    from normandy_lab.errors import ScenarioError

    found: Rows = []
    bad = 0
    for path in progress(paths, "files"):
        try:
            spec = nl.load_scenario(path)
        except ScenarioError as error:
            bad += 1
            found += [_problem(path, "error", problem) for problem in error.problems]
        else:
            found += [_problem(path, "notice", notice) for notice in spec.notices]
    if as_json:
        show(found, as_json)
    else:
        for path in dict.fromkeys(row["file"] for row in found):
            _tell([row for row in found if row["file"] == path])
        say(f"{len(paths) - bad} of {len(paths)} files can be played", error=bad > 0)
    raise SystemExit(2 if bad else 0)


def _tell(rows: Rows) -> None:
    """What was found in one file; of very many problems the first, as everywhere (``--json`` lists all)."""
    file = cut(rows[0]["file"], LINE // 2)
    for row in rows[:LISTED]:
        say(f"{file}: {row['kind']}: {row['text']}", error=row["kind"] == "error")
    if len(rows) > LISTED:
        say(f"{file}: and {len(rows) - LISTED} more; mend these first", error=True)


def _problem(path: Path, kind: str, problem: Any) -> dict[str, Any]:
    fields = {name: getattr(problem, name, "") for name in ("place", "rule", "fix")}
    return {"file": str(path), "kind": kind, **fields, "text": str(problem)}


@app.command()
def describe(
    name: Annotated[str, typer.Argument(metavar="NAME|FILE", help="A scenario's name or file.")],
    as_json: AsJson = False,
) -> None:
    """Describe a scenario: its clock, forces and changes."""
    import normandy_lab as nl

    description = nl.load_scenario(name).describe()
    if as_json:
        say_json(description.tables)
    else:
        say(str(description))


# -- rules ------------------------------------------------------------------------------------


@app.command()
def rules(
    rule: Annotated[
        str | None, typer.Argument(metavar="ID", help="A rule such as 9.2D, or a section such as 9.")
    ] = None,
    with_coverage: Annotated[
        bool, typer.Option("--coverage", help="Code and tests of each rule; exit 1 on a gap.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say what this version does about a rule, a section, or all rules."""
    from normandy_lab.rule_index import below, load_index

    index = load_index((resources.files("normandy_lab") / "data" / "breakout" / "rule_index.csv").read_text("utf-8"))
    chosen = [entry for entry in index.values() if rule in (None, entry.id, entry.section) or below(entry.id, rule)]
    if not chosen and (found := _of_other_games(str(rule), index)):
        show(found, as_json)
        return
    if not chosen:
        raise NormandyError(
            f"there is no rule {rule!r}; {PROGRAM} rules lists all {len(index)}, rules FP the beach's, CH the charts'"
        )
    if not with_coverage:
        show([entry._asdict() for entry in chosen], as_json, drop=("file", "tests", "section"))
        return
    covered = rule_coverage()
    rows = [
        {"id": e.id, "status": e.status, "missing": covered[e.id].missing}
        | {"code": " ".join(covered[e.id].code), "tests": " ".join(covered[e.id].tests)}
        for e in chosen
    ]
    show(rows, as_json)
    raise SystemExit(1 if any(row["missing"] for row in rows) else 0)


def _of_other_games(rule: str, index: Mapping[str, Any]) -> Rows:
    """The clauses of the games beside breakout with this id or its beginning: FP 2, FP 2.1, B-10, CH, T."""
    from normandy_lab.rule_index import titles

    wanted = rule.upper()
    others = {each: title for each, title in titles().items() if each not in index}
    found = [each for each in others if wanted in (each, re.split("[ -]", each)[0])]
    found = found or [each for each in others if each.startswith(f"{wanted}.")]
    return [{"id": each, "title": others[each]} for each in found]


def rule_coverage() -> Mapping[str, Coverage]:
    """Where each rule is carried out, cited and tested, read from the source files of package and tests.

    Facts that tables carry have no function to tag: the index names their file.
    """
    from normandy_lab.rule_index import coverage, load_index, sources

    top = checkout()
    if top is None:
        raise NormandyError(
            "--coverage reads the tests, which an installed package does not hold; run it in a checkout"
        )
    package, tests = top / "normandy_lab", top / "tests"
    index = load_index(package / "data" / "breakout" / "rule_index.csv")
    found = coverage(index, sources(package, "normandy_lab"), sources(tests, "tests"))
    return {each: row._replace(code=(*index[each].file.split(), *row.code)) for each, row in found.items()}


# -- play -------------------------------------------------------------------------------------


@app.command()
def run(
    name: Annotated[str, typer.Argument(metavar="SCENARIO", help="A scenario's name or file.")],
    until: Annotated[str | None, typer.Option(help="Stop when this phase or day is over: amphibious, Jun-07.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same dice and the same choices.")] = 1,
    player: Players = None,
    save: Annotated[Path | None, typer.Option(help="Write the game here.")] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play a scenario without people, by plain suggestions unless told otherwise, and print the log."""
    import normandy_lab as nl

    if save is not None:  # said before the game is played, not after
        files.refuse(save, files.SAVE, overwrite=force)
    game = nl.new_game(name, seed=seed)
    game.run(players=_players(["suggest", *(player or ())], game.seats), until=until)
    if save is not None:
        game.save(save, overwrite=force)
    _show_game(game, as_json)


def _players(texts: Iterable[str], seats: Sequence[str]) -> dict[str, str]:
    """Bots by seat; a later word overrules an earlier one.

    >>> _players(["random", "red=suggest"], ["red", "blue"])
    {'red': 'suggest', 'blue': 'random'}
    """
    players: dict[str, str] = {}
    for text in texts:
        seat, equals, bot = text.partition("=")
        players |= {seat: bot} if equals else dict.fromkeys(seats, text)
    return players


@app.command()
def replay(
    path: Annotated[Path, typer.Argument(metavar="SAVE", help="A saved game.")],
    repair: Annotated[
        bool, typer.Option("--repair", help="Open a damaged save as far as every action is legal.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play a saved game again, check every line and action, and print the log."""
    _show_game(_saved(path, repair), as_json)


@app.command()
def export(
    path: Annotated[Path, typer.Argument(metavar="SAVE", help="A saved game.")],
    page: Annotated[Path, typer.Argument(metavar="PAGE", help="The page to write, such as game.html.")],
    repair: Annotated[
        bool, typer.Option("--repair", help="Open a damaged save as far as every action is legal.")
    ] = False,
    force: Force = False,
) -> None:
    """Write a saved game as one page to take home: steps by keys, map and dice, without a network."""
    say(f"saved to {_saved(path, repair).export(page, overwrite=force)}")


def _saved(path: Path, repair: bool) -> Any:
    """The game of a save; what differs from the time it was written is said."""
    import normandy_lab as nl

    with warnings.catch_warnings(record=True) as notices:
        warnings.simplefilter("always")
        game = nl.load_game(path, repair=repair)
    for notice in notices:
        say(str(notice.message), error=True)
    return game


@app.command()
def luck(path: Annotated[Path, typer.Argument(metavar="SAVE", help="A saved game.")], as_json: AsJson = False) -> None:
    """Say how the dice of a saved game fell for each side, against what so many dice show."""
    import normandy_lab as nl

    found = nl.load_game(path).luck()
    if as_json:
        say_json(found.rows)
    else:
        say(str(found))


def _show_game(game: Any, as_json: bool) -> None:
    if as_json:
        show(game.table("log"), as_json)
        return
    show(game.table("log"), as_json, drop=("n", "turn", "impulse"))
    result = game.result
    say(result.how if result is not None else f"stopped: {game.decision.prompt}")


@app.command()
def odds(
    av: Annotated[int, typer.Option(help="Attack Value (9.2).")],
    dv: Annotated[int, typer.Option(help="Defence Value (9.3).")],
    bocage: Annotated[bool, typer.Option("--bocage", help="The defence loses one point less (9.5).")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the exact odds of an attack."""
    import normandy_lab as nl

    found = nl.odds(av=av, dv=dv, bocage=bocage)
    if not as_json:
        show([{"": name} | case for name, case in found.attrs["summary"].items()], as_json)
        say("")
    show(found, as_json)


@app.command()
def supply(
    name: Annotated[str, typer.Argument(metavar="SCENARIO|SAVE", help="A scenario's name or file, or a saved game.")],
    side: Annotated[Side, typer.Option(help="Whose units.")],
    depot: Annotated[
        list[str] | None,
        typer.Option(metavar="PLACE:VALUE:NATIONALITY", help="Price refits from this depot (12.51); may be repeated."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Trace supply lines: for every unit its source, route and cost, or that it is isolated."""
    import normandy_lab as nl
    from normandy_lab.documents import shipped_names

    saved = name not in shipped_names() and Path(name).is_file() and Path(name).suffix != ".toml"
    game = nl.load_game(name) if saved else nl.new_game(name)
    report = nl.supply(game, side.value, depots=[_depot(text) for text in depot] if depot else None)
    if as_json:
        show([line._asdict() for line in report.lines], as_json)
        for words in report.refused if depot else ():
            say(words, error=True)
    else:
        say(str(report))


def _depot(text: str) -> tuple[str, int, str]:
    """A depot as typed.

    >>> _depot("Port-en-Bessin:6:german")
    ('Port-en-Bessin', 6, 'german')
    """
    place, value, nationality = text.rsplit(":", 2) if text.count(":") >= 2 else (text, "", "")
    points = whole_of(value)
    if points is None:
        raise NormandyError(f"--depot {text!r}: write PLACE:VALUE:NATIONALITY, such as Trevieres:6:german")
    return place, points, nationality


@app.command()
def simulate(
    name: Annotated[str, typer.Argument(metavar="SCENARIO", help="A scenario's name or file.")],
    games: Annotated[int, typer.Option(min=1, help="How many.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same table.")] = 1,
    player: Players = None,
    until: Annotated[str | None, typer.Option(help="Stop each game when this phase, turn or day is over.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; one for each processor by default.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write one row a game here.")] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play a scenario many times and print shares and means with their 95% intervals."""
    import normandy_lab as nl

    if csv is not None and not csv.parent.is_dir():  # said before the games are played, not after
        raise NormandyError(f"--csv {csv}: there is no folder {csv.parent}; make it, or choose another place")
    if csv is not None:
        files.refuse(csv, files.TABLE, overwrite=force)
    spec = nl.load_scenario(name)
    players = _players(player or (), nl.new_game(spec).seats)
    batch = nl.simulate(spec, games, seed=seed, players=players, until=until, workers=workers)
    if csv is not None:
        files.write(csv, batch.games.to_csv(index=False), files.TABLE, overwrite=force)
    found = batch.summary().astype(object)
    show(found.where(found.notna(), None) if as_json else found.map(short), as_json)
    if batch.no_winner:
        say(batch.no_winner, error=True)
    raise SystemExit(130 if batch.interrupted else 0)


# -- the way in -------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; bad input ends with exit code 2 and a message without a traceback."""
    on_any_console()
    raise SystemExit(_guarded(lambda: app(args=arguments, prog_name=PROGRAM, standalone_mode=False)))


def _guarded(command: Callable[[], Any]) -> int:
    try:
        code = command()
    except USAGE_ERROR as error:
        where = getattr(getattr(error, "ctx", None), "command_path", PROGRAM)
        text = " ".join(error.format_message().split())  # type: ignore[attr-defined]
        return _refuse(f"{cut(text, LINE)} ({where} --help)")
    except NormandyError as error:
        return _refuse(str(error))
    except BrokenPipeError:  # the reader, `head` for one, has seen enough
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
        return 0
    except OSError as error:
        return _refuse(cut(f"{error.filename or ''}: {error.strerror or error}".lstrip(": "), LINE))
    except (KeyboardInterrupt, typer.Abort):
        return _refuse("stopped", code=130)
    return code if isinstance(code, int) else 0


def _refuse(message: str, code: int = 2) -> int:
    say(f"{PROGRAM}: {message}", error=True)
    return code
