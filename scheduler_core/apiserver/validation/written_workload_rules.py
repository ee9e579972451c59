"""Rules of controllers' objects that a client writes, beside those of their pod templates.

Source: pkg/apis/apps/validation `ValidateDeploymentSpec`, `ValidateStatefulSetSpec`, `ValidateDaemonSetSpec`,
`ValidateReplicaSetSpec`, pkg/apis/batch/validation `validatePodFailurePolicyRuleOnExitCodes` (v1.36).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from scheduler_core.apiserver.validation.checks import (
    forbidden,
    invalid_object,
    invalid_value,
)
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, find, integer, is_map, items, mapping
from scheduler_core.objects.problem import Problem


def written_workload_problems(kind: str, manifest: Manifest) -> Iterator[Problem]:
    """The problems of a new object of a controller."""
    spec = mapping(manifest.get("spec"))
    selector = spec.get("selector")
    if KINDS[kind].api_version == "apps/v1" and is_map(selector) and not any(selector.values()):
        name = "deployment" if kind == "ReplicaSet" else kind.lower()
        yield invalid_object("spec.selector", {}, f"empty selector is invalid for {name}")
    rolling = find(spec, "strategy", "rollingUpdate") is not None
    if kind == "Deployment" and rolling and find(spec, "strategy", "type") == "Recreate":
        yield forbidden(
            "spec.strategy.rollingUpdate", "may not be specified when strategy `type` is 'Recreate'"
        )
    if kind == "Job":
        yield from _job(spec, "spec")
    elif kind == "CronJob":
        job = mapping(find(spec, "jobTemplate", "spec"))
        yield from _job(job, "spec.jobTemplate.spec")
        yield from _selector_of_template(job, "spec.jobTemplate.spec")


def _job(spec: Manifest, path: str) -> Iterator[Problem]:
    for index, rule in enumerate(items(find(spec, "podFailurePolicy", "rules"))):
        if find(rule, "onExitCodes") is not None:
            here = f"{path}.podFailurePolicy.rules[{index}].onExitCodes"
            yield from _exit_codes(mapping(find(rule, "onExitCodes")), f"{here}.values")
    manager = spec.get("managedBy")
    if isinstance(manager, str) and manager:
        domain, _, rest = manager.partition("/")
        if not domain or not rest:
            why = 'must be a domain-prefixed path (such as "acme.io/foo")'
            yield invalid_value(f"{path}.managedBy", manager, why)


def _selector_of_template(spec: Manifest, path: str) -> Iterator[Problem]:
    """The selector of a CronJob's Jobs is always generated. Source: ValidateJobTemplateSpec."""
    if spec.get("selector") is not None:
        yield invalid_object(f"{path}.selector", spec["selector"], "`selector` will be auto-generated")
    if spec.get("manualSelector") is True:
        words = 'Unsupported value: true: supported values: "nil", "false"'
        yield Problem.of(
            f"{path}.manualSelector", "unsupported", words, got="true", supported='"nil", "false"'
        )


def _exit_codes(codes: Manifest, path: str) -> Iterator[Problem]:
    values = [integer(value) for value in _list(codes.get("values"))]
    if not values:
        yield invalid_object(path, [], "at least one value is required")
    earlier: set[int | None] = set()
    for index, value in enumerate(values):
        if value in earlier:
            yield Problem.of(f"{path}[{index}]", "duplicate", f"Duplicate value: {value}", got=str(value))
        elif codes.get("operator") == "In" and value == 0:
            yield invalid_value(f"{path}[{index}]", value, "must not be 0 for the In operator")
        earlier.add(value)
    if any(value is not None and before is not None and value < before for before, value in pairwise(values)):
        yield invalid_object(path, list[Json](values), "must be ordered")


def _list(value: Json) -> list[Json]:
    return list(value) if isinstance(value, (list, tuple)) else []
