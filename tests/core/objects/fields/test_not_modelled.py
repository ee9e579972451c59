"""Which fields of a pod, and which kinds, would change decisions and have no effect here."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.fields.not_modelled import (
    DECIDING_KINDS,
    POD_SECURITY,
    fields_not_modelled,
    fields_not_read,
    ignored_code,
    references_not_checked,
)
from scheduler_core.objects.kinds import KINDS


@pytest.mark.parametrize(
    ("spec", "fields"),
    [
        pytest.param({}, (), id="nothing special"),
        pytest.param({"runtimeClassName": ""}, (), id="an empty class"),
        pytest.param({"resourceClaims": [{"name": "gpu"}]}, (), id="claims, which are modelled"),
        pytest.param({"runtimeClassName": "gvisor"}, ("spec.runtimeClassName",), id="a class"),
    ],
)
def test_fields_that_are_set_are_named(spec: dict[str, Any], fields: tuple[str, ...]) -> None:
    assert fields_not_modelled({"spec": spec}) == fields


@pytest.mark.parametrize(
    ("kind", "manifest", "fields"),
    [
        pytest.param("Namespace", {}, (), id="no level"),
        pytest.param(
            "Namespace", {"metadata": {"labels": {POD_SECURITY: "privileged"}}}, (), id="all is allowed"
        ),
        pytest.param(
            "Namespace",
            {"metadata": {"labels": {POD_SECURITY: "baseline"}}},
            ("metadata.labels[pod-security.kubernetes.io/enforce]",),
            id="a level",
        ),
        pytest.param("Service", {"spec": {"internalTrafficPolicy": "Cluster"}}, (), id="all endpoints"),
        pytest.param(
            "Service",
            {"spec": {"externalTrafficPolicy": "Local", "trafficDistribution": "PreferClose"}},
            ("spec.externalTrafficPolicy", "spec.trafficDistribution"),
            id="near endpoints",
        ),
        pytest.param("ConfigMap", {"spec": {"trafficDistribution": "PreferClose"}}, (), id="another kind"),
    ],
)
def test_fields_of_namespaces_and_services_that_are_not_read_are_named(
    kind: str, manifest: dict[str, Any], fields: tuple[str, ...]
) -> None:
    assert fields == fields_not_read(kind, manifest)


def test_a_kind_decides_in_its_own_group_alone() -> None:
    assert "ignored.limit_range" == ignored_code("LimitRange", "")
    assert "ignored.deciding_kind" == ignored_code("RuntimeClass", "node.k8s.io")
    assert "ignored.unknown_kind" == ignored_code("RuntimeClass", "example.com")
    assert "ignored.unknown_kind" == ignored_code("ConfigMap", "")


def test_no_kind_is_simulated_and_named_as_not_simulated() -> None:
    assert DECIDING_KINDS.keys().isdisjoint(KINDS)


def test_what_a_pod_needs_and_no_plugin_checks_is_named_once() -> None:
    spec: dict[str, Any] = {
        "serviceAccountName": "robot",
        "volumes": [
            {"name": "a", "configMap": {"name": "settings"}},
            {"name": "b", "secret": {"secretName": "tls"}},
            {"name": "c", "secret": {"secretName": "maybe", "optional": True}},
            {
                "name": "kube-api-access-x",
                "projected": {
                    "sources": [
                        {"serviceAccountToken": {"path": "token"}},
                        {"configMap": {"name": "kube-root-ca.crt"}},
                        {"secret": {"name": "projected"}},
                    ]
                },
            },
            {"name": "d", "emptyDir": {}},
        ],
        "initContainers": [{"name": "i", "envFrom": [{"configMapRef": {"name": "first"}}]}],
        "containers": [
            {
                "name": "c",
                "envFrom": [
                    {"secretRef": {"name": "keys"}},
                    {"configMapRef": {"name": "o", "optional": True}},
                ],
                "env": [
                    {"name": "A", "valueFrom": {"secretKeyRef": {"name": "tls", "key": "k"}}},
                    {"name": "B", "valueFrom": {"configMapKeyRef": {"name": "settings", "key": "k"}}},
                    {"name": "C", "value": "1"},
                ],
            }
        ],
    }

    assert (
        "ConfigMap first",
        "ConfigMap settings",
        "Secret keys",
        "Secret projected",
        "Secret tls",
        "ServiceAccount robot",
    ) == references_not_checked({"spec": spec})


def test_an_ordinary_pod_needs_nothing() -> None:
    assert () == references_not_checked(
        {"spec": {"serviceAccountName": "default", "containers": [{"name": "c"}]}}
    )
    assert () == references_not_checked({})
