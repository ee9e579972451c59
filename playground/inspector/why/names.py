"""How names and amounts are written where room is short."""

from __future__ import annotations

from collections.abc import Sequence

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
    """Each name without the domain, from its first dot, and the prefix, up to a dash, that all names of this
    domain share, as far as what is left is still different.

    What is left of each name is no bare figure, which a column headed `1` would be: `node-1` and `node-2`
    stay whole; of `gke-pool-node-1` and `gke-pool-node-2`, `node-1` and `node-2` are left.
    """
    if len(names) < 2:
        return {name: name for name in names}
    families: dict[str, list[str]] = {}
    for name in names:
        families.setdefault(name.partition(".")[2], []).append(name)
    shortened: dict[str, str] = {}
    for members in families.values():
        stems = _without_prefix([name.partition(".")[0] for name in members])
        shortened |= {name: stems[name.partition(".")[0]] for name in members}
    if len(set(shortened.values())) == len(set(names)):
        return {name: shortened[name] for name in names}
    return _without_prefix(names)


def _without_prefix(names: Sequence[str]) -> dict[str, str]:
    if len(names) < 2:
        return {name: name for name in names}
    prefix = names[0]
    for name in names:
        while not name.startswith(prefix):
            prefix = prefix[:-1]
    prefix = prefix[: prefix.rfind("-") + 1]
    while prefix and not all(_no_figure(name[len(prefix) :]) for name in names):
        prefix = prefix[: prefix.rfind("-", 0, -1) + 1]
    return {name: name[len(prefix) :] for name in names}


def _no_figure(rest: str) -> bool:
    return any(map(str.isalpha, rest)) or "-" in rest[1:-1]


def cpu(amount: str) -> str:
    """An amount of CPU as Kubernetes writes it, with its unit where it has none: `2 cpu`, `500m`."""
    return amount if amount.endswith("m") else f"{amount} cpu"
