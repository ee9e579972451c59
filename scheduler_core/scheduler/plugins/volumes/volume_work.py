"""PreBind of VolumeBinding: what a pod's volumes need before it can be bound, written and waited for.

Source: pkg/scheduler/framework/plugins/volumebinding/binder.go BindPodVolumes, bindAPIUpdate, checkBindings
(v1.34). The scheduler only points volume and claim at each other, or names the node for the provisioner; the
volume controller completes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.objects.manifest import Json, with_value
from scheduler_core.objects.storage import (
    BOUND_BY_CONTROLLER_ANNOTATION,
    SELECTED_NODE_ANNOTATION,
    PersistentVolume,
    PersistentVolumeClaim,
)
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.api import SchedulerApi
from scheduler_core.scheduler.framework.interface import CycleState
from scheduler_core.scheduler.plugins.volumes.volume_binding import plan_for

BIND_TIMEOUT_MS = 600_000
TIMED_OUT = 'running PreBind plugin "VolumeBinding": binding volumes: context deadline exceeded'


@dataclass(frozen=True, slots=True)
class VolumeWork:
    """`bindings`: (claim's key, volume's name); `provisions`: keys of claims to be provisioned on `node`."""

    node: str
    bindings: tuple[tuple[str, str], ...]
    provisions: tuple[str, ...]

    @property
    def claims(self) -> tuple[str, ...]:
        return (*(claim for claim, _ in self.bindings), *self.provisions)

    @property
    def told(self) -> tuple[str, ...]:
        """For narration: what is chosen for what."""
        return (
            *(f"{claim.partition('/')[2]} ← {volume}" for claim, volume in self.bindings),
            *(f"{claim.partition('/')[2]} ← {self.node}" for claim in self.provisions),
        )

    def to_json(self) -> Json:
        return [self.node, [list(pair) for pair in self.bindings], list(self.provisions)]


def volume_work(snapshot: Snapshot, pod: PodInfo, node: str) -> VolumeWork | None:
    """What is to be done for the pod's volumes on `node`; None: nothing. To be asked before Reserve."""
    if not pod.pod.spec.volumes:
        return None
    plan = plan_for(CycleState(snapshot), snapshot, pod, node)
    if plan is None or not (plan.bindings or plan.provisions):
        return None
    return VolumeWork(
        node,
        tuple((claim.meta.key, volume.meta.name) for claim, volume in plan.bindings),
        tuple(claim.meta.key for claim in plan.provisions),
    )


def write(work: VolumeWork, api: SchedulerApi) -> str:
    """The writes of PreBind; why they failed, or ""."""
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
    """Whether nothing is left to wait for: all claims are bound, or one is gone."""
    found = [claims.get(key) for key in work.claims]
    return None in found or all(claim is not None and claim.bound for claim in found)


def forget(work: VolumeWork, api: SchedulerApi, snapshot: Snapshot) -> None:
    """Unreserve: what was assumed about claims and volumes is what the API server says again."""
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
