"""Admission of a resize: it must be possible on the node to which the pod is bound.

Source: plugin/pkg/admission/podresize and plugin/pkg/admission/nodedeclaredfeatures (v1.36).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scheduler_core.apiserver.storage.results import Refused, forbidden
from scheduler_core.apiserver.validation.resize_rules import changed_resources
from scheduler_core.objects.manifest import Json, Manifest, find, items
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.declared_features import GUARANTEED_CPU
from scheduler_core.objects.pod_resources.qos import spec_qos_class
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.resources import CPU, MEMORY, get, parse_resource_list, units

POD_LEVEL = "InPlacePodLevelResourcesVerticalScaling"
INIT_CONTAINERS = "InPlacePodVerticalScalingInitContainers"
_OS = "kubernetes.io/os"


def resize_refusal(old: Pod, new: Pod, nodes: Mapping[str, Node], release: Release) -> Refused | None:
    """Why the resize of a bound pod is refused; None when it is allowed or changes nothing."""
    before, after = old.spec_manifest, new.spec_manifest
    if not new.node_name or before == after:
        return None
    node = nodes.get(new.node_name)
    if release.declared_features and node is not None:
        needed = needed_features(old, after, release)
        missing = [name for name in needed if name not in node.declared_features]
        if missing:
            listed = ", ".join(missing)
            why = f'pod update requires features {listed} which are not available on node "{node.name}"'
            return forbidden("Pod", new.name, why)
    if not release.refuses_resize_beyond_node:
        return None
    if node is None:
        return forbidden("Pod", new.name, f'node "{new.node_name}" not found')
    system = node.labels.get(_OS, "linux")
    if system != "linux":
        why = f'pod resize is only supported on linux nodes, node "{node.name}" is "{system}"'
        return replace(forbidden("Pod", new.name, why), cause_type="UnsupportedPlatform")
    requests = pod_requests(new)
    beyond = [
        f"{name}, requested: {requested}, allocatable: {allocatable}"
        for name in (CPU, MEMORY)
        if (requested := units(name, get(requests, name)))
        > (allocatable := units(name, get(node.allocatable, name)))
    ]
    if not beyond:
        return None
    why = f"node didn't have enough allocatable resources: {'; '.join(beyond)}"
    return replace(forbidden("Pod", new.name, why), cause_type="NodeCapacity")


def needed_features(pod: Pod, new: Manifest, release: Release) -> tuple[str, ...]:
    """The declared features that a node needs for the change of the pod to the `new` spec, sorted (the
    functions InferForUpdate)."""
    old = pod.spec_manifest
    containers, inits = (
        zip(items(old.get(part)), items(new.get(part)), strict=False)
        for part in ("containers", "initContainers")
    )
    needed = []
    if (
        release.resizes_guaranteed_cpu
        and (pod.qos_class or spec_qos_class(pod.spec)) == "Guaranteed"
        and any(_requested_cpu(before) != _requested_cpu(after) for before, after in containers)
    ):
        needed.append(GUARANTEED_CPU)
    if changed_resources(old.get("resources"), new.get("resources")):
        needed.append(POD_LEVEL)
    if any(
        find(before, "restartPolicy") != "Always"
        and changed_resources(find(before, "resources"), find(after, "resources"))
        for before, after in inits
    ):
        needed.append(INIT_CONTAINERS)
    return tuple(needed)


def _requested_cpu(container: Json) -> int:
    return get(parse_resource_list(find(container, "resources", "requests")), CPU).nano
