"""What the inputs of a scenario will break.

The board of such a run is drawn as one with broken parts from its start to its end, so that nothing on it
moves when a fault happens or is repaired. An input that is not the scenario's foretells nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scheduler_core.inputs.endpoints import API_SERVER, SCHEDULER, nodes_of
from scheduler_core.inputs.fault_inputs import (
    KUBELET_PREFIX,
    Crash,
    Cut,
    Delay,
    Destroy,
    Power,
    Second,
)
from scheduler_core.inputs.kubectl_inputs import Delete
from scheduler_core.inputs.parse import TimedInput
from scheduler_core.inputs.untimed import Untimed
from scheduler_core.objects import Pod


@dataclass(frozen=True, slots=True)
class Foretold:
    """`broken`: something will be broken. `nodes`: those whose machine will be apart from the API server."""

    broken: bool = False
    nodes: tuple[str, ...] = ()


def foretold(inputs: Iterable[TimedInput], pods: Mapping[str, Pod]) -> Foretold:
    """What the inputs will break, with the nodes in the order of the inputs. `pods` are the pods of the start
    by key: the process of a pod that is deleted by force outlives its object."""
    untimed = [timed.input for timed in inputs]
    nodes = tuple(dict.fromkeys(node for value in untimed for node in _apart(value, pods)))
    return Foretold(bool(nodes) or any(map(_breaks, untimed)), nodes)


def _breaks(command: Untimed) -> bool:
    """Whether an input breaks something beside nodes. A stopped scheduler is shown elsewhere."""
    match command:
        case Cut() | Delay() | Second():
            return True
        case Crash(component=component):
            return component != SCHEDULER
    return False


def _apart(command: Untimed, pods: Mapping[str, Pod]) -> Iterator[str]:
    match command:
        case Cut(between=between) if API_SERVER in between:
            yield from nodes_of(between)
        case Crash(component=component) if component.startswith(KUBELET_PREFIX):
            yield component.removeprefix(KUBELET_PREFIX)
        case Power(node=node, on=False) | Destroy(node=node):
            yield node
        case Delete(target=target) if target.kind == "Node":
            yield target.name
        case Delete(target=target, force=True) if target.kind == "Pod":
            pod = pods.get(target.key)
            if pod is not None and pod.node_name:
                yield pod.node_name
