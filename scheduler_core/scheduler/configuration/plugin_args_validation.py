"""What is wrong with the arguments of a default plugin in `pluginConfig`.

A problem has the text with which kube-scheduler refuses to start.

Source: pkg/scheduler/apis/config/validation/validation_pluginargs.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scheduler_core.apiserver.validation.checks import (
    Check,
    fields,
    flag_check,
    int32,
    int64,
    label_key_check,
    list_of,
    mapping_check,
    one_of,
    shown,
    step,
    text_check,
)
from scheduler_core.objects.manifest import Json, find, integer, items, mapping, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.scalars.durations import DurationError, parse_duration
from scheduler_core.objects.selection.affinity import NodeAffinity
from scheduler_core.objects.selection.node_selector_errors import selector_errors, term_errors
from scheduler_core.scheduler.plugins.node_resources_fit import (
    LEAST_ALLOCATED,
    MOST_ALLOCATED,
    REQUESTED_TO_CAPACITY_RATIO,
)

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


def strict(checks: Mapping[str, Check], also: Check | None = None) -> Check:
    """A map without any other fields."""
    plain = fields(checks, also=also)

    def check(value: Json, path: str, problems: list[Problem]) -> None:
        for name in mapping(value):
            if name not in checks:
                place = step(path, name)
                problems.append(Problem.of(place, "unknown_field", f'unknown field "{place}"'))
        plain(value, path, problems)

    return check


def invalid(path: str, value: Json, why: str) -> Problem:
    return Problem.of(path, "invalid", f"Invalid value: {shown(value)}: {why}", got=shown(value))


def within(low: int, high: int | None, words: str) -> Check:
    def check(value: Json, path: str, problems: list[Problem]) -> None:
        before = len(problems)
        int32(value, path, problems)
        number = integer(value)
        if len(problems) == before and number is not None and not low <= number <= (high or number):
            problems.append(invalid(path, number, words))

    return check


def _resources(value: Json, path: str, problems: list[Problem]) -> None:
    list_of(strict({"name": text_check, "weight": int64}))(value, path, problems)
    for index, entry in enumerate(items(value)):
        weight = integer(find(entry, "weight"))
        if weight is not None and weight and not 0 < weight <= 100:
            words = f"resource weight of {text(find(entry, 'name'))} not in valid range (0, 100]"
            problems.append(invalid(f"{path}[{index}].weight", weight, words))


def _balanced(value: Json, path: str, problems: list[Problem]) -> None:
    list_of(strict({"name": text_check, "weight": int64}))(value, path, problems)
    names: list[str] = []
    for index, entry in enumerate(items(value)):
        name, weight = text(find(entry, "name")), integer(find(entry, "weight"))
        if name in names:
            problems.append(
                Problem.of(f"{path}[{index}].name", "duplicate", f"Duplicate value: {shown(name)}")
            )
        names.append(name)
        if weight not in (None, 0, 1):
            problems.append(invalid(f"{path}[{index}].weight", weight, "must be 1"))


def _shape(value: Json, path: str, problems: list[Problem]) -> None:
    points = items(value)
    if not points:
        problems.append(Problem.of(path, "required", "Required value: at least one point must be specified"))
    list_of(
        strict(
            {
                "utilization": within(0, 100, "not in valid range [0, 100]"),
                "score": within(0, 10, "not in valid range [0, 10]"),
            }
        )
    )(value, path, problems)
    heights = [integer(find(point, "utilization")) or 0 for point in points]
    for index in range(1, len(heights)):
        if heights[index - 1] >= heights[index]:
            words = "values must be sorted in increasing order"
            problems.append(invalid(f"{path}[{index}].utilization", heights[index], words))
            break


def _strategy(value: Json, path: str, problems: list[Problem]) -> None:
    place, ratio = step(path, "requestedToCapacityRatio"), find(value, "requestedToCapacityRatio")
    if find(value, "type") == REQUESTED_TO_CAPACITY_RATIO:
        if ratio is None:
            words = "Required value: must be specified when type is RequestedToCapacityRatio"
            problems.append(Problem.of(place, "required", words))
        else:
            _shape(find(ratio, "shape"), step(place, "shape"), problems)
    elif ratio is not None:
        words = "Forbidden: must be nil when type is not RequestedToCapacityRatio"
        problems.append(Problem.of(place, "forbidden", words))


def _label_names(value: Json, path: str, problems: list[Problem]) -> None:
    list_of(text_check)(value, path, problems)
    for index, name in enumerate(items(value)):
        if isinstance(name, str):
            label_key_check(name, f"{path}[{index}]", problems)


def _groups(value: Json, path: str, problems: list[Problem]) -> None:
    for index, name in enumerate(items(value)):
        if isinstance(name, str) and "/" in name:
            problems.append(invalid(f"{path}[{index}]", name, "resource group name can't contain '/'"))
    _label_names(value, path, problems)


def _default_constraint(value: Json, path: str, problems: list[Problem]) -> None:
    skew = integer(find(value, "maxSkew"))
    if skew is None or skew <= 0:
        problems.append(invalid(step(path, "maxSkew"), skew or 0, "not in valid range (0, inf)"))
    for name in ("topologyKey", "whenUnsatisfiable"):
        if find(value, name) in (None, ""):
            problems.append(Problem.of(step(path, name), "required", "Required value: can not be empty"))
    if find(value, "labelSelector") is not None:
        words = "Forbidden: constraint must not define a selector, as they deduced for each pod"
        problems.append(Problem.of(step(path, "labelSelector"), "forbidden", words))


def _topology_key(value: Json, path: str, problems: list[Problem]) -> None:
    text_check(value, path, problems)
    if isinstance(value, str) and value:
        label_key_check(value, path, problems)


def _when(value: Json, path: str, problems: list[Problem]) -> None:
    if value != "":
        one_of("DoNotSchedule", "ScheduleAnyway")(value, path, problems)


_DEFAULT_CONSTRAINT = strict(
    {
        "maxSkew": int32,
        "topologyKey": _topology_key,
        "whenUnsatisfiable": _when,
        "labelSelector": mapping_check,
        "minDomains": int32,
        "nodeAffinityPolicy": one_of("Honor", "Ignore"),
        "nodeTaintsPolicy": one_of("Honor", "Ignore"),
        "matchLabelKeys": list_of(text_check),
    },
    also=_default_constraint,
)


def _spread(value: Json, path: str, problems: list[Problem]) -> None:
    constraints = items(find(value, "defaultConstraints"))
    defaulting_type = find(value, "defaultingType")
    if defaulting_type in (None, "System") and constraints:
        words = "when .defaultConstraints are not empty"
        problems.append(invalid(step(path, "defaultingType"), "System", words))
    place = step(path, "defaultConstraints")
    pairs = [(find(entry, "topologyKey"), find(entry, "whenUnsatisfiable")) for entry in constraints]
    for index, pair in enumerate(pairs):
        if pair in pairs[:index]:
            got = f"{{{pair[0]}, {pair[1]}}}"
            problems.append(Problem.of(f"{place}[{index}]", "duplicate", f"Duplicate value: {shown(got)}"))


def _preemption(value: Json, path: str, problems: list[Problem]) -> None:
    share, least = find(value, "minCandidateNodesPercentage"), find(value, "minCandidateNodesAbsolute")
    if share == 0 and least == 0:
        for name, other in (("Percentage", "Absolute"), ("Absolute", "Percentage")):
            place = step(path, f"minCandidateNodes{name}")
            problems.append(invalid(place, 0, f"cannot be zero at the same time as minCandidateNodes{other}"))


def _shape_or_none(value: Json, path: str, problems: list[Problem]) -> None:
    """An empty shape stands for the default one."""
    if items(value):
        _shape(value, path, problems)


def _no_shape(value: Json, path: str, problems: list[Problem]) -> None:
    words = "unexpected field `shape`, remove it or turn on the feature gate StorageCapacityScoring"
    problems.append(invalid(path, value, words))


_REQUIREMENTS = list_of(fields({"key": text_check, "operator": text_check, "values": list_of(text_check)}))
_TERM = fields({"matchExpressions": _REQUIREMENTS, "matchFields": _REQUIREMENTS})
_ADDED_AFFINITY = fields(
    {
        REQUIRED: fields({"nodeSelectorTerms": list_of(_TERM)}),
        PREFERRED: list_of(fields({"weight": int32, "preference": _TERM})),
    }
)


def _added_affinity(value: Json, path: str, problems: list[Problem]) -> None:
    """ValidateNodeAffinityArgs: only what cannot be read is refused. No terms at all are accepted, and match
    no node."""
    before = len(problems)
    _ADDED_AFFINITY(value, path, problems)
    affinity = NodeAffinity.parse(value)
    if affinity is None or len(problems) > before:
        return
    errors = [] if affinity.required is None else selector_errors(affinity.required, step(path, REQUIRED))
    for index, entry in enumerate(affinity.preferred or ()):
        if entry.weight:
            errors += term_errors(entry.preference, f"{step(path, PREFERRED)}[{index}]")
    for error in errors:
        place, _, words = error.partition(": ")
        problems.append(Problem.of(place, "invalid", words, got=words))


def _duration(low_ms: int, words: str) -> Check:
    """A duration as Go writes it, of at least `low_ms` milliseconds."""

    def check(value: Json, path: str, problems: list[Problem]) -> None:
        if not isinstance(value, str):
            text_check(value, path, problems)
            return
        try:
            milliseconds = parse_duration(value)
        except DurationError as error:
            problems.append(Problem.of(path, "invalid", str(error), got=shown(value)))
            return
        if milliseconds < low_ms:
            problems.append(invalid(path, value, words))

    return check


def _no_binding_timeout(value: Json, path: str, problems: list[Problem]) -> None:
    words = (
        "Forbidden: DRADeviceBindingConditions and DRAResourceClaimDeviceStatus feature gates are disabled"
    )
    problems.append(Problem.of(path, "forbidden", words))


def _args(checks: Mapping[str, Check], also: Check | None = None) -> Check:
    return strict({"apiVersion": text_check, "kind": text_check, **checks}, also)


_FILTER_TIMEOUT = _duration(0, "must be zero or positive")
WITH_BINDING_TIMEOUT = _args(
    {"filterTimeout": _FILTER_TIMEOUT, "bindingTimeout": _duration(1_000, "must be at least 1 second")}
)
"""The arguments of DynamicResources in releases with binding conditions."""
_BIND_TIMEOUT = within(0, None, "invalid BindTimeoutSeconds, should not be a negative value")
WITH_SHAPE = _args({"bindTimeoutSeconds": _BIND_TIMEOUT, "shape": _shape_or_none})
"""The arguments of VolumeBinding in releases that score by free capacity."""
CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "NodeResourcesFit": _args(
            {
                "ignoredResources": _label_names,
                "ignoredResourceGroups": _groups,
                "scoringStrategy": strict(
                    {
                        "type": one_of(LEAST_ALLOCATED, MOST_ALLOCATED, REQUESTED_TO_CAPACITY_RATIO),
                        "resources": _resources,
                        "requestedToCapacityRatio": mapping_check,
                    },
                    also=_strategy,
                ),
            }
        ),
        "NodeResourcesBalancedAllocation": _args({"resources": _balanced}),
        "InterPodAffinity": _args(
            {
                "hardPodAffinityWeight": within(0, 100, "not in valid range [0, 100]"),
                "ignorePreferredTermsOfExistingPods": flag_check,
            }
        ),
        "NodeAffinity": _args({"addedAffinity": _added_affinity}),
        "PodTopologySpread": _args(
            {
                "defaultConstraints": list_of(_DEFAULT_CONSTRAINT),
                "defaultingType": one_of("System", "List"),
            },
            also=_spread,
        ),
        "DefaultPreemption": _args(
            {
                "minCandidateNodesPercentage": within(0, 100, "not in valid range [0, 100]"),
                "minCandidateNodesAbsolute": within(0, None, "not in valid range [0, inf)"),
            },
            also=_preemption,
        ),
        "VolumeBinding": _args({"bindTimeoutSeconds": _BIND_TIMEOUT, "shape": _no_shape}),
        "DynamicResources": _args({"filterTimeout": _FILTER_TIMEOUT, "bindingTimeout": _no_binding_timeout}),
    }
)
"""Plugin → the check of its arguments; a plugin that takes none has no entry."""
