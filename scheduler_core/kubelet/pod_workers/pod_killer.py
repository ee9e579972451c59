"""Killing pods to protect their node: the part of a kubelet that eviction, shutdown and preemption use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from scheduler_core.kubelet.pod_workers.worker import KillCause, State, Worker
from scheduler_core.objects.pod import Pod


class PodKiller(Protocol):
    """A kubelet that kills pods itself. `workers` are by pod UID."""

    workers: dict[str, Worker]

    def kill(self, uid: str, override_s: int | None, kill_cause: KillCause, now_ms: int) -> None:
        """Kills a pod within `override_s` seconds, or within its own grace period when that is None."""


def active_pods(workers: Mapping[str, Worker]) -> list[Pod]:
    """The pods that are not finished, in the order in which their kubelet first saw them."""
    return [worker.pod for worker in workers.values() if is_active(worker)]


def is_active(worker: Worker) -> bool:
    """Whether the worker's pod is not finished."""
    return not worker.pod.finished and worker.state not in (State.DEAD, State.REPORTED)


def is_dead(worker: Worker | None) -> bool:
    """Whether nothing of the worker's pod runs any more."""
    return worker is None or worker.state in (State.DEAD, State.REPORTED)
