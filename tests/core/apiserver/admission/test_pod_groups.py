"""Admission of PodGroups, and what the API server refuses in them and in Workloads."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.server import ApiServer, ServerOptions
from scheduler_core.apiserver.storage.results import Ok, Refused
from scheduler_core.objects.manifest import Json, Manifest, find
from scheduler_core.objects.releases.releases import release

GATES = {"GenericWorkload": True, "GangScheduling": True}
AS_ONE = {**GATES, "WorkloadAwarePreemption": True}
POLICY: Json = {"gang": {"minCount": 2}}


def server(version: str = "1.36", gates: dict[str, bool] = GATES) -> ApiServer:
    api = ApiServer(start_at=0, options=ServerOptions(release=release(version, gates)))
    api.create("PriorityClass", {"metadata": {"name": "high"}, "value": 1000}, 0)
    template: Json = {"name": "t", "schedulingPolicy": POLICY}
    api.create("Workload", {"metadata": {"name": "w"}, "spec": {"podGroupTemplates": [template]}}, 0)
    return api


def group(**spec: Json) -> Manifest:
    return {"metadata": {"name": "g"}, "spec": {"schedulingPolicy": POLICY, **spec}}


def refusal(result: object) -> str:
    assert isinstance(result, Refused)
    return result.text


def test_a_new_group_gets_its_finalizer_and_its_mode() -> None:
    result = server().create("PodGroup", group(), 0)

    assert isinstance(result, Ok)
    assert ("scheduling.k8s.io/podgroup-protection",) == result.object.meta.finalizers
    assert "Pod" == find(result.object.manifest, "spec", "disruptionMode")
    assert find(result.object.manifest, "spec", "priority") is None


def test_a_group_that_may_preempt_as_one_gets_the_priority_of_its_class() -> None:
    result = server(gates=AS_ONE).create("PodGroup", group(priorityClassName="high"), 0)

    assert isinstance(result, Ok)
    assert 1000 == find(result.object.manifest, "spec", "priority")


def test_another_priority_than_that_of_the_class_is_refused() -> None:
    result = server(gates=AS_ONE).create("PodGroup", group(priorityClassName="high", priority=7), 0)

    why = "priority set in the pod group (7) must match the priority computed (1000) based on the priority class"
    assert why in refusal(result)


@pytest.mark.parametrize(
    ("workload", "template", "why"),
    [
        ("none", "t", 'PodGroup rejected: Workload "none" not found'),
        ("w", "none", 'PodGroup rejected: PodGroupTemplate "none" not found in Workload "w"'),
    ],
)
def test_a_group_must_be_made_of_a_template_that_exists(workload: str, template: str, why: str) -> None:
    reference: Json = {"workload": {"workloadName": workload, "podGroupTemplateName": template}}
    result = server().create("PodGroup", group(podGroupTemplateRef=reference), 0)

    assert f'podgroups.scheduling.k8s.io "g" is forbidden: {why}' == refusal(result)


def test_a_group_of_a_workload_that_is_being_deleted_is_refused() -> None:
    api = server()
    stored = api.get("Workload", "default/w")
    assert stored is not None
    metadata: Json = {**stored.metadata_manifest, "deletionTimestamp": "2026-01-01T00:00:00Z"}
    api.replace("Workload", "default/w", {**stored.manifest, "metadata": metadata})
    reference: Json = {"workload": {"workloadName": "w", "podGroupTemplateName": "t"}}

    result = api.create("PodGroup", group(podGroupTemplateRef=reference), 0)

    assert 'PodGroup rejected: Workload "w" is being deleted' in refusal(result)


@pytest.mark.parametrize(
    ("policy", "why"),
    [
        ({"gang": {"minCount": 0}}, "spec.schedulingPolicy.gang.minCount: Required value"),
        ({"gang": {"minCount": -1}}, "gang.minCount: Invalid value: -1: must be greater than or equal to 1"),
        ({"gang": {"minCount": "2"}}, 'gang.minCount: Invalid value: "2": must be an integer'),
        ({"gang": {"minCount": 2**40}}, "must be an integer of 32 bits"),
        ({"gang": {}}, "spec.schedulingPolicy.gang.minCount: Required value"),
        ({}, "spec.schedulingPolicy: Required value: must specify one of: `basic`, `gang`"),
        (
            {"basic": {}, "gang": {"minCount": 1}},
            'Invalid value: "{basic, gang}": must specify exactly one of: `basic`, `gang`',
        ),
    ],
)
def test_a_group_is_basic_or_a_gang_of_at_least_one_pod(policy: Json, why: str) -> None:
    result = server().create("PodGroup", group(schedulingPolicy=policy), 0)

    assert why in refusal(result)


def test_a_gang_of_many_pods_is_accepted() -> None:
    result = server().create("PodGroup", group(schedulingPolicy={"gang": {"minCount": 10_000}}), 0)

    assert isinstance(result, Ok)


@pytest.mark.parametrize(
    ("version", "spec", "why"),
    [
        (
            "1.36",
            {"workloadRef": {"workloadName": "w", "templateName": "t"}},
            'unknown field "spec.workloadRef"',
        ),
        ("1.37", {"podGroupTemplateRef": {}}, 'unknown field "spec.podGroupTemplateRef"'),
        (
            "1.36",
            {"disruptionMode": {"all": {}}},
            "spec.disruptionMode: Invalid value: a map: must be a string",
        ),
        ("1.37", {"disruptionMode": "Pod"}, 'spec.disruptionMode: Invalid value: "Pod": must be an object'),
        ("1.36", {"disruptionMode": "All"}, 'Unsupported value: "All": supported values: "Pod", "PodGroup"'),
    ],
)
def test_the_shape_of_another_release_is_refused(version: str, spec: dict[str, Json], why: str) -> None:
    gates = GATES if version == "1.36" else {"GenericWorkload": True}
    result = server(version, gates).create("PodGroup", group(**spec), 0)

    assert why in refusal(result)


@pytest.mark.parametrize(
    ("version", "spec", "why"),
    [
        ("1.36", {"podGroups": [{"name": "t", "policy": POLICY}]}, 'unknown field "spec.podGroups"'),
        (
            "1.35",
            {"podGroupTemplates": [{"name": "t", "policy": POLICY}]},
            'unknown field "spec.podGroupTemplates"',
        ),
        (
            "1.36",
            {"podGroupTemplates": [{"name": "t"}]},
            "spec.podGroupTemplates[0].schedulingPolicy: Required",
        ),
        ("1.36", {"podGroupTemplates": []}, "spec.podGroupTemplates: Required value"),
        (
            "1.36",
            {"podGroupTemplates": [{"name": f"t{n}", "schedulingPolicy": POLICY} for n in range(9)]},
            "Too many: 9: must have at most 8 items",
        ),
    ],
)
def test_a_workload_has_groups_in_the_shape_of_its_release(
    version: str, spec: dict[str, Json], why: str
) -> None:
    result = server(version).create("Workload", {"metadata": {"name": "x"}, "spec": spec}, 0)

    assert why in refusal(result)


def test_the_spec_of_a_group_is_immutable() -> None:
    api = server()
    api.create("PodGroup", group(), 0)

    result = api.patch("PodGroup", group(schedulingPolicy={"gang": {"minCount": 3}}), 0)

    assert 'spec.schedulingPolicy: Invalid value: {"gang":{"minCount":3}}: field is immutable' in refusal(
        result
    )
    assert isinstance(api.patch("PodGroup", group(), 0), Ok)


def test_the_minimum_of_a_gang_may_change_since_1_37() -> None:
    api = server("1.37", {"GenericWorkload": True})
    api.create("PodGroup", group(), 0)

    assert isinstance(api.patch("PodGroup", group(schedulingPolicy={"gang": {"minCount": 1}}), 0), Ok)
    assert "field is immutable" in refusal(api.patch("PodGroup", group(schedulingPolicy={"basic": {}}), 0))


def test_a_group_that_is_being_deleted_cannot_be_made_anew() -> None:
    api = server()
    api.create("PodGroup", group(), 0)
    stored = api.get("PodGroup", "default/g")
    assert stored is not None
    metadata: Json = {**stored.metadata_manifest, "deletionTimestamp": "2026-01-01T00:00:00Z"}
    api.replace("PodGroup", "default/g", {**stored.manifest, "metadata": metadata})

    words = 'object is being deleted: podgroups.scheduling.k8s.io "g" already exists'
    assert words == refusal(api.create("PodGroup", group(), 0))


@pytest.mark.parametrize(
    ("version", "gates", "kept"),
    [
        ("1.36", GATES, {"schedulingGroup"}),
        ("1.35", GATES, {"workloadRef"}),
        ("1.36", {}, set()),
        ("1.34", {}, set()),
    ],
)
def test_a_pod_keeps_the_reference_of_its_release_and_only_with_the_gate(
    version: str, gates: dict[str, bool], kept: set[str]
) -> None:
    both: dict[str, Json] = {
        "schedulingGroup": {"podGroupName": "g"},
        "workloadRef": {"name": "w", "podGroup": "all"},
    }
    pod: Manifest = {"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "a"}], **both}}
    result = server(version, gates).create("Pod", pod, 0)

    assert isinstance(result, Ok)
    assert kept == both.keys() & result.object.spec_manifest.keys()
