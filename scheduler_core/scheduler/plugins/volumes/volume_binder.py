"""The volume binder: the volumes that a node offers for a pod's claims, and the writes that bind them.

Source: pkg/scheduler/framework/plugins/volumebinding/binder.go FindPodVolumes, AssumePodVolumes,
BindPodVolumes, bindAPIUpdate, checkBindings, RevertAssumedPodVolumes, component-helpers storage/volume
(v1.34). The scheduler only sets the reference from the volume to the claim, or names the node for the
provisioner; the volume controller completes the binding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.objects.manifest import Json, with_value
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.storage import (
    BOUND_BY_CONTROLLER_ANNOTATION,
    SELECTED_NODE_ANNOTATION,
    ClaimReference,
    CSIStorageCapacity,
    PersistentVolume,
    PersistentVolumeClaim,
    StorageClass,
)
from scheduler_core.objects.volumes import volume_matching
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.api import SchedulerApi
from scheduler_core.scheduler.framework.cycle_state import FixedState
from scheduler_core.scheduler.framework.scores import ShapePoint, broken_line, go_round
from scheduler_core.scheduler.plugins.volumes.csi_translation import affinity_on

NO_PROVISIONER = "kubernetes.io/no-provisioner"
NODE_CONFLICT = "node(s) didn't match PersistentVolume's node affinity"
BIND_CONFLICT = "node(s) didn't find available persistent volumes to bind"
NOT_ENOUGH_SPACE = "node(s) did not have enough free storage"
VOLUME_MISSING = "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)"


@dataclass(frozen=True, slots=True)
class Claims(FixedState):
    """A pod's claims: the bound ones, and those that wait until the pod's node is chosen."""

    bound: tuple[PersistentVolumeClaim, ...]
    delayed: tuple[PersistentVolumeClaim, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a node offers for the pod's claims: `reasons` to refuse the pod, or volumes to bind and claims to
    provision. `capacities` are the bytes that the node has for each of the latter, None where nothing is
    known. With an `error` a volume could not be read, and the attempt fails."""

    reasons: tuple[str, ...] = ()
    bindings: tuple[tuple[PersistentVolumeClaim, PersistentVolume], ...] = ()
    provisions: tuple[PersistentVolumeClaim, ...] = ()
    error: str = ""
    capacities: tuple[int | None, ...] = ()


def plan_volumes(snapshot: Snapshot, claims: Claims, node: NodeInfo) -> Plan:
    """FindPodVolumes. Reasons in upstream's order."""
    affinity_fits, volumes_exist = True, True
    for claim in claims.bound:
        volume = snapshot.volumes.get(claim.volume_name)
        if volume is None:
            volumes_exist = False
            break
        affinity = affinity_on(volume, snapshot.csi_nodes.get(node.name))
        if affinity.error:
            return Plan(error=affinity.error)
        if not affinity.matches(node.labels):
            affinity_fits = False
            break
    fits, enough, delayed = _plan_delayed(snapshot, claims.delayed, node)
    reasons = [
        text
        for refused, text in (
            (not affinity_fits, NODE_CONFLICT),
            (not fits, BIND_CONFLICT),
            (not enough, NOT_ENOUGH_SPACE),
            (not volumes_exist, VOLUME_MISSING),
        )
        if refused
    ]
    return replace(delayed, reasons=tuple(reasons))


def score_of(plan: Plan, shape: tuple[ShapePoint, ...]) -> int:
    """The score of the part of the storage that the pod would use, from 0 to 100: the mean of its storage
    classes, 0 without a claim to place. `shape` gives the score of a utilization. Source: Score,
    buildScorerFunction (v1.37, gate StorageCapacityScoring)."""
    used: dict[str, tuple[int, int]] = {}
    for claim, volume in plan.bindings:
        requested, capacity = used.get(volume.class_name, (0, 0))
        used[volume.class_name] = requested + claim.request.value, capacity + volume.capacity.value
    if not plan.bindings:
        for claim, available in zip(plan.provisions, plan.capacities, strict=True):
            if available is not None:
                requested, _ = used.get(claim.class_name, (0, 0))
                used[claim.class_name] = requested + claim.request.value, available
    if not used:
        return 0
    scores = [
        broken_line(shape, 100 if capacity == 0 or requested > capacity else 100 * requested // capacity)
        for requested, capacity in used.values()
    ]
    return go_round(sum(scores) / len(scores))


def _plan_delayed(
    snapshot: Snapshot, claims: Sequence[PersistentVolumeClaim], node: NodeInfo
) -> tuple[bool, bool, Plan]:
    """Returns whether there are volumes, whether there is enough storage, and the plan without reasons."""
    to_provision: list[PersistentVolumeClaim] = []
    to_match: list[PersistentVolumeClaim] = []
    for claim in claims:
        selected = claim.meta.annotations.get(SELECTED_NODE_ANNOTATION)
        if selected is None:
            to_match.append(claim)
        elif selected == node.name:
            to_provision.append(claim)
        else:
            return False, True, Plan()
    bindings: list[tuple[PersistentVolumeClaim, PersistentVolume]] = []
    chosen: set[str] = set()
    for claim in sorted(to_match, key=lambda entry: entry.request.nano):
        volume = volume_matching.matching_volume(snapshot.volumes, claim, node.labels, chosen)
        if volume is None:
            to_provision.append(claim)
        else:
            chosen.add(volume.meta.name)
            bindings.append((claim, volume))
    capacities: list[int | None] = []
    for claim in to_provision:
        storage_class = snapshot.storage_classes.get(claim.class_name)
        if storage_class is None or storage_class.provisioner in ("", NO_PROVISIONER):
            return False, True, Plan()
        if not _topology_allowed(storage_class, node):
            return False, True, Plan()
        driver = snapshot.csi_drivers.get(storage_class.provisioner)
        if driver is None or not driver.storage_capacity:
            capacities.append(None)
            continue
        capacity = _capacity_for(snapshot, storage_class, claim, node)
        if capacity is None:
            return True, False, Plan()
        capacities.append(capacity.capacity_bytes)
    return True, True, Plan((), tuple(bindings), tuple(to_provision), capacities=tuple(capacities))


def reaches(snapshot: Snapshot, volume: PersistentVolume, node: NodeInfo) -> bool:
    """Whether a bound volume can be used on the node; a migrated one is asked for as its CSI driver would."""
    return affinity_on(volume, snapshot.csi_nodes.get(node.name)).matches(node.labels)


def _topology_allowed(storage_class: StorageClass, node: NodeInfo) -> bool:
    terms = storage_class.allowed_topologies
    return not terms or any(term.matches(node.labels, "") for term in terms)


def _capacity_for(
    snapshot: Snapshot, storage_class: StorageClass, claim: PersistentVolumeClaim, node: NodeInfo
) -> CSIStorageCapacity | None:
    """The first storage capacity that is large enough for the claim and that the node reaches."""
    for capacity in snapshot.storage_capacities.values():
        if (
            capacity.class_name == storage_class.meta.name
            and capacity.size is not None
            and capacity.size.nano >= claim.request.nano
            and capacity.topology is not None
            and capacity.topology.matches(node.labels)
        ):
            return capacity
    return None


@dataclass(frozen=True, slots=True)
class VolumeWork:
    """The writes of PreBind: `bindings` are pairs of a claim's key and a volume's name, `provisions` are the
    keys of claims to provision for `node`."""

    node: str
    bindings: tuple[tuple[str, str], ...]
    provisions: tuple[str, ...]

    @staticmethod
    def of(plan: Plan, node: str) -> VolumeWork:
        return VolumeWork(
            node,
            tuple((claim.meta.key, volume.meta.name) for claim, volume in plan.bindings),
            tuple(claim.meta.key for claim in plan.provisions),
        )

    @property
    def claims(self) -> tuple[str, ...]:
        return (*(claim for claim, _ in self.bindings), *self.provisions)

    @property
    def choices(self) -> tuple[str, ...]:
        """For sentences: claim ← volume, or claim ← node."""
        return (
            *(f"{claim.partition('/')[2]} ← {volume}" for claim, volume in self.bindings),
            *(f"{claim.partition('/')[2]} ← {self.node}" for claim in self.provisions),
        )

    def to_json(self) -> Json:
        return [self.node, [list(pair) for pair in self.bindings], list(self.provisions)]


def assume(plan: Plan, snapshot: Snapshot, node_name: str) -> None:
    """Enters the plan into the snapshot, as if the API server had stored it."""
    for claim, volume in plan.bindings:
        meta = claim.meta
        reference = ClaimReference(meta.namespace, meta.name, meta.uid)
        snapshot.volumes[volume.meta.name] = replace(volume, claim=reference)
    for claim in plan.provisions:
        annotations = {**claim.meta.annotations, SELECTED_NODE_ANNOTATION: node_name}
        snapshot.claims[claim.meta.key] = replace(claim, meta=replace(claim.meta, annotations=annotations))


def write(work: VolumeWork, api: SchedulerApi) -> str:
    """Makes the writes of PreBind; returns the reason of a failure, or ""."""
    for claim_key, name in work.bindings:
        claim, volume = api.get("PersistentVolumeClaim", claim_key), api.get("PersistentVolume", name)
        if not isinstance(claim, PersistentVolumeClaim):
            return f'persistentvolumeclaim "{claim_key.partition("/")[2]}" not found'
        if not isinstance(volume, PersistentVolume):
            return f'persistentvolume "{name}" not found'
        manifest = with_value(volume.manifest, ("spec", "claimRef"), claim_reference(claim))
        annotations = {**volume.meta.annotations, BOUND_BY_CONTROLLER_ANNOTATION: "yes"}
        result = api.replace(
            "PersistentVolume", name, with_value(manifest, ("metadata", "annotations"), annotations)
        )
        if isinstance(result, Refused):
            return result.text
    for claim_key in work.provisions:
        claim = api.get("PersistentVolumeClaim", claim_key)
        if claim is None:
            return f'persistentvolumeclaim "{claim_key.partition("/")[2]}" not found'
        annotations = {**claim.meta.annotations, SELECTED_NODE_ANNOTATION: work.node}
        manifest = with_value(claim.manifest, ("metadata", "annotations"), annotations)
        result = api.replace("PersistentVolumeClaim", claim_key, manifest)
        if isinstance(result, Refused):
            return result.text
    return ""


def done(work: VolumeWork, claims: Mapping[str, PersistentVolumeClaim]) -> bool:
    """Whether the wait is over, because all claims are bound."""
    return all(claim is not None and claim.bound for claim in map(claims.get, work.claims))


def broken(work: VolumeWork, snapshot: Snapshot) -> str:
    """Why the claims can no longer be bound for the pod's node (checkBindings), "" when they can."""
    node = snapshot.get(work.node)
    if node is None:
        return f'failed to get node "{work.node}": node "{work.node}" not found'
    volumes = dict(work.bindings)
    for key in work.claims:
        what = "provisioning pvc" if key in work.provisions else "binding"
        if key in volumes and volumes[key] not in snapshot.volumes:
            return f'failed to check {what}: could not find v1.PersistentVolume "{volumes[key]}"'
        claim = snapshot.claims.get(key)
        if claim is None:
            return f'failed to check {what}: could not find v1.PersistentVolumeClaim "{key}"'
        if key in work.provisions and claim.meta.annotations.get(SELECTED_NODE_ANNOTATION) != work.node:
            return f'provisioning failed for PVC "{claim.meta.name}"'
        volume = snapshot.volumes.get(claim.volume_name) if claim.bound else None
        if volume is not None and not reaches(snapshot, volume, node):
            name = volume.meta.name
            return (
                f'pv "{name}" node affinity doesn\'t match node "{work.node}": no matching NodeSelectorTerms'
            )
    return ""


def forget(work: VolumeWork, api: SchedulerApi, snapshot: Snapshot) -> None:
    """Unreserve: the snapshot shows claims and volumes as in the API server again."""
    for _, name in work.bindings:
        volume = api.get("PersistentVolume", name)
        if isinstance(volume, PersistentVolume):
            snapshot.volumes[name] = volume
        else:
            snapshot.volumes.pop(name, None)
    for key in work.claims:
        claim = api.get("PersistentVolumeClaim", key)
        if isinstance(claim, PersistentVolumeClaim):
            snapshot.claims[key] = claim
        else:
            snapshot.claims.pop(key, None)


def claim_reference(claim: PersistentVolumeClaim) -> Json:
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "namespace": claim.meta.namespace,
        "name": claim.meta.name,
        "uid": claim.meta.uid,
    }
