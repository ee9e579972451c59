"""Which pods wait, in which order, and the step at which the scheduler has decided about each of them."""

from __future__ import annotations

from typing import Any

from scheduler_core.queries.pending.waiting_pods import first_decisions, waiting_pods
from scheduler_core.run import Run
from tests import builders
from tests.core.play import scenario_from

UNSCHEDULABLE = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}


def pod(name: str, cpu: str, *, unschedulable: bool = False, **spec: Any) -> dict[str, Any]:
    status = {"phase": "Pending", "conditions": [UNSCHEDULABLE] if unschedulable else []}
    return builders.pod(name, cpu=cpu, **spec) | {"status": status}


def decided(*documents: dict[str, Any]) -> tuple[Run, int]:
    """A run with one node of 4 CPUs, and the step of `first_decisions`."""
    run = Run(scenario_from([builders.node("n1", cpu="4"), *documents]))
    part = first_decisions(run, 0, lambda: True)
    assert part.done
    return run, part.seq


def rows(run: Run, seq: int) -> list[tuple[Any, ...]]:
    answer: Any = waiting_pods(run, seq)
    return [(row["key"], row["result"], row["inText"]) for row in answer["pods"]]


def test_those_come_first_that_fit_nowhere_and_of_them_those_of_which_the_text_says_so() -> None:
    run, seq = decided(
        pod("fits", "1"),
        pod("too-large", "9"),
        pod("said", "8", unschedulable=True),
        pod("gated", "1", schedulingGates=[{"name": "a/b"}]),
        pod("fits-though-said", "1", unschedulable=True),
    )

    assert [
        ("default/said", "unschedulable", True),
        ("default/too-large", "unschedulable", False),
        ("default/fits-though-said", "bound", True),
        ("default/gated", "gated", False),
        ("default/fits", "bound", False),
    ] == rows(run, seq)


def test_it_is_played_until_each_waiting_pod_has_been_tried_and_no_further() -> None:
    run, seq = decided(pod("a", "9"), pod("b", "1"), pod("c", "8"))

    tried = [row[4] for row in run.acts(seq, seq) if row[3] == "schedule"]
    assert {"default/a", "default/b", "default/c"} == set(tried)
    assert "schedule" == run.acts(seq, 1)[-1][3]
    assert not run.quiet(seq)


def test_a_pod_that_a_controller_makes_is_found_where_none_waited_before() -> None:
    run, seq = decided(
        builders.workload("Deployment", "web", pod_spec={"containers": [builders.container(cpu="9")]})
    )

    ((key, result, message),) = rows(run, seq)
    assert (True, "unschedulable", False) == (key.startswith("default/web-"), result, message)


def test_where_each_gets_its_node_the_run_is_played_until_nothing_more_happens() -> None:
    run, seq = decided(pod("a", "1"))

    answer: Any = waiting_pods(run, seq)
    assert run.quiet(seq)
    assert (0, 0, 1) == (answer["count"], answer["waits"], answer["placed"])


def test_each_pod_names_the_step_of_its_decision() -> None:
    run, seq = decided(pod("a", "9"), pod("b", "8"))

    answer: Any = waiting_pods(run, seq)
    about = [run.decision(row["at"]) for row in answer["pods"]]
    assert [row["key"] for row in answer["pods"]] == [decision and decision["pod"] for decision in about]


def test_pods_with_a_node_are_named_for_a_choice() -> None:
    running = builders.pod("runs", on="n1")
    run, seq = decided(running)

    answer: Any = waiting_pods(run, seq)
    assert ([], ["default/runs"]) == (answer["pods"], answer["some"])


def test_of_many_pods_one_of_each_workload_is_named_first_and_those_of_daemon_sets_last() -> None:
    def owned(name: str, kind: str, owner: str) -> dict[str, Any]:
        reference = {"apiVersion": "apps/v1", "kind": kind, "name": owner, "uid": owner, "controller": True}
        return builders.pod(name, on="n1", metadata={"ownerReferences": [reference]})

    agents = [owned(f"agent-{n}", "DaemonSet", "agent") for n in range(2)]
    webs = [owned(f"web-{n}", "ReplicaSet", "web") for n in range(2)]
    run, seq = decided(*agents, *webs, owned("db-0", "StatefulSet", "db"))

    answer: Any = waiting_pods(run, seq)
    names = [key.removeprefix("default/") for key in answer["some"]]
    assert ["web-0", "db-0", "web-1", "agent-0", "agent-1"] == names
