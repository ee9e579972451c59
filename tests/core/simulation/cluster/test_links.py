"""Machines are told of their connections."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.inputs.endpoints import API_SERVER, STORAGE, STORE
from scheduler_core.kubelet.node.connection import Connection
from tests.builders import node
from tests.core.play import Play, header

NODE = "node/n1"


def connection(*faults: dict[str, Any]) -> Connection:
    """Of n1 after these faults at second 0."""
    play = Play([header(), node("n1"), node("n2")])
    for seq, fault in enumerate(faults):
        assert isinstance(play.give(seq, fault), dict)
    return play.recording.world(len(faults)).cluster.link_of("n1")


def cut(first: str, second: str, direction: str = "both") -> dict[str, Any]:
    return {"kind": "cut", "between": [first, second], "direction": direction}


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (cut(NODE, API_SERVER), Connection(hears=False, speaks=False)),
        (cut(NODE, API_SERVER, "to"), Connection(speaks=False)),
        (cut(NODE, API_SERVER, "from"), Connection(hears=False)),
        (cut(NODE, STORAGE), Connection(storage=False)),
        (cut(API_SERVER, STORE), Connection(speaks=False)),
        (cut("node/n2", API_SERVER), Connection()),
        ({"kind": "delay", "between": [NODE, API_SERVER], "seconds": 2}, Connection(delay_ms=2_000)),
    ],
)
def test_what_a_fault_does_to_the_connection_of_a_machine(
    fault: dict[str, Any], expected: Connection
) -> None:
    assert expected == connection(fault)


def test_a_healed_machine_is_connected_again() -> None:
    assert Connection() == connection(cut(NODE, API_SERVER), {"kind": "heal", "between": None})
