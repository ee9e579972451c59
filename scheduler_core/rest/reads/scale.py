"""The scale subresource. Source: registry/apps/*/storage `ScaleREST` (v1.34)."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json, Manifest, find, mapping
from scheduler_core.objects.selection.selectors import LabelSelector, map_selector, selector_text
from scheduler_core.rest.resources import CHANGE, Resource

SCALE_ROW = Resource("Scale", "scales", "autoscaling", "v1", True, CHANGE)
_KEPT = ("name", "namespace", "uid", "resourceVersion", "creationTimestamp")


def scale_of(manifest: Manifest) -> Manifest:
    """The autoscaling/v1 Scale of a workload."""
    metadata = mapping(manifest.get("metadata"))
    selector = mapping(find(manifest, "spec", "selector"))
    if "matchLabels" in selector or "matchExpressions" in selector:
        shown = selector_text(LabelSelector.parse(selector))
    else:
        shown = selector_text(map_selector({key: str(value) for key, value in selector.items()}))
    spec: dict[str, Json] = {"replicas": find(manifest, "spec", "replicas")}
    status: Mapping[str, Json] = {"replicas": find(manifest, "status", "replicas") or 0, "selector": shown}
    return {
        "kind": "Scale",
        "apiVersion": "autoscaling/v1",
        "metadata": {name: metadata[name] for name in _KEPT if name in metadata},
        "spec": spec,
        "status": status,
    }
