"""A dump with nodes of several providers."""

from __future__ import annotations

from tools.clouds import PROVIDERS, of_several
from tools.dump import dump


def test_nodes_of_several_providers_have_names_of_their_own_and_pods_stand_on_them() -> None:
    made = of_several(dump(60, 200))
    items = made["items"]
    nodes = [each["metadata"]["name"] for each in items if each["kind"] == "Node"]
    stands = {each["spec"].get("nodeName") for each in items if each["kind"] == "Pod"} - {None}
    kinds = {name.split("-")[0] for name in nodes}

    assert (len(set(nodes)), stands <= set(nodes), len(kinds), made) == (
        60,
        True,
        len(PROVIDERS),
        of_several(dump(60, 200)),
    )
