"""NodeResourcesFit: is there room for the request, and how well is the node used then?"""

from typing import Any

import pytest

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.plugins.node_resources_fit import NodeResourcesFitArgs
from tests.core.scheduler.builders import node, pod
from tests.core.scheduler.plugins.node_resources_fit.builders import (
    GPU,
    PLUGIN,
    asking,
    container,
    extended,
    of,
    wanting,
)
from tests.core.scheduler.plugins.plugin_answers import refusals, refused


@pytest.mark.parametrize(
    ("requests", "used", "result"),
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
    requests: dict[str, str], used: dict[str, str], result: tuple[str, ...] | None
) -> None:
    there = node("n1", "10", memory="20"), asking("old", on="n1", **used)

    reason = None if result is None else ", ".join(f"Insufficient {name}" for name in result)
    assert refusals(PLUGIN, asking(**requests), *there) == (
        {} if reason is None else {"n1": ("Unschedulable", reason)}
    )


def test_more_than_the_node_has_cannot_be_cured_by_preemption() -> None:
    assert "UnschedulableAndUnresolvable" == refusals(PLUGIN, asking(cpu="11"), node("n1", "10"))["n1"][0]


def test_the_number_of_pods_is_a_resource_of_its_own_and_always_curable() -> None:
    assert {"n1": ("Unschedulable", "Too many pods")} == refusals(
        PLUGIN, pod("p"), node("n1", pods="1"), pod("old", on="n1")
    )


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

    assert set() == refused(PLUGIN, waiting("10"), there, old)
    assert {"n1": ("Unschedulable", "Insufficient ephemeral-storage")} == refusals(
        PLUGIN, waiting("11"), there, old
    )
    assert "UnschedulableAndUnresolvable" == refusals(PLUGIN, waiting("25"), there)["n1"][0]
    assert set() == refused(PLUGIN, asking(cpu="1"), there, old)


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
    assert {} == refusals(PLUGIN, wanting("9"), extended("1"), config=ProfileConfig(args=(args,)))


def test_all_that_lacks_is_named_in_order() -> None:
    waiting = pod("p", containers=[{"name": "c", "resources": {"requests": {"cpu": "11", GPU: "9"}}}])

    assert refusals(PLUGIN, waiting, extended("1", pods="0"))["n1"][1] == (
        f"Too many pods, Insufficient cpu, Insufficient {GPU}"
    )


HUGE = "hugepages-2Mi"


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

    result = refusals(PLUGIN, of(resource, *counts, init=init), *there)
    assert result == ({} if code is None else {"n1": (code, f"Insufficient {resource}")})


@pytest.mark.parametrize("resource", ["kubernetes.io/unknown", "subdomain.kubernetes.io/unknown", HUGE])
def test_what_a_node_does_not_know_cannot_be_cured(resource: str) -> None:
    assert refusals(PLUGIN, of(resource, "1"), node("n1")) == {
        "n1": ("UnschedulableAndUnresolvable", f"Insufficient {resource}")
    }


def test_a_request_of_nothing_is_not_looked_at_even_where_too_much_is_used() -> None:
    assert set() == refused(PLUGIN, of(GPU, "0"), extended("5"), of(GPU, "6", on="n1"))


def test_ignoring_a_group_leaves_the_others() -> None:
    args = NodeResourcesFitArgs(ignored_resource_groups=frozenset(("example.com",)))
    both = pod(
        "p",
        containers=[{"name": "c", "resources": {"requests": {GPU: "1", "kubernetes.io/something": "1"}}}],
    )

    result = refusals(PLUGIN, both, node("n1"), config=ProfileConfig(args=(args,)))
    assert "Insufficient kubernetes.io/something" == result["n1"][1]


@pytest.mark.parametrize("waiting", [pod("p"), asking(cpu="1"), asking(cpu="10")])
def test_without_a_place_for_one_more_pod_room_does_not_help(waiting: PodInfo) -> None:
    assert (
        "Unschedulable",
        "Too many pods",
    ) == refusals(PLUGIN, waiting, node("n1", "10", pods="1"), pod("old", on="n1"))["n1"]


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
