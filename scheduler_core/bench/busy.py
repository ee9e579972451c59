"""Whole running clusters: a busy one, and others in which (almost) nothing happens.

Busy: 100 nodes, a Deployment of 1 000 pods whose image changes while the memory of every fifth node runs out,
so kubelets evict. Idle: the same nodes and pods for an hour of virtual time, whole or with one node cut off.
"""

from __future__ import annotations

import gc
import zlib
from dataclasses import dataclass
from time import perf_counter

from scheduler_core.apiserver.documents.manifests import SourceDocument
from scheduler_core.engine.look_ahead import give
from scheduler_core.engine.world import World
from scheduler_core.inputs.parse import parse_input
from scheduler_core.objects.hashing import encode
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.simulation.scenario.parse import parse_scenario
from scheduler_core.simulation.scenario.scenario import Scenario

NODES, PODS = 100, 1_000
ACTS = 8_000
SPEED = 16
HOUR_MS = 3_600_000


def collect_seldom() -> None:
    """Lets this process look for circles of garbage as seldom as those in which the playground plays runs."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@dataclass(frozen=True, slots=True)
class Busy:
    """The busy run. `frames` as JSON took `sent` bytes, and `deflated` bytes as permessage-deflate sends
    them; the acts took `played_ms` of virtual time. `digest` is the state hash at the end.
    """

    acts: int
    seconds: float
    played_ms: int
    sent: int
    deflated: int
    digest: str


def busy(start: World, acts: int = ACTS) -> Busy:
    world = start.copy()
    pods = world.api.workloads("Deployment")["default/web"].replicas
    for index in range(0, len(world.api.nodes), 5):
        _give(world, pressed(index))
    _give(world, {"kind": "apply", "documents": [deployment_manifest("app:2", pods)]})
    began_ms, played, sent, deflated, seconds = world.now_ms, 0, 0, 0, 0.0
    wire = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    gc.collect()
    while played < acts:
        began = perf_counter()
        frame = world.step()
        seconds += perf_counter() - began
        if frame is None:
            break
        played += 1
        encoded = encode(frame)
        sent += len(encoded)
        deflated += len(wire.compress(encoded)) + len(wire.flush(zlib.Z_SYNC_FLUSH))
    return Busy(played, seconds, world.now_ms - began_ms, sent, deflated, world.hash())


def idle_hour(start: World, *, cut: bool = False) -> tuple[int, float]:
    """Acts and real seconds of an hour of virtual time without inputs, except that one node may be
    `cut` off.
    """
    world = start.copy()
    if cut:
        _give(world, {"kind": "cut", "between": [f"node/{_name(0)}", "api-server"]})
    end_ms, acts = world.now_ms + HOUR_MS, 0
    gc.collect()
    began = perf_counter()
    while (turn := world.next_turn()) is not None and turn.at_ms <= end_ms:
        if world.step() is None:
            break
        acts += 1
    return acts, perf_counter() - began


def settled(nodes: int = NODES, pods: int = PODS) -> World:
    """The cluster once all its pods are running."""
    world = _world([*(node_manifest(index) for index in range(nodes)), deployment_manifest("app:1", pods)])
    while world.step(full_frame=False) is not None:
        pass
    return world


def _world(documents: list[Json]) -> World:
    parsed = parse_scenario([SourceDocument(place, document) for place, document in enumerate(documents)])
    assert isinstance(parsed.scenario, Scenario), parsed.problems
    return World(parsed.scenario)


def _give(world: World, command: Json) -> None:
    value = parse_input(command)
    assert not isinstance(value, Problem), value
    assert isinstance(give(world, value), dict)


def _name(index: int) -> str:
    return f"n{index:03}"


def pressed(index: int) -> Json:
    """The input after which the memory of a node runs out."""
    return {"kind": "usage", "node": _name(index), "memory": "65000Mi", "over": 20}


def node_manifest(index: int) -> Json:
    labels: Json = {"kubernetes.io/hostname": _name(index), "topology.kubernetes.io/zone": f"z{index % 3}"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": _name(index), "labels": labels},
        "status": {"capacity": {"cpu": "16", "memory": "64Gi", "pods": "110"}},
    }


def deployment_manifest(image: str, pods: int) -> Json:
    container: Json = {
        "name": "app",
        "image": image,
        "resources": {"requests": {"cpu": "100m", "memory": "128Mi"}},
    }
    labels: Json = {"app": "web"}
    annotations: Json = {"podium/exits-after-sigterm": "2", "podium/memory": "120Mi"}
    spec: Json = {
        "replicas": pods,
        "selector": {"matchLabels": labels},
        "template": {
            "metadata": {"labels": labels, "annotations": annotations},
            "spec": {"containers": [container]},
        },
    }
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": spec}
