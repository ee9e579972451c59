"""Spread constraints of a decision as columns, with the names of the pods that count."""

from __future__ import annotations

from typing import Any

from scheduler_core.queries.spread_columns import spread_columns
from tests.core.play import Play, gallery


def columns(slug: str, pod: str) -> list[Any]:
    """The charts of the last decision about a pod, seen from the step it led to."""
    play = Play(gallery(slug))
    play.until_quiet()
    made = play.frames(kind="schedule", pod=pod)[-1]
    return spread_columns(made["decision"], play.recording.world(made["seq"]))


def test_a_hard_constraint_has_its_domains_with_the_pods_that_count() -> None:
    (zone,) = columns("one-constraint-zone", "mypod")

    assert ("DoNotSchedule", "zone", 1, 1, 2, []) == (
        zone["effect"],
        zone["key"],
        zone["maxSkew"],
        zone["min"],
        zone["ceiling"],
        zone["lacking"],
    )
    assert [
        ("zoneA", 2, ["p1", "p2"], ["node1", "node2"], False),
        ("zoneB", 1, ["p3"], ["node3", "node4"], True),
    ] == [(d["domain"], d["count"], d["pods"], d["nodes"], d["ok"]) for d in zone["domains"]]


def test_a_soft_constraint_has_the_scores_of_its_domains() -> None:
    (zone,) = columns("soft-score-numbers", "mypod")

    assert ("ScheduleAnyway", 1.3863, 2) == (zone["effect"], zone["weight"], zone["counted"])
    assert [("zoneA", 2, [33]), ("zoneB", 1, [100])] == [
        (d["domain"], d["count"], d["scores"]) for d in zone["domains"]
    ]


def test_the_part_of_a_soft_constraint_is_the_count_times_the_weight_and_the_bonus_of_max_skew() -> None:
    (zone,) = columns("soft-score-numbers", "mypod")
    a, b = zone["domains"]

    assert (0, 2.7726, 1.3863) == (zone["bonus"], round(a["part"], 4), round(b["part"], 4))
    assert {"node1": a["part"], "node3": b["part"]} == {
        name: zone["parts"][name] for name in ("node1", "node3")
    }


def test_where_the_world_has_other_pods_than_were_counted_they_are_not_named() -> None:
    play = Play(gallery("one-constraint-zone"))
    play.until_quiet()
    made = play.frames(kind="schedule", pod="mypod")[-1]
    assert play.give(
        play.recording.head_seq,
        {"kind": "delete", "object": {"kind": "Pod", "namespace": "default", "name": "p1"}},
    )

    (zone,) = spread_columns(made["decision"], play.recording.world(play.recording.head_seq))

    assert [None, ["p3"]] == [domain["pods"] for domain in zone["domains"]]


def test_a_pod_without_constraints_has_no_columns() -> None:
    assert [] == columns("gap-and-reservation", "p")
