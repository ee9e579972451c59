"""The restart policy of one container, its rules for exit codes, and the restart of all containers."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet.kuberuntime.restart_rules import restart_rules
from scheduler_core.objects.manifest import Json, find
from tests.core.kubelet.kuberuntime.builders import init, sidecar
from tests.core.kubelet.runtimes import Played, make_pod


def rule(*codes: int, action: str = "Restart", operator: str = "In") -> Json:
    return {"action": action, "exitCodes": {"operator": operator, "values": list(codes)}}


def app(policy: str, *rules: Json, name: str = "app", **fields: Json) -> Json:
    container: dict[str, Json] = {"name": name, "image": "app:1", "restartPolicy": policy, **fields}
    return {**container, "restartPolicyRules": list(rules)} if rules else container


@pytest.mark.parametrize(
    ("container", "pod_policy", "code", "restarts"),
    [
        ({}, "Never", 1, False),
        ({}, "OnFailure", 1, True),
        (app("Never"), "Always", 1, False),
        (app("Always"), "Never", 0, True),
        (app("OnFailure"), "Never", 0, False),
        (app("OnFailure"), "Never", 1, True),
        (app("Never", rule(42)), "Never", 42, True),
        (app("Never", rule(42)), "Always", 43, False),
        (app("Never", rule(42, operator="NotIn")), "Never", 43, True),
        (app("Never", rule(42, operator="NotIn")), "Never", 42, False),
        (app("Never", rule(7, action="RestartAllContainers")), "Never", 7, True),
    ],
)
def test_a_rule_decides_before_the_containers_policy_and_that_before_the_pods(
    container: Json, pod_policy: str, code: int, restarts: bool
) -> None:
    assert restarts is restart_rules(container).restarts(pod_policy, code)


def test_the_first_rule_that_matches_decides() -> None:
    rules = restart_rules(app("Never", rule(42), rule(42, 43, action="RestartAllContainers")))

    assert ("Restart", "RestartAllContainers", "") == (rules.action(42), rules.action(43), rules.action(44))


def test_a_pod_that_never_restarts_is_not_failed_while_a_container_restarts_by_its_rule() -> None:
    annotations: dict[str, Json] = {"podium/app.crashes-at": "5", "podium/app.exit-code": "42"}
    pod = make_pod(app("Never", rule(42)), restartPolicy="Never", annotations=annotations)

    play = Played(pod).until(5)
    assert "Running" == play.phase()
    play.until(30)

    assert [(5.0, "exited", "app"), (5.0, "restarted", "app")] == play.happenings[1:]
    assert ("Running", 1) == (play.phase(), find(play.container("app"), "restartCount"))


def test_without_a_matching_rule_the_pod_fails() -> None:
    annotations: dict[str, Json] = {"podium/app.crashes-at": "5", "podium/app.exit-code": "43"}
    pod = make_pod(app("Never", rule(42)), restartPolicy="Always", annotations=annotations)

    play = Played(pod).until(30)

    assert ("Failed", True) == (play.phase(), play.runtime.over)


def test_an_init_container_that_never_restarts_fails_a_pod_that_always_does() -> None:
    annotations: dict[str, Json] = {"podium/setup.exit-code": "1"}
    pod = make_pod(init=[init("setup", restartPolicy="Never")], annotations=annotations)

    assert "Failed" == Played(pod).until(30).phase()


def test_an_init_container_may_restart_in_a_pod_that_never_does() -> None:
    annotations: dict[str, Json] = {"podium/setup.exit-code": "3"}
    setup = init("setup", restartPolicy="Never", restartPolicyRules=[rule(3)])

    play = Played(make_pod(init=[setup], restartPolicy="Never", annotations=annotations)).until(8)

    assert "Pending" == play.phase()
    assert 1 <= find(play.container("setup"), "restartCount")  # type: ignore[operator]


# All containers


def restarted() -> Played:
    """A pod with an init container, a sidecar, a slow container, and one whose exit restarts all at 10 s."""
    trigger = app("Never", rule(42, action="RestartAllContainers"), name="trigger")
    hook: Json = {"preStop": {"exec": {"command": ["sleep", "9"]}}}
    annotations: dict[str, Json] = {
        "podium/trigger.crashes-at": "10",
        "podium/trigger.exit-code": "42",
        "podium/slow.exits-after-sigterm": "never",
    }
    slow: Json = {"name": "slow", "image": "app:1", "lifecycle": hook}
    return Played(
        make_pod(
            trigger,
            slow,
            init=[init("setup"), sidecar("proxy")],
            restartPolicy="Never",
            annotations=annotations,
        )
    )


def test_all_containers_are_killed_from_the_last_one_on_without_hooks_and_start_again_after_init() -> None:
    play = restarted().until(40)

    after = [(second, what, name) for second, what, name in play.happenings if second >= 10]
    assert [(10.0, "restartsAll", "trigger"), (10.0, "SIGTERM", "slow"), (12.0, "SIGKILL", "slow")] == after[
        :3
    ]
    assert ["proxy", "setup", "proxy", "trigger", "slow"] == list(
        dict.fromkeys(name for _, what, name in after[3:] if what == "SIGTERM")
    ) + [name for _, what, name in after if what == "restarted"]
    assert [] == [what for _, what, _ in after if what == "preStop"]
    for name in ("setup", "proxy", "trigger", "slow"):
        assert 1 == find(play.container(name), "restartCount")


def test_the_condition_is_true_until_all_containers_are_removed_and_the_pod_is_never_failed() -> None:
    play = restarted().until(9)
    assert ("False", None, None) == play.condition("AllContainersRestarting")

    phases = set()
    for tenth in range(100, 400):
        play.until(tenth / 10)
        phases.add(play.phase())
        if tenth == 110:
            words = ("True", "RestartAllContainersStarted", "container exited with restart policy rule")
            assert words == play.condition("AllContainersRestarting")
    assert ("False", None, None) == play.condition("AllContainersRestarting")
    assert {"Running"} == phases
    assert ("True", None, None) == play.condition("Ready")


def test_a_pod_without_such_a_rule_has_no_condition() -> None:
    play = Played(make_pod(app("Never", rule(42)))).until(5)

    assert [] == [
        find(condition, "type") for condition in play.status()["conditions"] if "All" in str(condition)
    ]  # type: ignore[union-attr]
