"""activeDeadlineSeconds of a pod."""

from __future__ import annotations

import pytest

from tests.builders import pod
from tests.core.cluster import stored
from tests.core.kubectl_writes import apply
from tests.core.kubelet.nodes import OneNode, exits, node_manifest, processes

TEXT = "Pod was active on the node longer than the specified deadline"


def ended(play: OneNode) -> tuple[str, str, str]:
    status = play.api.pods["default/a"].status
    return status.phase, status.reason, status.message


@pytest.mark.parametrize("exits_after", [1, 60])
def test_a_pod_that_is_active_for_too_long_fails_whatever_its_processes_exit_with(exits_after: int) -> None:
    play = OneNode(exits(exits_after)).with_pod(
        "a", activeDeadlineSeconds=20, terminationGracePeriodSeconds=5
    )
    play.play()

    assert ("Failed", "DeadlineExceeded", TEXT) == ended(play)
    dies = 20.0 + min(exits_after, 5)
    last = "kubelet.exited" if exits_after == 1 else "kubelet.sigkill"
    assert [
        (20.0, "kubelet.deadline_exceeded"),
        (20.0, "kubelet.sigterm"),
        (dies, last),
        (dies, "kubelet.ended"),
    ] == [(at, id_) for at, _, id_ in play.acts()]
    messages = [(one.type, one.message) for one in play.api.events_about("Pod", "default/a")]
    assert ("Normal", TEXT) in messages
    assert play.api.pods["default/a"].status.condition("DisruptionTarget") is None


def test_a_pod_that_ran_at_the_start_counts_from_its_start_time() -> None:
    play = OneNode()
    running = pod("a", on="n1", activeDeadlineSeconds=3_600)
    running["status"]["startTime"] = "2029-12-31T23:30:00Z"
    play.do(lambda api, now: api.load("Pod", running, now))
    play.play(1_799)
    assert [] == play.act_log

    play.play(1_900)
    assert ("Failed", "DeadlineExceeded", TEXT) == ended(play)


def test_an_earlier_deadline_counts_at_once() -> None:
    play = OneNode().with_pod("a", activeDeadlineSeconds=3_600)
    manifest = play.api.pods["default/a"].manifest
    earlier = {**manifest, "spec": {**manifest["spec"], "activeDeadlineSeconds": 30}}  # type: ignore[dict-item]
    stored(play.do(lambda api, now: apply(api, earlier, now)))
    play.play(100)

    assert (30.0, "kubelet.deadline_exceeded") == (play.acts()[0][0], play.acts()[0][2])


def test_a_restarted_kubelet_keeps_the_deadline() -> None:
    play = OneNode().with_pod("a", activeDeadlineSeconds=40)
    play.crash()
    play.at(20).start()
    play.play(100)

    assert (40.0, "kubelet.deadline_exceeded") == (play.acts()[0][0], play.acts()[0][2])
    assert [] == processes(play.api, play.host)


def test_a_pod_that_waits_for_its_deadline_behind_a_partition_fails_when_it_is_over() -> None:
    play = OneNode(node=node_manifest()).with_pod("a", activeDeadlineSeconds=30)
    play.cut()
    play.at(90)
    assert [] == processes(play.api, play.host)
    play.heal()
    play.play()

    assert ("Failed", "DeadlineExceeded", TEXT) == ended(play)
