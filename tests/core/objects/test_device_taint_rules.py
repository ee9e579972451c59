"""A DeviceTaintRule taints the devices that its selector chooses."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.device_slices import DeviceID, ResourceSlice
from scheduler_core.objects.device_taint_rules import DeviceTaintRule, with_rule_taints
from tests.builders import DRIVER, api_object, resource_slice

DEVICE = DeviceID(DRIVER, "n1", "d0")


def rule(
    name: str = "r", selector: dict[str, str] | None = None, effect: str = "NoSchedule"
) -> DeviceTaintRule:
    spec: dict[str, Any] = {"taint": {"key": name, "effect": effect}}
    if selector is not None:
        spec["deviceSelector"] = selector
    return DeviceTaintRule.parse(api_object("DeviceTaintRule", name, spec=spec))


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        (None, False),
        ({}, True),
        ({"driver": DRIVER, "pool": "n1", "device": "d0"}, True),
        ({"driver": "other.example.com"}, False),
        ({"pool": "n2"}, False),
        ({"device": "d1"}, False),
    ],
)
def test_all_parts_of_the_selector_have_to_match_and_none_selects_nothing(
    selector: dict[str, str] | None, expected: bool
) -> None:
    assert expected == rule(selector=selector).matches(DEVICE)


def test_the_taints_of_rules_are_on_the_devices_until_the_rules_go() -> None:
    published = ResourceSlice.parse(resource_slice("n1", "d0", "d1"))
    rules = [rule("b", {}), rule("a", {"device": "d0"})]
    tainted = with_rule_taints(published, rules)

    assert [["a", "b"], ["b"]] == [[taint.key for taint in device.rule_taints] for device in tainted.devices]
    assert tainted is with_rule_taints(tainted, rules)
    assert [(), ()] == [device.rule_taints for device in with_rule_taints(tainted, ()).devices]
    assert published is with_rule_taints(published, [rule("c")])
