"""NodeResourcesBalancedAllocation: resources used in equal shares score best."""

import pytest

from scheduler_core.objects.node import Node
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.extension_points import PluginEntry, PluginSet
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.plugins.node_resources_balanced_allocation import (
    NodeResourcesBalancedAllocationArgs,
)
from tests.core.scheduler.builders import in_version, node, pod
from tests.core.scheduler.plugins.plugin_answers import scores

PLUGIN = "NodeResourcesBalancedAllocation"


def asking(cpu: str, memory: str, name: str = "p", on: str = "") -> PodInfo:
    return pod(
        name, on=on, containers=[{"name": "c", "resources": {"requests": {"cpu": cpu, "memory": memory}}}]
    )


def test_equal_shares_score_100() -> None:
    assert (100, 100) == scores(PLUGIN, asking("2", "4Gi"), node("n1", "4", memory="8Gi"))["n1"]


def test_half_the_difference_of_two_shares_is_taken_off() -> None:
    # cpu 3/4, memory 1/2: the deviation is half of 0.25.
    assert (87, 87) == scores(PLUGIN, asking("3", "4Gi"), node("n1", "4", memory="8Gi"))["n1"]


def test_pods_that_are_there_count_with_the_waiting_one() -> None:
    alone = scores(PLUGIN, asking("1", "4Gi"), node("n1", "4", memory="8Gi"))
    beside = scores(PLUGIN, asking("1", "4Gi"), node("n1", "4", memory="8Gi"), asking("1", "0", "old", "n1"))

    assert (87, 100) == (alone["n1"][0], beside["n1"][0])


def test_the_share_of_an_overfull_resource_is_one() -> None:
    small, large = node("n1", "4", memory="8Gi"), node("n2", "8", memory="8Gi")
    result = scores(PLUGIN, asking("4", "8Gi"), small, large)

    assert {"n1": (100, 100), "n2": (75, 75)} == result


def test_a_pod_without_requests_is_not_scored() -> None:
    assert {} == scores(PLUGIN, pod("p"), node("n1"), node("n2"))


def test_with_three_resources_it_is_the_standard_deviation() -> None:
    config = ProfileConfig(
        args=(NodeResourcesBalancedAllocationArgs(("cpu", "memory", "ephemeral-storage")),)
    )
    result = scores(PLUGIN, asking("4", "0"), node("n1", "4", memory="8Gi"), config=config)

    # ephemeral-storage: the node has none, so two shares are left (memory counts with its default in scoring).
    assert 50 <= result["n1"][0] <= 52


@pytest.mark.parametrize(
    ("first", "second", "n1", "n2"),
    [
        # n1: cpu 6/10, memory 5/20. n2: cpu 6/10, memory 10/20.
        pytest.param(("10", "20"), ("10", "20"), 82, 95, id="equal nodes"),
        # n2: cpu 6/10, memory 10/50.
        pytest.param(("10", "20"), ("10", "50"), 82, 80, id="a node with more memory"),
    ],
)
def test_nodes_with_other_pods_on_them(
    first: tuple[str, str], second: tuple[str, str], n1: int, n2: int
) -> None:
    nodes = node("n1", first[0], memory=first[1]), node("n2", second[0], memory=second[1])
    there = asking("3", "0", "a", "n1"), asking("3", "5", "b", "n2")

    assert scores(PLUGIN, asking("3", "5"), *nodes, *there) == {"n1": (n1, n1), "n2": (n2, n2)}


def test_at_capacity_the_difference_is_largest() -> None:
    nodes = node("n1", "6", memory="10"), node("n2", "6", memory="10")
    there = asking("3", "0", "a", "n1"), asking("3", "5", "b", "n2")

    # cpu 1 and memory 0, cpu 1 and memory 1/2.
    assert {"n1": (50, 50), "n2": (75, 75)} == scores(PLUGIN, asking("3", "0"), *nodes, *there)


GPU = "example.com/gpu"
WITH_GPU = ProfileConfig(args=(NodeResourcesBalancedAllocationArgs(("cpu", "memory", GPU)),))


def with_gpus(name: str, count: str) -> Node:
    allocatable = {"cpu": "3500m", "memory": "40000", "pods": "110", GPU: count}
    return Node.parse({"metadata": {"name": name}, "status": {"allocatable": allocatable}})


def gpu_pod(name: str, cpu: str, memory: str, count: str, on: str = "") -> PodInfo:
    requests = {"cpu": cpu, "memory": memory, GPU: count}
    return pod(name, on=on, containers=[{"name": "c", "resources": {"requests": requests}}])


def test_an_extended_resource_is_a_third_share_where_it_is_asked_for() -> None:
    nodes = with_gpus("n1", "8"), with_gpus("n2", "8")
    there = gpu_pod("a", "3000m", "5000", "3", "n1"), gpu_pod("b", "3000m", "5000", "0", "n2")

    # n1: 6/7, 1/8 and 4/8. n2: 6/7, 1/8 and 1/8.
    result = scores(PLUGIN, gpu_pod("p", "0", "0", "1"), *nodes, *there, config=WITH_GPU)
    assert {"n1": (70, 70), "n2": (65, 65)} == result


def test_an_extended_resource_that_is_not_asked_for_is_left_out() -> None:
    nodes = with_gpus("n1", "8"), node("n2", "3500m", memory="40000")

    result = scores(PLUGIN, asking("3000m", "5000"), *nodes, config=WITH_GPU)
    assert {"n1": (63, 63), "n2": (63, 63)} == result


def test_without_its_pre_score_it_computes_the_request_itself() -> None:
    only_score = (
        ("multiPoint", PluginSet(disabled=(PLUGIN,))),
        ("score", PluginSet(enabled=(PluginEntry(PLUGIN, 3),))),
    )
    nodes = node("n1", "4"), node("n2", "8")
    waiting = pod("p", "1", overhead={"memory": "1Gi"})
    plain = scores(PLUGIN, waiting, *nodes)

    assert plain == scores(PLUGIN, waiting, *nodes, config=ProfileConfig(plugin_sets=only_score))
    assert 2 == len(plain)


def test_without_its_pre_score_a_pod_without_requests_gets_nothing() -> None:
    only_score = (
        ("multiPoint", PluginSet(disabled=(PLUGIN,))),
        ("score", PluginSet(enabled=(PluginEntry(PLUGIN, 3),))),
    )
    result = scores(PLUGIN, pod("p"), node("n1"), node("n2"), config=ProfileConfig(plugin_sets=only_score))

    assert {"n1": (0, 0), "n2": (0, 0)} == result


def test_a_waiting_pod_with_resources_in_its_status_is_counted_as_on_a_node() -> None:
    """With an infeasible resize the status counts alone: no cpu and no memory, so the plugin steps aside."""
    resize = {"type": "PodResizePending", "status": "True", "reason": "Infeasible"}
    status = {"conditions": [resize], "containerStatuses": [{"name": "c", "resources": {"requests": {}}}]}

    containers = [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]

    assert {} == scores(PLUGIN, pod("p", containers=containers, status=status), node("n1"), node("n2"))
    assert 2 == len(scores(PLUGIN, pod("p", containers=containers), node("n1"), node("n2")))


def test_since_1_36_the_change_of_the_balance_counts() -> None:
    # Before: 0.5 and 0.25, so 87; with the pod: 0.75 and 0.375, so 81.
    nodes = (node("n1", "4", memory="16Gi"), asking("2", "4Gi", "old", "n1"))
    results = [
        scores(PLUGIN, asking("1", "2Gi"), *nodes, config=in_version(version))["n1"]
        for version in ("1.35", "1.36")
    ]

    assert [(81, 81), (72, 72)] == results


def test_since_1_36_a_pod_that_evens_out_a_lopsided_node_gets_more_than_75() -> None:
    lopsided = (node("n1", "4", memory="16Gi"), asking("1m", "12Gi", "old", "n1"))

    assert (76, 76) == scores(PLUGIN, asking("500m", "1Gi"), *lopsided, config=in_version("1.36"))["n1"]
