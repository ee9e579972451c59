"""What the controllers of ReplicaSets and DaemonSets share: pods by owner or selector, refused creations."""

from __future__ import annotations

from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.controllers.common.controller import REACTION_MS, Controller
from scheduler_core.controllers.common.pod_index import PodIndex
from scheduler_core.controllers.common.refused_creations import RefusedCreations
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Workload


class SelectingController(Controller):
    """A controller for the workloads of one `kind`, each of which owns the pods that its selector matches.

    `_refused` are the workloads whose last creation of a pod was refused. They are tried again after their
    spec or a PriorityClass has changed.
    """

    kind = ""

    def __init__(self) -> None:
        super().__init__()
        self._sets: dict[str, Workload] = {}
        self._index = PodIndex()
        self._refused = RefusedCreations()

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        due = now_ms + REACTION_MS
        self._index.observe(event)
        if event.kind == self.kind:
            if isinstance(event.new, Workload):
                self._sets[event.key] = event.new
                if event.old is None or event.old.meta.generation != event.new.meta.generation:
                    self._refused.renewed(event.key)
                self.queue.add(event.key, due)
            else:
                self._sets.pop(event.key, None)
                self._refused.settled(event.key)
        elif event.kind == "Pod":
            for pod in (event.old, event.new):
                if isinstance(pod, Pod):
                    for key in self._concerned(pod, gone=event.type is EventType.DELETED):
                        self.queue.add(key, due)
        elif event.kind == "PriorityClass":
            for key in self._refused.helped(due):
                self.queue.add(key, due)

    def _concerned(self, pod: Pod, *, gone: bool) -> list[str]:
        """Workloads that a change of the pod may concern: its owner, or all that could adopt it if it is an
        orphan.
        """
        reference = pod.meta.controller
        if reference is not None:
            key = f"{pod.namespace}/{reference.name}"
            return [key] if reference.kind == self.kind and key in self._sets else []
        if gone:
            return []
        return [
            key
            for key, workload in self._sets.items()
            if workload.meta.namespace == pod.namespace and selects(workload, pod)
        ]


def selects(workload: Workload, pod: Pod) -> bool:
    """Whether the workload's selector matches the pod; an empty selector matches none."""
    selector = workload.selector
    return selector is not None and not selector.empty and selector.matches(pod.labels)
