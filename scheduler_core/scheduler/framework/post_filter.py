"""The answer of a PostFilter plugin, with the intermediate results of preemption.

Source: pkg/scheduler/framework/interface.go PostFilterResult, framework/preemption/preemption.go Candidate
(v1.34).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import TypeAlias

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.status import Code, Status
from scheduler_core.scheduler.framework.trace import NO_TRACES, Traces

CriterionValue: TypeAlias = int | None


@dataclass(frozen=True, slots=True)
class Criterion:
    """One round of choosing between preemption candidates: the value of each node, and the nodes left.

    Ids: `pdb` violations, `highest` victim priority, `sum` of shifted priorities, `count` of victims, `start`
    (milliseconds since the epoch of the earliest start among the most important victims; None = not started),
    `order` (the first of those that are still equal).
    """

    id: str
    values: tuple[tuple[str, CriterionValue], ...]
    remaining: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Victim:
    """A pod that preemption removes; `pod` is its namespace/name."""

    pod: str
    uid: str
    priority: int
    terminating: bool


@dataclass(frozen=True, slots=True)
class ReprieveRound:
    """Pods in the order in which the dry run tried to put them back, and whether each could stay. The first
    round is about pods whose disruption `budget` is used up."""

    pods: Sequence[PodInfo]
    back: Sequence[bool]
    budget: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """A node on which the pod fits once `victims` are gone; the most important victim comes first.

    `violations` counts the victims whose disruption budget is used up, `reprieved` lists the pods that can
    stay. `ambiguous_order` is True where two pods were equally important, so that upstream's order is left to
    chance. `traces` holds what plugins saw during the dry run, `rounds` in which order pods were put back.
    """

    node: str
    victims: tuple[Victim, ...]
    violations: int
    reprieved: tuple[str, ...] = ()
    ambiguous_order: bool = False
    traces: Traces = field(default_factory=lambda: NO_TRACES)
    rounds: tuple[ReprieveRound, ...] = ()

    def tries(self) -> Iterator[tuple[PodInfo, bool, bool]]:
        """Each pod that the dry run tried to put back, whether it could stay, and whether its budget is used
        up, in the order of the tries."""
        for entry in self.rounds:
            yield from zip(entry.pods, entry.back, repeat(entry.budget))


@dataclass(frozen=True, slots=True)
class Preemption:
    """The results of a plugin that preempts.

    `reason` says why the pod may not preempt when `eligible` is False. `statuses` are those of the nodes
    whose dry run failed; `others` is the status of the nodes that no removal of pods could help, None when no
    dry run was made. `selected` are the nodes that are equal after the last criterion.
    """

    eligible: bool
    reason: str = ""
    candidates: tuple[Candidate, ...] = ()
    criteria: tuple[Criterion, ...] = ()
    selected: tuple[str, ...] = ()
    chosen: str | None = None
    statuses: Mapping[str, Status] = field(default_factory=dict)
    others: Status | None = None

    def candidate(self, node: str) -> Candidate | None:
        return next((entry for entry in self.candidates if entry.node == node), None)


@dataclass(frozen=True, slots=True)
class PostFilterOutcome:
    """The result of PostFilter. `message` is added to the fit error. `nominate` is the node to which the pod
    is nominated, "" clears its nomination, None leaves it as it is. `deallocate` is the ResourceClaim
    (namespace/name) that loses its devices so that it can be allocated anew; "" for none."""

    code: Code
    message: str
    nominate: str | None
    preemption: Preemption | None
    deallocate: str = ""
