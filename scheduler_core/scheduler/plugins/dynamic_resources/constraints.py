"""Constraints of a claim: its devices must have the same value of an attribute, or different ones.

Source: k8s.io/dynamic-resource-allocation/structured, matchAttributeConstraint, distinctAttributeConstraint
(v0.36).
"""

from __future__ import annotations

from typing import Protocol

from scheduler_core.objects.cel.values import Attribute
from scheduler_core.objects.device_slices import Device
from scheduler_core.objects.devices import DeviceConstraint


class Constraint(Protocol):
    """A constraint in one search. `base` is the name of the device's request, `name` that of the chosen
    alternative (`request/alternative`), or of the request itself."""

    def add(self, base: str, name: str, device: Device) -> bool:
        """Notes the device as chosen, unless the constraint forbids it; whether it is allowed."""
        ...

    def remove(self, base: str, name: str, device: Device) -> None:
        """Takes back an `add` that was allowed."""
        ...


def constraint_of(constraint: DeviceConstraint) -> Constraint | None:
    """The constraint of a claim, before any device is chosen; None for one of an unknown kind."""
    if constraint.match_attribute:
        return _Match(constraint)
    return _Distinct(constraint) if constraint.distinct_attribute else None


def _concerns(constraint: DeviceConstraint, base: str, name: str) -> bool:
    names = constraint.requests
    return not names or base in names or name in names


def _equal(value: Attribute, other: Attribute) -> bool:
    return type(value) is type(other) and value == other


class _Match:
    """All devices have the value of the first one."""

    def __init__(self, constraint: DeviceConstraint) -> None:
        self._constraint = constraint
        self._value: Attribute | None = None
        self._devices = 0

    def add(self, base: str, name: str, device: Device) -> bool:
        if not _concerns(self._constraint, base, name):
            return True
        value = device.attribute(self._constraint.match_attribute)
        if value is None:
            return False
        if self._devices and (self._value is None or not _equal(value, self._value)):
            return False
        self._value = value
        self._devices += 1
        return True

    def remove(self, base: str, name: str, device: Device) -> None:
        if _concerns(self._constraint, base, name):
            self._devices -= 1


class _Distinct:
    """The devices of different requests have different values.

    Upstream keeps one value a request, so of several devices of the same request only the one that was added
    last counts.
    """

    def __init__(self, constraint: DeviceConstraint) -> None:
        self._constraint = constraint
        self._values: dict[str, Attribute] = {}
        self._devices = 0

    def add(self, base: str, name: str, device: Device) -> bool:
        if not _concerns(self._constraint, base, name):
            return True
        value = device.attribute(self._constraint.distinct_attribute)
        if value is None:
            return False
        if self._devices and any(_equal(value, other) for other in self._values.values()):
            return False
        self._values[base] = value
        self._devices += 1
        return True

    def remove(self, base: str, name: str, device: Device) -> None:
        if _concerns(self._constraint, base, name):
            self._values.pop(base, None)
            self._devices -= 1
