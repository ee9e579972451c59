"""v1.37: the group is the entry of the queue. This release is not held against the original."""

from __future__ import annotations

from typing import Any

from scheduler_core.scheduler.scheduler import Scheduler
from tests.core.scheduler.groups.builders import (
    create,
    gang,
    message_of,
    node,
    nodes,
    played,
    player,
    pod,
    priority,
)

GATES = ("GenericWorkload",)
VERSION = "v1.37.0"


def outcomes(setup: Any, *steps: Any) -> Any:
    return played(setup, *steps, version=VERSION, gates=GATES)


def condition(outcome: Any) -> Any:
    return outcome["objects"]["PodGroup/g"].get("conditions", {}).get("PodGroupInitiallyScheduled")


def test_a_gang_that_fits_is_bound_together_without_permit() -> None:
    _, outcome = outcomes((node("n1"), node("n2"), gang("g", 2)), create(pod("a", "g"), pod("b", "g")))

    assert {"n1", "n2"} == set(nodes(outcome).values())
    assert "True" == condition(outcome)["status"]


def test_the_cycle_ends_as_soon_as_the_minimum_is_out_of_reach() -> None:
    _, outcome = outcomes((node("n1"), gang("g", 3)), create(*(pod(name, "g") for name in "abc")))

    why = "minCount (3) cannot be satisfied: 1 scheduled, 1 remaining"
    nothing = "pod group preemption: No preemption victims found for incoming preemptor"
    texts = [str(message_of(outcome, name)) for name in "abc"]
    assert f"{why}, {nothing}" == condition(outcome)["message"]
    assert {None} == set(nodes(outcome).values())
    assert [f"pod group is unschedulable, {why}, {nothing}", why] == sorted(
        text for text in texts if why in text
    )[::-1]


def test_a_group_that_does_not_fit_backs_off_and_waits_for_an_event() -> None:
    history = player((node("n1"), gang("g", 2), pod("a", "g"), pod("b", "g")), version=VERSION, gates=GATES)
    list(history.play())
    scheduler = history.world.cluster.agenda.actors["kube-scheduler"]
    assert isinstance(scheduler, Scheduler)

    assert not scheduler.groups.tries.spins("default/g")


def test_a_lower_minimum_lets_a_waiting_gang_in() -> None:
    lower = {
        "do": "patch",
        "kind": "PodGroup",
        "name": "g",
        "type": "merge",
        "patch": {"spec": {"schedulingPolicy": {"gang": {"minCount": 1}}}},
    }
    _, outcome = outcomes((node("n1"), gang("g", 2), pod("a", "g")), lower)

    assert {"a": "n1"} == nodes(outcome)


def test_a_node_that_fits_the_rest_lets_a_waiting_gang_in() -> None:
    _, added = outcomes((node("n1"), gang("g", 2), pod("a", "g"), pod("b", "g")), create(node("n2")))

    assert {"n1", "n2"} == set(nodes(added).values())


def test_no_new_pod_fits_into_a_group_that_has_its_minimum() -> None:
    setup = (node("n1"), gang("g", 1), pod("a", "g"))
    _, outcome = outcomes(setup, create(pod("b", "g")))

    assert {"a": "n1", "b": None} == nodes(outcome)
    assert "Insufficient cpu" in str(message_of(outcome, "b"))
    assert "True" == condition(outcome)["status"]


def test_a_group_takes_the_room_of_pods_of_lower_priority() -> None:
    high = priority("high", 100)
    setup = (node("n1"), node("n2"), high, pod("x"), gang("g", 2, priorityClassName="high"))
    _, outcome = outcomes(
        setup, create(pod("a", "g", priorityClassName="high"), pod("b", "g", priorityClassName="high"))
    )

    assert {"n1", "n2"} == {nodes(outcome)["a"], nodes(outcome)["b"]}
    assert "x" not in outcome["pods"]


def test_a_group_waits_with_nominated_nodes_for_its_victims() -> None:
    high = priority("high", 100)
    setup = (node("n1"), node("n2"), high, pod("x"), pod("y"), gang("g", 2, priorityClassName="high"))
    members = [pod(name, "g", priorityClassName="high") for name in "ab"]
    history = player(setup, create(*members), version=VERSION, gates=GATES, held=True)
    *_, outcome = history.play()
    shown = outcome["pods"]

    assert {"n1", "n2"} == {shown["a"]["nominatedNodeName"], shown["b"]["nominatedNodeName"]}
    assert (
        "minCount (2) cannot be satisfied: 0 scheduled, 1 remaining, "
        "pod group preemption: found a placement for podgroup, preempting 2 victims"
    ) == condition(outcome)["message"]
