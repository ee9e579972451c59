"""What the API server of v1.36 refuses in the newer fields of devices."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.apiserver.validation.validation import validate
from scheduler_core.objects.releases.releases import release
from tests.builders import api_object, claim_spec, resource_claim, resource_slice

RANGE = {"default": "2Gi", "validRange": {"min": "2Gi", "max": "8Gi", "step": "2Gi"}}
MEM = {"counterSet": "mem", "counters": {"memory": {"value": "40Gi"}}}


def problems(manifest: dict[str, Any], version: str = "1.36") -> list[str]:
    complete = with_defaults(manifest["kind"], manifest)
    return [problem.sentence for problem in validate(manifest["kind"], complete, release(version))]


def sharing(policy: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A slice with a device of 16Gi and this policy."""
    capacity = {"memory": {"value": "16Gi", "requestPolicy": policy}}
    return resource_slice("n1", {"name": "d", "capacity": capacity, "allowMultipleAllocations": True, **more})


def test_partitioned_shared_and_tainted_devices_pass() -> None:
    parts = {
        "name": "d",
        "nodeName": "n1",
        "consumesCounters": [MEM],
        "taints": [{"key": "sick", "effect": "None"}],
        "bindsToNode": True,
        "bindingConditions": ["example.com/ready"],
        "bindingFailureConditions": ["example.com/failed"],
    }
    counters = resource_slice("n1", sharedCounters=[{"name": "mem", "counters": MEM["counters"]}])
    del counters["spec"]["devices"]
    for good in (
        sharing(RANGE),
        resource_slice("", parts, pool="p", perDeviceNodeSelection=True),
        counters,
        resource_claim(
            "c", claim_spec("gpu", tolerations=[{"operator": "Exists"}], capacity={"requests": {}})
        ),
        api_object("DeviceClass", "gpu", spec={"extendedResourceName": "example.com/gpu"}),
    ):
        assert [] == problems(good)


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        (
            sharing({"validRange": {"min": "2Gi"}}),
            "spec.devices[0].capacity[memory].requestPolicy.default: Required value: required when validRange "
            "is defined",
        ),
        (
            sharing({"default": "3Gi", "validRange": {"min": "2Gi", "step": "2Gi"}}),
            'spec.devices[0].capacity[memory].requestPolicy.validRange.step: Invalid value: "3Gi": value is not '
            "a multiple of a given step (2Gi) from (2Gi)",
        ),
        (
            sharing({"default": "2Gi", "validValues": ["4Gi", "1Gi", "2Gi"]}),
            'spec.devices[0].capacity[memory].requestPolicy.validValues[1]: Invalid value: "1Gi": values must be '
            "sorted in ascending order",
        ),
        (
            sharing(RANGE, allowMultipleAllocations=False),
            "spec.devices[0].capacity[memory].requestPolicy: Forbidden: allowMultipleAllocations must be true",
        ),
        (
            resource_slice("n1", {"name": "d", "taints": [{"key": "k", "effect": "No"}]}),
            'spec.devices[0].taints[0].effect: Unsupported value: "No": supported values: "NoExecute", '
            '"NoSchedule", "None"',
        ),
        (
            resource_slice("n1", {"name": "d", "taints": [{"key": "k", "effect": "None"}] * 17}),
            "spec.devices[0].taints: Too many: 17: must have at most 16 items",
        ),
        (
            resource_slice("n1", {"name": "d", "bindingConditions": ["a"]}),
            "spec.devices[0].bindingFailureConditions: Invalid value: null: bindingFailureConditions are required "
            "to use bindingConditions",
        ),
        (
            resource_slice("", {"name": "d"}, pool="p", perDeviceNodeSelection=True),
            "spec.devices[0]: Required value: exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required "
            "when `perDeviceNodeSelection` is set to true in the ResourceSlice spec",
        ),
        (
            resource_slice("", "d", pool="p"),
            "spec: Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` "
            "is required",
        ),
        (
            resource_slice("n1", "d", sharedCounters=[{"name": "mem", "counters": MEM["counters"]}]),
            'spec: Invalid value: "": only one of `sharedCounters` or `devices` is allowed',
        ),
        (
            resource_claim("c", claim_spec("gpu", tolerations=[{"operator": "Exists", "value": "x"}])),
            'spec.devices.requests[0].exactly.tolerations[0].value: Invalid value: "x": must be empty for operator '
            "`Exists`",
        ),
        (
            api_object("DeviceClass", "gpu", spec={"extendedResourceName": "gpu"}),
            'spec.extendedResourceName: Invalid value: "gpu": must be a valid extended resource name',
        ),
    ],
)
def test_the_problem_has_the_words_of_the_api_server(manifest: dict[str, Any], expected: str) -> None:
    assert expected in problems(manifest)


def test_a_release_without_a_feature_does_not_look_at_its_fields() -> None:
    broken = resource_slice("n1", {"name": "d", "taints": [{"effect": "No"}], "bindingConditions": ["a"]})

    assert [] == problems(broken, "1.34")
