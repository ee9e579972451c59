"""What the controllers of ReplicaSets and DaemonSets share: pods by owner or selector, refused creations."""

from __future__ import annotations

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.controllers.common.controller_utils import active, owned_by, owner_reference
from scheduler_core.controllers.common.pod_index import PodIndex
from scheduler_core.controllers.common.refused_creations import RefusedCreations
from scheduler_core.objects.manifest import Manifest
from scheduler_core.objects.meta import owner_manifests
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Workload


class SelectingController(Controller):
    """A controller for the workloads of one `kind`, each of which owns the pods that its selector matches.

    `_refused` are the workloads whose last creation of a pod was refused. They are tried again after their
    spec or a PriorityClass has changed.
    """

    kind = ""
    message_prefix = ""
    releases_finished = False
    """Whether finished pods are released too. ReplicaSets ignore them (FilterActivePods)."""

    def __init__(self) -> None:
        super().__init__()
        self._sets: dict[str, Workload] = {}
        self._index = PodIndex()
        self._refused = RefusedCreations()

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        due = now_ms + self.reaction_ms
        self._index.observe(event)
        if event.kind == self.kind:
            if isinstance(event.new, Workload):
                self._sets[event.key] = event.new
                if event.old is None or event.old.meta.generation != event.new.meta.generation:
                    self._refused.spec_changed(event.key)
                self.queue.add(event.key, due)
            else:
                self._sets.pop(event.key, None)
                self._refused.clear(event.key)
        elif event.kind == "Pod":
            for pod in (event.old, event.new):
                if isinstance(pod, Pod):
                    for key in self._concerned(pod, deleted=event.type is EventType.DELETED):
                        self.queue.add(key, due)
        elif event.kind == "PriorityClass":
            for key in self._refused.schedule_retries(due):
                self.queue.add(key, due)

    def _concerned(self, pod: Pod, *, deleted: bool) -> list[str]:
        """Workloads that a change of the pod may concern: its owner, or all that could adopt it if it is an
        orphan.
        """
        reference = pod.meta.controller
        if reference is not None:
            key = f"{pod.namespace}/{reference.name}"
            return [key] if reference.kind == self.kind and key in self._sets else []
        if deleted:
            return []
        return [
            key
            for key, workload in self._sets.items()
            if workload.meta.namespace == pod.namespace and selects(workload, pod)
        ]

    def _owned(self, api: ApiServer, workload: Workload) -> list[Pod]:
        pods = self._index.owned(api, workload.meta.namespace, self.kind, workload.meta.name)
        # The pods of a workload often share their list of owners, which is then compared once.
        owned: dict[int, bool] = {}
        kept = []
        for pod in pods:
            owners = id(pod.meta.owner_references)
            if owners not in owned:
                owned[owners] = owned_by(pod, workload)
            if owned[owners]:
                kept.append(pod)
        return kept

    def _claim(self, api: ApiServer, workload: Workload) -> Act | None:
        """Adopts a matching orphan, or releases a pod whose labels no longer match; a terminating pod is
        neither adopted nor released. Source: PodControllerRefManager.ClaimPods."""
        for pod in self._index.orphans(api, workload.meta.namespace):
            if active(pod) and selects(workload, pod):
                references = [*owner_manifests(pod), owner_reference(workload)]
                return self._set_owners(api, workload, pod, references, "adopted")
        selected: dict[int, bool] = {}
        for pod in self._owned(api, workload):
            labels = id(pod.meta.labels)
            if labels not in selected:
                selected[labels] = selects(workload, pod)
            if selected[labels]:
                continue
            if active(pod) or (self.releases_finished and not pod.terminating):
                references = [entry for entry in owner_manifests(pod) if not entry.get("controller")]
                return self._set_owners(api, workload, pod, references, "released")
        return None

    def _set_owners(
        self, api: ApiServer, workload: Workload, pod: Pod, references: list[Manifest], what: str
    ) -> Act:
        api.set_owner_references("Pod", pod.key, references)
        message_id = f"{self.message_prefix}.{what}_pod"
        return self._act("update", message(message_id, set=workload.meta.name, pod=pod.name), pod.key)


def selects(workload: Workload, pod: Pod) -> bool:
    """Whether the workload's selector matches the pod; an empty selector matches none."""
    selector = workload.selector
    return selector is not None and not selector.empty and selector.matches(pod.labels)
