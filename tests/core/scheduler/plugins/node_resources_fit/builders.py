"""Pods by what they request, and nodes with an extended resource."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.node import Node
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from tests.core.scheduler.builders import pod

PLUGIN = "NodeResourcesFit"
GPU = "example.com/gpu"


def container(**requests: str) -> dict[str, Any]:
    return {"name": "c", "resources": {"requests": {key.replace("_", "/"): v for key, v in requests.items()}}}


def asking(name: str = "p", *, on: str = "", **requests: str) -> PodInfo:
    return pod(name, on=on, containers=[container(**requests)])


def extended(count: str, **more: str) -> Node:
    allocatable = {"cpu": "10", "memory": "20Gi", "pods": "32", GPU: count, **more}
    return Node.parse({"metadata": {"name": "n1"}, "status": {"allocatable": allocatable}})


def wanting(count: str) -> PodInfo:
    return pod("p", containers=[{"name": "c", "resources": {"requests": {GPU: count}}}])


def of(resource: str, *counts: str, init: tuple[str, ...] = (), on: str = "") -> PodInfo:
    """Containers, and init containers, that ask for `resource`."""

    def entry(count: str) -> dict[str, Any]:
        return {"name": "c", "resources": {"requests": {resource: count}}}

    name = "old" if on else "p"
    return pod(name, on=on, containers=[*map(entry, counts)], initContainers=[*map(entry, init)])
