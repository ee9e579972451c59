"""Graceful node shutdown: the pods of a node end group by group, lowest priority first.

Source: pkg/kubelet/nodeshutdown (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.priority import SYSTEM_CRITICAL_PRIORITY

NOT_ADMITTED_REASON = "NodeShutdown"
NOT_ADMITTED_TEXT = "Pod was rejected as the node is shutting down."
REASON = "Terminated"
TEXT = "Pod was terminated in response to imminent node shutdown."
NODE_TEXT = "node is shutting down"
EVENT_REASON = "Shutdown"
EVENT_TEXT = "Shutdown manager detected shutdown event"


@dataclass(frozen=True, slots=True)
class Period:
    """Pods of this priority and above, up to that of the next period, get `seconds`."""

    priority: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Group:
    """Pods that are killed together; the next group follows after `seconds` at the latest."""

    seconds: int
    pods: tuple[Pod, ...]


def periods(
    total_seconds: int, critical_seconds: int, by_priority: Sequence[Period] = ()
) -> tuple[Period, ...]:
    """The periods of a configuration by rising priority; empty when the feature is off."""
    if by_priority:
        return tuple(sorted(by_priority, key=lambda period: period.priority))
    if total_seconds <= 0 or critical_seconds > total_seconds:
        return ()
    return (
        Period(0, total_seconds - critical_seconds),
        Period(SYSTEM_CRITICAL_PRIORITY, critical_seconds),
    )


def groups(configured: Sequence[Period], pods: Sequence[Pod]) -> tuple[Group, ...]:
    """The groups by rising priority. A group without pods takes no time and is left out."""
    members: list[list[Pod]] = [[] for _ in configured]
    for pod in pods:
        place = 0
        for index, period in enumerate(configured):
            if period.priority <= pod.priority:
                place = index
        members[place].append(pod)
    return tuple(
        Group(period.seconds, tuple(group_pods))
        for period, group_pods in zip(configured, members, strict=True)
        if group_pods
    )
