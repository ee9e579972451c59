"""The PodGroup protection controller: a deleted PodGroup stays while unfinished pods name it.

Source: pkg/controller/scheduling/podgroupprotection (v1.36). Pods that wait in PreEnqueue count as well, and
a deleted group still admits new ones.
"""

from __future__ import annotations

from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.protection import ProtectionController
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_groups import PROTECTION, PodGroup

KIND = "PodGroup"


class PodGroupProtectionController(ProtectionController):
    """The controller; its queue holds the keys of PodGroups."""

    name = "podgroup-protection-controller"
    kind, finalizer = KIND, PROTECTION
    watches = frozenset({KIND, "Pod"})

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == "Pod":
            pod = event.new or event.old
            if isinstance(pod, Pod) and pod.spec.group:
                self._queue_deleted((f"{pod.namespace}/{pod.spec.group}",), now_ms)
            return
        group = event.new
        if not isinstance(group, PodGroup) or not group.terminating:
            self._deleted.pop(event.key, None)
        elif event.key not in self._deleted:
            self._deleted[event.key] = False
            self.queue.add(event.key, now_ms + self.reaction_ms)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        group = api.get(KIND, key)
        if (
            not isinstance(group, PodGroup)
            or not group.terminating
            or PROTECTION not in group.meta.finalizers
        ):
            return None
        using = [
            pod.name
            for pod in api.pods.values()
            if pod.spec.group == group.meta.name
            and pod.namespace == group.meta.namespace
            and not pod.finished
        ]
        if not using:
            return self._release(api, key, message("protection.group_unused", group=key))
        return self._report(key, message("protection.group_used", group=key, pod=using[0]))
