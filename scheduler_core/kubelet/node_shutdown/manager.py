"""A graceful node shutdown in progress: its groups of pods end one after the other.

Source: pkg/kubelet/nodeshutdown/nodeshutdown_manager.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.actor import message
from scheduler_core.kubelet.node_shutdown.groups import (
    EVENT_REASON,
    EVENT_TEXT,
    REASON,
    TEXT,
    Group,
    Period,
    groups,
)
from scheduler_core.kubelet.pod_workers.pod_killer import PodKiller, active_pods
from scheduler_core.kubelet.pod_workers.worker import KillCause, State
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.termination.grace import shutdown_override_s
from scheduler_core.kubelet.types.act_messages import NodeAct
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node


@dataclass(frozen=True, slots=True)
class Shutdown:
    """A graceful shutdown in progress. `groups` are the one that began at `since_ms`, and those after it."""

    groups: tuple[Group, ...]
    since_ms: int

    @property
    def deadline_ms(self) -> int:
        """The latest time (ms) at which the next group begins."""
        return self.since_ms + (self.groups[0].seconds * 1000 if self.groups else 0)

    def next_ms(self, killer: PodKiller, now_ms: int) -> int | None:
        """The time (ms) at which the next group begins: as soon as the pods of this one are dead."""
        if not self.groups:
            return None
        return now_ms if _is_over(self.groups[0], killer) else self.deadline_ms

    def fingerprint(self) -> Json:
        groups: list[Json] = [[group.seconds, [pod.uid for pod in group.pods]] for group in self.groups]
        return [groups, self.since_ms]


def begin(periods: Sequence[Period], killer: PodKiller, now_ms: int) -> Shutdown:
    """Starts the shutdown. An empty group comes first, so that the first act happens at once."""
    return Shutdown((Group(0, ()), *groups(periods, active_pods(killer.workers))), now_ms)


def next_group(
    shutdown: Shutdown, killer: PodKiller, node: Node | None, writer: ApiWriter
) -> tuple[Shutdown | None, NodeAct]:
    """Kills the next group of pods. The shutdown is None after the last one; then the machine goes off."""
    remaining = shutdown.groups[1:]
    if node is not None and not shutdown.groups[0].pods:
        writer.event(node, "Normal", EVENT_REASON, EVENT_TEXT)
    if not remaining:
        return None, NodeAct("shutdown", message("kubelet.powers_off", node=writer.node))
    kill_cause = KillCause(REASON, TEXT, TEXT)
    group = remaining[0]
    for pod in group.pods:
        if pod.uid in killer.workers:
            override_s = shutdown_override_s(group.seconds, pod.spec.termination_grace_period_seconds)
            killer.kill(pod.uid, override_s, kill_cause, writer.now_ms)
    names = tuple(pod.name for pod in group.pods)
    sentence = message("kubelet.shutdown_group", node=writer.node, pods=names, seconds=group.seconds)
    return Shutdown(remaining, writer.now_ms), NodeAct("shutdown", sentence, group.pods)


def _is_over(group: Group, killer: PodKiller) -> bool:
    for pod in group.pods:
        worker = killer.workers.get(pod.uid)
        if worker is not None and worker.state is not State.REPORTED:
            return False
    return True
