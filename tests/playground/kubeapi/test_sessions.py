"""Sessions of docs/kubectl-sessions.md, typed with a real kubectl of the newest version: each command finds what
controllers of a real cluster would have done after the one before. `PODIUM_WRITE=1` writes the page anew.
"""

from __future__ import annotations

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.harness.series import EVERY, sampled
from tests.harness.server import ROOT, Server
from tests.harness.site import Site
from tests.playground.kubeapi.binaries import PACKAGES, kubectl
from tests.playground.kubeapi.sessions import ANY, Session, Start, Typed, missing, sessions, starts

PAGE = ROOT / "docs" / "kubectl-sessions.md"
HEAD, FOOT = "<!-- table -->\n", "<!-- end of the table -->"
AT_ONCE = 6
SPARSELY = EVERY * 4 // 3
"""Every fourth session where a series is not played whole: each takes more than a second."""
SECONDS = 120


def played(program: Path, config: Path, command: str, text: str = "") -> tuple[int, str]:
    """The exit code and what was printed."""
    environment = {"HOME": str(config.parent), "KUBECONFIG": str(config), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [program, *command.split(" ")],
        input=text,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=environment,
    )
    return done.returncode, done.stdout + done.stderr


class Clusters:
    """Runs in which sessions begin. A session gets a fork, so that what they have in common happens once."""

    def __init__(self, server: Server, program: Path, folder: Path) -> None:
        self.site, self.program, self.folder = Site(server), program, folder
        self.site.request("GET", "/import")
        self.made = {name: self._make(start) for name, start in starts().items()}

    def _make(self, start: Start) -> tuple[str, int]:
        """The run and its newest step."""
        body = {"text": start.manifest, "play": ""}
        run = self.site.request("POST", "/import", body)[2].split("/")[2].partition("?")[0]
        if start.until:
            code, printed = played(self.program, self.kubeconfig(run), start.until)
            assert 0 == code, printed
        return run, json.loads(self.site.request("GET", f"/api/v1/runs/{run}")[1])["head"]

    def kubeconfig(self, run: str) -> Path:
        path = self.folder / run
        path.write_text(self.site.request("GET", f"/r/{run}/kubeconfig")[1])
        return path

    def begin(self, name: str) -> Path:
        """The kubeconfig of a new run."""
        run, head = self.made[name]
        status, _, location = self.site.request("POST", f"/r/{run}/fork", {"at": str(head)})
        assert 303 == status
        return self.kubeconfig(location.removeprefix("/r/").partition("?")[0])


def wrong(clusters: Clusters, session: Session) -> dict[str, object]:
    """The commands that answer otherwise than a cluster at work, with what is different."""
    config, result = clusters.begin(session.start), {}
    for typed in session.typed:
        code, printed = played(clusters.program, config, typed.command, typed.text)
        different = missing(typed, printed)
        if code != typed.code or different:
            result[f"{session.title}: {typed.command}"] = (code, different)
    return result


def test_sessions_print_what_a_cluster_at_work_prints(server: Server, tmp_path: Path) -> None:
    program = kubectl(max(PACKAGES, key=lambda version: [int(part) for part in version.split(".")]))
    if program is None:
        pytest.skip("the package index gives no kubectl for this machine")
    clusters = Clusters(server, program, tmp_path)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(partial(wrong, clusters), sampled(sessions(), SPARSELY)))

    assert {} == {command: why for one in results for command, why in one.items()}


def cell(typed: Typed, place: int) -> str:
    """A command and the lines below it, for a cell of the table."""
    marked = typed.command.replace("|", "\\|")
    lines = [line.replace("|", "\\|") for line in typed.lines] or ["(nothing)"]
    below = "".join(
        f"<br>&nbsp;&nbsp;{f'`{line}`' if line not in (ANY, '(nothing)') else line}" for line in lines
    )
    return f"{place}. `{marked}`{f' (exit code {typed.code})' if typed.code else ''}{below}"


def table() -> str:
    """The table of the page: a row for each session."""
    rows = ["| session | begins with | typed, and what is printed |", "|---|---|---|"]
    for session in sessions():
        cells = "<br>".join(cell(typed, place) for place, typed in enumerate(session.typed, 1))
        rows.append(f"| {session.title} | {session.start} | {cells} |")
    return "\n".join(rows) + "\n"


def test_the_page_lists_the_sessions_that_are_played() -> None:
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(HEAD)
    listed, _, after = rest.partition(FOOT)
    if os.environ.get("PODIUM_WRITE"):
        listed = table()
        PAGE.write_text(f"{before}{HEAD}{listed}{FOOT}{after}", encoding="utf-8")

    assert table() == listed
    assert 40 == len(sessions())
    assert all(3 <= len(session.typed) <= 6 for session in sessions())
