"""NodePorts: other pods hold the host ports."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.actor import message
from scheduler_core.advice.alternatives import Alternative
from scheduler_core.advice.plugin_advice import Details, PluginAdvice, RefusedNode, names_of, without
from scheduler_core.advice.pod_changes import DropHostPort
from scheduler_core.scheduler.plugins.node_ports import port_holders

MESSAGES = {
    "obstacle.port": "host port {port} is already used by {pods}",
}


def details(refused: RefusedNode) -> Details:
    return tuple(
        message("obstacle.port", port=f"{port.port}/{port.protocol}", pods=names_of(pods))
        for port, pods in port_holders(refused.pod, refused.node).items()
    )


def repairs(refused: RefusedNode) -> Sequence[Alternative]:
    holders = port_holders(refused.pod, refused.node)
    drops = tuple(DropHostPort(port.port, port.protocol) for port in holders)
    pods = {pod.key: pod for pods in holders.values() for pod in pods}
    return (drops, *without(list(pods.values()), refused.node))


ADVICE = PluginAdvice(details, MESSAGES, repairs)
