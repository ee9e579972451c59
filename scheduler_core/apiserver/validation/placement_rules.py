"""Validation of the fields that decide where a pod may run: selectors, affinity, tolerations, gates.

Source: pkg/apis/core/validation (ValidateNodeSelectorRequirement, validatePodAffinityTerm,
ValidateTolerations, validateSchedulingGates), apimachinery's meta/v1/validation (v1.34). The words are the
API server's.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.validation.checks import (
    QUALIFIED_RULE,
    Check,
    fields,
    forbidden,
    invalid_object,
    invalid_value,
    label_key_check,
    list_of,
    number_between,
    one_of,
    required_value,
    shown,
    step,
    text_check,
)
from scheduler_core.objects.manifest import Json, find, integer, items, mapping, strings, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.selection.node_selector_errors import LABEL_VALUE_RULE
from scheduler_core.objects.selection.selectors import is_label_value

EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")
_SETS = ("In", "NotIn")
_PRESENCE = ("Exists", "DoesNotExist")
_COMPARISONS = ("Gt", "Lt")


def label_key(value: Json, path: str, problems: list[Problem]) -> None:
    """The key of a label, which is required."""
    if not isinstance(value, str) and value is not None:
        text_check(value, path, problems)
    elif not value:
        problems.append(invalid_value(path, "", "name part must be non-empty"))
        problems.append(invalid_value(path, "", QUALIFIED_RULE))
    else:
        label_key_check(value, path, problems)


def label_value(value: Json, path: str, problems: list[Problem]) -> None:
    """The value of a label, which may be empty or missing."""
    if not isinstance(value, str):
        text_check(value, path, problems)
    elif not is_label_value(value):
        problems.append(invalid_value(path, value, LABEL_VALUE_RULE))


def _operator(value: Json, path: str, problems: list[Problem], supported: tuple[str, ...]) -> str:
    operator = find(value, "operator")
    if operator is not None and not isinstance(operator, str):
        text_check(operator, step(path, "operator"), problems)
    elif text(operator) not in supported:
        problems.append(
            invalid_value(step(path, "operator"), text(operator), "not a valid selector operator")
        )
    return text(operator)


def _requirement(supported: tuple[str, ...]) -> Check:
    """A requirement of a selector; `supported` are the operators that the selector allows."""

    def check(value: Json, path: str, problems: list[Problem]) -> None:
        label_key(find(value, "key"), step(path, "key"), problems)
        operator, values = _operator(value, path, problems, supported), items(find(value, "values"))
        here = step(path, "values")
        if operator in _SETS and not values:
            problems.append(required_value(here, "must be specified when `operator` is 'In' or 'NotIn'"))
        elif operator in _PRESENCE and values:
            why = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
            problems.append(forbidden(here, why))
        elif operator in _COMPARISONS and operator in supported and len(values) != 1:
            why = "must be specified single value when `operator` is 'Lt' or 'Gt'"
            problems.append(required_value(here, why))

    return check


def _field_requirement(value: Json, path: str, problems: list[Problem]) -> None:
    """A requirement of matchFields: it may name only metadata.name, with one value."""
    fields({"values": list_of(text_check)})(value, path, problems)
    if _operator(value, path, problems, _SETS) in _SETS and len(items(find(value, "values"))) != 1:
        words = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
        problems.append(required_value(step(path, "values"), words))
    if find(value, "key") != "metadata.name":
        words = "not a valid field selector key"
        problems.append(invalid_value(step(path, "key"), text(find(value, "key")), words))


def some_terms(value: Json, path: str, problems: list[Problem]) -> None:
    if not items(find(value, "nodeSelectorTerms")):
        why = "must have at least one node selector term"
        problems.append(required_value(step(path, "nodeSelectorTerms"), why))


def weight(value: Json, path: str, problems: list[Problem]) -> None:
    """A weight between 1 and 100."""
    given = find(value, "weight")
    number = 0 if given is None else integer(given)
    here = step(path, "weight")
    if number is None:
        number_between(1, 100)(given, here, problems)
    elif not 1 <= number <= 100:
        problems.append(invalid_value(here, number, "must be in the range 1-100"))


def pod_affinity_term(value: Json, path: str, problems: list[Problem]) -> None:
    """The topology key, and the lists of label keys."""
    key, here = find(value, "topologyKey"), step(path, "topologyKey")
    topology_key(key, here, problems)
    if key in (None, ""):
        label_key(key, here, problems)
    _two_lists(value, path, problems)


def topology_key(value: Json, path: str, problems: list[Problem]) -> None:
    if value in (None, ""):
        problems.append(required_value(path, "can not be empty"))
    else:
        label_key(value, path, problems)


def _two_lists(value: Json, path: str, problems: list[Problem]) -> None:
    """matchLabelKeys and mismatchLabelKeys need a selector and share no key."""
    matched, mismatched = strings(find(value, "matchLabelKeys")), strings(find(value, "mismatchLabelKeys"))
    for name, keys in (("matchLabelKeys", matched), ("mismatchLabelKeys", mismatched)):
        if keys and find(value, "labelSelector") is None:
            why = "must not be specified when labelSelector is not set"
            problems.append(forbidden(step(path, name), why))
        for index, key in enumerate(keys):
            label_key(key, f"{step(path, name)}[{index}]", problems)
    for index, key in enumerate(matched):
        if key in mismatched:
            here = f"{step(path, 'matchLabelKeys')}[{index}]"
            problems.append(invalid_value(here, key, "exists in both matchLabelKeys and mismatchLabelKeys"))


def weighted_term(value: Json, path: str, problems: list[Problem]) -> None:
    """A weight, and the term, which must not be missing."""
    weight(value, path, problems)
    if find(value, "podAffinityTerm") is None:
        pod_affinity_term({}, step(path, "podAffinityTerm"), problems)


def taint_effect(value: Json, path: str, problems: list[Problem]) -> None:
    """The effect of a taint; "" stands for all."""
    if value != "":
        one_of(*EFFECTS)(value, path, problems)


def toleration(value: Json, path: str, problems: list[Problem]) -> None:
    """Source: ValidateTolerations."""
    key, operator, given = (text(find(value, name)) for name in ("key", "operator", "value"))
    here = step(path, "operator")
    if key:
        label_key_check(key, step(path, "key"), problems)
    elif operator != "Exists":
        words = 'operator must be Exists when `key` is empty, which means "match all values and all keys"'
        problems.append(invalid_value(here, operator, words))
    if find(value, "tolerationSeconds") is not None and find(value, "effect") != "NoExecute":
        words = "effect must be 'NoExecute' when `tolerationSeconds` is set"
        problems.append(invalid_value(step(path, "effect"), text(find(value, "effect")), words))
    if operator in ("", "Equal") and not is_label_value(given):
        problems.append(invalid_value(here, given, LABEL_VALUE_RULE))
    elif operator == "Exists" and given:
        whole: dict[str, Json] = {
            "Key": key,
            "Operator": operator,
            "Value": given,
            "Effect": text(find(value, "effect")),
            "TolerationSeconds": find(value, "tolerationSeconds"),
        }
        problems.append(invalid_object(here, whole, "value must be empty when `operator` is 'Exists'"))


def scheduling_gates(value: Json, path: str, problems: list[Problem]) -> None:
    """Scheduling gates: names like label keys, without duplicates."""
    names: list[Json] = []
    for index, gate in enumerate(items(value)):
        name, here = mapping(gate).get("name"), f"{path}[{index}]"
        if name is None or isinstance(name, str):
            label_key(name, here, problems)
            if name in names:
                problems.append(Problem.of(here, "duplicate", f"Duplicate value: {shown(name)}"))
        names.append(name)


PLACEMENT_RULES: Mapping[str, Check] = {
    "field_requirements": list_of(_field_requirement),
    "label_key": label_key,
    "label_requirement": _requirement((*_SETS, *_PRESENCE)),
    "label_value": label_value,
    "node_requirement": _requirement((*_SETS, *_PRESENCE, *_COMPARISONS)),
    "pod_affinity_term": pod_affinity_term,
    "scheduling_gates": scheduling_gates,
    "some_terms": some_terms,
    "taint_effect": taint_effect,
    "toleration": toleration,
    "weight": weight,
    "weighted_term": weighted_term,
}
