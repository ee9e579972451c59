"""Conditions of pods and nodes, and their reasons."""

from __future__ import annotations

from collections.abc import Mapping

from playground.terms.card import CONDITION, CONDITION_REASON, CardWords, gettext_noop

CONDITIONS: Mapping[str, CardWords] = {
    "PodScheduled": CardWords(
        CONDITION,
        gettext_noop(
            "True when the pod is bound to a node. While it is False, its message is that of the last "
            "failed attempt."
        ),
        "/concepts/workloads/pods/pod-lifecycle/#pod-conditions",
        shows=("FailedScheduling", "Scheduled"),
    ),
    "PodReadyToStartContainers": CardWords(
        CONDITION,
        gettext_noop("True when the sandbox and the network of the pod are ready."),
        "/concepts/workloads/pods/pod-lifecycle/#pod-conditions",
        shows=("Started",),
    ),
    "Initialized": CardWords(
        CONDITION,
        gettext_noop("True when all init containers have succeeded."),
        "/concepts/workloads/pods/pod-lifecycle/#pod-conditions",
        shows=("Started",),
    ),
    "ContainersReady": CardWords(
        CONDITION,
        gettext_noop("True when all containers of the pod are ready."),
        "/concepts/workloads/pods/pod-lifecycle/#pod-conditions",
        shows=("Unhealthy", "Started"),
    ),
    "Ready": CardWords(
        CONDITION,
        gettext_noop(
            "On a pod: the pod can serve requests. On a node: the kubelet is healthy. Unknown means that "
            "the kubelet has not reported for too long."
        ),
        "/concepts/workloads/pods/pod-lifecycle/#pod-conditions",
        shows=("NodeNotReady", "NodeReady"),
    ),
    "DisruptionTarget": CardWords(
        CONDITION,
        gettext_noop(
            "True on a pod that is about to be ended by the control plane or the kubelet. Its reason "
            "says why, for example PreemptionByScheduler."
        ),
        "/concepts/workloads/pods/disruptions/#pod-disruption-conditions",
        shows=("Preempted", "Evicted", "TaintManagerEviction"),
    ),
    "PreemptionByScheduler": CardWords(
        CONDITION_REASON,
        gettext_noop(
            "A reason of DisruptionTarget: the scheduler preempts the pod to make room for one of "
            "higher priority."
        ),
        "/concepts/workloads/pods/disruptions/#pod-disruption-conditions",
        shows=("Preempted",),
        plugin="DefaultPreemption",
    ),
    "DeletionByTaintManager": CardWords(
        CONDITION_REASON,
        gettext_noop(
            "A reason of DisruptionTarget: the pod does not tolerate a NoExecute taint of its node."
        ),
        "/concepts/workloads/pods/disruptions/#pod-disruption-conditions",
        shows=("TaintManagerEviction",),
    ),
    "EvictionByEvictionAPI": CardWords(
        CONDITION_REASON,
        gettext_noop(
            "A reason of DisruptionTarget: somebody evicted the pod through the Eviction API, as "
            "kubectl drain does."
        ),
        "/concepts/workloads/pods/disruptions/#pod-disruption-conditions",
    ),
    "DeletionByPodGC": CardWords(
        CONDITION_REASON,
        gettext_noop(
            "A reason of DisruptionTarget: the pod garbage collector removes it, because its node "
            "does not exist any more or is out of service."
        ),
        "/concepts/workloads/pods/disruptions/#pod-disruption-conditions",
    ),
    "TerminationByKubelet": CardWords(
        CONDITION_REASON,
        gettext_noop(
            "A reason of DisruptionTarget: the kubelet ends the pod because of node pressure, a node "
            "shutdown or a critical pod."
        ),
        "/concepts/workloads/pods/disruptions/#pod-disruption-conditions",
        shows=("Evicted",),
    ),
    "MemoryPressure": CardWords(
        CONDITION,
        gettext_noop(
            "True on a node whose kubelet runs short of memory. It taints the node, so that no new "
            "pods come, and may evict pods."
        ),
        "/reference/node/node-status/#condition",
        shows=("NodeHasInsufficientMemory",),
    ),
    "DiskPressure": CardWords(
        CONDITION,
        gettext_noop(
            "True on a node whose kubelet runs short of disk. It taints the node, so that no new pods "
            "come, and may evict pods."
        ),
        "/reference/node/node-status/#condition",
    ),
    "PIDPressure": CardWords(
        CONDITION,
        gettext_noop(
            "True on a node whose kubelet runs short of process IDs. It taints the node, so that no "
            "new pods come, and may evict pods."
        ),
        "/reference/node/node-status/#condition",
    ),
    "NetworkUnavailable": CardWords(
        CONDITION,
        gettext_noop("True on a node whose network is not set up yet."),
        "/reference/node/node-status/#condition",
    ),
}
