"""Out-of-memory kills on a machine whose kubelet does not run: the kernel kills all the same.

The container runtime keeps the reason OOMKilled, which the next kubelet finds. It also reads the kernel's log
and records SystemOOM for a kill that it was not there to see.
Source: pkg/kubelet/oom/oom_watcher_linux.go, github.com/google/cadvisor/utils/oomparser (v1.34). Upstream
reads the whole log, so kills that an earlier kubelet has reported are reported once more; here they are not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.actor import message
from scheduler_core.kubelet.eviction.meter import Meter
from scheduler_core.kubelet.eviction.node_usage import RunningContainer, UsageChange, usages
from scheduler_core.kubelet.kuberuntime import pod_termination
from scheduler_core.kubelet.oom.kill_container import sentence, system_oom
from scheduler_core.kubelet.oom.oom_killer import OutOfMemory, next_oom
from scheduler_core.kubelet.pod_workers.unattended import Unattended
from scheduler_core.kubelet.types.act_messages import NodeAct
from scheduler_core.objects.node import Node
from scheduler_core.objects.replacing import replace


@dataclass(frozen=True, slots=True)
class UnattendedKill:
    """The result of a kill: the pods of the machine, the act, and the kernel's line for a SystemOOM Event.
    The line is "" for a container that used more than its own limit.
    """

    unattended: Mapping[str, Unattended]
    act: NodeAct
    log: str


def next_unattended_oom(
    node: Node | None, unattended: Mapping[str, Unattended], changes: tuple[UsageChange, ...], now_ms: int
) -> OutOfMemory | None:
    """The next kill; None when memory does not run out. `changes` are inputs about usage."""
    if node is None or not unattended:
        return None
    running = [container for left in unattended.values() for container in _running(left)]
    pods = [left.pod for left in unattended.values()]
    return next_oom(Meter(node, usages(running, changes), pods, changes), now_ms)


def _running(left: Unattended) -> list[RunningContainer]:
    return [
        RunningContainer(
            left.pod, plan.name, plan.behaviour, run.started_ms, left.terminating, run.restarts > 0
        )
        for plan, run in left.runtime.pairs()
        if run.runs and run.started_ms is not None
    ]


def kill_unattended(
    oom: OutOfMemory, node: str, unattended: Mapping[str, Unattended], now_ms: int
) -> UnattendedKill:
    """The kernel kills the container; nothing is restarted and nothing is reported."""
    running = oom.running
    left = unattended[running.pod.uid]
    runtime = pod_termination.killed_alone(left.runtime, running.container, now_ms)
    kill_message = message(sentence(oom), pod=running.pod.name, container=running.container, node=node)
    return UnattendedKill(
        {**unattended, left.pod.uid: replace(left, runtime=runtime)},
        NodeAct("oom", kill_message, (running.pod,)),
        system_oom(running) if oom.system else "",
    )
