"""Clusters with claims, classes and slices, in short spellings."""

from __future__ import annotations

from typing import Any

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.objects.device_slices import ResourceSlice
from scheduler_core.objects.devices import DeviceClass, ResourceClaim
from scheduler_core.objects.node import Node
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from tests.builders import DRIVER, claim_spec, claiming, resource_claim
from tests.core.scheduler.builders import cluster, pod


def claim(name: str, *expressions: str, of: str = "gpu", on: str = "", **more: Any) -> dict[str, Any]:
    """A claim for one device; `on="n1/gpu-0"` says that this device is allocated."""
    status: dict[str, Any] = more.pop("status", {})
    metadata = {"uid": f"uid-{name}", **more.pop("metadata", {})}
    if on:
        pool, _, device = on.partition("/")
        fields = [{"key": "metadata.name", "operator": "In", "values": [pool]}]
        status["allocation"] = {
            "devices": {"results": [{"request": "device", "driver": DRIVER, "pool": pool, "device": device}]},
            "nodeSelector": {"nodeSelectorTerms": [{"matchFields": fields}]},
        }
    spec = more.pop("spec", None) or claim_spec(of, *expressions, **more)
    return resource_claim(name, spec, metadata=metadata, **({"status": status} if status else {}))


def parsed(manifest: dict[str, Any]) -> ResourceClaim:
    return ResourceClaim.parse(with_defaults("ResourceClaim", manifest))


def with_devices(*things: Node | PodInfo | dict[str, Any]) -> Snapshot:
    """A cluster of nodes, pods and manifests of claims, classes and slices."""
    snapshot = cluster(*[thing for thing in things if not isinstance(thing, dict)])
    for thing in things:
        if isinstance(thing, dict):
            put(snapshot, thing)
    return snapshot


def put(snapshot: Snapshot, manifest: dict[str, Any]) -> None:
    kind = manifest["kind"]
    complete = with_defaults(kind, manifest)
    if kind == "ResourceClaim":
        result = ResourceClaim.parse(complete)
        snapshot.resource_claims[result.meta.key] = result
    elif kind == "DeviceClass":
        device_class = DeviceClass.parse(complete)
        snapshot.device_classes[device_class.meta.name] = device_class
    else:
        one = ResourceSlice.parse(complete)
        snapshot.resource_slices[one.meta.name] = one


def asking(name: str, *claims: str, **more: Any) -> PodInfo:
    """A pod that uses these claims."""
    return pod(name, **claiming(**{f"c{index}": item for index, item in enumerate(claims)}), **more)
