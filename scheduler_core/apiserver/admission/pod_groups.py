"""Admission of PodGroups: the priority of their class, and the Workload of which they are made.

Source: plugin/pkg/admission/priority, plugin/pkg/admission/podgroup (v1.36; v1.37 asks for no Workload).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.admission.admission import resolve_priority
from scheduler_core.apiserver.storage.results import Refused, forbidden
from scheduler_core.objects.kinds import Object
from scheduler_core.objects.manifest import Manifest, find, integer, mapping, text
from scheduler_core.objects.pod_groups import PodGroup, SchedulingWorkload
from scheduler_core.objects.policy import PriorityClass
from scheduler_core.objects.releases.changes import POD_GROUPS
from scheduler_core.objects.releases.releases import Release


def admit_pod_group(
    manifest: Manifest,
    classes: Mapping[str, PriorityClass],
    workloads: Mapping[str, Object],
    release: Release,
) -> Manifest | Refused:
    """A new PodGroup with its mode of disruption and its priority, or its refusal. `workloads` are by key."""
    group = PodGroup.parse(manifest)
    spec = dict(mapping(manifest.get("spec")))
    if release.group_shapes == POD_GROUPS:
        if group.workload:
            why = _of_workload(group, workloads.get(f"{group.meta.namespace}/{group.workload}"))
            if why:
                return forbidden("PodGroup", group.meta.name, f"PodGroup rejected: {why}")
        spec.setdefault("disruptionMode", "Pod")
    else:
        spec.setdefault("disruptionMode", {"single": {}})
    if release.whole_group_preemption:
        resolved = resolve_priority(text(spec.get("priorityClassName")), classes)
        if resolved is None:
            why = f"no PriorityClass with name {text(spec.get('priorityClassName'))} was found"
            return forbidden("PodGroup", group.meta.name, why)
        name, value, _ = resolved
        given = integer(find(spec, "priority"))
        if given is not None and given != value:
            why = (
                f"priority set in the pod group ({given}) must match the priority computed ({value}) based "
                "on the priority class set in the spec"
            )
            return forbidden("PodGroup", group.meta.name, why)
        if name:
            spec["priorityClassName"] = name
        spec["priority"] = value
    return {**manifest, "spec": spec}


def _of_workload(group: PodGroup, workload: Object | None) -> str:
    """Why the group cannot be made of its Workload; "" where it can."""
    if not isinstance(workload, SchedulingWorkload):
        return f'Workload "{group.workload}" not found'
    if workload.meta.deletion_at is not None:
        return f'Workload "{group.workload}" is being deleted'
    if workload.template(group.template) is None:
        return f'PodGroupTemplate "{group.template}" not found in Workload "{group.workload}"'
    return ""


def parallelism_refusal(
    job: Object, changed: Manifest, workloads: Mapping[str, Object], groups: Mapping[str, Object]
) -> Refused | None:
    """Why the parallelism of a Job whose pods are a gang may not change (plugin JobValidation, v1.36); None
    where it may."""
    if find(changed, "spec", "parallelism") == job.spec_manifest.get("parallelism"):
        return None
    of_job = {entry.meta.uid for entry in workloads.values() if _made_by(entry, job.meta.uid)}
    for group in groups.values():
        owner = group.meta.controller
        if not isinstance(group, PodGroup) or owner is None or owner.uid not in of_job:
            continue
        if group.min_count is not None and "podGroupTemplateRef" in group.spec_manifest:
            why = (
                f'cannot change parallelism for a Job referencing gang-scheduled PodGroup "{group.meta.name}"'
            )
            return forbidden("Job", job.meta.name, why)
    return None


def _made_by(entry: Object, uid: str) -> bool:
    owner = entry.meta.controller
    return owner is not None and owner.uid == uid
