"""The connections of each machine as the network is now; machines are told of changes."""

from __future__ import annotations

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.inputs.endpoints import API_SERVER, STORAGE, node_endpoint
from scheduler_core.kubelet.node.connection import CONNECTED, Connection
from scheduler_core.simulation.cluster.cluster import Cluster


def relink(cluster: Cluster, api: ApiServer, now_ms: int) -> None:
    """Tells machines their present connections, if those have changed."""
    for node, host in cluster.machines():
        before, after = cluster.link_of(node), _link(cluster, node)
        if before == after:
            continue
        if after == CONNECTED:
            cluster.links.pop(node, None)
        else:
            cluster.links[node] = after
        name = cluster.components.kubelet_name(node)
        if not after.hears:
            cluster.delayed.drop(name)
        host.set_connection(after, now_ms)
        if after.hears and not before.hears:
            host.relist(api.pods, now_ms)
        cluster.stir(name)


def _link(cluster: Cluster, node: str) -> Connection:
    network, endpoint = cluster.network, node_endpoint(node)
    return Connection(
        hears=network.flows(API_SERVER, endpoint),
        speaks=network.flows(endpoint, API_SERVER) and network.store_answers,
        storage=network.whole(endpoint, STORAGE),
        delay_ms=network.delay_ms(endpoint, API_SERVER),
    )
