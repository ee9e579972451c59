"""What becomes of a run when nodes are drained, upgraded or lost."""

from __future__ import annotations

from typing import Any

from scheduler_core import Run
from scheduler_core.queries.comparison.upkeep import upkeep
from tests.builders import api_object, node, pod, workload
from tests.core.builders import recorded

BUDGET = api_object(
    "PodDisruptionBudget", "web", spec={"minAvailable": 2, "selector": {"matchLabels": {"app": "web"}}}
)


def answer_to(recording: Run, plan: str, *nodes: str) -> Any:
    return upkeep(recording, recording.head_seq, plan, nodes, 400)


def where(report: Any) -> set[tuple[str, Any]]:
    return {(row["node"], row["next"] and row["next"]["node"]) for row in report["rows"]}


def test_drained_pods_go_on_elsewhere_and_the_run_stays_as_it_is() -> None:
    recorded_run = recorded(node("n1", "4"), node("n2", "4"), workload("Deployment", "web", 4))
    head, given = recorded_run.head_seq, recorded_run.inputs
    report = answer_to(recorded_run, "drain", "n1")

    assert {("n1", "n2")} == where(report)
    assert [("n1", True)] == [(item["node"], item["at"] >= report["from"]) for item in report["drained"]]
    assert (head, given) == (recorded_run.head_seq, recorded_run.inputs)


def test_what_has_no_room_elsewhere_is_named() -> None:
    report = answer_to(recorded(node("n1", "4"), workload("Deployment", "web", 2)), "drain", "n1")

    assert {("n1", None)} == where(report)


def test_a_budget_that_allows_nothing_holds_the_drain() -> None:
    web = workload("Deployment", "web", 2)
    report = answer_to(recorded(node("n1", "4"), node("n2", "0"), BUDGET, web), "drain", "n1")

    assert {"default/web"} == {name for item in report["held"] for name in item["budgets"]}
    assert ([], True) == (report["drained"], report["stuck"])


def test_a_pod_of_two_budgets_has_its_reason_although_another_pod_is_held() -> None:
    budgets = [
        api_object(
            "PodDisruptionBudget", name, spec={"minAvailable": 2, "selector": {"matchLabels": {"app": app}}}
        )
        for name, app in (("web", "web"), ("db", "db"), ("db-too", "db"))
    ]
    pods = workload("Deployment", "web", 2), workload("Deployment", "db", 1)
    report = answer_to(recorded(node("n1", "4"), node("n2", "0"), *budgets, *pods), "drain", "n1")
    twice = [item["why"] for item in report["held"] if "default/db-too" in item["budgets"]]

    assert 1 == len(twice)
    assert "This pod has more than one PodDisruptionBudget" in twice[0]
    assert any("default/web" in item["budgets"] for item in report["held"])


def test_the_report_names_the_commands_that_it_assumes() -> None:
    run = recorded(node("n1", "4"), node("n2", "4"), workload("Deployment", "web", 2))
    drained, upgraded, lost = (
        answer_to(run, plan, "n1")["commands"] for plan in ("drain", "upgrade", "lose")
    )

    assert ["kubectl drain n1 --ignore-daemonsets --delete-emptydir-data"] == drained
    assert ["kubectl uncordon $n" in line for line in upgraded] == [True]
    assert [] == lost


def test_a_pod_without_a_controller_stops_a_drain_in_kubectls_words() -> None:
    report = answer_to(recorded(node("n1", "4"), pod("p", "1")), "drain", "n1")

    assert "cannot delete" in report["errors"][0]
    assert [("default/p", None)] == [(row["pod"], row["ended"]) for row in report["rows"]]


def test_an_upgrade_goes_from_node_to_node() -> None:
    report = answer_to(
        recorded(node("n1", "4"), node("n2", "4"), workload("Deployment", "web", 2)), "upgrade", "n1", "n2"
    )

    assert ["n1", "n2"] == [item["node"] for item in report["drained"]]


def test_pods_of_a_lost_node_come_back_elsewhere_after_their_tolerations() -> None:
    report = answer_to(
        recorded(node("n1", "4"), node("n2", "4"), workload("Deployment", "web", 2)), "lose", "n1"
    )

    assert ("n1", "n2") in where(report)
    assert all(row["next"]["bound"] - report["from"] > 300 for row in report["rows"])
