"""The cycle of a group: all of its pods are tried on one state of the cluster, and bound together or not."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.actor import Act
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod_groups import PROTECTION
from scheduler_core.scheduler.groups.group_cycle import GroupCycle
from scheduler_core.scheduler.groups.tries import TRIES_PER_SECOND
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo
from scheduler_core.scheduler.scheduler import Scheduler
from tests.core.scheduler.groups.builders import (
    WAITS,
    condition_of,
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
from tests.core.scheduler.groups.played_groups import gang_of_three_on_two_nodes

TWO_NODES = (node("n1"), node("n2"))


def test_without_its_group_or_with_too_few_members_nothing_is_written_to_the_pods() -> None:
    _, alone, with_group = played(TWO_NODES, create(pod("a", "g")), create(gang("g", 2)))

    assert {"a": {"phase": "Pending"}} == alone["pods"] == with_group["pods"]
    assert "events" not in with_group


def test_the_pod_that_completes_the_gang_is_tried_first() -> None:
    _, outcome = played((*TWO_NODES, gang("g", 2)), create(pod("a", "g"), pod("b", "g")))

    assert {"a": "n2", "b": "n1"} == nodes(outcome)
    assert ("True", "") == condition_of(outcome)


def test_a_gang_of_which_one_pod_fits_nowhere_binds_none() -> None:
    _, outcome = played((*TWO_NODES, gang("g", 3)), create(pod("a", "g"), pod("b", "g"), pod("c", "g")))

    assert {"a": None, "b": None, "c": None} == nodes(outcome)
    assert [WAITS, WAITS] == [message_of(outcome, name) for name in ("a", "c")]
    assert "0/2 nodes are available: 2 Insufficient cpu." in str(message_of(outcome, "b"))
    assert ("False", "pod group is unschedulable") == condition_of(outcome)


def test_a_group_of_the_policy_basic_places_each_pod_for_itself() -> None:
    basic = gang("g", 1, schedulingPolicy={"basic": {}})
    _, outcome = played((*TWO_NODES, basic), create(pod("a", "g"), pod("b", "g"), pod("c", "g")))

    assert 2 == sum(1 for where in nodes(outcome).values() if where)
    assert ("True", "") == condition_of(outcome)


def test_members_beyond_the_minimum_are_bound_too_and_the_rest_waits_alone() -> None:
    _, outcome = played(
        (*TWO_NODES, node("n3"), gang("g", 2)),
        create(pod("a", "g"), pod("b", "g"), pod("c", "g"), pod("d", "g")),
    )

    assert {"a", "b", "c"} == {name for name, where in nodes(outcome).items() if where}
    assert "3 Insufficient cpu" in str(message_of(outcome, "d"))
    assert ("True", "") == condition_of(outcome)


def test_two_gangs_do_not_starve_each_other() -> None:
    objects = [pod(f"{group}{number}", group) for number in (1, 2, 3) for group in ("a", "b")]
    four = [node(f"n{number}") for number in (1, 2, 3, 4)]
    _, outcome = played((*four, gang("a", 3), gang("b", 3)), create(*objects))

    assert [True, True, True, False, False, False] == [
        bool(nodes(outcome)[name]) for name in ("a1", "a2", "a3", "b1", "b2", "b3")
    ]


def test_a_group_that_does_not_fit_is_tried_again_at_once_when_a_node_comes() -> None:
    setup = (*TWO_NODES, gang("g", 3), pod("a", "g"), pod("b", "g"), pod("c", "g"))
    _, outcome = played(setup, create(node("n3")))

    assert {"n1", "n2", "n3"} == set(nodes(outcome).values())


def test_attempts_that_find_the_same_cluster_are_counted_and_not_played() -> None:
    setup = (node("n1"), gang("g", 2), pod("a", "g"), pod("b", "g"))
    history = player(setup, {"do": "wait", "seconds": 60})
    list(history.play())
    scheduler = history.world.cluster.agenda.actors["kube-scheduler"]
    assert isinstance(scheduler, Scheduler)
    now_ms = history.world.now_ms
    tries, in_last_second = scheduler.groups.tries.count("default/g", now_ms)

    assert scheduler.groups.tries.spins("default/g")
    assert TRIES_PER_SECOND == in_last_second
    assert 60 * TRIES_PER_SECOND < tries < 80 * TRIES_PER_SECOND
    assert scheduler.queue.cycle < 20


def test_victims_are_deleted_whether_or_not_the_group_fits() -> None:
    high = priority("high", 1000)
    setup = (*TWO_NODES, high, gang("g", 3), pod("v1", nodeName="n1"), pod("v2", nodeName="n2"))
    members = [pod(name, "g", priorityClassName="high") for name in ("a", "b", "c")]
    _, outcome = played(setup, create(*members))

    assert ["v1", "v2"] == outcome["gone"]
    assert {"a": None, "b": None, "c": None} == nodes(outcome)


def test_a_group_of_two_schedulers_waits_for_its_members_of_this_one() -> None:
    _, outcome = played(
        (*TWO_NODES, gang("g", 2)), create(pod("a", "g"), pod("b", "g", schedulerName="other"))
    )

    assert {"a": {"phase": "Pending"}, "b": {"phase": "Pending"}} == outcome["pods"]


def test_a_pod_with_a_scheduling_gate_counts_as_a_member_and_is_not_tried() -> None:
    gated = pod("b", "g", schedulingGates=[{"name": "example.com/wait"}])
    lift = {
        "do": "patch",
        "kind": "Pod",
        "name": "b",
        "type": "merge",
        "patch": {"spec": {"schedulingGates": None}},
    }
    _, before, after = played((*TWO_NODES, gang("g", 2)), create(gated, pod("a", "g")), lift)

    assert WAITS == message_of(before, "a")
    assert "SchedulingGated" == before["pods"]["b"]["conditions"]["PodScheduled"]["reason"]
    assert {"n1", "n2"} == set(nodes(after).values())


def test_a_deleted_group_still_admits_members_and_goes_with_its_last_pod() -> None:
    delete = {"do": "delete", "kind": "PodGroup", "name": "g"}
    _, deleted, complete, gone = played(
        (*TWO_NODES, gang("g", 2), pod("a", "g")),
        delete,
        create(pod("b", "g")),
        {"do": "delete", "kind": "Pod", "name": "a"},
    )

    assert deleted["objects"]["PodGroup/g"]["deleting"]
    assert {"n1", "n2"} == set(nodes(complete).values())
    assert gone["objects"]["PodGroup/g"]["deleting"]


def test_a_group_larger_than_any_number_of_pods_waits() -> None:
    _, outcome = played((*TWO_NODES, gang("g", 10_000)), create(pod("a", "g"), pod("b", "g")))

    assert {"a": {"phase": "Pending"}, "b": {"phase": "Pending"}} == outcome["pods"]


def test_a_copy_of_the_scheduler_goes_on_as_the_original_does() -> None:
    history = player((node("n1"), gang("g", 2), pod("a", "g"), pod("b", "g")))
    list(history.play())
    scheduler = history.world.cluster.agenda.actors["kube-scheduler"]
    assert isinstance(scheduler, Scheduler)

    assert scheduler.fingerprint() == scheduler.copy().fingerprint()


def test_a_group_is_tried_anew_when_room_goes_and_not_when_a_binding_becomes_visible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[str] = []
    begin = GroupCycle.begin

    def counted(cycles: GroupCycle, popped: QueuedPodInfo, *more: Any) -> Act | None:
        begun.append(popped.pod.group_key)
        return begin(cycles, popped, *more)

    monkeypatch.setattr(GroupCycle, "begin", counted)
    setup = (*TWO_NODES, gang("g", 3), pod("a", "g"), pod("b", "g"), pod("c", "g"))
    counts = [
        len(begun)
        for _ in player(
            setup, create(pod("d", cpu="1"), pod("e", cpu="1")), {"do": "delete", "kind": "Pod", "name": "d"}
        ).play()
    ]

    assert counts[0] == counts[1] < counts[2]


def test_a_pod_stays_in_the_group_with_which_it_was_made() -> None:
    other = {"spec": {"schedulingGroup": {"podGroupName": "h"}}}
    move: dict[str, Json] = {"do": "patch", "kind": "Pod", "name": "a", "type": "merge", "patch": other}
    _, outcome = played((*TWO_NODES, gang("g", 2), gang("h", 1), pod("a", "g")), move)

    assert "spec: Forbidden: pod updates may not change fields" in outcome["refused"][0]["message"]
    assert {"a": None} == nodes(outcome)


def test_members_of_a_workload_that_is_being_deleted_are_scheduled() -> None:
    template: Json = {"name": "t", "schedulingPolicy": {"gang": {"minCount": 2}}}
    workload: dict[str, Json] = {
        "kind": "Workload",
        "metadata": {"name": "w", "finalizers": ["example.com/kept"]},
        "spec": {"podGroupTemplates": [template]},
    }
    made: Json = {"workload": {"workloadName": "w", "podGroupTemplateName": "t"}}
    delete: dict[str, Json] = {"do": "delete", "kind": "Workload", "name": "w"}
    _, _, outcome = played(
        (*TWO_NODES, workload, gang("g", 2, podGroupTemplateRef=made), pod("a", "g")),
        delete,
        create(pod("b", "g")),
    )

    assert {"a": "n2", "b": "n1"} == nodes(outcome)


def test_a_group_that_is_gone_in_the_middle_of_its_cycle_ends_it_without_a_condition() -> None:
    world = gang_of_three_on_two_nodes().recording.world(0).copy()
    scheduler = world.cluster.agenda.actors["kube-scheduler"]
    assert isinstance(scheduler, Scheduler)
    while not scheduler.groups.trying("default/g"):
        assert world.step() is not None
    api = world.api
    assert 3 == len(api.pods)
    api.delete("PodGroup", "default/g", DeleteOptions(), world.now_ms)
    api.remove_finalizer("PodGroup", "default/g", PROTECTION)
    while (turn := world.next_turn()) is not None and turn.at_ms < 20_000:
        world.take(turn)

    assert api.get("PodGroup", "default/g") is None
    assert not scheduler.groups.busy
    assert [""] * 3 == [waiting.node_name for waiting in api.pods.values()]
