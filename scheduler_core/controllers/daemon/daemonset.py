"""The DaemonSet controller: one pod on each node that should run one.

Source: pkg/controller/daemon/daemon_controller.go `manage`, `syncNodes`, `updateDaemonSetStatus` (v1.34). The
rules are in `daemonset_pods.py`. Upstream visits nodes in the random order of a Go map; here they are visited
in the order of their creation.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from scheduler_core.actor import Act, Toss, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller_utils import (
    CREATED_POD,
    closing,
    generated_name,
)
from scheduler_core.controllers.common.history import LABEL, history_of, sync_history, truncate
from scheduler_core.controllers.common.selecting_controller import SelectingController
from scheduler_core.controllers.daemon.daemonset_pods import (
    availability,
    belongs,
    bounds_of,
    by_node,
    daemon_pod,
    next_of_update,
    oldest_first,
    surplus,
    updated,
)
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Workload

KIND = "DaemonSet"
BURST_REPLICAS = 250
FIRST_BACKOFF_MS = 1_000
LONGEST_BACKOFF_MS = 15 * 60_000


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is left of one sync: nodes on which a pod is created, and keys of pods to delete."""

    create: tuple[str, ...]
    delete: tuple[str, ...]
    revision: str


@dataclass(frozen=True, slots=True)
class _BackOff:
    """After a pod has failed, the next failed one on that node is deleted no earlier than `since_ms +
    wait_ms`.
    """

    since_ms: int
    wait_ms: int


class DaemonSetController(SelectingController):
    """The DaemonSet controller; its queue holds the keys of DaemonSets."""

    name = "daemonset-controller"
    watches = frozenset({KIND, "Node", "Pod", "PriorityClass"})
    kind = pods_of = KIND
    message_prefix = "daemonset"
    releases_finished = True
    rank = 22
    requeues = False

    def __init__(self) -> None:
        super().__init__()
        self._plans: dict[str, _Plan] = {}
        # `key of the DaemonSet|node` → backoff after a failed pod.
        self._backoffs: dict[str, _BackOff] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        super().observe(event, now_ms)
        if not isinstance(event.new, Node):
            return
        due = now_ms + self.reaction_ms
        if event.old is None:
            for key, ds in self._sets.items():
                if belongs(ds, event.new)[0]:
                    self.queue.add(key, due)
        elif self._sets and _matters(event):
            self.queue.add(f"node|{event.key}", due)

    def _sync_node_update(self, api: ApiServer, name: str, now_ms: int) -> None:
        """Queues the DaemonSets for which a change of the node asks for a new pod there, or for the end of
        one. The status of others stays as it is until something else happens. Source: syncNodeUpdate."""
        node = api.nodes.get(name)
        if node is None:
            return
        for key in self._sets:
            ds = api.workloads(KIND).get(key)
            if ds is None:
                continue
            make, keep = belongs(ds, node)
            runs = any(pod.node_name == name for pod in self._owned(api, ds))
            if not keep if runs else make:
                self.queue.add(key, now_ms)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        if key.startswith("node|"):
            self._sync_node_update(api, key.removeprefix("node|"), now_ms)
            return None
        ds = api.workloads(KIND).get(key)
        if ds is None:
            self._plans.pop(key, None)
            return None
        notice = self._refused.requeue(self.queue, self.name, KIND, key, now_ms)
        if notice is not None:
            return notice
        plan = self._plans.pop(key, None)
        if plan is None:
            if ds.meta.deletion_at is not None:
                return self._status(api, ds, now_ms)
            claimed = self._claim(api, ds)
            if claimed is not None:
                self.queue.add(key, now_ms)
                return claimed
            plan = self._plan(api, ds, now_ms)
        if plan.create:
            return self._create(api, ds, plan, now_ms, random)
        to_delete = [pod_key for pod_key in plan.delete if pod_key in api.pods]
        if to_delete:
            return self._delete(api, ds, to_delete, plan, now_ms)
        return self._status(api, ds, now_ms)

    def _revision(self, api: ApiServer, ds: Workload, now_ms: int) -> str:
        """The revision hash that pods of the present template carry in a label."""
        labels = {pod.labels[LABEL] for pod in self._owned(api, ds) if LABEL in pod.labels}
        # A DaemonSet pasted from another cluster keeps the hash of its pods.
        first = f"{ds.meta.name}-{next(iter(labels))}" if len(labels) == 1 else None
        name = sync_history(api, ds, now_ms, first).update
        return name.removeprefix(f"{ds.meta.name}-")

    def _plan(self, api: ApiServer, ds: Workload, now_ms: int) -> _Plan:
        """The creations and deletions that `manage` asks for, or else those of the next update step."""
        revision = self._revision(api, ds, now_ms)
        pods = self._owned(api, ds)
        nodes = by_node(pods)
        min_ready = ds.min_ready_seconds
        available, soonest = availability(pods, min_ready, api.epoch_ms(now_ms))
        if soonest is not None:
            self.queue.add(ds.key, now_ms + soonest)
        surges = bool(bounds_of(ds, len(api.nodes)).surge)
        desired: set[str] = set()
        create: list[str] = []
        delete: list[Pod] = []
        for node in api.nodes.values():
            make, keep = belongs(ds, node)
            if make:
                desired.add(node.name)
            on_node = nodes.get(node.name, [])
            if make and not on_node:
                create.append(node.name)
            elif keep:
                delete += self._ended(api, ds, node.name, on_node, now_ms)
                running = [pod for pod in on_node if not pod.terminating and not pod.finished]
                delete += surplus(running, revision, available, surges=surges)
                if make and surges and not running:
                    create.append(node.name)
            else:
                delete += [pod for pod in on_node if not pod.terminating]
        # Pending pods that are bound by affinity to a deleted node.
        for name, on_node in nodes.items():
            if name not in api.nodes:
                delete += [pod for pod in on_node if not pod.node_name and not pod.terminating]
        if not create and not delete and not ds.waits_for_deletion:
            shown = {node: nodes[node] for node in api.nodes if node in nodes}
            bounds = bounds_of(ds, len(desired))
            create, delete = next_of_update(shown, revision, bounds, available, desired)
        if self._refused.blocks(ds.key, now_ms) or closing(api, ds.meta.namespace):
            create = []
        return _Plan(
            tuple(create[:BURST_REPLICAS]), tuple(pod.key for pod in delete[:BURST_REPLICAS]), revision
        )

    def _ended(self, api: ApiServer, ds: Workload, node: str, on_node: list[Pod], now_ms: int) -> list[Pod]:
        """The finished pods to delete on a node that should keep one. A failed pod waits for its backoff."""
        ended: list[Pod] = []
        for pod in on_node:
            if pod.terminating:
                continue
            if pod.status.phase == "Failed":
                place = f"{ds.key}|{node}"
                wait = self._backoffs.get(place)
                if wait is not None and now_ms < wait.since_ms + wait.wait_ms:
                    self.queue.add(ds.key, wait.since_ms + wait.wait_ms)
                    continue
                longer = FIRST_BACKOFF_MS if wait is None else min(2 * wait.wait_ms, LONGEST_BACKOFF_MS)
                if wait is not None and now_ms - wait.since_ms > 2 * LONGEST_BACKOFF_MS:
                    longer = FIRST_BACKOFF_MS
                self._backoffs[place] = _BackOff(now_ms, longer)
                note = f"Found failed daemon pod {pod.key} on node {node}, will try to kill it"
                self._record(api, ds, "Warning", "FailedDaemonPod", note, now_ms)
                ended.append(pod)
            elif pod.status.phase == "Succeeded":
                note = f"Found succeeded daemon pod {pod.key} on node {node}, will try to delete it"
                self._record(api, ds, "Normal", "SucceededDaemonPod", note, now_ms)
                ended.append(pod)
        return ended

    def _create(self, api: ApiServer, ds: Workload, plan: _Plan, now_ms: int, random: Random) -> Act:
        node = plan.create[0]
        name = generated_name(f"{ds.meta.name}-", random)
        while f"{ds.meta.namespace}/{name}" in api.pods:
            name = generated_name(f"{ds.meta.name}-", random)
        result = api.create("Pod", daemon_pod(ds, name, node, plan.revision), now_ms)
        tosses = (Toss("name", (), name),)
        if isinstance(result, Refused):
            self._refused.failed(ds.key, now_ms)
            error = f"Error creating: {result.text}"
            self._record(api, ds, "Warning", "FailedCreate", error, now_ms)
            sentence = message("daemonset.failed_create", set=ds.meta.name, text=result.text)
            return self._act("update", sentence, tosses=tosses)
        self._refused.clear(ds.key)
        self._record(api, ds, "Normal", "SuccessfulCreate", CREATED_POD % {"pod": name}, now_ms)
        self._continue(api, ds, _Plan(plan.create[1:], plan.delete, plan.revision), now_ms)
        sentence = message("daemonset.created_pod", set=ds.meta.name, pod=name, node=node)
        return self._act("create", sentence, f"{ds.meta.namespace}/{name}", nodes=(node,), tosses=tosses)

    def _delete(self, api: ApiServer, ds: Workload, to_delete: list[str], plan: _Plan, now_ms: int) -> Act:
        victim = api.pods[to_delete[0]]
        api.delete("Pod", victim.key, DeleteOptions(), now_ms)
        note = f"Deleted pod: {victim.name}"
        self._record(api, ds, "Normal", "SuccessfulDelete", note, now_ms)
        self._continue(api, ds, _Plan((), tuple(to_delete[1:]), plan.revision), now_ms)
        sentence = message("daemonset.deleted_pod", set=ds.meta.name, pod=victim.name)
        return self._act("delete", sentence, victim.key)

    def _continue(self, api: ApiServer, ds: Workload, plan: _Plan, now_ms: int) -> None:
        """Queues the remaining writes of a sync; after the last one, updates the status."""
        if plan.create or plan.delete:
            self._plans[ds.key] = plan
            self.queue.add(ds.key, now_ms)
        else:
            self._status(api, api.workloads(KIND)[ds.key], now_ms)

    def _status(self, api: ApiServer, ds: Workload, now_ms: int) -> Act | None:
        """Writes the status, and deletes old revisions once all pods are updated (updateDaemonSetStatus)."""
        pods = self._owned(api, ds)
        min_ready = ds.min_ready_seconds
        available, _ = availability(pods, min_ready, api.epoch_ms(now_ms))
        history = history_of(api, ds)
        revision = next((entry for entry in reversed(history) if entry.template == ds.template), None)
        update = revision.meta.name.removeprefix(f"{ds.meta.name}-") if revision else ""
        counts = dict.fromkeys(("desired", "current", "missed", "ready", "available", "updated"), 0)
        nodes = by_node(pods)
        for node in api.nodes.values():
            make, _ = belongs(ds, node)
            on_node = oldest_first(nodes.get(node.name, []))
            counts["desired"] += make
            counts["current"] += make and bool(on_node)
            counts["missed"] += not make and bool(on_node)
            if make and on_node:
                counts["ready"] += on_node[0].ready
                counts["available"] += available[on_node[0].key]
                counts["updated"] += updated(on_node[0], update)
        status: dict[str, Json] = {
            "observedGeneration": ds.meta.generation or 1,
            "desiredNumberScheduled": counts["desired"],
            "currentNumberScheduled": counts["current"],
            "numberMisscheduled": counts["missed"],
            "numberReady": counts["ready"],
            "numberAvailable": counts["available"],
            "numberUnavailable": counts["desired"] - counts["available"],
            "updatedNumberScheduled": counts["updated"],
        }
        if status == ds.status_manifest:
            return None
        api.update_status(KIND, ds.key, status)
        if counts["updated"] == counts["desired"]:
            live = {f"{ds.meta.name}-{pod.labels.get(LABEL, update)}" for pod in pods}
            truncate(api, ds, {*live, f"{ds.meta.name}-{update}"}, now_ms)
        sentence = message(
            "daemonset.status", set=ds.meta.name, ready=counts["ready"], want=counts["desired"]
        )
        return self._act("update", sentence)

    def fingerprint(self) -> Json:
        plans: list[Json] = [[key, list(plan.create), list(plan.delete)] for key, plan in self._plans.items()]
        waits: list[Json] = [
            [key, backoff.since_ms, backoff.wait_ms] for key, backoff in self._backoffs.items()
        ]
        return [self.queue.fingerprint(), self._refused.fingerprint(), plans, waits]


def _matters(event: WatchEvent) -> bool:
    """Whether a change of a node matters to DaemonSets. The deletion of a node does not: its pods are
    deleted later. Source: shouldIgnoreNodeUpdate."""
    old, new = event.old, event.new
    return (
        isinstance(old, Node)
        and isinstance(new, Node)
        and (old.labels != new.labels or old.taints != new.taints)
    )
