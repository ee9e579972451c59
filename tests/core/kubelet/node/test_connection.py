"""The connection of a machine."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet.node.connection import CONNECTED, Connection


def test_a_machine_is_connected_unless_something_is_wrong() -> None:
    assert CONNECTED.whole
    assert Connection().whole


@pytest.mark.parametrize(
    "broken",
    [Connection(hears=False), Connection(speaks=False), Connection(storage=False), Connection(delay_ms=1)],
    ids=["hears nothing", "is not heard", "has no storage", "is slow"],
)
def test_a_connection_with_anything_wrong_is_not_whole(broken: Connection) -> None:
    assert not broken.whole
