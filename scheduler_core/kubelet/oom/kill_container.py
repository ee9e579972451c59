"""An out-of-memory kill as the kubelet notices it.

Source: pkg/kubelet/oom/oom_watcher_linux.go (v1.34).
"""

from __future__ import annotations

import zlib
from dataclasses import replace

from scheduler_core.actor import message
from scheduler_core.kubelet.kuberuntime import pod_updates
from scheduler_core.kubelet.oom.oom_killer import OutOfMemory
from scheduler_core.kubelet.pod_workers import sync_pod
from scheduler_core.kubelet.pod_workers.pod_killer import PodKiller
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.types.act_messages import NodeAct
from scheduler_core.objects.node import Node


def kill_for_memory(oom: OutOfMemory, killer: PodKiller, node: Node, writer: ApiWriter) -> NodeAct:
    """The kernel kills the container; the kubelet records the Event and notices the exit."""
    running = oom.running
    if oom.system:
        pid = 1_000 + zlib.crc32(f"{running.pod.uid}/{running.container}".encode()) % 30_000
        text = f"System OOM encountered, victim process: {running.container}, pid: {pid}"
        writer.event(node, "Warning", "SystemOOM", text)
    worker = killer.workers[running.pod.uid]
    if worker.runtime is not None:
        runtime, happened = pod_updates.out_of_memory_killed(worker.runtime, running.container, writer.now_ms)
        killer.workers[worker.uid], _ = sync_pod.after_changes(
            replace(worker, runtime=runtime), happened, writer
        )
    sentence = "kubelet.node_out_of_memory" if oom.system else "kubelet.over_memory_limit"
    said = message(sentence, pod=running.pod.name, container=running.container, node=writer.node)
    return NodeAct("oom", said, (running.pod,))
