"""Whether a machine is apart from the API server, and what its cable is like, by what is broken."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.board.safety.node_state import lease_renewals, outdated
from tests.builders import api_object, node, pod
from tests.core.pets import crash, cut, delete_node, heal, node_view, power_off, start
from tests.core.play import play_of


def state_of_node(*inputs: dict[str, Any]) -> tuple[bool, str]:
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
    assert (apart, cable) == state_of_node(*inputs)


def test_a_way_that_is_healed_is_whole_again() -> None:
    assert (False, "whole") == state_of_node(cut(1), {"at": 2, "kind": "heal"})


def heartbeat_of(*inputs: dict[str, Any], second: float) -> Any:
    """`heard` of n3 at a second: its last heartbeat."""
    play = play_of(node("n1"), node("n3"), inputs=list(inputs))
    return node_view(play, play.until(second), "n3")["heard"]


def test_a_node_is_heard_of_at_each_renewal_until_they_stop_and_from_the_moment_they_resume() -> None:
    assert {"at": 0, "next": 10, "every": 10} == heartbeat_of(second=25)
    assert {"at": 20, "next": None, "every": None} == heartbeat_of(cut(27), second=40)
    assert {"at": 33, "next": 40, "every": 10} == heartbeat_of(cut(27), heal(33), second=40)


def test_a_wrong_clock_does_not_move_the_time_at_which_a_node_was_heard_of() -> None:
    ahead = {"at": 5, "kind": "clock", "node": "n3", "seconds": 120}

    assert {"at": 20, "next": None, "every": None} == heartbeat_of(ahead, cut(27), second=40)
    assert {"at": 20, "next": None, "every": None} == heartbeat_of(cut(27), {**ahead, "at": 30}, second=40)


def test_the_renewals_of_a_lease_that_was_given_have_stopped_at_its_own_time() -> None:
    lease = api_object(
        "Lease",
        "n3",
        metadata={"namespace": "kube-node-lease", "annotations": {"podium/renewing": "false"}},
        spec={"renewTime": "2030-01-01T00:00:00.000000Z"},
    )
    play = play_of(node("n3"), lease, inputs=[])
    world = play.recording.world(0)
    host = world.cluster.host("n3")

    assert host is not None
    assert {"at": 0, "next": None, "every": None} == lease_renewals(world.api, host)


@pytest.mark.parametrize(
    ("inputs", "second", "because"),
    [
        ([], 100, None),
        ([cut(10)], 20, None),
        ([cut(10)], 100, {"because": "unreachable", "heard": 10}),
        ([cut(10), delete_node(90)], 100, {"because": "no_node"}),
        ([cut(10), heal(90)], 120, None),
    ],
)
def test_the_status_of_pods_is_outdated_once_the_controller_no_longer_hears_of_their_node(
    inputs: list[dict[str, Any]], second: float, because: dict[str, Any] | None
) -> None:
    play = play_of(node("n1"), node("n3"), pod("p", on="n3"), inputs=inputs)
    world = play.recording.world(play.until(second))
    host = world.cluster.host("n3")

    assert host is not None
    assert because == outdated(world.api, host)
