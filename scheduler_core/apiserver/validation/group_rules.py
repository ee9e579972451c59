"""What the API server refuses in a Workload and in a PodGroup, and which fields of stored ones are immutable.

Source: pkg/apis/scheduling/validation and the validation tags of k8s.io/api/scheduling/v1alpha1 (v0.35),
v1alpha2 (v0.36), v1beta1 (v0.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core.apiserver.validation.checks import Check, forbidden, go_value, required_value, shown, step
from scheduler_core.objects.manifest import Json, Manifest, find, integer, is_map, items, mapping, without
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.changes import GROUPS_IN_QUEUE, POD_GROUPS
from scheduler_core.objects.releases.releases import Release

GROUP_KINDS = frozenset(("Workload", "PodGroup"))
_POLICIES = ("basic", "gang")
_WORDS = ("Pod", "PodGroup")
_SOURCES = ("resourceClaimName", "resourceClaimTemplateName")
_FIELDS = ("single", "all")


def group_problems(kind: str, manifest: Manifest, release: Release) -> Iterator[Problem]:
    """The problems of a Workload or PodGroup in this release, beside those that it has in every release:
    fields of another release's shape."""
    spec = mapping(manifest.get("spec"))
    if kind == "PodGroup":
        strange = {"podGroupTemplateRef"} if release.group_shapes >= GROUPS_IN_QUEUE else {"workloadRef"}
        yield from _unknown_fields(spec, strange, "spec")
        yield from _mode(spec, "spec", release)
        return
    field = "podGroupTemplates" if release.group_shapes >= POD_GROUPS else "podGroups"
    yield from _unknown_fields(spec, {"podGroups", "podGroupTemplates"} - {field}, "spec")
    if not items(spec.get(field)):
        yield required_value(f"spec.{field}")
    policy = "schedulingPolicy" if release.group_shapes >= POD_GROUPS else "policy"
    for index, entry in enumerate(items(spec.get(field))):
        here = f"spec.{field}[{index}]"
        yield from _unknown_fields(mapping(entry), {"policy", "schedulingPolicy"} - {policy}, here)
        if find(entry, policy) is None:
            yield required_value(f"{here}.{policy}")
        yield from _mode(mapping(entry), here, release)


def _unknown_fields(value: Manifest, names: set[str], path: str) -> Iterator[Problem]:
    for name in sorted(names & value.keys()):
        yield Problem.of(f"{path}.{name}", "invalid", f'unknown field "{path}.{name}"', got=name)


def _mode(value: Manifest, path: str, release: Release) -> Iterator[Problem]:
    """The mode of disruption is a word in 1.36, and one of two fields since 1.37."""
    mode = value.get("disruptionMode")
    if mode is None or release.group_shapes < POD_GROUPS:
        return
    fields = release.group_shapes >= GROUPS_IN_QUEUE
    if fields != is_map(mode):
        expected = "an object" if fields else "a string"
        words = f"Invalid value: {shown(mode)}: must be {expected}"
        yield Problem.of(f"{path}.disruptionMode", "invalid", words, got=shown(mode))


def changed_group_problems(kind: str, old: Manifest, new: Manifest, release: Release) -> tuple[Problem, ...]:
    """The problems of changed immutable fields: all are, except minCount of a gang since 1.37."""
    before, after = mapping(old.get("spec")), mapping(new.get("spec"))
    if release.group_shapes >= GROUPS_IN_QUEUE and kind == "PodGroup":
        both = find(before, "schedulingPolicy", "gang"), find(after, "schedulingPolicy", "gang")
        if all(entry is not None for entry in both):
            path = ("schedulingPolicy", "gang", "minCount")
            before, after = without(before, path), without(after, path)
    names = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    return tuple(
        Problem.of(
            f"spec.{name}", "invalid", f"Invalid value: {go_value(after.get(name))}: field is immutable"
        )
        for name in names
    )


# Checks that the table of fields names


def _one_policy(value: Json, path: str, problems: list[Problem]) -> None:
    """A group is either basic or a gang."""
    present = [name for name in _POLICIES if find(value, name) is not None]
    words = "`, `".join(_POLICIES)
    if not present:
        problems.append(required_value(path, f"must specify one of: `{words}`"))
    elif len(present) > 1:
        named = ", ".join(present)
        why = f'Invalid value: "{{{named}}}": must specify exactly one of: `{words}`'
        problems.append(Problem.of(path, "invalid", why))


def _positive_count(value: Json, path: str, problems: list[Problem]) -> None:
    count = integer(value)
    if count is None or isinstance(value, bool):
        problems.append(
            Problem.of(
                path, "invalid", f"Invalid value: {shown(value)}: must be an integer", got=shown(value)
            )
        )
    elif count == 0:
        problems.append(required_value(path))  # Validation takes a 0 for a missing field.
    elif count < 1:
        words = f"Invalid value: {count}: must be greater than or equal to 1"
        problems.append(Problem.of(path, "invalid", words, got=str(count)))
    elif count > 2**31 - 1:
        words = f"Invalid value: {shown(count)}: must be an integer of 32 bits"
        problems.append(Problem.of(path, "invalid", words, got=shown(count)))


def _disruption_mode(value: Json, path: str, problems: list[Problem]) -> None:
    if is_map(value):
        present = [name for name in _FIELDS if name in value]
        if len(present) != 1 or len(value) != 1:
            problems.append(required_value(path, "must specify one of: `single`, `all`"))
    elif value not in _WORDS:
        listed = ", ".join(f'"{word}"' for word in _WORDS)
        words = f"Unsupported value: {shown(value)}: supported values: {listed}"
        problems.append(Problem.of(path, "unsupported", words, got=shown(value), supported=listed))


def _workload_groups(value: Json, path: str, problems: list[Problem]) -> None:
    """A Workload has groups of one shape only."""
    if find(value, "podGroups") is not None and find(value, "podGroupTemplates") is not None:
        problems.append(forbidden(step(path, "podGroups"), "may not be set with podGroupTemplates"))


def _one_claim_source(value: Json, path: str, problems: list[Problem]) -> None:
    """A claim of a group has a name, or the name of a template."""
    present = [name for name in _SOURCES if find(value, name) is not None]
    words = "`, `".join(_SOURCES)
    if not present:
        why = f'Invalid value: "": must specify one of: `{words}`'
    elif len(present) > 1:
        why = f'Invalid value: "{{{", ".join(present)}}}": must specify exactly one of: `{words}`'
    else:
        return
    problems.append(Problem.of(path, "invalid", why))


GROUP_RULES: Mapping[str, Check] = {
    "disruption_mode": _disruption_mode,
    "one_group_claim_source": _one_claim_source,
    "one_policy": _one_policy,
    "positive_count": _positive_count,
    "workload_groups": _workload_groups,
}
