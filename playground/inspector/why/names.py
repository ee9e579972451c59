"""Names and amounts in short forms for narrow places."""

from __future__ import annotations

from collections.abc import Sequence

_TAIL = 7
"""The longest ending after the last dash (with the dash) that a cut name keeps."""


def short(key: str) -> str:
    """The name in `namespace/name`."""
    return key.partition("/")[2] or key


def middle_cut(name: str, most: int = 15) -> str:
    """A name cut to at most `most` characters that keeps its ending: auth-6c9d5f7b8-x8k2p →
    auth-6c9…-x8k2p."""
    if len(name) <= most:
        return name
    dash = name.rfind("-")
    tail = name[dash:] if dash > 0 and len(name) - dash <= _TAIL else name[-5:]
    return f"{name[: max(3, most - 1 - len(tail))]}…{tail}"


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Each name without its domain, from the first dot on, and without the prefix, up to a dash, that all
    names of this domain share, as long as the rest stays unique.

    The rest is never a bare number, which would look like a count: `node-1` and `node-2` stay whole; `gke-
    pool-node-1` and `gke-pool-node-2` become `node-1` and `node-2`."""
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
    """An amount of CPU in Kubernetes' notation; whole numbers get a unit: `2 cpu`, `500m`."""
    return amount if amount.endswith("m") else f"{amount} cpu"
