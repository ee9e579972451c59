"""The cluster at the moment of a fault, and the helpers that faults share: the machines and components they
name."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from scheduler_core.actor import Act, Message, MessageArg, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.inputs.endpoints import (
    API_SERVER,
    CONTROLLER_MANAGER,
    SCHEDULER,
    STORAGE,
    STORE,
    Way,
    nodes_of,
)
from scheduler_core.inputs.outcome import you
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects.problem import Problem
from scheduler_core.simulation.cluster.cluster import Cluster

ENDPOINT_MESSAGES = {
    API_SERVER: "endpoint.api_server",
    STORE: "endpoint.store",
    STORAGE: "endpoint.storage",
    SCHEDULER: "endpoint.scheduler",
    CONTROLLER_MANAGER: "endpoint.controller_manager",
}
"""Endpoint → id of the message that names it."""
NOTHING = message("you.changed_nothing")
"""The message of an input that asks for a state which the cluster already has."""


@dataclass(slots=True)
class Scene:
    """The objects on which a fault works. `now_ms` is the virtual time at which it happens; without `random`
    nothing is left to chance."""

    api: ApiServer
    cluster: Cluster
    now_ms: int
    random: Random | None = None


def endpoint_name(endpoint: str) -> MessageArg:
    """An endpoint in a sentence: a node by its name, others by their kind."""
    message_id = ENDPOINT_MESSAGES.get(endpoint)
    return message(message_id) if message_id is not None else nodes_of((endpoint, ""))[0]


def ends(between: Way) -> dict[str, MessageArg]:
    """The arguments `first` and `second` of a message about two endpoints."""
    return {"first": endpoint_name(between[0]), "second": endpoint_name(between[1])}


def machine(at: Scene, node: str, field: str = "node") -> NodeActor | Problem:
    """The machine of the node, or the problem that `field` of the input names a missing or destroyed one."""
    host = at.cluster.host(node)
    if host is None:
        return Problem(f"input.{field}", "fault.unknown_node", {"node": node})
    if host.hardware.destroyed:
        return Problem(f"input.{field}", "fault.destroyed", {"node": node})
    return host


def on_machine(at: Scene, host: NodeActor, kind: str, sentence: Message) -> Act:
    """The act of a person on a machine, which may look different now."""
    at.cluster.stir(host.name)
    return you(kind, sentence, nodes=(host.node,))


def unknown_nodes(at: Scene, between: Way) -> Problem | None:
    """The problem that one of two endpoints is a node without a machine; None when both exist."""
    for node in nodes_of(between):
        if at.cluster.host(node) is None:
            place = 0 if between[0].endswith(f"/{node}") else 1
            return Problem(f"input.between[{place}]", "fault.unknown_node", {"node": node})
    return None


def unknown_component(component: str, components: tuple[str, ...], path: str = "input.component") -> Problem:
    """The problem that the input names a component that does not exist."""
    return Problem(path, "fault.unknown_component", {"got": component, "supported": list(components)})
