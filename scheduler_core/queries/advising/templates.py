"""A change of a pod where it belongs: in the pod template of the workload that makes it.

Source: the templates of a Deployment, StatefulSet, DaemonSet, ReplicaSet and CronJob can be changed, and
their controllers make new pods of them; that of a Job cannot, so the Job is created again (ValidateJobUpdate,
pkg/apis/batch/validation, v1.34). A ReplicaSet, a StatefulSet that waits for its pod and OnDelete keep the
pods they have, so the waiting pod is deleted.
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.advice.changes import PodChange
from scheduler_core.advice.editable import Document, editable, part
from scheduler_core.apiserver.defaults.workload_defaults import JOB_NAME_LABEL, JOB_UID_LABEL
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json, find
from scheduler_core.objects.meta import kind_of
from scheduler_core.objects.pod import Pod
from scheduler_core.queries.advising.families import owners_of

AUTHORS_METADATA = ("name", "namespace", "labels", "annotations", "ownerReferences")
"""The metadata that an object keeps when it is created again; the API server writes the rest."""
ROLLED_OUT = ("Deployment", "DaemonSet")
"""Kinds whose controllers replace the pods of a former template."""
_JOB_LABELS = (JOB_UID_LABEL, JOB_NAME_LABEL, "controller-uid", "job-name")
TEMPLATE = ("spec", "template")
JOB_TEMPLATE = ("spec", "jobTemplate", "spec", "template")


def template_owner(api: ApiServer, pod: Pod) -> tuple[Object, ...]:
    """The controllers of a pod, the highest last, where all of them are there; else empty: a change below a
    controller that is not there would be undone by it."""
    owners = owners_of(api, pod)
    if not owners or owners[-1].meta.controller is not None:
        return ()
    kinds = {kind_of(owner) for owner in owners}
    return owners if all(kind == "CronJob" or KINDS[kind].has_template for kind in kinds) else ()


def template_inputs(api: ApiServer, pod: Pod, changes: Sequence[PodChange]) -> list[Json] | None:
    """The inputs that change the template; None where no template of this run makes the pod, or where what
    would be changed is not in it, because admission or a controller wrote it into the pod."""
    owners = template_owner(api, pod)
    # A Deployment makes its ReplicaSets, but a CronJob's present Job stays as it is.
    holders = [owner for owner in reversed(owners) if kind_of(owner) != "ReplicaSet" or owner is owners[-1]]
    documents = [document for owner in holders if (document := _changed(owner, changes)) is not None]
    if not documents or len(documents) != len(holders):
        return None
    inputs: list[Json] = []
    for document in documents:
        if document["kind"] == "Job":
            metadata = part(document, "metadata")
            target: Json = {"kind": "Job", "namespace": metadata.get("namespace"), "name": metadata["name"]}
            inputs.append({"kind": "delete", "object": target})
        inputs.append({"kind": "apply", "documents": [document]})
    if kind_of(owners[-1]) not in (*ROLLED_OUT, "Job", "CronJob"):
        waiting: Json = {"kind": "Pod", "namespace": pod.namespace, "name": pod.name}
        inputs.append({"kind": "delete", "object": waiting})
    return inputs


def _changed(owner: Object, changes: Sequence[PodChange]) -> Document | None:
    """The manifest of the owner with the changed template; None where the changes leave it as it is."""
    kind = kind_of(owner)
    document = editable(owner.manifest)
    document.pop("status", None)
    metadata = part(document, "metadata")
    document["metadata"] = {key: metadata[key] for key in AUTHORS_METADATA if key in metadata}
    document["apiVersion"], document["kind"] = KINDS[kind].api_version, kind
    try:
        template = part(document, *(JOB_TEMPLATE if kind == "CronJob" else TEMPLATE))
        before = editable(template)
        for change in changes:
            change.edit(template)
    except (KeyError, IndexError):
        return None
    for computed in ("priority", "preemptionPolicy"):
        part(template, "spec").pop(computed, None)
    if template == before:
        return None
    if kind == "Job":
        _anew(document, template)
    return document


def _anew(job: Document, template: Document) -> None:
    """Takes away what the API server wrote into a Job to find its pods."""
    if find(job, "spec", "manualSelector") is True:
        return
    part(job, "spec").pop("selector", None)
    for holder in (template, job):
        try:
            labels = part(holder, "metadata", "labels")
        except KeyError:
            continue
        for label in _JOB_LABELS:
            labels.pop(label, None)
