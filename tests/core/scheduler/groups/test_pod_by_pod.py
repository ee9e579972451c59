"""v1.35: each pod of a gang is scheduled alone, keeps its place, and waits in Permit for the others."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.manifest import Json
from tests.core.scheduler.groups.builders import (
    Manifest,
    create,
    message_of,
    node,
    nodes,
    played,
    pod,
    priority,
)

VERSION = "v1.35.0"


def workload(name: str, minimum: int) -> Manifest:
    entry: Json = {"name": "all", "policy": {"gang": {"minCount": minimum}}}
    return {"kind": "Workload", "metadata": {"name": name}, "spec": {"podGroups": [entry]}}


def member(name: str, gang: str, **more: Json) -> Manifest:
    return pod(name, workloadRef={"name": gang, "podGroup": "all"}, **more)


def outcomes(setup: Any, *steps: Any) -> Any:
    return played(setup, *steps, version=VERSION)


def test_a_gang_that_fits_is_bound_together() -> None:
    _, outcome = outcomes(
        (node("n1"), node("n2"), workload("g", 2)), create(member("a", "g"), member("b", "g"))
    )

    assert {"n1", "n2"} == set(nodes(outcome).values())


def test_nothing_is_written_while_members_or_the_workload_are_missing() -> None:
    _, without, with_workload = outcomes(
        (node("n1"),), create(member("a", "g")), create(workload("g", 2), member("b", "h"))
    )

    assert {"a": {"phase": "Pending"}} == without["pods"]
    assert {"a": {"phase": "Pending"}, "b": {"phase": "Pending"}} == with_workload["pods"]


def test_a_pod_that_keeps_its_place_shows_the_node_as_nominated() -> None:
    _, outcome = outcomes((node("n1"), workload("g", 2)), create(member("a", "g"), member("b", "g")))
    shown = outcome["pods"]

    assert "n1" in {shown[name].get("nominatedNodeName") for name in ("a", "b")}
    assert {"a": None, "b": None} == nodes(outcome)


def test_two_gangs_with_half_of_the_room_each_block_each_other_for_five_minutes() -> None:
    four = [node(f"n{number}") for number in (1, 2, 3, 4)]
    pods = [
        member(f"{gang}{number}", gang, priorityClassName="late" if number == 3 else "early")
        for gang in ("a", "b")
        for number in (1, 2, 3)
    ]
    waits: list[Manifest] = [{"do": "wait", "seconds": seconds} for seconds in (20, 200, 120)]
    setup = (workload("a", 3), workload("b", 3), priority("early", 10), priority("late", 0))
    *_, at_first, later, over = outcomes(setup, create(*pods), waits[0], create(*four), *waits)

    assert {None} == set(nodes(at_first).values()) == set(nodes(later).values())
    assert 4 == sum(1 for shown in at_first["pods"].values() if shown.get("nominatedNodeName"))
    assert "1 rejected due to timeout after waiting 5m0s at plugin GangScheduling." in str(over["events"])


def test_a_deleted_pod_gives_its_place_in_permit_back() -> None:
    _, held, freed = outcomes(
        (node("n1"), workload("g", 2)),
        create(member("a", "g"), pod("s", cpu="3")),
        {"do": "delete", "kind": "Pod", "name": "a"},
    )

    assert "n1" == nodes(held)["s"]
    assert "n1" == nodes(freed)["s"]
    assert message_of(freed, "s") is None
