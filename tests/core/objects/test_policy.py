"""Disruption budgets, priority classes and namespaces, read from their manifests."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.policy import Namespace, PodDisruptionBudget, PriorityClass


def budget(selector: Any, **status: Any) -> PodDisruptionBudget:
    return PodDisruptionBudget.parse(
        {
            "metadata": {"name": "b", "namespace": "shop"},
            "spec": {} if selector is None else {"selector": selector},
            "status": status,
        }
    )


WEB = {"matchLabels": {"app": "web"}}


@pytest.mark.parametrize(
    ("selector", "namespace", "labels", "expected"),
    [
        pytest.param(WEB, "shop", {"app": "web", "tier": "1"}, True, id="selected"),
        pytest.param(WEB, "shop", {"app": "db"}, False, id="other labels"),
        pytest.param(WEB, "default", {"app": "web"}, False, id="another namespace"),
        pytest.param({}, "shop", {"app": "web"}, False, id="an empty selector"),
        pytest.param(None, "shop", {"app": "web"}, False, id="no selector"),
    ],
)
def test_which_pods_a_budget_protects(
    selector: Any, namespace: str, labels: dict[str, str], expected: bool
) -> None:
    assert expected is budget(selector).protects(namespace, labels)


def test_a_budget_is_a_number_or_a_percentage() -> None:
    made = PodDisruptionBudget.parse(
        {"metadata": {"name": "b"}, "spec": {"minAvailable": "50%", "maxUnavailable": 1}}
    )

    assert ("50%", 1) == (made.min_available, made.max_unavailable)


def test_disrupted_pods_have_their_time_in_epoch_milliseconds() -> None:
    made = budget(WEB, disruptedPods={"a": "1970-01-01T00:00:10Z", "b": None})

    assert {"a": 10_000, "b": None} == dict(made.disrupted_pods)


def test_a_budget_without_a_status_allows_no_disruption() -> None:
    assert 0 == budget(WEB).disruptions_allowed
    assert 2 == budget(WEB).with_status({"disruptionsAllowed": 2}).disruptions_allowed


def test_a_priority_class_preempts_unless_it_says_never() -> None:
    plain = PriorityClass.parse({"metadata": {"name": "high"}, "value": 1000})
    never = PriorityClass.parse({"metadata": {"name": "calm"}, "value": 10, "preemptionPolicy": "Never"})

    assert (1000, "Never") == (plain.value, never.preemption_policy)
    assert "Never" != plain.preemption_policy


def test_a_namespace_always_has_the_label_of_its_name() -> None:
    made = Namespace.parse({"metadata": {"name": "shop", "labels": {"team": "a"}}})

    assert {"team": "a", "kubernetes.io/metadata.name": "shop"} == dict(made.labels)


def test_a_namespace_that_is_being_deleted_is_terminating() -> None:
    metadata = {"name": "shop", "deletionTimestamp": "2030-01-01T00:00:00Z"}

    assert Namespace.parse({"metadata": metadata}).terminating
    assert not Namespace.parse({"metadata": {"name": "shop"}}).terminating
