"""Who hears of what, and when: actors, the network between them, and what is under way.

Everything that decides who acts at all is here too: a component acts while its process runs and it reaches
the API server and the API server its store. One that comes back is a new process: it knows what it lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.client import Cache, CachedApi
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.kubelet.node.host import Host
from scheduler_core.kubelet.node.link import WHOLE as WHOLE_LINK
from scheduler_core.kubelet.node.link import Link
from scheduler_core.objects import Pod
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.lease import Lease
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.storage import VolumeAttachment
from scheduler_core.simulation.cluster.agenda import Agenda
from scheduler_core.simulation.cluster.components import Components
from scheduler_core.simulation.cluster.delayed_events import Mail
from scheduler_core.simulation.cluster.network import Network, node_endpoint
from scheduler_core.simulation.cluster.quorum import Members
from scheduler_core.simulation.cluster.second_instance import is_twin, twin_of
from scheduler_core.simulation.inputs.reader import API_SERVER, CONTROLLER_MANAGER, SCHEDULER, STORAGE
from scheduler_core.simulation.kubectl.drain import KUBECTL

RIVAL_MS = 1
"""A second instance hears of what the first one wrote this much later: long enough to be too late."""


@dataclass(slots=True)
class Delivery:
    """`down`: components that crashed, by the names of inputs. `twins`: those of which a second instance
    runs. `extras`: actors that a cluster need not have and this one has. `hosts`: the names of the nodes that
    have a machine. `links`: how machines are connected, where not wholly. `caches`: of clients that lag.
    `members`: of applications that decide by majority, by StatefulSet, where a person changed them.
    """

    components: Components
    agenda: Agenda = field(default_factory=Agenda)
    network: Network = field(default_factory=Network)
    mail: Mail = field(default_factory=Mail)
    down: frozenset[str] = frozenset()
    twins: frozenset[str] = frozenset()
    extras: frozenset[str] = frozenset()
    hosts: dict[str, None] = field(default_factory=dict)
    links: dict[str, Link] = field(default_factory=dict)
    caches: dict[str, Cache] = field(default_factory=dict)
    members: Mapping[str, Members] = field(default_factory=dict)
    # Who hears of everything, machines aside; and machines that may want or show something else by now.
    central: tuple[str, ...] = ()
    stirred: dict[str, None] = field(default_factory=dict)

    def copy(self) -> Delivery:
        return replace(
            self,
            agenda=self.agenda.copy(),
            mail=self.mail.copy(),
            hosts=dict(self.hosts),
            links=dict(self.links),
            caches={name: cache.copy() for name, cache in self.caches.items()},
            stirred=dict(self.stirred),
        )

    def fingerprint(self) -> dict[str, Json]:
        return {
            "actors": [
                [name, self.agenda.serials[name], actor.fingerprint()]
                for name, actor in self.agenda.actors.items()
            ],
            "network": self.network.to_json(),
            "mail": self.mail.fingerprint(),
            "down": sorted(self.down),
            "twins": sorted(self.twins),
            "extras": sorted(self.extras),
            "caches": {name: cache.fingerprint() for name, cache in self.caches.items()},
            "members": {name: members.to_json() for name, members in self.members.items()},
        }

    # Machines

    def host(self, node: str) -> Host | None:
        """The machine of that name; one that was there once is there for ever."""
        found = self.agenda.actors.get(self.components.kubelet_name(node))
        return found if isinstance(found, Host) else None

    def machines(self) -> Iterator[tuple[str, Host]]:
        for node in self.hosts:
            host = self.host(node)
            if host is not None:
                yield node, host

    def link_of(self, node: str) -> Link:
        return self.links.get(node, WHOLE_LINK)

    def stir(self, name: str) -> None:
        """The actor may want, and show, something else now."""
        self.agenda.touched(name)
        if self.components.is_kubelet(name):
            self.stirred[name] = None

    # Who is there

    def reaches(self, component: str) -> bool:
        """Whether a component of the control plane can do its work: it is connected, and so is the store."""
        return self.network.store_answers and self.network.whole(component, API_SERVER)

    def _wanted(self) -> list[str]:
        """The names of those of the control plane who act, in their order."""
        wanted: list[str] = []
        if CONTROLLER_MANAGER not in self.down and self.reaches(CONTROLLER_MANAGER):
            wanted += [name for name in self.components.controller_names if name not in self.down]
        if self.network.store_answers:
            wanted += [name for name in (*self.components.extra_names, KUBECTL) if name in self.extras]
        if SCHEDULER not in self.down and self.reaches(SCHEDULER):
            wanted.append(self.components.scheduler_name)
        if self.network.store_answers:
            wanted += sorted(twin_of(self.components.actor_name(name)) for name in self.twins)
        return wanted

    def follow(self, api: ApiServer | None, now_ms: int) -> None:
        """Those who cannot go on are gone, those who can again are new. A new one lists what there is (`api`
        None: nothing yet)."""
        wanted = self._wanted()
        for name in [name for name in self.central if name not in wanted]:
            self.agenda.remove(name)
            self.mail.drop(name)
            self.caches.pop(name, None)
        for name in wanted:
            if name in self.agenda.actors:
                continue
            actor = self.components.new_actor(name)
            self.agenda.add(actor)
            for event in () if api is None else listing(api):
                actor.observe(event, now_ms)
        self.central = tuple(wanted)
        for name in wanted:
            if api is not None and self._lags(name) and name not in self.caches:
                self.caches[name] = Cache(api)
        self._forget_caches()

    def relink(self, api: ApiServer, now_ms: int) -> list[str]:
        """Tells machines how they are connected now; the names of those for whom that changed."""
        changed: list[str] = []
        for node, host in self.machines():
            before, after = self.link_of(node), self._link(node)
            if before == after:
                continue
            changed.append(node)
            if after == WHOLE_LINK:
                self.links.pop(node, None)
            else:
                self.links[node] = after
            name = self.components.kubelet_name(node)
            if not after.hears:
                self.mail.drop(name)
            host.set_link(after, now_ms)
            if after.hears and not before.hears:
                host.relist(api.pods, now_ms)
            self.stir(name)
        return changed

    def _link(self, node: str) -> Link:
        network, endpoint = self.network, node_endpoint(node)
        return Link(
            hears=network.flows(API_SERVER, endpoint),
            speaks=network.flows(endpoint, API_SERVER) and network.store_answers,
            storage=network.whole(endpoint, STORAGE),
            delay_ms=network.delay_ms(endpoint, API_SERVER),
        )

    # Telling

    def tell(self, api: ApiServer, events: Sequence[WatchEvent], author: str, now_ms: int) -> None:
        """Sends what was written by `author` to everyone whom it concerns."""
        waiting: Mapping[str, list[Pod]] = {}
        if any(event.kind == "Node" and event.type is EventType.ADDED for event in events):
            waiting = _pods_without_a_node(api, events)
        actors, lagging = self.agenda.actors, bool(self.twins or self.network.late or self.mail)
        for event in events:
            if event.kind == "Node":
                self._meet(event, waiting, now_ms)
            for name in self.central:
                if not lagging:
                    actors[name].observe(event, now_ms)
                    self.agenda.touched(name)
                else:
                    self._send(name, event, self._lag_ms(name, author), now_ms, event.kind)
            for node in nodes_of(event):
                name = self.components.kubelet_name(node)
                if name not in actors:
                    continue
                link = self.links.get(node)
                if link is None or (link.hears and not link.delay_ms and name not in self.mail.boxes):
                    actors[name].observe(event, now_ms)
                    self.stir(name)
                elif link.hears:
                    self._send(name, event, link.delay_ms, now_ms, "")

    def _meet(self, event: WatchEvent, waiting: Mapping[str, list[Pod]], now_ms: int) -> None:
        """A machine is there from the first Node object of its name on."""
        name = self.components.kubelet_name(event.key)
        if event.type is not EventType.DELETED and name not in self.agenda.actors:
            host = self.components.new_host(event.key)
            self.agenda.add(host)
            self.hosts[event.key] = None
            for pod in waiting.get(event.key, ()):
                host.observe(WatchEvent(EventType.ADDED, "Pod", pod.key, None, pod), now_ms)
        self.stir(name)

    def _lag_ms(self, name: str, author: str) -> int:
        """How late a component of the control plane hears of what `author` wrote. A second instance is behind
        the first one; a slow way is gone twice, for what it writes has to get there as well."""
        if is_twin(name):
            return RIVAL_MS if twin_of(author) == name else 0
        endpoint = SCHEDULER if name == self.components.scheduler_name else CONTROLLER_MANAGER
        return 2 * self.network.delay_ms(endpoint, API_SERVER)

    def _lags(self, name: str) -> bool:
        """Whether the component does not hear of everything at once."""
        return is_twin(name) or self._lag_ms(name, "") > 0

    def _send(self, name: str, event: WatchEvent, lag_ms: int, now_ms: int, stream: str) -> None:
        if lag_ms or self.mail.waits_for(name, stream):
            self.mail.send(name, event, now_ms + lag_ms, stream)
        else:
            self._arrived(name, event, now_ms)

    def _arrived(self, name: str, event: WatchEvent, now_ms: int) -> None:
        actor = self.agenda.actors.get(name)
        if actor is None:
            return
        cache = self.caches.get(name)
        if cache is not None:
            cache.observe(event)
        actor.observe(event, now_ms)
        self.stir(name)

    def arrive(self, now_ms: int) -> None:
        """What has arrived by now is read."""
        for name, event in self.mail.take(now_ms):
            self._arrived(name, event, now_ms)
        self._forget_caches()

    def _forget_caches(self) -> None:
        """Who lags no more and has read all needs none: nobody would keep it up to date."""
        for name in [name for name in self.caches if not self._lags(name) and name not in self.mail.boxes]:
            del self.caches[name]

    # Acting

    def act(self, name: str, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        """Lets an actor act; one that lags reads what it has seen, and may find that others were faster."""
        actor = self.agenda.actors[name]
        cache = self.caches.get(name)
        if cache is None:
            return actor.act(api, now_ms, random)
        client = CachedApi(api, cache)
        act = actor.act(client.server, now_ms, random)
        if not client.lost:
            return act
        # Who was too late reads what is there before it tries again.
        for event in self.mail.open(name):
            self._arrived(name, event, now_ms)
        said = message("conflict.lost", who=name, text=client.lost[0].text)
        if act is None:
            side = "scheduler" if self.components.scheduler_name in name else "controller"
            return Act(side, name, "conflict", said)
        return replace(act, kind="conflict", message=said)


def nodes_of(event: WatchEvent) -> list[str]:
    """The machines that an event concerns: of a node and its lease, of the pods bound to it, of a volume's
    attachment."""
    if event.kind == "Pod":
        old, new = event.old, event.new
        if isinstance(new, Pod) and new.node_name:
            return [new.node_name]
        return [old.node_name] if isinstance(old, Pod) and old.node_name else []
    if event.kind == "Node":
        return [event.key]
    value = event.old if event.new is None else event.new
    if isinstance(value, Lease):
        return [value.meta.name]
    if isinstance(value, VolumeAttachment):
        return [value.node_name] if value.node_name else []
    return []


def _pods_without_a_node(api: ApiServer, events: Iterable[WatchEvent]) -> dict[str, list[Pod]]:
    """Pods bound to a node before there was one; of those created just now its kubelet will hear."""
    fresh = {event.key for event in events if event.kind == "Pod" and event.type is EventType.ADDED}
    waiting: dict[str, list[Pod]] = {}
    for pod in api.pods.values():
        if pod.node_name and pod.key not in fresh:
            waiting.setdefault(pod.node_name, []).append(pod)
    return waiting


def listing(api: ApiServer) -> Iterable[WatchEvent]:
    """What an informer's first list shows: nodes before pods, each kind in the order of creation."""
    for kind in KINDS:
        for key, stored in api.objects(kind).items():
            yield WatchEvent(EventType.ADDED, kind, key, None, stored)
