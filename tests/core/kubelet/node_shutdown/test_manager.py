"""A graceful shutdown, group by group."""

from __future__ import annotations

from tests.core.kubelet.nodes import OneNode, exits

CONFIGURATION = {"shutdownGracePeriod": "30s", "shutdownGracePeriodCriticalPods": "10s"}


def test_groups_end_one_after_the_other_and_then_the_machine_goes_off() -> None:
    play = (
        OneNode(exits(3, "low"), configuration=CONFIGURATION)
        .with_pod("low")
        .with_pod("critical", priorityClassName="system-cluster-critical")
    )
    begun = play.now_ms

    assert play.host.shut_down(play.now_ms)
    play.play()

    messages = [
        (round(t - begun / 1000, 1), kind) for t, kind in play.kinds() if kind in ("shutdown", "sigkill")
    ]
    assert [(0.0, "shutdown"), (3.0, "shutdown"), (13.0, "sigkill"), (13.0, "shutdown")] == messages
    assert not play.host.hardware.power


def test_a_pod_of_a_shutdown_fails_and_says_why() -> None:
    play = OneNode(configuration=CONFIGURATION).with_pod("a")

    play.host.shut_down(play.now_ms)
    play.play()

    status = play.api.pods["default/a"].status
    assert ("Failed", "Terminated") == (status.phase, status.reason)


def test_without_a_configured_shutdown_the_machine_goes_off_at_once() -> None:
    play = OneNode().with_pod("a")

    assert not play.host.shut_down(play.now_ms)
    assert () == play.host.processes()
