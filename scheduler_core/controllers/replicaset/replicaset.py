"""The ReplicaSet controller: keeps the number of active pods at spec.replicas.

Source: pkg/controller/replicaset (v1.34), `manageReplicas`, `slowStartBatch`, `calculateStatus`; adoption as
in `PodControllerRefManager.ClaimPods`. One sync may need many writes; each is an act, and the status at the
end counts the pods that existed at the beginning. The pods of one set are alike, so the first refusal ends
the sync, just as the first batch of a slow start has one pod.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from scheduler_core.actor import Act, Toss, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.controllers.common.controller_utils import (
    CREATED_POD,
    active,
    available_in_ms,
    closing,
    generated_name,
    most_restarts,
    pod_from_template,
)
from scheduler_core.controllers.common.selecting_controller import SelectingController
from scheduler_core.controllers.replicaset.scale_down import (
    DELETION_COST,
    RankedPod,
    deletion_cost,
    pods_to_delete,
)
from scheduler_core.objects.manifest import Json, Manifest, find, integer, texts
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Workload

BURST_REPLICAS = 500
"""The largest number of pods created or deleted in one sync."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is left of one sync. The set had `have` pods at its start; `status` is written at its end."""

    create: int
    delete: tuple[str, ...]
    have: int
    status: Manifest


class ReplicaSetController(SelectingController):
    """The ReplicaSet controller; its queue holds the keys of ReplicaSets. `counts_terminating` is the feature
    gate DeploymentReplicaSetTerminatingReplicas: the status has terminatingReplicas.
    """

    name = "replicaset-controller"
    watches = frozenset({"ReplicaSet", "Pod", "PriorityClass"})
    kind = pods_of = "ReplicaSet"
    message_prefix = "replicaset"
    requeues = False
    shuffles = False
    """Whether a sync meets the pods in random order, as the index of the original's informer lists them. It
    decides between pods that no rule of scaling down tells apart; else they come in order of creation."""

    def __init__(self, *, counts_terminating: bool = False) -> None:
        super().__init__()
        self._counts_terminating = counts_terminating
        self._plans: dict[str, _Plan] = {}

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        rs = api.workloads(self.kind).get(key)
        if rs is None:
            self._plans.pop(key, None)
            return None
        notice = self._refused.requeue(self.queue, self.name, self.kind, key, now_ms)
        if notice is not None:
            return notice
        plan = self._plans.pop(key, None)
        if plan is None:
            if rs.meta.deletion_at is None:
                claimed = self._claim(api, rs)
                if claimed is not None:
                    self.queue.add(key, now_ms)
                    return claimed
            plan = self._plan(api, rs, now_ms, random)
        if plan.create:
            return self._create(api, rs, plan, now_ms, random)
        to_delete = _existing(api, rs.meta.namespace, plan.delete)
        if to_delete:
            return self._delete(api, rs, plan, to_delete, now_ms)
        if not self._write(api, rs, plan.status):
            return None
        counts = plan.status
        sentence = message(
            f"{self.message_prefix}.status",
            set=rs.meta.name,
            ready=integer(counts["readyReplicas"]) or 0,
            have=plan.have,
        )
        return self._act("update", sentence)

    def _plan(self, api: ApiServer, rs: Workload, now_ms: int, random: Random) -> _Plan:
        """The creations or deletions of this sync, and the status that it writes. Source: manageReplicas."""
        owned = self._owned(api, rs)
        pods = [pod for pod in owned if active(pod)]
        if self.shuffles:
            pods = random.sample(pods, len(pods))
        status = self._counted(rs, pods, api.epoch_ms(now_ms), now_ms)
        if self._counts_terminating:
            terminating = sum(1 for pod in owned if pod.terminating and not pod.finished)
            status = {**status, "terminatingReplicas": terminating}
        diff = len(pods) - rs.replicas
        create = 0
        delete: tuple[str, ...] = ()
        if rs.meta.deletion_at is None:
            refused = self._refused.blocks(rs.key, now_ms)
            if diff < 0 and not refused and not closing(api, rs.meta.namespace):
                create = min(-diff, BURST_REPLICAS)
            elif diff > 0:
                count = min(diff, BURST_REPLICAS)
                ranked = self._ranked(api, rs, pods, now_ms)
                delete = tuple(pod.name for pod in pods_to_delete(ranked, count))
        return _Plan(create, delete, len(pods), status)

    def _continue(self, api: ApiServer, rs: Workload, plan: _Plan, now_ms: int) -> None:
        """Queues the remaining writes of a sync; after the last one, updates the status."""
        if plan.create or plan.delete:
            self._plans[rs.key] = plan
            self.queue.add(rs.key, now_ms)
        else:
            self._write(api, api.workloads(self.kind)[rs.key], plan.status)

    def _write(self, api: ApiServer, rs: Workload, counts: Manifest) -> bool:
        """Writes the counts; True if anything changed. The condition of a refused creation stays."""
        status = dict(counts)
        if self._refused.has_failed(rs.key) and rs.status_manifest.get("conditions"):
            status["conditions"] = rs.status_manifest["conditions"]
        if status == rs.status_manifest:
            return False
        api.update_status(self.kind, rs.key, status)
        return True

    def _create(self, api: ApiServer, rs: Workload, plan: _Plan, now_ms: int, random: Random) -> Act:
        name = generated_name(f"{rs.meta.name}-", random)
        while f"{rs.meta.namespace}/{name}" in api.pods:
            name = generated_name(f"{rs.meta.name}-", random)
        result = api.create("Pod", pod_from_template(rs, name), now_ms)
        if isinstance(result, Refused):
            self._refused.failed(rs.key, now_ms)
            error = f"Error creating: {result.text}"
            self._record(api, rs, "Warning", "FailedCreate", error, now_ms)
            self._failure(api, rs, plan.status, result.text, now_ms)
            sentence = message(f"{self.message_prefix}.failed_create", set=rs.meta.name, text=result.text)
            return self._act("update", sentence, tosses=(Toss("name", (), name),))
        self._refused.clear(rs.key)
        self._record(api, rs, "Normal", "SuccessfulCreate", CREATED_POD % {"pod": name}, now_ms)
        rest = _Plan(plan.create - 1, (), plan.have + 1, plan.status)
        self._continue(api, rs, rest, now_ms)
        sentence = message(
            f"{self.message_prefix}.created_pod", set=rs.meta.name, pod=name, have=rest.have, want=rs.replicas
        )
        tosses = (Toss("name", (), name),)
        return self._act("create", sentence, f"{rs.meta.namespace}/{name}", tosses=tosses)

    def _delete(
        self, api: ApiServer, rs: Workload, plan: _Plan, to_delete: tuple[str, ...], now_ms: int
    ) -> Act:
        victim = api.pods[f"{rs.meta.namespace}/{to_delete[0]}"]
        api.delete("Pod", victim.key, DeleteOptions(), now_ms)
        self._record(api, rs, "Normal", "SuccessfulDelete", f"Deleted pod: {victim.name}", now_ms)
        self._continue(api, rs, _Plan(0, to_delete[1:], plan.have - 1, plan.status), now_ms)
        sentence = message(
            f"{self.message_prefix}.deleted_pod",
            set=rs.meta.name,
            pod=victim.name,
            have=plan.have,
            want=rs.replicas,
        )
        return self._act("delete", sentence, victim.key)

    def _ranked(self, api: ApiServer, rs: Workload, pods: Sequence[Pod], now_ms: int) -> list[RankedPod]:
        """The set's pods with the values that decide the order of scaling down.

        The pods of all sets of one owner, such as a Deployment, count as a family. For a set without an owner
        no pods count. Source: getIndirectlyRelatedPods, getReplicaSetsWithSameController.
        """
        owner = rs.meta.controller
        on_node: dict[str, int] = {}
        for workload in api.workloads(self.kind).values():
            above = workload.meta.controller
            if owner is None or above is None or above.uid != owner.uid:
                continue
            for pod in self._owned(api, workload):
                if active(pod):
                    on_node[pod.node_name] = on_node.get(pod.node_name, 0) + 1
        now = api.epoch_ms(now_ms)
        return [_ranked_pod(pod, on_node.get(pod.node_name, 0), now) for pod in pods]

    def _failure(self, api: ApiServer, rs: Workload, counts: Manifest, text: str, now_ms: int) -> None:
        """Writes the status with the condition ReplicaFailure."""
        condition: Json = {
            "type": "ReplicaFailure",
            "status": "True",
            "reason": "FailedCreate",
            "message": text,
            "lastTransitionTime": api.timestamp(now_ms),
        }
        api.update_status(self.kind, rs.key, {**counts, "conditions": [condition]})

    def _counted(self, rs: Workload, pods: Sequence[Pod], now: int, now_ms: int) -> Manifest:
        """The counters of the status. The set is synced again when its next ready pod becomes available."""
        min_ready = rs.min_ready_seconds
        labels = texts(find(rs.template, "metadata", "labels"))
        waits = [available_in_ms(pod, min_ready, now) for pod in pods]
        soonest = min((wait for wait in waits if wait), default=None)
        if soonest is not None:
            self.queue.add(rs.key, now_ms + soonest)
        return {
            "replicas": len(pods),
            "fullyLabeledReplicas": _having(labels, pods),
            "readyReplicas": len(waits) - waits.count(None),
            "availableReplicas": waits.count(0),
            "observedGeneration": rs.meta.generation or 1,
        }

    def fingerprint(self) -> Json:
        plans: list[Json] = [
            [key, plan.create, list(plan.delete), plan.have, dict(plan.status)]
            for key, plan in self._plans.items()
        ]
        return [self.queue.fingerprint(), self._refused.fingerprint(), plans]


def _having(labels: Mapping[str, str], pods: Sequence[Pod]) -> int:
    """The number of pods that have all these labels. Pods of one template often share theirs."""
    required = labels.items()
    having: dict[int, bool] = {}
    number = 0
    for pod in pods:
        own = pod.meta.labels
        if id(own) not in having:
            having[id(own)] = required <= own.items()
        number += having[id(own)]
    return number


def _existing(api: ApiServer, namespace: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names without those at the beginning and at the end whose pods no longer exist."""
    pods, first, end = api.pods, 0, len(names)
    while first < end and f"{namespace}/{names[first]}" not in pods:
        first += 1
    while first < end and f"{namespace}/{names[end - 1]}" not in pods:
        end -= 1
    return names[first:end]


def _ranked_pod(pod: Pod, colocated: int, now: int) -> RankedPod:
    condition = pod.status.condition("Ready")
    since = condition.last_transition_at if condition is not None else None
    restarts, sidecar_restarts = most_restarts(pod)
    return RankedPod(
        name=pod.name,
        uid=pod.uid,
        node=pod.node_name,
        phase=pod.status.phase,
        ready=pod.ready,
        age_ms=now - (pod.meta.creation_at if pod.meta.creation_at is not None else now),
        colocated=colocated,
        ready_for_ms=None if since is None else now - since,
        deletion_cost=deletion_cost(pod.meta.annotations.get(DELETION_COST)),
        restarts=restarts,
        sidecar_restarts=sidecar_restarts,
    )
