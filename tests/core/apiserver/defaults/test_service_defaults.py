"""The defaults of Services."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.defaults.service_defaults import service_defaults


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, {"type": "ClusterIP", "sessionAffinity": "None", "internalTrafficPolicy": "Cluster"}),
        (
            {"type": "ExternalName", "externalName": "example.com"},
            {"type": "ExternalName", "sessionAffinity": "None", "externalName": "example.com"},
        ),
        (
            {"type": "NodePort", "sessionAffinity": "ClientIP", "selector": None},
            {"type": "NodePort", "sessionAffinity": "ClientIP", "internalTrafficPolicy": "Cluster"},
        ),
    ],
)
def test_a_service_gets_the_defaults_of_its_type(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert expected == service_defaults({"spec": given})["spec"]


def test_a_port_is_its_own_target_unless_it_names_one() -> None:
    ports = [
        {"port": 80},
        {"port": 81, "targetPort": "http", "protocol": "UDP"},
        {"port": 82, "targetPort": 0},
        {},
    ]

    result = service_defaults({"spec": {"ports": ports}})["spec"]

    assert isinstance(result, dict)
    assert [
        {"protocol": "TCP", "targetPort": 80, "port": 80},
        {"protocol": "UDP", "targetPort": "http", "port": 81},
        {"protocol": "TCP", "targetPort": 82, "port": 82},
        {"protocol": "TCP"},
    ] == result["ports"]


def test_a_spec_that_is_no_map_is_left_for_validation() -> None:
    assert {"spec": "x"} == service_defaults({"spec": "x"})
