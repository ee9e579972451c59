"""What is requested of a node, and when a nomination can be used."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.simulation.board.object_views.requested import Requested, cpu_of, memory_of
from tests.builders import node, pod
from tests.core.playing import Play, gallery

GI = 2**30


def view(node: str | None, cpu: int, *, nominated: str | None = None, holds: bool = True) -> dict[str, Any]:
    return {"node": node, "nominated": nominated, "holds": holds, "cpu": cpu, "mem": GI}


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


def test_a_preemptor_counts_apart_until_it_is_bound() -> None:
    play = Play(gallery("basic-preemption"))
    last = play.until_quiet()
    steps: list[Any] = [play.recording.snapshot(seq) for seq in range(last + 1)]
    waits = [
        (each, pod)
        for each in steps
        for pod in each["pods"]
        if pod["nominated"] and not pod["node"] and pod["holds"]
    ]
    nominated = [
        (next(n for n in each["nodes"] if n["name"] == pod["nominated"])["nominated"], pod)
        for each, pod in waits
    ]

    assert nominated
    assert all((sums["cpu"], sums["pods"]) == (pod["cpu"], 1) for sums, pod in nominated)
    assert all(node["nominated"]["pods"] == 0 for node in steps[-1]["nodes"])


def test_an_open_nomination_says_when_its_last_victim_is_gone() -> None:
    play = Play(gallery("basic-preemption"))
    last = play.until_quiet()
    snapshots: list[Any] = [play.recording.snapshot(seq) for seq in range(last + 1)]
    open_ones = [
        (span, [s["deadline"] for s in each["spans"] if s["kind"] == "SIGTERM" and s["to"] is None])
        for each in snapshots
        for span in each["spans"]
        if span["kind"] == "nominated" and span["to"] is None
    ]
    told = [(span["earliestBind"], max(ends)) for span, ends in open_ones if ends]

    assert told
    assert all(at == end for at, end in told)
    assert all(span["earliestBind"] is None for span in snapshots[-1]["spans"])
