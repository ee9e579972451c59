"""Tells whether a condition states that pods are removed. The board marks such a guess with a cross."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

_REMOVED: Mapping[str, bool] = {"preempted": True, "evicted": True, "terminating": True, "exists": False}


def removes(condition: Any, pods: Collection[str]) -> bool:
    """Whether the JSON of a condition says of one of these pods (keys `namespace/name`) that it is preempted,
    evicted, terminating or gone."""
    return any(pod in pods for pod in _removed(condition))


def _removed(condition: Any) -> Iterator[str]:
    if isinstance(condition, list):
        for part in condition:
            yield from _removed(part)
    elif isinstance(condition, Mapping):
        pod = condition.get("pod")
        if isinstance(pod, Mapping) and any(pod.get(name) is value for name, value in _REMOVED.items()):
            name = str(pod.get("name", ""))
            yield name if "/" in name else f"default/{name}"
        for word in ("all", "any"):
            yield from _removed(condition.get(word))
