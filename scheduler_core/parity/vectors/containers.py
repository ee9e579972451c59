"""Pods for the vectors that only give containers with their resources."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json, Manifest, items, mapping


def pod_of(case: Manifest) -> Manifest:
    """A Pod manifest with the containers (and pod level resources) of a vector's `input`."""
    spec: dict[str, Json] = {"containers": [], "initContainers": []}
    regular: list[Json] = []
    init: list[Json] = []
    for entry in map(mapping, items(case.get("containers"))):
        container: dict[str, Json] = {
            "name": entry.get("name"),
            "resources": {"requests": entry.get("requests") or {}, "limits": entry.get("limits") or {}},
        }
        if entry.get("restartPolicyAlways") is True:
            container["restartPolicy"] = "Always"
        (init if entry.get("init") is True else regular).append(container)
    spec["containers"], spec["initContainers"] = regular, init
    level = {
        name: case[field]
        for name, field in (("requests", "podRequests"), ("limits", "podLimits"))
        if isinstance(case.get(field), Mapping)
    }
    if level:
        spec["resources"] = level
    return {"metadata": {"name": "pod"}, "spec": spec}
