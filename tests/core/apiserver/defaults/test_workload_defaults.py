"""The defaults of workloads, and the labels by which a Job finds its pods."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.defaults.workload_defaults import with_job_labels, workload_defaults
from scheduler_core.objects.manifest import Json, find

LABELLED: Any = {"template": {"metadata": {"labels": {"app": "a"}}}}


def test_a_deployment_rolls_by_a_quarter_and_gives_up_after_ten_minutes() -> None:
    spec = workload_defaults("Deployment", {})

    assert {
        "replicas": 1,
        "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": "25%", "maxSurge": "25%"}},
        "revisionHistoryLimit": 10,
        "progressDeadlineSeconds": 600,
    } == spec


def test_a_strategy_that_recreates_has_no_bounds() -> None:
    spec = workload_defaults("Deployment", {"strategy": {"type": "Recreate"}, "replicas": 0})

    assert (0, {"type": "Recreate"}) == (spec["replicas"], spec["strategy"])


def test_a_bound_that_is_given_stays_beside_the_default_of_the_other() -> None:
    spec = workload_defaults("DaemonSet", {"updateStrategy": {"rollingUpdate": {"maxSurge": 1}}})

    assert {"maxUnavailable": 1, "maxSurge": 1} == find(spec, "updateStrategy", "rollingUpdate")
    assert "replicas" not in spec


def test_a_stateful_set_goes_in_order_and_retains_its_claims() -> None:
    spec = workload_defaults(
        "StatefulSet", {"persistentVolumeClaimRetentionPolicy": {"whenScaled": "Delete"}}
    )

    assert "OrderedReady" == spec["podManagementPolicy"]
    assert {"whenDeleted": "Retain", "whenScaled": "Delete"} == spec["persistentVolumeClaimRetentionPolicy"]
    assert {"type": "RollingUpdate", "rollingUpdate": {"partition": 0}} == spec["updateStrategy"]


def test_only_a_replication_controller_selects_by_the_labels_of_its_template() -> None:
    assert {"app": "a"} == workload_defaults("ReplicationController", dict(LABELLED))["selector"]
    assert "selector" not in workload_defaults("ReplicaSet", dict(LABELLED))


@pytest.mark.parametrize(
    ("given", "field", "value"),
    [
        pytest.param({}, "completions", 1, id="one completion where nothing is said"),
        pytest.param({"parallelism": 3}, "completions", None, id="a work queue has no number of completions"),
        pytest.param({"completions": 3}, "parallelism", 1, id="one at a time"),
        pytest.param({}, "backoffLimit", 6, id="six retries"),
        pytest.param(
            {"backoffLimitPerIndex": 1}, "backoffLimit", 2**31 - 1, id="retries are counted per index"
        ),
        pytest.param({}, "podReplacementPolicy", "TerminatingOrFailed", id="replaced while it terminates"),
        pytest.param(
            {"podFailurePolicy": {}}, "podReplacementPolicy", "Failed", id="replaced once it failed"
        ),
    ],
)
def test_the_defaults_of_a_job(given: dict[str, Json], field: str, value: Json) -> None:
    assert value == workload_defaults("Job", dict(given)).get(field)


def test_a_job_selects_its_pods_by_its_uid() -> None:
    job = with_job_labels({"metadata": {"name": "sum"}, "spec": LABELLED}, "u-1")

    assert {"matchLabels": {"batch.kubernetes.io/controller-uid": "u-1"}} == find(job, "spec", "selector")
    assert {
        "app": "a",
        "batch.kubernetes.io/controller-uid": "u-1",
        "controller-uid": "u-1",
        "batch.kubernetes.io/job-name": "sum",
        "job-name": "sum",
    } == find(job, "spec", "template", "metadata", "labels")


@pytest.mark.parametrize("spec", [{"manualSelector": True}, {"selector": {"matchLabels": {"app": "a"}}}])
def test_a_selector_of_the_author_s_own_stays(spec: dict[str, Json]) -> None:
    job: dict[str, Json] = {"metadata": {"name": "sum"}, "spec": spec}

    assert job is with_job_labels(job, "u-1")
