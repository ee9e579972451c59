"""Fields of pods and StatefulSets behind a feature gate that is off by default in the newest release.

The API server drops such a field, so it has no effect. Source: pkg/api/pod/util.go
`dropContainerStopSignals` (gate ContainerStopSignals, alpha since 1.33), pkg/registry/apps/statefulset
`dropStatefulSetDisabledFields` (gate MaxUnavailableStatefulSet, alpha since 1.24, on since 1.35).
"""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, with_value, without
from scheduler_core.objects.releases.releases import NEWEST, Release

STOP_SIGNALS, MAX_UNAVAILABLE = "ContainerStopSignals", "MaxUnavailableStatefulSet"
GATES = (STOP_SIGNALS, MAX_UNAVAILABLE)
_UNAVAILABLE = ("spec", "updateStrategy", "rollingUpdate", "maxUnavailable")
_TEMPLATES = (("spec", "template", "spec"), ("spec", "jobTemplate", "spec", "template", "spec"))
_CONTAINERS = ("initContainers", "containers")


def gated_fields(kind: str, manifest: Manifest, release: Release = NEWEST) -> tuple[tuple[str, str], ...]:
    """The path of each field that the release drops, and its feature gate."""
    return tuple(_found(kind, manifest, release))


def _found(kind: str, manifest: Manifest, release: Release) -> Iterator[tuple[str, str]]:
    several = find(manifest, *_UNAVAILABLE) if kind == "StatefulSet" else None
    if several is not None and not release.statefulset_max_unavailable:
        yield ".".join(_UNAVAILABLE), MAX_UNAVAILABLE
    if release.stop_signals:
        return
    for place in _pod_specs(kind):
        for part in _CONTAINERS:
            for index, container in enumerate(items(find(manifest, *place, part))):
                if find(container, "lifecycle", "stopSignal") is not None:
                    yield f"{'.'.join(place)}.{part}[{index}].lifecycle.stopSignal", STOP_SIGNALS


def without_gated_fields(kind: str, manifest: Manifest, release: Release) -> Manifest:
    """The object without these fields; itself where it has none."""
    found = {gate for _, gate in _found(kind, manifest, release)}
    if MAX_UNAVAILABLE in found:
        manifest = without(manifest, _UNAVAILABLE)
    if STOP_SIGNALS in found:
        for place in _pod_specs(kind):
            for part in _CONTAINERS:
                containers = items(find(manifest, *place, part))
                if containers:
                    plain = [_without_signal(container) for container in containers]
                    manifest = with_value(manifest, (*place, part), plain)
    return manifest


def _pod_specs(kind: str) -> tuple[tuple[str, ...], ...]:
    return (("spec",),) if kind == "Pod" else _TEMPLATES


def _without_signal(container: Json) -> Json:
    """A lifecycle that holds nothing but a signal goes with it."""
    if find(container, "lifecycle", "stopSignal") is None:
        return container
    left = without(mapping(container), ("lifecycle", "stopSignal"))
    return left if mapping(left.get("lifecycle")) else without(left, ("lifecycle",))
