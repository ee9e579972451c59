"""NodeResourcesFit, scoring: how well the node is used once the pod is there."""

import pytest

from scheduler_core.objects.node import Node
from scheduler_core.scheduler.configuration.extension_points import PluginEntry, PluginSet
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.scores import ShapePoint
from scheduler_core.scheduler.plugins.node_resources_fit import (
    LEAST_ALLOCATED,
    MOST_ALLOCATED,
    REQUESTED_TO_CAPACITY_RATIO,
    NodeResourcesFit,
    NodeResourcesFitArgs,
    ResourceSpec,
    ScoringStrategy,
)
from tests.core.scheduler.builders import cluster, node, pod
from tests.core.scheduler.plugins.node_resources_fit.builders import GPU, PLUGIN, asking, of
from tests.core.scheduler.plugins.plugin_answers import refused, scores

EQUAL = node("n1", "4000m", memory="10000"), node("n2", "4000m", memory="10000")


def strategy(kind: str, *resources: ResourceSpec, shape: tuple[ShapePoint, ...] = ()) -> ProfileConfig:
    specs = resources or (ResourceSpec("cpu"), ResourceSpec("memory"))
    return ProfileConfig(args=(NodeResourcesFitArgs(ScoringStrategy(kind, specs, shape)),))


def test_least_allocated_prefers_the_emptier_node() -> None:
    waiting = asking(cpu="3000m", memory="5000")
    different = node("n1", "4000m", memory="10000"), node("n2", "6000m", memory="10000")

    # n1: cpu 25, memory 50 → 37. n2: cpu 50, memory 50 → 50.
    assert {"n1": (37, 37), "n2": (50, 50)} == scores(PLUGIN, waiting, *different)


def test_most_allocated_prefers_the_fuller_node() -> None:
    waiting = asking(cpu="3000m", memory="5000")
    different = node("n1", "4000m", memory="10000"), node("n2", "6000m", memory="10000")

    assert {
        "n1": (62, 62),
        "n2": (50, 50),
    } == scores(PLUGIN, waiting, *different, config=strategy(MOST_ALLOCATED))


def test_weights_of_resources_shift_the_mean() -> None:
    config = strategy(MOST_ALLOCATED, ResourceSpec("cpu", 3), ResourceSpec("memory", 1))

    assert (31, 31) == scores(PLUGIN, asking(cpu="1000m", memory="5000"), *EQUAL, config=config)["n1"]


def test_a_container_without_a_request_counts_as_100m_and_200mi_in_scoring_only() -> None:
    assert set() == refused(PLUGIN, pod("p"), node("n1", "50m"))
    assert (70, 70) == scores(PLUGIN, pod("p"), node("n1", "1", memory="400Mi"))["n1"]


BESIDE = (
    node("n1", "4000m", memory="10000"),
    node("n2", "6000m", memory="10000"),
    asking("a", on="n1", cpu="2000m", memory="4000"),
    asking("b", on="n2", cpu="1000m", memory="2000"),
)


@pytest.mark.parametrize(
    ("kind", "shape", "cpu", "memory", "n1", "n2"),
    [
        # n1: cpu 75, memory 60; n2: cpu 33, memory 40.
        pytest.param(MOST_ALLOCATED, (), "1000m", "2000", 67, 36, id="most allocated"),
        pytest.param(LEAST_ALLOCATED, (), "1000m", "2000", 32, 63, id="least allocated"),
        # n1: cpu over its capacity, memory 90; n2: cpu 66, memory 70.
        pytest.param(
            REQUESTED_TO_CAPACITY_RATIO,
            (ShapePoint(0, 100), ShapePoint(100, 0)),
            "3000m",
            "5000",
            10,
            32,
            id="a falling ratio leaves out what scores nothing",
        ),
        pytest.param(
            REQUESTED_TO_CAPACITY_RATIO,
            (ShapePoint(0, 0), ShapePoint(100, 100)),
            "3000m",
            "5000",
            95,
            68,
            id="a rising ratio",
        ),
    ],
)
def test_pods_that_are_there_count_in_every_strategy(
    kind: str, shape: tuple[ShapePoint, ...], cpu: str, memory: str, n1: int, n2: int
) -> None:
    config = strategy(kind, shape=shape)
    plugin, snapshot = NodeResourcesFit(config.args_of(NodeResourcesFitArgs)), cluster(*BESIDE)
    state, waiting = CycleState(snapshot), asking(cpu=cpu, memory=memory)
    plugin.pre_score(state, snapshot, waiting, snapshot.nodes)

    # The plugin alone: Filter would not let the pod onto a node where it is too large.
    assert [plugin.score(state, waiting, info) for info in snapshot.nodes] == [n1, n2]


@pytest.mark.parametrize(
    ("kind", "full"),
    [pytest.param(LEAST_ALLOCATED, 0, id="least"), pytest.param(MOST_ALLOCATED, 100, id="most")],
)
def test_a_full_node_is_at_the_end_of_the_scale(kind: str, full: int) -> None:
    result = scores(PLUGIN, asking(cpu="4000m", memory="10000"), EQUAL[0], config=strategy(kind))

    assert result["n1"] == (full, full)


def test_a_node_with_nothing_to_give_scores_nothing() -> None:
    empty = node("n1", "0", memory="0")
    config = strategy(MOST_ALLOCATED)

    assert (0, 0) == scores(PLUGIN, asking(), empty, config=config)["n1"]


def test_weights_differ_by_node_size() -> None:
    config = strategy(LEAST_ALLOCATED, ResourceSpec("cpu", 1), ResourceSpec("memory", 2))
    different = node("n1", "4000m", memory="10000"), node("n2", "6000m", memory="10000")

    # n1: (25 + 2·50) / 3 = 41. n2: (50 + 2·50) / 3 = 50.
    assert {
        "n1": (41, 41),
        "n2": (50, 50),
    } == scores(PLUGIN, asking(cpu="3000m", memory="5000"), *different, config=config)


def test_packing_by_an_extended_resource_alone() -> None:
    def gpus(name: str, count: str) -> Node:
        allocatable = {"cpu": "4", "memory": "8Gi", "pods": "110", GPU: count}
        return Node.parse({"metadata": {"name": name}, "status": {"allocatable": allocatable}})

    config = strategy(
        REQUESTED_TO_CAPACITY_RATIO, ResourceSpec(GPU), shape=(ShapePoint(0, 0), ShapePoint(100, 100))
    )
    old = pod("old", on="n2", containers=[{"name": "c", "resources": {"requests": {GPU: "4"}}}])

    assert {
        "n1": (25, 25),
        "n2": (75, 75),
    } == scores(PLUGIN, of(GPU, "2"), gpus("n1", "8"), gpus("n2", "8"), old, config=config)
    assert {
        "n1": (0, 0),
        "n2": (0, 0),
    } == scores(PLUGIN, pod("p"), gpus("n1", "8"), gpus("n2", "8"), old, config=config)


@pytest.mark.parametrize(
    ("requests", "n1", "n2"),
    [
        # cpu and memory are 50 each; gpus 2 of 4 and 2 of 10.
        pytest.param({"cpu": "3", "memory": "5000", GPU: "2"}, 50, 40, id="asked for"),
        pytest.param({"cpu": "3", "memory": "5000"}, 50, 50, id="not asked for"),
    ],
)
def test_an_extended_resource_enters_the_mean_where_it_is_asked_for(
    requests: dict[str, str], n1: int, n2: int
) -> None:
    def gpus(name: str, count: str) -> Node:
        allocatable = {"cpu": "6", "memory": "10000", "pods": "110", GPU: count}
        return Node.parse({"metadata": {"name": name}, "status": {"allocatable": allocatable}})

    config = strategy(MOST_ALLOCATED, *(ResourceSpec(name) for name in ("cpu", "memory", GPU)))
    waiting = pod("p", containers=[{"name": "c", "resources": {"requests": requests}}])

    result = scores(PLUGIN, waiting, gpus("n1", "4"), gpus("n2", "10"), config=config)
    assert result == {"n1": (n1, n1), "n2": (n2, n2)}


def test_pods_without_requests_fill_a_node_in_scoring() -> None:
    nodes = node("n1", "250m", memory="1000Mi"), node("n2", "250m", memory="1000Mi")
    config = strategy(MOST_ALLOCATED)

    # n1: 300m of 250m are all of it, 600Mi of 1000Mi. n2: 40 and 20.
    result = scores(PLUGIN, pod("p"), *nodes, pod("a", on="n1"), pod("b", on="n1"), config=config)
    assert {"n1": (80, 80), "n2": (30, 30)} == result


def test_the_ratio_follows_a_broken_line() -> None:
    shape = (ShapePoint(0, 100), ShapePoint(50, 20), ShapePoint(100, 0))
    config = strategy(REQUESTED_TO_CAPACITY_RATIO, ResourceSpec("cpu"), shape=shape)

    assert (60, 60) == scores(PLUGIN, asking(cpu="1000m"), *EQUAL, config=config)["n1"]
    assert (10, 10) == scores(PLUGIN, asking(cpu="3000m"), *EQUAL, config=config)["n1"]


def test_a_resource_that_no_node_has_is_left_out_of_the_mean() -> None:
    config = strategy(MOST_ALLOCATED, ResourceSpec("cpu"), ResourceSpec(GPU))

    assert (50, 50) == scores(PLUGIN, asking(cpu="2000m"), *EQUAL, config=config)["n1"]


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
