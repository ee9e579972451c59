"""Whom the kernel kills first when a node is out of memory.

Source: pkg/kubelet/qos/policy.go `GetContainerOOMScoreAdjust` (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.apiserver.qos import BEST_EFFORT, GUARANTEED

KUBELET = -999
SANDBOX = -998
PROTECTED = -997
"""Guaranteed pods, and pods that are critical to their node."""
BEST_EFFORT_SCORE = 1000


def oom_score_adj(
    qos: str,
    memory_request: int,
    node_memory: int,
    *,
    node_critical: bool = False,
    regular_requests: Sequence[int] | None = None,
) -> int:
    """The adjustment of one container, -1000 … 1000: higher dies first. Memory in bytes.

    `regular_requests`: for a sidecar, what the regular containers of its pod request.
    """
    if node_critical or qos == GUARANTEED:
        return PROTECTED
    if qos == BEST_EFFORT:
        return BEST_EFFORT_SCORE
    score = BEST_EFFORT_SCORE - 1000 * memory_request // node_memory
    if regular_requests:
        # A sidecar is not to die before the container it serves.
        score = min(score, BEST_EFFORT_SCORE - 1000 * min(regular_requests) // node_memory)
    return min(max(score, BEST_EFFORT_SCORE + PROTECTED), BEST_EFFORT_SCORE - 1)
