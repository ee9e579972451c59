"""Validation: what the API server would refuse, each problem with its exact path.

The table of fields (`objects/fields`) says how each field is validated; here its rows become checks. Each
problem says what is wrong and which value was found.

Source: pkg/apis/core/validation, pkg/apis/apps/validation (v1.34), as far as the model reads the fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from scheduler_core.apiserver.validation.checks import (
    MAX_PROBLEMS,
    Check,
    count32,
    count64,
    count_or_percent,
    dns_label_check,
    fields,
    flag_check,
    int32,
    int64,
    labels_check,
    list_of,
    list_of_at_most,
    map_of,
    mapping_check,
    name_check,
    number_between,
    once,
    one_of,
    quantity_check,
    text_check,
)
from scheduler_core.apiserver.validation.cron_job_rules import CRON_JOB_RULES
from scheduler_core.apiserver.validation.device_rules import DEVICE_RULES
from scheduler_core.apiserver.validation.group_rules import GROUP_RULES
from scheduler_core.apiserver.validation.placement_rules import PLACEMENT_RULES
from scheduler_core.apiserver.validation.pod_rules import POD_RULES
from scheduler_core.apiserver.validation.probe_rules import PROBE_RULES
from scheduler_core.apiserver.validation.release_rules import release_problems
from scheduler_core.apiserver.validation.service_rules import SERVICE_RULES
from scheduler_core.apiserver.validation.storage_rules import STORAGE_RULES
from scheduler_core.apiserver.validation.workload_rules import WORKLOAD_RULES
from scheduler_core.objects.fields.table import BY_TYPE, IMMUTABLE, TYPE_RULES, TYPES, UNCHECKED, Field
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.releases import BASELINE, Release

__all__ = ["MAX_PROBLEMS", "validate"]


def validate(kind: str, manifest: Manifest, release: Release = BASELINE) -> tuple[Problem, ...]:
    """All problems of an object that has been through defaulting, at most `MAX_PROBLEMS`."""
    problems: list[Problem] = []
    if kind in TYPES:
        check_of(kind)(manifest, "", problems)
        problems += release_problems(kind, manifest, release)
    return tuple(problems[:MAX_PROBLEMS])


_SHAPES: Mapping[str, Check] = {"b": flag_check, "q": quantity_check, "s": text_check, "t": text_check}
_OFTEN = frozenset(
    (
        ("ObjectMeta", "labels"),
        ("ObjectMeta", "ownerReferences"),
        ("PodSpec", "affinity"),
        ("PodSpec", "nodeSelector"),
        ("PodSpec", "tolerations"),
    )
)
"""Fields that are alike in many objects."""


@cache
def check_of(type_name: str) -> Check:
    """The check of a value of this type: its required fields, then its fields, then its rules."""
    checks = field_checks(type_name)
    rows = sorted(TYPES[type_name].values(), key=lambda row: row.place)
    required = [row.name for row in rows if row.required]
    rules = [RULES[name] for name in TYPE_RULES[type_name]]
    check = fields(checks, required, _in_turn(rules) if rules else None)
    return once(check, reads=tuple(checks)) if type_name == "Container" else check


def field_checks(type_name: str) -> dict[str, Check]:
    """The check of each field of the type that has one of its own."""
    checks: dict[str, Check] = {}
    for row in TYPES[type_name].values():
        if row.check is not None and row.check not in (BY_TYPE, UNCHECKED):
            check = _check_of_row(row)
            checks[row.name] = once(check) if (type_name, row.name) in _OFTEN else check
    return checks


def _check_of_row(row: Field) -> Check:
    check = _check(row.shape, row.check or "")
    rules = [RULES[name] for name in row.rules if name != IMMUTABLE]
    return _in_turn([check, *rules]) if rules else check


def _check(shape: str, check: str) -> Check:
    """What a row says in place of the shape, else the check of the shape."""
    if check in RULES:
        return RULES[check]
    if most := re.fullmatch(r"max(\d+)", check):
        return list_of_at_most(int(most[1]), _check(shape[1:-1], ""))
    if shape[0] == "[":
        return list_of(_check(shape[1:-1], check))
    if shape[0] == "{":
        return map_of(_check(shape[1:-1], check))
    if "|" in check:
        return one_of(*check.split("|"))
    if bounds := re.fullmatch(r"(\d+)\.\.(\d+)", check):
        return number_between(int(bounds[1]), int(bounds[2]))
    if check:
        raise KeyError(f"there is no rule {check}")
    return _SHAPES.get(shape) or check_of(shape)


def _in_turn(checks: Sequence[Check]) -> Check:
    def check_all(value: Json, path: str, problems: list[Problem]) -> None:
        for check in checks:
            check(value, path, problems)

    return check_all


RULES: dict[str, Check] = {
    "count32": count32,
    "count64": count64,
    "count_or_percent": count_or_percent,
    "dns_label": dns_label_check,
    "int32": int32,
    "int64": int64,
    "labels": labels_check,
    "map": mapping_check,
    "name": name_check,
    **CRON_JOB_RULES,
    **DEVICE_RULES,
    **GROUP_RULES,
    **PLACEMENT_RULES,
    **POD_RULES,
    **PROBE_RULES,
    **SERVICE_RULES,
    **STORAGE_RULES,
    **WORKLOAD_RULES,
}
"""Every rule that the table of fields names."""
_METADATA = field_checks("ObjectMeta")
RULES |= {
    "namespace_meta": fields({**_METADATA, "name": dns_label_check}, required=("name",)),
    "object_meta": fields({**_METADATA, "name": name_check}, required=("name",)),
    "template_meta": fields({name: _METADATA[name] for name in ("labels", "annotations")}),
}
