"""How many seconds a dying process gets, row by row."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet import Application
from scheduler_core.kubelet.pod_workers.worker import KillCause
from scheduler_core.kubelet.termination.grace import (
    EffectiveGrace,
    GraceRule,
    KillReason,
    container_kill_grace_s,
    effective_grace_period,
    grace_steps,
    kill_call_patience_s,
    shutdown_override_s,
    soft_eviction_override_s,
    stop_timeout_s,
)
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.releases.releases import release
from tests.builders import pod
from tests.core.kubelet.nodes import OneNode, exits, hooked

EVICTED = KillCause(
    "Evicted", "The node was low on resource: memory. ", "The node was low on resource: memory. "
)

# kept, deletion grace, override, spec → (≥ 1.31), (1.22–1.30); "shortened" where kept was more
ROWS = [
    (0, None, None, 30, 30, 30),
    (0, 10, None, 30, 10, 10),
    (0, 60, None, 30, 60, 60),
    (0, 0, None, 30, 1, 30),
    (0, None, 0, 30, 1, 30),
    (0, None, 1, 30, 1, 1),
    (0, None, -1, 30, 1, 1),
    (0, 0, 30, 600, 30, 30),
    (30, 10, None, 30, 10, 10),
    (30, 40, None, 30, 30, 30),
    (30, 0, None, 30, 1, 30),
    (1, 0, None, 30, 1, 30),
    (0, None, None, 45, 45, 45),
    (0, 0, 0, 0, 1, 1),
    (10, None, 60, 30, 10, 10),
    (10, None, 5, 30, 5, 5),
]


@pytest.mark.parametrize(("kept", "deletion", "override", "spec", "now", "then"), ROWS)
def test_the_smallest_grace_wins(
    kept: int, deletion: int | None, override: int | None, spec: int, now: int, then: int
) -> None:
    newer = effective_grace_period(kept, deletion, override, spec)
    older = effective_grace_period(kept, deletion, override, spec, before_v1_31=True)

    assert EffectiveGrace(now, kept not in (0, now)) == newer
    assert EffectiveGrace(then, kept not in (0, then)) == older


@pytest.mark.parametrize(
    ("given", "now", "then"),
    [
        ((0, 30, None, 30), "deletion", "deletion"),
        ((30, 10, None, 30), "deletion", "deletion"),
        ((10, 10, 60, 30), "kept", "kept"),
        ((10, 10, 5, 30), "override", "override"),
        ((0, None, None, 45), "spec", "spec"),
        ((0, 0, None, 30), "minimum", "spec"),
        ((30, 0, None, 30), "minimum", "spec"),
        ((0, 0, 0, 0), "minimum", "minimum"),
        ((0, None, None, None), "minimum", "minimum"),
    ],
)
def test_the_last_rule_that_was_followed_decided(
    given: tuple[int, int | None, int | None, int | None], now: str, then: str
) -> None:
    newer, older = grace_steps(*given), grace_steps(*given, before_v1_31=True)

    assert list(GraceRule) == [step.rule for step in newer] == [step.rule for step in older]
    assert now == [step.rule for step in newer if step.taken][-1]
    assert then == [step.rule for step in older if step.taken][-1]


@pytest.mark.parametrize(
    ("reason", "deletion", "spec", "liveness", "startup", "grace"),
    [
        (KillReason.LIVENESS_PROBE, None, 30, 5, 7, 5),
        (KillReason.LIVENESS_PROBE, None, 30, None, 7, 30),
        (KillReason.LIVENESS_PROBE, None, 30, 90, None, 90),
        (KillReason.STARTUP_PROBE, None, 30, 5, 7, 7),
        (KillReason.STARTUP_PROBE, None, 30, 5, None, 30),
        (KillReason.DEFINITION_CHANGED, None, 30, 5, 7, 30),
        (KillReason.LIVENESS_PROBE, 12, 30, 5, 7, 12),
        (KillReason.STARTUP_PROBE, 12, 30, 5, 7, 12),
        (KillReason.DEFINITION_CHANGED, 12, 30, 5, 7, 12),
        (KillReason.POST_START_HOOK, None, 30, 5, 7, 30),
    ],
)
def test_who_kills_one_container_says_its_grace(
    reason: KillReason,
    deletion: int | None,
    spec: int,
    liveness: int | None,
    startup: int | None,
    grace: int,
) -> None:
    assert grace == container_kill_grace_s(reason, deletion, spec, liveness, startup)


@pytest.mark.parametrize(
    ("override", "spec", "patience"),
    [(1, 30, 10), (4, 30, 10), (7, 30, 10), (8, 30, 12), (30, 30, 45), (None, 60, 90), (None, 0, 10)],
)
def test_the_caller_of_a_kill_waits_one_and_a_half_times_the_grace_and_at_least_10_seconds(
    override: int | None, spec: int, patience: int
) -> None:
    assert patience == kill_call_patience_s(override, spec)


def test_a_soft_eviction_gives_no_more_than_the_pods_own_grace_since_v1_32() -> None:
    assert (30, 60) == (
        soft_eviction_override_s(60, 30, capped=True),
        soft_eviction_override_s(60, 30, capped=False),
    )


def test_a_shutdown_gives_the_time_of_the_group_and_no_more_than_the_pods_own_grace() -> None:
    assert (5, 20) == (shutdown_override_s(20, 5), shutdown_override_s(20, 60))


def test_the_runtime_always_leaves_2_seconds_between_sigterm_and_sigkill() -> None:
    assert [2, 2, 2, 3] == [stop_timeout_s(left) for left in (-1, 0, 2, 3)]


@pytest.mark.parametrize(("message", "read"), [({}, 30), ({"terminationGracePeriodSeconds": 0}, 0)])
def test_a_pod_always_has_a_grace_period(message: dict[str, Json], read: int) -> None:
    play = OneNode()
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1", **message), now))

    assert read == play.api.pods["default/a"].spec.termination_grace_period_seconds


@pytest.mark.parametrize(
    ("version", "seconds", "steps"),
    [
        ("1.34", 12, [(10.0, "prestop"), (22.0, "sigterm"), (40.0, "sigkill")]),
        ("1.23", 12, [(10.0, "prestop"), (22.0, "sigterm"), (52.0, "sigkill")]),
        ("1.34", 600, [(10.0, "prestop"), (40.0, "sigterm"), (42.0, "sigkill")]),
        ("1.23", 600, [(10.0, "prestop"), (40.0, "sigterm"), (70.0, "sigkill")]),
    ],
)
def test_the_budget_of_a_hook_was_spent_twice(
    version: str, seconds: int, steps: list[tuple[float, str]]
) -> None:
    play = OneNode(release=release(version)).with_pod("a", hooked(seconds))

    play.delete("a")
    play.play()

    assert steps == play.kinds()[:3]


@pytest.mark.parametrize(
    ("override", "version", "killed", "gives_up"),
    [
        (1, "1.34", 12.0, None),
        (0, "1.23", 40.0, 20.0),
        (30, "1.34", 40.0, None),
        (None, "1.34", 40.0, None),
    ],
)
def test_an_eviction_ends_a_pod_within_its_override_and_waits_one_and_a_half_times(
    override: int | None, version: str, killed: float, gives_up: float | None
) -> None:
    play = OneNode(release=release(version)).with_pod()
    uid = play.api.pods["default/a"].uid

    play.host.kubelet.kill(uid, override, EVICTED, play.now_ms)
    play.play()

    # Who kills for the node's sake waits for the runtime and writes the end at once.
    expected = [(10.0, "sigterm"), (killed, "sigkill"), (killed, "exit")]
    if gives_up is not None:
        expected.insert(1, (gives_up, "update"))
    assert expected == play.kinds()
    reasons = [event.reason for event in play.api.events_about("Pod", "default/a")]
    assert (gives_up is not None) == ("ExceededGracePeriod" in reasons)
    stored = play.api.pods["default/a"]
    assert ("Failed", "Evicted", EVICTED.message) == (
        stored.status.phase,
        stored.status.reason,
        stored.status.message,
    )
    target = stored.status.condition("DisruptionTarget")
    assert target is not None
    assert ("True", "TerminationByKubelet") == (target.status, target.reason)


def test_a_runtime_that_hangs_is_told_once_and_ends_the_pod_when_it_answers() -> None:
    play = OneNode(Application(pods=("default/a",), sigkill_takes_ms=None)).with_pod()
    play.delete("a")

    play.play()

    assert [(10.0, "sigterm"), (160.0, "update")] == play.kinds()
    failed = [event for event in play.api.events_about("Pod", "default/a") if event.reason == "FailedKillPod"]
    assert [
        'error killing pod: failed to "KillContainer" for "app" with KillContainerError: '
        '"rpc error: code = DeadlineExceeded desc = context deadline exceeded"'
    ] == [event.message for event in failed]
    assert play.host.next_ms(play.now_ms) is None
    assert ["default/a"] == list(play.host.running().values())


@pytest.mark.parametrize(("version", "phase"), [("1.26", "Running"), ("1.27", "Failed")])
def test_the_phase_of_a_deleted_pod_ends_since_v1_27(version: str, phase: str) -> None:
    play = OneNode(release=release(version))
    held = {**pod("a", nodeName="n1"), "metadata": {"name": "a", "finalizers": ["example.com/wait"]}}
    play.do(lambda api, now: api.create("Pod", held, now))
    play.play(10)

    play.delete("a")
    play.play()

    assert phase == play.api.pods["default/a"].status.phase


@pytest.mark.parametrize(
    ("version", "sigterms"), [("1.28", [(10.0, "sigterm")]), ("1.29", [(10.0, "sigterm"), (12.0, "sigterm")])]
)
def test_sidecars_end_after_the_others_since_v1_29(version: str, sigterms: list[tuple[float, str]]) -> None:
    sidecar: Json = [{"name": "proxy", "image": "p", "restartPolicy": "Always"}]
    play = OneNode(exits(2), release=release(version)).with_pod("a", initContainers=sidecar)

    play.delete("a")
    play.play()

    assert sigterms == [entry for entry in play.kinds() if entry[1] == "sigterm"]
