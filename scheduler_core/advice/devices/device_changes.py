"""Changes of claims, classes and slices of devices, each small enough to be tried."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.actor import Message, message
from scheduler_core.advice.changes import Change, ClusterChange
from scheduler_core.advice.cluster_changes import DeletePod
from scheduler_core.advice.volume_changes import AppliedChange
from scheduler_core.objects.devices import DeviceClass, ResourceClaim, ResourceClaimTemplate
from scheduler_core.objects.manifest import Json, Manifest, find, items, without
from scheduler_core.objects.pod import Pod
from scheduler_core.scheduler.cluster.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class DeletePodOfClaim(DeletePod):
    """Deletes the only pod that uses a claim; the resource claim controller then deallocates the claim."""

    weight: ClassVar[int] = 61
    claim: str

    def alter(self, snapshot: Snapshot) -> None:
        # A slots dataclass replaces the class, so super() without arguments would not find it.
        DeletePod.alter(self, snapshot)
        claim = snapshot.resource_claims.get(self.claim)
        if claim is not None:
            snapshot.resource_claims[self.claim] = ResourceClaim.parse(without(claim.manifest, ("status",)))

    def message(self) -> Message:
        return message("advice.delete_pod_of_claim", pod=self.pod, node=self.node, claim=self.claim)


@dataclass(frozen=True, slots=True)
class DeleteClaim(ClusterChange):
    """Deletes a claim that has devices and that no pod uses."""

    weight: ClassVar[int] = 38
    claim: str

    def alter(self, snapshot: Snapshot) -> None:
        snapshot.resource_claims.pop(self.claim, None)

    def message(self) -> Message:
        return message("advice.delete_claim", claim=self.claim)

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_delete_claim", claim=self.claim),)


@dataclass(frozen=True, slots=True)
class MakeResourceClaim(AppliedChange):
    weight: ClassVar[int] = 33
    claim: str
    class_name: str

    def alter(self, snapshot: Snapshot) -> None:
        snapshot.resource_claims[self.claim] = ResourceClaim.parse(self.manifest)

    def message(self) -> Message:
        return message("advice.make_resource_claim", claim=self.claim, name=self.class_name)

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_device", name=self.class_name),)


@dataclass(frozen=True, slots=True)
class MakeClaimTemplate(AppliedChange):
    """Creates a claim template. `entry` is the name in the pod's spec.resourceClaims; `pod` and `pod_uid` are
    the pod's name and uid. The resource claim controller then makes a claim for the pod."""

    weight: ClassVar[int] = 33
    template: str
    class_name: str
    entry: str
    pod: str
    pod_uid: str

    @property
    def claim_name(self) -> str:
        return f"{self.pod}-{self.entry}"

    @property
    def parsed(self) -> ResourceClaimTemplate:
        return ResourceClaimTemplate.parse(self.manifest)

    def alter(self, snapshot: Snapshot) -> None:
        owner: Json = {
            "apiVersion": "v1",
            "kind": "Pod",
            "name": self.pod,
            "uid": self.pod_uid,
            "controller": True,
        }
        template = self.parsed
        metadata: Json = {
            "name": self.claim_name,
            "namespace": template.meta.namespace,
            "ownerReferences": [owner],
        }
        claim = ResourceClaim.parse({"metadata": metadata, "spec": template.claim_spec})
        snapshot.resource_claims[claim.meta.key] = claim

    def message(self) -> Message:
        return message("advice.make_claim_template", template=self.template, name=self.class_name)

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_device", name=self.class_name),)


@dataclass(frozen=True, slots=True)
class MakeDeviceClass(AppliedChange):
    weight: ClassVar[int] = 34
    name: str
    driver: str

    def alter(self, snapshot: Snapshot) -> None:
        snapshot.device_classes[self.name] = DeviceClass.parse(self.manifest)

    def message(self) -> Message:
        return message("advice.make_device_class", name=self.name, driver=self.driver)

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_device_class", driver=self.driver),)


@dataclass(frozen=True, slots=True)
class ChangeClaim(ClusterChange):
    """A claim asks for less. Its spec cannot be changed, so the claim is created again; with a `template`,
    the template and the pod are. `manifest` is the claim as the scheduler would see it; `what` is the id of a
    message with the argument `words`."""

    weight: ClassVar[int] = 48
    claim: str
    template: str
    what: str
    words: str
    manifest: Manifest

    @property
    def parsed(self) -> ResourceClaim:
        return ResourceClaim.parse(self.manifest)

    def alter(self, snapshot: Snapshot) -> None:
        snapshot.resource_claims[self.claim] = self.parsed

    def message(self) -> Message:
        kind = f"ResourceClaimTemplate {self.template}" if self.template else f"ResourceClaim {self.claim}"
        return message(self.what, claim=kind, words=self.words)

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_fewer_devices"),)


def with_claims(pod: Pod, before: Manifest, changes: Iterable[Change]) -> Pod:
    """The pod with the claims in its status that the resource claim controller made or would make for it;
    `before` is its manifest before the changes."""
    statuses = [*items(find(before, "status", "resourceClaimStatuses"))]
    for change in changes:
        if isinstance(change, MakeClaimTemplate):
            statuses.append({"name": change.entry, "resourceClaimName": change.claim_name})
    return pod.with_status({"resourceClaimStatuses": statuses}) if statuses else pod
