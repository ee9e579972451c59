"""Values that stand for objects without being one: a pod's spec alone, containers alone, a list of objects,
and the export of kube-scheduler-simulator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_EXPORT = {
    "namespaces": ("v1", "Namespace"),
    "priorityClasses": ("scheduling.k8s.io/v1", "PriorityClass"),
    "storageClasses": ("storage.k8s.io/v1", "StorageClass"),
    "pvs": ("v1", "PersistentVolume"),
    "pvcs": ("v1", "PersistentVolumeClaim"),
    "nodes": ("v1", "Node"),
    "pods": ("v1", "Pod"),
}
"""Lists of the simulator's export (simulator/snapshot, ResourcesForSnap) → apiVersion and kind of their
items."""
LEAST_LISTS = 2
"""So many of its lists make a map an export."""


def completed(value: Any, number: int) -> tuple[list[Any], str]:
    """(the documents that a value stands for, the code of the remark about it); ([], "") for any other value.
    A pod without a name is named after its `number` in the text."""
    if isinstance(value, list):
        return _of_list(value, number)
    if not isinstance(value, Mapping) or value.get("kind"):
        return [], ""
    if sum(isinstance(value.get(name), list) for name in _EXPORT) >= LEAST_LISTS:
        return _of_export(value), "changed.simulator_export"
    spec = value.get("spec")
    if isinstance(spec, Mapping) and _containers(spec):
        return [_pod(spec, value.get("metadata"), number)], "changed.bare_spec"
    if _containers(value):
        return [_pod(value, None, number)], "changed.bare_spec"
    return [], ""


def _of_list(value: list[Any], number: int) -> tuple[list[Any], str]:
    maps = [item for item in value if isinstance(item, Mapping)]
    if not maps or len(maps) < len(value):
        return [], ""
    if all(item.get("kind") for item in maps):
        return [{"apiVersion": "v1", "kind": "List", "items": value}], "changed.bare_list"
    if all(item.get("name") and item.get("image") for item in maps):
        return [_pod({"containers": value}, None, number)], "changed.bare_spec"
    return [], ""


def _of_export(value: Mapping[str, Any]) -> list[Any]:
    """The objects of an export as one list, and its configuration of the scheduler."""
    items = [
        {"apiVersion": api_version, "kind": kind, **item}
        for name, (api_version, kind) in _EXPORT.items()
        for item in value.get(name) or ()
        if isinstance(item, Mapping)
    ]
    configuration = value.get("schedulerConfig")
    return [
        {"apiVersion": "v1", "kind": "List", "items": items},
        *([configuration] if isinstance(configuration, Mapping) and configuration.get("kind") else []),
    ]


def _containers(spec: Mapping[str, Any]) -> bool:
    containers = spec.get("containers")
    return isinstance(containers, list) and all(isinstance(item, Mapping) for item in containers)


def _pod(spec: Any, metadata: Any, number: int) -> dict[str, Any]:
    named = metadata if isinstance(metadata, Mapping) else {}
    name = "pod" if number == 0 else f"pod-{number + 1}"
    about = dict(named) if named.get("name") or named.get("generateName") else {**named, "name": name}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": about, "spec": spec}
