"""Verdicts: the answers for all judged nodes, computed for a node on demand.

A scheduler decides far more often than somebody opens a decision, and of a large one nobody sees all nodes.
So a traced decision keeps what it read (the NodeInfos, which never change, and copies of the plugins' states)
and asks the filters again later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.cycle.decision import NodeVerdict
from scheduler_core.scheduler.cycle.pod_class import PodClass
from scheduler_core.scheduler.framework.status import Status


class Verdicts(Mapping[str, NodeVerdict]):
    """Node name -> its verdict, in the order in which the nodes were judged.

    `settled` are verdicts that need no filter.
    """

    __slots__ = ("_cycle", "_nodes", "_places", "_refused", "_settled")

    def __init__(
        self, cycle: Cycle, pod_class: PodClass, nodes: Sequence[NodeInfo], settled: Mapping[str, NodeVerdict]
    ) -> None:
        self._cycle = cycle.frozen()
        self._settled = dict(settled)
        self._nodes: dict[str, NodeInfo | None] = dict.fromkeys(settled)
        self._nodes.update([(node.name, node) for node in nodes])
        self._places = pod_class.places
        self._refused = pod_class.verdicts.copy()

    def __getitem__(self, name: str) -> NodeVerdict:
        verdict = self._settled.get(name)
        if verdict is None:
            node = self._nodes[name]
            assert node is not None
            verdict = self._settled[name] = self._cycle.judge(node)
        return verdict

    def __iter__(self) -> Iterator[str]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def __contains__(self, name: object) -> bool:
        return name in self._nodes

    def status_of(self, name: str) -> Status:
        """The status alone, which costs less than the verdict."""
        verdict, node = self._settled.get(name), self._nodes[name]
        if verdict is not None or node is None:
            return self[name].status
        refused = self._refused.get(self._places[name])
        if refused is not None and not self._cycle.nominated_on(name):
            return refused
        return self._cycle.filter_node(self._cycle.state, node)


def status_of(verdicts: Mapping[str, NodeVerdict], name: str) -> Status:
    """The status of one of the nodes."""
    return verdicts.status_of(name) if isinstance(verdicts, Verdicts) else verdicts[name].status
