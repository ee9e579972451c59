"""Amounts that a manifest gives as a number or as a percentage.

Source: `intstr.GetScaledValueFromIntOrPercent` (apimachinery, v0.34).
"""

from __future__ import annotations


def scaled(amount: int | str, total: int) -> int:
    """An integer is returned unchanged; a percentage of `total` is rounded up."""
    if isinstance(amount, int):
        return amount
    percent = amount.removesuffix("%")
    return -(-int(percent) * total // 100) if percent.isdigit() else 0
