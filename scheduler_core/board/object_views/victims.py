"""The victims of a preemption for a nominated pod, as long as its latest decision names them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from scheduler_core.objects import Pod
from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.cycle.decision import Decision


@dataclass(frozen=True, slots=True)
class Victims:
    """The node that preemption chose, and the uids of its victims there.

    A younger pod with the name of a victim has another uid, so it is none.
    """

    node: str
    uids: tuple[str, ...]


class Shown(Protocol):
    """A pod that the board shows."""

    @property
    def uid(self) -> str: ...


def victims_of(decision: Decision, pods: Mapping[str, Shown]) -> Victims | None:
    """The victims that a decision chose; None when it chose no node. `pods` are those shown before the
    decision was carried out, by key."""
    result = None if decision.post_filter is None else decision.post_filter.preemption
    candidate = None if result is None or result.chosen is None else result.candidate(result.chosen)
    if candidate is None:
        return None
    shown = (pods.get(victim.pod) for victim in candidate.victims)
    return Victims(candidate.node, tuple(pod.uid for pod in shown if pod is not None))


def victims_view(victims: Victims | None, pod: Pod) -> list[Json]:
    """The uids of the victims while the pod is nominated to their node and not bound."""
    if victims is None or pod.node_name or pod.nominated_node_name != victims.node:
        return []
    return list(victims.uids)
