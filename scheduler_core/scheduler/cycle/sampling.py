"""The number of feasible nodes at which the scheduler stops searching.

Source: pkg/scheduler/schedule_one.go numFeasibleNodesToFind (v1.34.1).
"""

from __future__ import annotations

MIN_FEASIBLE_NODES = 100
MIN_PERCENTAGE = 5


def feasible_nodes_to_find(nodes: int, percentage: int) -> int:
    """The number of feasible nodes that ends the search; `percentage` 0 is adaptive."""
    if nodes < MIN_FEASIBLE_NODES:
        return nodes
    if percentage == 0:
        percentage = max(50 - nodes // 125, MIN_PERCENTAGE)
    elif percentage >= 100:
        return nodes
    return max(nodes * percentage // 100, MIN_FEASIBLE_NODES)
