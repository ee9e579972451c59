"""The rows of a verdict as the core's sentences about obstacles, for Why, /explain and exports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playground.texts.messages import say


def lacking(row: Mapping[str, Any], nominated: Sequence[str]) -> str:
    """A row of `distance`: the needed and the free amount. `nominated`: keys of nominated pods that count."""
    texts = row["texts"]
    args = {"resource": row["resource"], "needs": texts["needs"], "free": texts["free"]}
    if not row.get("nominated"):
        return say({"id": "obstacle.resource", "args": args})
    held = {"held": texts["nominated"], "pods": list(nominated)}
    return say({"id": "obstacle.resource_nominated", "args": args | held})


def skewed(row: Mapping[str, Any]) -> str:
    """A row of `spread` that is not ok: the resulting skew, or the label that the node lacks."""
    if row["domain"] is None:
        return without_label(row["key"])
    args = {"key": row["key"], "domain": row["domain"], "sum": row["texts"]["sum"], "maxSkew": row["maxSkew"]}
    return say({"id": "obstacle.spread", "args": args})


def without_label(key: str) -> str:
    return say({"id": "obstacle.no_label", "args": {"key": key}})
