"""Preemption by the kubelet: which pods it kills so that a critical pod fits on its node.

Source: pkg/kubelet/preemption/preemption.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.kubelet.eviction.stats import pod_request
from scheduler_core.kubelet.types.critical_pods import preemptable
from scheduler_core.kubelet.types.pod_qos import pod_qos_class
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.qos import BEST_EFFORT, BURSTABLE, GUARANTEED
from scheduler_core.objects.resources import CPU, MEMORY, PODS, units

REASON = "Preempting"
TEXT = "Preempted in order to admit critical pod"
DISRUPTION_TEXT = "Pod was preempted by Kubelet to accommodate a critical pod."


@dataclass(frozen=True, slots=True)
class Missing:
    """The missing amount of a resource: milli-CPU for cpu, otherwise whole units."""

    resource: str
    quantity: int


class NoVictimsError(ValueError):
    """No set of pods would free enough; the text is the kubelet's own."""


def pods_to_preempt(preemptor: Pod, pods: Sequence[Pod], missing: Sequence[Missing]) -> list[Pod]:
    """The pods to kill, in order: as few as possible, best-effort ones before burstable before guaranteed.

    Raises NoVictimsError when killing all allowed pods would not be enough.
    """
    classes: dict[str, list[Pod]] = {BEST_EFFORT: [], BURSTABLE: [], GUARANTEED: []}
    for pod in pods:
        if preemptable(preemptor, pod):
            classes[pod_qos_class(pod)].append(pod)
    best_effort, burstable, guaranteed = classes[BEST_EFFORT], classes[BURSTABLE], classes[GUARANTEED]
    unmet = _without(missing, [*best_effort, *burstable, *guaranteed])
    if unmet:
        raise _none(unmet)
    from_guaranteed = _by_distance(guaranteed, _without(missing, [*best_effort, *burstable]))
    from_burstable = _by_distance(burstable, _without(missing, [*best_effort, *from_guaranteed]))
    from_best_effort = _by_distance(best_effort, _without(missing, [*from_burstable, *from_guaranteed]))
    return [*from_best_effort, *from_burstable, *from_guaranteed]


def _by_distance(pods: Sequence[Pod], missing: list[Missing]) -> list[Pod]:
    """Repeatedly picks the pod whose removal leaves the smallest part of the missing amounts, until nothing
    is missing.
    """
    remaining, chosen = list(pods), []
    while missing:
        if not remaining:
            raise _none(missing)
        best, best_distance = 0, float(len(missing) + 1)
        for index, pod in enumerate(remaining):
            distance = _distance(missing, pod)
            if distance < best_distance or (distance == best_distance and _smaller(pod, remaining[best])):
                best, best_distance = index, distance
        missing = _without(missing, [remaining[best]])
        chosen.append(remaining[best])
        # As upstream, the last pod takes the place of the chosen one, which decides later ties.
        remaining[best] = remaining[-1]
        remaining.pop()
    return chosen


def _distance(missing: Sequence[Missing], pod: Pod) -> float:
    """The sum of the squared shares of the missing amounts that killing `pod` would not free; 0 for none."""
    distance = 0.0
    for need in missing:
        remaining = float(need.quantity - _request(pod, need.resource))
        if remaining > 0:
            distance += (remaining / float(need.quantity)) ** 2
    return distance


def _smaller(pod: Pod, other: Pod) -> bool:
    """Whether `pod` requests less memory than `other` or, at equal memory, less CPU; True for equals."""
    for resource in (MEMORY, CPU):
        ours, theirs = _request(pod, resource), _request(other, resource)
        if ours != theirs:
            return ours < theirs
    return True


def _without(missing: Sequence[Missing], pods: Sequence[Pod]) -> list[Missing]:
    """What is still missing once `pods` are gone."""
    remaining = [
        Missing(need.resource, need.quantity - sum(_request(pod, need.resource) for pod in pods))
        for need in missing
    ]
    return [need for need in remaining if need.quantity > 0]


def _request(pod: Pod, resource: str) -> int:
    if resource == PODS:
        return 1
    return units(resource, pod_request(pod, resource))


def _none(missing: Sequence[Missing]) -> NoVictimsError:
    resources = "".join(f"(res: {need.resource}, q: {need.quantity}), " for need in missing)
    return NoVictimsError(f"no set of running pods found to reclaim resources: [{resources}]")
