"""What the API server refuses in a workload, and which fields of a stored one are immutable.

Source: pkg/apis/apps/validation, pkg/apis/batch/validation (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.validation.checks import (
    Check,
    count32,
    count_or_percent,
    fields,
    flag_check,
    invalid_value,
    labels_check,
    list_of,
    one_of,
    shown,
    step,
    text_check,
)
from scheduler_core.apiserver.validation.job_rules import JOB_FIELDS, job_problems
from scheduler_core.apiserver.validation.placement_rules import LABEL_SELECTOR
from scheduler_core.objects.manifest import Json, Manifest, find, integer, is_map, texts
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.selection.selectors import LabelSelector

_STATEFUL_UPDATE = (
    "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', "
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


def changed_problems(kind: str, old: Manifest, new: Manifest) -> tuple[Problem, ...]:
    """The problems of changed immutable fields, in the API server's words; both arguments are whole specs."""
    problems: list[Problem] = []
    if kind == "StatefulSet":
        kept = {name: value for name, value in new.items() if name not in _STATEFUL_CHANGEABLE}
        before = {name: value for name, value in old.items() if name not in _STATEFUL_CHANGEABLE}
        return (Problem.of("spec", "forbidden", _STATEFUL_UPDATE),) if kept != before else ()
    fixed = {
        "Deployment": ("selector",),
        "ReplicaSet": ("selector",),
        "DaemonSet": ("selector",),
        "Job": (
            "selector",
            "completionMode",
            "podFailurePolicy",
            "successPolicy",
            "backoffLimitPerIndex",
            "template",
        ),
    }
    if kind == "Job" and new.get("completions") != old.get("completions"):
        elastic = new.get("completionMode") == "Indexed" and new.get("completions") == new.get("parallelism")
        if not elastic:
            problems.append(_immutable("completions", new))
    if new.get("selector") != old.get("selector"):
        _selects_its_template(new, "spec", problems)
    problems += [_immutable(name, new) for name in fixed.get(kind, ()) if new.get(name) != old.get(name)]
    return tuple(problems)


def _immutable(name: str, spec: Manifest) -> Problem:
    words = f"Invalid value: {go_value(spec.get(name))}: field is immutable"
    return Problem.of(f"spec.{name}", "invalid", words)


def go_value(value: Json) -> str:
    """A value as a message shows it: JSON-like, with sorted keys."""
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
    """The selector matches the labels of the pod template."""
    selector = LabelSelector.parse(find(value, "selector"))
    labels = texts(find(value, "template", "metadata", "labels"))
    if selector is not None and is_map(find(value, "template")) and not selector.matches(labels):
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


def _job(value: Json, path: str, problems: list[Problem]) -> None:
    _selects_its_template(value, path, problems)
    job_problems(value, path, problems)


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
        here, why = (
            f"{path}.updateStrategy.rollingUpdate.maxSurge",
            "may not be set when maxUnavailable is non-zero",
        )
        problems.append(invalid_value(here, find(rolling, "maxSurge"), why))


def _some_room(value: Json, path: str, field: str, why: str, problems: list[Problem]) -> None:
    """A rolling update needs maxSurge or maxUnavailable above 0; `why` is the refusal's text."""
    rolling = find(value, field, "rollingUpdate")
    if not is_map(rolling):
        return
    if _amount(rolling.get("maxUnavailable")) == 0 and _amount(rolling.get("maxSurge")) == 0:
        here = f"{path}.{field}.rollingUpdate.maxUnavailable"
        problems.append(invalid_value(here, rolling.get("maxUnavailable"), why))


def _amount(value: Json) -> int | None:
    """The integer, or the number of the percentage; None for anything else."""
    if isinstance(value, str):
        percent = value.removesuffix("%")
        return int(percent) if percent.isdecimal() and len(percent) < 10 else None
    return integer(value)


_HISTORY = {"minReadySeconds": count32, "revisionHistoryLimit": count32}
_ROLLING = fields({"maxSurge": count_or_percent, "maxUnavailable": count_or_percent})


_DEPLOYMENT: Mapping[str, Check] = {
    **_HISTORY,
    "replicas": count32,
    "strategy": fields({"type": one_of("Recreate", "RollingUpdate"), "rollingUpdate": _ROLLING}),
    "progressDeadlineSeconds": count32,
    "paused": flag_check,
}
_REPLICA_SET: Mapping[str, Check] = {"replicas": count32, "minReadySeconds": count32}
_RETENTION = one_of("Retain", "Delete")


def _several(value: Json, path: str, problems: list[Problem]) -> None:
    """maxUnavailable of a StatefulSet: at least one pod, at most all."""
    count_or_percent(value, path, problems)
    amount = _amount(value)
    if amount == 0:
        problems.append(invalid_value(path, value, "cannot be 0"))
    elif isinstance(value, str) and amount is not None and amount > 100:
        problems.append(invalid_value(path, value, "must not be greater than 100%"))


_STATEFUL_SET: Mapping[str, Check] = {
    **_HISTORY,
    "replicas": count32,
    "serviceName": text_check,
    "podManagementPolicy": one_of("OrderedReady", "Parallel"),
    "updateStrategy": fields(
        {
            "type": one_of("RollingUpdate", "OnDelete"),
            "rollingUpdate": fields({"partition": count32, "maxUnavailable": _several}),
        }
    ),
    "ordinals": fields({"start": count32}),
    "persistentVolumeClaimRetentionPolicy": fields({"whenDeleted": _RETENTION, "whenScaled": _RETENTION}),
}
_DAEMON_SET: Mapping[str, Check] = {
    **_HISTORY,
    "updateStrategy": fields({"type": one_of("RollingUpdate", "OnDelete"), "rollingUpdate": _ROLLING}),
}


def workload_checks(template: Check, claim: Check) -> Mapping[str, Check]:
    """The check of each kind's spec; `template` checks a pod template, `claim` a claim template."""
    common: dict[str, Check] = {"selector": LABEL_SELECTOR, "template": template}
    both = ("selector", "template")
    return {
        "Deployment": fields({**common, **_DEPLOYMENT}, required=both, also=_deployment),
        "ReplicaSet": fields({**common, **_REPLICA_SET}, required=("selector",), also=_always_restarts),
        "StatefulSet": fields(
            {**common, **_STATEFUL_SET, "volumeClaimTemplates": list_of(claim)},
            required=both,
            also=_always_restarts,
        ),
        "ReplicationController": fields({**_REPLICA_SET, "selector": labels_check, "template": template}),
        "DaemonSet": fields({**common, **_DAEMON_SET}, required=both, also=_daemon_set),
        "Job": fields({**common, **JOB_FIELDS}, required=("template",), also=_job),
    }
