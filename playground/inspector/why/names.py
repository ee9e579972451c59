"""How names and amounts are written where room is short."""

from __future__ import annotations

from collections.abc import Sequence

_UNITS = (("Ti", 2**40), ("Gi", 2**30), ("Mi", 2**20), ("Ki", 2**10))
_TAIL = 7
"""The longest tail after the last dash, the dash included, that a cut name keeps."""


def short(key: str) -> str:
    """The name in `namespace/name`."""
    return key.partition("/")[2] or key


def middle_cut(name: str, most: int = 15) -> str:
    """At most `most` characters of a name that keeps its tail: auth-6c9d5f7b8-x8k2p → auth-6c9…-x8k2p."""
    if len(name) <= most:
        return name
    dash = name.rfind("-")
    tail = name[dash:] if dash > 0 and len(name) - dash <= _TAIL else name[-5:]
    return f"{name[: max(3, most - 1 - len(tail))]}…{tail}"


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Each name without the prefix, up to a dash, that all of them share."""
    if len(names) < 2:
        return {name: name for name in names}
    prefix = names[0]
    for name in names:
        while not name.startswith(prefix):
            prefix = prefix[:-1]
    prefix = prefix[: prefix.rfind("-") + 1]
    return {name: name[len(prefix) :] or name for name in names}


def quantity(resource: str, value: int) -> str:
    """As Kubernetes writes it: cpu in millis, memory in binary units, else the number."""
    if resource == "cpu":
        return f"{value}m" if value % 1000 else str(value // 1000)
    if resource in ("memory", "ephemeral-storage") or resource.startswith("hugepages-"):
        for unit, size in _UNITS:
            if value and value % size == 0:
                return f"{value // size}{unit}"
        return f"{value / 2**20:.1f}Mi" if abs(value) >= 2**20 else str(value)
    return str(value)


def grouped(number: int) -> str:
    """Groups of three with no-break spaces between: 4000 → 4 000."""
    return f"{number:,}".replace(",", "\u00a0")


def cpu(milli: int) -> str:
    """`2 cpu`, `2.5 cpu`, `500m`."""
    return f"{milli / 1000:g} cpu" if milli >= 1000 and milli % 100 == 0 else f"{milli}m"
