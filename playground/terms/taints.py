"""Taints that controllers and administrators put on nodes."""

from __future__ import annotations

from collections.abc import Mapping

from playground.terms.card import TAINT, CardWords, gettext_noop

TAINTS: Mapping[str, CardWords] = {
    "node.kubernetes.io/not-ready": CardWords(
        TAINT,
        gettext_noop(
            "Put on a node whose condition Ready is False. Pods without a longer toleration are "
            "evicted after 300 s."
        ),
        "/reference/labels-annotations-taints/#node-kubernetes-io-not-ready",
        shows=("NodeNotReady",),
        plugin="TaintToleration",
    ),
    "node.kubernetes.io/unreachable": CardWords(
        TAINT,
        gettext_noop(
            "Put on a node whose condition Ready is Unknown, because its kubelet does not report. "
            "Pods are marked for deletion after 300 s, but nobody confirms the end of their "
            "processes."
        ),
        "/reference/labels-annotations-taints/#node-kubernetes-io-unreachable",
        shows=("NodeNotReady", "TaintManagerEviction"),
        plugin="TaintToleration",
    ),
    "node.kubernetes.io/unschedulable": CardWords(
        TAINT,
        gettext_noop("Put on a node that was cordoned."),
        "/reference/labels-annotations-taints/#node-kubernetes-io-unschedulable",
        shows=("unschedulable",),
        plugin="TaintToleration",
    ),
    "node.kubernetes.io/memory-pressure": CardWords(
        TAINT,
        gettext_noop("Put on a node with MemoryPressure. Pods of the class BestEffort are not placed there."),
        "/reference/labels-annotations-taints/#node-kubernetes-io-memory-pressure",
        shows=("NodeHasInsufficientMemory",),
        plugin="TaintToleration",
    ),
    "node.kubernetes.io/disk-pressure": CardWords(
        TAINT,
        gettext_noop("Put on a node with DiskPressure. New pods are not placed there."),
        "/reference/labels-annotations-taints/#node-kubernetes-io-disk-pressure",
        plugin="TaintToleration",
    ),
    "node.kubernetes.io/pid-pressure": CardWords(
        TAINT,
        gettext_noop("Put on a node with PIDPressure. New pods are not placed there."),
        "/reference/labels-annotations-taints/#node-kubernetes-io-pid-pressure",
        plugin="TaintToleration",
    ),
    "node.kubernetes.io/network-unavailable": CardWords(
        TAINT,
        gettext_noop("Put on a node whose network is not set up yet."),
        "/reference/labels-annotations-taints/#node-kubernetes-io-network-unavailable",
        plugin="TaintToleration",
    ),
    "node.kubernetes.io/out-of-service": CardWords(
        TAINT,
        gettext_noop(
            "An administrator sets this taint on a node that is certainly off. The pod garbage collector "
            "then deletes the pods of the node by force, and their volumes are detached. If the machine "
            "still runs, two copies of a pod run at the same time."
        ),
        "/reference/labels-annotations-taints/#node-kubernetes-io-out-of-service",
        plugin="TaintToleration",
    ),
}
