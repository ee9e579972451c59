"""What every cluster has without being stored."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Run
from tests.core.rest.builders import ask, attempt, body, given, names, shop

NAMESPACES = ["default", "kube-node-lease", "kube-public", "kube-system"]
ACCOUNT = "/api/v1/namespaces/default/serviceaccounts/default"


def test_each_namespace_has_an_account_and_the_root_certificate(recording: Run) -> None:
    by_name = {
        plural: [
            (item["metadata"]["namespace"], item["metadata"]["name"])
            for item in body(recording, f"/api/v1/{plural}")["items"]
        ]
        for plural in ("serviceaccounts", "configmaps")
    }

    assert {
        "serviceaccounts": [(name, "default") for name in NAMESPACES],
        "configmaps": [(name, "kube-root-ca.crt") for name in NAMESPACES],
    } == by_name


def test_the_api_server_has_its_service_in_default_alone(recording: Run) -> None:
    by_name = {
        name: names(recording, f"/api/v1/namespaces/{name}/services") for name in ("default", "kube-system")
    }

    assert ("kubernetes" in by_name["default"], []) == (True, by_name["kube-system"])


def test_each_node_renews_its_lease(recording: Run) -> None:
    nodes = names(recording, "/api/v1/nodes")
    leases = body(recording, "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases")["items"]

    assert [(name, name) for name in nodes] == [
        (lease["metadata"]["name"], lease["spec"]["holderIdentity"]) for lease in leases
    ]


@pytest.mark.parametrize("path", [ACCOUNT, "/api/v1/namespaces/kube-public"])
def test_what_a_client_changes_of_it_is_stored(path: str) -> None:
    recording = shop()
    patch = {"metadata": {"labels": {"mine": "yes"}}}
    given(recording, attempt(recording, "PATCH", path, patch, "application/merge-patch+json"))
    again = attempt(recording, "PATCH", path, patch, "application/merge-patch+json")

    assert ("yes", None) == (body(recording, path)["metadata"]["labels"]["mine"], again.input)


def test_what_the_control_plane_makes_again_is_another_object_after_it_was_deleted(
    recording: Run,
) -> None:
    written = attempt(recording, "DELETE", ACCOUNT)
    deleted: Any = written.response.body
    answer: Any = ask(recording, ACCOUNT)

    assert (200, None, 200) == (written.response.code, written.input, answer.code)
    assert deleted["metadata"]["uid"] != answer.body["metadata"]["uid"]
