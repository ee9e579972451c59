"""Changes of the pod itself, each small enough to be tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.actor import Message, message
from scheduler_core.advice.changes import PodChange
from scheduler_core.advice.editable import Document, entries, part, parts
from scheduler_core.objects.manifest import find
from scheduler_core.objects.resources import CPU, EPHEMERAL_STORAGE, MEMORY, amount_text
from scheduler_core.objects.scalars.quantity import QuantityError, parse_quantity
from scheduler_core.scheduler.cluster.requests import row_of

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
SPREAD = "topologySpreadConstraints"
IMAGE_LABELS = ("kubernetes.io/arch", "kubernetes.io/os", "beta.kubernetes.io/arch", "beta.kubernetes.io/os")
"""Labels of nodes on which it depends whether an image runs there."""


@dataclass(frozen=True, slots=True)
class RemoveGates(PodChange):
    weight: ClassVar[int] = 0
    gates: tuple[str, ...]

    def edit(self, pod: Document) -> None:
        part(pod, "spec").pop("schedulingGates", None)

    def message(self) -> Message:
        return message("advice.gates", gates=self.gates)

    def price(self) -> tuple[Message, ...]:
        return tuple(message("advice.price_gate", gate=gate, owner=gate_owner(gate)) for gate in self.gates)


_GATE_OWNERS = {
    "kueue.x-k8s.io": "Kueue",
    "volcano.sh": "Volcano",
    "kubevirt.io": "KubeVirt",
    "karmada.io": "Karmada",
    "run.ai": "Run:ai",
    "yunikorn.apache.org": "YuniKorn",
}


def gate_owner(gate: str) -> str:
    """The program that sets and removes a scheduling gate; for one that is not in the list the domain of the
    gate, which names its owner (https://kubernetes.io/docs/concepts/scheduling-eviction/pod-scheduling-readiness)."""
    domain = gate.rpartition("/")[0]
    owners = (name for owner, name in _GATE_OWNERS.items() if domain == owner or domain.endswith(f".{owner}"))
    return next(owners, domain or gate)


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
        spec = part(pod, "spec")
        spec["tolerations"] = [*parts(spec, "tolerations"), toleration]

    def message(self) -> Message:
        taint = f"{self.key}={self.value}:{self.effect}" if self.value else f"{self.key}:{self.effect}"
        return message("advice.tolerate", taint=taint)

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_tolerate", taint=self.key),)


@dataclass(frozen=True, slots=True)
class DropNodeSelector(PodChange):
    weight: ClassVar[int] = 30
    key: str
    value: str
    has: str = ""
    """The value of the label on the node that would then take the pod."""

    def edit(self, pod: Document) -> None:
        selector = part(pod, "spec", "nodeSelector")
        selector.pop(self.key, None)
        if not selector:
            del part(pod, "spec")["nodeSelector"]

    def message(self) -> Message:
        return message("advice.drop_selector", label=f"{self.key}={self.value}")

    def price(self) -> tuple[Message, ...]:
        return (_without_label(self.key, f"{self.key}={self.value}", self.has),)


def _without_label(key: str, spelled: str, has: str) -> Message:
    """What it means that the pod no longer requires the label: another image, or other machines."""
    if key in IMAGE_LABELS and has:
        return message("advice.price_image", platform=has)
    return message("advice.price_selector", requirement=spelled)


@dataclass(frozen=True, slots=True)
class DropRequirement(PodChange):
    """Removes one expression of one term of the required node affinity; removing the last one removes the
    whole affinity."""

    weight: ClassVar[int] = 31
    term: int
    expression: int
    spelled: str
    key: str = ""
    has: str = ""

    def edit(self, pod: Document) -> None:
        affinity = part(pod, "spec", "affinity", "nodeAffinity")
        term = parts(affinity, REQUIRED, "nodeSelectorTerms")[self.term]
        expressions = entries(term, "matchExpressions")
        expressions.pop(self.expression)
        if not expressions and not term.get("matchFields"):
            del affinity[REQUIRED]

    def message(self) -> Message:
        return message("advice.drop_requirement", requirement=self.spelled)

    def price(self) -> tuple[Message, ...]:
        return (_without_label(self.key, self.spelled, self.has),)


@dataclass(frozen=True, slots=True)
class DropPodTerm(PodChange):
    """Removes one required term of podAffinity or podAntiAffinity."""

    weight: ClassVar[int] = 32
    stanza: str
    index: int
    topology_key: str

    def edit(self, pod: Document) -> None:
        stanza = part(pod, "spec", "affinity", self.stanza)
        terms = entries(stanza, REQUIRED)
        terms.pop(self.index)
        if not terms:
            del stanza[REQUIRED]

    def message(self) -> Message:
        message_id = "advice.drop_affinity" if self.stanza == "podAffinity" else "advice.drop_anti_affinity"
        return message(message_id, key=self.topology_key)

    def price(self) -> tuple[Message, ...]:
        apart = self.stanza == "podAffinity"
        message_id = "advice.price_affinity" if apart else "advice.price_anti_affinity"
        return (message(message_id, key=self.topology_key),)


@dataclass(frozen=True, slots=True)
class RaiseMaxSkew(PodChange):
    weight: ClassVar[int] = 40
    key: str
    to: int

    def edit(self, pod: Document) -> None:
        for constraint in parts(pod, "spec", SPREAD):
            if constraint["topologyKey"] == self.key and constraint["whenUnsatisfiable"] == "DoNotSchedule":
                constraint["maxSkew"] = self.to

    @property
    def effort(self) -> int:
        return self.to

    def message(self) -> Message:
        return message("advice.max_skew", key=self.key, to=self.to)

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_max_skew", key=self.key, to=self.to),)


@dataclass(frozen=True, slots=True)
class SpreadAnyway(PodChange):
    weight: ClassVar[int] = 41
    key: str

    def edit(self, pod: Document) -> None:
        for constraint in parts(pod, "spec", SPREAD):
            if constraint["topologyKey"] == self.key:
                constraint["whenUnsatisfiable"] = "ScheduleAnyway"
                constraint.pop("minDomains", None)

    def message(self) -> Message:
        return message("advice.schedule_anyway", key=self.key)

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_schedule_anyway", key=self.key),)


@dataclass(frozen=True, slots=True)
class LowerRequest(PodChange):
    """Lowers the request of the container with the largest one by `by`; `to` is the pod's request
    afterwards."""

    weight: ClassVar[int] = 50
    resource: str
    by: int
    to: int

    def edit(self, pod: Document) -> None:
        spec = part(pod, "spec")
        whole = find(spec, "resources", "requests", self.resource)
        holders = [spec] if whole is not None else parts(spec, "containers")
        if not holders:
            return
        largest = max(holders, key=lambda holder: _requested(holder, self.resource))
        # An init container that requests more than all containers together decides for the pod.
        inits = parts(spec, "initContainers") if whole is None else []
        init = max(inits, key=lambda holder: _requested(holder, self.resource), default=largest)
        if _requested(init, self.resource) > sum(_requested(holder, self.resource) for holder in holders):
            largest = init
        requested = _requested(largest, self.resource)
        if not requested or requested < self.by:
            return
        remaining = requested - self.by
        requests = part(largest, "resources", "requests")
        if remaining:
            requests[self.resource] = amount_text(self.resource, remaining)
        else:
            del requests[self.resource]
        # An extended resource's limit must equal its request.
        if "/" in self.resource and find(largest, "resources", "limits", self.resource) is not None:
            part(largest, "resources", "limits")[self.resource] = amount_text(self.resource, remaining)

    @property
    def effort(self) -> int:
        return self.by

    def message(self) -> Message:
        return message("advice.lower_request", resource=self.resource, to=amount_text(self.resource, self.to))

    def price(self) -> tuple[Message, ...]:
        by = amount_text(self.resource, self.by)
        if self.resource == CPU:
            return (message("advice.price_less_cpu", by=by),)
        evicts = self.resource in (MEMORY, EPHEMERAL_STORAGE)
        message_id = "advice.price_less_memory" if evicts else "advice.price_less"
        return (message(message_id, resource=self.resource, by=by),)


def _requested(holder: Document, resource: str) -> int:
    """The request in milli-CPU or whole units; 0 where there is none or it cannot be read."""
    quantity = find(holder, "resources", "requests", resource)
    if not isinstance(quantity, (str, int, float)):
        return 0
    try:
        row = row_of({resource: parse_quantity(quantity)})
    except QuantityError:
        return 0
    return row.get(resource)


@dataclass(frozen=True, slots=True)
class DropHostPort(PodChange):
    weight: ClassVar[int] = 45
    port: int
    protocol: str

    def edit(self, pod: Document) -> None:
        spec = part(pod, "spec")
        for container in [*parts(spec, "containers"), *parts(spec, "initContainers")]:
            for entry in parts(container, "ports"):
                if entry.get("hostPort") == self.port and (entry.get("protocol") or "TCP") == self.protocol:
                    del entry["hostPort"]

    def message(self) -> Message:
        return message("advice.drop_port", port=f"{self.port}/{self.protocol}")

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_port", port=f"{self.port}/{self.protocol}"),)


@dataclass(frozen=True, slots=True)
class RaisePriority(PodChange):
    """Raises the pod's priority. `class_name` exists already, or is created with this value (`new_class`)."""

    weight: ClassVar[int] = 90
    value: int
    class_name: str
    new_class: bool

    def edit(self, pod: Document) -> None:
        spec = part(pod, "spec")
        spec["priorityClassName"], spec["priority"] = self.class_name, self.value
        if spec.get("preemptionPolicy") == "Never":
            spec["preemptionPolicy"] = "PreemptLowerPriority"

    def message(self) -> Message:
        if self.new_class:
            return message("advice.priority_new", value=self.value)
        return message("advice.priority", name=self.class_name, value=self.value)


@dataclass(frozen=True, slots=True)
class DropNames(PodChange):
    """Removes the names of nodes to which the required node affinity pins the pod."""

    weight: ClassVar[int] = 50
    spelled: str

    def edit(self, pod: Document) -> None:
        affinity = part(pod, "spec", "affinity", "nodeAffinity")
        terms = parts(affinity, REQUIRED, "nodeSelectorTerms")
        for term in terms:
            term.pop("matchFields", None)
        if not all(term.get("matchExpressions") for term in terms):
            # A term without its names would match nothing; a term without conditions matched by name alone.
            del affinity[REQUIRED]

    def message(self) -> Message:
        return message("advice.drop_requirement", requirement=self.spelled)

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_selector", requirement=self.spelled),)
