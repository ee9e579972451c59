"""The word `node`: a Node object, and how much of it its pods request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scheduler_core.actor import message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.inputs.conditions.condition_fields import Fields, says_nothing
from scheduler_core.inputs.conditions.pod_condition import amount_facts, amounts, label_facts
from scheduler_core.inputs.conditions.ranges import Range, optional_range
from scheduler_core.inputs.conditions.verdict import Stretch, Verdict, fact
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.resources import ResourceList, add

AMOUNTS = ("allocatable", "requested", "free")
FLAGS = ("exists", "cordoned", "ready")


@dataclass(frozen=True, slots=True)
class NodeCondition:
    """Statements about one node that must all hold. `pods` is the number of its pods that have not ended."""

    name: str
    flags: Mapping[str, bool] = field(default_factory=dict)
    amounts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    pods: Range | None = None
    labels: Mapping[str, str | None] = field(default_factory=dict)

    @classmethod
    def read(cls, value: Mapping[str, Json], path: str) -> NodeCondition:
        read = Fields(value, path)
        condition = cls(
            read.name("name"),
            {name: read.flag(name) for name in FLAGS if read.has_value(name)},
            {name: quantities for name in AMOUNTS if (quantities := amounts(read, name))},
            optional_range(read, "pods"),
            read.labels() if read.has_value("labels") else {},
        )
        read.refuse_unread()
        if condition == cls(condition.name):
            raise says_nothing(path, [*FLAGS, *AMOUNTS, "pods", "labels"])
        return condition

    def judge(self, run: Stretch, seq: int) -> Verdict:
        api = run.moment(seq).api
        node = api.nodes.get(self.name)
        if self.flags.get("exists") is False:
            code = "condition.missing" if node is None else "condition.missing_expected"
            return Verdict(node is None, message(code, of=self.name))
        if node is None:
            return Verdict(False, message("condition.missing", of=self.name))
        verdict = Verdict(True, message("condition.exists", of=self.name))
        for verdict in self._verdicts(node, api):
            if not verdict.holds:
                break
        return verdict

    def _verdicts(self, node: Node, api: ApiServer) -> Iterator[Verdict]:
        for name, got in (("cordoned", node.unschedulable), ("ready", node.ready)):
            if name in self.flags:
                expected = self.flags[name]
                yield fact(self.name, name, str(got).lower(), str(expected).lower(), got == expected)
        pods = [pod for pod in api.pods.values() if pod.node_name == self.name and not pod.finished]
        if self.pods is not None:
            yield fact(self.name, "pods", len(pods), self.pods.shown, self.pods.holds(len(pods)))
        if self.amounts:
            requested: ResourceList = {}
            for pod in pods:
                requested = add(requested, pod_requests(pod))
            free = dict(node.allocatable)
            free |= {name: amount - requested[name] for name, amount in free.items() if name in requested}
            for what, values in (("allocatable", node.allocatable), ("requested", requested), ("free", free)):
                yield from amount_facts(self.name, what, values, self.amounts.get(what, {}))
        yield from label_facts(self.name, node.labels, self.labels)

    def to_json(self) -> dict[str, Json]:
        answer: dict[str, Json] = {"name": self.name, **self.flags}
        answer.update({name: dict(values) for name, values in self.amounts.items()})
        if self.pods is not None:
            answer["pods"] = self.pods.to_json()
        if self.labels:
            answer["labels"] = dict(self.labels)
        return {"node": answer}
