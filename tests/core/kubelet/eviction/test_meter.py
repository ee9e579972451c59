"""What is measured on a node."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scheduler_core.kubelet.application.behaviour import Behaviour
from scheduler_core.kubelet.eviction.meter import Meter
from scheduler_core.kubelet.eviction.node_usage import RunningContainer, UsageChange, usages
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from tests import builders


def annotated(**annotations: str) -> Node:
    """A node of 1000 bytes of memory and 2000 of disk; `annotations` are those of podium."""
    amounts = {"memory": "1000", "ephemeral-storage": "2000"}
    status = {"capacity": amounts, "allocatable": {**amounts, "memory": "900"}}
    return Node.parse(builders.node("n1", podium=annotations, status=status))


def meter(
    on: Node, uses: Sequence[Behaviour] = (), changes: Sequence[UsageChange] = (), again: bool = False
) -> Meter:
    names = [f"c{place}" for place in range(len(uses))]
    containers = [builders.container(name) for name in names]
    made = Pod.parse(builders.pod("p", containers=containers, metadata={"uid": "p"}))
    running = [
        RunningContainer(made, name, behaviour, 10_000, again=again)
        for name, behaviour in zip(names, uses, strict=True)
    ]
    return Meter(on, usages(running, changes), [made], changes)


def test_a_signal_that_nothing_states_is_not_measured() -> None:
    assert {} == meter(annotated(), [Behaviour()]).measurement(20_000)


def test_memory_is_what_the_system_and_the_containers_use() -> None:
    result = meter(annotated(system_memory="100"), [Behaviour(memory="200"), Behaviour(memory="50")])

    measured = result.measurement(20_000)

    assert 650 == measured["memory.available"].available
    assert 650 == measured["allocatableMemory.available"].available


def test_use_over_time_counts_from_the_start_of_the_container() -> None:
    result = meter(annotated(), [Behaviour(memory="0:0,10:100")])

    free = [result.measurement(at)["memory.available"].available for at in (10_000, 15_000, 20_000, 99_000)]

    assert [1_000, 950, 900, 900] == free


def test_a_change_about_a_whole_pod_is_divided_among_its_containers() -> None:
    result = meter(annotated(), [Behaviour(), Behaviour()], [UsageChange("memory", 101, 12_000, uid="p")])

    assert [51, 50] == [one.at("memory", 12_000) for one in result.used]


def test_a_change_about_a_process_ends_with_the_process() -> None:
    before_the_start = UsageChange("memory", 100, 5_000, uid="p", container="c0")

    assert [100] == [
        one.at("memory", 20_000) for one in meter(annotated(), [Behaviour()], [before_the_start]).used
    ]
    restarted = meter(annotated(), [Behaviour()], [before_the_start], again=True)
    assert [0] == [one.at("memory", 20_000) for one in restarted.used]


@pytest.mark.parametrize(
    ("layout", "nodefs", "imagefs"), [("", 1_600, 1_600), ("separate", 1_950, 1_650), ("split", 1_700, 1_900)]
)
def test_the_layout_of_the_disks_says_what_counts_where(layout: str, nodefs: int, imagefs: int) -> None:
    on = annotated(
        system_disk="50",
        dead_containers="50",
        unused_images="100",
        **({"image_filesystem": layout} if layout else {}),
    )

    measured = meter(on, [Behaviour(disk="200")]).measurement(20_000)

    assert (nodefs, imagefs) == (
        measured["nodefs.available"].available,
        measured["imagefs.available"].available,
    )


def test_a_collection_frees_what_it_collects() -> None:
    result = meter(annotated(dead_containers="50", unused_images="100"))

    freed = result.collect(["DeleteUnusedImages"])

    assert (1_850, 1_950) == tuple(
        one.measurement(0)["nodefs.available"].available for one in (result, freed)
    )
