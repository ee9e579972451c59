"""What the API server refuses in the spec of a Job.

Source: pkg/apis/batch/validation/validation.go `validateJobSpec`, `validatePodFailurePolicyRule` (v1.34).
"""

from __future__ import annotations

from scheduler_core.apiserver.validation.checks import invalid_value, required_value, shown, step
from scheduler_core.objects.manifest import Json, Manifest, find, flag, integer, items, mapping
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.releases import Release

MOST_INDEXES = 100_000
"""Above this many completions, backoffLimitPerIndex needs a limit of failed indexes."""
MOST_PARALLEL_ABOVE = 10_000
"""The most pods at a time, and the largest maxFailedIndexes, of a Job with so many completions."""


def job_problems(value: Json, path: str, problems: list[Problem]) -> None:
    """Appends the problems that concern several fields of a Job's spec at once."""
    policy = find(value, "template", "spec", "restartPolicy")
    if isinstance(policy, str) and policy not in ("OnFailure", "Never"):
        here = f"{path}.template.spec.restartPolicy"
        problems.append(required_value(here, 'valid values: "OnFailure", "Never"'))
    if find(value, "completionMode") == "Indexed" and find(value, "completions") is None:
        problems.append(required_value(step(path, "completions"), "when completion mode is Indexed"))
    if find(value, "successPolicy") is not None and find(value, "completionMode") != "Indexed":
        why = "requires indexed completion mode"
        problems.append(invalid_value(step(path, "successPolicy"), find(value, "successPolicy"), why))
    _per_index(value, path, problems)
    if find(value, "podFailurePolicy") is None:
        return
    for number, rule in enumerate(items(find(value, "podFailurePolicy", "rules"))):
        if find(rule, "action") == "FailIndex" and find(value, "backoffLimitPerIndex") is None:
            here = f"{path}.podFailurePolicy.rules[{number}].action"
            detail = 'Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set'
            problems.append(Problem.of(here, "invalid", detail, got="FailIndex"))
    if find(value, "podReplacementPolicy") not in (None, "Failed"):
        got = shown(find(value, "podReplacementPolicy"))
        here, detail = (
            step(path, "podReplacementPolicy"),
            f'Unsupported value: {got}: supported values: "Failed"',
        )
        problems.append(Problem.of(here, "unsupported", detail, got=got, supported='"Failed"'))
    if policy != "Never":
        here = f"{path}.template.spec.restartPolicy"
        why = 'only "Never" is supported when podFailurePolicy is specified'
        problems.append(invalid_value(here, policy, why))


_DIRECTIVES = ("nodeSelector", "tolerations", "schedulingGates")


def changed_template(job: Manifest, template: Manifest, release: Release) -> Manifest:
    """The pod template of a stored Job with the changes of `template` that a suspended Job allows; the stored
    template where it allows none.

    Source: pkg/registry/batch/job/strategy.go `validationOptionsForJob`, validatePodTemplateUpdate.
    """
    old = mapping(find(job, "spec", "template"))
    status = mapping(job.get("status"))
    if not flag(find(job, "spec", "suspend")):
        return old
    never_started = status.get("startTime") is None
    suspended = any(
        find(condition, "type") == "Suspended" and find(condition, "status") == "True"
        for condition in items(status.get("conditions"))
    )
    at_rest = not integer(status.get("active")) and (never_started or suspended)
    spec = dict(mapping(old.get("spec")))
    changed: dict[str, Json] = {**old, "spec": spec}
    if at_rest if release.suspended_job_scheduling else never_started:
        _take_over(spec, mapping(template.get("spec")), _DIRECTIVES)
        affinity = _affinity(mapping(spec.get("affinity")), mapping(find(template, "spec", "affinity")))
        spec.pop("affinity", None)
        if affinity or find(template, "spec", "affinity") is not None:
            spec["affinity"] = affinity
        metadata = dict(mapping(old.get("metadata")))
        _take_over(metadata, mapping(template.get("metadata")), ("labels", "annotations"))
        changed["metadata"] = metadata
    if at_rest and release.suspended_job_resources:
        for name in ("containers", "initContainers"):
            containers, others = items(spec.get(name)), items(find(template, "spec", name))
            if containers and len(containers) == len(others):
                spec[name] = [
                    _with_resources(mapping(container), mapping(other))
                    for container, other in zip(containers, others, strict=True)
                ]
    if not changed.get("metadata") and "metadata" not in template:
        changed.pop("metadata", None)
    return changed


def _take_over(value: dict[str, Json], other: Manifest, names: tuple[str, ...]) -> None:
    """Gives `value` the fields of `other`, also where it lacks them."""
    for name in names:
        value.pop(name, None)
        if other.get(name) is not None:
            value[name] = other[name]


def _affinity(old: Manifest, new: Manifest) -> Manifest:
    """The old affinity with the node affinity of the new one."""
    affinity = dict(old)
    _take_over(affinity, new, ("nodeAffinity",))
    return affinity


def _with_resources(container: Manifest, other: Manifest) -> Manifest:
    changed = dict(container)
    _take_over(changed, other, ("resources",))
    return changed


def _per_index(value: Json, path: str, problems: list[Problem]) -> None:
    """backoffLimitPerIndex and maxFailedIndexes."""
    names = ("completions", "parallelism", "backoffLimitPerIndex", "maxFailedIndexes")
    completions, parallelism, limit, most_failed = (integer(find(value, name)) for name in names)

    def invalid(field: str, got: int, why: str) -> None:
        detail = f"Invalid value: {got}: {why}"
        problems.append(Problem.of(step(path, field), "invalid", detail, got=got))

    def required(field: str, why: str) -> None:
        problems.append(required_value(step(path, field), why))

    if most_failed is not None and limit is None:
        required("backoffLimitPerIndex", "when maxFailedIndexes is specified")
    if find(value, "completionMode") != "Indexed":
        for field, got in (("backoffLimitPerIndex", limit), ("maxFailedIndexes", most_failed)):
            if got is not None:
                invalid(field, got, "requires indexed completion mode")
        return
    if parallelism is not None and parallelism > MOST_INDEXES:
        why = f"must be less than or equal to {MOST_INDEXES} when completion mode is Indexed"
        invalid("parallelism", parallelism, why)
    if most_failed is not None and completions is not None and most_failed > completions:
        invalid("maxFailedIndexes", most_failed, "must be less than or equal to completions")
    if most_failed is not None and most_failed > MOST_INDEXES:
        invalid("maxFailedIndexes", most_failed, f"must be less than or equal to {MOST_INDEXES}")
    if limit is None or completions is None or completions <= MOST_INDEXES:
        return
    if most_failed is None:
        required("maxFailedIndexes", f"must be specified when completions is above {MOST_INDEXES}")
    for field, got in (("parallelism", parallelism), ("maxFailedIndexes", most_failed)):
        if got is not None and got > MOST_PARALLEL_ABOVE:
            invalid(
                field,
                got,
                f"must be less than or equal to {MOST_PARALLEL_ABOVE} when completions are above "
                f"{MOST_INDEXES} and used with backoff limit per index",
            )
