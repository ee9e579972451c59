"""The features of a kubelet that a pod needs, as a node declares them in `status.declaredFeatures`.

Source: component-helpers nodedeclaredfeatures, the functions InferForScheduling (v1.36).
"""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.objects.manifest import find, items
from scheduler_core.objects.pod import Pod

RESTART_ALL_CONTAINERS = "RestartAllContainersOnContainerExits"
USER_NAMESPACES_HOST_NETWORK = "UserNamespacesHostNetworkSupport"


def features_for_scheduling(pod: Pod) -> frozenset[str]:
    """The features without which a node cannot take the pod; empty for most pods."""
    return frozenset(_features(pod))


def _features(pod: Pod) -> Iterator[str]:
    spec = pod.manifest.get("spec")
    for container in (*items(find(spec, "containers")), *items(find(spec, "initContainers"))):
        for rule in items(find(container, "restartPolicyRules")):
            if find(rule, "action") == "RestartAllContainers":
                yield RESTART_ALL_CONTAINERS
    if pod.spec.host_network and find(spec, "hostUsers") is False:
        yield USER_NAMESPACES_HOST_NETWORK
