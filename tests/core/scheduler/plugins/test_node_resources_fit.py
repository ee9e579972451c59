"""NodeResourcesFit: is there room for the request, and how well is the node used then?"""

from typing import Any

import pytest

from scheduler_core.scheduler.events import Action, Resource
from scheduler_core.scheduler.plugins.node_resources_fit import (
    MOST_ALLOCATED,
    REQUESTED_TO_CAPACITY_RATIO,
    NodeResourcesFitArgs,
    ResourceSpec,
    ScoringStrategy,
    ShapePoint,
)
from scheduler_core.scheduler.pod_info import PodInfo
from scheduler_core.scheduler.profile import ProfileConfig
from tests.core.scheduler.making import node, pod
from tests.core.scheduler.plugins.asking import refusals, refused, scores, wakes

PLUGIN = "NodeResourcesFit"
GPU = "example.com/gpu"


def container(**requests: str) -> dict[str, Any]:
    return {"name": "c", "resources": {"requests": {key.replace("_", "/"): v for key, v in requests.items()}}}


def asking(name: str = "p", *, on: str = "", **requests: str) -> PodInfo:
    return pod(name, on=on, containers=[container(**requests)])


@pytest.mark.parametrize(
    ("requests", "used", "found"),
    [
        pytest.param({}, {"cpu": "10", "memory": "20"}, None, id="no request always fits"),
        pytest.param(
            {"cpu": "1", "memory": "1"}, {"cpu": "10", "memory": "20"}, ("cpu", "memory"), id="both"
        ),
        pytest.param({"cpu": "1", "memory": "1"}, {"cpu": "5", "memory": "5"}, None, id="enough"),
        pytest.param({"cpu": "2", "memory": "1"}, {"cpu": "9", "memory": "5"}, ("cpu",), id="cpu alone"),
        pytest.param(
            {"cpu": "1", "memory": "2"}, {"cpu": "5", "memory": "19"}, ("memory",), id="memory alone"
        ),
        pytest.param({"cpu": "5", "memory": "1"}, {"cpu": "5", "memory": "19"}, None, id="to the last byte"),
    ],
)
def test_a_request_must_fit_into_what_is_left(
    requests: dict[str, str], used: dict[str, str], found: tuple[str, ...] | None
) -> None:
    there = node("n1", "10", memory="20"), asking("old", on="n1", **used)

    reason = None if found is None else ", ".join(f"Insufficient {name}" for name in found)
    assert refusals(PLUGIN, asking(**requests), *there) == (
        {} if reason is None else {"n1": ("Unschedulable", reason)}
    )


def test_more_than_the_node_has_cannot_be_cured_by_preemption() -> None:
    assert refusals(PLUGIN, asking(cpu="11"), node("n1", "10"))["n1"][0] == "UnschedulableAndUnresolvable"


def test_the_number_of_pods_is_a_resource_of_its_own_and_always_curable() -> None:
    assert refusals(PLUGIN, pod("p"), node("n1", pods="1"), pod("old", on="n1")) == {
        "n1": ("Unschedulable", "Too many pods")
    }


@pytest.mark.parametrize(
    ("spec", "free_cpu", "fits"),
    [
        pytest.param({"initContainers": [container(cpu="3")]}, "2", False, id="the largest init container"),
        pytest.param(
            {"initContainers": [container(cpu="1"), container(cpu="2")]}, "2", True, id="not their sum"
        ),
        pytest.param(
            {"initContainers": [{**container(cpu="1"), "restartPolicy": "Always"}]},
            "1500m",
            False,
            id="a sidecar adds",
        ),
        pytest.param({"overhead": {"cpu": "1500m"}}, "2", False, id="overhead is added"),
        pytest.param({"overhead": {"cpu": "1"}}, "2", True, id="overhead that fits"),
        pytest.param({"resources": {"requests": {"cpu": "3"}}}, "2", False, id="pod level overrides"),
    ],
)
def test_what_a_pod_asks_for_as_a_whole(spec: dict[str, Any], free_cpu: str, fits: bool) -> None:
    waiting = pod("p", containers=[container(cpu="1")], **spec)

    assert refused(PLUGIN, waiting, node("n1", free_cpu)) == (set() if fits else {"n1"})


def extended(count: str, **more: str) -> Any:
    from scheduler_core.objects.node import Node

    allocatable = {"cpu": "10", "memory": "20Gi", "pods": "32", GPU: count, **more}
    return Node.parse({"metadata": {"name": "n1"}, "status": {"allocatable": allocatable}})


def wanting(count: str) -> PodInfo:
    return pod("p", containers=[{"name": "c", "resources": {"requests": {GPU: count}}}])


@pytest.mark.parametrize(("has", "wants", "fits"), [("5", "5", True), ("4", "5", False), ("0", "1", False)])
def test_an_extended_resource_is_counted(has: str, wants: str, fits: bool) -> None:
    assert refused(PLUGIN, wanting(wants), extended(has)) == (set() if fits else {"n1"})


def test_an_extended_resource_that_a_node_does_not_know_is_insufficient() -> None:
    assert refusals(PLUGIN, wanting("1"), node("n1"))["n1"][1] == f"Insufficient {GPU}"


@pytest.mark.parametrize(
    "args",
    [
        NodeResourcesFitArgs(ignored_resources=frozenset((GPU,))),
        NodeResourcesFitArgs(ignored_resource_groups=frozenset(("example.com",))),
    ],
)
def test_ignored_resources_and_groups_are_not_looked_at(args: NodeResourcesFitArgs) -> None:
    assert refusals(PLUGIN, wanting("9"), extended("1"), config=ProfileConfig(fit=args)) == {}


def test_all_that_lacks_is_named_in_order() -> None:
    waiting = pod("p", containers=[{"name": "c", "resources": {"requests": {"cpu": "11", GPU: "9"}}}])

    assert refusals(PLUGIN, waiting, extended("1", pods="0"))["n1"][1] == (
        f"Too many pods, Insufficient cpu, Insufficient {GPU}"
    )


# --- scores ---------------------------------------------------------------------------------------

EQUAL = node("n1", "4000m", memory="10000"), node("n2", "4000m", memory="10000")


def strategy(kind: str, *resources: ResourceSpec, shape: tuple[ShapePoint, ...] = ()) -> ProfileConfig:
    specs = resources or (ResourceSpec("cpu"), ResourceSpec("memory"))
    return ProfileConfig(fit=NodeResourcesFitArgs(ScoringStrategy(kind, specs, shape)))


def test_least_allocated_prefers_the_emptier_node() -> None:
    waiting = asking(cpu="3000m", memory="5000")
    different = node("n1", "4000m", memory="10000"), node("n2", "6000m", memory="10000")

    # n1: cpu 25, memory 50 → 37. n2: cpu 50, memory 50 → 50.
    assert scores(PLUGIN, waiting, *different) == {"n1": (37, 37), "n2": (50, 50)}


def test_most_allocated_prefers_the_fuller_node() -> None:
    waiting = asking(cpu="3000m", memory="5000")
    different = node("n1", "4000m", memory="10000"), node("n2", "6000m", memory="10000")

    assert scores(PLUGIN, waiting, *different, config=strategy(MOST_ALLOCATED)) == {
        "n1": (62, 62),
        "n2": (50, 50),
    }


def test_weights_of_resources_shift_the_mean() -> None:
    config = strategy(MOST_ALLOCATED, ResourceSpec("cpu", 3), ResourceSpec("memory", 1))

    assert scores(PLUGIN, asking(cpu="1000m", memory="5000"), *EQUAL, config=config)["n1"] == (31, 31)


def test_a_container_without_a_request_counts_as_100m_and_200mi_in_scoring_only() -> None:
    assert refused(PLUGIN, pod("p"), node("n1", "50m")) == set()
    assert scores(PLUGIN, pod("p"), node("n1", "1", memory="400Mi"))["n1"] == (70, 70)


def test_the_ratio_follows_a_broken_line() -> None:
    shape = (ShapePoint(0, 100), ShapePoint(50, 20), ShapePoint(100, 0))
    config = strategy(REQUESTED_TO_CAPACITY_RATIO, ResourceSpec("cpu"), shape=shape)

    assert scores(PLUGIN, asking(cpu="1000m"), *EQUAL, config=config)["n1"] == (60, 60)
    assert scores(PLUGIN, asking(cpu="3000m"), *EQUAL, config=config)["n1"] == (10, 10)


def test_a_resource_nobody_has_is_left_out_of_the_mean() -> None:
    config = strategy(MOST_ALLOCATED, ResourceSpec("cpu"), ResourceSpec(GPU))

    assert scores(PLUGIN, asking(cpu="2000m"), *EQUAL, config=config)["n1"] == (50, 50)


# --- what wakes a pod -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [
        pytest.param(None, node("n1", "4"), True, id="a new node with room"),
        pytest.param(None, node("n1", "1"), False, id="a new node that is too small"),
        pytest.param(node("n1", "2"), node("n1", "4"), True, id="more cpu"),
        pytest.param(
            node("n1", "4"), node("n1", "4", memory="16Gi"), False, id="more of what it does not want"
        ),
        pytest.param(node("n1", "1"), node("n1", "1500m"), False, id="more, but not enough"),
    ],
)
def test_a_node_that_grew_in_what_the_pod_wants(old: Any, new: Any, worth_it: bool) -> None:
    action = Action.ADD if old is None else Action.UPDATE_NODE_ALLOCATABLE

    assert wakes(PLUGIN, asking(cpu="2"), Resource.NODE, action, old, new) is worth_it


def test_the_end_of_a_pod_on_a_node_wakes_and_of_a_waiting_one_does_not() -> None:
    assert wakes(PLUGIN, asking(cpu="1"), Resource.POD, Action.DELETE, pod("x", on="n1"), None)
    assert not wakes(PLUGIN, asking(cpu="1"), Resource.POD, Action.DELETE, pod("x"), None)
