"""What the API server refuses in a workload, and which fields of a stored one are immutable.

Source: pkg/apis/apps/validation, pkg/apis/batch/validation (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping
from json import dumps

from scheduler_core.apiserver.validation.checks import (
    Check,
    count_or_percent,
    go_value,
    invalid_value,
    required_value,
    shown,
    step,
)
from scheduler_core.apiserver.validation.immutable_fields import changed_immutable
from scheduler_core.apiserver.validation.job_rules import job_problems
from scheduler_core.objects.manifest import Json, Manifest, find, integer, is_map, texts
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.selection.selectors import LabelSelector

_STATEFUL_UPDATE = (
    "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', "
    "'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' "
    "are forbidden"
)


def changed_problems(kind: str, old: Manifest, new: Manifest) -> tuple[Problem, ...]:
    """The problems of changed immutable fields, in the API server's words; both arguments are whole specs."""
    problems: list[Problem] = []
    changed = [_immutable(path, value) for path, value in changed_immutable(f"{kind}Spec", old, new, "spec")]
    if kind == "StatefulSet":
        return (Problem.of("spec", "forbidden", _STATEFUL_UPDATE),) if changed else ()
    if kind == "Job" and new.get("completions") != old.get("completions"):
        elastic = new.get("completionMode") == "Indexed" and new.get("completions") == new.get("parallelism")
        if not elastic:
            problems.append(_immutable("spec.completions", new.get("completions")))
    if new.get("selector") != old.get("selector"):
        _selects_its_template(new, "spec", problems)
    return (*problems, *changed)


def _immutable(path: str, value: Json) -> Problem:
    return Problem.of(path, "invalid", f"Invalid value: {go_value(value)}: field is immutable")


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
    policy = find(value, "template", "spec", "restartPolicy")
    if isinstance(policy, str) and policy != "Always":
        detail = f'Unsupported value: {shown(policy)}: supported values: "Always"'
        here = f"{path}.template.spec.restartPolicy"
        problems.append(Problem.of(here, "unsupported", detail, got=shown(policy), supported='"Always"'))


def _deployment(value: Json, path: str, problems: list[Problem]) -> None:
    if _without_room(value, "strategy"):
        here, why = f"{path}.strategy.rollingUpdate.maxUnavailable", "may not be 0 when `maxSurge` is 0"
        problems.append(invalid_value(here, find(value, "strategy", "rollingUpdate", "maxUnavailable"), why))
    deadline, ready = (
        integer(find(value, name)) or 0 for name in ("progressDeadlineSeconds", "minReadySeconds")
    )
    if find(value, "progressDeadlineSeconds") is not None and deadline <= ready:
        detail = f"Invalid value: {deadline}: must be greater than minReadySeconds"
        problems.append(Problem.of(step(path, "progressDeadlineSeconds"), "invalid", detail, got=deadline))


def _daemon_set(value: Json, path: str, problems: list[Problem]) -> None:
    if _without_room(value, "updateStrategy"):
        here = f"{path}.updateStrategy.rollingUpdate.maxUnavailable"
        problems.append(required_value(here, "cannot be 0 when maxSurge is 0"))
    rolling = find(value, "updateStrategy", "rollingUpdate")
    if _amount(find(rolling, "maxSurge")) and _amount(find(rolling, "maxUnavailable")):
        here, why = (
            f"{path}.updateStrategy.rollingUpdate.maxSurge",
            "may not be set when maxUnavailable is non-zero",
        )
        problems.append(invalid_value(here, find(rolling, "maxSurge"), why))


def _without_room(value: Json, field: str) -> bool:
    """Whether a rolling update has neither maxSurge nor maxUnavailable above 0."""
    rolling = find(value, field, "rollingUpdate")
    if not is_map(rolling):
        return False
    return _amount(rolling.get("maxUnavailable")) == 0 and _amount(rolling.get("maxSurge")) == 0


def _stateful_set(value: Json, path: str, problems: list[Problem]) -> None:
    """The two enumerations of a StatefulSet are refused in other words than most are."""
    management, strategy = find(value, "podManagementPolicy"), find(value, "updateStrategy")
    if isinstance(management, str) and management not in _MANAGEMENT:
        here = step(path, "podManagementPolicy")
        problems.append(_not_one_of_two(here, shown(management), _MANAGEMENT))
    kind = find(strategy, "type")
    if isinstance(kind, str) and kind not in _STRATEGIES:
        got = dumps({"Type": kind, "RollingUpdate": None}, separators=(",", ":"))
        problems.append(_not_one_of_two(step(path, "updateStrategy"), got, _STRATEGIES))


_MANAGEMENT, _STRATEGIES = ("OrderedReady", "Parallel"), ("RollingUpdate", "OnDelete")


def _not_one_of_two(path: str, got: str, names: tuple[str, str]) -> Problem:
    words = f"Invalid value: {got}: must be '{names[0]}' or '{names[1]}'"
    return Problem.of(path, "unsupported", words, got=got, supported=", ".join(f'"{name}"' for name in names))


def _amount(value: Json) -> int | None:
    """The integer, or the number of the percentage; None for anything else."""
    if isinstance(value, str):
        percent = value.removesuffix("%")
        return int(percent) if percent.isdecimal() and len(percent) < 10 else None
    return integer(value)


def _some_pods(value: Json, path: str, problems: list[Problem]) -> None:
    """maxUnavailable of a StatefulSet: at least one pod, at most all."""
    count_or_percent(value, path, problems)
    amount = _amount(value)
    if amount == 0:
        problems.append(invalid_value(path, value, "cannot be 0"))
    elif isinstance(value, str) and amount is not None and amount > 100:
        problems.append(invalid_value(path, value, "must not be greater than 100%"))


WORKLOAD_RULES: Mapping[str, Check] = {
    "always_restarts": _always_restarts,
    "daemon_set": _daemon_set,
    "deployment": _deployment,
    "job": job_problems,
    "selects_template": _selects_its_template,
    "some_pods": _some_pods,
    "stateful_set": _stateful_set,
}
