"""What InterPodAffinity saw in each domain is told, for nodes that pass as well."""

from typing import Any

from scheduler_core.scheduler.framework.diagnosis.explanation import AffinityCount
from tests.core.scheduler.builders import cluster, judged, node, pod

ZONE = "topology.kubernetes.io/zone"
CLUSTER = (node("n1", zone="a"), node("n2", zone="b"), node("n3"), pod("web", on="n1", labels={"app": "web"}))


def required(side: str) -> dict[str, Any]:
    term = {"labelSelector": {"matchLabels": {"app": "web"}}, "topologyKey": ZONE}
    return {side: {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}


def test_an_affinity_term_tells_how_many_pods_each_domain_has() -> None:
    nodes = judged(cluster(*CLUSTER), pod("p", affinity=required("podAffinity"))).nodes

    assert (AffinityCount("affinity", ZONE, "a", 1, True),) == nodes["n1"].explanations
    assert (AffinityCount("affinity", ZONE, "b", 0, False),) == nodes["n2"].explanations
    assert (AffinityCount("affinity", ZONE, None, 0, False),) == nodes["n3"].explanations


def test_an_anti_affinity_term_holds_on_a_node_without_matching_pods() -> None:
    nodes = judged(cluster(*CLUSTER), pod("p", affinity=required("podAntiAffinity"))).nodes

    assert (AffinityCount("antiAffinity", ZONE, "a", 1, False),) == nodes["n1"].explanations
    assert (AffinityCount("antiAffinity", ZONE, "b", 0, True),) == nodes["n2"].explanations


def test_the_first_pod_of_a_group_may_go_to_any_domain() -> None:
    alone = (node("n1", zone="a"), node("n2", zone="b"))
    first = pod("p", labels={"app": "web"}, affinity=required("podAffinity"))

    assert (
        AffinityCount("affinity", ZONE, "a", 0, True)
        in judged(cluster(*alone), first).nodes["n1"].explanations
    )


def test_the_anti_affinity_of_a_pod_that_is_there_counts_in_its_domain() -> None:
    there = pod("loner", on="n1", affinity=required("podAntiAffinity"))
    nodes = judged(cluster(*CLUSTER[:3], there), pod("p", labels={"app": "web"})).nodes

    assert (AffinityCount("existingAntiAffinity", ZONE, "a", 1, False),) == nodes["n1"].explanations
    assert (AffinityCount("existingAntiAffinity", ZONE, "b", 0, True),) == nodes["n2"].explanations
