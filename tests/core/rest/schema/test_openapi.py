"""OpenAPI as kubectl needs it before it sends anything."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.rest.resources import RESOURCES
from scheduler_core.rest.schema.openapi import NOT_READ, READ_BY_MODEL, V2_TYPE, openapi

PROTOBUF = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf"


def document(path: str) -> Any:
    result = openapi(path, "application/json", "v1.36.2")
    assert result is not None
    return result.body


def test_the_index_names_a_document_for_each_group() -> None:
    paths = document("/openapi/v3")["paths"]

    assert {"api/v1", "apis/apps/v1", "apis/policy/v1"} <= paths.keys()
    assert paths["api/v1"]["serverRelativeURL"].startswith("/openapi/v3/api/v1?hash=")


@pytest.mark.parametrize(
    "row", [row for row in RESOURCES if "patch" in row.verbs], ids=lambda row: row.plural
)
def test_patches_name_the_parameter_that_leaves_validation_to_the_server(row: Any) -> None:
    root = f"apis/{row.group}/{row.version}" if row.group else f"api/{row.version}"
    inside = "/namespaces/{namespace}" if row.namespaced else ""
    patch = document(f"/openapi/v3/{root}")["paths"][f"/{root}{inside}/{row.plural}/{{name}}"]["patch"]

    assert row.kind == patch["x-kubernetes-group-version-kind"]["kind"]
    assert {"dryRun", "fieldValidation", "force"} <= {parameter["name"] for parameter in patch["parameters"]}


def test_a_field_says_whether_the_simulation_acts_upon_it() -> None:
    schemas = document("/openapi/v3/api/v1")["components"]["schemas"]
    spec = schemas["io.k8s.api.v1.PodSpec"]["properties"]

    assert READ_BY_MODEL == spec["nodeName"]["description"]
    assert NOT_READ == spec["dnsConfig"]["description"]


def test_old_clients_get_the_smallest_document_in_the_only_form_they_read() -> None:
    result = openapi("/openapi/v2", PROTOBUF, "v1.34.1")

    body = "0a03322e3012150a0a4b756265726e65746573120776312e33342e314200"
    assert result is not None
    assert (V2_TYPE, body) == (result.media_type, result.body)
