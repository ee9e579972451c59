"""The selector of counted pods, as it is shown."""

from __future__ import annotations

from scheduler_core.objects.selection.selectors import LabelSelector
from scheduler_core.scheduler.framework.diagnosis.explanation import selector_view


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
