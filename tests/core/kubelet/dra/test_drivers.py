"""The drivers of a node as its annotations state them."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet.dra.drivers import (
    DEFAULT_ERROR,
    DriverState,
    driver_states,
    parse_state,
    unreadable,
)
from scheduler_core.objects.manifest import with_value
from scheduler_core.objects.node import Node
from tests.core.kubelet.nodes import node_manifest


@pytest.mark.parametrize(
    ("value", "state"),
    [
        ("absent", DriverState(registered=False)),
        ("fails", DriverState(error=DEFAULT_ERROR)),
        ("fails: no such device", DriverState(error="no such device")),
        ("absent: why", None),
        ("works", None),
        ("", None),
    ],
)
def test_a_driver_is_absent_or_fails_with_its_own_error(value: str, state: DriverState | None) -> None:
    assert state == parse_state(value)


def test_only_drivers_that_do_not_work_are_named() -> None:
    annotations = {
        "podium/gpu.example.com.driver": "absent",
        "podium/nic.example.com.driver": "perhaps",
        "podium/.driver": "absent",
        "gpu.example.com.driver": "absent",
    }
    node = Node.parse(with_value(node_manifest(), ("metadata", "annotations"), annotations))

    assert {"gpu.example.com": DriverState(registered=False)} == driver_states(node)
    assert {} == driver_states(None)


def test_an_annotation_that_cannot_be_read_is_named_with_the_form_it_should_have() -> None:
    result = unreadable(
        {"podium/nic.example.com.driver": "perhaps", "podium/gpu.example.com.driver": "fails"}
    )

    assert [
        ("podium/nic.example.com.driver", "perhaps", "absent, fails, or fails: <error of the driver>")
    ] == result
