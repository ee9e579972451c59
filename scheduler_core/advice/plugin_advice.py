"""Explains a plugin's refusals: how far a node is from feasible, and what would clear the refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.actor import Message
from scheduler_core.advice.alternatives import Alternative
from scheduler_core.advice.cluster_changes import DeletePod
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation
from scheduler_core.scheduler.framework.status import Status

PODS_NAMED = 5

Details: TypeAlias = tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class RefusedNode:
    """A node that a plugin refuses with `status`. `state` and `node` are as the filter saw them; `bare` is
    the node without the nominated pods."""

    cycle: Cycle
    state: CycleState
    status: Status
    node: NodeInfo
    bare: NodeInfo

    @property
    def pod(self) -> PodInfo:
        return self.cycle.pod

    def explanations(self) -> Sequence[Explanation]:
        """The plugin's intermediate values."""
        explainer = self.cycle.profile.explainers.get(self.status.plugin)
        return () if explainer is None else explainer.explain(self.state, self.pod, self.node, self.bare)


Repairs: TypeAlias = Callable[[RefusedNode], Sequence[Alternative]]


def of_node(repairs: Callable[[Cycle, NodeInfo], Sequence[Alternative]]) -> Repairs:
    """Repairs that need no more than the cycle and the node."""

    def of_refused(refused: RefusedNode) -> Sequence[Alternative]:
        return repairs(refused.cycle, refused.node)

    return of_refused


def no_repairs(refused: RefusedNode) -> Sequence[Alternative]:
    return ()


def nothing_before(cycle: Cycle) -> Sequence[Alternative]:
    return ()


@dataclass(frozen=True, slots=True)
class PluginAdvice:
    """How a plugin's refusals are explained and repaired.

    `details` are sentences with exact figures and names, whose texts are `messages` (id → English). `repairs`
    are alternative sets of changes, proposed from the same figures, that would clear a refusal of a node, and
    `before_nodes` those for a refusal in PreFilter; `advice` tries whether they work.
    """

    details: Callable[[RefusedNode], Details]
    messages: Mapping[str, str]
    repairs: Repairs = no_repairs
    before_nodes: Callable[[Cycle], Sequence[Alternative]] = nothing_before


def names_of(pods: Iterable[PodInfo]) -> tuple[str, ...]:
    """The keys of the first PODS_NAMED pods; … stands for the rest."""
    keys = [pod.key for pod in pods]
    return tuple(keys if len(keys) <= PODS_NAMED else [*keys[:PODS_NAMED], "…"])


def without(pods: Sequence[PodInfo], node: NodeInfo) -> tuple[Alternative, ...]:
    """The deletion of the pod, if a single pod causes the refusal; otherwise no alternative."""
    alone = len(pods) == 1 and not pods[0].terminating
    if not alone:
        return ()
    return ((DeletePod(pods[0].key, pods[0].node_name or node.name, pods[0].priority),),)
