"""What the board shows of claims and volumes."""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects import Pod
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.meta import ObjectMeta
from scheduler_core.objects.node import HOSTNAME_LABEL, ZONE_LABELS
from scheduler_core.objects.resources import bytes_text
from scheduler_core.objects.selection.selectors import NodeSelector, NodeSelectorTerm
from scheduler_core.objects.storage import (
    PersistentVolume,
    PersistentVolumeClaim,
    VolumeAttachment,
)
from scheduler_core.objects.volumes.attachable import claim_keys

_NODE_KEYS = frozenset({HOSTNAME_LABEL, "metadata.name"})
_ZONE_KEYS = frozenset({"zone", *ZONE_LABELS})


def claims_of(pod: Pod) -> list[Json]:
    """Names of the claims that a pod uses, in the order of its volumes; the claim of a generic ephemeral
    volume is `<pod>-<volume>`."""
    return list(dict.fromkeys(key.partition("/")[2] for key in claim_keys(pod)))


def claims_view(api: ApiServer, pod: Pod) -> dict[str, Json] | None:
    """The claims that a pod uses, by name, and whether all of them are bound; `bound` is False also while one
    does not exist. None for a pod without claims."""
    names = claims_of(pod)
    if not names:
        return None
    claims = [api.get("PersistentVolumeClaim", f"{pod.namespace}/{name}") for name in names]
    bound = all(isinstance(claim, PersistentVolumeClaim) and claim.phase == "Bound" for claim in claims)
    return {"names": names, "bound": bound}


def claim_view(claim: PersistentVolumeClaim) -> dict[str, Json]:
    return {
        "key": f"{claim.meta.namespace}/{claim.meta.name}",
        "ns": claim.meta.namespace,
        "name": claim.meta.name,
        "class": claim.class_name or None,
        "request": claim.request.value,
        "requestText": bytes_text(claim.request.value),
        "modes": list(claim.access_modes),
        "volume": claim.volume_name or None,
        "phase": claim.phase or "Pending",
        "state": _state(claim.meta, claim.phase or "Pending"),
    }


def volume_view(volume: PersistentVolume) -> dict[str, Json]:
    claim = volume.claim
    nodes = _tied_to(volume.node_affinity, _NODE_KEYS)
    zones = None if nodes is not None else _tied_to(volume.node_affinity, _ZONE_KEYS)
    return {
        "name": volume.meta.name,
        "capacity": volume.capacity.value,
        "capacityText": bytes_text(volume.capacity.value),
        "modes": list(volume.access_modes),
        "class": volume.class_name or None,
        "driver": volume.csi_driver or None,
        "claim": f"{claim.namespace}/{claim.name}" if claim is not None else None,
        "nodes": None if nodes is None else list[Json](nodes),
        "zone": None if zones is None else ", ".join(zones),
        "phase": volume.phase or "Available",
        "state": _state(volume.meta, volume.phase or "Available"),
        "attached": [],
    }


def _state(meta: ObjectMeta, phase: str) -> str:
    """The word in kubectl's STATUS. Source: printers/internalversion `printPersistentVolumeClaim`."""
    return phase if meta.deletion_at is None else "Terminating"


def attached_to(api: ApiServer, volume: str) -> list[Json]:
    """The nodes to which a volume is attached or being attached."""
    return [
        attachment.node_name
        for attachment in api.objects("VolumeAttachment").values()
        if isinstance(attachment, VolumeAttachment) and attachment.persistent_volume_name == volume
    ]


def _tied_to(affinity: NodeSelector | None, keys: frozenset[str]) -> list[str] | None:
    """The values of `keys` that the terms admit; None when some term admits any value."""
    if affinity is None:
        return None
    admitted: dict[str, None] = {}
    for term in affinity.terms:
        values = [value for options in _admitted_values(term, keys) for value in options]
        if not values:
            return None
        admitted.update(dict.fromkeys(values))
    return list(admitted) or None


def _admitted_values(term: NodeSelectorTerm, keys: frozenset[str]) -> Iterable[tuple[str, ...]]:
    """The values that each `In` requirement of the term admits for one of `keys`."""
    for requirement in (*term.match_expressions, *term.match_fields):
        if requirement.key in keys and requirement.operator == "In":
            yield requirement.values
