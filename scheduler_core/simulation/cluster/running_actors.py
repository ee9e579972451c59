"""Which actors of the control plane run: a component acts while its process runs, it reaches the API server,
and the API server reaches its store. A restarted component is a new process that knows only what it lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from scheduler_core.actor import Actor, Toss
from scheduler_core.apiserver.client import Cache
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.inputs.endpoints import API_SERVER, CONTROLLER_MANAGER, SCHEDULER
from scheduler_core.objects.kinds import KINDS
from scheduler_core.simulation.cluster.cluster import Cluster
from scheduler_core.simulation.cluster.delivery import forget_caches, lags
from scheduler_core.simulation.cluster.second_instance import first_of, second_of
from scheduler_core.simulation.kubectl.drain_actor import KUBECTL


def _reaches(cluster: Cluster, component: str) -> bool:
    return cluster.network.store_answers and cluster.network.whole(component, API_SERVER)


def _runnable(cluster: Cluster) -> list[str]:
    """The names of the control plane's actors that should run, in the order of their serials."""
    names: list[str] = []
    if CONTROLLER_MANAGER not in cluster.down and _reaches(cluster, CONTROLLER_MANAGER):
        names += [name for name in cluster.components.controller_names if name not in cluster.down]
    if cluster.network.store_answers:
        names += [name for name in (*cluster.components.extra_names, KUBECTL) if name in cluster.extras]
    if SCHEDULER not in cluster.down and _reaches(cluster, SCHEDULER):
        names.append(cluster.components.scheduler_name)
    if cluster.network.store_answers:
        names += sorted(second_of(cluster.components.actor_name(name)) for name in cluster.second_instances)
    return names


def follow(
    cluster: Cluster, api: ApiServer | None, now_ms: int, random: Random | None = None
) -> tuple[Toss, ...]:
    """Removes actors that can no longer run and adds those that can again. A new actor lists the objects of
    the API server; while `api` is None there is nothing to list yet.

    With `random` a new scheduler of 1.35 and later meets the objects of its first list in a random order; the
    result are the tosses for it.
    """
    tosses: list[Toss] = []
    runnable = _runnable(cluster)
    for name in [name for name in cluster.central if name not in runnable]:
        cluster.agenda.remove(name)
        cluster.delayed.drop(name)
        cluster.caches.pop(name, None)
    for name in runnable:
        if name in cluster.agenda.actors:
            continue
        actor = cluster.components.new_actor(name)
        cluster.agenda.add(actor)
        events: Iterable[WatchEvent] = () if api is None else listing(api)
        in_random_order = cluster.components.release.lists_in_random_order
        if random and in_random_order and first_of(name) == cluster.components.scheduler_name:
            events = _shuffled(list(events), random, tosses)
        for event in events:
            if event.kind in actor.watches:
                actor.observe(event, now_ms)
    if cluster.central != tuple(runnable):
        cluster.central = tuple(runnable)
        actors = cluster.agenda.actors
        cluster.listeners = {
            kind: tuple(name for name in runnable if kind in actors[name].watches) for kind in KINDS
        }
        pods_of = {name: _pods_of(actors[name]) for name in cluster.listeners["Pod"]}
        cluster.pod_listeners = {
            kind: tuple(name for name, of in pods_of.items() if of is None or of == kind)
            for kind in ("", *(of for of in pods_of.values() if of is not None))
        }
    for name in runnable:
        if api is not None and lags(cluster, name) and name not in cluster.caches:
            cluster.caches[name] = Cache(api)
    forget_caches(cluster)
    return tuple(tosses)


def _shuffled(events: list[WatchEvent], random: Random, tosses: list[Toss]) -> list[WatchEvent]:
    """The events with nodes and pods in a random order, because clients stream their first list into a map
    (client-go, gate WatchListClient). A toss for each kind of which there are several."""
    for kind in ("Node", "Pod"):
        places = [place for place, event in enumerate(events) if event.kind == kind]
        if len(places) < 2:
            continue
        order = places.copy()
        random.shuffle(order)
        names = [events[place].key for place in places]
        shuffled = [events[place] for place in order]
        for place, event in zip(places, shuffled, strict=True):
            events[place] = event
        tosses.append(Toss(f"list{kind}s", tuple(names), ", ".join([event.key for event in shuffled])))
    return events


def _pods_of(actor: Actor) -> str | None:
    return actor.pods_of if isinstance(actor, Controller) else None


def listing(api: ApiServer) -> Iterator[WatchEvent]:
    """The objects of an informer's first list: nodes before pods, each kind in the order of creation."""
    for kind in KINDS:
        for key, stored in api.objects(kind).items():
            yield WatchEvent(EventType.ADDED, kind, key, None, stored)
