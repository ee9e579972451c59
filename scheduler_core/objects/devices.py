"""Objects of dynamic resource allocation: ResourceClaim, ResourceClaimTemplate, DeviceClass. Slices stand in
`device_slices`.

Source: k8s.io/api/resource/v1 (v0.34, v0.36). Which fields a release knows stands in the table of fields; a
release without a feature never stores its fields, so nothing here asks for the release.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from scheduler_core.objects.device_slices import DeviceID, ResourceSlice
from scheduler_core.objects.device_taint_rules import DeviceTaintRule
from scheduler_core.objects.manifest import (
    Json,
    Manifest,
    Read,
    find,
    flag,
    integer,
    items,
    mapping,
    strings,
    text,
)
from scheduler_core.objects.meta import ApiObject, ObjectMeta
from scheduler_core.objects.resources import parse_resource_list
from scheduler_core.objects.scalars.quantity import Quantity
from scheduler_core.objects.scalars.times import format_time, parse_time
from scheduler_core.objects.selection.selectors import NodeSelector, NodeSelectorTerm, Toleration

FINALIZER = "resource.kubernetes.io/delete-protection"
"""Keeps an allocated claim from vanishing while it is deleted (resourceapi.Finalizer)."""
POD_CLAIM_ANNOTATION = "resource.kubernetes.io/pod-claim-name"
"""On a claim made from a template: the name of the entry in the pod's spec.resourceClaims."""
MAX_RESERVED = 256
"""The largest number of pods that can share a claim (ResourceClaimReservedForMaxSize)."""
MAX_RESULTS = 32
"""The largest number of devices in one claim (AllocationResultsMaxSize)."""
EXACT_COUNT, ALL = "ExactCount", "All"

EXTENDED_CLAIM_ANNOTATION = "resource.kubernetes.io/extended-resource-claim"
"""On the claim that the scheduler makes for the extended resources of a pod: "true"."""
CLASS_RESOURCE_PREFIX = "deviceclass.resource.kubernetes.io/"
"""Before the name of a DeviceClass: the extended resource that every class stands for."""


@dataclass(frozen=True, slots=True)
class DeviceRequest:
    """What one request asks for, or one alternative of a request with `firstAvailable`.

    `name` is the request's name, for an alternative `request/alternative`. `selectors` are CEL expressions;
    None stands for a selector without one. `count` counts in the mode ExactCount alone. `capacity` is how
    much of a device that several claims can share is asked for, by the name of the capacity.
    """

    name: str
    device_class: str
    selectors: tuple[str | None, ...]
    mode: str
    count: int
    admin_access: bool
    tolerations: tuple[Toleration, ...] = ()
    capacity: Mapping[str, Quantity] = field(default_factory=dict, hash=False)

    @staticmethod
    def parse(value: Json, name: str) -> DeviceRequest:
        count = integer(find(value, "count"))
        return DeviceRequest(
            name,
            text(find(value, "deviceClassName")),
            selectors_of(value),
            text(find(value, "allocationMode")) or EXACT_COUNT,
            1 if count is None else count,
            flag(find(value, "adminAccess")),
            tuple(Toleration.parse(entry) for entry in items(find(value, "tolerations"))),
            parse_resource_list(find(value, "capacity", "requests")),
        )


def selectors_of(value: Json) -> tuple[str | None, ...]:
    """The CEL expressions of the `selectors` of a request or a class."""
    expressions = (find(entry, "cel", "expression") for entry in items(find(value, "selectors")))
    return tuple(expression if isinstance(expression, str) else None for expression in expressions)


@dataclass(frozen=True, slots=True)
class RequestedDevices:
    """One request of a claim. `options` has one entry, or the alternatives of `firstAvailable` in order of
    preference; `prioritized` tells the two apart."""

    name: str
    options: tuple[DeviceRequest, ...]
    prioritized: bool

    @staticmethod
    def parse(value: Json) -> RequestedDevices:
        name = text(find(value, "name"))
        alternatives = items(find(value, "firstAvailable"))
        if alternatives:
            options = tuple(
                DeviceRequest.parse(entry, f"{name}/{text(find(entry, 'name'))}") for entry in alternatives
            )
            return RequestedDevices(name, options, prioritized=True)
        return RequestedDevices(name, (DeviceRequest.parse(find(value, "exactly"), name),), prioritized=False)


@dataclass(frozen=True, slots=True)
class DeviceConstraint:
    """All devices of `requests` (of every request, when it is empty) must have the same value of the
    attribute `match_attribute`, or different values of `distinct_attribute`; both are "" when the constraint
    is of another kind."""

    match_attribute: str
    requests: tuple[str, ...]
    distinct_attribute: str = ""


@dataclass(frozen=True, slots=True)
class AllocatedDevice:
    """One device of an allocation. With `admin_access` it stays free for other claims.

    `share` tells the claims of one device apart that several claims may have ("" for any other device), and
    `consumed` is what this claim takes of its capacities. `tolerations` are those of the request. The pod is
    bound only when all `binding_conditions` of the device are True in the claim's status, and never when one
    of `failure_conditions` is.
    """

    request: str
    id: DeviceID
    admin_access: bool = False
    share: str = ""
    consumed: Mapping[str, Quantity] = field(default_factory=dict, hash=False)
    tolerations: tuple[Toleration, ...] = ()
    binding_conditions: tuple[str, ...] = ()
    failure_conditions: tuple[str, ...] = ()

    @staticmethod
    def parse(value: Json) -> AllocatedDevice:
        return AllocatedDevice(
            text(find(value, "request")),
            DeviceID(text(find(value, "driver")), text(find(value, "pool")), text(find(value, "device"))),
            flag(find(value, "adminAccess")),
            text(find(value, "shareID")),
            parse_resource_list(find(value, "consumedCapacity")),
            tuple(Toleration.parse(entry) for entry in items(find(value, "tolerations"))),
            strings(find(value, "bindingConditions")),
            strings(find(value, "bindingFailureConditions")),
        )

    def to_manifest(self) -> Manifest:
        manifest: dict[str, Json] = {
            "request": self.request,
            "driver": self.id.driver,
            "pool": self.id.pool,
            "device": self.id.device,
        }
        if self.admin_access:
            manifest["adminAccess"] = True
        if self.share:
            manifest["shareID"] = self.share
        if self.consumed:
            manifest["consumedCapacity"] = {name: str(amount) for name, amount in self.consumed.items()}
        if self.tolerations:
            manifest["tolerations"] = [_toleration(entry) for entry in self.tolerations]
        if self.binding_conditions:
            manifest["bindingConditions"] = list(self.binding_conditions)
        if self.failure_conditions:
            manifest["bindingFailureConditions"] = list(self.failure_conditions)
        return manifest


@dataclass(frozen=True, slots=True)
class Allocation:
    """The devices of a claim, and the nodes from which they can be reached; None means every node.

    `config` are the entries of devices.config: parameters that only the drivers understand. `allocated_at` is
    the epoch millisecond of the allocation; None where the release does not write it.
    """

    devices: tuple[AllocatedDevice, ...]
    nodes: NodeSelector | None
    config: tuple[Manifest, ...] = field(default=(), hash=False)
    allocated_at: int | None = None

    @property
    def configured_drivers(self) -> tuple[str, ...]:
        """The drivers that get parameters, sorted."""
        return tuple(sorted({text(find(entry, "opaque", "driver")) for entry in self.config} - {""}))

    @staticmethod
    def parse(value: Json) -> Allocation | None:
        if not isinstance(value, Mapping):
            return None
        return Allocation(
            tuple(AllocatedDevice.parse(entry) for entry in items(find(value, "devices", "results"))),
            NodeSelector.parse(value.get("nodeSelector")),
            tuple(mapping(entry) for entry in items(find(value, "devices", "config"))),
            parse_time(text(value.get("allocationTimestamp"))),
        )

    def to_manifest(self) -> Manifest:
        """status.allocation."""
        devices: dict[str, Json] = {"results": [device.to_manifest() for device in self.devices]}
        if self.config:
            devices["config"] = list(self.config)
        manifest: dict[str, Json] = {"devices": devices}
        if self.nodes is not None:
            manifest["nodeSelector"] = {"nodeSelectorTerms": [_term(term) for term in self.nodes.terms]}
        if self.allocated_at is not None:
            manifest["allocationTimestamp"] = format_time(self.allocated_at)
        return manifest


def _toleration(toleration: Toleration) -> Manifest:
    fields: dict[str, Json] = {
        "key": toleration.key,
        "operator": toleration.operator,
        "value": toleration.value,
        "effect": toleration.effect,
        "tolerationSeconds": toleration.toleration_seconds,
    }
    return {name: value for name, value in fields.items() if value not in ("", None)}


def _term(term: NodeSelectorTerm) -> Manifest:
    parts = {"matchExpressions": term.match_expressions, "matchFields": term.match_fields}
    return {
        name: [{"key": need.key, "operator": need.operator, "values": list(need.values)} for need in needs]
        for name, needs in parts.items()
        if needs
    }


POD_GROUPS = "podgroups"
"""The resource of a PodGroup in status.reservedFor."""


@dataclass(frozen=True, slots=True)
class Consumer:
    """An entry of status.reservedFor; `resource` is "pods" for a pod and "podgroups" for a PodGroup."""

    resource: str
    name: str
    uid: str


@dataclass(frozen=True, slots=True, eq=False)
class ResourceClaim(ApiObject):
    """resource.k8s.io/v1.ResourceClaim. `allocation` is None while no devices are allocated."""

    manifest: Manifest
    meta: ObjectMeta
    requests: tuple[RequestedDevices, ...]
    constraints: tuple[DeviceConstraint, ...]
    allocation: Allocation | None
    reserved_for: tuple[Consumer, ...]

    consumers = Read(items, "status", "reservedFor")
    config = Read(items, "spec", "devices", "config")
    device_statuses = Read(items, "status", "devices")

    def is_reserved_for(self, uid: str, group: str = "") -> bool:
        """Whether the claim is reserved for the pod with this uid, or for the PodGroup that the pod names
        (IsReservedForPod)."""
        return any(
            consumer.uid == uid or (group and consumer.resource == POD_GROUPS and consumer.name == group)
            for consumer in self.reserved_for
        )

    @property
    def can_be_reserved(self) -> bool:
        """Whether another pod can still share the claim."""
        return len(self.reserved_for) < MAX_RESERVED

    @staticmethod
    def parse(manifest: Manifest) -> ResourceClaim:
        devices, status = find(manifest, "spec", "devices"), manifest.get("status")
        return ResourceClaim(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=True),
            tuple(RequestedDevices.parse(entry) for entry in items(find(devices, "requests"))),
            tuple(
                DeviceConstraint(
                    text(find(entry, "matchAttribute")),
                    strings(find(entry, "requests")),
                    text(find(entry, "distinctAttribute")),
                )
                for entry in items(find(devices, "constraints"))
            ),
            Allocation.parse(find(status, "allocation")),
            tuple(
                Consumer(text(find(entry, "resource")), text(find(entry, "name")), text(find(entry, "uid")))
                for entry in items(find(status, "reservedFor"))
            ),
        )


@dataclass(frozen=True, slots=True, eq=False)
class ResourceClaimTemplate(ApiObject):
    """resource.k8s.io/v1.ResourceClaimTemplate; the claim's metadata and spec stand in spec.metadata and
    spec.spec."""

    manifest: Manifest
    meta: ObjectMeta

    claim_metadata = Read(mapping, "spec", "metadata")
    claim_spec = Read(mapping, "spec", "spec")

    @staticmethod
    def parse(manifest: Manifest) -> ResourceClaimTemplate:
        return ResourceClaimTemplate(manifest, ObjectMeta.parse(manifest.get("metadata"), namespaced=True))


@dataclass(frozen=True, slots=True, eq=False)
class DeviceClass(ApiObject):
    """resource.k8s.io/v1.DeviceClass: selectors that hold for every request of the class. Pods that ask for
    `extended_resource` ask for devices of the class; "" where it stands for none."""

    manifest: Manifest
    meta: ObjectMeta
    selectors: tuple[str | None, ...]
    extended_resource: str = ""

    config = Read(items, "spec", "config")

    @staticmethod
    def parse(manifest: Manifest) -> DeviceClass:
        meta = ObjectMeta.parse(manifest.get("metadata"), namespaced=False)
        resource = text(find(manifest, "spec", "extendedResourceName"))
        return DeviceClass(manifest, meta, selectors_of(manifest.get("spec")), resource)


DeviceObject: TypeAlias = (
    ResourceClaim | ResourceClaimTemplate | DeviceClass | ResourceSlice | DeviceTaintRule
)
