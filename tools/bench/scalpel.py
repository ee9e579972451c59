"""Other values by hand: how long a dragged number waits for then and now, in the worker of the run.

By the clock and in CPU time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from playground.server.reference_cycles import collect_cycles_seldom
from playground.texts.manifests import importer
from scheduler_core import Problem, Run, Scenario
from tools.bench.figures import say, spread
from tools.dump import dump, text_of

SIZES = ((60, 500, 300), (1_000, 10_000, 1_000))
"""Nodes, pods, and the milliseconds to aim at."""
_DRAGGED, _MOST_STEPS = 30, 3_000

Change = Callable[[int], dict[str, Any]]
"""The chip of the n-th value to which a number is dragged."""


def _run(nodes: int, pods: int) -> tuple[Run, int]:
    """A dump with a pod that fits on no node, played until it is quiet."""
    imported = importer.import_text(text_of(dump(nodes, pods, stuck=1), "json"), add_nodes=False)
    run = Run(Scenario.from_canonical(json.loads(imported.canonical or "")))
    head = 0
    while head < _MOST_STEPS and not run.quiet(head):
        reached = run.advance(head, "quiet", limit=200, frames=False)
        if reached == head:
            break
        head = reached
    return run, head


def _changes(run: Run, head: int) -> dict[str, tuple[str, Change]]:
    """What is dragged: the pod that is looked at, and the chip of each value."""
    api = run.world(head).api
    waits = next(pod.key for pod in api.pods.values() if not pod.node_name)
    came = next(pod.key for pod in run.world(0).api.pods.values() if pod.node_name)
    node, deployment = next(iter(api.nodes)), next(iter(api.objects("Deployment")))

    def chip(kind: str, key: str, path: str, value: Callable[[int], Any]) -> Change:
        return lambda n: {"at": head, "kind": kind, "key": key, "path": path, "to": value(n)}

    cpu = "spec.containers[0].resources.requests.cpu"
    return {
        "request of the waiting pod": (waits, chip("Pod", waits, cpu, lambda n: f"{4_000 - 50 * n}m")),
        "request of a pod that came with its node": (came, chip("Pod", came, cpu, lambda n: f"{100 + n}m")),
        "replicas of a Deployment": (waits, chip("Deployment", deployment, "spec.replicas", lambda n: 3 + n)),
        "allocatable cpu of a node": (
            waits,
            chip("Node", node, "status.allocatable.cpu", lambda n: f"{9_000 + 50 * n}m"),
        ),
    }


def measure() -> None:
    collect_cycles_seldom()
    for nodes, pods, aim in SIZES:
        run, head = _run(nodes, pods)
        for what, (focus, change) in _changes(run, head).items():
            waited, spent = [], []
            for number in range(_DRAGGED):
                begun, of_cpu = time.perf_counter(), time.process_time()
                answer = run.ask("patches", head, chips=[change(number)], focus=focus)
                waited.append((time.perf_counter() - begun) * 1000)
                spent.append((time.process_time() - of_cpu) * 1000)
                assert not isinstance(answer, Problem)
            say(f"{nodes} nodes, {pods} pods: {what}", spread(waited), f"p95 ≤ {aim} ms")
            say(f"{nodes} nodes, {pods} pods: {what}, CPU", spread(spent))
