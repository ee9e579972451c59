"""Dead kubelets and dead machines: what runs on, what ends, and what comes back.

Source: reference tables 3.7-3.9 of the pod lifecycle.
"""

from __future__ import annotations

from tests.core.kubelet.nodes import OneNode, exits, processes


def test_no_sigkill_comes_from_a_dead_kubelet() -> None:
    play = OneNode().with_pod()
    play.delete("a")
    play.at(20)
    play.crash()

    play.play(500)

    assert [(10.0, "sigterm")] == play.kinds()
    assert [("a", "terminating")] == processes(play.api, play.host)


def test_a_process_that_got_sigterm_ends_in_its_own_time_without_a_kubelet() -> None:
    play = OneNode(exits(40)).with_pod()
    play.delete("a")
    play.at(20)
    play.crash()

    play.play(60)

    assert [(10.0, "sigterm"), (50.0, "exit")] == play.kinds()
    assert "kubelet.exited_alone" == play.acts()[-1][2]
    play.start()
    play.play()
    assert (60.0, "removed") == play.kinds()[-1]
    assert "Succeeded" not in [pod.status.phase for pod in play.api.pods.values()]


def test_a_machine_without_power_has_no_processes_and_says_nothing() -> None:
    play = OneNode().with_pod()
    play.power(False)
    play.delete("a")

    play.play(100)

    assert [] == play.act_log
    assert () == play.host.processes()
    assert ["default/a"] == list(play.api.pods)


def test_a_destroyed_machine_never_comes_back() -> None:
    play = OneNode().with_pod()
    play.host.destroy(play.now_ms)

    play.power(True)
    play.start()
    play.play(100)

    assert ([], ()) == (play.act_log, play.host.processes())


def test_a_pod_that_never_restarts_has_failed_however_often_its_kubelet_is_restarted() -> None:
    play = OneNode().with_pod(restartPolicy="Never")
    play.power(False)
    play.at(60).power(True)
    play.crash()
    play.start()
    play.play()

    assert "Failed" == play.api.pods["default/a"].status.phase
