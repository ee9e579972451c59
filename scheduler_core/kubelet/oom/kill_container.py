"""An out-of-memory kill as the kubelet notices it.

Source: pkg/kubelet/oom/oom_watcher_linux.go (v1.34).
"""

from __future__ import annotations

import zlib

from scheduler_core.actor import message
from scheduler_core.kubelet.eviction.node_usage import RunningContainer
from scheduler_core.kubelet.kuberuntime import pod_updates
from scheduler_core.kubelet.oom.oom_killer import OutOfMemory
from scheduler_core.kubelet.pod_workers import sync_pod
from scheduler_core.kubelet.pod_workers.pod_killer import PodKiller
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.types.act_messages import NodeAct
from scheduler_core.objects.node import Node
from scheduler_core.objects.replacing import replace

SYSTEM_OOM = "SystemOOM"
VICTIM = "System OOM encountered, victim process: %(process)s, pid: %(pid)s"
"""The reason of the Event about a node that ran out of memory."""


def system_oom(running: RunningContainer) -> str:
    """The message of that Event."""
    pid = 1_000 + zlib.crc32(f"{running.pod.uid}/{running.container}".encode()) % 30_000
    return VICTIM % {"process": running.container, "pid": pid}


def sentence(oom: OutOfMemory) -> str:
    """The id of the message about a kill."""
    return "kubelet.node_out_of_memory" if oom.system else "kubelet.over_memory_limit"


def kill_for_memory(oom: OutOfMemory, killer: PodKiller, node: Node, writer: ApiWriter) -> NodeAct:
    """The kernel kills the container; the kubelet records the Event and notices the exit."""
    running = oom.running
    if oom.system:
        writer.event(node, "Warning", SYSTEM_OOM, system_oom(running))
    worker = killer.workers[running.pod.uid]
    if worker.runtime is not None:
        runtime, happened = pod_updates.out_of_memory_killed(worker.runtime, running.container, writer.now_ms)
        killer.workers[worker.uid], _ = sync_pod.after_changes(
            replace(worker, runtime=runtime), happened, writer
        )
    kill_message = message(sentence(oom), pod=running.pod.name, container=running.container, node=writer.node)
    return NodeAct("oom", kill_message, (running.pod,))
