"""Changes somebody could make so that a pod fits: each one small, each one as something that can be tried.

A change alters the pod's manifest, or the cluster the scheduler sees, or both; `advice` tries them on a copy.
How a change becomes inputs of a run is said in `simulation/advising.py`.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeAlias

from scheduler_core.actor import Message, message
from scheduler_core.objects.manifest import Manifest
from scheduler_core.objects.node import HOSTNAME_LABEL, Node
from scheduler_core.objects.quantity import QuantityError, parse_quantity
from scheduler_core.objects.resources import amount_text
from scheduler_core.objects.selectors import Requirement
from scheduler_core.objects.storage import CSINode
from scheduler_core.scheduler.cluster.requests import row_of
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.plugins.node_unschedulable import UNSCHEDULABLE_TAINT

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
SPREAD = "topologySpreadConstraints"

Document: TypeAlias = dict[str, Any]
"""A private deep copy of a manifest, to be changed in place."""


def editable(manifest: Manifest) -> Document:
    return copy.deepcopy(dict(manifest))


@dataclass(frozen=True, slots=True)
class PodChange:
    """A change of the pod's spec: `edit` alters a private copy of its manifest in place."""

    def edit(self, pod: Document) -> None:
        raise NotImplementedError

    def told(self) -> Message:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class ClusterChange:
    """A change of something else: `alter` changes a private copy of the snapshot."""

    def alter(self, snapshot: Snapshot) -> None:
        raise NotImplementedError

    def told(self) -> Message:
        raise NotImplementedError


Change: TypeAlias = PodChange | ClusterChange


_NOT_IN_ID = ("manifest", "csi_node", "priority")


def id_of(change: Change) -> str:
    """A name that is the same whenever the same change is found again."""
    names = (entry.name for entry in fields(change) if entry.name not in _NOT_IN_ID)
    words = [str(getattr(change, name)) for name in names]
    return "-".join((type(change).__name__.lower(), *words)).replace("/", ".").replace(" ", "")


# --- of the pod -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RemoveGates(PodChange):
    weight: ClassVar[int] = 0
    gates: tuple[str, ...]

    def edit(self, pod: Document) -> None:
        pod["spec"].pop("schedulingGates", None)

    def told(self) -> Message:
        return message("advice.gates", gates=self.gates)


@dataclass(frozen=True, slots=True)
class Tolerate(PodChange):
    weight: ClassVar[int] = 20
    key: str
    value: str
    effect: str

    def edit(self, pod: Document) -> None:
        toleration: Document = {"key": self.key, "operator": "Exists", "effect": self.effect}
        if self.value:
            toleration.update(operator="Equal", value=self.value)
        pod["spec"]["tolerations"] = [*(pod["spec"].get("tolerations") or []), toleration]

    def told(self) -> Message:
        taint = f"{self.key}={self.value}:{self.effect}" if self.value else f"{self.key}:{self.effect}"
        return message("advice.tolerate", taint=taint)


@dataclass(frozen=True, slots=True)
class DropNodeSelector(PodChange):
    weight: ClassVar[int] = 30
    key: str
    value: str

    def edit(self, pod: Document) -> None:
        selector = {k: v for k, v in pod["spec"]["nodeSelector"].items() if k != self.key}
        pod["spec"]["nodeSelector"] = selector
        if not selector:
            del pod["spec"]["nodeSelector"]

    def told(self) -> Message:
        return message("advice.drop_selector", label=f"{self.key}={self.value}")


@dataclass(frozen=True, slots=True)
class DropRequirement(PodChange):
    """One expression of one term of the required node affinity; the last one takes the whole rule along."""

    weight: ClassVar[int] = 31
    term: int
    expression: int
    spelled: str

    def edit(self, pod: Document) -> None:
        affinity = pod["spec"]["affinity"]["nodeAffinity"]
        term = affinity[REQUIRED]["nodeSelectorTerms"][self.term]
        term["matchExpressions"].pop(self.expression)
        if not term["matchExpressions"] and not term.get("matchFields"):
            del affinity[REQUIRED]

    def told(self) -> Message:
        return message("advice.drop_requirement", requirement=self.spelled)


@dataclass(frozen=True, slots=True)
class DropPodTerm(PodChange):
    """One required term of podAffinity or podAntiAffinity."""

    weight: ClassVar[int] = 32
    stanza: str
    index: int
    topology_key: str

    def edit(self, pod: Document) -> None:
        stanza = pod["spec"]["affinity"][self.stanza]
        stanza[REQUIRED].pop(self.index)
        if not stanza[REQUIRED]:
            del stanza[REQUIRED]

    def told(self) -> Message:
        message_id = "advice.drop_affinity" if self.stanza == "podAffinity" else "advice.drop_anti_affinity"
        return message(message_id, key=self.topology_key)


@dataclass(frozen=True, slots=True)
class RaiseMaxSkew(PodChange):
    weight: ClassVar[int] = 40
    key: str
    to: int

    def edit(self, pod: Document) -> None:
        for constraint in pod["spec"].get(SPREAD) or []:
            if constraint["topologyKey"] == self.key and constraint["whenUnsatisfiable"] == "DoNotSchedule":
                constraint["maxSkew"] = self.to

    def told(self) -> Message:
        return message("advice.max_skew", key=self.key, to=self.to)


@dataclass(frozen=True, slots=True)
class SpreadAnyway(PodChange):
    weight: ClassVar[int] = 41
    key: str

    def edit(self, pod: Document) -> None:
        for constraint in pod["spec"].get(SPREAD) or []:
            if constraint["topologyKey"] == self.key:
                constraint["whenUnsatisfiable"] = "ScheduleAnyway"
                constraint.pop("minDomains", None)

    def told(self) -> Message:
        return message("advice.schedule_anyway", key=self.key)


@dataclass(frozen=True, slots=True)
class LowerRequest(PodChange):
    """The container that asks for most asks for `by` less; `to` is what the whole pod asks for then."""

    weight: ClassVar[int] = 50
    resource: str
    by: int
    to: int

    def edit(self, pod: Document) -> None:
        spec = pod["spec"]
        whole = ((spec.get("resources") or {}).get("requests") or {}).get(self.resource)
        holders = [spec] if whole is not None else spec.get("containers") or []
        if not holders:
            return
        largest = max(holders, key=lambda holder: _asked(holder, self.resource))
        asked = _asked(largest, self.resource)
        resources = largest.get("resources")
        if asked < self.by or not resources:
            return
        left = asked - self.by
        if left:
            resources["requests"][self.resource] = amount_text(self.resource, left)
        else:
            del resources["requests"][self.resource]
        # An extended resource's limit must equal its request.
        limits = resources.get("limits") or {}
        if self.resource in limits and "/" in self.resource:
            limits[self.resource] = amount_text(self.resource, left)

    def told(self) -> Message:
        return message("advice.lower_request", resource=self.resource, to=amount_text(self.resource, self.to))


def _asked(holder: Mapping[str, Any], resource: str) -> int:
    written = ((holder.get("resources") or {}).get("requests") or {}).get(resource)
    if written is None:
        return 0
    try:
        row = row_of({resource: parse_quantity(written)})
    except QuantityError:
        return 0
    return row.get(resource)


@dataclass(frozen=True, slots=True)
class DropHostPort(PodChange):
    weight: ClassVar[int] = 45
    port: int
    protocol: str

    def edit(self, pod: Document) -> None:
        spec = pod["spec"]
        for container in [*(spec.get("containers") or []), *(spec.get("initContainers") or [])]:
            for entry in container.get("ports") or []:
                if entry.get("hostPort") == self.port and (entry.get("protocol") or "TCP") == self.protocol:
                    del entry["hostPort"]

    def told(self) -> Message:
        return message("advice.drop_port", port=f"{self.port}/{self.protocol}")


@dataclass(frozen=True, slots=True)
class RaisePriority(PodChange):
    """`class_name` exists already, or is to be made with this value (`made`)."""

    weight: ClassVar[int] = 90
    value: int
    class_name: str
    made: bool

    def edit(self, pod: Document) -> None:
        spec = pod["spec"]
        spec["priorityClassName"], spec["priority"] = self.class_name, self.value
        if spec.get("preemptionPolicy") == "Never":
            spec["preemptionPolicy"] = "PreemptLowerPriority"

    def told(self) -> Message:
        if self.made:
            return message("advice.priority_new", value=self.value)
        return message("advice.priority", name=self.class_name, value=self.value)


# --- of the cluster -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UncordonNode(ClusterChange):
    weight: ClassVar[int] = 10
    node: str

    def alter(self, snapshot: Snapshot) -> None:
        info = snapshot.get(self.node)
        if info is not None:
            # The node controller takes away the taint it gave.
            left = tuple(taint for taint in info.node.taints if taint.key != UNSCHEDULABLE_TAINT.key)
            snapshot.put_node(info.node.with_unschedulable(False).with_taints(left))

    def told(self) -> Message:
        return message("advice.uncordon", node=self.node)


@dataclass(frozen=True, slots=True)
class Untaint(ClusterChange):
    weight: ClassVar[int] = 25
    node: str
    key: str
    effect: str

    def alter(self, snapshot: Snapshot) -> None:
        info = snapshot.get(self.node)
        if info is not None:
            left = [t for t in info.node.taints if (t.key, t.effect) != (self.key, self.effect)]
            snapshot.put_node(info.node.with_taints(tuple(left)))

    def told(self) -> Message:
        return message("advice.untaint", node=self.node, taint=f"{self.key}:{self.effect}")


@dataclass(frozen=True, slots=True)
class LabelNode(ClusterChange):
    weight: ClassVar[int] = 22
    node: str
    key: str
    value: str

    def alter(self, snapshot: Snapshot) -> None:
        info = snapshot.get(self.node)
        if info is not None:
            document = editable(info.node.manifest)
            document["metadata"].setdefault("labels", {})[self.key] = self.value
            snapshot.put_node(Node.parse(document))

    def told(self) -> Message:
        return message("advice.label", node=self.node, label=f"{self.key}={self.value}")


def label_for(node: str, wanted: Requirement) -> LabelNode | None:
    """A label with which the node would meet a requirement."""
    if wanted.key == HOSTNAME_LABEL:
        return None
    match wanted.operator:
        case "In" if wanted.values:
            return LabelNode(node, wanted.key, wanted.values[0])
        case "Exists":
            return LabelNode(node, wanted.key, "true")
        case _:
            return None


@dataclass(frozen=True, slots=True)
class DropNames(PodChange):
    """The names of nodes to which the required node affinity pins the pod."""

    weight: ClassVar[int] = 50
    spelled: str

    def edit(self, pod: Document) -> None:
        affinity = pod["spec"]["affinity"]["nodeAffinity"]
        terms = affinity[REQUIRED]["nodeSelectorTerms"]
        for term in terms:
            term.pop("matchFields", None)
        if not all(term.get("matchExpressions") for term in terms):
            # A term without its names would match nothing, and one without conditions was to match by name.
            del affinity[REQUIRED]

    def told(self) -> Message:
        return message("advice.drop_requirement", requirement=self.spelled)


@dataclass(frozen=True, slots=True)
class DeletePod(ClusterChange):
    weight: ClassVar[int] = 60
    pod: str
    node: str
    priority: int

    def alter(self, snapshot: Snapshot) -> None:
        info = snapshot.get(self.node)
        for pod in list(info.pods) if info is not None else ():
            if pod.key == self.pod:
                snapshot.remove_pod(pod)

    def told(self) -> Message:
        return message("advice.delete_pod", pod=self.pod, node=self.node)


@dataclass(frozen=True, slots=True)
class AddNode(ClusterChange):
    """`csi_node`: what the drivers on it say, if those on its example do."""

    weight: ClassVar[int] = 80
    name: str
    like: str
    manifest: Manifest
    csi_node: Manifest | None = None

    def alter(self, snapshot: Snapshot) -> None:
        snapshot.put_node(Node.parse(self.manifest))
        if self.csi_node is not None:
            snapshot.csi_nodes[self.name] = CSINode.parse(self.csi_node)

    def told(self) -> Message:
        return message("advice.add_node", like=self.like)


def weight_of(change: Change) -> int:
    """How much is asked of whoever follows the advice: less is offered first."""
    return int(getattr(change, "weight", 99))


def effort_of(change: Change) -> int:
    """Between changes of one kind: the smaller one first."""
    match change:
        case LowerRequest():
            return change.by
        case RaiseMaxSkew():
            return change.to
        case DeletePod():
            return change.priority
        case _:
            return 0
