"""Gives inputs to a copy of the world and plays it on: does the pod get its node, and who loses a place?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.engine.look_ahead import give
from scheduler_core.engine.world import World
from scheduler_core.inputs.parse import parse_input
from scheduler_core.objects.manifest import Json, find, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.advising.families import family_of, owners_of, same_family

ACTS_OF_A_PROOF = 120
"""The largest number of acts that are played for one piece of advice until the pod has its node."""
ACTS_AFTERWARDS = 120
"""The largest number of acts that are played on, to see what becomes of the others."""
SECONDS_AFTERWARDS = 90
ACTS_OF_ALL_PROOFS = 1_000
"""The largest number of acts that are played for all advice about one pod."""


@dataclass(frozen=True, slots=True)
class ProofResult:
    """The result in the fork: the node, and whether `pod` was `bound` or `nominated` there. It is the pod of
    the question, or one that its workload made in its place.

    - `evicted`: the keys of other pods that were on a node and end
    - `gone`: those of them that no controller creates again
    - `orphans`: those of them whose controller is not in this run, so that nobody makes them again here
    - `waiting`: the families of pods that wait for a node afterwards and did not before
    - `helped`: how many pods of the family got their node; 0 where the family waits as before
    """

    node: str
    result: str
    pod: str
    evicted: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    orphans: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    helped: int = 1

    @property
    def lost(self) -> int:
        """The number of pods that lose their place for good."""
        return len(self.gone) + len(self.orphans) + len(self.waiting)


def prove(world: World, pod_key: str, inputs: Sequence[Json], acts: int) -> tuple[ProofResult | None, int]:
    """What the inputs led to in a fork, and the acts played there. None means that they were refused or that
    the pod still waits.
    """
    fork = world.copy()
    for value in inputs:
        parsed = parse_input(value)
        if isinstance(parsed, Problem) or isinstance(give(fork, parsed), Refused | Problem):
            return None, 0
    proof, used = _played(world, fork, pod_key, min(acts, ACTS_OF_A_PROOF))
    if proof is None:
        return None, used
    until = fork.now_ms / 1000 + SECONDS_AFTERWARDS
    for _ in range(min(acts - used, ACTS_AFTERWARDS)):
        if fork.step(full_frame=False, until=until) is None:
            break
        used += 1
    return _compared(world, fork, pod_key, proof), used


def _played(world: World, fork: World, pod_key: str, acts: int) -> tuple[ProofResult | None, int]:
    """Plays until the pod, or a new pod of its workload, has its node."""
    owned = bool(family_of(world.api, world.api.pods[pod_key]))
    for used in range(acts):
        if fork.step(full_frame=False) is None:
            return None, used
        pod = fork.api.pods.get(pod_key)
        if pod is None and not owned:
            return None, used + 1
        if pod is not None and pod.node_name:
            return ProofResult(pod.node_name, "bound", pod_key), used + 1
        proof = _decided(world, fork, pod_key)
        if proof is not None:
            return proof, used + 1
    return None, acts


def _decided(world: World, fork: World, pod_key: str) -> ProofResult | None:
    """The decision of this step about the pod, or about a new pod of its workload, where it gives a node."""
    newest = fork.decisions.newest
    decision = newest.brief() if newest is not None and newest.seq == fork.seq else None
    key, result = text(find(decision, "pod")), text(find(decision, "result"))
    if result not in ("bound", "nominated"):
        return None
    pod = fork.api.pods.get(key)
    new = pod is not None and key not in world.api.pods
    goal = key == pod_key or (pod is not None and new and same_family(fork.api, pod, world.api.pods[pod_key]))
    return ProofResult(text(find(decision, "node")), result, key) if goal else None


def _compared(world: World, fork: World, pod_key: str, proof: ProofResult) -> ProofResult:
    """What else is otherwise at the end of the fork than at its beginning."""
    before, after = world.api.pods, fork.api.pods
    subject = before[pod_key]
    family = [pod for pod in before.values() if same_family(world.api, pod, subject)]
    own = {pod.meta.key for pod in family}
    new = [pod for key, pod in after.items() if key not in before or before[key].uid != pod.uid]
    own |= {pod.meta.key for pod in new if same_family(fork.api, pod, subject)}
    waited_before = sum(_waits(pod) or pod is subject for pod in family)
    helped = waited_before - sum(_waits(pod) for key, pod in after.items() if key in own)
    return replace(lost_places(world, fork, own, proof), helped=helped)


def lost_places(world: World, fork: World, own: set[str], proof: ProofResult) -> ProofResult:
    """The proof with the pods that lost their places by it, or wait since then, other than `own`."""
    before, after = world.api.pods, fork.api.pods
    evicted = [
        pod
        for key, pod in before.items()
        if pod.node_name and not pod.terminating and not pod.finished and key not in own and _ends(pod, after)
    ]
    waited = {key for key, pod in before.items() if _waits(pod)}
    waits = [pod for key, pod in after.items() if _waits(pod) and key not in waited and key not in own]
    return replace(
        proof,
        evicted=tuple(pod.meta.key for pod in evicted),
        gone=tuple(pod.meta.key for pod in evicted if pod.meta.controller is None),
        orphans=tuple(
            pod.meta.key
            for pod in evicted
            if pod.meta.controller is not None and not owners_of(world.api, pod)
        ),
        waiting=tuple(family_of(fork.api, pod) or pod.meta.key for pod in waits),
    )


def _ends(pod: Pod, after: Mapping[str, Pod]) -> bool:
    still = after.get(pod.meta.key)
    return still is None or still.uid != pod.uid or still.terminating


def _waits(pod: Pod) -> bool:
    """Whether the pod waits for a node, and none is kept free for it."""
    spec = pod.spec
    placed = pod.node_name or pod.nominated_node_name or pod.terminating or pod.finished
    return not placed and not spec.scheduling_gates
