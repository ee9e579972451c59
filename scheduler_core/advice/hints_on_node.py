"""What keeps a pod from being ready on its node: sentences about the node, its volumes and its containers."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.actor import Message, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.controllers.volume.attachments import releases_volumes
from scheduler_core.objects.manifest import find, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.storage import VolumeAttachment
from scheduler_core.objects.volumes.attachable import (
    allows_many_nodes,
    attachable_volumes,
    claim_keys,
    unique_volume_name,
    volumes_attached,
)

USERS_NAMED = 3


def hints_on_node(api: ApiServer, pod: Pod) -> tuple[Message, ...]:
    """Sentences about a pod that has a node and is not ready there; empty for any other pod."""
    if not pod.node_name or pod.finished or (pod.ready and not pod.terminating):
        return ()
    node = api.nodes.get(pod.node_name)
    ready = None if node is None else node.condition("Ready")
    if ready is not None and ready.status == "Unknown":
        return (message("advice.hint_silent", node=pod.node_name),)
    if pod.terminating:
        return ()
    elsewhere = tuple(_attached_elsewhere(api, pod))
    return elsewhere or (*_containers(pod), *_gates(pod))


def _attached_elsewhere(api: ApiServer, pod: Pod) -> Iterator[Message]:
    """Volumes that have to be attached here and are attached to another node. Source: attachdetach
    reconciler.go `reportMultiAttachError` (v1.34)."""
    claims, volumes = api.objects("PersistentVolumeClaim"), api.objects("PersistentVolume")
    node = api.nodes.get(pod.node_name)
    here = () if node is None else volumes_attached(node)
    for volume in attachable_volumes(pod, claims, volumes, api.objects("CSIDriver")):
        if allows_many_nodes(volume) or unique_volume_name(volume) in here:
            continue
        for attachment in api.objects("VolumeAttachment").values():
            other = attachment.node_name if isinstance(attachment, VolumeAttachment) else pod.node_name
            if other == pod.node_name or not isinstance(attachment, VolumeAttachment):
                continue
            if attachment.persistent_volume_name == volume.meta.name:
                users = _users(api, pod, other)
                words = {"volume": volume.meta.name, "node": other}
                if users:
                    yield message("advice.hint_volume_used", **words, pods=users)
                else:
                    yield message("advice.hint_volume_attached", **words)


def _users(api: ApiServer, pod: Pod, node: str) -> tuple[str, ...]:
    """Pods on other nodes that use a PersistentVolumeClaim of this pod."""
    own = set(claim_keys(pod))
    users = [
        other.key
        for other in api.pods.values()
        if other.node_name == node and not releases_volumes(other) and own & set(claim_keys(other))
    ]
    return tuple(users if len(users) <= USERS_NAMED else [*users[:USERS_NAMED], "…"])


def _containers(pod: Pod) -> Iterator[Message]:
    """The containers that are not ready; init containers count while they keep the others waiting."""
    for part in ("initContainerStatuses", "containerStatuses"):
        entries = [*_unready(pod, part)]
        yield from entries
        if entries:
            return


def _unready(pod: Pod, part: str) -> Iterator[Message]:
    sidecars = {container.name for container in pod.spec.init_containers if container.sidecar}
    for entry in pod.container_statuses(part):
        name, reason = text(find(entry, "name")), text(find(entry, "state", "waiting", "reason"))
        init = part == "initContainerStatuses" and name not in sidecars
        ready = find(entry, "started" if name in sidecars else "ready") is True
        if reason:
            yield message("advice.hint_container_waits", container=name, reason=reason)
        elif find(entry, "state", "running") is not None and (init or not ready):
            yield message("advice.hint_init_runs" if init else "advice.hint_unready", container=name)


def _gates(pod: Pod) -> Iterator[Message]:
    for gate in pod.readiness_gates:
        name = text(find(gate, "conditionType"))
        condition = pod.status.condition(name)
        if condition is None or condition.status != "True":
            yield message("advice.hint_readiness_gate", gate=name)
