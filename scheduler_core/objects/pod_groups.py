"""Workload and PodGroup of scheduling.k8s.io: which pods are scheduled together, and how many of them are
enough.

Source: k8s.io/api/scheduling/v1alpha1 (v0.35), v1alpha2 (v0.36), v1beta1 (v0.37). A release has one shape;
here all are read alike.
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.objects.manifest import Json, Manifest, Read, find, integer, is_map, items, mapping, text
from scheduler_core.objects.meta import ApiObject, ObjectMeta

SCHEDULED = "PodGroupScheduled"
INITIALLY_SCHEDULED = "PodGroupInitiallyScheduled"
"""The condition that the scheduler writes, before v1.37 and since."""
PROTECTION = "scheduling.k8s.io/podgroup-protection"
"""The finalizer that keeps a deleted PodGroup while unfinished pods name it."""
SINGLE, WHOLE = "Pod", "PodGroup"
"""The modes of disruption: a member may be preempted alone, or only all members together."""


@dataclass(frozen=True, slots=True, eq=False)
class PodGroup(ApiObject):
    """scheduling.k8s.io/v1alpha2.PodGroup.

    `min_count` is None for a group without a gang: each of its pods may be placed alone. `topology` is the
    label key whose values are the placements between which a group chooses, "" for none. `workload` and
    `template` name that of which it was made.
    """

    manifest: Manifest
    meta: ObjectMeta
    min_count: int | None
    disruption_mode: str
    priority: int
    topology: str
    workload: str
    template: str

    status_manifest = Read(mapping, "status")
    condition_manifests = Read(items, "status", "conditions")
    priority_class_name = Read(text, "spec", "priorityClassName")
    claim_manifests = Read(items, "spec", "resourceClaims")
    claim_statuses = Read(items, "status", "resourceClaimStatuses")

    @property
    def terminating(self) -> bool:
        """Whether it is being deleted: new members are scheduled nevertheless."""
        return self.meta.deletion_at is not None

    @staticmethod
    def parse(manifest: Manifest) -> PodGroup:
        spec = manifest.get("spec")
        older = find(spec, "podGroupTemplateRef", "workload")
        newer = find(spec, "workloadRef")
        topology = items(find(spec, "schedulingConstraints", "topology"))
        return PodGroup(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=True),
            min_count_of(find(spec, "schedulingPolicy")),
            _disruption_mode(find(spec, "disruptionMode")),
            integer(find(spec, "priority")) or 0,
            text(find(topology[0], "key")) if topology else "",
            text(find(older, "workloadName")) or text(find(newer, "workloadName")),
            text(find(older, "podGroupTemplateName")) or text(find(newer, "templateName")),
        )


@dataclass(frozen=True, slots=True, eq=False)
class PodGroupTemplate:
    """A group that a Workload describes; `min_count` as in PodGroup."""

    name: str
    min_count: int | None
    manifest: Manifest


@dataclass(frozen=True, slots=True, eq=False)
class SchedulingWorkload(ApiObject):
    """scheduling.k8s.io Workload: `templates` are the groups of v1.35 or the templates of later releases."""

    manifest: Manifest
    meta: ObjectMeta
    templates: tuple[PodGroupTemplate, ...]

    controller_manifest = Read(find, "spec", "controllerRef")

    def template(self, name: str) -> PodGroupTemplate | None:
        return next((template for template in self.templates if template.name == name), None)

    @staticmethod
    def parse(manifest: Manifest) -> SchedulingWorkload:
        spec = manifest.get("spec")
        entries = items(find(spec, "podGroupTemplates")) or items(find(spec, "podGroups"))
        return SchedulingWorkload(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=True),
            tuple(_template(entry) for entry in entries),
        )


def _template(value: Json) -> PodGroupTemplate:
    policy = find(value, "schedulingPolicy")
    return PodGroupTemplate(
        text(find(value, "name")),
        min_count_of(find(value, "policy") if policy is None else policy),
        value if is_map(value) else {},
    )


def min_count_of(policy: Json) -> int | None:
    """The smallest number of pods that are placed together; None for the policy basic."""
    return integer(find(policy, "gang", "minCount"))


def _disruption_mode(value: Json) -> str:
    """The mode, which is a word in v1.36 and a field with an empty object since v1.37."""
    if is_map(value):
        return WHOLE if "all" in value else SINGLE
    return text(value) or SINGLE
