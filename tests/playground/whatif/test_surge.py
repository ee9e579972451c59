"""Extra nodes of a maintenance."""

from __future__ import annotations

from playground.whatif.surge import extra_nodes

NODE = {
    "metadata": {"name": "n1", "uid": "u", "labels": {"pool": "web", "kubernetes.io/hostname": "n1"}},
    "spec": {
        "unschedulable": True,
        "taints": [
            {"key": "spot", "effect": "NoSchedule"},
            {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"},
        ],
    },
    "status": {"allocatable": {"cpu": "4"}, "conditions": [{"type": "Ready", "status": "False"}]},
}


def test_extra_nodes_are_like_the_chosen_ones_without_their_cordon() -> None:
    other = {"metadata": {"name": "n2"}, "status": {"allocatable": {"cpu": "8"}}}
    first, second, third = extra_nodes([NODE, other], 3, {"n1", "n2", "n1-surge-1"})

    assert ["n1-surge-2", "n2-surge-1", "n1-surge-3"] == [
        n["metadata"]["name"] for n in (first, second, third)
    ]
    assert {"pool": "web", "kubernetes.io/hostname": "n1-surge-2"} == first["metadata"]["labels"]
    assert {"taints": [{"key": "spot", "effect": "NoSchedule"}]} == first["spec"]
    assert ({"allocatable": {"cpu": "4"}}, {}) == (first["status"], second["spec"])
