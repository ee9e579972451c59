"""What is requested of a node, as the scheduler counts it, and when a nomination can be used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core import SourceDocument, parse_scenario
from scheduler_core.board.object_views.requested import Requested, Sums, cpu_of, memory_of
from scheduler_core.engine.world import World
from scheduler_core.objects.node import Node
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.scheduler import Scheduler
from scheduler_core.simulation.cluster.running_actors import listing
from tests.builders import node, pod
from tests.core.play import SLUGS, Play, gallery, scenario_from
from tests.core.strategies import clusters
from tests.harness.series import sampled

GI = 2**30


def view(node: str | None, cpu: int, *, nominated: str | None = None, holds: bool = True) -> dict[str, Any]:
    return {"key": "d/p", "node": node, "nominated": nominated, "holds": holds, "cpu": cpu, "mem": GI}


def test_a_pod_counts_where_it_is_bound_and_before_that_apart_where_it_is_nominated() -> None:
    requested = Requested()
    waiting, bound = view(None, 500, nominated="n1"), view("n2", 500, nominated="n1")

    assert ["n1"] == requested.follow(None, waiting)
    assert ({}, {"n1": (500, GI, 1)}) == (requested.bound, requested.nominated)
    assert ["n1", "n2"] == requested.follow(waiting, bound)
    assert ({"n2": (500, GI, 1)}, {}) == (requested.bound, requested.nominated)
    assert ["n2"] == requested.follow(bound, {**bound, "holds": False})
    assert ({}, {}) == (requested.bound, requested.nominated)


def test_a_pod_that_changes_otherwise_changes_no_sum() -> None:
    requested = Requested({"n1": (500, GI, 1)})

    assert [] == requested.follow(view("n1", 500), {**view("n1", 500), "state": "Running"})
    assert {"n1": (500, GI, 1)} == requested.bound


def test_the_namespace_that_requests_most_of_a_node_is_known_as_pods_come_and_go() -> None:
    requested = Requested()
    pods = [{**view("n1", cpu), "key": key} for key, cpu in (("shop/a", 500), ("ads/b", 300), ("ads/c", 300))]
    for item in pods:
        requested.follow(None, item)
    twin = requested.copy()
    requested.follow(pods[2], None)
    after = requested.largest_namespace("n1")
    for item in pods[:2]:
        requested.follow(item, {**item, "holds": False})

    assert ("ads", "shop") == (twin.largest_namespace("n1"), after)
    assert ("", {}) == (requested.largest_namespace("n1"), requested.namespaces)


@pytest.mark.parametrize(
    ("used", "whole", "text"),
    [(3500, 4000, "3.5/4"), (0, 250, "0/0.25"), (1004, 64_000, "1/64"), (1005, 64_000, "1.01/64")],
)
def test_cores_have_at_most_two_digits_after_the_point(used: int, whole: int, text: str) -> None:
    assert text == cpu_of(used, whole)


@pytest.mark.parametrize(
    ("used", "whole", "text"),
    [(9 * GI // 2, 8 * GI, "4.5/8 Gi"), (2**20, 512 * 2**20, "1/512 Mi"), (0, 0, "0/0 B")],
)
def test_used_memory_has_the_unit_of_the_whole(used: int, whole: int, text: str) -> None:
    assert text == memory_of(used, whole)


def test_the_view_of_a_node_says_what_its_pods_request_of_it() -> None:
    play = Play([*gallery("basic-preemption")[:1], node("n1", "4"), pod("a", "1"), pod("b", "1500m")])
    last = play.until_quiet()
    (shown,) = play.recording.snapshot(last)["nodes"]  # type: ignore[misc,union-attr]

    assert (2500, 2) == (shown["requested"]["cpu"], shown["requested"]["pods"])  # type: ignore[index,call-overload]
    assert "2.5/4" == shown["requested"]["cpuOf"]  # type: ignore[index,call-overload]
    assert {"cpu": 62, "memory": 0, "pods": 1} == shown["requested"]["shares"]  # type: ignore[index,call-overload]


def test_a_preemptor_counts_apart_until_it_is_bound() -> None:
    play = Play(gallery("basic-preemption"))
    last = play.until_quiet()
    steps: list[Any] = [play.recording.snapshot(seq) for seq in range(last + 1)]
    waits = [
        (step, pod)
        for step in steps
        for pod in step["pods"]
        if pod["nominated"] and not pod["node"] and pod["holds"]
    ]
    nominated = [
        (next(n for n in item["nodes"] if n["name"] == pod["nominated"])["nominated"], pod)
        for item, pod in waits
    ]

    assert nominated
    assert all((sums["cpu"], sums["pods"]) == (pod["cpu"], 1) for sums, pod in nominated)
    assert all(node["nominated"]["pods"] == 0 for node in steps[-1]["nodes"])


def test_an_open_nomination_says_when_its_last_victim_is_gone() -> None:
    play = Play(gallery("basic-preemption"))
    last = play.until_quiet()
    snapshots: list[Any] = [play.recording.snapshot(seq) for seq in range(last + 1)]
    open_ones = [
        (span, [s["deadline"] for s in snapshot["spans"] if s["kind"] == "SIGTERM" and s["to"] is None])
        for snapshot in snapshots
        for span in snapshot["spans"]
        if span["kind"] == "nominated" and span["to"] is None
    ]
    messages = [(span["earliestBind"], max(ends)) for span, ends in open_ones if ends]

    assert messages
    assert all(at == end for at, end in messages)
    assert all(span["earliestBind"] is None for span in snapshots[-1]["spans"])


# The same sums as in the scheduler

LOOKS = 4
"""Of a scenario of the gallery so many steps are looked at, the first and the last among them."""
ACTS = 60


def as_the_scheduler_counts(world: World) -> dict[str, tuple[Sums, Sums]]:
    """Node → the sums in the NodeInfo of a scheduler that lists the cluster now, and those of its nominator."""
    scheduler = world.cluster.components.new_scheduler()
    for event in listing(world.api):
        scheduler.observe(event, world.now_ms)
    infos = scheduler.view.snapshot.nodes
    return {info.name: (counted(info), nominated(scheduler, info.node)) for info in infos}


def counted(info: NodeInfo) -> Sums:
    return info.requested_cpu, info.requested_memory, len(info.pods)


def nominated(scheduler: Scheduler, node: Node) -> Sums:
    info = NodeInfo(node)
    for waiting in scheduler.queue.nominator.on(node.name):
        info.add(waiting)
    return counted(info)


def as_the_board_says(world: World) -> dict[str, tuple[Sums, Sums]]:
    views: Any = world.snapshot()["nodes"]
    return {
        view["name"]: (sums_of(view["requested"]), sums_of(view["nominated"]))
        for view in views
        if view.get("registered") is not False
    }


def sums_of(shown: Mapping[str, Any]) -> Sums:
    return shown["cpu"], shown["mem"], shown["pods"]


@pytest.mark.parametrize("slug", sampled(SLUGS))
def test_in_every_scenario_the_board_counts_as_the_scheduler_does(slug: str) -> None:
    recording = Play(gallery(slug)).recording
    last = recording.advance(0, "quiet", limit=ACTS)
    worlds = [recording.world(last * look // (LOOKS - 1)) for look in range(LOOKS)]

    assert [as_the_scheduler_counts(world) for world in worlds] == [
        as_the_board_says(world) for world in worlds
    ]


def test_the_scenarios_hold_pods_that_are_counted_and_pods_that_are_nominated() -> None:
    play = Play(gallery("basic-preemption"))
    last = play.until_quiet()
    counts = [
        sums for seq in range(last) for sums in as_the_scheduler_counts(play.recording.world(seq)).values()
    ]

    assert any(bound[2] for bound, _ in counts)
    assert any(waiting[2] for _, waiting in counts)


@given(clusters())
def test_in_any_cluster_the_board_counts_as_the_scheduler_does_after_every_act(
    documents: list[dict[str, Any]],
) -> None:
    world = World(scenario_from(documents))
    for _ in range(ACTS):
        assert as_the_scheduler_counts(world) == as_the_board_says(world)
        if world.step() is None:
            break


amounts = st.fixed_dictionaries(
    {},
    optional={
        "cpu": st.sampled_from(("0", "1m", "1500m", "2")),
        "memory": st.sampled_from(("1", "1Mi", "3Gi")),
    },
)
resources = st.fixed_dictionaries({}, optional={"requests": amounts, "limits": amounts})


@st.composite
def odd_pods(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """Pods with init containers, sidecars, overhead, requests of the whole pod, and with any phase."""

    def containers(kind: str, least: int) -> list[dict[str, Any]]:
        return [
            {"name": f"{kind}{place}", "image": "example/app:1", "resources": expected, **always}
            for place, expected in enumerate(draw(st.lists(resources, min_size=least, max_size=2)))
            for always in [draw(st.sampled_from(({}, {"restartPolicy": "Always"}))) if kind == "init" else {}]
        ]

    place = draw(st.sampled_from(("n1", "n2", "", "nominated")))
    phase = draw(st.sampled_from(("Running", "Succeeded", "Failed"))) if place.startswith("n") else "Pending"
    status: dict[str, Any] = {"phase": phase}
    if place == "nominated":
        status = {"phase": "Pending", "nominatedNodeName": "n1"}
    return pod(
        name,
        containers=containers("app", 1),
        status=status,
        initContainers=containers("init", 0),
        **({"nodeName": place} if place in ("n1", "n2") else {}),
        **draw(st.fixed_dictionaries({}, optional={"overhead": amounts, "resources": resources})),
    )


@given(st.tuples(*(odd_pods(name) for name in "abcd")))
def test_however_a_pod_states_its_requests_the_board_counts_as_the_scheduler_does(
    pods: tuple[dict[str, Any], ...],
) -> None:
    parsed = parse_scenario(
        [SourceDocument(place, item) for place, item in enumerate((node("n1"), node("n2"), *pods))]
    )
    assert parsed.scenario is not None
    world = World(parsed.scenario)

    assert as_the_scheduler_counts(world) == as_the_board_says(world)
