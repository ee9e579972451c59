"""What the board shows of machines beside their Node objects: links, power, processes, identities.

The API server may say something else about a machine than what is true there; these views show the machine
itself where the two may differ. `Machines` keeps the views and reports their changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.board.object_views.storage_views import claims_of
from scheduler_core.board.object_views.views import View, ViewKey, compute_view
from scheduler_core.board.safety.name_locks import of_a_stateful_set
from scheduler_core.board.safety.node_state import (
    cable_state,
    is_apart,
    is_renewing,
    lease_renewals,
    reaches_api_server,
)
from scheduler_core.board.safety.writers import writers_on
from scheduler_core.inputs.endpoints import API_SERVER, STORAGE, node_endpoint
from scheduler_core.inputs.fault_inputs import ISOLATING_FENCERS
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.kubelet.node.processes import Process
from scheduler_core.objects import Node
from scheduler_core.objects.lease import Lease, node_lease_key
from scheduler_core.objects.manifest import Json, find, text
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.replacing import State
from scheduler_core.objects.scalars.priority import priority_band
from scheduler_core.objects.scalars.seconds import optional_seconds, seconds
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.storage import PersistentVolume
from scheduler_core.objects.volumes.attachable import unique_volume_name, volumes_attached, volumes_in_use
from scheduler_core.simulation.cluster.cluster import Cluster
from scheduler_core.simulation.cluster.network import WHOLE, Network

Changes: TypeAlias = dict[ViewKey, View | None]


@dataclass
class Machines(State):
    """What is shown of machines, kept up to date.

    - `processes`: the views, by node
    - `alive`: the keys of StatefulSet pods with processes on a node, and whether these are out of reach
    - `counts`: the same by key: the nodes with processes of that pod
    - `since_ms`: when `counts` last changed
    - `writing`: uids of the processes with claims, by node
    - `state`: the other shown properties of a machine
    - `states`: `state` as it was last worked out, with the values it was worked out from
    - `odd`: machines that may differ from what the API server says even while they do nothing
    """

    processes: dict[str, dict[ViewKey, View]] = field(default_factory=dict)
    alive: dict[str, tuple[tuple[str, bool], ...]] = field(default_factory=dict)
    counts: dict[str, tuple[tuple[str, bool], ...]] = field(default_factory=dict)
    since_ms: dict[str, int] = field(default_factory=dict)
    writing: dict[str, tuple[str, ...]] = field(default_factory=dict)
    state: dict[str, tuple[object, ...]] = field(default_factory=dict)
    odd: dict[str, None] = field(default_factory=dict)
    states: dict[str, tuple[tuple[object, ...], tuple[object, ...]]] = field(default_factory=dict)

    def update(
        self, api: ApiServer, cluster: Cluster, stirred: Iterable[str], now_ms: int
    ) -> tuple[Changes, list[str]]:
        """Updates the views of machines that acted and of `odd` ones. Returns the changes, and the nodes
        whose own views have to be made anew."""
        changes: Changes = {}
        looks: list[str] = []
        names: dict[str, None] = {}
        for node in dict.fromkeys((*stirred, *self.odd)):
            host = cluster.host(node)
            if host is None:
                continue
            state = self._state_of(host, cluster.network, registered=node in api.nodes)
            forgotten, alive, writing = _pods_of(host)
            # A shared volume is neither attached nor in use, so no Node object says that a process writes to
            # it.
            if self.state.get(node, _ORDINARY) != state or self.writing.get(node, ()) != writing:
                looks.append(node)
                self.state[node] = state
                self.writing[node] = writing
            if forgotten or state != _ORDINARY:
                self.odd[node] = None
            else:
                self.odd.pop(node, None)
            self._follow(api, cluster, node, host, changes)
            names.update(self._count(cluster, node, alive))
        for key in names:
            changes["identity", key] = self._identity(key, now_ms)
        return changes, looks

    def _state_of(self, host: NodeActor, network: Network, *, registered: bool) -> tuple[object, ...]:
        """The shown properties of a machine, worked out anew when any value behind them is another one."""
        of = (host.hardware, host.connection, host.kubelet is None, network, registered)
        entry = self.states.get(host.node)
        if entry is None or any(value is not other for value, other in zip(of, entry[0], strict=True)):
            entry = self.states[host.node] = of, _shown_properties(host, network, registered=registered)
        return entry[1]

    def _follow(self, api: ApiServer, cluster: Cluster, node: str, host: NodeActor, changes: Changes) -> None:
        before = self.processes.get(node, {})
        if not before and node not in self.odd:
            return
        after: dict[ViewKey, View] = {}
        if node in self.odd:
            whole = self.state.get(node, _ORDINARY) == _ORDINARY
            for order, process in enumerate(host.processes()):
                view = process_view(api, node, process, order, writes=host.connection.storage)
                if process.state != "dead" and not (whole and process.listed and not view["ghost"]):
                    after["process", f"{node}/{process.pod.uid}"] = view
        changes.update({key: None for key in before if key not in after})
        changes.update(after)
        if after:
            self.processes[node] = after
        else:
            self.processes.pop(node, None)

    def _count(self, cluster: Cluster, node: str, alive: Sequence[str]) -> dict[str, None]:
        """The StatefulSet pods whose number of processes may have changed. `alive` are those with processes
        on the node."""
        before = self.alive.get(node, ())
        if not before and not alive:
            return {}
        apart = cluster.network.isolated_by(node) in ISOLATING_FENCERS
        after = tuple((key, apart) for key in alive)
        if before == after:
            return {}
        self.alive[node] = after
        return {key: None for key, _ in (*before, *after)}

    def _identity(self, key: str, now_ms: int) -> View | None:
        """How many processes with the identity of one StatefulSet pod are alive, and where; None when there
        are none.
        """
        where = tuple(
            (node, apart) for node, entries in self.alive.items() for name, apart in entries if name == key
        )
        if self.counts.get(key) != where:
            self.since_ms[key] = now_ms
            self.counts[key] = where
        if not where:
            del self.counts[key], self.since_ms[key]
            return None
        unfenced = sum(not apart for _, apart in where)
        nodes: list[Json] = [node for node, _ in where]
        return {
            "key": key,
            "live": len(where),
            "unfenced": unfenced,
            "nodes": nodes,
            "alarm": unfenced > 1,
            "since": seconds(self.since_ms[key]),
        }


def _shown_properties(host: NodeActor, network: Network, *, registered: bool) -> tuple[object, ...]:
    """All properties of the machine that its node's view shows."""
    machine = host.hardware
    return (
        machine.power,
        machine.destroyed,
        host.kubelet is not None,
        host.connection,
        reaches_api_server(network, host.node),
        _since_ms(network, host.node),
        machine.clock_offset_ms,
        network.isolated_by(host.node),
        registered,
    )


def _since_ms(network: Network, node: str) -> int | None:
    """Time (ms) since which anything between the machine and the API server or the storage is cut."""
    since = [network.since_ms(node_endpoint(node), other) for other in (API_SERVER, STORAGE)]
    return min((cut_ms for cut_ms in since if cut_ms is not None), default=None)


_ORDINARY = _shown_properties(NodeActor(""), WHOLE, registered=True)
"""A healthy machine."""


def _pods_of(host: NodeActor) -> tuple[bool, list[str], tuple[str, ...]]:
    """Whether a pod runs on the machine that the API server no longer has, the keys of StatefulSet pods with
    live processes, and the uids of pods with processes and claims, whether or not they reach the storage."""
    forgotten, alive, writing = bool(host.hardware.unattended), [], []
    for worker in () if host.kubelet is None else host.kubelet.workers.values():
        pod = worker.pod
        forgotten = forgotten or not worker.listed
        if of_a_stateful_set(pod) and worker.processes:
            alive.append(pod.key)
        if pod.spec.volumes and worker.processes:
            writing.append(pod.uid)
    for pod_state in host.hardware.unattended.values():
        if pod_state.runtime.running and of_a_stateful_set(pod_state.pod):
            alive.append(pod_state.pod.key)
        if pod_state.runtime.running and pod_state.pod.spec.volumes:
            writing.append(pod_state.pod.uid)
    return forgotten, alive, tuple(writing)


def process_view(api: ApiServer, node: str, process: Process, order: int, *, writes: bool) -> View:
    pod = process.pod
    stored = api.pods.get(pod.key)
    return {
        "node": node,
        "uid": pod.uid,
        "pod": pod.key,
        "name": pod.name,
        "state": process.state,
        "since": seconds(process.since_ms),
        "listed": process.listed,
        "ghost": stored is None or stored.uid != pod.uid,
        "knowsDeletion": process.knows_deletion,
        "deadline": optional_seconds(process.deadline_ms),
        "priority": pod.priority,
        "band": priority_band(pod.priority),
        **compute_view(pod_requests(pod)),
        "order": order,
        "writes": claims_of(pod) if writes else [],
    }


def machine_fields(api: ApiServer, cluster: Cluster, name: str) -> View | None:
    """The part of a node's view that describes its machine; None when there is no machine. `skewed` is true
    of a kubelet of another version than the API server's."""
    host = cluster.host(name)
    node = api.nodes.get(name)
    if host is None or (node is None and host.hardware.destroyed):
        return None
    by = cluster.network.isolated_by(name)
    fenced: Json = None if by is None else {"by": by, "isolated": by in ISOLATING_FENCERS}
    server = api.options.git_version
    version = host.node_object.version or server
    return {
        "conditions": [] if node is None else unhealthy(node, api.epoch_ms(0)),
        "link": _link(api, cluster, host),
        "apart": is_apart(host, registered=node is not None),
        "cable": cable_state(host, cluster.network, renewing=is_renewing(api, name)),
        "heard": lease_renewals(api, host),
        "power": host.hardware.power,
        "kubelet": host.kubelet is not None,
        "version": version,
        "skewed": version != server,
        "destroyed": host.hardware.destroyed,
        "fenced": fenced,
        "registered": node is not None,
        "clock": seconds(host.hardware.clock_offset_ms),
        "volumes": [] if node is None else _volumes(api, node, host),
    }


def unhealthy(node: Node, epoch_ms: int) -> list[Json]:
    """The conditions that are not in their healthy state. `epoch_ms` is the epoch time of second 0."""
    return [
        {
            "type": text(find(entry, "type")),
            "status": text(find(entry, "status")),
            "reason": text(find(entry, "reason")),
            "message": text(find(entry, "message")),
            "since": _second(text(find(entry, "lastTransitionTime")), epoch_ms),
        }
        for entry in node.condition_manifests
        if text(find(entry, "status")) != ("True" if find(entry, "type") == "Ready" else "False")
    ]


def _second(timestamp: str, epoch_ms: int) -> int | float | None:
    return None if (at := parse_time(timestamp)) is None else seconds(at - epoch_ms)


def _link(api: ApiServer, cluster: Cluster, host: NodeActor) -> Json:
    link = host.connection
    silent = not is_renewing(api, host.node)
    if link.whole and not silent:
        return None
    renewed: Json = None
    lease = api.get("Lease", node_lease_key(host.node))
    if isinstance(lease, Lease) and silent and lease.renewed_at is not None:
        renewed = seconds(lease.renewed_at - api.epoch_ms(0))
    return {
        "hears": link.hears,
        "speaks": link.speaks,
        "storage": link.storage,
        "since": optional_seconds(_since_ms(cluster.network, host.node)),
        "lease": renewed,
        "delay": seconds(link.delay_ms),
    }


def has_volumes(node: Node) -> bool:
    return bool(node.volumes_attached or node.volumes_in_use)


def _volumes(api: ApiServer, node: Node, host: NodeActor) -> list[Json]:
    """The volumes attached to or used on a node, and the pods whose processes may write to them."""
    volumes = api.objects("PersistentVolume").values()
    if not volumes:
        return []
    attached, in_use, writers = volumes_attached(node), volumes_in_use(node), writers_on(host)
    if not (attached or in_use or writers):
        return []
    rows: list[Json] = []
    for stored in volumes:
        if not isinstance(stored, PersistentVolume):
            continue
        name = unique_volume_name(stored)
        claim = None if stored.claim is None else f"{stored.claim.namespace}/{stored.claim.name}"
        pods = writers.get(claim or "", [])
        if name in attached or name in in_use or pods:
            rows.append(
                {
                    "volume": stored.meta.name,
                    "claim": claim,
                    "modes": list[Json](stored.access_modes),
                    "attached": name in attached,
                    "inUse": name in in_use,
                    "writers": list[Json](pods),
                }
            )
    return rows
