"""The descheduler: evicts pods that would no longer be placed on their node. An input switches it on.

Source: kubernetes-sigs/descheduler (v0.34): RemovePodsViolatingNodeTaints and
RemovePodsViolatingTopologySpreadConstraint and DefaultEvictor, with their defaults: only NoSchedule taints,
only DoNotSchedule constraints, only pods that fit another node. A pass comes every 5 min and is played only
if a pod or a node has changed since the last one. Pods are evicted through the eviction API, so disruption
budgets hold.

Not modelled: an eviction order by anything but the pods' priority, and limits per node or namespace.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from scheduler_core.actor import Act, Message, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod, TopologySpreadConstraint
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.replacing import State
from scheduler_core.objects.scalars.priority import SYSTEM_CRITICAL_PRIORITY
from scheduler_core.objects.scalars.quantity import ZERO
from scheduler_core.objects.selection.selectors import tolerated

INTERVAL_MS = 300_000
MIRROR_ANNOTATION = "kubernetes.io/config.mirror"


@dataclass(frozen=True, slots=True)
class _Eviction:
    """A planned eviction: key and uid of the pod, and the sentence about it."""

    pod: str
    uid: str
    why: Message


class Descheduler(State):
    """The descheduler; its first pass runs as soon as it is switched on."""

    name = "descheduler"
    watches = frozenset({"Node", "Pod"})
    rank = 29

    def __init__(self) -> None:
        self._passed_ms = -INTERVAL_MS
        self._changed_ms: int | None = 0
        self._todo: tuple[_Eviction, ...] = ()

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if self._changed_ms is None and _look(event.old) != _look(event.new):
            self._changed_ms = now_ms

    def next_ms(self, now_ms: int) -> int | None:
        if self._todo:
            return now_ms
        if self._changed_ms is None:
            return None
        return max(now_ms, self._changed_ms, self._passed_ms + INTERVAL_MS)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        if not self._todo:
            self._passed_ms, self._changed_ms = now_ms, None
            evictions = (*_spread(api), *_tainted(api))
            self._todo = tuple({eviction.pod: eviction for eviction in evictions}.values())
        while self._todo:
            eviction, self._todo = self._todo[0], self._todo[1:]
            pod = api.pods.get(eviction.pod)
            if pod is None or pod.uid != eviction.uid or pod.terminating:
                continue
            result = api.evict(eviction.pod, DeleteOptions(precondition_uid=eviction.uid), now_ms)
            sentence = eviction.why
            if isinstance(result, Refused):
                # A disruption budget refused the eviction, so it is tried again after the next change.
                sentence = message("descheduler.refused", pod=pod.name, text=result.text)
            kind = "update" if isinstance(result, Refused) else "delete"
            focus = (pod.node_name,)
            return Act("controller", self.name, kind, sentence, focus_pods=(eviction.pod,), focus_nodes=focus)
        return None

    def fingerprint(self) -> Json:
        return [self._passed_ms, self._changed_ms, [[eviction.pod, eviction.uid] for eviction in self._todo]]


def _look(value: object) -> Json:
    """The part of a pod or node that a pass reads."""
    if isinstance(value, Node):
        taints: list[Json] = [[taint.key, taint.value, taint.effect] for taint in value.taints]
        return [dict(value.labels), taints, value.unschedulable]
    if isinstance(value, Pod):
        return [value.node_name, dict(value.labels), value.terminating, value.finished]
    return None


def evictable(pod: Pod) -> bool:
    """Whether the pod may be evicted: a controller replaces it, no local data is lost, and it is not
    critical. Source: DefaultEvictor."""
    owner = pod.meta.controller
    if owner is None or owner.kind == "DaemonSet" or MIRROR_ANNOTATION in pod.meta.annotations:
        return False
    if pod.finished or pod.terminating or pod.priority >= SYSTEM_CRITICAL_PRIORITY:
        return False
    return not any("emptyDir" in volume or "hostPath" in volume for volume in pod.spec.volumes)


def _tainted(api: ApiServer) -> Iterator[_Eviction]:
    """Pods that do not tolerate a NoSchedule taint of their node."""
    for pod in api.pods.values():
        node = api.nodes.get(pod.node_name)
        if node is None or not evictable(pod):
            continue
        for taint in node.taints:
            if taint.effect == "NoSchedule" and not tolerated(taint, pod.spec.tolerations):
                why = message("descheduler.taint", pod=pod.name, node=node.name, taint=taint.key)
                yield _Eviction(pod.key, pod.uid, why)
                break


def _spread(api: ApiServer) -> Iterator[_Eviction]:
    """Pods of domains that hold more matching pods than a DoNotSchedule constraint allows."""
    checked: set[tuple[str, TopologySpreadConstraint]] = set()
    for pod in list(api.pods.values()):
        if pod.finished or pod.terminating:
            continue
        for constraint in pod.spec.topology_spread_constraints:
            if constraint.when_unsatisfiable != "DoNotSchedule" or (pod.namespace, constraint) in checked:
                continue
            checked.add((pod.namespace, constraint))
            yield from _balance(api, pod, constraint)


def _balance(api: ApiServer, like: Pod, constraint: TopologySpreadConstraint) -> Iterator[_Eviction]:
    """Source: topologyspreadconstraint.go `balanceDomains`."""
    domains: dict[str, list[Pod]] = {}
    for node in api.nodes.values():
        if constraint.topology_key in node.labels and _counted(node, like, constraint):
            domains.setdefault(node.labels[constraint.topology_key], [])
    selector = constraint.label_selector
    for pod in api.pods.values():
        host = api.nodes.get(pod.node_name)
        domain = host.labels.get(constraint.topology_key) if host is not None else None
        if domain not in domains or pod.namespace != like.namespace or pod.terminating or pod.finished:
            continue
        if (
            domain is not None
            and selector is not None
            and not selector.empty
            and selector.matches(pod.labels)
        ):
            domains[domain].append(pod)
    total = sum(len(pods) for pods in domains.values())
    ordered = sorted(domains.items(), key=lambda entry: len(entry[1]))
    for domain, pod in _surplus([(name, _youngest_last(pods)) for name, pods in ordered], total, constraint):
        if evictable(pod) and _fits_elsewhere(api, pod, constraint.topology_key, domain):
            key = constraint.topology_key
            why = message("descheduler.spread", pod=pod.name, node=pod.node_name, key=key, domain=domain)
            yield _Eviction(pod.key, pod.uid, why)


def _surplus(
    domains: list[tuple[str, list[Pod]]], total: int, constraint: TopologySpreadConstraint
) -> Iterator[tuple[str, Pod]]:
    """The pods to move out of the largest domains, each with its domain. Changes `domains` as if they had
    moved to the smallest.
    """
    low, high = 0, len(domains) - 1
    while low < high:
        above, below = domains[high][1], domains[low][1]
        if len(above) * len(domains) <= total:
            high -= 1
            continue
        skew = len(above) - len(below)
        if skew <= constraint.max_skew:
            low += 1
            continue
        # All are rounded up: what one domain has above the average, what the other lacks, half of the excess
        # skew.
        spare = -(-(len(above) * len(domains) - total) // len(domains))
        lack = -(-(total - len(below) * len(domains)) // len(domains))
        moved = min(spare, lack, -(-(skew - constraint.max_skew) // 2))
        if moved <= 0:
            low += 1
            continue
        going = above[-moved:]
        yield from ((domains[high][0], pod) for pod in going)
        del above[-moved:]
        below.extend(going)


def _youngest_last(pods: Sequence[Pod]) -> list[Pod]:
    """Pods in reverse order of eviction: evictable pods of low priority last, and of equals the youngest
    last.
    """
    return sorted(
        pods,
        key=lambda pod: (
            evictable(pod),
            not (pod.spec.node_selector or pod.spec.affinity),
            -pod.priority,
            pod.meta.creation_at or 0,
        ),
    )


def _counted(node: Node, like: Pod, constraint: TopologySpreadConstraint) -> bool:
    """Whether the constraint's node inclusion policies count the node's domain."""
    if constraint.node_affinity_policy == "Honor" and not _selects(like, node):
        return False
    return constraint.node_taints_policy != "Honor" or _open_to(like, node)


def _selects(pod: Pod, node: Node) -> bool:
    """Whether the node has the labels that the pod's nodeSelector and required node affinity ask for."""
    selector = pod.spec.node_selector or {}
    if any(node.labels.get(key) != value for key, value in selector.items()):
        return False
    affinity = pod.spec.affinity
    required = affinity.node_affinity.required if affinity and affinity.node_affinity else None
    return required is None or required.matches(node.labels, node.name)


def _open_to(pod: Pod, node: Node) -> bool:
    """Whether the pod tolerates the NoSchedule and NoExecute taints of the node."""
    taints = [taint for taint in node.taints if taint.effect in ("NoSchedule", "NoExecute")]
    return all(tolerated(taint, pod.spec.tolerations) for taint in taints)


def _fits_elsewhere(api: ApiServer, pod: Pod, key: str, domain: str) -> bool:
    """Whether the pod fits a node of another domain."""
    return any(
        node.labels.get(key) not in (None, domain)
        and not node.unschedulable
        and _selects(pod, node)
        and _open_to(pod, node)
        and _has_room(api, pod, node)
        for node in api.nodes.values()
    )


def _has_room(api: ApiServer, pod: Pod, node: Node) -> bool:
    """Whether the node has free resources for the pod's requests, and a free place for a pod."""
    on_node = [other for other in api.pods.values() if other.node_name == node.name and not other.finished]
    pods = node.allocatable.get("pods")
    if pods is not None and pods.value <= len(on_node):
        return False
    for name, request in pod_requests(pod).items():
        used = sum(pod_requests(other).get(name, ZERO).nano for other in on_node)
        if request.nano and used + request.nano > node.allocatable.get(name, ZERO).nano:
            return False
    return True
