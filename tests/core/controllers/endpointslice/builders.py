"""Services, pods and clusters for tests of the EndpointSlice controller."""

from __future__ import annotations

from scheduler_core.controllers.endpointslice.endpointslice import EndpointSliceController
from scheduler_core.controllers.garbage_collector import GarbageCollector
from scheduler_core.objects.endpoint_slices import EndpointSlice
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.workloads import Service
from tests import builders
from tests.core.cluster import Cluster, load, server_with_node, stored
from tests.core.controllers.builders import InstantScheduler, QuickKubelet, apply


def service(name: str = "web", **spec: Json) -> Manifest:
    given: dict[str, Json] = {"selector": {"app": "web"}, "ports": [{"port": 80}], **spec}
    metadata: Json = {"name": name, "labels": {"team": "shop"}}
    return {"apiVersion": "v1", "kind": "Service", "metadata": metadata, "spec": given}


def parsed(**spec: Json) -> Service:
    return Service.parse(service(**spec))


def running(name: str, *, ready: bool = True, **status: Json) -> Manifest:
    """A running pod on n1."""
    conditions: Json = [{"type": "Ready", "status": "True" if ready else "False"}]
    return builders.pod(
        name, on="n1", labels={"app": "web"}, status={"phase": "Running", "conditions": conditions, **status}
    )


def playing(*pods: Manifest, until_s: float = 5, **spec: Json) -> Cluster:
    api = server_with_node("n1")
    for pod in pods:
        stored(load(api, "Pod", pod))
    actors = [InstantScheduler("n1"), QuickKubelet(), EndpointSliceController(), GarbageCollector()]
    play = Cluster(api, actors)
    apply(play, service(**spec))
    play.play(until_s)
    return play


def slices(play: Cluster) -> list[EndpointSlice]:
    return [one for one in play.api.objects("EndpointSlice").values() if isinstance(one, EndpointSlice)]


def states(play: Cluster) -> dict[str, tuple[bool, bool, bool]]:
    """(ready, serving, terminating) of each endpoint by the name of its pod."""
    return {
        one.pod.removeprefix("default/"): (one.ready, one.serving, one.terminating)
        for item in slices(play)
        for one in item.endpoints
    }
