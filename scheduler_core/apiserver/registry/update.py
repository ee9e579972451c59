"""PATCH and PUT of a stored object: they replace the author's fields, and keep those of the server and of
others.

Source: registry strategies' PrepareForUpdate and validation's update rules (pkg/apis/core/validation, v1.34).
"""

from __future__ import annotations

from scheduler_core.apiserver.defaults.defaulting import Defaulted
from scheduler_core.apiserver.defaults.workload_defaults import with_job_labels
from scheduler_core.apiserver.validation.device_rules import unchangeable
from scheduler_core.apiserver.validation.group_rules import GROUP_KINDS, changed_group_problems
from scheduler_core.apiserver.validation.job_rules import changed_template
from scheduler_core.apiserver.validation.pod_updates import completed_spec, pod_update_problems
from scheduler_core.apiserver.validation.storage_rules import changed_class_problems, kept_by_server
from scheduler_core.apiserver.validation.workload_rules import changed_problems
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Manifest, find, mapping, strings
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.releases import BASELINE, Release

_OF_SERVER = frozenset(("apiVersion", "kind", "metadata", "status"))
_OF_AUTHOR = ("labels", "annotations", "finalizers", "ownerReferences")

_SET_BY_SERVER = ("disruptionMode", "priority", "priorityClassName")
"""Fields of a PodGroup that admission completes: a version without them keeps them."""


def applied(
    kind: str, old: Object, new: Defaulted, *, whole: bool = False, release: Release = BASELINE
) -> Manifest | tuple[Problem, ...]:
    """The object to store, or the problems of the change.

    With `whole` it is a PUT: what `new` does not have goes, but for what the server writes. The status has no
    part in it.
    """
    merged = {field: value for field, value in old.manifest.items() if not whole or field in _OF_SERVER}
    for field, value in new.items():
        if field not in _OF_SERVER:
            merged[field] = value
    if kind == "Node" and "status" in new and not whole:
        merged["status"] = {**old.status_manifest, **mapping(new.get("status"))}
    made = _replaced_metadata if whole else _metadata
    merged["metadata"] = made(old.metadata_manifest, mapping(new.get("metadata")))
    problems: list[Problem] = []
    if old.meta.deletion_at is not None:
        given = strings(find(new, "metadata", "finalizers"))
        added = [name for name in given if name not in old.meta.finalizers]
        if added:
            listed = ", ".join(f'"{name}"' for name in added)
            why = "no new finalizers can be added if the object is being deleted, found new finalizers"
            words = f"Forbidden: {why} []string{{{listed}}}"
            problems.append(Problem.of("metadata.finalizers", "forbidden", words))
    if kind == "Pod":
        old_spec = old.spec_manifest
        merged["spec"] = completed_spec(old_spec, mapping(merged.get("spec")), whole=whole)
        problems += pod_update_problems(old_spec, mapping(merged["spec"]))
    elif KINDS[kind].has_template:
        old_spec = old.spec_manifest
        if kind == "Job":
            merged = {**with_job_labels(merged, old.meta.uid)}
            template = changed_template(old.manifest, mapping(find(merged, "spec", "template")), release)
            old_spec = {**old_spec, "template": template}
        problems += changed_problems(kind, old_spec, mapping(merged.get("spec")))
    elif kind == "Namespace":
        merged["spec"] = old.spec_manifest
    elif kind in ("PersistentVolumeClaim", "PersistentVolume"):
        settled = kept_by_server(kind, old.manifest, merged, release)
        if isinstance(settled, tuple):
            return settled
        merged["spec"] = settled
    elif kind == "StorageClass" and release.checks_written_details:
        problems += changed_class_problems(old.manifest, merged)
    elif kind == "PriorityClass":
        return merged
    elif kind in GROUP_KINDS:
        spec, before = mapping(merged.get("spec")), old.spec_manifest
        merged["spec"] = {**{name: before[name] for name in _SET_BY_SERVER if name in before}, **spec}
        problems += changed_group_problems(kind, old.manifest, merged, release)
    fixed = unchangeable(kind, old.manifest, merged)
    if fixed is not None:
        problems.append(fixed)
    return tuple(problems) if problems else merged


def _replaced_metadata(old: Manifest, new: Manifest) -> Manifest:
    metadata = {name: value for name, value in old.items() if name not in _OF_AUTHOR}
    return {**metadata, **{name: new[name] for name in _OF_AUTHOR if new.get(name)}}


def _metadata(old: Manifest, new: Manifest) -> Manifest:
    metadata = dict(old)
    for field in ("labels", "annotations"):
        if field in new:
            given = mapping(new[field])
            noted = {key: value for key, value in mapping(old.get(field)).items() if _by_controllers(key)}
            metadata[field] = {**noted, **given} if field == "annotations" else given
    finalizers = dict.fromkeys((*strings(old.get("finalizers")), *strings(new.get("finalizers"))))
    if finalizers:
        metadata["finalizers"] = list(finalizers)
    return metadata


def _by_controllers(annotation: str) -> bool:
    """Whether controllers write the annotation; then `kubectl apply` without it does not remove it."""
    domain = annotation.partition("/")[0]
    return domain.endswith(".kubernetes.io") and not domain.startswith("kubectl.")
