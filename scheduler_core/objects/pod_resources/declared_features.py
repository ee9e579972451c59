"""The features of a kubelet that a pod needs, as a node declares them in `status.declaredFeatures`.

Source: component-helpers nodedeclaredfeatures, the functions Discover and InferForScheduling (v1.36).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text, with_value
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import Release, release
from scheduler_core.objects.releases.version import is_version, reported_version

RESTART_ALL_CONTAINERS = "RestartAllContainersOnContainerExits"
USER_NAMESPACES_HOST_NETWORK = "UserNamespacesHostNetworkSupport"
BIND_MOUNT_OPTIONS = "VolumeBindMountOptions"
GUARANTEED_CPU = "GuaranteedQoSPodCPUResize"


_GATED: Mapping[str, str] = {
    "ExtendWebSocketsToKubelet": "streams_through_kubelet",
    "InPlacePodLevelResourcesVerticalScaling": "resizes_pod_level",
    "InPlacePodVerticalScalingInitContainers": "resizes_init_containers",
    RESTART_ALL_CONTAINERS: "restart_all_containers",
    USER_NAMESPACES_HOST_NETWORK: "host_network_user_namespaces",
    BIND_MOUNT_OPTIONS: "bind_mount_options",
    GUARANTEED_CPU: "resizes_guaranteed_cpu",
}
"""The features that a kubelet declares, and the field of `Release` that switches each on. Its container
runtime has what user namespaces and bind mount options need, and its CPU manager has the policy none."""


def features_of_kubelet(release: Release) -> tuple[str, ...]:
    """The features that a kubelet declares, sorted; empty before NodeDeclaredFeatures is on."""
    if not release.declared_features:
        return ()
    return tuple(sorted(name for name, field in _GATED.items() if getattr(release, field)))


def with_declared_features(
    node: Manifest, server: Release, gates: Mapping[str, bool] = MappingProxyType({})
) -> Manifest:
    """The node as its kubelet registers it: with the features of the version that it reports, or else of the
    API server's release. A node that lists its features itself, also none, keeps its list.
    """
    status = mapping(node.get("status"))
    if "declaredFeatures" in status:
        return node
    version = reported_version(text(find(status, "nodeInfo", "kubeletVersion")))
    features = features_of_kubelet(release(version, gates) if is_version(version) else server)
    return with_value(node, ("status", "declaredFeatures"), list[Json](features)) if features else node


def features_for_scheduling(pod: Pod) -> frozenset[str]:
    """The features without which a node cannot take the pod; empty for most pods."""
    return frozenset(_features(pod))


def _features(pod: Pod) -> Iterator[str]:
    spec = pod.manifest.get("spec")
    for container in (*items(find(spec, "containers")), *items(find(spec, "initContainers"))):
        for rule in items(find(container, "restartPolicyRules")):
            if find(rule, "action") == "RestartAllContainers":
                yield RESTART_ALL_CONTAINERS
        if any(items(find(mount, "bindMountOptions")) for mount in items(find(container, "volumeMounts"))):
            yield BIND_MOUNT_OPTIONS
    if pod.spec.host_network and find(spec, "hostUsers") is False:
        yield USER_NAMESPACES_HOST_NETWORK
