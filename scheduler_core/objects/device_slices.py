"""ResourceSlice: the devices that a driver publishes, what several claims can share of one, and the counters
that its parts have in common.

Source: k8s.io/api/resource/v1 (v0.34, v0.36). A release without a feature never stores its fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

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
from scheduler_core.objects.meta import ApiObject, ObjectMeta
from scheduler_core.objects.resources import parse_resource_list
from scheduler_core.objects.scalars.quantity import Quantity
from scheduler_core.objects.selection.selectors import NodeSelector, Taint


@dataclass(frozen=True, slots=True)
class DeviceID:
    """A device in the cluster; the three names together are unique."""

    driver: str
    pool: str
    device: str

    def __str__(self) -> str:
        return f"{self.driver}/{self.pool}/{self.device}"


@dataclass(frozen=True, slots=True)
class RequestPolicy:
    """How much of a capacity a request takes. A request that does not name the capacity takes
    `default`.

    `has_range` and `values` are the two kinds of rule: from `least` up to `most` in steps of `step`, or one
    of the values in ascending order. Amounts are None where the policy does not set them.
    """

    default: Quantity | None
    values: tuple[Quantity, ...] = ()
    has_range: bool = False
    least: Quantity | None = None
    most: Quantity | None = None
    step: Quantity | None = None

    @staticmethod
    def parse(value: Json) -> RequestPolicy | None:
        if not isinstance(value, Mapping):
            return None
        limits = value.get("validRange")
        amounts = parse_resource_list(limits)
        listed = parse_resource_list(
            {str(index): entry for index, entry in enumerate(items(value.get("validValues")))}
        )
        return RequestPolicy(
            parse_resource_list({"default": value.get("default")}).get("default"),
            tuple(listed.values()),
            isinstance(limits, Mapping),
            amounts.get("min"),
            amounts.get("max"),
            amounts.get("step"),
        )


@dataclass(frozen=True, slots=True)
class CounterSet:
    """Counters that devices of a pool share: amounts by name."""

    name: str
    counters: Mapping[str, Quantity]

    @staticmethod
    def parse(value: Json, name_field: str) -> CounterSet:
        """`name_field` is `name` where counters are declared, `counterSet` where a device consumes them."""
        amounts = {name: find(counter, "value") for name, counter in mapping(find(value, "counters")).items()}
        return CounterSet(text(find(value, name_field)), parse_resource_list(amounts))


@dataclass(frozen=True, slots=True)
class NodeSelection:
    """The nodes that reach a slice or a device: one by name, all, or those that a selector chooses."""

    node_name: str = ""
    all_nodes: bool = False
    node_selector: NodeSelector | None = None

    def reaches(self, labels: Mapping[str, str], node_name: str) -> bool:
        """Whether the node is one of them (nodeMatches)."""
        if self.node_name:
            return self.node_name == node_name
        if self.all_nodes:
            return True
        return self.node_selector is not None and self.node_selector.matches(labels, node_name)

    @staticmethod
    def parse(value: Json) -> NodeSelection:
        return NodeSelection(
            text(find(value, "nodeName")),
            flag(find(value, "allNodes")),
            NodeSelector.parse(find(value, "nodeSelector")),
        )


@dataclass(frozen=True, eq=False)
class Device:
    """A device of a slice: attributes and capacities by their qualified or short names.

    `shareable` devices may be given to several claims, as far as their capacities reach; `policies` are the
    rules of capacities that have one. `consumes` are counters of its pool that it takes when it is allocated.
    `nodes` counts in slices that select nodes for each device; a device that `binds_to_node` keeps its claim
    on the node for which it was allocated. The conditions are those that a claim of the device waits for
    before its pod is bound, and those that end the wait. `rule_taints` are those that DeviceTaintRules add to
    the `taints` of the slice.
    """

    name: str
    attributes: Mapping[str, Attribute]
    capacity: Mapping[str, Quantity]
    driver: str
    shareable: bool = False
    policies: Mapping[str, RequestPolicy] = field(default_factory=dict)
    consumes: tuple[CounterSet, ...] = ()
    nodes: NodeSelection = NodeSelection()
    taints: tuple[Taint, ...] = ()
    binds_to_node: bool = False
    binding_conditions: tuple[str, ...] = ()
    failure_conditions: tuple[str, ...] = ()
    rule_taints: tuple[Taint, ...] = ()

    @cached_property
    def as_cel(self) -> CelDevice:
        """The device as CEL selectors see it."""
        return cel_device(self.driver, self.attributes, self.capacity, shareable=self.shareable)

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
    capacities = mapping(find(value, "capacity"))
    amounts = {name: find(entry, "value") for name, entry in capacities.items()}
    policies = {name: RequestPolicy.parse(find(entry, "requestPolicy")) for name, entry in capacities.items()}
    return Device(
        text(find(value, "name")),
        attributes,
        parse_resource_list(amounts),
        driver,
        flag(find(value, "allowMultipleAllocations")),
        {name: policy for name, policy in policies.items() if policy is not None},
        tuple(CounterSet.parse(entry, "counterSet") for entry in items(find(value, "consumesCounters"))),
        NodeSelection.parse(value),
        tuple(Taint.parse(entry) for entry in items(find(value, "taints"))),
        flag(find(value, "bindsToNode")),
        strings(find(value, "bindingConditions")),
        strings(find(value, "bindingFailureConditions")),
    )


@dataclass(frozen=True, slots=True, eq=False)
class ResourceSlice(ApiObject):
    """resource.k8s.io/v1.ResourceSlice: devices of one pool of a driver, and the nodes that reach them.

    The newest `generation` of a pool replaces the older ones; it is complete with `slice_count` slices. With
    `selects_by_device` each device says which nodes reach it, and `nodes` says nothing. A slice with
    `counter_sets` holds counters for all devices of its pool.
    """

    manifest: Manifest
    meta: ObjectMeta
    driver: str
    pool: str
    generation: int
    slice_count: int
    nodes: NodeSelection
    devices: tuple[Device, ...]
    selects_by_device: bool = False
    counter_sets: tuple[CounterSet, ...] = ()

    device_manifests = Read(items, "spec", "devices")

    @property
    def node_name(self) -> str:
        """The only node that reaches the slice; "" where others may."""
        return self.nodes.node_name

    def nodes_of(self, device: Device) -> NodeSelection:
        """The nodes that reach a device of the slice."""
        return device.nodes if self.selects_by_device else self.nodes

    def reaches(self, labels: Mapping[str, str], node_name: str) -> bool:
        """Whether the node reaches any device of the slice."""
        if self.nodes.reaches(labels, node_name):
            return True
        return self.selects_by_device and any(
            device.nodes.reaches(labels, node_name) for device in self.devices
        )

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
            NodeSelection.parse(spec),
            tuple(_device(entry, driver) for entry in items(find(spec, "devices"))),
            flag(find(spec, "perDeviceNodeSelection")),
            tuple(CounterSet.parse(entry, "name") for entry in items(find(spec, "sharedCounters"))),
        )
