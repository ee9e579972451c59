"""Workloads at the API server: what is written into them, what is refused, and what may not change.

Source: pkg/apis/apps/v1/defaults.go, pkg/apis/batch/v1/defaults.go, pkg/apis/apps/validation,
pkg/apis/batch/validation, pkg/registry/batch/job/strategy.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.validation.checks import (
    Check,
    count32,
    count64,
    count_or_percent,
    each,
    fields,
    flag_check,
    labels_check,
    mapping_check,
    number_between,
    one_of,
    shown,
    step,
    text_check,
)
from scheduler_core.apiserver.validation.placement_rules import LABEL_SELECTOR
from scheduler_core.objects.manifest import (
    Json,
    Manifest,
    find,
    integer,
    mapping,
    text,
    texts,
    with_value,
)
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.selectors import LabelSelector

JOB_UID_LABEL = "batch.kubernetes.io/controller-uid"
JOB_NAME_LABEL = "batch.kubernetes.io/job-name"
_LEGACY_UID_LABEL, _LEGACY_NAME_LABEL = "controller-uid", "job-name"
DEFAULT_BACKOFF_LIMIT = 6
_LARGEST = 2**31 - 1
_IMMUTABLE = "field is immutable"
_STATEFUL_UPDATE = (
    "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', "
    "'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' "
    "are forbidden"
)
_STATEFUL_CHANGEABLE = (
    "replicas",
    "ordinals",
    "template",
    "updateStrategy",
    "revisionHistoryLimit",
    "persistentVolumeClaimRetentionPolicy",
    "minReadySeconds",
)


def workload_defaults(kind: str, spec: dict[str, Json]) -> dict[str, Json]:
    """`spec` completed; its template's pod spec has been through its own defaulting."""
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
            **_said(mapping(spec.get("persistentVolumeClaimRetentionPolicy"))),
        }
    return spec


def _set(spec: dict[str, Json], field: str, value: Json) -> None:
    if spec.get(field) is None:
        spec[field] = value


def _said(given: Manifest) -> dict[str, Json]:
    return {name: value for name, value in given.items() if value is not None}


def _rolling(given: Json, defaults: Manifest) -> Manifest:
    strategy = dict(mapping(given))
    if not strategy.get("type"):
        strategy["type"] = "RollingUpdate"
    if strategy["type"] == "RollingUpdate":
        strategy["rollingUpdate"] = {**defaults, **_said(mapping(strategy.get("rollingUpdate")))}
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


def changed_problems(kind: str, old: Manifest, new: Manifest) -> tuple[str, ...]:
    """What of a workload may not change, as the API server says it; both are whole specs."""
    problems: list[str] = []
    if kind == "StatefulSet":
        kept = {name: value for name, value in new.items() if name not in _STATEFUL_CHANGEABLE}
        before = {name: value for name, value in old.items() if name not in _STATEFUL_CHANGEABLE}
        return (_STATEFUL_UPDATE,) if kept != before else ()
    fixed = {
        "Deployment": ("selector",),
        "ReplicaSet": ("selector",),
        "DaemonSet": ("selector",),
        "Job": ("selector", "completionMode", "podFailurePolicy", "template"),
    }
    if kind == "Job" and new.get("completions") != old.get("completions"):
        elastic = new.get("completionMode") == "Indexed" and new.get("completions") == new.get("parallelism")
        if not elastic:
            problems.append(_immutable("completions", new))
    problems += [_immutable(name, new) for name in fixed.get(kind, ()) if new.get(name) != old.get(name)]
    return tuple(problems)


def _immutable(name: str, spec: Manifest) -> str:
    return f"spec.{name}: Invalid value: {go_value(spec.get(name))}: {_IMMUTABLE}"


def go_value(value: Json) -> str:
    """A value as a message shows it: JSON-like, keys sorted."""
    if isinstance(value, Mapping):
        return "{" + ",".join(f'"{key}":{go_value(value[key])}' for key in sorted(value)) + "}"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(go_value(entry) for entry in value) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


# Validation


def _selects_its_template(value: Json, path: str, problems: list[Problem]) -> None:
    selector = LabelSelector.parse(find(value, "selector"))
    labels = texts(find(value, "template", "metadata", "labels"))
    if (
        selector is not None
        and isinstance(find(value, "template"), (dict, Mapping))
        and not selector.matches(labels)
    ):
        here = f"{path}.template.metadata.labels"
        listed = "{" + ",".join(f'"{key}":"{labels[key]}"' for key in sorted(labels)) + "}"
        detail = f"Invalid value: {listed}: `selector` does not match template `labels`"
        problems.append(Problem.of(here, "selector", detail))


def _always_restarts(value: Json, path: str, problems: list[Problem]) -> None:
    _selects_its_template(value, path, problems)
    policy = find(value, "template", "spec", "restartPolicy")
    if isinstance(policy, str) and policy != "Always":
        detail = f'Unsupported value: {shown(policy)}: supported values: "Always"'
        here = f"{path}.template.spec.restartPolicy"
        problems.append(Problem.of(here, "unsupported", detail, got=shown(policy), supported='"Always"'))


def _deployment(value: Json, path: str, problems: list[Problem]) -> None:
    _always_restarts(value, path, problems)
    _some_room(value, path, "strategy", "may not be 0 when `maxSurge` is 0", problems)
    deadline, ready = (
        integer(find(value, name)) or 0 for name in ("progressDeadlineSeconds", "minReadySeconds")
    )
    if find(value, "progressDeadlineSeconds") is not None and deadline <= ready:
        detail = f"Invalid value: {deadline}: must be greater than minReadySeconds"
        problems.append(Problem.of(step(path, "progressDeadlineSeconds"), "invalid", detail, got=deadline))


def _daemon_set(value: Json, path: str, problems: list[Problem]) -> None:
    _always_restarts(value, path, problems)
    _some_room(value, path, "updateStrategy", "cannot be 0 when maxSurge is 0", problems)
    rolling = find(value, "updateStrategy", "rollingUpdate")
    if _amount(find(rolling, "maxSurge")) and _amount(find(rolling, "maxUnavailable")):
        got = shown(find(rolling, "maxSurge"))
        detail = f"Invalid value: {got}: may not be set when maxUnavailable is non-zero"
        problems.append(
            Problem.of(f"{path}.updateStrategy.rollingUpdate.maxSurge", "invalid", detail, got=got)
        )


def _some_room(value: Json, path: str, field: str, why: str, problems: list[Problem]) -> None:
    rolling = find(value, field, "rollingUpdate")
    if not isinstance(rolling, (dict, Mapping)):
        return
    if _amount(rolling.get("maxUnavailable")) == 0 and _amount(rolling.get("maxSurge")) == 0:
        got = shown(rolling.get("maxUnavailable"))
        here = f"{path}.{field}.rollingUpdate.maxUnavailable"
        problems.append(Problem.of(here, "invalid", f"Invalid value: {got}: {why}", got=got))


def _amount(value: Json) -> int | None:
    """A number, or the number of a percentage."""
    if isinstance(value, str):
        percent = value.removesuffix("%")
        return int(percent) if percent.isdigit() and len(percent) < 10 else None
    return integer(value)


def _job_rules(value: Json, path: str, problems: list[Problem]) -> None:
    _selects_its_template(value, path, problems)
    policy = find(value, "template", "spec", "restartPolicy")
    if isinstance(policy, str) and policy not in ("OnFailure", "Never"):
        here = f"{path}.template.spec.restartPolicy"
        problems.append(Problem.of(here, "required", 'Required value: valid values: "OnFailure", "Never"'))
    if find(value, "completionMode") == "Indexed" and find(value, "completions") is None:
        words = "Required value: when completion mode is Indexed"
        problems.append(Problem.of(step(path, "completions"), "required", words))
    if find(value, "podFailurePolicy") is None:
        return
    if find(value, "podReplacementPolicy") != "Failed":
        got = shown(find(value, "podReplacementPolicy"))
        here, detail = (
            step(path, "podReplacementPolicy"),
            f'Unsupported value: {got}: supported values: "Failed"',
        )
        problems.append(Problem.of(here, "unsupported", detail, got=got, supported='"Failed"'))
    if policy != "Never":
        here = f"{path}.template.spec.restartPolicy"
        detail = (
            f'Invalid value: {shown(policy)}: only "Never" is supported when podFailurePolicy is specified'
        )
        problems.append(Problem.of(here, "invalid", detail, got=shown(policy)))


_FAILURE_RULE = fields(
    {
        "action": one_of("Count", "FailIndex", "FailJob", "Ignore"),
        "onExitCodes": fields(
            {
                "containerName": text_check,
                "operator": one_of("In", "NotIn"),
                "values": each(number_between(0, 2**31 - 1)),
            },
            required=("operator", "values"),
        ),
        "onPodConditions": each(fields({"type": text_check, "status": text_check}, required=("type",))),
    },
    required=("action",),
)
_HISTORY = {"minReadySeconds": count32, "revisionHistoryLimit": count32}
_ROLLING = fields({"maxSurge": count_or_percent, "maxUnavailable": count_or_percent})


def workload_checks(template: Check, claim: Check) -> Mapping[str, Check]:
    """The check of each kind's spec; `template` is that of a pod template, `claim` that of a claim's."""
    common = {"selector": LABEL_SELECTOR, "template": template}
    retention = one_of("Retain", "Delete")
    return {
        "Deployment": fields(
            {
                **common,
                **_HISTORY,
                "replicas": count32,
                "strategy": fields({"type": one_of("Recreate", "RollingUpdate"), "rollingUpdate": _ROLLING}),
                "progressDeadlineSeconds": count32,
                "paused": flag_check,
            },
            required=("selector", "template"),
            also=_deployment,
        ),
        "ReplicaSet": fields(
            {**common, "replicas": count32, "minReadySeconds": count32},
            required=("selector",),
            also=_always_restarts,
        ),
        "StatefulSet": fields(
            {
                **common,
                **_HISTORY,
                "replicas": count32,
                "serviceName": text_check,
                "podManagementPolicy": one_of("OrderedReady", "Parallel"),
                "updateStrategy": fields(
                    {
                        "type": one_of("RollingUpdate", "OnDelete"),
                        "rollingUpdate": fields({"partition": count32}),
                    }
                ),
                "ordinals": fields({"start": count32}),
                "volumeClaimTemplates": each(claim),
                "persistentVolumeClaimRetentionPolicy": fields(
                    {"whenDeleted": retention, "whenScaled": retention}
                ),
            },
            required=("selector", "template"),
            also=_always_restarts,
        ),
        "ReplicationController": fields(
            {"replicas": count32, "minReadySeconds": count32, "selector": labels_check, "template": template}
        ),
        "DaemonSet": fields(
            {
                **common,
                **_HISTORY,
                "updateStrategy": fields(
                    {"type": one_of("RollingUpdate", "OnDelete"), "rollingUpdate": _ROLLING}
                ),
            },
            required=("selector", "template"),
            also=_daemon_set,
        ),
        "Job": fields(
            {
                **common,
                "parallelism": count32,
                "completions": count32,
                "activeDeadlineSeconds": count64,
                "backoffLimit": count32,
                "backoffLimitPerIndex": count32,
                "maxFailedIndexes": count32,
                "ttlSecondsAfterFinished": count32,
                "completionMode": one_of("NonIndexed", "Indexed"),
                "podReplacementPolicy": one_of("Failed", "TerminatingOrFailed"),
                "suspend": flag_check,
                "manualSelector": flag_check,
                "podFailurePolicy": fields({"rules": each(_FAILURE_RULE)}, required=("rules",)),
                "successPolicy": mapping_check,
            },
            required=("template",),
            also=_job_rules,
        ),
    }
