"""Manifests for tests: a node, a pod, a container. A room's own `making.py` parses them where it needs objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Manifest = dict[str, Any]

HOSTNAME = "kubernetes.io/hostname"
ZONE = "topology.kubernetes.io/zone"


def annotations(said: Mapping[str, str]) -> dict[str, str]:
    """The annotations of podium: `{"system_memory": "1Gi"}` becomes `podium/system-memory: 1Gi`."""
    return {f"podium/{name.replace('_', '-')}": value for name, value in said.items()}


def node(
    name: str,
    cpu: str = "4",
    memory: str = "8Gi",
    *,
    zone: str = "",
    pods: str = "110",
    labels: Mapping[str, Any] | None = None,
    said: Mapping[str, str] | None = None,
    status: Mapping[str, Any] | None = None,
    **spec: Any,
) -> Manifest:
    """A Node with this capacity. `said` are annotations of podium, `status` adds to the capacity."""
    place = {HOSTNAME: name, **({ZONE: zone} if zone else {})}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": name,
            "labels": {**place, **(labels or {})},
            **({"annotations": annotations(said)} if said else {}),
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
    group = {"ReplicationController": "v1", "Job": "batch/v1"}.get(kind, "apps/v1")
    selector = {"app": name} if kind == "ReplicationController" else {"matchLabels": {"app": name}}
    return {
        "apiVersion": group,
        "kind": kind,
        "metadata": {"name": name, **(metadata or {})},
        "spec": {
            **({} if replicas is None else {"replicas": replicas}),
            **({} if kind == "Job" else {"selector": selector}),
            "template": {
                "metadata": {"labels": {"app": name}},
                "spec": {"containers": [{"name": "app", "image": image}], **(pod_spec or {})},
            },
            **spec,
        },
    }
