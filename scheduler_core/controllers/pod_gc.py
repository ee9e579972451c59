"""The pod garbage collector: pods of nodes that no longer exist are removed by force.

Source: pkg/controller/podgc (v1.34), `gcOrphaned`. Passes every 20 s; the first one that sees a pod on an
unknown node starts 40 s of quarantine for that node, the first one after these removes its pods.

Otherwise than upstream, a node that never was there is no reason: a pasted list of pods without their nodes
stays as it is. Left out are the rules about out-of-service nodes and about more than 12 500 finished pods. A
terminating pod without a node, upstream's fourth rule, is here never more than one that its finalizers hold.
"""

from __future__ import annotations

from random import Random

from scheduler_core.apiserver.actor import Act, message
from scheduler_core.apiserver.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.watch import WatchEvent
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node

PERIOD_MS = 20_000
QUARANTINE_MS = 40_000
_CONDITION = {
    "type": "DisruptionTarget",
    "status": "True",
    "reason": "DeletionByPodGC",
    "message": "PodGC: node no longer exists",
}


class PodGarbageCollector:
    """An actor; it sleeps while every pod's node exists."""

    name = "pod-garbage-collector"
    rank = 25

    def __init__(self) -> None:
        # Names of nodes that went and may have left pods → the pass that noticed; None: none has yet.
        self._lost: dict[str, int | None] = {}
        # Pods that the pass at work has still to remove.
        self._going: tuple[str, ...] = ()
        self._passed_ms = 0

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if isinstance(event.new, Node):
            self._lost.pop(event.key, None)
        elif event.kind == "Node":
            if not self._lost:
                # Passes that had nothing to look at were not played.
                self._passed_ms = max(self._passed_ms, now_ms // PERIOD_MS * PERIOD_MS)
            self._lost.setdefault(event.key, None)

    def next_ms(self, now_ms: int) -> int | None:
        if self._going:
            return now_ms
        return self._passed_ms + PERIOD_MS if self._lost else None

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        """Removes one pod; None: the pass found none to remove (yet)."""
        if not self._going:
            self._pass(api, now_ms)
        while self._going:
            key, self._going = self._going[0], self._going[1:]
            pod = api.pods.get(key)
            if pod is None or pod.node_name in api.nodes:
                continue
            if not pod.finished:
                api.patch_pod_status(key, {"phase": "Failed"}, now_ms, (_CONDITION,))
            api.delete("Pod", key, DeleteOptions(force=True), now_ms)
            said = message("podgc.removed", pod=pod.name, node=pod.node_name)
            return Act("controller", self.name, "removed", said, focus_pods=(key,))
        return None

    def _pass(self, api: ApiServer, now_ms: int) -> None:
        self._passed_ms = now_ms // PERIOD_MS * PERIOD_MS
        orphans: dict[str, list[str]] = {}
        for key, pod in api.pods.items():
            held = pod.terminating and pod.finished and bool(pod.meta.finalizers)
            if pod.node_name in self._lost and not held:
                orphans.setdefault(pod.node_name, []).append(key)
        going: list[str] = []
        for node, since in tuple(self._lost.items()):
            if node not in orphans:
                del self._lost[node]
            elif since is None:
                self._lost[node] = now_ms
            elif now_ms - since >= QUARANTINE_MS:
                going += orphans[node]
        self._going = tuple(going)

    def copy(self) -> PodGarbageCollector:
        twin = PodGarbageCollector()
        twin._lost = dict(self._lost)
        twin._going = self._going
        twin._passed_ms = self._passed_ms
        return twin

    def fingerprint(self) -> Json:
        lost: list[Json] = [[node, since] for node, since in self._lost.items()]
        return [lost, list(self._going), self._passed_ms if self._lost else 0]
