"""What is known of a pod's process, and what becomes of it when the object is removed by force."""

from __future__ import annotations

from scheduler_core.inputs.fault_inputs import ISOLATING_FENCERS
from scheduler_core.objects.pod import Pod
from scheduler_core.simulation.cluster.cluster import Cluster

SAFE_FATES = frozenset({"none", "isolated"})
"""The process does not run, or reaches nothing: a second one of the name does no harm."""


def process_fate(cluster: Cluster, pod: Pod) -> str:
    """`none`: no process runs. `isolated`: it runs behind a fence. `unwatched`: no kubelet ends it. `cut`:
    its kubelet does not hear of the deletion, or cannot report the end. `ends`: its kubelet hears and ends
    it.
    """
    host = cluster.host(pod.node_name)
    if host is None or not host.hardware.power:
        return "none"
    reachable = host.hears and host.speaks
    alive = any(process.pod.uid == pod.uid and process.state != "dead" for process in host.processes())
    if not (reachable or alive):
        return "none"
    if cluster.network.isolated_by(pod.node_name) in ISOLATING_FENCERS:
        return "isolated"
    if host.kubelet is None:
        return "unwatched"
    return "ends" if reachable else "cut"
