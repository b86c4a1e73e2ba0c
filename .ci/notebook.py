"""Run a notebook in a JupyterLab server that is already up, through the server's own interface.

``notebook.py --check PORT`` only asks whether the server answers; ``notebook.py PORT NAME`` runs every code cell of
NAME in a kernel of that server and fails at the first error.
"""

from __future__ import annotations

import json
import sys
import time
import uuid
from typing import Any
from urllib.request import Request, urlopen

from jupyter_server.serverapp import list_running_servers
from websocket import create_connection  # a dependency of jupyter_server

SECONDS = 300  # for one cell


class Server:
    """The running server on a port, with its token."""

    def __init__(self, port: int) -> None:
        for info in list_running_servers():
            if info["port"] == port:
                self.url, self.token = info["url"], info["token"]
                return
        raise SystemExit(f"no Jupyter server on port {port}")

    def ask(self, path: str, send: dict[str, Any] | None = None) -> Any:
        data = None if send is None else json.dumps(send).encode()
        head = {"Authorization": f"token {self.token}", "Content-Type": "application/json"}
        with urlopen(Request(self.url + path, data, head), timeout=60) as answer:
            body = answer.read()
        return json.loads(body) if "json" in answer.headers.get("Content-Type", "") else body.decode()

    def channels(self, kernel: str) -> Any:
        url = f"{self.url.replace('http', 'ws', 1)}api/kernels/{kernel}/channels"
        return create_connection(url, header=[f"Authorization: token {self.token}"], timeout=SECONDS)


def run_cell(channels: Any, source: str) -> None:
    """Execute one cell and wait until the kernel is idle again."""
    number = uuid.uuid4().hex
    head = {"msg_id": number, "msg_type": "execute_request", "session": number, "username": "ci", "version": "5.3"}
    content = {"code": source, "silent": False, "store_history": True, "allow_stdin": False, "stop_on_error": True}
    message = {
        "header": head,
        "parent_header": {},
        "metadata": {},
        "content": content,
        "channel": "shell",
        "buffers": [],
    }
    channels.send(json.dumps(message))
    while True:
        raw = channels.recv()
        if not isinstance(raw, str):  # buffers of widgets: nothing to read in them here
            continue
        answer = json.loads(raw)
        if answer["parent_header"].get("msg_id") != number:
            continue
        if answer["msg_type"] == "error":
            raise SystemExit("\n".join(answer["content"]["traceback"]))
        if answer["msg_type"] == "status" and answer["content"]["execution_state"] == "idle":
            return


def run_notebook(server: Server, name: str) -> int:
    """Run all code cells; the number of cells run."""
    notebook = server.ask(f"api/contents/{name}")["content"]
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    what = {"path": name, "name": name, "type": "notebook", "kernel": {"name": "python3"}}
    session = server.ask("api/sessions", what)
    channels = server.channels(session["kernel"]["id"])
    try:
        for cell in cells:
            source = cell["source"]
            run_cell(channels, source if isinstance(source, str) else "".join(source))
    finally:
        channels.close()
    return len(cells)


def main() -> None:
    """Read the command line; see the module's text."""
    if sys.argv[1] == "--check":
        Server(int(sys.argv[2])).ask("api/status")
        return
    server = Server(int(sys.argv[1]))
    page = server.ask("lab")
    if "jupyter-config-data" not in page:
        raise SystemExit("the server answers, but not with JupyterLab")
    print(f"JupyterLab answers at {server.url}lab")
    start = time.monotonic()
    count = run_notebook(server, sys.argv[2])
    print(f"{sys.argv[2]}: {count} cells run in {time.monotonic() - start:.1f} s")


if __name__ == "__main__":
    main()
