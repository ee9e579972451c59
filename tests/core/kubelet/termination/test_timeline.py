"""The steps of a kill and their times; what Kubernetes does is recorded in data/kill_container_timeline.json."""

from __future__ import annotations

from scheduler_core.kubelet.application.behaviour import HookBehaviour
from scheduler_core.kubelet.termination.timeline import (
    DyingContainer,
    Step,
    StepKind,
    container_timeline,
    in_order_of_cause,
    pod_timeline,
)

Shown = list[tuple[int, str, str]]


def shown(steps: tuple[Step, ...]) -> Shown:
    return [
        (step.at_ms, step.kind.value, step.container) for step in steps if step.kind is not StepKind.EVENT
    ]


def test_a_process_that_ignores_sigterm_is_killed_when_the_stop_timeout_is_over() -> None:
    timeline = pod_timeline([DyingContainer("app", None)], 30)

    assert [(0, "SIGTERM", "app"), (30_000, "SIGKILL", "app")] == shown(timeline.steps)
    assert 30_000 == timeline.finished_ms


def test_hook_and_process_share_one_grace_period_in_whole_seconds() -> None:
    hooked = DyingContainer("app", None, HookBehaviour(2_500))

    steps = pod_timeline([hooked], 10).steps

    assert [
        (0, "preStopStarted", "app"),
        (2_500, "preStopCompleted", "app"),
        (2_500, "SIGTERM", "app"),
        (10_500, "SIGKILL", "app"),
    ] == shown(steps)


def test_a_hook_that_hangs_leaves_2_seconds() -> None:
    steps = pod_timeline([DyingContainer("app", None, HookBehaviour(None))], 10).steps

    assert [(10_000, "SIGTERM", "app"), (12_000, "SIGKILL", "app")] == shown(steps)[-2:]


def test_before_v1_28_the_runtime_got_the_whole_grace_period_again_after_the_hook() -> None:
    hooked = DyingContainer("app", None, HookBehaviour(4_000))

    steps = pod_timeline([hooked], 10, full_grace_after_hook=True).steps

    assert [(4_000, "SIGTERM", "app"), (14_000, "SIGKILL", "app")] == shown(steps)[-2:]


def test_a_sidecar_gets_sigterm_when_the_containers_it_serves_have_ended() -> None:
    dying = [DyingContainer("proxy", 1_000, sidecar=True), DyingContainer("app", 3_000)]

    steps = in_order_of_cause(pod_timeline(dying, 30).steps, dying)

    assert [
        (0, "SIGTERM", "app"),
        (0, "waitsForTurn", "proxy"),
        (3_000, "exited", "app"),
        (3_000, "SIGTERM", "proxy"),
        (4_000, "exited", "proxy"),
    ] == shown(steps)


def test_a_runtime_that_hangs_kills_nothing() -> None:
    steps = pod_timeline([DyingContainer("app", None, sigkill_takes_ms=None)], 5).steps

    assert [(0, "SIGTERM", "app")] == shown(steps)


def test_a_process_that_ends_by_itself_may_end_under_its_hook() -> None:
    ends = DyingContainer("app", None, HookBehaviour(5_000), exits_at_ms=2_000)

    timeline = container_timeline(ends, 30, "Container app failed liveness probe, will be restarted")

    assert [(0, "preStopStarted", "app"), (2_000, "exited", "app")] == shown(timeline.steps)
    assert 2_000 == timeline.finished_ms
