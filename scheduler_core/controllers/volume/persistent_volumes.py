"""The volume controller: binds claims to volumes, and releases or deletes volumes whose claim is gone.

Source: pkg/controller/volume/persistentvolume (v1.34), syncClaim, syncVolume; the external provisioner of a
class is part of it, and deletes a volume only once it is detached from every node. A volume provisioned for a
node can be reached from the nodes with the same labels, those that the node's CSINode names as topologyKeys
(external-provisioner, GenerateVolumeNodeAffinity). Not modelled: the time that provisioning takes, resizing,
checks of pre-provisioned volumes against their storage, and where a driver makes a volume when no node is
selected. A volume or claim that never existed causes nothing, so a pasted list of claims without their
volumes, or of volumes without their claims, stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from scheduler_core.actor import Act, Message, message
from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.objects.manifest import Json, Manifest, find, text, with_value
from scheduler_core.objects.replacing import State
from scheduler_core.objects.storage import (
    BIND_COMPLETED_ANNOTATION,
    BOUND_BY_CONTROLLER_ANNOTATION,
    PROVISIONED_BY_ANNOTATION,
    SELECTED_NODE_ANNOTATION,
    CSINode,
    PersistentVolume,
    PersistentVolumeClaim,
    StorageClass,
    VolumeAttachment,
)
from scheduler_core.objects.volumes.driver_topology import segment_of
from scheduler_core.objects.volumes.volume_matching import matching_volume, reserved_for

CLAIM = "PersistentVolumeClaim"
VOLUME = "PersistentVolume"
CLASS = "StorageClass"
DELAYED = "WaitForFirstConsumer"
FAILED_BINDING = "FailedBinding"
BOUND_TO_ANOTHER = 'volume "%(volume)s" already bound to a different claim.'
FOR_SCHEDULING, FOR_PROVISIONER = "WaitForPodScheduled", "ExternalProvisioning"
WAITS_FOR_CONSUMER = "waiting for first consumer to be created before binding"
WAITS_FOR_SCHEDULING = "waiting for pod %(pod)s to be scheduled"
WAITS_FOR_PROVISIONER = (
    "Waiting for a volume to be created either by the external provisioner '%(provisioner)s' or manually by "
    "the system administrator. If volume creation is delayed, please verify that the provisioner is running "
    "and correctly registered."
)
PROVISIONED = "Successfully provisioned volume %(volume)s"
NO_PROVISIONER = "kubernetes.io/no-provisioner"


class VolumeController(State):
    """The volume controller; it syncs a claim or volume after each change that may concern it."""

    name = "persistentvolume-controller"
    watches = frozenset({CLAIM, VOLUME, "StorageClass", "VolumeAttachment"})
    rank = 22
    provisions = True
    """Whether every class has its external provisioner. Where there is none, Events say for what a claim
    waits."""

    def __init__(self) -> None:
        self._claims: dict[str, PersistentVolumeClaim] = {}
        self._volumes: dict[str, PersistentVolume] = {}
        self._classes: dict[str, StorageClass] = {}
        self._due: dict[tuple[str, str], None] = {}
        # Claims whose volume was deleted, and volumes whose claim was deleted.
        self._parted: dict[tuple[str, str], None] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        value, key = event.new or event.old, event.key
        deleted = event.type is EventType.DELETED
        if isinstance(value, PersistentVolumeClaim):
            self._claims.pop(key, None)
            if deleted:
                self._volumes_of(key)
            else:
                self._claims[key] = value
                self._due[CLAIM, key] = None
        elif isinstance(value, PersistentVolume):
            self._volumes.pop(key, None)
            if deleted:
                self._claims_of(key)
            else:
                self._volumes[key] = value
                self._due[VOLUME, key] = None
            self._open_claims(key)
        elif isinstance(value, StorageClass):
            self._classes.pop(key, None)
            if not deleted:
                self._classes[key] = value
            self._open_claims("")
        elif isinstance(value, VolumeAttachment) and deleted:
            self._detached(value.persistent_volume_name)

    def _detached(self, volume: str) -> None:
        """The provisioner may wait for this before it deletes the volume."""
        if (VOLUME, volume) in self._parted:
            self._due[VOLUME, volume] = None

    def _volumes_of(self, claim_key: str) -> None:
        """Queues the volumes of a deleted claim."""
        for name, volume in self._volumes.items():
            if volume.claim is not None and f"{volume.claim.namespace}/{volume.claim.name}" == claim_key:
                self._due[VOLUME, name] = self._parted[VOLUME, name] = None

    def _claims_of(self, volume: str) -> None:
        """Queues the claims that are bound to a deleted volume."""
        for key, claim in self._claims.items():
            if claim.bound and claim.volume_name == volume:
                self._due[CLAIM, key] = self._parted[CLAIM, key] = None

    def _open_claims(self, volume: str) -> None:
        """Queues the claims that are not bound, and those that name the volume."""
        for key, claim in self._claims.items():
            if not claim.bound or claim.volume_name == volume:
                self._due[CLAIM, key] = None

    def next_ms(self, now_ms: int) -> int | None:
        return now_ms if self._due else None

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        """Syncs the due claims and volumes until one needs a write; None when none needed one."""
        while self._due:
            kind, key = next(iter(self._due))
            del self._due[kind, key]
            act = self._claim(key, api, now_ms) if kind == CLAIM else self._volume(key, api, now_ms)
            if act is not None:
                return act
        return None

    # Claims

    def _claim(self, key: str, api: ApiServer, now_ms: int) -> Act | None:
        """Binds the claim, provisions a volume for it, or marks it Lost. Source: syncClaim."""
        claim = self._claims.get(key)
        if claim is None or claim.meta.deletion_at is not None:
            return None
        name = claim.meta.name
        if claim.bound:
            bound_to = self._volumes.get(claim.volume_name)
            if bound_to is not None and claim.phase == "Pending" and reserved_for(bound_to, claim):
                api.update_status(CLAIM, key, _bound_status(bound_to))
                return self._act(message("volume.claim_bound", claim=name, volume=claim.volume_name))
            lost = (CLAIM, key) in self._parted and claim.volume_name not in self._volumes
            if not lost or claim.phase == "Lost":
                return None
            del self._parted[CLAIM, key]
            api.update_status(CLAIM, key, {**claim.status_manifest, "phase": "Lost"})
            return self._act(message("volume.claim_lost", claim=name, volume=claim.volume_name))
        volume = self._volume_for(claim)
        if volume is not None:
            self._bind(claim, volume, api)
            return self._act(message("volume.bound", volume=volume.meta.name, claim=name))
        if claim.volume_name in self._volumes:
            return self._claimed_by_another(claim, api, now_ms)
        storage_class = self._classes.get(claim.class_name)
        if not self.provisions and storage_class is not None and not claim.volume_name:
            self._tell_wait(claim, storage_class, api, now_ms)
            return None
        if claim.volume_name or storage_class is None or storage_class.provisioner in ("", NO_PROVISIONER):
            return None
        selected = claim.meta.annotations.get(SELECTED_NODE_ANNOTATION)
        if storage_class.binding_mode == DELAYED and selected is None:
            return None
        if selected is not None and selected not in api.nodes:
            return self._select_again(claim, selected, api)
        document = provisioned(claim, storage_class, _segment(api, claim, storage_class.provisioner))
        api.load(VOLUME, with_defaults(VOLUME, document), now_ms)
        volume_name = f"pvc-{claim.meta.uid}"
        note = PROVISIONED % {"volume": volume_name}
        api.record_event(
            Occurrence(claim, "Normal", "ProvisioningSucceeded", note, storage_class.provisioner), now_ms
        )
        return self._act(message("volume.provisioned", volume=volume_name, claim=name), "create")

    def _select_again(self, claim: PersistentVolumeClaim, node: str, api: ApiServer) -> Act:
        """Takes the annotation of a node that does not exist off the claim, so that the scheduler chooses
        another. Source: sig-storage-lib-external-provisioner controller.go `provisionClaimOperation`, which
        gives up with ProvisioningReschedule when it does not find the node.
        """
        annotations = {
            key: value for key, value in claim.meta.annotations.items() if key != SELECTED_NODE_ANNOTATION
        }
        changed = with_value(claim.manifest, ("metadata", "annotations"), annotations)
        api.replace(CLAIM, claim.meta.key, changed)
        return self._act(message("volume.node_gone", claim=claim.meta.name, node=node))

    def _tell_wait(
        self, claim: PersistentVolumeClaim, storage_class: StorageClass, api: ApiServer, now_ms: int
    ) -> None:
        """Records once for what the claim waits. Source: syncUnboundClaim,
        emitEventForUnboundDelayBindingClaim, provisionClaimOperationExternal."""
        if storage_class.binding_mode == DELAYED and SELECTED_NODE_ANNOTATION not in claim.meta.annotations:
            users = [
                pod
                for pod in api.pods.values()
                if not pod.spec.node_name and pod.meta.namespace == claim.meta.namespace
                if claim.meta.name
                in [text(find(entry, "persistentVolumeClaim", "claimName")) for entry in pod.spec.volumes]
            ]
            reason = FOR_SCHEDULING if users else DELAYED
            names = ",".join([pod.meta.name for pod in users])
            note = WAITS_FOR_SCHEDULING % {"pod": names} if users else WAITS_FOR_CONSUMER
        elif storage_class.provisioner not in ("", NO_PROVISIONER):
            reason, note = FOR_PROVISIONER, WAITS_FOR_PROVISIONER % {"provisioner": storage_class.provisioner}
        else:
            return
        reasons = {event.reason for event in api.events_about(CLAIM, claim.meta.key)}
        if not reasons & {reason, DELAYED, FOR_SCHEDULING} or (
            reason not in reasons and reason == FOR_PROVISIONER
        ):
            api.record_event(Occurrence(claim, "Normal", reason, note, self.name), now_ms)

    def _claimed_by_another(self, claim: PersistentVolumeClaim, api: ApiServer, now_ms: int) -> Act | None:
        """The claim names a volume that is bound to another claim: it stays Pending, with one Event."""
        note = BOUND_TO_ANOTHER % {"volume": claim.volume_name}
        events = api.events_about(CLAIM, claim.meta.key)
        if any(event.reason == FAILED_BINDING and event.message == note for event in events):
            return None
        api.record_event(Occurrence(claim, "Warning", FAILED_BINDING, note, self.name), now_ms)
        return self._act(message("volume.taken", volume=claim.volume_name, claim=claim.meta.name))

    def _volume_for(self, claim: PersistentVolumeClaim) -> PersistentVolume | None:
        """The volume that the claim names, else one reserved for it, else a matching one unless the claim
        waits for its first consumer."""
        if claim.volume_name:
            named = self._volumes.get(claim.volume_name)
            free = named is not None and (named.claim is None or reserved_for(named, claim))
            return named if free else None
        reserved = next((volume for volume in self._volumes.values() if reserved_for(volume, claim)), None)
        storage_class = self._classes.get(claim.class_name)
        if reserved is not None or (storage_class is not None and storage_class.binding_mode == DELAYED):
            return reserved
        return matching_volume(self._volumes, claim, None)

    def _bind(self, claim: PersistentVolumeClaim, volume: PersistentVolume, api: ApiServer) -> None:
        """Binds both: each refers to the other, and the volume is Bound. The phase of the claim follows in a
        request of its own (bindClaimToVolume, updateClaimStatus)."""
        chosen = with_value(volume.manifest, ("spec", "claimRef"), _reference(claim))
        if volume.claim is None:
            annotations = {**volume.meta.annotations, BOUND_BY_CONTROLLER_ANNOTATION: "yes"}
            chosen = with_value(chosen, ("metadata", "annotations"), annotations)
        api.replace(VOLUME, volume.meta.name, with_value(chosen, ("status", "phase"), "Bound"))
        annotations = {**claim.meta.annotations, BIND_COMPLETED_ANNOTATION: "yes"}
        if not claim.volume_name:
            annotations[BOUND_BY_CONTROLLER_ANNOTATION] = "yes"
        bound = with_value(claim.manifest, ("spec", "volumeName"), volume.meta.name)
        api.replace(CLAIM, claim.meta.key, with_value(bound, ("metadata", "annotations"), annotations))

    # Volumes

    def _volume(self, name: str, api: ApiServer, now_ms: int) -> Act | None:
        """Makes a volume Available, or releases and deletes one whose claim is gone. Source: syncVolume."""
        volume = self._volumes.get(name)
        if volume is None:
            return None
        reference = volume.claim
        if reference is None:
            if volume.phase in ("", "Pending") and volume.meta.deletion_at is None:
                api.update_status(VOLUME, name, {"phase": "Available"})
                return self._act(message("volume.available", volume=name))
            return None
        if (VOLUME, name) not in self._parted:
            return None
        if volume.phase not in ("Released", "Failed"):
            api.update_status(VOLUME, name, {"phase": "Released"})
            return self._act(message("volume.released", volume=name, claim=reference.name))
        if volume.reclaim_policy != "Delete" or volume.meta.deletion_at is not None:
            del self._parted[VOLUME, name]
            return None
        if any(_attaches(attachment, name) for attachment in api.objects("VolumeAttachment").values()):
            # The provisioner tries again until the volume is attached to no node.
            return None
        del self._parted[VOLUME, name]
        api.delete(VOLUME, name, DeleteOptions(), now_ms)
        return self._act(message("volume.deleted", volume=name, claim=reference.name), "delete")

    def _act(self, sentence: Message, kind: str = "update") -> Act:
        return Act("controller", self.name, kind, sentence)

    # Checkpoints

    def fingerprint(self) -> Json:
        return [[list(due) for due in self._due], [list(parted) for parted in self._parted]]


def _attaches(attachment: object, volume: str) -> bool:
    return isinstance(attachment, VolumeAttachment) and attachment.persistent_volume_name == volume


def _segment(api: ApiServer, claim: PersistentVolumeClaim, driver: str) -> dict[str, str]:
    """The labels of the claim's selected node that the driver's topology consists of; {} where no node is
    selected or its CSINode names none. A node without a CSINode has the topology that its labels show."""
    name = claim.meta.annotations.get(SELECTED_NODE_ANNOTATION, "")
    node, csi_node = api.nodes.get(name), api.get("CSINode", name)
    if node is None:
        return {}
    if not isinstance(csi_node, CSINode):
        return segment_of(driver, node.labels)
    return {key: node.labels[key] for key in csi_node.topology_keys(driver) if key in node.labels}


def _bound_status(volume: PersistentVolume) -> dict[str, Json]:
    return {
        "phase": "Bound",
        "accessModes": list(volume.access_modes),
        "capacity": volume.capacity_manifest,
    }


def _reference(claim: PersistentVolumeClaim) -> Manifest:
    return {
        "apiVersion": "v1",
        "kind": CLAIM,
        "namespace": claim.meta.namespace,
        "name": claim.meta.name,
        "uid": claim.meta.uid,
    }


def provisioned(
    claim: PersistentVolumeClaim, storage_class: StorageClass, segment: Mapping[str, str]
) -> dict[str, Json]:
    """The volume that a class's provisioner makes for a claim. It can be reached from the nodes with the
    labels of `segment`, or without any from those that the class allows."""
    name = f"pvc-{claim.meta.uid}"
    spec: dict[str, Json] = {
        "accessModes": list(claim.access_modes),
        "capacity": {"storage": claim.stated_request},
        "claimRef": _reference(claim),
        "csi": {"driver": storage_class.provisioner, "volumeHandle": name},
        "persistentVolumeReclaimPolicy": storage_class.reclaim_policy,
        "storageClassName": claim.class_name,
        "volumeMode": claim.volume_mode,
    }
    terms: list[Json] = [
        {
            "matchExpressions": [
                {"key": match_expression.key, "operator": "In", "values": list(match_expression.values)}
                for match_expression in term.match_expressions
            ]
        }
        for term in storage_class.allowed_topologies
    ]
    if segment:
        expressions: list[Json] = [
            {"key": key, "operator": "In", "values": [value]} for key, value in sorted(segment.items())
        ]
        terms = [{"matchExpressions": expressions}]
    if terms:
        spec["nodeAffinity"] = {"required": {"nodeSelectorTerms": terms}}
    return {
        "apiVersion": "v1",
        "kind": VOLUME,
        "metadata": {"name": name, "annotations": {PROVISIONED_BY_ANNOTATION: storage_class.provisioner}},
        "spec": spec,
    }
