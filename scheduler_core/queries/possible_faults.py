"""What can be broken and mended at one step: of a node, and of the cluster, with the inputs that do it.

An offer is `{"id", "group", "level", "args", "input", "ask"}`. `group` is `network`, `machine`, `objects`,
`components` or `members`; `level` is `bad` (breaks something), `ok` (mends something) or empty. `input` can
be given as it is; `ask` names the form that asks for the rest: `delay`, `clock`, `fence`, `drain`,
`delete_node`. One of the two is null. `id` names the sentences of the offer, `args` are their arguments.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from scheduler_core.board.safety.stuck import out_of_service_input
from scheduler_core.controllers.common.node_conditions import OUT_OF_SERVICE
from scheduler_core.controllers.pod_gc import REMOVED_MS
from scheduler_core.engine.world import World
from scheduler_core.inputs.endpoints import (
    API_SERVER,
    CONTROLLER_MANAGER,
    SCHEDULER,
    STORAGE,
    STORE,
    node_endpoint,
)
from scheduler_core.inputs.fault_inputs import ISOLATING_FENCERS, KUBELET_PREFIX
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects.kinds import Object
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.releases.version import older_minor
from scheduler_core.simulation.cluster.cluster import Cluster
from scheduler_core.simulation.cluster.network import Network
from scheduler_core.simulation.cluster.quorum import members_of, ordinals_of
from scheduler_core.simulation.faults.process_faults import doubled_components

Offer = dict[str, Json]

MOST_OTHER_NODES = 4
"""The largest number of other nodes to which cutting the connection is offered."""
MOST_MEMBERS = 100
"""The largest number of members of one application for which faults are offered."""


def faults(world: World, node: str | None) -> Json:
    """What can be broken and mended of a node, or of the cluster (`node` None); None when there is no such
    node."""
    return cluster_faults(world) if node is None else node_faults(world, node)


def node_faults(world: World, name: str) -> list[Json] | None:
    """What can be broken and mended of a node or its machine; None when there is neither."""
    host, node = world.cluster.host(name), world.api.nodes.get(name)
    if host is None or (node is None and host.hardware.destroyed):
        return None
    others = [
        other
        for other, machine in world.cluster.machines()
        if other != name and (other in world.api.nodes or not machine.hardware.destroyed)
    ]
    offers = [*_network(world.cluster.network, name, others[:MOST_OTHER_NODES])]
    if not host.hardware.destroyed:
        offers += _machine(host, world.cluster)
    if node is not None:
        offers += _objects(node)
    return [{**offer, "args": {"node": name, **_args(offer)}} for offer in offers]


def cluster_faults(world: World) -> dict[str, Json]:
    """`{"faults", "components", "actors", "members"}`: what concerns no single node, what can be done with
    each component of the control plane (`{"name", "offers"}`), the actors that a cluster need not have, and
    how the application of each StatefulSet may change its list of members (`{"name", "offers"}`)."""
    cluster = world.cluster
    names = (SCHEDULER, CONTROLLER_MANAGER, *cluster.components.controller_names)
    return {
        "faults": [*_parts(cluster.network)],
        "components": [{"name": name, "offers": [*_component(cluster, name)]} for name in names],
        "actors": [_actor(cluster, name) for name in cluster.components.extra_names],
        "members": [
            {"name": key, "offers": [*_members(cluster, stored)]}
            for key, stored in world.api.objects("StatefulSet").items()
        ],
    }


def _network(network: Network, name: str, others: list[str]) -> Iterator[Offer]:
    end = node_endpoint(name)
    speaks, hears = network.flows(end, API_SERVER), network.flows(API_SERVER, end)
    if not (speaks and hears):
        yield _heal("heal", end, API_SERVER)
    if speaks or hears:
        yield _cuts("cut", end, API_SERVER)
        if speaks and hears:
            yield _cuts("cut_to", end, API_SERVER, "from")
            yield _cuts("cut_from", end, API_SERVER, "to")
    if network.delay_ms(API_SERVER, end):
        yield _offer(
            "undelay", "network", "ok", {"kind": "delay", "between": [end, API_SERVER], "seconds": 0}
        )
    else:
        yield _offer("delay", "network", "bad", ask="delay")
    if _parted(network, STORAGE, end) or network.isolated_by(name) == "storage":
        yield _heal("heal_storage", end, STORAGE)
    elif network.whole(STORAGE, end):
        yield _cuts("cut_storage", end, STORAGE)
    for other in others:
        other_end = node_endpoint(other)
        if _parted(network, end, other_end):
            yield {**_heal("heal_node", end, other_end), "args": {"other": other}}
        elif network.whole(end, other_end):
            yield {**_cuts("cut_node", end, other_end), "args": {"other": other}}


def _kubelet(host: NodeActor, cluster: Cluster) -> Offer:
    """A kubelet of the release of the control plane for an older one, else one of the release before."""
    components = cluster.components
    own = host.node_object.version and host.release != components.release
    version = components.version if own else older_minor(components.version)
    value: dict[str, Json] = {"kind": "upgrade", "node": host.node, "version": version}
    name = "kubelet_upgrade" if own else "kubelet_older"
    return {**_offer(name, "machine", "ok" if own else "bad", value), "args": {"version": f"v{version}"}}


def _machine(host: NodeActor, cluster: Cluster) -> Iterator[Offer]:
    name, kubelet = host.node, f"{KUBELET_PREFIX}{host.node}"
    if not host.hardware.power:
        yield _offer("power_on", "machine", "ok", {"kind": "power", "node": name, "on": True})
    else:
        silent = name in cluster.network.silent
        if silent:  # nobody knows whether the machine is on
            yield _offer("power_on", "machine", "ok", {"kind": "power", "node": name, "on": True})
        if host.kubelet is None or silent:
            yield _offer("kubelet_start", "machine", "ok", {"kind": "start", "component": kubelet})
        else:
            yield _offer("kubelet_stop", "machine", "bad", {"kind": "crash", "component": kubelet})
        yield _offer("power_off", "machine", "bad", {"kind": "power", "node": name, "on": False})
        yield _offer("shutdown", "machine", "bad", {"kind": "shutdown", "node": name})
    yield _kubelet(host, cluster)
    if host.hardware.clock_offset_ms:
        yield _offer("clock_right", "machine", "ok", {"kind": "clock", "node": name, "seconds": 0})
    else:
        yield _offer("clock", "machine", "bad", ask="clock")
    yield _offer("fence", "machine", "bad", ask="fence")
    yield _offer("destroy", "machine", "bad", {"kind": "destroy", "node": name})


def _objects(node: Node) -> Iterator[Offer]:
    yield _offer("drain", "objects", "", ask="drain")
    marked = next((taint for taint in node.taints if taint.key == OUT_OF_SERVICE), None)
    if marked is None:
        yield _offer("out_of_service", "objects", "bad", out_of_service_input(node.name))
    else:
        untaint: dict[str, Json] = {"kind": "untaint", "node": node.name, "key": marked.key}
        yield _offer("in_service", "objects", "ok", {**untaint, "effect": marked.effect})
    removed: dict[str, Json] = {"from": REMOVED_MS[0] // 1000, "until": REMOVED_MS[1] // 1000}
    yield {**_offer("delete_node", "objects", "bad", ask="delete_node"), "args": removed}


def _parts(network: Network) -> Iterator[Offer]:
    isolated = any(by in ISOLATING_FENCERS for _, by in network.isolated)
    if network.cut or network.late or isolated or network.silent:
        yield _offer("heal_all", "network", "ok", {"kind": "heal", "between": None})
    for name, end in (("store", STORE), ("manager", CONTROLLER_MANAGER), ("scheduler", SCHEDULER)):
        parted = _parted(network, API_SERVER, end)
        yield _heal(f"{name}_heal", API_SERVER, end) if parted else _cuts(name, API_SERVER, end)


def _component(cluster: Cluster, name: str) -> Iterator[Offer]:
    if name in cluster.down:
        yield _offer("component_start", "components", "ok", {"kind": "start", "component": name})
    else:
        yield _offer("component_stop", "components", "bad", {"kind": "crash", "component": name})
    if name in doubled_components(cluster):
        twice = name in cluster.second_instances
        value: dict[str, Json] = {"kind": "second", "component": name, "running": not twice}
        if twice:
            yield _offer("component_second_stop", "components", "ok", value)
        else:
            yield _offer("component_second", "components", "bad", value)


def _actor(cluster: Cluster, name: str) -> Offer:
    runs = name in cluster.extras
    value: dict[str, Json] = {"kind": "actor", "name": name, "running": not runs}
    offer = _offer("actor_stop" if runs else "actor_start", "components", "", value)
    return {**offer, "args": {"name": name}}


def _members(cluster: Cluster, stored: Object) -> Iterator[Offer]:
    listed = members_of(stored, cluster.members).ordinals
    shown = chain(islice(listed, MOST_MEMBERS), islice(ordinals_of(stored), MOST_MEMBERS))
    for ordinal in sorted(set(shown)):
        value: dict[str, Json] = {"kind": "member", "set": stored.meta.key, "member": ordinal}
        is_listed = ordinal in listed
        offer = _offer(
            "member_unlist" if is_listed else "member_list",
            "members",
            "bad" if is_listed else "ok",
            {**value, "listed": not is_listed},
        )
        yield {**offer, "args": {"member": ordinal}}


def _parted(network: Network, first: str, second: str) -> bool:
    """Whether the connection itself is cut, in one direction at least; a fence may block it too."""
    return network.since_ms(first, second) is not None


def _heal(name: str, first: str, second: str) -> Offer:
    return _offer(name, "network", "ok", {"kind": "heal", "between": [first, second]})


def _cuts(name: str, first: str, second: str, direction: str = "both") -> Offer:
    value: dict[str, Json] = {"kind": "cut", "between": [first, second], "direction": direction}
    return _offer(name, "network", "bad", value)


def _offer(
    name: str, group: str, level: str, value: dict[str, Json] | None = None, *, ask: str | None = None
) -> Offer:
    return {"id": name, "group": group, "level": level, "args": {}, "input": value, "ask": ask}


def _args(offer: Offer) -> dict[str, Json]:
    args = offer["args"]
    return args if isinstance(args, dict) else {}
