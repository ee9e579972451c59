"""When the kill of a pod begins, and what a second DELETE changes."""

from __future__ import annotations

from tests.core.kubelet.nodes import OneNode, running_pod


def test_a_second_delete_with_less_grace_does_not_interrupt_the_kill() -> None:
    play = OneNode().with_pod("a", terminationGracePeriodSeconds=120)
    play.delete("a")
    play.at(20)

    play.delete("a", grace_period_seconds=60)
    play.at(30)

    assert 60 == play.api.pods["default/a"].meta.deletion_grace_period_seconds
    play.play()
    assert [(10.0, "sigterm"), (130.0, "sigkill"), (131.0, "removed")] == play.kinds()


def test_a_second_delete_with_0_frees_the_name_while_the_process_keeps_its_time() -> None:
    play = OneNode().with_pod("a", terminationGracePeriodSeconds=120)
    play.delete("a")
    play.at(20)

    play.delete("a", force=True)

    assert {} == play.api.pods
    play.play()
    assert [(10.0, "sigterm"), (130.0, "sigkill"), (131.0, "removed")] == play.kinds()


def test_a_second_delete_with_less_grace_changes_numbers_only() -> None:
    play = running_pod()
    play.delete("a")
    play.play(15)

    play.delete("a", grace_period_seconds=7)
    play.play()

    assert [(10.0, "sigterm"), (40.0, "sigkill"), (41.0, "removed")] == [act[:2] for act in play.acts()]
