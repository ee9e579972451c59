"""The StatefulSet controller: one pod a name, in order, and never two.

Source: pkg/controller/statefulset/stateful_set_control.go `updateStatefulSet` (v1.34). Claims of
volumeClaimTemplates are not made, and its pods go without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scheduler_core.apiserver.actor import Act, message
from scheduler_core.apiserver.deletion import DeleteOptions
from scheduler_core.apiserver.results import Refused
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.watch import WatchEvent
from scheduler_core.controllers.common import (
    available_in_ms,
    owned_by,
    pod_from_template,
    ready,
    template_hash,
)
from scheduler_core.controllers.pod_index import PodIndex
from scheduler_core.controllers.queue import REACTION_MS, Controller
from scheduler_core.objects.manifest import Json, Manifest, find, integer, mapping, text, with_value
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Workload

KIND = "StatefulSet"
REVISION_LABEL = "controller-revision-hash"
NAME_LABEL = "statefulset.kubernetes.io/pod-name"
INDEX_LABEL = "apps.kubernetes.io/pod-index"


class StatefulSetController(Controller):
    """An actor; its keys are those of StatefulSets."""

    name = "statefulset-controller"
    rank = 22

    def __init__(self) -> None:
        super().__init__()
        self._sets: dict[str, None] = {}
        self._index = PodIndex()
        self._refused: dict[str, None] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        due = now_ms + REACTION_MS
        self._index.observe(event)
        if event.kind == KIND:
            old, new = event.old, event.new
            if old is None or new is None or old.meta.generation != new.meta.generation:
                self._refused.pop(event.key, None)
            if new is None:
                self._sets.pop(event.key, None)
            else:
                self._sets[event.key] = None
                self.queue.add(event.key, due)
        elif event.kind == "Pod":
            for pod in (event.old, event.new):
                if isinstance(pod, Pod):
                    name = pod.meta.controller.name if pod.meta.controller else pod.name.rpartition("-")[0]
                    key = f"{pod.namespace}/{name}"
                    if key in self._sets:
                        self.queue.add(key, due)
        elif event.kind == "PriorityClass":
            for key in self._refused:
                self.queue.add(key, due)
            self._refused.clear()

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        wanted = api.workloads(KIND).get(key)
        if wanted is None:
            return None
        found = self._index.owned(api, wanted.meta.namespace, KIND, wanted.meta.name)
        pods = {pod.name: pod for pod in found if owned_by(pod, wanted)}
        act = None
        if wanted.meta.deletion_at is None:
            act = self._one_step(api, wanted, pods, now_ms)
        # Upstream writes the status at the end of the same sync: no act of its own.
        left = [api.pods[pod.key] for pod in pods.values() if pod.key in api.pods]
        if act is not None and act.kind == "create":
            left += [api.pods[key] for key in act.focus_pods]
        counted = self._status(api, api.workloads(KIND)[key], left, now_ms)
        return act or counted

    def _one_step(self, api: ApiServer, wanted: Workload, pods: dict[str, Pod], now_ms: int) -> Act | None:
        start = integer(find(wanted.manifest, "spec", "ordinals", "start")) or 0
        ordered = find(wanted.manifest, "spec", "podManagementPolicy") != "Parallel"
        names = [f"{wanted.meta.name}-{start + index}" for index in range(wanted.replicas)]
        for name in names:
            pod = pods.get(name)
            if pod is None:
                if f"{wanted.meta.namespace}/{name}" in api.pods or wanted.key in self._refused:
                    # The name is taken by a pod of somebody else, or the API server would refuse again.
                    if ordered:
                        return None
                    continue
                return self._create(api, wanted, name, start, now_ms)
            if pod.finished:
                if not pod.terminating:
                    return self._delete(api, wanted, pod, now_ms)
                if ordered:
                    return None
                continue
            if ordered and not self._healthy(api, wanted, pod, now_ms):
                return None
        return self._condemn(api, wanted, pods, names, now_ms, ordered=ordered) or self._update(
            api, wanted, pods, names, start, now_ms
        )

    def _condemn(
        self,
        api: ApiServer,
        wanted: Workload,
        pods: dict[str, Pod],
        names: Sequence[str],
        now_ms: int,
        *,
        ordered: bool,
    ) -> Act | None:
        """Pods outside the range go, highest ordinal first."""
        condemned = sorted(
            (pod for name, pod in pods.items() if name not in names), key=_ordinal, reverse=True
        )
        in_range = [pods[name] for name in names if name in pods]
        unhealthy = [
            pod for pod in (*in_range, *reversed(condemned)) if not self._healthy(api, wanted, pod, now_ms)
        ]
        for pod in condemned:
            if pod.terminating:
                if ordered:
                    return None
                continue
            if ordered and pod in unhealthy and pod is not unhealthy[0]:
                return None
            return self._delete(api, wanted, pod, now_ms)
        return None

    def _update(
        self,
        api: ApiServer,
        wanted: Workload,
        pods: dict[str, Pod],
        names: Sequence[str],
        start: int,
        now_ms: int,
    ) -> Act | None:
        """Rolling update: from the highest index down to the partition, one pod at a time."""
        strategy = find(wanted.manifest, "spec", "updateStrategy")
        if find(strategy, "type") == "OnDelete" or len(pods) > len(names):
            return None
        partition = integer(find(strategy, "rollingUpdate", "partition")) or 0
        revision = _revision(wanted)
        for index in reversed(range(min(partition, len(names)), len(names))):
            pod = pods.get(names[index])
            if pod is None:
                return None
            label = pod.labels.get(REVISION_LABEL)
            # A pasted pod carries a hash of upstream's making, which says nothing about this template.
            if label is not None and label != revision and _made_here(label, wanted) and not pod.terminating:
                return self._delete(api, wanted, pod, now_ms)
            if not self._healthy(api, wanted, pod, now_ms):
                return None
        return None

    def _create(self, api: ApiServer, wanted: Workload, name: str, start: int, now_ms: int) -> Act:
        document = _pod(wanted, name)
        result = api.create("Pod", document, now_ms)
        if isinstance(result, Refused):
            self._refused[wanted.key] = None
            error = f"create Pod {name} in StatefulSet {wanted.meta.name} failed error: {result.text}"
            api.record_event(wanted, "Warning", "FailedCreate", error, self.name, now_ms)
            said = message("statefulset.failed_create", set=wanted.meta.name, pod=name, text=result.text)
            return Act("controller", self.name, "update", said)
        told = f"create Pod {name} in StatefulSet {wanted.meta.name} successful"
        api.record_event(wanted, "Normal", "SuccessfulCreate", told, self.name, now_ms)
        said = message("statefulset.created_pod", set=wanted.meta.name, pod=name)
        return Act("controller", self.name, "create", said, focus_pods=(f"{wanted.meta.namespace}/{name}",))

    def _delete(self, api: ApiServer, wanted: Workload, pod: Pod, now_ms: int) -> Act:
        api.delete("Pod", pod.key, DeleteOptions(), now_ms)
        told = f"delete Pod {pod.name} in StatefulSet {wanted.meta.name} successful"
        api.record_event(wanted, "Normal", "SuccessfulDelete", told, self.name, now_ms)
        said = message("statefulset.deleted_pod", set=wanted.meta.name, pod=pod.name)
        return Act("controller", self.name, "delete", said, focus_pods=(pod.key,))

    def _healthy(self, api: ApiServer, wanted: Workload, pod: Pod, now_ms: int) -> bool:
        """Running, Ready for minReadySeconds, not terminating."""
        if pod.terminating or pod.status.phase != "Running":
            return False
        min_ready = integer(find(wanted.manifest, "spec", "minReadySeconds")) or 0
        wait = available_in_ms(pod, min_ready, api.epoch_ms(now_ms))
        if wait:
            self.queue.add(wanted.key, now_ms + wait)
        return wait == 0

    def _status(self, api: ApiServer, wanted: Workload, pods: Sequence[Pod], now_ms: int) -> Act | None:
        existing = [pod for pod in pods if not pod.finished]
        count_ready = sum(1 for pod in existing if ready(pod))
        status: dict[str, Json] = {
            **wanted.status,
            "observedGeneration": wanted.meta.generation or 1,
            "replicas": len(existing),
            "readyReplicas": count_ready,
            "availableReplicas": sum(1 for pod in pods if self._healthy(api, wanted, pod, now_ms)),
        }
        if status == wanted.status:
            return None
        api.update_status(KIND, wanted.key, status)
        said = message("statefulset.status", set=wanted.meta.name, ready=count_ready, want=wanted.replicas)
        return Act("controller", self.name, "update", said)

    def copy(self) -> StatefulSetController:
        twin = StatefulSetController()
        twin.queue = self.queue.copy()
        twin._sets = dict(self._sets)
        twin._index = self._index.copy()
        twin._refused = dict(self._refused)
        return twin

    def fingerprint(self) -> Json:
        return [self.queue.fingerprint(), list(self._refused)]


def _pod(wanted: Workload, name: str) -> Manifest:
    document = pod_from_template(wanted, name)
    labels = {
        **mapping(find(document, "metadata", "labels")),
        REVISION_LABEL: _revision(wanted),
        NAME_LABEL: name,
        INDEX_LABEL: name.rpartition("-")[2],
    }
    document = with_value(document, ("metadata", "labels"), labels)
    document = with_value(document, ("spec", "hostname"), name)
    service = text(find(wanted.manifest, "spec", "serviceName"))
    return with_value(document, ("spec", "subdomain"), service) if service else document


def _revision(wanted: Workload) -> str:
    return f"{wanted.meta.name}-{template_hash(wanted.template)}"


def _made_here(label: str, wanted: Workload) -> bool:
    return len(label) == len(_revision(wanted))


def _ordinal(pod: Pod) -> int:
    suffix = pod.name.rpartition("-")[2]
    return int(suffix) if suffix.isdigit() and len(suffix) < 10 else -1
