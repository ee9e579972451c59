"""The views of what is not an API object: processes, identities, timers, pressure, drains."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from scheduler_core.actor import message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.board.machines.machine_views import Changes, Machines, has_volumes
from scheduler_core.board.machines.network_views import NETWORK_KEY, Wiring, network_view, wiring
from scheduler_core.board.object_views.views import View
from scheduler_core.board.pressure.node_need import transition_key
from scheduler_core.board.pressure.pressure_views import pressure_view, shows_pressure
from scheduler_core.board.pressure.ranking_rows import Fallen
from scheduler_core.board.safety.held_pods import held_by
from scheduler_core.controllers.common.timers import Timer
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.kubelet.pod_workers.pod_killer import is_dead
from scheduler_core.objects import Node
from scheduler_core.objects.lease import Lease
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.replacing import State
from scheduler_core.objects.scalars.seconds import seconds
from scheduler_core.objects.storage import VolumeAttachment
from scheduler_core.simulation.cluster.cluster import Cluster
from scheduler_core.simulation.kubectl.drain_actor import KUBECTL, Kubectl

Touched = tuple[str, str]


@dataclass
class NonObjectViews(State):
    """The views beside the objects, brought up to date after each act.

    `pressed` are the nodes whose pressure is shown; `held_ms` is the time until which a node keeps a pressure
    condition after its signal has recovered. `fallen` are the pods that kubelets evicted. `unlooked` are the
    nodes whose view of pressure is to be made anew when somebody looks, and when they last changed (ms).
    `timed` are the actors among `central`, those of the control plane, that have timers.
    """

    machines: Machines = field(default_factory=Machines)
    timers: dict[str, View] = field(default_factory=dict)
    pressed: dict[str, None] = field(default_factory=dict)
    held_ms: dict[str, int] = field(default_factory=dict)
    fallen: Fallen = field(default_factory=Fallen)
    wired: Wiring | None = None
    drains: dict[str, View] = field(default_factory=dict)
    unlooked: dict[str, int] = field(default_factory=dict)
    central: tuple[str, ...] = ()
    timed: tuple[str, ...] = ()

    def update(
        self, api: ApiServer, cluster: Cluster, stirred: Iterable[str], now_ms: int, *, looked_at: bool = True
    ) -> tuple[Changes, list[Touched]]:
        """Updates the views. `stirred` are nodes whose machines may look different. Returns the changes, and
        the objects whose own views have to be made anew.

        While nobody looks (`looked_at` is False), the views of pressure, which cost most, wait for `look`.
        """
        nodes = list(stirred)
        changes, looks = self.machines.update(api, cluster, nodes, now_ms)
        for node in nodes:
            stored = api.nodes.get(node)
            if stored is not None and has_volumes(stored):
                looks.append(node)
            self._follow_pressure(api, cluster, node)
            self.unlooked[node] = now_ms
            if looked_at or _has_victims(cluster.host(node)):
                changes.update(self.look(api, cluster, (node,)))
        self._count_down(api, cluster, now_ms, changes)
        self._drain(cluster, changes)
        if (wired := wiring(cluster)) != self.wired:
            self.wired = wired
            changes[NETWORK_KEY] = network_view(wired)
        return changes, [("Node", node) for node in looks]

    def _follow_pressure(self, api: ApiServer, cluster: Cluster, node: str) -> None:
        host = cluster.host(node)
        self.held_ms.pop(node, None)
        if host is None or not shows_pressure(host, api.nodes.get(node)):
            self.pressed.pop(node, None)
            return
        self.pressed[node] = None
        if (until := host.managers.pressure.condition_until_ms()) is not None:
            self.held_ms[node] = until

    def look(self, api: ApiServer, cluster: Cluster, nodes: Iterable[str]) -> Changes:
        """The views of the pressure of those of `nodes` that have changed since the last look."""
        changes: Changes = {}
        for node in nodes:
            if (at_ms := self.unlooked.pop(node, None)) is not None:
                changes["pressure", node] = self.press(
                    api, cluster.host(node), node, api.nodes.get(node), at_ms
                )
        return changes

    def press(
        self, api: ApiServer, host: NodeActor | None, name: str, node: Node | None, now_ms: int
    ) -> View | None:
        """The view of the pressure of one node; its victims are remembered."""
        earlier = self.fallen.standing(api, name)
        view = None if host is None else pressure_view(host, node, now_ms, earlier)
        self.fallen.remember(api, name, view)
        return view

    def _count_down(self, api: ApiServer, cluster: Cluster, now_ms: int, changes: Changes) -> None:
        running: dict[str, View] = {}
        actors = cluster.agenda.actors
        if self.central is not cluster.central:
            self.central = cluster.central
            self.timed = tuple(name for name in cluster.central if hasattr(actors[name], "timers"))
        for name in self.timed:
            timers: Callable[[], Iterable[Timer]] = getattr(actors[name], "timers", tuple)
            running.update((timer.key, timer_view(timer, held_by(api, timer))) for timer in timers())
        for node in self.pressed if self.held_ms else ():
            until = self.held_ms.get(node)
            if until is not None and until > now_ms:
                running[transition_key(node)] = self._transition(node, until, now_ms)
        if running == self.timers:
            return
        changes.update({("timer", key): None for key in self.timers if key not in running})
        changes.update({("timer", key): view for key, view in running.items()})
        self.timers = running

    def _drain(self, cluster: Cluster, changes: Changes) -> None:
        kubectl = cluster.agenda.actors.get(KUBECTL)
        drains = kubectl.views() if isinstance(kubectl, Kubectl) else {}
        if drains != self.drains:
            changes.update({("drain", node): drains.get(node) for node in {**self.drains, **drains}})
            self.drains = drains

    def _transition(self, node: str, until_ms: int, now_ms: int) -> View:
        """The timer of a pressure condition that is kept after its signal has recovered."""
        timer = self.timers.get(transition_key(node))
        if timer is not None and timer["to"] == seconds(until_ms):
            return timer
        why = message("timer.transition", node=node)
        return timer_view(Timer("transition", now_ms, until_ms, why, node=node))


def _has_victims(host: NodeActor | None) -> bool:
    """Whether the view has rows of pods that the last eviction pass chose; they are remembered as they are
    now. The ranking of that pass is shown while its victim terminates; later ones have only living pods."""
    if host is None or host.kubelet is None or (last := host.managers.pressure.last) is None:
        return False
    pressure, workers = host.managers.pressure, host.kubelet.workers
    if pressure.waiting is not None or pressure.rescan_ms is not None:
        return bool(last.victims)
    return any(not is_dead(workers.get(victim.pod.uid)) for victim in last.victims)


def timer_view(timer: Timer, holds: Sequence[str] = ()) -> View:
    """`holds` are the keys of the pods that wait for the end of the timer."""
    return {
        "key": timer.key,
        **timer.to_json(),
        "from": seconds(timer.from_ms),
        "to": seconds(timer.to_ms),
        "holds": list[Json](holds),
    }


def touched_by(event: WatchEvent) -> list[Touched]:
    """The objects whose views an event may change: the object itself, and those that show it."""
    touched: list[Touched] = [(event.kind, event.key)]
    value = event.old if event.new is None else event.new
    if isinstance(value, Lease):
        touched.append(("Node", value.meta.name))
    elif isinstance(value, VolumeAttachment):
        touched += [("Node", value.node_name), ("PersistentVolume", value.persistent_volume_name)]
    return touched
