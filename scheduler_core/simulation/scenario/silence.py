"""The nodes of a start state whose kubelets nobody hears.

A lost node of a dump does not obey: what the API server writes does not reach its kubelet, and the kubelet
says nothing, until somebody says that it is back. Nobody can know from a dump whether the machine is off, its
kubelet has stopped, or only the network is cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scheduler_core.apiserver.documents.source_object import SourceObject
from scheduler_core.controllers.common.node_conditions import UNREACHABLE
from scheduler_core.objects.lease import NODE_LEASE_NAMESPACE, Lease
from scheduler_core.objects.node import Node

MANY_LEASES, MOST_EXPIRED = 10, 0.9
"""Of so many leases not more than this share can have expired while their nodes are ready; otherwise the
clocks of the nodes differ, and no lease is believed."""


@dataclass(frozen=True, slots=True)
class Silence:
    """A node that nobody hears. `because` is `unknown` (its Ready condition), `unreachable` (its taint),
    `lease` (expired) or `stated` (the annotation of podium); `since_at` is its last heartbeat in epoch
    milliseconds, None where the text names none."""

    node: str
    because: str
    since_at: int | None


def silent_nodes(objects: Iterable[SourceObject], zero_at: int) -> dict[str, Silence]:
    """The silent nodes among some objects, by name; `zero_at` is second 0 in epoch milliseconds."""
    nodes: list[Node] = []
    leases: dict[str, Lease] = {}
    for source in objects:
        if source.kind == "Node":
            nodes.append(Node.parse(source.manifest))
        elif source.kind == "Lease" and source.meta.namespace == NODE_LEASE_NAMESPACE:
            leases[source.meta.name] = Lease.parse(source.manifest)
    expired = _expired(nodes, leases, zero_at)
    silent = (_silence(node, leases.get(node.name), expired) for node in nodes)
    return {silence.node: silence for silence in silent if silence is not None}


def _silence(node: Node, lease: Lease | None, expired: frozenset[str]) -> Silence | None:
    ready = node.condition("Ready")
    renewed_at = None if lease is None else lease.renewed_at
    beat_at = None if ready is None else ready.heartbeat_at
    since_at = renewed_at if renewed_at is not None else beat_at
    if lease is not None and not lease.renewing:
        return Silence(node.name, "stated", since_at)
    if node.name in expired:
        return Silence(node.name, "lease", since_at)
    if ready is not None and ready.status == "Unknown":
        lost_at = ready.transition_at
        if renewed_at is not None and lost_at is not None and renewed_at > lost_at:
            return None  # It renews again; its status follows.
        return Silence(node.name, "unknown", since_at if since_at is not None else lost_at)
    taints = [taint for taint in node.taints if taint.key == UNREACHABLE]
    if not taints:
        return None
    first_at = min((at for taint in taints if (at := taint.added_at) is not None), default=None)
    heard_at = max((at for at in (renewed_at, beat_at) if at is not None), default=None)
    if heard_at is not None and first_at is not None and heard_at > first_at:
        return None  # It was heard after the taint, which the controller has still to remove.
    return Silence(node.name, "unreachable", since_at if since_at is not None else first_at)


def _expired(nodes: Iterable[Node], leases: Mapping[str, Lease], zero_at: int) -> frozenset[str]:
    """The nodes whose leases have expired. The newest renewal tells when the leases were read; a single lease
    is compared with second 0."""
    renewed = {name: lease.renewed_at for name, lease in leases.items() if lease.renewed_at is not None}
    read_at = max(renewed.values(), default=0) if len(renewed) > 1 else zero_at
    expired = {name for name, at in renewed.items() if at + leases[name].duration_seconds * 1000 < read_at}
    ready = {
        node.name for node in nodes if node.condition("Ready") is not None and node.ready
    } & renewed.keys()
    if len(ready) >= MANY_LEASES and len(expired & ready) > MOST_EXPIRED * len(ready):
        return frozenset()
    return frozenset(expired)
