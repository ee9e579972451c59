"""The pod garbage collector: the one controller that may remove pods by force.

Source: pkg/controller/podgc (v1.34), `gc`. Passes every 20 s remove, in this order, finished pods beyond 12
500, terminating pods of a node that is not ready and marked out-of-service, pods of nodes that are gone (40 s
after the first pass that noticed), and terminating pods that were never bound. A pass that would find nothing
is not played.

Unlike upstream, a pod whose node never existed is kept, so that a pasted list of pods without their nodes
survives.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.node_conditions import OUT_OF_SERVICE
from scheduler_core.controllers.common.timers import Timer
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import State

PERIOD_MS = 20_000
QUARANTINE_MS = 40_000
REMOVED_MS = (QUARANTINE_MS, QUARANTINE_MS + 2 * PERIOD_MS)
"""At least and at most, after the deletion of a Node object, until its pods are removed: one pass notices
that the node is gone, the quarantine passes, and the pass after it removes them."""
TERMINATED_THRESHOLD = 12_500
_CONDITION = {
    "type": "DisruptionTarget",
    "status": "True",
    "reason": "DeletionByPodGC",
    "message": "PodGC: node no longer exists",
}
_MESSAGES = {
    "terminated": "podgc.surplus",
    "out-of-service": "podgc.out_of_service",
    "orphaned": "podgc.removed",
    "unscheduled": "podgc.unscheduled",
}


class PodGarbageCollector(State):
    """The pod garbage collector; it sleeps while none of its rules applies to any pod."""

    name = "pod-garbage-collector"
    watches = frozenset({"Node", "Pod"})
    rank = 25

    def __init__(self, threshold: int = TERMINATED_THRESHOLD) -> None:
        self.threshold = threshold
        self._nodes: dict[str, bool] = {}
        # Deleted nodes that may have left pods → time (ms) of the pass that noticed; None when no pass has
        # yet.
        self._lost: dict[str, int | None] = {}
        # Number of finished pods; terminating pod → its node, "" when unbound; terminating pods per node.
        self._finished = 0
        self._terminating: dict[str, str] = {}
        self._leaving: dict[str, int] = {}
        # Nodes that are marked as out of service (the true ones of `_nodes`).
        self._marked: dict[str, None] = {}
        # Pods that the current pass has still to delete, as (rule, pod).
        self._to_delete: tuple[tuple[str, str], ...] = ()
        self._passed_ms = 0

    # Watch events

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind not in ("Node", "Pod"):
            return
        idle = not self._has_work()
        if event.kind == "Node":
            self._observe_node(event)
        else:
            self._observe_pod(event, now_ms)
        if idle:
            # Passes that have no pod to check are not played.
            self._passed_ms = max(self._passed_ms, now_ms // PERIOD_MS * PERIOD_MS)

    def _observe_node(self, event: WatchEvent) -> None:
        if isinstance(event.new, Node):
            node = event.new
            self._lost.pop(event.key, None)
            marked = any(taint.key == OUT_OF_SERVICE for taint in node.taints)
            self._nodes[event.key] = marked and not node.ready
        else:
            self._nodes.pop(event.key, None)
            self._lost.setdefault(event.key, None)
        if self._nodes.get(event.key):
            self._marked[event.key] = None
        else:
            self._marked.pop(event.key, None)

    def _observe_pod(self, event: WatchEvent, now_ms: int) -> None:
        old = event.old if isinstance(event.old, Pod) else None
        new = event.new if isinstance(event.new, Pod) else None
        self._finished += int(new is not None and new.finished) - int(old is not None and old.finished)
        if event.key in self._terminating:
            self._count_leaving(self._terminating[event.key], -1)
        if new is not None and new.terminating and not only_finalizers_keep(new):
            self._terminating[event.key] = new.node_name
            self._count_leaving(new.node_name, 1)
        else:
            self._terminating.pop(event.key, None)
        moved = new is not None and (old is None or old.node_name != new.node_name)
        if new is not None and moved and new.node_name and new.node_name not in self._nodes and now_ms:
            self._lost.setdefault(new.node_name, None)

    # Time of the next act

    def _has_work(self) -> bool:
        """Whether the next pass has any pod to check."""
        if self._lost or self._surplus() > 0:
            return True
        return "" in self._leaving or any(node in self._leaving for node in self._marked)

    def _count_leaving(self, node: str, change: int) -> None:
        """Changes the number of terminating pods of a node; a number of 0 is not stored."""
        self._leaving[node] = self._leaving.get(node, 0) + change
        if not self._leaving[node]:
            del self._leaving[node]

    def _surplus(self) -> int:
        """Number of finished pods beyond the threshold; a threshold of 0 means that none is too many."""
        return self._finished - self.threshold if self.threshold > 0 else 0

    def next_ms(self, now_ms: int) -> int | None:
        if self._to_delete:
            return now_ms
        if not self._has_work():
            return None
        return max(self._passed_ms + PERIOD_MS, -(-now_ms // PERIOD_MS) * PERIOD_MS)

    # Acting

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        """Deletes one pod; None when the pass found nothing to delete."""
        if not self._to_delete:
            self._pass(api, now_ms)
        while self._to_delete:
            (rule, key), self._to_delete = self._to_delete[0], self._to_delete[1:]
            act = self._remove(rule, key, api, now_ms)
            if act is not None:
                return act
        return None

    def _remove(self, rule: str, key: str, api: ApiServer, now_ms: int) -> Act | None:
        """Marks the pod as Failed and deletes it by force; None when its rule no longer applies."""
        pod = api.pods.get(key)
        if pod is None or (rule == "orphaned" and pod.node_name in api.nodes):
            return None
        if not pod.finished:
            conditions = (_CONDITION,) if rule == "orphaned" else ()
            if isinstance(api.patch_pod_status(key, {"phase": "Failed"}, now_ms, conditions), Refused):
                return None
        if isinstance(api.delete("Pod", key, DeleteOptions(force=True), now_ms), Refused):
            return None
        node = pod.node_name
        sentence = message(_MESSAGES[rule], pod=pod.name, **({"node": node} if node else {}))
        focus = (node,) if node in api.nodes else ()
        return Act("controller", self.name, "removed", sentence, focus_pods=(key,), focus_nodes=focus)

    def _pass(self, api: ApiServer, now_ms: int) -> None:
        """Collects the pods that this pass deletes."""
        self._passed_ms = now_ms // PERIOD_MS * PERIOD_MS
        to_delete: list[tuple[str, str]] = []
        if self._surplus() > 0:
            finished = [pod for pod in api.pods.values() if pod.finished]
            to_delete += (("terminated", pod.key) for pod in _in_order(finished)[: self._surplus()])
        dying = [api.pods[key] for key in self._terminating if key in api.pods]
        marked = [pod for pod in dying if self._nodes.get(pod.node_name, False)]
        to_delete += (("out-of-service", pod.key) for pod in _in_order(marked))
        to_delete += (("orphaned", key) for key in self._orphans(api, now_ms))
        to_delete += (("unscheduled", pod.key) for pod in dying if not pod.node_name)
        self._to_delete = tuple(dict.fromkeys(to_delete))

    def _orphans(self, api: ApiServer, now_ms: int) -> Iterator[str]:
        """Keys of the pods whose node has been gone for the quarantine; notes nodes that are newly gone."""
        if not self._lost:
            return
        orphans: dict[str, list[str]] = {}
        for key, pod in api.pods.items():
            if pod.node_name in self._lost and not only_finalizers_keep(pod):
                orphans.setdefault(pod.node_name, []).append(key)
        for node, since in tuple(self._lost.items()):
            if node not in orphans:
                del self._lost[node]
            elif since is None:
                self._lost[node] = now_ms
            elif now_ms - since >= QUARANTINE_MS:
                yield from orphans[node]

    # Views for the board

    def timers(self) -> tuple[Timer, ...]:
        """The quarantine periods of deleted nodes."""
        return tuple(
            Timer(
                "quarantine",
                since,
                since + QUARANTINE_MS,
                message("timer.quarantine", node=node, seconds=QUARANTINE_MS // 1000),
                node=node,
            )
            for node, since in self._lost.items()
            if since is not None
        )

    # Checkpoints

    def fingerprint(self) -> Json:
        lost: list[Json] = [[node, since] for node, since in self._lost.items()]
        to_delete: list[Json] = [list(entry) for entry in self._to_delete]
        return [lost, to_delete, self._passed_ms if self._has_work() else 0]


def only_finalizers_keep(pod: Pod) -> bool:
    """Whether only finalizers keep the pod, so that another forced deletion would change nothing."""
    return pod.terminating and pod.finished and bool(pod.meta.finalizers)


def _in_order(pods: list[Pod]) -> list[Pod]:
    """Evicted pods first, then by creation, then by name. Source: byEvictionAndCreationTimestamp."""
    return sorted(pods, key=lambda pod: (not pod.evicted, pod.meta.creation_at or 0, pod.name))
