"""NodeResourcesBalancedAllocation: resources used in equal shares score best."""

from scheduler_core.scheduler.pod_info import PodInfo
from scheduler_core.scheduler.profile import ProfileConfig
from tests.core.scheduler.making import node, pod
from tests.core.scheduler.plugins.asking import scores

PLUGIN = "NodeResourcesBalancedAllocation"


def asking(cpu: str, memory: str, name: str = "p", on: str = "") -> PodInfo:
    return pod(
        name, on=on, containers=[{"name": "c", "resources": {"requests": {"cpu": cpu, "memory": memory}}}]
    )


def test_equal_shares_score_100() -> None:
    assert scores(PLUGIN, asking("2", "4Gi"), node("n1", "4", memory="8Gi"))["n1"] == (100, 100)


def test_half_the_difference_of_two_shares_is_taken_off() -> None:
    # cpu 3/4, memory 1/2: the deviation is half of 0.25.
    assert scores(PLUGIN, asking("3", "4Gi"), node("n1", "4", memory="8Gi"))["n1"] == (87, 87)


def test_pods_that_are_there_count_with_the_waiting_one() -> None:
    alone = scores(PLUGIN, asking("1", "4Gi"), node("n1", "4", memory="8Gi"))
    beside = scores(PLUGIN, asking("1", "4Gi"), node("n1", "4", memory="8Gi"), asking("1", "0", "old", "n1"))

    assert (alone["n1"][0], beside["n1"][0]) == (87, 100)


def test_the_share_of_an_overfull_resource_is_one() -> None:
    small, large = node("n1", "4", memory="8Gi"), node("n2", "8", memory="8Gi")
    found = scores(PLUGIN, asking("4", "8Gi"), small, large)

    assert found == {"n1": (100, 100), "n2": (75, 75)}


def test_a_pod_without_requests_is_not_scored() -> None:
    assert scores(PLUGIN, pod("p"), node("n1"), node("n2")) == {}


def test_with_three_resources_it_is_the_standard_deviation() -> None:
    config = ProfileConfig(balanced_resources=("cpu", "memory", "ephemeral-storage"))
    found = scores(PLUGIN, asking("4", "0"), node("n1", "4", memory="8Gi"), config=config)

    # ephemeral-storage: the node has none, so two shares are left (memory counts with its default in scoring).
    assert 50 <= found["n1"][0] <= 52
