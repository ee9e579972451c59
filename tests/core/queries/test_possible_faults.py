"""What can be broken and mended: every offer does something, and what was broken can be mended."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Problem, Refused, parse_input
from tests.core.play import Play, gallery
from tests.core.queries.broken import BROKEN, broken, everything


def offers(name: str, node: str = "n3") -> dict[str, dict[str, Any]]:
    play, seq = broken(name)
    result: Any = play.recording.ask("faults", seq, node=node)
    return {offer["id"]: offer for offer in result}


@pytest.mark.parametrize("name", BROKEN)
def test_every_offered_input_is_taken_and_changes_something(name: str) -> None:
    play, seq = broken(name)
    given = [offer for offer in everything(play, seq) if offer["input"] is not None]
    idle = []
    for offer in given:
        parsed = parse_input(offer["input"])
        assert not isinstance(parsed, Problem), offer
        frame = play.recording.world(seq).copy().give(parsed)  # type: ignore[arg-type]
        if (
            frame is None
            or isinstance(frame, Problem | Refused)
            or "changed_nothing" in str(frame["message"])
        ):
            idle.append((offer["id"], frame))

    assert len(given) > 20
    assert [] == idle


@pytest.mark.parametrize("name", BROKEN)
def test_an_offer_has_an_input_or_asks_for_one(name: str) -> None:
    play, seq = broken(name)
    result = everything(play, seq)

    assert [] == [offer["id"] for offer in result if (offer["input"] is None) == (offer["ask"] is None)]
    assert {"delay", "clock", "fence", "drain", "delete_node"} >= {o["ask"] for o in result if o["ask"]}


@pytest.mark.parametrize(
    ("name", "mends", "gone"),
    [
        ("cut", "heal", {"cut", "cut_to", "cut_from"}),
        ("mute", "heal", {"cut_to", "cut_from"}),
        ("late", "undelay", {"delay"}),
        ("off", "power_on", {"power_off", "kubelet_stop", "kubelet_start", "shutdown"}),
        ("kubelet", "kubelet_start", {"kubelet_stop"}),
        ("clock", "clock_right", {"clock"}),
        ("fenced", "heal", {"cut", "cut_to", "cut_from", "cut_storage", "cut_node"}),
        ("fenced storage", "heal_storage", {"cut_storage"}),
        ("storage", "heal_storage", {"cut_storage"}),
        ("out of service", "in_service", {"out_of_service"}),
    ],
)
def test_what_is_broken_of_a_node_can_be_mended_and_not_broken_again(
    name: str, mends: str, gone: set[str]
) -> None:
    result = offers(name)

    assert mends not in offers("whole")
    assert "ok" == result[mends]["level"]
    assert set() == gone & set(result)


def test_a_way_between_two_nodes_is_offered_by_both() -> None:
    healing = {node: offers("neighbours", node)["heal_node"]["args"] for node in ("n1", "n3")}

    assert {"n1": {"node": "n1", "other": "n3"}, "n3": {"node": "n3", "other": "n1"}} == healing


def test_a_destroyed_machine_keeps_only_its_network_and_its_object() -> None:
    assert {"network", "objects"} == {offer["group"] for offer in offers("destroyed").values()}


def test_a_machine_without_a_node_object_cannot_be_drained() -> None:
    assert {"network", "machine"} == {offer["group"] for offer in offers("unregistered").values()}


def test_nothing_is_offered_of_a_node_that_never_was() -> None:
    play, seq = broken("whole")

    assert play.recording.ask("faults", seq, node="nobody") is None


def test_components_that_are_down_start_and_only_the_controller_manager_never_runs_twice() -> None:
    play, seq = broken("parts")
    result: Any = play.recording.ask("faults", seq)
    by_name = {
        component["name"]: [offer["id"] for offer in component["offers"]]
        for component in result["components"]
    }

    assert ["component_start"] == by_name["controller-manager"]
    assert ["component_stop", "component_second"] == by_name["scheduler"]
    assert ["component_stop", "component_second_stop"] == by_name["statefulset-controller"]
    assert {"descheduler": "actor_stop", "fencing-controller": "actor_start"} == {
        actor["args"]["name"]: actor["id"] for actor in result["actors"]
    }
    assert ["heal_all", "store", "manager", "scheduler_heal"] == [fault["id"] for fault in result["faults"]]


def test_pods_of_a_deleted_node_are_removed_within_the_seconds_that_the_offer_says() -> None:
    documents = gallery("basic-preemption")
    documents[0]["spec"]["inputs"] = [{"at": 3, "kind": "delete", "object": {"kind": "Node", "name": "n1"}}]
    play = Play(documents)
    play.until_quiet()
    result: Any = play.recording.ask("faults", 0, node="n1")
    outcome = next(offer["args"] for offer in result if offer["ask"] == "delete_node")
    removed = [frame["t"] - 3 for frame in play.frames() if frame["message"]["id"] == "podgc.removed"]

    assert removed
    assert all(outcome["from"] <= seconds <= outcome["until"] for seconds in removed)


def test_a_member_is_taken_off_the_list_of_its_application_and_put_on_again() -> None:
    off = {"at": 1, "kind": "member", "set": "default/db", "member": 1, "listed": False}
    whole, changed = Play(gallery("partitioned-pet"), []), Play(gallery("partitioned-pet"), [off])
    messages: list[Any] = [play.recording.ask("faults", play.until(1)) for play in (whole, changed)]
    listed = [
        {member["name"]: member["offers"] for member in answer["members"]}["default/db"]
        for answer in messages
    ]

    assert ["member_unlist"] * len(listed[0]) == [offer["id"] for offer in listed[0]]
    assert ("member_list", {**off, "listed": True}) == (
        listed[1][1]["id"],
        {"at": 1, **listed[1][1]["input"]},
    )
    assert ["member_unlist"] * (len(listed[0]) - 1) == [
        offer["id"] for offer in listed[1] if offer["args"] != {"member": 1}
    ]
