"""Selectors and tolerations match as Kubernetes' do."""

from __future__ import annotations

import pytest

from scheduler_core.objects.selection.selectors import LabelSelector, NodeSelector, Taint, Toleration


@pytest.mark.parametrize(
    ("operator", "values", "labels", "expected"),
    [
        ("In", ["a", "b"], {"k": "a"}, True),
        ("In", ["a", "b"], {}, False),
        ("NotIn", ["a"], {}, True),
        ("NotIn", ["a"], {"k": "a"}, False),
        ("Exists", [], {"k": ""}, True),
        ("DoesNotExist", [], {"k": ""}, False),
        ("Gt", ["9"], {"k": "10"}, True),
        ("Gt", ["9"], {"k": "1_0"}, False),
        ("Lt", ["9"], {"k": "x"}, False),
        ("Gt", ["9223372036854775808"], {"k": "10"}, False),
    ],
)
def test_a_node_selector_expression_matches_as_upstream(
    operator: str, values: list[str], labels: dict[str, str], expected: bool
) -> None:
    selector = NodeSelector.parse(
        {"nodeSelectorTerms": [{"matchExpressions": [{"key": "k", "operator": operator, "values": values}]}]}
    )

    assert selector is not None
    assert expected == selector.matches(labels, "n1")


def test_a_term_without_expressions_or_fields_matches_no_node() -> None:
    selector = NodeSelector.parse({"nodeSelectorTerms": [{}]})

    assert selector is not None
    assert not selector.matches({"any": "label"}, "n1")


def test_a_missing_label_selector_is_none_and_an_empty_one_matches_everything() -> None:
    empty = LabelSelector.parse({})

    assert LabelSelector.parse(None) is None
    assert empty is not None
    assert empty.empty
    assert empty.matches({"a": "b"})


@pytest.mark.parametrize(
    ("toleration", "expected"),
    [
        (Toleration(key="k", operator="Exists"), True),
        (Toleration(key="k", value="v"), True),
        (Toleration(key="k", value="other"), False),
        (Toleration(operator="Exists"), True),
        (Toleration(key="k", operator="Exists", effect="NoExecute"), False),
        (Toleration(key="k", operator="exists"), False),
    ],
)
def test_a_toleration_tolerates_as_upstream(toleration: Toleration, expected: bool) -> None:
    assert expected == toleration.tolerates(Taint("k", "v", "NoSchedule"))
