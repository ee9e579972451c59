"""VolumeZone: bound volumes with zone or region labels must be reachable from the node.

Source: pkg/scheduler/framework/plugins/volumezone (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.objects.node import REGION_LABELS, ZONE_LABELS
from scheduler_core.objects.storage import PersistentVolume, PersistentVolumeClaim, StorageClass
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState, FixedState, StateKey
from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation, VolumeInZone
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.interface import PRE_FILTER_OK, PRE_FILTER_SKIP, PreFilterResult
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.status import SUCCESS, Status, unresolvable
from scheduler_core.scheduler.plugins.volumes.pod_volumes import (
    CLAIM_NOT_FOUND,
    claim_not_found,
    claim_uses,
    uses_claim,
)
from scheduler_core.scheduler.plugins.volumes.volume_binding import WAIT_FOR_FIRST_CONSUMER

NAME = "VolumeZone"
UNNAMED_CLAIM = "PersistentVolumeClaim had no name"
VOLUME_NOT_FOUND = 'persistentvolume "%(volume)s" not found'
CLASS_NOT_FOUND = 'storageclass.storage.k8s.io "%(class)s" not found'
NO_BINDING_MODE = 'VolumeBindingMode not set for StorageClass "%(class)s"'
CONFLICT = unresolvable(NAME, "node(s) had no available volume zone")

TOPOLOGY_LABELS = (*ZONE_LABELS, *REGION_LABELS)
GA_LABELS = dict((ZONE_LABELS, REGION_LABELS))


@dataclass(frozen=True, slots=True)
class _Topologies(FixedState):
    """Pairs (label key, values) of the pod's volumes."""

    entries: tuple[tuple[str, frozenset[str]], ...]


_KEY: StateKey[_Topologies] = StateKey(NAME)


def topologies(volume: PersistentVolume) -> tuple[tuple[str, frozenset[str]], ...]:
    """The topology labels of a volume. A value may list zones separated by two underscores; a list with an
    empty zone is ignored."""
    pairs: list[tuple[str, frozenset[str]]] = []
    for key in TOPOLOGY_LABELS:
        parts = [part.strip() for part in volume.meta.labels.get(key, "").split("__")]
        if all(parts):
            pairs.append((key, frozenset(parts)))
    return tuple(pairs)


def within(labels: Mapping[str, str], key: str, values: frozenset[str]) -> bool:
    """Whether the node's label is among the values. For a missing beta label the one that replaced it
    counts."""
    return labels.get(key, labels.get(GA_LABELS.get(key, key))) in values


class VolumeZone:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = (
        *reasons_at(
            "preFilter", UNNAMED_CLAIM, CLAIM_NOT_FOUND, VOLUME_NOT_FOUND, CLASS_NOT_FOUND, NO_BINDING_MODE
        ),
        *reasons_at("filter", *CONFLICT.reasons),
    )
    reads: ClassVar[Reads] = Reads.POD | Reads.NODE | Reads.CLUSTER

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        required = _topologies_of(snapshot, pod)
        if isinstance(required, Status):
            return PreFilterResult(required)
        if not required.entries:
            return PRE_FILTER_SKIP
        state.write(_KEY, required)
        return PRE_FILTER_OK

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        """This method compares the zones. Where PreFilter is disabled, it looks up the volumes itself."""
        required = state.read(_KEY) if state.has(_KEY) else _topologies_of(state.snapshot, pod)
        if isinstance(required, Status):
            return required
        labels = node.labels
        if not any(key in labels for key in TOPOLOGY_LABELS):
            return SUCCESS
        return SUCCESS if all(within(labels, key, values) for key, values in required.entries) else CONFLICT

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        snapshot, labels = state.snapshot, node.labels
        entries: list[Explanation] = []
        for use in claim_uses(pod, ephemeral=False):
            claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
            volume = snapshot.volumes.get(claim.volume_name) if claim is not None else None
            if volume is None:
                continue
            for key, zones in topologies(volume):
                if not within(labels, key, zones):
                    has = labels.get(key, labels.get(GA_LABELS.get(key, key)))
                    entries.append(VolumeInZone(volume.meta.name, key, tuple(sorted(zones)), has))
        return tuple(entries)

    def events_to_register(self) -> Sequence[Registration]:
        both = Action.ADD | Action.UPDATE
        return (
            Registration(Resource.STORAGE_CLASS, Action.ADD, _after_class),
            Registration(Resource.NODE, Action.ADD | Action.UPDATE_NODE_LABEL),
            Registration(Resource.PERSISTENT_VOLUME_CLAIM, both, _after_claim),
            Registration(Resource.PERSISTENT_VOLUME, both, _after_volume),
        )


def _topologies_of(snapshot: Snapshot, pod: PodInfo) -> _Topologies | Status:
    """The zones and regions of the pod's volumes (getPVbyPod), or why the pod is refused."""
    if not pod.pod.spec.volumes:
        return _Topologies(())
    pairs: list[tuple[str, frozenset[str]]] = []
    for use in claim_uses(pod, ephemeral=False):
        if not use.name:
            return unresolvable(NAME, UNNAMED_CLAIM)
        claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
        if claim is None:
            return unresolvable(NAME, claim_not_found(use.name))
        if not claim.volume_name:
            text = _why_unbound(snapshot, claim)
            if text:
                return unresolvable(NAME, text)
            continue
        volume = snapshot.volumes.get(claim.volume_name)
        if volume is None:
            return unresolvable(NAME, VOLUME_NOT_FOUND % {"volume": claim.volume_name})
        pairs.extend(topologies(volume))
    return _Topologies(tuple(pairs))


def _why_unbound(snapshot: Snapshot, claim: PersistentVolumeClaim) -> str:
    """Why a claim without a volume is refused; "" when it only waits for its first consumer."""
    if not claim.class_name:
        return "PersistentVolumeClaim had no pv name and storageClass name"
    storage_class = snapshot.storage_classes.get(claim.class_name)
    if storage_class is None:
        return CLASS_NOT_FOUND % {"class": claim.class_name}
    if storage_class.binding_mode is None:
        return NO_BINDING_MODE % {"class": claim.class_name}
    if storage_class.binding_mode == WAIT_FOR_FIRST_CONSUMER:
        return ""
    return "PersistentVolume had no name"


def _after_class(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    return isinstance(new, StorageClass) and new.binding_mode == WAIT_FOR_FIRST_CONSUMER


def _after_claim(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    return isinstance(new, PersistentVolumeClaim) and uses_claim(
        pod, new.meta.namespace, new.meta.name, ephemeral=False
    )


def _after_volume(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    if not isinstance(old, PersistentVolume):
        return True
    return isinstance(new, PersistentVolume) and topologies(old) != topologies(new)
