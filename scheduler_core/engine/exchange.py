"""Another object in the start of a run, without opening the run again.

A pod that waits is read by nobody but its scheduler until it is tried first, as far as certain fields of its
spec go; the amounts of a node are read by the scheduler and the node's kubelet alone. Where only such fields
differ, the object is put in the place of the old one in the store and in what these actors remember. The
world is then the one to which a run leads that began with the other object (same hash); in all other cases
there is no answer, and the run has to be opened again.
"""

from __future__ import annotations

from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.board.actor_states import running_scheduler
from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import Manifest
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod

READ_WHEN_TRIED = frozenset(
    ("affinity", "containers", "initContainers", "nodeSelector", "topologySpreadConstraints")
)
"""Fields of a pod's spec that nothing reads before the pod is tried. Of containers only the resources may
differ. A ResourceQuota reads them, too."""
_AMOUNTS = frozenset(("allocatable", "capacity"))


def with_exchanged(world: World, kind: str, key: str, manifest: Manifest) -> World | None:
    """A copy of the world in which this object was another one from the start; None where that cannot be said
    without opening the run again. `manifest` is the object as the start state would hold it."""
    if _lags(world):
        return None
    twin = world.copy()
    old = twin.api.get(kind, key)
    if isinstance(old, Pod):
        done = _exchange_pod(twin, old, manifest)
    elif isinstance(old, Node):
        done = world.seq == 0 and _exchange_node(twin, old, manifest)
    else:
        done = False
    if not done:
        return None
    new = twin.api.get(kind, key)
    twin.look_again(WatchEvent(EventType.MODIFIED, kind, key, old, new))
    return twin


def _lags(world: World) -> bool:
    """Whether some actor may have another view of an object than the store."""
    cluster = world.cluster
    return bool(cluster.second_instances or cluster.network.late or cluster.delayed or cluster.caches)


def _exchange_pod(world: World, old: Pod, manifest: Manifest) -> bool:
    scheduler = running_scheduler(world.cluster)
    quotas = world.api.objects("ResourceQuota").values()
    if scheduler is None or old.node_name or any(quota.meta.namespace == old.namespace for quota in quotas):
        return False
    new = world.api.exchange("Pod", old.key, manifest)
    if not isinstance(new, Pod) or not scheduler.exchange_pod(new):
        return False
    world.cluster.agenda.touched(world.cluster.components.scheduler_name)
    return True


def _exchange_node(world: World, old: Node, manifest: Manifest) -> bool:
    new = Node.parse(manifest)
    before, after = old.status_manifest, new.status_manifest
    differing = {name for name in (*before, *after) if before.get(name) != after.get(name)}
    scheduler, host = running_scheduler(world.cluster), world.cluster.host(old.name)
    same = {**old.manifest, "status": None} == {**manifest, "status": None}
    if not (differing <= _AMOUNTS and same) or scheduler is None or host is None:
        return False
    world.api.exchange("Node", old.name, manifest)
    scheduler.exchange_node(new)
    host.exchange_node(new)
    world.cluster.stir(world.cluster.components.kubelet_name(old.name))
    world.cluster.agenda.touched(world.cluster.components.scheduler_name)
    return True
