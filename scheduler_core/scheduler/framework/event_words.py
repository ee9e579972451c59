"""Readable names of cluster events, to stand beside the names that the scheduler's metrics and logs use."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.actor import Message, message

WORDS: Mapping[str, str] = {
    "AssignedPodAdd": "a pod was placed on a node",
    "AssignedPodDelete": "a pod on a node is gone",
    "AssignedPodUpdate": "a pod on a node changed",
    "AssignedPodUpdatePodLabel": "the labels of a pod on a node changed",
    "AssignedPodUpdatePodScaleDown": "a pod on a node requests less",
    "AssignedPodUpdatePodToleration": "a pod on a node got another toleration",
    "UnschedulablePodUpdate": "the waiting pod changed",
    "UnschedulablePodUpdatePodLabel": "the labels of the waiting pod changed",
    "UnschedulablePodUpdatePodScaleDown": "the waiting pod requests less",
    "UnschedulablePodUpdatePodToleration": "the waiting pod got another toleration",
    "UnschedulablePodUpdatePodSchedulingGatesEliminated": "the last scheduling gate was removed",
    "UnschedulablePodUpdatePodGeneratedResourceClaim": "a ResourceClaim was made for the waiting pod",
    "NodeAdd": "a node was added",
    "NodeDelete": "a node was removed",
    "NodeUpdateNodeAllocatable": "a node has other allocatable resources",
    "NodeUpdateNodeLabel": "the labels of a node changed",
    "NodeUpdateNodeTaint": "the taints of a node changed",
    "NodeUpdateNodeCondition": "a condition of a node changed",
    "NodeUpdateNodeAnnotation": "the annotations of a node changed",
    "NodeUpdateNodeDeclaredFeature": "the declared features of a node changed",
    "UnschedulablePodAdd": "a waiting pod was added",
    "PodGroupAdd": "a PodGroup was added",
    "PodGroupUpdate": "a PodGroup changed",
    "WorkloadAdd": "a Workload was added",
    "ForceActivate": "a plugin asked for another attempt",
    "UnschedulableTimeout": "the pod waited for five minutes",
}
"""Name of an event (`ClusterEvent.name`) → what happened, as part of a sentence."""
OTHER = "an object that the pod depends on changed"
"""For volumes, claims and devices: their event names the kind."""


def event_words(name: str) -> Message:
    """What happened in the cluster event of this name."""
    return message(f"event.{name if name in WORDS else 'other'}")


TEMPLATES: Mapping[str, str] = {
    **{f"event.{name}": words for name, words in WORDS.items()},
    "event.other": OTHER,
}
