"""NodePorts: other pods hold the host ports."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.actor import message
from scheduler_core.advice.alternatives import Alternative
from scheduler_core.advice.plugin_advice import Details, PluginAdvice, RefusedNode, names_of, without
from scheduler_core.advice.pod_changes import DropHostPort
from scheduler_core.scheduler.cluster.pod_info import HostPort, PodInfo

MESSAGES = {
    "obstacle.port": "host port {port} is already used by {pods}",
}


def _holders(refused: RefusedNode) -> dict[HostPort, list[PodInfo]]:
    """Each host port of the pod that is taken on the node, with the pods that hold it."""
    holders = {
        port: [other for other in refused.node.pods if any(map(port.conflicts_with, other.host_ports))]
        for port in refused.pod.host_ports
    }
    return {port: pods for port, pods in holders.items() if pods}


def details(refused: RefusedNode) -> Details:
    return tuple(
        message("obstacle.port", port=f"{port.port}/{port.protocol}", pods=names_of(pods))
        for port, pods in _holders(refused).items()
    )


def repairs(refused: RefusedNode) -> Sequence[Alternative]:
    holders = _holders(refused)
    drops = tuple(DropHostPort(port.port, port.protocol) for port in holders)
    pods = {pod.key: pod for pods in holders.values() for pod in pods}
    return (drops, *without(list(pods.values()), refused.node))


ADVICE = PluginAdvice(details, MESSAGES, repairs)
