"""Advice: what would make a pod fit, found by trying; every one that is offered works when it is followed."""

from __future__ import annotations

from typing import Any, cast

import pytest

from scheduler_core import Input, parse_input
from scheduler_core.messages import say
from tests.builders import ZONE, Manifest, api_object, node, pod
from tests.core.queries.advice import advice_for, follow, quiet, recording, told

FULL = [node("n1"), pod("old", "3700m", nodeName="n1")]
GPU = node("n1", taints=[{"key": "gpu", "value": "true", "effect": "NoSchedule"}])


def test_a_taint_in_the_way_asks_for_a_toleration_or_for_a_node_without_it() -> None:
    assert told(advice_for(recording(GPU, pod("p", "1"))))[:2] == [
        ("Give the pod a toleration of the taint gpu=true:NoSchedule", "n1"),
        ("Remove the taint gpu:NoSchedule from n1", "n1"),
    ]


def test_too_little_room_asks_for_less_or_for_a_pod_fewer_or_for_a_node_more() -> None:
    low = api_object("PriorityClass", "gold", value=7)

    assert told(advice_for(recording(*FULL, pod("p", "500m"), low))) == [
        ("Lower the pod's request of cpu to 300m", "n1"),
        ("Delete default/old on n1", "n1"),
        ("Add a node like n1", "n1-2"),
        ("Give the pod the priority class gold (7), so that it may preempt", "n1"),
    ]


def test_without_a_class_the_lowest_priority_that_preempts_is_named() -> None:
    found = advice_for(recording(*FULL, pod("p", "500m")))

    assert found[-1]["victims"] == ["default/old"]
    assert told(found)[-1] == ("Give the pod the priority 1, so that it may preempt", "n1")


def test_a_cordoned_node_is_to_be_uncordoned() -> None:
    assert told(advice_for(recording(node("n1", unschedulable=True), pod("p"))))[0] == ("Uncordon n1", "n1")


def test_a_label_or_the_selector_without_it() -> None:
    assert told(advice_for(recording(node("n1"), pod("p", nodeSelector={"disk": "ssd"})))) == [
        ("Label n1 with disk=ssd", "n1"),
        ("Remove disk=ssd from the pod's nodeSelector", "n1"),
    ]


def test_a_spread_asks_for_a_higher_skew_or_for_a_wish() -> None:
    web = {"app": "web"}
    spread = {
        "maxSkew": 1,
        "topologyKey": ZONE,
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": web},
    }
    run = recording(
        node("a1", zone="a"),
        node("b1", zone="b", unschedulable=True),
        pod("w1", nodeName="a1", labels=web),
        pod("p", labels=web, topologySpreadConstraints=[spread]),
    )

    assert told(advice_for(run))[:3] == [
        ("Uncordon b1", "b1"),
        (f"Raise maxSkew over {ZONE} to 2", "a1"),
        (f"Make the constraint over {ZONE} soft: whenUnsatisfiable: ScheduleAnyway", "a1"),
    ]


def test_two_obstacles_on_the_only_node_are_cleared_together() -> None:
    found = advice_for(recording(GPU, pod("old", "3700m", nodeName="n1"), pod("p", "500m")))

    assert (
        "Give the pod a toleration of the taint gpu=true:NoSchedule + Lower the pod's request of cpu to 300m",
        "n1",
    ) in told(found)


def test_gates_come_off_first() -> None:
    found = advice_for(recording(node("n1"), pod("p", schedulingGates=[{"name": "example.com/wait"}])))

    assert told(found) == [("Remove the scheduling gates example.com/wait", "n1")]


def test_anti_affinity_asks_for_one_pod_fewer_or_for_less_distance() -> None:
    term = {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "web"}}}
    anti = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    web = {"app": "web"}

    assert told(
        advice_for(recording(node("n1"), pod("old", nodeName="n1", labels=web), pod("p", affinity=anti)))
    )[:3] == [
        ("Remove the pod anti-affinity over kubernetes.io/hostname", "n1"),
        ("Delete default/old on n1", "n1"),
        ("Add a node like n1", "n1-2"),
    ]


def test_a_pod_that_fits_needs_no_advice_and_one_that_is_not_there_gets_none() -> None:
    run = recording(node("n1"), pod("p"))

    assert advice_for(run) == []
    assert run.ask("advice", 0, pod="default/nobody") is None


@pytest.mark.parametrize(
    "documents",
    [
        pytest.param([GPU, pod("p", "1")], id="taint"),
        pytest.param([*FULL, pod("p", "500m")], id="room"),
        pytest.param([node("n1"), pod("p", nodeSelector={"disk": "ssd"})], id="label"),
        pytest.param([GPU, pod("old", "3700m", nodeName="n1"), pod("p", "500m")], id="two obstacles"),
    ],
)
def test_whoever_follows_any_of_it_gets_the_pod_onto_that_node(documents: list[Manifest]) -> None:
    entries = advice_for(recording(*documents))

    assert entries
    for index, entry in enumerate(entries):
        run = recording(*documents)

        assert follow(run, advice_for(run)[index]) == entry["node"], entry["id"]


def test_the_same_step_gives_the_same_advice_again() -> None:
    documents = [*FULL, GPU | {"metadata": {"name": "n2"}}, pod("p", "5")]

    assert advice_for(recording(*documents)) == advice_for(recording(*documents))


def test_obstacles_of_a_pod_that_has_its_node_are_those_before_the_decision() -> None:
    run = recording(GPU | {"metadata": {"name": "gpu"}}, node("n1"), pod("p"))
    found = cast(dict[str, Any], run.ask("obstacles", quiet(run), pod="default/p"))

    assert found["feasible"] == 1
    assert {name: [entry["plugin"] for entry in of_node] for name, of_node in found["nodes"].items()} == {
        "gpu": ["TaintToleration"],
        "n1": [],
    }


def test_obstacles_show_what_the_scheduler_did_not_look_at() -> None:
    run = recording(GPU, pod("old", "3700m", nodeName="n1"), pod("p", "500m"))
    found = cast(dict[str, Any], run.ask("obstacles", quiet(run), pod="default/p"))

    assert [(entry["plugin"], entry["first"]) for entry in found["nodes"]["n1"]] == [
        ("TaintToleration", True),
        ("NodeResourcesFit", False),
    ]
    assert [(group["reason"], group["nodes"], group["first"]) for group in found["groups"]] == [
        ("Insufficient cpu", 1, 0),
        ("node(s) had untolerated taint {gpu: true}", 1, 1),
    ]


def test_a_pod_whose_victims_are_leaving_needs_no_advice() -> None:
    gold = api_object("PriorityClass", "gold", value=7)
    run = recording(*FULL, gold, pod("p", "500m", priorityClassName="gold"))
    seq = next(each["seq"] for each in run.step(0, "quiet") if each["kind"] == "preempt")

    assert run.ask("advice", cast(int, seq), pod="default/p") == []


def test_while_no_scheduler_runs_it_is_to_be_started() -> None:
    run = recording(node("n1"), pod("p"))
    run.give(0, cast(Input, parse_input({"kind": "scheduler", "running": False})))

    found = cast(list[dict[str, Any]], run.ask("advice", 1, pod="default/p"))

    assert told(found) == [("Start the scheduler", "n1")]


def test_nothing_superfluous_is_advised() -> None:
    small = node("n2", "2")
    run = recording(GPU, small, pod("old", "3700m", nodeName="n1"), pod("p", "2500m"))

    entries = advice_for(run)

    assert "n2" in {entry["node"] for entry in entries}
    for entry in entries:
        kinds = {value["kind"] for value in entry["inputs"]}
        words = " ".join(say(each) for each in entry["messages"])
        assert not (entry["node"] == "n2" and ("gpu" in words or "untaint" in kinds)), words


def test_a_pod_of_a_deployment_is_made_anew_as_its_set_s_own_and_the_template_is_mentioned() -> None:
    template = {"metadata": {"labels": {"app": "web"}}, "spec": pod("x", "1")["spec"]}
    web = api_object(
        "Deployment",
        "web",
        spec={"replicas": 1, "selector": {"matchLabels": {"app": "web"}}, "template": template},
    )
    run = recording(GPU, web)
    seq = quiet(run)
    (waiting,) = cast(list[dict[str, Any]], run.snapshot(seq)["pods"])
    first = cast(list[dict[str, Any]], run.ask("advice", seq, pod=waiting["key"]))[0]

    assert say(first["messages"][0]) == "Give the pod a toleration of the taint gpu=true:NoSchedule"
    assert say(first["note"]) == "Make the same change in the pod template of Deployment web"
    assert follow(run, first, waiting["key"]) == "n1"
    pods = cast(list[dict[str, Any]], run.snapshot(run.head_seq)["pods"])
    assert [each["owner"] for each in pods] == [waiting["owner"]]
