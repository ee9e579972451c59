"""The fields that the API server of a release drops, because their feature gate is off by default.

Source: pkg/api/pod/util.go DropDisabledPodFields (DropDisabledAlphaFields in 1.11) and the strategies of
PriorityClass (v1.34 and the releases that `releases` names).
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, with_value, without
from scheduler_core.objects.releases.gated_fields import without_gated_fields
from scheduler_core.objects.releases.releases import NEWEST, Release

_PRIORITY = ("priority", "priorityClassName", "preemptionPolicy")
_AFFINITIES = ("podAffinity", "podAntiAffinity")
_TERMS = ("requiredDuringSchedulingIgnoredDuringExecution", "preferredDuringSchedulingIgnoredDuringExecution")
_POD_SPECS = (("spec", "template", "spec"), ("spec", "jobTemplate", "spec", "template", "spec"))


def with_known_fields(
    kind: str, manifest: Manifest, release: Release, *, keeps_priority: bool = False
) -> Manifest:
    """The object without the fields that the release does not know.

    With `keeps_priority` a pod keeps its priority fields: it got them while the feature was on, and from then
    on the API server keeps them although nothing reads them.
    """
    manifest = without_gated_fields(kind, manifest, release)
    if release == NEWEST:
        return manifest
    if kind == "PriorityClass":
        return manifest if release.preemption_policies else without(manifest, ("preemptionPolicy",))
    if kind == "Pod":
        return _with_known_spec(manifest, ("spec",), release, keeps_priority)
    for path in _POD_SPECS:
        manifest = _with_known_spec(manifest, path, release, keeps_priority)
    return manifest


def _with_known_spec(
    manifest: Manifest, path: Sequence[str], release: Release, keeps_priority: bool
) -> Manifest:
    given = mapping(find(manifest, *path))
    spec = _known_spec(given, release, keeps_priority)
    return manifest if spec == given else with_value(manifest, path, spec)


def _known_spec(given: Manifest, release: Release, keeps_priority: bool) -> Manifest:
    dropped: set[str] = set()
    if not keeps_priority:
        if not release.priorities:
            dropped |= set(_PRIORITY)
        if not release.preemption_policies:
            dropped.add("preemptionPolicy")
    if not release.spread_constraints:
        dropped.add("topologySpreadConstraints")
    if not release.scheduling_gates:
        dropped.add("schedulingGates")
    if not release.pod_level_resources:
        dropped.add("resources")
    if not release.device_claims:
        dropped.add("resourceClaims")
    spec = {name: value for name, value in given.items() if name not in dropped}
    constraints = items(spec.get("topologySpreadConstraints"))
    if constraints:
        fields = _unknown_constraint_fields(release)
        spec["topologySpreadConstraints"] = [_less(entry, fields) for entry in constraints]
    if not release.affinity_label_keys and spec.get("affinity"):
        spec["affinity"] = _known_affinity(spec["affinity"])
    if not release.device_claims:
        for part in ("initContainers", "containers"):
            if items(spec.get(part)):
                spec[part] = [_without_claims(entry) for entry in items(spec[part])]
    return spec


def _unknown_constraint_fields(release: Release) -> tuple[str, ...]:
    return (
        *(() if release.spread_policies else ("nodeAffinityPolicy", "nodeTaintsPolicy")),
        *(() if release.spread_min_domains else ("minDomains",)),
        *(() if release.spread_label_keys else ("matchLabelKeys",)),
    )


def _known_affinity(affinity: Json) -> Json:
    known: dict[str, Json] = dict(mapping(affinity))
    for side in _AFFINITIES:
        for field in _TERMS:
            terms = items(find(known, side, field))
            if terms:
                known = with_value(known, (side, field), [_known_term(term) for term in terms])
    return known


def _known_term(term: Json) -> Json:
    """A required term, or a preferred one, which has its term inside."""
    fields = ("matchLabelKeys", "mismatchLabelKeys")
    inner = find(term, "podAffinityTerm")
    if inner is None:
        return _less(term, fields)
    return {**mapping(term), "podAffinityTerm": _less(inner, fields)}


def _without_claims(container: Json) -> Json:
    if find(container, "resources", "claims") is None:
        return container
    return without(mapping(container), ("resources", "claims"))


def _less(value: Json, fields: Sequence[str]) -> Json:
    if not isinstance(value, dict):
        return value
    return {name: entry for name, entry in value.items() if name not in fields}
