"""The pods on a machine that may write to a claim, whether or not the API server has them."""

from __future__ import annotations

from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects.volumes.attachable import claim_keys


def writers_on(host: NodeActor) -> dict[str, list[str]]:
    """Key of a claim (`namespace/name`) → the names of the pods whose processes on the machine may write to
    it. Empty for a machine that does not reach the storage."""
    writers: dict[str, list[str]] = {}
    if host.connection.storage:
        for process in host.processes():
            if process.state != "dead":
                for key in dict.fromkeys(claim_keys(process.pod)):
                    writers.setdefault(key, []).append(process.pod.name)
    return writers
