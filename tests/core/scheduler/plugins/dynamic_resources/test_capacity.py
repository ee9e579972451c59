"""What a request takes of a capacity, by the policy of the capacity, and whether that much is free."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.device_slices import Device, ResourceSlice
from scheduler_core.objects.resources import parse_resource_list
from scheduler_core.scheduler.plugins.dynamic_resources.capacity import consumed_by, fits, violates
from tests.builders import resource_slice

RANGE = {"default": "2Gi", "validRange": {"min": "2Gi", "step": "2Gi", "max": "8Gi"}}
LISTED = {"default": "1", "validValues": ["1", "4", "8"]}


def with_capacity(value: str, policy: dict[str, Any] | None = None) -> Device:
    capacity = {"memory": {"value": value, **({"requestPolicy": policy} if policy else {})}}
    devices = resource_slice("n1", {"name": "d", "allowMultipleAllocations": True, "capacity": capacity})
    return ResourceSlice.parse(devices).devices[0]


def taken(request: str, policy: dict[str, Any] | None) -> str:
    requested = parse_resource_list({"memory": request}) if request else {}
    return str(consumed_by(requested, with_capacity("16Gi", policy))["memory"])


@pytest.mark.parametrize(
    ("question", "policy", "expected"),
    [
        ("6Gi", RANGE, "6Gi"),
        ("3Gi", RANGE, "4Gi"),
        ("1Gi", RANGE, "2Gi"),
        ("", RANGE, "2Gi"),
        ("3", LISTED, "4"),
        ("9", LISTED, "9"),
        ("", LISTED, "1"),
        ("3Gi", None, "3Gi"),
        ("", None, "16Gi"),
    ],
)
def test_an_amount_is_rounded_up_as_its_policy_says(
    question: str, policy: dict[str, Any] | None, expected: str
) -> None:
    assert expected == taken(question, policy)


def test_amounts_beyond_the_range_and_between_the_values_are_refused() -> None:
    amount = parse_resource_list({"10": "10Gi", "9": "9", "8": "8", "3": "3Gi"})
    ranged, listed = (with_capacity("16Gi", policy).policies["memory"] for policy in (RANGE, LISTED))

    assert [True, True] == [violates(amount["10"], ranged), violates(amount["3"], ranged)]
    assert [True, False] == [violates(amount["9"], listed), violates(amount["8"], listed)]
    assert not violates(amount["10"], None)


def test_a_request_fits_as_long_as_the_sum_stays_within_the_value() -> None:
    device = with_capacity("16Gi", RANGE)
    six, twelve, none = (parse_resource_list({"memory": text}) for text in ("6Gi", "12Gi", "0"))

    assert fits(six, device, six, none)
    assert not fits(six, device, twelve, none)
    assert not fits(six, device, six, six)
    assert fits({}, device, twelve, none)


def test_a_device_without_the_capacity_that_is_asked_for_does_not_fit() -> None:
    assert not fits(parse_resource_list({"cores": "1"}), with_capacity("16Gi"), {}, {})
