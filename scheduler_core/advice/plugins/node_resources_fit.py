"""NodeResourcesFit: too little is free."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.actor import Message, message
from scheduler_core.advice.alternatives import Alternative
from scheduler_core.advice.cluster_changes import DeletePod
from scheduler_core.advice.plugin_advice import Details, PluginAdvice, RefusedNode, names_of
from scheduler_core.advice.pod_changes import LowerRequest
from scheduler_core.objects.resources import amount_text
from scheduler_core.scheduler.framework.diagnosis.explanation import ResourceDistance

PODS_TO_TRY = 4
LEAST_SHARE = 2
"""A request is lowered to no less than one part of so many."""

MESSAGES = {
    "obstacle.resource": "{resource}: needs {needs}, {free} free",
    "obstacle.resource_nominated": (
        "{resource}: needs {needs}, {free} free, because {held} is reserved for {pods}"
    ),
}


def details(refused: RefusedNode) -> Details:
    messages: list[Message] = []
    present = {pod.uid for pod in refused.bare.pods}
    nominated = names_of(pod for pod in refused.node.pods if pod.uid not in present)
    for entry in refused.explanations():
        if not isinstance(entry, ResourceDistance):
            continue
        needs = amount_text(entry.resource, entry.needs)
        free = amount_text(entry.resource, max(entry.free, 0))
        if entry.nominated:
            reserved = amount_text(entry.resource, entry.nominated)
            messages.append(
                message(
                    "obstacle.resource_nominated",
                    resource=entry.resource,
                    needs=needs,
                    free=free,
                    held=reserved,
                    pods=nominated,
                )
            )
        else:
            messages.append(message("obstacle.resource", resource=entry.resource, needs=needs, free=free))
    return tuple(messages)


def repairs(refused: RefusedNode) -> Sequence[Alternative]:
    """Lower requests, or one pod fewer that frees enough of every lacking resource."""
    lacking = [entry for entry in refused.explanations() if isinstance(entry, ResourceDistance)]
    options: list[Alternative] = []
    if lacking and all(_may_be_lowered(entry) for entry in lacking):
        options.append(
            tuple(LowerRequest(entry.resource, entry.needs - entry.free, entry.free) for entry in lacking)
        )
    enough = [
        pod
        for pod in refused.node.pods
        if not pod.terminating
        and all(
            entry.resource == "pods" or pod.on_node.get(entry.resource) >= entry.needs - entry.free
            for entry in lacking
        )
    ]
    enough.sort(key=lambda pod: (pod.priority, pod.on_node.milli_cpu, pod.on_node.memory, pod.key))
    if lacking:
        options.extend((DeletePod(pod.key, refused.node.name, pod.priority),) for pod in enough[:PODS_TO_TRY])
    return options


def _may_be_lowered(entry: ResourceDistance) -> bool:
    """Whether the pod would keep at least half of what it requests; with less it is another application."""
    return entry.resource != "pods" and 0 < entry.needs <= LEAST_SHARE * entry.free


ADVICE = PluginAdvice(details, MESSAGES, repairs)
