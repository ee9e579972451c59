"""The words of the report on an upgrade."""

from __future__ import annotations

from playground.whatif.upgrade_report import headline


def test_a_pod_whose_message_alone_differs_is_scheduled_as_before() -> None:
    answer = {"decisions": [{"change": "text"}], "concerns": [], "fields": [], "versions": [], "settings": []}

    assert "All pods are scheduled as before; what else changes is listed below." == headline(answer)
