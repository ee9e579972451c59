"""A scenario with a group, played as a run."""

from __future__ import annotations

from tests.core.play import Play
from tests.core.scheduler.groups.builders import GATES, gang, node, pod


def gang_of_three_on_two_nodes() -> Play:
    """Each node has room for one of the pods a, b and c of group g."""
    pods = [pod(name, "g") for name in "abc"]
    spec = {
        "seed": 1,
        "version": "1.36",
        "featureGates": dict.fromkeys(GATES, True),
        "inputs": [
            {"at": 0, "kind": "apply", "documents": [{"apiVersion": "v1", **manifest} for manifest in pods]}
        ],
    }
    scenario = {"apiVersion": "podium/v1", "kind": "Scenario", "metadata": {"name": "g"}, "spec": spec}
    nodes = [{"apiVersion": "v1", **node(name)} for name in ("n1", "n2")]
    return Play([scenario, *nodes, {"apiVersion": "scheduling.k8s.io/v1alpha2", **gang("g", 3)}])
