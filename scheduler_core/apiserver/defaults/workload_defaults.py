"""The defaults of workloads, and the labels by which a Job finds its pods.

Source: pkg/apis/apps/v1/defaults.go, pkg/apis/batch/v1/defaults.go, pkg/registry/batch/job (v1.34).
"""

from __future__ import annotations

from scheduler_core.apiserver.defaults.storage_defaults import without_nulls
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text, with_value

JOB_UID_LABEL = "batch.kubernetes.io/controller-uid"
JOB_NAME_LABEL = "batch.kubernetes.io/job-name"
_LEGACY_UID_LABEL, _LEGACY_NAME_LABEL = "controller-uid", "job-name"
DEFAULT_BACKOFF_LIMIT = 6
_LARGEST = 2**31 - 1


def workload_defaults(kind: str, spec: dict[str, Json]) -> dict[str, Json]:
    """`spec` with its defaults; its template's pod spec has had its own already."""
    match kind:
        case "DaemonSet":
            _set(spec, "revisionHistoryLimit", 10)
            spec["updateStrategy"] = _rolling(
                spec.get("updateStrategy"), {"maxUnavailable": 1, "maxSurge": 0}
            )
            return spec
        case "Job":
            return _job(spec)
    _set(spec, "replicas", 1)
    labels = find(spec, "template", "metadata", "labels")
    if kind == "ReplicationController" and not spec.get("selector") and labels:
        spec["selector"] = labels
    if kind == "Deployment":
        spec["strategy"] = _rolling(spec.get("strategy"), {"maxUnavailable": "25%", "maxSurge": "25%"})
        _set(spec, "revisionHistoryLimit", 10)
        _set(spec, "progressDeadlineSeconds", 600)
    if kind == "StatefulSet":
        _set(spec, "podManagementPolicy", "OrderedReady")
        _set(spec, "revisionHistoryLimit", 10)
        spec["updateStrategy"] = _rolling(spec.get("updateStrategy"), {"partition": 0})
        spec["persistentVolumeClaimRetentionPolicy"] = {
            "whenDeleted": "Retain",
            "whenScaled": "Retain",
            **without_nulls(mapping(spec.get("persistentVolumeClaimRetentionPolicy"))),
        }
    return spec


def cron_job_defaults(spec: dict[str, Json]) -> dict[str, Json]:
    """The spec of a CronJob with its defaults. Its Jobs get theirs when they are created."""
    _set(spec, "concurrencyPolicy", "Allow")
    _set(spec, "suspend", False)
    _set(spec, "successfulJobsHistoryLimit", 3)
    _set(spec, "failedJobsHistoryLimit", 1)
    return spec


def _set(spec: dict[str, Json], field: str, value: Json) -> None:
    if spec.get(field) is None:
        spec[field] = value


def _rolling(given: Json, defaults: Manifest) -> Manifest:
    """An update strategy: RollingUpdate with `defaults` unless the manifest chooses another type."""
    strategy = dict(mapping(given))
    if not strategy.get("type"):
        strategy["type"] = "RollingUpdate"
    if strategy["type"] == "RollingUpdate":
        strategy["rollingUpdate"] = {**defaults, **without_nulls(mapping(strategy.get("rollingUpdate")))}
    return strategy


def _job(spec: dict[str, Json]) -> dict[str, Json]:
    if spec.get("completions") is None and spec.get("parallelism") is None:
        spec["completions"] = spec["parallelism"] = 1
    _set(spec, "parallelism", 1)
    per_index = spec.get("backoffLimitPerIndex") is not None
    _set(spec, "backoffLimit", _LARGEST if per_index else DEFAULT_BACKOFF_LIMIT)
    _set(spec, "completionMode", "NonIndexed")
    _set(spec, "suspend", False)
    by_policy = spec.get("podFailurePolicy") is not None
    _set(spec, "podReplacementPolicy", "Failed" if by_policy else "TerminatingOrFailed")
    return spec


def with_job_labels(manifest: Manifest, uid: str) -> Manifest:
    """The Job with its generated selector and the labels by which its pods are found."""
    spec = mapping(manifest.get("spec"))
    if spec.get("manualSelector") is True or spec.get("selector") is not None:
        return manifest
    name = text(find(manifest, "metadata", "name"))
    labels = {
        **mapping(find(spec, "template", "metadata", "labels")),
        JOB_UID_LABEL: uid,
        _LEGACY_UID_LABEL: uid,
        JOB_NAME_LABEL: name,
        _LEGACY_NAME_LABEL: name,
    }
    labelled = with_value(manifest, ("spec", "template", "metadata", "labels"), labels)
    return with_value(labelled, ("spec", "selector"), {"matchLabels": {JOB_UID_LABEL: uid}})
