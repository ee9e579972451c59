"""The kubelet of the recorded histories: it runs nothing and reports at once what a step asks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import twin_of

KILLED = 143
RUNS_MS, ENDS_MS = 20, 25
"""Milliseconds from the binding to a running pod, and from a deletion to the end of the pod, which takes the
recorded kubelet two writes: in that time a controller has made a replacement and the scheduler has placed it.
"""
FINISHED = ("Succeeded", "Failed")


@dataclass(slots=True)
class KubeletWays:
    """How the kubelets of a history behave; one value for all nodes.

    - `starts`, `exits`: whether bound pods start, and deleted pods end, without a step
    - `ready`: whether a running pod is ready
    - `started`, `finished`: the keys of pods that a step started or finished
    - `ended`: the phase and the exit code that a step gave to a pod
    - `apart_ms`: by how many milliseconds the kubelet of each further node is slower to end a pod
    """

    starts: bool = True
    exits: bool = True
    ready: bool = True
    started: set[str] = field(default_factory=set)
    finished: set[str] = field(default_factory=set)
    ended: dict[str, tuple[str, int]] = field(default_factory=dict)
    apart_ms: int = 0
    hosts: int = 0


class HollowKubelet(NodeActor):
    """A machine whose kubelet reports a bound pod as Running and Ready at once and ends a deleted one at
    once, whatever its grace period. It admits, probes and evicts nothing.
    """

    ways: KubeletWays
    pods: dict[str, Pod]
    bound_ms: dict[str, int]
    deleted_ms: dict[str, int]
    ends_ms: int

    @classmethod
    def on(cls, host: NodeActor, ways: KubeletWays) -> HollowKubelet:
        """The hollow kubelet in the place of another one."""
        hollow = cls(host.node, (), release=host.release)
        hollow.ways, hollow.pods, hollow.bound_ms, hollow.deleted_ms = ways, {}, {}, {}
        hollow.ends_ms = ENDS_MS + ways.hosts * ways.apart_ms
        ways.hosts += 1
        return hollow

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == "Node" and event.key == self.node:
            self._observe_node(event, now_ms)
        if event.kind != "Pod":
            return
        pod = event.new or event.old
        assert isinstance(pod, Pod)
        if event.type is EventType.DELETED:
            self.pods.pop(pod.key, None)
            self.bound_ms.pop(pod.key, None)
            self.deleted_ms.pop(pod.key, None)
        else:
            self.bound_ms.setdefault(pod.key, now_ms)
            if pod.terminating:
                self.deleted_ms.setdefault(pod.key, now_ms)
            self.pods[pod.key] = pod

    def next_ms(self, now_ms: int) -> int | None:
        if not self.renews:
            return None
        return min((max(at, now_ms) for *_, at in self._due()), default=None)

    def _due(self) -> Iterator[tuple[Pod, str, int]]:
        """The pods about which something has to be written, and from when on: `end`, `remove` or `run`."""
        for key, pod in self.pods.items():
            at = self.deleted_ms.get(key, -self.ends_ms) + self.ends_ms
            finished = pod.status.phase in FINISHED
            exits = pod.terminating and (self.ways.exits or key in self.ways.finished)
            if not finished and (exits or key in self.ways.ended):
                yield pod, "end", at
            elif exits and not pod.meta.finalizers:
                yield pod, "remove", at
            elif (
                not pod.terminating
                and pod.status.phase == "Pending"
                and (self.ways.starts or key in self.ways.started)
            ):
                yield pod, "run", self.bound_ms[key] + RUNS_MS

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        due = next((due for due in self._due() if due[2] <= now_ms), None)
        if due is None:
            return None
        pod, what, _ = due
        if what == "remove":
            api.delete("Pod", pod.key, DeleteOptions(0, precondition_uid=pod.meta.uid), now_ms)
            # The Pod stays while it has finalizers; then it is no longer the kubelet's.
            self.pods.pop(pod.key, None)
        elif what == "run":
            self._run(api, pod, now_ms)
        else:
            phase, code = self.ways.ended.get(pod.key, ("Failed", KILLED))
            self._end(api, pod, phase, code, now_ms)
        sentence = message("kubelet.registers", node=self.node)
        return Act("kubelet", self.name, "update", sentence, focus_pods=(pod.key,))

    def _run(self, api: ApiServer, pod: Pod, now_ms: int) -> None:
        stamp = api.timestamp(now_ms)
        statuses = [
            {**entry, "ready": self.ways.ready, "started": True, "state": {"running": {"startedAt": stamp}}}
            for entry in _statuses(pod.manifest, "containers")
        ]
        changes: dict[str, Json] = {"phase": "Running", "startTime": stamp, "containerStatuses": statuses}
        ready = "True" if self.ways.ready else "False"
        api.patch_pod_status(pod.key, changes, now_ms, _conditions(ready))

    def _end(self, api: ApiServer, pod: Pod, phase: str, code: int, now_ms: int) -> None:
        stamp = api.timestamp(now_ms)
        ended: dict[str, Json] = {"exitCode": code, "finishedAt": stamp, "startedAt": stamp}
        statuses = [
            {**entry, "ready": False, "started": False, "state": {"terminated": ended}}
            for entry in _statuses(pod.manifest, "containers")
        ]
        changes: dict[str, Json] = {"phase": phase, "containerStatuses": statuses}
        api.patch_pod_status(pod.key, changes, now_ms, _conditions("False"))

    def copy(self) -> HollowKubelet:
        twin = twin_of(self)
        twin.pods = dict(self.pods)
        twin.bound_ms, twin.deleted_ms = dict(self.bound_ms), dict(self.deleted_ms)
        twin.node_object = self.node_object.copy()
        return twin

    def fingerprint(self) -> Json:
        return [self.node]


def _conditions(ready: str) -> list[dict[str, Json]]:
    statuses = {
        "PodReadyToStartContainers": "True",
        "Initialized": "True",
        "Ready": ready,
        "ContainersReady": ready,
    }
    return [{"type": kind, "status": status} for kind, status in statuses.items()]


def _statuses(pod: Manifest, name: str) -> list[dict[str, Json]]:
    """A status for each container, with the resources of the spec as actual and allocated."""
    made: list[dict[str, Json]] = []
    for container in items(find(pod, "spec", name)):
        resources = dict(mapping(find(container, "resources")))
        entry: dict[str, Json] = {"name": text(find(container, "name")), "restartCount": 0}
        entry |= {"image": text(find(container, "image")), "imageID": "", "resources": resources}
        entry["allocatedResources"] = dict(mapping(resources.get("requests")))
        made.append(entry)
    return made


def actual_resources(pod: Pod) -> list[dict[str, Json]]:
    """The container statuses of a pod whose kubelet has carried out a resize."""
    resources = {entry["name"]: entry for entry in _statuses(pod.manifest, "containers")}
    return [
        {
            **mapping(status),
            **{
                name: resources[text(find(status, "name"))][name]
                for name in ("resources", "allocatedResources")
            },
        }
        for status in items(find(pod.manifest, "status", "containerStatuses"))
    ]
