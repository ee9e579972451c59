"""Objects of dynamic resource allocation: ResourceClaim, ResourceClaimTemplate, DeviceClass, ResourceSlice.

Source: k8s.io/api/resource/v1 (v0.34), with the feature gates as v1.34 sets them by default. GATED_FIELDS are
the fields whose gate is off: the API server drops them, and nothing here reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from scheduler_core.objects.cel.values import Attribute, CelDevice, cel_device, parse_version
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
from scheduler_core.objects.meta import ObjectMeta
from scheduler_core.objects.resources import parse_resource_list
from scheduler_core.objects.scalars.quantity import Quantity
from scheduler_core.objects.selection.selectors import NodeSelector, NodeSelectorTerm

FINALIZER = "resource.kubernetes.io/delete-protection"
"""Keeps an allocated claim from vanishing while it is deleted (resourceapi.Finalizer)."""
POD_CLAIM_ANNOTATION = "resource.kubernetes.io/pod-claim-name"
"""On a claim made from a template: the name of the entry in the pod's spec.resourceClaims."""
MAX_RESERVED = 256
"""The largest number of pods that can share a claim (ResourceClaimReservedForMaxSize)."""
MAX_RESULTS = 32
"""The largest number of devices in one claim (AllocationResultsMaxSize)."""
EXACT_COUNT, ALL = "ExactCount", "All"

GATED_FIELDS: Mapping[str, str] = {
    "allowMultipleAllocations": "DRAConsumableCapacity",
    "bindingConditions": "DRADeviceBindingConditions",
    "bindingFailureConditions": "DRADeviceBindingConditions",
    "bindsToNode": "DRADeviceBindingConditions",
    "capacityRequests": "DRAConsumableCapacity",
    "consumesCounters": "DRAPartitionableDevices",
    "distinctAttribute": "DRAConsumableCapacity",
    "extendedResourceName": "DRAExtendedResource",
    "perDeviceNodeSelection": "DRAPartitionableDevices",
    "requestPolicy": "DRAConsumableCapacity",
    "sharedCounters": "DRAPartitionableDevices",
    "taints": "DRADeviceTaints",
    "tolerations": "DRADeviceTaints",
}
"""Field -> its feature gate, which is off in v1.34. `capacityRequests` stands for `capacity` of a request."""


DEVICE_GATES = tuple(sorted(set(GATED_FIELDS.values())))
"""The feature gates of dynamic resource allocation that are off in v1.34."""


@dataclass(frozen=True, slots=True)
class DeviceRequest:
    """What one request asks for, or one alternative of a request with `firstAvailable`.

    `name` is the request's name, for an alternative `request/alternative`. `selectors` are CEL expressions;
    None stands for a selector without one. `count` counts in the mode ExactCount alone.
    """

    name: str
    device_class: str
    selectors: tuple[str | None, ...]
    mode: str
    count: int
    admin_access: bool

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
    attribute `match_attribute`; "" when the constraint is of another kind."""

    match_attribute: str
    requests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeviceID:
    """A device in the cluster; the three names together are unique."""

    driver: str
    pool: str
    device: str

    def __str__(self) -> str:
        return f"{self.driver}/{self.pool}/{self.device}"


@dataclass(frozen=True, slots=True)
class AllocatedDevice:
    """One device of an allocation. With `admin_access` it stays free for other claims."""

    request: str
    id: DeviceID
    admin_access: bool = False

    @staticmethod
    def parse(value: Json) -> AllocatedDevice:
        return AllocatedDevice(
            text(find(value, "request")),
            DeviceID(text(find(value, "driver")), text(find(value, "pool")), text(find(value, "device"))),
            flag(find(value, "adminAccess")),
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
        return manifest


@dataclass(frozen=True, slots=True)
class Allocation:
    """The devices of a claim, and the nodes from which they can be reached; None means every node.

    `config` are the entries of devices.config: parameters that only the drivers understand.
    """

    devices: tuple[AllocatedDevice, ...]
    nodes: NodeSelector | None
    config: tuple[Manifest, ...] = field(default=(), hash=False)

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
        )

    def to_manifest(self) -> Manifest:
        """status.allocation."""
        devices: dict[str, Json] = {"results": [device.to_manifest() for device in self.devices]}
        if self.config:
            devices["config"] = list(self.config)
        manifest: dict[str, Json] = {"devices": devices}
        if self.nodes is not None:
            manifest["nodeSelector"] = {"nodeSelectorTerms": [_term(term) for term in self.nodes.terms]}
        return manifest


def _term(term: NodeSelectorTerm) -> Manifest:
    parts = {"matchExpressions": term.match_expressions, "matchFields": term.match_fields}
    return {
        name: [{"key": need.key, "operator": need.operator, "values": list(need.values)} for need in needs]
        for name, needs in parts.items()
        if needs
    }


@dataclass(frozen=True, slots=True)
class Consumer:
    """An entry of status.reservedFor; `resource` is "pods" for a pod."""

    resource: str
    name: str
    uid: str


@dataclass(frozen=True, slots=True, eq=False)
class ResourceClaim:
    """resource.k8s.io/v1.ResourceClaim. `allocation` is None while no devices are allocated."""

    manifest: Manifest
    meta: ObjectMeta
    requests: tuple[RequestedDevices, ...]
    constraints: tuple[DeviceConstraint, ...]
    allocation: Allocation | None
    reserved_for: tuple[Consumer, ...]

    consumers = Read(items, "status", "reservedFor")
    config = Read(items, "spec", "devices", "config")

    def is_reserved_for(self, uid: str) -> bool:
        return any(consumer.uid == uid for consumer in self.reserved_for)

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
                DeviceConstraint(text(find(entry, "matchAttribute")), strings(find(entry, "requests")))
                for entry in items(find(devices, "constraints"))
            ),
            Allocation.parse(find(status, "allocation")),
            tuple(
                Consumer(text(find(entry, "resource")), text(find(entry, "name")), text(find(entry, "uid")))
                for entry in items(find(status, "reservedFor"))
            ),
        )


@dataclass(frozen=True, slots=True, eq=False)
class ResourceClaimTemplate:
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
class DeviceClass:
    """resource.k8s.io/v1.DeviceClass: selectors that hold for every request of the class."""

    manifest: Manifest
    meta: ObjectMeta
    selectors: tuple[str | None, ...]

    config = Read(items, "spec", "config")

    @staticmethod
    def parse(manifest: Manifest) -> DeviceClass:
        meta = ObjectMeta.parse(manifest.get("metadata"), namespaced=False)
        return DeviceClass(manifest, meta, selectors_of(manifest.get("spec")))


@dataclass(frozen=True, eq=False)
class Device:
    """A device of a slice: attributes and capacities by their qualified or short names."""

    name: str
    attributes: Mapping[str, Attribute]
    capacity: Mapping[str, Quantity]
    driver: str

    @cached_property
    def as_cel(self) -> CelDevice:
        """The device as CEL selectors see it."""
        return cel_device(self.driver, self.attributes, self.capacity)

    def attribute(self, name: str) -> Attribute | None:
        """The value of a fully qualified attribute; a short name belongs to the driver's domain."""
        if name in self.attributes:
            return self.attributes[name]
        domain, _, short = name.partition("/")
        return self.attributes.get(short) if domain == self.driver else None


def _attribute(value: Json) -> Attribute | None:
    """The value of a device attribute; None when it has none that can be read."""
    for kind in ("string", "int", "bool"):
        scalar = find(value, kind)
        if isinstance(scalar, (str, bool, int)):
            return scalar
    version = find(value, "version")
    return parse_version(version) if isinstance(version, str) else None


def _device(value: Json, driver: str) -> Device:
    attributes: dict[str, Attribute] = {}
    for name, entry in mapping(find(value, "attributes")).items():
        attribute = _attribute(entry)
        if attribute is not None:
            attributes[name] = attribute
    amounts = {name: find(entry, "value") for name, entry in mapping(find(value, "capacity")).items()}
    return Device(text(find(value, "name")), attributes, parse_resource_list(amounts), driver)


@dataclass(frozen=True, slots=True, eq=False)
class ResourceSlice:
    """resource.k8s.io/v1.ResourceSlice: devices of one pool of a driver, and the nodes that reach them.

    The newest `generation` of a pool replaces the older ones; it is complete with `slice_count` slices.
    """

    manifest: Manifest
    meta: ObjectMeta
    driver: str
    pool: str
    generation: int
    slice_count: int
    node_name: str
    all_nodes: bool
    node_selector: NodeSelector | None
    devices: tuple[Device, ...]

    def reaches(self, labels: Mapping[str, str], node_name: str) -> bool:
        """Whether the node can use the devices (nodeMatches)."""
        if self.node_name:
            return self.node_name == node_name
        if self.all_nodes:
            return True
        return self.node_selector is not None and self.node_selector.matches(labels, node_name)

    @staticmethod
    def parse(manifest: Manifest) -> ResourceSlice:
        spec = manifest.get("spec")
        driver = text(find(spec, "driver"))
        return ResourceSlice(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=False),
            driver,
            text(find(spec, "pool", "name")),
            integer(find(spec, "pool", "generation")) or 0,
            integer(find(spec, "pool", "resourceSliceCount")) or 0,
            text(find(spec, "nodeName")),
            flag(find(spec, "allNodes")),
            NodeSelector.parse(find(spec, "nodeSelector")),
            tuple(_device(entry, driver) for entry in items(find(spec, "devices"))),
        )


DeviceObject: TypeAlias = ResourceClaim | ResourceClaimTemplate | DeviceClass | ResourceSlice
