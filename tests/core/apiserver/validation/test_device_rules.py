"""What the API server refuses in claims, classes, slices and in the claims of pods."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.validation.validation import validate
from tests.builders import (
    claim_spec,
    claiming,
    container,
    device,
    device_class,
    pod,
    resource_claim,
    resource_claim_template,
    resource_slice,
)
from tests.core.kubectl_writes import apply


def problems(manifest: dict[str, Any]) -> list[str]:
    kind = manifest["kind"]
    return [one.sentence for one in validate(kind, with_defaults(kind, manifest))]


def claim(*requests: Any, **devices: Any) -> dict[str, Any]:
    return resource_claim("c", {"devices": {"requests": list(requests), **devices}})


GPU = {"name": "gpu", "exactly": {"deviceClassName": "gpu"}}


def test_usual_objects_pass() -> None:
    alternatives = [{"name": "big", "deviceClassName": "gpu"}]
    constraint = {"matchAttribute": "pci.io/root", "requests": ["gpu", "any/big"]}
    objects = [
        claim(GPU, {"name": "any", "firstAvailable": alternatives}, constraints=[constraint]),
        resource_claim_template("t", claim_spec("gpu", 'device.driver == "x"')),
        device_class("gpu", "device.driver.matches('x')"),
        resource_slice("n1", device("d", model="a100", memory="40Gi")),
        pod(
            "p", containers=[{**container(), "resources": {"claims": [{"name": "gpu"}]}}], **claiming(gpu="c")
        ),
    ]

    assert [] == [sentence for item in objects for sentence in problems(item)]


DOUBLED = "cel.bind(a, 'x', " + "cel.bind(a, a + a, " * 30 + "a == ''" + ")" * 31
"""It makes a text of a gigabyte."""


@pytest.mark.parametrize(
    ("manifest", "sentence"),
    [
        (
            device_class("gpu", "device.driver"),
            'spec.selectors[0].cel.expression: Invalid value: "device.driver": '
            "must evaluate to bool or the unknown type, not string",
        ),
        (
            claim({"name": "gpu", "exactly": {}}),
            "spec.devices.requests[0].exactly.deviceClassName: Required value",
        ),
        (
            claim({"name": "gpu"}),
            "spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required",
        ),
        (claim(GPU, GPU), 'spec.devices.requests[1]: Duplicate value: "gpu"'),
        (
            claim({"name": "gpu", "exactly": {"deviceClassName": "gpu", "count": 0}}),
            "spec.devices.requests[0].exactly.count: Invalid value: 0: must be greater than zero",
        ),
        (
            claim(
                {"name": "gpu", "exactly": {"deviceClassName": "gpu", "allocationMode": "All", "count": 2}}
            ),
            "spec.devices.requests[0].exactly.count: Invalid value: 2: must not be specified when "
            "allocationMode is 'All'",
        ),
        (
            resource_claim("c", claim_spec("gpu", "device.model == 1")),
            "spec.devices.requests[0].exactly.selectors[0].cel.expression: Invalid value: "
            "\"device.model == 1\": compilation failed: undefined field 'model'",
        ),
        (
            resource_claim("c", claim_spec("gpu", DOUBLED)),
            "spec.devices.requests[0].exactly.selectors[0].cel.expression: Forbidden: too complex, exceeds cost "
            "limit",
        ),
        (
            claim(GPU, constraints=[{"matchAttribute": "root"}]),
            'spec.devices.constraints[0].matchAttribute: Invalid value: "root": must include a domain',
        ),
        (
            claim(GPU, constraints=[{"requests": ["gpu"], "distinctAttribute": "a/b"}]),
            "spec.devices.constraints[0].matchAttribute: Required value",
        ),
        (
            claim(GPU, constraints=[{"matchAttribute": "a/b", "requests": ["net"]}]),
            'spec.devices.constraints[0].requests[0]: Invalid value: "net": must be the name of a request in the '
            "claim or the name of a request and a subrequest separated by '/'",
        ),
        (
            resource_slice("n1", *[f"d{i}" for i in range(10_000)]),
            "spec.devices: Too many: 10000: must have at most 128 items",
        ),
        (resource_slice("n1", "d", "d"), 'spec.devices[1]: Duplicate value: "d"'),
        (
            resource_slice("", "d", pool="p"),
            "spec: Required value: exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required",
        ),
        (
            resource_slice("", "d", pool="p", perDeviceNodeSelection=True),
            "spec: Required value: exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required",
        ),
        (
            resource_slice("n1", {"name": "d", "attributes": {"a": {"int": 1, "bool": True}}}),
            "spec.devices[0].attributes.a: Required value: exactly one value must be specified",
        ),
        (
            resource_slice("n1", {"name": "d", "attributes": {"a": {"version": "1.2"}}}),
            'spec.devices[0].attributes.a.version: Invalid value: "1.2": must be a string compatible with '
            "semver.org spec 2.0.0",
        ),
        (
            resource_slice("n1", {"name": "d", "attributes": {f"a{i}": {"int": i} for i in range(33)}}),
            "spec.devices[0]: Invalid value: 33: the total number of attributes and capacities must not exceed 32",
        ),
        (
            pod("p", resourceClaims=[{"name": "gpu"}]),
            "spec.resourceClaims[0]: Required value: must specify one of: `resourceClaimName`, "
            "`resourceClaimTemplateName`",
        ),
        (
            pod("p", containers=[{**container(), "resources": {"claims": [{"name": "gpu"}]}}]),
            'spec.containers[0].resources.claims[0]: Not found: "gpu"',
        ),
    ],
)
def test_the_problem_has_the_path_and_the_words_of_the_api_server(
    manifest: dict[str, Any], sentence: str
) -> None:
    assert [sentence] == problems(manifest)


def test_the_spec_of_a_claim_never_changes() -> None:
    api = ApiServer(start_at=0)
    api.create("ResourceClaim", claim(GPU), 0)

    changed = apply(api, claim({**GPU, "name": "other"}), 0)
    same = apply(api, claim(GPU), 0)

    assert isinstance(changed, Refused)
    assert changed.text.endswith("}: field is immutable")
    assert not isinstance(same, Refused)


def test_a_slice_stays_with_its_driver() -> None:
    api = ApiServer(start_at=0)
    api.create("ResourceSlice", resource_slice("n1", "d"), 0)
    moved = resource_slice("n1", "d", "e")
    moved["spec"]["driver"] = "other.example.com"

    refused = apply(api, moved, 0)
    grown = apply(api, resource_slice("n1", "d", "e"), 0)

    assert isinstance(refused, Refused)
    assert "spec.driver: Invalid value: " in refused.text
    assert not isinstance(grown, Refused)
