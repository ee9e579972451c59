"""How many more pods like a given one fit at a step, and where the free resources are."""

from __future__ import annotations

from scheduler_core.advice.capacity import NodeCapacity, capacity, grouped
from scheduler_core.engine.world import World
from scheduler_core.inputs.limits import NODES_IN_A_DECISION
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace
from scheduler_core.queries.scheduling_question import SchedulingQuestion, scheduler_of, scheduling_question
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.plugin_failed import PluginFailedError


def pod_capacity(world: World, pod_key: str) -> dict[str, Json] | None:
    """`{"pod", "seq", "waits", "fits", "stopped", "oneByOne", "sharesClaims", "nodeCount", "roomy", "nodes",
    "groups", "resources"}`; None when there is no such pod, no scheduler is responsible for it, or a plugin
    failed.

    `fits` is the number of pods like this one that fit, including the pod itself when it `waits`; `stopped`
    means that `fits` is a lower bound. `roomy` is the number of nodes on which at least one fits. `nodes` are
    `{"name", "fits", "plugin", "reasons"}`, those with the greatest `fits` first, NODES_IN_A_DECISION at
    most; `groups` are all nodes by what refuses the next pod, `resources` the rows of `ResourceCapacity`.
    `sharesClaims`: the copies use the claims of the pod.
    """
    try:
        return _capacity(world, pod_key)
    except PluginFailedError:
        return None


def _capacity(world: World, pod_key: str) -> dict[str, Json] | None:
    pod = world.api.pods.get(pod_key)
    if pod is None:
        return None
    question = scheduling_question(world, pod_key)
    waits = question is not None
    if question is None:
        scheduler = scheduler_of(world)
        info = _unbound(pod, scheduler.view.pods.get(pod_key) or PodInfo.of(pod))
        try:
            profile = scheduler.profile_of(info)
        except KeyError:
            return None
        question = SchedulingQuestion(scheduler.view.snapshot, info, profile, scheduler.queue.nominator)
    capacities = capacity(question.snapshot, question.pod, question.profile, question.nominator)
    order = sorted(capacities.nodes, key=lambda node: -node.fits)
    return {
        "pod": pod_key,
        "seq": world.seq,
        "waits": waits,
        "fits": capacities.fits,
        "stopped": capacities.stopped,
        "oneByOne": capacities.sequential,
        "sharesClaims": bool(question.pod.claim_names or pod.spec.resource_claims),
        "nodeCount": len(capacities.nodes),
        "roomy": sum(node.fits > 0 for node in capacities.nodes),
        "nodes": [_row(node) for node in order[:NODES_IN_A_DECISION]],
        "groups": [
            {
                "plugin": group.plugin or None,
                "reasons": list(group.reasons),
                "nodes": group.nodes,
                "fits": group.fits,
            }
            for group in grouped(capacities.nodes)
        ],
        "resources": [resource.to_json() for resource in capacities.resources],
    }


def _row(node: NodeCapacity) -> dict[str, Json]:
    refusal = node.refusal
    return {
        "name": node.node,
        "fits": node.fits,
        "plugin": refusal.plugin or None,
        "reasons": list(refusal.reasons),
    }


def _unbound(pod: Pod, info: PodInfo) -> PodInfo:
    """A new pod of the same shape as a bound one: without node, status and deletion."""
    claims = pod.status_manifest.get("resourceClaimStatuses")
    metadata = {key: value for key, value in pod.metadata_manifest.items() if key != "deletionTimestamp"}
    unbound = {
        **pod.manifest,
        "metadata": {**metadata, "uid": f"{pod.uid}/like"},
        "spec": {key: value for key, value in pod.spec_manifest.items() if key != "nodeName"},
        "status": {} if claims is None else {"resourceClaimStatuses": claims},
    }
    return replace(PodInfo.of(Pod.parse(unbound)), priority=info.priority)
