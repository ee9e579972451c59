"""What a cluster has to look like once everything is healed and time has passed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scheduler_core.engine.look_ahead import quiet
from scheduler_core.engine.world import World
from scheduler_core.objects import Pod
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.lease import Lease
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.resources import CPU, MEMORY, get
from scheduler_core.objects.volumes.attachable import claim_keys
from scheduler_core.objects.workloads import Workload
from tests.core.soak.clusters import HOLD
from tests.core.soak.commands import COMPONENTS
from tests.core.soak.invariants import alive, hosts

Command = dict[str, Any]
_COUNTED = ("StatefulSet", "ReplicaSet", "ReplicationController")
_OUT_OF_SERVICE = "node.kubernetes.io/out-of-service"


def healing(world: World) -> Iterable[Command]:
    """What mends all that commands and faults did, but for what is lost for good."""
    yield {"kind": "heal", "between": None}
    for component in COMPONENTS:
        if component != "scheduler":
            yield {"kind": "start", "component": component}
        if component != "controller-manager":
            yield {"kind": "second", "component": component, "running": False}
    yield {"kind": "scheduler", "running": True}
    for name in ("fencing-controller", "descheduler"):
        yield {"kind": "actor", "name": name, "running": False}
    for name, host in hosts(world):
        if host.hardware.destroyed:
            yield {"kind": "delete", "object": {"kind": "Node", "name": name}}
            continue
        yield {"kind": "power", "node": name, "on": True}
        yield {"kind": "clock", "node": name, "seconds": 0}
        # A kubelet registers its node when it starts.
        if host.kubelet is None or name not in world.api.nodes:
            yield {"kind": "start", "component": f"kubelet/{name}"}
        yield {"kind": "usage", "node": name, "memory": "0"}
        yield {"kind": "uncordon", "node": name}
        for key in ("k", _OUT_OF_SERVICE):
            yield {"kind": "untaint", "node": name, "key": key}
    for key in world.api.pods:
        yield {"kind": "usage", "pod": key, "memory": "10Mi"}
        yield {"kind": "behave", "pod": key, "liveness": True, "readiness": True, "startup": True}


def letting_go(world: World) -> Iterable[Command]:
    """Finalizers of pods that shall go are taken off."""
    for pod in world.api.pods.values():
        if pod.terminating and HOLD in pod.meta.finalizers:
            target = {"kind": "Pod", "namespace": pod.namespace, "name": pod.name}
            yield {"kind": "remove-finalizer", "object": target, "finalizer": HOLD}


def assert_at_rest(world: World) -> None:
    assert quiet(world), (
        f"{dict(world.cluster.agenda.wanting(world.now_ms))} still want something at {world.now_ms}"
    )
    _nodes_are_well(world)
    _no_ghosts(world)
    _nothing_is_left_behind(world)
    for kind in ("Deployment", *_COUNTED, "DaemonSet", "Job"):
        for stored in world.api.objects(kind).values():
            assert isinstance(stored, Workload)
            _is_as_wanted(world, stored)


def _nodes_are_well(world: World) -> None:
    for name, host in hosts(world):
        node = world.api.nodes.get(name)
        if host.hardware.destroyed:
            assert node is None
            continue
        assert node is not None, f"{name} did not register"
        taints = [taint.key for taint in node.taints if taint.key.startswith("node.kubernetes.io/")]
        assert (True, []) == (node.ready, taints), f"{name}: ready {node.ready}, taints {taints}"
        lease = world.api.get("Lease", f"kube-node-lease/{name}")
        assert lease is None or (isinstance(lease, Lease) and lease.renewing)


def _no_ghosts(world: World) -> None:
    stored = {pod.uid: pod for pod in world.api.pods.values()}
    living = {process.pod.uid: node for node, process in alive(world)}
    for uid, node in living.items():
        assert uid in stored, f"a ghost lives on {node}"
        assert stored[uid].node_name == node
    for uid, pod in stored.items():
        assert not pod.terminating, f"{pod.key} never goes"
        assert uid in living or pod.finished or not pod.ready, f"{pod.key} is ready and has no process"
    shown = [key for key in world.picture.board.views if key[0] == "process"]
    assert not shown, f"{shown} are still shown"


def _nothing_is_left_behind(world: World) -> None:
    uids = {stored.meta.uid for kind in KINDS for stored in world.api.objects(kind).values()}
    namespaces = world.api.objects("Namespace")
    for kind in KINDS:
        for key, stored in world.api.objects(kind).items():
            assert stored.meta.deletion_at is None, f"{kind} {key} never goes"
            owners = [reference.uid for reference in stored.meta.owner_references]
            assert not owners or any(uid in uids for uid in owners), f"{kind} {key} has lost its owners"
            if KINDS[kind].namespaced and namespaces and kind != "Lease":
                run_state = stored.meta.namespace in namespaces or stored.meta.namespace == "default"
                assert run_state, f"{kind} {key} has lost its namespace"
    for pod in world.api.pods.values():
        assert not pod.node_name or pod.node_name in world.api.nodes, f"{pod.key} is on a node that is gone"
    used = {(pod.node_name, claim) for pod in world.api.pods.values() for claim in claim_keys(pod)}
    for attachment in world.api.objects("VolumeAttachment").values():
        volume = world.api.get("PersistentVolume", attachment.persistent_volume_name)  # type: ignore[union-attr]
        assert volume is not None, f"{attachment.meta.name} is about a volume that is gone"
        claim = volume.claim  # type: ignore[union-attr]
        where = attachment.node_name  # type: ignore[union-attr]
        assert (where, f"{claim.namespace}/{claim.name}") in used, f"{volume.meta.name} stays on {where}"


def _of(world: World, owner: Workload) -> list[Pod]:
    return [
        pod
        for pod in world.api.pods.values()
        if (controller := pod.meta.controller) is not None
        and controller.uid == owner.meta.uid
        and not pod.finished
    ]


def _is_as_wanted(world: World, owner: Workload) -> None:
    message = f"{owner.kind} {owner.key}"
    pods = _of(world, owner)
    if owner.kind == "Deployment":
        sets = [
            stored
            for stored in world.api.objects("ReplicaSet").values()
            if isinstance(stored, Workload)
            and (controller := stored.meta.controller) is not None
            and controller.uid == owner.meta.uid
        ]
        pods = [pod for item in sets for pod in _of(world, item)]
        expected = owner.replicas
    elif owner.kind == "DaemonSet":
        expected = len(world.api.nodes)
    elif owner.kind == "Job":
        succeeded = owner.status_manifest.get("succeeded", 0)
        failed = any(item["type"] == "Failed" for item in owner.status_manifest.get("conditions", ()))  # type: ignore[index,call-overload,union-attr]
        done = succeeded == owner.manifest["spec"]["completions"]  # type: ignore[index,call-overload]
        assert done or failed or any(_stuck(world, pod) for pod in pods), f"{message} has not done its work"
        return
    else:
        expected = owner.replicas
    if any(_stuck(world, pod) for pod in pods) or (owner.kind == "StatefulSet" and _name_taken(world, owner)):
        return
    unready = [pod.key for pod in pods if not pod.ready]
    assert (expected, []) == (len(pods), unready), (
        f"{message}: {len(pods)} of {expected} pods, {unready} not ready"
    )


def _stuck(world: World, pod: Pod) -> bool:
    """Whether there is a reason why the pod is not ready: no node has room for it."""
    if pod.node_name:
        return False
    roomy = [
        node.name for node in world.api.nodes.values() if not node.unschedulable and _fits(world, pod, node)
    ]
    assert not roomy, f"{pod.key} waits although {roomy} have room"
    return True


def _fits(world: World, pod: Pod, node: Node) -> bool:
    """Room for a pod without constraints, those of a DaemonSet aside: they are for one node."""
    owner = pod.meta.controller
    if owner is not None and owner.kind == "DaemonSet":
        return False
    there = [
        other for other in world.api.pods.values() if other.node_name == node.name and not other.finished
    ]
    return all(
        get(node.allocatable, what).nano - sum(get(pod_requests(other), what).nano for other in there)
        >= get(pod_requests(pod), what).nano
        for what in (CPU, MEMORY)
    )


def _name_taken(world: World, owner: Workload) -> bool:
    """Whether a pod that is not the set's has the name of one of its pods."""
    names = {f"{owner.meta.namespace}/{owner.meta.name}-{number}" for number in range(owner.replicas)}
    mine = {pod.key for pod in _of(world, owner)}
    return any(key in world.api.pods and key not in mine for key in names)
