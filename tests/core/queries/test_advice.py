"""Advice: what would make a pod fit, found by trying; every one that is offered works when it is followed."""

from __future__ import annotations

from typing import Any, cast

import pytest

from scheduler_core import Input, Run, parse_input
from scheduler_core.messages import say
from tests.builders import ZONE, Manifest, api_object, node, pod
from tests.core.queries.advice import advice_for, follow, quiet, recording, sentences

FULL = [node("n1"), pod("old", "3700m", nodeName="n1")]
GPU = node("n1", taints=[{"key": "gpu", "value": "true", "effect": "NoSchedule"}])


def test_a_taint_in_the_way_asks_for_a_toleration_or_for_a_node_without_it() -> None:
    assert [
        ("Give the pod a toleration of the taint gpu=true:NoSchedule", "n1"),
        ("Remove the taint gpu:NoSchedule from n1", "n1"),
    ] == sentences(advice_for(recording(GPU, pod("p", "1"))))[:2]


def test_too_little_room_asks_for_less_or_for_a_pod_fewer_or_for_a_node_more() -> None:
    low = api_object("PriorityClass", "gold", value=7)

    assert [
        ("Lower the pod's request of cpu to 300m", "n1"),
        ("Delete default/old on n1", "n1"),
        ("Add a node like n1", "n1-2"),
        ("Give the pod the priority class gold (7), so that it may preempt", "n1"),
    ] == sentences(advice_for(recording(*FULL, pod("p", "500m"), low)))


def test_without_a_class_the_lowest_priority_that_preempts_is_named() -> None:
    result = advice_for(recording(*FULL, pod("p", "500m")))

    assert ["default/old"] == result[-1]["victims"]
    assert ("Give the pod the priority 1, so that it may preempt", "n1") == sentences(result)[-1]


def test_a_cordoned_node_is_to_be_uncordoned() -> None:
    assert (
        "Uncordon n1",
        "n1",
    ) == sentences(advice_for(recording(node("n1", unschedulable=True), pod("p"))))[0]


def test_a_label_or_the_selector_without_it() -> None:
    assert [
        ("Label n1 with disk=ssd", "n1"),
        ("Remove disk=ssd from the pod's nodeSelector", "n1"),
    ] == sentences(advice_for(recording(node("n1"), pod("p", nodeSelector={"disk": "ssd"}))))


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

    assert sentences(advice_for(run))[:3] == [
        ("Uncordon b1", "b1"),
        (f"Raise maxSkew over {ZONE} to 2", "a1"),
        (f"Make the constraint over {ZONE} soft: whenUnsatisfiable: ScheduleAnyway", "a1"),
    ]


def test_two_obstacles_on_the_only_node_are_cleared_together() -> None:
    result = advice_for(recording(GPU, pod("old", "3700m", nodeName="n1"), pod("p", "500m")))

    assert (
        "Give the pod a toleration of the taint gpu=true:NoSchedule + Lower the pod's request of cpu to 300m",
        "n1",
    ) in sentences(result)


def test_gates_come_off_first() -> None:
    result = advice_for(recording(node("n1"), pod("p", schedulingGates=[{"name": "example.com/wait"}])))

    assert [("Remove the scheduling gates example.com/wait", "n1")] == sentences(result)


def test_anti_affinity_asks_for_one_pod_fewer_or_for_less_distance() -> None:
    term = {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "web"}}}
    anti = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    web = {"app": "web"}

    assert [
        ("Remove the pod anti-affinity over kubernetes.io/hostname", "n1"),
        ("Delete default/old on n1", "n1"),
        ("Add a node like n1", "n1-2"),
    ] == sentences(
        advice_for(recording(node("n1"), pod("old", nodeName="n1", labels=web), pod("p", affinity=anti)))
    )[:3]


def test_a_pod_that_fits_needs_no_advice_and_one_that_is_not_there_gets_none() -> None:
    run = recording(node("n1"), pod("p"))

    assert [] == advice_for(run)
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
        assert entry["price"], entry["id"]


def test_the_same_step_gives_the_same_advice_again() -> None:
    documents = [*FULL, GPU | {"metadata": {"name": "n2"}}, pod("p", "5")]

    assert advice_for(recording(*documents)) == advice_for(recording(*documents))


def test_obstacles_of_a_pod_that_has_its_node_are_those_before_the_decision() -> None:
    run = recording(GPU | {"metadata": {"name": "gpu"}}, node("n1"), pod("p"))
    result = cast(dict[str, Any], run.ask("obstacles", quiet(run), pod="default/p"))

    assert 1 == result["feasible"]
    assert {
        "gpu": ["TaintToleration"],
        "n1": [],
    } == {name: [entry["plugin"] for entry in of_node] for name, of_node in result["nodes"].items()}


def test_obstacles_show_what_the_scheduler_did_not_look_at() -> None:
    run = recording(GPU, pod("old", "3700m", nodeName="n1"), pod("p", "500m"))
    result = cast(dict[str, Any], run.ask("obstacles", quiet(run), pod="default/p"))

    assert [
        ("TaintToleration", True),
        ("NodeResourcesFit", False),
    ] == [(entry["plugin"], entry["first"]) for entry in result["nodes"]["n1"]]
    assert [
        ("Insufficient cpu", 1, 0),
        ("node(s) had untolerated taint {gpu: true}", 1, 1),
    ] == [(group["reason"], group["nodes"], group["first"]) for group in result["groups"]]


def test_a_pod_whose_victims_are_leaving_needs_no_advice() -> None:
    gold = api_object("PriorityClass", "gold", value=7)
    run = recording(*FULL, gold, pod("p", "500m", priorityClassName="gold"))
    seq = next(item["seq"] for item in run.step(0, "quiet") if item["kind"] == "preempt")

    assert [] == run.ask("advice", cast(int, seq), pod="default/p")


def test_while_no_scheduler_runs_it_is_to_be_started() -> None:
    run = recording(node("n1"), pod("p"))
    run.give(0, cast(Input, parse_input({"kind": "scheduler", "running": False})))

    result = cast(list[dict[str, Any]], run.ask("advice", 1, pod="default/p"))

    assert [("Start the scheduler", "n1")] == sentences(result)


def test_nothing_superfluous_is_advised() -> None:
    small = node("n2", "2")
    run = recording(GPU, small, pod("old", "3700m", nodeName="n1"), pod("p", "2500m"))

    entries = advice_for(run)

    assert "n2" in {entry["node"] for entry in entries}
    for entry in entries:
        kinds = {value["kind"] for value in entry["inputs"]}
        words = " ".join(say(message) for message in entry["messages"])
        assert not (entry["node"] == "n2" and ("gpu" in words or "untaint" in kinds)), words


def test_a_change_of_a_deployment_s_pod_is_made_in_the_template() -> None:
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

    assert "Give the pod a toleration of the taint gpu=true:NoSchedule" == say(first["messages"][0])
    assert "The change is in the pod template of Deployment web, which then replaces its pods" == say(
        first["note"]
    )
    assert [{"kind": "apply"}] == [{"kind": value["kind"]} for value in first["inputs"]]
    assert "n1" == follow(run, first, first["pod"])
    pods = cast(list[dict[str, Any]], run.snapshot(run.head_seq)["pods"])
    assert [first["pod"]] == [row["key"] for row in pods if row["node"]]


WEB = {"app": "web"}


def deployment(name: str, replicas: int, cpu: str, **spec: Any) -> Manifest:
    labels = {"app": name}
    template = {"metadata": {"labels": labels}, "spec": {**pod("x", cpu)["spec"], **spec}}
    return api_object(
        "Deployment",
        name,
        spec={"replicas": replicas, "selector": {"matchLabels": labels}, "template": template},
    )


def waiting_pod(run: Run, name: str) -> tuple[int, str]:
    seq = quiet(run)
    pods = cast(list[dict[str, Any]], run.snapshot(seq)["pods"])
    return seq, next(row["key"] for row in pods if row["name"].startswith(name) and not row["node"])


def advice_about(name: str, *documents: Manifest) -> list[dict[str, Any]]:
    run = recording(*documents)
    seq, key = waiting_pod(run, name)
    return cast(list[dict[str, Any]], run.ask("advice", seq, pod=key))


def prices(entry: dict[str, Any]) -> list[str]:
    return [say(sentence) for sentence in entry["price"]]


def test_no_label_that_states_what_a_machine_is_is_advised() -> None:
    arch = "kubernetes.io/arch"
    result = advice_for(recording(node("pi", labels={arch: "arm64"}), pod("p", nodeSelector={arch: "amd64"})))

    assert sentences(result) == [
        (f"Add a node with {arch}=amd64, otherwise like pi", "pi-2"),
        (f"Remove {arch}=amd64 from the pod's nodeSelector", "pi"),
    ]
    assert ["Its image must also be built for arm64"] == prices(result[1])


def test_a_priority_for_all_replicas_helps_none_of_them() -> None:
    apart = {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": WEB}}
    anti = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [apart]}}
    result = advice_about("web", node("n1"), deployment("web", 2, "1", affinity=anti))

    assert ["none"] == [entry["result"] for entry in result if "priority" in entry["id"]]
    assert "Deployment web" in say(result[-1]["messages"][0])
    assert not any("deletepod" in entry["id"] for entry in result)


def test_a_priority_whose_victims_come_back_and_wait_helps_only_once() -> None:
    gold = api_object("PriorityClass", "gold", value=7)
    run = recording(node("n1"), deployment("web", 1, "3"), gold)
    later = parse_input({"kind": "apply", "documents": [pod("p", "2")]})
    run.give(quiet(run), cast(Input, later))
    run.step(run.head_seq, "quiet")
    result = cast(list[dict[str, Any]], run.ask("advice", run.head_seq, pod="default/p"))
    (raised,) = [entry for entry in result if entry["id"].startswith("raisepriority")]

    assert [
        "This helps only once: the next pods of Deployment web wait for a node in the place of this one"
    ] == prices(raised)
    assert 1 == len(raised["victims"])
    assert not any("deletepod" in entry["id"] for entry in result)


def test_no_priority_takes_the_places_of_two_pods_for_one() -> None:
    small = [pod(f"old{i}", "1900m", nodeName="n1") for i in range(2)]
    result = advice_for(recording(node("n1"), *small, pod("p", "3")))

    assert "none" == result[-1]["result"]
    assert say(result[-1]["messages"][0]) == (
        "A higher priority would help only this pod and take the places of default/old0, default/old1"
    )


def test_pods_of_the_system_are_neither_deleted_nor_preempted() -> None:
    dns = pod("dns", "3700m", nodeName="n1", metadata={"namespace": "kube-system"})
    result = advice_for(recording(node("n1"), dns, pod("p", "500m")))

    assert ["lowerrequest", "addnode"] == [entry["id"].partition("-")[0] for entry in result]


def test_a_pod_that_a_budget_keeps_is_not_deleted() -> None:
    budget = api_object(
        "PodDisruptionBudget", "web", spec={"minAvailable": 1, "selector": {"matchLabels": WEB}}
    )
    documents = [node("n1"), node("n2"), pod("old", "3700m", nodeName="n1", labels=WEB)]
    waiting = pod("p", "500m", nodeSelector={"kubernetes.io/hostname": "n1"})

    assert "Delete default/old on n1" in [
        words for words, _ in sentences(advice_for(recording(*documents, waiting)))
    ]
    kept = sentences(advice_for(recording(*documents, waiting, budget)))
    assert "Delete default/old on n1" not in [words for words, _ in kept]


def test_a_proposal_carries_the_kubectl_line_that_does_the_same() -> None:
    result = advice_about("web", GPU, deployment("web", 1, "1"))
    patch = (
        '[{"op":"add","path":"/spec/template/spec/tolerations","value":'
        '[{"key":"gpu","operator":"Equal","effect":"NoSchedule","value":"true"}]}]'
    )

    assert [[step["line"] for step in entry["lines"]] for entry in result] == [
        [f"kubectl patch deployment web --type=json -p '{patch}'"],
        ["kubectl taint nodes n1 gpu:NoSchedule-"],
    ]


def test_a_gate_comes_off_in_place_and_its_owner_is_named() -> None:
    gate = {"name": "kueue.x-k8s.io/admission"}
    (entry,) = advice_for(recording(node("n1"), pod("p", schedulingGates=[gate])))

    assert ["apply"] == [value["kind"] for value in entry["inputs"]]
    assert prices(entry)[0].startswith("Kueue removes the gate")


def test_whether_pods_of_a_controller_that_is_not_here_find_room_is_said_to_be_unknown() -> None:
    owner = {"kind": "Rollout", "apiVersion": "argoproj.io/v1alpha1", "name": "web", "controller": True}
    held = pod("old", "3", nodeName="n1", metadata={"ownerReferences": [owner]})
    result = advice_for(recording(node("n1"), held, pod("p", "2")))
    (raised,) = [entry for entry in result if entry["id"].startswith("raisepriority")]

    assert not any("deletepod" in entry["id"] for entry in result)
    assert prices(raised)[-1].startswith("The controllers of default/old are not in this run")


@pytest.mark.parametrize("kind", ["Deployment", "StatefulSet", "DaemonSet", "Job"])
def test_whoever_follows_advice_about_a_workload_gets_its_next_pod_onto_that_node(kind: str) -> None:
    labels = {"app": "w"}
    spec: dict[str, Any] = {
        "selector": {"matchLabels": labels},
        "template": {"metadata": {"labels": labels}, "spec": pod("x", "3900m")["spec"]},
    }
    if kind == "Job":
        spec = {"template": {"spec": {**pod("x", "3900m")["spec"], "restartPolicy": "Never"}}}
    tainted = node("n1") if kind == "DaemonSet" else GPU  # a DaemonSet makes no pods for a tainted node
    documents = [tainted, pod("old", "300m", nodeName="n1"), api_object(kind, "w", spec=spec)]
    run = recording(*documents)
    seq, key = waiting_pod(run, "w-")
    entries = [
        entry for entry in cast(list[dict[str, Any]], run.ask("advice", seq, pod=key)) if entry["inputs"]
    ]

    assert entries
    for entry in entries:
        assert entry["node"] == follow(recording(*documents), entry, entry["pod"]), entry["id"]


def test_no_node_is_uncordoned_while_kubectl_drains_it() -> None:
    budget = api_object(
        "PodDisruptionBudget", "web", spec={"minAvailable": 1, "selector": {"matchLabels": WEB}}
    )
    held = pod("held", "1", nodeName="n1", labels=WEB)
    run = recording(node("n1"), held, budget, pod("p", schedulingGates=[{"name": "example.com/wait"}]))
    drain = {"kind": "drain", "node": "n1", "force": True}
    run.give(quiet(run), cast(Input, parse_input(drain)))
    run.step(run.head_seq, "quiet", limit=20)

    result = cast(list[dict[str, Any]], run.ask("advice", run.head_seq, pod="default/p"))

    assert result
    assert not any("uncordon" in entry["id"] for entry in result)


def test_no_further_node_is_advised_where_none_is_ready() -> None:
    unready = node("n1", taints=[{"key": "node.kubernetes.io/not-ready", "effect": "NoSchedule"}])
    unready["status"]["conditions"] = [{"type": "Ready", "status": "False", "reason": "KubeletNotReady"}]
    full = node("n2", "1"), pod("busy", "1", on="n2")
    clusters = (unready, pod("p", "1")), (unready, *full, pod("p", "1"))

    assert [False, True] == [
        any("add" in entry["id"] for entry in advice_for(recording(*cluster))) for cluster in clusters
    ]


@pytest.mark.parametrize(("requested", "lowered"), [("2", True), ("3", False)])
def test_a_request_is_lowered_to_no_less_than_its_half(requested: str, lowered: bool) -> None:
    answer = advice_for(recording(node("n1", "2"), pod("low", "1", on="n1"), pod("p", requested)))

    assert lowered == any(entry["id"].startswith("lowerrequest") for entry in answer)
