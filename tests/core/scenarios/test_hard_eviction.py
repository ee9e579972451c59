"""E07: a hard threshold gives no notice; an old kubelet's grace of 0 gave the pod its whole grace."""

from __future__ import annotations

import pytest

from tests.core.endings import budget, seconds
from tests.core.playing import Play, gallery, played

SLUG = "hard-eviction"


def under(version: str) -> Play:
    documents = gallery(SLUG)
    documents[0]["spec"]["version"] = version
    return played(documents)


@pytest.mark.parametrize("version", ["1.23", "1.30", "1.31", "1.34"])
def test_at_10_w_is_chosen(version: str) -> None:
    play = under(version)

    assert [10] == [frame["t"] for frame in play.frames(kind="evict", pod="w")]
    event = play.events(play.recording.head_seq, "w", "Evicted")[0]
    assert (10, "Warning") == (event["t"], event["type"])
    assert event["message"].startswith(
        "The node was low on resource: memory. Threshold quantity: 300Mi, available: 250Mi. "
    )


@pytest.mark.parametrize("version", ["1.31", "1.34"])
def test_today_it_has_one_second_and_at_the_runtime_two(version: str) -> None:
    play = under(version)

    assert 2 == budget(play, "w")
    assert [("sigterm", 10), ("sigkill", 12), ("exit", 12)] == seconds(play, "w")
    assert 1 == play.frames(kind="evict", pod="w")[0]["message"]["args"]["seconds"]
    assert [] == play.events(play.recording.head_seq, "w", "ExceededGracePeriod")


@pytest.mark.parametrize("version", ["1.23", "1.30"])
def test_in_v1_23_an_override_of_0_counts_as_unset(version: str) -> None:
    play = under(version)

    assert 30 == budget(play, "w")
    assert [("sigterm", 10), ("sigkill", 40), ("exit", 40)] == seconds(play, "w")


def test_while_the_kill_call_gives_up_at_20() -> None:
    play = under("1.23")
    events = play.events(play.recording.head_seq, "w", "ExceededGracePeriod")

    assert [(20, "Warning", "Container runtime did not kill the pod within specified grace period.")] == [
        (event["t"], event["type"], event["message"]) for event in events
    ]


@pytest.mark.parametrize(("version", "end"), [("1.23", 40), ("1.34", 12)])
def test_it_ends_failed_and_evicted(version: str, end: int) -> None:
    play = under(version)
    seq = play.until(end)

    found = play.manifest(seq, "w")["status"]
    assert ("Failed", "Evicted") == (found["phase"], found["reason"])
    assert "Running" == play.manifest(play.until(end - 1), "w")["status"]["phase"]


def test_when_the_pod_is_cleaned_up_the_kubelet_says_what_it_measured() -> None:
    (notice,) = played(gallery(SLUG)).frames(kind="notice")

    assert {
        "id": "noticed.measured",
        "args": {"who": "kubelet n1", "amount": "550Mi", "resource": {"id": "resource.memory", "args": {}}},
    } == notice["message"]
    assert ["n1"] == notice["focus"]["nodes"]
