"""The measurements of a node, kept until anything on it changes."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.kubelet.eviction.meter import Meter
from scheduler_core.kubelet.eviction.node_usage import RunningContainer, UsageChange
from scheduler_core.kubelet.eviction.pass_schedule import NodePressure
from scheduler_core.kubelet.oom.oom_killer import OutOfMemory, next_oom
from scheduler_core.kubelet.pod_workers.pod_killer import active_pods
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
    running = [one for worker in workers.values() for one in running_of(worker)]
    return Meter(node, running, active_pods(workers), changes, collected)


class MeasurementCache:
    """A cache that only saves time. It keeps the meter and, for it, the next eviction pass and the next
    out-of-memory kill, which stay the next ones as long as nothing changes.
    """

    def __init__(self) -> None:
        self._of: list[object] = []
        # The values that `_of` was taken from; a worker is replaced when anything about it changes.
        self._from: list[object] = []
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
        source: list[object] = [node, changes, collected, *workers.values()]
        if self._meter is not None and _same(source, self._from):
            return self._meter
        self._from = source
        of: list[object] = [node, changes, collected]
        for worker in workers.values():
            runtime = worker.runtime
            of += (
                worker.pod.spec,
                worker.state,
                worker.pod.finished,
                None if runtime is None else runtime.runs,
            )
        if self._meter is None or not _same(of, self._of):
            self._of, self._meter = of, meter_of(node, workers, changes, collected)
            self._oom = self._pass = None
        return self._meter

    def next_oom(self, meter: Meter, now_ms: int) -> OutOfMemory | None:
        if self._oom is None or not _holds(self._oom[0], _time_of(self._oom[1]), now_ms):
            self._oom = now_ms, next_oom(meter, now_ms)
        return self._oom[1]

    def next_pass_ms(self, pressure: NodePressure, meter: Meter, now_ms: int) -> int | None:
        kept = self._pass
        if kept is None or kept[0] is not pressure or not _holds(kept[1], kept[2], now_ms):
            self._pass = kept = pressure, now_ms, pressure.next_pass_ms(meter, now_ms)
        return kept[2]


def _same(first: list[object], second: list[object]) -> bool:
    return len(first) == len(second) and all(one is other for one, other in zip(first, second, strict=True))


def _time_of(oom: OutOfMemory | None) -> int | None:
    return None if oom is None else oom.at_ms


def _holds(since_ms: int, next_at: int | None, now_ms: int) -> bool:
    return since_ms <= now_ms and (next_at is None or now_ms <= next_at)
