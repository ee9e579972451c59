"""Static pods: pods that come from a file of their node.

Source: pkg/kubelet/config (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.kubelet.types.critical_pods import (
    CONFIG_HASH,
    CONFIG_MIRROR,
    is_mirror,
    is_static,
    mirrored,
    static,
)
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text, with_value
from scheduler_core.objects.pod import Pod

TOLERATES_ALL: Mapping[str, Json] = {"operator": "Exists", "effect": "NoExecute"}
"""The toleration of every static pod. Source: pkg/kubelet/config/common.go `applyDefaults`."""


def from_file(pod: Pod) -> bool:
    """Whether the pod comes from a file of its node. Such a pod is never evicted, and deleting its object
    does not end it.
    """
    return (
        is_static(pod) or is_mirror(pod) or any(owner.kind == "Node" for owner in pod.meta.owner_references)
    )


def as_mirror(manifest: Manifest) -> Manifest:
    """The manifest of a static pod as its kubelet creates the mirror pod: with the annotation and the
    toleration of all mirror pods. Other pods stay as they are."""
    owners = items(find(manifest, "metadata", "ownerReferences"))
    if not (static(manifest) or mirrored(manifest) or any(find(owner, "kind") == "Node" for owner in owners)):
        return manifest
    annotations = mapping(find(manifest, "metadata", "annotations"))
    if CONFIG_MIRROR not in annotations:
        marked = {**annotations, CONFIG_MIRROR: text(annotations.get(CONFIG_HASH)) or "mirror"}
        manifest = with_value(manifest, ("metadata", "annotations"), marked)
    tolerations = items(find(manifest, "spec", "tolerations"))
    if not any(mapping(toleration) == TOLERATES_ALL for toleration in tolerations):
        manifest = with_value(manifest, ("spec", "tolerations"), [*tolerations, TOLERATES_ALL])
    return manifest
