"""The pods of a StatefulSet: their names, ordinals and claims, and the template each is made from.

Source: pkg/controller/statefulset/stateful_set_utils.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from scheduler_core.controllers.common.controller_utils import controller_reference, pod_from_template
from scheduler_core.controllers.common.history import LABEL, Revisions
from scheduler_core.objects.manifest import Json, Manifest, find, integer, items, mapping, text, with_value
from scheduler_core.objects.meta import ObjectMeta
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.whole_number import whole_number
from scheduler_core.objects.workloads import Workload

NAME_LABEL = "statefulset.kubernetes.io/pod-name"
_MOST_DIGITS = 10
"""The digits of the largest int32, and so of the largest ordinal."""
INDEX_LABEL = "apps.kubernetes.io/pod-index"


class Names(Sequence[str]):
    """The names of the pods that a set should have, by ordinal. A name is made only when it is read, because
    spec.replicas may be two thousand million.
    """

    def __init__(self, sts: Workload) -> None:
        start = sts.first_ordinal
        self._stem, self._ordinals = f"{sts.meta.name}-", range(start, start + sts.replicas)

    def __len__(self) -> int:
        return len(self._ordinals)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self._name(ordinal) for ordinal in self._ordinals[index]]
        return self._name(self._ordinals[index])

    def __iter__(self) -> Iterator[str]:
        return map(self._name, self._ordinals)

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        ordinal = ordinal_of(name)
        return ordinal in self._ordinals and name == self._name(ordinal)

    def among(self, names: Iterable[str]) -> list[str]:
        """Those of `names` that are names of the set, by ordinal."""
        return sorted((name for name in names if name in self), key=ordinal_of)

    def _name(self, ordinal: int) -> str:
        return f"{self._stem}{ordinal}"


def ordinal_of(name: str) -> int:
    """The number at the end of a pod's name; -1 when there is none."""
    suffix = name.rpartition("-")[2]
    return int(suffix) if suffix.isascii() and suffix.isdecimal() and len(suffix) <= _MOST_DIGITS else -1


def partition_of(sts: Workload) -> int:
    return integer(sts.rolling_update.get("partition")) or 0


def max_unavailable_of(sts: Workload) -> int:
    """How many pods a rolling update may make unavailable: a percentage is rounded down, and it is at least
    one. Source: `getStatefulSetMaxUnavailable` (v1.35)."""
    limit = sts.rolling_update.get("maxUnavailable")
    if isinstance(limit, str):
        percent = whole_number(limit.removesuffix("%")) or 0
        return max(1, percent * sts.replicas // 100)
    return max(1, integer(limit) or 1)


def belongs_by_name(sts: Workload, pod: Pod) -> bool:
    """Whether the pod's name is that of the set and an ordinal."""
    return ordinal_of(pod.name) >= 0 and pod.name.rpartition("-")[0] == sts.meta.name


def revision_for(sts: Workload, name: str, revisions: Revisions) -> tuple[str, Manifest]:
    """Name and template of the revision for a new pod: below the partition it is the current revision."""
    rolling = not sts.waits_for_deletion
    index = ordinal_of(name) - sts.first_ordinal
    if rolling and index < partition_of(sts):
        return revisions.current, revisions.current_template
    return revisions.update, revisions.update_template


def new_pod(sts: Workload, name: str, revisions: Revisions) -> Manifest:
    """The pod with this name, with its identity labels and its claims as volumes."""
    revision, template = revision_for(sts, name, revisions)
    document = pod_from_template(sts, name, template)
    labels = {
        **mapping(find(document, "metadata", "labels")),
        LABEL: revision,
        NAME_LABEL: name,
        INDEX_LABEL: name.rpartition("-")[2],
    }
    document = with_value(document, ("metadata", "labels"), labels)
    document = with_value(document, ("spec", "hostname"), name)
    service = sts.service_name
    if service:
        document = with_value(document, ("spec", "subdomain"), service)
    claims = list(claims_of(sts, name))
    if not claims:
        return document
    volumes: list[Json] = [
        {"name": text(template_name), "persistentVolumeClaim": {"claimName": _name(claim)}}
        for template_name, claim in claims
    ]
    taken = {template_name for template_name, _ in claims}
    kept = [entry for entry in items(find(document, "spec", "volumes")) if find(entry, "name") not in taken]
    return with_value(document, ("spec", "volumes"), [*volumes, *kept])


def claims_of(sts: Workload, name: str) -> Iterator[tuple[str, Manifest]]:
    """The claims of the pod with this name, each with the name of its template, which is that of its
    volume."""
    chosen = mapping(sts.selector_manifest.get("matchLabels"))
    for entry in sts.volume_claim_templates:
        template = _name(mapping(entry))
        metadata: dict[str, Json] = {
            **mapping(find(entry, "metadata")),
            "name": f"{template}-{name}",
            "namespace": sts.meta.namespace,
            "labels": {**mapping(find(entry, "metadata", "labels")), **chosen},
        }
        yield template, {"metadata": metadata, "spec": find(entry, "spec") or {}}


def _name(manifest: Manifest) -> str:
    return text(find(manifest, "metadata", "name"))


def claim_owners(
    sts: Workload, pod: Pod, claim: ObjectMeta, references: list[Manifest]
) -> list[Manifest] | None:
    """The owners that persistentVolumeClaimRetentionPolicy gives a claim; None when it has them already.

    A claim owned by the set is deleted with the set, one owned by the pod after scaling down. Source:
    updateClaimOwnerRefForSetAndPod.
    """
    policy = sts.claim_retention_policy
    with_set = find(policy, "whenDeleted") == "Delete"
    scaled_away = find(policy, "whenScaled") == "Delete" and pod.name not in Names(sts)
    owners = {
        ("StatefulSet", sts.meta.name, sts.meta.uid): with_set and not scaled_away,
        ("Pod", pod.name, pod.meta.uid): scaled_away,
    }
    entries = list(references)
    for (kind, name, uid), desired in owners.items():
        present = any(text(entry.get("uid")) == uid for entry in entries)
        if present and not desired:
            entries = [entry for entry in entries if text(entry.get("uid")) != uid]
        elif desired and not present:
            entries.append(controller_reference(kind, name, uid))
    return entries if entries != references else None
