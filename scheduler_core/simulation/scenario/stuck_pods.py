"""The pods of a start state that are stuck on nodes whose kubelets are heard."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from scheduler_core.kubelet.application.behaviour import Application
from scheduler_core.kubelet.application.pod_behaviour import BehaviourChange, Changes, behaviours_of
from scheduler_core.kubelet.kuberuntime.adoption import Moments, restarted
from scheduler_core.kubelet.pod_workers.stuck_containers import (
    CRASHES_AGAIN,
    Stuck,
    changes_of,
    stuck_containers,
)
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.volumes.attachable import claim_keys


def stuck_pods(
    pods: Sequence[Pod], silent: Container[str], applications: Sequence[Application], start_at: int
) -> Iterator[tuple[Pod, tuple[Stuck, ...]]]:
    """Each stuck pod with its containers; `silent` are the nodes that nobody hears."""
    nodes_of_claims: Mapping[str, set[str]] | None = None
    for pod in pods:
        if not pod.node_name or pod.node_name in silent or not _may_be_stuck(pod):
            continue
        claims = tuple(claim_keys(pod))
        if claims and nodes_of_claims is None:
            nodes_of_claims = _nodes_of_claims(pods)
        others = {pod.node_name}
        taken = any(not (nodes_of_claims or {}).get(claim, others) <= others for claim in claims)
        behaviours = behaviours_of(pod, applications)
        stuck = tuple(stuck_containers(pod, behaviours, Moments(0, start_at), volume_taken=taken))
        if stuck:
            yield pod, stuck


def _may_be_stuck(pod: Pod) -> bool:
    """A check that is quick for the healthy pods, which are nearly all."""
    return pod.terminating or not pod.ready or restarted(pod) >= CRASHES_AGAIN


def _nodes_of_claims(pods: Iterable[Pod]) -> dict[str, set[str]]:
    nodes: dict[str, set[str]] = {}
    for pod in pods:
        if pod.node_name and not pod.finished:
            for claim in claim_keys(pod):
                nodes.setdefault(claim, set()).add(pod.node_name)
    return nodes


def initial_behaviours(stuck: Iterable[tuple[Pod, tuple[Stuck, ...]]]) -> dict[str, Changes]:
    """How the applications of stuck pods behave from second 0 on: node → pod UID → changes."""
    behaviours: dict[str, dict[str, tuple[BehaviourChange, ...]]] = {}
    for pod, containers in stuck:
        behaviours.setdefault(pod.node_name, {})[pod.uid] = changes_of(containers, 0)
    return dict(behaviours)
