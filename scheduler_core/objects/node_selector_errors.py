"""Why a node selector term cannot be read: such a term never matches, and some callers fail because of it.

Source: component-helpers scheduling/corev1/nodeaffinity newNodeSelectorTerm, apimachinery
labels.NewRequirement (v0.34). The API server lets some of these values pass, for example `Gt` with a word
in a preferred term.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from scheduler_core.objects.selectors import (
    NodeSelector,
    NodeSelectorTerm,
    Requirement,
    is_label_value,
    parse_int64,
)

MAX_LABEL_VALUE = 63
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
    """The errors of one term. Fields are read only when all label expressions could be read."""
    found: list[str] = []
    for index, requirement in enumerate(term.match_expressions):
        found += _expression_errors(requirement, f"{path}.matchExpressions[{index}]")
    if found:
        return found
    for index, requirement in enumerate(term.match_fields):
        found += _field_errors(requirement, f"{path}.matchFields[{index}]")
    return found


def _expression_errors(requirement: Requirement, path: str) -> Iterator[str]:
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
            yield f"{path}.operator: Unsupported value: {json.dumps(other)}"
            return
    for index, value in enumerate(values):
        if not is_label_value(value):
            rule = LABEL_VALUE_RULE
            if len(value) > MAX_LABEL_VALUE:
                rule = f"must be no more than {MAX_LABEL_VALUE} bytes"
            yield _invalid(f"{path}.values[{index}]", value, rule)


def _field_errors(requirement: Requirement, path: str) -> Iterator[str]:
    if requirement.operator not in ("In", "NotIn"):
        yield f"{path}.operator: Unsupported value: {json.dumps(requirement.operator)}"
    elif len(requirement.values) != 1:
        yield f"{path}.values: Invalid value: {len(requirement.values)}: must have one element"


def _invalid(path: str, value: str | tuple[str, ...], why: str) -> str:
    shown = json.dumps(value if isinstance(value, str) else list(value), ensure_ascii=False)
    return f"{path}: Invalid value: {shown}: {why}"


def aggregate(errors: Sequence[str]) -> str:
    """The text of several errors (utilerrors.Aggregate): one alone, several in brackets, each once."""
    once = list(dict.fromkeys(errors))
    return once[0] if len(once) == 1 else f"[{', '.join(once)}]"
