"""How much of a device's capacities a request takes, and whether that much is free.

Source: k8s.io/dynamic-resource-allocation/structured, consumable_capacity.go (v0.36).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.device_slices import Device, RequestPolicy
from scheduler_core.objects.scalars.quantity import NANO, ZERO, Quantity

Amounts = Mapping[str, Quantity]
"""Capacity → amount."""


def consumed_by(requested: Amounts, device: Device) -> dict[str, Quantity]:
    """What a request takes of each capacity of the device (GetConsumedCapacityFromRequest)."""
    return {
        name: _consumed(requested.get(name), value, device.policies.get(name))
        for name, value in device.capacity.items()
    }


def _consumed(requested: Quantity | None, value: Quantity, policy: RequestPolicy | None) -> Quantity:
    """The amount asked for, rounded up as the policy says; without one the default, or all of it."""
    if requested is None:
        return value if policy is None or policy.default is None else policy.default
    if policy is None:
        return requested
    if policy.has_range and policy.least is not None:
        return _in_range(requested, policy.least, policy.step)
    return next((listed for listed in policy.values if requested.nano <= listed.nano), requested)


def _in_range(requested: Quantity, least: Quantity, step: Quantity | None) -> Quantity:
    """At least `least`, and in whole units a number of steps above it (roundUpRange)."""
    if requested.nano < least.nano:
        return least
    if step is None or not step.value:
        return requested
    steps = -(-(requested.value - least.value) // step.value)
    return Quantity((least.value + step.value * steps) * NANO, "BinarySI")


def violates(amount: Quantity, policy: RequestPolicy | None) -> bool:
    """Whether a device cannot give this amount because of the policy (violatesPolicy)."""
    if policy is None or (policy.default is not None and amount.nano == policy.default.nano):
        return False
    if policy.has_range:
        if policy.most is not None and amount.nano > policy.most.nano:
            return True
        least = ZERO if policy.least is None else policy.least
        return bool(policy.step and policy.step.value and (amount.value - least.value) % policy.step.value)
    return bool(policy.values) and all(amount.nano != listed.nano for listed in policy.values)


def fits(requested: Amounts, device: Device, taken: Amounts, chosen: Amounts) -> bool:
    """Whether the device has what the request takes besides what claims have `taken` already and what this
    attempt has `chosen` (CmpRequestOverCapacity). A device without a capacity that is asked for never does.
    """
    if not requested.keys() <= device.capacity.keys():
        return False
    for name, amount in consumed_by(requested, device).items():
        if violates(amount, device.policies.get(name)):
            return False
        used = taken.get(name, ZERO).nano + chosen.get(name, ZERO).nano
        if used + amount.nano > device.capacity[name].nano:
            return False
    return True
