"""NodeResourcesFit: is there room for the request, and how well is the node used then?"""

from typing import Any

import pytest

from scheduler_core.objects.node import Node
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.extension_points import PluginEntry, PluginSet
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.events import Action, Resource
from scheduler_core.scheduler.plugins.node_resources_fit import (
    LEAST_ALLOCATED,
    MOST_ALLOCATED,
    REQUESTED_TO_CAPACITY_RATIO,
    NodeResourcesFit,
    NodeResourcesFitArgs,
    ResourceSpec,
    ScoringStrategy,
    ShapePoint,
)
from tests.core.scheduler.making import cluster, node, pod
from tests.core.scheduler.plugins.asking import decided, refusals, refused, scores, wakes

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


@pytest.mark.parametrize(
    ("spec", "fits"),
    [
        pytest.param({"initContainers": [container(memory="30")]}, False, id="an init container's memory"),
        pytest.param({"initContainers": [container(memory="20")]}, True, id="to the last byte"),
        pytest.param(
            {"initContainers": [container(memory="20"), container(memory="15")]}, True, id="one after another"
        ),
        pytest.param({"overhead": {"memory": "11"}}, False, id="overhead of memory"),
        pytest.param(
            {
                "initContainers": [
                    {**container(memory="5"), "restartPolicy": "Always"},
                    container(memory="16"),
                ]
            },
            False,
            id="a sidecar beside a later init container",
        ),
    ],
)
def test_memory_of_all_containers_is_counted_alike(spec: dict[str, Any], fits: bool) -> None:
    waiting = pod("p", containers=[container(memory="10")], **spec)

    assert refused(PLUGIN, waiting, node("n1", memory="20")) == (set() if fits else {"n1"})


def test_ephemeral_storage_is_counted_where_it_is_asked_for() -> None:
    def waiting(size: str) -> PodInfo:
        return pod("p", containers=[{"name": "c", "resources": {"requests": {"ephemeral-storage": size}}}])

    there = extended("0", **{"ephemeral-storage": "20"})
    old = pod(
        "old", on="n1", containers=[{"name": "c", "resources": {"requests": {"ephemeral-storage": "10"}}}]
    )

    assert refused(PLUGIN, waiting("10"), there, old) == set()
    assert refusals(PLUGIN, waiting("11"), there, old) == {
        "n1": ("Unschedulable", "Insufficient ephemeral-storage")
    }
    assert refusals(PLUGIN, waiting("25"), there)["n1"][0] == "UnschedulableAndUnresolvable"
    assert refused(PLUGIN, asking(cpu="1"), there, old) == set()


def extended(count: str, **more: str) -> Node:
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
    assert refusals(PLUGIN, wanting("9"), extended("1"), config=ProfileConfig(args=(args,))) == {}


def test_all_that_lacks_is_named_in_order() -> None:
    waiting = pod("p", containers=[{"name": "c", "resources": {"requests": {"cpu": "11", GPU: "9"}}}])

    assert refusals(PLUGIN, waiting, extended("1", pods="0"))["n1"][1] == (
        f"Too many pods, Insufficient cpu, Insufficient {GPU}"
    )


HUGE = "hugepages-2Mi"


def of(resource: str, *counts: str, init: tuple[str, ...] = (), on: str = "") -> PodInfo:
    """Containers, and init containers, that ask for `resource`."""

    def entry(count: str) -> dict[str, Any]:
        return {"name": "c", "resources": {"requests": {resource: count}}}

    name = "old" if on else "p"
    return pod(name, on=on, containers=[*map(entry, counts)], initContainers=[*map(entry, init)])


@pytest.mark.parametrize("resource", [GPU, HUGE, "kubernetes.io/something"])
@pytest.mark.parametrize(
    ("counts", "init", "code"),
    [
        pytest.param(("3",), (), None, id="what is left"),
        pytest.param(("3", "3"), (), "UnschedulableAndUnresolvable", id="containers are added"),
        pytest.param(("2", "2"), (), "Unschedulable", id="more than is left"),
        pytest.param(("0",), ("3", "3"), None, id="init containers are not"),
        pytest.param(("0",), ("6", "3"), "UnschedulableAndUnresolvable", id="the largest init container"),
    ],
)
def test_other_resources_are_counted_like_cpu(
    resource: str, counts: tuple[str, ...], init: tuple[str, ...], code: str | None
) -> None:
    there = extended("5", **{HUGE: "5", "kubernetes.io/something": "5"}), of(resource, "2", on="n1")

    found = refusals(PLUGIN, of(resource, *counts, init=init), *there)
    assert found == ({} if code is None else {"n1": (code, f"Insufficient {resource}")})


@pytest.mark.parametrize("resource", ["kubernetes.io/unknown", "subdomain.kubernetes.io/unknown", HUGE])
def test_what_a_node_does_not_know_cannot_be_cured(resource: str) -> None:
    assert refusals(PLUGIN, of(resource, "1"), node("n1")) == {
        "n1": ("UnschedulableAndUnresolvable", f"Insufficient {resource}")
    }


def test_a_request_of_nothing_is_not_looked_at_even_where_too_much_is_used() -> None:
    assert refused(PLUGIN, of(GPU, "0"), extended("5"), of(GPU, "6", on="n1")) == set()


def test_ignoring_a_group_leaves_the_others() -> None:
    args = NodeResourcesFitArgs(ignored_resource_groups=frozenset(("example.com",)))
    both = pod(
        "p",
        containers=[{"name": "c", "resources": {"requests": {GPU: "1", "kubernetes.io/something": "1"}}}],
    )

    found = refusals(PLUGIN, both, node("n1"), config=ProfileConfig(args=(args,)))
    assert found["n1"][1] == "Insufficient kubernetes.io/something"


@pytest.mark.parametrize("waiting", [pod("p"), asking(cpu="1"), asking(cpu="10")])
def test_without_a_place_for_one_more_pod_room_does_not_help(waiting: PodInfo) -> None:
    assert refusals(PLUGIN, waiting, node("n1", "10", pods="1"), pod("old", on="n1"))["n1"] == (
        "Unschedulable",
        "Too many pods",
    )


@pytest.mark.parametrize(
    ("level", "containers", "fits"),
    [
        pytest.param({"cpu": "1"}, [], True, id="of the pod alone"),
        pytest.param({"cpu": "3"}, [container(cpu="1")], False, id="of the pod before the container's"),
        pytest.param({"memory": "3Gi"}, [container(cpu="3")], False, id="each resource for itself"),
        pytest.param({HUGE: "4Mi"}, [], True, id="huge pages"),
        pytest.param({HUGE: "6Mi"}, [], False, id="too many huge pages"),
    ],
)
def test_requests_of_the_whole_pod(
    level: dict[str, str], containers: list[dict[str, Any]], fits: bool
) -> None:
    waiting = pod("p", containers=containers or [{"name": "c"}], resources={"requests": level})
    there = extended("0", cpu="2", **{HUGE: "4Mi"})

    assert refused(PLUGIN, waiting, there) == (set() if fits else {"n1"})


# --- scores ---------------------------------------------------------------------------------------

EQUAL = node("n1", "4000m", memory="10000"), node("n2", "4000m", memory="10000")


def strategy(kind: str, *resources: ResourceSpec, shape: tuple[ShapePoint, ...] = ()) -> ProfileConfig:
    specs = resources or (ResourceSpec("cpu"), ResourceSpec("memory"))
    return ProfileConfig(args=(NodeResourcesFitArgs(ScoringStrategy(kind, specs, shape)),))


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
    found = scores(PLUGIN, asking(cpu="4000m", memory="10000"), EQUAL[0], config=strategy(kind))

    assert found["n1"] == (full, full)


def test_a_node_with_nothing_to_give_scores_nothing() -> None:
    empty = node("n1", "0", memory="0")
    config = strategy(MOST_ALLOCATED)

    assert scores(PLUGIN, asking(), empty, config=config)["n1"] == (0, 0)


def test_weights_differ_by_node_size() -> None:
    config = strategy(LEAST_ALLOCATED, ResourceSpec("cpu", 1), ResourceSpec("memory", 2))
    different = node("n1", "4000m", memory="10000"), node("n2", "6000m", memory="10000")

    # n1: (25 + 2·50) / 3 = 41. n2: (50 + 2·50) / 3 = 50.
    assert scores(PLUGIN, asking(cpu="3000m", memory="5000"), *different, config=config) == {
        "n1": (41, 41),
        "n2": (50, 50),
    }


def test_packing_by_an_extended_resource_alone() -> None:
    def gpus(name: str, count: str) -> Node:
        allocatable = {"cpu": "4", "memory": "8Gi", "pods": "110", GPU: count}
        return Node.parse({"metadata": {"name": name}, "status": {"allocatable": allocatable}})

    config = strategy(
        REQUESTED_TO_CAPACITY_RATIO, ResourceSpec(GPU), shape=(ShapePoint(0, 0), ShapePoint(100, 100))
    )
    old = pod("old", on="n2", containers=[{"name": "c", "resources": {"requests": {GPU: "4"}}}])

    assert scores(PLUGIN, of(GPU, "2"), gpus("n1", "8"), gpus("n2", "8"), old, config=config) == {
        "n1": (25, 25),
        "n2": (75, 75),
    }
    assert scores(PLUGIN, pod("p"), gpus("n1", "8"), gpus("n2", "8"), old, config=config) == {
        "n1": (0, 0),
        "n2": (0, 0),
    }


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

    found = scores(PLUGIN, waiting, gpus("n1", "4"), gpus("n2", "10"), config=config)
    assert found == {"n1": (n1, n1), "n2": (n2, n2)}


def test_pods_without_requests_fill_a_node_in_scoring() -> None:
    nodes = node("n1", "250m", memory="1000Mi"), node("n2", "250m", memory="1000Mi")
    config = strategy(MOST_ALLOCATED)

    # n1: 300m of 250m are all of it, 600Mi of 1000Mi. n2: 40 and 20.
    found = scores(PLUGIN, pod("p"), *nodes, pod("a", on="n1"), pod("b", on="n1"), config=config)
    assert found == {"n1": (80, 80), "n2": (30, 30)}


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


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [
        pytest.param(None, extended("2"), True, id="a new node that has it"),
        pytest.param(None, node("n1"), False, id="a new node that does not know it"),
        pytest.param(extended("1"), extended("2"), True, id="more of it"),
        pytest.param(extended("2"), extended("1"), False, id="less of it"),
        pytest.param(extended("2"), extended("2", cpu="20"), False, id="more of something else"),
        pytest.param(
            extended("2"), extended("2", pods="64"), True, id="more places, whatever it lacked before"
        ),
    ],
)
def test_an_extended_resource_that_grew_wakes(old: Any, new: Any, worth_it: bool) -> None:
    action = Action.ADD if old is None else Action.UPDATE_NODE_ALLOCATABLE

    assert wakes(PLUGIN, wanting("1"), Resource.NODE, action, old, new) is worth_it


def test_the_end_of_a_pod_that_was_promised_room_wakes() -> None:
    promised = pod("x", "1", status={"nominatedNodeName": "n1"})

    assert wakes(PLUGIN, asking(cpu="1"), Resource.POD, Action.DELETE, promised, None)


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [
        pytest.param(
            asking("x", on="n1", cpu="2"), asking("x", on="n1", cpu="1"), True, id="it gave cpu back"
        ),
        pytest.param(
            asking("x", on="n1", memory="2Gi"), asking("x", on="n1", memory="1Gi"), False, id="memory alone"
        ),
        pytest.param(asking("x", on="n1", cpu="1"), asking("x", on="n1", cpu="2"), False, id="it grew"),
        pytest.param(asking("x", cpu="2"), asking("x", cpu="1"), False, id="it waits itself"),
        pytest.param(asking("p", cpu="2"), asking("p", cpu="1"), True, id="the pod itself became smaller"),
    ],
)
def test_a_pod_that_is_resized_wakes_where_it_gives_back_what_is_wanted(
    old: PodInfo, new: PodInfo, worth_it: bool
) -> None:
    event = Resource.POD, Action.UPDATE_POD_SCALE_DOWN, old, new

    assert wakes(PLUGIN, asking(cpu="1"), *event) is worth_it


def test_the_hint_does_not_know_the_ignored_resources() -> None:
    ignoring = ProfileConfig(args=(NodeResourcesFitArgs(ignored_resources=frozenset({"example.com/gpu"})),))
    waiting = pod("p", containers=[{"name": "c", "resources": {"requests": {"example.com/gpu": "1"}}}])
    event = Resource.NODE, Action.ADD, None, node("n1")

    assert decided(cluster(node("n1")), waiting, ignoring).feasible == ("n1",)
    assert not wakes(PLUGIN, waiting, *event, ignoring)


def test_without_its_pre_score_it_computes_the_request_itself() -> None:
    only_score = (
        ("multiPoint", PluginSet(disabled=(PLUGIN,))),
        ("score", PluginSet(enabled=(PluginEntry(PLUGIN, 3),))),
    )
    nodes = node("n1", "4"), node("n2", "8")
    waiting = pod("p", "1", overhead={"memory": "1Gi"})
    plain = scores(PLUGIN, waiting, *nodes)

    assert plain == scores(PLUGIN, waiting, *nodes, config=ProfileConfig(plugin_sets=only_score))
    assert len(plain) == 2
