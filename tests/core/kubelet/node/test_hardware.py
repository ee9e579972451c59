"""A machine without a kubelet."""

from __future__ import annotations

from tests.core.kubelet.nodes import OneNode, exits


def test_a_process_without_a_kubelet_exits_at_its_own_time() -> None:
    play = OneNode(exits(4)).with_pod("a")
    play.delete("a")
    play.at(11)

    play.crash()

    assert 14_000 == play.host.hardware.next_exit_ms()
    play.play()
    assert [(10.0, "sigterm"), (14.0, "exit")] == play.kinds()
    assert play.host.hardware.next_exit_ms() is None


def test_a_machine_with_a_kubelet_has_no_unattended_processes() -> None:
    play = OneNode().with_pod("a")

    assert {} == play.host.hardware.unattended
    play.crash()
    assert ["default/a"] == [one.pod.key for one in play.host.hardware.unattended.values()]
    play.start()
    assert {} == play.host.hardware.unattended
