"""Rules of DaemonSet pods without the API: which nodes run one, what happens to those on one node, and how a
rolling update proceeds.

Source: pkg/controller/daemon (daemon_controller.go `podsShouldBeOnNode`, `NodeShouldRunDaemonPod`, update.go
`rollingUpdate`) and util/daemonset_util.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from scheduler_core.controllers.common.controller_utils import available_in_ms, pod_from_template
from scheduler_core.controllers.common.history import LABEL
from scheduler_core.controllers.common.int_or_percent import scaled
from scheduler_core.objects.manifest import (
    Json,
    Manifest,
    find,
    flag,
    integer,
    items,
    mapping,
    text,
    with_value,
)
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.selection.affinity import Affinity
from scheduler_core.objects.selection.selectors import Toleration, tolerated
from scheduler_core.objects.workloads import Workload

_NODE = "node.kubernetes.io/"
_TOLERATED = (
    (f"{_NODE}not-ready", "NoExecute"),
    (f"{_NODE}unreachable", "NoExecute"),
    (f"{_NODE}disk-pressure", "NoSchedule"),
    (f"{_NODE}memory-pressure", "NoSchedule"),
    (f"{_NODE}pid-pressure", "NoSchedule"),
    (f"{_NODE}unschedulable", "NoSchedule"),
)
_HOST_NETWORK = (f"{_NODE}network-unavailable", "NoSchedule")


def daemon_pod(ds: Workload, name: str, node: str, revision: str) -> Manifest:
    """The pod for one node: bound to it by node affinity, with the tolerations that all daemon pods get."""
    document = pod_from_template(ds, name)
    labels = {**mapping(find(document, "metadata", "labels")), LABEL: revision}
    document = with_value(document, ("metadata", "labels"), labels)
    document = with_value(document, ("spec", "tolerations"), _tolerations(ds))
    field: Json = {"key": "metadata.name", "operator": "In", "values": [node]}
    path = ("spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
    return with_value(document, path, {"nodeSelectorTerms": [{"matchFields": [field]}]})


def _tolerations(ds: Workload) -> list[Json]:
    """The template's tolerations and those of all daemon pods (AddOrUpdateDaemonPodTolerations)."""
    spec = find(ds.template, "spec")
    tolerations = list(items(find(spec, "tolerations")))
    added = (*_TOLERATED, _HOST_NETWORK) if flag(find(spec, "hostNetwork")) else _TOLERATED
    for key, effect in added:
        toleration: Json = {"key": key, "operator": "Exists", "effect": effect}
        same = [
            index
            for index, entry in enumerate(tolerations)
            if (find(entry, "key"), find(entry, "effect"), find(entry, "operator")) == (key, effect, "Exists")
        ]
        if same:
            tolerations[same[0]] = toleration
        else:
            tolerations.append(toleration)
    return tolerations


def belongs(ds: Workload, node: Node) -> tuple[bool, bool]:
    """Returns whether the node should run a pod, and whether a pod that runs there may stay."""
    spec = find(ds.template, "spec")
    named = text(find(spec, "nodeName"))
    if named and named != node.name:
        return False, False
    chosen = mapping(find(spec, "nodeSelector"))
    if any(node.labels.get(key) != value for key, value in chosen.items()):
        return False, False
    affinity = Affinity.parse(find(spec, "affinity"))
    required = affinity.node_affinity.required if affinity and affinity.node_affinity else None
    if required is not None and not required.matches(node.labels, node.name):
        return False, False
    tolerations = tuple(Toleration.parse(entry) for entry in _tolerations(ds))
    fatal = {taint.effect for taint in node.taints if not tolerated(taint, tolerations)}
    return not fatal & {"NoSchedule", "NoExecute"}, "NoExecute" not in fatal


def node_of(pod: Pod) -> str:
    """The node on which a daemon pod runs, or the one that its node affinity names."""
    if pod.node_name:
        return pod.node_name
    required = (
        pod.spec.affinity.node_affinity.required
        if pod.spec.affinity is not None and pod.spec.affinity.node_affinity is not None
        else None
    )
    for term in required.terms if required is not None else ():
        for field in term.match_fields:
            if field.key == "metadata.name" and field.operator == "In" and len(field.values) == 1:
                return field.values[0]
    return ""


def by_node(pods: Iterable[Pod]) -> dict[str, list[Pod]]:
    """The pods of each node, without finished pods that are terminating."""
    nodes: dict[str, list[Pod]] = {}
    for pod in pods:
        if not (pod.terminating and pod.finished):
            nodes.setdefault(node_of(pod), []).append(pod)
    return nodes


def oldest_first(pods: Iterable[Pod]) -> list[Pod]:
    """Bound pods before unbound ones, then by age, then by name."""
    return sorted(pods, key=lambda pod: (not pod.node_name, pod.meta.creation_at or 0, pod.name))


def surplus(
    running: Sequence[Pod], revision: str, available: Mapping[str, bool], *, surges: bool
) -> list[Pod]:
    """The pods to delete of several on one node.

    With maxSurge a ready old pod stays beside a new one until the new one is available (podsShouldBeOnNode).
    """
    ordered = oldest_first(running)
    if len(ordered) <= 1:
        return []
    if not surges:
        return ordered[1:]
    new = next((pod for pod in ordered if updated(pod, revision)), None)
    old = next((pod for pod in ordered if not updated(pod, revision)), None)
    if new is None or old is None:
        return ordered[1:]
    kept = [new]
    if old.ready and not available[new.key]:
        kept.append(old)
    return [pod for pod in ordered if pod not in kept]


def updated(pod: Pod, revision: str) -> bool:
    """Whether the pod was made from the present template; a pod without a revision label counts as such."""
    return pod.labels.get(LABEL, revision) == revision


@dataclass(frozen=True, slots=True)
class Bounds:
    """maxSurge and maxUnavailable as numbers."""

    surge: int
    unavailable: int


def bounds_of(ds: Workload, desired: int) -> Bounds:
    """Percentages are rounded up; the two are not both 0 where any pod is desired. Source:
    updatedDesiredNodeCounts."""
    rolling = ds.rolling_update
    surge = scaled(_amount(find(rolling, "maxSurge"), 0), desired)
    unavailable = scaled(_amount(find(rolling, "maxUnavailable"), 1), desired)
    return Bounds(surge, unavailable or (1 if desired and not surge else 0))


def _amount(value: Json, default: int) -> int | str:
    if isinstance(value, str):
        return value
    number = integer(value)
    return default if number is None else number


def next_of_update(
    nodes: Mapping[str, Sequence[Pod]],
    revision: str,
    bounds: Bounds,
    available: Mapping[str, bool],
    desired: Set[str],
) -> tuple[list[str], list[Pod]]:
    """The nodes that get a new pod beside the old one, and the old pods to delete, for one step of a rolling
    update. `desired` are the nodes that should run a pod; on others, such as those with a new NoSchedule
    taint, a pod may have stayed. Source: rollingUpdate.
    """
    return (
        _surging(nodes, revision, bounds.surge, available, desired)
        if bounds.surge
        else ([], _replacing(nodes, revision, bounds.unavailable, available))
    )


def _pair(pods: Sequence[Pod], revision: str) -> tuple[Pod | None, Pod | None] | None:
    """The new and the old pod of a node; None when there are two new or two old ones."""
    living = [pod for pod in pods if not pod.terminating]
    new = [pod for pod in living if updated(pod, revision)]
    old = [pod for pod in living if not updated(pod, revision)]
    if len(new) > 1 or len(old) > 1:
        return None
    return (new[0] if new else None), (old[0] if old else None)


def _replacing(
    nodes: Mapping[str, Sequence[Pod]], revision: str, most: int, available: Mapping[str, bool]
) -> list[Pod]:
    """The old pods to delete: all unavailable ones, then others as long as at most `most` nodes lack an
    available pod."""
    missing = 0
    allowed: list[Pod] = []
    candidates: list[Pod] = []
    for pods in nodes.values():
        pair = _pair(pods, revision)
        new, old = pair or (None, None)
        if (new is None) == (old is None):
            missing += 1
        elif new is not None:
            missing += 0 if available[new.key] else 1
        elif old is not None and not available[old.key]:
            allowed.append(old)
            missing += 1
        elif old is not None and missing < most:
            candidates.append(old)
    return [*allowed, *candidates[: max(0, most - missing)]]


def _surging(
    nodes: Mapping[str, Sequence[Pod]],
    revision: str,
    most: int,
    available: Mapping[str, bool],
    desired: Set[str],
) -> tuple[list[str], list[Pod]]:
    """The nodes that get a new pod beside the old one, and the old pods whose new pod is available. An old
    pod that is unavailable gets its new pod at once; of the others `most` nodes surge at a time. On a node
    that should run no pod the old one goes, an available one only if there are more than desired."""
    surging = available_nodes = 0
    leaving: list[Pod] = []
    replaced: list[Pod] = []
    allowed: list[str] = []
    candidates: list[str] = []
    for node, pods in nodes.items():
        pair = _pair(pods, revision)
        if pair is None:
            surging += 1
            continue
        new, old = pair
        counted = old or new
        available_nodes += counted is not None and available[counted.key]
        if old is None:
            continue
        if new is None:
            if node not in desired:
                (leaving if available[old.key] else replaced).append(old)
            elif not available[old.key]:
                allowed.append(node)
            elif surging < most:
                candidates.append(node)
        elif available[new.key]:
            replaced.append(old)
        else:
            surging += 1
    replaced += leaving[: max(0, available_nodes - len(desired))]
    return [*allowed, *candidates[: max(0, most - surging)]], replaced


def availability(pods: Iterable[Pod], min_ready: int, now: int) -> tuple[dict[str, bool], int | None]:
    """Availability by pod key, and the shortest wait in milliseconds until a further ready pod becomes
    available.
    """
    waits = {pod.key: available_in_ms(pod, min_ready, now) for pod in pods}
    soonest = min((wait for wait in waits.values() if wait), default=None)
    return {key: wait == 0 for key, wait in waits.items()}, soonest
