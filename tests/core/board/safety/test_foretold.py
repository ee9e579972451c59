"""What a scenario says in advance about broken parts."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Problem
from scheduler_core.board.safety.foretold import Foretold, foretold
from scheduler_core.inputs.parse import TimedInput, parse_timed_input
from scheduler_core.objects import Pod
from tests.builders import pod
from tests.core.pets import crash, cut, heal


def timed(value: dict[str, Any]) -> TimedInput:
    parsed = parse_timed_input(value, "inputs[0]")
    assert not isinstance(parsed, Problem)
    return parsed


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (cut(10), Foretold(True, ("n3",))),
        (cut(10, "api-server", "store"), Foretold(True)),
        (cut(10, "node/n1", "node/n2"), Foretold(True)),
        (crash(10, "kubelet/n1"), Foretold(True, ("n1",))),
        (crash(10, "statefulset-controller"), Foretold(True)),
        (crash(10, "scheduler"), Foretold()),
        ({"at": 1, "kind": "power", "node": "n1", "on": False}, Foretold(True, ("n1",))),
        ({"at": 1, "kind": "power", "node": "n1", "on": True}, Foretold()),
        ({"at": 1, "kind": "destroy", "node": "n1"}, Foretold(True, ("n1",))),
        ({"at": 1, "kind": "delete", "object": {"kind": "Node", "name": "n1"}}, Foretold(True, ("n1",))),
        ({"at": 1, "kind": "delete", "object": {"kind": "Pod", "name": "a"}}, Foretold()),
        (heal(10), Foretold()),
    ],
)
def test_faults_foretell_what_is_broken(value: dict[str, Any], expected: Foretold) -> None:
    assert expected == foretold([timed(value)], {})


def test_the_process_of_a_pod_that_is_deleted_by_force_outlives_its_object_on_its_node() -> None:
    value = {"at": 1, "kind": "delete", "object": {"kind": "Pod", "name": "a"}, "force": True}
    pods = {"default/a": Pod.parse(pod("a", on="n2"))}

    assert [Foretold(True, ("n2",)), Foretold()] == [foretold([timed(value)], item) for item in (pods, {})]


def test_nodes_are_named_once_in_the_order_of_the_inputs() -> None:
    inputs = [timed(value) for value in (cut(1), crash(2, "kubelet/n1"), cut(3))]

    assert ("n3", "n1") == foretold(inputs, {}).nodes
