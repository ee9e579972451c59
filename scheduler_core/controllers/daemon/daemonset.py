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
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import REACTION_MS
from scheduler_core.controllers.common.controller_utils import (
    CREATED_POD,
    closing,
    generated_name,
    owned_by,
    owner_reference,
)
from scheduler_core.controllers.common.history import LABEL, history_of, synced, truncate
from scheduler_core.controllers.common.selecting_controller import SelectingController, selects
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
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Workload

KIND = "DaemonSet"
BURST_REPLICAS = 250
FIRST_BACKOFF_MS = 1_000
LONGEST_BACKOFF_MS = 15 * 60_000


@dataclass(frozen=True, slots=True)
class _Look:
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
    rank = 22
    looks_again = False

    def __init__(self) -> None:
        super().__init__()
        self._looks: dict[str, _Look] = {}
        # `key of the DaemonSet|node` → backoff after a failed pod.
        self._backoffs: dict[str, _BackOff] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        super().observe(event, now_ms)
        if event.kind == "Node" and _matters(event):
            for key in self._sets:
                self.queue.add(key, now_ms + REACTION_MS)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        wanted = api.workloads(KIND).get(key)
        if wanted is None:
            self._looks.pop(key, None)
            return None
        waits = self._refused.waits(self.queue, self.name, KIND, key, now_ms)
        if waits is not None:
            return waits
        look = self._looks.pop(key, None)
        if look is None:
            if wanted.meta.deletion_at is not None:
                return self._status(api, wanted, now_ms)
            claimed = self._claim(api, wanted)
            if claimed is not None:
                self.queue.add(key, now_ms)
                return claimed
            look = self._look(api, wanted, now_ms)
        if look.create:
            return self._create(api, wanted, look, now_ms, random)
        going = [one for one in look.delete if one in api.pods]
        if going:
            return self._delete(api, wanted, going, look, now_ms)
        return self._status(api, wanted, now_ms)

    def _pods(self, api: ApiServer, wanted: Workload) -> list[Pod]:
        found = self._index.owned(api, wanted.meta.namespace, KIND, wanted.meta.name)
        return [pod for pod in found if owned_by(pod, wanted)]

    def _claim(self, api: ApiServer, wanted: Workload) -> Act | None:
        """Adopts a matching orphan, or releases a pod whose labels no longer match."""
        for pod in self._index.orphans(api, wanted.meta.namespace):
            if not pod.terminating and not pod.finished and selects(wanted, pod):
                api.set_owner_references(
                    "Pod", pod.key, [*_references(pod.manifest), owner_reference(wanted)]
                )
                sentence = message("daemonset.adopted_pod", set=wanted.meta.name, pod=pod.name)
                return self._act("update", sentence, pod.key)
        for pod in self._pods(api, wanted):
            if not pod.terminating and not selects(wanted, pod):
                kept = [entry for entry in _references(pod.manifest) if not entry.get("controller")]
                api.set_owner_references("Pod", pod.key, kept)
                sentence = message("daemonset.released_pod", set=wanted.meta.name, pod=pod.name)
                return self._act("update", sentence, pod.key)
        return None

    def _revision(self, api: ApiServer, wanted: Workload, now_ms: int) -> str:
        """The revision hash that pods of the present template carry in a label."""
        labels = {pod.labels[LABEL] for pod in self._pods(api, wanted) if LABEL in pod.labels}
        # A DaemonSet pasted from another cluster keeps the hash of its pods.
        first = f"{wanted.meta.name}-{next(iter(labels))}" if len(labels) == 1 else None
        name = synced(api, wanted, now_ms, first).update
        return name.removeprefix(f"{wanted.meta.name}-")

    def _look(self, api: ApiServer, wanted: Workload, now_ms: int) -> _Look:
        """The creations and deletions that `manage` asks for, or else those of the next update step."""
        revision = self._revision(api, wanted, now_ms)
        pods = self._pods(api, wanted)
        nodes = by_node(pods)
        min_ready = wanted.min_ready_seconds
        available, soonest = availability(pods, min_ready, api.epoch_ms(now_ms))
        if soonest is not None:
            self.queue.add(wanted.key, now_ms + soonest)
        surges = bool(bounds_of(wanted, len(api.nodes)).surge)
        desired = 0
        create: list[str] = []
        delete: list[Pod] = []
        for node in api.nodes.values():
            make, keep = belongs(wanted, node)
            desired += make
            here = nodes.get(node.name, [])
            if make and not here:
                create.append(node.name)
            elif keep:
                delete += self._ended(api, wanted, node.name, here, now_ms)
                running = [pod for pod in here if not pod.terminating and not pod.finished]
                delete += surplus(running, revision, available, surges=surges)
                if make and surges and not running:
                    create.append(node.name)
            else:
                delete += [pod for pod in here if not pod.terminating]
        # Pending pods that are bound by affinity to a deleted node.
        for name, here in nodes.items():
            if name not in api.nodes:
                delete += [pod for pod in here if not pod.node_name and not pod.terminating]
        if not create and not delete and _rolls(wanted):
            shown = {node: nodes[node] for node in api.nodes if node in nodes}
            create, delete = next_of_update(shown, revision, bounds_of(wanted, desired), available)
        if self._refused.blocks(wanted.key, now_ms) or closing(api, wanted.meta.namespace):
            create = []
        return _Look(
            tuple(create[:BURST_REPLICAS]), tuple(pod.key for pod in delete[:BURST_REPLICAS]), revision
        )

    def _ended(self, api: ApiServer, wanted: Workload, node: str, here: list[Pod], now_ms: int) -> list[Pod]:
        """The finished pods to delete on a node that should keep one. A failed pod waits for its backoff."""
        going: list[Pod] = []
        for pod in here:
            if pod.terminating:
                continue
            if pod.status.phase == "Failed":
                place = f"{wanted.key}|{node}"
                wait = self._backoffs.get(place)
                if wait is not None and now_ms < wait.since_ms + wait.wait_ms:
                    self.queue.add(wanted.key, wait.since_ms + wait.wait_ms)
                    continue
                longer = FIRST_BACKOFF_MS if wait is None else min(2 * wait.wait_ms, LONGEST_BACKOFF_MS)
                if wait is not None and now_ms - wait.since_ms > 2 * LONGEST_BACKOFF_MS:
                    longer = FIRST_BACKOFF_MS
                self._backoffs[place] = _BackOff(now_ms, longer)
                words = f"Found failed daemon pod {pod.key} on node {node}, will try to kill it"
                api.record_event(Occurrence(wanted, "Warning", "FailedDaemonPod", words, self.name), now_ms)
                going.append(pod)
            elif pod.status.phase == "Succeeded":
                words = f"Found succeeded daemon pod {pod.key} on node {node}, will try to delete it"
                api.record_event(Occurrence(wanted, "Normal", "SucceededDaemonPod", words, self.name), now_ms)
                going.append(pod)
        return going

    def _create(self, api: ApiServer, wanted: Workload, look: _Look, now_ms: int, random: Random) -> Act:
        node = look.create[0]
        name = generated_name(f"{wanted.meta.name}-", random)
        while f"{wanted.meta.namespace}/{name}" in api.pods:
            name = generated_name(f"{wanted.meta.name}-", random)
        result = api.create("Pod", daemon_pod(wanted, name, node, look.revision), now_ms)
        tosses = (Toss("name", (), name),)
        if isinstance(result, Refused):
            self._refused.refused(wanted.key, now_ms)
            error = f"Error creating: {result.text}"
            api.record_event(Occurrence(wanted, "Warning", "FailedCreate", error, self.name), now_ms)
            sentence = message("daemonset.failed_create", set=wanted.meta.name, text=result.text)
            return Act("controller", self.name, "update", sentence, tosses=tosses)
        self._refused.settled(wanted.key)
        api.record_event(
            Occurrence(wanted, "Normal", "SuccessfulCreate", CREATED_POD % {"pod": name}, self.name), now_ms
        )
        self._goes_on(api, wanted, _Look(look.create[1:], look.delete, look.revision), now_ms)
        sentence = message("daemonset.created_pod", set=wanted.meta.name, pod=name, node=node)
        return Act(
            "controller",
            self.name,
            "create",
            sentence,
            (f"{wanted.meta.namespace}/{name}",),
            (node,),
            tosses=tosses,
        )

    def _delete(self, api: ApiServer, wanted: Workload, going: list[str], look: _Look, now_ms: int) -> Act:
        victim = api.pods[going[0]]
        api.delete("Pod", victim.key, DeleteOptions(), now_ms)
        told = f"Deleted pod: {victim.name}"
        api.record_event(Occurrence(wanted, "Normal", "SuccessfulDelete", told, self.name), now_ms)
        self._goes_on(api, wanted, _Look((), tuple(going[1:]), look.revision), now_ms)
        sentence = message("daemonset.deleted_pod", set=wanted.meta.name, pod=victim.name)
        return self._act("delete", sentence, victim.key)

    def _goes_on(self, api: ApiServer, wanted: Workload, look: _Look, now_ms: int) -> None:
        """Does the next write of a sync that has begun. The last write also updates the status."""
        if look.create or look.delete:
            self._looks[wanted.key] = look
            self.queue.add(wanted.key, now_ms)
        else:
            self._status(api, api.workloads(KIND)[wanted.key], now_ms)

    def _status(self, api: ApiServer, wanted: Workload, now_ms: int) -> Act | None:
        pods = self._pods(api, wanted)
        min_ready = wanted.min_ready_seconds
        available, _ = availability(pods, min_ready, api.epoch_ms(now_ms))
        history = history_of(api, wanted)
        revision = next((one for one in reversed(history) if one.template == wanted.template), None)
        update = revision.meta.name.removeprefix(f"{wanted.meta.name}-") if revision else ""
        counts = dict.fromkeys(("desired", "current", "missed", "ready", "available", "updated"), 0)
        nodes = by_node(pods)
        for node in api.nodes.values():
            make, _ = belongs(wanted, node)
            here = oldest_first(nodes.get(node.name, []))
            counts["desired"] += make
            counts["current"] += make and bool(here)
            counts["missed"] += not make and bool(here)
            if make and here:
                counts["ready"] += here[0].ready
                counts["available"] += available[here[0].key]
                counts["updated"] += updated(here[0], update)
        status: dict[str, Json] = {
            "observedGeneration": wanted.meta.generation or 1,
            "desiredNumberScheduled": counts["desired"],
            "currentNumberScheduled": counts["current"],
            "numberMisscheduled": counts["missed"],
            "numberReady": counts["ready"],
            "numberAvailable": counts["available"],
            "numberUnavailable": counts["desired"] - counts["available"],
            "updatedNumberScheduled": counts["updated"],
        }
        if status == wanted.status:
            return None
        api.update_status(KIND, wanted.key, status)
        if counts["updated"] == counts["desired"]:
            live = {f"{wanted.meta.name}-{pod.labels.get(LABEL, update)}" for pod in pods}
            truncate(api, wanted, {*live, f"{wanted.meta.name}-{update}"}, now_ms)
        sentence = message(
            "daemonset.status", set=wanted.meta.name, ready=counts["ready"], want=counts["desired"]
        )
        return Act("controller", self.name, "update", sentence)

    def fingerprint(self) -> Json:
        looks: list[Json] = [[key, list(look.create), list(look.delete)] for key, look in self._looks.items()]
        waits: list[Json] = [[key, one.since_ms, one.wait_ms] for key, one in self._backoffs.items()]
        return [self.queue.fingerprint(), self._refused.fingerprint(), looks, waits]


def _matters(event: WatchEvent) -> bool:
    """Whether the change matters to DaemonSets: a node was added or deleted, or its labels or taints
    changed."""
    old, new = event.old, event.new
    if not isinstance(old, Node) or not isinstance(new, Node):
        return True
    return old.labels != new.labels or old.taints != new.taints


def _rolls(wanted: Workload) -> bool:
    return not wanted.waits_for_deletion


def _references(manifest: Manifest) -> list[Manifest]:
    return [mapping(entry) for entry in items(find(manifest, "metadata", "ownerReferences"))]
