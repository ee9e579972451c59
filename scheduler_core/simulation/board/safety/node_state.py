"""Whether a machine is apart from the API server, and the state of the connection between the two."""

from __future__ import annotations

from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.simulation.cluster.network import Network
from scheduler_core.simulation.inputs.endpoints import API_SERVER, node_endpoint


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
