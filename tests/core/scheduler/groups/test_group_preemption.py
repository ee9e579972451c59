"""A group preempts as one: units of lower priority go, and as many as possible are given back."""

from __future__ import annotations

from tests.core.scheduler.groups.builders import (
    PREEMPTS_AS_ONE,
    condition_of,
    create,
    gang,
    message_of,
    node,
    nodes,
    played,
    pod,
    priority,
)

HIGH, LOW = priority("high", 1000), priority("low", 10)


def test_only_the_victims_that_are_needed_are_preempted() -> None:
    setup = (
        *(node(f"n{number}") for number in (1, 2, 3)),
        HIGH,
        gang("g", 2, priorityClassName="high"),
        pod("v1", nodeName="n1"),
        pod("v2", nodeName="n2"),
    )
    members = [pod(name, "g", priorityClassName="high") for name in ("a", "b")]
    _, outcome = played(setup, create(*members), gates=PREEMPTS_AS_ONE)

    assert ["v2"] == outcome["gone"]
    assert {"v1": "n1", "a": "n2", "b": "n3"} == nodes(outcome)
    assert [["Normal", "Preempted", "Preempted by podgroup <uid of PodGroup g> on node cluster"]] == outcome[
        "events"
    ]["Pod/v2"]


def test_a_group_of_the_mode_podgroup_is_preempted_as_a_unit() -> None:
    victims = gang("low", 2, priorityClassName="low", disruptionMode="PodGroup")
    setup = (
        node("n1"),
        node("n2"),
        HIGH,
        LOW,
        victims,
        gang("g", 1, priorityClassName="high"),
        *(pod(name, "low", priorityClassName="low") for name in ("l1", "l2")),
    )
    preemptor = pod("a", "g", priorityClassName="high")
    before, outcome = played(setup, create(preemptor), gates=PREEMPTS_AS_ONE)

    assert {"n1", "n2"} == set(nodes(before).values())
    assert ["l1", "l2"] == outcome["gone"]


def test_a_group_without_a_priority_class_has_priority_0_and_preempts_nothing_of_priority_0() -> None:
    setup = (node("n1"), HIGH, gang("g", 1), pod("v", nodeName="n1"))
    _, outcome = played(setup, create(pod("a", "g", priorityClassName="high")), gates=PREEMPTS_AS_ONE)

    why = "pod group is unschedulable, No preemption victims found for incoming preemptor"
    assert ("False", why) == condition_of(outcome)
    assert str(message_of(outcome, "a")).endswith(
        "preemption: not eligible due to workload aware preemption enabled"
    )


def test_a_group_that_fits_nowhere_even_without_all_victims_touches_none() -> None:
    setup = (node("n1"), HIGH, gang("g", 2, priorityClassName="high"), pod("v", nodeName="n1"))
    members = [pod(name, "g", priorityClassName="high") for name in ("a", "b")]
    _, outcome = played(setup, create(*members), gates=PREEMPTS_AS_ONE)

    assert "gone" not in outcome
    assert ("False", "pod group is unschedulable, pod group is unschedulable") == condition_of(outcome)


def test_one_pod_that_never_preempts_is_enough() -> None:
    never = priority("never", 1000, preemptionPolicy="Never")
    setup = (node("n1"), never, HIGH, gang("g", 1, priorityClassName="high"), pod("v", nodeName="n1"))
    _, outcome = played(setup, create(pod("a", "g", priorityClassName="never")), gates=PREEMPTS_AS_ONE)

    why = "pod group is unschedulable, not eligible due to preemptionPolicy=Never."
    assert ("False", why) == condition_of(outcome)


def test_victims_that_end_slowly_are_waited_for() -> None:
    setup = (
        node("n1"),
        HIGH,
        gang("g", 1, priorityClassName="high"),
        pod("v", nodeName="n1", terminationGracePeriodSeconds=30),
    )
    _, held, done = played(
        setup,
        {"do": "kubelet", "exit": "held"},
        create(pod("a", "g", priorityClassName="high")),
        gates=PREEMPTS_AS_ONE,
    )[-3:]

    assert {"v": "n1"} == nodes(held)
    assert done["pods"]["v"]["deleting"]
    assert ("False", "pod group is unschedulable") == condition_of(done)
    assert (
        "default-scheduler: preempting to accommodate a higher priority podgroup"
        == done["pods"]["v"]["conditions"]["DisruptionTarget"]["message"]
    )
