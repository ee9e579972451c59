"""A run of one's own with its kubeconfig, and a kubectl that is run with it."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

from tests.builders import node
from tests.harness.server import Server
from tests.harness.site import Site
from tests.playground.kubeapi.commands import Line

SECONDS = 900
CLUSTER = "\n---\n".join(json.dumps(node(name)) for name in ("n1", "n2", "n3"))


def kubeconfig(server: Server, folder: Path, text: str = CLUSTER) -> Path:
    """The kubeconfig of the owner of a new run."""
    site = Site(server)
    site.request("GET", "/import")
    status, body, location = site.request("POST", "/import", {"text": text, "play": ""})
    result = re.match(r"/r/([a-z2-7]{12})", location)
    assert result, (status, body[:500])
    path = folder / "kubeconfig"
    path.write_text(site.request("GET", f"/r/{result[1]}/kubeconfig")[1])
    return path


def played(program: Path, config: Path, line: Line) -> tuple[int, str]:
    """The exit code and what was printed."""
    environment = {"HOME": str(config.parent), "KUBECONFIG": str(config), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [program, *line.command.split(" ")],
        input=line.text,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=environment,
    )
    return done.returncode, done.stdout + done.stderr
