"""The measurements of a node, kept until anything on it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.kubelet.eviction.meter import Meter
from scheduler_core.kubelet.eviction.node_usage import (
    ContainerUsage,
    RunningContainer,
    UsageChange,
    alike,
    usages,
)
from scheduler_core.kubelet.eviction.pass_schedule import NodePressure
from scheduler_core.kubelet.oom.oom_killer import OutOfMemory, next_oom
from scheduler_core.kubelet.pod_workers.pod_killer import active_pods, is_active
from scheduler_core.kubelet.pod_workers.worker import State, Worker
from scheduler_core.objects.node import Node


def running_of(worker: Worker) -> list[RunningContainer]:
    """The containers of a worker that have a process."""
    runtime = worker.runtime
    if runtime is None or worker.state not in (State.RUNNING, State.TERMINATING):
        return []
    ending = worker.state is State.TERMINATING
    return [
        RunningContainer(worker.pod, plan.name, plan.behaviour, run.started_ms, ending, run.restarts > 0)
        for plan, run in zip(runtime.plans, runtime.runs, strict=True)
        if run.runs and run.started_ms is not None
    ]


def meter_of(
    node: Node, workers: Mapping[str, Worker], changes: tuple[UsageChange, ...], collected: frozenset[str]
) -> Meter:
    """The meter of a node. `changes` are inputs about its usage; `collected` are the garbage collections that
    were made.
    """
    running = [container for worker in workers.values() for container in running_of(worker)]
    return Meter(node, usages(running, changes), active_pods(workers), changes, collected)


@dataclass(slots=True)
class _Measured:
    """What was read of a worker: its containers' usage, and whether its pod may be evicted."""

    worker: Worker
    used: Sequence[ContainerUsage]
    active: bool


class MeasurementCache:
    """A cache that only saves time. It keeps the meter and, for it, the next eviction pass and the next
    out-of-memory kill, which stay the next ones as long as nothing changes. When a worker changes, only its
    own usage is read again.
    """

    def __init__(self) -> None:
        self._measured: dict[str, _Measured] = {}
        self._of: tuple[Node, tuple[UsageChange, ...], frozenset[str]] | None = None
        self._meter: Meter | None = None
        self._oom: tuple[int, OutOfMemory | None] | None = None
        self._pass: tuple[NodePressure, int, int | None] | None = None

    def meter(
        self,
        node: Node,
        workers: Mapping[str, Worker],
        changes: tuple[UsageChange, ...],
        collected: frozenset[str],
    ) -> Meter:
        """As `meter_of`; its pods may be older versions of the same pods."""
        of = self._of
        if of is None or of[1] is not changes:
            self._measured = {}
        same = of is not None and of[0] is node and of[1] is changes and of[2] is collected
        pods_changed, usage_changed = self._read(workers, changes)
        if self._meter is None or pods_changed or not same:
            self._of = node, changes, collected
            entries = [self._measured[uid] for uid in workers]
            used = [usage for entry in entries for usage in entry.used]
            pods = [entry.worker.pod for entry in entries if entry.active]
            as_before = same and not usage_changed
            before = self._meter
            self._meter = Meter(node, used, pods, changes, collected, before, as_before=as_before)
            self._oom = None
            if not as_before or self._pass is None or self._pass[0].looks_at_pods(self._meter):
                self._pass = None
        return self._meter

    def _read(self, workers: Mapping[str, Worker], changes: tuple[UsageChange, ...]) -> tuple[bool, bool]:
        """Reads the workers that have changed. Returns whether anything that the meter knows of them changes
        by that, and whether their usage does.
        """
        entries, changed, usage_changed = self._measured, False, False
        for uid, worker in workers.items():
            entry = entries.get(uid)
            if entry is not None and entry.worker is worker:
                continue
            if entry is not None and _measures_alike(entry.worker, worker):
                entry.worker = worker
                continue
            # The containers of one pod are enough: usage that is stated for a pod is divided among them.
            used = usages(running_of(worker), changes)
            usage_changed = usage_changed or not _all_alike(() if entry is None else entry.used, used)
            entries[uid] = _Measured(worker, used, is_active(worker))
            changed = True
        if list(entries) != list(workers):
            usage_changed = usage_changed or any(entries[uid].used for uid in entries if uid not in workers)
            self._measured = {uid: entries[uid] for uid in workers}
            changed = True
        return changed, usage_changed

    def next_oom(self, meter: Meter, now_ms: int) -> OutOfMemory | None:
        cached = self._oom
        if cached is None or not _holds(cached[0], None if cached[1] is None else cached[1].at_ms, now_ms):
            self._oom = cached = now_ms, next_oom(meter, now_ms)
        return cached[1]

    def next_pass_ms(self, pressure: NodePressure, meter: Meter, now_ms: int) -> int | None:
        cached = self._pass
        if cached is None or cached[0] is not pressure or not _holds(cached[1], cached[2], now_ms):
            self._pass = cached = pressure, now_ms, pressure.next_pass_ms(meter, now_ms)
        return cached[2]


def _all_alike(before: Sequence[ContainerUsage], after: Sequence[ContainerUsage]) -> bool:
    return len(before) == len(after) and all(map(alike, before, after))


def _measures_alike(before: Worker, after: Worker) -> bool:
    """Whether a worker uses the same as an earlier value of it."""
    if before.state is not after.state or before.pod.spec is not after.pod.spec:
        return False
    earlier, later = before.runtime, after.runtime
    if earlier is not None and later is not None:
        same = earlier.runs is later.runs and earlier.plans is later.plans
    else:
        same = earlier is later
    return same and before.pod.finished == after.pod.finished


def _holds(since_ms: int, next_at: int | None, now_ms: int) -> bool:
    """Whether the next event worked out at `since_ms` (None: there is none) is still the next one now."""
    return since_ms <= now_ms and (next_at is None or now_ms <= next_at)
