"""What kubectl waits for."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

from tests.harness.server import Server
from tools.bench.figures import say

PODS, APPLIED, WATCHES, ASKS, CHANGES = 1_000, 200, 100, 40, 40
TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"
PATIENCE = 60


def dump(pods: int) -> str:
    """Ten nodes of which each runs a tenth of the pods."""
    room = {"cpu": "64", "memory": "256Gi", "pods": "250"}
    items: list[dict[str, Any]] = [
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": f"n{n}"}, "status": {"allocatable": room}}
        for n in range(10)
    ]
    items += [
        {
            **pod(f"p{n:04}"),
            "spec": {"nodeName": f"n{n % 10}", **pod("")["spec"]},
            "status": {"phase": "Running"},
        }
        for n in range(pods)
    ]
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": items})


def pod(name: str) -> dict[str, Any]:
    container = {"name": "a", "image": "a:1", "resources": {"requests": {"cpu": "10m"}}}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name},
        "spec": {"containers": [container]},
    }


class Client:
    """One connection to the Kubernetes API of a run."""

    def __init__(self, server: Server, base: str) -> None:
        address = urlsplit(server.url)
        self.line = HTTPConnection(address.hostname or "", address.port, timeout=PATIENCE)
        self.base = base

    def send(
        self, method: str, path: str, value: Any = None, accept: str = "application/json", kind: str = ""
    ) -> HTTPResponse:
        headers = {"Accept": accept, **({"Content-Type": kind} if kind else {})}
        self.line.request(method, self.base + path, None if value is None else json.dumps(value), headers)
        return self.line.getresponse()

    def ask(self, *arguments: Any, **more: Any) -> bytes:
        response = self.send(*arguments, **more)
        data = response.read()
        assert response.status < 400, data[:300]
        return data


def made(server: Server, pods: int) -> str:
    """The path of the API of a new run, with the right to act."""
    address = urlsplit(server.url)
    line = HTTPConnection(address.hostname or "", address.port, timeout=PATIENCE)
    body = json.dumps({"manifest": dump(pods), "addNodes": False})
    line.request("POST", "/api/v1/runs", body, {"Content-Type": "application/json"})
    answer = json.loads(line.getresponse().read())
    line.request("GET", urlsplit(answer["editUrl"]).path)
    response = line.getresponse()
    response.read()
    cookies = "; ".join(cookie.partition(";")[0] for cookie in response.headers.get_all("set-cookie") or ())
    run = re.sub(r".*/r/", "", answer["url"]).partition("?")[0]
    line.request("GET", f"/r/{run}/kubeconfig?time=still", headers={"Cookie": cookies})
    config = line.getresponse().read().decode()
    match = re.search(r"server: \"?(\S+?)\"?\n", config)
    assert match is not None, config
    return urlsplit(match[1]).path


def p95(seconds: list[float]) -> str:
    return f"{sorted(seconds)[max(0, int(len(seconds) * 0.95) - 1)] * 1000:.0f} ms"


def timed(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def reads(server: Server) -> None:
    client = Client(server, made(server, PODS))
    path = "/api/v1/namespaces/default/pods?limit=500"
    client.ask("GET", path, accept=TABLE)  # the worker opens the run
    first = [timed(lambda: client.ask("GET", path, accept=TABLE)) for _ in range(ASKS)]
    say("kubectl get pods of 1000 pods, first page of 500, p95", p95(first), "")
    whole = [timed(lambda: client.ask("GET", path.partition("?")[0], accept=TABLE)) for _ in range(ASKS)]
    say("kubectl get pods of 1000 pods in one answer, p95", p95(whole), "p95 ≤ 150 ms")


def watched(response: HTTPResponse, firsts: dict[str, float]) -> None:
    """Notes when each object was told."""
    while line := response.readline():
        metadata = json.loads(line)["object"]["metadata"]
        label = (metadata.get("labels") or {}).get("change", "")
        firsts.setdefault(label, time.perf_counter())


def watches(server: Server) -> None:
    base = made(server, 20)
    client = Client(server, base)
    firsts: list[dict[str, float]] = []
    for count, name in ((1, "one watch"), (WATCHES, f"{WATCHES} watches on one run")):
        while len(firsts) < count:
            response = Client(server, base).send("GET", "/api/v1/namespaces/default/pods?watch=1")
            firsts.append({})
            threading.Thread(target=watched, args=(response, firsts[-1]), daemon=True).start()
        taken: list[float] = []
        for number in range(CHANGES):
            label = f"{count}-{number}"
            start = time.perf_counter()
            patch = {"metadata": {"labels": {"change": label}}}
            client.ask(
                "PATCH", "/api/v1/namespaces/default/pods/p0001", patch, kind="application/merge-patch+json"
            )
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until and not all(label in times for times in firsts[:count]):
                time.sleep(0.001)
            taken += [times[label] - start for times in firsts[:count]]
        say(f"delivery of one change, {name}, p95", p95(taken), "p95 ≤ 50 ms" if count == 1 else "")


def applies(server: Server) -> None:
    client = Client(server, made(server, 0))

    def apply(name: str) -> None:
        path = f"/api/v1/namespaces/default/pods/{name}?fieldManager=kubectl"
        client.ask("PATCH", path, pod(name), kind="application/apply-patch+yaml")

    taken = sum(timed(lambda name=f"a{n:03}": apply(name)) for n in range(APPLIED))  # type: ignore[misc]
    say(f"apply of {APPLIED} objects", f"{taken:.2f} s", "≤ 2 s")


def measure(server: Server) -> None:
    for part in (reads, watches, applies):
        part(server)
