"""A small control plane for tests of the controllers of nodes: machines that fall silent and come back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scheduler_core.actor import Actor
from scheduler_core.apiserver import ApiServer
from scheduler_core.objects.lease import node_lease, node_lease_key, renewal_before
from scheduler_core.objects.node import Node
from tests import builders
from tests.core.cluster import Cluster, load, new_server, stored

READY = {"type": "Ready", "status": "True", "reason": "KubeletReady", "message": "fine"}
ZONE = "topology.kubernetes.io/zone"


def node(name: str, *, zone: str = "", ready: str | None = "True", **labels: str) -> dict[str, Any]:
    """A Node manifest whose Ready condition has the status `ready`; None leaves the condition out."""
    status = {} if ready is None else {"conditions": [{**READY, "status": ready}]}
    return builders.node(name, zone=zone, labels=labels, status=status)


class Plane(Cluster):
    """A cluster whose nodes are only leases and conditions."""

    def silence(self, *names: str) -> None:
        """The nodes are heard of no more from now on."""
        self._leases(names, renewing=False)

    def heal(self, *names: str) -> None:
        """The nodes renew their leases and post their status."""
        self._leases(names, renewing=True)
        for name in names:
            self.post(name, Ready="True")

    def post(self, name: str, **conditions: str) -> None:
        """A node status with these conditions."""
        entries: list[Any] = [{"type": kind, "status": status} for kind, status in conditions.items()]
        status = {**self.node(name).manifest["status"], "conditions": entries}  # type: ignore[dict-item]
        self.do(lambda api, now: api.update_status("Node", name, status))

    def _leases(self, names: Sequence[str], *, renewing: bool) -> None:
        for name in names:
            at = self.now_ms if renewing else renewal_before(self.now_ms)
            lease = node_lease(name, self.api.timestamp(at), renewing=renewing)
            if self.api.get("Lease", node_lease_key(name)) is None:
                stored(self.api.create("Lease", lease, self.now_ms))
            else:
                stored(self.api.replace("Lease", node_lease_key(name), lease))
        self.settle()

    def node(self, name: str) -> Node:
        return self.api.nodes[name]

    def ready(self, name: str) -> str:
        return next((one.status for one in self.node(name).conditions if one.type == "Ready"), "")

    def taints(self, name: str) -> list[str]:
        """`key:effect` without the common prefix."""
        return [f"{one.key.rpartition('/')[2]}:{one.effect}" for one in self.node(name).taints]

    def events(self, kind: str, key: str) -> list[tuple[str, str]]:
        return [(event.reason, event.message) for event in self.api.events_about(kind, key)]

    def at(self, message_id: str) -> list[float]:
        """The seconds of the acts with that message."""
        return [message.t for message in self.act_log if message.act.message.id == message_id]


def plane(actors: Sequence[Actor], *documents: dict[str, Any], default_tolerations: bool = False) -> Plane:
    """The documents are there from the start."""
    api: ApiServer = new_server(default_tolerations=default_tolerations)
    for document in documents:
        stored(load(api, document["kind"], document))
    cluster = Plane(api, actors)
    cluster.settle()
    return cluster
