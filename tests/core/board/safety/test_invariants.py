"""What must hold in spite of every fault, from the names and volumes that processes have."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.board.safety.invariants import invariants, is_ghost, writers_of


def identity(name: str, *nodes: str) -> dict[str, Any]:
    key, unfenced = f"default/{name}", len(nodes)
    return {"key": key, "live": unfenced, "unfenced": unfenced, "nodes": [*nodes], "alarm": unfenced > 1}


def writing(name: str, *writers: str, claim: str | None = "default/data") -> dict[str, Any]:
    volume = {"volume": "pv-1", "claim": claim, "attached": True, "inUse": True, "writers": [*writers]}
    return {"name": name, "volumes": [volume]}


def held(rule: str, **args: Any) -> dict[str, Any]:
    return {"rule": rule, "ok": True, "args": args}


def broken(rule: str, **args: Any) -> dict[str, Any]:
    return {"rule": rule, "ok": False, "args": args}


def test_nothing_is_said_where_there_is_no_name_and_no_volume() -> None:
    assert [] == invariants([], {})


def test_one_process_for_each_name_holds() -> None:
    assert [held("one_of")] == invariants([identity("db-0", "n1"), identity("db-1", "n2")], {})


def test_each_name_with_two_processes_is_said_in_the_order_of_names() -> None:
    two = broken("two_of", n=2, pod="db-0", nodes=["n1", "n2"])
    three = broken("two_of", n=3, pod="db-1", nodes=["n1", "n2", "n3"])

    assert [two, three] == invariants([identity("db-1", "n1", "n2", "n3"), identity("db-0", "n1", "n2")], {})


def test_one_writer_is_said_with_the_claim_and_several_claims_together() -> None:
    assert [held("one_writes", claim="data")] == invariants([], {"default/data": ["n1"]})
    assert [held("one_writes_each")] == invariants([], {"default/a": ["n1"], "default/b": ["n2"]})


def test_two_nodes_that_write_to_one_claim_break_the_invariant() -> None:
    writers = {"default/data": ["n1", "n2"], "default/log": ["n1"]}

    assert [broken("two_write", n=2, claim="data", nodes=["n1", "n2"])] == invariants([], writers)


@pytest.mark.parametrize(
    ("modes", "writers"),
    [
        (["ReadWriteOnce"], {"default/data": ["n1", "n2"]}),
        (["ReadWriteOncePod"], {"default/data": ["n1", "n2"]}),
        (["ReadWriteOnce", "ReadWriteMany"], {}),
        (["ReadOnlyMany"], {}),
    ],
)
def test_only_volumes_of_one_node_are_counted(modes: list[str], writers: dict[str, list[str]]) -> None:
    assert writers == writers_of([writing("n1", "uid-1"), writing("n2", "uid-2")], {"pv-1": modes})


def test_a_volume_that_is_attached_without_a_writer_or_without_a_claim_is_not_written() -> None:
    nodes = [writing("n1"), writing("n2", "uid-2", claim=None)]

    assert {} == writers_of(nodes, {"pv-1": ["ReadWriteOnce"]})


def test_a_ghost_is_a_process_without_an_object_that_still_lives() -> None:
    processes = [{"ghost": ghost, "state": state} for ghost in (True, False) for state in ("running", "dead")]

    assert [True, False, False, False] == [is_ghost(process) for process in processes]
