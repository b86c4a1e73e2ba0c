"""The page of a classroom: the lab alone, without JupyterLab's frame, served by Voila on this machine only.

The page holds the same lab as a notebook does. Its own folder has one notebook of one cell and ends with the server.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import tempfile
import threading
import time
import urllib.request
import webbrowser
from contextlib import suppress
from importlib import resources, util
from pathlib import Path
from typing import Any

from normandy_lab.errors import NormandyError
from normandy_lab.game import load_game
from normandy_lab.printing import say
from normandy_lab.systems import load_scenario
from normandy_lab.ui.shell import LABS

HERE = "127.0.0.1"
PAGE = "classroom.ipynb"
LEFT = 600  # seconds until the game of a page that nobody looks at any more leaves the memory; it is kept in its file


def checked(what: str) -> tuple[str, str]:
    """What to open, by a name that holds in any folder, with its title; errors are told before a server starts."""
    path = Path(what)
    saved = path.suffix == ".jsonl"
    spec = load_game(path).spec if saved else load_scenario(what)
    if spec.system not in LABS:
        raise NormandyError(
            f"{what}: a game of the {spec.system}, which no lab shows; name one of the {' or the '.join(LABS)}"
        )
    return (str(path.resolve()) if saved or path.exists() else what), spec.title


def notebook(what: str, title: str, seed: int | None, started_in: Path) -> dict[str, Any]:
    """The notebook behind the page, as nbformat 4 has it."""
    source = f"from normandy_lab.ui.classroom import show\n\nshow({what!r}, {seed}, {str(started_in)!r})"
    cell: dict[str, Any] = {
        "cell_type": "code",
        "id": "lab",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
        "source": source,
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel, "title": title}, "cells": [cell]}


def serve(what: str, *, seed: int | None, browser: bool, port: int | None) -> None:
    """Serve the page until the program is stopped.

    Raises NormandyError where Voila is not installed, and whatever loading the scenario or the save raises.
    """
    if util.find_spec("voila") is None:
        raise NormandyError('a classroom page needs Voila; install it with  pip install "normandy_lab[classroom]"')
    name, title = checked(what)
    saved = name.endswith(".jsonl")
    if saved and seed is not None:
        raise NormandyError(f"--seed {seed}: a saved game has its own luck; leave it out, or name a scenario")
    seed = secrets.randbelow(1_000_000) if seed is None and not saved else seed  # one game, however often it is loaded
    port = _free_port(port)
    with tempfile.TemporaryDirectory(prefix="normandy_lab-classroom-") as folder:
        page = Path(folder) / PAGE
        page.write_text(json.dumps(notebook(name, title, seed, Path.cwd())), "utf-8")
        token = secrets.token_hex(16)
        address = f"http://{HERE}:{port}/?token={token}"
        say(f"{title}: {address}")
        say("The page is for this machine only. M is projector mode, ? lists the keys, Ctrl+C ends it.")
        if browser:
            threading.Thread(target=_open_when_there, args=(address, port), daemon=True).start()
        _voila(page, port, token)


def _free_port(wanted: int | None) -> int:
    """The port that was asked for, or a free one; an occupied port is refused before anything is shown."""
    with socket.socket() as probe:
        if os.name == "posix":  # as the server itself does: a port that was just given up is free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HERE, wanted or 0))
        except OSError as error:
            raise NormandyError(f"--port {wanted}: {error.strerror}; leave it out, and a free one is taken") from error
        return int(probe.getsockname()[1])


def _open_when_there(address: str, port: int) -> None:
    for _ in range(150):
        with suppress(OSError):
            urllib.request.urlopen(f"http://{HERE}:{port}/login", timeout=2).close()
            webbrowser.open(address)
            return
        time.sleep(0.2)


def _voila(page: Path, port: int, token: str) -> None:
    """Run Voila in this process: no source, no traceback and no file but the page's own reaches the browser."""
    templates = str(resources.files("normandy_lab") / "data" / "classroom")
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [templates, os.environ.get("JUPYTER_PATH", "")]))
    from voila.app import Voila

    Voila.launch_instance(
        argv=[
            str(page),
            "--no-browser",
            f"--port={port}",
            "--Voila.port_retries=0",
            f"--Voila.ip={HERE}",
            f"--Voila.token={token}",
            "--Voila.log_level=ERROR",
            f"--MappingKernelManager.cull_idle_timeout={LEFT}",  # a page that was left or loaded again
            "--MappingKernelManager.cull_interval=60",
            "--VoilaConfiguration.template=classroom",
            "--VoilaConfiguration.show_tracebacks=False",
            "--VoilaConfiguration.strip_sources=True",
        ]
    )
