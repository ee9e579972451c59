"""This module decides which part of the queue takes a pod after PreEnqueue, and which move is narrated.

Source: pkg/scheduler/backend/queue/scheduling_queue.go `requeuePodWithQueueingStrategy`, `moveToActiveQ`,
`moveToBackoffQ`, `runPreEnqueuePlugins` (v1.34.1).
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.queue.hints import EventEffect, Hints
from scheduler_core.scheduler.queue.moves import Move, Moves
from scheduler_core.scheduler.queue.nominator import Nominator
from scheduler_core.scheduler.queue.queued_pod import Place, QueuedPodInfo, Strategy
from scheduler_core.scheduler.queue.tables import Tables


@dataclass(slots=True)
class Placement:
    """Puts pods into the tables of one queue. The other parts belong to the queue; `preempting` holds the
    uids of the pods whose own preemption still makes API calls; `entries` counts those of pods of groups into
    activeQ."""

    hints: Hints
    tables: Tables
    nominator: Nominator
    moves: Moves
    preempting: frozenset[str] = frozenset()
    entries: int = 0

    def requeue(
        self,
        queued: QueuedPodInfo,
        strategy: Strategy,
        event: str,
        now_ms: int,
        effect: EventEffect | None = None,
    ) -> Place:
        """Puts a pod where the strategy wants it at `now_ms`; returns the place that took it."""
        if strategy is Strategy.SKIP:
            self.tables.unschedulable[queued.key] = queued
            return Place.UNSCHEDULABLE
        if strategy is Strategy.AFTER_BACKOFF and queued.backing_off(now_ms):
            return self._to_backoff(queued, event, effect)
        return self.to_active(queued, event, effect)

    def to_active(self, queued: QueuedPodInfo, event: str, effect: EventEffect | None = None) -> Place:
        """Puts a pod into activeQ. A pod that PreEnqueue rejects stays in its table, or waits in
        unschedulablePods if it is in none."""
        tables = self.tables
        if event != "BackoffComplete":
            queued = self._run_pre_enqueue(queued)
        if queued.gated:
            for place, table in tables.all():
                if queued.key in table:
                    table[queued.key] = queued
                    return place
            tables.unschedulable[queued.key] = queued
            return Place.UNSCHEDULABLE
        tables.remove(queued.key)
        if queued.pod.group_key and not queued.entered:
            self.entries += 1
            queued = replace(queued, entered=self.entries)
        tables.active[queued.key] = queued
        if event in ("UnschedulablePodAdd", "UnschedulablePodUpdate"):
            self.nominator.add(queued.pod)
        else:
            self.moves.add(Move.of(queued.key, Place.ACTIVE, event, effect))
        return Place.ACTIVE

    def _to_backoff(self, queued: QueuedPodInfo, event: str, effect: EventEffect | None) -> Place:
        tables, errors = self.tables, not queued.rejectors
        queued = self._run_pre_enqueue(queued)
        if queued.gated:
            tables.unschedulable[queued.key] = queued
            return Place.UNSCHEDULABLE
        tables.remove(queued.key)
        if errors:
            table, place = tables.error_backoff, Place.ERROR_BACKOFF
        else:
            table, place = tables.backoff, Place.BACKOFF
        table[queued.key] = queued
        self.moves.add(Move.of(queued.key, place, event, effect))
        return place

    def passes(self, queued: QueuedPodInfo) -> bool:
        """Whether PreEnqueue would let the pod enter activeQ now."""
        return not self._run_pre_enqueue(queued).gated

    def _run_pre_enqueue(self, queued: QueuedPodInfo) -> QueuedPodInfo:
        """Asks the plugin that gated the pod last time first; the first plugin that rejects the pod
        decides."""
        last = queued.gating_plugin
        enabled = self.hints.rules_of(queued.pod).pre_enqueue
        plugins = sorted(enabled, key=lambda plugin: plugin.name != last)
        for plugin in plugins:
            if plugin.pre_enqueue(self.hints.snapshot, queued.pod, self.preempting).code is not Code.SUCCESS:
                return replace(
                    queued,
                    gating_plugin=plugin.name,
                    unschedulable_plugins=queued.unschedulable_plugins | {plugin.name},
                )
        return replace(queued, gating_plugin="") if last else queued
