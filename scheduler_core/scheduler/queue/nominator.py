"""The nominations of waiting pods to nodes in the scheduler's memory, which is ahead of the API objects.

Source: pkg/scheduler/backend/queue/nominator.go (v1.34).
"""

from __future__ import annotations

from scheduler_core.objects.replacing import State
from scheduler_core.scheduler.cluster.pod_info import PodInfo


class Nominator(State):
    """Node name -> nominated pods in the order of their (re-)entry. `version` grows with each change."""

    def __init__(self) -> None:
        self._by_node: dict[str, tuple[PodInfo, ...]] = {}
        self._node_of: dict[str, str] = {}
        self.version = 0

    def on(self, node_name: str) -> tuple[PodInfo, ...]:
        """The pods nominated to the node."""
        return self._by_node.get(node_name, ())

    @property
    def nodes(self) -> tuple[str, ...]:
        return tuple(self._by_node)

    @property
    def empty(self) -> bool:
        return not self._by_node

    def add(self, pod: PodInfo, node_name: str | None = None) -> None:
        """Adds the pod under `node_name` ("" is a key like any other) or, without it, under the node in its
        status."""
        self.delete(pod)
        where = pod.nominated_node_name if node_name is None else node_name
        if node_name is None and not where:
            return
        self._node_of[pod.uid] = where
        self.version += 1
        self._by_node[where] = (*self._by_node.get(where, ()), pod)

    def delete(self, pod: PodInfo) -> None:
        where = self._node_of.pop(pod.uid, None)
        if where is None:
            return
        self.version += 1
        others = tuple(other for other in self._by_node[where] if other.uid != pod.uid)
        if others:
            self._by_node[where] = others
        else:
            del self._by_node[where]

    def update(self, old: PodInfo, new: PodInfo) -> None:
        """Follows the status of an updated pod. When neither version has the field, the memory stays.

        The second rule keeps a nomination whose patch has not arrived yet.
        """
        in_status = old.nominated_node_name or new.nominated_node_name
        remembered = None if in_status else self._node_of.get(old.uid)
        self.delete(old)
        self.add(new, remembered)

    def items(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """(node, pod keys) in the order of the nodes' names, for fingerprints."""
        return tuple((node, tuple(pod.key for pod in pods)) for node, pods in sorted(self._by_node.items()))
