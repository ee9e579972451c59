"""The parts of a running cluster beside the API server: its actors, its network, and what is in transit.

This is only the state. `running.py` decides which actors run, `links.py` how machines are connected, and
`delivery.py` which actors receive a write and when; `acting.py` lets an actor act.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from scheduler_core.apiserver.client import Cache
from scheduler_core.kubelet.node.connection import CONNECTED, Connection
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects.manifest import Json
from scheduler_core.simulation.cluster.agenda import Agenda
from scheduler_core.simulation.cluster.components import Components
from scheduler_core.simulation.cluster.delayed_events import DelayedEvents
from scheduler_core.simulation.cluster.network import Network
from scheduler_core.simulation.cluster.prompt import Prompt
from scheduler_core.simulation.cluster.quorum import Members


@dataclass(slots=True)
class Cluster:
    """Times are virtual milliseconds. Immutable values are replaced, never changed, so copies share them.

    - `down`: crashed components, by their names in inputs
    - `second_instances`: components with a second instance
    - `extras`: optional actors that run
    - `hosts`: nodes that have a machine (an ordered set)
    - `links`: the connections of machines that are not fully connected
    - `caches`: what clients that lag have seen
    - `members`: member lists of majority applications that a person has changed, by StatefulSet
    - `central`: the actors of the control plane: all controllers and the scheduler, but no kubelet
    - `listeners`: by kind, those of them that watch it
    - `pod_listeners`: by the kind of a pod's controller, those that watch such a pod; "" stands for kinds
      that no actor names
    - `prompt`: the instant at which controllers react at once; None where there was none yet
    - `stirred`: kubelets that may differ from their picture on the board (an ordered set)
    """

    components: Components
    agenda: Agenda = field(default_factory=Agenda)
    network: Network = field(default_factory=Network)
    delayed: DelayedEvents = field(default_factory=DelayedEvents)
    down: frozenset[str] = frozenset()
    second_instances: frozenset[str] = frozenset()
    extras: frozenset[str] = frozenset()
    hosts: dict[str, None] = field(default_factory=dict)
    links: dict[str, Connection] = field(default_factory=dict)
    caches: dict[str, Cache] = field(default_factory=dict)
    members: Mapping[str, Members] = field(default_factory=dict)
    central: tuple[str, ...] = ()
    listeners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pod_listeners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stirred: dict[str, None] = field(default_factory=dict)
    prompt: Prompt | None = None

    def host(self, node: str) -> NodeActor | None:
        """The machine with this name; it stays when its Node object is deleted."""
        actor = self.agenda.actors.get(self.components.kubelet_name(node))
        return actor if isinstance(actor, NodeActor) else None

    def machines(self) -> Iterator[tuple[str, NodeActor]]:
        """Each machine with the name of its node, in the order in which they were added."""
        for node in self.hosts:
            host = self.host(node)
            if host is not None:
                yield node, host

    def link_of(self, node: str) -> Connection:
        return self.links.get(node, CONNECTED)

    def stir(self, name: str) -> None:
        """Notes that the actor may want to act at another time and may look different on the board."""
        self.agenda.touched(name)
        if self.components.is_kubelet(name):
            self.stirred[name] = None

    def copy(self, *, checkpoint: bool = False) -> Cluster:
        """A `checkpoint` must not be changed, see `Agenda.checkpoint`."""
        return replace(
            self,
            agenda=self.agenda.checkpoint() if checkpoint else self.agenda.copy(),
            delayed=self.delayed.copy(),
            hosts=dict(self.hosts),
            links=dict(self.links),
            caches={name: cache.copy() for name, cache in self.caches.items()},
            stirred=dict(self.stirred),
        )

    def fingerprint(self) -> dict[str, Json]:
        """Everything outside the API server that decides how the cluster goes on, apart from its actors."""
        return {
            "network": self.network.to_json(),
            "mail": self.delayed.fingerprint(),
            "down": sorted(self.down),
            "twins": sorted(self.second_instances),
            "extras": sorted(self.extras),
            "caches": {name: cache.fingerprint() for name, cache in self.caches.items()},
            "members": {name: members.to_json() for name, members in self.members.items()},
        }
