"""VolumeBinding: checks that a node has volumes for the pod's claims or can have them provisioned, and binds
them.

Source: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go (v1.34, v1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.actor import message
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.storage import (
    MIGRATED_PLUGINS_ANNOTATION,
    CSIDriver,
    CSINode,
    CSIStorageCapacity,
    PersistentVolumeClaim,
    StorageClass,
)
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.binding import (
    NOTHING_RESERVED,
    NOTHING_TO_DO,
    WAIT,
    BindingHandle,
    PreBindResult,
    Reserved,
    ReserveResult,
)
from scheduler_core.scheduler.framework.cycle_state import CycleState, StateKey
from scheduler_core.scheduler.framework.diagnosis.explanation import (
    Explanation,
    UnboundClaim,
    VolumeElsewhere,
)
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.interface import PRE_FILTER_OK, PRE_FILTER_SKIP, PreFilterResult
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.scores import ShapePoint
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Code, Status, failed, unresolvable
from scheduler_core.scheduler.plugins.volumes.pod_volumes import (
    CLAIM_NOT_FOUND,
    NOT_OWNER,
    claim_not_found,
    claim_uses,
    created_for,
    inline_csi_drivers,
    not_owner,
    uses_claim,
)
from scheduler_core.scheduler.plugins.volumes.volume_binder import (
    BIND_CONFLICT,
    NODE_CONFLICT,
    NOT_ENOUGH_SPACE,
    VOLUME_MISSING,
    Claims,
    VolumeWork,
    assume,
    broken,
    done,
    forget,
    plan_volumes,
    reaches,
    score_of,
    write,
)

NAME = "VolumeBinding"
EPHEMERAL_MISSING = 'waiting for ephemeral volume controller to create the persistentvolumeclaim "%(claim)s"'
CLAIM_LOST = 'persistentvolumeclaim "%(claim)s" bound to non-existent persistentvolume "%(volume)s"'
CLAIM_DELETED = 'persistentvolumeclaim "%(claim)s" is being deleted'
UNBOUND_IMMEDIATE = unresolvable(NAME, "pod has unbound immediate PersistentVolumeClaims")
WAIT_FOR_FIRST_CONSUMER = "WaitForFirstConsumer"


_KEY: StateKey[Claims] = StateKey(NAME)


@dataclass(frozen=True, slots=True)
class VolumeBindingArgs:
    """The shape of the score over the utilization of the storage: by default the free part."""

    plugin: ClassVar[str] = NAME
    shape: tuple[ShapePoint, ...] = (ShapePoint(0, 100), ShapePoint(100, 0))


class VolumeBinding:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = (
        *reasons_at(
            "preFilter",
            EPHEMERAL_MISSING,
            CLAIM_NOT_FOUND,
            CLAIM_LOST,
            CLAIM_DELETED,
            NOT_OWNER,
            *UNBOUND_IMMEDIATE.reasons,
        ),
        *reasons_at("filter", NODE_CONFLICT, BIND_CONFLICT, NOT_ENOUGH_SPACE, VOLUME_MISSING),
    )
    reads: ClassVar[Reads] = Reads.POD | Reads.NODE | Reads.CLUSTER
    timeout_ms: ClassVar[int] = 600_000
    poll_ms: ClassVar[int] = 1_000
    timed_out: ClassVar[str] = "binding volumes: context deadline exceeded"

    def __init__(self, args: VolumeBindingArgs | None = None, release: Release = BASELINE) -> None:
        self._scores = release.storage_capacity_scoring
        self._shape = (args or VolumeBindingArgs()).shape

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        uses = tuple(claim_uses(pod)) if pod.pod.spec.volumes else ()
        if not uses:
            return PRE_FILTER_SKIP
        claims: list[PersistentVolumeClaim] = []
        for use in uses:
            claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
            if claim is None:
                text = EPHEMERAL_MISSING % {"claim": use.name} if use.ephemeral else claim_not_found(use.name)
                return PreFilterResult(unresolvable(NAME, text))
            if claim.phase == "Lost":
                text = CLAIM_LOST % {"claim": use.name, "volume": claim.volume_name}
                return PreFilterResult(unresolvable(NAME, text))
            if claim.meta.deletion_at is not None:
                return PreFilterResult(unresolvable(NAME, CLAIM_DELETED % {"claim": use.name}))
            if use.ephemeral and not created_for(claim, pod):
                return PreFilterResult(unresolvable(NAME, not_owner(claim, pod)))
            claims.append(claim)
        bound = tuple(claim for claim in claims if claim.bound)
        delayed = tuple(claim for claim in claims if not claim.bound and _is_delayed(snapshot, claim))
        if len(bound) + len(delayed) < len(claims):
            return PreFilterResult(UNBOUND_IMMEDIATE)
        state.write(_KEY, Claims(bound, delayed))
        return PRE_FILTER_OK

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        plan = plan_volumes(state.snapshot, state.read(_KEY), node)
        if plan.error:
            return failed(NAME, plan.error)
        return unresolvable(NAME, *plan.reasons) if plan.reasons else SUCCESS

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        snapshot = state.snapshot
        entries: list[Explanation] = []
        for use in claim_uses(pod):
            claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
            if claim is None:
                continue
            volume = snapshot.volumes.get(claim.volume_name) if claim.volume_name else None
            if volume is not None and not reaches(snapshot, volume, node):
                entries.append(VolumeElsewhere(use.name, volume.meta.name))
            elif not claim.bound:
                entries.append(UnboundClaim(use.name))
        return tuple(entries)

    def pre_score(
        self, state: CycleState, snapshot: Snapshot, pod: PodInfo, nodes: Sequence[NodeInfo]
    ) -> Status:
        """Skips scoring without the gate StorageCapacityScoring (off before 1.37)."""
        return SUCCESS if self._scores else SKIP

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        if not self._scores or not state.has(_KEY):
            return 0
        return score_of(plan_volumes(state.snapshot, state.read(_KEY), node), self._shape)

    def reserve(self, snapshot: Snapshot, pod: PodInfo, node_name: str) -> ReserveResult:
        """Assumes the bindings at once, so that later pods see them (AssumePodVolumes)."""
        if not pod.pod.spec.volumes:
            return NOTHING_RESERVED
        state, node = CycleState(snapshot), snapshot.get(node_name)
        if node is None or self.pre_filter(state, snapshot, pod) is not PRE_FILTER_OK:
            return NOTHING_RESERVED
        plan = plan_volumes(snapshot, state.read(_KEY), node)
        if not (plan.bindings or plan.provisions):
            return NOTHING_RESERVED
        assume(plan, snapshot, node_name)
        return ReserveResult(reserved=VolumeWork.of(plan, node_name))

    def unreserve(
        self, handle: BindingHandle, pod: PodInfo, node_name: str, reserved: Reserved | None
    ) -> None:
        if isinstance(reserved, VolumeWork):
            forget(reserved, handle.api, handle.snapshot)

    def has_work(self, snapshot: Snapshot, pod: PodInfo, reserved: Reserved | None) -> bool:
        return isinstance(reserved, VolumeWork)

    def pre_bind(
        self, handle: BindingHandle, pod: PodInfo, node_name: str, reserved: Reserved | None
    ) -> PreBindResult:
        """Writes the assumed bindings; the binding of the pod waits until the volume controller has completed
        them, for which BindPodVolumes looks every second and not at once."""
        if not isinstance(reserved, VolumeWork):
            return NOTHING_TO_DO
        why = write(reserved, handle.api)
        if why:
            return PreBindResult(Status(Code.ERROR, (why,), NAME))
        return PreBindResult(
            WAIT, message("scheduler.volumes_chosen", pod=pod.name, volumes=reserved.choices)
        )

    def ready(self, snapshot: Snapshot, reserved: Reserved | None) -> bool:
        return not isinstance(reserved, VolumeWork) or done(reserved, snapshot.claims)

    def failure(self, snapshot: Snapshot, pod: PodInfo, node_name: str, reserved: Reserved | None) -> str:
        if not isinstance(reserved, VolumeWork):
            return ""
        why = broken(reserved, snapshot)
        return f"binding volumes: {why}" if why else ""

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


def _migrated(csi_node: CSINode) -> str:
    """The annotation as it is written; upstream compares the texts, so another order is a change too."""
    return csi_node.meta.annotations.get(MIGRATED_PLUGINS_ANNOTATION, "")


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
