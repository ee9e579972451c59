"""Parsed pods and nodes that ask for so much and have so much."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod

CRITICAL = 2_000_000_000
"""The least priority of a critical pod."""


def pod(
    name: str, cpu: str = "", memory: str = "", priority: int = 0, *, guaranteed: bool = False, **spec: Json
) -> Pod:
    requests = {key: amount for key, amount in (("cpu", cpu), ("memory", memory)) if amount}
    resources: Json = {"requests": requests, "limits": requests if guaranteed else {}}
    container: Json = {"name": "c", "resources": resources}
    return Pod.parse(
        {"metadata": {"name": name}, "spec": {"containers": [container], "priority": priority, **spec}}
    )


def node(**spec: Json) -> Node:
    amounts: Json = {"cpu": "4", "memory": "8Gi", "pods": "3"}
    return Node.parse(
        {
            "metadata": {"name": "n1", "labels": {"disk": "ssd"}},
            "spec": spec,
            "status": {"capacity": amounts, "allocatable": amounts},
        }
    )


def names(pods: Sequence[Pod]) -> list[str]:
    return [one.name for one in pods]
