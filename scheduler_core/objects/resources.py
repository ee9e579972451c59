"""Amounts of resources: exact per container, and what a whole pod effectively requests.

Source: component-helpers resource.PodRequests (v0.34), gates PodLevelResources and SidecarContainers on.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json, mapping
from scheduler_core.objects.quantity import ZERO, Quantity, parse_quantity

CPU = "cpu"
MEMORY = "memory"
EPHEMERAL_STORAGE = "ephemeral-storage"
PODS = "pods"

ResourceList = Mapping[str, Quantity]


def parse_resource_list(value: Json) -> dict[str, Quantity]:
    """A ResourceList of a manifest, amounts rounded up to thousandths; what is no quantity is left out
    (validation has said so before)."""
    amounts: dict[str, Quantity] = {}
    for name, amount in mapping(value).items():
        if isinstance(amount, (str, int, float)):
            try:
                amounts[name] = parse_quantity(amount).rounded_to_milli()
            except ValueError:
                continue
    return amounts


def units(name: str, amount: Quantity) -> int:
    """What the scheduler counts in: milli-CPU for cpu, whole units (bytes) for everything else."""
    return amount.milli_value if name == CPU else amount.value


def add(left: ResourceList, right: ResourceList) -> dict[str, Quantity]:
    total = dict(left)
    for name, amount in right.items():
        total[name] = total[name] + amount if name in total else amount
    return total


def highest(left: ResourceList, right: ResourceList) -> dict[str, Quantity]:
    largest = dict(left)
    for name, amount in right.items():
        if name not in largest or amount.nano > largest[name].nano:
            largest[name] = amount
    return largest


def get(amounts: ResourceList, name: str) -> Quantity:
    return amounts.get(name, ZERO)
