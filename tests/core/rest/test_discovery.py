"""Discovery documents in all forms that clients ask for."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Run
from scheduler_core.objects.releases.releases import release
from scheduler_core.rest.discovery import AGGREGATED_TYPE, discover
from scheduler_core.rest.resources import RESOURCES
from tests.builders import node
from tests.core.play import header, scenario_from
from tests.core.rest.builders import body, cells

V2 = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json"
BETA = "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json"


def document(path: str, accept: str = "") -> Any:
    result = discover(path, accept)
    assert result is not None
    return result.body


def test_both_forms_of_discovery_tell_the_same_resources() -> None:
    plain = {
        (group or "", resource["name"])
        for group in sorted({row.group for row in RESOURCES})
        for resource in document(f"/apis/{group}/{version(group)}" if group else "/api/v1")["resources"]
        if "/" not in resource["name"]
    }
    aggregated = {
        (item["metadata"]["name"], resource["resource"])
        for root in ("/api", "/apis")
        for item in document(root, V2)["items"]
        for resource in item["versions"][0]["resources"]
    }

    assert plain == aggregated
    assert len(plain) == sum(1 for row in RESOURCES if not row.gated)


@pytest.mark.parametrize(
    ("name", "gates", "versions"),
    [
        ("1.34", {}, ["v1"]),
        ("1.36", {}, ["v1"]),
        ("1.35", {"GenericWorkload": True}, ["v1", "v1alpha1"]),
        ("1.36", {"GenericWorkload": True}, ["v1", "v1alpha2"]),
        ("1.37", {"GenericWorkload": True}, ["v1", "v1beta1", "v1alpha3"]),
    ],
)
def test_groups_of_pods_are_served_in_the_version_of_the_release(
    name: str, gates: dict[str, bool], versions: list[str]
) -> None:
    answer: Any = discover("/apis/scheduling.k8s.io", "", release(name, gates))

    assert versions == [item["version"] for item in answer.body["versions"]]
    missing = discover("/apis/scheduling.k8s.io/v1alpha2", "", release("1.37", {"GenericWorkload": True}))
    assert missing is not None
    assert 404 == missing.code


def version(group: str) -> str:
    return next(row.version for row in RESOURCES if row.group == group)


@pytest.mark.parametrize("accept", [BETA, "application/json", "application/json, */*", ""])
def test_a_client_that_does_not_know_version_2_gets_the_plain_document(accept: str) -> None:
    assert ("APIVersions", "APIGroupList") == (
        document("/api", accept)["kind"],
        document("/apis", accept)["kind"],
    )


def test_a_client_that_knows_version_2_is_told_so_by_the_media_type() -> None:
    result = discover("/apis", V2)

    assert result is not None
    assert AGGREGATED_TYPE == result.media_type


def test_eviction_and_scale_name_the_groups_that_clients_look_for() -> None:
    core = {resource["name"]: resource for resource in document("/api/v1")["resources"]}
    apps = {resource["name"]: resource for resource in document("/apis/apps/v1/")["resources"]}

    assert ("policy", "v1", "Eviction") == tuple(
        core["pods/eviction"][name] for name in ("group", "version", "kind")
    )
    assert ("autoscaling", "v1", "Scale") == tuple(
        apps["deployments/scale"][name] for name in ("group", "version", "kind")
    )


def test_only_the_core_group_has_the_short_name_of_events() -> None:
    named = [row.group for row in RESOURCES if "ev" in row.short_names]

    assert [""] == named


@pytest.mark.parametrize("path", ["/apis/nothing", "/apis/apps/v2", "/api/v2"])
def test_a_group_that_does_not_exist_is_plain_text(path: str) -> None:
    result = discover(path, "")

    assert result is not None
    assert (404, "404 page not found\n") == (result.code, result.body)


@pytest.mark.parametrize("path", ["/healthz", "/livez", "/readyz"])
def test_the_server_says_that_it_is_well(path: str) -> None:
    assert "ok" == document(path)


@pytest.mark.parametrize(
    ("version", "git_version"),
    [("1.34", "v1.34.1"), ("1.36", "v1.36.2"), ("1.35.3", "v1.35.3"), ("1.37", "v1.37.0")],
)
def test_the_server_and_its_kubelets_name_the_release_of_the_run(version: str, git_version: str) -> None:
    recording = Run(scenario_from([header(version=version), node("n1", "4")]))
    result = body(recording, "/version")

    assert (git_version, version.split(".")[1]) == (result["gitVersion"], result["minor"])
    assert git_version == body(recording, "/openapi/v3/apis/policy/v1")["info"]["version"]
    assert git_version == cells(recording, "/api/v1/nodes")[0]["Version"]
