"""What has to hold after every act, whatever was done to a cluster: the promises, read off the stored objects
and off the machines, and off nothing that the board or a controller says of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from scheduler_core.engine.world import World
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.kubelet.node.processes import Process
from scheduler_core.objects import Pod
from scheduler_core.objects.manifest import find, integer, items
from scheduler_core.objects.node import Node
from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.objects.storage import PersistentVolumeClaim, VolumeAttachment
from scheduler_core.objects.volumes.attachable import claim_keys, volumes_attached

_PHASES = {"": 0, "Pending": 0, "Running": 1, "Succeeded": 2, "Failed": 2}
_OUT_OF_SERVICE = "node.kubernetes.io/out-of-service"
_FENCER = "fencing-controller"
_POD_GC = "pod-garbage-collector"
_ISOLATING = ("network", "storage")
Frame = dict[str, Any]


def hosts(world: World) -> Iterator[tuple[str, NodeActor]]:
    yield from world.cluster.machines()


def alive(world: World) -> list[tuple[str, Process]]:
    """What lives, by node: the machines' truth."""
    return [
        (node, process)
        for node, host in hosts(world)
        for process in host.processes()
        if process.state != "dead"
    ]


def of_a_set(pod: Pod) -> bool:
    owner = pod.meta.controller
    return owner is not None and owner.kind == "StatefulSet"


def has_left_service(node: Node | None) -> bool:
    """Whether the cluster was told, truly or not, that nothing of the node runs any more."""
    return node is None or any(taint.key == _OUT_OF_SERVICE for taint in node.taints)


@dataclass
class Watcher:
    """Follows a world from act to act. `let_go`: uids of pods that somebody removed without their kubelet's
    word, as he may: by force, or because of a node that is gone or said to be.
    """

    pods: dict[str, Pod] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)
    let_go: set[str] = field(default_factory=set)
    by_force: bool = False
    detached: set[str] = field(default_factory=set)

    def begin(self, world: World) -> None:
        self.pods = {pod.uid: pod for pod in world.api.pods.values()}
        self.nodes = dict(world.api.nodes)

    def look(self, world: World, frame: Frame) -> None:
        """After an act, its frame in hand."""
        living = alive(world)
        after = {pod.uid: pod for pod in world.api.pods.values()}
        for uid, pod in after.items():
            before = self.pods.get(uid)
            if before is not None and before is not pod:
                self._goes_on(before, pod, world.api.epoch_ms(world.now_ms))
                if pod.meta.deletion_grace_period_seconds == 0 and self._may_force(frame["who"], pod):
                    self.let_go.add(uid)
        for uid, pod in self.pods.items():
            if uid not in after:
                self._is_gone(world, frame, pod, {process.pod.uid for _, process in living})
        if frame["message"]["id"] == "attach.forced":
            self.detached.add(frame["message"]["args"]["volume"])
        self.pods, self.nodes = after, dict(world.api.nodes)
        self._processes(living)
        self._identities(world, living)
        self._volumes(world, living)

    # Objects

    def _goes_on(self, before: Pod, pod: Pod, now_ms: int) -> None:
        """One pod before and after an act that wrote it. `now_ms`: of the epoch."""
        message = f"{pod.key} {pod.uid}"
        assert before.node_name in ("", pod.node_name), f"{message} moved to another node"
        was, now = _PHASES[before.status.phase], _PHASES[pod.status.phase]
        assert now > was or before.status.phase == pod.status.phase or was == now == 0, (
            f"{message} went from {before.status.phase} back to {pod.status.phase}"
        )
        assert before.meta.deletion_at is None or pod.meta.deletion_at is not None, f"{message} was undeleted"
        if before.meta.deletion_at is not None and pod.meta.deletion_at is not None:
            # A shorter grace that is over already ends now (v1.33).
            latest = max(before.meta.deletion_at, now_ms)
            assert pod.meta.deletion_at <= latest, f"{message} may live longer"
        old, new = (item.meta.deletion_grace_period_seconds for item in (before, pod))
        assert old is None or (new is not None and new <= old), f"{message}: grace grew from {old} to {new}"
        fewer, more = _restarts(before), _restarts(pod)
        assert all(more.get(name, 0) >= count for name, count in fewer.items()), f"{message}: fewer restarts"

    def _is_gone(self, world: World, frame: Frame, pod: Pod, living: set[str]) -> None:
        """A pod's object was removed. By its kubelet, or not scheduled: then nothing of it lives."""
        if self._may_force(frame["who"], pod):
            self.let_go.add(pod.uid)
        else:
            assert pod.uid not in living or pod.uid in self.let_go, (
                f"{frame['who']} removed {pod.key} {pod.uid}, of which something lives"
            )

    def _may_force(self, who: str, pod: Pod) -> bool:
        """Whether somebody may say on his own that nothing of a pod runs any more."""
        lost = has_left_service(self.nodes.get(pod.node_name))
        return self.by_force or who == _FENCER or (who == _POD_GC and lost)

    # Machines

    def _processes(self, living: list[tuple[str, Process]]) -> None:
        for node, process in living:
            uid = process.pod.uid
            assert node == self.homes.setdefault(uid, node), f"{process.pod.key} {uid} lives on two nodes"
            assert uid in self.pods or uid in self.let_go, f"{process.pod.key} {uid} lives and has no object"
            assert uid not in self.pods or self.pods[uid].node_name == node

    def _identities(self, world: World, living: list[tuple[str, Process]]) -> None:
        """At most one process of each pet that nobody let go; and what the board says of it is true."""
        results: dict[str, list[tuple[str, str]]] = {}
        for node, process in living:
            if of_a_set(process.pod):
                results.setdefault(process.pod.key, []).append((node, process.pod.uid))
        for key, places in results.items():
            kept = [uid for _, uid in places if uid not in self.let_go]
            assert len(kept) <= 1, f"{key} lives more than once: {places}"
        shown = {key: view for (kind, key), view in world.picture.board.views.items() if kind == "identity"}
        reach = world.cluster.network.isolated_by
        truth = {
            key: (len(places), sum(reach(node) not in _ISOLATING for node, _ in places))
            for key, places in results.items()
        }
        assert truth == {key: (view["live"], view["unfenced"]) for key, view in shown.items()}
        assert all(view["alarm"] == (truth[key][1] > 1) for key, view in shown.items())

    # Volumes

    def _volumes(self, world: World, living: list[tuple[str, Process]]) -> None:
        """All volumes here are for one node at a time."""
        attached: dict[str, str] = {}
        for node in self.nodes.values():
            for volume in volumes_attached(node):
                other = attached.setdefault(volume, node.name)
                assert other == node.name, f"{volume} is attached to {other} and {node.name}"
        holders: dict[str, str] = {}
        for attachment in world.api.objects("VolumeAttachment").values():
            assert isinstance(attachment, VolumeAttachment)
            name, where = attachment.persistent_volume_name, attachment.node_name
            other = holders.setdefault(name, where)
            assert other == where, f"{name} has attachments to {other} and {where}"
        writers: dict[str, set[str]] = {}
        for node, process in living:
            host = world.cluster.host(node)
            isolated = world.cluster.network.isolated_by(node)
            if host is None or not host.connection.storage or isolated in _ISOLATING:
                continue
            for claim in claim_keys(process.pod):
                writers.setdefault(claim, set()).add(node)
        for claim, writing in writers.items():
            if len(writing) > 1:
                stored = world.api.get("PersistentVolumeClaim", claim)
                volume = stored.volume_name if isinstance(stored, PersistentVolumeClaim) else ""
                uids = {process.pod.uid for _, process in living if claim in claim_keys(process.pod)}
                assert volume in self.detached or uids & self.let_go, f"{claim} is written from {writing}"


def _restarts(pod: Pod) -> dict[str, int]:
    return {
        str(find(entry, "name")): integer(find(entry, "restartCount")) or 0
        for kind in ("initContainerStatuses", "containerStatuses")
        for entry in items(find(pod.manifest, "status", kind))
    }


def healthy(world: World, budget_key: str) -> tuple[int, int] | None:
    """How many pods of a budget are ready and stay, and how many have to; None: no such budget of a fixed
    minimum."""
    budget = world.api.get("PodDisruptionBudget", budget_key)
    if not isinstance(budget, PodDisruptionBudget) or budget.selector is None:
        return None
    if not isinstance(budget.min_available, int):
        return None
    ready = [
        pod
        for pod in world.api.pods.values()
        if pod.namespace == budget.meta.namespace
        and budget.selector.matches(pod.labels)
        and not pod.terminating
        and (condition := pod.status.condition("Ready")) is not None
        and condition.status == "True"
    ]
    return len(ready), budget.min_available
