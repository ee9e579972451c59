"""The scheduler's integers as Kubernetes writes quantities: 500m, 2Gi, 3."""

from __future__ import annotations

_UNITS = (("Ti", 2**40), ("Gi", 2**30), ("Mi", 2**20), ("Ki", 2**10))
_IN_BYTES = ("memory", "ephemeral-storage")


def amount_text(resource: str, amount: int) -> str:
    """cpu in milli-CPU, memory, storage and huge pages in bytes, all others as numbers; exact."""
    if resource == "cpu":
        return f"{amount}m" if amount % 1000 else str(amount // 1000)
    if resource in _IN_BYTES or resource.startswith("hugepages-"):
        for unit, size in _UNITS:
            if amount and amount % size == 0:
                return f"{amount // size}{unit}"
    return str(amount)
