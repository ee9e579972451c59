"""What keeps a pod waiting that no change of an object mends."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.advice.hints import hints
from scheduler_core.messages import say
from scheduler_core.objects.node import Node
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from tests.builders import ZONE
from tests.core.scheduler.builders import cluster, node, pod


def ids(waiting: PodInfo, *nodes: Node) -> list[str]:
    return [hint.id.removeprefix("advice.hint_") for hint in hints(cluster(*nodes), waiting)]


def offering(**amounts: str) -> Node:
    offered = {name.replace("__", "/").replace("_", "-"): amount for name, amount in amounts.items()}
    return Node.parse(
        {**node("n1").manifest, "status": {"allocatable": {"cpu": "4", "memory": "8Gi", **offered}}}
    )


def requesting(resource: str, amount: str) -> PodInfo:
    amounts = {resource: amount}
    return pod("p", containers=[{"name": "c", "resources": {"requests": amounts, "limits": amounts}}])


def tainted(key: str, **more: Any) -> Node:
    return node("n1", taints=[{"key": key, "effect": "NoSchedule"}], **more)


@pytest.mark.parametrize(
    ("resource", "cause"),
    [
        ("nvidia.com/mig-1g.5gb", "mig"),
        ("nvidia.com/gpu", "device_plugin"),
        ("smarter-devices/fuse", "device_plugin"),
        ("hugepages-2Mi", "huge_pages"),
        ("ephemeral-storage", "ephemeral"),
    ],
)
def test_a_resource_that_no_node_offers_is_named_with_its_usual_cause(resource: str, cause: str) -> None:
    assert ["no_offer", cause] == ids(requesting(resource, "1"), offering())


def test_related_resources_that_nodes_offer_are_named() -> None:
    waiting = requesting("hugepages-2Mi", "2Mi")

    assert "The nodes offer hugepages-1Gi." == say(
        hints(cluster(offering(hugepages_1Gi="1Gi")), waiting)[-1].to_json()
    )


def test_a_request_larger_than_any_node_is_compared_with_the_largest() -> None:
    (hint,) = hints(cluster(node("n1", "4"), node("n2", "8")), pod("p", "16"))

    assert say(hint.to_json()).startswith("The pod requests 16 of cpu, and the largest node has 8:")


def test_a_pod_that_fits_on_an_empty_node_gets_no_hint() -> None:
    assert [] == ids(pod("p", "4"), node("n1", "4"))


def test_a_label_that_states_a_machine_and_that_no_node_has_is_not_set_by_hand() -> None:
    waiting = pod("p", nodeSelector={ZONE: "b", "disk": "ssd"})

    assert ["no_label"] == ids(waiting, node("n1", zone="a"))


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("node.kubernetes.io/not-ready", "taint_not_ready"),
        ("node.cloudprovider.kubernetes.io/uninitialized", "taint_uninitialized"),
        ("ToBeDeletedByClusterAutoscaler", "taint_leaving"),
    ],
)
def test_a_taint_of_a_component_says_who_takes_it_away(key: str, hint: str) -> None:
    assert [hint] == ids(pod("p"), tainted(key))


def test_a_tolerated_taint_and_a_person_s_own_say_nothing() -> None:
    tolerant = pod("p", tolerations=[{"operator": "Exists"}])

    assert [] == ids(tolerant, tainted("node.kubernetes.io/not-ready"))
    assert [] == ids(pod("p"), tainted("dedicated"))


@pytest.mark.parametrize("key", ["node-role.kubernetes.io/control-plane", "CriticalAddonsOnly"])
def test_nodes_for_the_cluster_s_own_pods_are_for_no_other_pod(key: str) -> None:
    assert ["taint_system"] == ids(pod("p"), tainted(key))


def test_nodes_with_devices_are_for_pods_that_request_them() -> None:
    tainted_gpu = tainted("nvidia.com/gpu")
    gpu = Node.parse({**tainted_gpu.manifest, "status": {"allocatable": {"cpu": "4", "nvidia.com/gpu": "1"}}})

    assert ["taint_devices"] == ids(pod("p"), gpu)
    assert [] == ids(requesting("nvidia.com/gpu", "1"), gpu)
