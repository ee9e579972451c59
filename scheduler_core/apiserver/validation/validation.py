"""Validation: what the API server would refuse, each problem with its exact path.

Source: pkg/apis/core/validation, pkg/apis/apps/validation (v1.34), as far as the model reads the fields. Each
problem says what is wrong and which value was found; rules about fields that the model does not read are left
out.
"""

from __future__ import annotations

from collections.abc import Mapping
from json import dumps

from scheduler_core.apiserver.validation.checks import (
    MAX_PROBLEMS,
    Check,
    count64,
    count_or_percent,
    dns_label_check,
    duplicate_value,
    fields,
    flag_check,
    forbidden,
    int32,
    int64,
    invalid_value,
    labels_check,
    list_of,
    map_of,
    mapping_check,
    name_check,
    number_between,
    once,
    one_of,
    quantity_check,
    required_value,
    shown,
    step,
    text_check,
)
from scheduler_core.apiserver.validation.cron_job_rules import cron_job_check, cron_job_problems
from scheduler_core.apiserver.validation.device_rules import DEVICE_SCHEMAS, POD_CLAIMS, claim_uses
from scheduler_core.apiserver.validation.placement_rules import (
    AFFINITY,
    EFFECTS,
    LABEL_SELECTOR,
    TOLERATION,
    label_name,
    label_value,
    scheduling_gates,
    topology_key,
)
from scheduler_core.apiserver.validation.probe_rules import LIFECYCLE, PROBE, lifecycle_rules
from scheduler_core.apiserver.validation.release_rules import release_problems
from scheduler_core.apiserver.validation.service_rules import ENDPOINT_SLICE_FIELDS, SERVICE_SPEC
from scheduler_core.apiserver.validation.storage_rules import CLAIM_TEMPLATE, STORAGE_SCHEMAS
from scheduler_core.apiserver.validation.workload_rules import workload_checks
from scheduler_core.objects.manifest import Json, Manifest, find, integer, items, mapping, strings, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.scalars.quantity import parse_quantity

__all__ = ["MAX_PROBLEMS", "validate"]


def validate(kind: str, manifest: Manifest, release: Release = BASELINE) -> tuple[Problem, ...]:
    """All problems of an object that has been through defaulting, at most `MAX_PROBLEMS`."""
    problems: list[Problem] = []
    schema = _SCHEMAS.get(kind)
    if schema is not None:
        schema(manifest, "", problems)
        problems += release_problems(kind, manifest, release)
    return tuple(problems[:MAX_PROBLEMS])


def _above_zero(value: Json, path: str, problems: list[Problem]) -> None:
    number = integer(value)
    if number is None or number > 0:
        int32(value, path, problems)
        return
    got = shown(number)
    detail = f"Invalid value: {got}: must be greater than zero"
    problems.append(Problem.of(path, "range", detail, low=1, high=2**31 - 1, got=got))


def _label_keys(value: Json, path: str, problems: list[Problem]) -> None:
    """matchLabelKeys beside labelSelector: defaulting has merged each key that the pod has as a label into it
    once.
    """
    keys, selector = strings(find(value, "matchLabelKeys")), find(value, "labelSelector")
    here = step(path, "matchLabelKeys")
    if keys and selector is None:
        problems.append(forbidden(here, "must not be specified when labelSelector is not set"))
        return
    labels = mapping(find(selector, "matchLabels"))
    named = [find(entry, "key") for entry in items(find(selector, "matchExpressions"))]
    for index, key in enumerate(keys):
        if key in labels or named.count(key) > 1:
            why = "exists in both matchLabelKeys and labelSelector"
            problems.append(invalid_value(f"{here}[{index}]", key, why))


_WHEN = one_of("DoNotSchedule", "ScheduleAnyway")


def _spread(value: Json, path: str, problems: list[Problem]) -> None:
    topology_key(find(value, "topologyKey"), step(path, "topologyKey"), problems)
    for name, check, missing in (("maxSkew", _above_zero, 0), ("whenUnsatisfiable", _WHEN, "")):
        if find(value, name) is None:
            check(missing, step(path, name), problems)
    if find(value, "minDomains") is not None and find(value, "whenUnsatisfiable") != "DoNotSchedule":
        action = text(find(value, "whenUnsatisfiable"))
        why = f"can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {action}"
        problems.append(invalid_value(step(path, "minDomains"), find(value, "minDomains"), why))
    _label_keys(value, path, problems)


_SPREAD = fields(
    {
        "maxSkew": _above_zero,
        "whenUnsatisfiable": _WHEN,
        "labelSelector": LABEL_SELECTOR,
        "minDomains": _above_zero,
        "nodeAffinityPolicy": one_of("Honor", "Ignore"),
        "nodeTaintsPolicy": one_of("Honor", "Ignore"),
        "matchLabelKeys": list_of(text_check),
    },
    also=_spread,
)


def _spreads(value: Json, path: str, problems: list[Problem]) -> None:
    """All constraints of a pod: each is checked alone, and duplicates are refused."""
    list_of(_SPREAD)(value, path, problems)
    pairs = [(find(entry, "topologyKey"), find(entry, "whenUnsatisfiable")) for entry in items(value)]
    for index, pair in enumerate(pairs):
        if pair in pairs[index + 1 :]:
            here = f"{path}[{index}].{{topologyKey, whenUnsatisfiable}}"
            got = f"{{{pair[0]}, {pair[1]}}}"
            problems.append(duplicate_value(here, got))


_AMOUNTS = map_of(quantity_check)


def _resources(value: Json, path: str, problems: list[Problem]) -> None:
    """No request is above its limit. Quantities that cannot be read are reported elsewhere."""
    limits, requests = mapping(find(value, "limits")), mapping(find(value, "requests"))
    for name, requested in requests.items():
        limit = limits.get(name)
        if limit is None or isinstance(limit, bool) or isinstance(requested, bool):
            continue
        if isinstance(limit, (str, int, float)) and isinstance(requested, (str, int, float)):
            malformed: list[Problem] = []
            quantity_check(limit, "", malformed)
            quantity_check(requested, "", malformed)
            if not malformed and _nano(requested) > _nano(limit):
                detail = f"must be less than or equal to {name} limit of {limit}, got {requested}"
                args: Mapping[str, Json] = {"limit": str(limit), "got": str(requested)}
                problems.append(Problem.of(step(step(path, "requests"), name), "above_limit", detail, **args))


def _nano(amount: str | int | float) -> int:
    return parse_quantity(amount).nano


_RESOURCES = fields({"requests": _AMOUNTS, "limits": _AMOUNTS}, also=_resources)
_PORT = number_between(1, 65535)
_CONTAINER_FIELDS: Mapping[str, Check] = {
    "name": dns_label_check,
    "image": text_check,
    "resources": _RESOURCES,
    "ports": list_of(
        fields(
            {
                "containerPort": _PORT,
                "hostPort": number_between(0, 65535),
                "hostIP": text_check,
                "protocol": one_of("TCP", "UDP", "SCTP"),
            }
        )
    ),
    "lifecycle": LIFECYCLE,
    "livenessProbe": PROBE,
    "readinessProbe": PROBE,
    "startupProbe": PROBE,
    "restartPolicy": text_check,
}
_CONTAINER = once(fields(_CONTAINER_FIELDS, required=("name",)), reads=tuple(_CONTAINER_FIELDS))


def _pod_spec_rules(value: Json, path: str, problems: list[Problem]) -> None:
    """Rules about several fields: at least one container, unique names, probes, hooks, and device claims."""
    if find(value, "containers") in ([], ()):
        problems.append(required_value(step(path, "containers")))
    lifecycle_rules(value, path, problems)
    claim_uses(value, path, problems)
    seen: set[str] = set()
    for part in ("initContainers", "containers"):
        for index, container in enumerate(items(find(value, part))):
            name = find(container, "name")
            if isinstance(name, str) and name in seen:
                problems.append(duplicate_value(f"{step(path, part)}[{index}].name", name))
            elif isinstance(name, str):
                seen.add(name)


_POD_SPEC = fields(
    {
        "nodeName": text_check,
        "nodeSelector": once(labels_check),
        "schedulerName": text_check,
        "priority": int32,
        "priorityClassName": text_check,
        "preemptionPolicy": one_of("Never", "PreemptLowerPriority"),
        "restartPolicy": one_of("Always", "OnFailure", "Never"),
        "terminationGracePeriodSeconds": count64,
        "activeDeadlineSeconds": number_between(1, 2**31 - 1),
        "hostNetwork": flag_check,
        "containers": list_of(_CONTAINER),
        "initContainers": list_of(_CONTAINER),
        "resources": _RESOURCES,
        "overhead": _AMOUNTS,
        "tolerations": once(list_of(TOLERATION)),
        "topologySpreadConstraints": _spreads,
        "schedulingGates": scheduling_gates,
        "volumes": list_of(mapping_check),
        "resourceClaims": POD_CLAIMS,
        "affinity": once(fields(AFFINITY)),
    },
    required=("containers",),
    also=_pod_spec_rules,
)


def _metadata(name_rule: Check) -> Check:
    return fields(
        {
            "name": name_rule,
            "namespace": dns_label_check,
            "generateName": text_check,
            "labels": once(labels_check),
            "annotations": map_of(text_check),
            "uid": text_check,
            "creationTimestamp": text_check,
            "deletionTimestamp": text_check,
            "deletionGracePeriodSeconds": int64,
            "generation": int64,
            "finalizers": list_of(text_check),
            "ownerReferences": once(
                list_of(
                    fields(
                        {"kind": text_check, "name": text_check, "uid": text_check, "controller": flag_check},
                        required=("kind", "name"),
                    )
                )
            ),
        },
        required=("name",),
    )


_OBJECT = _metadata(name_check)
_TEMPLATE = fields(
    {
        "metadata": fields({"labels": labels_check, "annotations": map_of(text_check)}),
        "spec": _POD_SPEC,
    }
)


_TAINTS = list_of(
    fields({"key": label_name, "value": label_value, "effect": one_of(*EFFECTS)}, required=("key", "effect"))
)


def _budget(value: Json, path: str, problems: list[Problem]) -> None:
    if find(value, "minAvailable") is not None and find(value, "maxUnavailable") is not None:
        spec: dict[str, Json] = {
            "MinAvailable": find(value, "minAvailable"),
            "Selector": find(value, "selector"),
            "MaxUnavailable": find(value, "maxUnavailable"),
            "UnhealthyPodEvictionPolicy": find(value, "unhealthyPodEvictionPolicy"),
        }
        shown_spec = dumps(spec, separators=(",", ":"))
        detail = f"Invalid value: {shown_spec}: minAvailable and maxUnavailable cannot be both set"
        problems.append(Problem.of(path, "invalid", detail))


_WORKLOAD = workload_checks(_TEMPLATE, CLAIM_TEMPLATE)

_SCHEMAS: Mapping[str, Check] = {
    "Pod": fields(
        {"metadata": _OBJECT, "spec": _POD_SPEC, "status": mapping_check}, required=("metadata", "spec")
    ),
    "Node": fields(
        {
            "metadata": _OBJECT,
            "spec": fields({"unschedulable": flag_check, "taints": _TAINTS, "providerID": text_check}),
            "status": fields(
                {
                    "capacity": _AMOUNTS,
                    "allocatable": _AMOUNTS,
                    "images": list_of(fields({"names": list_of(text_check), "sizeBytes": count64})),
                    "conditions": list_of(mapping_check),
                }
            ),
        },
        required=("metadata",),
    ),
    "Namespace": fields({"metadata": _metadata(dns_label_check)}, required=("metadata",)),
    "ResourceQuota": fields(
        {"metadata": _OBJECT, "spec": fields({"hard": _AMOUNTS, "scopes": list_of(text_check)})},
        required=("metadata",),
    ),
    "PriorityClass": fields(
        {
            "metadata": _OBJECT,
            "value": int32,
            "globalDefault": flag_check,
            "preemptionPolicy": one_of("Never", "PreemptLowerPriority"),
        },
        required=("metadata",),
    ),
    "PodDisruptionBudget": fields(
        {
            "metadata": _OBJECT,
            "spec": fields(
                {
                    "selector": LABEL_SELECTOR,
                    "minAvailable": count_or_percent,
                    "maxUnavailable": count_or_percent,
                    "unhealthyPodEvictionPolicy": one_of("AlwaysAllow", "IfHealthyBudget"),
                },
                also=_budget,
            ),
            "status": mapping_check,
        },
        required=("metadata",),
    ),
    "Service": fields({"metadata": _OBJECT, "spec": SERVICE_SPEC}, required=("metadata",)),
    "EndpointSlice": fields(
        {"metadata": _OBJECT, **ENDPOINT_SLICE_FIELDS}, required=("metadata", "addressType")
    ),
    "CronJob": fields(
        {"metadata": _OBJECT, "spec": cron_job_check(_WORKLOAD["Job"]), "status": mapping_check},
        required=("metadata", "spec"),
        also=cron_job_problems,
    ),
    **STORAGE_SCHEMAS,
    **DEVICE_SCHEMAS,
    **{
        kind: fields(
            {"metadata": _OBJECT, "spec": spec, "status": mapping_check}, required=("metadata", "spec")
        )
        for kind, spec in _WORKLOAD.items()
    },
}
