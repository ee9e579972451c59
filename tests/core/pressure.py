"""Scenarios about one node whose memory runs short."""

from __future__ import annotations

from typing import Any

from tests import builders
from tests.core.play import header

MI = 2**20


def pressed(configuration: dict[str, Any], *inputs: dict[str, Any], version: str = "1.34") -> dict[str, Any]:
    kubelets = [{"nodes": ["n1"], "configuration": configuration}]
    return header(*inputs, version=version, kubelets=kubelets)


def node(memory: str = "8Gi", **annotations: str) -> dict[str, Any]:
    conditions = [
        {"type": kind, "status": "False"} for kind in ("MemoryPressure", "DiskPressure", "PIDPressure")
    ]
    ready = {"type": "Ready", "status": "True"}
    return builders.node("n1", memory=memory, podium=annotations, status={"conditions": [*conditions, ready]})


def running(
    name: str, memory: str, request: str, priority: int = 0, grace: int = 30, **more: str
) -> dict[str, Any]:
    return builders.pod(
        name,
        on="n1",
        priority=priority,
        containers=[builders.container("c", memory=request)],
        metadata={"annotations": builders.podium_annotations({"memory": memory, **more})},
        status={"phase": "Running"},
        terminationGracePeriodSeconds=grace,
    )


SOME_NODE = node("2Gi", system_memory="198Mi")
HARD = {"memory.available": "100Mi"}
RECLAIM = {"memory.available": "500Mi"}
PODS = (
    running("x", "200Mi", "300Mi"),
    running("y", "900Mi", "500Mi", priority=1000),
    running("z", "700Mi", "600Mi", priority=10),
    running("w", "30Mi", "0", priority=10),
)
