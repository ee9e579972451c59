"""Filter plugins, one small case a rule; the words are Kubernetes' own."""

import pytest

from scheduler_core.objects.selection.selectors import map_selector
from scheduler_core.scheduler.framework.diagnosis.explanation import (
    NodeTaint,
    ResourceDistance,
    SpreadArithmetic,
)
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, judged, node, pod, reasons


def test_a_cordoned_node_is_refused_before_its_taint_is_looked_at() -> None:
    taint = {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}
    decision = judged(cluster(node("n1", unschedulable=True, taints=[taint])), pod("p"))

    assert {"n1": ("node(s) were unschedulable",)} == reasons(decision)
    assert "NodeUnschedulable" == decision.nodes["n1"].status.plugin


def test_the_first_untolerated_taint_is_named_and_an_empty_value_prints_as_nothing() -> None:
    taints = [
        {"key": "soft", "effect": "PreferNoSchedule"},
        {"key": "k", "effect": "NoExecute"},
        {"key": "l", "value": "v", "effect": "NoSchedule"},
    ]
    decision = judged(cluster(node("n1", taints=taints)), pod("p"))

    assert {"n1": ("node(s) had untolerated taint {k: }",)} == reasons(decision)
    assert decision.nodes["n1"].explanations == (
        NodeTaint("k", "", "NoExecute"),
        NodeTaint("l", "v", "NoSchedule"),
    )


def test_all_lacking_resources_are_named_and_the_distance_is_exact() -> None:
    decision = judged(cluster(node("n1", "2"), pod("old", "1700m", on="n1")), pod("p", "500m"))

    verdict = decision.nodes["n1"]
    assert ("Insufficient cpu",) == verdict.status.reasons
    assert verdict.status.code is Code.UNSCHEDULABLE
    assert verdict.explanations == (ResourceDistance("cpu", 500, 300, 1700, 2000, 0),)


def test_a_request_larger_than_the_whole_node_cannot_be_cured_by_preemption() -> None:
    decision = judged(cluster(node("n1", "2"), pod("old", "1", on="n1")), pod("p", "3", priority=10))

    assert decision.nodes["n1"].status.code is Code.UNRESOLVABLE
    assert decision.message.endswith("1 Preemption is not helpful for scheduling.")


def test_nominated_pods_of_equal_priority_are_counted_in_and_lower_ones_are_not() -> None:
    snapshot = cluster(node("n1", "2"))
    nominator = Nominator()
    nominator.add(pod("equal", "1500m", priority=5), "n1")

    refused = judged(snapshot, pod("p", "1", priority=5), nominator)
    passed = judged(snapshot, pod("q", "1", priority=6), nominator)

    verdict = refused.nodes["n1"]
    assert 1 == verdict.failed_pass
    assert ("default/equal",) == verdict.nominated_counted
    assert verdict.explanations == (ResourceDistance("cpu", 1000, 500, 1500, 2000, 1500),)
    assert "n1" == passed.node


@pytest.mark.parametrize(
    ("used", "expected", "clash"),
    [
        ({"hostIP": "127.0.0.1"}, {}, True),
        ({"hostIP": "127.0.0.1"}, {"hostIP": "10.0.0.1"}, False),
        ({}, {"hostIP": "10.0.0.1"}, True),
        ({}, {"protocol": "UDP"}, False),
    ],
)
def test_host_ports_clash_by_protocol_port_and_address(
    used: dict[str, str], expected: dict[str, str], clash: bool
) -> None:
    def with_port(port: dict[str, str]) -> list[dict[str, object]]:
        return [{"name": "c", "ports": [{"containerPort": 80, "hostPort": 80, **port}]}]

    snapshot = cluster(node("n1"), pod("old", on="n1", containers=with_port(used)))
    decision = judged(snapshot, pod("p", containers=with_port(expected)))

    assert (decision.node is None) == clash


def test_matching_by_name_narrows_the_search_and_says_so_on_the_other_nodes() -> None:
    term = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}
    affinity = {
        "nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term]}}
    }
    snapshot = cluster(node("n1", "1"), node("n2"), pod("old", "1", on="n1"))
    decision = judged(snapshot, pod("p", "1", affinity=affinity))

    assert ("n1",) == decision.prefilter_nodes
    assert ("node(s) didn't satisfy plugin(s) [NodeAffinity]",) == reasons(decision)["n2"]
    assert (
        "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't satisfy plugin(s) [NodeAffinity]."
    ) == decision.fit_error


def spread(key: str, **more: object) -> dict[str, object]:
    return {
        "maxSkew": 1,
        "topologyKey": key,
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"foo": "bar"}},
        **more,
    }


def test_spread_arithmetic_is_shown_for_every_node() -> None:
    foo = {"foo": "bar"}
    snapshot = cluster(
        node("n1", zone="A"),
        node("n2", zone="A"),
        node("n3", zone="B"),
        node("n4", zone="B"),
        *(pod(f"x{name}", on=name, labels=foo) for name in ("n1", "n2", "n3")),
    )
    key, counted = "topology.kubernetes.io/zone", map_selector(foo)
    decision = judged(snapshot, pod("p", labels=foo, topologySpreadConstraints=[spread(key)]))

    assert "n4" == decision.node
    assert decision.nodes["n1"].explanations == (SpreadArithmetic(key, "A", 2, 1, 1, 1, 2, False, counted),)
    assert decision.nodes["n4"].explanations == (SpreadArithmetic(key, "B", 1, 1, 1, 1, 1, True, counted),)


def test_too_few_domains_make_the_minimum_zero() -> None:
    foo = {"foo": "bar"}
    key = "topology.kubernetes.io/zone"
    snapshot = cluster(node("n1", zone="A"), node("n2", zone="B"))
    snapshot.add_pod(pod("x1", on="n1", labels=foo))
    snapshot.add_pod(pod("x2", on="n2", labels=foo))
    waiting = pod("p", labels=foo, topologySpreadConstraints=[spread(key, minDomains=3)])

    assert judged(snapshot, waiting).node is None
    snapshot.put_node(node("n3", zone="C"))
    assert "n3" == judged(snapshot, waiting).node


def test_the_first_of_a_group_that_wants_company_may_go_anywhere() -> None:
    term = {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "x"}}}
    affinity = {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    snapshot = cluster(node("n1"))

    assert "n1" == judged(snapshot, pod("p", labels={"app": "x"}, affinity=affinity)).node
    stranger = judged(snapshot, pod("q", labels={"app": "y"}, affinity=affinity))
    assert {"n1": ("node(s) didn't match pod affinity rules",)} == reasons(stranger)


def test_without_nodes_nothing_is_filtered_and_no_plugin_rejects() -> None:
    decision = judged(cluster(), pod("p"))

    assert "no nodes available to schedule pods" == decision.message
    assert decision.rejectors == frozenset()
