"""Whether a machine is apart from the API server, how they are connected, and when it renewed its lease."""

from __future__ import annotations

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.controllers.common.node_conditions import UNREACHABLE, no_execute_keys, ready_status
from scheduler_core.inputs.endpoints import API_SERVER, node_endpoint
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects.lease import RENEW_MS, Lease, node_lease_key, renewal_after
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.seconds import seconds
from scheduler_core.simulation.cluster.network import Network


def is_apart(host: NodeActor, *, registered: bool) -> bool:
    """Whether the API server's state of a node may differ from its machine: messages are lost in either
    direction, no kubelet runs, or the Node object does not exist (`registered` is False)."""
    return not (host.hardware.power and host.hears and host.speaks and registered)


def cable_state(host: NodeActor, network: Network, *, renewing: bool) -> str:
    """How the API server and the kubelet of a machine reach each other. `renewing` means that the node's
    lease is renewed.

    - `whole`: everything arrives
    - `late`: everything arrives after a delay
    - `cut`: nothing arrives in either direction
    - `deaf`: nothing reaches the kubelet
    - `mute`: nothing that the kubelet sends arrives
    - `down`: messages would arrive, but the kubelet, the machine or the store does not answer
    """
    link = host.connection
    answers = host.hardware.power and host.kubelet is not None
    if link.hears and link.speaks:
        if not answers:
            return "down"
        if link.delay_ms:
            return "late"
        return "whole" if renewing else "down"
    if link.speaks:
        return "deaf"
    if not link.hears:
        return "cut"
    return "down" if reaches_api_server(network, host.node) else "mute"


def reaches_api_server(network: Network, node: str) -> bool:
    """Whether messages of the machine arrive at the API server, which may still not reach its store."""
    return network.flows(node_endpoint(node), API_SERVER)


def is_renewing(api: ApiServer, node: str) -> bool:
    """Whether a node's lease is renewed; a node without a lease counts as renewing."""
    lease = api.get("Lease", node_lease_key(node))
    return not isinstance(lease, Lease) or lease.renewing


def lease_renewals(api: ApiServer, host: NodeActor) -> dict[str, Json]:
    """`{"at", "next", "every"}` in seconds: the last renewal of the node's lease, the next renewal, and the
    interval between renewals. `next` and `every` are null when the renewals have stopped."""
    lease, last_ms = api.get("Lease", node_lease_key(host.node)), host.node_object.last_renewal_ms
    if is_renewing(api, host.node):
        at_ms = last_ms or 0
        return {"at": seconds(at_ms), "next": seconds(renewal_after(at_ms)), "every": seconds(RENEW_MS)}
    if last_ms is None and isinstance(lease, Lease) and lease.renewed_at is not None:
        last_ms = lease.renewed_at - api.epoch_ms(0)
    return {"at": seconds(last_ms or 0), "next": None, "every": None}


def outdated(api: ApiServer, host: NodeActor) -> dict[str, Json] | None:
    """Why the status of a node's pods is outdated: `{"because": "no_node"}` when the Node object does not
    exist, `{"because": "unreachable", "heard"}` with the second of the last renewal when the node controller
    gets none any more. None when the status is kept up to date."""
    node = api.nodes.get(host.node)
    if node is None:
        return {"because": "no_node"}
    silent = ready_status(node) == "Unknown" or UNREACHABLE in no_execute_keys(node)
    if node.ready or not silent:
        return None
    return {"because": "unreachable", "heard": lease_renewals(api, host)["at"]}
