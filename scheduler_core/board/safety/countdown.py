"""What a pod's object on a lost node waits for: its own deletion, an eviction or the garbage collector."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.controllers.common.node_conditions import no_execute_keys
from scheduler_core.controllers.taint_eviction import tolerance
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.seconds import seconds

COUNTED_TIMERS = ("toleration", "quarantine")
"""The kinds of timers at whose end a pod leaves its node."""


def countdown(
    pod: Pod, node: Node | None, timer: Mapping[str, Json] | None, epoch_ms: int
) -> dict[str, Json] | None:
    """`{"kind", "from", "to"}` in seconds, or None when the pod waits for nothing.

    - `deletion`: from the request up to the deletionTimestamp, which may be over
    - `toleration`, `quarantine`: from start to end of `timer`, the view of the pod's timer
    - `for_ever`: the pod tolerates the NoExecute taint of its silent node without limit; both times are null

    `epoch_ms` is the epoch time of second 0.
    """
    if pod.finished:
        return None
    if pod.meta.deletion_at is not None:
        to_ms = pod.meta.deletion_at - epoch_ms
        from_ms = to_ms - 1000 * (pod.meta.deletion_grace_period_seconds or 0)
        return {"kind": "deletion", "from": seconds(from_ms), "to": seconds(to_ms)}
    if timer is not None:
        return {"kind": timer["kind"], "from": timer["from"], "to": timer["to"]}
    if node is None or not no_execute_keys(node):
        return None
    taints = [taint for taint in node.taints if taint.effect == "NoExecute"]
    if tolerance(taints, pod.spec.tolerations).seconds is not None:
        return None
    return {"kind": "for_ever", "from": None, "to": None}
