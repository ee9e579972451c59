"""VolumeBinding: claims find their volumes, or a place where they can be provisioned.

Source: pkg/scheduler/framework/plugins/volumebinding (volume_binding.go, binder.go), component-helpers
storage/volume (v1.34). PreBind is in scheduler/volume_work.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from scheduler_core.objects.storage import (
    MIGRATED_PLUGINS_ANNOTATION,
    SELECTED_NODE_ANNOTATION,
    ClaimReference,
    CSIDriver,
    CSINode,
    CSIStorageCapacity,
    PersistentVolume,
    PersistentVolumeClaim,
    StorageClass,
)
from scheduler_core.objects.volumes import volume_matching
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.interface import (
    PRE_FILTER_OK,
    PRE_FILTER_SKIP,
    SKIP,
    SUCCESS,
    CycleState,
    PreFilterResult,
    StateKey,
    Status,
    unresolvable,
)
from scheduler_core.scheduler.plugins.volumes.pod_volumes import (
    claim_not_found,
    claim_uses,
    inline_csi_drivers,
    made_for,
    uses_claim,
)

NAME = "VolumeBinding"
UNBOUND_IMMEDIATE = unresolvable(NAME, "pod has unbound immediate PersistentVolumeClaims")
NODE_CONFLICT = "node(s) didn't match PersistentVolume's node affinity"
BIND_CONFLICT = "node(s) didn't find available persistent volumes to bind"
NOT_ENOUGH_SPACE = "node(s) did not have enough free storage"
VOLUME_MISSING = "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)"

WAIT_FOR_FIRST_CONSUMER = "WaitForFirstConsumer"
NO_PROVISIONER = "kubernetes.io/no-provisioner"


@dataclass(frozen=True, slots=True)
class _Claims:
    bound: tuple[PersistentVolumeClaim, ...]
    delayed: tuple[PersistentVolumeClaim, ...]

    def clone(self) -> _Claims:
        return self


_KEY: StateKey[_Claims] = StateKey(NAME)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a node would do for the pod's claims: refusal `reasons`, or volumes to bind and claims to
    provision."""

    reasons: tuple[str, ...] = ()
    bindings: tuple[tuple[PersistentVolumeClaim, PersistentVolume], ...] = ()
    provisions: tuple[PersistentVolumeClaim, ...] = ()


class VolumeBinding:
    name: ClassVar[str] = NAME
    node_local: ClassVar[bool] = False

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        uses = tuple(claim_uses(pod)) if pod.pod.spec.volumes else ()
        if not uses:
            return PRE_FILTER_SKIP
        claims: list[PersistentVolumeClaim] = []
        for use in uses:
            claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
            if claim is None:
                text = (
                    "waiting for ephemeral volume controller to create the persistentvolumeclaim "
                    f'"{use.name}"'
                    if use.ephemeral
                    else claim_not_found(use.name)
                )
                return PreFilterResult(unresolvable(NAME, text))
            if claim.phase == "Lost":
                text = (
                    f'persistentvolumeclaim "{use.name}" bound to non-existent persistentvolume '
                    f'"{claim.volume_name}"'
                )
                return PreFilterResult(unresolvable(NAME, text))
            if claim.meta.deletion_at is not None:
                return PreFilterResult(
                    unresolvable(NAME, f'persistentvolumeclaim "{use.name}" is being deleted')
                )
            if use.ephemeral and not made_for(claim, pod):
                text = (
                    f"PVC {claim.meta.key} was not created for pod {pod.namespace}/{pod.name} "
                    "(pod is not owner)"
                )
                return PreFilterResult(unresolvable(NAME, text))
            claims.append(claim)
        bound = tuple(claim for claim in claims if claim.bound)
        delayed = tuple(claim for claim in claims if not claim.bound and _is_delayed(snapshot, claim))
        if len(bound) + len(delayed) < len(claims):
            return PreFilterResult(UNBOUND_IMMEDIATE)
        state.write(_KEY, _Claims(bound, delayed))
        return PRE_FILTER_OK

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        plan = plan_volumes(state.snapshot, state.read(_KEY), node)
        return unresolvable(NAME, *plan.reasons) if plan.reasons else SUCCESS

    def pre_score(
        self, state: CycleState, snapshot: Snapshot, pod: PodInfo, nodes: Sequence[NodeInfo]
    ) -> Status:
        """It scores only with the alpha gate StorageCapacityScoring."""
        return SKIP

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        return 0

    def reserve(self, state: CycleState, snapshot: Snapshot, pod: PodInfo, node_name: str) -> Status:
        """Assumes the bindings at once, so that pods after this one see them."""
        plan = plan_for(state, snapshot, pod, node_name)
        if plan is None:
            return SUCCESS
        for claim, volume in plan.bindings:
            meta = claim.meta
            reference = ClaimReference(meta.namespace, meta.name, meta.uid)
            snapshot.volumes[volume.meta.name] = replace(volume, claim=reference)
        for claim in plan.provisions:
            annotations = {**claim.meta.annotations, SELECTED_NODE_ANNOTATION: node_name}
            snapshot.claims[claim.meta.key] = replace(
                claim, meta=replace(claim.meta, annotations=annotations)
            )
        return SUCCESS

    def unreserve(self, state: CycleState, snapshot: Snapshot, pod: PodInfo, node_name: str) -> None:
        """What was assumed is taken back by whoever called `reserve` (scheduler/volume_work.py)."""

    def events_to_register(self) -> Sequence[Registration]:
        both = Action.ADD | Action.UPDATE
        return (
            Registration(Resource.STORAGE_CLASS, both, _after_class),
            Registration(Resource.PERSISTENT_VOLUME_CLAIM, both, _after_claim),
            Registration(Resource.PERSISTENT_VOLUME, both),
            Registration(Resource.NODE, Action.ADD | Action.UPDATE_NODE_LABEL),
            Registration(Resource.CSI_NODE, both, _after_csi_node),
            Registration(Resource.CSI_DRIVER, Action.UPDATE, _after_driver),
            Registration(Resource.CSI_STORAGE_CAPACITY, both, _after_capacity),
        )


def _is_delayed(snapshot: Snapshot, claim: PersistentVolumeClaim) -> bool:
    if claim.volume_name:
        return False
    storage_class = snapshot.storage_classes.get(claim.class_name)
    return storage_class is not None and storage_class.binding_mode == WAIT_FOR_FIRST_CONSUMER


def plan_for(state: CycleState, snapshot: Snapshot, pod: PodInfo, node_name: str) -> Plan | None:
    """What the chosen node does for the pod's claims; None for a pod without claims."""
    node = snapshot.get(node_name)
    if node is None or VolumeBinding().pre_filter(state, snapshot, pod) is not PRE_FILTER_OK:
        return None
    return plan_volumes(snapshot, state.read(_KEY), node)


def plan_volumes(snapshot: Snapshot, claims: _Claims, node: NodeInfo) -> Plan:
    """FindPodVolumes. Reasons in upstream's order."""
    affinity_fits, all_found = True, True
    for claim in claims.bound:
        volume = snapshot.volumes.get(claim.volume_name)
        if volume is None:
            all_found = False
            break
        if not reaches(volume, node):
            affinity_fits = False
            break
    fits, enough, bindings, provisions = _plan_delayed(snapshot, claims.delayed, node)
    reasons = [
        text
        for refused, text in (
            (not affinity_fits, NODE_CONFLICT),
            (not fits, BIND_CONFLICT),
            (not enough, NOT_ENOUGH_SPACE),
            (not all_found, VOLUME_MISSING),
        )
        if refused
    ]
    return Plan(tuple(reasons), bindings, provisions)


def _plan_delayed(
    snapshot: Snapshot, claims: Sequence[PersistentVolumeClaim], node: NodeInfo
) -> tuple[
    bool,
    bool,
    tuple[tuple[PersistentVolumeClaim, PersistentVolume], ...],
    tuple[PersistentVolumeClaim, ...],
]:
    """(volumes can be had, there is enough storage, static bindings, claims to provision)."""
    to_provision: list[PersistentVolumeClaim] = []
    to_match: list[PersistentVolumeClaim] = []
    for claim in claims:
        selected = claim.meta.annotations.get(SELECTED_NODE_ANNOTATION)
        if selected is None:
            to_match.append(claim)
        elif selected == node.name:
            to_provision.append(claim)
        else:
            return False, True, (), ()
    bindings: list[tuple[PersistentVolumeClaim, PersistentVolume]] = []
    taken: set[str] = set()
    for claim in sorted(to_match, key=lambda entry: entry.request.nano):
        volume = volume_matching.matching_volume(snapshot.volumes, claim, node.labels, taken)
        if volume is None:
            to_provision.append(claim)
        else:
            taken.add(volume.meta.name)
            bindings.append((claim, volume))
    for claim in to_provision:
        storage_class = snapshot.storage_classes.get(claim.class_name)
        if storage_class is None or storage_class.provisioner in ("", NO_PROVISIONER):
            return False, True, (), ()
        if not _allowed_here(storage_class, node):
            return False, True, (), ()
        if not _has_capacity(snapshot, storage_class, claim, node):
            return True, False, (), ()
    return True, True, tuple(bindings), tuple(to_provision)


def reaches(volume: PersistentVolume, node: NodeInfo) -> bool:
    return volume_matching.reaches(volume, node.labels)


def _allowed_here(storage_class: StorageClass, node: NodeInfo) -> bool:
    terms = storage_class.allowed_topologies
    return not terms or any(term.matches(node.labels, "") for term in terms)


def _has_capacity(
    snapshot: Snapshot, storage_class: StorageClass, claim: PersistentVolumeClaim, node: NodeInfo
) -> bool:
    driver = snapshot.csi_drivers.get(storage_class.provisioner)
    if driver is None or not driver.storage_capacity:
        return True
    return any(
        capacity.class_name == storage_class.meta.name
        and capacity.size is not None
        and capacity.size.nano >= claim.request.nano
        and capacity.topology is not None
        and capacity.topology.matches(node.labels)
        for capacity in snapshot.storage_capacities.values()
    )


def _after_class(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    if not isinstance(old, StorageClass):
        return True
    return isinstance(new, StorageClass) and old.allowed_topologies != new.allowed_topologies


def _after_claim(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    return isinstance(new, PersistentVolumeClaim) and uses_claim(pod, new.meta.namespace, new.meta.name)


def _after_csi_node(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    if not isinstance(old, CSINode):
        return True
    return isinstance(new, CSINode) and _migrated(old) != _migrated(new)


def _migrated(csi_node: CSINode) -> frozenset[str]:
    listed = csi_node.meta.annotations.get(MIGRATED_PLUGINS_ANNOTATION, "")
    return frozenset(name for name in listed.split(",") if name)


def _after_driver(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    if not isinstance(old, CSIDriver) or not isinstance(new, CSIDriver):
        return False
    used = new.meta.name in set(inline_csi_drivers(pod))
    return used and old.storage_capacity and not new.storage_capacity


def _after_capacity(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    if not isinstance(old, CSIStorageCapacity):
        return True
    if not isinstance(new, CSIStorageCapacity) or new.size is None:
        return False
    return old.size is None or new.size.nano > old.size.nano
