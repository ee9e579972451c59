"""What VolumeBinding says of a pod in a cluster of two zones, and what it plans there."""

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.plugins.volumes.volume_binder import VolumeWork
from scheduler_core.scheduler.plugins.volumes.volume_binding import VolumeBinding
from tests.core.scheduler.builders import node
from tests.core.scheduler.plugins.plugin_answers import decided
from tests.core.scheduler.plugins.storage import (
    Stored,
    storage_class,
    with_storage,
)

PLUGIN = "VolumeBinding"
A, B = node("a", zone="z1"), node("b", zone="z2")
CONFLICT = "node(s) didn't match PersistentVolume's node affinity"
NOTHING = "node(s) didn't find available persistent volumes to bind"
STATIC = storage_class(provisioner="kubernetes.io/no-provisioner")


def refusals(waiting: PodInfo, *stored: Stored) -> dict[str, tuple[str, ...]]:
    """Node → reasons of this plugin."""
    decision = decided(with_storage(A, B, *stored), waiting)
    assert not decision.prefilter.rejected, decision.prefilter
    return {
        name: verdict.status.reasons
        for name, verdict in decision.nodes.items()
        if verdict.status.plugin == PLUGIN
    }


def before(waiting: PodInfo, *stored: Stored) -> tuple[str, tuple[str, ...]]:
    """Plugin and reasons of the refusal before any node."""
    status = decided(with_storage(A, B, *stored), waiting).prefilter
    return status.plugin, status.reasons


def work_of(snapshot: Snapshot, waiting: PodInfo, node_name: str) -> VolumeWork | None:
    """What Reserve keeps for PreBind."""
    reserved = VolumeBinding().reserve(snapshot, waiting, node_name).reserved
    assert reserved is None or isinstance(reserved, VolumeWork)
    return reserved
