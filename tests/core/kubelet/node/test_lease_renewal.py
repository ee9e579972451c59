"""A connection that is too slow for heartbeats: one late renewal, then none until it is faster."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet import CONNECTED, Connection
from scheduler_core.kubelet.node.lease_renewal import answered_in_time, next_attempt_ms
from scheduler_core.objects.lease import Lease
from tests.builders import node
from tests.core.kubelet.nodes import OneNode
from tests.core.play import Play, header

SLOW = Connection(delay_ms=30_000)


def lease(play: OneNode) -> tuple[bool, float]:
    """Whether the Lease is renewed, and the second of its renewTime."""
    result = play.api.get("Lease", "kube-node-lease/n1")
    assert isinstance(result, Lease)
    assert result.renewed_at is not None
    return result.renewing, (result.renewed_at - play.api.epoch_ms(0)) / 1000


def flapping(*delays: tuple[float, float]) -> list[tuple[float, str]]:
    """What is told of the state of n1, one of two nodes, whose connection has these delays from these seconds
    on.
    """
    way = ["node/n1", "api-server"]
    inputs = [{"at": at, "kind": "delay", "between": way, "seconds": seconds} for at, seconds in delays]
    play = Play([header(), node("n1"), node("n2")], inputs)
    play.until_quiet()
    ids = ("nodes.silent", "kubelet.posts_node")
    return [(f["t"], f["message"]["id"]) for f in play.frames() if f["message"]["id"] in ids]


@pytest.mark.parametrize(("delay", "answered"), [(0, True), (4_999, True), (5_000, False), (30_000, False)])
def test_an_answer_is_in_time_while_there_and_back_take_less_than_10_seconds(
    delay: int, answered: bool
) -> None:
    assert answered == answered_in_time(delay)


@pytest.mark.parametrize(
    ("now", "at"), [(30, 30), (31, 40), (70, 70), (71, 80), (81, 90.2), (91, 100.6), (230, 237.6)]
)
def test_five_updates_are_followed_by_reads_with_a_growing_pause(now: float, at: float) -> None:
    assert round(at * 1000) == next_attempt_ms(30_000, round(now * 1000))


def test_one_more_renewal_arrives_late_and_then_none() -> None:
    play = OneNode().at(25)
    play.link(SLOW)
    assert (False, 20.0) == lease(play)

    play.play(59.9)
    assert (False, 20.0) == lease(play)
    play.play(300)

    assert (False, 30.0) == lease(play)
    assert play.host.next_ms(play.now_ms) is None


def test_renewals_go_on_with_the_attempt_after_the_connection_has_become_faster() -> None:
    play = OneNode().at(25)
    play.link(SLOW)
    play.play(63)

    play.link(CONNECTED)
    play.play(69.9)
    assert (False, 30.0) == lease(play)
    play.play(71)

    assert (True, 70.0) == lease(play)


def test_a_kubelet_that_starts_behind_a_slow_connection_renews_nothing() -> None:
    play = OneNode().at(25)
    play.crash()
    play.link(SLOW)
    play.start()
    play.play(300)
    assert (False, 20.0) == lease(play)

    play.link(CONNECTED)
    play.play(400)

    assert lease(play)[0]


def test_a_node_whose_connection_is_slow_for_a_minute_flaps() -> None:
    result = flapping((25, 30), (120, 0), (225, 30), (320, 0))

    assert [
        (115, "nodes.silent"),
        (pytest.approx(122, abs=5), "kubelet.posts_node"),
        (315, "nodes.silent"),
        (pytest.approx(322, abs=5), "kubelet.posts_node"),
    ] == result


def test_a_node_whose_connection_is_slow_for_a_shorter_time_is_not_missed() -> None:
    assert [] == flapping((25, 30), (100, 0))


def test_a_delay_that_answers_fit_into_never_makes_a_node_silent() -> None:
    assert [] == flapping((25, 4.9))


def test_a_slower_connection_becomes_silent_before_the_late_renewal_arrives() -> None:
    assert [(75, "nodes.silent")] == flapping((25, 200))
