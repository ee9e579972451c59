"""The attachments of a cluster at one moment: which are needed, which exist, and which may be removed.

Source: pkg/controller/volume/attachdetach (v1.34) `reconciler.reconcile`, `DetermineVolumeAction`,
`reportMultiAttachError`, `nodestatusupdater`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused, Result
from scheduler_core.controllers.common.node_conditions import OUT_OF_SERVICE
from scheduler_core.objects.manifest import Json, find, items, text
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.storage import PersistentVolume, PersistentVolumeClaim, VolumeAttachment
from scheduler_core.objects.volumes.attachable import (
    allows_many_nodes,
    attachable_volumes,
    attacher,
    attachment_name,
    claim_keys,
    unique_volume_name,
    volumes_attached,
    volumes_in_use,
)

Place = tuple[str, str]
"""(volume, node)"""

FORCE_AFTER_MS = 360_000
"""A volume in use on a node that is not ready is detached by force after more than this time."""
_STATUSES = ("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses")


def releases_volumes(pod: Pod) -> bool:
    """Whether the pod no longer needs its volumes: it has finished, or is terminating with no container
    running."""
    if pod.finished:
        return True
    if not pod.terminating:
        return False
    statuses = (entry for name in _STATUSES for entry in pod.container_statuses(name) if entry is not None)
    return all(
        find(entry, "state", "waiting") is not None or find(entry, "state", "terminated") is not None
        for entry in statuses
    )


@dataclass(slots=True)
class Attachments:
    """The attachments at one moment. `desired` maps each place to the pods that need it, `actual` holds the
    VolumeAttachments, and `volumes` are by name.
    """

    desired: dict[Place, list[Pod]] = field(default_factory=dict)
    actual: dict[Place, VolumeAttachment] = field(default_factory=dict)
    volumes: Mapping[str, PersistentVolume] = field(default_factory=dict)

    def nodes_with(self, volume: str) -> list[str]:
        return [node for name, node in self.actual if name == volume]

    def unique_name(self, volume: str) -> str:
        """The unique name of the volume; "" when the volume no longer exists."""
        stored = self.volumes.get(volume)
        return unique_volume_name(stored) if stored is not None else ""


def attachments(api: ApiServer, users: Iterable[str]) -> Attachments:
    """The attachments in the API server's state. `users` are the keys of the pods that use claims."""
    claims, drivers = api.objects("PersistentVolumeClaim"), api.objects("CSIDriver")
    volumes: dict[str, PersistentVolume] = {
        name: volume
        for name, volume in api.objects("PersistentVolume").items()
        if isinstance(volume, PersistentVolume)
    }
    state = Attachments(volumes=volumes)
    for key in users:
        pod = api.pods.get(key)
        if pod is None or not pod.node_name or releases_volumes(pod):
            continue
        for volume in attachable_volumes(pod, claims, volumes, drivers):
            state.desired.setdefault((volume.meta.name, pod.node_name), []).append(pod)
    for attachment in api.objects("VolumeAttachment").values():
        if isinstance(attachment, VolumeAttachment) and attachment.persistent_volume_name:
            state.actual[attachment.persistent_volume_name, attachment.node_name] = attachment
    return state


def out_of_service(node: Node | None) -> bool:
    return node is not None and any(taint.key == OUT_OF_SERVICE for taint in node.taints)


def may_detach(*, in_use: bool, node: Node | None, waited_ms: int) -> bool:
    """Whether a volume that no pod of the node needs may be detached now."""
    healthy = node is not None and node.ready
    return not in_use or out_of_service(node) or (waited_ms > FORCE_AFTER_MS and not healthy)


MULTI_ATTACH = 'Multi-Attach error for volume "%(volume)s" %(why)s'


def multi_attach_texts(volume: str, waiting: Sequence[Pod], users: Sequence[Pod]) -> list[str]:
    """The messages, one for each waiting pod; `users` are the pods that use the volume on another node."""
    texts: list[str] = []
    for pod in waiting:
        local = [user.name for user in users if user.namespace == pod.namespace]
        others = len(users) - len(local)
        if local:
            why = f"Volume is already used by pod(s) {', '.join(local)}"
            if others:
                why += f" and {others} pod(s) in different namespaces"
        elif others:
            why = f"Volume is already used by {others} pod(s) in different namespaces"
        else:
            why = "Volume is already exclusively attached to one node and can't be attached to another"
        texts.append(MULTI_ATTACH % {"volume": volume, "why": why})
    return texts


def attachment_manifest(name: str, driver: str, place: Place) -> dict[str, Json]:
    volume, node = place
    return {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "VolumeAttachment",
        "metadata": {"name": name},
        "spec": {"attacher": driver, "nodeName": node, "source": {"persistentVolumeName": volume}},
        "status": {"attached": True},
    }


def with_attached(node: Node, unique_name: str, *, attached: bool) -> dict[str, Json]:
    """The node's status with the volume in volumesAttached, or without it."""
    status = dict(node.status_manifest)
    entries = [
        entry for entry in items(status.get("volumesAttached")) if text(find(entry, "name")) != unique_name
    ]
    if attached:
        entries.append({"name": unique_name, "devicePath": ""})
    if entries:
        status["volumesAttached"] = entries
    else:
        status.pop("volumesAttached", None)
    return status


def break_attachment(api: ApiServer, volume: str, node: str, now_ms: int) -> Result:
    """Detaches a volume by force, although a process on the node may still write to it: the input
    `break-attachment`.

    Only the record of the attachment is removed. 404 when there is no such attachment.
    """
    attachment = attachments(api, ()).actual.get((volume, node))
    if attachment is None:
        return Refused(404, "NotFound", f'volume "{volume}" is not attached to node "{node}"')
    stored, pv = api.nodes.get(node), api.get("PersistentVolume", volume)
    if stored is not None and isinstance(pv, PersistentVolume):
        api.update_status("Node", node, with_attached(stored, unique_volume_name(pv), attached=False))
    return api.delete("VolumeAttachment", attachment.meta.name, DeleteOptions(), now_ms)


def attach_running(api: ApiServer) -> None:
    """Creates the attachments of a start state: the volumes of running pods are attached and in use.

    When running pods on two nodes share a single-node volume, it is attached to the node of the first pod.
    """
    claims, drivers = api.objects("PersistentVolumeClaim"), api.objects("CSIDriver")
    places = set(attachments(api, ()).actual)
    for pod in api.pods.values():
        if not pod.spec.volumes or pod.status.phase != "Running":
            continue
        for key in claim_keys(pod):
            claim = claims.get(key)
            volume_name = claim.volume_name if isinstance(claim, PersistentVolumeClaim) else ""
            volume, node = api.get("PersistentVolume", volume_name), api.nodes.get(pod.node_name)
            driver = attacher(volume, drivers) if isinstance(volume, PersistentVolume) else ""
            if not driver or node is None or not isinstance(volume, PersistentVolume):
                continue
            place = (volume_name, node.name)
            taken = any(name == volume_name and host != node.name for name, host in places)
            if taken and not allows_many_nodes(volume):
                continue
            name = attachment_name(volume, driver, node.name)
            if place not in places and api.get("VolumeAttachment", name) is None:
                manifest = with_defaults("VolumeAttachment", attachment_manifest(name, driver, place))
                api.load("VolumeAttachment", manifest)
            places.add(place)
            _mount(api, node, unique_volume_name(volume))


def _mount(api: ApiServer, node: Node, unique_name: str) -> None:
    """Adds the volume to volumesAttached and volumesInUse of the node."""
    status = dict(node.status_manifest)
    if unique_name not in volumes_attached(node):
        status = with_attached(node, unique_name, attached=True)
    if unique_name not in volumes_in_use(node):
        status["volumesInUse"] = [*volumes_in_use(node), unique_name]
    api.update_status("Node", node.name, status)
