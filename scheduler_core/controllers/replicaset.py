"""The ReplicaSet controller: as many active pods as wanted, no more and no fewer.

Source: pkg/controller/replicaset (v1.34): `manageReplicas`, `calculateStatus`; adoption as in
`PodControllerRefManager.ClaimPods`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from scheduler_core.apiserver.actor import Act, Message, Toss, message
from scheduler_core.apiserver.deletion import DeleteOptions
from scheduler_core.apiserver.results import Refused
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.watch import EventType, WatchEvent
from scheduler_core.controllers.common import (
    active,
    available_in_ms,
    generated_name,
    owned_by,
    owner_reference,
    pod_from_template,
    ready,
)
from scheduler_core.controllers.pod_index import PodIndex
from scheduler_core.controllers.queue import REACTION_MS, Controller
from scheduler_core.controllers.scale_down import DELETION_COST, RankedPod, deletion_cost, pods_to_delete
from scheduler_core.objects.manifest import Json, Manifest, find, integer, items, mapping, texts
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Workload

KIND = "ReplicaSet"


class ReplicaSetController(Controller):
    """An actor; its keys are those of ReplicaSets."""

    name = "replicaset-controller"

    def __init__(self) -> None:
        super().__init__()
        self._sets: dict[str, Workload] = {}
        self._index = PodIndex()
        # Sets whose last creation was refused; they are tried again when something changes that may help.
        self._refused: dict[str, str] = {}
        # Names of the pods that were chosen to go at one look and are not deleted yet.
        self._going: dict[str, tuple[str, ...]] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        due = now_ms + REACTION_MS
        self._index.observe(event)
        if event.kind == KIND:
            if isinstance(event.new, Workload):
                self._sets[event.key] = event.new
                if event.old is None or event.old.meta.generation != event.new.meta.generation:
                    self._refused.pop(event.key, None)
                self.queue.add(event.key, due)
            else:
                self._sets.pop(event.key, None)
        elif event.kind == "Pod":
            for pod in (event.old, event.new):
                if isinstance(pod, Pod):
                    for key in self._concerned(pod, gone=event.type is EventType.DELETED):
                        self.queue.add(key, due)
        elif event.kind == "PriorityClass":
            for key in self._refused:
                self.queue.add(key, due)
            self._refused.clear()

    def _concerned(self, pod: Pod, *, gone: bool) -> list[str]:
        reference = pod.meta.controller
        if reference is not None:
            key = f"{pod.namespace}/{reference.name}"
            return [key] if reference.kind == KIND and key in self._sets else []
        if gone:
            return []
        return [
            key
            for key, one in self._sets.items()
            if one.meta.namespace == pod.namespace and _selects(one, pod)
        ]

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        wanted = api.workloads(KIND).get(key)
        if wanted is None or wanted.meta.deletion_at is not None:
            return None
        claimed = self._claim(api, wanted)
        if claimed is not None:
            return claimed
        pods = [pod for pod in self._owned(api, wanted) if active(pod)]
        diff = len(pods) - wanted.replicas
        done: Act | None = None
        if diff < 0 and key not in self._refused:
            done = self._create(api, wanted, len(pods), now_ms, random)
        elif diff > 0:
            done = self._delete(api, wanted, pods, diff, now_ms)
        # Upstream writes the status at the end of the sync that created and deleted: no act of its own.
        if done is not None and abs(diff) > 1:
            return done
        keys = dict.fromkeys([pod.key for pod in pods] + list(done.focus_pods if done else ()))
        left = [api.pods[one] for one in keys if one in api.pods and active(api.pods[one])]
        counted = self._status(api, api.workloads(KIND)[key], left, now_ms)
        return done or counted

    def _owned(self, api: ApiServer, wanted: Workload) -> Iterator[Pod]:
        pods = self._index.owned(api, wanted.meta.namespace, KIND, wanted.meta.name)
        return (pod for pod in pods if owned_by(pod, wanted))

    def _claim(self, api: ApiServer, wanted: Workload) -> Act | None:
        """Adopts a matching orphan, or releases a pod whose labels match no more."""
        for pod in self._index.orphans(api, wanted.meta.namespace):
            if active(pod) and _selects(wanted, pod):
                references: list[Manifest] = [
                    *(mapping(entry) for entry in items(find(pod.manifest, "metadata", "ownerReferences"))),
                    owner_reference(wanted),
                ]
                api.set_owner_references("Pod", pod.key, references)
                said = message("replicaset.adopted_pod", set=wanted.meta.name, pod=pod.name)
                return self._told("update", said, pod)
        for pod in self._owned(api, wanted):
            if not pod.terminating and not _selects(wanted, pod):
                kept = [
                    mapping(entry)
                    for entry in items(find(pod.manifest, "metadata", "ownerReferences"))
                    if not find(entry, "controller")
                ]
                api.set_owner_references("Pod", pod.key, kept)
                said = message("replicaset.released_pod", set=wanted.meta.name, pod=pod.name)
                return self._told("update", said, pod)
        return None

    def _create(self, api: ApiServer, wanted: Workload, have: int, now_ms: int, random: Random) -> Act:
        name = generated_name(f"{wanted.meta.name}-", random)
        while f"{wanted.meta.namespace}/{name}" in api.pods:
            name = generated_name(f"{wanted.meta.name}-", random)
        result = api.create("Pod", pod_from_template(wanted, name), now_ms)
        if isinstance(result, Refused):
            self._refused[wanted.key] = result.text
            error = f"Error creating: {result.text}"
            api.record_event(wanted, "Warning", "FailedCreate", error, self.name, now_ms)
            self._failure(api, wanted, result.text, now_ms)
            said = message("replicaset.failed_create", set=wanted.meta.name, text=result.text)
            return Act("controller", self.name, "update", said, tosses=(Toss("name", (), name),))
        api.record_event(wanted, "Normal", "SuccessfulCreate", f"Created pod: {name}", self.name, now_ms)
        said = message(
            "replicaset.created_pod", set=wanted.meta.name, pod=name, have=have + 1, want=wanted.replicas
        )
        tosses = (Toss("name", (), name),)
        return Act(
            "controller", self.name, "create", said, (f"{wanted.meta.namespace}/{name}",), tosses=tosses
        )

    def _delete(self, api: ApiServer, wanted: Workload, pods: Sequence[Pod], count: int, now_ms: int) -> Act:
        # Upstream ranks once and deletes all that are too many: what goes first does not change the order.
        there = {pod.name: pod for pod in pods}
        chosen = [name for name in self._going.pop(wanted.key, ()) if name in there]
        if len(chosen) != count:
            ranked = self._ranked(api, wanted, pods, now_ms)
            chosen = [pod.name for pod in pods_to_delete(ranked, count)]
        victim = there[chosen[0]]
        if len(chosen) > 1:
            self._going[wanted.key] = tuple(chosen[1:])
        api.delete("Pod", victim.key, DeleteOptions(), now_ms)
        api.record_event(
            wanted, "Normal", "SuccessfulDelete", f"Deleted pod: {victim.name}", self.name, now_ms
        )
        said = message(
            "replicaset.deleted_pod",
            set=wanted.meta.name,
            pod=victim.name,
            have=len(pods),
            want=wanted.replicas,
        )
        return self._told("delete", said, victim)

    def _ranked(self, api: ApiServer, wanted: Workload, pods: Sequence[Pod], now_ms: int) -> list[RankedPod]:
        """The set's pods with what the order of scaling down looks at."""
        owner = wanted.meta.controller
        on_node: dict[str, int] = {}
        for one in api.workloads(KIND).values():
            above = one.meta.controller
            if one.key != wanted.key and (owner is None or above is None or above.uid != owner.uid):
                continue
            for pod in self._owned(api, one):
                if active(pod):
                    on_node[pod.node_name] = on_node.get(pod.node_name, 0) + 1
        now = api.epoch_ms(now_ms)
        return [_ranked_pod(pod, on_node.get(pod.node_name, 0), now) for pod in pods]

    def _failure(self, api: ApiServer, wanted: Workload, text: str, now_ms: int) -> None:
        condition: Json = {
            "type": "ReplicaFailure",
            "status": "True",
            "reason": "FailedCreate",
            "message": text,
            "lastTransitionTime": api.timestamp(now_ms),
        }
        api.update_status(KIND, wanted.key, {**wanted.status, "conditions": [condition]})

    def _status(self, api: ApiServer, wanted: Workload, pods: Sequence[Pod], now_ms: int) -> Act | None:
        min_ready = integer(find(wanted.manifest, "spec", "minReadySeconds")) or 0
        labels = texts(find(wanted.template, "metadata", "labels"))
        waits = [available_in_ms(pod, min_ready, api.epoch_ms(now_ms)) for pod in pods]
        soonest = min((wait for wait in waits if wait), default=None)
        if soonest is not None:
            self.queue.add(wanted.key, now_ms + soonest)
        count_ready = sum(1 for pod in pods if ready(pod))
        status: dict[str, Json] = {
            "replicas": len(pods),
            "fullyLabeledReplicas": sum(
                1 for pod in pods if all(pod.labels.get(name) == value for name, value in labels.items())
            ),
            "readyReplicas": count_ready,
            "availableReplicas": sum(1 for wait in waits if wait == 0),
            "observedGeneration": wanted.meta.generation or 1,
        }
        if wanted.key in self._refused and wanted.status.get("conditions"):
            status["conditions"] = wanted.status["conditions"]
        if status == wanted.status:
            return None
        api.update_status(KIND, wanted.key, status)
        said = message("replicaset.status", set=wanted.meta.name, ready=count_ready, have=len(pods))
        return Act("controller", self.name, "update", said)

    def _told(self, kind: str, said: Message, pod: Pod) -> Act:
        return Act("controller", self.name, kind, said, focus_pods=(pod.key,))

    def copy(self) -> ReplicaSetController:
        twin = ReplicaSetController()
        twin.queue = self.queue.copy()
        twin._sets = dict(self._sets)
        twin._index = self._index.copy()
        twin._refused = dict(self._refused)
        twin._going = dict(self._going)
        return twin

    def fingerprint(self) -> Json:
        going: list[Json] = [[key, list(names)] for key, names in self._going.items()]
        return [self.queue.fingerprint(), list(self._refused), going]


def _selects(wanted: Workload, pod: Pod) -> bool:
    return wanted.selector is not None and not wanted.selector.empty and wanted.selector.matches(pod.labels)


def _ranked_pod(pod: Pod, colocated: int, now: int) -> RankedPod:
    condition = pod.status.condition("Ready")
    since = condition.last_transition_at if condition is not None else None
    sidecars = {container.name for container in pod.spec.init_containers if container.sidecar}
    return RankedPod(
        name=pod.name,
        uid=pod.uid,
        node=pod.node_name,
        phase=pod.status.phase,
        ready=ready(pod),
        age_ms=now - (pod.meta.creation_at if pod.meta.creation_at is not None else now),
        colocated=colocated,
        ready_for_ms=None if since is None else now - since,
        deletion_cost=deletion_cost(pod.meta.annotations.get(DELETION_COST)),
        restarts=_most_restarts(pod, "containerStatuses", None),
        sidecar_restarts=_most_restarts(pod, "initContainerStatuses", sidecars),
    )


def _most_restarts(pod: Pod, part: str, names: set[str] | None) -> int:
    return max(
        (
            integer(find(entry, "restartCount")) or 0
            for entry in items(find(pod.manifest, "status", part))
            if names is None or find(entry, "name") in names
        ),
        default=0,
    )
