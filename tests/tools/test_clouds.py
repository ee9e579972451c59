"""A dump with nodes of several providers."""

from __future__ import annotations

from tools.clouds import PROVIDERS, of_several
from tools.dump import dump


def test_nodes_of_several_providers_have_names_of_their_own_and_pods_stand_on_them() -> None:
    made = of_several(dump(60, 200))
    items = made["items"]
    nodes = [item["metadata"]["name"] for item in items if item["kind"] == "Node"]
    stands = {item["spec"].get("nodeName") for item in items if item["kind"] == "Pod"} - {None}
    kinds = {name.split("-")[0] for name in nodes}

    assert (len(set(nodes)), stands <= set(nodes), len(kinds), made) == (
        60,
        True,
        len(PROVIDERS),
        of_several(dump(60, 200)),
    )
