"""Figures of the drain of a zone: when its first pod moves, and when its whole report is there."""

from __future__ import annotations

import os
import time

from playground.server.reference_cycles import collect_cycles_seldom
from scheduler_core import Run, parse_input
from scheduler_core.inputs.parse import Input
from scheduler_core.queries.comparison.maintenance_report import maintained
from tests.builders import node, workload
from tests.core.builders import recorded
from tools.bench.figures import say

NODES = 900
ZONES = 3
WORKLOADS = 20
REPLICAS = 150
AT_ONCE = 400
"""Steps between two reports, as the page asks for them."""


def measure() -> None:
    """A third of the nodes is drained, one after another. Cycles are collected as in a worker."""
    collect_cycles_seldom()
    zone = "topology.kubernetes.io/zone"
    nodes = [node(f"n{i}", "8", labels={zone: f"z{i % ZONES}"}) for i in range(NODES)]
    run = recorded(*nodes, *(workload("Deployment", f"w{i}", REPLICAS) for i in range(WORKLOADS)))
    at = run.advance(0, "quiet", limit=90_000, frames=False)
    drained = [f"n{i}" for i in range(0, NODES, ZONES)]
    value = parse_input({"kind": "maintenance", "plan": "drain", "nodes": drained})
    assert isinstance(value, Input)
    began, spent = time.monotonic(), time.process_time()

    def waited() -> str:
        return f"{time.monotonic() - began:.2f} s, {time.process_time() - spent:.2f} s CPU"

    run.give(at, value)
    at = _first_eviction(run, at + 1)
    say(f"drain of {len(drained)} nodes: first eviction", waited(), "1 s")
    while not (maintained(run, at) or {})["over"]:
        at = run.advance(at, "quiet", limit=AT_ONCE)
    say(f"drain of {len(drained)} nodes: whole report", waited(), "30 s")
    say("load of the machine (1 min)", f"{os.getloadavg()[0]:.1f}")


def _first_eviction(run: Run, at: int) -> int:
    while run.frame(at)["message"]["id"] != "drain.evicted":  # type: ignore[index,call-overload]
        run.reach(at + 1)
        at += 1
    return at
