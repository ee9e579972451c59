"""The StatefulSet controller: one pod for each name, created in order, and never two pods with one name.

Source: pkg/controller/statefulset/stateful_set_control.go `updateStatefulSet` (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import REACTION_MS, Controller
from scheduler_core.controllers.common.controller_utils import (
    available_in_ms,
    closing,
    owned_by,
    owner_reference,
)
from scheduler_core.controllers.common.history import LABEL, Revisions, made_here, synced, truncate
from scheduler_core.controllers.common.pod_index import PodIndex
from scheduler_core.controllers.common.refused_creations import RefusedCreations
from scheduler_core.controllers.statefulset.statefulset_pods import (
    Names,
    belongs_by_name,
    claim_owners,
    claims_of,
    max_unavailable_of,
    names_of,
    new_pod,
    ordinal_of,
    partition_of,
)
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Workload

KIND = "StatefulSet"
CLAIM = "PersistentVolumeClaim"


class StatefulSetController(Controller):
    """The StatefulSet controller; its queue holds the keys of StatefulSets.

    `updates_several` is the feature gate MaxUnavailableStatefulSet: a rolling update may delete several pods.
    """

    name = "statefulset-controller"
    watches = frozenset({KIND, "Pod", "PriorityClass", CLAIM})
    rank = 22

    def __init__(self, *, updates_several: bool = False) -> None:
        super().__init__()
        self._several = updates_several
        self._sets: dict[str, None] = {}
        self._index = PodIndex()
        self._refused = RefusedCreations()

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        due = now_ms + REACTION_MS
        self._index.observe(event)
        if event.kind == KIND:
            old, new = event.old, event.new
            if old is None or new is None or old.meta.generation != new.meta.generation:
                self._refused.renewed(event.key)
            if new is None:
                self._refused.settled(event.key)
                self._sets.pop(event.key, None)
            else:
                self._sets[event.key] = None
                self.queue.add(event.key, due)
        elif event.kind == "Pod":
            for pod in (event.old, event.new):
                if not isinstance(pod, Pod):
                    continue
                # The owner of the pod, and the set to which the pod's name belongs, because it may wait for
                # that name.
                owner = pod.meta.controller
                for name in (owner.name if owner is not None else "", pod.name.rpartition("-")[0]):
                    key = f"{pod.namespace}/{name}"
                    if key in self._sets:
                        self.queue.add(key, due)
        elif event.kind == "PriorityClass" or (event.kind == CLAIM and event.new is None):
            for key in self._refused.helped(due):
                self.queue.add(key, due)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        while (key := self.queue.pop(now_ms)) is not None:
            done = self.sync(api, key, now_ms, random)
            if done is not None:
                # A pod name that was taken in the meantime is tried again after the next watch event.
                if done.message.id != "statefulset.failed_create":
                    self.queue.add(key, now_ms)
                return done
        return None

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        wanted = api.workloads(KIND).get(key)
        if wanted is None:
            return None
        act = self._refused.waits(self.queue, self.name, KIND, key, now_ms)
        if act is None and wanted.meta.deletion_at is None:
            act = self._claim(api, wanted)
        if act is not None:
            return act
        revisions = synced(api, wanted, now_ms) if wanted.meta.deletion_at is None else _noted(wanted)
        pods = self._pods(api, wanted)
        if wanted.meta.deletion_at is None:
            act = self._one_step(api, wanted, pods, revisions, now_ms)
        # Upstream writes the status at the end of the same sync, so it is no act of its own.
        left = [api.pods[pod.key] for pod in pods.values() if pod.key in api.pods]
        if act is not None and act.message.id == "statefulset.created_pod":
            left += [api.pods[key] for key in act.focus_pods]
        counted = self._status(api, api.workloads(KIND)[key], left, revisions, now_ms)
        return act or counted

    def _pods(self, api: ApiServer, wanted: Workload) -> dict[str, Pod]:
        found = self._index.owned(api, wanted.meta.namespace, KIND, wanted.meta.name)
        return {pod.name: pod for pod in found if owned_by(pod, wanted)}

    def _claim(self, api: ApiServer, wanted: Workload) -> Act | None:
        """Adopts a pod that has the name and the labels, or releases one whose labels no longer match."""
        selector = wanted.selector
        if selector is None or selector.empty:
            return None
        for pod in self._index.orphans(api, wanted.meta.namespace):
            fits = belongs_by_name(wanted, pod) and selector.matches(pod.labels)
            if fits and not pod.terminating:
                owned = [*_references(pod.manifest), owner_reference(wanted)]
                api.set_owner_references("Pod", pod.key, owned)
                said = message("statefulset.adopted_pod", set=wanted.meta.name, pod=pod.name)
                return self._act("update", said, pod.key)
        for pod in self._pods(api, wanted).values():
            if not pod.terminating and not selector.matches(pod.labels):
                kept = [entry for entry in _references(pod.manifest) if not entry.get("controller")]
                api.set_owner_references("Pod", pod.key, kept)
                said = message("statefulset.released_pod", set=wanted.meta.name, pod=pod.name)
                return self._act("update", said, pod.key)
        return None

    def _one_step(
        self, api: ApiServer, wanted: Workload, pods: Mapping[str, Pod], revisions: Revisions, now_ms: int
    ) -> Act | None:
        ordered = wanted.pod_management_policy != "Parallel"
        names = names_of(wanted)
        # Where no pod can be created now, those that are missing need not be looked at, however many.
        stuck = self._refused.blocks(wanted.key, now_ms) or closing(api, wanted.meta.namespace)
        for name in names if ordered or not stuck else names.among(pods):
            pod = pods.get(name)
            if pod is None:
                taken = f"{wanted.meta.namespace}/{name}" in api.pods
                if taken or stuck:
                    # A pod of another owner has the name, or the API server would refuse the pod again.
                    if ordered:
                        return None
                    continue
                return self._make_claim(api, wanted, name, now_ms) or self._create(
                    api, wanted, name, revisions, now_ms
                )
            if pod.finished:
                if not pod.terminating:
                    return self._delete(api, wanted, pod, now_ms)
                if ordered:
                    return None
                continue
            if pod.status.phase == "Pending" and not pod.terminating:
                made = self._make_claim(api, wanted, name, now_ms)
                if made is not None:
                    return made
            if ordered and not self._healthy(api, wanted, pod, now_ms):
                return None
            self._own_claims(api, wanted, pod)
        condemned = sorted(
            (pod for name, pod in pods.items() if name not in names),
            key=lambda pod: ordinal_of(pod.name),
            reverse=True,
        )
        for pod in condemned:
            self._own_claims(api, wanted, pod)
        act = self._condemn(api, wanted, pods, names, condemned, now_ms, ordered=ordered)
        if act is not None or (ordered and condemned):
            return act
        return self._update(api, wanted, pods, names, revisions, now_ms)

    def _condemn(
        self,
        api: ApiServer,
        wanted: Workload,
        pods: Mapping[str, Pod],
        names: Names,
        condemned: Sequence[Pod],
        now_ms: int,
        *,
        ordered: bool,
    ) -> Act | None:
        """Deletes pods outside the range of ordinals, the highest first."""
        in_range = [pods[name] for name in names.among(pods)]
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
        pods: Mapping[str, Pod],
        names: Names,
        revisions: Revisions,
        now_ms: int,
    ) -> Act | None:
        """Rolling update: deletes outdated pods from the highest ordinal down to the partition, one at a
        time, or with the gate on as many as may be unavailable."""
        if wanted.waits_for_deletion:
            return None
        room = self._room(api, wanted, pods, names, now_ms)
        stale: list[Pod] = []
        for index in reversed(range(min(partition_of(wanted), len(names)), len(names))):
            pod = pods.get(names[index])
            if pod is None:
                break
            label = pod.labels.get(LABEL)
            # A pasted pod carries a hash that upstream computed; it cannot be compared with this
            # template.
            outdated = label is not None and label != revisions.update and made_here(label, wanted)
            if outdated and not pod.terminating and len(stale) < room:
                stale.append(pod)
            if not self._several and (stale or not self._healthy(api, wanted, pod, now_ms)):
                break
        acts = [self._delete(api, wanted, pod, now_ms) for pod in stale]
        if len(acts) < 2:
            return acts[0] if acts else None
        said = message(
            "statefulset.deleted_pods", set=wanted.meta.name, pods=tuple(pod.name for pod in stale)
        )
        keys = tuple(pod.key for pod in stale)
        return Act("controller", self.name, "delete", said, focus_pods=keys)

    def _room(
        self, api: ApiServer, wanted: Workload, pods: Mapping[str, Pod], names: Names, now_ms: int
    ) -> int:
        """How many pods a rolling update may delete now."""
        if not self._several:
            return 1
        there = [pods[name] for name in names.among(pods)]
        available = [
            pod for pod in there if not pod.terminating and self._available(api, wanted, pod, now_ms)
        ]
        return max(0, max_unavailable_of(wanted) - (len(names) - len(available)))

    def _make_claim(self, api: ApiServer, wanted: Workload, pod: str, now_ms: int) -> Act | None:
        """Creates the first claim that a pod lacks. The pod waits while a claim is being deleted."""
        for _, claim in claims_of(wanted, pod):
            name = text(find(claim, "metadata", "name"))
            stored = api.get(CLAIM, f"{wanted.meta.namespace}/{name}")
            if stored is not None and stored.meta.deletion_at is not None:
                return self._wait_for_claim(api, wanted, pod, name, now_ms)
            if stored is not None:
                continue
            result = api.create(CLAIM, claim, now_ms)
            subject = f"create Claim {name} Pod {pod} in StatefulSet {wanted.meta.name}"
            if isinstance(result, Refused):
                self._refused.refused(wanted.key, now_ms)
                words = f"{subject} failed error: {result.text}"
                api.record_event(Occurrence(wanted, "Warning", "FailedCreate", words, self.name), now_ms)
                said = message("statefulset.failed_create", set=wanted.meta.name, pod=pod, text=result.text)
                return Act("controller", self.name, "update", said)
            api.record_event(
                Occurrence(wanted, "Normal", "SuccessfulCreate", f"{subject} success", self.name), now_ms
            )
            said = message("statefulset.created_claim", set=wanted.meta.name, claim=name, pod=pod)
            return Act("controller", self.name, "create", said)
        return None

    def _wait_for_claim(
        self, api: ApiServer, wanted: Workload, pod: str, claim: str, now_ms: int
    ) -> Act | None:
        if self._refused.blocks(wanted.key, now_ms):
            return None
        self._refused.refused(wanted.key, now_ms)
        why = f"pvc {claim} is being deleted"
        words = f"create Pod {pod} in StatefulSet {wanted.meta.name} failed error: {why}"
        api.record_event(Occurrence(wanted, "Warning", "FailedCreate", words, self.name), now_ms)
        said = message("statefulset.failed_create", set=wanted.meta.name, pod=pod, text=why)
        return Act("controller", self.name, "update", said)

    def _own_claims(self, api: ApiServer, wanted: Workload, pod: Pod) -> None:
        """Sets the owner references of a pod's claims, with which they are deleted."""
        for _, claim in claims_of(wanted, pod.name):
            key = f"{wanted.meta.namespace}/{text(find(claim, 'metadata', 'name'))}"
            stored = api.get(CLAIM, key)
            if stored is None or stored.meta.deletion_at is not None:
                continue
            owners = claim_owners(wanted, pod, stored.meta, _references(stored.manifest))
            if owners is not None:
                api.set_owner_references(CLAIM, key, owners)

    def _create(self, api: ApiServer, wanted: Workload, name: str, revisions: Revisions, now_ms: int) -> Act:
        result = api.create("Pod", new_pod(wanted, name, revisions), now_ms)
        if isinstance(result, Refused):
            if result.reason != "AlreadyExists":
                self._refused.refused(wanted.key, now_ms)
                error = f"create Pod {name} in StatefulSet {wanted.meta.name} failed error: {result.text}"
                api.record_event(Occurrence(wanted, "Warning", "FailedCreate", error, self.name), now_ms)
            said = message("statefulset.failed_create", set=wanted.meta.name, pod=name, text=result.text)
            return Act("controller", self.name, "update", said)
        self._refused.settled(wanted.key)
        told = f"create Pod {name} in StatefulSet {wanted.meta.name} successful"
        api.record_event(Occurrence(wanted, "Normal", "SuccessfulCreate", told, self.name), now_ms)
        key = f"{wanted.meta.namespace}/{name}"
        if key in api.pods:
            self._own_claims(api, wanted, api.pods[key])
        return self._act("create", message("statefulset.created_pod", set=wanted.meta.name, pod=name), key)

    def _delete(self, api: ApiServer, wanted: Workload, pod: Pod, now_ms: int) -> Act:
        api.delete("Pod", pod.key, DeleteOptions(), now_ms)
        told = f"delete Pod {pod.name} in StatefulSet {wanted.meta.name} successful"
        api.record_event(Occurrence(wanted, "Normal", "SuccessfulDelete", told, self.name), now_ms)
        said = message("statefulset.deleted_pod", set=wanted.meta.name, pod=pod.name)
        return self._act("delete", said, pod.key)

    def _healthy(self, api: ApiServer, wanted: Workload, pod: Pod, now_ms: int) -> bool:
        """Whether the pod is Running, has been Ready for minReadySeconds and is not terminating."""
        return not pod.terminating and self._available(api, wanted, pod, now_ms)

    def _available(self, api: ApiServer, wanted: Workload, pod: Pod, now_ms: int) -> bool:
        if pod.status.phase != "Running":
            return False
        min_ready = wanted.min_ready_seconds
        wait = available_in_ms(pod, min_ready, api.epoch_ms(now_ms))
        if wait:
            self.queue.add(wanted.key, now_ms + wait)
        return wait == 0

    def _status(
        self, api: ApiServer, wanted: Workload, pods: Sequence[Pod], revisions: Revisions, now_ms: int
    ) -> Act | None:
        running = [pod for pod in pods if pod.status.phase == "Running"]
        count_ready = sum(1 for pod in running if pod.ready)
        labels = [pod.labels.get(LABEL) for pod in pods if not pod.terminating]
        status: dict[str, Json] = {
            **wanted.status,
            "observedGeneration": wanted.meta.generation or 1,
            "replicas": len(pods),
            "readyReplicas": count_ready,
            "availableReplicas": sum(1 for pod in pods if self._available(api, wanted, pod, now_ms)),
            "currentReplicas": labels.count(revisions.current),
            "updatedReplicas": labels.count(revisions.update),
            "currentRevision": revisions.current,
            "updateRevision": revisions.update,
        }
        rolling = not wanted.waits_for_deletion
        if rolling and all(
            status[field] == wanted.replicas for field in ("updatedReplicas", "readyReplicas", "replicas")
        ):
            status["currentReplicas"] = status["updatedReplicas"]
            status["currentRevision"] = revisions.update
        if status == wanted.status:
            return None
        api.update_status(KIND, wanted.key, status)
        if status["currentRevision"] == revisions.update:
            live = {label for label in labels if label is not None}
            truncate(api, wanted, {*live, revisions.current, revisions.update}, now_ms)
        said = message("statefulset.status", set=wanted.meta.name, ready=count_ready, want=wanted.replicas)
        return Act("controller", self.name, "update", said)

    def fingerprint(self) -> Json:
        return [self.queue.fingerprint(), self._refused.fingerprint()]


def _noted(wanted: Workload) -> Revisions:
    """The revisions in the status of a set that is being deleted."""
    current, update = (text(wanted.status.get(field)) for field in ("currentRevision", "updateRevision"))
    return Revisions(current, update, wanted.template, wanted.template)


def _references(manifest: Manifest) -> list[Manifest]:
    return [mapping(entry) for entry in items(find(manifest, "metadata", "ownerReferences"))]
