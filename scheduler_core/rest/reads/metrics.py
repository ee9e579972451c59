"""metrics.k8s.io: what nodes and pods use, for `kubectl top`.

Memory is the usage that is stated for a container (docs/behaviour.md); without a statement, and for cpu,
whose use is not simulated, a running container counts as using what it requests.
"""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.engine.world import World
from scheduler_core.kubelet.eviction.node_usage import ContainerUsage, usages
from scheduler_core.kubelet.node.measurement_cache import running_of
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.pod import Container, Pod
from scheduler_core.objects.resources import CPU, MEMORY, get

WINDOW = "15s"


def metrics(world: World, kind: str) -> Iterator[Manifest]:
    """NodeMetrics or PodMetrics of all machines whose kubelet answers."""
    for name, host in world.cluster.machines():
        if host.kubelet is None or name not in world.api.nodes:
            continue
        if kind == "NodeMetrics":
            yield _node(world, name, host)
        else:
            yield from _pods(world, host)


def _used(host: NodeActor) -> list[ContainerUsage]:
    assert host.kubelet is not None
    running = [container for worker in host.kubelet.workers.values() for container in running_of(worker)]
    return usages(running, host.managers.changes)


def _amounts(used: ContainerUsage, now_ms: int) -> tuple[int, int]:
    """The container's use: milli-CPU and bytes of memory."""
    pod = used.running.pod
    container = _container(pod, used.running.container)
    cpu = 0 if container is None else get(container.requests, CPU).milli_value
    if "memory" in used.curves:
        return cpu, used.at("memory", now_ms)
    return cpu, 0 if container is None else get(container.requests, MEMORY).value


def _container(pod: Pod, name: str) -> Container | None:
    every = (*pod.spec.containers, *pod.spec.init_containers)
    return next((container for container in every if container.name == name), None)


def _usage(cpu: int, memory: int) -> dict[str, Json]:
    return {"cpu": f"{cpu}m", "memory": f"{memory // 1024}Ki"}


def _object(world: World, kind: str, metadata: dict[str, Json], **more: Json) -> Manifest:
    now = world.api.timestamp(world.now_ms)
    return {
        "kind": kind,
        "apiVersion": "metrics.k8s.io/v1beta1",
        "metadata": {**metadata, "creationTimestamp": now},
        "timestamp": now,
        "window": WINDOW,
        **more,
    }


def _node(world: World, name: str, host: NodeActor) -> Manifest:
    amounts = [_amounts(used, world.now_ms) for used in _used(host)]
    labels: dict[str, Json] = dict(world.api.nodes[name].labels)
    usage = _usage(sum(cpu for cpu, _ in amounts), sum(memory for _, memory in amounts))
    return _object(world, "NodeMetrics", {"name": name, "labels": labels}, usage=usage)


def _pods(world: World, host: NodeActor) -> Iterator[Manifest]:
    of_pods: dict[str, list[Json]] = {}
    for used in _used(host):
        listed = of_pods.setdefault(used.running.pod.key, [])
        listed.append({"name": used.running.container, "usage": _usage(*_amounts(used, world.now_ms))})
    for key, containers in of_pods.items():
        pod = world.api.pods.get(key)
        if pod is not None:
            metadata: dict[str, Json] = {
                "name": pod.name,
                "namespace": pod.namespace,
                "labels": dict(pod.labels),
            }
            yield _object(world, "PodMetrics", metadata, containers=containers)
