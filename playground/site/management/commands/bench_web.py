"""`bench_web`: measures latency and memory over a real socket of a real server with 30 nodes and 300 pods.

It starts a separate server in a separate folder, so it disturbs nothing and needs only `websockets`."""

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from playground.runs.protocol import PROTOCOL

NODES, PODS = 30, 300
STEPS, SEEKS = 300, 200
SEEK_RANGE = 2_000
#: Pods added whenever nothing is left to do, until there are enough steps.
MORE = 50
#: Seconds between two messages: a socket may send 20 a second.
PACE = 0.052
START_SECONDS = 60.0


def manifests() -> Iterator[dict[str, Any]]:
    yield {
        "apiVersion": "podium/v1",
        "kind": "Scenario",
        "metadata": {"name": "bench"},
        "spec": {"title": "Bench", "seed": 1},
    }
    for number in range(NODES):
        room = {"cpu": "16", "memory": "32Gi", "pods": "110"}
        labels = {"zone": f"z{number % 3}"}
        yield {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": f"n{number:02}", "labels": labels},
            "status": {"allocatable": room, "capacity": room},
        }
    yield from (pod(f"p{number:03}") for number in range(PODS))


def pod(name: str) -> dict[str, Any]:
    requests = {"cpu": "100m", "memory": "128Mi"}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "default"},
        "spec": {"containers": [{"name": "main", "image": "app", "resources": {"requests": requests}}]},
    }


def prepare() -> dict[str, str]:
    """Creates in the server's folder a database with one run; returns the run and its owner's cookie."""
    from django.core.management import call_command

    import scheduler_core as core
    from playground.runs import access, new_runs, revisions

    call_command("migrate", interactive=False, verbosity=0)
    documents = [core.SourceDocument(index, value) for index, value in enumerate(manifests())]
    scenario = core.parse_scenario(documents).scenario
    assert scenario is not None
    run = new_runs.create_run(revisions.store_scenario(scenario), owner="bench", title="Bench")
    return {"run": run.pk, "cookie": f"{access.OWNER_COOKIE}={access.sign_owner('bench')}"}


def megabytes(pid: int, field: str) -> float:
    """`Rss` or `Pss` of a process in MB."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) / 1024
    return 0.0


def below(pid: int) -> list[int]:
    table = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(line.split()[0]): int(line.split()[1]) for line in table.splitlines()}
    pids, grown = {pid}, True
    while grown:
        more = {child for child, parent in parents.items() if parent in pids} - pids
        pids, grown = pids | more, bool(more)
    return sorted(pids)


def resident(server: int) -> dict[int, float]:
    """MB of each process of the server; the one that grows is the worker with the run."""
    return {pid: megabytes(pid, "Rss") for pid in below(server)}


def spread(seconds: list[float]) -> str:
    cuts = statistics.quantiles(seconds, n=100)
    return f"p50 {cuts[49] * 1000:.1f} ms, p95 {cuts[94] * 1000:.1f} ms ({len(seconds)})"


class Talk:
    """Timed requests on a socket, as fast as a socket may send."""

    def __init__(self, connection: Any) -> None:
        self.connection, self.number, self.due = connection, 0, 0.0

    async def ask(self, do: str, **args: Any) -> tuple[dict[str, Any], float]:
        """The answer, and the seconds from sending the request to parsing the answer."""
        await asyncio.sleep(max(0.0, self.due - time.perf_counter()))
        self.number += 1
        started = time.perf_counter()
        self.due = started + PACE
        await self.connection.send(json.dumps({"id": self.number, "do": do, **args}))
        answer = json.loads(await self.connection.recv())
        if answer["type"] == "error":
            raise CommandError(f"{do}: {answer['code']} {answer['message']}")
        return answer, time.perf_counter() - started


class Command(BaseCommand):
    help = "Figures of the web side: step and seek latency over a real socket, memory, second start."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--prepare", action="store_true", help="(used by the command itself)")
        parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["prepare"]:
            self.stdout.write(json.dumps(prepare()))
            return
        try:
            import websockets  # noqa: F401  (asked for here to say it in one sentence)
        except ImportError:
            raise CommandError("bench_web needs the package websockets (requirements/dev.lock)") from None
        with tempfile.TemporaryDirectory(prefix="podium-bench-") as folder:
            figures = measure(folder)
        if options["json"]:
            self.stdout.write(json.dumps(figures))
            return
        for name, figure in figures.items():
            self.stdout.write(f"{name:<42} {figure}")


def measure(folder: str) -> dict[str, str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {"PODIUM_DATA": folder, "PORT": str(port), "HOST": "127.0.0.1"}
    manage = (
        [sys.executable, "manage.py"] if Path("manage.py").exists() else [sys.executable, "-m", "playground"]
    )
    prepared = subprocess.run(
        [*manage, "bench_web", "--prepare"], env=environment, capture_output=True, text=True, check=True
    )
    opened = json.loads(prepared.stdout)
    figures: dict[str, str] = {}
    with served(manage, environment, port):
        pass
    started = time.perf_counter()
    with served(manage, environment, port) as pid:
        figures["second start until /readyz"] = f"{time.perf_counter() - started:.2f} s"
        time.sleep(1)
        figures["idle server (resident)"] = f"{megabytes(pid, 'Rss'):.0f} MB"
        everyone = sum(megabytes(child, "Pss") for child in below(pid))
        figures["idle server with its processes (share)"] = f"{everyone:.0f} MB"
        figures |= asyncio.run(talk(port, pid, opened))
    return figures


@contextlib.contextmanager
def served(manage: list[str], environment: dict[str, str], port: int) -> Iterator[int]:
    process = subprocess.Popen([*manage, "serve"], env=environment, stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            with contextlib.suppress(urllib.error.URLError, OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5).close()
                break
            if process.poll() is not None:
                raise CommandError(f"the server ended with code {process.returncode}")
            time.sleep(0.01)
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(15)


async def talk(port: int, server: int, opened: dict[str, str]) -> dict[str, str]:
    from websockets.asyncio.client import connect

    address = f"ws://127.0.0.1:{port}/ws/r/{opened['run']}/"
    headers = {"Cookie": opened["cookie"]}
    origin: Any = f"http://127.0.0.1:{port}"
    options: dict[str, Any] = {
        "origin": origin,
        "additional_headers": headers,
        "max_size": None,
        "proxy": None,
    }
    figures: dict[str, str] = {}
    async with connect(address, **options) as connection:
        client = Talk(connection)
        before = resident(server)
        answer, first = await client.ask("hello", protocol=PROTOCOL)
        figures["hello, first time (start of a cold run)"] = f"{first * 1000:.0f} ms"
        at, times = answer["run"]["head"], []
        for _ in range(STEPS):
            answer, seconds = await client.ask("step", **{"from": at, "size": "act"})
            at = answer["to"]
            times.append(seconds)
        figures[f"step, {NODES} nodes and {PODS} pods"] = spread(times)
        at = await play_to(client, at)
        grown = max(now - before.get(pid, now) for pid, now in resident(server).items() if pid != server)
        figures[f"a run of {at} steps, warm"] = f"{grown:.1f} MB"
        chance, times = random.Random(1), []
        for _ in range(SEEKS):
            times.append((await client.ask("seek", to=chance.randrange(SEEK_RANGE + 1)))[1])
        figures[f"seek to any of {SEEK_RANGE} steps"] = spread(times)
    return figures


async def play_to(client: Talk, at: int) -> int:
    """Plays until there are more than enough steps, adding work whenever nothing is left to do."""
    batch = 0
    while at < SEEK_RANGE:
        answer, _ = await client.ask("step", **{"from": at, "size": "quiet", "limit": 200})
        at = answer["to"]
        if at < SEEK_RANGE and answer["quiet"]:
            batch += 1
            more = [pod(f"more-{batch}-{number}") for number in range(MORE)]
            answer, _ = await client.ask(
                "input", **{"from": at, "input": {"kind": "apply", "documents": more}}
            )
            at = answer["to"]
    return at
