"""`kubectl describe` of kinds without a form of their own, and of what does not exist."""

from __future__ import annotations

from tests.builders import node, pod
from tests.core.play import Play, gallery, header

CUT = {"at": 0, "kind": "cut", "between": ["node/n1", "api-server"]}


def test_other_kinds_have_their_first_lines() -> None:
    play = Play(gallery("pdb-best-effort"))

    budget = play.recording.ask("describe", 0, kind="PodDisruptionBudget", key="default/bx")
    priority = play.recording.ask("describe", 0, kind="PriorityClass", key="p50")

    assert budget is not None
    assert budget.startswith("Name:           bx\nNamespace:      default\nMin available:  1\n")
    assert "    Allowed disruptions:  0\n".replace("    ", "  ", 1) in budget
    assert priority is not None
    assert "Value:             50\n" in priority


def test_a_namespace_that_cannot_go_says_why() -> None:
    stuck = pod("x", on="n1")
    stuck["metadata"]["namespace"] = "shop"
    delete = {"at": 10, "kind": "delete", "object": {"kind": "Namespace", "name": "shop"}}
    play = Play([header(), node("n1"), stuck], [CUT, delete])

    fresh = play.recording.ask("describe", play.until(5), kind="Namespace", key="shop")
    answer = play.recording.ask("describe", play.until(200), kind="Namespace", key="shop")

    assert fresh is not None
    assert answer is not None
    assert fresh.endswith("Status:       Active\n\nNo resource quota.\n\nNo LimitRange resource.\n")
    assert "Status:       Terminating\n" in answer
    assert "SomeResourcesRemain      Some resources are remaining: pods. has 1 resource instances\n" in answer


def test_what_is_not_there_is_none(play: Play) -> None:
    assert play.recording.ask("describe", 0, kind="Pod", key="default/nobody") is None
    assert play.recording.ask("describe", 0, kind="Dragon", key="default/p") is None
    assert play.recording.ask("manifest", 0, kind="Pod", key="default/nobody") is None
    assert play.recording.ask("why", 0, pod="default/nobody") is None
