"""Which names of StatefulSet pods are held on a machine, by the objects and processes there."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.board.safety.name_locks import name_locks
from scheduler_core.board.safety.truths import rows
from scheduler_core.kubelet.node.processes import Process
from scheduler_core.objects import Pod
from tests.builders import pod


def made(name: str, uid: str, kind: str = "StatefulSet", *, leaving: bool = False, on: str = "n3") -> Pod:
    manifest = pod(name, on=on)
    manifest["metadata"]["uid"] = uid
    reference = {"apiVersion": "apps/v1", "kind": kind, "name": "set", "uid": "u", "controller": True}
    manifest["metadata"]["ownerReferences"] = [reference]
    manifest["status"] = {"phase": "Running"}
    if leaving:
        manifest["metadata"]["deletionTimestamp"] = "2030-01-01T00:00:30Z"
    return Pod.parse(manifest)


def locks(here: list[Pod], ghosts: list[Pod], elsewhere: list[Pod] | None = None) -> list[Any]:
    """The locks of a node with the processes of all these pods; `elsewhere` are objects of other nodes."""
    alive = [Process(one, "running", 0, listed=True, knows_deletion=False) for one in (*here, *ghosts)]
    pods = {one.key: one for one in (*here, *(elsewhere or ()))}
    return name_locks(rows(here, alive), pods)


def test_the_object_of_a_pod_of_a_stateful_set_holds_its_name() -> None:
    pods = [made("db-0", "a41c9"), made("web", "b52d0", kind="ReplicaSet")]

    assert [{"rule": "lock", "ok": True, "args": {"name": "db-0", "uid": "a41c"}}] == locks(pods, [])


@pytest.mark.parametrize(
    ("elsewhere", "rule", "args"),
    [
        ([], "lock_free", {}),
        ([made("db-0", "c63e1", on="n1")], "lock_other", {"uid": "c63e", "node": "n1"}),
        ([made("db-0", "c63e1", on="")], "lock_unplaced", {"uid": "c63e"}),
    ],
)
def test_a_process_without_an_object_no_longer_holds_its_name(
    elsewhere: list[Pod], rule: str, args: dict[str, Any]
) -> None:
    ghost = made("db-0", "a41c9")

    assert [{"rule": rule, "ok": False, "args": {"name": "db-0", **args}}] == locks([], [ghost], elsewhere)


def test_a_process_without_an_object_that_no_stateful_set_made_has_no_lock() -> None:
    assert [] == locks([], [made("web", "b52d0", kind="ReplicaSet")])


def test_pods_that_are_being_deleted_come_first_and_then_processes_without_an_object() -> None:
    here = [made("db-0", "u0"), made("db-1", "u1", leaving=True), made("db-2", "u2")]
    result = locks(here, [made("db-3", "u3")])

    assert ["db-1", "db-3", "db-0", "db-2"] == [lock["args"]["name"] for lock in result]
