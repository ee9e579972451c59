"""The cloud of a text's nodes is read from what the cloud writes into them."""

from typing import Any

import pytest

from scheduler_core.simulation.scenario.clouds import clouds, two_providers
from tests import builders


def node(name: str, provider: str = "", version: str = "", **labels: str) -> dict[str, Any]:
    info = {"nodeInfo": {"kubeletVersion": version}}
    return builders.node(name, labels=labels, status=info, **({"providerID": provider} if provider else {}))


@pytest.mark.parametrize(
    ("nodes", "names"),
    [
        ([node("a", "aws:///eu-1a/i-1", "v1.33.1-eks-aaaa")], ("Amazon EKS",)),
        ([node("a", "aws:///eu-1a/i-1", "v1.33.1")], ("AWS",)),
        ([node("a", "gce://p/z/a", **{"cloud.google.com/gke-nodepool": "x"})], ("Google GKE",)),
        ([node("a", "azure:///x", **{"kubernetes.azure.com/cluster": "x"})], ("Azure AKS",)),
        ([node("a", "aws:///x/i", **{"node.openshift.io/os_id": "rhcos"})], ("OpenShift", "AWS")),
        ([node("a", "k3s://a", "v1.32.4+k3s1")], ("k3s",)),
        ([node("a", "kind://docker/kind/a"), node("b", "kind://docker/kind/b")], ("kind",)),
        ([node("a", "own://a"), node("b")], ()),
    ],
)
def test_nodes_are_of_the_cloud_that_made_them(nodes: list[dict[str, Any]], names: tuple[str, ...]) -> None:
    assert names == clouds([{"apiVersion": "v1", "kind": "List", "items": nodes}])


def test_nodes_of_two_clouds_are_a_problem_at_the_first_of_the_second() -> None:
    nodes = [node("a", "aws:///x/i"), node("m", "eks-hybrid:///m"), node("b", "gce://p/z/b")]

    problem = two_providers({4: {"kind": "List", "apiVersion": "v1", "items": nodes}})

    assert problem is not None
    assert ("items[2].spec.providerID", 4, "warning") == (problem.path, problem.document, problem.severity)
    assert ("aws", "gce") == (problem.args["first"], problem.args["second"])
    assert two_providers({0: nodes[0], 1: nodes[1]}) is None
