"""Discovery documents in all forms that clients ask for."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Run
from scheduler_core.rest.discovery import AGGREGATED_TYPE, discover
from scheduler_core.rest.resources import RESOURCES
from tests.builders import node
from tests.core.playing import header, scenario_from
from tests.core.rest.making import body, cells

V2 = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json"
BETA = "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json"


def document(path: str, accept: str = "") -> Any:
    found = discover(path, accept)
    assert found is not None
    return found.body


def test_both_forms_of_discovery_tell_the_same_resources() -> None:
    plain = {
        (group or "", each["name"])
        for group in sorted({row.group for row in RESOURCES})
        for each in document(f"/apis/{group}/{version(group)}" if group else "/api/v1")["resources"]
        if "/" not in each["name"]
    }
    aggregated = {
        (item["metadata"]["name"], each["resource"])
        for root in ("/api", "/apis")
        for item in document(root, V2)["items"]
        for each in item["versions"][0]["resources"]
    }

    assert plain == aggregated
    assert len(plain) == len(RESOURCES)


def version(group: str) -> str:
    return next(row.version for row in RESOURCES if row.group == group)


@pytest.mark.parametrize("accept", [BETA, "application/json", "application/json, */*", ""])
def test_a_client_that_does_not_know_version_2_gets_the_plain_document(accept: str) -> None:
    assert ("APIVersions", "APIGroupList") == (
        document("/api", accept)["kind"],
        document("/apis", accept)["kind"],
    )


def test_a_client_that_knows_version_2_is_told_so_by_the_media_type() -> None:
    found = discover("/apis", V2)

    assert found is not None
    assert AGGREGATED_TYPE == found.media_type


def test_eviction_and_scale_name_the_groups_that_clients_look_for() -> None:
    core = {each["name"]: each for each in document("/api/v1")["resources"]}
    apps = {each["name"]: each for each in document("/apis/apps/v1/")["resources"]}

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
    found = discover(path, "")

    assert found is not None
    assert (404, "404 page not found\n") == (found.code, found.body)


@pytest.mark.parametrize("path", ["/healthz", "/livez", "/readyz"])
def test_the_server_says_that_it_is_well(path: str) -> None:
    assert "ok" == document(path)


@pytest.mark.parametrize(
    ("version", "git_version"),
    [("1.34", "v1.34.1"), ("1.36", "v1.36.2"), ("1.35.3", "v1.35.3"), ("1.37", "v1.37.0")],
)
def test_the_server_and_its_kubelets_name_the_release_of_the_run(version: str, git_version: str) -> None:
    recording = Run(scenario_from([header(version=version), node("n1", "4")]))
    told = body(recording, "/version")

    assert (git_version, version.split(".")[1]) == (told["gitVersion"], told["minor"])
    assert git_version == body(recording, "/openapi/v3/apis/policy/v1")["info"]["version"]
    assert git_version == cells(recording, "/api/v1/nodes")[0]["Version"]
