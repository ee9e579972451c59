"""What keeps a pod waiting that no change of an object mends: sentences with the usual causes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scheduler_core.actor import Message, message
from scheduler_core.advice.nodes.machine_labels import states_machine
from scheduler_core.advice.nodes.node_taints import CORDON, leaves, reserved_by
from scheduler_core.objects.resources import CPU, EPHEMERAL_STORAGE, MEMORY, amount_text
from scheduler_core.objects.selection.selectors import Requirement, requirement_text, tolerated
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.plugins.node_affinity import required_node_selector
from scheduler_core.scheduler.plugins.taint_toleration import HARD_EFFECTS
from scheduler_core.scheduler.plugins.volumes.pod_volumes import claim_uses
from scheduler_core.scheduler.plugins.volumes.volume_binder import reaches

NODES_LOOKED_AT = 400
NODES_NAMED = 3
HUGE = "hugepages-"
MIG = "nvidia.com/mig-"


def hints(snapshot: Snapshot, pod: PodInfo) -> tuple[Message, ...]:
    """Sentences about a pending pod, each at most once."""
    nodes = snapshot.nodes[:NODES_LOOKED_AT]
    if not nodes:
        return ()
    sentences = (
        *_resources(snapshot, nodes, pod),
        *_labels(snapshot, nodes, pod),
        *_taints(nodes, pod),
        *_volumes(snapshot, nodes, pod),
    )
    return tuple(dict.fromkeys(sentences))


# --- resources ------------------------------------------------------------------------------------


def _resources(snapshot: Snapshot, nodes: Sequence[NodeInfo], pod: PodInfo) -> Iterator[Message]:
    """Resources that no node offers, or that none has enough of even without any pod."""
    request = pod.requests
    by_class = {entry.extended_resource for entry in snapshot.device_classes.values()}
    for name in (CPU, MEMORY, EPHEMERAL_STORAGE, *sorted(request.scalars)):
        needs = request.get(name)
        most = max(node.allocatable.get(name) for node in nodes)
        if needs <= most or name in by_class:
            continue
        if most:
            texts = {"needs": amount_text(name, needs), "most": amount_text(name, most)}
            yield message("advice.hint_too_large", resource=name, **texts)
            continue
        yield message("advice.hint_no_offer", resource=name)
        yield message(_cause(name))
        offered = _related(name, nodes)
        if offered:
            yield message("advice.hint_offered", resources=offered)


def _cause(resource: str) -> str:
    if resource.startswith(MIG):
        return "advice.hint_mig"
    if resource.startswith(HUGE):
        return "advice.hint_huge_pages"
    if resource == EPHEMERAL_STORAGE:
        return "advice.hint_ephemeral"
    # Device plugins register resources with the domain of their maker.
    return "advice.hint_device_plugin" if "/" in resource else "advice.hint_resource"


def _related(resource: str, nodes: Sequence[NodeInfo]) -> tuple[str, ...]:
    """Resources of the same domain, or huge pages of other sizes, that nodes offer."""
    family = HUGE if resource.startswith(HUGE) else f"{resource.rpartition('/')[0]}/"
    offered = {name for node in nodes for name, amount in node.allocatable.scalars.items() if amount}
    return tuple(sorted(name for name in offered if name.startswith(family)))


# --- nodes ----------------------------------------------------------------------------------------


def _labels(snapshot: Snapshot, nodes: Sequence[NodeInfo], pod: PodInfo) -> Iterator[Message]:
    """Required labels that state what a machine is and that no node has. Of several terms of the affinity one
    is enough, so only a single term says what is missing."""
    selector = [Requirement(key, "In", (value,)) for key, value in (pod.pod.spec.node_selector or {}).items()]
    required = required_node_selector(pod.pod)
    terms = () if required is None else required.terms
    for entry in (*selector, *(terms[0].match_expressions if len(terms) == 1 else ())):
        lacking = not any(entry.matches(node.labels) for node in nodes)
        if lacking and states_machine(entry.key, snapshot.csi_nodes):
            yield message("advice.hint_no_label", requirement=requirement_text(entry))


def _taints(nodes: Sequence[NodeInfo], pod: PodInfo) -> Iterator[Message]:
    """Taints that the pod should not tolerate, with the nodes that have them, and nodes that are drained."""
    kept: dict[tuple[str, str], list[str]] = {}
    drained: list[str] = []
    for node in nodes:
        keys = {
            taint.key: reserved_by(taint.key, pod, node)
            for taint in node.node.taints
            if taint.effect in HARD_EFFECTS and not tolerated(taint, pod.tolerations)
        }
        for key, message_id in sorted(keys.items()):
            if message_id:
                kept.setdefault((message_id, key), []).append(node.name)
        cordoned = node.node.unschedulable or any(taint.key == CORDON for taint in node.node.taints)
        if cordoned and not any(keys.values()) and leaves(node):
            drained.append(node.name)
    for (message_id, key), names in kept.items():
        yield message(message_id, taint=key, nodes=_some(names))
    if drained:
        yield message("advice.hint_draining", nodes=_some(drained))


def _volumes(snapshot: Snapshot, nodes: Sequence[NodeInfo], pod: PodInfo) -> Iterator[Message]:
    """Bound volumes of the pod that no node can reach."""
    for use in claim_uses(pod, ephemeral=False):
        claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
        volume = snapshot.volumes.get(claim.volume_name) if claim is not None else None
        if volume is not None and not any(reaches(snapshot, volume, node) for node in nodes):
            yield message("advice.hint_volume", volume=volume.meta.name, claim=use.name)


def _some(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(names if len(names) <= NODES_NAMED else [*names[:NODES_NAMED], "…"])
