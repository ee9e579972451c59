"""Reads: what a filter or scorer looks at. What may be cached, shared or skipped follows from it.

A declaration that says too little decides wrongly and silently, so a property test changes what each plugin
does not read and expects the same answers (tests/core/scheduler/framework/test_reads.py).
"""

from __future__ import annotations

from enum import Flag, auto


class Reads(Flag):
    """Parts of the cluster. What PreFilter and PreScore read for an answer counts as read.

    POD is the incoming pod, NODE the Node object, PODS_OF_NODE the pods on the node. SUMS are the amounts
    that the node has and that its pods request, their number included. CLUSTER is everything else: other
    nodes and their pods, claims, images, namespaces.
    """

    POD = auto()
    NODE = auto()
    PODS_OF_NODE = auto()
    SUMS = auto()
    CLUSTER = auto()

    @property
    def cacheable(self) -> bool:
        """Whether an answer holds for all pods that are alike until the node or its pods change."""
        return Reads.CLUSTER not in self

    @property
    def shared(self) -> bool:
        """Whether nodes with equal sums have the same answer, so that one call serves them all."""
        return self in _POD_AND_SUMS

    @property
    def skipped(self) -> bool:
        """Whether no pod changes an answer, so that a dry run of preemption need not ask again."""
        return self in _POD_AND_NODE


EVERYTHING = ~Reads(0)
_POD_AND_NODE = Reads.POD | Reads.NODE
_POD_AND_SUMS = Reads.POD | Reads.SUMS
