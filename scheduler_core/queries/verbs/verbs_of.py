"""The things of a cluster at one step, and what a person can do to each: the one table of verbs."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.engine.world import World
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json, find, items, text
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.objects.workloads import Service
from scheduler_core.queries.possible_faults import cluster_faults
from scheduler_core.queries.verbs.additions import additions
from scheduler_core.queries.verbs.node_verbs import node_verbs, zone_verbs
from scheduler_core.queries.verbs.object_verbs import object_verbs
from scheduler_core.queries.verbs.pod_verbs import pod_verbs
from scheduler_core.queries.verbs.verb import Verb

ZONE = "Zone"
"""Not a kind of Kubernetes: the nodes whose zone label has one value."""
MOST_MATCHES = 1_500
_VIEWS = ("node", "pod", "workload", "service", "claim", "volume", "class")
"""What the board draws comes first, in this order."""
_SHOWN = sorted(
    (name for name, row in KINDS.items() if not row.derived),
    key=lambda name: _VIEWS.index(view) if (view := KINDS[name].view) in _VIEWS else len(_VIEWS),
)


def verbs_of(world: World, kind: str, key: str) -> dict[str, Json] | None:
    """`{"kind", "key", "verbs", "related"}` of a thing, or of the cluster with `kind` "". `related` are
    things that belong to it, as `{"kind", "key"}`. None where there is no such thing.
    """
    verbs: list[Verb] = []
    related: list[tuple[str, str]] = []
    if kind == "":
        verbs = [*additions(world), *_cluster(world)]
    elif kind == ZONE:
        verbs = [*zone_verbs(world, key)]
        related = [("Node", node.name) for node in world.api.nodes.values() if node.drawn_zone == key]
        if not related:
            return None
    else:
        stored = world.api.get(kind, key) if kind in KINDS else None
        if stored is None and not (kind == "Node" and world.cluster.host(key)):
            return None
        if isinstance(stored, Pod):
            verbs += pod_verbs(stored)
        if kind == "Node":
            verbs += node_verbs(world, key)
        if stored is not None:
            verbs += object_verbs(world, kind, stored)
            related = list(dict.fromkeys(_related(world, stored)))
    things: list[Json] = [{"kind": of, "key": its} for of, its in related]
    return {"kind": kind, "key": key, "verbs": list(verbs), "related": things}


def matching_objects(world: World, part: str) -> dict[str, Json]:
    """`{"things", "more"}`: the objects and zones whose key contains `part`, as `{"kind", "key"}`; `more` is
    True when there are others beyond MOST_MATCHES."""
    zones = sorted({node.drawn_zone for node in world.api.nodes.values() if node.drawn_zone})
    matches = [(ZONE, zone) for zone in zones if part in zone]
    for kind in _SHOWN:
        matches += [(kind, key) for key in world.api.objects(kind) if part in key]
    shown: list[Json] = [{"kind": kind, "key": key} for kind, key in matches[:MOST_MATCHES]]
    return {"things": shown, "more": len(matches) > MOST_MATCHES}


def _cluster(world: World) -> Iterator[Verb]:
    offers = cluster_faults(world)["faults"]
    for offer in items(offers):
        if isinstance(offer, dict):
            rest: Verb = {"kubectl": "", "inputs": [offer["input"]], "fields": [], "danger": ""}
            yield {**{name: offer[name] for name in ("id", "group", "level", "args")}, **rest}


def _related(world: World, stored: Object) -> Iterator[tuple[str, str]]:
    owner = stored.meta.controller
    while owner is not None and owner.kind in KINDS:
        key = f"{stored.meta.namespace}/{owner.name}"
        above = world.api.get(owner.kind, key)
        if above is None:
            break
        yield owner.kind, key
        owner = above.meta.controller
    if isinstance(stored, Pod):
        yield from _of_pod(world, stored)
    elif isinstance(stored, Node) and stored.drawn_zone:
        yield ZONE, stored.drawn_zone
    for key, pod in world.api.pods.items():
        if pod.meta.controller is not None and pod.meta.controller.uid == stored.meta.uid:
            yield "Pod", key


def _of_pod(world: World, pod: Pod) -> Iterator[tuple[str, str]]:
    if pod.node_name:
        yield "Node", pod.node_name
    for key, budget in world.api.objects("PodDisruptionBudget").items():
        if isinstance(budget, PodDisruptionBudget) and budget.protects(pod.meta.namespace, pod.meta.labels):
            yield "PodDisruptionBudget", key
    for key, service in world.api.objects("Service").items():
        selector = service.selector if isinstance(service, Service) else None
        same = service.meta.namespace == pod.meta.namespace
        if same and selector is not None and selector.matches(pod.meta.labels):
            yield "Service", key
    for volume in pod.spec.volumes:
        claim = text(find(volume, "persistentVolumeClaim", "claimName"))
        if claim:
            yield "PersistentVolumeClaim", f"{pod.meta.namespace}/{claim}"
    name = pod.spec.priority_class_name
    if name in world.api.objects("PriorityClass"):
        yield "PriorityClass", name
