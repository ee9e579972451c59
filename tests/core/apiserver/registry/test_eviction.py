"""The eviction subresource against stored pods and budgets; its rule alone is held to the vectors."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver import ApiServer, DeleteOptions, Ok, Refused
from scheduler_core.apiserver.registry.eviction import EvictedPod, SelectingBudget, decide_eviction
from scheduler_core.objects.manifest import Json, Manifest, find, with_value
from tests.builders import api_object, pod
from tests.core.cluster import new_server, stored

BUDGET: Manifest = api_object(
    "PodDisruptionBudget", "b", spec={"minAvailable": 1, "selector": {"matchLabels": {"app": "web"}}}
)


def cluster(allowed: int, *, observed: int = 1, condition: str = "True") -> ApiServer:
    api = new_server()
    for name in ("p", "q"):
        manifest = with_value(pod(name, nodeName="n1"), ("metadata", "labels"), {"app": "web"})
        stored(api.create("Pod", manifest, 0))
        ready: Json = {"type": "Ready", "status": condition}
        api.patch_pod_status(f"default/{name}", {"phase": "Running"}, 0, (ready,))  # type: ignore[arg-type]
    stored(api.create("PodDisruptionBudget", BUDGET, 0))
    status: dict[str, Json] = {
        "disruptionsAllowed": allowed,
        "currentHealthy": 1 + allowed,
        "desiredHealthy": 1,
        "expectedPods": 2,
        "observedGeneration": observed,
    }
    api.update_status("PodDisruptionBudget", "default/b", status)
    api.drain_watch_events()
    return api


def test_an_eviction_uses_the_budget_marks_the_pod_and_then_deletes_it() -> None:
    api = cluster(1)

    result = api.evict("default/p", DeleteOptions(), 7_000)

    assert isinstance(result, Ok)
    written = [(event.kind, event.type) for event in api.drain_watch_events()]
    assert [("PodDisruptionBudget", "MODIFIED"), ("Pod", "MODIFIED"), ("Pod", "MODIFIED")] == written
    status = api.budgets["default/b"].manifest["status"]
    assert (0, {"p": "2030-01-01T00:00:07Z"}) == (
        find(status, "disruptionsAllowed"),
        find(status, "disruptedPods"),
    )
    assert ("False", "InsufficientPods") == (
        find(status, "conditions", 0, "status"),
        find(status, "conditions", 0, "reason"),
    )
    evicted = api.pods["default/p"]
    condition = evicted.status.condition("DisruptionTarget")
    assert condition is not None
    assert ("EvictionByEvictionAPI", "Eviction API: evicting") == (condition.reason, condition.message)
    assert (True, 30) == (evicted.terminating, evicted.meta.deletion_grace_period_seconds)


def test_a_used_up_budget_refuses_with_its_cause_and_nothing_is_written() -> None:
    api = cluster(0)

    refused = api.evict("default/p", DeleteOptions(), 0)

    assert isinstance(refused, Refused)
    assert (429, "TooManyRequests", None) == (refused.code, refused.reason, refused.retry_after_seconds)
    assert "Cannot evict pod as it would violate the pod's disruption budget." == refused.text
    assert "The disruption budget b needs 1 healthy pods and has 1 currently" == refused.cause
    assert [] == api.drain_watch_events()


def test_a_budget_whose_status_is_old_asks_for_ten_seconds() -> None:
    refused = cluster(1, observed=0).evict("default/p", DeleteOptions(), 0)

    assert isinstance(refused, Refused)
    assert (429, 10) == (refused.code, refused.retry_after_seconds)


def test_two_evictions_at_one_instant_get_one_approval() -> None:
    api = cluster(1)

    answers = [api.evict(f"default/{name}", DeleteOptions(), 0) for name in ("p", "q")]

    assert [Ok, Refused] == [type(answer) for answer in answers]


def test_an_unready_pod_above_the_desired_number_does_not_use_the_budget() -> None:
    api = cluster(0, condition="False")

    assert isinstance(api.evict("default/p", DeleteOptions(), 0), Ok)
    assert {} == dict(api.budgets["default/b"].disrupted_pods)


def test_the_options_of_an_eviction_are_those_of_its_delete() -> None:
    api = cluster(1)

    api.evict("default/p", DeleteOptions(grace_period_seconds=5), 0)

    assert 5 == api.pods["default/p"].meta.deletion_grace_period_seconds


def test_an_eviction_meant_for_another_pod_of_that_name_is_a_conflict() -> None:
    api = cluster(1)

    refused = api.evict("default/p", DeleteOptions(precondition_uid="other"), 0)

    assert isinstance(refused, Refused)
    assert 409 == refused.code
    assert 1 == api.budgets["default/b"].disruptions_allowed


def test_an_unknown_pod_cannot_be_evicted() -> None:
    refused = new_server().evict("default/x", DeleteOptions(), 0)

    assert isinstance(refused, Refused)
    assert (404, 'pods "x" not found') == (refused.code, refused.text)


def test_evicting_what_is_being_deleted_already_is_told_once() -> None:
    api = cluster(0)
    api.delete("Pod", "default/p", DeleteOptions(), 1_000)

    first = api.evict("default/p", DeleteOptions(), 2_000)
    second = api.evict("default/p", DeleteOptions(), 3_000)

    assert isinstance(first, Ok)
    assert isinstance(second, Ok)
    assert (True, False) == (first.changed, second.changed)
    evicted = api.pods["default/p"]
    assert evicted.status.condition("DisruptionTarget") is not None
    assert 30 == evicted.meta.deletion_grace_period_seconds


@pytest.mark.parametrize(
    ("budget", "cause"),
    [
        (
            {"reason": "SyncFailed", "explanation": "jobs.batch does not implement the scale subresource"},
            " does not allow evicting pods currently because it failed sync: jobs.batch does not implement the "
            "scale subresource",
        ),
        ({"reason": "InsufficientPods"}, " needs 2 healthy pods and has 2 currently"),
        (
            {"reason": "InsufficientPods", "current_healthy": 3},
            " does not allow evicting pods currently (InsufficientPods): ",
        ),
        ({"current_healthy": 3}, " does not allow evicting pods currently"),
        ({"observed_generation": 0, "reason": "SyncFailed"}, " is still being processed by the server."),
    ],
)
def test_since_1_35_the_cause_says_why_a_budget_allows_nothing(budget: Any, cause: str) -> None:
    fields: Any = {
        "name": "b",
        "disruptions_allowed": 0,
        "current_healthy": 2,
        "desired_healthy": 2,
        **budget,
    }
    ready = EvictedPod("p", "Running", ready=True)

    verdict = decide_eviction(ready, [SelectingBudget(**fields)], "p", names_cause=True)

    assert (429, f"The disruption budget b{cause}") == (verdict.code, verdict.cause)
