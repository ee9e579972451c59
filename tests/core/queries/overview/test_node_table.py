"""The nodes of a step as rows of a table."""

from __future__ import annotations

from scheduler_core.queries.overview.node_table import node_table
from tests.builders import node, pod
from tests.core.play import Play, header


def test_a_row_says_what_is_requested_of_a_node_in_which_state_it_is_and_why_it_was_refused() -> None:
    taint = {"key": "gpu", "value": "yes", "effect": "NoSchedule"}
    play = Play(
        [
            header(),
            node("n1", "4", "8Gi", zone="a", pods="4"),
            node("n2", "2", "8Gi", zone="b", taints=[taint], unschedulable=True),
            pod("web", "3", "2Gi", on="n1"),
            pod("big", "8"),
        ]
    )

    one, other = node_table(play.recording.world(play.until_quiet()))

    assert {
        "name": "n1",
        "zone": "a",
        "states": [],
        "taints": [],
        "cpu": "3/4",
        "memory": "2/8 Gi",
        "pods": "1/4",
        "shares": {"cpu": 75, "memory": 25, "pods": 25},
        "reason": "Insufficient cpu",
    } == one
    assert isinstance(other, dict)
    assert ["SchedulingDisabled"] == other["states"]
    assert ["gpu", "node.kubernetes.io/unschedulable"] == other["taints"]
    assert "node(s) were unschedulable" == other["reason"]
