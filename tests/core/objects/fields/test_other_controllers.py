"""Kinds of other projects are known by their API groups, and by what their controllers do."""

import pytest

from scheduler_core.objects.fields.not_modelled import ignored_code
from scheduler_core.objects.fields.other_controllers import of_gate, other_controller


@pytest.mark.parametrize(
    ("kind", "group", "product", "code"),
    [
        ("ClusterQueue", "kueue.x-k8s.io", "Kueue", "ignored.queues"),
        ("PodGroup", "scheduling.volcano.sh", "Volcano", "ignored.gangs"),
        ("VirtualMachineInstance", "kubevirt.io", "KubeVirt", "ignored.machines"),
        ("Rollout", "argoproj.io", "Argo", "ignored.makes_pods"),
        ("NodePool", "karpenter.sh", "Karpenter", "ignored.makes_nodes"),
        ("AWSMachine", "infrastructure.cluster.x-k8s.io", "Cluster API", "ignored.makes_nodes"),
        ("ScaledObject", "keda.sh", "KEDA", "ignored.scales"),
    ],
)
def test_a_kind_is_named_with_what_its_controller_does(
    kind: str, group: str, product: str, code: str
) -> None:
    other = other_controller(kind, group)

    assert (product, code) == (other.product if other else "", ignored_code(kind, group))


@pytest.mark.parametrize(
    ("kind", "group"), [("Application", "argoproj.io"), ("Widget", "example.com"), ("Widget", "notkeda.sh")]
)
def test_a_kind_by_which_nothing_is_scheduled_is_only_unknown(kind: str, group: str) -> None:
    assert (None, "ignored.unknown_kind") == (other_controller(kind, group), ignored_code(kind, group))


def test_a_scheduling_gate_is_that_of_a_queue_only_where_its_group_is() -> None:
    kueue = of_gate("kueue.x-k8s.io/admission")

    assert "Kueue" == (kueue.product if kueue else "")
    assert (None, None) == (of_gate("karpenter.sh/x"), of_gate("example.com/quota"))
