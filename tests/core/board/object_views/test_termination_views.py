"""The termination of a pod on the board: its lanes, and the request that led to it."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.board.object_views.termination_views import lanes_view
from scheduler_core.kubelet.termination.bars import Bar
from tests.core.play import Play, delete, gallery, named


def bar(container: str, kind: str, start: int, end: int, **more: Any) -> Bar:
    return Bar(container, kind, start * 1000, end * 1000, **more)


def began(play: Play, name: str) -> dict[str, Any] | None:
    """What the first view of the pod's termination says of the act that led to it."""
    for seq in range(play.recording.head_seq + 1):
        view = play.view(seq, name)
        if view is not None and view["term"] is not None:
            result: dict[str, Any] | None = view["term"]["began"]
            return result
    raise AssertionError(f"{name} never ended")


def test_each_container_has_a_lane_of_what_lasts_an_end_and_its_times() -> None:
    result = lanes_view(
        [
            bar("app", "preStop", 0, 12, outcome="completed"),
            bar("app", "SIGTERM", 12, 22, timeout=18),
            bar("app", "exit", 22, 22, code=0),
        ]
    )

    assert [
        {
            "container": "app",
            "bars": [
                {"kind": "preStop", "from": 0, "to": 12, "timeout": None, "outcome": "completed"},
                {"kind": "SIGTERM", "from": 12, "to": 22, "timeout": 18, "outcome": None},
            ],
            "end": {"kind": "exit", "at": 22, "code": 0},
            "least": False,
            "hookSeconds": 12,
            "signalled": 12,
            "exitSeconds": 10,
        }
    ] == result


def test_a_killed_container_never_told_in_how_many_seconds_it_exits() -> None:
    result: list[Any] = lanes_view(
        [
            bar("app", "SIGTERM", 0, 30, timeout=30),
            bar("proxy", "waits", 0, 30),
            bar("app", "SIGKILL", 30, 30, code=137),
            bar("proxy", "SIGTERM", 30, 32, timeout=2),
            bar("proxy", "SIGKILL", 32, 32, code=137),
        ]
    )

    assert [("app", 30, False, None), ("proxy", 32, True, None)] == [
        (lane["container"], lane["end"]["at"], lane["least"], lane["exitSeconds"]) for lane in result
    ]
    assert ["waits", "SIGTERM"] == [item["kind"] for item in result[1]["bars"]]


def test_a_hook_that_outlives_its_container_leaves_no_signal() -> None:
    result: list[Any] = lanes_view([bar("app", "preStop", 0, 5), bar("app", "exit", 5, 5, code=0)])

    assert [(5, None, None)] == [
        (lane["hookSeconds"], lane["signalled"], lane["exitSeconds"]) for lane in result
    ]


def test_a_person_who_deletes_a_pod_began_its_end() -> None:
    documents = gallery("basic-preemption")
    documents[0]["spec"]["inputs"] = [delete(5, "low1")]
    play = Play(documents)
    play.until_quiet()
    act = play.first(lambda frame: frame["kind"] == "input-delete")

    assert {"seq": act["seq"], "t": 5, "kind": "input-delete", "person": True} == began(play, "low1")


def test_the_preemption_that_deletes_a_victim_began_its_end() -> None:
    play = Play(gallery("basic-preemption"))
    play.until_quiet()
    victims = {frame["focus"]["pods"][0] for frame in play.frames(kind="sigterm")}
    messages = [began(play, key.partition("/")[2]) for key in sorted(victims)]

    assert messages
    assert [("preempt", False)] * len(messages) == [
        (item["kind"], item["person"]) for item in messages if item
    ]


def test_an_eviction_began_the_end_of_a_pod_that_nobody_deleted() -> None:
    play = Play(gallery("hard-eviction"))
    play.until_quiet()
    act = play.first(lambda frame: frame["kind"] == "evict")
    result = began(play, "w")

    assert result is not None
    assert (act["seq"], "evict", False) == (result["seq"], result["kind"], result["person"])


def test_a_later_delete_that_changes_nothing_did_not_begin_the_end() -> None:
    """The node of db-2 is cut off. A person deletes the pod; later the taint-eviction controller does."""
    play = Play(gallery("partitioned-pet"))
    play.until_quiet()
    kinds = [frame["kind"] for frame in play.frames(pod="db-2") if "delete" in frame["kind"]]
    result = began(play, "db-2")

    assert ["input-delete", "delete"] == kinds[:2]
    assert result is not None
    assert ("input-delete", True) == (result["kind"], result["person"])


def test_a_shorter_grace_period_before_the_kubelet_acts_is_the_request_that_counts() -> None:
    documents = gallery("basic-preemption")
    documents[0]["spec"]["inputs"] = [
        {"at": 1, "kind": "cut", "between": ["node/n1", "api-server"]},
        delete(2, "low1"),
        delete(3, "low1", gracePeriodSeconds=5),
        {"at": 4, "kind": "heal", "between": None},
    ]
    play = Play(documents)
    play.until(20)
    second = play.frames(kind="input-delete")[1]
    result = began(play, "low1")

    assert result is not None
    assert second["seq"] == result["seq"]


@pytest.mark.parametrize("at", [1, 6])
def test_a_pod_is_terminating_from_its_deletion_on_whether_its_kubelet_heard_of_it_or_not(at: int) -> None:
    documents = gallery("basic-preemption")
    named(documents, "low1")["spec"]["terminationGracePeriodSeconds"] = 30
    documents[0]["spec"]["inputs"] = [
        {"at": 2, "kind": "cut", "between": ["node/n1", "api-server"]},
        delete(5, "low1"),
    ]
    play = Play(documents)
    view = play.view(play.until(at), "low1")

    assert view is not None
    assert (at == 6, None) == (view["terminating"], view["term"])
