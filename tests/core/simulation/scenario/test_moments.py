"""Second 0 of a dump: the newest moment that its objects name."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.documents.manifests import SourceDocument
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.simulation.scenario.moments import DEFAULT_START, SecondZero, second_zero
from scheduler_core.simulation.scenario.parse import parse_scenario
from tests.builders import api_object, node, pod

EARLY, LATE = "2027-03-01T08:00:00Z", "2027-03-01T09:30:00Z"


def zero_of(*documents: Json, today: str = "") -> SecondZero:
    sources = [SourceDocument(*item) for item in enumerate(documents)]
    return second_zero(sources, parse_time(today) if today else None)


def born(manifest: dict[str, Any], at: str = EARLY, **metadata: Json) -> dict[str, Any]:
    return {**manifest, "metadata": {**manifest["metadata"], "creationTimestamp": at, **metadata}}


def with_status(**status: Json) -> dict[str, Any]:
    return born(pod("a", status=status))


@pytest.mark.parametrize(
    "newest",
    [
        born(node("a"), LATE),
        born(node("a"), managedFields=[{"manager": "kubelet", "time": LATE}]),
        born(pod("a"), deletionTimestamp="2027-03-01T09:31:30Z", deletionGracePeriodSeconds=90),
        born(node("a", status={"conditions": [{"type": "Ready", "lastHeartbeatTime": LATE}]})),
        born(node("a", taints=[{"key": "x", "effect": "NoExecute", "timeAdded": LATE}])),
        with_status(conditions=[{"type": "Ready", "lastTransitionTime": LATE}]),
        with_status(startTime=LATE),
        with_status(containerStatuses=[{"name": "c", "state": {"running": {"startedAt": LATE}}}]),
        with_status(initContainerStatuses=[{"name": "c", "state": {"terminated": {"finishedAt": LATE}}}]),
        with_status(containerStatuses=[{"name": "c", "lastState": {"terminated": {"finishedAt": LATE}}}]),
        api_object("Lease", "a", spec={"renewTime": "2027-03-01T09:29:59.250000Z"}),
        {"kind": "Event", "metadata": {"name": "e"}, "lastTimestamp": LATE},
        {"kind": "Event", "metadata": {"name": "e"}, "series": {"lastObservedTime": LATE}},
        api_object("CronJob", "a", status={"lastScheduleTime": "2027-03-01T11:30:00+02:00"}),
        {"kind": "Widget", "metadata": {"name": "w", "creationTimestamp": LATE}},
    ],
)
def test_second_0_is_the_newest_moment_that_the_objects_name(newest: dict[str, Any]) -> None:
    listed: Json = {"kind": "List", "items": [{"kind": "List", "items": [newest]}]}
    assert (LATE, True) == (zero_of(born(node("n1")), listed).start, zero_of(newest).named)


def test_items_of_a_typed_list_may_leave_out_their_kind() -> None:
    lease: Json = {"metadata": {"name": "a"}, "spec": {"renewTime": LATE}}
    assert (
        LATE == zero_of({"kind": "LeaseList", "apiVersion": "coordination.k8s.io/v1", "items": [lease]}).start
    )


def test_objects_without_a_moment_begin_at_the_usual_start() -> None:
    empty = born(node("n1"), "")
    texts = born(pod("p"), "yesterday", annotations={"at": LATE})
    assert SecondZero(DEFAULT_START, named=False) == zero_of(empty, texts, "no object")


def test_manifests_whose_pods_run_since_the_day_before_keep_the_usual_start() -> None:
    assert DEFAULT_START == zero_of(node("n1"), pod("a", on="n1")).start


@pytest.mark.parametrize(
    "today", ["", "2027-03-02T00:00:00Z", "2026-01-01T00:00:00Z", "2040-01-01T00:00:00Z"]
)
def test_a_moment_in_the_year_2106_is_named_and_does_not_count(today: str) -> None:
    wrong = born(pod("wrong"), "2106-02-07T06:28:15Z")
    zero = zero_of({"kind": "List", "items": [born(node("n1"), LATE), wrong]}, today=today)

    assert LATE == zero.start
    assert [(0, 1, "Pod", "wrong", "kept.moment_too_late", "items[1].metadata.creationTimestamp")] == [
        (entry.document, entry.index_in_list, entry.kind, entry.name, entry.code, entry.path)
        for entry in zero.odd
    ]


def test_a_dump_may_name_years_in_which_nothing_happened_before_today() -> None:
    old, new = born(node("n1"), "2021-05-04T00:00:00Z"), born(pod("p"), LATE)
    assert SecondZero(LATE, True) == zero_of(old, new, today=LATE)


def test_the_start_of_a_pod_after_its_deletion_is_named_and_does_not_count() -> None:
    gone = born(
        pod("gone", status={"startTime": LATE}),
        deletionTimestamp="2027-03-01T08:10:30Z",
        deletionGracePeriodSeconds=30,
    )
    zero = zero_of(gone)

    assert "2027-03-01T08:10:00Z" == zero.start
    assert [("kept.starts_after_deletion", {"moment": LATE, "deleted": zero.start})] == [
        (entry.code, entry.args) for entry in zero.odd
    ]


def test_a_scenario_document_may_state_another_start() -> None:
    header: Json = {"apiVersion": "podium/v1", "kind": "Scenario", "spec": {"start": EARLY}}
    starts = []
    for first in (header, {**header, "spec": {"seed": 3}}):
        parsed = parse_scenario([SourceDocument(0, first), SourceDocument(1, born(node("n1"), LATE))])
        assert parsed.scenario is not None
        starts.append(parsed.scenario.start)

    assert [EARLY, LATE] == starts
