"""Names of the network's endpoints, and which of them talk to each other."""

from __future__ import annotations

import pytest

from scheduler_core.inputs.endpoints import (
    MAX_NODE_NAME,
    has_way,
    is_endpoint,
    node_endpoint,
    nodes_of,
)


@pytest.mark.parametrize(
    ("first", "second", "talk"),
    [
        ("node/n1", "api-server", True),
        ("store", "api-server", True),
        ("scheduler", "api-server", True),
        ("storage", "api-server", False),
        ("node/n1", "node/n2", True),
        ("node/n1", "node/n1", False),
        ("node/n1", "storage", True),
        ("scheduler", "storage", False),
        ("scheduler", "controller-manager", False),
        ("node/n1", "scheduler", False),
    ],
)
def test_two_endpoints_talk_in_both_directions_or_never(first: str, second: str, talk: bool) -> None:
    assert (talk, talk) == (has_way(first, second), has_way(second, first))


def test_a_node_has_an_endpoint_by_its_name() -> None:
    assert is_endpoint(node_endpoint("n1"))
    assert not is_endpoint(node_endpoint(""))
    assert not is_endpoint(node_endpoint("n" * (MAX_NODE_NAME + 1)))
    assert not is_endpoint("etcd")
    assert ("n1",) == nodes_of((node_endpoint("n1"), "api-server"))
