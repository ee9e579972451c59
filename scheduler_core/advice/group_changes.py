"""Changes of a whole group of pods: how many of them are enough, how many there are, and several machines at
once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.actor import Message, message
from scheduler_core.advice.changes import ClusterChange, PodChange
from scheduler_core.advice.cluster_changes import AddNode
from scheduler_core.advice.editable import Document, part
from scheduler_core.objects.resources import CPU, MEMORY, amount_text
from scheduler_core.scheduler.cluster.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class AddNodes(ClusterChange):
    """Several new nodes like one that exists. `nodes` has at least one."""

    weight: ClassVar[int] = 80
    nodes: tuple[AddNode, ...]

    def alter(self, snapshot: Snapshot) -> None:
        for node in self.nodes:
            node.alter(snapshot)

    @property
    def effort(self) -> int:
        return len(self.nodes)

    def message(self) -> Message:
        if len(self.nodes) == 1:
            return self.nodes[0].message()
        return message("advice.add_nodes", count=str(len(self.nodes)), like=self.nodes[0].like)

    def price(self) -> tuple[Message, ...]:
        first, *more = self.nodes
        if not more:
            return first.price()
        size = first.size
        cpu, memory = amount_text(CPU, size.milli_cpu), amount_text(MEMORY, size.memory)
        return (message("advice.price_nodes", count=str(len(self.nodes)), cpu=cpu, memory=memory),)


@dataclass(frozen=True, slots=True)
class LowerMinimum(ClusterChange):
    """The group needs fewer pods. `in_place` says that the API server accepts the change of the object (since
    v1.37); in other releases the group is created anew under another name, with its pods."""

    weight: ClassVar[int] = 55
    group: str
    minimum: int
    to: int
    in_place: bool

    def alter(self, snapshot: Snapshot) -> None:
        """No node changes."""

    def message(self) -> Message:
        return message("advice.lower_minimum", group=self.group, minimum=str(self.minimum), to=str(self.to))

    def price(self) -> tuple[Message, ...]:
        fewer = message("advice.price_minimum", group=self.group, to=str(self.to))
        again = message("advice.price_group_again", group=self.group)
        return (fewer,) if self.in_place else (fewer, again)


@dataclass(frozen=True, slots=True)
class MorePods(ClusterChange):
    """The pods that a group lacks, made like one of its pods; `names` are those of the new pods."""

    weight: ClassVar[int] = 10
    group: str
    like: str
    names: tuple[str, ...]

    def alter(self, snapshot: Snapshot) -> None:
        """No node changes."""

    def message(self) -> Message:
        return message(
            "advice.more_pods", group=self.group, count=str(len(self.names)), like=self.like.partition("/")[2]
        )


@dataclass(frozen=True, slots=True)
class RaiseGroupPriority(PodChange):
    """The pods of a group get a higher priority, and with `whole` the group itself, whose priority then
    counts. `class_name` exists already, or is created with this value (`new_class`)."""

    weight: ClassVar[int] = 90
    group: str
    value: int
    class_name: str
    new_class: bool
    whole: bool

    def edit(self, pod: Document) -> None:
        spec = part(pod, "spec")
        spec["priorityClassName"], spec["priority"] = self.class_name, self.value
        if spec.get("preemptionPolicy") == "Never":
            spec["preemptionPolicy"] = "PreemptLowerPriority"

    def message(self) -> Message:
        args = {"group": self.group, "value": str(self.value)}
        if self.new_class:
            return message("advice.group_priority_new", **args)
        return message("advice.group_priority", name=self.class_name, **args)

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_group_again", group=self.group),) if self.whole else ()
