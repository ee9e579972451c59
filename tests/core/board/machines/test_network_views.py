"""What the board shows of the network and of unusual components."""

from __future__ import annotations

from typing import Any

from scheduler_core.board.machines.network_views import network_view
from scheduler_core.simulation.cluster.network import WHOLE, Network

API, NODE, OTHER = "api-server", "node/n1", "node/n2"
NONE: frozenset[str] = frozenset()


def view(network: Network, down: frozenset[str] = NONE, twins: frozenset[str] = NONE) -> Any:
    return network_view((network, down, twins, NONE))


def test_a_whole_network_with_the_usual_components_is_not_shown() -> None:
    assert view(WHOLE) is None


def test_a_cut_says_which_of_its_two_directions_is_cut_and_since_when() -> None:
    cuts = view(WHOLE.with_cut((API, NODE), "to", 2_500).with_cut((OTHER, API), "both", 4_000))["cuts"]

    assert [
        {"between": [API, NODE], "to": True, "from": False, "since": 2.5},
        {"between": [API, OTHER], "to": True, "from": True, "since": 4},
    ] == cuts


def test_a_delay_is_in_seconds() -> None:
    assert [{"between": [API, NODE], "seconds": 0.5}] == view(WHOLE.with_delay((NODE, API), 500))["delays"]


def test_components_that_are_down_or_have_a_second_instance_are_named_in_order() -> None:
    shown = view(WHOLE, frozenset(["scheduler", "controller-manager"]), frozenset(["scheduler"]))

    assert (["controller-manager", "scheduler"], ["scheduler"]) == (shown["down"], shown["second"])


def test_what_is_broken_is_named_unless_a_nodes_own_view_shows_it() -> None:
    network = WHOLE.with_cut((API, NODE), "both", 0).with_cut((API, "store"), "to", 0)
    network = network.with_cut((NODE, OTHER), "both", 0).with_cut((API, "scheduler"), "from", 0)
    network = network.with_delay((NODE, API), 500).with_delay((NODE, "storage"), 2_000)
    shown = view(network, frozenset(["scheduler"]), frozenset(["deployment"]))["broken"]

    assert [
        {"rule": "part_cut", "level": "bad", "args": {"name": {"part": "scheduler"}}},
        {"rule": "store_cut", "level": "bad", "args": {}},
        {"rule": "nodes_cut", "level": "warn", "args": {"first": "n1", "second": "n2"}},
        {
            "rule": "late",
            "level": "warn",
            "args": {"first": "n1", "second": {"part": "storage"}, "seconds": 2},
        },
        {"rule": "down", "level": "bad", "args": {"name": {"part": "scheduler"}}},
        {"rule": "second", "level": "warn", "args": {"name": "deployment"}},
    ] == shown


def test_a_node_with_the_name_of_a_part_is_a_node() -> None:
    shown = view(WHOLE.with_delay(("node/storage", "storage"), 1_000))["broken"]

    assert {"first": "storage", "second": {"part": "storage"}, "seconds": 1} == shown[0]["args"]
