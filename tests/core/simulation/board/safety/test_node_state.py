"""Whether a machine is apart from the API server, and what its cable is like, by what is broken."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import node, pod
from tests.core.pets import crash, cut, delete_node, node_view, power_off, start
from tests.core.simulation.test_pod_safety_runs import play_of


def seen(*inputs: dict[str, Any]) -> tuple[bool, str]:
    """`apart` and `cable` of n3 when all inputs were given."""
    play = play_of(node("n1"), node("n3"), pod("p", on="n3"), inputs=list(inputs))
    view = node_view(play, play.until(3), "n3")
    return view["apart"], view["cable"]


def one_way(direction: str) -> dict[str, Any]:
    return {**cut(1), "direction": direction}


STORE = cut(1, "api-server", "store")


@pytest.mark.parametrize(
    ("inputs", "apart", "cable"),
    [
        ([], False, "whole"),
        ([cut(1)], True, "cut"),
        ([one_way("from")], True, "deaf"),
        ([one_way("to")], True, "mute"),
        ([crash(1, "kubelet/n3")], True, "down"),
        ([crash(1, "kubelet/n3"), start(2, "kubelet/n3")], False, "whole"),
        ([power_off(1)], True, "down"),
        ([power_off(1), cut(1)], True, "cut"),
        ([STORE], True, "down"),
        ([STORE, one_way("to")], True, "mute"),
        ([delete_node(1)], True, "whole"),
        ([{"at": 1, "kind": "cut", "between": ["node/n3", "storage"]}], False, "whole"),
        ([{"at": 1, "kind": "delay", "between": ["node/n3", "api-server"], "seconds": 2}], False, "late"),
    ],
)
def test_a_machine_is_apart_and_its_cable_is_broken_by_what_happened_to_it(
    inputs: list[dict[str, Any]], apart: bool, cable: str
) -> None:
    assert (apart, cable) == seen(*inputs)


def test_a_way_that_is_healed_is_whole_again() -> None:
    assert (False, "whole") == seen(cut(1), {"at": 2, "kind": "heal"})
