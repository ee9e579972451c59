"""Labels that state what a node is."""

from __future__ import annotations

import pytest

from scheduler_core.advice.nodes.machine_labels import pool_of, states_machine
from scheduler_core.objects.storage import CSINode

DRIVER = {"name": "csi.example.com", "topologyKeys": ["disks.example.com/hall"]}
DRIVERS = {"n1": CSINode.parse({"metadata": {"name": "n1"}, "spec": {"drivers": [DRIVER]}})}


@pytest.mark.parametrize(
    "key",
    [
        *(
            "kubernetes.io/arch",
            "kubernetes.io/hostname",
            "beta.kubernetes.io/os",
            "topology.kubernetes.io/zone",
        ),
        *("failure-domain.beta.kubernetes.io/region", "node.kubernetes.io/instance-type"),
        *("cloud.google.com/gke-nodepool", "cloud.google.com/gke-spot", "eks.amazonaws.com/nodegroup"),
        *(
            "kubernetes.azure.com/agentpool",
            "agentpool",
            "karpenter.sh/capacity-type",
            "karpenter.k8s.aws/instance-cpu",
        ),
        *(
            "kops.k8s.io/instancegroup",
            "doks.digitalocean.com/node-pool",
            "region",
            "node.cluster.x-k8s.io/pool",
        ),
        *("topology.ebs.csi.aws.com/zone", "topology.some.driver.example/rack", "disks.example.com/hall"),
        *("feature.node.kubernetes.io/cpu-cpuid.AVX2", "nvidia.com/gpu.product", "nvidia.com/mig.config"),
        *("node-role.kubernetes.io/control-plane", "example.com/machine-type", "cloud.example.com/pool-name"),
    ],
)
def test_what_a_kubelet_a_cloud_or_a_driver_writes_states_a_machine(key: str) -> None:
    assert states_machine(key, DRIVERS)


@pytest.mark.parametrize(
    "key",
    [
        *("disk", "example.com/team", "tier", "dedicated", "gpu", "environment", "app.kubernetes.io/part-of"),
        *(
            "node-role.kubernetes.io/ingress",
            "node-restriction.kubernetes.io/fips",
            "node.longhorn.io/create-disk",
        ),
    ],
)
def test_what_people_call_their_nodes_does_not(key: str) -> None:
    assert not states_machine(key, DRIVERS)


def test_the_label_of_a_driver_without_its_csinode_cannot_be_told_from_a_person_s() -> None:
    assert not states_machine("disks.example.com/hall", {})


@pytest.mark.parametrize(
    ("labels", "pool"),
    [
        ({"cloud.google.com/gke-nodepool": "web", "team": "a"}, "cloud.google.com/gke-nodepool=web"),
        ({"alpha.eksctl.io/nodegroup-name": "ng-1"}, "alpha.eksctl.io/nodegroup-name=ng-1"),
        ({"lke.linode.com/pool-id": "7"}, "lke.linode.com/pool-id=7"),
        ({"disk": "ssd", "pool": "mine"}, ""),
    ],
)
def test_the_pool_of_a_node_is_named_by_the_label_of_its_provider(labels: dict[str, str], pool: str) -> None:
    assert pool == pool_of(labels)
