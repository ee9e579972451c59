"""What runs on a machine, as others see it."""

from __future__ import annotations

from tests.core.kubelet.nodes import OneNode, hooked


def test_a_running_pod_is_a_process_and_no_termination() -> None:
    play = OneNode().with_pod("a")

    assert [("a", "running", True, False)] == [
        (one.pod.name, one.state, one.listed, one.knows_deletion) for one in play.host.processes()
    ]
    assert {} == play.host.terminations()


def test_a_termination_says_its_last_signal_and_its_deadline() -> None:
    play = OneNode().with_pod("a", hooked(5))

    play.delete("a")
    play.at(16)

    result = play.host.terminations()["default/a"]
    assert ("SIGTERM", 10_000, 30, 5_000) == (
        result.signal,
        result.since_ms,
        result.effective_grace_s,
        result.reached_ms,
    )
    assert 40_000 == result.deadline_ms
    assert ["preStop", "SIGTERM", "SIGKILL"] == [bar.kind for bar in result.bars]


def test_a_process_without_a_kubelet_has_no_deadline() -> None:
    play = OneNode().with_pod("a")
    play.delete("a")
    play.at(11)

    play.crash()

    assert [("terminating", None, False)] == [
        (one.state, one.deadline_ms, one.knows_deletion) for one in play.host.processes()
    ]


def test_a_termination_that_goes_on_is_told_as_it_is_now_and_its_end_ends_it() -> None:
    play = OneNode().with_pod("a", hooked(5))
    play.delete("a")
    play.at(12)
    before = play.host.terminations()["default/a"]
    play.at(16)

    assert ("preStop", "SIGTERM") == (before.signal, play.host.terminations()["default/a"].signal)
    play.at(60)

    assert {} == play.host.terminations()


def test_a_copy_of_a_machine_tells_the_same_terminations() -> None:
    play = OneNode().with_pod("a", hooked(5))
    play.delete("a")
    play.at(16)

    assert play.host.terminations() == play.host.copy().terminations()
