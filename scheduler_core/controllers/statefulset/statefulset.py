"""The StatefulSet controller: one pod for each name, created in order, and never two pods with one name.

Source: pkg/controller/statefulset/stateful_set_control.go `updateStatefulSet` (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.controllers.common.controller_utils import (
    available_in_ms,
    closing,
    owned_by,
    owner_reference,
)
from scheduler_core.controllers.common.history import (
    LABEL,
    Revisions,
    is_own_revision,
    sync_history,
    truncate,
)
from scheduler_core.controllers.common.pod_index import PodIndex
from scheduler_core.controllers.common.refused_creations import RefusedCreations
from scheduler_core.controllers.statefulset.statefulset_pods import (
    Names,
    belongs_by_name,
    claim_owners,
    claims_of,
    max_unavailable_of,
    new_pod,
    ordinal_of,
    partition_of,
)
from scheduler_core.objects.manifest import Json, find, text
from scheduler_core.objects.meta import owner_manifests
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.workloads import Workload

KIND = "StatefulSet"
CLAIM = "PersistentVolumeClaim"


class StatefulSetController(Controller):
    """The StatefulSet controller; its queue holds the keys of StatefulSets.

    With the feature gate MaxUnavailableStatefulSet a rolling update may delete several pods.
    """

    name = "statefulset-controller"
    watches = frozenset({KIND, "Pod", "PriorityClass", CLAIM})
    rank = 22

    def __init__(self, release: Release = BASELINE) -> None:
        super().__init__()
        self._release = release
        self._several = release.statefulset_max_unavailable
        self._sets: dict[str, None] = {}
        self._index = PodIndex()
        self._refused = RefusedCreations()

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        due = now_ms + self.reaction_ms
        self._index.observe(event)
        if event.kind == KIND:
            old, new = event.old, event.new
            if old is None or new is None or old.meta.generation != new.meta.generation:
                self._refused.spec_changed(event.key)
            if new is None:
                self._refused.clear(event.key)
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
            for key in self._refused.schedule_retries(due):
                self.queue.add(key, due)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        while (key := self.queue.pop(now_ms)) is not None:
            act = self.sync(api, key, now_ms, random)
            if act is not None:
                # A pod name that was taken in the meantime is tried again after the next watch event.
                if act.message.id != "statefulset.failed_create":
                    self.queue.add(key, now_ms)
                return act
        return None

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        sts = api.workloads(KIND).get(key)
        if sts is None:
            return None
        act = self._refused.requeue(self.queue, self.name, KIND, key, now_ms)
        if act is None and sts.meta.deletion_at is None:
            act = self._claim(api, sts)
        if act is not None:
            return act
        revisions = sync_history(api, sts, now_ms) if sts.meta.deletion_at is None else _stored_revisions(sts)
        pods = self._pods(api, sts)
        if sts.meta.deletion_at is None:
            act = self._next_step(api, sts, pods, revisions, now_ms)
        # Upstream writes the status at the end of the same sync, so it is no act of its own.
        remaining = [api.pods[pod.key] for pod in pods.values() if pod.key in api.pods]
        if act is not None and act.message.id == "statefulset.created_pod":
            remaining += [api.pods[key] for key in act.focus_pods]
        counted = self._status(api, api.workloads(KIND)[key], remaining, revisions, now_ms)
        return act or counted

    def _pods(self, api: ApiServer, sts: Workload) -> dict[str, Pod]:
        pods = self._index.owned(api, sts.meta.namespace, KIND, sts.meta.name)
        return {pod.name: pod for pod in pods if owned_by(pod, sts)}

    def _claim(self, api: ApiServer, sts: Workload) -> Act | None:
        """Adopts a pod that has the name and the labels, or releases one whose labels no longer match."""
        selector = sts.selector
        if selector is None or selector.empty:
            return None
        for pod in self._index.orphans(api, sts.meta.namespace):
            fits = belongs_by_name(sts, pod) and selector.matches(pod.labels)
            if fits and not pod.terminating:
                owned = [*owner_manifests(pod), owner_reference(sts)]
                api.set_owner_references("Pod", pod.key, owned)
                sentence = message("statefulset.adopted_pod", set=sts.meta.name, pod=pod.name)
                return self._act("update", sentence, pod.key)
        for pod in self._pods(api, sts).values():
            if not pod.terminating and not selector.matches(pod.labels):
                kept = [entry for entry in owner_manifests(pod) if not entry.get("controller")]
                api.set_owner_references("Pod", pod.key, kept)
                sentence = message("statefulset.released_pod", set=sts.meta.name, pod=pod.name)
                return self._act("update", sentence, pod.key)
        return None

    def _next_step(
        self, api: ApiServer, sts: Workload, pods: Mapping[str, Pod], revisions: Revisions, now_ms: int
    ) -> Act | None:
        """The first creation, deletion or update that the set needs now. Source: updateStatefulSet."""
        ordered = sts.pod_management_policy != "Parallel"
        names = Names(sts)
        # Where no pod can be created now, those that are missing need not be looked at, however many.
        stuck = self._refused.blocks(sts.key, now_ms) or closing(api, sts.meta.namespace)
        for name in names if ordered or not stuck else names.among(pods):
            pod = pods.get(name)
            if pod is None:
                taken = f"{sts.meta.namespace}/{name}" in api.pods
                if taken or stuck:
                    # A pod of another owner has the name, or the API server would refuse the pod again.
                    if ordered:
                        return None
                    continue
                return self._make_claim(api, sts, name, now_ms) or self._create(
                    api, sts, name, revisions, now_ms
                )
            if pod.finished:
                if not pod.terminating:
                    return self._delete(api, sts, pod, now_ms)
                if ordered:
                    return None
                continue
            if pod.status.phase == "Pending" and not pod.terminating:
                act = self._make_claim(api, sts, name, now_ms)
                if act is not None:
                    return act
            if ordered and not self._healthy(api, sts, pod, now_ms):
                return None
            self._own_claims(api, sts, pod)
        condemned = sorted(
            (pod for name, pod in pods.items() if name not in names),
            key=lambda pod: ordinal_of(pod.name),
            reverse=True,
        )
        for pod in condemned:
            self._own_claims(api, sts, pod)
        act = self._condemn(api, sts, pods, names, condemned, now_ms, ordered=ordered)
        if act is not None or (ordered and condemned):
            return act
        return self._update(api, sts, pods, names, revisions, now_ms)

    def _condemn(
        self,
        api: ApiServer,
        sts: Workload,
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
            pod for pod in (*in_range, *reversed(condemned)) if not self._healthy(api, sts, pod, now_ms)
        ]
        for pod in condemned:
            if pod.terminating:
                if ordered:
                    return None
                continue
            if ordered and pod in unhealthy and pod is not unhealthy[0]:
                return None
            return self._delete(api, sts, pod, now_ms)
        return None

    def _update(
        self,
        api: ApiServer,
        sts: Workload,
        pods: Mapping[str, Pod],
        names: Names,
        revisions: Revisions,
        now_ms: int,
    ) -> Act | None:
        """Rolling update: deletes outdated pods from the highest ordinal down to the partition, one at a
        time, or with the gate on as many as may be unavailable."""
        if sts.waits_for_deletion:
            return None
        room = self._room(api, sts, pods, names, revisions, now_ms)
        stale: list[Pod] = []
        for index in reversed(range(min(partition_of(sts), len(names)), len(names))):
            pod = pods.get(names[index])
            if pod is None:
                break
            if self._outdated(sts, pod, revisions) and not pod.terminating and len(stale) < room:
                stale.append(pod)
            if not self._several and (stale or not self._healthy(api, sts, pod, now_ms)):
                break
        acts = [self._delete(api, sts, pod, now_ms) for pod in stale]
        if len(acts) < 2:
            return acts[0] if acts else None
        sentence = message(
            "statefulset.deleted_pods", set=sts.meta.name, pods=tuple(pod.name for pod in stale)
        )
        keys = tuple(pod.key for pod in stale)
        return self._act("delete", sentence, *keys)

    def _room(
        self,
        api: ApiServer,
        sts: Workload,
        pods: Mapping[str, Pod],
        names: Names,
        revisions: Revisions,
        now_ms: int,
    ) -> int:
        """How many pods a rolling update may delete now: the limit without the pods that are unavailable
        already. Source: updateStatefulSetAfterInvariantEstablished."""
        if not self._several:
            return 1
        spares = self._release.spares_old_unavailable_pods and sts.pod_management_policy == "Parallel"
        unavailable = len(names)
        for name in names.among(pods):
            pod = pods[name]
            spared = spares and not pod.terminating and self._outdated(sts, pod, revisions)
            if spared or self._healthy(api, sts, pod, now_ms):
                unavailable -= 1
        return max(0, max_unavailable_of(sts) - unavailable)

    @staticmethod
    def _outdated(sts: Workload, pod: Pod, revisions: Revisions) -> bool:
        """Whether the pod is of another revision than that of the update. A pasted pod carries a hash that
        upstream computed; it cannot be compared with this template."""
        label = pod.labels.get(LABEL)
        return label is not None and label != revisions.update and is_own_revision(label, sts)

    def _make_claim(self, api: ApiServer, sts: Workload, pod: str, now_ms: int) -> Act | None:
        """Creates the first claim that a pod lacks. The pod waits while a claim is being deleted."""
        for _, claim in claims_of(sts, pod):
            name = text(find(claim, "metadata", "name"))
            stored = api.get(CLAIM, f"{sts.meta.namespace}/{name}")
            if stored is not None and stored.meta.deletion_at is not None:
                return self._wait_for_claim(api, sts, pod, name, now_ms)
            if stored is not None:
                continue
            result = api.create(CLAIM, claim, now_ms)
            subject = self._subject("create", pod, sts, f"Claim {name} ")
            if isinstance(result, Refused):
                return self._failed_create(api, sts, subject, pod, result.text, now_ms)
            self._record(api, sts, "Normal", "SuccessfulCreate", f"{subject} success", now_ms)
            sentence = message("statefulset.created_claim", set=sts.meta.name, claim=name, pod=pod)
            return self._act("create", sentence)
        return None

    def _wait_for_claim(self, api: ApiServer, sts: Workload, pod: str, claim: str, now_ms: int) -> Act | None:
        if self._refused.blocks(sts.key, now_ms):
            return None
        subject = self._subject("create", pod, sts)
        return self._failed_create(api, sts, subject, pod, f"pvc {claim} is being deleted", now_ms)

    def _failed_create(
        self, api: ApiServer, sts: Workload, subject: str, pod: str, error: str, now_ms: int
    ) -> Act:
        """Records that a pod or its claim could not be created; the set waits before the next attempt."""
        self._refused.failed(sts.key, now_ms)
        note = f"{subject} failed error: {error}"
        self._record(api, sts, "Warning", "FailedCreate", note, now_ms)
        return self._act(
            "update", message("statefulset.failed_create", set=sts.meta.name, pod=pod, text=error)
        )

    def _own_claims(self, api: ApiServer, sts: Workload, pod: Pod) -> None:
        """Sets the owner references of a pod's claims, with which they are deleted."""
        for _, claim in claims_of(sts, pod.name):
            key = f"{sts.meta.namespace}/{text(find(claim, 'metadata', 'name'))}"
            stored = api.get(CLAIM, key)
            if stored is None or stored.meta.deletion_at is not None:
                continue
            owners = claim_owners(sts, pod, stored.meta, owner_manifests(stored))
            if owners is not None:
                api.set_owner_references(CLAIM, key, owners)

    def _create(self, api: ApiServer, sts: Workload, name: str, revisions: Revisions, now_ms: int) -> Act:
        result = api.create("Pod", new_pod(sts, name, revisions), now_ms)
        subject = self._subject("create", name, sts)
        if isinstance(result, Refused):
            if result.reason != "AlreadyExists":
                return self._failed_create(api, sts, subject, name, result.text, now_ms)
            sentence = message("statefulset.failed_create", set=sts.meta.name, pod=name, text=result.text)
            return self._act("update", sentence)
        self._refused.clear(sts.key)
        note = f"{subject} successful"
        self._record(api, sts, "Normal", "SuccessfulCreate", note, now_ms)
        key = f"{sts.meta.namespace}/{name}"
        if key in api.pods:
            self._own_claims(api, sts, api.pods[key])
        return self._act("create", message("statefulset.created_pod", set=sts.meta.name, pod=name), key)

    def _delete(self, api: ApiServer, sts: Workload, pod: Pod, now_ms: int) -> Act:
        api.delete("Pod", pod.key, DeleteOptions(), now_ms)
        note = f"{self._subject('delete', pod.name, sts)} successful"
        self._record(api, sts, "Normal", "SuccessfulDelete", note, now_ms)
        sentence = message("statefulset.deleted_pod", set=sts.meta.name, pod=pod.name)
        return self._act("delete", sentence, pod.key)

    def _subject(self, verb: str, pod: str, sts: Workload, claim: str = "") -> str:
        """The begin of the text of an Event. Source: recordPodEvent, recordClaimEvent."""
        verb = verb.capitalize() if self._release.capital_statefulset_events else verb
        return f"{verb} {claim}Pod {pod} in StatefulSet {sts.meta.name}"

    def _healthy(self, api: ApiServer, sts: Workload, pod: Pod, now_ms: int) -> bool:
        """Whether the pod is Running, has been Ready for minReadySeconds and is not terminating."""
        return not pod.terminating and self._available(api, sts, pod, now_ms)

    def _available(self, api: ApiServer, sts: Workload, pod: Pod, now_ms: int) -> bool:
        if pod.status.phase != "Running":
            return False
        min_ready = sts.min_ready_seconds
        wait = available_in_ms(pod, min_ready, api.epoch_ms(now_ms))
        if wait:
            self.queue.add(sts.key, now_ms + wait)
        return wait == 0

    def _status(
        self, api: ApiServer, sts: Workload, pods: Sequence[Pod], revisions: Revisions, now_ms: int
    ) -> Act | None:
        """Writes the status, and deletes old revisions once the update is complete. Source: updateStatus."""
        running = [pod for pod in pods if pod.status.phase == "Running"]
        count_ready = sum(1 for pod in running if pod.ready)
        labels = [pod.labels.get(LABEL) for pod in pods if not pod.terminating]
        status: dict[str, Json] = {
            **sts.status_manifest,
            "observedGeneration": sts.meta.generation or 1,
            "replicas": len(pods),
            "readyReplicas": count_ready,
            "availableReplicas": sum(1 for pod in pods if self._available(api, sts, pod, now_ms)),
            "currentReplicas": labels.count(revisions.current),
            "updatedReplicas": labels.count(revisions.update),
            "currentRevision": revisions.current,
            "updateRevision": revisions.update,
        }
        rolling = not sts.waits_for_deletion
        if rolling and all(
            status[field] == sts.replicas for field in ("updatedReplicas", "readyReplicas", "replicas")
        ):
            status["currentReplicas"] = status["updatedReplicas"]
            status["currentRevision"] = revisions.update
        if status == sts.status_manifest:
            return None
        api.update_status(KIND, sts.key, status)
        if status["currentRevision"] == revisions.update:
            live = {label for label in labels if label is not None}
            truncate(api, sts, {*live, revisions.current, revisions.update}, now_ms)
        sentence = message("statefulset.status", set=sts.meta.name, ready=count_ready, want=sts.replicas)
        return self._act("update", sentence)

    def fingerprint(self) -> Json:
        return [self.queue.fingerprint(), self._refused.fingerprint()]


def _stored_revisions(sts: Workload) -> Revisions:
    """The revisions in the status of a set that is being deleted."""
    current, update = (
        text(sts.status_manifest.get(field)) for field in ("currentRevision", "updateRevision")
    )
    return Revisions(current, update, sts.template, sts.template)
