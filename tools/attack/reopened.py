"""Runs with odd values, opened after the server has started anew: what was acknowledged is there, and a run
of which the database has an input that cannot be read is shown up to it at every door.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from tools.attack.doors import JSON, OwnRun
from tools.attack.no_texts import ALL, Odd
from tools.attack.oracle import Oracle
from tools.attack.target import Target
from tools.attack.visitor import Answer, Talk, Visitor

HTML = ("Accept", "text/html")
MERGE, STRATEGIC = "application/merge-patch+json", "application/strategic-merge-patch+json"
_PODS, _EVENTS = "/api/v1/namespaces/default/pods", "/api/v1/namespaces/default/events"
_EVENT = (
    b'{"metadata": {"name": "e", "namespace": "default"}, "type": "Normal", "reason": ODD, "message": ODD,'
    b' "involvedObject": {"kind": "Pod", "namespace": "default", "name": "p"}, "count": ODD}'
)
#: Writes to the Kubernetes API with a value: method, path, type, body.
WRITES = (
    ("POST", _EVENTS, JSON, _EVENT),
    ("POST", _EVENTS, JSON, _EVENT.replace(b'"e"', b"ODD")),
    ("PATCH", f"{_PODS}/p", MERGE, b'{"metadata": {"annotations": {"a": ODD}}}'),
    ("PATCH", "/api/v1/nodes/n1", STRATEGIC, b'{"spec": {"unschedulable": ODD}}'),
    ("PATCH", "/api/v1/nodes/n1/status", MERGE, b'{"status": {"phase": ODD, "x": ODD}}'),
    ("POST", _PODS.replace("pods", "configmaps"), JSON, b'{"metadata": {"name": "c"}, "data": {"a": ODD}}'),
    ("DELETE", f"{_PODS}/q", JSON, b'{"gracePeriodSeconds": ODD}'),
)  # fmt: skip
#: Inputs with a value, as a board or a script gives them.
INPUTS = (
    b'{"kind": "cordon", "node": ODD}',
    b'{"kind": "label", "object": {"kind": "Node", "name": "n1"}, "labels": {"a": ODD}}',
    b'{"kind": "apply", "documents": [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "q",'
    b' "annotations": {"a": ODD}}, "spec": {"containers": [{"name": "c", "x": ODD}]}}]}',
)

_REPORT = (
    '{"kind":"request","verb":"report","client":"x","objects":[{"kind":"Event","name":"e"}],'
    '"document":{"metadata":{"name":"e"},"involvedObject":{"kind":"Pod","name":"p"},ODD}}'
)
#: Texts of inputs as an older version stored them, or as a fault of a disk leaves them.
UNREADABLE = {
    "no JSON": '{"kind":"cordon","node"',
    "nothing": "",
    "not a map": "[1]",
    "no such kind": '{"kind":"obliterate","node":"n1"}',
    "no such verb": _REPORT.replace('"report"', '"obliterate"').replace("ODD", '"reason":""'),
    "NUL": _REPORT.replace("ODD", r'"message":"a\u0000b"'),
    "half a pair": _REPORT.replace("ODD", r'"message":"\ud800"'),
    "1e400": _REPORT.replace("ODD", '"count":1e400'),
    "5 000 digits": _REPORT.replace("ODD", '"count":' + "9" * 5_000),
    "1 000 levels": '{"kind":"apply","documents":' + "[" * 1_000 + "]" * 1_000 + "}",
    "90 000 levels": '{"kind":"apply","documents":' + "[" * 90_000 + "]" * 90_000 + "}",
}


def reopen_all(target: Target, oracle: Oracle, seed: int, part: float, until: float) -> int:
    """Runs with that part of the odd values, and one for each text that cannot be read. Returns how many."""
    if target.server is None or target.data is None:
        return 0
    odds = random.Random(seed).sample(ALL, max(1, round(len(ALL) * part)))
    given = asyncio.run(_given(target, oracle, odds, until))
    runs = asyncio.run(_with_two_inputs(target, len(UNREADABLE)))
    target.server.stop(signal.SIGTERM)
    for run, text in zip(runs, UNREADABLE.values(), strict=True):
        damage(target.data, run.run, text)
    target.server.start()
    asyncio.run(_opened(oracle, given))
    asyncio.run(_shown(oracle, dict(zip(UNREADABLE, runs, strict=True))))
    return len(given) + len(runs)


# --- what is acknowledged ---------------------------------------------------------------------------


async def _given(target: Target, oracle: Oracle, odds: list[Odd], until: float) -> dict[str, OwnRun]:
    """A run for each value, with everything that the server took of it."""
    own_runs: dict[str, OwnRun] = {}
    for number, odd in enumerate(odds):
        if time.monotonic() > until:
            break
        own_run = await OwnRun(Visitor(target.url, target.address(number))).learn()
        for what, answer in [await _sent(own_run, *request) for request in _requests(own_run, odd)]:
            oracle.answered(answer, f"{what} with {odd.name}", odd.json[:200])
        own_runs[odd.name] = own_run
    return own_runs


def _requests(own_run: OwnRun, odd: Odd) -> Iterator[tuple[str, str, str, bytes]]:
    for method, path, kind, body in WRITES:
        yield method, f"/r/{own_run.run}/k8s/as/{own_run.kube}{path}", kind, body.replace(b"ODD", odd.json)
    for body in INPUTS:
        sent = b'{"input": ' + body.replace(b"ODD", odd.json) + b"}"
        yield "POST", f"/api/v1/runs/{own_run.run}/inputs", JSON, sent


async def _sent(own_run: OwnRun, method: str, path: str, kind: str, body: bytes) -> tuple[str, Answer]:
    headers = [("Content-Type", kind), ("Authorization", f"Bearer {own_run.token}")]
    headers = headers if path.startswith("/api/") else headers[:1]
    answer = await own_run.visitor.request(method, path, body, headers)
    return f"{method} {path.partition(own_run.run)[2]}", answer


async def _opened(oracle: Oracle, given: dict[str, OwnRun]) -> None:
    """Each run opens whole at each door."""
    for name, own_run in given.items():
        for path in ("", "/k8s/api/v1/events", "/k8s/api/v1/nodes", "/film.json", "/take"):
            answer = await own_run.visitor.get(f"/r/{own_run.run}{path}")
            oracle.answered(answer, f"a run with {name} opened again at {path}", own_run.run)
            if answer.status != 200:
                oracle.fault(f"a run with {name} opened again at {path}: {answer.status}", answer.text[:300])
        async with own_run.visitor.socket(own_run.run) as socket:
            reply = await Talk(socket).hello()
        if reply["type"] != "hello" or reply["snapshot"]["seq"] != reply["run"]["head"]:
            oracle.fault(f"a run with {name} is not greeted at its head", reply)


# --- what cannot be read ------------------------------------------------------------------------------


async def _with_two_inputs(target: Target, count: int) -> list[OwnRun]:
    """Runs with an input at step 0 and one at step 1."""
    runs = []
    for number in range(count):
        own_run = await OwnRun(Visitor(target.url, target.address(number))).learn()
        # What is imported plays on to the first decision.
        reply = await _posted(own_run, "forks", {"at": 0})
        own_run.run, own_run.token = reply["run"], reply["token"]
        for step, kind in enumerate(("cordon", "uncordon")):
            await _posted(own_run, "inputs", {"from": step, "input": {"kind": kind, "node": "n1"}})
        runs.append(own_run)
    return runs


async def _posted(own_run: OwnRun, what: str, value: Any) -> dict[str, Any]:
    headers = [("Content-Type", JSON), ("Authorization", f"Bearer {own_run.token}")]
    path = f"/api/v1/runs/{own_run.run}/{what}"
    answer = await own_run.visitor.request("POST", path, json.dumps(value).encode(), headers)
    assert answer.status < 300, answer.text
    return dict(json.loads(answer.body))


def damage(data: Path, run: str, text: str) -> None:
    """Puts this text in the place of the input at step 1 of a run, behind the back of every server."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    with closing(sqlite3.connect(data / "podium.sqlite3")) as database, database:
        database.execute("INSERT OR IGNORE INTO runs_inputtext (digest, value) VALUES (?, ?)", (digest, text))
        changed = database.execute(
            "UPDATE runs_runinput SET text_id = ? WHERE run_id = ? AND seq = 1", (digest, run)
        )
        assert changed.rowcount == 1, run


#: Addresses about a run that ends at step 1, and how they are answered.
SHOWN = (
    ("/r/RUN", 200),
    ("/r/RUN?at=1", 200),
    ("/r/RUN/picture.svg?at=1", 200),
    ("/r/RUN/picture.svg?at=2", 409),
    ("/r/RUN/film.json", 409),
    ("/r/RUN/take?at=1", 200),
    ("/r/RUN/take?at=2", 409),
    ("/api/v1/runs/RUN", 200),
    ("/api/v1/runs/RUN/snapshot?at=1", 200),
    ("/api/v1/runs/RUN/snapshot", 409),
    ("/api/v1/runs/RUN/frames?from=0&to=2", 409),
    ("/r/RUN/k8s@1/api/v1/nodes", 200),
    ("/r/RUN/k8s/api/v1/nodes", 409),
)
SAYS = "cannot be read"


async def _shown(oracle: Oracle, runs: dict[str, OwnRun]) -> None:
    """Each run is shown up to step 1, says why it ends there, and can be forked there."""
    for name, own_run in runs.items():
        what = f"a run with an input that cannot be read ({name})"
        for path, status in SHOWN:
            answer = await own_run.visitor.get(path.replace("RUN", own_run.run), [HTML])
            oracle.answered(answer, f"{what} at {path}", own_run.run)
            if answer.status != status or (status == 409 and SAYS not in answer.text):
                oracle.fault(f"{what} at {path} was answered {answer.status}", answer.text[:300])
        line = await own_run.visitor.post(f"/r/{own_run.run}/console/play", {"line": "get nodes"})
        if line.status != 200 or SAYS not in line.text:
            oracle.fault(f"{what} at the console was answered {line.status}", line.text[:300])
        async with own_run.visitor.socket(own_run.run) as socket:
            talk = Talk(socket)
            hello, reply = await talk.hello(), await talk.hear()
        if (hello.get("run", {}).get("head"), reply.get("code")) != (1, "run.stops"):
            oracle.fault(f"{what} on a socket", [hello, reply])
        fork = await _posted(own_run, "forks", {"at": 1})
        again = await own_run.visitor.get(f"/api/v1/runs/{fork['run']}/snapshot")
        oracle.answered(again, f"a fork of {what}", fork["run"])
        if again.status != 200:
            oracle.fault(f"a fork of {what} was answered {again.status}", again.text[:300])
