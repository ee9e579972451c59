"""The resources that a kubelet has allocated to a pod, in the place of those of its spec.

Source: pkg/kubelet/allocation/allocation_manager.go `UpdatePodFromAllocation` (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping
from scheduler_core.objects.pod import Pod

_PARTS = ("containers", "initContainers")


def resources_of(pod: Pod) -> list[Json]:
    """The resources of each container, then those of the pod as a whole."""
    listed = [
        find(container, "resources") or {} for part in _PARTS for container in pod.container_manifests(part)
    ]
    return [*listed, _spec(pod).get("resources")]


def with_resources(pod: Pod, source: Pod) -> Pod:
    """The pod with the resources of another version of it."""
    spec = dict(_spec(pod))
    for part in _PARTS:
        if part in spec:
            spec[part] = [
                _with_field(mapping(container), find(old, "resources"))
                for container, old in zip(items(spec[part]), source.container_manifests(part), strict=False)
            ]
    return Pod.parse({**pod.manifest, "spec": _with_field(spec, _spec(source).get("resources"))})


def _spec(pod: Pod) -> Manifest:
    return pod.spec_manifest


def _with_field(value: Mapping[str, Json], resources: Json) -> dict[str, Json]:
    others = {name: entry for name, entry in value.items() if name != "resources"}
    return others if resources is None else {**others, "resources": resources}
