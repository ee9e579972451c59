"""The timeline of a kill as bars."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet.application.behaviour import HookBehaviour
from scheduler_core.kubelet.termination.bars import Bar, bars
from scheduler_core.kubelet.termination.timeline import DyingContainer, pod_timeline


def test_each_stage_of_a_kill_is_a_bar() -> None:
    steps = pod_timeline([DyingContainer("app", None, HookBehaviour(2_000))], 10).steps

    assert (
        Bar("app", "preStop", 0, 2_000, outcome="completed"),
        Bar("app", "SIGTERM", 2_000, 10_000, timeout=8),
        Bar("app", "SIGKILL", 10_000, 10_000, code=137),
    ) == bars(steps)


@pytest.mark.parametrize(
    ("hook", "outcome"),
    [
        (HookBehaviour(2_000), "completed"),
        (HookBehaviour(2_000, fails=True), "failed"),
        (HookBehaviour(None), "timed out"),
    ],
)
def test_a_hooks_bar_says_how_it_ended(hook: HookBehaviour, outcome: str) -> None:
    assert outcome == bars(pod_timeline([DyingContainer("app", 0, hook)], 10).steps)[0].outcome


def test_a_hook_whose_container_died_under_it_has_failed() -> None:
    steps = pod_timeline([DyingContainer("app", None, HookBehaviour(5_000), exits_at_ms=1_000)], 10).steps

    assert (
        Bar("app", "preStop", 0, 1_000, outcome="failed"),
        Bar("app", "exit", 1_000, 1_000, code=0),
    ) == bars(steps)


def test_a_sidecar_waits_for_its_turn() -> None:
    dying = [DyingContainer("proxy", 0, sidecar=True), DyingContainer("app", 3_000)]

    waits = [bar for bar in bars(pod_timeline(dying, 10).steps) if bar.kind == "waits"]

    assert [Bar("proxy", "waits", 0, 3_000)] == waits
