"""NodeInfo: one node and the sum of the pods on it.

Source: pkg/scheduler/framework/types.go NodeInfo (v1.34). A NodeInfo in a snapshot is never changed:
`with_pod` and `without_pod` make a new one, so identity tells whether anything changed. A dry run works on a
private `copy`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from scheduler_core.objects.node import Node
from scheduler_core.scheduler.cluster.pod_info import HostPort, PodInfo
from scheduler_core.scheduler.cluster.requests import Row, allowed_pods, row_of

T = TypeVar("T")
MAX_DERIVED = 8


class NodeInfo:
    """A node with its pods in order of arrival; a removal moves the last pod into the gap, as upstream's
    slice does.

    `requested_*` are sums of real requests, `non_zero_*` those used for scoring. `used_ports` is a set and
    not a counter: removing one of two pods with the same port frees it.
    """

    __slots__ = (
        "_derived",
        "allocatable",
        "allowed_pods",
        "claims",
        "labels",
        "name",
        "node",
        "non_zero_cpu",
        "non_zero_memory",
        "pods",
        "pods_with_affinity",
        "pods_with_required_anti_affinity",
        "requested_cpu",
        "requested_ephemeral",
        "requested_memory",
        "requested_scalars",
        "used_ports",
    )

    def __init__(self, node: Node) -> None:
        self.node = node
        self.name = node.name
        self.labels = node.labels
        self.allocatable: Row = row_of(node.allocatable)
        self.allowed_pods: int = allowed_pods(node.allocatable)
        self.pods: list[PodInfo] = []
        self.pods_with_affinity = 0
        self.pods_with_required_anti_affinity = 0
        self.requested_cpu = 0
        self.requested_memory = 0
        self.requested_ephemeral = 0
        self.requested_scalars: dict[str, int] = {}
        self.non_zero_cpu = 0
        self.non_zero_memory = 0
        self.used_ports: set[HostPort] = set()
        self.claims: dict[str, int] = {}
        self._derived: dict[Hashable, object] = {}

    def copy(self) -> NodeInfo:
        """A private copy that `add` and `remove` may change."""
        copy = NodeInfo.__new__(NodeInfo)
        copy.node = self.node
        copy.name = self.name
        copy.labels = self.labels
        copy.allocatable = self.allocatable
        copy.allowed_pods = self.allowed_pods
        copy.pods = self.pods.copy()
        copy.pods_with_affinity = self.pods_with_affinity
        copy.pods_with_required_anti_affinity = self.pods_with_required_anti_affinity
        copy.requested_cpu = self.requested_cpu
        copy.requested_memory = self.requested_memory
        copy.requested_ephemeral = self.requested_ephemeral
        copy.requested_scalars = self.requested_scalars.copy() if self.requested_scalars else {}
        copy.non_zero_cpu = self.non_zero_cpu
        copy.non_zero_memory = self.non_zero_memory
        copy.used_ports = self.used_ports.copy() if self.used_ports else set()
        copy.claims = self.claims.copy() if self.claims else {}
        copy._derived = {}
        return copy

    def with_node(self, node: Node) -> NodeInfo:
        """A newer version of the node with the same pods."""
        info = self.copy()
        info.node = node
        info.labels = node.labels
        info.allocatable = row_of(node.allocatable)
        info.allowed_pods = allowed_pods(node.allocatable)
        return info

    def with_pod(self, pod: PodInfo) -> NodeInfo:
        info = self.copy()
        info.add(pod)
        return info

    def without_pod(self, pod: PodInfo) -> NodeInfo:
        info = self.copy()
        info.remove(pod)
        return info

    def add(self, pod: PodInfo) -> None:
        """Adds a pod in place; only for private copies."""
        self.pods.append(pod)
        self._count(pod, 1)
        self.used_ports.update(pod.host_ports)

    def remove(self, pod: PodInfo) -> None:
        """Removes a pod in place; only for private copies. A pod that is not on the node is ignored."""
        pods = self.pods
        for index, other in enumerate(pods):
            if other.uid == pod.uid:
                last = pods.pop()
                if index < len(pods):
                    pods[index] = last
                self._count(other, -1)
                self.used_ports.difference_update(other.host_ports)
                return

    def _count(self, pod: PodInfo, sign: int) -> None:
        if self._derived:
            self._derived = {}
        row = pod.on_node
        self.requested_cpu += sign * row.milli_cpu
        self.requested_memory += sign * row.memory
        self.requested_ephemeral += sign * row.ephemeral_storage
        for name, amount in row.scalars.items():
            self.requested_scalars[name] = self.requested_scalars.get(name, 0) + sign * amount
        cpu, memory = pod.non_zero
        self.non_zero_cpu += sign * cpu
        self.non_zero_memory += sign * memory
        if pod.has_affinity:
            self.pods_with_affinity += sign
            if pod.anti_affinity_terms:
                self.pods_with_required_anti_affinity += sign
        for name in pod.claim_names:
            claim = f"{pod.namespace}/{name}"
            count = self.claims.get(claim, 0) + sign
            if count > 0:
                self.claims[claim] = count
            else:
                self.claims.pop(claim, None)

    def derived(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value that `make` returned for `key`, kept while the node and its pods stay the same.

        It must depend on them and on the key alone.
        """
        if key not in self._derived:
            if len(self._derived) >= MAX_DERIVED:
                del self._derived[next(iter(self._derived))]
            self._derived[key] = make()
        return cast(T, self._derived[key])

    def requested(self, resource: str) -> int:
        """The sum of real requests of a resource."""
        if resource == "cpu":
            return self.requested_cpu
        if resource == "memory":
            return self.requested_memory
        if resource == "ephemeral-storage":
            return self.requested_ephemeral
        return self.requested_scalars.get(resource, 0)
