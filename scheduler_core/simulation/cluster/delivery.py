"""Which actors receive a write, and when: at once, or later where the connection is slow or a second instance
lags."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from scheduler_core.actor import Hurries
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.inputs.endpoints import API_SERVER, CONTROLLER_MANAGER, SCHEDULER
from scheduler_core.objects import Pod
from scheduler_core.objects.devices import POD_GROUPS, ResourceClaim
from scheduler_core.objects.lease import Lease
from scheduler_core.objects.storage import VolumeAttachment
from scheduler_core.simulation.cluster.cluster import Cluster
from scheduler_core.simulation.cluster.second_instance import is_second, second_of

RIVAL_MS = 1
"""Milliseconds by which a second instance receives the first one's writes later, so that it can lose a
conflict."""


PROGRESS_INTERVAL = 250
"""Number of events sent between two calls of `progress`."""


def tell(
    cluster: Cluster,
    api: ApiServer,
    events: Sequence[WatchEvent],
    author: str,
    now_ms: int,
    progress: Callable[[float], None] | None = None,
) -> None:
    """Sends the writes of `author` to the actors of the control plane that watch their kinds, and to the
    kubelets they concern. `progress` is called at intervals with the sent share (0 to 1)."""
    waiting: Mapping[str, list[Pod]] = {}
    if any(event.kind == "Node" and event.type is EventType.ADDED for event in events):
        waiting = _pods_without_a_node(api, events)
    actors = cluster.agenda.actors
    lagging = bool(cluster.second_instances or cluster.network.late or cluster.delayed)
    for number, event in enumerate(events):
        if progress is not None and number % PROGRESS_INTERVAL == 0:
            progress(number / len(events))
        if event.kind == "Node":
            _meet(cluster, event, waiting, now_ms)
        if lagging:
            for name in cluster.central:
                _send(cluster, name, event, _lag_ms(cluster, name, author), now_ms, event.kind)
        else:
            names = _listeners(cluster, event)
            for name in names:
                actors[name].observe(event, now_ms)
            cluster.agenda.all_touched(names)
        for node in nodes_of(event, api):
            name = cluster.components.kubelet_name(node)
            if name not in actors:
                continue
            link = cluster.links.get(node)
            if link is None or (link.hears and not link.delay_ms and name not in cluster.delayed.boxes):
                actors[name].observe(event, now_ms)
                cluster.stir(name)
            elif link.hears:
                _send(cluster, name, event, link.delay_ms, now_ms, "")


def _listeners(cluster: Cluster, event: WatchEvent) -> tuple[str, ...]:
    """The actors of the control plane that watch this object: of a pod, those that watch pods of its
    controller's kind. A pod that changes its controller concerns all that watch pods.
    """
    if event.kind != "Pod":
        return cluster.listeners[event.kind]
    pod = event.new or event.old
    before = event.old or event.new
    if pod is None or before is None or pod.meta.owner_references != before.meta.owner_references:
        return cluster.listeners["Pod"]
    owner = pod.meta.controller
    if owner is None:
        return cluster.listeners["Pod"]
    watching = cluster.pod_listeners
    return watching[owner.kind] if owner.kind in watching else watching[""]


def _meet(cluster: Cluster, event: WatchEvent, waiting: Mapping[str, list[Pod]], now_ms: int) -> None:
    """Adds a machine for the first Node object with its name."""
    name = cluster.components.kubelet_name(event.key)
    if event.type is not EventType.DELETED and name not in cluster.agenda.actors:
        host = cluster.components.new_host(event.key)
        cluster.agenda.add(host)
        cluster.hosts[event.key] = None
        for pod in waiting.get(event.key, ()):
            host.observe(WatchEvent(EventType.ADDED, "Pod", pod.key, None, pod), now_ms)
    cluster.stir(name)


def _lag_ms(cluster: Cluster, name: str, author: str) -> int:
    """Milliseconds after the write until a component of the control plane receives it.

    A slow connection counts twice, because the component's own writes are late as well.
    """
    if is_second(name):
        return RIVAL_MS if second_of(author) == name else 0
    endpoint = SCHEDULER if name == cluster.components.scheduler_name else CONTROLLER_MANAGER
    return 2 * cluster.network.delay_ms(endpoint, API_SERVER)


def lags(cluster: Cluster, name: str) -> bool:
    """Whether the component receives some writes late."""
    return is_second(name) or _lag_ms(cluster, name, "") > 0


def _send(cluster: Cluster, name: str, event: WatchEvent, lag_ms: int, now_ms: int, stream: str) -> None:
    if lag_ms or cluster.delayed.waits_for(name, stream):
        cluster.delayed.send(name, event, now_ms + lag_ms, stream)
    else:
        arrived(cluster, name, event, now_ms)


def arrived(cluster: Cluster, name: str, event: WatchEvent, now_ms: int) -> None:
    """Hands the event to its receiver if that still runs."""
    actor = cluster.agenda.actors.get(name)
    if actor is None:
        return
    cache = cluster.caches.get(name)
    if cache is not None:
        cache.observe(event)
    if event.kind in actor.watches:
        actor.observe(event, now_ms)
        cluster.stir(name)


def hurry(cluster: Cluster, now_ms: int) -> None:
    """Lets the actors of the control plane react now to what they have received, at an instant at which they
    react at once (`Cluster.prompt`)."""
    prompt = cluster.prompt
    if prompt is None or prompt.at_ms != now_ms:
        return
    for name in cluster.central:
        actor = cluster.agenda.actors[name]
        if prompt.left and isinstance(actor, Hurries) and actor.hurry(now_ms):
            cluster.agenda.touched(name)
            prompt = replace(prompt, left=prompt.left - 1)
    cluster.prompt = prompt


def deliver_due(cluster: Cluster, now_ms: int) -> None:
    """Hands over the delayed events that have arrived by now."""
    for name, event in cluster.delayed.take(now_ms):
        arrived(cluster, name, event, now_ms)
    forget_caches(cluster)


def forget_caches(cluster: Cluster) -> None:
    """Drops the caches of actors that no longer lag and have received everything; they read from the API
    server again."""
    for name in [
        name for name in cluster.caches if not lags(cluster, name) and name not in cluster.delayed.boxes
    ]:
        del cluster.caches[name]


def nodes_of(event: WatchEvent, api: ApiServer) -> list[str]:
    """The nodes whose kubelets watch this object: the node itself, its lease, pods bound to it, attachments.

    A kubelet reads claims for devices when it needs them; here it hears of those that its pods may use.
    """
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
    if isinstance(value, ResourceClaim):
        keys = {f"{value.meta.namespace}/{user.name}" for user in value.reserved_for}
        users = [pod for key in keys if (pod := api.pods.get(key)) is not None]
        if any(user.resource == POD_GROUPS for user in value.reserved_for):
            users += [pod for pod in api.pods.values() if f"{pod.namespace}/{pod.spec.group}" in keys]
        return sorted({pod.node_name for pod in users if pod.node_name})
    return []


def _pods_without_a_node(api: ApiServer, events: Iterable[WatchEvent]) -> dict[str, list[Pod]]:
    """Pods by the node to which they were bound before it existed, without the pods that `events` create."""
    fresh = {event.key for event in events if event.kind == "Pod" and event.type is EventType.ADDED}
    waiting: dict[str, list[Pod]] = {}
    for pod in api.pods.values():
        if pod.node_name and pod.key not in fresh:
            waiting.setdefault(pod.node_name, []).append(pod)
    return waiting
