"""Whether a kubelet admits a pod that was bound to its node.

Source: the kubelet's admit handlers in their order (v1.34): eviction manager, then
pkg/kubelet/lifecycle/predicate.go with the scheduler's `AdmissionCheck`, then the node shutdown manager.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.kubelet.admission.preemption import Missing, NoVictimsError, pods_to_preempt
from scheduler_core.kubelet.eviction import messages
from scheduler_core.kubelet.eviction.signals import MEMORY_PRESSURE
from scheduler_core.kubelet.node_shutdown import groups as node_shutdown
from scheduler_core.kubelet.types.critical_pods import is_critical, is_static
from scheduler_core.kubelet.types.pod_qos import pod_qos_class
from scheduler_core.objects.manifest import text
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import ContainerPort, Pod
from scheduler_core.objects.pod_resources.qos import BEST_EFFORT
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.resources import CPU, EPHEMERAL_STORAGE, MEMORY, PODS, get, units
from scheduler_core.objects.selection.selectors import Taint, tolerated

OS_LABEL = "kubernetes.io/os"
STATUS_PREFIX = "Pod was rejected: "
UNEXPECTED_REASON = "UnexpectedAdmissionError"
_RECOVERY = "Unexpected error while attempting to recover from admission failure: preemption: "
_RECOVERY += "error finding a set of pods to preempt: "
_MEMORY_TAINT = Taint("node.kubernetes.io/memory-pressure", "", "NoSchedule")
_PREDICATES: Mapping[str, str] = {
    "NodeAffinity": "node(s) didn't match Pod's node affinity/selector",
    "NodePorts": "node(s) didn't have free ports for the requested pod ports",
    "TaintToleration": "node(s) had taints that the pod didn't tolerate",
}


@dataclass(frozen=True, slots=True)
class Rejected:
    """A pod that is not admitted. `message` is the text of the event; the pod's status shows it behind
    `STATUS_PREFIX`.
    """

    reason: str
    message: str

    @property
    def status_message(self) -> str:
        return f"{STATUS_PREFIX}{self.message}"


@dataclass(frozen=True, slots=True)
class Admitted:
    """The pod may start once all `victims` are dead; only a critical pod has victims."""

    victims: tuple[Pod, ...] = ()


@dataclass(frozen=True, slots=True)
class _Insufficient:
    resource: str
    requested: int
    used: int
    capacity: int

    @property
    def missing(self) -> Missing:
        return Missing(self.resource, self.requested - (self.capacity - self.used))

    def rejected(self) -> Rejected:
        return Rejected(
            f"OutOf{self.resource}",
            f"Node didn't have enough resource: {self.resource}, requested: {self.requested}, "
            f"used: {self.used}, capacity: {self.capacity}",
        )


def admit(
    pod: Pod, node: Node, others: Sequence[Pod], conditions: Sequence[str], *, shutting_down: bool = False
) -> Admitted | Rejected:
    """Whether the pod is admitted. `others` are the node's other pods that are not finished; `conditions` are
    the pressure conditions that the eviction manager reports.
    """
    rejected = under_pressure(pod, conditions)
    if rejected is not None:
        return rejected
    admitted = _fits(pod, node, others)
    if isinstance(admitted, Admitted) and shutting_down:
        return Rejected(node_shutdown.NOT_ADMITTED_REASON, node_shutdown.NOT_ADMITTED_TEXT)
    return admitted


def under_pressure(pod: Pod, conditions: Sequence[str]) -> Rejected | None:
    """The rejection of a pod by a node under pressure. Critical pods are admitted and, when memory alone is
    short, pods that are not BestEffort or tolerate its taint. Source: eviction_manager.go `Admit`.
    """
    if not conditions or is_critical(pod):
        return None
    if tuple(conditions) == (MEMORY_PRESSURE,) and (
        pod_qos_class(pod) != BEST_EFFORT or tolerated(_MEMORY_TAINT, pod.spec.tolerations)
    ):
        return None
    return Rejected(messages.REASON, messages.node_condition(conditions))


def _wrong_system(pod: Pod, node: Node) -> Rejected | None:
    """The refusal of a pod that is made for another operating system than the node's. Source: predicate.go
    `rejectPodAdmissionBasedOnOSSelector`, which reads the pod's labels, and `...OSField`."""
    system = text(node.info.get("operatingSystem"))
    system = system or node.labels.get(OS_LABEL, "linux")
    if pod.labels.get(OS_LABEL, system) != system:
        why = f"Failed to admit pod as the `{OS_LABEL}` label doesn't match node label"
        return Rejected("PodOSSelectorNodeLabelDoesNotMatch", why)
    if (pod.os_name or system) != system:
        return Rejected("PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS")
    return None


def _fits(pod: Pod, node: Node, others: Sequence[Pod]) -> Admitted | Rejected:
    """Whether the pod fits on the node; a critical pod that lacks only resources preempts other pods."""
    wrong = _wrong_system(pod, node)
    if wrong is not None:
        return wrong
    lacking = _insufficient(pod, node, others)
    predicates = _failed_predicates(pod, node, others)
    if not lacking and not predicates:
        return Admitted()
    if is_critical(pod):
        # A critical pod is not rejected for lack of resources alone: the kubelet preempts pods to make room.
        if predicates:
            return _predicate(predicates[0])
        try:
            return Admitted(tuple(pods_to_preempt(pod, others, [need.missing for need in lacking])))
        except NoVictimsError as error:
            return Rejected(UNEXPECTED_REASON, f"{_RECOVERY}{error}")
    return lacking[0].rejected() if lacking else _predicate(predicates[0])


def _predicate(name: str) -> Rejected:
    return Rejected(name, f"Predicate {name} failed: {_PREDICATES[name]}")


def _insufficient(pod: Pod, node: Node, others: Sequence[Pod]) -> list[_Insufficient]:
    """Source: noderesources `fitsRequest`; here the other resources are sorted by name.

    An extended resource that the node does not have is ignored (`removeMissingExtendedResources`).
    """
    lacking: list[_Insufficient] = []
    most = get(node.allocatable, PODS).value
    if PODS in node.allocatable and len(others) + 1 > most:
        lacking.append(_Insufficient(PODS, 1, len(others), most))
    requests = pod_requests(pod)
    used = [pod_requests(other) for other in others]
    extended = sorted(name for name in requests if name not in (CPU, MEMORY, EPHEMERAL_STORAGE))
    for name in (CPU, MEMORY, EPHEMERAL_STORAGE, *extended):
        requested = units(name, get(requests, name))
        if requested == 0 or name not in node.allocatable:
            continue
        capacity = units(name, node.allocatable[name])
        in_use = sum(units(name, get(amounts, name)) for amounts in used)
        if requested > capacity - in_use:
            lacking.append(_Insufficient(name, requested, in_use, capacity))
    return lacking


def _failed_predicates(pod: Pod, node: Node, others: Sequence[Pod]) -> list[str]:
    """The names of the scheduler's filters that the pod fails on this node; empty when it passes all."""
    failed: list[str] = []
    if not _matches_node(pod, node):
        failed.append("NodeAffinity")
    ports_in_use = [port for other in others for port in _host_ports(other)]
    if any(_conflict(port, other) for port in _host_ports(pod) for other in ports_in_use):
        failed.append("NodePorts")
    if not is_static(pod) and any(
        taint.effect == "NoExecute" and not tolerated(taint, pod.spec.tolerations) for taint in node.taints
    ):
        failed.append("TaintToleration")
    return failed


def _matches_node(pod: Pod, node: Node) -> bool:
    selector = pod.spec.node_selector
    if selector and any(node.labels.get(key) != value for key, value in selector.items()):
        return False
    affinity = pod.spec.affinity
    if affinity is None or affinity.node_affinity is None or affinity.node_affinity.required is None:
        return True
    return affinity.node_affinity.required.matches(node.labels, node.name)


def _host_ports(pod: Pod) -> Iterable[ContainerPort]:
    for container in (*pod.spec.init_containers, *pod.spec.containers):
        if container.sidecar or container in pod.spec.containers:
            yield from (port for port in container.ports if port.host_port > 0)


def _conflict(port: ContainerPort, other: ContainerPort) -> bool:
    """Whether two host ports exclude each other: same number and protocol, and a common address."""
    anywhere = ("", "0.0.0.0")
    return (
        port.host_port == other.host_port
        and port.protocol == other.protocol
        and (port.host_ip == other.host_ip or port.host_ip in anywhere or other.host_ip in anywhere)
    )
