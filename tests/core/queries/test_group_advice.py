"""Advice for a group of pods: what would give enough of its pods a node, each proposal played until they have
one."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Run, parse_input
from scheduler_core.messages import say
from tests.builders import node, pod
from tests.core.play import Play, gallery

GATES = {
    "1.36": {"GenericWorkload": True, "GangScheduling": True},
    "1.37": {"GenericWorkload": True},
}
API = {"1.36": "scheduling.k8s.io/v1alpha2", "1.37": "scheduling.k8s.io/v1beta1"}


def gang(*names: str, minimum: int = 3, version: str = "1.36", cpu: str = "3") -> Play:
    """Pods of group g on two nodes of 4 cpu."""
    spec = {"seed": 1, "version": version, "featureGates": GATES[version]}
    scenario = {"apiVersion": "podium/v1", "kind": "Scenario", "metadata": {"name": "g"}, "spec": spec}
    group = {
        "apiVersion": API[version],
        "kind": "PodGroup",
        "metadata": {"name": "g"},
        "spec": {"schedulingPolicy": {"gang": {"minCount": minimum}}},
    }
    pods = [pod(name, cpu, schedulingGroup={"podGroupName": "g"}) for name in names]
    return Play([scenario, node("n1", "4"), node("n2", "4"), group, *pods])


def changes_for(play: Play, key: str) -> list[dict[str, Any]]:
    offers = play.recording.ask("advice", play.until(30), pod=key)
    assert isinstance(offers, list)
    return offers


def sentences(offers: list[dict[str, Any]]) -> list[str]:
    return [" + ".join(say(change) for change in offer["messages"]) for offer in offers]


def followed(run: Run, seq: int, inputs: list[Any]) -> dict[str, str]:
    """Where the pods are some time after the inputs."""
    for value in inputs:
        parsed = parse_input(value)
        frame = run.give(seq, parsed)  # type: ignore[arg-type]
        assert isinstance(frame, dict), frame
        seq = frame["seq"]
    while made := run.step(seq, "time", until=200):
        seq += len(made)
    return {key: pod.node_name for key, pod in run.world(seq).api.pods.items()}


def test_a_group_with_one_pod_too_many_asks_for_less_for_a_smaller_minimum_or_for_a_node() -> None:
    assert [
        "Lower the pod's request of cpu to 2",
        "Lower minCount of group g from 3 to 2",
        "Add a node like n1",
    ] == sentences(changes_for(gang("a", "b", "c"), "default/a"))


@pytest.mark.parametrize("number", range(3))
def test_each_proposal_binds_the_group_when_it_is_followed(number: int) -> None:
    play = gang("a", "b", "c")
    offer = changes_for(play, "default/b")[number]
    placed = {row["pod"]: row["node"] for row in offer["group"]["placed"]}
    assert offer["pod"] == [*placed][-1]
    result = followed(play.recording, play.until(30), offer["inputs"])

    assert placed == {key: node for key, node in result.items() if key in placed}
    assert len(placed) == (2 if "minCount" in sentences([offer])[0] else 3)


def test_a_group_of_1_37_lowers_its_minimum_in_place() -> None:
    offers = changes_for(gang("a", "b", "c", version="1.37"), "default/a")
    lower = offers[sentences(offers).index("Lower minCount of group g from 3 to 2")]

    assert [
        "kubectl patch podgroup g --type=json -p "
        '\'[{"op":"replace","path":"/spec/schedulingPolicy/gang/minCount","value":2}]\''
    ] == [line["line"] for line in lower["lines"]]


def test_a_group_that_waits_for_members_asks_for_the_pods_it_lacks() -> None:
    offers = changes_for(gang("a", cpu="1"), "default/a")

    assert ["Create 2 more pods of group g like a", "Lower minCount of group g from 3 to 1"] == sentences(
        offers
    )


def test_two_gangs_that_starve_each_other_need_one_node_more() -> None:
    offers = changes_for(Play(gallery("gangs-starve")), "default/a1")

    assert "Add a node like n1" in sentences(offers)
    assert {"default/a1", "default/a2", "default/a3"} == {row["pod"] for row in offers[0]["group"]["placed"]}


def test_the_priority_of_a_group_that_preempts_as_one_is_its_own() -> None:
    offers = changes_for(Play(gallery("gang-own-priority")), "default/a")

    assert (
        "Give group g and its pods the priority class high (1000), so that they may preempt"
        == sentences(offers)[-1]
    )
    assert ["default/low"] == offers[-1]["victims"]


def test_a_placed_group_and_one_that_needs_no_number_of_pods_have_no_advice() -> None:
    assert [] == changes_for(gang("a", "b", minimum=2), "default/a")


def test_a_member_beyond_the_minimum_has_the_advice_of_a_single_pod() -> None:
    play = gang("a", "b", "c", minimum=2)
    waiting = next(
        key for key, pod in play.recording.world(play.until(30)).api.pods.items() if not pod.node_name
    )

    assert {None} == {offer["group"] for offer in changes_for(play, waiting)}


def test_a_pod_that_a_gate_holds_back_is_freed_with_its_group() -> None:
    play = gang(minimum=1, cpu="1")
    gated = pod(
        "a", "1", schedulingGroup={"podGroupName": "g"}, schedulingGates=[{"name": "example.com/wait"}]
    )
    frame = play.recording.give(0, parse_input({"kind": "apply", "documents": [gated]}))  # type: ignore[arg-type]

    assert isinstance(frame, dict)
    assert ["Remove the scheduling gates example.com/wait"] == sentences(changes_for(play, "default/a"))[:1]
