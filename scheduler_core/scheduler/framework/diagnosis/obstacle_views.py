"""What keeps a pod from a node, as the board draws it: the explanations of a refusal as JSON.

The numbers are those of the explanations, which the sentences of `advice` show as well. docs/protocol.md has
the fields of each kind.
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.resources import PODS, amount_text
from scheduler_core.scheduler.framework.diagnosis.explanation import (
    AffinityCount,
    ClaimElsewhere,
    CordonedNode,
    DeviceCount,
    EmptyTerm,
    Explanation,
    NodeTaint,
    Note,
    PortInUse,
    RequiredNodeName,
    ResourceDistance,
    SpreadArithmetic,
    UnboundClaim,
    UndeclaredFeatures,
    UnmetRequirement,
    VolumeCount,
    VolumeElsewhere,
    VolumeInUse,
    VolumeInZone,
)

MOST_OBSTACLES = 8
"""So many obstacles of a node are drawn; the others are counted."""
MOST_PODS = 5
"""Maximum number of pods that an obstacle names."""


def obstacle_views(explanations: Sequence[Explanation]) -> dict[str, Json]:
    """`{obstacles, more}` of one refusal: at most MOST_OBSTACLES, each with its `kind`, and the number of
    the others. A tolerated taint is shown beside one that is not, for it is a gap in the fence."""
    views = [view for entry in explanations if (view := _view(entry)) is not None]
    return {"obstacles": list[Json](views[:MOST_OBSTACLES]), "more": max(0, len(views) - MOST_OBSTACLES)}


def _view(entry: Explanation) -> Json:
    match entry:
        case ResourceDistance():
            return _resource(entry)
        case SpreadArithmetic(ok=False):
            return {
                "kind": "spread",
                "key": entry.key,
                "domain": entry.domain,
                "count": entry.count,
                "self": entry.self_match,
                "most": entry.minimum + entry.max_skew,
                "texts": {"sum": entry.sum, "comparison": entry.comparison},
            }
        case AffinityCount(ok=False):
            kind = "affinity" if entry.rule == "affinity" else "antiAffinity"
            view: dict[str, Json] = {"kind": kind, "key": entry.key, "domain": entry.domain}
            return view if kind == "affinity" else {**view, "count": entry.count, "rule": entry.rule}
        case NodeTaint():
            return {"kind": "taint", "taint": entry.text, "tolerated": entry.tolerated}
        case UnmetRequirement():
            return {"kind": "label", "requirement": entry.requirement, "has": entry.has, "term": entry.term}
        case EmptyTerm():
            return {"kind": "label", "requirement": "", "has": None, "term": entry.term}
        case RequiredNodeName():
            return {"kind": "nodeName", "name": entry.name}
        case CordonedNode():
            return {"kind": "cordon"}
        case UndeclaredFeatures():
            return {"kind": "features", "features": list(entry.features)}
        case PortInUse():
            return {"kind": "port", "port": entry.port, "pods": _some(entry.pods)}
        case VolumeInUse():
            return {"kind": "disk", "claim": entry.claim or None, "pods": _some(entry.pods)}
        case VolumeElsewhere():
            return {"kind": "volume", "claim": entry.claim, "volume": entry.volume}
        case UnboundClaim():
            return {"kind": "volume", "claim": entry.claim, "volume": None}
        case VolumeInZone():
            zones: list[Json] = list(entry.zones[:MOST_PODS])
            return {
                "kind": "zone",
                "volume": entry.volume,
                "key": entry.key,
                "zones": zones,
                "has": entry.has,
            }
        case VolumeCount():
            return {
                "kind": "volumes",
                "driver": entry.driver,
                "used": entry.attached,
                "needs": entry.needed,
                "all": entry.limit,
            }
        case DeviceCount():
            return {
                "kind": "devices",
                "claim": entry.claim,
                "request": entry.request,
                "needs": entry.needs,
                "suitable": entry.suitable,
                "free": entry.free,
            }
        case ClaimElsewhere():
            return {"kind": "devices", "claim": entry.claim, "request": None}
        case Note():
            return {"kind": "note", "text": entry.text}
        case _:
            return None


def _resource(entry: ResourceDistance) -> Json:
    """`free` may be negative where more is requested than the node has; `missing` is what is lacking."""
    amounts = {
        "needs": entry.needs,
        "free": entry.free,
        "missing": entry.needs - entry.free,
        "nominated": entry.nominated,
    }
    return {
        "kind": "pods" if entry.resource == PODS else "resource",
        "resource": entry.resource,
        **amounts,
        "requested": entry.requested,
        "all": entry.allocatable,
        "texts": {name: amount_text(entry.resource, max(amount, 0)) for name, amount in amounts.items()},
    }


def _some(pods: Sequence[str]) -> list[Json]:
    return list(pods) if len(pods) <= MOST_PODS else [*pods[:MOST_PODS], "…"]
