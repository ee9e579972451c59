"""The features that a kubelet declares, and the pods that need one of them."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.validation.release_rules import release_problems
from scheduler_core.objects.manifest import find
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.declared_features import (
    features_for_scheduling,
    features_of_kubelet,
)
from scheduler_core.objects.releases.releases import release
from scheduler_core.run import Run
from tests.builders import container, node, pod
from tests.core.play import apply, header, played, scenario_from

OF_1_36 = [
    "ExtendWebSocketsToKubelet",
    "InPlacePodLevelResourcesVerticalScaling",
    "InPlacePodVerticalScalingInitContainers",
    "RestartAllContainersOnContainerExits",
]
RULES = [{"action": "RestartAllContainers", "exitCodes": {"operator": "In", "values": [42]}}]
NEEDS_FEATURE = pod("p", restartPolicy="Never")
NEEDS_FEATURE["spec"]["containers"][0] |= {"restartPolicy": "Never", "restartPolicyRules": RULES}


def reporting(name: str, version: str, **status: Any) -> dict[str, Any]:
    manifest = node(name)
    manifest["status"] |= {"nodeInfo": {"kubeletVersion": version}, **status}
    return manifest


def declared(run: Run, name: str) -> Any:
    return find(run.world(run.head_seq).api.nodes[name].manifest, "status", "declaredFeatures")


@pytest.mark.parametrize(
    ("version", "gates", "expected"),
    [
        ("1.34", {}, []),
        ("1.35", {}, []),
        ("1.35", {"NodeDeclaredFeatures": True}, ["GuaranteedQoSPodCPUResize"]),
        ("1.36", {}, OF_1_36),
        ("1.36", {"RestartAllContainersOnContainerExits": False}, OF_1_36[:3]),
        ("1.36", {"NodeDeclaredFeatures": False}, []),
        ("1.36", {"UserNamespacesHostNetworkSupport": True}, [*OF_1_36, "UserNamespacesHostNetworkSupport"]),
        ("1.37", {"VolumeBindMountOptions": True}, [*OF_1_36, "VolumeBindMountOptions"]),
    ],
)
def test_a_kubelet_declares_the_features_that_its_release_and_gates_switch_on(
    version: str, gates: dict[str, bool], expected: list[str]
) -> None:
    assert expected == list(features_of_kubelet(release(version, gates)))


def test_a_plain_node_of_1_36_declares_them_from_the_start_or_when_it_registers_later() -> None:
    run = played([header(apply(5, node("later")), version="1.36"), node("first"), NEEDS_FEATURE]).recording

    assert [OF_1_36, OF_1_36] == [declared(run, name) for name in ("first", "later")]
    assert "first" == run.world(run.head_seq).api.pods["default/p"].node_name


def test_a_node_keeps_the_list_that_it_has_and_an_older_kubelet_declares_nothing() -> None:
    nodes = [
        reporting("none", "v1.36.2", declaredFeatures=[]),
        reporting("some", "v1.36.2-eks-1", declaredFeatures=OF_1_36[:1]),
        reporting("old", "v1.35.4"),
        reporting("plain", "v1.36.2-eks-1"),
    ]
    run = Run(scenario_from([header(version="1.36"), *nodes]))

    assert [[], OF_1_36[:1], None, OF_1_36] == [
        declared(run, name) for name in ("none", "some", "old", "plain")
    ]


def test_a_pod_needs_the_features_of_its_fields() -> None:
    mount = {"name": "d", "mountPath": "/d", "bindMountOptions": ["noexec"]}
    mounting = pod("m", containers=[{**container(), "volumeMounts": [mount]}])
    apart = pod("u", hostNetwork=True, hostUsers=False)

    assert [
        {"RestartAllContainersOnContainerExits"},
        {"VolumeBindMountOptions"},
        {"UserNamespacesHostNetworkSupport"},
        set(),
    ] == [
        set(features_for_scheduling(Pod.parse(manifest)))
        for manifest in (NEEDS_FEATURE, mounting, apart, pod("p"))
    ]


def test_the_gate_lets_a_pod_with_its_own_users_into_the_network_of_the_host() -> None:
    apart = pod("u", hostNetwork=True, hostUsers=False)
    gates = {"UserNamespacesHostNetworkSupport": True}
    refused, allowed = (
        [problem.path for problem in release_problems("Pod", apart, release("1.36", chosen))]
        for chosen in ({}, gates)
    )

    assert (["spec.hostNetwork"], []) == (refused, allowed)
