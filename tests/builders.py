"""Manifests for tests: a node, a pod, a container. Where objects are needed, a folder has `builders.py` of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scheduler_core.objects.kinds import KINDS

Manifest = dict[str, Any]

HOSTNAME = "kubernetes.io/hostname"
ZONE = "topology.kubernetes.io/zone"


def api_object(kind: str, name: str, *, metadata: Mapping[str, Any] | None = None, **parts: Any) -> Manifest:
    """An object of any kind of the core; `parts` stand beside its metadata: spec, status, value, …"""
    version = KINDS[kind].api_version
    return {"apiVersion": version, "kind": kind, "metadata": {"name": name, **(metadata or {})}, **parts}


def podium_annotations(values: Mapping[str, str]) -> dict[str, str]:
    """The annotations of podium: `{"system_memory": "1Gi"}` becomes `podium/system-memory: 1Gi`."""
    return {f"podium/{name.replace('_', '-')}": value for name, value in values.items()}


def node(
    name: str,
    cpu: str = "4",
    memory: str = "8Gi",
    *,
    zone: str = "",
    pods: str = "110",
    labels: Mapping[str, Any] | None = None,
    podium: Mapping[str, str] | None = None,
    status: Mapping[str, Any] | None = None,
    **spec: Any,
) -> Manifest:
    """A Node with this capacity. `podium` are annotations of podium, `status` adds to the capacity."""
    place = {HOSTNAME: name, **({ZONE: zone} if zone else {})}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": name,
            "labels": {**place, **(labels or {})},
            **({"annotations": podium_annotations(podium)} if podium else {}),
        },
        **({"spec": spec} if spec else {}),
        "status": {"capacity": {"cpu": cpu, "memory": memory, "pods": pods}, **(status or {})},
    }


def container(
    name: str = "app", cpu: str = "", memory: str = "", limits: Mapping[str, str] | None = None
) -> Manifest:
    """A container that requests these amounts; an empty amount is not requested."""
    requests = {resource: amount for resource, amount in (("cpu", cpu), ("memory", memory)) if amount}
    resources = {
        **({"requests": requests} if requests else {}),
        **({"limits": dict(limits)} if limits else {}),
    }
    return {"name": name, "image": "example/app:1", **({"resources": resources} if resources else {})}


def pod(
    name: str,
    cpu: str = "",
    memory: str = "",
    *,
    on: str = "",
    since: int = 1,
    priority: int | str | None = None,
    containers: Sequence[Mapping[str, Any]] = (),
    labels: Mapping[str, Any] | None = None,
    metadata: Mapping[str, Any] | None = None,
    status: Mapping[str, Any] | None = None,
    **spec: Any,
) -> Manifest:
    """A Pod with one container called `app`, or with `containers`. On the node `on` it has been running since
    second `since` of an hour before the scenario starts, unless `status` says otherwise. A `priority` is a number
    or the name of a class.
    """
    if priority is not None:
        spec["priorityClassName" if isinstance(priority, str) else "priority"] = priority
    if on:
        spec["nodeName"] = on
        if status is None:
            status = {"phase": "Running", "startTime": f"2029-12-31T23:00:{since:02}Z"}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, **({"labels": dict(labels)} if labels else {}), **(metadata or {})},
        "spec": {"containers": [*(containers or [container(cpu=cpu, memory=memory)])], **spec},
        **({"status": dict(status)} if status else {}),
    }


def workload(
    kind: str,
    name: str,
    replicas: int | None = 1,
    image: str = "app:1",
    *,
    metadata: Mapping[str, Any] | None = None,
    pod_spec: Mapping[str, Any] | None = None,
    **spec: Any,
) -> Manifest:
    """A Deployment, ReplicaSet, StatefulSet, DaemonSet, ReplicationController or Job with one container; its pods
    carry the label `app: NAME`. None leaves the replicas out; `pod_spec` and `spec` are further fields of its pods
    and of itself.
    """
    selector = {"app": name} if kind == "ReplicationController" else {"matchLabels": {"app": name}}
    whole = {
        **({} if replicas is None else {"replicas": replicas}),
        **({} if kind == "Job" else {"selector": selector}),
        "template": {
            "metadata": {"labels": {"app": name}},
            "spec": {"containers": [{"name": "app", "image": image}], **(pod_spec or {})},
        },
        **spec,
    }
    return api_object(kind, name, metadata=metadata, spec=whole)


DRIVER = "gpu.example.com"


def device(name: str, *, memory: str = "", **attributes: Any) -> Manifest:
    """A device of a slice with string, int and bool attributes, and the capacity `memory`."""
    kinds = {bool: "bool", int: "int", str: "string"}
    made: Manifest = {"name": name}
    if attributes:
        made["attributes"] = {key: {kinds[type(value)]: value} for key, value in attributes.items()}
    if memory:
        made["capacity"] = {"memory": {"value": memory}}
    return made


def resource_slice(
    node: str, *devices: Mapping[str, Any] | str, driver: str = DRIVER, pool: str = "", **spec: Any
) -> Manifest:
    """A ResourceSlice with the devices of one node, which are its own pool; "" names no node."""
    whole = {
        "driver": driver,
        **({"nodeName": node} if node else {}),
        "pool": {"name": pool or node, "generation": 1, "resourceSliceCount": 1},
        "devices": [device(item) if isinstance(item, str) else dict(item) for item in devices],
        **spec,
    }
    return api_object("ResourceSlice", f"{pool or node}-{driver}", spec=whole)


def selecting(*expressions: str) -> dict[str, Any]:
    """`selectors` with these CEL expressions; an empty mapping without any."""
    return (
        {"selectors": [{"cel": {"expression": expression}} for expression in expressions]}
        if expressions
        else {}
    )


def device_class(name: str, *expressions: str) -> Manifest:
    return api_object("DeviceClass", name, spec=selecting(*expressions))


def claim_spec(device_class_name: str, *expressions: str, count: int = 1, **more: Any) -> dict[str, Any]:
    """The spec of a claim with one request `device`; `more` are fields of the request."""
    exactly: dict[str, Any] = {"deviceClassName": device_class_name, **selecting(*expressions), **more}
    if count != 1:
        exactly["count"] = count
    return {"devices": {"requests": [{"name": "device", "exactly": exactly}]}}


def resource_claim(name: str, spec: Mapping[str, Any], **more: Any) -> Manifest:
    """A ResourceClaim; `more` are `metadata` and `status`."""
    return api_object("ResourceClaim", name, spec=dict(spec), **more)


def resource_claim_template(name: str, spec: Mapping[str, Any], **metadata: Any) -> Manifest:
    """A ResourceClaimTemplate; `metadata` is that of the claims made from it."""
    whole = {**({"metadata": metadata} if metadata else {}), "spec": dict(spec)}
    return api_object("ResourceClaimTemplate", name, spec=whole)


def claiming(**claims: str) -> dict[str, Any]:
    """`resourceClaims` of a pod: `gpu="shared"` uses the claim `shared`, `gpu="template:one"` the template `one`."""
    entries: list[dict[str, str]] = []
    for name, source in claims.items():
        template = source.removeprefix("template:")
        field = "resourceClaimName" if template == source else "resourceClaimTemplateName"
        entries.append({"name": name, field: template})
    return {"resourceClaims": entries}
