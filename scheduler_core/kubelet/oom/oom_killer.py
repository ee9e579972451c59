"""The container that the kernel kills next because memory runs out, and the time of the kill."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.kubelet.application.usage import Load
from scheduler_core.kubelet.eviction.meter import Meter
from scheduler_core.kubelet.eviction.node_usage import RunningContainer
from scheduler_core.kubelet.oom.oom_score import container_oom_score_adj


@dataclass(frozen=True, slots=True)
class OutOfMemory:
    """A container that is killed at `at_ms`. `system` means that the whole node runs out of memory, and not
    only the container.
    """

    at_ms: int
    running: RunningContainer
    system: bool


def next_oom(meter: Meter, now_ms: int) -> OutOfMemory | None:
    """The next container that the kernel kills; None when memory does not run out."""
    kills: list[OutOfMemory] = []
    for usage in meter.used:
        limit = usage.memory_limit
        if not usage.outgrows_limit or limit is None or usage.running.ending:
            continue
        at = Load((usage.curves["memory"],)).first_above(limit, max(now_ms, usage.running.started_ms))
        if at is not None:
            kills.append(OutOfMemory(at, usage.running, system=False))
    capacity = meter.memory_capacity
    runs_out = 0 < capacity < meter.most_memory
    at = meter.memory.first_above(capacity, now_ms) if runs_out else None
    victim = None if at is None else _worst(meter, at)
    if at is not None and victim is not None:
        kills.append(OutOfMemory(at, victim, system=True))
    return min(kills, key=lambda oom: (oom.at_ms, oom.system), default=None)


def _worst(meter: Meter, at_ms: int) -> RunningContainer | None:
    """The container with the highest score: its share of the memory in thousandths plus oom_score_adj."""
    capacity = meter.memory_capacity
    best: RunningContainer | None = None
    best_score = 0
    for usage in meter.used:
        memory = usage.at("memory", at_ms)
        if memory == 0 or usage.running.ending:
            continue
        adjustment = usage.adjustments.get(capacity)
        if adjustment is None:
            adjustment = usage.adjustments[capacity] = oom_adjustment(usage.running, capacity)
        score = max(memory * 1000 // capacity + adjustment, 0)
        if best is None or score > best_score:
            best, best_score = usage.running, score
    return best


def oom_adjustment(running: RunningContainer, capacity: int) -> int:
    spec = running.pod.spec
    containers = (*spec.containers, *spec.init_containers)
    container = next(container for container in containers if container.name == running.container)
    return container_oom_score_adj(running.pod, container, capacity)
