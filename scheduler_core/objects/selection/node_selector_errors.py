"""Why a node selector term cannot be read: such a term never matches, and some callers fail because of it.

Source: component-helpers scheduling/corev1/nodeaffinity newNodeSelectorTerm, apimachinery
labels.NewRequirement (v0.34). The API server lets some of these values pass, for example `Gt` with a word
in a preferred term.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from scheduler_core.objects.selection.selectors import (
    NodeSelector,
    NodeSelectorTerm,
    Requirement,
    parse_int64,
)

OPERATORS = ("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt")
FIELD_OPERATORS = ("In", "NotIn")
MAX_LABEL_VALUE = 63
_LABEL_VALUE = re.compile(r"(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?")
NOT_AN_INTEGER = "for 'Gt', 'Lt' operators, the value must be an integer"
LABEL_VALUE_RULE = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must "
    "start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used "
    "for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
)


def selector_errors(selector: NodeSelector, path: str) -> list[str]:
    """The errors of all terms, each with its path below `path`. A term without requirements has none."""
    return [
        error
        for index, term in enumerate(selector.terms)
        for error in term_errors(term, f"{path}.nodeSelectorTerms[{index}]")
    ]


def term_errors(term: NodeSelectorTerm, path: str) -> list[str]:
    """The errors of one term: first those of its label expressions, then those of its fields."""
    errors: list[str] = []
    for index, requirement in enumerate(term.match_expressions):
        errors += _expression_errors(requirement, f"{path}.matchExpressions[{index}]")
    for index, requirement in enumerate(term.match_fields):
        errors += _field_errors(requirement, f"{path}.matchFields[{index}]")
    return errors


def _expression_errors(requirement: Requirement, path: str) -> Iterator[str]:
    """The errors of a requirement on a label. Source: labels.NewRequirement."""
    values = requirement.values
    match requirement.operator:
        case "In" | "NotIn":
            if not values:
                yield _invalid(
                    f"{path}.values", values, "for 'in', 'notin' operators, values set can't be empty"
                )
        case "Exists" | "DoesNotExist":
            if values:
                text = "values set must be empty for exists and does not exist"
                yield _invalid(f"{path}.values", values, text)
        case "Gt" | "Lt":
            if len(values) != 1:
                text = "for 'Gt', 'Lt' operators, exactly one value is required"
                yield _invalid(f"{path}.values", values, text)
            for index, value in enumerate(values):
                if parse_int64(value) is None:
                    yield _invalid(f"{path}.values[{index}]", value, NOT_AN_INTEGER)
        case other:
            yield _unsupported(path, other, OPERATORS)
            return
    for index, value in enumerate(values):
        broken = _label_value_errors(value)
        if broken:
            yield _invalid(f"{path}.values[{index}][{requirement.key}]", value, "; ".join(broken))


def _label_value_errors(value: str) -> list[str]:
    """IsValidLabelValue: the rules that the value breaks."""
    errors: list[str] = []
    if len(value.encode()) > MAX_LABEL_VALUE:
        errors.append(f"must be no more than {MAX_LABEL_VALUE} bytes")
    if _LABEL_VALUE.fullmatch(value) is None:
        errors.append(LABEL_VALUE_RULE)
    return errors


def _field_errors(requirement: Requirement, path: str) -> Iterator[str]:
    """The errors of a requirement on a field, which needs In or NotIn and exactly one value."""
    if requirement.operator not in ("In", "NotIn"):
        yield _unsupported(path, requirement.operator, FIELD_OPERATORS)
    elif len(requirement.values) != 1:
        yield _invalid(f"{path}.values", requirement.values, "must have one element")


def _unsupported(path: str, operator: str, supported: Sequence[str]) -> str:
    listed = ", ".join(json.dumps(name) for name in supported)
    return f"{path}.operator: Unsupported value: {json.dumps(operator)}: supported values: {listed}"


def _invalid(path: str, value: str | tuple[str, ...], why: str) -> str:
    shown = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f"{path}: Invalid value: {shown}: {why}"


def aggregate(errors: Sequence[str]) -> str:
    """The text of several errors (utilerrors.Aggregate): one alone, several in brackets, each once."""
    once = list(dict.fromkeys(errors))
    return once[0] if len(once) == 1 else f"[{', '.join(once)}]"
