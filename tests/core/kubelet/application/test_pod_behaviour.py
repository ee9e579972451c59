"""Inputs, annotations, the scenario and the defaults, in this order."""

from __future__ import annotations

from scheduler_core.kubelet.application.behaviour import Application, Window
from scheduler_core.kubelet.application.pod_behaviour import (
    DEFAULT_BEHAVIOURS,
    BehaviourChange,
    behaviours_of,
    changed,
)
from tests.core.kubelet.runtimes import make_pod

SCENARIO = [Application(pods=("default/a",), ready_after_ms=1_000)]


def test_without_a_statement_the_defaults_hold() -> None:
    assert DEFAULT_BEHAVIOURS == behaviours_of(make_pod())


def test_inputs_outweigh_annotations_and_these_the_scenario() -> None:
    annotated = make_pod(annotations={"podium/ready-after": "2"})
    change = BehaviourChange(0, None, {"readyAfter": 3})

    assert [1_000, 2_000, 3_000] == [
        result.of("app").ready_after_ms
        for result in (
            behaviours_of(make_pod(), SCENARIO),
            behaviours_of(annotated, SCENARIO),
            behaviours_of(annotated, SCENARIO, [change]),
        )
    ]


def test_an_input_about_one_container_leaves_the_others_alone() -> None:
    pod = make_pod({"name": "app"}, {"name": "proxy"})

    result = behaviours_of(pod, changes=[BehaviourChange(0, "proxy", {"exitCode": 3})])

    assert [0, 3] == [result.of(name).exit_code for name in ("app", "proxy")]


def test_a_probe_set_to_fail_fails_until_it_is_set_to_succeed() -> None:
    failing = changed(DEFAULT_BEHAVIOURS.others, BehaviourChange(5_000, None, {"liveness": False}))
    again = changed(failing, BehaviourChange(9_000, None, {"liveness": True}))

    assert (Window(5_000, None, until_restart=True),) == failing.liveness_fails
    assert (Window(5_000, 9_000, until_restart=True),) == again.liveness_fails
