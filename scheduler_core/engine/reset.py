"""The reset between two variants of a lesson: one act removes pods, without killing them."""

from __future__ import annotations

from scheduler_core.actor import message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.inputs.lesson_inputs import Reset
from scheduler_core.inputs.outcome import Done, you
from scheduler_core.objects.problem import Problem
from scheduler_core.simulation.cluster.cluster import Cluster


def reset(api: ApiServer, cluster: Cluster, value: Reset, now_ms: int) -> Done | Problem:
    """Removes the pods of `value`. When one of them does not exist or has a finalizer, which would keep its
    object, nothing changes and the result is a problem.
    """
    for place, key in enumerate(value.pods):
        pod = api.pods.get(key)
        if pod is None:
            return Problem(f"input.pods[{place}]", "input.unknown_pod", {"pod": key})
        if pod.meta.finalizers:
            return Problem(f"input.pods[{place}]", "input.pod_has_finalizer", {"pod": key})
    for key in value.pods:
        pod = api.pods[key]
        host = cluster.host(pod.node_name) if pod.node_name else None
        if host is not None:
            host.forget(pod.uid)
            cluster.stir(host.name)
        api.delete("Pod", key, DeleteOptions(grace_period_seconds=0), now_ms)
    names = tuple(key.partition("/")[2] for key in value.pods)
    return Done(api, you(value.kind, message("you.reset", pods=names)))
