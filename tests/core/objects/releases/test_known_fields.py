"""The fields that an older API server drops."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.manifest import find
from scheduler_core.objects.releases.known_fields import gated_fields, with_known_fields
from scheduler_core.objects.releases.releases import BASELINE, release

CONSTRAINT = {
    "maxSkew": 1,
    "topologyKey": "zone",
    "whenUnsatisfiable": "DoNotSchedule",
    "minDomains": 2,
    "matchLabelKeys": ["h"],
    "nodeAffinityPolicy": "Honor",
    "nodeTaintsPolicy": "Honor",
}
BASIC = {"maxSkew", "topologyKey", "whenUnsatisfiable"}
TERM = {"topologyKey": "zone", "matchLabelKeys": ["h"], "mismatchLabelKeys": ["g"]}
SPEC: dict[str, Any] = {
    "priority": 5,
    "priorityClassName": "high",
    "preemptionPolicy": "Never",
    "topologySpreadConstraints": [CONSTRAINT],
    "schedulingGates": [{"name": "g"}],
    "resources": {"requests": {"cpu": "1"}},
    "resourceClaims": [{"name": "gpu", "resourceClaimName": "gpu"}],
    "affinity": {
        "podAntiAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": [TERM],
            "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "podAffinityTerm": TERM}],
        }
    },
    "containers": [{"name": "app", "resources": {"claims": [{"name": "gpu"}], "requests": {"cpu": "1"}}}],
}
POD = {"kind": "Pod", "spec": SPEC}


def spec_in(version: str, *, keeps_priority: bool = False) -> Any:
    return with_known_fields("Pod", POD, release(version), keeps_priority=keeps_priority)["spec"]


def test_the_newest_release_knows_every_field() -> None:
    assert POD == with_known_fields("Pod", POD, release("1.34"))


@pytest.mark.parametrize(
    ("version", "missing"),
    [
        ("1.33", {"resources", "resourceClaims"}),
        ("1.26", {"resources", "resourceClaims", "schedulingGates"}),
        ("1.18", {"resources", "resourceClaims", "schedulingGates", "preemptionPolicy"}),
        (
            "1.10",
            set(SPEC) - {"affinity", "containers"},
        ),
    ],
)
def test_a_pod_loses_the_fields_whose_gate_was_off(version: str, missing: set[str]) -> None:
    assert set(SPEC) - missing == set(spec_in(version))


@pytest.mark.parametrize(
    ("version", "run_state"),
    [
        ("1.25", BASIC),
        ("1.26", BASIC | {"nodeAffinityPolicy", "nodeTaintsPolicy"}),
        ("1.27", set(CONSTRAINT)),
    ],
)
def test_a_constraint_loses_the_fields_that_came_later(version: str, run_state: set[str]) -> None:
    assert run_state == set(spec_in(version)["topologySpreadConstraints"][0])


def test_terms_of_pod_affinity_lose_their_label_keys_before_1_31() -> None:
    sides = spec_in("1.30")["affinity"]["podAntiAffinity"]

    bare = {"topologyKey": "zone"}
    assert [bare] == sides["requiredDuringSchedulingIgnoredDuringExecution"]
    preferred = [{"weight": 1, "podAffinityTerm": bare}]
    assert preferred == sides["preferredDuringSchedulingIgnoredDuringExecution"]


def test_containers_lose_their_claims_with_those_of_the_pod() -> None:
    assert [{"name": "app", "resources": {"requests": {"cpu": "1"}}}] == spec_in("1.33")["containers"]


def test_a_pod_that_had_its_priority_keeps_it() -> None:
    kept = spec_in("1.10", keeps_priority=True)

    assert (5, "high", "Never") == (kept["priority"], kept["priorityClassName"], kept["preemptionPolicy"])


def test_templates_lose_the_same_fields() -> None:
    deployment = {"kind": "Deployment", "spec": {"template": {"spec": SPEC}}}
    cron_job = {"kind": "CronJob", "spec": {"jobTemplate": deployment}}
    table = {"template": {"spec": spec_in("1.10")}}

    assert table == with_known_fields("Deployment", deployment, release("1.10"))["spec"]
    result: Any = with_known_fields("CronJob", cron_job, release("1.10"))
    assert table == result["spec"]["jobTemplate"]["spec"]


def test_a_class_loses_its_policy_before_1_19() -> None:
    polite = {"kind": "PriorityClass", "value": 5, "preemptionPolicy": "Never"}

    assert {"kind", "value"} == set(with_known_fields("PriorityClass", polite, release("1.18")))
    assert polite == with_known_fields("PriorityClass", polite, release("1.19"))


SIGNAL: dict[str, Any] = {"name": "c", "lifecycle": {"stopSignal": "SIGUSR1"}}
BOTH: dict[str, Any] = {
    "name": "d",
    "lifecycle": {"stopSignal": "SIGUSR1", "preStop": {"sleep": {"seconds": 1}}},
}
SIGNALLED: dict[str, Any] = {"spec": {"initContainers": [BOTH], "containers": [{"name": "b"}, SIGNAL]}}
SET: dict[str, Any] = {
    "spec": {
        "updateStrategy": {"rollingUpdate": {"partition": 1, "maxUnavailable": 2}},
        "template": {"spec": {"containers": [SIGNAL]}},
    }
}


def test_each_field_is_named_with_its_path_and_gate() -> None:
    assert (
        ("spec.initContainers[0].lifecycle.stopSignal", "ContainerStopSignals"),
        ("spec.containers[1].lifecycle.stopSignal", "ContainerStopSignals"),
    ) == gated_fields("Pod", SIGNALLED)
    assert (
        ("spec.updateStrategy.rollingUpdate.maxUnavailable", "MaxUnavailableStatefulSet"),
        ("spec.template.spec.containers[0].lifecycle.stopSignal", "ContainerStopSignals"),
    ) == gated_fields("StatefulSet", SET)
    assert () == gated_fields("Pod", {"spec": {"containers": [{"name": "b"}]}})


def test_a_lifecycle_of_a_signal_alone_goes_and_others_stay() -> None:
    result = with_known_fields("Pod", SIGNALLED, BASELINE)

    assert {
        "initContainers": [{"name": "d", "lifecycle": {"preStop": {"sleep": {"seconds": 1}}}}],
        "containers": [{"name": "b"}, {"name": "c"}],
    } == result["spec"]


@pytest.mark.parametrize(("version", "kept"), [("1.34", None), ("1.33", None), ("1.35.3", 2)])
def test_max_unavailable_of_a_stateful_set_is_kept_where_its_gate_is_on(
    version: str, kept: int | None
) -> None:
    result = with_known_fields("StatefulSet", SET, release(version))

    assert kept == find(result, "spec", "updateStrategy", "rollingUpdate", "maxUnavailable")
    assert 1 == find(result, "spec", "updateStrategy", "rollingUpdate", "partition")
    assert [{"name": "c"}] == find(result, "spec", "template", "spec", "containers")


def test_an_object_without_such_fields_is_returned_as_it_is() -> None:
    plain: dict[str, Any] = {"spec": {"containers": [{"name": "b"}]}}

    assert with_known_fields("Pod", plain, BASELINE) is plain
