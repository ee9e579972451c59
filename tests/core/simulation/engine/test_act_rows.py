"""The rows of the timeline."""

from __future__ import annotations

from scheduler_core.actor import Act, message
from scheduler_core.simulation.engine.act_rows import NOTHING_YET, told_of


def act(*pods: str) -> Act:
    return Act("kubelet", "kubelet n1", "start", message("x"), focus_pods=pods)


def test_a_row_has_seconds_and_the_first_pod_of_the_act() -> None:
    told = told_of(7, 2_500, act("default/a", "default/b"))

    assert (7, 2.5, "kubelet", "start", "default/a") == told.row
    assert "kubelet n1" == told.who


def test_an_act_about_no_pod_has_none_in_its_row() -> None:
    assert told_of(1, 0, act()).row[4] is None


def test_before_the_first_step_nobody_has_acted() -> None:
    assert (0, 0, "", "", None) == NOTHING_YET.row
