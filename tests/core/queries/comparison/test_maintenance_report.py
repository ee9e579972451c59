"""The report over a maintenance that was given to a run."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Run, parse_input
from scheduler_core.inputs.parse import Input
from scheduler_core.queries.comparison.maintenance_report import maintained
from scheduler_core.queries.comparison.upkeep import upkeep
from tests.builders import api_object, node, pod, workload
from tests.core.builders import recorded

BUDGET = api_object(
    "PodDisruptionBudget", "web", spec={"minAvailable": 2, "selector": {"matchLabels": {"app": "web"}}}
)
NODES = [node(name, "4", labels={"topology.kubernetes.io/zone": name[0]}) for name in ("a1", "a2", "b1")]
CLUSTERS = {
    "room for all": [*NODES, workload("Deployment", "web", 4)],
    "no room": [*NODES[:2], workload("Deployment", "web", 6)],
    "a budget": [*NODES, BUDGET, workload("Deployment", "web", 2)],
    "a pod without a controller": [*NODES, workload("Deployment", "web", 3), pod("bare", "1")],
}


def played(run: Run, plan: str, nodes: list[str], upto: int = 1_500, **more: Any) -> Any:
    """The report over a run to which the maintenance was given, played to its end."""
    value = parse_input({"kind": "maintenance", "plan": plan, "nodes": nodes, **more})
    assert isinstance(value, Input)
    at = run.head_seq
    run.give(at, value)
    at += 1
    while at < upto and not run.quiet(at) and run.reach(at + 1):
        at += 1
    return maintained(run, at)


@pytest.mark.parametrize("plan", ["drain", "upgrade", "lose"])
@pytest.mark.parametrize("objects", CLUSTERS.values(), ids=CLUSTERS)
def test_what_is_played_on_the_board_is_what_the_report_says(objects: list[Any], plan: str) -> None:
    run = recorded(*objects)
    result = upkeep(run, run.head_seq, plan, ["a1", "a2"], 1_500)

    assert result == played(run, plan, ["a1", "a2"], result["at"])


def order_of(run: Run) -> list[str]:
    names = (
        "drain.evicted",
        "drain.done",
        "maintenance.uncordoned",
        "maintenance.stopped",
        "maintenance.removed",
    )
    frames = [run.frame(seq) for seq in range(1, run.head_seq + 1)]
    return [
        f"{frame['message']['id'].partition('.')[2]} {frame['focus']['nodes'][0]}"
        for frame in frames
        if frame["message"]["id"] in names
    ]


def test_nodes_are_drained_one_after_another_and_all_are_cordoned_at_once() -> None:
    run = recorded(*CLUSTERS["room for all"])
    begun = run.head_seq + 1
    report = played(run, "drain", ["a1", "a2"])
    cordoned = [node.name for node in run.world(begun).api.nodes.values() if node.unschedulable]
    acts = order_of(run)

    assert ["a1", "a2"] == cordoned
    assert acts.index("done a1") < min(place for place, act in enumerate(acts) if act == "evicted a2")
    assert {"b1"} == {row["next"]["node"] for row in report["rows"]}


def test_an_upgrade_uncordons_each_node_and_stops_at_one_that_cannot_be_drained() -> None:
    run = recorded(*CLUSTERS["room for all"])
    played(run, "upgrade", ["a1", "a2"])
    stopped = recorded(NODES[0], NODES[1], pod("bare", "1"))
    [bare] = stopped.world(stopped.head_seq).api.pods.values()
    other = "a2" if bare.node_name == "a1" else "a1"
    report = played(stopped, "upgrade", [bare.node_name, other])

    assert ["uncordoned a1", "uncordoned a2"] == [act for act in order_of(run) if "uncordoned" in act]
    assert [f"stopped {bare.node_name}"] == order_of(stopped)
    assert [("unmanaged", 1)] == [(step["what"], step["args"]["number"]) for step in report["first_steps"]]


def test_a_budget_that_holds_is_answered_with_the_replicas_that_it_needs() -> None:
    report = played(recorded(NODES[0], BUDGET, workload("Deployment", "web", 2)), "drain", ["a1"])
    [step] = report["first_steps"]

    assert "kubectl -n default scale deployment/web --replicas=3" == step["line"]
    assert report["stuck"]


def test_a_budget_that_held_only_for_a_while_is_named() -> None:
    report = played(recorded(*NODES[:2], BUDGET, workload("Deployment", "web", 4)), "upgrade", ["a1", "a2"])

    assert [] == [row["pod"] for row in report["rows"] if row["ended"] is None]
    assert {"default/web"} == {budget for row in report["held"] for budget in row["budgets"]}


def test_a_budget_whose_pods_find_no_node_is_not_to_be_changed() -> None:
    budget = {**BUDGET, "spec": {**BUDGET["spec"], "minAvailable": 4}}
    containers = [{"name": "app", "image": "app:1", "resources": {"requests": {"cpu": "1"}}}]
    web = workload("Deployment", "web", 5, pod_spec={"containers": containers})
    report = played(recorded(NODES[0], node("b1", "2"), budget, web), "drain", ["a1"])

    assert {"default/web"} == {budget for row in report["held"] for budget in row["budgets"]}
    assert ["capacity"] == [step["what"] for step in report["first_steps"]]


def test_the_extra_node_of_an_upgrade_is_drained_and_removed_at_the_end() -> None:
    run = recorded(*NODES[:2], node("s1", "4"), BUDGET, workload("Deployment", "web", 4))
    report = played(run, "upgrade", ["a1", "a2"], surge=["s1"])
    acts = order_of(run)
    [row] = report["removed"]

    assert ["uncordoned a2", "done s1", "removed s1"] == [act for act in acts if "evicted" not in act][-3:]
    assert ("s1", report["drained"][-1]["at"]) == (row["node"], row["at"])
    assert ["a1", "a2"] == [view["name"] for view in run.snapshot(run.head_seq)["nodes"]]
    assert "s1" not in {pod_row["next"]["node"] for pod_row in report["rows"]}
    assert report["commands"][0].endswith("&& kubectl delete node s1")


def test_an_upgrade_that_stops_keeps_its_extra_node() -> None:
    run = recorded(NODES[0], node("s1", "4"), pod("bare", "1", on="a1"))
    report = played(run, "upgrade", ["a1"], surge=["s1"])

    assert ["stopped a1"] == order_of(run)
    assert [] == report["removed"]
    assert "s1" in run.world(run.head_seq).api.nodes


def test_a_run_without_maintenance_has_no_report() -> None:
    run = recorded(NODES[0])

    assert maintained(run, run.head_seq) is None


def test_a_pod_that_was_pending_before_takes_the_place_of_no_other() -> None:
    report = played(recorded(NODES[0], BUDGET, workload("Deployment", "web", 6)), "drain", ["a1"])
    staying = [row for row in report["rows"] if row["ended"] is None]

    assert staying
    assert [] == [row["next"] for row in staying if row["next"] is not None]


def test_a_small_drain_goes_as_worked_out_on_paper() -> None:
    """Nodes a with two pods of web, b with one and full, and c, empty, with room for one; two have to be
    available.

    - 0 s: a is cordoned; one pod of a is evicted. Its replacement goes to c, the only node with room. The
      other may not go: two of three are healthy.
    - 1 s: the replacement is ready, so the budget allows one disruption. kubectl asks again after 5 s.
    - 5 s: the other pod of a is evicted. Its replacement has no place: a is cordoned, b and c are full.
    - 30 s: the grace period of the first pod is over, 35 s: that of the second. The kubelet looks at its
      containers once a second, so the pods are gone a second later, and a is empty after 36 s.
    """
    containers = [{"name": "app", "image": "app:1", "resources": {"requests": {"cpu": "1"}}}]
    web = workload("Deployment", "web", 3, pod_spec={"containers": containers})
    run = recorded(node("a", "2"), node("b", "1"), node("c", "1", unschedulable=True), BUDGET, web)
    uncordon = parse_input({"kind": "uncordon", "node": "c"})
    assert isinstance(uncordon, Input)
    run.give(run.head_seq, uncordon)
    report = played(run, "drain", ["a"])
    begin = report["from"]
    rows = sorted(report["rows"], key=lambda row: row["ended"])
    waiting = rows[1]["next"]

    assert [31, 36] == [int(row["ended"] - begin) for row in rows]
    assert ("c", 1) == (rows[0]["next"]["node"], int(rows[0]["next"]["ready"] - begin))
    assert (None, True) == (waiting["node"], "Insufficient cpu" in waiting["why"])
    assert [rows[1]["pod"]] == [row["pod"] for row in report["held"]]
    assert [("a", 36)] == [(row["node"], int(row["at"] - begin)) for row in report["drained"]]
    assert ["capacity"] == [step["what"] for step in report["first_steps"]]
