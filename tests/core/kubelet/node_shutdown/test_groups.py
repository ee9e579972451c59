"""The groups of a graceful node shutdown."""

from __future__ import annotations

from scheduler_core.kubelet.node_shutdown.groups import Period, groups, periods
from tests.core.kubelet.builders import CRITICAL, names, pod


def test_ordinary_pods_get_what_the_critical_ones_leave() -> None:
    assert periods(30, 10) == (Period(0, 20), Period(CRITICAL, 10))
    assert () == periods(10, 30)
    assert () == periods(0, 0)
    assert periods(30, 10, [Period(100, 5), Period(0, 9)]) == (Period(0, 9), Period(100, 5))


def test_groups_go_lowest_first_and_empty_ones_take_no_time() -> None:
    configured = (Period(0, 20), Period(100, 15), Period(CRITICAL, 10))
    pods = [pod("critical", priority=CRITICAL), pod("negative", priority=-5), pod("zero")]

    assert [
        (20, ["negative", "zero"]),
        (10, ["critical"]),
    ] == [(group.seconds, names(group.pods)) for group in groups(configured, pods)]
