"""Amounts of resources: how they are read from a ResourceList, counted and written.

Source: component-helpers resource.PodRequests (v0.34), gates PodLevelResources and SidecarContainers on.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json, mapping
from scheduler_core.objects.scalars.quantity import ZERO, Quantity, parse_quantity

CPU = "cpu"
MEMORY = "memory"
EPHEMERAL_STORAGE = "ephemeral-storage"
PODS = "pods"

ResourceList = Mapping[str, Quantity]


def parse_resource_list(value: Json) -> dict[str, Quantity]:
    """The amounts of a manifest's ResourceList, rounded up to thousandths. Values that are not quantities are
    left out; validation has reported them."""
    amounts: dict[str, Quantity] = {}
    for name, amount in mapping(value).items():
        if isinstance(amount, (str, int, float)):
            try:
                amounts[name] = parse_quantity(amount).rounded_to_milli()
            except ValueError:
                continue
    return amounts


def units(name: str, amount: Quantity) -> int:
    """The integer that the scheduler counts: milli-CPU for cpu, whole units (bytes) for everything else."""
    return amount.milli_value if name == CPU else amount.value


_BINARY_UNITS = (("Ti", 2**40), ("Gi", 2**30), ("Mi", 2**20), ("Ki", 2**10))
_IN_BYTES = (MEMORY, EPHEMERAL_STORAGE)


def amount_text(name: str, amount: int) -> str:
    """An exact amount as Kubernetes writes it: 500m, 2, 2Gi. `amount` is an integer from `units`.

    All parts that show amounts use this text, so that one amount is always written in one way.
    """
    if name == CPU:
        return f"{amount}m" if amount % 1000 else str(amount // 1000)
    return bytes_text(amount) if is_in_bytes(name) else str(amount)


def is_in_bytes(name: str) -> bool:
    """Whether the amounts of a resource are bytes."""
    return name in _IN_BYTES or name.startswith("hugepages-")


def bytes_text(amount: int) -> str:
    """Bytes in the largest binary unit that leaves no fraction: 2Gi, 1536Mi, 2097153."""
    for unit, size in _BINARY_UNITS:
        if amount and amount % size == 0:
            return f"{amount // size}{unit}"
    return str(amount)


def rounded_bytes_text(amount: int) -> str:
    """A measured number of bytes, rounded for reading: whole Gi exactly, otherwise Mi, and from 10 000 Mi on
    tenths of a Gi."""
    if amount % 2**30 == 0:
        return bytes_text(amount)
    rounded_mi = (amount + 2**19) // 2**20
    if abs(rounded_mi) < 10_000:
        return f"{rounded_mi}Mi"
    tenths = (rounded_mi * 10 + 512) // 1024
    return f"{tenths // 10}.{tenths % 10}Gi" if tenths % 10 else f"{tenths // 10}Gi"


def add(left: ResourceList, right: ResourceList) -> dict[str, Quantity]:
    total = dict(left)
    for name, amount in right.items():
        total[name] = total[name] + amount if name in total else amount
    return total


def highest(left: ResourceList, right: ResourceList) -> dict[str, Quantity]:
    """The larger amount of each resource of both lists."""
    largest = dict(left)
    for name, amount in right.items():
        if name not in largest or amount.nano > largest[name].nano:
            largest[name] = amount
    return largest


def get(amounts: ResourceList, name: str) -> Quantity:
    return amounts.get(name, ZERO)
