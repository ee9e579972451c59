"""Parsed pods and nodes that ask for so much and have so much."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from tests import builders

CRITICAL = 2_000_000_000
"""The least priority of a critical pod."""


def pod(
    name: str, cpu: str = "", memory: str = "", priority: int = 0, *, guaranteed: bool = False, **spec: Json
) -> Pod:
    requests = {key: amount for key, amount in (("cpu", cpu), ("memory", memory)) if amount}
    resources: Json = {"requests": requests, "limits": requests if guaranteed else {}}
    return Pod.parse(
        builders.pod(name, containers=[{"name": "c", "resources": resources}], priority=priority, **spec)  # type: ignore[arg-type]
    )


def node(**spec: Json) -> Node:
    amounts: Json = {"cpu": "4", "memory": "8Gi", "pods": "3"}
    return Node.parse(
        builders.node("n1", pods="3", labels={"disk": "ssd"}, status={"allocatable": amounts}, **spec)
    )


def names(pods: Sequence[Pod]) -> list[str]:
    return [one.name for one in pods]
