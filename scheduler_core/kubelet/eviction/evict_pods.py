"""What follows a pass of the eviction manager: it kills the victim and reports its findings.

Source: `evictPod` (pkg/kubelet/eviction/eviction_manager.go, v1.34).
"""

from __future__ import annotations

from scheduler_core.actor import message
from scheduler_core.kubelet.eviction import messages
from scheduler_core.kubelet.eviction.manager import Pass, Victim
from scheduler_core.kubelet.eviction.pass_schedule import NodePressure
from scheduler_core.kubelet.eviction.resource_words import resource_word
from scheduler_core.kubelet.pod_workers.pod_killer import PodKiller
from scheduler_core.kubelet.pod_workers.worker import KillCause, State
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.termination.grace import MINIMUM_POD_GRACE_S
from scheduler_core.kubelet.types.act_messages import NodeAct


def evict(victim: Victim, resource: str, killer: PodKiller, writer: ApiWriter) -> NodeAct:
    """Kills the victim of a pass. `resource` is the scarce resource of the node, "" for a pod over its own
    limit.
    """
    pod = victim.pod
    writer.event(pod, "Warning", messages.REASON, victim.message, victim.annotations)
    kill_cause = KillCause(messages.REASON, victim.message, victim.message if victim.disruption else None)
    killer.kill(pod.uid, victim.grace_override_s, kill_cause, writer.now_ms)
    seconds = max(victim.grace_override_s, MINIMUM_POD_GRACE_S)
    worker = killer.workers.get(pod.uid)
    if worker is not None and worker.state is State.TERMINATING:
        seconds = worker.effective_grace_s
    if not victim.disruption:
        return NodeAct("evict", message("kubelet.evicts_over_limit", pod=pod.name, node=writer.node), (pod,))
    short = resource_word(resource)
    why = message("kubelet.evicts", pod=pod.name, node=writer.node, resource=short, seconds=seconds)
    return NodeAct("evict", why, (pod,))


def pass_act(before: NodePressure, after: NodePressure, result: Pass, node: str) -> NodeAct | None:
    """The message of a pass without a victim; None when it changed nothing visible."""
    if result.threshold is not None:
        resource = resource_word(result.threshold.resource)
        if result.relieved:
            return NodeAct("pressure", message("kubelet.relieved", node=node, resource=resource))
        if before.state.active != after.state.active:
            return NodeAct(
                "pressure",
                message("kubelet.nobody_to_evict", node=node, resource=resource),
                result.critical_skipped,
            )
        return None
    news = [threshold for threshold in result.pending if threshold not in before.state.first_seen]
    if news:
        sentence = message(
            "kubelet.threshold_crossed",
            node=node,
            signal=news[0].signal,
            seconds=news[0].grace_ms // 1000,
        )
        return NodeAct("pressure", sentence)
    ended = tuple(condition for condition in before.conditions if condition not in after.conditions)
    if ended:
        return NodeAct("pressure", message("kubelet.pressure_over", node=node, conditions=ended))
    if set(before.state.first_seen) != set(after.state.first_seen):
        return NodeAct("pressure", message("kubelet.threshold_left", node=node))
    return None
