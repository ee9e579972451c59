"""The rows of the timeline."""

from __future__ import annotations

from scheduler_core.actor import Act, message
from scheduler_core.engine.act_rows import ActRow, summary_of
from tests.core.play import Play, gallery


def act(*pods: str) -> Act:
    return Act("kubelet", "kubelet n1", "update", message("you.cut"), focus_pods=pods)


def test_a_row_has_the_step_the_second_the_actor_the_kind_and_the_first_pod() -> None:
    summary = summary_of(7, 1_500, act("default/a", "default/b"))

    assert (7, 1.5, "kubelet", "update", "default/a") == summary.row
    assert "kubelet n1" == summary.who


def test_a_row_about_no_pod_names_none() -> None:
    assert (1, 0, "kubelet", "update", None) == summary_of(1, 0, act()).row


def test_the_row_of_a_decision_says_whether_spread_constraints_had_a_say() -> None:
    summary = {
        slug: [(kind, *spreads) for _, _, _, kind, _, *spreads in played(slug) if spreads]
        for slug in ("one-constraint-zone", "basic-preemption", "replicaset-overlap")
    }

    assert {
        "one-constraint-zone": [("schedule", True)],
        "basic-preemption": [],
        "replicaset-overlap": [("schedule", "built-in")],
    } == summary


def played(slug: str) -> list[ActRow]:
    play = Play(gallery(slug))
    play.until(60)
    return play.recording.acts()
