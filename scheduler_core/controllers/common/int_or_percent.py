"""Amounts that a manifest gives as a number or as a percentage.

Source: `intstr.GetScaledValueFromIntOrPercent` (apimachinery, v0.34).
"""

from __future__ import annotations

from scheduler_core.objects.scalars.whole_number import whole_number


def scaled(amount: int | str, total: int) -> int:
    """An integer is returned unchanged; a percentage of `total` is rounded up."""
    if isinstance(amount, int):
        return amount
    percent = whole_number(amount.removesuffix("%")) or 0
    return -(-percent * total // 100)
