"""Defaults of claims and slices, and their older forms."""

from __future__ import annotations

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.objects.manifest import find
from tests.builders import claim_spec, resource_claim, resource_claim_template, resource_slice


def test_a_request_asks_for_one_device_unless_it_asks_for_all() -> None:
    one = with_defaults("ResourceClaim", resource_claim("c", claim_spec("gpu")))
    every = with_defaults("ResourceClaim", resource_claim("c", claim_spec("gpu", allocationMode="All")))

    path = ("spec", "devices", "requests", 0, "exactly")

    assert ("ExactCount", 1) == (find(one, *path, "allocationMode"), find(one, *path, "count"))
    assert ("All", None) == (find(every, *path, "allocationMode"), find(every, *path, "count"))


def test_alternatives_and_templates_have_the_same_defaults() -> None:
    spec = {
        "devices": {"requests": [{"name": "a", "firstAvailable": [{"name": "b", "deviceClassName": "c"}]}]}
    }

    made = with_defaults("ResourceClaimTemplate", resource_claim_template("t", spec))

    assert 1 == find(made, "spec", "spec", "devices", "requests", 0, "firstAvailable", 0, "count")


def test_the_forms_of_v1beta1_are_read_as_v1() -> None:
    request = {"name": "device", "deviceClassName": "gpu", "count": 2}
    basic = {"attributes": {"model": {"string": "a100"}}}

    claim = with_defaults("ResourceClaim", resource_claim("c", {"devices": {"requests": [request]}}))
    made = with_defaults("ResourceSlice", resource_slice("n1", {"name": "d", "basic": basic}))

    exactly = {"deviceClassName": "gpu", "count": 2, "allocationMode": "ExactCount"}
    assert {"name": "device", "exactly": exactly} == find(claim, "spec", "devices", "requests", 0)
    assert {"name": "d", **basic} == find(made, "spec", "devices", 0)


def test_values_of_a_wrong_type_are_left_for_validation() -> None:
    odd = {"metadata": {"name": "c", "namespace": "default"}, "spec": {"devices": {"requests": ["x", {}]}}}

    assert odd == with_defaults("ResourceClaim", odd)
