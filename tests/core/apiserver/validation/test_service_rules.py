"""What the API server refuses in Services and EndpointSlices."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.apiserver.validation.validation import validate


def problems(kind: str, **fields: Any) -> list[str]:
    manifest = {"metadata": {"name": "web"}, **fields}
    return [one.sentence for one in validate(kind, with_defaults(kind, manifest))]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"ports": [{"port": 80, "targetPort": "http"}]}, []),
        ({"ports": [{"port": 0}]}, ["spec.ports[0].port: must be between 1 and 65535, inclusive, got 0"]),
        ({"ports": [{"name": "a"}]}, ["spec.ports[0].port: Required value"]),
        ({"ports": [{"port": 1}, {"name": "b", "port": 2}]}, ["spec.ports[0].name: Required value"]),
        (
            {"ports": [{"name": "b", "port": 1}, {"name": "b", "port": 2}]},
            ['spec.ports[1].name: Duplicate value: "b"'],
        ),
        ({"type": "ExternalName"}, ["spec.externalName: Required value"]),
        (
            {"type": "Cluster"},
            [
                'spec.type: Unsupported value: "Cluster": supported values: "ClusterIP", "ExternalName", '
                '"LoadBalancer", "NodePort"'
            ],
        ),
    ],
)
def test_a_service_names_the_path_of_what_is_wrong(spec: dict[str, Any], expected: list[str]) -> None:
    assert expected == problems("Service", spec=spec)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"addressType": "IPv4", "endpoints": [{"addresses": ["10.0.0.1"]}]}, []),
        ({}, ["addressType: Required value"]),
        ({"addressType": "IPv4", "endpoints": [{}]}, ["endpoints[0].addresses: Required value"]),
        (
            {"addressType": "IPv4", "endpoints": [{"addresses": ["10.0.0.1"]}] * 1_001},
            ["endpoints: Too many: 1001: must have at most 1000 items"],
        ),
    ],
)
def test_a_slice_names_the_path_of_what_is_wrong(fields: dict[str, Any], expected: list[str]) -> None:
    assert expected == problems("EndpointSlice", **fields)
