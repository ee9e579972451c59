"""A rolling upgrade of the nodes, made of a run."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.problem import Problem
from scheduler_core.queries.upgrade.rolling_upgrade import RollingUpgrade, rolling_upgrade
from scheduler_core.run import Run
from tests.builders import api_object, node, pod
from tests.core.play import Play, header


def upgraded(*documents: Any, to: str = "1.36") -> RollingUpgrade:
    run = Run(Play([header(version="1.35"), *documents]).recording.scenario)
    answer = rolling_upgrade(run, 0, to, 2_000)
    assert isinstance(answer, RollingUpgrade)
    return answer


def kinds(of: RollingUpgrade) -> list[tuple[str, Any]]:
    return [(value["kind"], value.get("node")) for value in (timed.to_json() for timed in of.scenario.inputs)]


def test_node_by_node_is_drained_rebooted_with_the_new_kubelet_and_uncordoned() -> None:
    answer = upgraded(node("n1"), node("n2"))

    steps = ("drain", "power", "upgrade", "power", "uncordon")
    assert [(kind, name) for name in ("n1", "n2") for kind in steps] == kinds(answer)
    assert "" == answer.stuck


def test_kubelets_begin_in_the_old_release_and_end_in_the_new_one() -> None:
    run = Run(upgraded(node("n1"), node("n2")).scenario)
    run.step(0, "quiet", limit=500)
    boards: list[Any] = [run.snapshot(seq) for seq in (0, run.head_seq)]
    shown = [[(view["version"], view["skewed"]) for view in board["nodes"]] for board in boards]
    features = [node.declared_features for node in run.world(run.head_seq).api.nodes.values()]

    assert [[("v1.35.4", True)] * 2, [("v1.36.2", False)] * 2] == shown
    assert all("RestartAllContainersOnContainerExits" in names for names in features)


def test_a_budget_that_allows_nothing_holds_the_upgrade_up() -> None:
    budget = api_object(
        "PodDisruptionBudget", "pdb", spec={"minAvailable": 1, "selector": {"matchLabels": {"app": "x"}}}
    )
    held = pod("x", "1", labels={"app": "x"}, on="n1")
    held["metadata"]["ownerReferences"] = [
        {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "x", "uid": "u", "controller": True}
    ]
    answer = upgraded(node("n1"), node("n2"), budget, held)

    assert ("n1", [("drain", "n1")]) == (answer.stuck, kinds(answer))


def test_a_kubelet_that_a_node_names_is_the_one_it_begins_with() -> None:
    answer = upgraded(node("n1", status={"nodeInfo": {"kubeletVersion": "v1.34.1"}}), node("n2"))

    assert [(["n1"], "1.34.1"), (["n2"], "1.35")] == [
        (entry["nodes"], entry["version"]) for entry in answer.scenario.kubelets
    ]


def test_an_unknown_release_is_a_problem() -> None:
    run = Run(Play([header(), node("n1")]).recording.scenario)

    assert isinstance(rolling_upgrade(run, 0, "1.99", 100), Problem)
