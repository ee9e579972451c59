"""The API version of Workload and PodGroup, which is another one in each release.

Source: k8s.io/api/scheduling (v0.35, v0.36, v0.37): each version is dropped with the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scheduler_core.objects.releases.changes import GROUPS_IN_QUEUE, POD_GROUPS, WORKLOADS_ALONE
from scheduler_core.objects.releases.releases import Release

GROUP = "scheduling.k8s.io"
KINDS_OF: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "v1alpha1": frozenset(("Workload",)),
        "v1alpha2": frozenset(("Workload", "PodGroup")),
        "v1beta1": frozenset(("Workload", "PodGroup")),
        "v1alpha3": frozenset(("Workload", "PodGroup")),
    }
)
"""Version → the kinds that it has."""
_VERSIONS: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {WORKLOADS_ALONE: ("v1alpha1",), POD_GROUPS: ("v1alpha2",), GROUPS_IN_QUEUE: ("v1beta1", "v1alpha3")}
)


def group_versions(release: Release) -> tuple[str, ...]:
    """The versions in which the release serves groups of pods, the preferred one first; none where the gate
    GenericWorkload is off."""
    return _VERSIONS.get(release.group_shapes, ()) if release.generic_workload else ()


def written_version(kind: str, release: Release, usual: str) -> str:
    """The apiVersion in which objects of the kind are stored; `usual` is that of the table of kinds."""
    versions = group_versions(release)
    if versions and kind in KINDS_OF[versions[0]]:
        return f"{GROUP}/{versions[0]}"
    return usual


def serves_group(api_version: str, kind: str, release: Release) -> bool:
    """Whether the release serves this kind of group in this version, because a gate is on."""
    group, _, version = api_version.partition("/")
    return group == GROUP and version in group_versions(release) and kind in KINDS_OF[version]
