"""Gives inputs to a copy of the world and plays it on until the pod has its node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.engine.look_ahead import give
from scheduler_core.engine.world import World
from scheduler_core.inputs.parse import parse_input
from scheduler_core.objects.manifest import Json, find, text
from scheduler_core.objects.problem import Problem

ACTS_OF_A_PROOF = 120
"""The largest number of acts that are played for one piece of advice."""
ACTS_OF_ALL_PROOFS = 480
"""The largest number of acts that are played for all advice about one pod."""


@dataclass(frozen=True, slots=True)
class ProofResult:
    """The result in the fork: the node, and whether the pod was `bound` or `nominated` there."""

    node: str
    result: str


def prove(world: World, pod_key: str, inputs: Sequence[Json], acts: int) -> tuple[ProofResult | None, int]:
    """What the inputs led to in a fork, and the acts played there. None means that they were refused or that
    the pod still waits.
    """
    fork = world.copy()
    for value in inputs:
        parsed = parse_input(value)
        if isinstance(parsed, Problem) or isinstance(give(fork, parsed), Refused | Problem):
            return None, 0
    used = 0
    for _ in range(min(acts, ACTS_OF_A_PROOF)):
        frame = fork.step()
        if frame is None:
            break
        used += 1
        pod = fork.api.pods.get(pod_key)
        if pod is None:
            break
        if pod.node_name:
            return ProofResult(pod.node_name, "bound"), used
        decision = frame.get("decision")
        if text(find(decision, "pod")) != pod_key:
            continue
        result, node = text(find(decision, "result")), text(find(decision, "node"))
        if result in ("bound", "nominated"):
            return ProofResult(node, result), used
    return None, used
