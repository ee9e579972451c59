"""Jobs that create the Workload and the PodGroup with which their pods are scheduled (gate WorkloadWithJob).

Source: pkg/controller/job (v1.36), KEP-5547; the field spec.scheduling of v1.37. In v1.36 an Indexed Job
whose pods all run at once is a gang; since v1.37 the Job says so itself.
"""

from __future__ import annotations

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.controllers.common.controller_utils import (
    controller_reference,
    owned_by,
    owner_reference,
    template_hash,
)
from scheduler_core.controllers.job.sync_context import SyncContext
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.pod_groups import PodGroup, SchedulingWorkload
from scheduler_core.objects.releases.changes import GROUPS_IN_QUEUE
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.workloads import Workload

WORKLOAD_CREATED = "Created Workload %(workload)s for Job %(job)s"
_SHARED = ("schedulingConstraints", "disruptionMode", "resourceClaims")


def workload_of(api: ApiServer, job: Workload) -> SchedulingWorkload | None:
    """The Workload that the Job made."""
    stored = api.objects("Workload").values()
    return next(
        (entry for entry in stored if isinstance(entry, SchedulingWorkload) and owned_by(entry, job)), None
    )


def group_of(api: ApiServer, job: Workload) -> PodGroup | None:
    """The PodGroup of the Job's pods."""
    workload = workload_of(api, job)
    if workload is None:
        return None
    stored = api.objects("PodGroup").values()
    return next(
        (entry for entry in stored if isinstance(entry, PodGroup) and owned_by(entry, workload)), None
    )


def next_object(api: ApiServer, context: SyncContext, release: Release) -> tuple[str, Manifest] | None:
    """Kind and document of what the Job has to make before its pods; None where there is nothing to make."""
    job = context.job
    workload = workload_of(api, job)
    if workload is not None:
        if group_of(api, job) is not None or not workload.templates:
            return None
        return "PodGroup", _group(workload, release)
    if not _is_new(context) or find(job.template, "spec", "schedulingGroup") is not None:
        return None
    template = _template(context, release)
    return None if template is None else ("Workload", _workload(job, template))


def _is_new(context: SyncContext) -> bool:
    """Whether the Job has not run yet: no pods, no start, no counts, and it was never suspended."""
    job = context.job
    counted = context.succeeded or context.failed or job.status_manifest.get("startTime")
    suspended = any(
        find(entry, "type") == "Suspended" for entry in items(job.status_manifest.get("conditions"))
    )
    return not context.pods and not counted and not suspended


def _template(context: SyncContext, release: Release) -> dict[str, Json] | None:
    """The template of the Job's group; None for a Job that gets none."""
    job, spec = context.job, context.spec
    parallelism = spec.parallelism
    name = f"{job.meta.name}-pgt-0"
    if release.group_shapes < GROUPS_IN_QUEUE:
        gang = spec.indexed and parallelism == spec.completions and parallelism > 1
        return {"name": name, "schedulingPolicy": {"gang": {"minCount": parallelism}}} if gang else None
    scheduling = mapping(job.spec_manifest.get("scheduling"))
    gang_policy = find(scheduling, "schedulingPolicy", "gang")
    policy: Json = {"basic": {}}
    if gang_policy is not None:
        minimum = find(gang_policy, "minCount")
        policy = {"gang": {"minCount": max(parallelism, 1) if minimum is None else minimum}}
    shared = {field: scheduling[field] for field in _SHARED if scheduling.get(field) is not None}
    return {"name": name, "schedulingPolicy": policy, **shared}


def _workload(job: Workload, template: Json) -> Manifest:
    name = f"{job.meta.name}-{template_hash({'uid': job.meta.uid})}"
    reference: Json = {"apiGroup": "batch", "kind": "Job", "name": job.meta.name}
    return {
        "metadata": {
            "name": name,
            "namespace": job.meta.namespace,
            "ownerReferences": [owner_reference(job)],
        },
        "spec": {"controllerRef": reference, "podGroupTemplates": [template]},
    }


def _group(workload: SchedulingWorkload, release: Release) -> Manifest:
    template = workload.templates[0]
    name = f"{workload.meta.name}-{template.name}-{template_hash({'uid': workload.meta.uid})}"
    if release.group_shapes < GROUPS_IN_QUEUE:
        older: Json = {"workloadName": workload.meta.name, "podGroupTemplateName": template.name}
        reference: dict[str, Json] = {"podGroupTemplateRef": {"workload": older}}
    else:
        reference = {"workloadRef": {"workloadName": workload.meta.name, "templateName": template.name}}
    spec = {field: value for field, value in template.manifest.items() if field != "name"}
    return {
        "metadata": {
            "name": name[:253],
            "namespace": workload.meta.namespace,
            "ownerReferences": [controller_reference("Workload", workload.meta.name, workload.meta.uid)],
        },
        "spec": {**reference, **spec},
    }


def in_group(document: Manifest, group: PodGroup | None) -> Manifest:
    """The pod as a member of the group, unless its template names one."""
    spec = mapping(document.get("spec"))
    if group is None or text(find(spec, "schedulingGroup", "podGroupName")):
        return document
    return {**document, "spec": {**spec, "schedulingGroup": {"podGroupName": group.meta.name}}}
