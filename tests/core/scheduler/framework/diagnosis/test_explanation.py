"""Selectors and sums of spread constraints, as they are shown."""

from __future__ import annotations

import pytest

from scheduler_core.objects.selection.selectors import LabelSelector
from scheduler_core.scheduler.framework.diagnosis.explanation import SpreadArithmetic, selector_view


def test_a_selector_is_written_as_kubectl_writes_it() -> None:
    selector = LabelSelector.parse(
        {
            "matchLabels": {"app": "web"},
            "matchExpressions": [{"key": "tier", "operator": "NotIn", "values": ["a", "b"]}],
        }
    )

    assert "app=web,tier notin (a,b)" == selector_view(selector)


def test_no_selector_counts_no_pod_and_has_no_text() -> None:
    assert selector_view(None) is None


@pytest.mark.parametrize(("max_skew", "comparison"), [(1, "> 1"), (2, "≤ 2")])
def test_the_arithmetic_of_a_spread_constraint_is_written_in_one_way(max_skew: int, comparison: str) -> None:
    result = SpreadArithmetic("zone", "a", 2, 1, 1, max_skew, 2, ok=max_skew >= 2, selector=None)

    assert ("2 + 1 − 1 = 2", comparison) == (result.sum, result.comparison)
