"""Rules of a scenario about how applications behave."""

from __future__ import annotations

from scheduler_core.simulation.scenario.applications import application_from


def test_rules_of_applications_become_the_kubelets_values() -> None:
    rule = application_from({"pods": ["a", "other/b"], "exitsAfterSigterm": 2.5, "preStopSeconds": None})
    silent = application_from({"selector": {"matchLabels": {"app": "x"}}, "namespace": "other"})

    assert ("default/a", "other/b") == rule.pods
    assert (2500, 1000) == (rule.exits_after_sigterm_ms, rule.starts_after_ms)
    assert rule.pre_stop is not None
    assert rule.pre_stop.takes_ms is None
    assert silent.pre_stop is None
    assert silent.selector is not None
    assert "other" == silent.namespace


def test_a_rule_may_say_all_that_an_annotation_may_say_and_concern_one_container() -> None:
    rule = application_from(
        {
            "pods": ["a"],
            "container": "app",
            "readyAfter": 2.5,
            "exitsAfter": 10,
            "crashesAt": [30, 20],
            "preStopFails": True,
            "postStartSeconds": None,
            "pullFails": True,
            "sigkillSeconds": None,
            "livenessFailsAt": "10-40,60-",
            "memory": "0:200Mi,60:1560Mi",
        }
    )

    assert ("app", 2_500, 10_000) == (rule.container, rule.ready_after_ms, rule.completes_after_ms)
    assert (20_000, 30_000) == rule.crashes_at_ms
    assert rule.pre_stop is not None
    assert (0, True) == (rule.pre_stop.takes_ms, rule.pre_stop.fails)
    assert rule.post_start is not None
    assert None is rule.post_start.takes_ms
    assert None is rule.pull_ms
    assert None is rule.sigkill_takes_ms
    assert 0 == application_from({"pods": ["a"]}).sigkill_takes_ms
    assert [(10_000, 40_000), (60_000, None)] == [(one.from_ms, one.to_ms) for one in rule.liveness_fails]
    assert "0:200Mi,60:1560Mi" == rule.memory
