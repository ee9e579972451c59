"""Pod: spec and status as far as the rules read them; the rest stays in the manifest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from sys import intern

from scheduler_core.objects.manifest import (
    Json,
    Manifest,
    Read,
    find,
    flag,
    integer,
    is_map,
    items,
    mapping,
    strings,
    text,
    texts,
)
from scheduler_core.objects.meta import ApiObject, ObjectMeta, time_of
from scheduler_core.objects.read_once import read_once, shared, work_out_once
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.resources import ResourceList, parse_resource_list
from scheduler_core.objects.selection.affinity import Affinity
from scheduler_core.objects.selection.selectors import LabelSelector, Toleration

DEFAULT_GRACE_SECONDS = 30
DESCRIBED_ANNOTATION = "podium/described"
"""Says `true` of a pod that was read from the text of `kubectl describe`, which leaves out fields by which
the scheduler decides."""


@dataclass(frozen=True, slots=True)
class ContainerPort:
    container_port: int
    host_port: int
    host_ip: str
    protocol: str


@dataclass(frozen=True, slots=True)
class Container:
    """v1.Container. A `sidecar` is an init container with restartPolicy Always; `pre_stop` says that it has a
    preStop hook.
    """

    name: str
    image: str
    requests: ResourceList
    limits: ResourceList
    ports: tuple[ContainerPort, ...]
    sidecar: bool
    pre_stop: bool

    @staticmethod
    def parse(value: Json) -> Container:
        container = mapping(value)
        return _container(
            container.get("name"),
            container.get("image"),
            container.get("resources"),
            container.get("ports"),
            container.get("restartPolicy"),
            container.get("lifecycle"),
        )


@read_once
def _container(
    name: Json, image: Json, resources: Json, ports: Json, restart_policy: Json, lifecycle: Json
) -> Container:
    """A container of the fields that are read; the others often differ from pod to pod (volumeMounts)."""
    return Container(
        name=text(name),
        image=text(image),
        requests=parse_resource_list(find(resources, "requests")),
        limits=parse_resource_list(find(resources, "limits")),
        ports=tuple(
            ContainerPort(
                integer(find(port, "containerPort")) or 0,
                integer(find(port, "hostPort")) or 0,
                text(find(port, "hostIP")),
                text(find(port, "protocol")) or "TCP",
            )
            for port in items(ports)
        ),
        sidecar=restart_policy == "Always",
        pre_stop=bool(mapping(find(lifecycle, "preStop"))),
    )


@dataclass(frozen=True, slots=True)
class TopologySpreadConstraint:
    """v1.TopologySpreadConstraint. `min_domains` None means 1; `label_selector` None matches nothing."""

    max_skew: int
    topology_key: str
    when_unsatisfiable: str
    label_selector: LabelSelector | None
    min_domains: int | None = None
    node_affinity_policy: str = "Honor"
    node_taints_policy: str = "Ignore"
    match_label_keys: tuple[str, ...] = ()

    @staticmethod
    def parse(value: Json) -> TopologySpreadConstraint:
        return TopologySpreadConstraint(
            integer(find(value, "maxSkew")) or 0,
            text(find(value, "topologyKey")),
            text(find(value, "whenUnsatisfiable")),
            LabelSelector.parse(find(value, "labelSelector")),
            integer(find(value, "minDomains")),
            text(find(value, "nodeAffinityPolicy")) or "Honor",
            text(find(value, "nodeTaintsPolicy")) or "Ignore",
            strings(find(value, "matchLabelKeys")),
        )


@dataclass(frozen=True, slots=True)
class PodSpec:
    """v1.PodSpec. `node_selector` is None when it is missing; `priority` is None before admission; `group`
    see `_group`."""

    node_name: str
    scheduler_name: str
    priority: int | None
    priority_class_name: str
    preemption_policy: str | None
    node_selector: Mapping[str, str] | None
    affinity: Affinity | None
    tolerations: tuple[Toleration, ...]
    topology_spread_constraints: tuple[TopologySpreadConstraint, ...]
    containers: tuple[Container, ...]
    init_containers: tuple[Container, ...]
    overhead: ResourceList
    pod_requests: ResourceList | None
    pod_limits: ResourceList | None
    host_network: bool
    scheduling_gates: tuple[str, ...]
    termination_grace_period_seconds: int
    restart_policy: str
    volumes: tuple[Manifest, ...]
    resource_claims: tuple[Manifest, ...]
    group: str = ""

    @staticmethod
    def parse(value: Json) -> PodSpec:
        spec = mapping(value)
        resources = spec.get("resources")
        requests, limits = find(resources, "requests"), find(resources, "limits")
        return PodSpec(
            node_name=text(spec.get("nodeName")),
            scheduler_name=text(spec.get("schedulerName")) or "default-scheduler",
            priority=integer(spec.get("priority")),
            priority_class_name=text(spec.get("priorityClassName")),
            preemption_policy=text(spec.get("preemptionPolicy")) or None,
            node_selector=_node_selector(spec.get("nodeSelector")),
            affinity=_affinity(spec.get("affinity")),
            tolerations=_tolerations(spec.get("tolerations")),
            topology_spread_constraints=_spread(spec.get("topologySpreadConstraints")),
            containers=tuple(Container.parse(entry) for entry in items(spec.get("containers"))),
            init_containers=tuple(Container.parse(entry) for entry in items(spec.get("initContainers"))),
            overhead=parse_resource_list(spec.get("overhead")),
            pod_requests=None if requests is None else parse_resource_list(requests),
            pod_limits=None if limits is None else parse_resource_list(limits),
            host_network=flag(spec.get("hostNetwork")),
            scheduling_gates=tuple(text(find(gate, "name")) for gate in items(spec.get("schedulingGates"))),
            termination_grace_period_seconds=_grace_period(spec.get("terminationGracePeriodSeconds")),
            restart_policy=text(spec.get("restartPolicy")) or "Always",
            volumes=tuple(mapping(entry) for entry in items(spec.get("volumes"))),
            resource_claims=tuple(mapping(entry) for entry in items(spec.get("resourceClaims"))),
            group=_group(spec),
        )


def _group(spec: Manifest) -> str:
    """The name of the group with which the pod is scheduled: that of a PodGroup, or in v1.35 those of a
    Workload, of its group and of the replica with a / between them; "" without a group."""
    reference = spec.get("workloadRef")
    if reference is not None:
        parts = (text(find(reference, name)) for name in ("name", "podGroup", "podGroupReplicaKey"))
        return "/".join(parts)
    grouped = spec.get("schedulingGroup")
    return "" if grouped is None else text(find(grouped, "podGroupName"))


@read_once
def _node_selector(value: Json) -> Mapping[str, str] | None:
    return texts(value) if isinstance(value, Mapping) else None


@read_once
def _affinity(value: Json) -> Affinity | None:
    return Affinity.parse(value)


@read_once
def _tolerations(value: Json) -> tuple[Toleration, ...]:
    return tuple(Toleration.parse(entry) for entry in items(value))


@read_once
def _spread(value: Json) -> tuple[TopologySpreadConstraint, ...]:
    return tuple(TopologySpreadConstraint.parse(entry) for entry in items(value))


def _grace_period(value: Json) -> int:
    seconds = integer(value)
    return DEFAULT_GRACE_SECONDS if seconds is None else seconds


@dataclass(frozen=True, slots=True)
class PodCondition:
    type: str
    status: str
    reason: str = ""
    message: str = ""
    last_transition_at: int | None = None

    @staticmethod
    def parse(value: Json) -> PodCondition:
        condition = mapping(value)
        return PodCondition(
            text(condition.get("type")),
            text(condition.get("status")),
            text(condition.get("reason")),
            text(condition.get("message")),
            time_of(condition, "lastTransitionTime"),
        )


@dataclass(frozen=True, slots=True)
class PodStatus:
    """v1.PodStatus. `phase` is "" before it is first written; the API server shows Pending then. `assumed`
    says that the containers were not in the text of the start state, and were added as a kubelet writes them.
    """

    phase: str
    nominated_node_name: str
    reason: str
    message: str
    start_at: int | None
    conditions: tuple[PodCondition, ...]
    assumed: bool = False

    @staticmethod
    def parse(value: Json) -> PodStatus:
        status = mapping(value)
        conditions = tuple(PodCondition.parse(entry) for entry in items(status.get("conditions")))
        return PodStatus.of(status, conditions)

    @staticmethod
    def of(status: Manifest, conditions: tuple[PodCondition, ...]) -> PodStatus:
        return PodStatus(
            text(status.get("phase")),
            text(status.get("nominatedNodeName")),
            text(status.get("reason")),
            text(status.get("message")),
            time_of(status, "startTime"),
            conditions,
        )

    def condition(self, kind: str) -> PodCondition | None:
        for condition in self.conditions:
            if condition.type == kind:
                return condition
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Pod(ApiObject):
    """v1.Pod. It is compared by identity: two versions of one pod are two values with different
    resourceVersions.
    """

    manifest: Manifest
    meta: ObjectMeta
    spec: PodSpec
    status: PodStatus

    active_deadline_seconds = Read(integer, "spec", "activeDeadlineSeconds")
    hostname = Read(text, "spec", "hostname")
    subdomain = Read(text, "spec", "subdomain")
    os_name = Read(text, "spec", "os", "name")
    readiness_gates = Read(items, "spec", "readinessGates")
    constraint_manifests = Read(items, "spec", "topologySpreadConstraints")
    has_resources = Read(is_map, "spec", "resources")
    ip = Read(text, "status", "podIP")
    qos_class = Read(text, "status", "qosClass")
    condition_manifests = Read(items, "status", "conditions")
    resource_claim_statuses = Read(items, "status", "resourceClaimStatuses")
    extended_claim_name = Read(text, "status", "extendedResourceClaimStatus", "resourceClaimName")

    def container_manifests(self, part: str) -> Sequence[Json]:
        """The documents of `containers` or `initContainers`."""
        return items(find(self.manifest, "spec", part))

    def container_statuses(self, part: str = "containerStatuses") -> Sequence[Json]:
        """The documents of `containerStatuses` or `initContainerStatuses`."""
        return items(find(self.manifest, "status", part))

    @property
    def name(self) -> str:
        return self.meta.name

    @property
    def namespace(self) -> str:
        return self.meta.namespace

    @property
    def uid(self) -> str:
        """The uid; for a pod without one, as in recorded cases, its key."""
        return self.meta.uid or self.meta.key

    @property
    def labels(self) -> Mapping[str, str]:
        return self.meta.labels

    @property
    def priority(self) -> int:
        """spec.priority; 0 when it is missing (corev1helpers.PodPriority)."""
        return self.spec.priority or 0

    @property
    def node_name(self) -> str:
        return self.spec.node_name

    @property
    def nominated_node_name(self) -> str:
        return self.status.nominated_node_name

    @property
    def terminating(self) -> bool:
        return self.meta.deletion_at is not None

    @property
    def ready(self) -> bool:
        """Whether the condition Ready is True (podutil.IsPodReady)."""
        condition = self.status.condition("Ready")
        return condition is not None and condition.status == "True"

    @property
    def finished(self) -> bool:
        """Whether the phase is Succeeded or Failed: the scheduler treats such a pod as gone."""
        return self.status.phase in ("Succeeded", "Failed")

    @property
    def evicted(self) -> bool:
        """Whether its status says that its kubelet evicted it. Source: pkg/kubelet/eviction `PodIsEvicted`
        (v1.34).
        """
        return self.status.phase == "Failed" and self.status.reason == "Evicted"

    @staticmethod
    def parse(manifest: Manifest) -> Pod:
        return Pod(
            manifest=manifest,
            meta=ObjectMeta.parse(manifest.get("metadata"), namespaced=True),
            spec=_spec(manifest.get("spec")),
            status=PodStatus.parse(manifest.get("status")),
        )

    def with_meta(self, changes: Mapping[str, Json]) -> Pod:
        """The pod with `changes` in its metadata (manifest keys; None removes one)."""
        manifest = _changed(self.manifest, "metadata", changes)
        return Pod(manifest, ObjectMeta.parse(manifest["metadata"], namespaced=True), self.spec, self.status)

    def with_version(self, version: str) -> Pod:
        """The pod with this metadata.resourceVersion."""
        manifest = _changed(self.manifest, "metadata", {"resourceVersion": version})
        return Pod(manifest, self.meta.with_version(version), self.spec, self.status)

    def with_status(self, changes: Mapping[str, Json]) -> Pod:
        """The pod with `changes` in its status (manifest keys; None removes one)."""
        manifest = _changed(self.manifest, "status", changes)
        status = manifest["status"] = shared(manifest["status"])
        return Pod(manifest, self.meta, self.spec, _status(status))

    def with_node(self, node_name: str) -> Pod:
        """The pod once it is bound to `node_name`, or assumed to be there."""
        spec = mapping(self.manifest.get("spec"))
        return replace(
            self,
            manifest={**self.manifest, "spec": shared({**spec, "nodeName": node_name})},
            spec=_on_node(self.spec, intern(node_name)),
        )

    def with_conditions(self, conditions: Iterable[Mapping[str, Json]]) -> Pod:
        """The pod with the conditions, each of which replaces the one of its type."""
        listed: list[Json] = list(self.condition_manifests)
        for condition in conditions:
            kind = condition["type"]
            for index, entry in enumerate(listed):
                if mapping(entry).get("type") == kind:
                    listed[index] = condition
                    break
            else:
                listed.append(condition)
        return self.with_status({"conditions": listed})

    def with_condition(self, condition: Mapping[str, Json]) -> Pod:
        """The pod with the condition, which replaces the one of its type."""
        return self.with_conditions((condition,))


@work_out_once
def _on_node(spec: PodSpec, node_name: str) -> PodSpec:
    return replace(spec, node_name=node_name)


@work_out_once
def _status(status: Json) -> PodStatus:
    """Pods that are alike share their status, and so what is read of it."""
    return PodStatus.of(mapping(status), tuple(map(_condition, items(find(status, "conditions")))))


_spec = work_out_once(PodSpec.parse)
_condition = work_out_once(PodCondition.parse)


def _changed(manifest: Manifest, part: str, changes: Mapping[str, Json]) -> dict[str, Json]:
    """The manifest with `changes` in its section `part`; a value of None removes the field."""
    changed = dict(manifest)
    section = dict(mapping(changed.get(part)))
    for key, value in changes.items():
        if value is None:
            section.pop(key, None)
        else:
            section[key] = value
    changed[part] = section
    return changed


__all__ = [
    "DEFAULT_GRACE_SECONDS",
    "Container",
    "ContainerPort",
    "Pod",
    "PodCondition",
    "PodSpec",
    "PodStatus",
    "TopologySpreadConstraint",
]
